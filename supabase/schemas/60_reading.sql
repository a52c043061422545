-- The data of pages, read in bulk. The functions run with the rights of the caller: an editor's draft reads under the
-- policies, a publisher with its secret key reads all, at the time `p_at`.

-- Where a link leads, which is all that menus show of it.
create view private.link_lead_records with (security_invoker = true) as
select l.id, jsonb_build_object('id', l.id, 'type', l.link_type, 'url', l.url,
  'anchor', l.anchor_id, 'page_id', l.page_id, 'page_site', (select p.site_id from public.pages p where p.id = l.page_id),
  'addresses', (
    select jsonb_object_agg(a.locale, jsonb_build_object('path', a.path, 'title', a.title, 'nav_title', a.nav_title))
    from private.live_page_locales a where a.page_id = l.page_id
  ),
  'row_kind', l.row_kind, 'row_id', l.row_id,
  'row', (select r.record from private.link_targets r where r.kind = l.row_kind and r.id = l.row_id),
  'document_id', l.document_id,
  'document_path', (select d.storage_path from public.documents d where d.id = l.document_id)) as record
from public.links l;
grant select on private.link_lead_records to authenticated, service_role;

-- What a place shows of a link that has a title of its own for it.
create view private.link_titled_records with (security_invoker = true) as
select l.id, r.record || jsonb_build_object('target', l.target) as record
from public.links l
join private.link_lead_records r on r.id = l.id;
grant select on private.link_titled_records to authenticated, service_role;

create view private.link_records with (security_invoker = true) as
select l.id, r.record || jsonb_build_object('text', l.text) as record
from public.links l
join private.link_titled_records r on r.id = l.id;
grant select on private.link_records to authenticated, service_role;

