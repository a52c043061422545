import { type MediaGap, mediaGaps } from '#domain/media/media-gaps.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { LoadedKind } from './load-kind.ts';
import { type ListState, listStates } from '#view-model/records.ts';

/** What a list shows: in the address, so that it can be sent to a colleague. */
export type ListView = {
  search: string;
  sort: { by: string; down: boolean } | null;
  state: ListState | null;
  /** What media lack. */
  gap: MediaGap | null;
  filters: readonly { by: string; is: string }[];
  /** The columns chosen; null for the usual ones. */
  columns: readonly string[] | null;
  isTrash: boolean;
};

const filterPrefix = 'is.';

/** Reads a view from the query of an address; what it does not know is left out. */
export function readView(query: string): ListView {
  const parameters = new URLSearchParams(query);
  const sort = parameters.get('sort') ?? '';
  const state = parameters.get('state');
  const columns = parameters.get('columns');
  return {
    search: parameters.get('search') ?? '',
    sort: sort === '' || sort === '-' ? null : { by: sort.replace(/^-/, ''), down: sort.startsWith('-') },
    state: listStates.find((each) => each === state) ?? null,
    gap: mediaGaps.find((gap) => gap === parameters.get('gap')) ?? null,
    filters: [...parameters].flatMap(([name, is]) =>
      name.startsWith(filterPrefix) && is !== '' ? [{ by: name.slice(filterPrefix.length), is }] : [],
    ),
    columns: columns === null ? null : columns.split(',').filter(Boolean),
    isTrash: parameters.get('show') === 'trash',
  };
}

/**
 * The query of a view, with the question mark; empty for the usual view.
 *
 * @example writeView({ ...readView(''), search: 'hx' }); // '?search=hx'
 */
export function writeView(view: ListView): string {
  const parameters = new URLSearchParams();
  if (view.isTrash) parameters.set('show', 'trash');
  if (view.search !== '') parameters.set('search', view.search);
  if (view.state) parameters.set('state', view.state);
  if (view.gap) parameters.set('gap', view.gap);
  for (const { by, is } of view.filters) parameters.append(`${filterPrefix}${by}`, is);
  if (view.sort) parameters.set('sort', `${view.sort.down ? '-' : ''}${view.sort.by}`);
  if (view.columns) parameters.set('columns', view.columns.join(','));
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}

/** A view with another value of a filter; empty for all values. */
export function withFilter(view: ListView, by: string, is: string): ListView {
  const others = view.filters.filter((filter) => filter.by !== by);
  return { ...view, filters: is === '' ? others : [...others, { by, is }] };
}

/** The order after a press on a column's heading: upwards, then downwards, then as usual. */
export function nextSort(sort: ListView['sort'], by: string): ListView['sort'] {
  if (sort?.by !== by) return { by, down: false };
  return sort.down ? null : { by, down: true };
}

const columnWidgets: ReadonlySet<EditorField['widget']> = new Set([
  'text',
  'select',
  'radio',
  'number',
  'date',
  'date-time',
  'checkbox',
  'reference',
  'slug',
  'email',
  'url',
  'country',
  'site',
  'sites',
  'locale',
]);
/** Columns that tell most, before others. */
const tellingWidgets: readonly EditorField['widget'][] = ['select', 'reference', 'date', 'date-time', 'site', 'sites'];

/** The fields that a list can show as columns: those with a short value. */
export function columnFields(fields: readonly EditorField[]): EditorField[] {
  return fields.filter(
    ({ widget, kind }: EditorField & { kind?: string }) => columnWidgets.has(widget) && kind !== 'image',
  );
}

/** The columns of a list whose person has chosen none: those that its kind names, or three that tell most. */
export function usualColumns({ listed, fields }: Pick<LoadedKind, 'listed' | 'fields'>): readonly string[] {
  if (listed) return listed;
  const usual = columnFields(fields)
    .filter(({ widget, name }) => tellingWidgets.includes(widget) && !name.startsWith('publish_'))
    .slice(0, 3);
  return usual.map(({ name }) => name);
}

/** The fields that a list is filtered by: those with a few values. */
export function filterFields(
  fields: readonly EditorField[],
): Extract<EditorField, { widget: 'select' | 'site' | 'sites' }>[] {
  return fields.filter((field) => field.widget === 'select' || field.widget === 'site' || field.widget === 'sites');
}
