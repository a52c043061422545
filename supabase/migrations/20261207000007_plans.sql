-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb);

drop function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb);

drop function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb);

drop function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb);

drop function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone);

drop function private.page_proposal(bigint,bigint,jsonb);

CREATE OR REPLACE FUNCTION private.draft_locale(p_page_id bigint, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description,
      'seo', l.seo, 'modules', private.assemble_modules(l.page_id, null, l.locale))
    from public.page_locales l
    where l.page_id = p_page_id and l.locale = p_locale
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.published_locale(p_page_id bigint, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title, 'description', r.description,
      'seo', r.seo, 'modules', r.modules)
    from public.pages p
    join public.page_revision_locales r on r.revision_id = p.published_revision_id
    where p.id = p_page_id and r.locale = p_locale
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.outputs_of_rows(p_rows jsonb)
 RETURNS TABLE(kind text, ref bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select k.kind, r.ref, r.kind || ':' || r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    join private.output_kinds k on k.content_kind = r.kind
    union
    select c.kind, c.ref, 'product:' || r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
    where r.kind = 'product';
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamp with time zone, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with asked as (
      select o.kind, o.ref from private.outputs_of_rows(p_rows) o
    ), checked as (
      -- As reconcile_outputs does when a site has changed.
      select distinct r.site from jsonb_to_recordset(p_rows) r (kind text, site text)
      where r.kind = 'site' and r.site in (select b.site_id from private.built_sites b)
    ), wanted as materialized (
      select r.site_id, r.kind, r.ref, r.locale, '' as listed_kind, 'reconciled:' || r.site_id as reason
      from private.routes r
      where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
      union
      select f.site_id, f.kind, f.ref, f.locale, '', 'site:' || f.site_id
      from private.fixed_outputs f where f.site_id in (select c.site from checked c)
      union
      select r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, 'reconciled:' || r.site_id
      from private.routes r
      where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
        and r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
    ), tags as (
      select array(
        select unnest(p_tags)
        union
        select g.gives from private.globals_dependencies g where g.tag = any (p_tags)
        union
        -- A record that is named as a whole is meant in each of its shapes.
        select s.kind || '/' || s.shape || ':' || split_part(t, ':', 2)
        from unnest(p_tags) t join private.shapes s on s.kind = split_part(t, ':', 1)
      ) as list
    ), affected as (
      select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash,
        case when o.tags && tags.list then array(select distinct private.reason_of(t) from unnest(o.tags) t where t = any (tags.list) order by 1)
          else array[o.kind || ':' || o.ref] end as reasons
      from public.site_outputs o, tags
      where o.tags && tags.list
        or exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
      union all
      select r.site_id, r.kind, r.ref, r.locale, '', null, null, array[r.kind || ':' || r.ref]
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
      -- The first record of a sitemap brings the file with it.
      select b.site_id, 'sitemap', b.part, 'en', b.kind, null, null, array['sitemap:' || b.kind || ':' || b.part]
      from (
        select distinct r.site_id, r.kind, r.ref / 500 as part
        from (
          select v.site_id, v.kind, v.ref from private.routes v
          where v.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
          union
          select l.site_id, 'page', l.page_id from public.page_locales l
        ) r
        where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
      ) b
      where not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (b.site_id, 'sitemap', b.part, 'en', b.kind)
      )
      union all
      select w.site_id, w.kind, w.ref, w.locale, w.listed_kind, null, null, array[w.reason]
      from wanted w
      where not exists (
          select 1 from public.site_outputs o
          where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site_id, w.kind, w.ref, w.locale, w.listed_kind)
        )
        and not exists (select 1 from asked a where a.kind = w.kind and a.ref = w.ref)
      union all
      select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash, array['reconciled:' || o.site_id]
      from public.site_outputs o, tags
      where o.site_id in (select c.site from checked c) and not o.tags && tags.list
        and not exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
        and not exists (
          select 1 from wanted w
          where (w.site_id, w.kind, w.ref, w.locale, w.listed_kind) = (o.site_id, o.kind, o.ref, o.locale, o.listed_kind)
        )
    ), shown as (
      select a.*, r.address, case (select k.scope from private.output_kinds k where k.kind = a.kind)
        when 'record' then r.address is not null
        when 'sitemap' then true
        else exists (
          select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (a.site_id, a.kind, a.ref, a.locale)
        ) end as is_shown
      from (select * from affected order by site_id, kind, ref, locale, listed_kind limit p_limit) a
      left join private.routes r
        on (r.site_id, r.kind, r.ref, r.locale) = (a.site_id, a.kind, a.ref, a.locale)
        and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    )
    select jsonb_build_object(
      'total', (select count(*) from affected),
      'outputs', (
        select coalesce(jsonb_agg(jsonb_build_object('site', s.site_id, 'kind', s.kind, 'ref', s.ref, 'locale', s.locale,
          'listed', nullif(s.listed_kind, ''), 'path', s.path, 'hash', s.content_hash, 'reasons', s.reasons,
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
  );
end $function$
;
comment on function public.publish_plan(text[],jsonb,timestamp with time zone,integer) is 'The outputs that a change with these tags would make stale, with the tags that are the reason.';

CREATE OR REPLACE FUNCTION private.page_proposal(p_page_id bigint, p_parent_id bigint, p_news jsonb, p_with_page boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object(
      'tags', to_jsonb(array['page:' || p.id]
        || case when d.is_listed_anew then array['sitemap:page:' || p.id / 500] else '{}' end
        || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
        || case when d.is_moved then array['path:page:' || p.id] else '{}' end
        || case when d.is_named_anew then array(
          select 'below:page:' || s.id
          from (select p_parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
          where s.id is not null
        ) else '{}' end
        || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
      'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
      'page', case when p_with_page then jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'template', p.template, 'is_editable', p.is_editable,
        'parent_id', p_parent_id,
        'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
        'above', (
          with recursive above as (
            select p_parent_id as id
            union
            select v.parent_id from above a join private.page_parents v on v.id = a.id
          )
          select coalesce(jsonb_object_agg(v.id, jsonb_build_object('parent_id', v.parent_id, 'addresses', (
            select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
            from public.published_page_locales l where l.page_id = v.id
          ))), '{}')
          from above a join private.page_parents v on v.id = a.id
        ),
        'addresses', (
          select jsonb_object_agg(n.key, jsonb_build_object('path', n.value -> 'path', 'title', n.value -> 'title', 'nav_title', n.value -> 'nav_title'))
          from jsonb_each(p_news) n
        )) end)
    from public.pages p
    cross join lateral (
      select
        coalesce(bool_or((n.path, private.page_name(n.title, n.nav_title), p_parent_id)
          is distinct from (o.path, private.page_name(o.title, o.nav_title), o.parent_id)), false)
          as is_named_anew,
        coalesce(bool_or(n.path is distinct from o.path), false) as is_moved,
        coalesce(bool_or(not n.noindex), false) as is_listed,
        coalesce(bool_or(o.path <> n.path or exists (
          select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
        ) or (n.locale is null and exists (
          -- It will answer 410, unless the path has a redirect.
          select 1 from public.site_outputs x
          where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
            and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = private.source_of_path(x.path))
        ))), false) as is_redirected,
        -- An old address redirects to the page in its locale, while the page exists.
        coalesce(bool_or((n.locale is null or o.locale is null) and exists (
          select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
        )), false) as is_led_to_anew,
        coalesce(bool_or(
          private.sitemap_line(p.site_id, n.path, n.noindex, now(), private.id_of(p_news #> '{en,seo,og_image}'))
            is distinct from private.sitemap_line(o.site_id, o.path, o.noindex, o.published_at, private.sitemap_picture(o.revision_id))
        ), false) as is_listed_anew
      from (
        select l.key::public.locale as locale, l.value ->> 'path' as path, l.value ->> 'title' as title, l.value ->> 'nav_title' as nav_title,
          coalesce((l.value -> 'seo' ->> 'noindex')::boolean, false) as noindex
        from jsonb_each(p_news) l
      ) n
      full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
    ) d
    where p.id = p_page_id
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.draft_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else private.page_proposal(p.id, p.parent_id, (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    ), true)
    end
  from public.pages p where p.id = p_page_id
$function$
;
comment on function public.draft_changes(bigint) is 'What publishing a page''s draft would put on the change queue.';

CREATE OR REPLACE FUNCTION public.contents_changes(p_page_id bigint, p_contents jsonb, p_parent_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.page_proposal(p_page_id, p_parent_id, p_contents, true)
$function$
;
comment on function public.contents_changes(bigint,jsonb,bigint) is 'What publishing a page with this content, by locale, would put on the change queue.';

CREATE OR REPLACE FUNCTION private.with_fields(p_row jsonb, p_names text[], p_values jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  field record;
begin
  for field in
    select string_to_array(n, '/') as place, p_values -> n as value from unnest(p_names) n
  loop
    if cardinality(field.place) = 1 then
      p_row := jsonb_set(p_row, field.place, coalesce(field.value, 'null'));
    elsif field.value is null then
      p_row := p_row #- field.place;
      -- A language without a text is none.
      if p_row #> field.place[:2] = '{}' then
        p_row := p_row #- field.place[:2];
      end if;
    else
      p_row := jsonb_set(p_row, field.place[:2], coalesce(p_row #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  return p_row;
end $function$
;

CREATE OR REPLACE FUNCTION private.put_back_fields(p_table text, p_ref bigint, p_expected jsonb, p_values jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb;
  now_fields jsonb;
  columns text;
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1 for update', p_table) into stored using p_ref;
  now_fields := private.fields_of(stored);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  stored := private.with_fields(stored, array(select jsonb_object_keys(p_expected)), p_values);
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2',
      p_table, columns) using stored, p_ref;
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.restored_rows(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', r.ref, 'rows', jsonb_set(s.rows, array[r.name, '0'],
      private.with_fields(s.rows #> array[r.name, '0'], array(select jsonb_object_keys(r.expected)), r.values))) order by s.kind, r.ref), '[]')
    from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb)
    join lateral (
      select k.kind, private.record_rows(k.kind, r.ref::text, true) as rows from private.kinds k where k.table_name = r.name
    ) s on s.rows #> array[r.name, '0'] is not null
  );
end $function$
;
comment on function public.restored_rows(jsonb) is 'The rows of records, by table, as public.take_back would leave them.';

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text, p_left text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
      select l.page_id, l.locale, l.path from private.live_page_locales l where l.page_id = any (array(select o.page_id from own o))
    )
    select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
      'page_id', r.page_id, 'locale', r.locale, 'address', l.path,
      'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id, 'row', targets -> (r.row_kind || ':' || r.row_id),
      'has_stock', r.row_kind = 'product' and r.row_id = any (stocked))
      order by r.from_path, r.row_kind, r.from_slug), '[]')
    from own r
    left join addresses l on (l.page_id, l.locale) = (r.page_id, r.locale)
  );
end $function$
;
comment on function public.read_redirects(text,text[]) is 'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';

CREATE OR REPLACE FUNCTION private.reads_no_drafts()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(current_setting('app.planned', true) = '{}' and coalesce(current_setting('app.version', true), '') = ''
    and coalesce(current_setting('app.records', true), '') = '', false);
end $function$
;
comment on function private.reads_no_drafts() is 'Whether pages alone are proposed: all records are read as they are live.';

CREATE OR REPLACE FUNCTION private.proposed_contents()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('app.pages', true), '')::jsonb
$function$
;
comment on function private.proposed_contents() is 'Pages as they are proposed, besides those of a release: [{"page", "parent", "contents": without modules, or null where it is gone, "stays"}].';

CREATE OR REPLACE FUNCTION private.proposed_page_ids()
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(nullif(current_setting('app.page_ids', true), ''), '{}')::bigint[];
end $function$
;

CREATE OR REPLACE FUNCTION private.proposed_records(p_kind text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('app.records', true), '')::jsonb -> p_kind, '{}')
$function$
;
comment on function private.proposed_records(text) is 'Records of a kind as they are proposed, besides their drafts: {id: rows by table, or null where it is gone}.';

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  owner text;
  live_columns text[];
  stored text;
  shown text;
  columns text;
  generated text[];
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'))
      else format('coalesce(r.%1$I, %2$s) as %1$I', a.attname, case when a.attnotnull then coalesce(a.fallback, 'null') else 'null' end)
    end, E',\n    ' order by a.attname) filter (where a.attgenerated = ''),
    string_agg(case
      when a.attgenerated <> '' then a.fallback
      -- As private.touch() would date it: sitemaps tell the day of a change.
      when a.attname = 'updated_at' and owner is null
        then 'case when to_jsonb(g) - ''live'' = g.live then g.updated_at else now() end'
      else format('g.%I', a.attname)
    end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname),
    coalesce(array_agg(a.attname) filter (where a.attgenerated <> ''), '{}')
  into stored, shown, columns, generated
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  if owner is null then
    stored := stored || format(E',\n    to_jsonb(l) - %L::text[] as live', generated);
  end if;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
declare
  merged jsonb;
  planned text[];
  shown jsonb;
begin
  if private.reads_no_drafts() then
    return;
  end if;
  merged := private.merged_in_release();
  planned := private.planned_records(%6$L);
  shown := private.shown_version(%6$L);
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from (
      select d.record_id, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) as rows
      from public.record_drafts d
      where d.kind = %6$L and d.release_id is not distinct from private.previewed_release() and d.rows is not null
        and (planned is null or d.record_id = any (planned))
      union all
      select v.record_id, v.data from public.record_versions v
      where v.kind = %6$L and v.record_id = shown ->> 'id' and v.number = (shown ->> 'number')::integer
      union all
      select p.key, p.value from jsonb_each(private.proposed_records(%6$L)) p where p.value <> 'null'
    ) d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end,
    p_kind, columns);
end $functionx$
;

CREATE OR REPLACE FUNCTION private.make_overlay(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text;
  owner text;
begin
  select coalesce(c.owner_key, 'id') into owner from private.content_tables c where c.name = p_table;
  perform private.make_draft_rows(p_kind, p_table);
  select string_agg(format('r.%I', a.attname), ', ' order by a.attname) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('create view preview.%1$I with (security_invoker = true) as
    select %2$s from public.%1$I r union all select %2$s from preview.%3$I() r', p_table, columns, 'draft_' || p_table);
  execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
    (select not private.is_previewing() or private.reads_no_drafts())
    or %2$I.%4$I::text is distinct from (select private.shown_version(%3$L) ->> 'id')
    and %2$I.%4$I::text <> all ((select array(select jsonb_object_keys(private.proposed_records(%3$L))))::text[])
    and not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text
      and d.release_id is not distinct from (select private.previewed_release()) and d.rows is not null
      and ((select private.planned_records(%3$L)) is null or d.record_id = any ((select private.planned_records(%3$L))::text[])))
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION private.make_page_overlays()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page_table text;
  owner text;
  contents text := $contents$select l.page_id, l.parent_id, c.key::public.locale as locale, r.*
      from private.proposed_pages l
      cross join lateral jsonb_each(l.contents) c
      cross join lateral jsonb_to_record(c.value) r (path text, title text, nav_title text, description text, seo jsonb, modules json)$contents$;
begin
  create function preview.draft_pages() returns setof public.pages
  language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
  as $body$
  begin
    return query select * from jsonb_populate_recordset(null::public.pages, nullif(current_setting('app.page_rows', true), '')::jsonb);
  end $body$;
  create view preview.pages with (security_invoker = true) as
    select * from public.pages union all select * from preview.draft_pages();
  execute format($view$create view preview.published_page_locales with (security_invoker = true) as
    select r.page_id, r.locale, r.site_id, r.parent_id, r.revision_id, r.path, r.title, r.nav_title, r.noindex, r.published_at
    from public.published_page_locales r
    union all
    select c.page_id, c.locale, p.site_id, (select u.id from preview.pages u where u.id = c.parent_id), -c.page_id, c.path, c.title, c.nav_title,
      coalesce((c.seo ->> 'noindex')::boolean, false), now()
    from (%s) c join preview.draft_pages() p on p.id = c.page_id$view$, contents);
  execute format($view$create view preview.page_revision_locales with (security_invoker = true) as
    select r.xmin, r.revision_id, r.locale, r.path, r.title, r.nav_title, r.description, r.seo, r.modules from public.page_revision_locales r
    union all
    select '0'::xid, -c.page_id, c.locale, c.path, c.title, c.nav_title, c.description, c.seo,
      coalesce(c.modules, private.proposed_modules(c.page_id, c.locale)) from (%s) c$view$, contents);
  foreach page_table in array '{pages,published_page_locales}'::text[] loop
    owner := case page_table when 'pages' then 'id' else 'page_id' end;
    execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
      (select not private.is_previewing()) or %2$I.%3$I <> all ((select private.proposed_page_ids())::bigint[])
    )$policy$, page_table || '_preview', page_table, owner);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_redirect_overlay()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  create function preview.moved_redirects() returns setof public.redirects
  language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
  as $body$
  begin
    return query select * from jsonb_populate_recordset(null::public.redirects, nullif(current_setting('app.redirects', true), '')::jsonb);
  end $body$;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_previews()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET check_function_bodies TO 'off'
