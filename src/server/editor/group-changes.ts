import type { MarkupChange } from '#publish/draw/compare-markup.ts';

/** URLs that change in the same lines. */
export type ChangeGroup = {
  changes: readonly MarkupChange[];
  /** Their places among the entries of the plan. */
  entries: number[];
};

/**
 * URLs by the lines in which they change, those with most URLs last, so that what only the page itself has comes first.
 *
 * @param changes the lines of each URL of a plan; undefined where they are not known
 */
export function groupChanges(changes: readonly (readonly MarkupChange[] | undefined)[]): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup>();
  changes.forEach((own, index) => {
    if (own === undefined || own.length === 0) return;
    const key = JSON.stringify(own);
    const group = groups.get(key);
    if (group) group.entries.push(index);
    else groups.set(key, { changes: own, entries: [index] });
  });
  return [...groups.values()].toSorted((a, b) => a.entries.length - b.entries.length);
}
