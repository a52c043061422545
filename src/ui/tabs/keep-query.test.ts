import { describe, expect, it } from 'vitest';
import { keepQuery } from './keep-query.ts';

describe('the query of a page', () => {
  it('goes along to the next one', () => {
    expect(keepQuery('/company/about', '?draft=true&utm_source=mail')).toBe(
      '/company/about?draft=true&utm_source=mail',
    );
    expect(keepQuery('/company/about#history', '?draft=true')).toBe('/company/about?draft=true#history');
  });

  it('adds nothing when there is none', () => {
    expect(keepQuery('/company/about#history', '')).toBe('/company/about#history');
  });

  it('is overridden by the address itself', () => {
    expect(keepQuery('/search?q=hx4', '?q=other&draft=true')).toBe('/search?q=hx4&draft=true');
  });
});
