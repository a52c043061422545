import type { SiteId } from '#domain/sites.ts';
import type { ClaimedOutput } from '#publish/output.ts';
import type { Rendered } from './render.ts';
import type { PeopleFirst } from './people-first.ts';

/** A batch of a run of many outputs: plain data, so that it can be sent to a thread. */
export type BatchToDraw = { site: SiteId; at: string; watermark: number; outputs: readonly ClaimedOutput[] };

/** An output that was drawn elsewhere, with its own bytes; its content stays there. */
export type DrawnElsewhere = Exclude<Rendered, { outcome: 'rendered' }> | RenderedElsewhere;
type RenderedElsewhere = Omit<Extract<Rendered, { outcome: 'rendered' }>, 'content' | 'bytes'> & {
  bytes: Uint8Array<ArrayBuffer>;
};

/** Draws batches beside this thread: a change of all pages takes every processor, and leaves this one to people. */
export type DrawingThread = {
  /** The outputs as drawn, in the order in which they were given. Throws `DatabaseUnavailable` as drawing in this thread does. */
  draw(batch: BatchToDraw): Promise<DrawnElsewhere[]>;
  close(): Promise<void>;
};

/** Where runs of many outputs get their threads. */
export type DrawingThreads = {
  open: (peopleFirst: PeopleFirst) => DrawingThread;
  /** A run that has claimed so many outputs is worth a thread, which takes a while to begin. */
  from: number;
};
