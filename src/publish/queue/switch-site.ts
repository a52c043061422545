import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import { type CommittedOutputs, type LiveCommit, commitStaged } from '#publish/commit/commit-staged.ts';
import { type PublishedOutput, type ReceiptItem, isDifferent } from '#publish/commit/published-output.ts';
import { outputName, toOutputKey } from '#publish/commit/report.ts';
import type { LiveFile, PreparedPurge } from '#publish/purge/purger.ts';
import type { LiveWriter, Mark, NextBuild, WriteLease } from '#publish/targets/target.ts';
import type { RunParts } from './run-parts.ts';
import { leaseSeconds } from './queue-claims.ts';
import { noteReports } from './report-batch.ts';
import { type RunLeases, marginSeconds } from './run-leases.ts';
import { type StagedBatch, type StagedSite, discard, drop, giveBack, listFiles } from './staged-batch.ts';

/** For so long nobody takes outputs whose files are being put live. */
const switchSeconds = leaseSeconds;
/** How often a lease is extended while many files are sent somewhere. */
const extendMilliseconds = 15_000;
/** An editor's receipt waits so long for what visitors see. */
const seenMilliseconds = 1000;

/** Why what was staged is not live where nothing has failed: it is told where that goes on. */
const otherBuild = 'Another build becomes live whenever files are put in place';
const tooSlow = `Files are not ready within the ${leaseSeconds} seconds of a lease`;

export const goneReason = (error: Error) =>
  `What is staged is gone before it is live: another publisher of this name, or a program that tidies, may remove it (${error.message})`;

/** A change that no output is stale for: one that is completed with it stays so. */
const neverSeq = -1;

const takenAnswer = z.array(outputName.omit({ site: true })).nullable();

/** How files of a site became live. */
export type Switched = {
  /** From the first file to the last; null where none was touched. */
  milliseconds: number | null;
  /** What caches were told of the site's files. */
  purgeId: number | null;
  /** Whether they became live with a build of their own. */
  hasOwnBuild: boolean;
  /** Why nothing of it, or not all, is live though nothing has failed. */
  interrupted: string | null;
  /** Everything is reported. */
  settle: () => Promise<void>;
};

const nothingSwitched: Switched = {
  milliseconds: null,
  purgeId: null,
  hasOwnBuild: false,
  interrupted: null,
  settle: async () => {},
};

type SwitchOptions = {
  parts: RunParts;
  worker: string;
  /** See `PublishRun`. */
  isLong: boolean;
  leases: RunLeases;
  /** Of the whole run. */
  batches: readonly StagedBatch[];
  /** The requests of servers that its changes are of. */
  requests: ReadonlySet<string>;
  /** Stages the redirects of the site where addresses are left; answers with these. */
  joinRedirects: () => Promise<readonly string[]>;
};

/** Puts all that a run has staged of a site live together. What became of each output is in its batches afterwards. */
export function switchSite(site: SiteId, options: SwitchOptions): Promise<Switched> {
  return new SiteSwitch(site, options).switch();
}

class SiteSwitch {
  readonly #site: SiteId;
  readonly #options: SwitchOptions;
  readonly #staged: readonly StagedSite[];
  #hasOwnBuild = false;

  constructor(site: SiteId, options: SwitchOptions) {
    this.#site = site;
    this.#options = options;
    this.#staged = options.batches.flatMap(({ sites }) => sites.get(site) ?? []);
  }

