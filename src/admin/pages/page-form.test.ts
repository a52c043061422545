import { expect, it } from 'vitest';
import { copiedNames, toPageForm, toPageNames, withLocaleForm, withParent, withTyped } from './page-form.ts';

const parents = new Map([
  [1, { en: { path: '/company', title: 'Company' }, de: { path: '/unternehmen', title: 'Unternehmen' } }],
]);
const blank = toPageForm('main', 1, {});

it('suggests an address below the page above, in each language', () => {
  const english = withLocaleForm(blank, 'en', { title: 'Our quality' }, parents);
  const both = withLocaleForm(english, 'de', { isOn: true, title: 'Qualität' }, parents);
  expect(toPageNames(both)).toEqual({
    en: { title: 'Our quality', path: '/company/our-quality' },
    de: { title: 'Qualität', path: '/unternehmen/qualitaet' },
  });
});

it('leaves an address that was typed, until the page moves', () => {
  const typed = withLocaleForm(blank, 'en', { path: '/company/q', isPathTyped: true }, parents);
  const titled = withLocaleForm(typed, 'en', { title: 'Quality' }, parents);
  expect(toPageNames(titled).en?.path).toBe('/company/q');
  expect(toPageNames(withParent(titled, null, parents)).en?.path).toBe('/q');
});

it('does not move the home page', () => {
  const home = toPageForm('main', null, { en: { path: '/', title: 'Home' } });
  expect(toPageNames(withParent(home, 1, parents)).en?.path).toBe('/');
});

it('names a copy so that it can be beside the page, and as the page on another site', () => {
  const names = { en: { title: 'Home', path: '/' }, de: { title: 'Dienste', path: '/dienste' } };
  expect(copiedNames(names, true)).toEqual({
    en: { title: 'Home (copy)', path: '/copy' },
    de: { title: 'Dienste (copy)', path: '/dienste-copy' },
  });
  expect(copiedNames(names, false)['de']).toEqual(names.de);
});

it('goes on to a copy with what was typed for a new page, and else with what the page has', () => {
  const names = { en: { title: 'Dienste', path: '/services' }, de: { title: 'Dienste', path: '/dienste' } };
  const copy = toPageForm('main', null, copiedNames(names, true));
  const typed = withLocaleForm(toPageForm('main', null, {}), 'en', { title: 'Our quality' }, parents);
  expect(toPageNames(withTyped(copy, typed, parents))).toEqual({
    en: { title: 'Our quality', path: '/our-quality' },
    de: { title: 'Dienste (copy)', path: '/dienste-copy' },
  });
  const below = withTyped(copy, withLocaleForm(blank, 'en', { title: 'Our quality' }, parents), parents);
  expect(below.parentId).toBe(1);
  expect(toPageNames(below)).toEqual({
    en: { title: 'Our quality', path: '/company/our-quality' },
    de: { title: 'Dienste (copy)', path: '/unternehmen/dienste-copy' },
  });
  expect(toPageNames(withTyped(copy, toPageForm('main', null, {}), parents))).toEqual(toPageNames(copy));
});
