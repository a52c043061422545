import { expect, it } from 'vitest';
import { newLinkSchema } from './new-link.ts';

const link = { linkType: 'internal', text: 'Sensors', url: '/sensors' };

it('takes a link without what its type does not ask for', () => {
  expect(newLinkSchema.parse(link)).toEqual({ ...link, target: 'auto', page: null, document: null, anchorId: null });
});

it.each(['', '  ', '\u200b', '\u2060 '])('asks for a text where a reader would see none: %j', (text) => {
  expect(newLinkSchema.safeParse({ ...link, text }).error?.issues).toMatchObject([
    { path: ['text'], message: 'Link text is required' },
  ]);
});
