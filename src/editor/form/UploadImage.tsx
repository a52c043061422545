import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { imageSizeLimit, imageTooLarge, isWebp, pictureTextsSchema, notWebp } from '#domain/new-image.ts';
import { type CallFailure, type Sending, sendForm } from '../api.ts';
import { type Alt, type Errors, PictureTextFields, byField } from './PictureTextFields.tsx';
import { FormWindow } from './FormWindow.tsx';
import { focusFirstError } from './focus-soon.ts';
import { LabeledField } from './LabeledField.tsx';

type Props = { onDone: (id: number) => void; onClose: () => void };

/** Adds a picture: a WebP file, and its alternative text in each language of the site. */
export default function UploadImage({ onDone, onClose }: Props): ReactNode {
  const [file, setFile] = useState<File | null>(null);
  const [decorative, setDecorative] = useState(false);
  const [alt, setAlt] = useState<Alt>({});
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  /** The progress of the upload; null while there is none. */
  const [sent, setSent] = useState<number | null>(null);
  const upload = useRef<Sending<'addImage'> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isBusy = sent !== null;

  useEffect(() => () => upload.current?.abort(), []);

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    setFailure(null);
    const problem =
      chosen.size > imageSizeLimit
        ? imageTooLarge
        : isWebp(new Uint8Array(await chosen.slice(0, 12).arrayBuffer()))
          ? null
          : notWebp;
    setFile(problem === null ? chosen : null);
    setErrors(problem === null ? {} : { file: problem });
  };
  const showErrors = (found: Errors) => {
    setErrors(found);
    focusFirstError(form);
  };
  const submit = async () => {
    const details = pictureTextsSchema.safeParse({ decorative, alt });
    const found = details.success
      ? {}
      : byField(details.error.issues.map(({ path, message }) => ({ path: path.map(String), message })));
    if (!file) return showErrors({ ...found, file: errors['file'] ?? 'Choose a WebP file' });
    if (!details.success) return showErrors(found);
    setErrors({});
    setFailure(null);
    setSent(0);
    const parts = { file, decorative: String(details.data.decorative), alt: JSON.stringify(details.data.alt) };
    upload.current = sendForm('addImage', parts, setSent);
    const answer = await upload.current.answer;
    // The window was closed during the upload.
    if (!form.current) return;
    upload.current = null;
    setSent(null);
    if (answer.ok) return onDone(answer.value.id);
    if (answer.failure.issues.length > 0) return showErrors(byField(answer.failure.issues));
    setFailure(answer.failure);
  };

  return (
    <FormWindow
      title="Upload image"
      form={form}
      size="small"
      action={isBusy ? 'Uploading …' : 'Upload'}
      isBusy={isBusy}
      failure={failure}
      hasInput={() => file !== null || Object.values(alt).some(Boolean)}
      onSubmit={submit}
      onClose={onClose}
    >
      <FileField file={file} error={errors['file']} isBusy={isBusy} onFile={(chosen) => void take(chosen)} />
      <PictureTextFields {...{ alt, decorative, errors, isBusy }} onAlt={setAlt} onDecorative={setDecorative} />
      {isBusy ? <Progress sent={sent} /> : null}
    </FormWindow>
  );
}

function Progress({ sent }: { sent: number }): ReactNode {
  const percent = Math.round(sent * 100);
  return (
    <div className="ed-progress">
      <progress max={100} value={sent < 1 ? percent : undefined} aria-label="Upload" />
      <span role="status">{sent < 1 ? `${percent} % sent` : 'Making the widths …'}</span>
    </div>
  );
}

/** The chosen picture. It is drawn on a canvas, since the page's policy allows images of its own origin only. */
function Preview({ file }: { file: File }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(file).then(
      (bitmap) => {
        const element = canvas.current;
        if (!isCurrent || !element) return;
        const scale = Math.min(1, 400 / bitmap.width, 240 / bitmap.height);
        element.width = Math.max(1, Math.round(bitmap.width * scale));
        element.height = Math.max(1, Math.round(bitmap.height * scale));
        element.getContext('2d')?.drawImage(bitmap, 0, 0, element.width, element.height);
        setSize(`${bitmap.width} × ${bitmap.height}`);
        bitmap.close();
      },
      // An unreadable picture: the server reports the error.
      () => setSize(null),
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return (
    <figure className="ed-drop__preview">
      <canvas ref={canvas} width="1" height="1" aria-hidden="true" />
      <figcaption>
        {file.name}
        {size === null ? '' : ` · ${size}`}
      </figcaption>
    </figure>
  );
}

type FileProps = {
  file: File | null;
  error: string | undefined;
  isBusy: boolean;
  onFile: (file: File | undefined) => void;
};

function FileField({ file, error, isBusy, onFile }: FileProps): ReactNode {
  const drop = (event: DragEvent) => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  };
  return (
    <LabeledField label="WebP file" error={error} help="10 MB at most. It is re-encoded in several widths." required>
      {({ labelId: _, ...ids }) => (
        <div className="ed-drop" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
          {file ? <Preview file={file} /> : <p className="ed-drop__hint">Drop a WebP file here, or choose one.</p>}
          <input
            {...ids}
            type="file"
            accept="image/webp,.webp"
            data-autofocus
            disabled={isBusy}
            onChange={(event) => onFile(event.target.files?.[0])}
          />
        </div>
      )}
    </LabeledField>
  );
}
