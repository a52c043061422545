import type { TranslationState } from '#view-model/translations.ts';

/** What the states of a text are called. */
export const stateNames: Readonly<Record<TranslationState, string>> = {
  translated: 'Translated',
  checked: 'Checked',
  stale: 'Outdated',
  partly: 'Same as English',
  kept: 'Meant to be the same',
  absent: 'Not translated',
};
