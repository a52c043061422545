import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { readMoment } from '#domain/values/read-moment.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import type { SiteId } from '#domain/sites.ts';
import { secured, text } from '#edge/answers.ts';
import { getContentType, getExtension } from '#edge/content-type.ts';
import { outputFile } from '#edge/output-file.ts';
import { readArchived } from '#publish/archive/read-archived.ts';
import type { Call } from '#server/auth/call.ts';
import type { Runtime } from '#server/runtime.ts';
import { type ArchiveBar, renderArchiveNotice, addArchiveBar } from './archive-markup.ts';

const found = z.object({
  hash: z.string().nullable(),
  since: z.string().nullable(),
  earlier: z.string().nullable(),
  until: z.string().nullable(),
  begins: z.string().nullable(),
  publish: z
    .object({
      receipt: z.number(),
      cause: z.enum(['change', 'clock', 'build', 'rollback', 'reconciliation']),
      by: z.string().nullable(),
    })
    .nullable(),
});
type Found = z.infer<typeof found>;

/**
 * An address as it was public at a moment, from the bytes that were served then, for the staff. Its scripts do not run, so that nothing
 * of the past acts in the present.
 */
export async function showArchived({ url, site, runtime }: Call): Promise<Response> {
  const at = readMoment(url.searchParams.get('at') ?? '');
  const pathname = canonicalPath(url.pathname);
  if (at === null || pathname === null) return text(400, 'Give a moment such as ?at=2026-03-01T09:00Z.');
  if (at.getTime() > Date.now()) {
    const hint = 'A release is previewed from its screen in the administration.';
    const bar = {
      pathname: url.pathname,
      at: at.toISOString(),
      says: describeMoment(at),
      details: [],
      earlier: null,
      later: null,
    };
    return answer(400, 'text/html; charset=utf-8', renderArchiveNotice('That moment has not come yet', bar, hint));
  }
  if (runtime.config.historyDays === 0)
    return text(404, 'This server does not keep what was public: HISTORY_DAYS is 0.');
  const known = await find(runtime, site, pathname, at);
  const file = outputFile(pathname);
  const bytes =
    known.hash === null ? null : await readArchived(path.join(runtime.config.outDirectory, site), file, known.hash);
  const shown = makeBar(known, { pathname: url.pathname, at });
  const type = getContentType(file);
  if (bytes === null) {
    // Nobody saw anything that is known: the bar names the moment and nothing else.
    const notice = renderArchiveNotice(whyNothing(known, at), { ...shown, says: describeMoment(at) });
    return answer(404, 'text/html; charset=utf-8', notice);
  }
  if (getExtension(file) !== '.html') return answer(200, type, bytes);
  return answer(200, type, addArchiveBar(new TextDecoder().decode(bytes), shown));
}

function find({ database }: Runtime, site: SiteId, pathname: string, at: Date): Promise<Found> {
  return callFunction(database, 'output_at', found, { p_site: site, p_path: pathname, p_at: at.toISOString() });
}

function makeBar(
  { hash, since, until, earlier, publish }: Found,
  { pathname, at }: { pathname: string; at: Date },
): ArchiveBar {
  const details: string[] = [];
  if (since !== null) details.push(`${formatPublisher(publish)} on ${describeMoment(new Date(since))}`);
  if (until !== null)
    details.push(`${hash === null ? 'Something is there' : 'Something else'} since ${describeMoment(new Date(until))}`);
  return {
    pathname,
    at: at.toISOString(),
    says: `As visitors saw it on ${describeMoment(at)}`,
    details,
    earlier: earlier === null ? null : justAfter(earlier),
    later: until === null ? null : justAfter(until),
  };
}

/** The database counts microseconds, and addresses name milliseconds. */
function justAfter(moment: string): string {
  return new Date(Date.parse(moment) + 1).toISOString();
}

function formatPublisher(publish: Found['publish']): string {
  if (publish === null) return 'Published';
  const by = publish.by === null ? '' : ` by ${publish.by}`;
  switch (publish.cause) {
    case 'build':
      return `Published by a full build${by === '' ? '' : `, begun${by}`}`;
    case 'rollback':
      return `Put back${by}`;
    case 'clock':
      return 'Published by the clock';
    case 'change':
    case 'reconciliation':
      return `Published${by}`;
  }
}

function whyNothing({ hash, begins }: Found, at: Date): string {
  if (hash !== null) return 'The page of that moment is not kept on this machine any more';
  if (begins === null || at < new Date(begins)) return 'Nothing is known of that moment: history begins later';
  return 'Nothing was public at this address then';
}

const words = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

function describeMoment(moment: Date): string {
  return `${words.format(moment)} UTC`;
}

/** Styles are those of the page; nothing else may act. */
const policy =
  "default-src 'self'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data: https:; media-src 'self' https:; " +
  "frame-src 'none'; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'";

function answer(status: number, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return secured(
    new Response(body, {
      status,
      headers: { 'content-type': type, 'content-security-policy': policy, 'x-robots-tag': 'noindex' },
    }),
  );
}
