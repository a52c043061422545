import { canonicalPath } from '#domain/addresses/routes.ts';
import { siteIds } from '#domain/sites.ts';
import { plainMediaAnswer } from '#edge/media-host.ts';
import { nameOfHost } from '#edge/site-hosts.ts';
import type { Config } from '#server/config.ts';
import type { Runtime } from '#server/runtime.ts';

/** Whether a request asks the host of its own from which uploaded files are served (`MEDIA_HOST`). */
export function isMediaHost({ mediaHost }: Pick<Config, 'mediaHost'>, host: string | null): boolean {
  return mediaHost !== null && nameOfHost(host) === mediaHost;
}

/** Answers a request to that host: published media, and nothing else. It has no pages, no cookies and no accounts. */
export async function answerMediaHost(
  request: Request,
  { files, purger }: Pick<Runtime, 'files' | 'purger'>,
): Promise<Response> {
  return plainMediaAnswer(request, async () => {
    const response = await files.serveMedia(request);
    // The first tag of an answer is the site that has the file.
    const site = siteIds.find((id) => id === response?.headers.get('cache-tag')?.split(',')[0]);
    if (!response || !site || !purger) return response;
    const { pathname } = new URL(request.url);
    for (const [name, value] of Object.entries(purger.headers(site, canonicalPath(pathname) ?? pathname)))
      response.headers.set(name, value);
    return response;
  });
}
