import { AwsV4Signer } from 'aws4fetch';
import { type PurgeDriver, encodedPath } from '../purge-driver.ts';
import { sendPurge } from '../send-purge.ts';

type AwsKeys = { id: string; secret: string; session: string | null };
type Options = { distribution: string; keys: AwsKeys; url?: string };

/**
 * CloudFront, by paths: it has no tags. 3,000 paths may be under way at once, and 15 with an asterisk, so a whole site is one of
 * these. How long it caches is its cache policy (docs/deploying.md).
 */
export function cloudfront({ distribution, keys, url = 'https://cloudfront.amazonaws.com' }: Options): PurgeDriver {
  return {
    name: 'CloudFront',
    batchSize: 1000,
    callsPerSecond: 1 / 30,
    burst: 3,
    settledMilliseconds: 60_000,
    headers: () => ({}),
    purge: async (items, reference) => {
      const paths = [...new Set(items.map(({ path }) => (path === null ? '/*' : encodedPath(path))))].map(
        (path) => `<Path>${escapeXml(path)}</Path>`,
      );
      const body =
        '<?xml version="1.0" encoding="UTF-8"?>' +
        '<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/">' +
        `<CallerReference>${escapeXml(reference)}</CallerReference>` +
        `<Paths><Items>${paths.join('')}</Items><Quantity>${paths.length}</Quantity></Paths></InvalidationBatch>`;
      const signer = new AwsV4Signer({
        method: 'POST',
        url: `${url}/2020-05-31/distribution/${encodeURIComponent(distribution)}/invalidation`,
        headers: { 'content-type': 'text/xml' },
        body,
        accessKeyId: keys.id,
        secretAccessKey: keys.secret,
        ...(keys.session === null ? {} : { sessionToken: keys.session }),
        service: 'cloudfront',
        region: 'us-east-1',
      });
      const signed = await signer.sign();
      return sendPurge({ url: signed.url.href, headers: Object.fromEntries(signed.headers), body });
    },
  };
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
