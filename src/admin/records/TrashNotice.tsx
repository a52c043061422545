import { type ReactNode, useState } from 'react';
import { isRecordKind } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { takeNotice } from './record-notice.ts';

// Read before the screen is rendered: React may render it twice.
const arrived = takeNotice();

/** What was just deleted, with the way back. */
export function TrashNotice(): ReactNode {
  const [notice, setNotice] = useState(arrived);
  const [problem, setProblem] = useState<string | null>(null);
  if (!notice) return null;
  const undo = async ({ kind, ids }: NonNullable<typeof notice.undo>) => {
    if (!isRecordKind(kind)) return;
    for (const id of ids) {
      const answer = await call('restoreRecord', { kind, id });
      if (!answer.ok) return setProblem(answer.failure.message);
    }
    location.reload();
  };
  return (
    <div className="adm-notice" role="status">
      <span>{problem ?? notice.announcement}</span>
      {notice.undo ? (
        <button
          type="button"
          className="ed-button ed-button--small"
          onClick={() => notice.undo && void undo(notice.undo)}
        >
          Undo
        </button>
      ) : null}
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => setNotice(null)}>
        Close
      </button>
    </div>
  );
}
