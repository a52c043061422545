import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { definitions } from '#modules/definitions.ts';
import type { ActionEntry } from './entry.ts';
import { shareHero } from './open-desk.ts';

export const entry: ActionEntry = {
  name: 'updateSharedModule',
  access: 'staff',
  send: 'json',
  valid: ({ hero, sharedId }) => ({ sharedId, locale: 'en', payload: hero.data, version: 1 }),
  checks: z.object({
    sharedId: z.int(),
    locale: z.enum(locales),
    payload: definitions.HERO.schema,
    version: z.int(),
  }),
  opaque: ['payload'],
  malformed: ({ hero, sharedId }) => {
    const call = { sharedId, locale: 'en', payload: hero.data, version: 1 };
    return [
      { what: 'a shared module that is not there', input: { ...call, sharedId: 987_654 } },
      { what: 'the shared module 0', input: { ...call, sharedId: 0 }, fields: ['sharedId'] },
      { what: 'a content without what it needs', input: { ...call, payload: {} }, fields: ['title', 'image'] },
      { what: 'a version below 0', input: { ...call, version: -1 }, fields: ['version'] },
    ];
  },
  stale: async (desk) => {
    const sharedId = await shareHero(desk.client, desk.hero, 'Saved too late');
    const call = { sharedId, locale: 'en', payload: { ...desk.hero.data, title: 'Theirs' }, version: 1 };
    const saved = await desk.second.call('updateSharedModule', call);
    if (saved.status !== 200) throw new Error(`Saving it answered ${saved.status}: ${await saved.text()}`);
    return { ...call, payload: { ...desk.hero.data, title: 'Mine' } };
  },
};
