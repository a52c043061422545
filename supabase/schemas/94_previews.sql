-- Previews of change sets: what pages read, with proposed pages and the rows that drafts would become in place of the live ones. Only
-- the functions at the end lead there. They run with the rights of the caller, and nobody but staff may call them: a publisher cannot.
--   preview.<table>           view      the live rows of records without a draft, and those of drafts
--   preview.draft_<table>     function  the rows of drafts
--   preview.<view>, <function>          those of private and public that pages are read by, with preview.<table> in place of the table

-- For policies, which call it once for each table of a statement.
create function private.is_previewing() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('app.preview', true) is not distinct from 'on';
end $$;
comment on function private.is_previewing is 'Whether the drafts of records are read in place of the records.';
revoke execute on function private.is_previewing from public;
grant execute on function private.is_previewing to authenticated;

create function private.previewed_release() returns bigint
language sql stable set search_path = ''
as $$
  select nullif(current_setting('app.release', true), '')::bigint
$$;
comment on function private.previewed_release is 'The release whose drafts are read; null where it is those that are published by themselves.';
revoke execute on function private.previewed_release from public;
grant execute on function private.previewed_release to authenticated, service_role;

create function private.merged_in_release() returns jsonb
language sql stable set search_path = ''
as $$
  select nullif(current_setting('app.merged', true), '')::jsonb
$$;
comment on function private.merged_in_release is
  'What a release would write where something else was published since: {"pages": {id: contents}, "records": {"kind:id": rows}}.';
revoke execute on function private.merged_in_release from public;
grant execute on function private.merged_in_release to authenticated, service_role;

-- For policies, and for what has the rows of drafts: each of them is called once for each table of a statement.
create function private.reads_no_drafts() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('app.planned', true) = '{}' and coalesce(current_setting('app.version', true), '') = ''
    and coalesce(current_setting('app.records', true), '') = '', false);
end $$;
comment on function private.reads_no_drafts is 'Whether pages alone are proposed: all records are read as they are live.';
revoke execute on function private.reads_no_drafts from public;
grant execute on function private.reads_no_drafts to authenticated;

create function private.proposed_contents() returns jsonb
language sql stable set search_path = ''
as $$
  select nullif(current_setting('app.pages', true), '')::jsonb
$$;
comment on function private.proposed_contents is
  'Pages as they are proposed, besides those of a release: [{"page", "parent", "contents": without modules, or null where it is gone, "stays"}].';
revoke execute on function private.proposed_contents from public;
grant execute on function private.proposed_contents to authenticated, service_role;

-- Every page that is read as it would be once it is live: those of a release, or those that are named.
create view private.proposed_pages with (security_invoker = true) as
select l.page_id, l.parent_id, coalesce((select private.merged_in_release()) -> 'pages' -> l.page_id::text, l.contents) as contents,
  l.contents is null as is_deleted
from public.release_pages l where l.release_id = (select private.previewed_release())
union all
select p.page, p.parent, p.contents, p.contents is null and not coalesce(p.stays, false)
from jsonb_to_recordset((select private.proposed_contents())) p (page bigint, parent bigint, contents jsonb, stays boolean);
grant select on private.proposed_pages to authenticated, service_role;

-- For policies: an array that is made once for each table of a statement.
create function private.proposed_page_ids() returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(current_setting('app.page_ids', true), ''), '{}')::bigint[];
end $$;
revoke execute on function private.proposed_page_ids from public;
grant execute on function private.proposed_page_ids to authenticated;

create function private.proposed_modules(p_page_id bigint, p_locale public.locale) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    nullif(current_setting('app.modules', true), '')::jsonb -> p_page_id::text -> p_locale::text,
    private.assemble_modules(p_page_id, null, p_locale)
  );
end $$;
comment on function private.proposed_modules is 'The modules of a page that is proposed besides those of a release: those that were named with it, or those of its draft.';
revoke execute on function private.proposed_modules from public;
grant execute on function private.proposed_modules to authenticated, service_role;

