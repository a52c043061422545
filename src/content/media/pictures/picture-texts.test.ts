import { describe, expect, it } from 'vitest';
import { readTexts, withTexts } from './picture-texts.ts';

const stored = { filename: 'a.svg', localized: { en: { alt: 'A' }, de: { alt: 'B', title: 'T' } } };

describe('the texts of a picture', () => {
  it('are changed, added and taken out by locale, and nothing else', () => {
    expect(withTexts('vector', stored, { decorative: false, alt: { en: 'New', de: '', jp: 'C', cn: '' } })).toEqual({
      filename: 'a.svg',
      localized: { en: { alt: 'New' }, de: { title: 'T' }, jp: { alt: 'C' } },
    });
    expect(stored.localized.de).toEqual({ alt: 'B', title: 'T' });
  });

  it('stay where they are not given', () => {
    expect(withTexts('vector', stored, { decorative: false, alt: {} })).toEqual(stored);
  });

  it('of an image say whether it is decorative', () => {
    expect(withTexts('image', { localized: null }, { decorative: true, alt: {} })).toEqual({
      localized: {},
      is_decorative: true,
    });
  });

  it.each([
    [{}, false, {}],
    [{ is_decorative: true, localized: { en: {} } }, true, { en: '' }],
    [{ is_decorative: 'yes', localized: { en: { alt: 5 }, de: null, xx: { alt: 'X' } } }, false, { en: '', de: '' }],
  ])('are read of a draft that may be unfinished: %j', (data, decorative, alt) => {
    expect(readTexts(data)).toEqual({ decorative, alt });
  });
});
