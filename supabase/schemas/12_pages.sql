-- Pages and their modules: the draft working copy, immutable revisions, and what is published.

create type public.module_type as enum (
  'TEXT_BLOCK', 'HERO', 'APPLICATION_HEADER', 'SECONDARY_HEADER', 'TEXT_HEADER', 'TAB', 'CARD_GROUP', 'CONVERSION_DRIVEN',
  'SLIDER', 'MEDIA_TEASER', 'EVALUATION_CATEGORIES', 'SOFTWARE_DOWNLOADS', 'CONTACT_LOCATIONS', 'QUOTE', 'PRODUCT_SLIDER',
  'CORRESPONDING', 'WEBINARS', 'NEWS', 'FULL_WIDTH_SLIDER', 'VIDEO_GROUP', 'INTERRUPTER', 'COMPANY_LOCATION', 'IMAGE_GROUP',
  'CTA', 'CV', 'KEY_FIGURES', 'EVENTS', 'ACCORDION', 'PRODUCT_TABLE', 'CTA_BLOCK', 'BENEFITS', 'LINK_LIST', 'PARTNERS',
  'WAY_TO_START', 'DOCUMENT_CATEGORIES', 'HIGHLIGHTS', 'JOB_OPENINGS', 'LATEST_EMPLOYEE_STORIES', 'EMPLOYEE_STORIES',
  'EQS_STOCK_CHART', 'EQS_INVESTORS', 'LINK_HERO', 'OFFICE_MAP', 'MANUAL_TABS', 'CUSTOM_FORMS', 'PRODUCT_DETAILS',
  'SHARED_MODULE'
);

-- The routes of src/domain/addresses/routes.ts.
create function private.routes() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[
    'home', 'newsroom.blog', 'newsroom.blog.tag', 'newsroom.blog.author', 'newsroom.blog.post', 'smart-search',
    'products.downloads', 'products.compare', 'products.catalog', 'products.catalog.detail', 'products.inventory',
    'products.inventory.detail', 'products.channel-partners', 'products.representatives', 'products.support',
    'products.support.faq', 'company.events', 'company.events.detail', 'company.press', 'company.press.article',
    'company.ad-hoc', 'search', 'search.preset', 'career', 'career.list', 'career.news', 'career.news.article',
    'career.events', 'career.events.detail', 'career.stories', 'career.stories.article', 'login'
  ]
$$;
comment on function private.routes is 'The routes that a page can answer.';
grant execute on function private.routes to authenticated, service_role;

-- Template, route and whether a page is editable take effect without a publish. The parent is part of the draft while the page
-- is published; breadcrumbs skip an unpublished page and continue with its parent.
create function private.queue_page_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  moved bigint[];
  relisted bigint[];
  routed text[];
