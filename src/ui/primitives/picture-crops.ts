/** The shapes to which pages crop pictures, the widest first: `picture-crops.test.ts` compares them with the stylesheets. */
export const pictureCrops = [
  { ratio: '3', name: 'Hero on wide screens' },
  { ratio: '21 / 9', name: 'Article and link header' },
  { ratio: '2', name: 'Full-width slider, hero' },
  { ratio: '1.91', name: 'Shared pages' },
  { ratio: '16 / 9', name: 'Application header, videos' },
  { ratio: '3 / 2', name: 'Cards, teasers, sliders' },
  { ratio: '4 / 3', name: 'Stories, galleries, highlights' },
  { ratio: '5 / 4', name: 'Picture beside a text, portraits' },
  { ratio: '6 / 5', name: 'Products' },
  { ratio: '1', name: 'People' },
] as const;
