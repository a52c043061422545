import { type Conflict, isSame, mergeVersions, settleConflicts } from '#domain/pages/merge-versions.ts';
import { isRecord, valueAt } from '#domain/objects.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { type PageModel, toPageContents, toPageModel } from './page-model.ts';

/** What is to become of a place that was changed since: its value before the publish, or the one that it has now. */
export type Choice = 'before' | 'now';

type PageSides = {
  /** What was live before the publish; null for nothing. */
  before: PageContents | null;
  after: PageContents | null;
  /** What is live now. */
  now: PageContents | null;
};

/** A place that somebody has changed after the publish. */
export type ChangedSince = { path: Conflict['path']; before: unknown; now: unknown };

export type MergedPage = {
  /** What is to be live; null for nothing. */
  contents: PageContents | null;
  changedSince: ChangedSince[];
};

/**
 * A page with what one publish changed put back, and what others have changed since left as it is. Where both concern the same
 * place a choice decides; without one the place stays as it is now.
 *
 * @param sides what was live before the publish, what it published, and what is live now
 * @param choiceAt the choice for a place by its path in the page's model
 */
export function mergePage(
  { before, after, now }: PageSides,
  choiceAt: (path: Conflict['path']) => Choice | undefined,
): MergedPage {
  if (isSame(after, now)) return { contents: before, changedSince: [] };
  if (before === null || after === null || now === null) {
    // The page as a whole came, went or is there again.
    const changedSince = isSame(before, now) ? [] : [{ path: [], before, now }];
    return { contents: choiceAt([]) === 'before' ? before : now, changedSince };
  }
  const sides = { before: toPageModel(before), after: toPageModel(after), now: toPageModel(now) };
  const merge = mergeVersions(sides.after, sides.before, sides.now);
  const settled = settleConflicts(
    merge,
    merge.conflicts.map(({ path }) => (choiceAt(path) === 'before' ? 'mine' : 'theirs')),
  );
  const changedSince = merge.conflicts.map(({ path, mine, theirs }) => ({ path, before: mine, now: theirs }));
  if (!isModel(settled)) return { contents: now, changedSince };
  return { contents: toPageContents(whole(settled, sides)), changedSince };
}

/** A module that a choice for the structure has brought back has its data, whatever became of it since. */
function whole(settled: PageModel, { before, now }: { before: PageModel; now: PageModel }): PageModel {
  const missing = settled.structure.flatMap(({ id }) => {
    const module = settled.modules[id] === undefined ? (now.modules[id] ?? before.modules[id]) : undefined;
    return module ? [[id, module] as const] : [];
  });
  return { ...settled, modules: { ...settled.modules, ...Object.fromEntries(missing) } };
}

/** What was merged of models is one. */
function isModel(value: unknown): value is PageModel {
  return isRecord(value) && Array.isArray(valueAt(value, ['structure'])) && isRecord(valueAt(value, ['modules']));
}
