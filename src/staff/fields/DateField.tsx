import type { ChangeEvent, FocusEvent, ReactNode } from 'react';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from '#schema/editor-fields.ts';
import { useField } from './use-field.ts';

/** The value of an incomplete date: every schema refuses it, so that it is not saved as empty. */
const incomplete = '?';

/** A date, or a date and time, as a native input. Timestamps are shown in the editor's time zone and stored in UTC. */
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
            // Browsers fire no change event when a part is typed into an empty field.
            if (event.target.validity.badInput || control.value === incomplete) take(event);
          }}
        />
      )}
    </FieldShell>
  );
}

const minutes = 60_000;

/** A stored date or timestamp as the native input takes it; empty for an invalid one. */
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
