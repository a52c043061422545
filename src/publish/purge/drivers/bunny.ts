import { type PurgeDriver, cachedSeconds, purgeTag } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

/** Bunny takes 1,024 bytes of tags of an answer. */
const longestTags = 1024;

/** Bunny, by tags: one in each call. */
export function bunny({
  zone,
  token,
  url = 'https://api.bunny.net',
}: {
  zone: string;
  token: string;
  url?: string;
}): PurgeDriver {
  return {
    name: 'Bunny',
    batchSize: 1,
    // The slower one of its two limits: it does not say which counts for tags.
    callsPerSecond: 0.5,
    burst: 20,
    settledMilliseconds: 5000,
    headers: (site, path) => {
      const tags = `${site},${purgeTag({ site, path })}`;
      return {
        'cdn-cache-control': `public, max-age=${cachedSeconds}`,
        'cdn-tag': tags.length > longestTags ? site : tags,
      };
    },
    purge: ([item]) =>
      item === undefined
        ? Promise.resolve({ ok: true })
        : sendPurge({
            url: `${url}/pullzone/${encodeURIComponent(zone)}/purgeCache`,
            headers: { accesskey: token, 'content-type': 'application/json' },
            body: JSON.stringify({ CacheTag: makeTag(purgeTag(item), item.site) }),
          }),
  };
}

/** The tag that an answer has: one too long for the header has that of its site alone. */
function makeTag(tag: string, site: string): string {
  return `${site},${tag}`.length > longestTags ? site : tag;
}
