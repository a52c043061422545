import type { ReactNode } from 'react';

/** A moment as editors read it, in their own time. */
export function Moment({ at }: { at: string }): ReactNode {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })}
    </time>
  );
}
