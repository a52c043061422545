import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import type { Client } from '#content/clients/client.ts';
import {
  type Application,
  applyDueReleases,
  commitDueReleases,
  summarizeIssues,
} from '#changes/releases/apply-release.ts';
import { mayPublish, readGrants } from '#changes/releases/may-publish.ts';
import { type PreparedRelease, prepareRelease, renewRelease } from '#changes/releases/prepare-release.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import type { Calls } from '#content/clients/database.ts';
import type { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import type { Log } from '#publish/log.ts';
import type { Publisher } from './publisher.ts';
import { type PlannedOutputs, timeToReread, timeToWrite } from './release-timing.ts';

export type ReleaseWriterOptions = {
  /** Acts with the secret key. */
  service: Client;
  publisher: Pick<Publisher, 'readAhead' | 'transact' | 'until'>;
  /** Told, once, of a release that was not published at its moment. */
  onFailure: (failure: FailedRelease) => void;
  log: Log;
};

/** A release that could not be published at its moment, and why. */
export type FailedRelease = { id: number; publishAt: string | null; reason: string };

export const scheduledRow = z.object({
  id: z.number(),
  state: z.enum(['scheduled', 'publishing']),
  publish_at: z.string().nullable(),
  scheduled_by: z.string().nullable(),
});
export type ScheduledRelease = z.output<typeof scheduledRow>;

/** The outputs that each of some releases changes, and what was drawn of these. */
type DrawnOutputs = { drawn: DrawnAhead; named: PlannedOutputs };

/** For so long drafts of a release stay as they are while it is published, where nobody ends that. */
const lockSeconds = 120;

/** So long before the moment nothing more is read ahead: what has been asked for is answered before it can be committed. */
const spareMilliseconds = 300;

/** Writes the content of releases at their moments, or says why that cannot be. */
export class ReleaseWriter {
  readonly #options: ReleaseWriterOptions;
  readonly #stopping = new AbortController();

  constructor(options: ReleaseWriterOptions) {
    this.#options = options;
  }

  /** A release that waits for its moment is left to whoever is started next. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Keeps the drafts of a release as they are; `0` lets them be changed again. */
  async lock(id: number, seconds = lockSeconds): Promise<void> {
    await callFunction(this.#options.service, 'lock_release', z.boolean(), { p_release: id, p_seconds: seconds });
  }

  /** Writes releases at their moment; answers those that are written. Those of which something is wrong stay, with the reason. */
  async write(group: readonly ScheduledRelease[], worker: string, ahead: DrawnOutputs | null): Promise<number[]> {
    const written = group.filter(({ state }) => state === 'publishing').map(({ id }) => id);
    const scheduled = group.filter(({ state }) => state === 'scheduled');
    try {
      let due = await this.#prepare(scheduled);
      for (let attempt = 0; attempt < attempts && due.length > 0 && !this.#stopping.signal.aborted; attempt += 1) {
        await this.#untilWritten(scheduled, due, ahead);
        if (this.#stopping.signal.aborted) break;
        const answers = await this.#apply(due, worker, ahead);
        const next: PreparedRelease[] = [];
        for (const one of due) {
          const done = await this.#follow(one, answers.get(one.release.id) ?? { status: 'closed' });
          if (done === 'written') written.push(one.release.id);
          else if (done) next.push(done);
        }
        due = next;
      }
    } finally {
      const left = scheduled.filter(({ id }) => !written.includes(id));
      for (const { id } of left) await this.lock(id, 0).catch(() => {});
    }
    return written;
  }

  /**
   * Writes releases at their moment. Where that is a transaction of this process, what follows from them is read in it before, so that
   * nothing but what others change meanwhile has to be read when it is committed.
   */
  async #apply(
    due: readonly PreparedRelease[],
    worker: string,
    ahead: DrawnOutputs | null,
  ): Promise<Map<number, Application>> {
    const { service, publisher } = this.#options;
    if (!publisher.transact) return applyDueReleases(service, due, { worker, transaction: null });
    return publisher.transact(async (transaction) => {
      const answers = await applyDueReleases(service, due, { worker, transaction });
      const written = [...answers].flatMap(([id, one]) => (one.status === 'applied' ? [{ id, edit: one.edit }] : []));
      if (written.length === 0) return answers;
      await this.#readAhead(transaction, written, { due, ahead });
      await commitDueReleases(
        transaction,
        worker,
        written.map(({ id }) => id),
      );
      return answers;
    });
  }

  /** What cannot be read before is read when it is live. */
  async #readAhead(
    calls: Calls,
    written: readonly { id: number; edit?: number | null | undefined }[],
    { due, ahead }: { due: readonly PreparedRelease[]; ahead: DrawnOutputs | null },
  ): Promise<void> {
    const { publisher, log } = this.#options;
    const [at = null] = due.flatMap(({ release }) => release.publishAt ?? []);
    const edits = written.flatMap(({ edit }) => edit ?? []);
    if (!ahead || at === null || edits.length < written.length) return;
    const named = written.flatMap(({ id }) => ahead.named.get(id) ?? []);
    const goesOn = () => !this.#stopping.signal.aborted && publisher.until(at) > spareMilliseconds;
    await publisher.readAhead(ahead.drawn, named, { calls, edits, at, goesOn }).catch((error: unknown) => {
      const reason = describeError(error);
      log.warn({ releases: written.map(({ id }) => id), reason }, 'Pages of a release are not read before its moment');
    });
  }

  /** What some releases would write from now on; those that cannot be published say why. */
  async #prepare(group: readonly ScheduledRelease[]): Promise<PreparedRelease[]> {
    const { service } = this.#options;
    const due: PreparedRelease[] = [];
    for (const { id, publish_at: at, scheduled_by: userId } of group) {
      await this.lock(id);
      const grants = await readGrants(service, userId ?? '');
      const prepared = grants && (await prepareRelease({ client: service, service }, id));
      if (!grants) await this.#fail(id, at, notOnStaff);
      else if (!prepared) continue;
      else if (!mayPublish({ grants }, prepared.release)) await this.#fail(id, at, mayNot);
      else if (prepared.issues.length > 0) await this.#fail(id, at, summarizeIssues(prepared.issues));
      else due.push(prepared);
    }
    return due;
  }

  /** Settles when there is as much time left until the moment as writing takes. */
  async #untilWritten(
    group: readonly ScheduledRelease[],
    due: readonly PreparedRelease[],
    ahead: DrawnOutputs | null,
  ): Promise<void> {
    const moments = group.flatMap(({ publish_at: at }) => (at === null ? [] : [this.#options.publisher.until(at)]));
    const items = due.reduce((sum, { pages, records }) => sum + pages.length + records.length, 0);
    const wait = Math.max(0, ...moments) - timeToWrite(items) - (ahead ? timeToReread(ahead.named) : 0);
    if (wait > 0) await pause(wait, undefined, { signal: this.#stopping.signal }).catch(() => {});
  }

  /** Whether a release is written, or what is to be written of it in the next attempt; null where it is not published. */
  async #follow(prepared: PreparedRelease, done: Application): Promise<PreparedRelease | 'written' | null> {
    const { service, log } = this.#options;
    const { id, publishAt: at } = prepared.release;
    switch (done.status) {
      case 'applied':
        return 'written';
      case 'undone':
        return prepared;
      case 'closed':
        // The database may have finished what a publisher that was killed had begun.
        return (await readRelease(service, id))?.state === 'publishing' ? 'written' : null;
      case 'overtaken': {
        const renewed = await renewRelease({ client: service, service }, prepared, done.items);
        if (!renewed || renewed.issues.length === 0) return renewed;
        await this.#fail(id, at, summarizeIssues(renewed.issues));
        return null;
      }
      case 'refused':
        await this.#fail(id, at, done.failure.message);
        return null;
      case 'failed':
        if (done.error.refusal) await this.#fail(id, at, notOnStaff);
        else log.warn({ release: id, reason: done.error.message }, 'A release waits to be written');
        return null;
    }
  }

  /** What cannot be published is not tried again and again: a person looks at it. */
  async #fail(id: number, at: string | null, reason: string): Promise<void> {
    const { service, log, onFailure } = this.#options;
    log.error({ release: id, reason }, 'A release could not be published at its moment');
    // Another server may have been quicker, and tells of it.
    const isNews = await callFunction(service, 'settle_release', z.boolean(), { p_release: id, p_failure: reason });
    if (isNews) onFailure({ id, publishAt: at, reason });
  }
}

const notOnStaff = 'Who chose the moment is not on the staff any more. Choose the moment again.';
const mayNot =
  'Who chose the moment may not change everything in this release any more. Somebody who may has to choose the moment again.';
/** Somebody may publish something while a release is prepared. */
const attempts = 20;
