import { defineMeta, definePicker } from '../meta.ts';

type Item = { filename: string; contentTypeDisplay: string; thumbnail: string };

export const meta = defineMeta({
  words: { one: 'vector', many: 'vectors' },
  group: 'media',
  isUploaded: true,
  picker: definePicker<Item>()({
    action: 'fetchVectors',
    isGrid: true,
    show: ({ filename, contentTypeDisplay, thumbnail }) => ({
      title: filename,
      detail: [contentTypeDisplay],
      thumbnail,
    }),
  }),
});
