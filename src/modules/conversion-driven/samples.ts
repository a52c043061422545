import type { TypeSamples } from '#schema/type-samples.ts';

export const samples: TypeSamples = { pictures: 'product' };
