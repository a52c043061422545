import type { Config } from '#server/config.ts';
import type { StaticFiles } from '#server/http/static-files.ts';

/** Whether a request asks the host of its own from which uploaded files are served (`MEDIA_HOST`). */
export function isMediaHost({ mediaHost }: Pick<Config, 'mediaHost'>, host: string | null): boolean {
  return mediaHost !== null && host?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '') === mediaHost;
}

/** Answers a request to that host: published media, and nothing else. It has no pages, no cookies and no accounts. */
export async function answerMediaHost(request: Request, files: StaticFiles): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'This address can only be read.');
  return (await files.serveMedia(request)) ?? plain(404, 'There is no such file.');
}

function plain(status: number, message: string): Response {
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(`${message}\n`, {
    status,
    headers: status === 405 ? { ...headers, allow: 'GET, HEAD' } : headers,
  });
}
