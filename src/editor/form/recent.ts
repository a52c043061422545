import { z } from 'zod';
import type { ReferenceKind } from '#schema/fields.ts';

/** What was chosen last in this browser, by kind: most often it is wanted again. */
const kept = 6;
const stored = z.array(z.int().positive());

const key = (kind: ReferenceKind) => `page-builder:recent:${kind}`;

/** Ids, the last choice first. None where the browser keeps nothing. */
export function recentChoices(kind: ReferenceKind): number[] {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(key(kind)) ?? '[]'));
    return parsed.success ? parsed.data.slice(0, kept) : [];
  } catch {
    return [];
  }
}

export function rememberChoice(kind: ReferenceKind, id: number): void {
  const ids = [id, ...recentChoices(kind).filter((other) => other !== id)].slice(0, kept);
  try {
    localStorage.setItem(key(kind), JSON.stringify(ids));
  } catch {
    // A browser that keeps nothing offers no recent choices.
  }
}