-- {"image": [1, 2], "product": [5]} → {"image": {"1": {…}}, "product": {"5": {…}}}
-- Generated, with a statement for each view private.<shape>_records: PL/pgSQL caches the plans of static statements only.
do $generate$
begin
  execute format($function$
create function public.read_records(p_requests jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer jsonb := '{}';
  shape text;
  ids bigint[];
  records jsonb;
begin
  for shape in select jsonb_object_keys(p_requests) loop
    ids := array(select jsonb_array_elements_text(p_requests -> shape)::bigint);
    records := null;
    case shape
%s
      else null;
    end case;
    answer := answer || jsonb_build_object(shape, coalesce(records, '{}'));
  end loop;
  return answer;
end $$$function$, (
    select string_agg(format(
      'when %L then select json_object_agg(r.id, r.record)::jsonb into records from private.%I r where r.id = any (ids);',
      left(c.relname, -length('_records')), c.relname), E'\n' order by c.relname)
    from pg_catalog.pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'v' and c.relname like '%\_records'
  ));
end $generate$;
comment on function public.read_records is
  'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';
grant execute on function public.read_records to authenticated, service_role;

-- Generated, with a call of each function private.list_<list>.
do $generate$
begin
  execute format($function$
create function public.read_lists(p_site text, p_locale public.locale, p_at timestamptz, p_queries jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answers jsonb := '[]';
  query jsonb;
begin
  for query in select jsonb_array_elements(p_queries) loop
    answers := answers || jsonb_build_array(case query ->> 'list'
%s
    end);
  end loop;
  return answers;
end $$$function$, (
    select string_agg(format('when %L then private.%I(%s)', substr(p.proname, length('list_') + 1), p.proname, (
        select string_agg(case
          when a.name = 'p_query' then 'query'
          when a.name = 'p_locale' and a.type = 'text'::regtype then 'p_locale::text'
          else a.name end, ', ' order by a.place)
        from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality a (name, type, place)
      )), E'\n' order by p.proname)
    from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proname like 'list\_%%'
  ));
end $generate$;
comment on function public.read_lists is 'The answers of list queries in their order, each with the moment at which it will change by the clock.';
grant execute on function public.read_lists to authenticated, service_role;

create function public.read_globals(p_site text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with link_ids as (
      select distinct private.id_of(jsonb_path_query(m.items, 'strict $.**.link')) as id
      from public.menus m where m.site_id = p_site
    )
    select jsonb_build_object(
      'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
      'og_image', (select r.record from private.image_records r where r.id = private.id_of(s.settings -> 'og_image')),
      'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
      'links', (
        select coalesce(jsonb_object_agg(l.id, l.record), '{}')
        from private.link_lead_records l where l.id in (select i.id from link_ids i)
      ),
      'routes', (
        select coalesce(jsonb_object_agg(p.route, a.addresses), '{}')
        from public.pages p
        -- One page's at a time: joined as a whole, the addresses of all pages of all sites would be gathered.
        cross join lateral (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
          from private.live_page_locales l where l.page_id = p.id
        ) a
        where p.site_id = s.id and p.route is not null and a.addresses is not null
      ))
    from public.sites s
    where s.id = p_site
  );
end $$;
comment on function public.read_globals is 'What every page of a site shows: its metadata, settings and menus, and the addresses of its routes.';
grant execute on function public.read_globals to authenticated, service_role;

-- Menus and settings are on every page and change rarely. A publisher names the last change that it had read them after, and is
-- not sent them again unless a later change names them. Changes that are still queued do not count: once they are received, every
-- page of the site is rendered again. Publishers cache globals for less than the day after which the log is deleted.
create function private.knows_globals(p_site text, p_seq bigint) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return p_seq <= coalesce((select max(c.seq) from public.change_log c), 0) and not exists (
    select 1 from public.change_log c
    where c.seq > p_seq and (
      c.tags && (array['globals:' || p_site, 'site:' || p_site, 'site/description:' || p_site]
        || array(select 'image/card:' || (s.settings ->> 'og_image') from public.sites s where s.id = p_site and s.settings ? 'og_image'))
      or exists (select 1 from unnest(c.tags) t where starts_with(t, 'named:' || p_site || '/'))
    )
  );
end $$;
revoke execute on function private.knows_globals from public;
grant execute on function private.knows_globals to service_role;

-- Module trees are large, and a page is read for every render: as `json` they are copied once, as `jsonb` at each level. A revision
-- never changes, so a reader that has cached its tree adds the version to the target and is not sent it again. The version is the
-- revision and the transaction that wrote it, so that an imported revision with the same number is another one.
create function public.read_pages(p_view text, p_targets jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  pages json;
  above_pages json;
begin
  if p_view = 'published' then
    select json_agg(case when c.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', (select u.parent_id from private.page_parents u where u.id = p.id), 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
      'description', c.description, 'seo', c.seo, 'version', c.version,
      'modules', case when c.version is distinct from t.value ->> 2 then c.modules end, 'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from private.live_page_locales l where l.page_id = p.id
      ), 'hidden', (
        select json_agg(l.locale order by l.locale) from private.live_page_locales l where l.page_id = p.id and l.noindex
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join lateral (select * from public.pages p where p.id = (t.value ->> 0)::bigint limit 1) p on true
    left join lateral (
      select c.*, c.revision_id || '.' || c.xmin::text as version from public.page_revision_locales c
      where c.revision_id = p.published_revision_id and c.locale = (t.value ->> 1)::public.locale limit 1
    ) c on true;
  else
    select json_agg(case when d.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', p.parent_id, 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', d.path, 'title', d.title, 'nav_title', d.nav_title,
      'description', d.description, 'seo', d.seo, 'modules', private.assemble_modules(p.id, null, d.locale),
      'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.page_locales l where l.page_id = p.id
      ), 'hidden', (
        select json_agg(l.locale order by l.locale) from public.page_locales l where l.page_id = p.id and l.seo -> 'noindex' = 'true'
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join public.pages p on p.id = (t.value ->> 0)::bigint
    left join public.page_locales d on d.page_id = p.id and d.locale = (t.value ->> 1)::public.locale;
  end if;
  -- The pages above are those that were above when they were published; only a draft's own parent is the draft's.
  with recursive above as (
    select case when p_view = 'published' then u.parent_id else p.parent_id end as id
    from public.pages p
    cross join lateral (select v.parent_id from private.page_parents v where v.id = p.id limit 1) u
    where p.id = any (array(select (t ->> 0)::bigint from jsonb_array_elements(p_targets) t))
    union
    select u.parent_id from above a cross join lateral (select v.parent_id from private.page_parents v where v.id = a.id limit 1) u
  )
  select json_object_agg(p.id, json_build_object('parent_id', p.parent_id, 'addresses', (
    select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
    from private.live_page_locales l where l.page_id = p.id
  )))
  into above_pages
  from above a cross join lateral (select v.* from private.page_parents v where v.id = a.id limit 1) p;
  return json_build_object('pages', coalesce(pages, '[]'), 'above', coalesce(above_pages, '{}'));
end $$;
comment on function public.read_pages is
  'Pages with their module trees in one locale each, published or draft; null for one that is not there. Published modules have a version, and are null where the target names that version.';
grant execute on function public.read_pages to authenticated, service_role;

create function public.read_content(
  p_site text, p_view text, p_at timestamptz, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb,
  p_known_globals bigint default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  globals jsonb;
  pages json;
  records jsonb;
  lists jsonb;
begin
  if p_globals then
    if p_known_globals is null then
      globals := public.read_globals(p_site);
    elsif not private.knows_globals(p_site, p_known_globals) then
      globals := public.read_globals(p_site);
    end if;
  end if;
  if p_pages <> '[]' then
    pages := public.read_pages(p_view, p_pages);
  end if;
  if p_records <> '{}' then
    records := public.read_records(p_records);
  end if;
  if p_lists <> '{}' then
    select jsonb_object_agg(l.key, public.read_lists(p_site, l.key::public.locale, p_at, l.value)) into lists
    from jsonb_each(p_lists) l;
  end if;
  return json_build_object('globals', globals, 'pages', pages, 'records', records, 'lists', lists);
end $$;
comment on function public.read_content is
  'What a page asks for at once: globals, pages by [id, locale], records by kind, lists by locale. What is not asked for is null, and so are globals that have not changed since the change that the caller knows them by.';
grant execute on function public.read_content to authenticated, service_role;

create function public.find_page(p_site text, p_locale public.locale, p_path text, p_view text) returns bigint
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select case p_view
      when 'published' then (
        select l.page_id from private.live_page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
      else (
        select l.page_id from public.page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
    end
  );
end $$;
comment on function public.find_page is 'The page at a path (decoded, without locale prefix), or null.';
grant execute on function public.find_page to authenticated, service_role;

create function public.find_row(p_kind text, p_slug text) returns bigint
language sql stable set search_path = ''
as $$
  select r.id from private.page_rows r where r.kind = p_kind and r.slug = p_slug
$$;
comment on function public.find_row is 'The record with a page of its own that has this slug, or null.';
grant execute on function public.find_row to authenticated, service_role;

create function public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamptz) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  pictures jsonb;
  answer json;
begin
  -- A view of all kinds takes longer to begin than the pages of a sitemap to be read.
  if p_kind = 'page' then
    pictures := (
      select jsonb_object_agg(p.id, private.id_of(c.seo -> 'og_image'))
      from public.pages p
      join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
      where p.id >= p_part * 500 and p.id < (p_part + 1) * 500 and c.seo ? 'og_image'
    );
  else
    pictures := (
      select jsonb_object_agg(i.id, i.image_id) from private.page_rows i
      where i.kind = p_kind and i.id >= p_part * 500 and i.id < (p_part + 1) * 500 and i.image_id is not null
    );
  end if;
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      (pictures ->> r.ref::text)::bigint as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  ), images as materialized (
    select i.id, i.record from private.image_records i where i.id = any (array(select e.image_id from entries e))
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image_id', e.image_id, 'image', i.record) order by e.ref), '[]')
      from entries e
      left join images i on i.id = e.image_id
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $$;
comment on function public.read_sitemap is 'The routes of one sitemap file: up to 500 records of a kind.';

create function public.read_sitemap_index(p_site text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(f.kind, f.part) order by k.sitemap_order, f.part), '[]')
    from (
      select distinct r.kind, r.ref / 500 as part from private.routes r
      where r.site_id = p_site and not r.noindex
        and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    ) f
    join private.output_kinds k on k.kind = f.kind
  );
end $$;
comment on function public.read_sitemap_index is 'The sitemap files of a site, as [kind, part].';

-- Those that were written, in the overlay with those that a set of changes would write.
create view private.live_redirects with (security_invoker = true) as
select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id from public.redirects r;
grant select on private.live_redirects to service_role;

-- The stock page of a product has the same slug as the product.
create function public.read_redirects(p_site text, p_left text[] default '{}') returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  kinds text[];
  ids bigint[];
  targets jsonb := '{}';
  stocked bigint[] := '{}';
begin
  select array_agg(distinct r.row_kind), array_agg(distinct r.row_id) into kinds, ids
  from private.live_redirects r where r.site_id = p_site and r.row_kind is not null;
  -- Most sites have none of these, and each of the views reads every kind.
  if kinds is not null then
    targets := (
      select coalesce(jsonb_object_agg(t.kind || ':' || t.id, t.record), '{}')
      from private.link_targets t where t.kind = any (kinds) and t.id = any (ids)
    );
    stocked := array(select o.ref from private.routes o where o.site_id = p_site and o.kind = 'inventory' and o.ref = any (ids));
  end if;
  return (
    with own as materialized (
      select r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id
      from private.live_redirects r where r.site_id = p_site
      union all
      -- As private.keep_withdrawn_path() will have them once the index knows that they were left.
      select private.source_of_path(l.path), null, 410, null, null, null, null, null
      from (select distinct unnest(p_left)) l (path)
      where l.path <> '/' and not exists (
          select from private.live_redirects r where r.site_id = p_site and r.from_path = private.source_of_path(l.path)
        )
        and (select count(*) from public.site_outputs o where o.site_id = p_site and l.path in (o.path, o.taking_path)) < 2
    ), addresses as materialized (
      select l.page_id, l.locale, l.path, l.site_id from private.live_page_locales l where l.page_id = any (array(select o.page_id from own o))
    )
    select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
      'page_id', r.page_id, 'locale', r.locale, 'address', l.path, 'page_site', l.site_id,
      'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id, 'row', targets -> (r.row_kind || ':' || r.row_id),
      'has_stock', r.row_kind = 'product' and r.row_id = any (stocked))
      order by r.from_path, r.row_kind, r.from_slug), '[]')
    from own r
    left join addresses l on (l.page_id, l.locale) = (r.page_id, r.locale)
  );
end $$;
comment on function public.read_redirects is
  'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';
