import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Actor } from '#content/actor.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/client.ts';
import { applyLaunch } from '#content/launches/apply-launch.ts';
import { mayPublish, readGrants } from '#content/launches/may-publish.ts';
import { type PreparedLaunch, prepareLaunch } from '#content/launches/prepare-launch.ts';
import { readLaunch } from '#content/launches/read-launch.ts';
import type { Log } from './log.ts';
import { planLaunch } from './plan-launch.ts';
import { plannedChanges } from './planned-changes.ts';
import type { Publisher } from './publisher.ts';

type Options = {
  /** Acts with the secret key. */
  service: Client;
  sites: readonly SiteId[];
  /** The code bundle of this process: it publishes no site that another one has built, so it launches nothing then. */
  bundle: string;
  publisher: Pick<Publisher, 'publishLaunch' | 'until'>;
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

/** How long before its moment a launch is looked at, at the latest, and how often moments are looked for. */
const ahead = { look: 75_000, often: 15_000, again: 2000 };
/** The time that writing and drawing takes, on a busy machine: for each draft, for each URL, and in any case. */
const takes = { item: 15, url: 12, least: 2500, most: 60_000 };

/** Puts launches live: at once, and at their moments. After a pause it goes on with those whose moment has passed. */
export class LaunchSchedule {
  readonly #options: Options;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.wake();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#turn.catch(() => {});
  }

  /** A moment was chosen or taken away. */
  wake(): void {
    this.#schedule(0);
  }

  /** Publishes a launch at once. `drafts`: pages whose drafts have other changes, and stay as they are. */
  publishNow(actor: Actor, id: number): Promise<Result<{ drafts: number; isLive: boolean }>> {
    return this.#inTurn(async () => {
      let applied: Result<{ drafts: number }> = fail('not-found', gone);
      const isLive = await this.#launch(null, async () => {
        applied = await apply(actor, id);
        return applied.ok ? [id] : [];
      });
      if (isLive === 'held') return fail('conflict', busy);
      if (isLive === 'other code') return fail('conflict', otherCode);
      return applied.ok ? ok({ ...applied.value, isLive }) : applied;
    });
  }

  /** Puts what is written live by one switch of all sites, as a launch is. */
  writeTogether(write: () => Promise<Result<unknown>>): Promise<Result<{ isLive: boolean }>> {
    return this.#inTurn(async () => {
      if (await this.#isOfOtherCode()) return fail('conflict', otherCode);
      let written: Result<unknown> = ok(null);
      const { publisher } = this.#options;
      const outcome = await publisher.publishLaunch({
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
          this.#options.log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'Releases wait');
          this.#schedule(ahead.again);
        },
      );
    }, milliseconds);
  }

  /** Publishes what is due; answers when to look again. */
  async #look(): Promise<number> {
    const { publisher } = this.#options;
    const [first, ...others] = await this.#read();
    if (!first) return ahead.often;
    const at = first.publish_at;
    const left = at === null ? 0 : publisher.until(at);
    if (first.state === 'scheduled' && left > ahead.look) return Math.min(ahead.often, left - ahead.look);
    const group = [first, ...others].filter(
      (one) => one.publish_at === at || (one.publish_at !== null && publisher.until(one.publish_at) <= 0),
    );
    const wait = first.state === 'publishing' ? 0 : left - (await this.#leadOf(group));
    // A moment can be changed or taken away until then.
    if (wait > 0) return Math.min(wait, 1000);
    return (await this.#launch(at, () => this.#writeAll(group))) === true ? 0 : ahead.again;
  }

  /** Whether a site was built from another code bundle: servers of that one launch. */
  async #isOfOtherCode(): Promise<boolean> {
    const { service, sites, bundle } = this.#options;
    const states = await Promise.all(
      sites.map((site) => expectData('build_state', service.rpc('build_state', { p_site: site }), buildState)),
    );
    return states.some(({ live }) => live?.outcome === 'live' && live.bundle !== bundle);
  }

  #read(): Promise<Scheduled[]> {
    const query = this.#options.service
      .from('launches')
      .select('id, state, publish_at, scheduled_by')
      .in('state', ['scheduled', 'publishing'])
      .order('publish_at', { nullsFirst: true })
      .limit(50);
    return expectData('launches', query, z.array(scheduledRow));
  }

  readonly #leads = new Map<string, number>();

  /** How long before their moment some launches have to be written. */
  async #leadOf(group: readonly Scheduled[]): Promise<number> {
    const key = JSON.stringify(group);
    const known = this.#leads.get(key);
    if (known !== undefined) return known;
    const { service } = this.#options;
    let lead = takes.least;
    for (const { id } of group) {
      const prepared = await prepareLaunch({ client: service, service }, id);
      if (!prepared) continue;
      const urls = await planLaunch(service, plannedChanges(prepared), new Date().toISOString());
      lead += urls.length * takes.url + (prepared.pages.length + prepared.records.length) * takes.item;
    }
    this.#leads.clear();
    this.#leads.set(key, Math.min(lead, takes.most));
    return Math.min(lead, takes.most);
  }

  /** Writes launches; answers those that are written. Those of which something is wrong stay, with the reason. */
  async #writeAll(group: readonly Scheduled[]): Promise<number[]> {
    const { service, log, onFailure } = this.#options;
    const written: number[] = [];
    for (const { id, state, publish_at: publishAt, scheduled_by: userId } of group) {
      if (state === 'publishing') {
        written.push(id);
        continue;
      }
      const applied = await applyAsScheduled(service, id, userId ?? '');
      if (applied.ok) written.push(id);
      else {
        log.error({ launch: id, reason: applied.failure.message }, 'A release could not be published at its moment');
        const settle = service.rpc('settle_launch', {
          p_launch: id,
          p_live_at: null as unknown as string,
          p_failure: applied.failure.message,
        });
        const isSettled = await expectData('settle_launch', settle, z.boolean());
        // Another server may have been quicker, and tells of it.
        if (isSettled) onFailure({ id, publishAt, reason: applied.failure.message });
      }
    }
    return written;
  }

  /** Answers whether it is live. Where the files cannot be put live now, that is tried again. */
  async #launch(at: string | null, write: () => Promise<number[]>): Promise<boolean | 'held' | 'other code'> {
    if (await this.#isOfOtherCode()) return 'other code';
    const { service, publisher, log } = this.#options;
    let written: number[] = [];
    const outcome = await publisher
      .publishLaunch({
        at,
        write: async () => {
          written = await write();
          return written.length > 0;
        },
      })
      .catch((error: unknown) => {
        if (written.length === 0) throw error;
        log.error({ reason: error instanceof Error ? error.message : String(error) }, 'A release waits to be put live');
        return { isHeld: false as const, liveAt: null };
      });
    if (outcome.isHeld) return 'held';
    if (outcome.liveAt === null) {
      // Somebody else's turn sets the timer after it.
      if (written.length > 0) this.#schedule(ahead.again);
      return false;
    }
    for (const id of written) {
      const settle = service.rpc('settle_launch', { p_launch: id, p_live_at: outcome.liveAt.toISOString() });
      await expectData('settle_launch', settle, z.boolean());
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
/** Somebody may publish something while a launch is prepared. */
const attempts = 3;

async function apply(
  actor: Omit<Actor, 'userId'> & { userId: string | null },
  id: number,
): Promise<Result<{ drafts: number }>> {
  let applied: Result<{ drafts: number }> = fail('not-found', gone);
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const prepared: PreparedLaunch | null = await prepareLaunch(actor, id);
      if (!prepared) return fail('not-found', gone);
      applied = await applyLaunch(actor, prepared);
      if (applied.ok || applied.failure.code !== 'conflict') return applied;
    }
    return applied;
  } catch (error) {
    if (error instanceof DatabaseUnavailable && error.refusal) return fail('forbidden', notOnStaff);
    throw error;
  }
}

/** In the name of the person who chose the moment, if that person may still publish all of it. */
async function applyAsScheduled(service: Client, id: number, userId: string): Promise<Result<{ drafts: number }>> {
  const grants = await readGrants(service, userId);
  if (!grants) return fail('forbidden', notOnStaff);
  const launch = await readLaunch(service, id);
  if (launch && !mayPublish({ grants }, launch)) return fail('forbidden', mayNot);
  return apply({ client: service, service, userId: null }, id);
}
