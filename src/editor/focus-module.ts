import { z } from 'zod';
import { elementOf } from './module-element.ts';

/** The buttons of a module's toolbar. */
export const controls = ['edit', 'add-above', 'add', 'up', 'down', 'remove'] as const;
export type Control = (typeof controls)[number];

const moduleFocus = z.object({
  /** Null is the bar: no module is left. */
  moduleId: z.number().nullable(),
  control: z.enum(controls),
  /** How far below the top of the window the module stood; null when it was not on the page yet. */
  top: z.number().nullable(),
  /** What has been done, in words. */
  said: z.string(),
});
export type ModuleFocus = z.infer<typeof moduleFocus>;

const key = 'editor:focus-module';

/**
 * Which module's buttons take the focus once the editor is back on the page, where the module stood in the window, and what
 * has been done. It outlasts a reload, in which the draft may be read anew.
 */
export function focusModuleLater(
  moduleId: number | null,
  { control = 'edit', said = '' }: { control?: Control; said?: string } = {},
): void {
  const top = moduleId === null ? null : (elementOf(moduleId)?.getBoundingClientRect().top ?? null);
  try {
    sessionStorage.setItem(key, JSON.stringify({ moduleId, control, top, said } satisfies ModuleFocus));
  } catch {
    // The focus then begins at the top of the page.
  }
}

/** Answers once, and then no more. */
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
