import { z } from 'zod';
import { type Locale, locales } from '#domain/locales.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import type { Values } from '#schema/editor-fields.ts';
import type { FormModule } from './form-module.ts';

/**
 * Unsaved values of a module's form, stored in this browser until they are saved or discarded: nothing is lost when a tab
 * crashes or a session ends. They have the version that they started from, so that a later save is still checked.
 */
const unsavedSchema = z.object({
  storedAt: z.iso.datetime(),
  version: z.number(),
  base: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
});
type UnsavedValues = { storedAt: string; version: number; base: Values; values: Values };

/** One key for each module, locale and account; for a module being added, one for each page and type. */
export function unsavedKey({ site, pageId, locale, staff }: EditorState, { id, type }: FormModule): string {
  return ['unsaved', site, pageId, id ?? `new-${type}`, locale, staff.email].join(':');
}

/** The place of unsaved values: an existing module, or the type of one that was being added. */
export type UnsavedPlace = { key: string; moduleId: number | null; type: string | null; locale: Locale };

/** The places with unsaved values of this account on a page, in all locales, by the keys in storage. */
export function unsavedPlaces(keys: readonly string[], { site, pageId, staff }: EditorState): UnsavedPlace[] {
  return keys.flatMap((key) => {
    const [unsaved, ofSite, ofPage, what = '', language, ...email] = key.split(':');
    const locale = locales.find((each) => each === language);
    const isOurs = unsaved === 'unsaved' && ofSite === site && ofPage === String(pageId);
    if (!isOurs || !locale || email.join(':') !== staff.email) return [];
    const moduleId = /^\d+$/.test(what) ? Number(what) : null;
    return [{ key, moduleId, type: moduleId === null ? what.replace(/^new-/, '') : null, locale }];
  });
}

const listeners = new Set<() => void>();

/** Calls `listener` when unsaved values are stored or removed, in this tab or another one. */
export function subscribeUnsaved(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** The keys of all unsaved values, one in each line. */
export function unsavedKeys(): string {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith('unsaved:'))
      .toSorted()
      .join('\n');
  } catch {
    return '';
  }
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function readUnsaved(key: string): UnsavedValues | null {
  try {
    const parsed = unsavedSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function storeUnsaved(key: string, values: UnsavedValues): void {
  try {
    localStorage.setItem(key, JSON.stringify(values));
    tell();
  } catch {
    // Storage is full or disabled: leaving still asks.
  }
}

export function dropUnsaved(key: string): void {
  try {
    localStorage.removeItem(key);
    tell();
  } catch {
    // As above.
  }
}
