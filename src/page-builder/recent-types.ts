import { z } from 'zod';
import { type AddableType, addableTypes } from '#modules/addable-types.ts';

const count = 4;
const key = 'page-builder:recent-types';
const stored = z.array(z.string());

function readTypes(): string[] {
  try {
    const parsed = stored.safeParse(JSON.parse(localStorage.getItem(key) ?? '[]'));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

/** The types that were chosen last in this browser, the newest first. */
export function recentTypes(): AddableType[] {
  return readTypes()
    .flatMap((type) => addableTypes.find((addable) => addable.type === type) ?? [])
    .slice(0, count);
}

export function rememberType(type: string): void {
  try {
    localStorage.setItem(key, JSON.stringify([type, ...readTypes().filter((other) => other !== type)].slice(0, count)));
  } catch {
    // Without storage there are none.
  }
}
