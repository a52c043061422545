import { type ReactNode, useState } from 'react';
import { isMediaKind } from '#domain/media/media-library.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { getKindNames } from '#kinds/registry.ts';
import type { RecordId, RecordRow } from '#view-model/records.ts';
import AddToRelease from '#staff/publishing/AddToRelease.tsx';
import { MediaActs } from '../media/library/MediaActs.tsx';
import { ChangeField } from '../sheets/ChangeField.tsx';
import { isDeletable } from '../shell/navigation.ts';
import { useMay } from '../shell/use-may.ts';
import { CopyRows } from './CopyRows.tsx';
import { DeleteRecords } from './DeleteRecords.tsx';
import type { LoadedKind } from './load-kind.ts';
import { describePublishingRecords } from '#staff/publishing/records-publishing.tsx';
import { PublishDialog } from '#staff/publishing/PublishDialog.tsx';

type Props = {
  definition: LoadedKind;
  columns: readonly string[];
  /** What is chosen, and what of it the list shows. */
  ids: readonly RecordId[];
  rows: readonly RecordRow[];
  /** Offered where the list finds more than what is chosen. */
  chooseAll: ReactNode;
  onClear: () => void;
  onDone: () => void;
};

/** What can be done with the chosen records of a list. */
export function BulkBar({ definition, columns, ids, rows, chooseAll, onClear, onDone }: Props): ReactNode {
  const { kind } = definition;
  const [open, setOpen] = useState<'publish' | 'release' | 'change' | 'withdraw' | 'delete' | null>(null);
  const mayEdit = useMay()('edit', { kind });
  const { one, many } = getKindNames(kind);
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const records = ids.map((id) => ({ kind, id, title: titles.get(id) ?? '' }));
  const close = (isDone: boolean) => (isDone ? onDone() : setOpen(null));
  return (
    <section className="adm-bulk" aria-label="Chosen">
      <span role="status">
        {showNumber(ids.length)} {ids.length === 1 ? one : many} chosen
      </span>
      {chooseAll}
      {mayEdit ? (
        <>
          <button
            type="button"
            className="ed-button ed-button--primary ed-button--small"
            onClick={() => setOpen('publish')}
          >
            Publish
          </button>
          <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('release')}>
            Add to release
          </button>
          <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('change')}>
            Change a field
          </button>
        </>
      ) : null}
      {mayEdit && isMediaKind(kind) ? (
        <MediaActs kind={kind} ids={ids.filter((id) => typeof id === 'number')} onDone={onDone} />
      ) : null}
      {mayEdit && definition.hasVisibility ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('withdraw')}>
          Withdraw
        </button>
      ) : null}
      {mayEdit && isDeletable(kind) ? (
        <button type="button" className="ed-button ed-button--small" onClick={() => setOpen('delete')}>
          Delete
        </button>
      ) : null}
      {rows.length === ids.length ? <CopyRows {...{ definition, columns, rows }} /> : null}
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClear}>
        Clear
      </button>
      {open === 'publish' ? <PublishDialog publishable={describePublishingRecords(records)} onClose={close} /> : null}
      {open === 'release' ? (
        <AddToRelease
          items={ids.map((id) => ({ kind, id }))}
          title={records.map(({ title }) => title).join(', ')}
          nameOf={(item) => ('id' in item ? titles.get(item.id) || `${one} ${item.id}` : '')}
          onClose={close}
        />
      ) : null}
      {open === 'change' || open === 'withdraw' ? (
        <ChangeField
          definition={definition}
          ids={ids}
          change={open === 'withdraw' ? { field: 'is_published', value: 'No', title: 'Withdraw' } : null}
          onClose={close}
        />
      ) : null}
      {open === 'delete' ? <DeleteRecords records={records} onClose={() => setOpen(null)} onDeleted={onDone} /> : null}
    </section>
  );
}
