import type { ReactNode } from 'react';
import { countCharacters } from '#schema/fields.ts';

/** The number of characters of a text with a limit. Screen readers announce it when it exceeds that. */
export function Counter({ value, max }: { value: string; max: number }): ReactNode {
  const count = countCharacters(value);
  const over = count - max;
  return (
    <>
      <span className={over > 0 ? 'ed-counter ed-counter--over' : 'ed-counter'} aria-hidden="true">
        {count} / {max}
      </span>
      <span className="ed-unseen" role="status">
        {over > 0 ? `${over} ${over === 1 ? 'character' : 'characters'} too many` : ''}
      </span>
    </>
  );
}
