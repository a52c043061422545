import { type Locale, englishNames } from '#domain/locales.ts';
import { defineMeta, definePicker } from '../meta.ts';
import { describeDay, describeSize } from '../picker-texts.ts';

type Item = {
  name: string;
  contentTypeDisplay: string | null;
  size: number | null;
  contentDate: string;
  language: Locale;
};

export const meta = defineMeta({
  words: { one: 'document', many: 'documents' },
  group: 'media',
  isUploaded: true,
  picker: definePicker<Item>()({
    action: 'fetchDocuments',
    show: ({ name, contentTypeDisplay, size, contentDate, language }) => ({
      title: name,
      detail: [englishNames[language], contentTypeDisplay ?? 'announced', describeSize(size), describeDay(contentDate)],
    }),
  }),
});
