import type { ListResult } from '#view-model/list-results.ts';
import { type RegisteredType, getDefinition } from './definitions.ts';

/**
 * What a module waits for that has nothing to show, as a sentence for editors; null when it shows something. The data has its
 * references resolved.
 */
export function waitsFor(
  type: RegisteredType,
  data: unknown,
  lists: Readonly<Record<string, ListResult>>,
): string | null {
  return getDefinition(type).waitsFor?.(data, (list) => lists[list]?.items.length ?? 0) ?? null;
}
