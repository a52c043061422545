import { expect, it } from 'vitest';
import type { SheetCheck } from '#view-model/sheets.ts';
import { describeCheck } from './CheckTable.tsx';

const counts = { changed: 0, created: 0, same: 0, wrong: 0, held: 0, altered: 0 };
const check: SheetCheck = { lines: [], counts, liveColumns: ['Quantity'], fingerprint: '' };

it('says of a table that changes nothing that all of it is stored already', () => {
  expect(describeCheck({ ...check, counts: { ...counts, same: 1200 } })).toBe(
    'Nothing changes: all 1,200 are stored already.',
  );
  expect(describeCheck({ ...check, counts: { ...counts, same: 1 } })).toBe('Nothing changes: it is stored already.');
});

it('counts what changes beside what does not, and says what is live at once', () => {
  expect(describeCheck({ ...check, counts: { ...counts, changed: 2, same: 1 } })).toBe(
    '2 changed, 1 the same. Nothing is saved yet. Quantity of existing entries: live at once, without a draft.',
  );
});
