import { defineMeta, definePicker } from '../meta.ts';
import { describeDay, describeSize } from '../picker-texts.ts';

type Item = { filename: string; contentTypeDisplay: string; size: number; created: string };

export const meta = defineMeta({
  words: { one: 'file', many: 'files' },
  group: 'media',
  isUploaded: true,
  picker: definePicker<Item>()({
    action: 'fetchFiles',
    show: ({ filename, contentTypeDisplay, size, created }) => ({
      title: filename,
      detail: [contentTypeDisplay, describeSize(size), describeDay(created)],
    }),
  }),
});
