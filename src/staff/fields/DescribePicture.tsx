import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pictureTextsSchema } from '#domain/media/new-image.ts';
import { type ActionOutput, type CallFailure, call } from '../calls/api.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { Failure } from '../calls/Failure.tsx';
import { focusFirstError } from '../controls/focus-soon.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { type Errors, PictureTextFields, byField } from './PictureTextFields.tsx';
import { forgetRecord } from '../picker/records.ts';

type Picture = { kind: 'image' | 'vector'; id: number };
type Props = { picture: Picture; onDone: () => void; onClose: () => void };
type Texts = ActionOutput<'findPictureTexts'>;

const title = 'Alternative text';

/** Writes the alternative text of a picture that is in the library. */
export default function DescribePicture({ picture, onDone, onClose }: Props): ReactNode {
  const [texts, setTexts] = useState<Texts | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const { kind, id } = picture;
  useEffect(() => {
    let isCurrent = true;
    void call('findPictureTexts', { kind, id }).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setTexts(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, id]);
  if (texts) return <TextsForm {...{ picture, texts, onDone, onClose }} />;
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      {failure ? <Failure failure={failure} /> : <p role="status">Opening …</p>}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Dialog>
  );
}

function TextsForm({ picture, texts, onDone, onClose }: Props & { texts: Texts }): ReactNode {
  const [alt, setAlt] = useState(texts.alt);
  const [decorative, setDecorative] = useState(texts.decorative);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async () => {
    const details = pictureTextsSchema.safeParse({ decorative, alt });
    if (!details.success) {
      setErrors(byField(details.error.issues));
      return focusFirstError(form);
    }
    setErrors({});
    setFailure(null);
    setBusy(true);
    const answer = await call('describePicture', { ...picture, version: texts.version, ...details.data });
    setBusy(false);
    if (answer.ok) {
      forgetRecord(picture.kind, picture.id);
      return onDone();
    }
    setErrors(byField(answer.failure.issues));
    if (answer.failure.issues.length === 0) setFailure(answer.failure);
    focusFirstError(form);
  };
  return (
    <FormDialog
      title={title}
      size="small"
      form={form}
      action={isBusy ? 'Saving …' : 'Save'}
      isBusy={isBusy}
      failure={failure}
      hasInput={() => decorative !== texts.decorative || JSON.stringify(alt) !== JSON.stringify(texts.alt)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="ed-dialog__note">
        {texts.filename}. The text belongs to the picture: saving changes it at once wherever the picture is shown, for
        visitors as well.
      </p>
      <PictureTextFields
        alt={alt}
        decorative={picture.kind === 'image' ? decorative : null}
        {...{ errors, isBusy }}
        onAlt={setAlt}
        onDecorative={setDecorative}
      />
    </FormDialog>
  );
}
