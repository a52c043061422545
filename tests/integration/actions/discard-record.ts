import { must } from '../../fixtures/editorial-desk.ts';
import type { ActionEntry } from './entry.ts';
import { namedRecord } from './named-record.ts';

export const entry: ActionEntry = {
  ...namedRecord('discardRecord'),
  optional: ['base'],
  valid: () => ({ kind: 'product', id: 1, base: '2026-11-21T08:00:00Z' }),
  stale: async ({ client, second }) => {
    const product = await must(
      client.from('products').select('id').order('id', { ascending: false }).limit(1).single(),
    );
    const record = { kind: 'product', id: product?.id };
    const response = await second.call('saveRecord', { ...record, data: { name: 'Of two' }, base: null });
    if (response.status !== 200) throw new Error(`Saving answered ${response.status}`);
    return { ...record, base: '2026-11-21T08:00:00Z' };
  },
};
