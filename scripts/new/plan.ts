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
