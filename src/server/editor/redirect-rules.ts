import { z } from 'zod';
import {
  type RedirectRule,
  type RedirectTrail,
  followRedirects,
  onwardPath,
  trailProblem,
} from '#domain/redirect-trail.ts';
import type { Locale } from '#domain/locales.ts';
import { canonicalPath } from '#domain/routes.ts';
import { type SiteId, localesOf, siteIds, withLocale } from '#domain/sites.ts';
import { type Client, exactly, expectData } from '#content/client.ts';
import { findTarget } from '#content/find-target.ts';
import { redirectRows, resolveRedirects } from '#publish/documents/redirects.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { Runtime } from '#server/runtime.ts';

type Rules = Map<string, RedirectRule>;

/** A redirect as it is in a form, in place of the one that is live. */
export type RedirectDraft = {
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

/** All redirects of a site by their path. Several at one path are resolved as in the published file. */
async function readRules(service: Client, site: SiteId): Promise<Rules> {
  const ids = new Map<string, number>();
  for (let start = 0; ; start += pageSize) {
    const query = service.from('redirects').select('id, from_path').eq('site_id', site).not('from_path', 'is', null);
    const rows = await expectData('redirects', query.order('id').range(start, start + pageSize - 1), idRows);
    for (const { id, from_path: from } of rows) ids.set(canonicalPath(from) ?? from, id);
    if (rows.length < pageSize) break;
  }
  const rows = await expectData('read_redirects', service.rpc('read_redirects', { p_site: site }), redirectRows);
  const rules = resolveRedirects(site, localesOf(site), rows);
  return new Map(rules.map((rule) => [rule.from, { ...rule, id: ids.get(rule.from) ?? null }]));
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

/** Every path that can be passed on the way from these. */
function pathsFrom(rules: Rules, starts: readonly string[], origin: string): string[] {
  const paths = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (paths.has(path)) continue;
    paths.add(path);
    const to = rules.get(path)?.to;
    const next = to ? onwardPath(to, origin) : null;
    if (next !== null) waiting.push(next);
  }
  return [...paths];
}

/** Where addresses of a site lead now, or once a draft is live. */
async function trailsFrom(
  runtime: Runtime,
  site: SiteId,
  rules: Rules,
  starts: readonly string[],
): Promise<RedirectTrail[]> {
  const origin = runtime.config.origins[site];
  const there = await findThere(runtime, site, pathsFrom(rules, starts, origin));
  return starts.map((path) =>
    followRedirects(path, {
      ruleAt: (at) => (isUpload(at) ? null : (rules.get(at) ?? null)),
      isThere: (at) => there.has(at),
      origin,
    }),
  );
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

export async function testAddress(
  runtime: Runtime,
  site: SiteId,
  path: string,
  draft: RedirectDraft | null,
): Promise<RedirectTrail> {
  const rules = await readRules(runtime.serviceClient, site);
  const rule = draft && (await ruleOfDraft(runtime.serviceClient, draft));
  if (rule) {
    for (const [from, { id }] of rules) if (id !== null && id === rule.id) rules.delete(from);
    rules.set(rule.from, rule);
  }
  const [trail] = await trailsFrom(runtime, site, rules, [path]);
  if (!trail) throw new Error('One path has one trail');
  return trail;
}

async function ruleOfDraft(service: Client, draft: RedirectDraft): Promise<RedirectRule | null> {
  const from = canonicalPath(draft.from_path);
  if (from === null) return null;
  const { id, status, page, locale } = draft;
  if (status === 410) return { id, from, to: null, status };
  if (page === null || locale === null) return draft.to_path === null ? null : { id, from, to: draft.to_path, status };
  const query = service.from('published_page_locales').select('path').eq('page_id', page).eq('locale', locale);
  const [row] = await expectData('published_page_locales', query, z.array(z.object({ path: z.string() })));
  return row
    ? { id, from, to: canonicalPath(withLocale(locale, row.path)), status }
    : { id, from, to: null, status: 410 };
}

const uploadMessage =
  'Addresses below /media/ are those of uploaded files, which are never redirected: it does nothing. Delete it.';

export type RedirectProblem = { id: number; site: SiteId; from: string; message: string };

/** What is wrong with the redirects that people have made, on all sites: circles, detours, and targets that are not there. */
export async function findProblems(runtime: Runtime): Promise<RedirectProblem[]> {
  const found: RedirectProblem[] = [];
  for (const site of siteIds) {
    const rules = await readRules(runtime.serviceClient, site);
    const own = [...rules.values()].filter(({ id }) => id !== null);
    const trails = await trailsFrom(
      runtime,
      site,
      rules,
      own.map(({ from }) => from),
    );
    trails.forEach((trail, index) => {
      const message = isUpload(trail.path) ? uploadMessage : trailProblem(trail);
      const id = own[index]?.id;
      if (message !== null && typeof id === 'number') found.push({ id, site, from: trail.path, message });
    });
  }
  return found;
}
