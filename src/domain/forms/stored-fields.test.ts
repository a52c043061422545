import { expect, it } from 'vitest';
import { readStoredFields } from './stored-fields.ts';

it('reads valid fields, and names the others with their problem', () => {
  const { fields, broken } = readStoredFields([
    { id: 'a', fieldType: 'TextInput', name: 'email' },
    { id: 'b', fieldType: 'Signature', name: 'signed', label: 'Sign here' },
    { id: 'c', fieldType: 'Slider', name: 'amount', minValue: 'few' },
    'nonsense',
  ]);
  expect(fields.map(({ name }) => name)).toEqual(['email']);
  expect(broken).toMatchObject([
    { position: 2, name: 'Sign here', problems: [expect.stringMatching(/^fieldType: /)] },
    { position: 3, name: 'amount', problems: [expect.stringMatching(/^minValue: /)] },
    { position: 4, name: '', problems: [expect.any(String)] },
  ]);
});
