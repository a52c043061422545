import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#editor/api.ts';
import { Moment } from '#editor/dialog/Moment.tsx';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { useCall } from '../forms/use-call.ts';
import type { NamedRecord } from './PublishRecords.tsx';

type Props = { record: NamedRecord; onClose: () => void; onRestored: () => void };

/** Every version that was live; an earlier one can be made the draft. */
export function VersionsWindow({ record: { kind, id, title }, onClose, onRestored }: Props): ReactNode {
  const { value, failure, reload } = useCall('recordVersions', { kind, id });
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const restore = async (number: number) => {
    const answer = await call('restoreVersion', { kind, id, number });
    if (!answer.ok) return setRefused(answer.failure);
    onRestored();
  };
  return (
    <Window title={`Versions of “${title}”`} size="medium" onClose={onClose}>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {refused ? <Failure failure={refused} /> : null}
      {value ? null : failure ? null : <p role="status">Loading …</p>}
      <ul className="adm-versions">
        {(value ?? []).map(({ number, madeAt, madeBy, data }, index) => (
          <li key={number}>
            <span>
              <Moment at={madeAt} />
              <small>
                {[madeBy ?? 'By a program', data === null ? 'deleted' : '', index === 0 ? 'the latest' : '']
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            {index === 0 || data === null ? null : (
              <button type="button" className="ed-button ed-button--small" onClick={() => void restore(number)}>
                Make it the draft<span className="visually-hidden">: version {number}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className="ed-window__actions">
        <button type="button" className="ed-button" onClick={onClose}>
          Close
        </button>
      </div>
    </Window>
  );
}
