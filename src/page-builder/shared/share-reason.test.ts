import { expect, it } from 'vitest';
import { shareReason } from './share-reason.ts';

it('says which modules cannot be shared', () => {
  expect(shareReason({ type: 'QUOTE', name: 'Quote' })).toBeNull();
  expect(shareReason({ type: 'ACCORDION', name: 'Accordion' })).toContain('Accordion cannot be shared');
});
