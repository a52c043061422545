import type { NamedOutput } from '#publish/plan/planned-output.ts';

/**
 * The time that it takes on a busy machine to read a release, and to write it, in any case and for each draft. Whoever works on its pages
 * waits while it is written, so that begins no sooner than it has to.
 */
const takes = {
  reading: { least: 1000, item: 10 },
  writing: { least: 500, item: 25 },
  /** Of pages that are drawn before. */
  drawing: { least: 4000, item: 25 },
  /** Of the same once it is written. Whoever works on its pages waits meanwhile, so the rest is read when it is live. */
  rereading: { least: 400, item: 4, most: 5000 },
  most: 60_000,
};

type Duration = { least: number; item: number };

const getTime = ({ least, item }: Duration, items: number) => least + item * items;

function countOutputs(named: PlannedOutputs): number {
  return [...named.values()].reduce((sum, those) => sum + those.length, 0);
}

/** The outputs that each release changes, by its id. */
export type PlannedOutputs = ReadonlyMap<number, readonly NamedOutput[]>;

/** Milliseconds that drawing these outputs takes. */
export const timeToDraw = (named: PlannedOutputs) => getTime(takes.drawing, countOutputs(named));

/** Milliseconds that reading them takes once their release is written. */
export const timeToReread = (named: PlannedOutputs) =>
  Math.min(getTime(takes.rereading, countOutputs(named)), takes.rereading.most);

/** Milliseconds that writing so many drafts takes. */
export const timeToWrite = (drafts: number) => getTime(takes.writing, drafts);

/** How long before their moment so many drafts have to be read and written. */
export const timeToPrepare = (drafts: number) =>
  Math.min(getTime(takes.reading, drafts) + timeToWrite(drafts), takes.most - takes.rereading.most);
