import type { RawEntry } from './raw-entry.ts';

/** An entry as people read it: an output that leaves one address for another is one entry, with the address that it leaves. */
export type ArrangedEntry = Omit<RawEntry, 'change'> & { change: RawEntry['change'] | 'moved'; from?: string };

/** Entries that change something, those of what is published itself first, and the two of a move as one. */
export function arrangeEntries(entries: readonly RawEntry[]): ArrangedEntry[] {
  const left = Map.groupBy(
    entries.filter(({ change }) => change === 'removed'),
    makeKey,
  );
  const moves = new Map<RawEntry, string>();
  const united = new Set<RawEntry>();
  for (const entry of entries) {
    const before = entry.change === 'new' && isOfRecord(entry) ? left.get(makeKey(entry))?.shift() : undefined;
    if (!before) continue;
    moves.set(entry, before.path);
    united.add(before);
  }
  return entries
    .filter((entry) => entry.change !== 'unchanged' && !united.has(entry))
    .map((entry): ArrangedEntry => {
      const from = moves.get(entry);
      return from === undefined ? entry : { ...entry, change: 'moved', from };
    })
    .toSorted((a, b) => Number(b.isOwn ?? false) - Number(a.isOwn ?? false));
}

/** Both entries of an output were made for the same reasons. */
function makeKey({ site, locale, reasons, path }: RawEntry): string {
  return JSON.stringify([site, locale, /\.[a-z]+$/.exec(path)?.[0] ?? '', reasons]);
}

/** When the time of one page has come and that of another is over, no page moves. */
function isOfRecord({ reasons }: RawEntry): boolean {
  return reasons.some((reason) => /^(?:address:)?[a-z_]+:\d+$/.test(reason));
}
