import { z } from 'zod';

/** The buttons of a module's toolbar. */
export const controls = ['edit', 'add', 'up', 'down', 'remove'] as const;
export type Control = (typeof controls)[number];

/**
 * Where the editor was when the draft was read anew, and what has been done: kept over the reload in this tab, and used
 * once. Without a module the focus goes to the bar.
 */
const storedFocus = z.object({
  moduleId: z.number().nullable(),
  control: z.enum(controls),
  /** How far below the top of the window the module stood; null when it was not on the page yet. */
  top: z.number().nullable(),
  said: z.string(),
});
export type StoredFocus = z.infer<typeof storedFocus>;

const key = 'editor-focus';

export function elementOf(moduleId: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-module-id="${moduleId}"]`);
}

/** To be called before the draft is read anew. */
export function focusAfterRefresh(focus: Omit<StoredFocus, 'top'>): void {
  const top = focus.moduleId === null ? null : (elementOf(focus.moduleId)?.getBoundingClientRect().top ?? null);
  sessionStorage.setItem(key, JSON.stringify({ ...focus, top } satisfies StoredFocus));
}

export function takeFocus(): StoredFocus | null {
  const stored = sessionStorage.getItem(key);
  if (stored === null) return null;
  sessionStorage.removeItem(key);
  const parsed = storedFocus.safeParse(JSON.parse(stored));
  return parsed.success ? parsed.data : null;
}
