-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb);

drop function private.begin_preview(bigint,jsonb,jsonb);

CREATE OR REPLACE FUNCTION public.record_versions_of(p_kind text, p_id text, p_limit integer DEFAULT 100)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'rows', v.data, 'made_at', v.made_at, 'made_by', private.person_name(v.made_by),
    'receipt', (select min(e.receipt_id) from public.publish_receipt_edits e where e.edit_id = v.edit_id),
    'takes_back', (select e.takes_back from public.content_edits e where e.id = v.edit_id),
    'release', (
      select min(l.name) from public.launch_records i join public.launches l on l.id = i.launch_id
      where i.kind = v.kind and i.record_id = v.record_id and i.version = v.number
    )) order by v.number desc), '[]')
  from (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit least(p_limit, 200)
  ) v
$function$
;
comment on function public.record_versions_of(text,text,integer) is 'The newest versions of a record, each with its rows by table, the launch that it went live with, and the receipt that tells of it, while that is on record.';

CREATE OR REPLACE FUNCTION private.shown_version(p_kind text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select v from (select nullif(current_setting('app.version', true), '')::jsonb) s (v) where v ->> 'kind' = p_kind
$function$
;
comment on function private.shown_version(text) is 'The version of a record of a kind that is read in its place, as {"kind", "id", "number"}; null where none is.';

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
  merged jsonb := private.merged_in_launch();
  planned text[] := private.planned_records(%6$L);
  shown jsonb := private.shown_version(%6$L);
begin
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from (
      select d.record_id, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) as rows
      from public.record_drafts d
      where d.kind = %6$L and d.launch_id is not distinct from private.previewed_launch() and d.rows is not null
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
    (select not private.is_previewing())
    or %2$I.%4$I::text is distinct from (select private.shown_version(%3$L) ->> 'id')
    and not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text
      and d.launch_id is not distinct from (select private.previewed_launch()) and d.rows is not null
      and ((select private.planned_records(%3$L)) is null or d.record_id = any ((select private.planned_records(%3$L))::text[])))
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION private.begin_preview(p_launch bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('app.launch', coalesce(p_launch::text, ''), true);
  perform set_config('app.merged', coalesce(p_merged::text, ''), true);
  perform set_config('app.planned', coalesce(p_planned::text, ''), true);
  perform set_config('app.version', coalesce(p_version::text, ''), true);
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
  perform set_config('app.launch', '', true);
  perform set_config('app.merged', '', true);
  perform set_config('app.planned', '', true);
  perform set_config('app.version', '', true);
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb, p_launch bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_launch, p_merged, p_planned, p_version);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) is 'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a launch; in place of one record a version of it ({"kind", "id", "number"}). For staff; others see nothing in it.';

revoke all on function private.shown_version(text) from public, anon, authenticated, service_role;
grant execute on function private.shown_version(text) to authenticated;

revoke all on function private.begin_preview(bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb) to authenticated;

drop index public.launch_records_kind_idx;
create index launch_records_record_idx on public.launch_records (kind, record_id);

select private.make_previews();
