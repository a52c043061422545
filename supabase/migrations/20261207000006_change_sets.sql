-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb);

drop function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb);

drop function public.preview_page(text,public.locale,text,bigint);

drop function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb);

drop function private.begin_preview(bigint,jsonb,jsonb,jsonb);

CREATE OR REPLACE FUNCTION private.is_staff()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- As private.read_as() has it, for as long as it reads.
  if current_setting('app.reads_for_server', true) = 'on' then
    return true;
  end if;
  return exists (
    select 1 from public.staff s where s.user_id = (select private.actor()) and s.disabled_at is null
  ) and private.is_assured();
end $function$
;
comment on function private.is_staff() is 'Whether the acting person is an active member of the staff, and has given a second factor where one is asked for.';

CREATE OR REPLACE FUNCTION private.is_previewing()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return current_setting('app.preview', true) is not distinct from 'on';
end $function$
;

CREATE OR REPLACE FUNCTION private.reads_no_drafts()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(current_setting('app.planned', true) = '{}' and coalesce(current_setting('app.version', true), '') = '', false);
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
comment on function private.proposed_contents() is 'Pages as they are proposed, besides those of a release: [{"page", "parent", "contents": without modules, or null where it is gone}].';

CREATE OR REPLACE FUNCTION private.proposed_page_ids()
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if private.previewed_release() is null and private.proposed_contents() is null then
    return '{}';
  end if;
  return array(select p.page_id from private.proposed_pages p);
end $function$
;

CREATE OR REPLACE FUNCTION private.proposed_modules(p_page_id bigint, p_locale public.locale)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    nullif(current_setting('app.modules', true), '')::jsonb -> p_page_id::text -> p_locale::text,
    private.assemble_modules(p_page_id, null, p_locale)
  );
end $function$
;
comment on function private.proposed_modules(bigint,public.locale) is 'The modules of a page that is proposed besides those of a release: those that were named with it, or those of its draft.';

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
AS $functionx$
declare
  page_table text;
  owner text;
  columns text;
  contents text := $contents$select l.page_id, l.parent_id, c.key::public.locale as locale, r.*
      from private.proposed_pages l
      cross join lateral jsonb_each(l.contents) c
      cross join lateral jsonb_to_record(c.value) r (path text, title text, nav_title text, description text, seo jsonb, modules json)$contents$;
begin
  select string_agg(case a.attname
    when 'published_revision_id' then 'case when l.contents is not null then -p.id end'
    else format('p.%I', a.attname) end, ', ' order by a.attnum)
  into columns
  from pg_catalog.pg_attribute a where a.attrelid = 'public.pages'::regclass and a.attnum > 0 and not a.attisdropped;
  execute format($function$
create function preview.draft_pages() returns setof public.pages
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
begin
  if private.previewed_release() is null and private.proposed_contents() is null then
    return;
  end if;
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %s from private.proposed_pages l join public.pages p on p.id = l.page_id;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, columns);
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
end $functionx$
;

CREATE OR REPLACE FUNCTION private.begin_preview(p_release bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
  perform set_config(s, '', true) from unnest('{app.release,app.merged,app.planned,app.version,app.pages,app.modules}'::text[]) s;
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_version, p_proposed);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a release; in place of one record a version of it ({"kind", "id", "number"}), and pages as they are proposed. For staff; others see nothing in it.';

CREATE OR REPLACE FUNCTION public.preview_page(p_site text, p_locale public.locale, p_path text, p_release bigint, p_proposed jsonb DEFAULT NULL::jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer bigint;
begin
  perform private.begin_preview(p_release, null, p_proposed => p_proposed);
  answer := preview.find_page(p_site, p_locale, p_path, 'published');
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_page(text,public.locale,text,bigint,jsonb) is 'The page that is at a path (decoded, without locale prefix) once a release, or proposed pages, are live, or null.';

CREATE OR REPLACE FUNCTION public.preview_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb) is 'What public.read_sitemap answers once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION public.preview_sitemap_index(p_site text, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb) is 'What public.read_sitemap_index answers once a release, or planned records and proposed pages, are live.';

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
      where i.contents -> o.locale::text = private.published_locale(i.id, o.locale)
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

CREATE OR REPLACE FUNCTION public.release_changes(p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.change_set_changes('[]', '[]', p_release)
$function$
;

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
      planned, null, proposed)
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_release))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_release, p_args -> 'p_merged', planned, proposed)
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_release, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_release, proposed))
  end;
  perform set_config('role', caller, true);
  perform set_config(s, '', true) from unnest('{app.reads_for_server,app.assured_before,app.actor}'::text[]) s;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_planned(p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return private.read_as(null, (p_args ->> 'p_release')::bigint, p_call, p_args);
end $function$
;
comment on function public.read_planned(text,jsonb) is 'What a preview function answers to members of the staff, for the server: it plans what a change set would change, also where nobody is signed in.';

create or replace view private.proposed_pages with (security_invoker=true) as
 SELECT l.page_id,
    l.parent_id,
    COALESCE(((( SELECT private.merged_in_release() AS merged_in_release) -> 'pages'::text) -> (l.page_id)::text), l.contents) AS contents
   FROM public.release_pages l
  WHERE (l.release_id = ( SELECT private.previewed_release() AS previewed_release))
UNION ALL
 SELECT p.page AS page_id,
    p.parent AS parent_id,
    p.contents
   FROM jsonb_to_recordset(( SELECT private.proposed_contents() AS proposed_contents)) p(page bigint, parent bigint, contents jsonb);

revoke all on table private.proposed_pages from public, anon, authenticated, service_role;
grant select on table private.proposed_pages to authenticated;
grant select on table private.proposed_pages to service_role;

revoke all on function private.previewed_release() from public, anon, authenticated, service_role;
grant execute on function private.previewed_release() to authenticated;
grant execute on function private.previewed_release() to service_role;

revoke all on function private.merged_in_release() from public, anon, authenticated, service_role;
grant execute on function private.merged_in_release() to authenticated;
grant execute on function private.merged_in_release() to service_role;

revoke all on function private.reads_no_drafts() from public, anon, authenticated, service_role;
grant execute on function private.reads_no_drafts() to authenticated;

revoke all on function private.proposed_contents() from public, anon, authenticated, service_role;
grant execute on function private.proposed_contents() to authenticated;
grant execute on function private.proposed_contents() to service_role;

revoke all on function private.proposed_page_ids() from public, anon, authenticated, service_role;
grant execute on function private.proposed_page_ids() to authenticated;

revoke all on function private.proposed_modules(bigint,public.locale) from public, anon, authenticated, service_role;
grant execute on function private.proposed_modules(bigint,public.locale) to authenticated;
grant execute on function private.proposed_modules(bigint,public.locale) to service_role;

revoke all on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb) to service_role;

revoke all on function private.end_preview() from public, anon, authenticated, service_role;
grant execute on function private.end_preview() to authenticated;
grant execute on function private.end_preview() to service_role;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_page(text,public.locale,text,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_page(text,public.locale,text,bigint,jsonb) to authenticated;

revoke all on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.change_set_changes(jsonb,jsonb,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.change_set_changes(jsonb,jsonb,bigint,jsonb) to service_role;

revoke all on function public.read_planned(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.read_planned(text,jsonb) to service_role;

select private.make_previews();
