import { type ReactNode, useEffect, useRef } from 'react';
import { type Locale, englishNames, languageCodes } from '#domain/locales.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { CallFailure } from '#staff/calls/api.ts';
import { ReadableValue } from '#staff/differences/ReadableValue.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { ChangedWords } from '#staff/differences/ChangedWords.tsx';
import type { EditorField } from '#schema/editor-fields.ts';
import { plainText, richTextSchema } from '#schema/rich-text.ts';
import type { StoredFile } from '#view-model/stored-file.ts';
import { CompareFiles } from '../media/CompareFiles.tsx';
import type { RecordDifference, RestoredPart } from './record-differences.ts';

export type RecordRestore = {
  /** False where the version before is the draft itself, and for who may not edit. */
  isPossible: boolean;
  isBusy: boolean;
  /** What was done last, in words. */
  done: string | null;
  failure: CallFailure | null;
  bringBack: (part: RestoredPart, done: string) => void;
};

type Props = {
  /** The files of both versions, where they differ. */
  files: { before: StoredFile; after: StoredFile } | null;
  /** Null while it is compared. */
  differences: readonly RecordDifference[] | null;
  /** The language that is looked at, where it is one at a time. */
  locale: Locale | null;
  /** The languages of the version before, which can be brought back each. */
  languages: readonly Locale[];
  restore: RecordRestore;
  onClose: () => void;
};

/** What differs between two versions of a record, each with the way to bring it back into the draft. */
export function RecordDifferences({ files, differences, locale, languages, restore, onClose }: Props): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  // What was brought back is no difference any more, and its button is gone.
  useEffect(() => {
    const isDone = restore.done !== null && differences !== null;
    if (isDone && document.activeElement === document.body) list.current?.focus();
  }, [restore.done, differences]);
  const others = (differences ?? []).filter((one) => one.locale !== null && one.locale !== locale);
  const shown = (differences ?? []).filter((one) => locale === null || one.locale === null || one.locale === locale);
  return (
    <section className="ed-history__list" aria-label="Differences">
      <div
        ref={list}
        className="ed-history__scroll"
        tabIndex={0}
        role="group"
        aria-label="List of differences, scrollable"
      >
        <h3>{formatTitle(differences && shown.length + (files ? 1 : 0), locale)}</h3>
        {restore.failure ? <Failure failure={restore.failure} /> : null}
        <p role="status">{restore.done}</p>
        {shown.length === 0 && others.length > 0 && locale !== null ? (
          <p>Look at the other languages: their numbers are in the tabs.</p>
        ) : null}
        <ul className="ed-history__fields">
          {files ? <FileDifference {...{ files, restore }} /> : null}
          {shown.map((difference) => (
            <li key={difference.path.join('/')}>
              <span className="ed-history__label">{formatLabel(difference, locale)}</span>
              <Values difference={difference} />
              <BringBack
                part={{ what: 'field', path: difference.path }}
                done={`${formatLabel(difference, null)} is back in the draft.`}
                label="Bring back"
                of={formatLabel(difference, null)}
                restore={restore}
              />
            </li>
          ))}
        </ul>
      </div>
      <div className="ed-history__foot">
        {restore.isPossible ? (
          <>
            <p className="ed-dialog__note">
              What you bring back goes into the draft, as the version before has it. Nothing is live until you publish.
            </p>
            <BringBack
              part={{ what: 'all' }}
              done="The draft is this version now."
              label="Bring back all of it"
              restore={restore}
            />
            {languages
              .filter((one) => (locale === null || one === locale) && differences?.some((is) => is.locale === one))
              .map((one) => (
                <BringBack
                  key={one}
                  part={{ what: 'language', locale: one }}
                  done={`The ${englishNames[one]} texts are back in the draft.`}
                  label={`Bring back the ${englishNames[one]} texts`}
                  restore={restore}
                />
              ))}
          </>
        ) : null}
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  );
}

function FileDifference({ files, restore }: { files: NonNullable<Props['files']>; restore: RecordRestore }): ReactNode {
  return (
    <li>
      <span className="ed-history__label">File</span>
      <CompareFiles
        sides={[
          { title: 'File before', file: files.before },
          { title: 'File after', file: files.after },
        ]}
      />
      <BringBack
        part={{ what: 'file' }}
        done="The file is back in the draft."
        label="Bring back"
        of="the file"
        restore={restore}
      />
    </li>
  );
}

function formatTitle(count: number | null, locale: Locale | null): string {
  if (count === null) return 'Comparing …';
  const place = locale === null ? '' : ` in ${englishNames[locale]}`;
  return count === 0
    ? `No difference${place}`
    : `${showNumber(count)} ${count === 1 ? 'difference' : 'differences'}${place}`;
}

/** The language is said where the list is not of one. */
function formatLabel({ field, locale }: RecordDifference, among: Locale | null): string {
  return locale === null || locale === among ? field.label : `${field.label}, ${englishNames[locale]}`;
}

type BringProps = {
  part: RestoredPart;
  /** What is said once it is done. */
  done: string;
  label: string;
  /** What it is of, for those who do not see where the button stands. */
  of?: string;
  restore: RecordRestore;
};

function BringBack({ part, done, label, of, restore }: BringProps): ReactNode {
  if (!restore.isPossible) return null;
  return (
    <button
      type="button"
      className={part.what === 'field' || part.what === 'file' ? 'ed-button ed-button--small' : 'ed-button'}
      aria-disabled={restore.isBusy ? true : undefined}
      onClick={() => restore.bringBack(part, done)}
    >
      {label}
      {of === undefined ? null : <span className="visually-hidden">: {of}</span>}
    </button>
  );
}

/** Texts with the words that differ marked; anything else before and after. */
function Values({ difference: { field, locale, before, after } }: { difference: RecordDifference }): ReactNode {
  const [was, is] = [toText(field, before), toText(field, after)];
  if (was !== null && is !== null) {
    const language = languageCodes[locale ?? 'en'];
    return (
      <p className="adm-versions__text" lang={language}>
        <ChangedWords before={was} after={is} language={language} />
      </p>
    );
  }
  return (
    <div className="adm-versions__sides">
      <del>
        <ReadableValue field={field} value={before} />
      </del>
      <ins>
        <ReadableValue field={field} value={after} />
      </ins>
    </div>
  );
}

/** A value that is read as a text; null for one that is not. */
function toText({ widget }: EditorField, value: unknown): string | null {
  if (widget === 'reference' || widget === 'select') return null;
  if (value === undefined || value === null) return '';
  if (widget === 'rich-text') {
    const parsed = richTextSchema.safeParse(value);
    return parsed.success ? plainText(parsed.data) : null;
  }
  if (widget === 'texts') return Array.isArray(value) ? value.join('\n') : null;
  return typeof value === 'string' ? value : null;
}