create function private.proposed_records(p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(nullif(current_setting('app.records', true), '')::jsonb -> p_kind, '{}')
$$;
comment on function private.proposed_records is
  'Records of a kind as they are proposed, besides their drafts: {id: rows by table, or null where it is gone}.';
revoke execute on function private.proposed_records from public;
grant execute on function private.proposed_records to authenticated, service_role;

create function private.planned_records(p_kind text) returns text[]
language sql stable set search_path = ''
as $$
  select case when nullif(current_setting('app.planned', true), '') is not null
    then array(select jsonb_array_elements_text(coalesce(current_setting('app.planned')::jsonb -> p_kind, '[]'))) end
$$;
comment on function private.planned_records is 'The records of a kind whose drafts are read, as text; null for all of them.';
revoke execute on function private.planned_records from public;
grant execute on function private.planned_records to authenticated;

create function private.shown_version(p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select v from (select nullif(current_setting('app.version', true), '')::jsonb) s (v) where v ->> 'kind' = p_kind
$$;
comment on function private.shown_version is
  'The version of a record of a kind that is read in its place, as {"kind", "id", "number"}; null where none is.';
revoke execute on function private.shown_version from public;
grant execute on function private.shown_version to authenticated;

-- The rows of a table's drafts. What machines and the database write of a record is as it is live, but for the file that a draft gives a
-- medium: of that, what is made later, such as smaller copies, is not there yet.
create function private.make_draft_rows(p_kind text, p_table text) returns void
language plpgsql set search_path = ''
as $$
declare
  owner text;
  live_columns text[];
  file_columns text[];
  stored text;
  shown text;
  columns text;
  generated text[];
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  file_columns := array(
    select k.column_name from private.kinds m cross join lateral unnest(m.machine_columns) k (column_name)
    where m.kind = p_kind and owner is null and private.own_file(p_kind, jsonb_build_object(k.column_name, true)) is not null
  );
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case %3$s when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'),
          case when a.attname = any (file_columns) then format('when d.file is not null then f.%I', a.attname) else '' end)
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
      select d.record_id, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) as rows, d.file
      from public.record_drafts d
      where d.kind = %6$L and d.release_id is not distinct from private.previewed_release() and d.rows is not null
        and (planned is null or d.record_id = any (planned))
      union all
      select v.record_id, v.data, v.file from public.record_versions v
      where v.kind = %6$L and v.record_id = shown ->> 'id' and v.number = (shown ->> 'number')::integer
      union all
      select p.key, p.value, private.own_file(%6$L, p.value #> '{%2$s,0}') from jsonb_each(private.proposed_records(%6$L)) p where p.value <> 'null'
    ) d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end
      || case when file_columns <> '{}' then format(E'\n    cross join lateral jsonb_populate_record(null::public.%I, coalesce(d.file, ''{}'')) f', p_table) else '' end,
    p_kind, columns);
end $$;
revoke execute on function private.make_draft_rows from public;

-- A restrictive policy hides the live rows of drafted records while a preview is read, and nothing otherwise: a view whose live part
-- has no condition of its own is still searched by the indexes of its table.
create function private.make_overlay(p_kind text, p_table text) returns void
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.make_overlay from public;

-- A proposed page has contents as a revision would: they are read as what is published. Its revision has the number of the page, negative.
create function private.make_page_overlays() returns void
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.make_page_overlays from public;

-- Triggers write redirects where pages and records move, and where addresses come and go: what they would write of a set. One without a
-- status is taken away.
create function private.make_redirect_overlay() returns void
language plpgsql set search_path = ''
as $$
begin
  create function preview.moved_redirects() returns setof public.redirects
  language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
  as $body$
  begin
    return query select * from jsonb_populate_recordset(null::public.redirects, nullif(current_setting('app.redirects', true), '')::jsonb);
  end $body$;
end $$;
revoke execute on function private.make_redirect_overlay from public;

-- What text names of the schemas public and private.
create function private.names_in(p_text text) returns setof text
language sql immutable set search_path = ''
as $$
  select distinct m[1] from regexp_matches(p_text, '\m((?:public|private)\.[a-z_0-9]+)\M', 'g') m
$$;
revoke execute on function private.names_in from public;

-- Makes the schema `preview` anew. To be called when anything that pages are read by changes.
create function private.make_previews() returns void
language plpgsql set search_path = '' set check_function_bodies = off
as $$
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
end $$;
comment on function private.make_previews is
  'Makes the schema preview of the views and functions that pages are read by. To be called when one of them, or a content table, changes.';
