import { describe, expect, it } from 'vitest';
import { compareHref, comparedIn } from './selection.ts';

describe('the address of a comparison', () => {
  it('names its products, which are read back', () => {
    const href = compareHref('/products/compare', ['hx41', 'größe,1']);
    expect(href).toBe('/products/compare?products=hx41,gr%C3%B6%C3%9Fe%2C1');
    expect(comparedIn('?products=hx41,hx42')).toEqual(['hx41', 'hx42']);
  });

  it('holds four products at most, each once', () => {
    expect(comparedIn('?products=a,b,a,,c, d ,e')).toEqual(['a', 'b', 'c', 'd']);
    expect(comparedIn('')).toEqual([]);
  });
});
