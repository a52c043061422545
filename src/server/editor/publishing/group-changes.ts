import type { MarkupChange } from '#publish/plan/compare-markup.ts';

/** URLs that change in the same lines. */
export type ChangeGroup = {
  changes: readonly MarkupChange[];
  /** Their places among the entries of the plan. */
  entries: number[];
};

/**
 * URLs by the lines in which they change: first those of what is published itself, in the order of the plan, then those with most URLs
 * last, so that what few pages have comes before what all have.
 */
export function groupChanges(
  entries: readonly { changes?: readonly MarkupChange[]; isOwn?: boolean }[],
): ChangeGroup[] {
  const groups = new Map<string, ChangeGroup & { isOwn: boolean }>();
  entries.forEach(({ changes = [], isOwn = false }, index) => {
    if (changes.length === 0) return;
    const key = JSON.stringify(changes);
    const group = groups.get(key);
    if (group) {
      group.entries.push(index);
      group.isOwn ||= isOwn;
    } else groups.set(key, { changes, entries: [index], isOwn });
  });
  return [...groups.values()]
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || (a.isOwn ? 0 : a.entries.length - b.entries.length))
    .map(({ changes, entries: indexes }) => ({ changes, entries: indexes }));
}
