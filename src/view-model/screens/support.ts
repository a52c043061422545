type Way = 'faq' | 'downloads' | 'compare' | 'inventory' | 'partners' | 'representatives';

export type SupportContent = {
  screen: 'support';
  /** Where help is found on this site. */
  ways: readonly { way: Way; href: string }[];
  questions: readonly { question: string; href: string }[];
};
