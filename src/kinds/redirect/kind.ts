import { z } from 'zod';
import { findEndpoint } from '#domain/addresses/find-endpoint.ts';
import { endpoints } from '#domain/addresses/endpoints.ts';
import { isServerPath } from '#domain/addresses/page-address.ts';
import { findCircle } from '#domain/redirects/redirect-circles.ts';
import { type Rule, type RuleIndex, makeExample, fillSplat, indexRules } from '#domain/redirects/redirect-rules.ts';
import {
  decodedPath,
  problemOfSplat,
  readRedirectSource,
  sourceText,
  splat,
} from '#domain/redirects/redirect-source.ts';
import {
  type RedirectRule,
  circleProblem,
  followRedirects,
  onwardPath,
  trailProblem,
} from '#domain/redirects/redirect-trail.ts';
import { redirectPattern } from '#domain/addresses/safe-url.ts';
import { reference, withMeta } from '#schema/fields.ts';
import { type JsonObject, bookkeeping, hidden, indexed, locale, orNull, site } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { rowKinds } from '../registry.ts';

/** Why nothing can be led on from an address, or null. */
function problemOfSource(text: string): string | null {
  const source = readRedirectSource(text);
  if (!source.ok) return source.failure.message;
  // A draft, a release or a moment of any page, by its query.
  const asked = new URL(sourceText({ ...source.value, isWildcard: false }), 'https://www.example.com');
  const isServers = isServerPath(decodedPath(source.value)) || endpoints[findEndpoint(asked, 'main')].by !== 'files';
  return isServers ? 'The server answers this address itself, so it cannot lead elsewhere. Choose another one' : null;
}

const sourceField = z.string().refine((value) => problemOfSource(value) === null, {
  error: ({ input }) => (typeof input === 'string' ? (problemOfSource(input) ?? undefined) : undefined),
});

/** The rule that a redirect to an address is; null where it is from a record, leads to a page, or says that something is gone. */
function toRule({
  from_path: from,
  to_path: to,
  status,
}: {
  from_path: unknown;
  to_path: unknown;
  status: unknown;
}): RedirectRule | null {
  if (typeof from !== 'string' || typeof to !== 'string' || typeof status !== 'number' || status === 410) return null;
  const source = readRedirectSource(from);
  return source.ok ? { source: source.value, to, status, id: null } : null;
}

/** Whether a redirect leads from its own path to the same one, so that nothing is gained. */
function isSelf(rule: Rule): boolean {
  const { path, sent } = makeExample(rule);
  return onwardPath(fillSplat(rule, rule.to ?? '', sent), null) === path;
}

/** The one spelling of a source, if it can be read. */
function normalizeSpelling(text: string): string {
  const source = readRedirectSource(text);
  return source.ok ? sourceText(source.value) : text;
}

type SiteRules = { rules: RuleIndex<RedirectRule>; ids: ReadonlyMap<string, ReadonlySet<unknown>> };
const knownRules = new WeakMap<readonly JsonObject[], ReadonlyMap<unknown, SiteRules>>();

/** The redirects of each site that lead to an address, and which there are from each address. */
function indexSiteRules(all: readonly JsonObject[]): ReadonlyMap<unknown, SiteRules> {
  const known = knownRules.get(all);
  if (known) return known;
  const sites = new Map<unknown, SiteRules>();
  for (const [place, rows] of Map.groupBy(all, (row) => row['site_id'])) {
    const ids = new Map<string, Set<unknown>>();
    const rules: RedirectRule[] = [];
    for (const { id, from_path: from, to_path, status } of rows) {
      if (typeof from !== 'string') continue;
      const spelling = normalizeSpelling(from);
      ids.set(spelling, (ids.get(spelling) ?? new Set()).add(id));
      const rule = toRule({ from_path: from, to_path: to_path ?? null, status: status ?? null });
      if (rule) rules.push(rule);
    }
    sites.set(place, { rules: indexRules(rules), ids });
  }
  knownRules.set(all, sites);
  return sites;
}

