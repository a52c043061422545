import type { ReactNode } from 'react';
import type { RecordState } from '#view-model/records.ts';
import { stateNames } from '#admin/messages/record-states.ts';

/** A state as a word with a shape, never by colour alone. */
export function StateMark({ state }: { state: RecordState }): ReactNode {
  return (
    <span className="adm-state">
      <svg
        className={`adm-state__shape adm-state__shape--${state}`}
        viewBox="0 0 12 12"
        width="12"
        height="12"
        aria-hidden="true"
      >
        {shapes[state]}
      </svg>
      {stateNames[state]}
    </span>
  );
}

const shapes: Readonly<Record<RecordState, ReactNode>> = {
  live: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  changed: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" />
    </>
  ),
  draft: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2 1.6" />,
  scheduled: (
    <path
      d="M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM6 3.5V6l2 1.2"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
  ended: <rect x="2" y="2" width="8" height="8" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  hidden: (
    <path
      d="M2 10L10 2M6 1.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    />
  ),
};
