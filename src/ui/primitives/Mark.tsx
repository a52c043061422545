import type { ReactNode } from 'react';

/** The company's mark: a measuring cell, a ring open to what flows through it. */
export function Mark(): ReactNode {
  return (
    <svg className="mark" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <path d="M23.9 10a10.7 10.7 0 1 0 0 8" fill="none" stroke="currentColor" strokeWidth="3" />
      <path d="M14 14h13" fill="none" stroke="currentColor" strokeWidth="3" />
      <circle cx="14" cy="14" r="3.2" fill="currentColor" />
    </svg>
  );
}
