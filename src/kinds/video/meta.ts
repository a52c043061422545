import { defineMeta, definePicker } from '../meta.ts';
import { describeSize } from '../picker-texts.ts';

type Item = { title: string; filename: string; size: number | null; thumbnail: string | null };

export const meta = defineMeta({
  words: { one: 'video', many: 'videos' },
  group: 'media',
  picker: definePicker<Item>()({
    action: 'fetchVideos',
    show: ({ title, filename, size, thumbnail }) => ({ title, detail: [filename, describeSize(size)], thumbnail }),
  }),
});
