import type { ReactNode } from 'react';

/** A timestamp in the editor's time zone; what is none is shown as it is. */
export function Moment({ at }: { at: string }): ReactNode {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
