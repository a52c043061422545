import { useEffect } from 'react';

/**
 * Leads to the field at a path of a form: of a text that was clicked, or of what has to be mended.
 *
 * @returns gives up
 */
export function leadToField(path: string): () => void {
  let giveUp: (() => void) | null = () => {};
  void import('./reach-field.ts').then(({ reachField }) => {
    if (giveUp) giveUp = reachField(path);
  });
  return () => {
    giveUp?.();
    giveUp = null;
  };
}

/** Leads to the field that the address names; null for none. */
export function useFieldOfAddress(field: string | null): void {
  useEffect(() => (field === null ? undefined : leadToField(field)), [field]);
}
