import type { TypeSamples } from '../type-samples.ts';

/** The categories at the top: one that has others below it is rare. */
export const samples: TypeSamples = { data: { category: null } };
