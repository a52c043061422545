import { expect, it } from 'vitest';
import { noteOrLater } from './note-or-later.ts';

/** Notes that fail so often, with what is to be done later. */
function failing(times: number) {
  const waiting: { milliseconds: number; act: () => void }[] = [];
  const reasons: string[] = [];
  let left = times;
  const note = async () => {
    left -= 1;
    if (left >= 0) throw new Error(`no database, ${left} more`);
  };
  const options = {
    onFailure: (reason: string) => reasons.push(reason),
    after: (milliseconds: number, act: () => void) => waiting.push({ milliseconds, act }),
  };
  return { note, options, waiting, reasons };
}

it('is done at once, and then never again', async () => {
  const { note, options, waiting } = failing(0);
  expect(await noteOrLater(note, options)).toBe(true);
  expect(waiting).toEqual([]);
});

it('is no error where it fails: it is tried again until it is done', async () => {
  const { note, options, waiting, reasons } = failing(5);
  expect(await noteOrLater(note, options)).toBe(false);
  for (let next = 0; next < waiting.length; next += 1) {
    waiting[next]?.act();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(waiting.map(({ milliseconds }) => milliseconds)).toEqual([60_000, 300_000, 3_600_000, 3_600_000, 3_600_000]);
  expect(reasons).toHaveLength(5);
});
