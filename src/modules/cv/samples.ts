import type { TypeSamples } from '../type-samples.ts';

export const samples: TypeSamples = { items: 6 };
