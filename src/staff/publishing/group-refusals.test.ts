import { expect, it } from 'vitest';
import { groupRefusals } from './group-refusals.ts';

it('tells each reason once, with the names of all that it is of', () => {
  const nameOf = (item: { page: number } | { kind: string }) => ('page' in item ? `page ${item.page}` : item.kind);
  const refused = [
    { item: { page: 1 }, message: 'No changes.' },
    { item: { page: 2 }, message: 'Gone.' },
    { item: { page: 3 }, message: 'No changes.' },
  ];
  expect(groupRefusals(refused, nameOf)).toEqual([
    { message: 'No changes.', names: ['page 1', 'page 3'] },
    { message: 'Gone.', names: ['page 2'] },
  ]);
  expect(groupRefusals([], nameOf)).toEqual([]);
});
