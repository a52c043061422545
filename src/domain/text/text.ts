import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';

export const unstorableMessage = 'This text contains a character that cannot be stored';

/** Whether a database can hold a text: it has no NUL character and no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A text that a database can hold. */
export function storableText(max: number) {
  return z.string().max(max, `Max. ${max} characters`).refine(isStorable, { error: unstorableMessage });
}

/**
 * The path of the first text or key that a database cannot store; null if there is none. The value is JSON of a limited
 * depth.
 *
 * @example findUnstorable({ a: ['b', '\u0000'] }); // ['a', 1]
 */
export function findUnstorable(value: unknown): readonly (string | number)[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findUnstorable(item);
      if (found) return [index, ...found];
    }
  } else if (isRecord(value)) {
    for (const [key, item] of Object.entries(value)) {
      const found = isStorable(key) ? findUnstorable(item) : [];
      if (found) return isStorable(key) ? [key, ...found] : found;
    }
  }
  return null;
}

/** The beginning of a text, for a sentence that names it. Characters stay whole. */
export function clipText(text: string, max = 60): string {
  const characters = Array.from(text.slice(0, 2 * max + 2));
  return characters.length > max ? `${characters.slice(0, max).join('')}…` : text;
}
