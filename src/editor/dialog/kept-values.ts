import { z } from 'zod';
import type { EditorState } from '../editor-state.ts';
import type { Values } from '../form/form-fields.ts';
import type { FormModule } from './form-module.ts';

/**
 * What was typed into a module's form and not saved, kept in this browser until it is saved or discarded: a tab that crashes
 * and a session that ends lose nothing. It carries the version that it started from, so that a later save is still checked.
 */
const keptSchema = z.object({
  keptAt: z.iso.datetime(),
  version: z.number(),
  base: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
});
export type Kept = { keptAt: string; version: number; base: Values; values: Values };

/** One place for each module, locale and person; for a module being added, one for each page and type. */
export function keptKey({ site, pageId, locale, staff }: EditorState, { id, type }: FormModule): string {
  return ['unsaved', site, pageId, id ?? `new-${type}`, locale, staff.email].join(':');
}

export function readKept(key: string): Kept | null {
  try {
    const parsed = keptSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function keep(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage that is full or refused: leaving still asks.
  }
}

export function dropKept(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}
