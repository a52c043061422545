import { canonicalPath } from '#domain/addresses/routes.ts';
import type { SiteId } from '#domain/sites.ts';

/** What a cache has to forget: the answers for one path of a site, with whatever query, or all of the site. */
export type Purged = { site: SiteId; path: string | null };

/** The public host of each site, and of uploaded files where they have one of their own; without ports. */
export type PublicHosts = Readonly<Record<SiteId, string>> & { readonly media?: string };

/** What a service has answered. */
export type PurgeOutcome =
  | { ok: true }
  /** `retryAfter`: seconds that the service asks for; null where it says nothing. */
  | { ok: false; reason: string; retryAfter: number | null };

/** A cache or CDN that forgets what it is told. */
export type PurgeDriver = {
  name: string;
  /** Paths and sites that one call takes. */
  batchSize: number;
  /** Calls that the service takes for long, and at once after a rest. */
  callsPerSecond: number;
  burst: number;
  /** After so long what it was told holds everywhere: visitors who get an older version then got it from a cache that missed it. */
  settledMilliseconds: number;
  /**
   * Tells the service. Throws nothing.
   * @param reference names the call: the same for an attempt that is repeated, since nobody knows what became of it
   */
  purge: (items: readonly Purged[], reference: string) => Promise<PurgeOutcome>;
  /** Headers of published files by which this service caches them until they are purged. */
  headers: (site: SiteId, path: string) => Readonly<Record<string, string>>;
};

/** For how long a cache that is purged may keep a page. */
export const cachedSeconds = 31_536_000;

/**
 * The name under which a service knows the answers of a path, or of a site.
 *
 * @example purgeTag({ site: 'main', path: '/de/produkte' }); // 'main/de/produkte'
 */
export function purgeTag({ site, path }: Purged): string {
  const tag = `${site}${path === null ? '' : encodedPath(path)}`;
  // Services refuse longer ones: then the site as a whole is forgotten.
  return tag.length > 1000 ? site : tag;
}

/** A path as visitors' requests have it. */
export function encodedPath(path: string): string {
  return canonicalPath(path) ?? path;
}