begin
  -- A page that changes its number or its site has left what it was.
  select array_agg(distinct id) filter (where not is_told), array_agg(distinct id) filter (where is_moved and not is_told),
    array_agg(distinct 'globals:' || s) filter (where s is not null and is_routed and not is_told),
    -- The picture in the sitemap is that of the published revision. What a publish changes with it may have been of another one before.
    array_agg(distinct id) filter (where o.published_revision_id is distinct from n.published_revision_id
      and (not is_told or private.sitemap_picture(o.published_revision_id) is distinct from private.sitemap_picture(n.published_revision_id)))
  into ids, moved, routed, relisted
  from old_rows o full join new_rows n using (id)
  cross join lateral (values (o.site_id), (n.site_id)) v (s)
  cross join lateral (select (o.route, o.site_id) is distinct from (n.route, n.site_id) and num_nonnulls(o.route, n.route) > 0) r (is_routed)
  cross join lateral (
    -- The parent of a page that is not published is that of its draft.
    select (o.route, o.site_id, o.published_revision_id is null) is distinct from (n.route, n.site_id, n.published_revision_id is null)
      or o.parent_id is distinct from n.parent_id
  ) m (is_moved)
  cross join lateral (
    select (o.route, o.site_id, o.template, o.is_editable) is distinct from (n.route, n.site_id, n.template, n.is_editable)
      or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id)
  ) c (is_changed)
  -- A publish changes the addresses as well, which name the page.
  cross join lateral (select not is_changed and exists (
    select 1 from public.published_page_locales l where l.page_id = id and private.is_own(l.xmin)
  )) t (is_told)
  where is_changed or o.published_revision_id is distinct from n.published_revision_id;
  if ids is not null or relisted is not null then
    perform private.queue_change(
      array(select 'page:' || id from unnest(ids) id)
        || array(select distinct 'sitemap:page:' || id / 500 from unnest(relisted) id)
        || array(select t || ':page:' || id from unnest(moved) id, unnest(array['address', 'path']) t)
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $$;

-- The route decides whether a page has a feed.
create function private.queue_route_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change('{}', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', new.id)));
  return null;
end $$;

-- Breadcrumbs of all records of a site name its pages with a route. What depends on the site's globals is looked up when a
-- publisher receives the change, and by then a deleted page is no longer among them.
create function private.queue_deleted_routes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
begin
  select array_agg(distinct 'globals:' || o.site_id) into tags from old_rows o where o.route is not null;
  if tags is not null then
    perform private.queue_change(tags, '[]');
  end if;
  return null;
end $$;

create table public.pages (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  parent_id bigint references public.pages (id) on delete restrict,
  -- The key of the route table that this page answers; null for a page that only has its path.
  route text check (route = any (private.routes())),
  template text not null default 'content' check (template in ('home', 'content', 'list')),
  is_editable boolean not null default true,
  -- Counts changes of the structure: modules added, removed or moved.
  structure_version integer not null default 1,
  published_revision_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id <> id)
);
comment on table public.pages is 'A page: one structure for all locales. Its content is in modules (draft) and page_revisions (published).';
insert into private.content_tables (name, place, keys, fixed) values ('pages', 40, '{id}', '{structure_version,published_revision_id}');
insert into private.kinds (kind, table_name, sitemap_order, search_rank, picker_order) values ('page', 'pages', 1, 0.4, 'asc');
create index pages_site_id_idx on public.pages (site_id);
create index pages_parent_id_idx on public.pages (parent_id);
create index pages_published_revision_id_idx on public.pages (published_revision_id);
create unique index pages_site_route_idx on public.pages (site_id, route) where route is not null;
select private.search_table('pages', 'page', 'id');
select private.watch_rows('pages', 'id', '{page,address:page,path:page,below:page}', '{globals,redirects}', '{}', 'page');
create trigger pages_queue_update after update on public.pages
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_page_settings();
create trigger pages_queue_route after update of route on public.pages
  for each row when (old.route is distinct from new.route) execute function private.queue_route_change();
create trigger pages_queue_delete after delete on public.pages
  referencing old table as old_rows for each statement execute function private.queue_deleted_routes();
select private.guard_tree('pages', 'draft', 'select l.title from public.page_locales l where l.page_id = $1 order by l.locale limit 1',
  'A page would be below itself: “%s”. Move one of them to another place first.');

create table public.page_locales (
  page_id bigint not null references public.pages (id) on delete cascade,
  locale public.locale not null,
  site_id text not null references public.sites (id) on delete cascade,
  -- Decoded, in Unicode normal form C, without the locale prefix; '/' is the home page.
  path text not null check (private.is_page_address(path)),
  slug text generated always as (regexp_replace(path, '^.*/', '')) stored,
  title text not null check (title <> ''),
  nav_title text not null default '',
  description text not null default '',
  seo jsonb not null default '{}' check (jsonb_typeof(seo) = 'object' and private.is_seo(seo)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[title, nav_title, path])) stored,
  primary key (page_id, locale),
  constraint page_locales_address_key unique (site_id, locale, path) deferrable,
  -- Addresses that a file system or a server takes for one have one page.
  constraint page_locales_file_key
    exclude using btree (site_id with =, locale with =, (private.file_of(path)) with =) deferrable
);
comment on table public.page_locales is 'Draft address, title and search-engine fields of a page in one locale.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('page_locales', 41, '{page_id,locale}', 'page_id', 'pages');
create index page_locales_search_text_idx on public.page_locales using gin (search_text extensions.gin_trgm_ops);
create index page_locales_search_signs_idx on public.page_locales using gin (private.signs_of(search_text));

create table public.modules (
  id bigint generated by default as identity primary key,
  page_id bigint not null references public.pages (id) on delete cascade,
  parent_id bigint references public.modules (id) on delete cascade,
  -- The id that the parent gives the place: that of one of its items.
  slot text check (slot ~ '^[a-z0-9-]{1,40}$'),
  type public.module_type not null,
  position integer not null,
  created_at timestamptz not null default now(),
  check ((parent_id is null) = (slot is null)),
  check (parent_id <> id)
);
comment on table public.modules is 'Draft structure of a page: which modules in which order, one for all locales.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('modules', 42, '{id}', 'page_id', 'pages');
create index modules_page_id_idx on public.modules (page_id, position);
create index modules_parent_id_idx on public.modules (parent_id);
select private.guard_tree('modules', 'draft', 'select m.type::text from public.modules m where m.id = $1',
  'A module would stand inside itself: “%s”. Move one of them to another place first.', '” in “');

