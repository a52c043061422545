import type { ActionEntry } from './entry.ts';

const call = { kind: 'image', id: 987_654, version: 1, decorative: false, alt: { en: 'A sensor' } };

export const entry: ActionEntry = {
  name: 'describePicture',
  access: 'staff',
  send: 'json',
  valid: () => call,
  optional: ['decorative', 'base', 'isOverTheirs'],
  malformed: () => [
    { what: 'no text at all', input: { ...call, alt: {} }, fields: ['alt'] },
    { what: 'a text without end', input: { ...call, alt: { en: 'x'.repeat(301) } }, fields: ['alt'] },
    { what: 'NUL', input: { ...call, alt: { en: '\u0000' } }, fields: ['alt.en'] },
    { what: 'a locale that nobody speaks', input: { ...call, alt: { en: 'A', xx: 'B' } } },
    { what: 'a kind that is no picture', input: { ...call, kind: 'product' }, fields: ['kind'] },
    { what: 'a moment that is none', input: { ...call, base: 'yesterday' }, fields: ['base'] },
    { what: 'a version that no column holds', input: { ...call, version: 2 ** 31 }, fields: ['version'] },
    { what: 'a picture that is gone', input: call },
  ],
  stale: async ({ client, second }) => {
    const hash = 'ab'.repeat(32);
    const { data } = await client
      .from('vectors')
      .insert({ filename: 'a.svg', hash, bytes: 1, storage_path: `vectors/${hash}.svg` })
      .select('id')
      .single();
    const stale = { ...call, kind: 'vector', id: data?.id };
    const response = await second.call('describePicture', stale);
    if (response.status !== 200) throw new Error(`Describing answered ${response.status}`);
    return stale;
  },
};
