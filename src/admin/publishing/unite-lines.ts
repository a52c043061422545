import type { SiteId } from '#domain/sites.ts';
import type { Line } from '#admin/messages/publish.ts';

/** Publishes of the same changes, one after another, as one line: that of the last one, with the URLs of all. */
type UnitedLine = Line & { sites: SiteId[] };

/**
 * A change that several sites show, or that is published in several rounds, has a publish for each. A list of what has happened
 * lately says it once.
 *
 * @example uniteLines(lines).map(({ sites }) => sites) // [['main', 'developer'], ['main']]
 */
export function uniteLines(lines: readonly Line[]): UnitedLine[] {
  const united: UnitedLine[] = [];
  for (const line of lines) {
    const last = united.at(-1);
    if (!last || !areOfSame(last, line)) {
      united.push({ ...line, sites: [line.site] });
      continue;
    }
    if (!last.sites.includes(line.site)) last.sites.push(line.site);
    last.counts = addCounts(last.counts, line.counts);
  }
  return united;
}

/** One that was taken back is no line with one that was not. */
function areOfSame(a: Line, b: Line): boolean {
  return (
    a.edits.length > 0 &&
    a.edits.join() === b.edits.join() &&
    a.takesBack === b.takesBack &&
    a.takenBackBy === b.takenBackBy
  );
}

type Counts = Line['counts'];

function addCounts(a: Counts, b: Counts): Counts {
  return {
    new: a.new + b.new,
    moved: a.moved + b.moved,
    changed: a.changed + b.changed,
    removed: a.removed + b.removed,
    unchanged: a.unchanged + b.unchanged,
    failed: a.failed + b.failed,
  };
}
