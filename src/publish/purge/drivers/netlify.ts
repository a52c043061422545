import { type PurgeDriver, cachedSeconds, purgeTag } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

/** Netlify, by tags. It takes a tag twice in five seconds. */
export function netlify({
  site: siteId,
  token,
  url = 'https://api.netlify.com',
}: {
  site: string;
  token: string;
  url?: string;
}): PurgeDriver {
  return {
    name: 'Netlify',
    batchSize: 100,
    callsPerSecond: 2 / 5,
    burst: 2,
    settledMilliseconds: 5000,
    headers: () => ({ 'netlify-cdn-cache-control': `public, max-age=${cachedSeconds}` }),
    purge: (items) =>
      sendPurge({
        url: `${url}/api/v1/purge`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ site_id: siteId, cache_tags: [...new Set(items.map(purgeTag))] }),
      }),
  };
}
