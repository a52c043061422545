import { type ReactNode, useEffect, useMemo } from 'react';
import { plainText, richTextSchema } from '#schema/rich-text.ts';
import { Counter } from './Counter.tsx';
import { useTextLanguage } from '../calls/editor-site.ts';
import { EnglishBeside } from './english.tsx';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { usePlaceholder } from './placeholder.tsx';
import { RichTextTools } from './RichTextTools.tsx';
import { useField } from './use-field.ts';
import { useRichText } from './use-rich-text.ts';

type Props = { field: FieldOf<'rich-text'>; path: string };

/** Formatted text, stored as a document and not as HTML. */
export default function RichTextField({ field, path }: Props): ReactNode {
  const { value, onChange } = useField(path);
  const beside = (labelId: string) => <EnglishBeside path={path} labelId={labelId} value={value} onCopy={onChange} />;
  return (
    <FieldShell
      path={path}
      label={field.label}
      help={field.help}
      required={field.required}
      aside={field.max === null ? null : <Counter value={toWords(value)} max={field.max} />}
      beside={beside}
      isGroup
      isWhole
    >
      {(ids) => (
        <RichTextEditor
          path={path}
          labelId={ids.labelId}
          describedBy={ids['aria-describedby']}
          isInvalid={ids['aria-invalid'] === true}
        />
      )}
    </FieldShell>
  );
}

/** What a person reads of a formatted text. */
function toWords(value: unknown): string {
  const document = richTextSchema.safeParse(value);
  return document.success ? plainText(document.data) : '';
}

type EditorProps = { path: string; labelId: string; describedBy: string | undefined; isInvalid: boolean };

function RichTextEditor({ path, labelId, describedBy, isInvalid }: EditorProps): ReactNode {
  const { value, onChange, onBlur, ref } = useField(path);
  const placeholder = usePlaceholder(path);
  const language = useTextLanguage();
  const attributes = useMemo(
    (): Record<string, string> => ({
      class: 'ed-rich__text',
      role: 'textbox',
      'aria-multiline': 'true',
      lang: language,
      'aria-labelledby': labelId,
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
      ...(placeholder ? { 'aria-placeholder': placeholder } : {}),
      ...(isInvalid ? { 'aria-invalid': 'true' } : {}),
    }),
    [language, labelId, describedBy, placeholder, isInvalid],
  );
  const { room, state, focus, run, refusal } = useRichText({ value, onChange, onBlur, attributes });
  useEffect(() => {
    ref({ focus });
  }, [ref, focus]);

  return (
    <>
      <div className="ed-rich">
        <RichTextTools state={state} run={run} onLeave={focus} labelId={labelId} />
        <div ref={room} />
      </div>
      {refusal === null ? null : (
        <p className="ed-field__error" role="alert">
          {refusal}
        </p>
      )}
    </>
  );
}
