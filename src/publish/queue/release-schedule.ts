import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import {
  type Application,
  applyDueReleases,
  commitDueReleases,
  publishRelease,
  summarizeIssues,
} from '#changes/releases/apply-release.ts';
import { mayPublish, readGrants } from '#changes/releases/may-publish.ts';
import { type PreparedRelease, prepareRelease, renewRelease } from '#changes/releases/prepare-release.ts';
import { dueCalls, readReleasePreview } from '#changes/releases/preview-release.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import type { Calls } from '#content/clients/database.ts';
import type { NamedOutput } from '#publish/plan/planned-output.ts';
import { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import type { Log } from '#publish/log.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { changeRelease } from '#changes/change-set.ts';
import type { Publisher } from './publisher.ts';

type Options = {
  /** Acts with the secret key. */
  service: Client;
  sites: readonly SiteId[];
  /** The code bundle of this process: it publishes no site that another one has built, so it releases nothing then. */
  bundle: string;
  publisher: Pick<Publisher, 'publishRelease' | 'giveUpRelease' | 'drawAhead' | 'readAhead' | 'transact' | 'until'>;
  /** Told, once, of a release that was not published at its moment. */
  onFailure: (failure: FailedRelease) => void;
  log: Log;
};

/** A release that could not be published at its moment, and why. */
export type FailedRelease = { id: number; publishAt: string | null; reason: string };

const scheduledRow = z.object({
  id: z.number(),
  state: z.enum(['scheduled', 'publishing']),
  publish_at: z.string().nullable(),
  scheduled_by: z.string().nullable(),
});
type Scheduled = z.output<typeof scheduledRow>;

const buildState = z.object({ live: z.object({ bundle: z.string(), outcome: z.string() }).nullable() });

/** How long before its moment a release is looked at, at the latest, and how often moments are looked for. */
const looks = { ahead: 90_000, often: 5000 };
/** How soon to try again. */
const again = 500;
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
/** For so long drafts of a release stay as they are while it is published, where nobody ends that. */
const lockSeconds = 120;

/** So long before the moment nothing more is read ahead: what has been asked for is answered before it can be committed. */
const spareMilliseconds = 300;

/** The releases that come next: the outputs that each of them changes, and what was drawn of these. */
type Ahead = { key: string; drawn: DrawnAhead; named: ReadonlyMap<number, readonly NamedOutput[]>; isBegun: boolean };

type Duration = { least: number; item: number };
const timeFor = ({ least, item }: Duration, items: number) => least + item * items;
const countNamed = (named: Ahead['named']) => [...named.values()].reduce((sum, those) => sum + those.length, 0);
const timeToReread = (outputs: number) => Math.min(timeFor(takes.rereading, outputs), takes.rereading.most);

/**
 * Puts releases live: at once, and at their moments. Their content is written in a transaction that the database commits at the moment, so
 * nothing of it is there before, whoever dies. After a pause it goes on with those whose moment has passed.
 */
export class ReleaseSchedule {
  readonly #options: Options;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  readonly #stopping = new AbortController();

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.wake();
  }

  /** A release that waits for its moment is left to whoever is started next. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#options.publisher.giveUpRelease().catch(() => {});
    await this.#turn.catch(() => {});
    await this.#dropAhead();
  }

  /** A moment was chosen or taken away. */
  wake(): void {
    this.#schedule(0);
  }

  /** Publishes a release at once. `drafts`: pages whose drafts have other changes, and stay as they are. */
  publishNow(actor: Actor, id: number): Promise<Result<{ drafts: number; isLive: boolean }>> {
    return this.#inTurn(async () => {
      let applied: Result<{ drafts: number }> = fail('not-found', gone);
      // What is saved from now on is not what was asked for.
      await this.#lock(id, lockSeconds);
      try {
        const isLive = await this.#release(null, async () => {
          applied = await publishRelease(actor, id);
          return applied.ok ? [id] : [];
        });
        if (isLive === 'held') return fail('conflict', busy);
        if (isLive === 'other code') return fail('conflict', otherCode);
        return applied.ok ? ok({ ...applied.value, isLive }) : applied;
      } finally {
        if (!applied.ok) await this.#lock(id, 0);
      }
    });
  }

  async #lock(id: number, seconds: number): Promise<void> {
    await callFunction(this.#options.service, 'lock_release', z.boolean(), { p_release: id, p_seconds: seconds });
  }

  /** Puts what is written live by one switch of all sites, as a release is. */
  writeTogether(write: () => Promise<Result<unknown>>): Promise<Result<{ isLive: boolean }>> {
    return this.#inTurn(async () => {
      if (await this.#isOfOtherCode()) return fail('conflict', otherCode);
      let written: Result<unknown> = ok(null);
      const { publisher } = this.#options;
      const outcome = await publisher.publishRelease({
        at: null,
        write: async () => {
          written = await write();
          return written.ok;
        },
      });
      if (outcome.isHeld) return fail('conflict', busy);
      return written.ok ? ok({ isLive: outcome.liveAt !== null }) : written;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => {}).then(work);
    this.#turn = turn;
    return turn;
  }

  #schedule(milliseconds: number): void {
    if (this.#isStopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.#inTurn(() => this.#look()).then(
        (wait) => this.#schedule(wait),
        (error: unknown) => {
          this.#options.log.warn({ reason: describeError(error) }, 'Releases wait');
          this.#schedule(again);
        },
      );
    }, milliseconds);
  }

  /** Publishes what is due; answers when to look again. */
  async #look(): Promise<number> {
    const { publisher } = this.#options;
    const [first, ...others] = await this.#read();
    if (!first) {
      await this.#dropAhead();
      return looks.often;
    }
    const at = first.publish_at;
    const left = at === null ? 0 : publisher.until(at);
    if (first.state === 'scheduled' && left > looks.ahead) return Math.min(looks.often, left - looks.ahead);
    const group = [first, ...others].filter(
      (one) => one.publish_at === at || (one.publish_at !== null && publisher.until(one.publish_at) <= 0),
    );
    const isDue = first.state === 'publishing' || left <= 0;
    const rereading = timeToReread(countNamed(this.#ahead?.named ?? new Map()));
    const wait = isDue ? 0 : left - (await this.#leadOf(group)) - rereading;
    if (at !== null && wait > 0) await this.#drawAhead(group, { at, wait });
    // A moment can be changed or taken away until then.
    if (wait > 0) return Math.max(0, Math.min(wait, 1000));
    const ahead = this.#ahead?.key === JSON.stringify(group) ? this.#ahead : null;
    try {
      const write = (worker: string) => this.#writeAll(group, worker, ahead);
      return (await this.#release(at, write, ahead?.drawn ?? null)) === true ? 0 : again;
    } finally {
      await this.#dropAhead();
    }
  }

  /** What was drawn of the releases that come next. */
  #ahead: Ahead | null = null;

  async #dropAhead(): Promise<void> {
    const { drawn } = this.#ahead ?? {};
    this.#ahead = null;
    await drawn?.discard();
  }

  /** Draws what releases change as soon as that is done in time, so that at the moment files have to be put into place only. */
  async #drawAhead(group: readonly Scheduled[], { at, wait }: { at: string; wait: number }): Promise<void> {
    const until = performance.now() + wait;
    const key = JSON.stringify(group);
    if (this.#ahead?.key !== key) {
      await this.#dropAhead();
      this.#ahead = { key, drawn: new DrawnAhead(), named: await this.#planAll(group), isBegun: false };
    }
    const { drawn, named, isBegun } = this.#ahead;
    if (isBegun || wait > timeFor(takes.drawing, countNamed(named))) return;
    this.#ahead.isBegun = true;
    const { service, publisher, log } = this.#options;
    const goesOn = () => !this.#isStopped && performance.now() < until;
    for (const [id, those] of named) {
      const preview = await readReleasePreview({ client: service, service }, id);
      if (!preview) continue;
      await publisher
        .drawAhead(drawn, those, { calls: dueCalls(service, id), at, release: { id, merged: preview.merged }, goesOn })
        .catch((error: unknown) => {
          const reason = describeError(error);
          log.warn({ release: id, reason }, 'Pages of a release are not drawn before its moment');
        });
    }
  }

  /** The outputs that each release changes. */
  async #planAll(group: readonly Scheduled[]): Promise<Map<number, NamedOutput[]>> {
    const { service } = this.#options;
    const named = new Map<number, NamedOutput[]>();
    for (const { id, state } of group) {
      const prepared = state === 'scheduled' ? await prepareRelease({ client: service, service }, id) : null;
      if (prepared)
        named.set(id, await planChangeSet(service, changeRelease(prepared), { at: new Date().toISOString() }));
    }
    return named;
  }

  /** Whether a site was built from another code bundle: servers of that one release. */
  async #isOfOtherCode(): Promise<boolean> {
    const { service, sites, bundle } = this.#options;
    const states = await Promise.all(
      sites.map((site) => callFunction(service, 'build_state', buildState, { p_site: site })),
    );
    return states.some(({ live }) => live?.outcome === 'live' && live.bundle !== bundle);
  }

  #read(): Promise<Scheduled[]> {
    const query = this.#options.service
      .from('releases')
      .select('id, state, publish_at, scheduled_by')
      .in('state', ['scheduled', 'publishing'])
      .order('publish_at', { nullsFirst: true })
      .limit(50);
    return expectData('releases', query, z.array(scheduledRow));
  }

  readonly #leads = new Map<string, number>();

  /** How long before their moment some releases have to be read and written. */
  async #leadOf(group: readonly Scheduled[]): Promise<number> {
    const key = JSON.stringify(group);
    const known = this.#leads.get(key);
    if (known !== undefined) return known;
    let items = 0;
    for (const { id } of group) {
      const release = await readRelease(this.#options.service, id);
      items += release ? release.pages + release.records : 0;
    }
    const lead = Math.min(
      timeFor(takes.reading, items) + timeFor(takes.writing, items),
      takes.most - takes.rereading.most,
    );
    this.#leads.clear();
    this.#leads.set(key, lead);
    return lead;
  }

  /** Writes releases at their moment; answers those that are written. Those of which something is wrong stay, with the reason. */
  async #writeAll(group: readonly Scheduled[], worker: string, ahead: Ahead | null): Promise<number[]> {
    const written = group.filter(({ state }) => state === 'publishing').map(({ id }) => id);
    const scheduled = group.filter(({ state }) => state === 'scheduled');
    try {
      let due = await this.#prepare(scheduled);
      for (let attempt = 0; attempt < attempts && due.length > 0 && !this.#isStopped; attempt += 1) {
        await this.#untilWritten(scheduled, due, ahead);
        if (this.#isStopped) break;
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
      for (const { id } of left) await this.#lock(id, 0).catch(() => {});
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
    ahead: Ahead | null,
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
    { due, ahead }: { due: readonly PreparedRelease[]; ahead: Ahead | null },
  ): Promise<void> {
    const { publisher, log } = this.#options;
    const [at = null] = due.flatMap(({ release }) => release.publishAt ?? []);
    const edits = written.flatMap(({ edit }) => edit ?? []);
    if (!ahead || at === null || edits.length < written.length) return;
    const named = written.flatMap(({ id }) => ahead.named.get(id) ?? []);
    const goesOn = () => !this.#isStopped && publisher.until(at) > spareMilliseconds;
    await publisher.readAhead(ahead.drawn, named, { calls, edits, at, goesOn }).catch((error: unknown) => {
      const reason = describeError(error);
      log.warn({ releases: written.map(({ id }) => id), reason }, 'Pages of a release are not read before its moment');
    });
  }

  /** What some releases would write from now on; those that cannot be published say why. */
  async #prepare(group: readonly Scheduled[]): Promise<PreparedRelease[]> {
    const { service } = this.#options;
    const due: PreparedRelease[] = [];
    for (const { id, publish_at: at, scheduled_by: userId } of group) {
      await this.#lock(id, lockSeconds);
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
    group: readonly Scheduled[],
    due: readonly PreparedRelease[],
    ahead: Ahead | null,
  ): Promise<void> {
    const moments = group.flatMap(({ publish_at: at }) => (at === null ? [] : [this.#options.publisher.until(at)]));
    const items = due.reduce((sum, { pages, records }) => sum + pages.length + records.length, 0);
    const wait =
      Math.max(0, ...moments) - timeFor(takes.writing, items) - (ahead ? timeToReread(countNamed(ahead.named)) : 0);
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

  /** Answers whether it is live. Where the files cannot be put live now, that is tried again. */
  async #release(
    at: string | null,
    write: (worker: string) => Promise<number[]>,
    drawn: DrawnAhead | null = null,
  ): Promise<boolean | 'held' | 'other code'> {
    if (await this.#isOfOtherCode()) return 'other code';
    const { service, publisher, log } = this.#options;
    let written: number[] = [];
    const outcome = await publisher
      .publishRelease({
        at,
        ahead: drawn,
        write: async (worker) => {
          written = await write(worker);
          return written.length > 0;
        },
      })
      .catch((error: unknown) => {
        if (written.length === 0) throw error;
        log.error({ reason: describeError(error) }, 'A release waits to be put live');
        return { isHeld: false as const, liveAt: null };
      });
    if (outcome.isHeld) return 'held';
    if (outcome.liveAt === null) {
      // Somebody else's turn sets the timer after it.
      if (written.length > 0) this.#schedule(again);
      return false;
    }
    for (const id of written) {
      await callFunction(service, 'settle_release', z.boolean(), {
        p_release: id,
        p_live_at: outcome.liveAt.toISOString(),
      });
    }
    return written.length > 0;
  }
}

const busy = 'Another release is being published. Try again when it is live.';
const otherCode =
  'A new version of this website is being started, which publishes from now on. Try again in a minute; nothing was published.';
const notOnStaff = 'Who chose the moment is not on the staff any more. Choose the moment again.';
const mayNot =
  'Who chose the moment may not change everything in this release any more. Somebody who may has to choose the moment again.';
const gone = 'This release does not exist any more.';
/** Somebody may publish something while a release is prepared. */
const attempts = 20;
