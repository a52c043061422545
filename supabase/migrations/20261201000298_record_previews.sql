-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer);

CREATE OR REPLACE FUNCTION private.check_draft_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  part record;
begin
  for part in select r.key as name, r.value as content from jsonb_each(new.rows) r loop
    if part.name not in (
      select c.name from private.content_tables c where private.table_of_kind(new.kind) in (c.name, c.owner_name)
    ) then
      new.rows := null;
      return new;
    end if;
    execute format('select count(r) from jsonb_populate_recordset(null::public.%I, $1) r', part.name) using part.content;
  end loop;
  if jsonb_array_length(new.rows -> private.table_of_kind(new.kind)) is distinct from 1 then
    new.rows := null;
  end if;
  return new;
exception when data_exception or invalid_parameter_value then
  new.rows := null;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer, p_rows jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_id text := p_id;
  stored public.record_drafts;
  live integer;
begin
  perform private.act_as(p_actor);
  if own_id is null then
    own_id := nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))::text;
  end if;
  perform private.lock_record(p_kind, own_id);
  select d.* into stored from public.record_drafts d where d.kind = p_kind and d.record_id = own_id;
  if stored.saved_at is distinct from p_base then
    return jsonb_build_object('status', 'conflict', 'draft', private.draft_summary(p_kind, own_id));
  end if;
  if stored.kind is null then
    live := private.add_version(p_kind, own_id, null);
    if live is null and p_id is not null then
      return '{"status": "not-found"}';
    end if;
  else
    live := coalesce(p_version, stored.base_version);
  end if;
  insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
  values (p_kind, own_id, live, p_data, p_rows, p_actor)
  on conflict on constraint record_drafts_pkey do update
    set base_version = excluded.base_version, data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that the draft has been brought up to. p_rows: the rows that it would be, for previews.';

CREATE OR REPLACE FUNCTION private.is_previewing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select current_setting('app.preview', true) is not distinct from 'on'
$function$
;
comment on function private.is_previewing() is 'Whether the drafts of records are read in place of the records.';

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
    string_agg(case when a.attgenerated = '' then format('g.%I', a.attname) else a.fallback end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname)
  into stored, shown, columns
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
begin
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from public.record_drafts d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
    where d.kind = %6$L and d.rows is not null
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
    or not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text and d.rows is not null)
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION private.names_in(p_text text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select distinct m[1] from regexp_matches(p_text, '\m((?:public|private)\.[a-z_0-9]+)\M', 'g') m
$function$
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
    where n.nspname in ('public', 'private') and p.prokind = 'f' and pg_catalog.has_function_privilege('authenticated', p.oid, 'execute')
    union all
    select c.oid, n.nspname || '.' || c.relname, 'view', pg_catalog.pg_get_viewdef(c.oid)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'v' and pg_catalog.has_table_privilege('authenticated', c.oid, 'select')
    union all
    -- Pages have drafts of their own, as rows.
    select c.oid, 'public.' || t.name, 'table', k.kind
    from private.content_tables t
    join private.kinds k on k.table_name in (t.name, t.owner_name) and k.kind not in ('page', 'page_revision', 'draft_save')
    join pg_catalog.pg_class c on c.oid = format('public.%I', t.name)::regclass
  ), reached as (
    select o.* from objects o where o.name in ('public.read_content', 'public.find_row')
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

  for part in select p.* from pg_temp.preview_parts p where p.sort = 'table' order by p.name loop
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

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform set_config('app.preview', 'on', true);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform set_config('app.preview', 'off', true);
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb) is 'What public.read_content answers, with the drafts of records in place of the records. For staff; others see nothing in it.';

CREATE OR REPLACE FUNCTION public.preview_row(p_kind text, p_slug text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer bigint;
begin
  perform set_config('app.preview', 'on', true);
  answer := preview.find_row(p_kind, p_slug);
  perform set_config('app.preview', 'off', true);
  return answer;
end $function$
;
comment on function public.preview_row(text,text) is 'What public.find_row answers, with the drafts of records in place of the records.';

alter table public.record_drafts add column rows jsonb;

alter table public.record_drafts add constraint record_drafts_rows_bounds CHECK (private.is_bounded_json(rows));

CREATE TRIGGER record_drafts_rows BEFORE INSERT OR UPDATE ON public.record_drafts FOR EACH ROW WHEN ((new.rows IS NOT NULL)) EXECUTE FUNCTION private.check_draft_rows();

revoke all on function private.check_draft_rows() from public, anon, authenticated, service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb) to service_role;

revoke all on function private.is_previewing() from public, anon, authenticated, service_role;
grant execute on function private.is_previewing() to authenticated;

revoke all on function private.make_draft_rows(text,text) from public, anon, authenticated, service_role;

revoke all on function private.make_overlay(text,text) from public, anon, authenticated, service_role;

revoke all on function private.names_in(text) from public, anon, authenticated, service_role;

revoke all on function private.make_previews() from public, anon, authenticated, service_role;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_row(text,text) from public, anon, authenticated, service_role;
grant execute on function public.preview_row(text,text) to authenticated;

select private.make_previews();
