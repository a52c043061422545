import type { ReactNode } from 'react';

/** A dash where a table has no value, with words for screen readers. */
export function NoValue({ words }: { words: string }): ReactNode {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{words}</span>
    </>
  );
}
