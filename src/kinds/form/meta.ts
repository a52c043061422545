import { defineMeta, definePicker } from '../meta.ts';

type Item = { title: string; content: readonly unknown[]; version: number | null };

export const meta = defineMeta({
  words: { one: 'form', many: 'forms' },
  group: 'forms',
  screen: 'forms',
  picker: definePicker<Item>()({
    action: 'fetchForms',
    show: ({ title, content, version }) => ({
      title,
      detail: [
        `${content.length} ${content.length === 1 ? 'field' : 'fields'}`,
        version === null ? 'not published yet' : null,
      ],
    }),
  }),
});
