import { isMediaPath } from '#domain/media/media-path.ts';
import { findRule } from '#domain/redirects/redirect-rules.ts';
import { isNeverRedirected } from '#domain/redirects/redirect-trail.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { trimEnd } from '#domain/text/trim-end.ts';
import { type SiteId, splitLocale, withLocale } from '#domain/sites.ts';
import { acceptedEncoding } from './accepted-encoding.ts';
import { byteRange } from './byte-range.ts';
import { addCacheTags, cacheTags } from './cache-tags.ts';
import { getExtension, isText, smallestCompressed } from './content-type.ts';
import { fileHeaders, revalidated } from './file-headers.ts';
import { outputFile } from './output-file.ts';
import type { PublishedFile, SiteFiles } from './site-files.ts';

/** A site's files, its name, and what is asked for. */
type Asked = { files: SiteFiles; site: SiteId; request: Request };

/**
 * Answers a request for something published: files, redirects, what is gone and what is not there. The rules are the same on every
 * server. ETags are hashes of the content; pages are revalidated on every request, hashed files never.
 */
export async function answerPublished(files: SiteFiles, site: SiteId, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const canonical = canonicalPath(url.pathname);
  const response = await answer({ files, site, request }, url, canonical);
  if (!response.headers.has('cache-tag')) addCacheTags(response.headers, cacheTags(site, canonical ?? '', []));
  return response;
}

async function answer(asked: Asked, url: URL, canonical: string | null): Promise<Response> {
  const { files, site } = asked;
  if (!canonical) return notFound(asked, url.pathname);
  if (canonical !== url.pathname && canonical === trimEnd(url.pathname, '/')) {
    return redirect(`${canonical}${url.search}`, 308);
  }
  // Before any other rule: an upload is never served as anything else, whatever its name.
  if (isMedia(canonical)) return (await answerMedia(asked, canonical)) ?? notFound(asked, canonical);
  const isPrivate =
    // Of a locale that the site does not have.
    splitLocale(site, canonical) === null ||
    /\.(br|gz)$/i.test(canonical) ||
    canonical.split('/').some((segment) => segment.startsWith('.') || segment.startsWith('_'));
  const isAsset = /^\/_astro\/.+/.test(canonical);
  if (!isPrivate || isAsset) {
    const own = outputFile(canonical);
    const file = isAsset || /\.[a-z0-9]{2,5}$/i.test(canonical) ? decodeURIComponent(canonical.slice(1)) : own;
    for (const name of new Set([file, own])) {
      const found = await files.find(name);
      if (found) return respond(asked, canonical, name, found, 200);
    }
  }
  const { pathname: sent, search } = url;
  const found = isNeverRedirected(canonical)
    ? null
    : findRule(await files.redirects(), { path: canonical, sent, search });
  if (!found) return notFound(asked, canonical);
  return found.to === null ? notFound(asked, canonical, 410) : redirect(found.to, found.rule.status);
}

/** The uploaded file that any of these sites has published; null when there is none. */
export async function answerPublishedMedia(
  sites: readonly { site: SiteId; files: SiteFiles }[],
  request: Request,
): Promise<Response | null> {
  const canonical = canonicalPath(new URL(request.url).pathname);
  if (canonical === null || !isMedia(canonical)) return null;
  for (const { site, files } of sites) {
    const found = await answerMedia({ files, site, request }, canonical);
    if (found) return found;
  }
  return null;
}

/** Whether a path is one of uploaded files, in any case: a disk may make no difference between the two. */
function isMedia(canonical: string): boolean {
  return /^\/media\/./i.test(canonical);
}

async function answerMedia(asked: Asked, canonical: string): Promise<Response | null> {
  const file = decodeURIComponent(canonical.slice(1));
  const name = file.slice('media/'.length);
  if (!file.startsWith('media/') || !isMediaPath(name)) return null;
  const { files } = asked;
  let found = await files.find(file);
  if (!found && (await files.bringMedia?.(name))) found = await files.find(file);
  return found && respond(asked, canonical, file, found, 200);
}

async function notFound(asked: Asked, pathname: string, status = 404): Promise<Response> {
  const locale = splitLocale(asked.site, pathname)?.locale ?? 'en';
  const file = withLocale(locale, '/404.html').slice(1);
  const page = await asked.files.find(file);
  if (!page) return new Response('Not found\n', { status, headers: { 'content-type': 'text/plain; charset=utf-8' } });
  return respond(asked, pathname, file, page, status);
}

async function respond(
  { files, site, request }: Asked,
  path: string,
  file: string,
  found: PublishedFile,
  status: number,
): Promise<Response> {
  const isUploaded = file.startsWith('media/');
  const headers = new Headers({
    ...fileHeaders(file),
    etag: found.etag,
    'accept-ranges': 'bytes',
    vary: 'Accept-Encoding',
  });
  addCacheTags(headers, cacheTags(site, path, found.tags));
  if (getExtension(file) === '.html' && !isUploaded) {
    const policy = await files.policy();
    if (policy) headers.set('content-security-policy', policy);
  }
  const asks = (name: string) => request.headers.get(name);
  const known = status === 200 ? asks('if-none-match') : null;
  const range = status === 200 && isRangeOf(asks('if-range'), found.etag) ? byteRange(asks('range'), found.size) : null;
  const isCompressed = isText(file) && found.size >= smallestCompressed && range === null;
  const encoding = isCompressed ? acceptedEncoding(asks('accept-encoding')) : null;
  // A part of a compressed answer and one of the file do not fit together, so only the file itself has a strong one.
  if (encoding) headers.set('etag', `W/${found.etag}`);
  if (known && isKnown(known, found.etag)) return new Response(null, { status: 304, headers });
  if (range === 'none') {
    headers.set('content-range', `bytes */${found.size}`);
    return new Response(null, { status: 416, headers });
  }
  const isRead = request.method !== 'HEAD';
  if (range) {
    const { offset, length } = range;
    headers.set('content-range', `bytes ${offset}-${offset + length - 1}/${found.size}`);
    headers.set('content-length', String(length));
    return withBody(isRead ? await found.open(range) : null, { status: 206, headers });
  }
  const encoded = encoding && (await found.encoded(encoding));
  if (encoding && encoded) headers.set('content-encoding', encoding);
  else headers.set('etag', found.etag);
  headers.set('content-length', String(encoded ? encoded.size : found.size));
  const open = encoded?.body ?? (() => found.open());
  return withBody(isRead ? await open() : null, { status, headers });
}

/** Cloudflare's runtime is told not to compress what is compressed; others do not know the word. */
function withBody(body: BodyInit | null, init: { status: number; headers: Headers }): Response {
  const manual = { ...init, encodeBody: 'manual' };
  return new Response(body, manual);
}

/** Whether a part may be answered: `If-Range` names the version that the client has the other parts of. */
function isRangeOf(condition: string | null, etag: string): boolean {
  return condition === null || condition.trim() === etag;
}

/** Whether `If-None-Match` names an ETag; `*` names every one there is. */
function isKnown(tags: string, etag: string): boolean {
  return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

function redirect(location: string, status: number): Response {
  // A location that begins with two slashes would lead to another host.
  return new Response(null, {
    status,
    headers: {
      location: location.replace(/^\/[/\\]+/, '/'),
      'cache-control': revalidated,
      // What Node's server would say otherwise, and others would not.
      'content-type': 'text/plain; charset=utf-8',
    },
  });
}
