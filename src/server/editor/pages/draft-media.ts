import { encodeMediaPath, isMediaPath } from '#domain/media/media-path.ts';
import type { Client } from '#content/clients/client.ts';
import { mediaHeaders } from '#edge/media-headers.ts';
import type { Session } from '#server/auth/session.ts';
import { maySeeMedium, readSharedLink } from '#server/auth/shared-link.ts';
import type { Runtime } from '#server/runtime.ts';

const bucket = 'media';

/**
 * A media file that no published page shows yet, for drafts and pickers. File names contain the hash of the content; only
 * the editor's browser may cache the response.
 */
export async function draftMedia({ client, staff }: Session, pathname: string): Promise<Response> {
  return storedMedia(staff ? client : null, pathname);
}

/**
 * The same for whoever has opened the link of a release: what a page of the release has shown by a link, as long as that holds. Not
 * even their browsers keep it.
 */
export async function sharedMedia(
  request: Request,
  runtime: Pick<Runtime, 'linkSecret' | 'serviceClient'>,
  pathname: string,
): Promise<Response> {
  const link = await readSharedLink(request, runtime);
  const name = decodeName(pathname.slice('/media/'.length));
  const isShown = link?.state === 'open' && name !== null && (await maySeeMedium(runtime.serviceClient, link, name));
  const response = await storedMedia(isShown ? runtime.serviceClient : null, pathname);
  response.headers.set('cache-control', 'no-store');
  return response;
}

/** A media file as this client may read it; without a client there is none. */
export async function storedMedia(client: Client | null, pathname: string): Promise<Response> {
  const missing = new Response('There is no such file.\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
  const name = decodeName(pathname.slice('/media/'.length));
  if (!client || name === null) return missing;
  const { data, error } = await client.storage.from(bucket).download(encodeMediaPath(name));
  if (error || !data) return missing;
  return new Response(await data.arrayBuffer(), {
    headers: { ...mediaHeaders(name), 'cache-control': 'private, max-age=3600' },
  });
}

function decodeName(encoded: string): string | null {
  try {
    const name = decodeURIComponent(encoded);
    return isMediaPath(name) ? name : null;
  } catch {
    return null;
  }
}
