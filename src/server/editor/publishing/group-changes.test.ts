import { expect, it } from 'vitest';
import { groupChanges } from './group-changes.ts';

const line = (after: string) => [{ place: 'content' as const, before: 'Old', after }];

it('tells the same change once, with all of its URLs', () => {
  const changes = [line('Price'), line('Own'), undefined, line('Price'), []];
  expect(groupChanges(changes.map((own) => (own ? { changes: own } : {})))).toEqual([
    { changes: line('Own'), entries: [1] },
    { changes: line('Price'), entries: [0, 3] },
  ]);
});

it('keeps the order of what is published itself: the page before those that go with it', () => {
  const entries = [
    { changes: line('Page'), isOwn: true },
    { changes: line('Below'), isOwn: true },
    { changes: line('Page'), isOwn: true },
  ];
  expect(groupChanges(entries).map(({ entries: of }) => of)).toEqual([[0, 2], [1]]);
});

it('begins with what is published itself, however many change like it', () => {
  const entries = [
    { changes: line('Menu') },
    { changes: line('Title'), isOwn: true },
    { changes: line('Title') },
    { changes: line('Card') },
  ];
  expect(groupChanges(entries).map(({ entries: of }) => of)).toEqual([[1, 2], [0], [3]]);
});
