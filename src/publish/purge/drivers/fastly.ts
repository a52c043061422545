import { type PurgeDriver, cachedSeconds, purgeTag } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

/** Fastly, by surrogate keys: 256 of them in one call. */
export function fastly({
  service,
  token,
  url = 'https://api.fastly.com',
}: {
  service: string;
  token: string;
  url?: string;
}): PurgeDriver {
  return {
    name: 'Fastly',
    batchSize: 256,
    // A hundred thousand an hour.
    callsPerSecond: 20,
    burst: 100,
    settledMilliseconds: 2000,
    headers: () => ({ 'surrogate-control': `max-age=${cachedSeconds}` }),
    purge: (items) =>
      sendPurge({
        url: `${url}/service/${encodeURIComponent(service)}/purge`,
        headers: { 'fastly-key': token, accept: 'application/json', 'content-type': 'application/json' },
        body: JSON.stringify({ surrogate_keys: [...new Set(items.map(purgeTag))] }),
      }),
  };
}
