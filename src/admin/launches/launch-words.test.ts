import { expect, it } from 'vitest';
import { latenessWords } from './launch-words.ts';

const at = '2026-01-01T08:00:00.000Z';

it.each([
  [at, '2026-01-01T08:00:00.080Z', ''],
  [at, '2026-01-01T08:00:07Z', ', 7 s late'],
  [at, '2026-01-01T08:05:00Z', ', 5 min late'],
  [at, '2026-01-01T12:00:00Z', ', 4 h late'],
  [null, at, ''],
  [at, null, ''],
])('says how late a release of %s was that was live at %s', (moment, live, words) =>
  expect(latenessWords(moment, live)).toBe(words),
);
