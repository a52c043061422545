import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';

/**
 * Names of the parts of a code bundle, which differ when any file of the part does: `src/astro/name-code-parts.ts` makes them. The code
 * of an output is what all outputs are read and drawn with, and that of the module types that are on it.
 */
export const codeParts = z.object({
  /** What outputs are read with. */
  reading: z.string(),
  /** What they are drawn with: everything around modules, and all stylesheets. */
  drawing: z.string(),
  /** By module type: its view, its schema, its islands. */
  types: z.record(z.string(), z.string()),
});
export type CodeParts = z.infer<typeof codeParts>;

/** A code bundle: its name, and those of its parts. */
export type Code = { bundle: string; parts: CodeParts };

/**
 * Code of whose parts nothing is known: all of it is one.
 *
 * @example wholeCode('b1').parts.drawing // 'b1'
 */
export function wholeCode(bundle: string): Code {
  return { bundle, parts: { reading: bundle, drawing: bundle, types: {} } };
}

/**
 * Names the code by which an output with these module types is drawn.
 *
 * @example drawingCode({ reading: 'r', drawing: 'd', types: { HERO: 'h' } }, ['HERO']) // 'd HERO:h'
 */
export function drawingCode({ drawing, types }: CodeParts, used: Iterable<string>): string {
  return [drawing, ...[...used].toSorted().map((type) => `${type}:${ownValue(types, type) ?? ''}`)].join(' ');
}

/**
 * The module types whose code differs between two bundles, those that one of them lacks included; null where more differs than types,
 * so that every output may.
 *
 * @example changedTypes({ reading: 'r', drawing: 'd', types: { HERO: 'a', TAB: 't' } }, { reading: 'r', drawing: 'd', types: { HERO: 'b', TAB: 't' } }) // ['HERO']
 */
export function changedTypes(before: CodeParts, now: CodeParts): string[] | null {
  if (before.reading !== now.reading || before.drawing !== now.drawing) return null;
  const all = new Set([...Object.keys(before.types), ...Object.keys(now.types)]);
  return [...all].filter((type) => ownValue(before.types, type) !== ownValue(now.types, type)).toSorted();
}
