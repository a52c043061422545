import { describe, expect, it } from 'vitest';
import { addressIn, countryName } from './countries.ts';

describe('countries', () => {
  it('are named in the language of the page', () => {
    expect(countryName('CH', 'de')).toBe('Schweiz');
    expect(countryName('JP', 'jp')).toBe('日本');
    expect(countryName('US', 'en')).toBe('United States');
  });

  it('are named shortly where the long name says which state they belong to', () => {
    expect(countryName('HK', 'en')).toBe('Hong Kong');
    expect(countryName('HK', 'jp')).toBe('香港');
  });

  it('are named so at the end of an address as well', () => {
    const address = { lines: ['Nullpunktgasse 5', '4040 Linz', 'Austria'], countries: ['SI', 'AT'] };
    expect(addressIn('de', address)).toEqual(['Nullpunktgasse 5', '4040 Linz', 'Österreich']);
    expect(addressIn('kr', address).at(-1)).toBe('오스트리아');
    expect(addressIn('en', address)).toEqual(address.lines);
  });

  it('leave an address alone that ends otherwise', () => {
    const lines = ['Austria House', '8640 Rapperswil'];
    expect(addressIn('de', { lines, countries: ['AT', 'CH'] })).toEqual(lines);
    expect(addressIn('de', { lines: [], countries: [] })).toEqual([]);
  });
});
