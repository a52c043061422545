import { type ByName, getFormAction, fillIn, readAll } from './form-dom.ts';

/** Unsent values of a form, in the session storage of the tab until the form has been sent. */

function makeKey(form: HTMLFormElement): string {
  // Neither the version nor the language: a form that has changed meanwhile still gets what fits.
  return `form:${location.pathname}:${getFormAction(form).pathname}`;
}

export function storeProgress(form: HTMLFormElement): void {
  try {
    sessionStorage.setItem(makeKey(form), JSON.stringify([...readAll(form)]));
  } catch {
    // No storage, or it is full: the form works without.
  }
}

export function forgetProgress(form: HTMLFormElement): void {
  try {
    sessionStorage.removeItem(makeKey(form));
  } catch {
    // Nothing was stored.
  }
}

/** Restores the stored values if they differ from the form's initial ones; returns whether it did. */
export function restoreProgress(form: HTMLFormElement): boolean {
  const stored = readStored(form);
  const before = JSON.stringify([...readAll(form)]);
  fillIn(form, stored);
  return JSON.stringify([...readAll(form)]) !== before;
}

function readStored(form: HTMLFormElement): ByName<string[]> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(makeKey(form)) ?? '[]');
    return new Map(Array.isArray(stored) ? stored.filter(isEntry) : []);
  } catch {
    return new Map();
  }
}

function isEntry(entry: unknown): entry is [string, string[]] {
  if (!Array.isArray(entry)) return false;
  const [name, values]: unknown[] = entry;
  return typeof name === 'string' && Array.isArray(values) && values.every((value) => typeof value === 'string');
}
