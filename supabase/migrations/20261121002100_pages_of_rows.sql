-- Every record that has a page of its own: where it is, when it is shown, and what becomes of its address afterwards.

-- A tag and an author have a page on each of these sites; posts say by themselves where they stand.
alter table public.tags add column sites text[] not null default '{main}' check (private.are_sites(sites));
alter table public.authors add column sites text[] not null default '{main}' check (private.are_sites(sites));

alter table public.links drop constraint links_row_kind_check;
alter table public.links add constraint links_row_kind_check
  check (row_kind in ('product', 'article', 'event', 'post', 'employee_story', 'tag', 'author'));
alter table public.redirects drop constraint redirects_row_kind_check;
alter table public.redirects add constraint redirects_row_kind_check
  check (row_kind in ('product', 'article', 'event', 'post', 'employee_story', 'tag', 'author'));

-- The one list of these kinds: routes, links, redirects and sitemaps read it. `section` is what decides which list of the
-- site a record stands under, for kinds that stand under several.
create view private.page_rows with (security_invoker = true) as
select 'product'::text as kind, p.id, p.slug, null::text as section, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.display_name as title,
  (
    select i.image_id from public.product_images i where i.product_id = p.id and i.image_id is not null
    order by i.position, i.id limit 1
  ) as image_id
from public.products p
union all
select 'article', a.id, a.slug, a.newsroom_category::text, a.sites, a.is_published, a.publish_from, a.publish_until,
  a.localized, a.updated_at, a.localized #>> '{en,title}', a.image_id
from public.articles a
union all
select 'event', e.id, e.slug, e.category::text, e.sites, e.is_published, e.publish_from, e.publish_until,
  e.localized, e.updated_at, e.localized #>> '{en,title}', e.image_id
from public.events e
union all
select 'post', p.id, p.slug, null, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.localized #>> '{en,title}', p.image_id
from public.posts p
union all
select 'employee_story', s.id, s.slug, null, s.sites, s.is_published, s.publish_from, s.publish_until,
  s.localized, s.updated_at, s.localized #>> '{en,title}', s.image_id
from public.employee_stories s
union all
select 'tag', t.id, t.slug, null, t.sites, true, null, null, t.localized, t.updated_at, t.localized #>> '{en,name}', null
from public.tags t
union all
select 'author', a.id, a.slug, null, a.sites, true, null, null, a.localized, a.updated_at, a.name, a.image_id
from public.authors a;

-- Every output that content asks for, with the period in which it is shown. `address` is a page's path or a record's slug,
-- below its section. An event brings a file for calendars with it, a list a feed: neither is a page that search engines read.
create or replace view private.routes with (security_invoker = true) as
select l.site_id, 'page'::text as kind, l.page_id as ref, l.locale, l.path as address, l.noindex,
  l.published_at as changed_at, null::timestamptz as visible_from, null::timestamptz as visible_until
from public.published_page_locales l
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
select l.site_id, 'list_feed', l.page_id, l.locale, l.path, true, l.published_at, null, null
from public.published_page_locales l
join public.pages p on p.id = l.page_id
where p.route in ('newsroom.blog', 'company.press', 'company.ad-hoc', 'career.news')
union all
-- The stock of a product has a page on the sites that have one for the stock of all.
select s.id, 'inventory', p.id, l.locale, p.slug, false, p.updated_at, p.publish_from, p.publish_until
from public.products p
join public.sites s on s.id = any (p.sites)
cross join lateral unnest(s.locales) l (locale)
where p.is_published and p.localized ? l.locale::text
  and exists (select 1 from public.inventory_items i where i.product_id = p.id)
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

create or replace view private.placed_records with (security_invoker = true) as
select r.kind, r.id, jsonb_build_object('slug', r.slug, 'sites', r.sites, 'is_published', r.is_published,
  'publish_from', r.publish_from, 'publish_until', r.publish_until, 'news_category', r.section,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(r.localized) k), 'title', r.title) as record
from private.page_rows r;

