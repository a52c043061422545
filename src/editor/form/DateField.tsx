import {
  CalendarDate,
  type DateValue,
  ZonedDateTime,
  getLocalTimeZone,
  now,
  parseAbsolute,
  parseDate,
  today,
} from '@internationalized/date';
import type { ReactNode } from 'react';
import { DateField as AriaDateField, DateInput, DateSegment, I18nProvider } from 'react-aria-components';
import { FieldShell } from './FieldShell.tsx';
import type { FieldOf } from './form-fields.ts';
import { useField } from './use-field.ts';

/** A day, or a day and time, typed part by part. Moments are shown in the editor's time zone and kept in UTC. */
export default function DateField({ field, path }: { field: FieldOf<'date' | 'date-time'>; path: string }): ReactNode {
  const control = useField(path);
  const hasTime = field.widget === 'date-time';
  const value = read(control.value, hasTime);
  return (
    <FieldShell path={path} label={field.label} help={field.help} required={field.required} isGroup>
      {({ labelId, ...ids }) => (
        // The editor speaks English whatever the browser speaks.
        <I18nProvider locale="en-GB">
          <div className="ed-date">
            <AriaDateField<DateValue>
              id={ids.id}
              aria-labelledby={labelId}
              {...(ids['aria-describedby'] ? { 'aria-describedby': ids['aria-describedby'] } : {})}
              isInvalid={ids['aria-invalid'] === true}
              granularity={hasTime ? 'minute' : 'day'}
              placeholderValue={
                hasTime ? now(getLocalTimeZone()).set({ second: 0, millisecond: 0 }) : today(getLocalTimeZone())
              }
              value={value}
              onBlur={control.onBlur}
              onChange={(next) => control.onChange(write(next))}
            >
              <DateInput className="ed-input ed-date__input">
                {(segment) => <DateSegment className="ed-date__part" segment={segment} />}
              </DateInput>
            </AriaDateField>
            {value === null || field.required ? null : (
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                aria-describedby={labelId}
                onClick={() => control.onChange('')}
              >
                Clear
              </button>
            )}
          </div>
        </I18nProvider>
      )}
    </FieldShell>
  );
}

/** A stored day or moment; null for what is empty or none. */
function read(stored: unknown, hasTime: boolean): DateValue | null {
  if (typeof stored !== 'string' || stored === '') return null;
  try {
    return hasTime ? parseAbsolute(stored, getLocalTimeZone()) : parseDate(stored);
  } catch {
    return null;
  }
}

function write(value: DateValue | null): string {
  if (value instanceof ZonedDateTime) return value.toAbsoluteString();
  return value instanceof CalendarDate ? value.toString() : '';
}