create table public.module_locales (
  module_id bigint not null references public.modules (id) on delete cascade,
  locale public.locale not null,
  data jsonb not null check (jsonb_typeof(data) = 'object' and private.is_bounded_json(data)),
  -- Version of the module type's schema that the data satisfies.
  data_version integer not null default 1,
  -- Counts saves; a save names the version that it started from.
  version integer not null default 1,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (module_id, locale)
);
-- Where a shared module stands in drafts.
create index module_locales_shared_idx on public.module_locales ((data -> 'shared')) where data ? 'shared';
comment on table public.module_locales is 'Draft data of a module in one locale. A locale without a row shows the default locale''s data.';
insert into private.content_tables (name, place, keys, owner_key, owner_name, fixed) values ('module_locales', 43, '{module_id,locale}', 'module_id', 'modules', '{updated_by}');

create table public.draft_saves (
  id bigint generated by default as identity primary key,
  page_id bigint not null,
  module_id bigint,
  locale public.locale,
  action text not null check (action in ('add', 'edit', 'remove', 'arrange', 'describe', 'discard', 'import')),
  -- The saved part: a module's data, the page's structure, or its address and title.
  content jsonb not null check (private.is_shallow_json(content)),
  version integer not null,
  saved_by uuid,
  saved_at timestamptz not null default now()
);
comment on table public.draft_saves is 'Append-only history of every save of a draft: who saved what, when, in which locale.';
insert into private.content_tables (name, place, keys) values ('draft_saves', 46, '{id}');
insert into private.kinds (kind, table_name) values ('draft_save', 'draft_saves');
create index draft_saves_page_id_idx on public.draft_saves (page_id, id);
create index draft_saves_module_id_idx on public.draft_saves (module_id, locale, id);
create index draft_saves_saved_by_idx on public.draft_saves (saved_by, id);

