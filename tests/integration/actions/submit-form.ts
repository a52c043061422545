import type { ActionEntry, Desk } from './entry.ts';

const callOf = ({ formId }: Desk) => ({
  action: `/forms/${formId}?version=1&locale=en`,
  values: {},
  solution: '',
  key: '',
  page: null,
});

export const entry: ActionEntry = {
  name: 'submitForm',
  access: 'anybody',
  send: 'json',
  valid: callOf,
  optional: ['solution', 'key', 'page'],
  malformed: (desk) => [
    { what: 'an address without a form', input: { ...callOf(desk), action: '/contact' }, fields: ['action'] },
    { what: 'a form that is gone', input: { ...callOf(desk), action: '/forms/987654' } },
    { what: 'nothing where something is required', input: callOf(desk), fields: ['values.email'] },
    { what: 'no solved puzzle', input: { ...callOf(desk), values: { email: 'a@test.example' } } },
    { what: 'a key that is too long', input: { ...callOf(desk), key: 'x'.repeat(101) }, fields: ['key'] },
  ],
};