create or replace function public.find_row(p_kind text, p_slug text) returns bigint
language sql stable set search_path = ''
as $$
  select r.id from private.page_rows r where r.kind = p_kind and r.slug = p_slug
$$;

create or replace function private.sitemap_bucket(p_kind text, p_ref bigint) returns bigint
language sql immutable set search_path = ''
as $$
  select (p_ref / 500) * 10 + case p_kind when 'page' then 1 when 'list_feed' then 1 when 'product' then 2 when 'article' then 3
    when 'event' then 4 when 'calendar' then 4 when 'post' then 5 when 'employee_story' then 6 when 'tag' then 7
    when 'author' then 8 else 9 end
$$;

-- The outputs that come and go with a record.
create function private.output_kinds(p_kind text) returns text[]
language sql immutable set search_path = ''
as $$
  select array[p_kind] || case p_kind when 'event' then array['calendar'] when 'page' then array['list_feed'] else '{}' end
$$;

create or replace function private.refresh_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamptz)
returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  kinds text[] := private.output_kinds(p_kind);
begin
  insert into public.site_outputs as o (site_id, kind, ref, locale, stale_seq, stale_reasons, next_change_at)
  select r.site_id, r.kind, r.ref, r.locale,
    case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
    array[p_kind || ':' || r.ref],
    case when r.visible_from > p_at then r.visible_from end
  from private.routes r
  where r.kind = any (kinds) and r.ref = any (p_refs)
    and r.site_id in (select b.site_id from private.built_sites b)
    and (r.visible_until is null or r.visible_until > p_at)
  on conflict (site_id, kind, ref, locale) do nothing;

  insert into public.site_outputs as o (site_id, kind, ref, locale, stale_seq, stale_reasons)
  select distinct r.site_id, 'sitemap', private.sitemap_bucket(r.kind, r.ref), 'en'::public.locale, p_seq,
    array['sitemap:' || r.kind || ':' || r.ref / 500]
  from private.routes r
  where r.kind = p_kind and r.ref = any (p_refs)
    and r.site_id in (select b.site_id from private.built_sites b)
  on conflict (site_id, kind, ref, locale) do nothing;

  update public.site_outputs o
  set stale_seq = p_seq,
    stale_reasons = case when p_kind || ':' || o.ref = any (o.stale_reasons) then o.stale_reasons
      else o.stale_reasons || (p_kind || ':' || o.ref) end
  -- The key begins with the site: without it, the whole index would be read.
  where o.site_id = any (array(select s.id from public.sites s)) and o.kind = any (kinds) and o.ref = any (p_refs)
    -- What comes along with a product usually shows it already: then the product is the reason.
    and (p_kind not in ('catalog_part', 'inventory') or o.stale_seq is distinct from p_seq);

  -- A product is also a line of the catalog's data, and its stock has a page, which stands in a sitemap of its own.
  if p_kind = 'product' then
    perform private.refresh_outputs('catalog_part',
      array(select distinct private.catalog_part(r) from unnest(p_refs) r), p_seq, p_at);
    perform private.refresh_outputs('inventory', p_refs, p_seq, p_at);
    update public.site_outputs o
    set stale_seq = p_seq,
      stale_reasons = array(select distinct t from unnest(o.stale_reasons || ('sitemap:inventory:' || o.ref / 10)) t)
    where o.site_id = any (array(select s.id from public.sites s)) and o.kind = 'sitemap'
      and o.ref = any (array(select private.sitemap_bucket('inventory', r) from unnest(p_refs) r));
  end if;
end $$;

