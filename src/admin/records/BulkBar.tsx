import { type ReactNode, useState } from 'react';
import { wordsOf } from '#kinds/registry.ts';
import type { RecordRow } from '#view-model/records.ts';
import { ChangeField } from '../sheets/ChangeField.tsx';
import { isDeletable } from '../shell/navigation.ts';
import { DeleteRecords } from './DeleteRecords.tsx';
import type { LoadedKind } from './load-kind.ts';
import { PublishRecords } from './PublishRecords.tsx';

type Props = { definition: LoadedKind; rows: readonly RecordRow[]; onClear: () => void; onDone: () => void };

/** What can be done with the chosen records of a list. */
export function BulkBar({ definition, rows, onClear, onDone }: Props): ReactNode {
  const { kind } = definition;
  const [open, setOpen] = useState<'publish' | 'change' | 'delete' | null>(null);
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
      <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('change')}>
        Change a field
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
      {open === 'change' ? (
        <ChangeField
          definition={definition}
          ids={rows.map(({ id }) => id)}
          onClose={(isDone) => (isDone ? onDone() : setOpen(null))}
        />
      ) : null}
      {open === 'delete' ? <DeleteRecords records={records} onClose={() => setOpen(null)} onDeleted={onDone} /> : null}
    </section>
  );
}
