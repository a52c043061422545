import type { ChangeEvent, FocusEvent, ReactNode } from 'react';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

/** What a half-typed day is kept as: no schema takes it, so that it is not saved as none. */
const incomplete = '?';

/** A day, or a day and time, in the browser's own field. Moments are shown in the editor's time zone and kept in UTC. */
export function DateField({ field, path }: { field: FieldOf<'date' | 'date-time'>; path: string }): ReactNode {
  const control = useField(path);
  const hasTime = field.widget === 'date-time';
  const take = ({ target }: ChangeEvent<HTMLInputElement> | FocusEvent<HTMLInputElement>) =>
    control.onChange(target.validity.badInput ? incomplete : write(target.value, hasTime));
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          {...control}
          className="ed-input ed-date"
          type={hasTime ? 'datetime-local' : 'date'}
          max={hasTime ? '9999-12-31T23:59' : '9999-12-31'}
          value={read(control.value, hasTime)}
          onChange={take}
          onBlur={(event) => {
            control.onBlur();
            // Browsers say nothing when a part is typed into an empty field.
            if (event.target.validity.badInput || control.value === incomplete) take(event);
          }}
        />
      )}
    </FieldShell>
  );
}

const minutes = 60_000;

/** A stored day or moment as the browser's field takes it; nothing for what is none. */
function read(stored: unknown, hasTime: boolean): string {
  if (typeof stored !== 'string') return '';
  if (!hasTime) return stored === incomplete ? '' : stored;
  const moment = new Date(stored);
  if (Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * minutes).toISOString().slice(0, 16);
}

function write(shown: string, hasTime: boolean): string {
  return shown === '' || !hasTime ? shown : new Date(shown).toISOString();
}
