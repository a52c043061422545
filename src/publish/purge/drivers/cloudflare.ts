import { z } from 'zod';
import { type PurgeDriver, cachedSeconds, purgeTag } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

const answered = z.object({ success: z.boolean() });

/** Cloudflare, by tags. The pace is that of its free plan: 5 calls a minute, 25 after a rest, 100 tags each. */
export function cloudflare({
  zone,
  token,
  url = 'https://api.cloudflare.com',
}: {
  zone: string;
  token: string;
  url?: string;
}): PurgeDriver {
  return {
    name: 'Cloudflare',
    batchSize: 100,
    callsPerSecond: 5 / 60,
    burst: 25,
    settledMilliseconds: 2000,
    headers: () => ({ 'cloudflare-cdn-cache-control': `public, max-age=${cachedSeconds}` }),
    purge: (items) =>
      sendPurge(
        {
          url: `${url}/client/v4/zones/${encodeURIComponent(zone)}/purge_cache`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ tags: [...new Set(items.map(purgeTag))] }),
        },
        isSuccess,
      ),
  };
}

/** It answers 200 to some of what it refuses. */
function isSuccess(answer: string): boolean {
  try {
    return answered.parse(JSON.parse(answer)).success;
  } catch {
    return false;
  }
}
