import { must } from '../../fixtures/editorial-desk.ts';
import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'saveRecord',
  access: 'staff',
  send: 'json',
  optional: ['id', 'base', 'version', 'isRestored'],
  opaque: ['data'],
  valid: () => ({
    kind: 'product',
    id: 1,
    data: { name: 'HX41' },
    base: '2026-11-21T08:00:00Z',
    version: 1,
    isRestored: true,
  }),
  malformed: () => [
    { what: 'an unknown field', input: { kind: 'tag', id: null, data: { colour: 'red' }, base: null } },
    {
      what: 'a text that is a number',
      input: { kind: 'tag', id: null, data: { slug: 5 }, base: null },
      fields: ['slug'],
    },
    { what: 'a new site', input: { kind: 'site', id: null, data: {}, base: null } },
    { what: 'a new picture', input: { kind: 'image', id: null, data: {}, base: null } },
    { what: 'a record that is not there', input: { kind: 'tag', id: 987_654, data: {}, base: null } },
  ],
  stale: async ({ client, second }) => {
    const product = await must(client.from('products').select('id').order('id').limit(1).single());
    const call = { kind: 'product', id: product?.id, data: { name: 'Of two' }, base: null };
    const response = await second.call('saveRecord', call);
    if (response.status !== 200) throw new Error(`Saving answered ${response.status}`);
    return call;
  },
};
