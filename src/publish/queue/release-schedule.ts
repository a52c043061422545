import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { describeError } from '#domain/describe-error.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { expectData } from '#content/clients/client.ts';
import { publishRelease } from '#changes/releases/apply-release.ts';
import { prepareRelease } from '#changes/releases/prepare-release.ts';
import { dueCalls, readReleasePreview } from '#changes/releases/preview-release.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import type { NamedOutput } from '#publish/plan/planned-output.ts';
import { DrawnAhead } from '#publish/commit/drawn-ahead.ts';
import { planChangeSet } from '#publish/plan/plan.ts';
import { changeRelease } from '#changes/change-set.ts';
import type { Publisher } from './publisher.ts';
import { type PlannedOutputs, timeToDraw, timeToPrepare, timeToReread } from './release-timing.ts';
import { ReleaseWriter, type ReleaseWriterOptions, type ScheduledRelease, scheduledRow } from './release-writer.ts';

type Options = Omit<ReleaseWriterOptions, 'publisher'> & {
  sites: readonly SiteId[];
  /** The code bundle of this process: it publishes no site that another one has built, so it releases nothing then. */
  bundle: string;
  publisher: Pick<Publisher, 'publishRelease' | 'giveUpRelease' | 'drawAhead' | 'readAhead' | 'transact' | 'until'>;
};

const buildState = z.object({ live: z.object({ bundle: z.string(), outcome: z.string() }).nullable() });

/** How long before its moment a release is looked at, at the latest, and how often moments are looked for. */
const looks = { ahead: 90_000, often: 5000 };
/** How soon to try again. */
const again = 500;
/** The releases that come next: the outputs that each of them changes, and what was drawn of these. */
type Ahead = { key: string; drawn: DrawnAhead; named: PlannedOutputs; isBegun: boolean };

/**
 * Puts releases live: at once, and at their moments. Their content is written in a transaction that the database commits at the moment, so
 * nothing of it is there before, whoever dies. After a pause it goes on with those whose moment has passed.
 */
export class ReleaseSchedule {
  readonly #options: Options;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  readonly #writer: ReleaseWriter;

  constructor(options: Options) {
    this.#options = options;
    this.#writer = new ReleaseWriter(options);
  }

  start(): void {
    this.wake();
  }

  /** A release that waits for its moment is left to whoever is started next. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#writer.stop();
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
  publishNow(actor: Actor, id: number, seen?: string): Promise<Result<{ drafts: number; isLive: boolean }>> {
    return this.#inTurn(async () => {
      let applied: Result<{ drafts: number }> = fail('not-found', gone);
      // What is saved from now on is not what was asked for.
      await this.#writer.lock(id);
      try {
        const isLive = await this.#release(null, async () => {
          applied = await publishRelease(actor, id, seen);
          return applied.ok ? [id] : [];
        });
        if (isLive === 'held') return fail('conflict', busy);
        if (isLive === 'other code') return fail('conflict', otherCode);
        return applied.ok ? ok({ ...applied.value, isLive }) : applied;
      } finally {
        if (!applied.ok) await this.#writer.lock(id, 0);
      }
    });
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
    const rereading = timeToReread(this.#ahead?.named ?? new Map());
    const wait = isDue ? 0 : left - (await this.#leadOf(group)) - rereading;
    if (at !== null && wait > 0) await this.#drawAhead(group, { at, wait });
    // A moment can be changed or taken away until then.
    if (wait > 0) return Math.max(0, Math.min(wait, 1000));
    const ahead = this.#ahead?.key === JSON.stringify(group) ? this.#ahead : null;
    try {
      const write = (worker: string) => this.#writer.write(group, worker, ahead);
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
  async #drawAhead(group: readonly ScheduledRelease[], { at, wait }: { at: string; wait: number }): Promise<void> {
    const until = performance.now() + wait;
    const key = JSON.stringify(group);
    if (this.#ahead?.key !== key) {
      await this.#dropAhead();
      this.#ahead = { key, drawn: new DrawnAhead(), named: await this.#planAll(group), isBegun: false };
    }
    const { drawn, named, isBegun } = this.#ahead;
    if (isBegun || wait > timeToDraw(named)) return;
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
  async #planAll(group: readonly ScheduledRelease[]): Promise<Map<number, NamedOutput[]>> {
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

  #read(): Promise<ScheduledRelease[]> {
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
  async #leadOf(group: readonly ScheduledRelease[]): Promise<number> {
    const key = JSON.stringify(group);
    const known = this.#leads.get(key);
    if (known !== undefined) return known;
    let items = 0;
    for (const { id } of group) {
      const release = await readRelease(this.#options.service, id);
      items += release ? release.pages + release.records : 0;
    }
    const lead = timeToPrepare(items);
    this.#leads.clear();
    this.#leads.set(key, lead);
    return lead;
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
const gone = 'This release does not exist any more.';
