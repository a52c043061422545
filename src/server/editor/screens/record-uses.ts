import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { readTitles } from '#content/records/record-names.ts';
import { type Leaving, type Need, findNeeds } from '#content/records/find-needs.ts';
import { type StoredUse, findUses } from '#content/records/record-uses.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, capital, isRecordKind, getKindNames } from '#kinds/registry.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { formPath } from '#schema/form-path.ts';
import type { RecordId } from '#view-model/records.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { getMeaning } from '#server/editor/messages/fields.ts';

/** A record, page or saved section that names another record, and where it does. */
export type RecordUse = {
  kind: KindName;
  /** What it is, as one calls it. */
  what: string;
  id: RecordId;
  title: string;
  where: string;
  href: string | null;
};

const pageTitle = z.object({
  page_id: z.number(),
  site_id: siteSchema,
  locale: localeSchema,
  title: z.string(),
  path: z.string(),
});
type PageTitle = z.output<typeof pageTitle>;

/** Where a record is used, as people read it. */
export async function describeUses(
  client: Client,
  kind: KindName,
  id: RecordId,
  origins: Origins,
): Promise<{ uses: RecordUse[]; total: number }> {
  const described = await describe(client, await findUses(client, kind, id), origins);
  return { uses: described, total: described.length };
}

/** What cannot be published once these are not on the site any more, as people read it: each module once. */
export async function describeNeeds(client: Client, leaving: Leaving, origins: Origins): Promise<RecordUse[]> {
  const needs = await findNeeds(client, leaving);
  const once = [
    ...new Map(needs.map((need) => [`${need.kind} ${need.id} ${need.draft?.id ?? need.module}`, need])).values(),
  ];
  const locales = [...new Set([defaultLocale, ...once.flatMap(({ draft }) => draft?.locale ?? [])])];
  const [titles, pages] = await Promise.all([
    readTitles(
      client,
      once.map(({ kind, id }) => ({ kind, id: String(id) })),
    ),
    readPages(client, listIds(once, 'page'), locales),
  ]);
  return once.map((need) => {
    const { kind, id, draft } = need;
    const [page, own] =
      kind === 'page' ? [pages.get(`${id} ${defaultLocale}`), pages.get(`${id} ${draft?.locale}`)] : [];
    return {
      kind,
      what: capital(getKindNames(kind).one),
      id,
      title: page?.title ?? titles.get(`${kind}:${id}`) ?? `${kind} ${id}`,
      where: describeField(need),
      href: kind === 'shared_module' ? adminPaths.record(kind, id) : linkToDraft(need, own ?? page, origins),
    };
  });
}

/** What a module is called, and its field. */
function describeField({ module, field }: Need): string {
  if (!isRegisteredType(module)) return module;
  const { displayName, schema } = getDefinition(module);
  const label = field ? fieldLabel(schema, field.map(String)) : '';
  return label === '' ? displayName : `${displayName} · ${label}`;
}

/** Where the field that names the record is edited; the draft of the page where only what is live names it. */
function linkToDraft({ module, draft, field }: Need, page: PageTitle | undefined, origins: Origins): string | null {
  if (!page) return null;
  const { site_id: site, locale, path } = page;
  const address = `${origins[site]}${encodeURI(withLocale(locale, path))}?draft=true`;
  if (!draft || !isRegisteredType(module)) return address;
  const place = field && formPath(editorFields(getDefinition(module).schema), draft.data, field);
  const at = place ? `&module_field=${encodeURIComponent(place.join('.'))}` : '';
  return `${address}&show_modal=true&module_id=${draft.id}${at}`;
}

async function describe(client: Client, uses: readonly StoredUse[], origins: Origins): Promise<RecordUse[]> {
  const [titles, pages, sectionSites] = await Promise.all([
    readTitles(client, uses),
    readPages(client, listIds(uses, 'page'), [defaultLocale]),
    readSectionSites(client, listIds(uses, 'saved_section')),
  ]);
  return uses.map((use): RecordUse => {
    const recordId = parseRecordId(use.kind, use.id);
    const page = use.kind === 'page' ? pages.get(`${use.id} ${defaultLocale}`) : undefined;
    const site = use.kind === 'saved_section' ? sectionSites.get(Number(use.id)) : undefined;
    return {
      kind: use.kind,
      what: capital(getKindNames(use.kind).one),
      id: recordId,
      title: page?.title ?? titles.get(`${use.kind}:${use.id}`) ?? `${use.kind} ${use.id}`,
      where: describePlace(use),
      href: page
        ? `${origins[page.site_id]}${page.path}?draft=true`
        : site
          ? // The list of sections, beside the home page of the site that it was saved on.
            `${origins[site]}/?draft=true&show_sidebar=true`
          : isRecordKind(use.kind)
            ? adminPaths.record(use.kind, recordId)
            : null,
    };
  });
}

function listIds(named: readonly { kind: KindName; id: RecordId }[], kind: KindName): number[] {
  return [...new Set(named.flatMap((one) => (one.kind === kind ? [Number(one.id)] : [])))];
}

/** The names of pages, by id and locale. */
async function readPages(
  client: Client,
  ids: readonly number[],
  locales: readonly Locale[],
): Promise<Map<string, PageTitle>> {
  if (ids.length === 0) return new Map();
  const query = client
    .from('page_locales')
    .select('page_id, site_id, locale, title, path')
    .in('locale', [...locales])
    .in('page_id', [...ids]);
  const rows = await expectData('page_locales', query, z.array(pageTitle));
  return new Map(rows.map((row) => [`${row.page_id} ${row.locale}`, row]));
}

const sectionRow = z.object({ id: z.number(), site: siteSchema });

async function readSectionSites(client: Client, ids: readonly number[]): Promise<Map<number, SiteId>> {
  if (ids.length === 0) return new Map();
  const query = client.from('saved_sections').select('id, site:content->>site').in('id', ids);
  const rows = await expectData('saved_sections', query, z.array(sectionRow));
  return new Map(rows.map(({ id, site }) => [id, site]));
}

/** The module or the field in which a record is named. */
function describePlace({ kind: name, module, table_name: table, column_name: column, path }: StoredUse): string {
  if (module !== null) return isRegisteredType(module) ? getDefinition(module).displayName : module;
  const part = getMeaning(table)?.part;
  if (part) return part;
  const { schema } = getKind(name);
  const field = column === null ? '' : Object.hasOwn(schema.shape, column) ? column : column.replace(/_id$/, '');
  // The names of the fields on the way, without list items and conditions.
  const inner = [...(path ?? '').matchAll(/"([^"]+)"/g)].map(([, step]) => step ?? '');
  return fieldLabel(schema, [field, ...inner]) || fieldLabel(schema, [field]) || field;
}
