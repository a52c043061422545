import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { defaultLocale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { readTitles } from '#content/records/record-names.ts';
import { type StoredUse, findNeeds, findUses } from '#content/records/record-uses.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, capital, isRecordKind, getKindNames } from '#kinds/registry.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
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

const pageTitle = z.object({ page_id: z.number(), site_id: siteSchema, title: z.string(), path: z.string() });

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

/** Pages and records that are to leave the site. */
type Leaving = { pages: readonly number[]; records: readonly { kind: KindName; id: RecordId }[] };

/**
 * What cannot be published once these are not on the site any more, as people read it: each module of a page once, and none of a
 * page that leaves as well. A module needs them itself, or a link that leads to them.
 */
export async function describeNeeds(client: Client, leaving: Leaving, origins: Origins): Promise<RecordUse[]> {
  const needs: StoredUse[] = [];
  // One after another: each looks through all modules.
  for (const { kind, id } of [...leaving.records, ...(await readLinksTo(client, leaving))])
    needs.push(...(await findNeeds(client, kind, id)));
  const once = new Map(needs.map((need) => [`${need.kind} ${need.id} ${need.module}`, need]));
  const staying = [...once.values()].filter(({ kind, id }) => kind !== 'page' || !leaving.pages.includes(Number(id)));
  return describe(client, staying, origins);
}

const linkRow = z.object({ id: z.number() });

async function readLinksTo(client: Client, { pages, records }: Leaving): Promise<{ kind: 'link'; id: number }[]> {
  const rows = await Promise.all([
    pages.length === 0
      ? []
      : expectData(
          'links',
          client
            .from('links')
            .select('id')
            .in('page_id', [...pages])
            .order('id'),
          z.array(linkRow),
        ),
    ...[...Map.groupBy(records, ({ kind }) => kind)].map(([kind, of]) => {
      const ids = of.flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
      const query = client.from('links').select('id').eq('row_kind', kind).in('row_id', ids).order('id');
      return expectData('links', query, z.array(linkRow));
    }),
  ]);
  return rows.flat().map(({ id }) => ({ kind: 'link', id }));
}

async function describe(client: Client, uses: readonly StoredUse[], origins: Origins): Promise<RecordUse[]> {
  const listIds = (named: StoredUse['kind']) => [
    ...new Set(uses.flatMap((use) => (use.kind === named ? [Number(use.id)] : []))),
  ];
  const [titles, pages, sectionSites] = await Promise.all([
    readTitles(client, uses),
    readPages(client, listIds('page')),
    readSectionSites(client, listIds('saved_section')),
  ]);
  return uses.map((use): RecordUse => {
    const recordId = parseRecordId(use.kind, use.id);
    const page = use.kind === 'page' ? pages.get(Number(use.id)) : undefined;
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

async function readPages(client: Client, ids: readonly number[]): Promise<Map<number, z.output<typeof pageTitle>>> {
  if (ids.length === 0) return new Map();
  const query = client
    .from('page_locales')
    .select('page_id, site_id, title, path')
    .eq('locale', defaultLocale)
    .in('page_id', ids);
  const rows = await expectData('page_locales', query, z.array(pageTitle));
  return new Map(rows.map((row) => [row.page_id, row]));
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