create table public.page_revisions (
  id bigint generated by default as identity primary key,
  -- A revision outlives its page.
  page_id bigint not null,
  number integer not null check (number > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (page_id, number)
);
comment on table public.page_revisions is 'An immutable copy of a page in all locales, made when it was published.';
insert into private.content_tables (name, place, keys) values ('page_revisions', 44, '{id}');
insert into private.kinds (kind, table_name) values ('page_revision', 'page_revisions');

alter table public.pages
  add constraint pages_published_revision_id_fkey foreign key (published_revision_id)
  references public.page_revisions (id) deferrable initially deferred;

create table public.page_revision_locales (
  revision_id bigint not null references public.page_revisions (id) on delete cascade,
  locale public.locale not null,
  path text not null check (private.is_page_address(path)),
  title text not null,
  nav_title text not null,
  description text not null,
  seo jsonb not null check (private.is_bounded_json(seo) and private.is_seo(seo)),
  -- The module tree in order: [{id, type, v, data, fallback, slot, children}].
  -- Not jsonb: it is written once and read as a whole, and serializing jsonb took three quarters of the time of reading a page.
  modules json not null check (json_typeof(modules) = 'array' and private.is_shallow_json(modules::jsonb)),
  primary key (revision_id, locale)
);
comment on table public.page_revision_locales is 'A revision in one locale, with the data that the locale falls back to written out and marked.';
insert into private.content_tables (name, place, keys) values ('page_revision_locales', 45, '{revision_id,locale}');
select private.watch_rows('page_revision_locales', 'revision_id', '{page}', '{}', '{}', 'page',
  'select coalesce(array_agg(p.id), ''{}'') from public.pages p where p.published_revision_id between $1 and $2');

-- Revisions are made by a publish, which changes the addresses as well, and these name the page. Whoever changes the content of a
-- live revision changes its page.
create function private.queue_revision_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  revisions bigint[];
  ids bigint[];
begin
  if tg_op in ('INSERT', 'UPDATE') then
    revisions := array(select n.revision_id from new_rows n);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    revisions := revisions || array(select o.revision_id from old_rows o);
  end if;
  ids := array(
    select p.id from public.pages p
    where p.published_revision_id = any (revisions) and not private.is_own(p.xmin)
  );
  perform private.queue_change(
    array(select 'page:' || id from unnest(ids) id) || array(select distinct 'sitemap:page:' || id / 500 from unnest(ids) id), '[]');
  return null;
end $$;
create trigger page_revision_locales_queue_insert after insert on public.page_revision_locales
  referencing new table as new_rows for each statement execute function private.queue_revision_changes();
create trigger page_revision_locales_queue_update after update on public.page_revision_locales
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_revision_changes();
create trigger page_revision_locales_queue_delete after delete on public.page_revision_locales
  referencing old table as old_rows for each statement execute function private.queue_revision_changes();

-- What links, menus, breadcrumbs and lists of pages call a page.
create function private.page_name(p_title text, p_nav_title text) returns text
language sql immutable set search_path = ''
as $$ select coalesce(nullif(p_nav_title, ''), p_title) $$;

-- The picture that stands for a page in the sitemap.
create function private.sitemap_picture(p_revision_id bigint) returns bigint
language sql stable set search_path = ''
as $$
  select private.id_of(c.seo -> 'og_image') from public.page_revision_locales c where c.revision_id = p_revision_id and c.locale = 'en'
$$;
revoke execute on function private.sitemap_picture from public;
grant execute on function private.sitemap_picture to service_role;

-- What a sitemap has of a page in a language, with the day of its change and not the time: null where search engines may not list it.
-- It is left as it is where two of them are equal.
create function private.sitemap_line(p_site_id text, p_path text, p_noindex boolean, p_published_at timestamptz, p_picture bigint) returns jsonb
language sql immutable set search_path = ''
as $$ select case when not p_noindex then jsonb_build_array(p_site_id, p_path, (p_published_at at time zone 'UTC')::date, p_picture) end $$;
revoke execute on function private.sitemap_line from public;
grant execute on function private.sitemap_line to service_role;

-- A page's own output changes with its revision. Pages that link to it change only with its address, those that name it also with its
-- name or place, and those that list the pages of its section with these and with its parent, the former one included.
create function private.queue_page_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
  moved text[];
  led_to text[];
  touched bigint[];
  -- Of which the sitemap shows something else.
  listed bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    listed := array(select distinct page_id from new_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    listed := array(select distinct page_id from old_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, private.page_name(o.title, o.nav_title), o.parent_id)
          is distinct from (n.site_id, n.path, private.page_name(n.title, n.nav_title), n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
        private.sitemap_line(o.site_id, o.path, o.noindex, o.published_at, private.sitemap_picture(o.revision_id))
          is distinct from private.sitemap_line(n.site_id, n.path, n.noindex, n.published_at, private.sitemap_picture(n.revision_id)) as is_listed_anew,
        -- Readers of the locale, and of those that the page does not have.
        case when o.site_id = n.site_id then array(
          select l::text from unnest(enum_range(null::public.locale)) l
          where l = locale or (locale = 'en' and not exists (
            select 1 from public.published_page_locales p where p.page_id = n.page_id and p.locale = l
          ))
        ) end as readers
      from old_rows o full join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_listed_anew),
      -- An address is shown in all languages, by the switch between them; a name in its own.
      array_agg(distinct concat_ws('@', 'address:page:' || c.page_id, case when c.is_only_renamed then array_to_string(c.readers, ',') end)) filter (where c.is_moved),
      array_agg(distinct concat_ws('@', 'path:page:' || c.page_id, array_to_string(c.readers, ','))) filter (where c.is_led_to),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, listed, moved, led_to, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || array(select distinct 'sitemap:page:' || id / 500 from unnest(listed) id);
  if moved is not null then
    tags := tags || moved;
  end if;
  if led_to is not null then
    tags := tags || led_to;
  end if;
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
  return null;
end $$;

create table public.published_page_locales (
  page_id bigint not null references public.pages (id) on delete cascade,
  locale public.locale not null,
  site_id text not null references public.sites (id) on delete cascade,
  parent_id bigint references public.pages (id) on delete set null,
  revision_id bigint not null references public.page_revisions (id) on delete cascade,
  path text not null check (private.is_page_address(path)),
  title text not null,
  nav_title text not null,
  noindex boolean not null default false,
  published_at timestamptz not null,
  primary key (page_id, locale),
  constraint published_page_locales_address_key unique (site_id, locale, path) deferrable,
  constraint published_page_locales_file_key
    exclude using btree (site_id with =, locale with =, (private.file_of(path)) with =) deferrable
);
comment on table public.published_page_locales is 'The live addresses and names of published pages, which links, menus and breadcrumbs use.';
insert into private.content_tables (name, place) values ('published_page_locales', 49);
create index published_page_locales_revision_id_idx on public.published_page_locales (revision_id);
create index published_page_locales_parent_id_idx on public.published_page_locales (parent_id);
select private.protect_table('published_page_locales');
select private.search_table('published_page_locales', 'page', 'page_id');
select private.watch_rows('published_page_locales', 'page_id', '{page,address:page,path:page,below:page}', '{globals}', '{}', 'page');
create trigger published_page_locales_queue_insert after insert on public.published_page_locales
  referencing new table as new_rows for each statement execute function private.queue_page_changes();
create trigger published_page_locales_queue_update after update on public.published_page_locales
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_page_changes();
create trigger published_page_locales_queue_delete after delete on public.published_page_locales
  referencing old table as old_rows for each statement execute function private.queue_page_changes();
select private.guard_tree('published_page_locales', 'live',
  'select l.title from public.published_page_locales l where l.page_id = $1 order by l.locale limit 1',
  'On the site a page would be below itself: “%s”. Publish the one of them first that is in another place in its draft, or move one of them.',
  p_node => 'page_id',
  -- The languages of a page have the same parent.
  p_first => 'not exists (
        select from public.published_page_locales l where l.page_id = new.page_id and l.locale < new.locale and l.parent_id = new.parent_id
      )');

select private.protect_content('pages');

select private.protect_content('page_locales');

select private.protect_table('modules');

select private.protect_table('module_locales');

select private.protect_table('draft_saves');

select private.protect_table('page_revisions');

select private.protect_table('page_revision_locales');

-- What pages of other sites show of the live pages of some sites: their addresses, their names, and what is below them. Of the pages that
-- are live in some locales only; null for all.
create function private.tags_of_live_pages(p_sites text[], p_locales public.locale[]) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(distinct t.tag), '{}')
  from public.published_page_locales l
  cross join lateral (values ('address:page:' || l.page_id), ('path:page:' || l.page_id), ('below:page:' || l.parent_id)) t (tag)
  where l.site_id = any (p_sites) and (p_locales is null or l.locale = any (p_locales)) and t.tag is not null
$$;

-- A site that gives up a locale keeps its pages, and they are live again with the locale.
create view private.live_page_locales with (security_invoker = true) as
select l.*
from public.published_page_locales l
join public.sites s on s.id = l.site_id and l.locale = any (s.locales);
comment on view private.live_page_locales is 'The live addresses and names of published pages, in the locales that their site has.';
grant select on private.live_page_locales to authenticated, service_role;

create view private.page_choices with (security_invoker = true) as
select r.id, r.site_id, coalesce((select l.path from public.page_locales l where l.page_id = r.id and l.locale = 'en'), '') as sorting
from public.pages r;

create view private.page_records with (security_invoker = true) as
select l.page_id as id, jsonb_build_object('id', l.page_id, 'addresses',
  jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))) as record
