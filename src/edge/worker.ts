import { type SiteId, siteIds } from '#domain/sites.ts';
import { type ReadableBucket, bucketFiles } from './bucket-files.ts';
import { createEdge } from './edge.ts';
import type { Body } from './site-files.ts';
import { localHosts, readSiteHosts } from './site-hosts.ts';

/** What is used of Cloudflare's R2: its own types would redefine the globals of every other environment. */
type R2Options = { range?: { offset: number; length: number }; onlyIf?: { etagDoesNotMatch: string } };
type R2Found = { httpEtag: string; body?: ReadableStream<Uint8Array>; text?: () => Promise<string> };
type R2 = { get: (key: string, options?: R2Options) => Promise<R2Found | null> };

type Environment = {
  BUCKET: R2;
  /** As for the Node server. */
  SITE_HOSTS?: string;
  MEDIA_HOST?: string;
  /** What all names begin with, where the address of the bucket in `PUBLISH_BUCKETS` has a folder. */
  BUCKET_FOLDER?: string;
};

type Edge = (request: Request) => Promise<Response>;
/** One for all requests of a process: it remembers what never changes. */
let edge: Edge | null = null;

/**
 * The worker for Cloudflare: `deploy/wrangler.jsonc` is an example of its settings. Requests that it does not answer itself go on to
 * where the DNS record of their host leads, which is the Node server.
 */
export default {
  fetch(request: Request, environment: Environment): Promise<Response> {
    edge ??= makeEdge(environment);
    return edge(request);
  },
};

function makeEdge({ BUCKET, SITE_HOSTS = '', MEDIA_HOST, BUCKET_FOLDER = '' }: Environment): Edge {
  const hosts = readSiteHosts(SITE_HOSTS);
  if (!hosts.ok) throw new Error(hosts.failure.message);
  const local = siteIds.map((site): [string, SiteId] => [localHosts[site], site]);
  return createEdge({
    hosts: new Map([...local, ...hosts.value.map(({ name, site }): [string, SiteId] => [name, site])]),
    mediaHost: MEDIA_HOST ?? null,
    files: bucketFiles(readR2(BUCKET, BUCKET_FOLDER === '' ? '' : `${BUCKET_FOLDER}/`)),
    forward: (request) => fetch(request, { redirect: 'manual' }),
  });
}

function readR2(bucket: R2, prefix: string): ReadableBucket {
  return {
    async text(key, etag) {
      const condition = etag === undefined ? {} : { onlyIf: { etagDoesNotMatch: etag.replaceAll('"', '') } };
      const found = await bucket.get(prefix + key, condition);
      if (!found) return null;
      return found.body && found.text ? { text: await found.text(), etag: found.httpEtag } : 'same';
    },
    async part(key, range): Promise<Body | null> {
      return (await bucket.get(prefix + key, { range }))?.body ?? null;
    },
  };
}
