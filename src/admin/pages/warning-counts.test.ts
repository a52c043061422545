import { describe, expect, it } from 'vitest';
import { type WarningCounts, makeWarningCounts } from './warning-counts.ts';

type Check = NonNullable<Parameters<typeof makeWarningCounts>[0]>;
type Warning = NonNullable<Awaited<ReturnType<Check>>>[number];

const warning: Warning = {
  kind: 'link',
  isBlocking: true,
  moduleId: 4,
  moduleName: 'Text',
  moduleTitle: '',
  field: '',
  message: 'It leads nowhere.',
  places: [],
  picture: null,
};
const draft = (id: number, savedAt: string | null = null) => ({ id, savedAt });

/** Counts whose checks are answered by the test, one after the other. */
function make(): { counts: WarningCounts; asked: number[]; answer: (value: Warning[] | null) => Promise<void> } {
  const asked: number[] = [];
  const waiting: ((value: Warning[] | null) => void)[] = [];
  const counts = makeWarningCounts((id) => {
    asked.push(id);
    return new Promise((resolve) => waiting.push(resolve));
  });
  return {
    counts,
    asked,
    answer: async (value) => {
      waiting.shift()?.(value);
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('the warnings of drafts that are looked at', () => {
  it('are asked for one after the other, and told to who listens', async () => {
    const { counts, asked, answer } = make();
    let told = 0;
    const unsubscribe = counts.subscribe(() => (told += 1));
    counts.want(draft(1));
    counts.want(draft(2));
    expect(asked).toEqual([1]);
    await answer([warning, { ...warning, isBlocking: false }]);
    expect(counts.of(draft(1))).toEqual({ all: 2, blocking: 1, first: 'Text: It leads nowhere.' });
    expect([asked, told]).toEqual([[1, 2], 1]);
    unsubscribe();
    await answer([]);
    expect(counts.of(draft(2))).toEqual({ all: 0, blocking: 0, first: '' });
    expect(told).toBe(1);
  });

  it('are not asked for where nobody looks any more, nor again for a draft that is the same', async () => {
    const { counts, asked, answer } = make();
    counts.want(draft(1));
    counts.want(draft(1));
    counts.want(draft(2))();
    counts.want(draft(3, 'then'));
    await answer([]);
    await answer([]);
    counts.want(draft(1));
    counts.want(draft(3, 'later'));
    expect(asked).toEqual([1, 3, 3]);
    expect(counts.of(draft(3, 'later'))).toBeNull();
  });

  it('are asked for again where they could not be read', async () => {
    const { counts, asked, answer } = make();
    counts.want(draft(1));
    await answer(null);
    expect(counts.of(draft(1))).toBeNull();
    counts.want(draft(1));
    expect(asked).toEqual([1, 1]);
  });
});
