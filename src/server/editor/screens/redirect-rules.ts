import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import {
  type AskedAddress,
  type RuleIndex,
  makeExample,
  indexRules,
  readableSource,
} from '#domain/redirects/redirect-rules.ts';
import { readRedirectSource, sourceText } from '#domain/redirects/redirect-source.ts';
import {
  type RedirectRule,
  type RedirectTrail,
  followRedirects,
  isNeverRedirected,
  onwardPath,
  trailProblem,
} from '#domain/redirects/redirect-trail.ts';
import type { Locale } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { type SiteId, getLocales, siteIds, withLocale } from '#domain/sites.ts';
import { exactly, expectData } from '#content/clients/client.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { hrefOnSite, redirectRows, resolveRedirects, toRule } from '#publish/draw/documents/redirects.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { Runtime } from '#server/runtime.ts';

/** A redirect as it is in a form, in place of the one that is live. */
type RedirectDraft = {
  id: number | null;
  from_path: string;
  to_path: string | null;
  page: number | null;
  locale: Locale | null;
  status: number;
};

/** Answers of PostgREST have a limit. */
const pageSize = 1000;
const pathsPerQuery = 50;

const idRows = z.array(z.object({ id: z.int(), from_path: z.string() }));

/** All redirects of a site. Several from one address are resolved as in the published file. */
async function readRules({ serviceClient: service, config }: Runtime, site: SiteId): Promise<RedirectRule[]> {
  const ids = new Map<string, number>();
  for (let start = 0; ; start += pageSize) {
    const query = service.from('redirects').select('id, from_path').eq('site_id', site).not('from_path', 'is', null);
    const rows = await expectData('redirects', query.order('id').range(start, start + pageSize - 1), idRows);
    for (const { id, from_path: from } of rows) {
      const source = readRedirectSource(from);
      if (source.ok) ids.set(sourceText(source.value), id);
    }
    if (rows.length < pageSize) break;
  }
  const rows = await callFunction(service, 'read_redirects', redirectRows, { p_site: site });
  return resolveRedirects(site, getLocales(site), rows, config.origins).map((redirect) => ({
    ...toRule(redirect),
    id: ids.get(redirect.from) ?? null,
  }));
}

/** Uploaded files are looked for before redirects, and nothing else is below their path. */
const isUpload = (path: string) => path.startsWith('/media/');

/** Those of the paths that a page or a file of the site answers. */
async function findThere(runtime: Runtime, site: SiteId, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const there = new Set<string>();
  for (const path of paths.filter(isUpload)) {
    const answer = await runtime.files.serve(site, new Request(new URL(path, runtime.config.origins[site])));
    if (answer.status === 200) there.add(path);
  }
  if (runtime.mode === 'development') {
    for (const path of paths) if (await findTarget(runtime.serviceClient, site, path, 'published')) there.add(path);
    return there;
  }
  for (let start = 0; start < paths.length; start += pathsPerQuery) {
    const asked = exactly(...paths.slice(start, start + pathsPerQuery));
    const query = runtime.serviceClient.from('site_outputs').select('path').eq('site_id', site);
    const rows = await expectData(
      'site_outputs',
      query.filter('path', 'in', asked),
      z.array(z.object({ path: z.string() })),
    );
    for (const { path } of rows) there.add(path);
  }
  return there;
}

/** Where addresses of a site lead now, or once a draft is live. */
async function trailsFrom(
  runtime: Runtime,
  site: SiteId,
  rules: RuleIndex<RedirectRule>,
  starts: readonly AskedAddress[],
): Promise<RedirectTrail[]> {
  const origin = runtime.config.origins[site];
  // A page ends a way, so that no other path is passed than those without any.
  const passed = starts.flatMap((asked) => {
    const { steps } = followRedirects(asked, { rules, exists: () => false, origin });
    return [asked.path, ...steps.flatMap(({ to }) => (to === null ? [] : (onwardPath(to, origin) ?? [])))];
  });
  const there = await findThere(runtime, site, [...new Set(passed)]);
  return starts.map((asked) => followRedirects(asked, { rules, exists: (path) => there.has(path), origin }));
}

/**
 * A redirect whose target was typed with the origin of its own site leads to the path: those are followed where circles are looked for.
 *
 * @example leadToOwnPath({ site: 'main', to_path: 'https://www.example.com/a?b' }, origins) // to_path: '/a?b'
 */
export function leadToOwnPath(redirect: JsonObject, origins: Readonly<Record<SiteId, string>>): JsonObject {
  const { site, to_path: to } = redirect;
  const own = siteIds.find((id) => id === site);
  if (own === undefined || typeof to !== 'string' || onwardPath(to, origins[own]) === null || to.startsWith('/'))
    return redirect;
  const path = to.slice(origins[own].length);
  return { ...redirect, to_path: path.startsWith('/') ? path : `/${path}` };
}

/** Where an address leads, and what to know of the redirect that is drafted. */
type AddressTest = RedirectTrail & { notes: readonly string[] };

