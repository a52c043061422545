import type { Faq } from '#view-model/resolved.ts';

export type FaqContent = {
  screen: 'faq';
  /** In the order of the groups' first questions. */
  groups: readonly { category: string; questions: readonly Faq[] }[];
};
