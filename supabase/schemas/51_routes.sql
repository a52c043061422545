-- Which outputs there should be.

-- The pages of all kinds of records: routes, links, redirects and sitemaps read them here. `section` decides which list of the
-- site a record belongs to, for kinds that are in several.
do $$
begin
  execute (
    select 'create view private.page_rows with (security_invoker = true) as ' || string_agg(
      format('select %L::text as kind, r.* from private.%I r', k.kind, k.kind || '_page_rows'), ' union all ' order by k.sitemap_order)
    from private.kinds k where k.has_page
  );
end $$;
grant select on private.page_rows to authenticated, service_role;

-- The columns of a record that links and redirects to it need.
create view private.link_targets with (security_invoker = true) as
select r.kind, r.id, jsonb_build_object('slug', r.slug, 'sites', r.sites, 'is_published', r.is_published,
  'publish_from', r.publish_from, 'publish_until', r.publish_until, 'news_category', r.section,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(r.localized) k)) as record
from private.page_rows r;
grant select on private.link_targets to authenticated, service_role;

-- The outputs of pages: those that are looked for most often. The feed of a list is not for search engines.
create view private.page_routes with (security_invoker = true) as
select l.site_id, 'page'::text as kind, l.page_id as ref, l.locale, l.path as address, l.noindex,
  l.published_at as changed_at, null::timestamptz as visible_from, null::timestamptz as visible_until
from private.live_page_locales l
union all
select l.site_id, 'list_feed', l.page_id, l.locale, l.path, true, l.published_at, null, null
from private.live_page_locales l
join public.pages p on p.id = l.page_id
where p.route in ('newsroom.blog', 'company.press', 'company.ad-hoc', 'career.news');
grant select on private.page_routes to service_role;

-- Every output of a record, with the period in which it is shown. `address` is a page's path or a record's slug, below its
-- section. The calendar file of an event is not for search engines.
create view private.routes with (security_invoker = true) as
select r.site_id, r.kind, r.ref, r.locale, r.address, r.noindex, r.changed_at, r.visible_from, r.visible_until from private.page_routes r
union all
select s.id, r.kind, r.id, l.locale, coalesce(r.section || '/', '') || r.slug, false, r.updated_at, r.publish_from, r.publish_until
from private.page_rows r
join public.sites s on s.id = any (r.sites)
cross join lateral unnest(s.locales) l (locale)
where r.is_published and r.localized ? l.locale::text
union all
select s.id, 'calendar', e.id, l.locale, e.category || '/' || e.slug, true, e.updated_at, e.publish_from, e.publish_until
from public.events e
join public.sites s on s.id = any (e.sites)
cross join lateral unnest(s.locales) l (locale)
where e.is_published and e.localized ? l.locale::text
union all
-- The stock of a product has a page on the sites that have one for the stock of all.
select s.id, 'inventory', p.id, l.locale, p.slug, false, i.changed_at, p.publish_from, p.publish_until
from public.products p
join public.sites s on s.id = any (p.sites)
cross join lateral unnest(s.locales) l (locale)
cross join lateral (select max(i.updated_at) as changed_at from public.inventory_items i where i.product_id = p.id) i
where p.is_published and p.localized ? l.locale::text
  and i.changed_at is not null
  and exists (select 1 from public.pages g where g.site_id = s.id and g.route = 'products.inventory')
union all
-- The catalog's data, part by part.
select s.id, 'catalog_part', b.part, l.locale, '', true, null, null, null
from public.sites s
cross join lateral unnest(s.locales) l (locale)
cross join lateral (
  select g.part from generate_series(0, (select private.catalog_part(max(p.id)) from public.products p)) g (part)
) b
where exists (
  select 1 from public.products p
  where p.id >= b.part * 500 and p.id < (b.part + 1) * 500 and p.is_published and s.id = any (p.sites)
);
grant select on private.routes to service_role;

-- The kinds of outputs. `content_kind`: an output comes and goes with the record of that kind and the same id. `scope`:
-- what there is one for. `leaves_address`: others may have linked to it, so that it answers 410 after it is withdrawn.
-- A sitemap lists up to 500 records of one kind, so that a change rewrites a small file.
create view private.output_kinds with (security_invoker = true) as
select k.kind, k.kind as content_kind, 'record'::text as scope, true as leaves_address, k.sitemap_order
from private.kinds k where k.sitemap_order is not null
union all
select *
from (values
  ('list_feed', 'page', 'record', false, null),
  ('calendar', 'event', 'record', true, null),
  -- The stock of a product has a page where a site has one for the stock of all; a part of the catalog's data has many products.
  ('inventory', 'inventory', 'record', true, 9),
  ('catalog_part', 'catalog_part', 'record', false, null),
  ('sitemap', null, 'sitemap', false, null),
  ('not_found', null, 'locale', false, null),
  ('feed', null, 'locale', false, null),
  ('robots', null, 'site', false, null),
  ('sitemap_index', null, 'site', false, null),
  ('redirects', null, 'site', false, null)
) o (kind, content_kind, scope, leaves_address, sitemap_order);
grant select on private.output_kinds to authenticated, service_role;

-- Outputs that a site always has: feeds and error pages in each locale, and files for machines.
create view private.fixed_outputs with (security_invoker = true) as
select s.id as site_id, k.kind, 0::bigint as ref, l.locale
from public.sites s
cross join lateral unnest(s.locales) l (locale)
join private.output_kinds k on k.scope = 'locale' or (k.scope = 'site' and l.locale = 'en');
grant select on private.fixed_outputs to service_role;

-- Sites that have a release, or are getting one: what changes on the others is in their first full build.
create view private.built_sites with (security_invoker = true) as
select distinct b.site_id from public.site_builds b where b.outcome in ('live', 'rolled-back') or b.finished_at is null;
grant select on private.built_sites to service_role;

-- What every page of a site shows around its content depends on these tags. A page carries the one tag `globals:<site>` for them, and
-- `named:<site>/<route>` where it shows the name of the page that answers a route, as breadcrumbs do.
-- A deleted link is named by the menus that showed it: when a publisher receives the deletion, the link itself is gone.
create view private.globals_dependencies with (security_invoker = true) as
with menu_links as (
  select m.site_id, private.id_of(jsonb_path_query(m.items, 'strict $.**.link')) as link_id
  from public.menus m
)
select n.site_id, 'link/lead:' || n.link_id as tag, 'globals:' || n.site_id as gives from menu_links n
where n.link_id is not null
union
select n.site_id, d.tag, 'globals:' || n.site_id
from menu_links n
join public.links l on l.id = n.link_id
cross join lateral (
  values ('path:page:' || l.page_id), (l.row_kind || '/link:' || l.row_id), ('document/card:' || l.document_id)
) d (tag)
where d.tag is not null
union
select p.site_id, 'path:page:' || p.id, 'globals:' || p.site_id from public.pages p where p.route is not null
union
select p.site_id, 'address:page:' || p.id, 'named:' || p.site_id || '/' || p.route from public.pages p where p.route is not null;
grant select on private.globals_dependencies to service_role;

-- Whether a tag is of a form that `globals_dependencies` has: looking for others would read the menus of all sites.
create function private.may_be_of_globals(p_tag text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_tag ~ '^([a-z_]+/link|link/lead|path:page|address:page|document/card):'
$$;
revoke execute on function private.may_be_of_globals from public;
grant execute on function private.may_be_of_globals to service_role;
