import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { siteIds } from '#domain/sites.ts';
import { readPagesView, writePagesView } from './pages-view.ts';

describe('the view of the list of pages in the address', () => {
  it('is read as it was written', () => {
    const view = fc.record({
      site: fc.constantFrom(...siteIds),
      search: fc.string({ unit: 'grapheme' }),
      isTrash: fc.boolean(),
    });
    fc.assert(
      fc.property(view, fc.constantFrom(...siteIds), (shown, here) => {
        expect(readPagesView(writePagesView(shown, here), here)).toEqual(shown);
      }),
    );
  });

  it('is empty for the usual one', () => {
    for (const site of siteIds) expect(writePagesView({ site, search: '', isTrash: false }, site)).toBe('');
  });

  it('is the usual one where the address says something else', () => {
    expect(readPagesView('?site=none&show=all', 'main')).toEqual({ site: 'main', search: '', isTrash: false });
  });
});
