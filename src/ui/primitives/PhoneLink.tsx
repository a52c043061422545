import type { ReactNode } from 'react';

/** A telephone number that stays on one line and can be called. */
export function PhoneLink({ number, children }: { number: string; children?: ReactNode }): ReactNode {
  return (
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>
      {children}
      {number.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')}
    </a>
  );
}
