import { type ComponentProps, type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { FormUse } from '#forms/form-uses.ts';
import type { RecordRow } from '#view-model/records.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { PickerPages } from '#staff/picker/PickerPages.tsx';
import { type PickerItem, pickerPageSize } from '#staff/picker/records.ts';
import { usePickerSearch } from '#staff/picker/use-picker-search.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { StateMark } from '../records/StateMark.tsx';
import { TrashList } from '../records/TrashList.tsx';
import { DeletedForms } from './DeletedForms.tsx';
import { DeleteForm } from './DeleteForm.tsx';
import { FormUses } from './FormUses.tsx';
import { SearchField } from './SearchField.tsx';
import { SubmissionCount } from './SubmissionCount.tsx';
import { useTitle } from './use-title.ts';
import { useCall } from '#staff/calls/use-call.ts';

/** All forms: searched by name, with the pages that use each. */
export default function FormsList(): ReactNode {
  useTitle('Forms');
  const { search, setSearch, asked, setPage, state, shown, retry } = usePickerSearch('form');
  const [deleting, setDeleting] = useState<{ id: number; title: string } | null>(null);
  /** Counts deletions here, which reload the list of deleted forms. */
  const [deletions, setDeletions] = useState(0);
  const items = shown?.items ?? [];
  const count = shown?.count ?? 0;
  const ids = items.map(({ id }) => id);
  const uses = useCall('findFormUses', { ids });
  const counts = useCall('countSubmissions', { ids });
  const states = useCall('listRecords', { kind: 'form', ids });
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Forms</h1>
        <a className="ed-button ed-button--primary" href={adminPaths.newForm}>
          New form
        </a>
      </div>
      <div className="ed-screen__search">
        <SearchField label="Search forms" placeholder="Search by name or id" value={search} onChange={setSearch} />
      </div>
      <p className="ed-picker__status" role="status">
        {state.status === 'loading' ? 'Searching …' : null}
        {state.status === 'ready' ? `${showNumber(count)} ${count === 1 ? 'form' : 'forms'}` : null}
      </p>
      {state.status === 'failed' ? <Failure failure={state.failure} onRetry={retry} /> : null}
      {counts.failure && state.status === 'ready' ? <Failure failure={counts.failure} onRetry={counts.reload} /> : null}
      {uses.failure && state.status === 'ready' ? <Failure failure={uses.failure} onRetry={uses.reload} /> : null}
      {states.failure && state.status === 'ready' ? <Failure failure={states.failure} onRetry={states.reload} /> : null}
      {state.status === 'ready' && count === 0 ? <Nothing search={asked.search} /> : null}
      {items.length > 0 ? (
        <FormsTable
          items={items}
          uses={uses.current}
          counts={counts.current}
          states={states.current?.rows ?? []}
          onDelete={setDeleting}
        />
      ) : null}
      <PickerPages page={asked.page} pages={Math.ceil(count / pickerPageSize)} onPage={setPage} />
      <DeletedForms key={deletions} />
      <details className="adm-fold">
        <summary>Deleted in the last 30 days</summary>
        <TrashList key={deletions} kind="form" />
      </details>
      {deleting ? (
        <DeleteForm
          {...deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            setDeletions(deletions + 1);
            retry();
          }}
        />
      ) : null}
    </main>
  );
}

function Nothing({ search }: { search: string }): ReactNode {
  return (
    <p className="ed-screen__empty">
      {search === ''
        ? 'There are no forms yet. Build the first one, then place it on a page with the module “Form-builder forms”.'
        : `No form matches “${search}”. Search for a part of its name, or its id.`}
    </p>
  );
}

function Used({ uses }: { uses: readonly FormUse[] | null }): ReactNode {
  if (uses === null) return '…';
  if (uses.length === 0) return <span className="ed-table__quiet">Nowhere</span>;
  const pages = new Set(uses.map(({ pageId }) => pageId)).size;
  return (
    <details className="ed-uses">
      <summary>{pages === 1 ? '1 page' : `${showNumber(pages)} pages`}</summary>
      <FormUses uses={uses} />
    </details>
  );
}

function State({ of }: { of: Pick<RecordRow, 'state'> | undefined }): ReactNode {
  return of ? <StateMark state={of.state} /> : '…';
}

type TableProps = {
  items: readonly PickerItem[];
  uses: readonly FormUse[] | null;
  counts: ComponentProps<typeof SubmissionCount>['counts'];
  states: readonly Pick<RecordRow, 'id' | 'state'>[];
  onDelete: (form: { id: number; title: string }) => void;
};

function FormsTable({ items, uses, counts, states, onDelete }: TableProps): ReactNode {
  return (
    <ListTable label="Forms" columns={['Form', 'State', 'Used on', 'Submissions']} unseen="Actions">
      {items.map(({ id, title, detail }) => (
        <tr key={id}>
          <th scope="row">
            <a href={adminPaths.form(id)}>{title}</a>
            <small>{detail}</small>
          </th>
          <td data-label="State">
            <State of={states.find((row) => row.id === id)} />
          </td>
          <td data-label="Used on">
            <Used uses={uses?.filter(({ formId }) => formId === id) ?? null} />
          </td>
          <td data-label="Submissions">
            <SubmissionCount formId={id} title={title} counts={counts} />
          </td>
          <td>
            <div className="ed-table__tools">
              <a className="ed-button ed-button--small" href={adminPaths.form(id)} aria-label={`Edit ${title}`}>
                Edit
              </a>
              <button
                type="button"
                className="ed-button ed-button--small ed-button--quiet"
                aria-label={`Delete ${title}`}
                onClick={() => onDelete({ id, title })}
              >
                Delete
              </button>
            </div>
          </td>
        </tr>
      ))}
    </ListTable>
  );
}
