import type { ActionEntry } from './entry.ts';

export const entry: ActionEntry = {
  name: 'findProductValues',
  access: 'staff',
  send: 'json',
  valid: async ({ client }) => {
    const { data } = await client.from('products').select('id').order('id').limit(1).single();
    return { id: data?.id, site: 'main', locale: 'en' };
  },
  malformed: () => [
    { what: 'the id 0', input: { id: 0, site: 'main', locale: 'en' }, fields: ['id'] },
    { what: 'an id that nothing has', input: { id: 987_654, site: 'main', locale: 'en' } },
    { what: 'a site that does not exist', input: { id: 1, site: 'shop', locale: 'en' }, fields: ['site'] },
    {
      what: 'a locale that the site does not have',
      input: { id: 1, site: 'developer', locale: 'de' },
      fields: ['locale'],
    },
  ],
};