AS $function$
declare
  old record;
  part record;
  overlaid text[];
  copied text[];
  waiting text[] := '{}';
  made text[];
begin
  for old in
    select p.polname as name, p.polrelid::regclass::text as place from pg_catalog.pg_policy p
    where p.polname like '%\_preview' and not p.polpermissive
  loop
    execute format('drop policy %I on %s', old.name, old.place);
  end loop;
  drop schema if exists preview cascade;
  create schema preview;

  create temporary table preview_parts on commit drop as
  with recursive objects as (
    select p.oid, n.nspname || '.' || p.proname as name, 'function' as sort, pg_catalog.pg_get_functiondef(p.oid) as definition
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f' and pg_catalog.has_function_privilege('service_role', p.oid, 'execute')
    union all
    -- What is live has an address in the index of outputs. Here it has the kind and the address that it would have there.
    select c.oid, n.nspname || '.' || c.relname, 'view', case c.oid
      when 'private.live_paths'::regclass then
        'select r.site_id, r.kind, r.ref, r.locale, r.kind || '' '' || r.address as path from private.routes r'
      when 'private.route_paths'::regclass then
        'select p.site_id, p.route, l.locale, ''page '' || l.path as path
          from public.pages p join private.live_page_locales l on l.page_id = p.id where p.route is not null'
      when 'private.live_redirects'::regclass then
        'select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id from public.redirects r
          where not exists (select from preview.moved_redirects() m
            where m.site_id = r.site_id and (m.from_path = r.from_path or (m.row_kind, m.from_slug) = (r.row_kind, r.from_slug)))
          union all
          select m.site_id, m.from_path, null, m.status, m.page_id, m.locale, m.row_kind, m.from_slug, m.row_id
          from preview.moved_redirects() m where m.status is not null'
      else pg_catalog.pg_get_viewdef(c.oid)
    end
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'v' and pg_catalog.has_table_privilege('service_role', c.oid, 'select')
    union all
    select format('public.%I', t.name)::regclass, 'public.' || t.name, 'table', 'page'
    from unnest('{pages,published_page_locales,page_revision_locales}'::text[]) t (name)
    union all
    select c.oid, 'public.' || t.name, 'table', k.kind
    from private.content_tables t
    join private.kinds k on k.table_name in (t.name, t.owner_name) and k.kind not in ('page', 'page_revision', 'draft_save')
    join pg_catalog.pg_class c on c.oid = format('public.%I', t.name)::regclass
  ), reached as (
    select o.* from objects o
    where o.name in ('public.read_content', 'public.find_row', 'public.find_page', 'public.read_sitemap', 'public.read_sitemap_index',
      'public.read_redirects')
      or (o.name like 'private.%\_entries' and o.name <> 'private.search_entries') or o.name = 'private.entries_of_texts'
    union
    select o.* from reached r
    cross join lateral private.names_in(case when r.sort <> 'table' then r.definition end) n
    join objects o on o.name = n
  )
  select * from reached;

  select coalesce(array_agg(p.name), '{}') into overlaid from pg_temp.preview_parts p where p.sort = 'table';
  copied := overlaid;
  loop
    select array_agg(p.name) into made from pg_temp.preview_parts p
    where p.name <> all (copied) and exists (select from private.names_in(p.definition) n where n = any (copied) and n <> p.name);
    exit when made is null;
    copied := copied || made;
  end loop;

  perform private.make_page_overlays();
  perform private.make_redirect_overlay();
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'table' and p.definition <> 'page' order by p.name loop
    perform private.make_overlay(part.definition, split_part(part.name, '.', 2));
  end loop;
  update pg_temp.preview_parts p set definition = (
    select string_agg(case when s.text = any (copied) then 'preview.' || split_part(s.text, '.', 2) else s.text end, '' order by s.place)
    from regexp_split_to_table(regexp_replace(p.definition, '\m((?:public|private)\.[a-z_0-9]+)\M', E'\x01\\1\x01', 'g'), E'\x01')
      with ordinality s (text, place)
  ) where p.sort <> 'table' and p.name = any (copied);
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'function' and p.name = any (copied) order by p.name loop
    execute part.definition;
  end loop;
  -- A view after those that it reads.
  select coalesce(array_agg(p.name), '{}') into waiting from pg_temp.preview_parts p where p.sort = 'view' and p.name = any (copied);
  while cardinality(waiting) > 0 loop
    made := '{}';
    for part in
      select p.* from pg_temp.preview_parts p
      where p.name = any (waiting) and not exists (
        select from regexp_matches(p.definition, '\mpreview\.([a-z_0-9]+)\M', 'g') m
        where 'private.' || m[1] = any (waiting) or 'public.' || m[1] = any (waiting)
      )
      order by p.name
    loop
      execute format('create view preview.%I with (security_invoker = true) as %s', split_part(part.name, '.', 2), part.definition);
      made := made || part.name;
    end loop;
    if made = '{}' then
      raise exception 'these views read each other: %', waiting;
    end if;
    waiting := array(select w from unnest(waiting) w where w <> all (made));
  end loop;
  drop table pg_temp.preview_parts;

  revoke all on schema preview from public, anon, service_role;
  revoke all on all tables in schema preview from public, anon, service_role;
  revoke all on all functions in schema preview from public, anon, service_role;
  grant usage on schema preview to authenticated;
  grant select on all tables in schema preview to authenticated;
  grant execute on all functions in schema preview to authenticated;
  -- Rows that no longer fit their tables are no longer previewed.
  update public.record_drafts set rows = rows where rows is not null;
