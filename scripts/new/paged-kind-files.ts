import type { KindGroup } from '#kinds/groups.ts';
import type { KindPlace } from './kind-files.ts';
import { type Name, toPlural } from './name.ts';
import type { PlannedFile } from './plan.ts';

/**
 * The routes of a kind: of its list, which a page of the site can answer, and of its records below.
 *
 * @example makeRoutes(name).path // '/webinar-series'
 */
export function makeRoutes({ kebab }: Name): { key: string; path: string; entries: string } {
  const key = toPlural(kebab);
  const path = `/${key}`;
  const quoted = key.includes('-') ? `'${key}'` : key;
  return { key, path, entries: `  ${quoted}: { en: '${path}' },\n  '${key}.detail': { en: '${path}/[slug]' },` };
}

/** The files of a kind of content whose records have pages of their own. */
export function planPagedFiles(name: Name, { group, folder, schema, ...place }: KindPlace): PlannedFile[] {
  return [
    { file: `${folder}/meta.ts`, text: writeMeta(name, group) },
    { file: `${folder}/kind.ts`, text: writeKind(name, place.table) },
    { file: `${folder}/shapes.ts`, text: writeShapes(name) },
    { file: `${folder}/own-page.ts`, text: writeOwnPage(name) },
    { file: `${folder}/Page.tsx`, text: page },
    { file: `${folder}/${name.kebab}.test.tsx`, text: writeTest(name, schema) },
    { file: schema, text: writeSql(name, place) },
  ];
}

const writeMeta = (name: Name, group: KindGroup) => {
  const { key } = makeRoutes(name);
  return `import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: '${name.words}', many: '${toPlural(name.words)}' },
  group: '${group}',
  page: { '': { list: '${key}', page: '${key}.detail' } },
});
`;
};

const writeKind = ({ camel, snake }: Name, table: string) => `import { richText, text } from '#schema/fields.ts';
import { bookkeeping, localized, sites, slug, visibility } from '#schema/record-fields.ts';
import { checkPeriod } from '../checks.ts';
import { defineKind } from '../contract.ts';

export const ${camel} = defineKind({
  kind: '${snake}',
  table: '${table}',
  label: 'localized->en->>title',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    sites: sites(),
    ...visibility,
    localized: localized({
      title: text({ label: 'Title', required: true }),
      lead: text({ label: 'Lead', required: true }),
      body: richText({ label: 'Text', required: true }),
    }),
    ...bookkeeping,
  },
  check: checkPeriod,
  unique: ['slug'],
});
`;

const writeShapes = ({ snake }: Name) => `import { z } from 'zod';
import { richTextSchema } from '#schema/rich-text.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

/** The rows of \`read_records\`, by shape name. */
export const shapes = {
  ${snake}_detail: z.object({
    id: makeRowId('${snake}'),
    ...placed,
    localized: localized({ title: z.string(), lead: z.string(), body: richTextSchema }),
  }),
};
`;

const writeOwnPage = ({ snake, words }: Name) => `import { type RichText, emptyRichText } from '#schema/rich-text.ts';
import { rowPlace } from '../places.ts';
import { localText } from '../reading/local-text.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';

type Shown = { title: string; lead: string; body: RichText; back: { href: string; label: string } | null };

/** The page of a ${words}. */
export const ownPage = defineOwnPage<'${snake}', Shown>({
  shapes: ['${snake}_detail'],
  read: async (id, { context, record, frame, nameOf }) => {
    context.trace.tag(\`${snake}:\${id}\`);
    const row = await record('${snake}_detail', id);
    if (!row || !isHere(row, context)) return null;
    const title = localText(row.localized, context.locale, 'title') ?? '';
    const lead = localText(row.localized, context.locale, 'lead') ?? '';
    const body = localText(row.localized, context.locale, 'body') ?? emptyRichText;
    const { list } = rowPlace('${snake}');
    const pageFrame = frame(list, row, { title, description: lead, ogType: 'article', image: null, jsonLd: [] });
    const label = nameOf(list);
    const back = label === null ? null : { href: backHref(context, list), label };
    return { kind: '${snake}', frame: pageFrame, shown: { title, lead, body, back } };
  },
});
`;

const page = `import type { ReactNode } from 'react';
import { RichText } from '#ui/primitives/RichText.tsx';
import { RecordArticle } from '#ui/templates/RecordArticle.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';

export function Page({ title, lead, body, back, context }: PageProps<typeof ownPage>): ReactNode {
  return (
    <RecordArticle title={title} lead={lead} back={back}>
      <RichText className="article__body" document={body} level={2} t={context.t} />
    </RecordArticle>
  );
}
`;

const writeTest = (
  { kebab, camel, snake, words }: Name,
  schema: string,
) => `import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, richText } from '#view-model/view-fixtures.ts';
import { ${camel} } from './kind.ts';
import { Page } from './Page.tsx';

describe('${words}', () => {
  it('has a title, a lead and a text', () => {
    const texts = { title: 'A', lead: 'B', body: richText('C') };
    const takes = (en: object) =>
      ${camel}.parse({ kind: '${snake}', id: 1, slug: 'a', sites: ['main'], localized: { en } }).ok;
    expect([takes(texts), takes({ ...texts, body: undefined })]).toEqual([true, false]);
  });

  it('has a page that shows them as text', () => {
    const html = markup(Page, { title: '5 < 6', lead: 'B', body: richText('C'), back: null, context });
    expect(html).toMatch(/<h1[^>]*>5 &lt; 6<\\/h1>.*B.*C/s);
  });

  it('is what its author says', () => {
    expect.fail(
      'Say what the kind ${snake} is: its fields in src/kinds/${kebab}/kind.ts, its columns and views in ${schema}, its words in meta.ts, what its page reads in shapes.ts and own-page.ts and shows in Page.tsx, and here, in place of this test, what has to stay true of it. CONTRIBUTING.md, "Add a kind of content", has the rest.',
    );
  });
});
`;

const writeSql = (
  { snake, title }: Name,
  { table, place, sitemapOrder }: Pick<KindPlace, 'table' | 'place' | 'sitemapOrder'>,
) => `-- ${toPlural(title)}, which have pages of their own.

create table public.${table} (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  sites text[] not null check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,lead}', '{body}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (publish_until > publish_from)
);
comment on table public.${table} is '${toPlural(title)}.';
insert into private.content_tables (name, place, keys) values ('${table}', ${place}, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order) values ('${snake}', '${table}', true, ${sitemapOrder});
select private.protect_content('${table}');
select private.watch_table('${table}', '${snake}', 'id', '', true);
select private.watch_slugs('${table}', '${snake}');

-- Where and when their pages are shown.
create view private.${snake}_page_rows with (security_invoker = true) as
select r.id, r.slug, null::text as section, r.sites, r.is_published, r.publish_from, r.publish_until,
  r.localized, r.updated_at, r.localized #>> '{en,title}' as title, null::bigint as image_id
from public.${table} r;
grant select on private.${snake}_page_rows to authenticated, service_role;
insert into private.shapes (kind, shape, view_name, keys) values ('${snake}', 'link', '${snake}_page_rows', '{}');

-- What their pages read.
create view private.${snake}_detail_records with (security_invoker = true) as
select r.id, jsonb_build_object('id', r.id, 'slug', r.slug, 'sites', r.sites, 'is_published', r.is_published,
  'publish_from', r.publish_from, 'publish_until', r.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(r.localized) k),
  'localized', r.localized) as record
from public.${table} r;
grant select on private.${snake}_detail_records to authenticated, service_role;
`;
