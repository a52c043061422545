import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { readTitles } from '#content/records/record-names.ts';
import { readPagePlace } from '#content/tree/read-page-place.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { TargetLocale } from '#domain/locales.ts';
import { getPageName } from '#domain/pages/page-name.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteHasLocale, withLocale } from '#domain/sites.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, notFound } from '#kinds/registry.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { pageTextsSchema } from '#schema/page-settings.ts';
import { readOwners } from './text-owners.ts';
import type { RecordId } from '#view-model/records.ts';
import type { TranslatedText, TranslationDesk } from '#view-model/translations.ts';

const answer = z.array(
  z.object({
    part: z.string(),
    type: z.string().nullable(),
    path: z.string(),
    state: z.enum(['translated', 'checked', 'stale', 'partly', 'kept', 'absent']),
    source: z.string(),
    target: z.string().nullable(),
    source_before: z.string().nullable(),
    source_hash: z.guid(),
    target_hash: z.guid().nullable(),
  }),
);

type Asked = {
  kind: KindName;
  id: RecordId;
  locale: TargetLocale;
  /** Where each site is. */
  origins: Readonly<Record<SiteId, string>>;
};

/** The texts of a page or record beside their English ones. */
export async function readDesk(client: Client, { kind, id, locale, origins }: Asked): Promise<Result<TranslationDesk>> {
  const named = await readPlace(client, { kind, id, locale, origins });
  if (!named.ok) return named;
  const { title, href } = named.value;
  const rows = await callFunction(client, 'read_translation', answer, {
    p_kind: kind,
    p_ref: String(id),
    p_locale: locale,
  });
  const owners = await readOwners(client, { kind, id, locale });
  if (kind !== 'page' && owners.size === 0) return fail('not-found', notFound(kind));
  const texts = rows.map(({ type, source_before, source_hash, target_hash, ...row }): TranslatedText => ({
    ...row,
    label: describeField(kind, type, row.path),
    sourceBefore: source_before,
    sourceHash: source_hash,
    targetHash: target_hash,
    href: findForm(href, row.part, row.path),
    written: owners.get(row.part)?.read(row.path) ?? null,
  }));
  return ok({ title, locale, texts });
}

type Place = { title: string; href: string };

async function readPlace(client: Client, { kind, id, locale, origins }: Asked): Promise<Result<Place>> {
  if (kind === 'page') {
    if (typeof id !== 'number') return fail('not-found', notFound(kind));
    const place = await readPagePlace(client, id);
    if (!place.ok) return place;
    const { site, locales } = place.value;
    if (!siteHasLocale(site, locale)) return fail('invalid', 'The site of this page is not offered in this language.');
    const { title, path } = getPageName(locales);
    // Without an address in the language its draft is that of the English one.
    const own = locales[locale];
    const draft = own ? withLocale(locale, own.path) : path;
    return ok({ title, href: `${origins[site]}${encodeURI(draft)}?draft=true` });
  }
  const titles = await readTitles(client, [{ kind, id: String(id) }]);
  const title = titles.get(`${kind}:${id}`);
  if (title === undefined) return fail('not-found', notFound(kind));
  return ok({ title, href: adminPaths.record(kind, id) });
}

/** The address at which a text is written: the form of its module, at the field where that is in no list. */
function findForm(href: string, part: string, path: string): string {
  const [owner, id] = part.split(':');
  if (owner === 'page') return `${href}&show_settings=true`;
  if (owner !== 'module') return href;
  const field = /^[a-z]+(\.[a-z]+)*$/i.test(path) ? `&module_field=${path}` : '';
  return `${href}&show_modal=true&module_id=${id}${field}`;
}

/** What editors call the field: `Hero: Card 2, Title`. */
function describeField(kind: KindName, type: string | null, path: string): string {
  const steps = path.split('.');
  if (type !== null) {
    if (!isRegisteredType(type)) return path;
    const { displayName, schema } = getDefinition(type);
    return `${displayName}: ${fieldLabel(schema, steps) || path}`;
  }
  if (kind === 'page') return `Page: ${fieldLabel(pageTextsSchema, steps) || path}`;
  const { localized, schema } = getKind(kind);
  const [first = ''] = steps;
  const own = localized?.[first];
  return (own ? fieldLabel(z.object(localized), steps) : fieldLabel(schema, steps)) || path;
}