end $function$
;
comment on function private.make_previews() is 'Makes the schema preview of the views and functions that pages are read by. To be called when one of them, or a content table, changes.';

CREATE OR REPLACE FUNCTION private.begin_preview(p_release bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_records jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  page_ids bigint[];
  page_rows jsonb;
begin
  perform set_config('app.release', coalesce(p_release::text, ''), true);
  perform set_config('app.merged', coalesce(p_merged::text, ''), true);
  perform set_config('app.planned', coalesce(p_planned::text, ''), true);
  perform set_config('app.version', coalesce(p_version::text, ''), true);
  perform set_config('app.records', coalesce(p_records::text, ''), true);
  -- Modules are large, and most of what reads a page does without them.
  perform set_config('app.pages', case when p_proposed is null then '' else (
    select coalesce(jsonb_agg(case when a.value ? 'contents'
      then jsonb_build_object('page', p.id, 'parent', a.value -> 'parent', 'stays', a.value -> 'stays', 'contents', (
        select jsonb_object_agg(c.key, c.value - 'modules') from jsonb_each(nullif(a.value -> 'contents', 'null')) c
      ))
      else jsonb_build_object('page', p.id, 'parent', p.parent_id, 'contents', (
        select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
          'description', l.description, 'seo', l.seo))
        from public.page_locales l where l.page_id = p.id
      )) end), '[]')
    from jsonb_array_elements(p_proposed) a join public.pages p on p.id = (a.value ->> 'page')::bigint
  )::text end, true);
  perform set_config('app.modules', coalesce((
    select jsonb_object_agg(a.value ->> 'page', (
      select jsonb_object_agg(c.key, c.value -> 'modules') from jsonb_each(a.value -> 'contents') c
    ))
    from jsonb_array_elements(p_proposed) a where jsonb_typeof(a.value -> 'contents') = 'object'
  )::text, ''), true);
  -- What reads pages asks for these once for each view that it reads.
  select array_agg(p.id), jsonb_agg(to_jsonb(p) || jsonb_build_object('published_revision_id', case when l.contents is not null then -p.id end))
  into page_ids, page_rows
  from private.proposed_pages l join public.pages p on p.id = l.page_id
  where p_release is not null or p_proposed is not null;
  perform set_config('app.page_ids', coalesce(page_ids::text, ''), true);
  perform set_config('app.page_rows', coalesce(page_rows::text, ''), true);
  perform set_config('app.preview', 'on', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.end_preview()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('app.preview', 'off', true);
  perform set_config(s, '', true) from unnest('{app.release,app.merged,app.planned,app.version,app.pages,app.modules,app.page_ids,app.page_rows,app.records,app.redirects}'::text[]) s;
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_version, p_proposed, p_proposed_records);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) is 'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a release; in place of one record a version of it ({"kind", "id", "number"}), and pages and further records as they are proposed. For staff; others see nothing in it.';

