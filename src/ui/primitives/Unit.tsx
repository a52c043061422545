import type { ReactNode } from 'react';
import './unit.css';

/** The unit behind the name of a property, on the next line where it has no room: in one piece, as it is never hyphenated. */
export function Unit({ unit }: { unit: string }): ReactNode {
  return unit === '' ? null : (
    <>
      {' '}
      <small className="unit">{unit}</small>
    </>
  );
}
