import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#editor/api.ts';
import { Moment } from '#editor/dialog/Moment.tsx';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { useCall } from '#editor/use-call.ts';
import type { RecordVersion } from '#view-model/records.ts';
import type { NamedRecord } from './PublishRecords.tsx';
import { RecordComparison } from './RecordComparison.tsx';

type Props = { record: NamedRecord; onClose: () => void; onRestored: () => void };

/** Every version that was live: what differs from it now, and the way back, as a whole or by field. */
export function VersionsWindow({ record, onClose, onRestored }: Props): ReactNode {
  const { kind, id, title } = record;
  const { value, failure, reload } = useCall('recordVersions', { kind, id });
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const [compared, setCompared] = useState<number | null>(null);
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
        {(value ?? []).map((version, index) => (
          <Version
            key={version.number}
            {...{ version, record, onRestored }}
            isLatest={index === 0}
            isCompared={compared === version.number}
            onCompare={() => setCompared(compared === version.number ? null : version.number)}
            onRestore={() => void restore(version.number)}
          />
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

type VersionProps = {
  version: RecordVersion;
  record: NamedRecord;
  isLatest: boolean;
  isCompared: boolean;
  onCompare: () => void;
  onRestore: () => void;
  onRestored: () => void;
};

function Version({
  version: { number, madeAt, madeBy, data },
  record,
  isLatest,
  isCompared,
  onCompare,
  onRestore,
  onRestored,
}: VersionProps): ReactNode {
  const words = [madeBy ?? 'By a program', data === null ? 'deleted' : '', isLatest ? 'the latest' : ''];
  return (
    <li>
      <span>
        <Moment at={madeAt} />
        <small>{words.filter(Boolean).join(' · ')}</small>
      </span>
      {data === null ? null : (
        <span className="adm-versions__tools">
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            aria-expanded={isCompared}
            onClick={onCompare}
          >
            Compare<span className="visually-hidden"> with now: version {number}</span>
          </button>
          {isLatest ? null : (
            <button type="button" className="ed-button ed-button--small" onClick={onRestore}>
              Make it the draft<span className="visually-hidden">: version {number}</span>
            </button>
          )}
        </span>
      )}
      {isCompared && data !== null ? <RecordComparison {...{ record, data, onRestored }} /> : null}
    </li>
  );
}
