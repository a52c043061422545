import { Fragment, type ReactNode, type Ref, useRef } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { englishNames } from '#domain/locales.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { RecordId, RecordRow } from '#view-model/records.ts';
import { choiceName, describeValue } from '#admin/messages/column-value.ts';
import { type ListView, nextSort } from './list-view.ts';
import type { LoadedKind } from './load-kind.ts';
import { StateMark } from './StateMark.tsx';
import type { RecordPages } from './use-record-pages.ts';
import { useVisibleRows } from './use-visible-rows.ts';

type Props = {
  definition: LoadedKind;
  view: ListView;
  columns: readonly string[];
  chosen: ReadonlySet<RecordId>;
  list: RecordPages;
  onView: (view: ListView) => void;
  onChoose: (chosen: ReadonlySet<RecordId>) => void;
};

/** Rows of 40 px: the title first, then the state, then the rest. */
export function RecordTable({ definition, view, columns, chosen, list, onView, onChoose }: Props): ReactNode {
  const { kind, fields } = definition;
  const { many } = getKindNames(kind);
  const { rows } = list;
  const body = useRef<HTMLTableSectionElement>(null);
  const visible = useVisibleRows(body, list);
  const shown = columns.flatMap((name) => definition.columns.find((field) => field.name === name) ?? []);
  const areAllChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const heading = (by: string, label: string, isNumber = false) => (
    <Heading
      key={by}
      label={label}
      isNumber={isNumber}
      sort={view.sort?.by === by ? view.sort : null}
      onSort={() => onView({ ...view, sort: nextSort(view.sort, by) })}
    />
  );
  const named = fields.find(({ name }) => name === definition.label);
  const toggle = (id: RecordId) => onChoose(chosen.symmetricDifference(new Set([id])));
  return (
    <div className="ed-table adm-table" role="region" aria-label={many} aria-busy={list.isLoading} tabIndex={0}>
      <table aria-rowcount={list.hasMore ? -1 : rows.length + 1}>
        <thead>
          <tr>
            <th scope="col" className="adm-table__check">
              <input
                type="checkbox"
                aria-label={`Choose all ${many}`}
                checked={areAllChosen}
                onChange={() => onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
              />
            </th>
            {heading('title', 'Name')}
            <th scope="col">State</th>
            {shown.map(({ name, label, widget }) =>
              isSorted(definition, name) ? (
                heading(name, label, widget === 'number')
              ) : (
                <th key={name} scope="col" className={widget === 'number' ? 'adm-table__number' : undefined}>
                  {label}
                </th>
              ),
            )}
            {heading('updated_at', 'Changed')}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={visible.before} columns={shown.length + 4} />
          {list.total === null
            ? Array.from({ length: 8 }, (_, index) => <Skeleton key={index} columns={shown.length + 4} />)
            : visible.rows.map(({ row, index }) => (
                <Row
                  key={row.id}
                  row={row}
                  index={index}
                  measure={visible.measure}
                  title={choiceName(named, row.title)}
                  href={adminPaths.record(kind, row.id)}
                  kind={kind}
                  columns={shown}
                  isChosen={chosen.has(row.id)}
                  onToggle={() => toggle(row.id)}
                />
              ))}
          <Gap height={visible.after} columns={shown.length + 4} />
        </tbody>
      </table>
    </div>
  );
}

/** Whether a list has its records by a field in order: what machines write has no index, unless every list of the kind shows it. */
function isSorted({ machineWritten, listed }: LoadedKind, name: string): boolean {
  return !machineWritten.includes(name) || (listed?.includes(name) ?? false);
}

/** The room of rows that are not on the screen. */
function Gap({ height, columns }: { height: number; columns: number }): ReactNode {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true" className="adm-table__gap">
      <td colSpan={columns} style={{ height }}>
        {'\u00a0'}
      </td>
    </tr>
  );
}

type HeadingProps = { label: string; isNumber: boolean; sort: ListView['sort']; onSort: () => void };

function Heading({ label, isNumber, sort, onSort }: HeadingProps): ReactNode {
  return (
    <th
      scope="col"
      className={isNumber ? 'adm-table__number' : undefined}
      aria-sort={sort ? (sort.down ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="adm-table__sort" onClick={onSort}>
        {label}
        <span aria-hidden="true">{sort ? (sort.down ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}

type RowProps = {
  kind: KindName;
  row: RecordRow;
  /** Its place among all rows. */
  index: number;
  measure: Ref<HTMLTableRowElement> | undefined;
  href: string;
  title: string;
  columns: readonly EditorField[];
  isChosen: boolean;
  onToggle: () => void;
};

function Row({ kind, row, index, measure, title, href, columns, isChosen, onToggle }: RowProps): ReactNode {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 2} aria-selected={isChosen}>
      <td className="adm-table__check">
        <input type="checkbox" aria-label={`Choose ${title}`} checked={isChosen} onChange={onToggle} />
      </td>
      <th scope="row">
        <a className="adm-table__title" href={href}>
          {row.thumbnail ? (
            <img className="adm-table__picture" src={row.thumbnail} alt="" width="40" height="30" loading="lazy" />
          ) : null}
          <span>{title}</span>
        </a>
      </th>
      <td data-label="State">
        <StateMark state={row.state} />
        {row.untranslated.length > 0 ? (
          <small>No text in {row.untranslated.map((locale) => englishNames[locale]).join(', ')}</small>
        ) : null}
        {row.stale.length > 0 ? (
          <small>
            Outdated in{' '}
            {row.stale.map((locale, at) => (
              <Fragment key={locale}>
                {at > 0 ? ', ' : ''}
                <a href={adminPaths.translation(kind, row.id, locale)}>{englishNames[locale]}</a>
              </Fragment>
            ))}
          </small>
        ) : null}
      </td>
      {columns.map((field) => (
        <td key={field.name} data-label={field.label} className={getCellClass(field)}>
          {describeValue(field, row.values[field.name] ?? '')}
        </td>
      ))}
      <td data-label="Changed" className="ed-table__quiet adm-table__when">
        {row.changedAt === null ? '' : <When at={row.changedAt} />}
        {row.changedBy === null ? null : <small>{row.changedBy}</small>}
      </td>
    </tr>
  );
}

function getCellClass({ widget }: EditorField): string {
  if (widget === 'number') return 'ed-table__quiet adm-table__number';
  return widget === 'date' || widget === 'date-time' ? 'ed-table__quiet adm-table__when' : 'ed-table__quiet';
}

function When({ at }: { at: string }): ReactNode {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{date.toLocaleDateString('en-GB', { dateStyle: 'medium' })}</time>;
}

/** A row in the shape of what comes. */
function Skeleton({ columns }: { columns: number }): ReactNode {
  return (
    <tr aria-hidden="true">
      {Array.from({ length: columns }, (_, index) => (
        <td key={index}>
          <span className="adm-skeleton">{'\u00a0'}</span>
        </td>
      ))}
    </tr>
  );
}