CREATE OR REPLACE FUNCTION public.preview_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_sitemap answers once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION public.preview_sitemap_index(p_site text, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_sitemap_index answers once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION public.preview_routes(p_rows jsonb, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  own jsonb;
  kinds text[];
  refs bigint[];
  answer jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(o)), '[]'), array_agg(distinct o.kind), array_agg(distinct o.ref) into own, kinds, refs
  from private.outputs_of_rows(p_rows) o;
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := (
    select coalesce(jsonb_agg(jsonb_build_object('site', r.site_id, 'kind', r.kind, 'ref', r.ref, 'locale', r.locale, 'address', r.address)), '[]')
    from preview.routes r
    where r.kind = any (kinds) and r.ref = any (refs) and own @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'ref', r.ref))
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  );
  perform private.end_preview();
  return jsonb_build_object('own', own, 'routes', answer, 'live', (
    select coalesce(jsonb_agg(jsonb_build_object('site', o.site_id, 'kind', o.kind, 'ref', o.ref, 'locale', o.locale, 'path', o.path, 'hash', o.content_hash)), '[]')
    from public.site_outputs o
    where o.kind = any (kinds) and o.ref = any (refs) and own @> jsonb_build_array(jsonb_build_object('kind', o.kind, 'ref', o.ref)) and o.path is not null
  ));
