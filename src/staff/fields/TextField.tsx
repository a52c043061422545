import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Counter } from './Counter.tsx';
import { useTextLanguage } from '../calls/editor-site.ts';
import { EnglishBeside } from './english.tsx';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { usePlaceholder } from './placeholder.tsx';
import { useField } from './use-field.ts';
import { useTextQuote } from './use-text-quote.tsx';

type Props = { field: FieldOf<'text' | 'long-text'>; path: string };

/** One or several lines of text, with the limit and the number of characters. */
export function TextField({ field, path }: Props): ReactNode {
  const control = useField(path);
  const value = typeof control.value === 'string' ? control.value : '';
  const placeholder = usePlaceholder(path);
  const language = useTextLanguage();
  const element = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const setElement = (next: HTMLInputElement | HTMLTextAreaElement | null) => {
    element.current = next;
    control.ref(next);
  };

  // Grows with its content, where the browser does not support `field-sizing`.
  useLayoutEffect(() => {
    const area = element.current;
    if (!(area instanceof HTMLTextAreaElement) || CSS.supports('field-sizing', 'content')) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  });

  const { onFocus, onTyped, choice } = useTextQuote({ element, value, onChange: control.onChange });
  const beside = (labelId: string) => (
    <>
      {choice}
      <EnglishBeside
        path={path}
        labelId={labelId}
        value={value}
        onCopy={(english) => {
          control.onChange(english);
          element.current?.focus();
        }}
      />
    </>
  );
  return (
    <FieldShell
      path={path}
      label={field.label}
      help={field.help}
      required={field.required}
      aside={field.max === null ? null : <Counter value={value} max={field.max} />}
      beside={beside}
    >
      {({ labelId: _, ...ids }) =>
        field.widget === 'text' ? (
          <input
            {...ids}
            {...control}
            className="ed-input"
            lang={language}
            placeholder={placeholder}
            type="text"
            autoComplete="off"
            value={value}
            ref={setElement}
            onFocus={onFocus}
            onChange={(event) => onTyped(event.target.value)}
          />
        ) : (
          <textarea
            {...ids}
            {...control}
            className="ed-input ed-input--area"
            lang={language}
            placeholder={placeholder}
            rows={3}
            value={value}
            ref={setElement}
            onFocus={onFocus}
            onChange={(event) => onTyped(event.target.value)}
          />
        )
      }
    </FieldShell>
  );
}
