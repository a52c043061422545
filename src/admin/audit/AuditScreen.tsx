import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { tableFormats } from '#domain/spreadsheets/export-formats.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type ActionInput, type ActionOutput, call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { ShowOlder } from '../shell/ShowOlder.tsx';
import { useTitle } from '../forms/use-title.ts';
import { EditDetails } from '../publishing/EditDetails.tsx';
import { ExportLinks } from '../shell/ExportLinks.tsx';
import { FilterBar } from '../shell/FilterBar.tsx';
import { type AuditFields, exportHref, toFilter } from './audit-filter.ts';

type Page = ActionOutput<'listEdits'>;
type Edit = Page['edits'][number];

const everything: AuditFields = { person: '', kind: '', from: '', until: '' };

/** Who changed which record when, with old and new words. */
export default function AuditScreen(): ReactNode {
  useTitle('Changes');
  const [fields, setFields] = useState(everything);
  const filter = toFilter(fields);
  const { value, current, failure, isLoading, reload } = useCall('listEdits', { filter });
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Changes</h1>
        <div className="ed-builder__actions">
          <ExportLinks formats={tableFormats} hrefOf={(format) => exportHref(adminPaths.auditExport(format), filter)} />
        </div>
      </div>
      <Filters {...{ fields }} people={value?.people ?? []} kinds={value?.kinds ?? []} onChange={setFields} />
      <p className="ed-picker__status" role="status">
        {isLoading ? 'Loading …' : null}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {current && current.edits.length === 0 ? (
        <p className="ed-screen__empty">
          {fields === everything
            ? 'Nothing has been changed yet. Every change of what visitors see, and of who may edit, is listed here.'
            : 'No change matches. Choose other people, records or days.'}
        </p>
      ) : null}
      {current && current.edits.length > 0 ? (
        <Log key={JSON.stringify(filter)} first={current} filter={filter} />
      ) : null}
    </main>
  );
}

type FilterProps = {
  fields: AuditFields;
  people: Page['people'];
  kinds: Page['kinds'];
  onChange: (fields: AuditFields) => void;
};

function Filters({ fields, people, kinds, onChange }: FilterProps): ReactNode {
  const choice = (label: string, name: 'person' | 'kind', all: string, options: Page['kinds']) => (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={fields[name]}
          onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
        >
          <option value="">{all}</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
  const day = (label: string, name: 'from' | 'until') => (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          type="date"
          className="ed-input"
          value={fields[name]}
          onChange={({ target }) => onChange({ ...fields, [name]: target.value })}
        />
      )}
    </LabeledField>
  );
  return (
    <FilterBar count={Object.values(fields).filter(Boolean).length} isSearch>
      {choice('Who', 'person', 'Everybody', people)}
      {choice('What', 'kind', 'Everything', kinds)}
      {day('From', 'from')}
      {day('Until', 'until')}
    </FilterBar>
  );
}

type LogProps = { first: Page; filter: ActionInput<'listEdits'>['filter'] };

function Log({ first, filter }: LogProps): ReactNode {
  const [older, setOlder] = useState<Page | null>(null);
  const { failure, isBusy, send } = useSend();
  const [opened, setOpened] = useState<number | null>(null);
  const { hasMore, last } = older ?? first;
  const edits = [...first.edits, ...(older?.edits ?? [])];
  const showOlder = async () => {
    if (last === null) return;
    await send(
      () => call('listEdits', { filter, before: last }),
      (next) => setOlder({ ...next, edits: [...(older?.edits ?? []), ...next.edits] }),
    );
  };
  return (
    <>
      <h2 className="ed-unseen">By time</h2>
      <ListTable label="Changes" columns={['What', 'Who', 'When']} unseen="Words" isTight>
        {edits.map((edit) => (
          <Rows
            key={edit.id}
            edit={edit}
            isOpen={opened === edit.id}
            onToggle={() => setOpened(opened === edit.id ? null : edit.id)}
          />
        ))}
      </ListTable>
      <ShowOlder {...{ failure, isBusy, hasMore }} onShow={showOlder} />
    </>
  );
}

function Rows({ edit, isOpen, onToggle }: { edit: Edit; isOpen: boolean; onToggle: () => void }): ReactNode {
  const what = describeEdit(edit);
  return (
    <>
      <tr>
        <th scope="row">{what}</th>
        <td data-label="Who">{edit.who}</td>
        <td data-label="When">
          <Moment at={edit.madeAt} />
        </td>
        <td>
          <div className="ed-table__tools">
            <button
              type="button"
              className="ed-button ed-button--small ed-button--quiet"
              aria-expanded={isOpen}
              aria-label={`${isOpen ? 'Hide words' : 'Show words'}: ${what}`}
              onClick={onToggle}
            >
              {isOpen ? 'Hide words' : 'Show words'}
            </button>
          </div>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={4}>
            <EditDetails edit={edit} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

const operationLabels = { added: 'added', changed: 'changed', removed: 'removed' } as const;

function describeEdit({ records, rows, isWhole }: Edit): string {
  const [first] = records;
  if (!first) return `${describeCount(rows, 'record')} changed`;
  const others = records.length - 1;
  const named = `${first.subject} ${operationLabels[first.operation]}`;
  if (!isWhole) return `${named}, and ${others === 0 ? '' : `more than ${showNumber(others)} `}other records`;
  return others > 0 ? `${named}, and ${describeCount(others, 'other record')}` : named;
}
