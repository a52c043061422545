import { isRecord, ownValue } from '#domain/objects.ts';

type Path = readonly (string | number)[];

/** A place that both sides have changed to different values. */
export type Conflict = { path: Path; base: unknown; mine: unknown; theirs: unknown };
/** A place that one side has changed, or both to the same value. */
export type Change = { path: Path; by: 'me' | 'them' | 'both'; value: unknown };

type Merge = {
  /** All changes applied; `mine` where both sides differ. */
  merged: unknown;
  /** By their paths in `merged`. */
  conflicts: readonly Conflict[];
  changes: readonly Change[];
};

type Found = { conflicts: Conflict[]; changes: Change[] };

/**
 * A three-way merge of a module's data. A change of one side is applied; a change that both made is applied once; everything
 * else is a conflict at the smallest possible place. Objects merge by key and lists by item, as far as their items can be
 * identified; rich text is one value.
 */
export function mergeVersions(base: unknown, mine: unknown, theirs: unknown): Merge {
  const found: Found = { conflicts: [], changes: [] };
  const merged = merge(base, mine, theirs, [], found);
  return { merged, ...found };
}

/** The merged data with their value where the answer for a conflict is `theirs`. */
export function settleConflicts(
  { merged, conflicts }: Pick<Merge, 'merged' | 'conflicts'>,
  choices: readonly ('mine' | 'theirs')[],
): unknown {
  let settled = merged;
  conflicts.forEach(({ path, theirs }, index) => {
    if (choices[index] === 'theirs') settled = withValue(settled, path, theirs);
  });
  return settled;
}

/** Whether two values of data are equal, whatever the order of their keys. An undefined property counts as missing. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(at(a, key), at(b, key)));
}

function merge(base: unknown, mine: unknown, theirs: unknown, path: Path, found: Found): unknown {
  if (isSame(mine, theirs)) {
    if (!isSame(base, mine)) found.changes.push({ path, by: 'both', value: mine });
    return mine;
  }
  if (isMergeable(base) && isMergeable(mine) && isMergeable(theirs)) {
    const merged: Record<string, unknown> = {};
    for (const key of new Set([base, mine, theirs].flatMap((version) => Object.keys(version)))) {
      const value = merge(at(base, key), at(mine, key), at(theirs, key), [...path, key], found);
      if (value !== undefined) setOwn(merged, key, value);
    }
    return merged;
  }
  if (Array.isArray(base) && Array.isArray(mine) && Array.isArray(theirs)) {
    const items = mergeItems(base, mine, theirs, path);
    if (items) {
      found.conflicts.push(...items.conflicts);
      found.changes.push(...items.changes);
      return items.merged;
    }
  } else if (isSame(base, theirs)) {
    found.changes.push({ path, by: 'me', value: mine });
    return mine;
  } else if (isSame(base, mine)) {
    found.changes.push({ path, by: 'them', value: theirs });
    return theirs;
  }
  found.conflicts.push({ path, base, mine, theirs });
  return mine;
}

/**
 * Splits lists at the items that are the same in all three versions. A stretch that only one side changed is taken from that
 * side; one without additions and removals merges item by item. Null if a stretch is neither: the whole list is then a
 * conflict.
 */
function mergeItems(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
  path: Path,
): ({ merged: unknown[] } & Found) | null {
  const merged: unknown[] = [];
  const found: Found = { conflicts: [], changes: [] };
  for (const { base: b, mine: m, theirs: t, same } of stretches(base, mine, theirs)) {
    if (same || isSame(m, t)) {
      if (!same && !isSame(b, m)) note(found, m, b, path, merged.length, 'both');
      merged.push(...m);
    } else if (isInPlace(b, m) && isInPlace(b, t)) {
      b.forEach((item, index) => merged.push(merge(item, m[index], t[index], [...path, merged.length], found)));
    } else if (isSame(b, t)) {
      note(found, m, b, path, merged.length, 'me');
      merged.push(...m);
    } else if (isSame(b, m)) {
      note(found, t, b, path, merged.length, 'them');
      merged.push(...t);
    } else return null;
  }
  return { merged, ...found };
}

function note(
  found: Found,
  taken: readonly unknown[],
  base: readonly unknown[],
  path: Path,
  from: number,
  by: Change['by'],
) {
  // A removed item has no place in the result: the list itself is reported as changed.
  if (taken.length < base.length) found.changes.push({ path, by, value: taken });
  else taken.forEach((value, index) => found.changes.push({ path: [...path, from + index], by, value }));
}

/**
 * Whether items were edited without being moved: the same number, none at another's index. Items with ids are the same item
 * only under the same id.
 */
function isInPlace(base: readonly unknown[], after: readonly unknown[]): boolean {
  return (
    base.length === after.length &&
    after.every((item, place) => {
      if (isSame(item, base[place])) return true;
      return getId(item) === getId(base[place]) && !base.some((other) => isSame(item, other));
    })
  );
}

function getId(item: unknown): unknown {
  return isRecord(item) ? at(item, 'id') : undefined;
}

type Stretch = { base: unknown[]; mine: unknown[]; theirs: unknown[]; same: boolean };

function* stretches(
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): Generator<Stretch> {
  const inMine = matches(base, mine);
  const inTheirs = matches(base, theirs);
  let [b, m, t] = [0, 0, 0];
  for (let index = 0; index <= base.length; index += 1) {
    const isEnd = index === base.length;
    const toMine = isEnd ? mine.length : inMine[index];
    const toTheirs = isEnd ? theirs.length : inTheirs[index];
    if (toMine === undefined || toTheirs === undefined) continue;
    const stretch = { base: base.slice(b, index), mine: mine.slice(m, toMine), theirs: theirs.slice(t, toTheirs) };
    if (stretch.base.length + stretch.mine.length + stretch.theirs.length > 0) yield { ...stretch, same: false };
    if (!isEnd) yield { base: [base[index]], mine: [mine[toMine]], theirs: [theirs[toTheirs]], same: true };
    [b, m, t] = [index + 1, toMine + 1, toTheirs + 1];
  }
}

/** For each item of `from` its index in `to`, by a longest common subsequence; undefined for items without a match. */
function matches(from: readonly unknown[], to: readonly unknown[]): (number | undefined)[] {
  const lengths = Array.from({ length: from.length + 1 }, () => Array<number>(to.length + 1).fill(0));
  const lengthAt = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row)
        row[j] = isSame(from[i], to[j]) ? lengthAt(i + 1, j + 1) + 1 : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
    }
  }
  const places = Array<number | undefined>(from.length).fill(undefined);
  let [i, j] = [0, 0];
  while (i < from.length && j < to.length) {
    if (isSame(from[i], to[j])) {
      places[i] = j;
      i += 1;
      j += 1;
    } else if (lengthAt(i + 1, j) >= lengthAt(i, j + 1)) i += 1;
    else j += 1;
  }
  return places;
}

function isMergeable(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && at(value, 'type') !== 'doc';
}

function at(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? ownValue(record, key) : undefined;
}

function setOwn(record: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}

export function withValue(data: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(data) && typeof key === 'number') return data.with(key, withValue(data[key], rest, value));
  if (!isRecord(data)) return data;
  const copy = { ...data };
  if (rest.length === 0 && value === undefined) delete copy[key];
  else setOwn(copy, String(key), withValue(at(data, String(key)), rest, value));
  return copy;
}