end $function$
;
comment on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'The outputs that come and go with records ("own"), those of them that are live, and those that there are at a moment ("routes") once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION private.moved_redirects(p_site text, p_left text[], p_taken text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  records jsonb;
  kinds text[];
  refs bigint[];
  pages_before jsonb;
  rows_before jsonb;
  renamed jsonb := '[]';
begin
  perform set_config('app.preview', 'off', true);
  select coalesce(jsonb_agg(to_jsonb(i)), '[]'), array_agg(distinct i.kind), array_agg(distinct i.id) into records, kinds, refs
  from (
    select d.kind, case when k.has_page then d.record_id::bigint end as id
    from public.record_drafts d join private.kinds k on k.kind = d.kind and k.has_page
    where d.release_id is not distinct from private.previewed_release() and d.rows is not null
      and (private.planned_records(d.kind) is null or d.record_id = any (private.planned_records(d.kind)))
    union
    select k.kind, case when k.has_page then p.key::bigint end from private.kinds k cross join lateral jsonb_each(private.proposed_records(k.kind)) p where k.has_page
  ) i;
  pages_before := (
    select jsonb_agg(to_jsonb(o)) from public.published_page_locales o where o.site_id = p_site and o.page_id = any (private.proposed_page_ids())
  );
  if refs is not null then
    rows_before := (
      select jsonb_agg(jsonb_build_object('kind', r.kind, 'id', r.id, 'slug', r.slug, 'sites', r.sites, 'is_published', r.is_published))
      from private.page_rows r
      where r.kind = any (kinds) and r.id = any (refs) and records @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
    );
  end if;
  perform set_config('app.preview', 'on', true);
  if refs is not null then
    renamed := (
      select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'id', n.id, 'before', o.slug, 'slug', n.slug,
        'is_kept', o.slug is not null and o.is_published and p_site = any (o.sites) and p_site = any (n.sites) and not exists (
          select from preview.page_rows x where x.kind = o.kind and x.slug = o.slug and x.id <> o.id
        ))), '[]')
      from preview.page_rows n
      left join jsonb_to_recordset(rows_before) o (kind text, id bigint, slug text, sites text[], is_published boolean)
        on (o.kind, o.id) = (n.kind, n.id)
      where n.kind = any (kinds) and n.id = any (refs) and records @> jsonb_build_array(jsonb_build_object('kind', n.kind, 'id', n.id))
        and n.slug is distinct from o.slug
    );
  end if;
  return (
    with pages_after as materialized (
      select l.page_id, l.locale, l.path, private.source_of_path(private.public_path(l.locale, l.path)) as from_path
      from preview.published_page_locales l where l.site_id = p_site and l.page_id = any (private.proposed_page_ids())
    ), moved_pages as materialized (
      select private.source_of_path(private.public_path(o.locale, o.path)) as from_path, o.page_id, o.locale
      from jsonb_populate_recordset(null::public.published_page_locales, pages_before) o
      join pages_after n on (n.page_id, n.locale) = (o.page_id, o.locale) and n.path <> o.path
      where o.path <> '/' and not private.is_server_path(o.path) and not exists (
        select from preview.published_page_locales l where l.site_id = p_site and l.locale = o.locale and l.path = o.path
      )
    ), kept as materialized (
      select m.from_path, null::text as row_kind, null::text as from_slug, null::bigint as row_id, 301 as status, m.page_id, m.locale from moved_pages m
      union all
      select null, r.kind, r.before, r.id, 301, null, null from jsonb_to_recordset(renamed) r (kind text, id bigint, before text, is_kept boolean) where r.is_kept
    ), freed as materialized (
      select n.from_path, null::text as row_kind, null::text as from_slug from pages_after n
      union
      select null, r.kind, r.slug from jsonb_to_recordset(renamed) r (kind text, slug text)
      union
      select t.from_path, null, null
      from (select private.source_of_path(u.path) as from_path from unnest(p_taken) u (path)) t
      join public.redirects r on r.site_id = p_site and r.from_path = t.from_path and r.status = 410
      union
      select r.from_path, null, null from public.redirects r join private.proposed_pages p on p.page_id = r.page_id
      where r.site_id = p_site and p.is_deleted
    ), withdrawn as (
      select distinct private.source_of_path(u.path) as from_path from unnest(p_left) u (path)
      where u.path <> '/' and not private.is_server_path(u.path)
    )
    select jsonb_agg(to_jsonb(m) || jsonb_build_object('site_id', p_site))
    from (
      select k.* from kept k
      union all
      select f.from_path, f.row_kind, f.from_slug, null, null, null, null from freed f
      where not exists (select from kept k where k.from_path = f.from_path or (k.row_kind, k.from_slug) = (f.row_kind, f.from_slug))
      union all
      select w.from_path, null, null, null, 410, null, null from withdrawn w
      where not exists (select from kept k where k.from_path = w.from_path)
        and (exists (select from freed f where f.from_path = w.from_path)
          or not exists (select from preview.redirects r where r.site_id = p_site and r.from_path = w.from_path))
    ) m
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_redirects(p_site text, p_left text[], p_taken text[], p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  perform set_config('app.redirects', coalesce(private.moved_redirects(p_site, p_left, p_taken)::text, ''), true);
  answer := preview.read_redirects(p_site);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_redirects answers once a release, or planned records and proposed pages, are live, and with that the paths p_left are withdrawn and p_taken are published.';

CREATE OR REPLACE FUNCTION public.add_record_to_release(p_actor uuid, p_release bigint, p_kind text, p_id text, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  draft public.record_drafts;
  item public.record_drafts;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into draft from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  if not found then
    return '{"status": "unchanged"}';
  end if;
  if draft.saved_at <> p_saved_at then
    return jsonb_build_object('status', 'conflict', 'saved', jsonb_build_object('at', draft.saved_at, 'by', private.person_name(draft.saved_by)));
  end if;
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if found and item.data is distinct from draft.data then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  update public.record_drafts d set release_id = p_release, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) is 'Moves the draft of a record into a release. p_replaces: as add_page_to_release has it. Refused where somebody has saved it since p_saved_at.';

CREATE OR REPLACE FUNCTION public.change_set_changes(p_pages jsonb, p_records jsonb DEFAULT '[]'::jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  of_records jsonb := public.record_changes(p_records);
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_proposed => (
    select jsonb_agg(a.value) from jsonb_array_elements(p_pages) a
    where a.value ? 'contents' or public.page_differs((a.value ->> 'page')::bigint)
  ));
  -- It is compared with what is live.
  perform set_config('app.preview', 'off', true);
  with items as materialized (
    select p.id, p.site_id, i.parent_id, coalesce(i.contents, '{}') as contents
    from private.proposed_pages i join public.pages p on p.id = i.page_id
  ), news as materialized (
    select private.page_proposal(i.id, i.parent_id, i.contents) as change from items i
  ), places as materialized (
    select i.site_id, i.id, c.key::public.locale as locale, c.value ->> 'path' as path from items i cross join jsonb_each(i.contents) c
  ), redirects_changed as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the set takes it.
    select i.site_id
    from items i
    join public.published_page_locales o on o.page_id = i.id and o.path <> '/'
    where not exists (select from places n where n.site_id = i.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = i.site_id and r.from_path = private.source_of_path(private.public_path(o.locale, o.path))
          and not exists (select from places n where n.id = i.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirects_changed r
        union all
        select jsonb_array_elements_text(of_records -> 'tags')
      ) t
    ),
    'rows', (
      select coalesce(jsonb_agg(distinct r.value), '[]') from (
        select r.value from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r
        union all
        select jsonb_array_elements(of_records -> 'rows')
      ) r (value)
    ),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.id, 'site', i.site_id, 'paths', (
        select coalesce(jsonb_object_agg(c.key, c.value -> 'path'), '{}') from jsonb_each(i.contents) c
      ))), '[]')
      from items i
    ),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.id, 'locale', o.locale)), '[]')
      from items i
      join public.published_page_locales o on o.page_id = i.id and o.parent_id is not distinct from i.parent_id
      where p_release is not null and i.contents -> o.locale::text = private.published_locale(i.id, o.locale)
        -- Every language names the addresses of the others that search engines may list, and English lends its settings for these.
        and (select jsonb_object_agg(n.key, jsonb_build_array(n.value -> 'path', coalesce((n.value -> 'seo' ->> 'noindex')::boolean, false)))
            from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, jsonb_build_array(l.path, l.noindex)) from public.published_page_locales l where l.page_id = i.id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.id, 'en') -> 'seo'
    ))
  into answer;
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.change_set_changes(jsonb,jsonb,bigint,jsonb) is 'What making pages and records, or a release, live would put on the change queue: tags and rows. Where the pages are then, and the languages in which a page of a release stays as it is.';

