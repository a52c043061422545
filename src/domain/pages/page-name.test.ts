import { expect, it } from 'vitest';
import { getPageName } from './page-name.ts';

it('is English, or of the first language that a page has', () => {
  const de = { title: 'Über uns', path: '/ueber-uns' };
  expect(getPageName({ de, en: { title: 'About us', path: '/about' } })).toEqual({
    locale: 'en',
    title: 'About us',
    path: '/about',
  });
  expect(getPageName({ de })).toEqual({ locale: 'de', title: 'Über uns', path: '/de/ueber-uns' });
  expect(getPageName({})).toMatchObject({ title: 'Page without a title', path: '/' });
});
