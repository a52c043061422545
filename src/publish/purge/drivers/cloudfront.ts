import { type PurgeDriver, encodedPath } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';
import { type AwsKeys, signAws } from '../sign-aws.ts';

type Options = { distribution: string; keys: AwsKeys; url?: string; now?: () => Date };

/**
 * CloudFront, by paths: it has no tags. 3,000 paths may be under way at once, and 15 with an asterisk, so a whole site is one of
 * these. How long it caches is its cache policy (docs/deploying.md).
 */
export function cloudfront({
  distribution,
  keys,
  url = 'https://cloudfront.amazonaws.com',
  now = () => new Date(),
}: Options): PurgeDriver {
  return {
    name: 'CloudFront',
    atOnce: 1000,
    callsPerSecond: 1 / 30,
    burst: 3,
    settledMilliseconds: 60_000,
    headers: () => ({}),
    purge: (items, reference) => {
      const paths = [...new Set(items.map(({ path }) => (path === null ? '/*' : encodedPath(path))))].map(
        (path) => `<Path>${escapeXml(path)}</Path>`,
      );
      const body =
        '<?xml version="1.0" encoding="UTF-8"?>' +
        '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">' +
        `<CallerReference>${escapeXml(reference)}</CallerReference>` +
        `<Paths><Items>${paths.join('')}</Items><Quantity>${paths.length}</Quantity></Paths></InvalidationBatch>`;
      const target = new URL(`${url}/2020-05-31/distribution/${encodeURIComponent(distribution)}/invalidation`);
      const headers = signAws(
        { method: 'POST', url: target, body, headers: { 'content-type': 'text/xml' } },
        { keys, service: 'cloudfront', region: 'us-east-1', at: now() },
      );
      return sendPurge({ url: target.href, headers, body });
    },
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
