import { defineMeta, definePicker } from '../meta.ts';

type Item = {
  filename: string;
  display: string;
  width: number;
  height: number;
  alt: string;
  thumbnail: string | null;
};

export const meta = defineMeta({
  words: { one: 'image', many: 'images' },
  group: 'media',
  isUploaded: true,
  picker: definePicker<Item>()({
    action: 'fetchImages',
    isGrid: true,
    show: ({ display, filename, width, height, alt, thumbnail }) => ({
      title: display || filename,
      detail: [alt || `${width} × ${height}`],
      thumbnail,
    }),
  }),
});