  async switch(): Promise<Switched> {
    const { parts, isLong, joinRedirects } = this.#options;
    const writer = this.#staged.find((each) => each.writer)?.writer ?? null;
    let next: NextBuild | null = null;
    try {
      const left = await joinRedirects();
      // Whatever takes long comes before nobody else takes the outputs.
      if (isLong && writer) next = await writer.prepare(listFiles(this.#staged));
      const taken = await this.#takenByOthers();
      if (taken && taken.size > 0) {
        for (const each of this.#staged) await drop(each, (output) => taken.has(toOutputKey(output)));
      }
      const reason = await this.#reasonAgainst();
      // What was staged for another build is drawn for the one that is live now.
      if (!taken || reason !== null || !writer) return await this.#giveAllBack(reason);
      return await this.#commit({ writer, next, taken, left });
    } catch (error) {
      for (const each of this.#staged) {
        const all = [...each.published.map(({ output }) => output), ...each.untouched];
        await discard(each);
        const { deferred, untouched } = parts.faults.failAll(this.#site, all, error);
        Object.assign(each, { published: [], deferred: [...each.deferred, ...deferred], untouched });
      }
      parts.outputs.writers.reopen(this.#site);
      return { ...nothingSwitched, hasOwnBuild: this.#hasOwnBuild };
    } finally {
      await next?.discard();
    }
  }

  /** Why nothing of it may become live now; null where it may. */
  async #reasonAgainst(): Promise<string | null> {
    const { parts, leases } = this.#options;
    const current = await parts.options.targets[this.#site].currentBuild();
    if (this.#staged.some((each) => each.writer && each.writer.build !== current)) return otherBuild;
    return leases.areHeld ? null : tooSlow;
  }

  async #giveAllBack(interrupted: string | null): Promise<Switched> {
    for (const each of this.#staged) await giveBack(each);
    return { ...nothingSwitched, interrupted };
  }

  async #commit({ writer, next, taken, left }: Ready): Promise<Switched> {
    const { parts, worker, isLong, batches } = this.#options;
    const { options, outputs } = parts;
    const site = this.#site;
    const remover = { calls: options.database, worker, leaseSeconds };
    const published = this.#staged.flatMap((each) => each.published);
    const purge = await this.#preparePurge(published);
    await options.targets[site].note(makeMark(batches));
    const commit: LiveCommit = (files, removals, removed) =>
      this.#extended({ writer, taken }, (moments) => {
        const lease = { ...this.#describeLease(removed), moments };
        const priority = isLong ? 'later' : 'now';
        return next ? next.commit(files, removals, lease) : writer.commit(files, removals, priority, lease);
      });
    const result = await commitStaged(remover, site, commit, published);
    if (result.isSuperseded) {
      outputs.writers.reopen(site);
      return this.#giveAllBack(otherBuild);
    }
    if (result.build !== null) {
      await this.#tellOfBuild(writer.build, result.build);
      await next?.settle();
    }
    const superseded = [...result.superseded.values()].at(-1);
    if (superseded) outputs.writers.reopen(site);
    this.#sort(result);
    leaveStaleWhereKept(left, this.#staged);
    await this.#purge(purge);
    const { milliseconds, settle } = result;
    const interrupted = superseded ? goneReason(superseded) : null;
    return { milliseconds, purgeId: purge?.id ?? null, hasOwnBuild: this.#hasOwnBuild, interrupted, settle };
  }

  /** What became of each output. */
  #sort({ instead, superseded }: CommittedOutputs): void {
    for (const each of this.#staged) {
      each.untouched.push(...each.published.flatMap((one) => (superseded.has(one) ? [one.output] : [])));
      const results = each.published.filter((one) => !superseded.has(one)).map((one) => instead.get(one) ?? one);
      each.published = results.flatMap((one) => ('completion' in one ? [one] : []));
      each.deferred.push(...results.flatMap((one) => ('failure' in one ? [one] : [])));
      if (each.deferred.some(({ isOfTarget }) => isOfTarget)) this.#options.parts.outputs.writers.reopen(this.#site);
    }
  }

  /** What is noted of the files until they are reported, and under which leases they are put in place. */
  #describeLease(removed: ReadonlyMap<PublishedOutput, ReceiptItem>): Omit<WriteLease, 'moments'> {
    const { parts, worker, leases, batches } = this.#options;
    const note = noteReports(this.#site, { worker, reportedAs: parts.worker, batches, removed });
    return { worker, number: leases.number, seconds: leaseSeconds - marginSeconds, note };
  }

  /** Commits, and keeps the leases of a run of many outputs for as long as that takes. */
  async #extended<T>(
    { writer, taken }: Pick<Ready, 'writer' | 'taken'>,
    commit: (moments: () => readonly number[]) => Promise<T>,
  ): Promise<T> {
    let moments = this.#options.leases.listMoments(this.#site);
    if (!this.#options.isLong || moments.length === 0) return commit(() => moments);
    const extend = async () => {
      const begun = writer.moments();
      const now = await this.#takenByOthers();
      // What was taken before is not among what is sent.
      if (now && now.size === taken.size) moments = begun;
    };
    await extend();
    // Without an answer the leases end when they do.
    const timer = setInterval(() => void extend().catch(() => {}), extendMilliseconds);
    try {
      return await commit(() => moments);
    } finally {
      clearInterval(timer);
    }
  }

  /** Tells of a build that the run has made, so that nobody takes it for one that nothing is known of. */
  async #tellOfBuild(before: string, build: string): Promise<void> {
    const { database } = this.#options.parts.options;
    const args = { p_site: this.#site, p_before: before, p_name: build };
    await callFunction(database, 'publish_switched', z.unknown(), args);
    this.#hasOwnBuild = true;
  }

  /** The outputs that others have taken since they were staged, which nobody does from now on; null when the site is built anew. */
  async #takenByOthers(): Promise<ReadonlySet<string> | null> {
    const { parts, worker, isLong } = this.#options;
    if (!isLong) return new Set();
    const taken = await callFunction(parts.options.database, 'publish_switch', takenAnswer, {
      p_worker: worker,
      p_site: this.#site,
      p_seconds: switchSeconds,
    });
    return taken && new Set(taken.map((output) => toOutputKey({ ...output, site: this.#site })));
  }

  /** Whatever may change is queued before it does. */
  async #preparePurge(published: readonly PublishedOutput[]): Promise<PreparedPurge | null> {
    const { purger } = this.#options.parts.options;
    if (!purger) return null;
    const files = published.flatMap(({ output, items, completion }) => {
      const changed = filesIn(items, completion);
      const hasMoved = output.path !== null && !('path' in completion && completion.path === output.path);
      return hasMoved && !('failure' in completion) ? [...changed, { path: output.path ?? '', hash: null }] : changed;
    });
    return files.length === 0 ? null : purger.prepare(this.#site, files, [...this.#options.requests]);
  }

  /** Tells the caches of what is live; of people's changes it waits a moment until visitors see them. */
  async #purge(purge: PreparedPurge | null): Promise<void> {
    if (!purge) return;
    const published = this.#staged.flatMap((each) => each.published);
    const files = published.flatMap(({ items, completion }) => filesIn(items, completion));
    const isForPeople = this.#options.batches.some(({ claim }) => claim.for_people);
    const seen = await purge.arm(files, isForPeople ? seenMilliseconds : 0);
    // The disk has them: what counts is what visitors see, and the purge goes on looking for that.
    for (const item of published.flatMap(({ items }) => items)) {
      if (isDifferent(item.change)) item.seen_live_at = seen.get(item.path) ?? null;
    }
  }
}

/** What a site is switched with. `taken`: outputs that others publish; `left`: addresses that no file has from now on. */
type Ready = {
  writer: LiveWriter;
  next: NextBuild | null;
  taken: ReadonlySet<string>;
  left: readonly string[];
};

/** How far the log of which database their files may go. */
function makeMark(batches: readonly StagedBatch[]): Mark {
  const claims = batches.map(({ claim }) => claim);
  const seq = Math.max(...claims.map(({ watermark }) => watermark));
  return { database: claims.at(-1)?.database ?? '', seq };
}

/** The public files among those of an output that are different now. */
function filesIn(items: readonly ReceiptItem[], completion: PublishedOutput['completion']): LiveFile[] {
  return items.flatMap(({ change, path }) => {
    if (!isDifferent(change) || !isPublicPath(path)) return [];
    const exists = 'path' in completion && completion.path === path && change !== 'removed';
    return [{ path, hash: exists ? completion.hash : null }];
  });
}

/** Whether visitors get the file: those of the publisher itself are answered to nobody. */
function isPublicPath(path: string): boolean {
  return path.startsWith('/') && !/\/[._]/.test(path);
}

/** Redirects that have an address as left whose file another output has kept are published once more. */
function leaveStaleWhereKept(left: readonly string[], staged: readonly StagedSite[]): void {
  const published = staged.flatMap((each) => each.published);
  const removed = new Set(
    published.flatMap(({ items }) => items.flatMap(({ change, path }) => (change === 'removed' ? [path] : []))),
  );
  if (left.every((address) => removed.has(address))) return;
  for (const { output, completion } of published) if (output.kind === 'redirects') completion.seq = neverSeq;
}
