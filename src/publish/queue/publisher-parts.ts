import { describeError } from '#domain/describe-error.ts';
import type { Log } from '#publish/log.ts';
import type { PublishFault } from './faults.ts';

/** What a publisher does. */
type Part = 'publishing' | 'comparison' | 'search';

/** What the log says when a part begins to fail, and when it works again. */
const sentences: Readonly<Record<Part, { waits: string; again: string }>> = {
  publishing: {
    waits: 'Publishing waits: the published site is still served, and no change is lost',
    again: 'Publishing again',
  },
  comparison: {
    waits: 'The published site cannot be compared with its content: changes are published all the same',
    again: 'The published site is compared with its content again',
  },
  search: {
    waits: 'The search index waits: searches find what it had before',
    again: 'The search index goes on',
  },
};

/** Which parts of a publisher do not work at the moment, each until it does. */
export class PublisherParts {
  readonly #failing = new Map<Part, PublishFault>();
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  get faults(): readonly PublishFault[] {
    return [...this.#failing.values()];
  }

  /** Does what belongs to a part, and notes whether it goes well. */
  async run<T>(part: Part, work: () => Promise<T>): Promise<T> {
    try {
      const done = await work();
      this.succeed(part);
      return done;
    } catch (error) {
      const reason = describeError(error);
      const before = this.#failing.get(part);
      // One line when it begins; the site that is published is still served, and nothing is lost from the queue.
      if (!before) this.#log.error({ part, reason }, sentences[part].waits);
      this.#failing.set(part, { since: before?.since ?? new Date().toISOString(), reason });
      throw error;
    }
  }

  /** Something has gone well: that it did not before is over, however much is left to do. */
  succeed(part: Part): void {
    if (this.#failing.delete(part)) this.#log.info({ part }, sentences[part].again);
  }
}