-- A page becomes a list, or is one no longer: its feed comes or goes with that.
create function private.queue_route_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change('{}', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', new.id)));
  return null;
end $$;
create trigger pages_queue_route after update of route on public.pages
  for each row when (old.route is distinct from new.route) execute function private.queue_route_change();

-- Records that have pages now: a change of one is a change of its output, its sitemap and the lists it stands in.
do $$
declare
  watched text[];
begin
  foreach watched slice 1 in array array[
    ['events', 'event', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,category,starts_at,ends_at'],
    ['employee_stories', 'employee_story', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,category_id'],
    -- A sitemap shows the first picture of a product.
    ['product_images', 'product', 'product_id', '']
  ] loop
    execute format('drop trigger %1$s_queue_insert on public.%1$I', watched[1]);
    execute format('drop trigger %1$s_queue_update on public.%1$I', watched[1]);
    execute format('drop trigger %1$s_queue_delete on public.%1$I', watched[1]);
    perform private.watch_table(watched[1], watched[2], watched[3], watched[4], true);
  end loop;
end $$;
select private.watch_table('posts', 'post', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,author_id', true);
select private.watch_table('post_tags', 'post', 'post_id', 'tag_id,position', false);
select private.watch_table('tags', 'tag', 'id', 'slug,sites,localized', true);
select private.watch_table('authors', 'author', 'id', 'slug,sites,name,localized', true);

-- A record without `is_published` is always shown.
create or replace function private.keep_old_slugs() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r where r.row_kind = tg_argv[0] and r.from_slug = new.slug;
  insert into public.redirects (site_id, row_kind, from_slug, row_id)
  select s.id, tg_argv[0], old.slug, new.id from public.sites s
  where coalesce((to_jsonb(old) ->> 'is_published')::boolean, true) and s.id = any (old.sites) and s.id = any (new.sites)
  on conflict (site_id, row_kind, from_slug) do update set row_id = excluded.row_id, status = 301;
  return null;
end $$;
do $$
declare
  kept text[];
begin
  foreach kept slice 1 in array array[
    ['events', 'event'], ['posts', 'post'], ['employee_stories', 'employee_story'], ['tags', 'tag'], ['authors', 'author']
  ] loop
    execute format('create trigger %1$s_slugs_insert after insert on public.%1$I referencing new table as new_rows
      for each statement execute function private.free_taken_slugs(%2$L)', kept[1], kept[2]);
    execute format('create trigger %1$s_slugs_update after update of slug on public.%1$I
      for each row when (old.slug is distinct from new.slug) execute function private.keep_old_slugs(%2$L)', kept[1], kept[2]);
  end loop;
end $$;

-- Who stands in sections moves when it changes its section.
create trigger articles_section_update after update of newsroom_category on public.articles
  for each row when (old.newsroom_category is distinct from new.newsroom_category and old.slug = new.slug)
  execute function private.keep_old_slugs('article');
create trigger events_section_update after update of category on public.events
  for each row when (old.category is distinct from new.category and old.slug = new.slug)
  execute function private.keep_old_slugs('event');

-- Withdrawn addresses --------------------------------------------------------------------------------------------------

-- Whether a kind of output is what somebody may have linked to: where it was, it is gone when it is withdrawn.
create function private.leaves_address(p_kind text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_kind in ('page', 'product', 'article', 'event', 'calendar', 'post', 'employee_story', 'tag', 'author', 'inventory')
$$;

-- What was published and is not any more answers 410 at its path, whether it was unpublished, deleted or has run out. An
-- output that has moved left a redirect from where it was. The address of a home page is never given up.
create function private.keep_withdrawn_path() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.path is not null then
    delete from public.redirects r where r.site_id = new.site_id and r.from_path = new.path and r.status = 410;
  else
    insert into public.redirects (site_id, from_path, status)
    select s.id, old.path, 410 from public.sites s
    where s.id = old.site_id and old.path <> '/'
      and not exists (select 1 from public.site_outputs o where o.site_id = old.site_id and o.path = old.path)
    on conflict (site_id, from_path) do nothing;
  end if;
  return null;
end $$;
create trigger site_outputs_withdrawn_update after update of path on public.site_outputs
  for each row when (old.path is distinct from new.path and private.leaves_address(old.kind))
  execute function private.keep_withdrawn_path();
create trigger site_outputs_withdrawn_delete after delete on public.site_outputs
  for each row when (old.path is not null and private.leaves_address(old.kind))
  execute function private.keep_withdrawn_path();

-- A full build writes paths at once.
create function private.free_published_paths() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r using new_rows n
  where n.path is not null and r.site_id = n.site_id and r.from_path = n.path and r.status = 410 and private.leaves_address(n.kind);
  return null;
end $$;
create trigger site_outputs_published_insert after insert on public.site_outputs referencing new table as new_rows
  for each statement execute function private.free_published_paths();

-- The stock of a product has an address of its own, under the same slug.
create or replace function public.read_redirects(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from public.published_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.placed_records p where p.kind = r.row_kind and p.id = r.row_id),
    'has_stock', r.row_kind = 'product' and exists (
      select 1 from private.routes o where o.site_id = r.site_id and o.kind = 'inventory' and o.ref = r.row_id
    ))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from public.redirects r
  where r.site_id = p_site
$$;

-- Price-sensitive facts stay published (art. 53 LR and its directive): whoever edits can correct an announcement, but not
-- take it away once it is out. An import by the operator is not held up.
create function private.keep_announcements() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'authenticated' then
    raise exception 'An ad hoc announcement cannot be withdrawn once it is published (art. 53 LR). Correct its text, or publish another one.'
      using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger articles_keep_announcements_delete before delete on public.articles
  for each row when (old.newsroom_type = 'ad_hoc' and old.is_published and old.publish_from <= now())
  execute function private.keep_announcements();
create trigger articles_keep_announcements_update before update on public.articles
  for each row when (old.newsroom_type = 'ad_hoc' and old.is_published and old.publish_from <= now() and (
    new.newsroom_type is distinct from 'ad_hoc' or not new.is_published or new.publish_from is distinct from old.publish_from
    or new.publish_until is not null or not new.sites @> old.sites
  ))
  execute function private.keep_announcements();

-- Sitemaps ----------------------------------------------------------------------------------------------------------------

create or replace function public.read_sitemap(p_site text, p_bucket bigint, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with routes as (
    select r.* from private.routes r
    where r.site_id = p_site and r.ref >= (p_bucket / 10) * 500 and r.ref < (p_bucket / 10 + 1) * 500
      and private.sitemap_bucket(r.kind, r.ref) = p_bucket and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image', i.record) order by e.kind, e.ref), '[]')
      from (
        select r.kind, r.ref, max(r.changed_at) as changed_at, jsonb_object_agg(r.locale, r.address) as locales
        from routes r
        where r.visible_from is null or r.visible_from <= p_at
        group by r.kind, r.ref
      ) e
      left join lateral (
        select case when e.kind = 'page' then (
          select (c.seo ->> 'og_image')::bigint
          from public.pages p
          join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
          where p.id = e.ref
        ) else (select r.image_id from private.page_rows r where r.kind = e.kind and r.id = e.ref) end as id
      ) shown on true
      left join private.image_records i on i.id = shown.id
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
$$;

-- The receipt before ------------------------------------------------------------------------------------------------------

create or replace function public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamptz, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select k.kind, r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral unnest(private.output_kinds(r.kind)) k (kind)
    union
    -- As in refresh_outputs.
    select c.kind, c.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
    where r.kind = 'product'
  ), tags as (
    select array(
      select unnest(p_tags)
      union
      select 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (p_tags)
    ) as list
  ), affected as (
    select o.site_id, o.kind, o.ref, o.locale, o.path, o.content_hash,
      case when o.tags && tags.list then array(select t from unnest(o.tags) t where t = any (tags.list) order by t)
        else array[o.kind || ':' || o.ref] end as reasons
    from public.site_outputs o, tags
    where o.tags && tags.list
      or exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
    union all
    select r.site_id, r.kind, r.ref, r.locale, null, null, array[r.kind || ':' || r.ref]
    from (
      select v.site_id, v.kind, v.ref, v.locale from private.routes v
      union
      select l.site_id, 'page', l.page_id, l.locale from public.page_locales l
    ) r
    where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
      and not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale) = (r.site_id, r.kind, r.ref, r.locale)
      )
    union all
    -- The first record of a bucket brings a sitemap with it.
    select b.site_id, 'sitemap', b.bucket, 'en', null, null, array[b.tag]
    from (
      select distinct r.site_id, private.sitemap_bucket(r.kind, r.ref) as bucket, 'sitemap:' || r.kind || ':' || r.ref / 500 as tag
      from (
        select v.site_id, v.kind, v.ref from private.routes v where v.kind not in ('calendar', 'list_feed', 'catalog_part')
        union
        select l.site_id, 'page', l.page_id from public.page_locales l
      ) r
      where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
    ) b
    where not exists (
      select 1 from public.site_outputs o where (o.site_id, o.kind, o.ref, o.locale) = (b.site_id, 'sitemap', b.bucket, 'en')
    )
  ), shown as (
    select a.*, r.address, r.address is not null
      or a.kind in ('not_found', 'feed', 'sitemap', 'sitemap_index', 'robots', 'redirects') as is_shown
    from (select * from affected order by site_id, kind, ref, locale limit p_limit) a
    left join private.routes r
      on (r.site_id, r.kind, r.ref, r.locale) = (a.site_id, a.kind, a.ref, a.locale)
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  )
  select jsonb_build_object(
    'total', (select count(*) from affected),
    'outputs', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.site_id, 'kind', s.kind, 'ref', s.ref, 'locale', s.locale,
        'path', s.path, 'hash', s.content_hash, 'reasons', s.reasons,
        'address', case when s.kind in ('page', 'list_feed') then coalesce((
          select l.path from public.page_locales l
          where l.page_id = s.ref and l.locale = s.locale and exists (
            select 1 from asked a where a.kind = 'page' and a.ref = s.ref
          )
        ), s.address) else s.address end,
        'shown', s.is_shown)), '[]')
      from shown s
    )
  )
$$;

-- Records -----------------------------------------------------------------------------------------------------------------

create view private.event_detail_records with (security_invoker = true) as
select e.id, r.record || jsonb_build_object('localized', e.localized, 'updated_at', e.updated_at) as record
from public.events e
join private.event_records r on r.id = e.id;

create view private.employee_story_detail_records with (security_invoker = true) as
select s.id, r.record || jsonb_build_object('localized', s.localized, 'video_url', s.video_url, 'updated_at', s.updated_at) as record
from public.employee_stories s
join private.employee_story_records r on r.id = s.id;

create view private.tag_records with (security_invoker = true) as
select t.id, jsonb_build_object('id', t.id, 'slug', t.slug, 'sites', t.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(t.localized) k), 'localized', t.localized) as record
from public.tags t;

