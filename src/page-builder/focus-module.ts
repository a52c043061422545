import { z } from 'zod';
import { findModuleElement } from './module-element.ts';
import { topInWindow } from './page-box.ts';

/** The buttons of a module's toolbar. */
const controls = ['edit', 'add-above', 'add', 'up', 'down', 'remove'] as const;
export type Control = (typeof controls)[number];

const moduleFocus = z.object({
  /** Null is the bar: there is no module left. */
  moduleId: z.number().nullable(),
  /** Null leaves the focus where it is. */
  control: z.enum(controls).nullable(),
  /** The distance of the module from the top of the window; null when it was not on the page yet. */
  top: z.number().nullable(),
  /** What was done, for screen readers. */
  announcement: z.string().default(''),
  /** What can be done about it from there. */
  offer: z.enum(['undo', 'redo']),
  /** The step that was the last one before; while it still is, nothing of this page can be undone of what was done. */
  since: z.number().nullable(),
  /** The module to show in place of one that is gone. */
  beside: z.number().nullable(),
  /** The modules that were there before: another one has come in the place of one that is gone. */
  known: z.array(z.number()).nullable(),
});
export type ModuleFocus = z.infer<typeof moduleFocus>;

const key = 'editor:focus-module';

/**
 * Stores which module's toolbar gets the focus when the editor is back on the page, the module's position in the window, and
 * the announcement. It outlasts a reload.
 */
export function focusModuleLater(
  moduleId: number | null,
  {
    control = 'edit',
    announcement = '',
    offer = 'undo',
    since = null,
    beside = null,
    known = null,
  }: Partial<Omit<ModuleFocus, 'moduleId' | 'top'>> = {},
): void {
  const element = moduleId === null ? null : findModuleElement(moduleId);
  const top = element ? topInWindow(element) : null;
  try {
    const focus: ModuleFocus = { moduleId, control, top, announcement, offer, since, beside, known };
    sessionStorage.setItem(key, JSON.stringify(focus));
  } catch {
    // Without storage the focus begins at the top of the page.
  }
}

/** Returns the stored value once, and removes it. */
export function takeModuleToFocus(): ModuleFocus | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    sessionStorage.removeItem(key);
    const parsed = moduleFocus.safeParse(stored);
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
