-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_uses(p_kind text, p_id text, p_places jsonb)
 RETURNS TABLE(kind text, id text, table_name text, column_name text, module text, path text, locale text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  at_most constant integer := 1000;
  own text := private.table_of_kind(p_kind);
  f record;
begin
  if not private.is_staff() then
    return;
  end if;
  for f in
    select c.name, coalesce(c.owner_key, 'id') as key, k.kind, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    join private.kinds k on k.table_name = coalesce(c.owner_name, c.name)
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', own)::regclass
      -- The part that belongs to the record itself.
      and (c.owner_name is distinct from own or a.attname <> c.owner_key)
    order by c.place, a.attnum
  loop
    return query execute format('select %L, r.%I::text, %L, %L, null::text, null::text, null::text from public.%I r where r.%I = $1::%s
      and (%L <> %L or r.%I::text <> $1) order by 2 limit %s',
      f.kind, f.key, f.name, f.col, f.name, f.col, private.type_of_id(p_kind), f.kind, p_kind, f.key, at_most) using p_id;
  end loop;
  if p_kind <> 'site' then
    return query select 'link', l.id::text, 'links', 'row_id', null::text, null::text, null::text
      from public.links l where l.row_kind = p_kind and l.row_id = p_id::bigint order by l.id limit at_most;
  end if;
  for f in select * from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text) where x.kind is not null loop
    return query execute format('select %L, r.id::text, %L, %L, null::text, %L, null::text from public.%I r
      where jsonb_path_exists(to_jsonb(r.%I), %L::jsonpath, jsonb_build_object(''id'', $1), true) and (%L <> %L or r.id::text <> $2)
      order by r.id limit %s', f.kind, f."table", f."column", f.path, f."table", f."column", f.path, f.kind, p_kind, at_most)
    using case when p_id ~ '^[0-9]+$' then to_jsonb(p_id::bigint) else to_jsonb(p_id) end, p_id;
  end loop;
  if p_id ~ '^[0-9]+$' then
    return query
    with places as materialized (
      select x.module, x.path from jsonb_to_recordset(p_places) x (module text, path text) where x.module is not null
    ), drafts as (
      select m.page_id, p.module, p.path, l.locale
      from places p
      join public.modules m on m.type::text = p.module
      join public.module_locales l on l.module_id = m.id
        and jsonb_path_exists(l.data, p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    ), live as (
      select l.page_id, p.module, p.path, l.locale
      from public.site_outputs o
      join public.published_page_locales l on l.page_id = o.ref and l.locale = o.locale
      join public.page_revision_locales r on r.revision_id = l.revision_id and r.locale = l.locale
      cross join lateral jsonb_array_elements(r.modules::jsonb) m (value)
      join places p on p.module = m.value ->> 'type'
      where o.kind = 'page' and o.path is not null
        and o.tags && (array[p_kind || ':' || p_id] || array(select p_kind || '/' || s.shape || ':' || p_id from private.shapes s where s.kind = p_kind))
        and jsonb_path_exists(m.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    )
    select 'page', u.page_id::text, 'modules', null::text, u.module, u.path, string_agg(distinct u.locale::text, ',')
    from (select * from drafts union select * from live) u group by u.page_id, u.module, u.path order by u.page_id limit at_most;
    return query
    select 'saved_section', s.id::text, 'saved_sections', null::text, p.module, p.path, string_agg(distinct l.key, ',')
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    group by s.id, p.module, p.path order by s.id limit at_most;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_uses(p_kind text, p_id text, p_places jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.record_uses(p_kind, p_id, p_places) u
$function$
;
comment on function public.record_uses(text,text,jsonb) is 'The records, pages and saved sections that name a record, each with the column or the module and the path in it. For staff; others get an empty answer.';

CREATE OR REPLACE FUNCTION private.section_modules(p_content jsonb)
 RETURNS TABLE(type text, locales jsonb)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with recursive modules (module) as (
    select m.value from jsonb_path_query(p_content, '$.modules[*]') m (value)
    union all
    select c.value from modules o cross join lateral jsonb_path_query(o.module, '$.children[*]') c (value)
  )
  select o.module ->> 'type', o.module -> 'locales' from modules o where jsonb_typeof(o.module -> 'locales') = 'object'
$function$
;

CREATE OR REPLACE FUNCTION public.list_sections()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'name', s.name, 'note', s.note, 'version', s.version, 'site', s.content ->> 'site',
    'types', jsonb_path_query_array(s.content, '$.modules[*].type'),
    'count', (select count(*) from private.section_modules(s.content)),
    'locales', (
      select coalesce(jsonb_agg(distinct l.locale), '[]')
      from private.section_modules(s.content) m cross join lateral jsonb_object_keys(m.locales) l (locale)
    ),
    'saved_at', s.updated_at, 'saved_by', private.person_name(s.saved_by)
  ) order by lower(s.name), s.id), '[]')
  from public.saved_sections s
$function$
;
comment on function public.list_sections() is 'The saved sections by name, each with the types of its modules and without their texts.';

CREATE OR REPLACE FUNCTION private.refuse_section_change(p_id bigint, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  section public.saved_sections;
begin
  select * into section from public.saved_sections s where s.id = p_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if section.version <> p_version then
    return jsonb_build_object('status', 'conflict', 'version', section.version, 'saved_by', private.person_name(section.saved_by));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.save_section(p_actor uuid, p_name text, p_note text, p_content jsonb DEFAULT NULL::jsonb, p_id bigint DEFAULT NULL::bigint, p_version integer DEFAULT NULL::integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 1000;
  refusal jsonb;
  saved bigint;
begin
  perform private.act_as(p_actor);
  -- One after another, so that two of the same name, and one too many, are answered and no error.
  perform pg_advisory_xact_lock(hashtext('saved_sections'));
  if p_id is not null then
    refusal := private.refuse_section_change(p_id, p_version);
    if refusal is not null then
      return refusal;
    end if;
  end if;
  if exists (select from public.saved_sections s where s.name = btrim(p_name) and s.id is distinct from p_id) then
    return '{"status": "name-taken"}';
  end if;
  if p_id is null then
    if (select count(*) from public.saved_sections) >= at_most then
      return '{"status": "full"}';
    end if;
    insert into public.saved_sections (name, note, content, saved_by) values (btrim(p_name), p_note, p_content, p_actor) returning id into saved;
  else
    update public.saved_sections s
    set name = btrim(p_name), note = p_note, content = coalesce(p_content, s.content),
      saved_by = case when p_content is null then s.saved_by else p_actor end
    where s.id = p_id
    returning s.id into saved;
  end if;
  return jsonb_build_object('status', 'saved', 'id', saved);
end $function$
;
comment on function public.save_section(uuid,text,text,jsonb,bigint,integer) is 'Saves modules as a section: a new one, or in place of one of which the caller has seen the version. Without content that one gets another name and note only.';

CREATE OR REPLACE FUNCTION public.delete_section(p_actor uuid, p_id bigint, p_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_section_change(p_id, p_version);
  if refusal is not null then
    return refusal;
  end if;
  delete from public.saved_sections s where s.id = p_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_section(uuid,bigint,integer) is 'Deletes a section, unless somebody has changed it since the caller looked. What was inserted from it stays.';

CREATE OR REPLACE FUNCTION private.used_media(p_kind text, p_places jsonb)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  f record;
begin
  for f in
    select c.name, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
  loop
    return query execute format('select distinct r.%1$I from public.%2$I r where r.%1$I is not null', f.col, f.name);
  end loop;
  for f in
    select x.* from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text)
    join private.content_tables c on c.name = x."table"
    where x.kind is not null
  loop
    return query execute format('select v.value::bigint from public.%I r
      cross join lateral jsonb_path_query(to_jsonb(r.%I), %L::jsonpath, ''{}'', true) v (value) where jsonb_typeof(v.value) = ''number''',
      f."table", f."column", f.path);
  end loop;
  return query select v.value::bigint
    from jsonb_to_recordset(p_places) p (module text, path text)
    join public.modules m on m.type::text = p.module
    join public.module_locales l on l.module_id = m.id
    cross join lateral jsonb_path_query(l.data, p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  return query select v.value::bigint
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    cross join lateral jsonb_path_query(l.value -> 'data', p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  -- Published pages and records know what they show.
  return query select distinct split_part(t.tag, ':', 2)::bigint
    from public.site_outputs o cross join lateral unnest(o.tags) t (tag)
    where t.tag ~ format('^%s(/[^:]+)?:[0-9]{1,15}$', p_kind);
  -- Any number of a draft may be the id of something that it shows.
  return query select distinct trunc(v.value::numeric)::bigint
    from public.record_drafts d cross join lateral jsonb_path_query(d.data, '$.** ? (@.type() == "number")') v (value)
    where v.value::numeric between 1 and 1000000000000;
end $function$
;

create table public.saved_sections (
  id bigint generated by default as identity primary key,
  name text not null unique check (name = btrim(name) and length(name) between 1 and 120),
  note text not null default '' check (length(note) <= 500),
  -- As the clipboard of the editor has it: {format, version, site, modules: [{type, slot, locales: {en: {v, data}}, children}]}.
  content jsonb not null check (
    jsonb_typeof(content) = 'object' and jsonb_typeof(content -> 'modules') = 'array'
    and jsonb_array_length(content -> 'modules') between 1 and 100 and length(content::text) <= 1200000
  ),
  saved_by uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.saved_sections enable row level security;
comment on table public.saved_sections is 'Sections of pages that editors have saved under a name, to be inserted as copies.';

alter table public.saved_sections add constraint saved_sections_content_bounds CHECK (private.is_bounded_json(content));

CREATE TRIGGER saved_sections_touch BEFORE UPDATE ON public.saved_sections FOR EACH ROW EXECUTE FUNCTION private.touch();

create policy saved_sections_read on public.saved_sections for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.saved_sections_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.saved_sections_id_seq to anon;
grant select, update, usage on sequence public.saved_sections_id_seq to authenticated;
grant select, update, usage on sequence public.saved_sections_id_seq to service_role;

revoke all on table public.saved_sections from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.saved_sections to service_role;
grant select on table public.saved_sections to authenticated;

revoke all on function private.section_modules(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.section_modules(jsonb) to authenticated;
grant execute on function private.section_modules(jsonb) to service_role;

revoke all on function public.list_sections() from public, anon, authenticated, service_role;
grant execute on function public.list_sections() to authenticated;
grant execute on function public.list_sections() to service_role;

revoke all on function private.refuse_section_change(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function private.refuse_section_change(bigint,integer) to service_role;

revoke all on function public.save_section(uuid,text,text,jsonb,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.save_section(uuid,text,text,jsonb,bigint,integer) to service_role;

revoke all on function public.delete_section(uuid,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.delete_section(uuid,bigint,integer) to service_role;
