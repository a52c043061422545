/**
 * Which module's buttons take the focus once the editor is back on the page. It outlasts a reload, in which the draft may be
 * read anew.
 */
const key = 'editor:focus-module';

export function focusModuleLater(id: number): void {
  try {
    sessionStorage.setItem(key, String(id));
  } catch {
    // The focus then begins at the top of the page.
  }
}

/** Answers once, and then no more. */
export function takeModuleToFocus(): number | null {
  try {
    const id = Number(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
    return Number.isInteger(id) && id > 0 ? id : null;
  } catch {
    return null;
  }
}