/** Where an address leads, as somebody has written it. */
export async function testAddress(
  runtime: Runtime,
  site: SiteId,
  asked: AskedAddress,
  written: string,
): Promise<AddressTest> {
  const rules = indexRules(await readRules(runtime, site));
  const notes = written.includes('#') ? [describeUnsent(`${asked.sent}${asked.search}`)] : [];
  return { ...(await readTrail(runtime, site, rules, asked)), notes };
}

function describeUnsent(sent: string): string {
  return `Browsers keep to themselves what begins with #, so the website never sees it. This is the answer to “${sent}”.`;
}

/** Where what a redirect is from leads once the redirect is live. */
export async function testDraft(runtime: Runtime, site: SiteId, draft: RedirectDraft): Promise<Result<AddressTest>> {
  const source = readRedirectSource(draft.from_path);
  if (!source.ok) return source;
  const rule = { source: source.value, id: draft.id, ...(await endOfDraft(runtime, site, draft)) };
  const own = sourceText(rule.source);
  const others = (await readRules(runtime, site)).filter(
    (other) => sourceText(other.source) !== own && (other.id === null || other.id !== draft.id),
  );
  const trail = await readTrail(runtime, site, indexRules([...others, rule]), makeExample(rule));
  return ok({ ...trail, notes: rule.source.isWildcard ? await notesOfWildcard(runtime, site, rule, others) : [] });
}

async function readTrail(
  runtime: Runtime,
  site: SiteId,
  rules: RuleIndex<RedirectRule>,
  asked: AskedAddress,
): Promise<RedirectTrail> {
  const [trail] = await trailsFrom(runtime, site, rules, [asked]);
  if (!trail) throw new Error('One address has one trail');
  return trail;
}

/** So many are named. */
const maxNamed = 3;

/** What comes before a wildcard: pages and files below its path, and redirects that are more exact. */
async function notesOfWildcard(
  { serviceClient: service }: Runtime,
  site: SiteId,
  { source: { path } }: RedirectRule,
  others: readonly RedirectRule[],
): Promise<string[]> {
  const notes = path === '' ? ['Whatever is not there leads on: nobody sees the page “not found” any more.'] : [];
  const pattern = `${path.replace(/[\\%_]/g, '\\$&')}/%`;
  const query = service.from('site_outputs').select('path', { count: 'exact' }).eq('site_id', site);
  const { data, count } = await query
    .like('path', pattern)
    .neq('path', '/')
    .order('path')
    .limit(maxNamed)
    .throwOnError();
  const pages = data.flatMap((row) => row.path ?? []);
  if (pages.length > 0) notes.push(`Pages and files come first: ${listed(pages, count ?? pages.length)}.`);
  const below = others.filter(({ source }) => source.path.startsWith(`${path}/`)).map(readableSource);
  if (below.length > 0) notes.push(`So do redirects that are more exact: ${listed(below, below.length)}.`);
  return notes;
}

function listed(names: readonly string[], count: number): string {
  const shown = names.slice(0, maxNamed);
  return count > shown.length ? `${shown.join(', ')} and ${count - shown.length} more` : shown.join(', ');
}

const pagePlaces = z.array(z.object({ path: z.string(), site_id: siteSchema }));

async function endOfDraft(
  { serviceClient, config }: Runtime,
  site: SiteId,
  { status, to_path: to, page, locale }: RedirectDraft,
): Promise<{ to: string | null; status: number }> {
  if (status === 410) return { to: null, status };
  if (page === null || locale === null) return { to, status };
  const query = serviceClient
    .from('published_page_locales')
    .select('path, site_id')
    .eq('page_id', page)
    .eq('locale', locale);
  const [row] = await expectData('published_page_locales', query, pagePlaces);
  if (!row) return { to: null, status: 410 };
  return { to: hrefOnSite(site, config.origins, row.site_id, canonicalPath(withLocale(locale, row.path))), status };
}

const neverRedirected =
  'Addresses of uploaded files, and of files of the site itself, are never redirected: it does nothing. Delete it.';
const encodedMark =
  'There is an encoded # in its address. Browsers keep what begins with # to themselves: write the address without it.';

function findProblem(rule: RedirectRule, trail: RedirectTrail): string | null {
  if (isNeverRedirected(trail.path)) return neverRedirected;
  return rule.source.path.includes('%23') ? encodedMark : trailProblem(trail);
}

type RedirectProblem = { id: number; site: SiteId; from: string; message: string };

/** What is wrong with the redirects that people have made, on all sites: circles, detours, and targets that are not there. */
export async function findProblems(runtime: Runtime): Promise<RedirectProblem[]> {
  const found: RedirectProblem[] = [];
  for (const site of siteIds) {
    const all = await readRules(runtime, site);
    const own = all.filter(({ id }) => id !== null);
    const trails = await trailsFrom(runtime, site, indexRules(all), own.map(makeExample));
    own.forEach((rule, index) => {
      const trail = trails[index];
      const message = trail ? findProblem(rule, trail) : null;
      if (message !== null && rule.id !== null) found.push({ id: rule.id, site, from: readableSource(rule), message });
    });
  }
  return found;
}
