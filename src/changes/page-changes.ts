import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { pageCellSchema } from './chosen-cells.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';

const mark = z.object({ at: z.string(), by: z.string().nullable() }).nullable();
/** Who saved something, and when. */
type SaveMark = { at: string; by: string | null };

const place = z.object({
  id: z.number(),
  type: z.string(),
  parent_id: z.number().nullable(),
  slot: z.string().nullable(),
  title: z.string(),
  saved: mark,
});
type ModulePosition = z.infer<typeof place>;

/** The rows of `read_page_changes`: the structure before and after, and the edits by locale. */
export const pageChangesRow = z.object({
  is_published: z.boolean(),
  last_save: z.number(),
  is_moved: z.boolean(),
  cells: z.array(pageCellSchema),
  arranged: mark,
  draft: z.array(place),
  live: z.array(place),
  /** Each with the title of its locale. */
  edits: z.array(z.object({ id: z.number(), locale: localeSchema, title: z.string(), saved: mark })),
  details: z.array(
    z.object({
      locale: localeSchema,
      what: z.enum(['added', 'changed', 'removed']),
      fields: z.array(z.enum(['path', 'title', 'nav_title', 'description', 'seo'])),
      saved: mark,
    }),
  ),
});
export type PageChangesRow = z.infer<typeof pageChangesRow>;
type DetailField = PageChangesRow['details'][number]['fields'][number];

type OfModule = { moduleId: number; type: string; title: string; saved: SaveMark | null };

/** One difference between a draft and the published page. */
export type PageChange =
  | (OfModule & { what: 'added' | 'removed' | 'moved' })
  | (OfModule & { what: 'changed'; locale: Locale })
  | {
      what: 'details';
      locale: Locale;
      how: 'added' | 'changed' | 'removed';
      fields: readonly DetailField[];
      saved: SaveMark | null;
    }
  | { what: 'parent' };

/** The changes of a draft, in the order of its page. */
export function listChanges(row: PageChangesRow): PageChange[] {
  if (!row.is_published) return [];
  const live = new Set(row.live.map(({ id }) => id));
  const draft = new Set(row.draft.map(({ id }) => id));
  const moved = movedModules(row.live, row.draft);
  const editsOf = Map.groupBy(row.edits, ({ id }) => id);
  const details = row.details.map(({ locale, what, fields, saved }): PageChange => ({
    what: 'details',
    locale,
    how: what,
    fields,
    saved,
  }));
  const modules = row.draft.flatMap(({ id, type, title, saved }): PageChange[] => {
    const module = { moduleId: id, type, title };
    if (!live.has(id)) return [{ ...module, what: 'added', saved }];
    return [
      ...(moved.has(id) ? [{ ...module, what: 'moved', saved: row.arranged } as const] : []),
      ...(editsOf.get(id) ?? []).map((edit) => ({
        ...module,
        title: edit.title || title,
        what: 'changed' as const,
        locale: edit.locale,
        saved: edit.saved,
      })),
    ];
  });
  const removed = row.live.flatMap(({ id, type, title, saved }): PageChange[] =>
    draft.has(id) ? [] : [{ moduleId: id, type, title, what: 'removed', saved: saved ?? row.arranged }],
  );
  return [...(row.is_moved ? [{ what: 'parent' } as const] : []), ...details, ...modules, ...removed];
}

/**
 * The modules that were moved: those in another slot than before, and the fewest others that explain the new order.
 */
export function movedModules(
  before: readonly Pick<ModulePosition, 'id' | 'parent_id' | 'slot'>[],
  after: readonly Pick<ModulePosition, 'id' | 'parent_id' | 'slot'>[],
): Set<number> {
  const placeOf = (module: Pick<ModulePosition, 'parent_id' | 'slot'>) => `${module.parent_id} ${module.slot}`;
  const known = new Map(before.map((module, index) => [module.id, { place: placeOf(module), index }]));
  const moved = new Set<number>();
  for (const [slot, siblings] of Map.groupBy(after, placeOf)) {
    const stayed: { id: number; index: number }[] = [];
    for (const { id } of siblings) {
      const was = known.get(id);
      if (was?.place === slot) stayed.push({ id, index: was.index });
      else if (was) moved.add(id);
    }
    const inOrder = longestRise(stayed.map(({ index }) => index));
    stayed.forEach(({ id }, at) => {
      if (!inOrder.has(at)) moved.add(id);
    });
  }
  return moved;
}

/** The indexes of a longest increasing subsequence: the elements that are in order. */
function longestRise(values: readonly number[]): Set<number> {
  const length: number[] = [];
  const previous: number[] = [];
  let end = -1;
  values.forEach((value, at) => {
    length[at] = 1;
    previous[at] = -1;
    for (let before = 0; before < at; before += 1) {
      const candidate = (length[before] ?? 0) + 1;
      if ((values[before] ?? 0) < value && candidate > (length[at] ?? 0)) {
        length[at] = candidate;
        previous[at] = before;
      }
    }
    if (end === -1 || (length[at] ?? 0) > (length[end] ?? 0)) end = at;
  });
  const indexes = new Set<number>();
  for (let at = end; at !== -1; at = previous[at] ?? -1) indexes.add(at);
  return indexes;
}
