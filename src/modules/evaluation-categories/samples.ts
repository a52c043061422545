import type { TypeSamples } from '#schema/type-samples.ts';

/** The categories at the top: one that has others below it is rare. */
export const samples: TypeSamples = { data: { category: null } };
