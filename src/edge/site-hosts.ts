import { makeTable } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';

/** The hosts of the sites on the machine of whoever develops or tries them. */
export const localHosts: Readonly<Record<SiteId, string>> = makeTable(siteIds, (site) =>
  site === 'main' ? 'localhost' : `${site}.localhost`,
);

/** A public host of a site, and the origin that browsers give it. */
type SiteHost = { site: SiteId; name: string; origin: string };

/**
 * The name of a Host header, without its port.
 *
 * @example nameOfHost('WWW.Example.com.:443'); // 'www.example.com'
 */
export function nameOfHost(host: string | null | undefined): string {
  return host?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '') ?? '';
}

/** Reads `SITE_HOSTS`: `main=www.example.com,developer=developer.example.com`. */
export function readSiteHosts(value: string): Result<SiteHost[]> {
  const found: SiteHost[] = [];
  const pairs = value.split(',').map((part) => part.trim());
  for (const pair of pairs.filter(Boolean)) {
    const [site, host, ...rest] = pair.split('=').map((part) => part.trim());
    const known = siteIds.find((id) => id === site);
    const isHost = host !== undefined && /^[a-z0-9.-]+(:\d+)?$/i.test(host) && URL.canParse(`https://${host}`);
    if (!known || !isHost || rest.length > 0) {
      return fail(
        'invalid',
        `SITE_HOSTS has ${JSON.stringify(pair)}; each part is <site>=<host>, with a site out of ${siteIds.join(', ')}.`,
      );
    }
    const name = host.toLowerCase().replace(/:\d+$/, '');
    // As a browser writes it: without the port that https has anyway.
    found.push({ site: known, name, origin: new URL(`https://${host}`).origin });
  }
  return ok(found);
}
