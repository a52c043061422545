import type { ReleaseItem } from '#changes/releases/change-release.ts';

type Refusal = { item: ReleaseItem; message: string };

/**
 * What was refused of several, once for each reason: forty pages without changes are one sentence.
 *
 * @param nameOf what an item is called
 */
export function groupRefusals(
  refused: readonly Refusal[],
  nameOf: (item: ReleaseItem) => string,
): { message: string; names: readonly string[] }[] {
  const groups = Map.groupBy(refused, ({ message }) => message);
  return [...groups].map(([message, of]) => ({ message, names: of.map(({ item }) => nameOf(item)) }));
}
