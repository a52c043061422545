/** What the modules of a bundle import, by their ids; statically or not. */
export type CodeGraph = ReadonlyMap<string, readonly string[]>;

/**
 * The modules that some are made of: they themselves, and all that they import.
 *
 * @param isCut whether an import is not followed
 *
 * @example listMade(new Map([['a', ['b']], ['b', []], ['c', []]]), ['a']) // new Set(['a', 'b'])
 */
export function listMade(
  graph: CodeGraph,
  roots: readonly string[],
  isCut: (from: string, to: string) => boolean = () => false,
): Set<string> {
  const found = new Set<string>();
  const waiting = roots.filter((id) => graph.has(id));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    for (const to of graph.get(id) ?? []) if (graph.has(to) && !isCut(id, to)) waiting.push(to);
  }
  return found;
}
