import { type ReactNode, useState } from 'react';
import { isRecordKind } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import type { RecordNotice } from './record-notice.ts';

type Props = {
  /** Null as long as nothing was done: what is said then is announced. */
  notice: RecordNotice | null;
  className: string;
  onClose: () => void;
};

/** What was just done to records, with the way back where there is one. */
export function TrashNotice({ notice, className, onClose }: Props): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const undo = async ({ kind, ids }: NonNullable<RecordNotice['undo']>) => {
    if (!isRecordKind(kind)) return;
    for (const id of ids) {
      const answer = await call('restoreRecord', { kind, id });
      if (!answer.ok) return setProblem(answer.failure.message);
    }
    location.reload();
  };
  return (
    <div className={notice ? className : undefined}>
      <span role="status">{problem ?? notice?.announcement}</span>
      {notice?.undo ? (
        <button
          type="button"
          className="ed-button ed-button--small"
          onClick={() => notice.undo && void undo(notice.undo)}
        >
          Undo
        </button>
      ) : null}
      {notice ? (
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet"
          onClick={() => {
            setProblem(null);
            onClose();
          }}
        >
          Close
        </button>
      ) : null}
    </div>
  );
}