create view private.author_records with (security_invoker = true) as
select a.id, jsonb_build_object('id', a.id, 'slug', a.slug, 'sites', a.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k), 'name', a.name,
  'localized', a.localized, 'image', i.record) as record
from public.authors a
left join private.image_records i on i.id = a.image_id;

create view private.post_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'sites', p.sites, 'is_published', p.is_published,
  'publish_from', p.publish_from, 'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
    from jsonb_each(p.localized)
  ),
  'author', a.record,
  'tags', (
    select coalesce(jsonb_agg(t.record order by x.position, t.id), '[]')
    from public.post_tags x join private.tag_records t on t.id = x.tag_id where x.post_id = p.id
  ),
  'image', i.record) as record
from public.posts p
join private.author_records a on a.id = p.author_id
left join private.image_records i on i.id = p.image_id;

create view private.post_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object('localized', p.localized, 'updated_at', p.updated_at) as record
from public.posts p
join private.post_records r on r.id = p.id;

create function private.list_posts(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select p.id, p.publish_from, p.publish_until
      from public.posts p
      where p.is_published and p_site = any (p.sites) and p.localized ? p_locale
        and (p_query ->> 'author' is null or p.author_id = (p_query ->> 'author')::bigint)
        and (p_query ->> 'tag' is null or exists (
          select 1 from public.post_tags t where t.post_id = p.id and t.tag_id = (p_query ->> 'tag')::bigint
        ))
        and (p.publish_until is null or p.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.post_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

grant select on private.page_rows, private.event_detail_records, private.employee_story_detail_records, private.tag_records,
  private.author_records, private.post_records, private.post_detail_records
  to authenticated, service_role;
