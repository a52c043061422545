import path from 'node:path';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { localHosts, readSiteHosts } from '#edge/site-hosts.ts';
import { type BucketAddress, readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';

/** Everything that the environment decides about an edge server of its own (docs/deploying.md, "The edge in Node"). */
export type EdgeSettings = {
  host: string;
  port: number;
  hosts: ReadonlyMap<string, SiteId>;
  mediaHost: string | null;
  /** What is served: a bucket in pointer mode, or a folder with the published sites. */
  source: { bucket: BucketAddress } | { directory: string };
  /** Where the Node server answers what only it knows. */
  nodeOrigin: string;
};

const schema = z.object({
  EDGE_SOURCE: z.string({ error: 'is missing: the address of a bucket as in PUBLISH_BUCKETS, or a folder' }).min(1),
  NODE_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'has to be where the Node server answers: http://10.0.0.5:4321' })
    .transform((value) => new URL(value).origin),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  SITE_HOSTS: z.string().default(''),
  MEDIA_HOST: z.string().optional(),
});

/** Reads the environment; empty variables count as unset. */
export function readEdgeSettings(environment: Readonly<Record<string, string | undefined>>): Result<EdgeSettings> {
  const input = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    return fail('invalid', `${wrong.join('; ')}. See "The edge in Node" in docs/deploying.md.`);
  }
  const { EDGE_SOURCE, NODE_ORIGIN, HOST, PORT, SITE_HOSTS, MEDIA_HOST } = parsed.data;
  const source = readSource(EDGE_SOURCE);
  if (!source.ok) return source;
  const named = readSiteHosts(SITE_HOSTS);
  if (!named.ok) return named;
  const local = siteIds.map((site): [string, SiteId] => [localHosts[site], site]);
  const hosts = new Map([...local, ...named.value.map(({ name, site }): [string, SiteId] => [name, site])]);
  const mediaHost = MEDIA_HOST ?? null;
  return ok({ host: HOST, port: PORT, hosts, mediaHost, source: source.value, nodeOrigin: NODE_ORIGIN });
}

function readSource(value: string): Result<EdgeSettings['source']> {
  if (!/^https?:/.test(value)) return ok({ directory: path.resolve(value) });
  const addresses = readBucketAddresses(value);
  if (!addresses.ok) return fail('invalid', addresses.failure.message.replaceAll('PUBLISH_BUCKETS', 'EDGE_SOURCE'));
  const [bucket, ...others] = addresses.value;
  if (!bucket || others.length > 0) return fail('invalid', 'EDGE_SOURCE is the address of one bucket.');
  if (bucket.mode === 'mirror')
    return fail('invalid', 'EDGE_SOURCE has mode=mirror: the edge reads buckets with mode=pointer.');
  return ok({ bucket });
}
