import { expect, it } from 'vitest';
import { groupChanges } from './group-changes.ts';

const line = (after: string) => [{ place: 'content' as const, before: 'Old', after }];

it('tells the same change once, with all of its URLs', () => {
  const changes = [line('Price'), line('Own'), undefined, line('Price'), []];
  expect(groupChanges(changes)).toEqual([
    { changes: line('Own'), entries: [1] },
    { changes: line('Price'), entries: [0, 3] },
  ]);
});
