import { expect, it } from 'vitest';
import { readableAnswers } from './form-answers.ts';
import { formFieldSchema } from './form-fields.ts';

const fields = [
  {
    id: 'a',
    fieldType: 'SelectList',
    name: 'topic',
    label: 'Topic',
    options: [{ optionLabel: 'An order', optionValue: 'order' }],
    localized: { de: { label: 'Thema', optionLabels: { order: 'Bestellung' } } },
  },
  { id: 'b', fieldType: 'Checkbox', name: 'terms', label: 'Terms' },
].map((field) => formFieldSchema.parse(field));

it('reads answers in the order of the form, in the words that the visitor saw', () => {
  const answers = { gone: 5, terms: true, topic: 'order' };
  expect(readableAnswers(fields, answers, 'de')).toEqual([
    { name: 'topic', label: 'Thema', words: 'Bestellung' },
    { name: 'terms', label: 'Terms', words: 'Yes' },
    { name: 'gone', label: 'gone', words: '5' },
  ]);
});

it('shows what no option says any more as it was sent', () => {
  expect(readableAnswers(fields, { topic: ['order', 'sample'] }, 'en')[0]?.words).toBe('An order, sample');
});
