import type { TypeSamples } from '#schema/type-samples.ts';

export const samples: TypeSamples = { pictures: 'story', items: 5 };