CREATE OR REPLACE FUNCTION private.read_as(p_user uuid, p_release bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  caller text := current_user;
  planned jsonb := case when p_user is null then nullif(p_args -> 'p_planned', 'null') end;
  proposed jsonb := case when p_user is null then nullif(p_args -> 'p_proposed', 'null') end;
  records jsonb := case when p_user is null then nullif(p_args -> 'p_proposed_records', 'null') end;
  answer json;
begin
  if p_user is null then
    perform set_config('app.reads_for_server', 'on', true);
  else
    perform set_config('app.assured_before', 'on', true);
    perform private.act_as(p_user);
  end if;
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_release, p_args -> 'p_merged',
      planned, null, proposed, records)
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_release))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_release, p_args -> 'p_merged', planned, proposed, records)
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_routes' then to_json(public.preview_routes(p_args -> 'p_rows', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_redirects' then to_json(public.preview_redirects(p_args ->> 'p_site', array(select jsonb_array_elements_text(p_args -> 'p_left')),
      array(select jsonb_array_elements_text(p_args -> 'p_taken')), p_release, p_args -> 'p_merged', planned, proposed, records))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_release, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_release, proposed))
  end;
  perform set_config('role', caller, true);
  perform set_config(s, '', true) from unnest('{app.reads_for_server,app.assured_before,app.actor}'::text[]) s;
  return answer;
