import { expect, it } from 'vitest';
import { pagesWords } from './pages-words.ts';
import { shareReason } from './share-reason.ts';

it('counts pages', () => {
  expect([0, 1, 40].map(pagesWords)).toEqual(['0 pages', '1 page', '40 pages']);
});

it('says which modules cannot be shared', () => {
  expect(shareReason({ type: 'QUOTE', name: 'Quote' })).toBeNull();
  expect(shareReason({ type: 'ACCORDION', name: 'Accordion' })).toContain('Accordion cannot be shared');
});
