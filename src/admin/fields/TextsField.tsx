import { type ReactNode, useRef } from 'react';
import { capital } from '#kinds/registry.ts';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useTextLanguage } from '#staff/calls/editor-site.ts';
import { FieldShell } from '#staff/fields/FieldShell.tsx';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { useField } from '#staff/fields/use-field.ts';

/** Texts one below the other: Enter begins the next one. */
export function TextsField({ field, path }: { field: FieldOf<'texts'>; path: string }): ReactNode {
  const control = useField(path);
  const root = useRef<HTMLDivElement>(null);
  const language = useTextLanguage();
  const lines = Array.isArray(control.value) ? control.value.map((line) => (typeof line === 'string' ? line : '')) : [];
  const write = (next: string[], focused: number) =>
    focusAfter(
      () => control.onChange(next),
      () => root.current?.querySelectorAll('input')[focused] ?? null,
    );
  const insert = (index: number) => write(lines.toSpliced(index, 0, ''), index);
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup isWhole>
      {({ labelId, 'aria-describedby': describedBy }) => (
        <div ref={root} className="adm-texts" role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
          {lines.map((line, index) => (
            <div key={index} className="adm-texts__line">
              <input
                className="ed-input"
                aria-label={`${capital(field.itemLabel)} ${index + 1}`}
                autoComplete="off"
                lang={language}
                maxLength={field.max ?? undefined}
                value={line}
                onBlur={control.onBlur}
                onChange={({ target }) => control.onChange(lines.with(index, target.value))}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  insert(index + 1);
                }}
              />
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                onClick={() => write(lines.toSpliced(index, 1), Math.max(0, index - 1))}
              >
                Delete
                <span className="visually-hidden">
                  {' '}
                  {field.itemLabel} {index + 1}
                </span>
              </button>
            </div>
          ))}
          <button
            ref={control.ref}
            type="button"
            className="ed-button ed-button--small"
            onClick={() => insert(lines.length)}
          >
            Add {field.itemLabel}
          </button>
        </div>
      )}
    </FieldShell>
  );
}
