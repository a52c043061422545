import type { ReactNode } from 'react';

/** A timestamp in the editor's time zone. */
export function Moment({ at }: { at: string }): ReactNode {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}
