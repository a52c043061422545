import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { definitions } from '#modules/definitions.ts';
import type { ActionEntry } from './entry.ts';
import { saveAsSecond } from './overtake.ts';

export const entry: ActionEntry = {
  name: 'updateModule',
  access: 'staff',
  send: 'json',
  valid: ({ hero }) => ({ moduleId: hero.id, locale: 'en', payload: hero.data, version: 1 }),
  checks: z.object({
    moduleId: z.int(),
    locale: z.enum(locales).optional(),
    payload: definitions.HERO.schema,
    version: z.int().optional(),
  }),
  optional: ['locale', 'version'],
  opaque: ['payload'],
  malformed: ({ hero }) => {
    const call = (change: object) => ({
      moduleId: hero.id,
      locale: 'en',
      payload: { ...hero.data, ...change },
      version: 1,
    });
    return [
      { what: 'a module without what it needs', input: { ...call({}), payload: {} }, fields: ['title', 'image'] },
      { what: 'a title that is too long', input: call({ title: 'x'.repeat(101) }), fields: ['title'] },
      { what: 'a list in place of a title', input: call({ title: ['x'] }), fields: ['title'] },
      { what: 'NUL', input: call({ title: 'a\u0000b' }), fields: ['title'] },
      { what: 'half a surrogate pair', input: call({ lead: 'a\udc00b' }), fields: ['lead'] },
      { what: 'an image that is gone', input: call({ image: 99_999 }), fields: ['image'] },
      { what: 'a card without anything', input: call({ cards: [{}] }), fields: ['cards.0.title', 'cards.0.link'] },
      { what: 'a locale that the site does not have', input: { ...call({}), locale: 'kr' }, fields: ['locale'] },
    ];
  },
  stale: async (desk) => {
    const version = await saveAsSecond(desk);
    const { hero } = desk;
    return { moduleId: hero.id, locale: 'en', version, payload: { ...hero.data, title: 'Mine' } };
  },
};
