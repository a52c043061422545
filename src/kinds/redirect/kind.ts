import { z } from 'zod';
import { isServerPath } from '#domain/page-address.ts';
import { readablePath } from '#domain/readable-path.ts';
import { followRedirects, onwardPath, trailProblem } from '#domain/redirect-trail.ts';
import { canonicalPath } from '#domain/routes.ts';
import { redirectPattern } from '#domain/safe-url.ts';
import { reference, withMeta } from '#schema/fields.ts';
import { type JsonObject, bookkeeping, hidden, indexed, locale, orNull, site } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { rowKinds } from '../registry.ts';

const path = z.string().refine((value) => value !== '/' && canonicalPath(encodeURI(readablePath(value))) !== null, {
  error: 'A path starts with a slash and has no empty or dot segments',
});
const oldPath = path.refine((value) => !isServerPath(readablePath(value)), {
  error: 'The server answers this address itself, so it cannot lead elsewhere. Choose another one',
});

function isSelf({ from_path: from, to_path: to }: { from_path: string | null; to_path: string | null }): boolean {
  return from !== null && to !== null && onwardPath(from, null) === onwardPath(to, null);
}

const knownTargets = new WeakMap<readonly JsonObject[], ReadonlyMap<unknown, ReadonlyMap<string, string>>>();

/** Where the redirects of each site lead, by the path that they are from. */
function targetsOf(all: readonly JsonObject[]): ReadonlyMap<unknown, ReadonlyMap<string, string>> {
  const known = knownTargets.get(all);
  if (known) return known;
  const sites = new Map<unknown, Map<string, string>>();
  for (const { site_id: place, from_path: from, to_path: to, status } of all) {
    const start = typeof from === 'string' && status !== 410 ? onwardPath(from, null) : null;
    if (start === null || typeof to !== 'string') continue;
    const targets = sites.get(place) ?? new Map<string, string>();
    sites.set(place, targets.set(start, to));
  }
  knownTargets.set(all, sites);
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
    from_path: orNull(indexed(withMeta(oldPath, { label: 'From', help: 'The old path', widget: 'text' }))),
    row_kind: hidden(z.enum(rowKinds).nullable().default(null), 'Kind of the record'),
    from_slug: hidden(z.string().min(1).max(120).nullable().default(null), 'Old slug of the record'),
    row_id: hidden(z.int().positive().nullable().default(null), 'Record'),
    to_path: orNull(
      withMeta(z.string().max(2000).regex(redirectPattern, 'This leads nowhere'), {
        label: 'To',
        help: 'A path or an address',
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
    if (ofRow === (record.from_path !== null))
      issue(['from_path'], 'A redirect is either from a path or from a slug of a record');
    if (ofRow !== (record.from_slug !== null) || ofRow !== (record.row_id !== null)) {
      issue(['row_kind'], 'A redirect of a record names its kind, its number and its former address');
    }
    if (record.page !== null && record.locale === null) issue(['locale'], 'Choose the language of the page');
    if (record.page === null && record.locale !== null) issue(['page'], 'Choose the page, or no language');
    if (!ofRow && record.status !== 410 && record.to_path === null && record.page === null) {
      issue(['to_path'], 'A redirect leads to a path or to a page, or its status is 410');
    }
    if (isSelf(record)) issue(['to_path'], 'It leads to itself. Choose another target.');
  },
  // One that leads to a page ends there: an address of a page is never redirected.
  checkAmong: (record, all) => {
    if (record.from_path === null || record.status === 410 || record.to_path === null || isSelf(record)) return [];
    const own = onwardPath(record.from_path, null) ?? record.from_path;
    const rules = targetsOf(all).get(record.site);
    const ruleAt = (at: string) => {
      const to = at === own ? record.to_path : rules?.get(at);
      return to === undefined ? null : { from: at, to, status: 301, id: null };
    };
    const trail = followRedirects(own, { ruleAt, isThere: () => false, origin: null });
    const message = trail.end.kind === 'circle' || trail.end.kind === 'long' ? trailProblem(trail) : null;
    return message === null ? [] : [{ path: ['to_path'], message }];
  },
  references: (record) =>
    record.row_kind !== null && record.row_id !== null
      ? [{ kind: record.row_kind, id: record.row_id, path: ['row_id'] }]
      : [],
  uniques: (record) => [
    record.from_path === null
      ? `redirect of ${record.site} from ${record.row_kind} ${record.from_slug}`
      : `redirect of ${record.site} from ${record.from_path}`,
  ],
});