revoke execute on function private.make_previews from public;

-- What is read as if it were live: the drafts of a release with what is merged there, or those that are published by themselves, of which
-- p_planned names some: {"kind": [ids]}. In place of one record a version of it: {"kind", "id", "number"}. Pages as p_proposed has them:
-- [{"page", "parent", "contents"}], contents null for one that is deleted, or that "stays" as a draft, or {"page"} alone for its draft. Records as p_records has them:
-- {"kind": {"id": rows by table, or null for one that is gone}}.
create function private.begin_preview(
  p_release bigint, p_merged jsonb, p_planned jsonb default null, p_version jsonb default null, p_proposed jsonb default null,
  p_records jsonb default null
) returns void
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
revoke execute on function private.begin_preview from public;
grant execute on function private.begin_preview to authenticated, service_role;

create function private.end_preview() returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform set_config('app.preview', 'off', true);
  perform set_config(s, '', true) from unnest('{app.release,app.merged,app.planned,app.version,app.pages,app.modules,app.page_ids,app.page_rows,app.records,app.redirects}'::text[]) s;
end $$;
revoke execute on function private.end_preview from public;
grant execute on function private.end_preview to authenticated, service_role;

create function public.preview_content(
  p_site text, p_view text, p_at timestamptz, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb,
  p_release bigint default null, p_merged jsonb default null, p_planned jsonb default null, p_version jsonb default null,
  p_proposed jsonb default null, p_proposed_records jsonb default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_version, p_proposed, p_proposed_records);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_content is
  'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a release; in place of one record a version of it ({"kind", "id", "number"}), and pages and further records as they are proposed. For staff; others see nothing in it.';
revoke execute on function public.preview_content from service_role;
grant execute on function public.preview_content to authenticated;

create function public.preview_row(p_kind text, p_slug text, p_release bigint default null) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  answer bigint;
begin
  perform private.begin_preview(p_release, null);
  answer := preview.find_row(p_kind, p_slug);
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_row is 'What public.find_row answers, with the drafts of records in place of the records.';
revoke execute on function public.preview_row from service_role;
grant execute on function public.preview_row to authenticated;

create function public.preview_page(
  p_site text, p_locale public.locale, p_path text, p_release bigint, p_proposed jsonb default null
) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  answer bigint;
begin
  perform private.begin_preview(p_release, null, p_proposed => p_proposed);
  answer := preview.find_page(p_site, p_locale, p_path, 'published');
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_page is 'The page that is at a path (decoded, without locale prefix) once a release, or proposed pages, are live, or null.';
revoke execute on function public.preview_page from service_role;
grant execute on function public.preview_page to authenticated;

create function public.preview_sitemap(
  p_site text, p_kind text, p_part bigint, p_at timestamptz, p_release bigint default null, p_merged jsonb default null, p_planned jsonb default null,
  p_proposed jsonb default null, p_proposed_records jsonb default null
) returns json
language plpgsql stable set search_path = ''
as $$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_sitemap is 'What public.read_sitemap answers once a release, or planned records and proposed pages, are live.';
revoke execute on function public.preview_sitemap from service_role;
grant execute on function public.preview_sitemap to authenticated;

