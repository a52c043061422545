import { describe, expect, it } from 'vitest';
import { nameList, placeName } from './place-name.ts';

describe('names in a row', () => {
  it('are separated as usual in the language of the page', () => {
    expect(nameList(['Chile', 'Uruguay'], 'de')).toBe('Chile, Uruguay');
    expect(nameList(['チリ', 'ウルグアイ'], 'jp')).toBe('チリ、ウルグアイ');
    expect(nameList(['智利', '乌拉圭'], 'cn')).toBe('智利、乌拉圭');
    expect(nameList(['칠레', '우루과이'], 'kr')).toBe('칠레, 우루과이');
  });

  it('of a place leave out missing parts', () => {
    expect(placeName(['', '横滨', '日本'], 'cn')).toBe('横滨，日本');
    expect(placeName(['Stand 4', '', 'Japan'], 'en')).toBe('Stand 4, Japan');
  });
});
