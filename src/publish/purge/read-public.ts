import { type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { hashBytes } from '../hash-bytes.ts';

const timeout = 10_000;
/** No page is larger. */
const largest = 20_000_000;

/** Where a site is read from: by its public address, or by another one under its host name. */
export type PublicAddress = { origin: string; host: string };

/**
 * The hash of what visitors get at a path, whatever is in between; null where it is no page (404, 410, a redirect).
 * Throws when there is no answer.
 */
export function readPublic({ origin, host }: PublicAddress, path: string): Promise<string | null> {
  const url = new URL(path, origin);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options: RequestOptions & { servername?: string } = {
    hostname: url.hostname,
    port: url.port === '' ? undefined : url.port,
    path: url.pathname,
    headers: { host, 'accept-encoding': 'identity', 'user-agent': 'website-publisher (seen live)' },
    timeout: timeout,
    signal: AbortSignal.timeout(timeout),
    // The certificate is the site's, wherever the connection leads.
    ...(url.protocol === 'https:' ? { servername: host.replace(/:\d+$/, '') } : {}),
  };
  return new Promise((resolve, reject) => {
    const asking = send(options, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > largest) asking.destroy(new Error('The answer is too long'));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 500) return reject(new Error(`It is answered with ${status}`));
        resolve(status === 200 ? hashBytes(Buffer.concat(parts)) : null);
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}
