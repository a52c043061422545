import { describe, expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

describe('long text', () => {
  it('is cut at 75 characters, with an ellipsis', () => {
    expect(cutText('a'.repeat(75))).toBe('a'.repeat(75));
    expect(cutText('a'.repeat(76))).toBe(`${'a'.repeat(75)}…`);
    expect(cutText('')).toBe('');
  });

  it('counts grapheme clusters, and splits none', () => {
    const family = '👨‍👩‍👧‍👦';
    expect(cutText(family.repeat(3), 3)).toBe(family.repeat(3));
    expect(cutText(family.repeat(4), 3)).toBe(`${family.repeat(3)}…`);
    expect(cutText('e\u0301'.repeat(5), 4)).toBe(`${'e\u0301'.repeat(4)}…`);
  });

  it('leaves no space before the ellipsis', () => {
    expect(cutText('one two', 4)).toBe('one…');
  });
});
