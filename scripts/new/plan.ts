/** What a command writes, by the path from the root of the project, and what its caller does next. */
export type Plan = {
  created: readonly PlannedFile[];
  edited: readonly PlannedFile[];
  /** Commands and what they are for, in their order. */
  next: readonly string[];
};
export type PlannedFile = { file: string; text: string };

/**
 * Adds a line to those of a text that match, at its place in their alphabetical order.
 *
 * @throws when no line matches, since the file is not what it was when this was written
 */
export function addSorted(text: string, pattern: RegExp, line: string): string {
  const lines = text.split('\n');
  const known = lines.flatMap((other, index) => (pattern.test(other) ? [{ other, index }] : []));
  const last = known.at(-1);
  if (!last) throw new Error(`There is no line like "${line}" to put it beside`);
  const next = known.find(({ other }) => other > line);
  return lines.toSpliced(next ? next.index : last.index + 1, 0, line).join('\n');
}

/**
 * Adds lines before the first one that matches.
 *
 * @throws when no line matches
 */
export function addBefore(text: string, pattern: RegExp, added: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((other) => pattern.test(other));
  if (first < 0) throw new Error(`There is no line to put "${added}" before`);
  return lines.toSpliced(first, 0, added).join('\n');
}

/**
 * Adds values at the end of a list in SQL whose brackets are on lines of their own: on its last line, if they fit there.
 *
 * @throws when the text has no such list
 */
export function addValues(sql: string, list: RegExp, values: string): string {
  const [found] = list.exec(sql) ?? [];
  if (found === undefined) throw new Error(`There is no list to put ${values} into`);
  const lines = found.split('\n');
  const last = lines.at(-2) ?? '';
  const longer = `${last}, ${values}`;
  const added = longer.length <= 128 ? [longer] : [`${last},`, `${/^ */.exec(last)?.[0] ?? ''}${values}`];
  return sql.replace(found, () => [...lines.slice(0, -2), ...added, lines.at(-1)].join('\n'));
}

/**
 * Adds a line behind the last of those that match.
 *
 * @throws when no line matches
 */
export function addLast(text: string, pattern: RegExp, line: string): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((other) => pattern.test(other));
  if (last < 0) throw new Error(`There is no line like "${line}" to put it behind`);
  return lines.toSpliced(last + 1, 0, line).join('\n');
}
