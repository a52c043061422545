import { expect, it } from 'vitest';
import { pageNameOf } from './page-name.ts';

it('is English, or of the first language that a page has', () => {
  const de = { title: 'Über uns', path: '/ueber-uns' };
  expect(pageNameOf({ de, en: { title: 'About us', path: '/about' } })).toEqual({
    locale: 'en',
    title: 'About us',
    path: '/about',
  });
  expect(pageNameOf({ de })).toEqual({ locale: 'de', title: 'Über uns', path: '/de/ueber-uns' });
  expect(pageNameOf({})).toMatchObject({ title: 'Page without a title', path: '/' });
});
