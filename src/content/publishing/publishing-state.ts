import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { pausedRows, unknownRows } from './paused-sites.ts';

const lane = z.enum(['people', 'clock', 'changes', 'bulk']);
/** What an output waits for: what a person has changed, the time, other changes, changes of many outputs. */
export type Lane = z.infer<typeof lane>;

const failed = z.object({
  id: z.number(),
  site: siteSchema,
  kind: z.string(),
  ref: z.number(),
  locale: localeSchema,
  /** Null for one that was never published. */
  path: z.string().nullable(),
  failure: z.unknown(),
  since: z.string(),
  /** Whether it is tried again by itself. */
  waits: z.boolean(),
});

const build = z.object({
  id: z.number(),
  site: siteSchema,
  name: z.string(),
  worker: z.string(),
  started_at: z.string(),
  finished_at: z.string().nullable(),
  by: z.string(),
  /** Null while it is under way. */
  outcome: z.enum(['live', 'failed', 'abandoned', 'rolled-back']).nullable(),
});

const state = z.object({
  changes: z.object({ count: z.number(), since: z.string().nullable() }),
  lines: z.array(
    z.object({
      site: siteSchema,
      lane,
      /** The publisher that has them; null while they wait. */
      worker: z.string().nullable(),
      count: z.number(),
      since: z.string(),
    }),
  ),
  failed_count: z.number(),
  failed: z.array(failed),
  paused: pausedRows,
  unknown: unknownRows,
  builds: z.array(build),
});

/** What waits, runs and has failed in publishing, as the database knows it. */
export type StoredPublishingState = z.infer<typeof state>;

export function readPublishingState(service: Client): Promise<StoredPublishingState> {
  return callFunction(service, 'publishing_state', state, { p_sites: [...siteIds] });
}

const purges = z.object({
  /** Changes that the cache in front was not told of, since when, and why. */
  waiting: z.number(),
  oldest_since: z.string().nullable(),
  failure: z.string().nullable(),
  /** Changes that visitors were not seen to get. */
  unseen: z.number(),
  unseen_since: z.string().nullable(),
  probes: z.array(z.object({ name: z.string(), heard_at: z.string(), failure: z.string().nullable() })),
});

/** What the cache in front of the sites has not been told, and what has not been seen since. */
export function readPurgeState(service: Client): Promise<z.infer<typeof purges>> {
  return callFunction(service, 'purge_state', purges);
}

const idRow = z.array(z.object({ id: z.number() }));

/** The outputs that have a public path. */
export async function findOutputs(client: Client, site: SiteId, path: string): Promise<number[]> {
  const rows = client.from('site_outputs').select('id').eq('site_id', site).eq('path', path);
  return (await expectData('site_outputs', rows, idRow)).map(({ id }) => id);
}

/** Draws and writes outputs once more, before what waits; answers with how many there are. */
export function republishOutputs(service: Client, userId: string, ids: readonly number[]): Promise<number> {
  return callFunction(service, 'republish_outputs', z.number(), { p_actor: userId, p_outputs: [...ids] });
}

const outcomeRow = z.object({ failure: z.unknown(), stale_seq: z.number().nullable() });

/** What became of outputs: why those that failed did, and whether some wait. */
export async function readOutcome(
  client: Client,
  ids: readonly number[],
): Promise<{ failures: unknown[]; waits: boolean }> {
  const rows = client
    .from('site_outputs')
    .select('failure, stale_seq')
    .in('id', [...ids]);
  const found = await expectData('site_outputs', rows, z.array(outcomeRow));
  return {
    failures: found.flatMap(({ failure }) => (failure === null ? [] : [failure])),
    waits: found.some(({ stale_seq }) => stale_seq !== null),
  };
}

const grant = z.discriminatedUnion('status', [
  z.object({ status: z.literal('granted'), by: z.string() }),
  z.object({ status: z.literal('busy'), worker: z.string() }),
]);

/** Whether an administrator may have a site built anew now. */
export function askForBuild(service: Client, userId: string, site: SiteId): Promise<z.infer<typeof grant>> {
  return callFunction(service, 'ask_for_build', grant, { p_actor: userId, p_site: site });
}
