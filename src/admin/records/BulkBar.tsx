import { type ReactNode, useState } from 'react';
import { type KindName, wordsOf } from '#kinds/registry.ts';
import type { RecordRow } from '#view-model/records.ts';
import { isDeletable } from '../shell/navigation.ts';
import { DeleteRecords } from './DeleteRecords.tsx';
import { PublishRecords } from './PublishRecords.tsx';

type Props = { kind: KindName; rows: readonly RecordRow[]; onClear: () => void; onDone: () => void };

/** What can be done with the chosen records of a list. */
export function BulkBar({ kind, rows, onClear, onDone }: Props): ReactNode {
  const [open, setOpen] = useState<'publish' | 'delete' | null>(null);
  const { one, many } = wordsOf(kind);
  const records = rows.map(({ id, title }) => ({ kind, id, title }));
  return (
    <section className="adm-bulk" aria-label="Chosen">
      <span role="status">
        {rows.length} {rows.length === 1 ? one : many} chosen
      </span>
      <button
        type="button"
        className="ed-button ed-button--primary ed-button--small"
        onClick={() => setOpen('publish')}
      >
        Publish
      </button>
      {isDeletable(kind) ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('delete')}>
          Delete
        </button>
      ) : null}
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClear}>
        Clear
      </button>
      {open === 'publish' ? (
        <PublishRecords records={records} onClose={(isDone) => (isDone ? onDone() : setOpen(null))} />
      ) : null}
      {open === 'delete' ? <DeleteRecords records={records} onClose={() => setOpen(null)} onDeleted={onDone} /> : null}
    </section>
  );
}
