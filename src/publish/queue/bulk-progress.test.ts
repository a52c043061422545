import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BulkProgress, bulkStart, nextProgress } from './bulk-progress.ts';

type Outcome = Parameters<typeof nextProgress>[1];

const cursor = { turn: 9, seq: 4, kind: 'page', ref: 7 };

function outcome(
  of: Partial<Omit<Outcome, 'claim'>> & { claimed?: number; claim?: Partial<Outcome['claim']> },
): Outcome {
  const { claimed = 0, claim, ...rest } = of;
  const outputs = Array.from({ length: claimed }, () => ({}));
  const isFull = claimed === 150;
  return {
    isFull,
    isLate: false,
    hasOthers: false,
    ...rest,
    claim: { goes_on: false, watermark: 5, after: isFull ? cursor : null, overtaken: false, outputs, ...claim },
  };
}

function follow(...outcomes: Outcome[]): BulkProgress {
  let progress: BulkProgress = bulkStart;
  for (const each of outcomes) if (progress.phase !== 'ended') progress = nextProgress(progress, each);
  return progress;
}

describe('the progress of a run of many outputs', () => {
  it('claims whatever is stale while changes are received, for as long as it waits for them', () => {
    const receiving = outcome({ claimed: 20, claim: { goes_on: true } });
    expect(follow(receiving, receiving)).toEqual({ phase: 'receiving', after: null, extensions: 0 });
    expect(follow(receiving, { ...receiving, isLate: true })).toEqual({ phase: 'looking', toSeq: 5, extensions: 0 });
  });

  it('goes on behind a full batch, up to the change that was the last when all was received', () => {
    const later = outcome({ claimed: 150, claim: { watermark: 9 } });
    expect(follow(outcome({ claimed: 150 }), later)).toEqual({
      phase: 'claiming',
      toSeq: 5,
      after: cursor,
      extensions: 0,
    });
  });

  it('looks for later changes after the last batch, and after a claim that did not begin at the start', () => {
    expect(follow(outcome({ claimed: 150 }), outcome({ claimed: 3 }))).toMatchObject({ phase: 'looking' });
    expect(follow(outcome({ claimed: 150 }), outcome({}))).toMatchObject({ phase: 'looking' });
  });

  it('ends where nothing was claimed from the start', () => {
    expect(follow(outcome({}))).toEqual({ phase: 'ended' });
    expect(follow(outcome({ claimed: 3 }), outcome({}))).toEqual({ phase: 'ended' });
  });

  it('leaves the end to whoever stages last', () => {
    expect(follow(outcome({ claimed: 150 }), outcome({ hasOthers: true }))).toMatchObject({ phase: 'looking' });
    expect(follow(outcome({ hasOthers: true }))).toMatchObject({ phase: 'looking' });
  });

  it('takes in twice what has changed since it was staged, and no more', () => {
    const overtaken = outcome({ claim: { overtaken: true, watermark: 8 } });
    expect(follow(overtaken)).toEqual({ phase: 'looking', toSeq: 8, extensions: 1 });
    expect(follow(overtaken, overtaken)).toEqual({ phase: 'looking', toSeq: 8, extensions: 2 });
    expect(follow(overtaken, overtaken, overtaken)).toEqual({ phase: 'ended' });
  });

  it('ends whatever is claimed, once nothing more is received and nothing is claimed', () => {
    const any = fc.record({
      claimed: fc.constantFrom(0, 1, 150),
      isLate: fc.boolean(),
      hasOthers: fc.boolean(),
      claim: fc.record({ goes_on: fc.boolean(), overtaken: fc.boolean() }),
    });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 20 }), (outcomes) => {
        const rest = Array.from({ length: 3 }, () => outcome({}));
        expect(follow(...outcomes.map((each) => outcome(each)), ...rest)).toEqual({ phase: 'ended' });
      }),
    );
  });
});
