import { join } from 'node:path';
import type { Locale } from '#domain/locales.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import { type PausedSite, unitePaused } from '#content/publishing/paused-sites.ts';
import {
  type Lane,
  type StoredPublishingState,
  readPublishingState,
  readPurgeState,
} from '#content/publishing/publishing-state.ts';
import { describeSize } from '#kinds/picker-texts.ts';
import { capital, isKindName, getKindNames } from '#kinds/registry.ts';
import { failedFields, triedAgain } from '#publish/failure-record.ts';
import { readArchiveSize } from '#publish/archive/archive-size.ts';
import { findBuildBefore } from '#publish/targets/find-build-before.ts';
import { buildTime } from '#publish/targets/build-name.ts';
import type { Runtime } from '#server/runtime.ts';
import { type NameOf, readRecordNames } from '#server/editor/messages/reasons.ts';
import { type Repair, failureText, findRepair } from './receipts.ts';

/** Files of a site that wait, or that a publisher has at the moment. */
type PublishingLine = {
  site: SiteId;
  lane: Lane;
  count: number;
  since: string;
  /** The machine that publishes them; null while they wait. */
  on: string | null;
};

type FailedOutput = {
  id: number;
  site: SiteId;
  locale: Locale;
  /** What people call it. */
  name: string;
  /** Null for one that was never published. */
  url: string | null;
  reason: string;
  repairs: Repair[];
  since: string;
  /** Whether it is tried again by itself, which the reason does not say. */
  waits: boolean;
};

type SiteState = {
  site: SiteId;
  paused: Omit<PausedSite, 'site'> | null;
  /** When the build that visitors see was made, and the one before it; null where there is none. */
  live: string | null;
  before: { build: string; madeAt: string | null } | null;
  /** What is kept of what visitors saw before; null where nothing is. */
  past: { days: number; size: string | null } | null;
  builds: {
    id: number;
    startedAt: string;
    finishedAt: string | null;
    by: string;
    on: string;
    outcome: StoredPublishingState['builds'][number]['outcome'];
  }[];
};

export type PublishingState = {
  /** The time of the answer. */
  at: string;
  /** Changes that no publisher has looked at. */
  changes: { count: number; since: string | null };
  lines: PublishingLine[];
  failed: FailedOutput[];
  /** All of them; the list has the newest. */
  failedCount: number;
  sites: SiteState[];
  /** Changes that the cache in front was not told of, or that visitors were not seen to get; null where there is no cache. */
  cache: {
    waiting: number;
    since: string | null;
    failure: string | null;
    unseen: number;
    unseenSince: string | null;
    /** Scripts elsewhere that read what is live: when each was heard last, and why it cannot read something. */
    probes: { name: string; heardAt: string; failure: string | null }[];
  } | null;
};

/** What waits, runs and has failed, and how each site is. */
export async function describePublishingState(runtime: Runtime, client: Client): Promise<PublishingState> {
  const [state, purges] = await Promise.all([
    readPublishingState(runtime.serviceClient),
    runtime.purger ? readPurgeState(runtime.serviceClient) : null,
  ]);
  const nameOf = await readRecordNames(
    client,
    state.failed.map(({ kind, ref }) => `${kind}:${ref}`),
  );
  const sites: SiteState[] = [];
  for (const site of siteIds) sites.push(await siteState(runtime, site, state));
  return {
    at: new Date().toISOString(),
    changes: state.changes,
    lines: state.lines.map(({ worker, ...line }) => ({ ...line, on: worker === null ? null : getMachine(worker) })),
    failed: state.failed.map((output) => failedOutput(output, runtime.config.origins[output.site], nameOf)),
    failedCount: state.failed_count,
    sites,
    cache: purges && {
      waiting: purges.waiting,
      since: purges.oldest_since,
      failure: purges.failure,
      unseen: purges.unseen,
      unseenSince: purges.unseen_since,
      probes: purges.probes.map(({ name, heard_at: heardAt, failure }) => ({ name, heardAt, failure })),
    },
  };
}

function failedOutput(
  { id, site, kind, ref, locale, path, failure, since, waits }: StoredPublishingState['failed'][number],
  origin: string,
  nameOf: NameOf,
): FailedOutput {
  const named = nameOf(kind, String(ref));
  const reason = failureText(failure) ?? 'It could not be rendered.';
  const words = isKindName(kind) ? capital(getKindNames(kind).one) : capital(kind.replaceAll('_', ' '));
  return {
    id,
    site,
    locale,
    name: named === undefined ? (path ?? words) : `${words} “${named}”`,
    url: path === null ? null : `${origin}${path}`,
    reason,
    repairs: failedFields(failure).flatMap((field) => findRepair({ path: path ?? '/' }, field) ?? []),
    since,
    waits: waits && !reason.endsWith(triedAgain),
  };
}

async function siteState({ targets, config }: Runtime, site: SiteId, state: StoredPublishingState): Promise<SiteState> {
  const current = await targets[site].currentBuild();
  const previous = await findBuildBefore(targets[site]);
  const paused = unitePaused(state.paused, state.unknown).find((one) => one.site === site);
  const size = await readArchiveSize(join(config.outDirectory, site));
  return {
    site,
    paused: paused ? { since: paused.since, why: paused.why, by: paused.by } : null,
    live: current === null ? null : buildTime(current),
    before: previous === null ? null : { build: previous, madeAt: buildTime(previous) },
    past: config.historyDays === 0 ? null : { days: config.historyDays, size: size && describeSize(size.bytes) },
    builds: state.builds
      .filter((build) => build.site === site)
      .map(({ id, started_at, finished_at, by, worker, outcome }) => ({
        id,
        startedAt: started_at,
        finishedAt: finished_at,
        by,
        on: getMachine(worker),
        outcome,
      })),
  };
}

/** Publishers are named `<host>:<data directory>`, and some with what they publish. */
export function getMachine(worker: string): string {
  return worker.split(':', 1).join('');
}
