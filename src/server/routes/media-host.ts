import { plainMediaAnswer } from '#edge/media-host.ts';
import { nameOfHost } from '#edge/site-hosts.ts';
import type { Config } from '#server/config.ts';
import type { StaticFiles } from '#server/http/static-files.ts';

/** Whether a request asks the host of its own from which uploaded files are served (`MEDIA_HOST`). */
export function isMediaHost({ mediaHost }: Pick<Config, 'mediaHost'>, host: string | null): boolean {
  return mediaHost !== null && nameOfHost(host) === mediaHost;
}

/** Answers a request to that host: published media, and nothing else. It has no pages, no cookies and no accounts. */
export function answerMediaHost(request: Request, files: StaticFiles): Promise<Response> {
  return plainMediaAnswer(request, () => files.serveMedia(request));
}
