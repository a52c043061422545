import { expect, it } from 'vitest';
import type { Operations } from '#admin/messages/operations.ts';
import { groupFailures } from './group-failures.ts';

const output = (id: number, reason: string, more: Partial<Operations['failed'][number]> = {}) => ({
  id,
  site: 'main' as const,
  locale: 'en' as const,
  name: `Page ${id}`,
  url: null,
  reason,
  repairs: [],
  since: `2026-11-2${id}T09:00:00Z`,
  waits: false,
  ...more,
});

it('names a reason once, with all that failed for it and since when the first of them did', () => {
  const repairs = [{ href: '/?draft=true', module: 'Hero', field: 'Picture', reason: 'It was deleted' }];
  const failed = [
    output(3, 'The disk is full.'),
    output(2, 'It could not be rendered.', { repairs }),
    output(1, 'The disk is full.'),
    output(4, 'It could not be rendered.'),
    output(5, 'The disk is full.', { waits: true }),
  ];
  const groups = groupFailures(failed);
  expect(groups.map(({ outputs }) => outputs.map(({ id }) => id))).toEqual([[3, 1], [2], [4], [5]]);
  expect(groups[0]).toMatchObject({ reason: 'The disk is full.', since: '2026-11-21T09:00:00Z' });
  expect(groups[1]).toMatchObject({ repairs });
});
