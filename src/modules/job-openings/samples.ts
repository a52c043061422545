import type { TypeSamples } from '#schema/type-samples.ts';

export const samples: TypeSamples = {
  data: { location: null, field: '' },
  states: [{ key: 'one-field', name: 'Only jobs of one field', data: { field: 'research-development' } }],
};
