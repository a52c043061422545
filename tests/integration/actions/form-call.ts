import type { Malformed } from './entry.ts';

/** The payload to save a form: all required fields and some optional ones. */
export const formCall = {
  title: 'A form of the table',
  titles: { de: 'Ein Formular' },
  content: [
    { id: 'a', fieldType: 'TextInput', name: 'email', label: 'E-mail' },
    { id: 'b', fieldType: 'Slider', name: 'quantity', label: 'Quantity', minValue: 1, maxValue: 5 },
  ],
  successUrl: '/thanks',
  retentionDays: 30,
};
export const optionalOfForm = ['titles', 'successUrl', 'retentionDays'];

/** Forms that are of the right shape and wrong, with the field that each is refused at. */
export function wrongForms(wrap: (form: unknown) => unknown, at = ''): Malformed[] {
  const [email, slider] = formCall.content;
  const wrong = (what: string, change: object, field: string): Malformed => ({
    what,
    input: wrap({ ...formCall, ...change }),
    fields: [`${at}${field}`],
  });
  return [
    wrong('a name of spaces', { title: ' ' }, 'title'),
    wrong('no fields', { content: [] }, 'content'),
    wrong('a field that says nothing', { content: [{ ...email, label: ' ' }] }, 'content.0.label'),
    wrong(
      'an option that says nothing',
      { content: [{ ...email, fieldType: 'SelectList', options: [{ optionLabel: '', optionValue: 'a' }] }] },
      'content.0.options.0.optionLabel',
    ),
    wrong('an id that two fields have', { content: [email, { ...slider, id: 'a' }] }, 'content.1.id'),
    wrong('a name that two fields have', { content: [email, { ...slider, name: 'email' }] }, 'content.1.name'),
    wrong('a slider without a lower bound', { content: [{ ...slider, minValue: null }] }, 'content.0.minValue'),
    wrong('a slider that ends before it begins', { content: [{ ...slider, maxValue: 0 }] }, 'content.0.maxValue'),
    wrong('a list without options', { content: [{ ...email, fieldType: 'SelectList' }] }, 'content.0.options'),
    wrong('a condition on nothing', { content: [{ ...email, isConditional: true }] }, 'content.0.conditionalName'),
    wrong('a quote of a product', { content: [{ ...email, label: '{{product:cx24 range}}' }] }, 'content.0.label'),
    wrong('NUL', { content: [{ ...email, label: 'a\u0000b' }] }, 'content.0.label'),
    wrong('a script to go on to', { successUrl: 'javascript:alert(1)' }, 'successUrl'),
    wrong('another site to go on to', { successUrl: 'https://elsewhere.example/' }, 'successUrl'),
    wrong('a time without end', { retentionDays: 4000 }, 'retentionDays'),
  ];
}
