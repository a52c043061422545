import { type ReactNode, createContext, useContext } from 'react';
import { valueAt } from '#domain/objects.ts';
import { isEmptyRichText, plainText, richTextSchema } from '#schema/rich-text.ts';

/** The values of the default locale, or null where the form edits that locale itself. */
const EnglishText = createContext<unknown>(null);

/** Gives the fields inside the English text to show beside them. `values` is the module's data in the default locale, or null. */
export function EnglishProvider({ values, children }: { values: unknown; children: ReactNode }): ReactNode {
  return <EnglishText value={values ?? null}>{children}</EnglishText>;
}

/** The English value of a field at a path of the form; list items are matched by their index. */
function useEnglish(path: string): unknown {
  return valueAt(useContext(EnglishText), path.split('.'));
}

/** Longer English texts are folded, in characters. */
const foldedFrom = 160;

type Props = {
  path: string;
  /** Labels the button that copies the text into the field. */
  labelId: string;
  value: unknown;
  onCopy: (english: unknown) => void;
};

/** The English text of a field, and a button that copies it. Nothing in an English form, or when the English text is empty. */
export function EnglishBeside({ path, labelId, value, onCopy }: Props): ReactNode {
  const english = useEnglish(path);
  const text = toWords(english);
  if (text === '') return null;
  const isSame = JSON.stringify(value) === JSON.stringify(english);
  return (
    <div className="ed-english">
      {text.length > foldedFrom ? (
        <details className="ed-english__fold">
          <summary className="ed-english__summary">
            <span className="ed-english__name">English</span>{' '}
            <span className="ed-english__begin" lang="en">
              {cutBeginning(text)} …
            </span>{' '}
            <span className="ed-english__more" />
          </summary>
          <p className="ed-english__text" lang="en">
            {text}
          </p>
        </details>
      ) : (
        <p className="ed-english__text">
          <span className="ed-english__name">English</span> <span lang="en">{text}</span>
        </p>
      )}
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        aria-describedby={labelId}
        // Not `disabled`: it would lose the focus with which it was pressed.
        aria-disabled={isSame ? true : undefined}
        onClick={() => {
          if (!isSame) onCopy(english);
        }}
      >
        Copy English
      </button>
    </div>
  );
}

/** About a line of the text, to the end of a word in languages with spaces. */
function cutBeginning(text: string): string {
  const begin = text.slice(0, foldedFrom / 2);
  const end = begin.lastIndexOf(' ');
  return end > 0 ? begin.slice(0, end) : begin;
}

function toWords(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  const document = richTextSchema.safeParse(value);
  return document.success && !isEmptyRichText(document.data) ? plainText(document.data) : '';
}
