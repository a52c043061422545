import { describe, expect, it } from 'vitest';
import type { PageContents } from '#content/source/revisions.ts';
import { describePageDifferences, describePlace } from './page.ts';

const nobody = () => undefined;
const texts = (path: string, title: string, text: string): NonNullable<PageContents['en']> => ({
  path,
  title,
  nav_title: '',
  description: '',
  seo: {},
  modules: [{ id: 1, type: 'TEXT_BLOCK', v: 1, data: { title: text }, children: [] }],
});
const en = texts('/air', 'Air', 'Clean');
const de = texts('/de/luft', 'Luft', 'Rein');

describe('the differences of a page in words', () => {
  it('say that it was taken out of a language, and not what it had there', () => {
    expect(describePageDifferences({ en, de }, { en }, nobody)).toEqual([
      { label: 'Languages', locale: null, before: 'English, German', after: 'English' },
    ]);
  });

  it('say that it came into a language, with the texts that it has there', () => {
    const [languages, ...others] = describePageDifferences({ en }, { en, de }, nobody);
    expect(languages).toMatchObject({ label: 'Languages', before: 'English', after: 'English, German' });
    expect(others).toMatchObject([{ locale: 'de', before: 'Clean', after: 'Rein' }]);
  });

  it('name the fields that changed in a language that it stays in', () => {
    expect(describePageDifferences({ en, de }, { en, de: { ...de, title: 'Atemluft' } }, nobody)).toEqual([
      { label: 'Title', locale: 'de', before: 'Luft', after: 'Atemluft' },
    ]);
  });

  it('say what search engines are told as its settings do', () => {
    expect(describePageDifferences({ en }, { en: { ...en, seo: { noindex: true } } }, nobody)).toEqual([
      { label: 'Hide from search engines', locale: 'en', before: null, after: 'Yes' },
    ]);
  });

  it('tell where it was in a language that a choice is about', () => {
    expect(describePlace(['details', 'de'], { before: de, after: undefined }, [], nobody)).toEqual({
      label: 'Page in German',
      locale: null,
      before: 'At /de/luft',
      after: null,
    });
  });
});
