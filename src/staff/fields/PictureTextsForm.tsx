import { type ReactNode, useRef, useState } from 'react';
import { type Locale, englishNames, locales } from '#domain/locales.ts';
import { pictureTextsSchema } from '#domain/media/new-image.ts';
import type { PictureKind } from '#domain/media/upload-kinds.ts';
import { type ActionOutput, type CallFailure, call } from '../calls/api.ts';
import { Moment } from '../controls/Moment.tsx';
import { focusFirstError } from '../controls/focus-soon.ts';
import { FormDialog } from '../form/FormDialog.tsx';
import { type Errors, PictureTextFields, byField } from './PictureTextFields.tsx';
import { forgetRecord } from '../picker/records.ts';

type Saved = ActionOutput<'findPictureTexts'>;
type Texts = Pick<Saved, 'decorative' | 'alt'>;

type Props = {
  picture: { kind: PictureKind; id: number };
  title: string;
  texts: Saved;
  isAlong: boolean;
  onSaved: (saved: ActionOutput<'describePicture'>, isPublishing: boolean) => void;
  onClose: () => void;
};

/** The alternative texts of a picture, as they were saved last. */
export function PictureTextsForm({ picture, title, texts: opened, isAlong, onSaved, onClose }: Props): ReactNode {
  const [texts, setTexts] = useState<Texts>(opened);
  const [errors, setErrors] = useState<Errors>({});
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaving(picture, opened);
  const { isBusy, theirs } = saving;

  const submit = async (isPublishing: boolean) => {
    const details = pictureTextsSchema.safeParse({ decorative: texts.decorative, alt: texts.alt });
    if (!details.success) {
      setErrors(byField(details.error.issues));
      return focusFirstError(form);
    }
    setErrors({});
    const answer = await saving.save(details.data);
    if (answer?.ok) return onSaved(answer.value, isPublishing);
    if (answer) setErrors(byField(answer.failure.issues));
    focusFirstError(form);
  };
  return (
    <FormDialog
      {...{ title, form, isBusy, onClose }}
      size="small"
      action={isBusy ? 'Saving …' : theirs ? 'Save mine' : 'Save'}
      others={
        isAlong ? null : (
          <button
            type="button"
            className="ed-button"
            aria-disabled={isBusy ? true : undefined}
            onClick={() => (isBusy ? undefined : void submit(true))}
          >
            Save and publish …
          </button>
        )
      }
      failure={saving.failure}
      hasInput={() => !isSame(texts, opened)}
      onSubmit={() => submit(false)}
    >
      <p className="ed-dialog__note">
        {opened.filename}. The text belongs to the picture. Saving keeps it as a draft; once it is published, visitors
        have it wherever the picture is shown.
      </p>
      {opened.savedAt === null || theirs ? null : (
        <p className="ed-dialog__note">
          Not published yet: saved <Moment at={opened.savedAt} />
          {opened.savedBy === null ? '' : ` by ${opened.savedBy}`}.
        </p>
      )}
      {theirs ? (
        <Theirs
          theirs={theirs}
          onTake={() => {
            setTexts(theirs);
            saving.settle();
          }}
        />
      ) : null}
      <PictureTextFields
        alt={texts.alt}
        decorative={picture.kind === 'image' ? texts.decorative : null}
        {...{ errors, isBusy }}
        onAlt={(alt) => setTexts({ ...texts, alt })}
        onDecorative={(decorative) => setTexts({ ...texts, decorative })}
      />
    </FormDialog>
  );
}

function isSame(one: Texts, other: Texts): boolean {
  return (
    one.decorative === other.decorative && locales.every((locale) => textIn(one, locale) === textIn(other, locale))
  );
}

function textIn({ alt }: Texts, locale: Locale): string {
  return alt[locale] ?? '';
}

/** Saves against what the person has seen last, and tells of what somebody else has saved meanwhile. */
function useSaving(picture: Props['picture'], opened: Saved) {
  const [seen, setSeen] = useState(opened);
  const [theirs, setTheirs] = useState<Saved | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);

  const send = (texts: Texts, { savedAt: base, version }: Saved, isOverTheirs: boolean) =>
    call('describePicture', { ...picture, ...texts, base, version, ...(isOverTheirs ? { isOverTheirs } : {}) });

  /** Null where somebody else has saved other texts, which the person has to see first. */
  const trySaving = async (texts: Texts) => {
    const answer = await send(texts, seen, theirs !== null);
    if (answer.ok || answer.failure.code !== 'conflict') return answer;
    const now = await call('findPictureTexts', picture);
    if (!now.ok) return now;
    setSeen(now.value);
    // Their texts are those that the person has seen: they have changed something else of the picture.
    if (isSame(now.value, seen)) return send(texts, now.value, false);
    setTheirs(now.value);
    return null;
  };
  return {
    isBusy,
    failure,
    theirs,
    /** Their texts are taken. */
    settle: () => setTheirs(null),
    save: async (texts: Texts) => {
      setFailure(null);
      setBusy(true);
      const answer = await trySaving(texts);
      setBusy(false);
      if (answer?.ok) forgetRecord(picture.kind, picture.id);
      if (answer?.ok === false && answer.failure.issues.length === 0) setFailure(answer.failure);
      return answer;
    },
  };
}

/** What somebody else has saved, beside which nothing was overwritten. */
function Theirs({ theirs, onTake }: { theirs: Saved; onTake: () => void }): ReactNode {
  const { savedAt, savedBy, decorative } = theirs;
  const written = locales.filter((locale) => textIn(theirs, locale) !== '');
  return (
    <div className="ed-problem" role="alert">
      <p>
        {savedBy ?? 'Somebody'} has {savedAt === null ? 'published' : 'saved'} other texts since you opened this.
        Nothing was overwritten.
      </p>
      <ul className="ed-stored">
        {decorative ? <li>Decorative: it needs no text</li> : null}
        {decorative
          ? null
          : written.map((locale) => <li key={locale}>{`${englishNames[locale]}: ${textIn(theirs, locale)}`}</li>)}
      </ul>
      <p>“Save mine” puts yours in their place.</p>
      <button type="button" className="ed-button ed-button--small" onClick={onTake}>
        Take theirs
      </button>
    </div>
  );
}