end $function$
;

create or replace view private.live_redirects with (security_invoker=true) as
 SELECT site_id,
    from_path,
    to_path,
    status,
    page_id,
    locale,
    row_kind,
    from_slug,
    row_id
   FROM public.redirects r;

create or replace view private.proposed_pages with (security_invoker=true) as
 SELECT l.page_id,
    l.parent_id,
    COALESCE(((( SELECT private.merged_in_release() AS merged_in_release) -> 'pages'::text) -> (l.page_id)::text), l.contents) AS contents,
    (l.contents IS NULL) AS is_deleted
   FROM public.release_pages l
  WHERE (l.release_id = ( SELECT private.previewed_release() AS previewed_release))
UNION ALL
 SELECT p.page AS page_id,
    p.parent AS parent_id,
    p.contents,
    ((p.contents IS NULL) AND (NOT COALESCE(p.stays, false))) AS is_deleted
   FROM jsonb_to_recordset(( SELECT private.proposed_contents() AS proposed_contents)) p(page bigint, parent bigint, contents jsonb, stays boolean);

revoke all on table private.live_redirects from public, anon, authenticated, service_role;
grant select on table private.live_redirects to service_role;

revoke all on function private.outputs_of_rows(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.outputs_of_rows(jsonb) to authenticated;
grant execute on function private.outputs_of_rows(jsonb) to service_role;

revoke all on function private.page_proposal(bigint,bigint,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function private.page_proposal(bigint,bigint,jsonb,boolean) to service_role;

revoke all on function private.with_fields(jsonb,text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.with_fields(jsonb,text[],jsonb) to service_role;

revoke all on function public.restored_rows(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.restored_rows(jsonb) to service_role;

revoke all on function private.proposed_records(text) from public, anon, authenticated, service_role;
grant execute on function private.proposed_records(text) to authenticated;
grant execute on function private.proposed_records(text) to service_role;

revoke all on function private.make_redirect_overlay() from public, anon, authenticated, service_role;

revoke all on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to authenticated;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to service_role;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function private.moved_redirects(text,text[],text[]) from public, anon, authenticated, service_role;
grant execute on function private.moved_redirects(text,text[],text[]) to authenticated;
grant execute on function private.moved_redirects(text,text[],text[]) to service_role;

revoke all on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) to service_role;

select private.make_previews();