from private.live_page_locales l
group by l.page_id;
grant select on private.page_records to authenticated, service_role;

-- The parent of a page: for a published page the one that was published with it. It is the same in all languages; where somebody else has
-- written others, that of the first one, so that every reader sees the same.
create view private.page_parents with (security_invoker = true) as
select p.id, case when p.published_revision_id is null then p.parent_id
  else (select l.parent_id from public.published_page_locales l where l.page_id = p.id order by l.locale limit 1) end as parent_id
from public.pages p;
grant select on private.page_parents to authenticated, service_role;

create function private.page_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select l.site_id, 'page', l.page_id, l.locale, l.title, l.nav_title, '', r.description, concat_ws(' · ', private.module_words(r.modules::jsonb), nullif(private.shared_words(r.modules::jsonb, l.locale::text), '')),
    o.path, null::text, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from private.live_page_locales l
  join public.pages p on p.id = l.page_id
  join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (l.site_id, 'page', l.page_id, l.locale)
  where l.page_id = any (p_refs) and not l.noindex and coalesce(p.route, '') not in ('search', 'smart-search', 'login')
    and not exists (select 1 from public.pages a where a.id = p.parent_id and a.route = 'search')
    and not exists (
      select 1 from private.application_pages g join public.applications a on a.id = g.application_id
      where g.page_id = l.page_id and a.localized ? l.locale::text
    );
end $$;

create function private.list_pages(p_query jsonb, p_site text, p_locale public.locale) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  above bigint := (p_query ->> 'below')::bigint;
begin
  return (
    select jsonb_build_object(
      'items', coalesce(
        jsonb_agg(
          jsonb_build_object('id', l.page_id, 'path', l.path, 'title', l.title, 'nav_title', l.nav_title)
          order by l.page_id <> above, l.page_id
        ),
        '[]'
      ),
      'next_change_at', null)
    from private.live_page_locales l
    where l.site_id = p_site and l.locale = p_locale and (l.parent_id = above or l.page_id = above)
  );
end $$;
comment on function private.list_pages is 'A published page and those below it in one locale: itself first, the others in the order in which they were made.';
