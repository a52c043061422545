import { z } from 'zod';
import type { KindName } from '#schema/fields.ts';

/** The number of recent choices, stored in this browser for each kind. */
const recentCount = 6;
const stored = z.array(z.int().positive());

const key = (kind: KindName) => `page-builder:recent:${kind}`;

/** Ids, the last choice first. Empty without storage. */
export function recentChoices(kind: KindName): number[] {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(key(kind)) ?? '[]'));
    return parsed.success ? parsed.data.slice(0, recentCount) : [];
  } catch {
    return [];
  }
}

export function rememberChoice(kind: KindName, id: number): void {
  const ids = [id, ...recentChoices(kind).filter((other) => other !== id)].slice(0, recentCount);
  try {
    localStorage.setItem(key(kind), JSON.stringify(ids));
  } catch {
    // Without storage there are no recent choices.
  }
}