export const redirect = defineKind({
  kind: 'redirect',
  table: 'redirects',
  label: 'from_path',
  quotesNothing: true,
  listed: ['site', 'to_path', 'page', 'status'],
  fields: {
    site: site({ label: 'Site' }),
    from_path: orNull(
      indexed(
        withMeta(sourceField, {
          label: 'From',
          help: 'The old address: /old, /page.php?id=12, or /old/* with everything below',
          widget: 'text',
        }),
      ),
    ),
    row_kind: hidden(z.enum(rowKinds).nullable().default(null), 'Kind of the record'),
    from_slug: hidden(z.string().min(1).max(120).nullable().default(null), 'Old slug of the record'),
    row_id: hidden(z.int().positive().nullable().default(null), 'Record'),
    to_path: orNull(
      withMeta(z.string().max(2000).regex(redirectPattern, 'This leads nowhere'), {
        label: 'To',
        help: `A path or an address. ${splat} at its end is what the asterisk stood for`,
        widget: 'url',
      }),
    ),
    page: reference('page', { label: 'To the page' }),
    locale: orNull(locale({ label: 'Language of the page' })),
    status: withMeta(z.union([z.literal(301), z.literal(302), z.literal(410)]).default(301), {
      label: 'Status',
      widget: 'select',
      options: [
        { value: '301', label: 'Moved for good (301)' },
        { value: '302', label: 'Moved for a while (302)' },
        { value: '410', label: 'Gone (410)' },
      ],
    }),
    ...bookkeeping,
  },
  check: (record, issue) => {
    const ofRow = record.row_kind !== null;
    if (!ofRow && record.from_path === null) issue(['from_path'], 'Write the old address, such as /old');
    if (ofRow && record.from_path !== null)
      issue(['from_path'], 'A redirect of a record has no old address of its own');
    if (ofRow !== (record.from_slug !== null) || ofRow !== (record.row_id !== null)) {
      issue(['row_kind'], 'A redirect of a record names its kind, its number and its former address');
    }
    if (record.page !== null && record.locale === null) issue(['locale'], 'Choose the language of the page');
    if (record.page === null && record.locale !== null) issue(['page'], 'Choose the page, or no language');
    if (!ofRow && record.status !== 410 && record.to_path === null && record.page === null) {
      issue(['to_path'], 'Choose where it leads, or “Gone (410)” as its status');
    }
    const rule = toRule(record);
    const problem = rule && problemOfSplat(rule.to ?? '', rule.source);
    if (problem) issue(['to_path'], problem);
    else if (rule && isSelf(rule)) issue(['to_path'], 'It leads to itself. Choose another target.');
  },
  // One that leads to a page ends there: an address of a page is never redirected.
  checkAmong: (record, all) => {
    const known = indexSiteRules(all).get(record.site);
    const isTwice = record.from_path !== null && (known?.ids.get(normalizeSpelling(record.from_path))?.size ?? 0) > 1;
    if (isTwice)
      return [{ path: ['from_path'], message: 'There is a redirect from this address already. Change that one' }];
    const own = toRule(record);
    if (!own || isSelf(own) || problemOfSplat(own.to ?? '', own.source)) return [];
    const rules = known?.rules ?? indexRules([own]);
    const trail = followRedirects(makeExample(own), { rules, exists: () => false, origin: null });
    // What is a long way by wildcards is one without an end.
    const isLong = trail.end.kind === 'long' && trail.steps.every(({ source }) => source === null);
    const circle = isLong ? null : findCircle(rules, own);
    const message = isLong ? trailProblem(trail) : circle && circleProblem(circle);
    return message === null ? [] : [{ path: ['to_path'], message }];
  },
  references: (record) =>
    record.row_kind !== null && record.row_id !== null
      ? [{ kind: record.row_kind, id: record.row_id, path: ['row_id'] }]
      : [],
  uniques: (record) => [
    record.from_path === null
      ? `redirect of ${record.site} from ${record.row_kind} ${record.from_slug}`
      : `redirect of ${record.site} from ${normalizeSpelling(record.from_path)}`,
  ],
});
