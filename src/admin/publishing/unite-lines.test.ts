import { expect, it } from 'vitest';
import type { Line } from '#admin/messages/publish.ts';
import { uniteLines } from './unite-lines.ts';

const line = (id: number, site: Line['site'], edits: number[], changed = 1): Line => ({
  id,
  site,
  finishedAt: '2026-01-01T00:00:00Z',
  cause: 'change',
  who: [],
  what: [],
  edits,
  counts: { new: 0, moved: 0, changed, removed: 0, unchanged: 0, failed: 0 },
  takesBack: null,
  takenBackBy: null,
});

it('says a change once that several sites have published, with all URLs', () => {
  const lines = uniteLines([
    line(4, 'main', [7], 2),
    line(3, 'developer', [7], 3),
    line(2, 'main', [7]),
    line(1, 'main', [6]),
  ]);
  expect(lines.map(({ id, sites, counts }) => [id, sites, counts.changed])).toEqual([
    [4, ['main', 'developer'], 6],
    [1, ['main'], 1],
  ]);
});

it('unites nothing whose changes are not known, or that lies apart', () => {
  expect(uniteLines([line(2, 'main', []), line(1, 'main', [])])).toHaveLength(2);
  expect(uniteLines([line(3, 'main', [7]), line(2, 'main', [8]), line(1, 'main', [7])])).toHaveLength(3);
  const takenBack = { ...line(2, 'main', [7]), takenBackBy: 'Ada' };
  expect(uniteLines([line(3, 'developer', [7]), takenBack, line(1, 'main', [7])])).toHaveLength(3);
});

it('adds up every count', () => {
  const counts = { new: 1, moved: 2, changed: 3, removed: 4, unchanged: 5, failed: 6 };
  const [united] = uniteLines([
    { ...line(2, 'main', [7]), counts },
    { ...line(1, 'developer', [7]), counts },
  ]);
  expect(united?.counts).toEqual({ new: 2, moved: 4, changed: 6, removed: 8, unchanged: 10, failed: 12 });
});
