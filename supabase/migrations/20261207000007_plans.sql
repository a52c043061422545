-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  ), pictures as materialized (
    select p.id as ref, private.id_of(c.seo -> 'og_image') as image_id
    from public.pages p
    join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
    where p_kind = 'page' and p.id >= p_part * 500 and p.id < (p_part + 1) * 500 and c.seo ? 'og_image'
    union all
    select i.id, i.image_id from private.page_rows i
    where p_kind <> 'page' and i.kind = p_kind and i.id >= p_part * 500 and i.id < (p_part + 1) * 500 and i.image_id is not null
  ), images as materialized (
    select i.id, i.record from private.image_records i where i.id in (select t.image_id from pictures t)
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image_id', t.image_id, 'image', i.record) order by e.ref), '[]')
      from entries e
      left join pictures t on t.ref = e.ref
      left join images i on i.id = t.image_id
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';

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

CREATE OR REPLACE FUNCTION private.begin_preview(p_release bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb)
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
  -- Modules are large, and most of what reads a page does without them.
  perform set_config('app.pages', case when p_proposed is null then '' else (
    select coalesce(jsonb_agg(case when a.value ? 'contents'
      then jsonb_build_object('page', p.id, 'parent', a.value -> 'parent', 'contents', (
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
  perform set_config(s, '', true) from unnest('{app.release,app.merged,app.planned,app.version,app.pages,app.modules,app.page_ids,app.page_rows}'::text[]) s;
end $function$
;

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
  ), led_elsewhere as (
    select i.site_id
    from items i
    join public.redirects r on r.page_id = i.id
    left join places n on n.id = r.page_id and n.locale = r.locale
    left join public.published_page_locales o on o.page_id = r.page_id and o.locale = r.locale
    where n.path is distinct from o.path
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
    'redirected', (
      select coalesce(jsonb_agg(s.site_id), '[]') from (select r.site_id from redirects_changed r union select l.site_id from led_elsewhere l) s
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
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.id, 'en') -> 'seo'
    ))
  into answer;
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.change_set_changes(jsonb,jsonb,bigint,jsonb) is 'What making pages and records, or a release, live would put on the change queue: tags and rows. The sites whose redirects change with the pages, where these are then, and the languages in which a page of a release stays as it is.';

revoke all on function private.page_proposal(bigint,bigint,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function private.page_proposal(bigint,bigint,jsonb,boolean) to service_role;

select private.make_previews();
