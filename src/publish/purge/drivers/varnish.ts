import type { SiteId } from '#domain/sites.ts';
import { type PublicHosts, type PurgeDriver, type PurgeOutcome, encodedPath } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

/** Keys of one request: Varnish takes 8 KB of a header, and 32 KB of all. */
const keyBatchSize = 50;
const longestHeader = 7000;

type Options = {
  /** Where each Varnish answers, such as http://10.0.0.7:6081. All of them are told. */
  urls: readonly string[];
  /** The public host of each site, without a port: keys begin with it (deploy/varnish/website.vcl). */
  hosts: PublicHosts;
};

/** Varnish with its module `xkey`: whatever it has of a path or a host is forgotten at once. */
export function varnish({ urls, hosts }: Options): PurgeDriver {
  return {
    name: 'Varnish',
    batchSize: keyBatchSize,
    callsPerSecond: 200,
    burst: 1000,
    settledMilliseconds: 50,
    headers: () => ({}),
    purge: async (items) => {
      const keys = items.flatMap(({ site, path }) => listHosts(hosts, site, path).map((host) => makeKey(host, path)));
      for (const header of makeHeaders(keys)) {
        const outcomes = await Promise.all(urls.map((url) => tell(url, header)));
        const failed = outcomes.find(({ ok }) => !ok);
        if (failed) return failed;
      }
      return { ok: true };
    },
  };
}

/** The hosts that have a path: uploaded files are on one of their own as well, and none knows which of its files are of a site. */
function listHosts(hosts: PublicHosts, site: SiteId, path: string | null): string[] {
  const isMedia = path === null || path.startsWith('/media/');
  return isMedia && hosts.media !== undefined ? [hosts[site], hosts.media] : [hosts[site]];
}

function makeKey(host: string, path: string | null): string {
  const key = `${host}${path === null ? '' : encodedPath(path)}`;
  // A path that fits into no header takes its host along.
  return key.length > longestHeader ? host : key;
}

function tell(url: string, keys: string): Promise<PurgeOutcome> {
  return sendPurge({ url, method: 'PURGE', headers: { 'x-purge-keys': keys } });
}

function makeHeaders(keys: readonly string[]): string[] {
  const headers: string[] = [];
  let header = '';
  for (const key of keys) {
    if (header !== '' && header.length + key.length >= longestHeader) {
      headers.push(header);
      header = '';
    }
    header += header === '' ? key : ` ${key}`;
  }
  return [...headers, header];
}
