import type { Config } from '#server/config.ts';
import { originOfHost } from '#server/config.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from one of our own pages. Browsers say so in `Sec-Fetch-Site` and
 * `Origin`, which has to be the configured origin of the host, protocol and port included; a request with
 * neither is no browser's form or script and carries no visitor's cookies by itself.
 */
export function isSameOrigin(request: Request, config: Config): boolean {
  if (safeMethods.has(request.method)) return true;
  const fetchSite = request.headers.get('sec-fetch-site');
  if (fetchSite !== null && fetchSite !== 'same-origin') return false;
  const origin = request.headers.get('origin');
  if (origin === null) return fetchSite === 'same-origin' || request.headers.get('cookie') === null;
  return origin === originOfHost(config, request.headers.get('host'));
}