create function public.preview_sitemap_index(
  p_site text, p_at timestamptz, p_release bigint default null, p_merged jsonb default null, p_planned jsonb default null,
  p_proposed jsonb default null, p_proposed_records jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_sitemap_index is 'What public.read_sitemap_index answers once a release, or planned records and proposed pages, are live.';
revoke execute on function public.preview_sitemap_index from service_role;
grant execute on function public.preview_sitemap_index to authenticated;

create function public.preview_routes(
  p_rows jsonb, p_at timestamptz, p_release bigint default null, p_merged jsonb default null, p_planned jsonb default null,
  p_proposed jsonb default null, p_proposed_records jsonb default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function public.preview_routes is
  'The outputs that come and go with records ("own"), those of them that are live, and those that there are at a moment ("routes") once a release, or planned records and proposed pages, are live.';
revoke execute on function public.preview_routes from service_role;
grant execute on function public.preview_routes to authenticated;

-- The redirects that triggers would write when a set is applied, and when the addresses p_left are withdrawn and p_taken are published.
create function private.moved_redirects(p_site text, p_left text[], p_taken text[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
revoke execute on function private.moved_redirects from public;
grant execute on function private.moved_redirects to authenticated, service_role;

create function public.preview_redirects(
  p_site text, p_left text[], p_taken text[], p_release bigint default null, p_merged jsonb default null, p_planned jsonb default null,
  p_proposed jsonb default null, p_proposed_records jsonb default null
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  perform set_config('app.redirects', coalesce(private.moved_redirects(p_site, p_left, p_taken)::text, ''), true);
  answer := preview.read_redirects(p_site);
  perform private.end_preview();
  return answer;
end $$;
comment on function public.preview_redirects is
  'What public.read_redirects answers once a release, or planned records and proposed pages, are live, and with that the paths p_left are withdrawn and p_taken are published.';
revoke execute on function public.preview_redirects from service_role;
grant execute on function public.preview_redirects to authenticated;

-- Records and pages of which others tell something where they are found: as search_refresh has it.
create function private.found_in_release(p_release bigint) returns table (kind text, ref bigint)
language plpgsql stable set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with named as materialized (
    select 'page' as kind, l.page_id as ref from public.release_pages l where l.release_id = p_release
    union
    select d.kind, d.record_id::bigint from public.record_drafts d
    where d.release_id = p_release and d.rows is not null
      and d.kind in (select k.kind from private.kinds k where k.search_rank is not null union select unnest('{category,author,tag}'::text[]))
  ), others as (
    select n.* from named n
    union
    select 'product', p.id from named n join public.products p
      on (n.kind = 'series' and p.series_id = n.ref) or (n.kind = 'category' and p.primary_category_id = n.ref)
    union
    select 'document', d.document_id from named n join public.product_documents d on n.kind = 'product' and d.product_id = n.ref
    union
    select 'post', p.id from named n join public.posts p on n.kind = 'author' and p.author_id = n.ref
    union
    select 'post', t.post_id from named n join public.post_tags t on n.kind = 'tag' and t.tag_id = n.ref
    union
    select 'application', a.id from public.applications a where exists (select from named n where n.kind = 'page')
    union
    select 'page', g.page_id from preview.application_pages g where exists (select from named n where n.kind = 'application')
  )
  select o.kind, o.ref from others o where o.kind in (select k.kind from private.kinds k where k.search_rank is not null)
  order by (o.kind, o.ref) in (select n.kind, n.ref from named n) desc, o.kind, o.ref limit 1000;
end $$;
comment on function private.found_in_release is 'What may be found otherwise once a release is live: 1,000 at most, what is in it first.';
revoke execute on function private.found_in_release from public;
grant execute on function private.found_in_release to authenticated, service_role;

create function public.preview_found(p_site text, p_locale public.locale, p_release bigint, p_merged jsonb default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  changed jsonb;
  asked record;
  found_here jsonb;
  entries jsonb := '[]';
begin
  changed := (select coalesce(jsonb_agg(jsonb_build_array(f.kind, f.ref)), '[]') from private.found_in_release(p_release) f);
  perform private.begin_preview(p_release, p_merged);
  for asked in
    select c.value ->> 0 as kind, array_agg((c.value ->> 1)::bigint) as refs from jsonb_array_elements(changed) c group by 1 order by 1
  loop
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(e)), ''[]'') from preview.%s as e where e.site_id = $3 and e.locale = $4',
      case when to_regproc('preview.' || asked.kind || '_entries') is null then 'entries_of_texts($1, $2)' else format('%I($2)', asked.kind || '_entries') end)
    into found_here using asked.kind, asked.refs, p_site, p_locale;
    entries := entries || found_here;
  end loop;
  perform private.end_preview();
  return jsonb_build_object('changed', changed, 'entries', entries);
end $$;
comment on function public.preview_found is
  'What is found of a site in a locale otherwise once a release is live: its records and pages, what depends on them, and what is to be found of these. A path is a kind and an address.';
revoke execute on function public.preview_found from service_role;
grant execute on function public.preview_found to authenticated;
