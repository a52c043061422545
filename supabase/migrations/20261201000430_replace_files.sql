-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keep_machine_values(p_import uuid, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text[];
  id_type text;
begin
  select k.machine_columns, private.type_of_id(k.kind) into columns, id_type from private.kinds k where k.table_name = p_table;
  if coalesce(cardinality(columns), 0) = 0 then
    return;
  end if;
  execute format($q$
    with given as materialized (
      select g.content ->> 'id' as id, g.content -> 'machine' as machine from private.import_rows g
      where g.import_id = $1 and g.target = 'records' and jsonb_typeof(g.content -> 'machine') = 'object'
    )
    update private.import_rows s
    set content = s.content || (
      select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(to_jsonb(r)) c
      where c.key = any ($2) and not coalesce(g.machine ? c.key, false)
    )
    from public.%1$I r left join given g on g.id = r.id::text
    where s.import_id = $1 and s.target = %1$L and r.id = (s.content ->> 'id')::%2$s$q$, p_table, id_type)
  using p_import, columns;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_staged_records(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  t record;
begin
  for t in
    select c.* from private.content_tables c
    where c.name in (select s.target from private.import_rows s where s.import_id = p_import)
      or c.owner_name in (select s.target from private.import_rows s where s.import_id = p_import)
    order by c.place
  loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    else
      perform private.keep_machine_values(p_import, t.name);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  delete from private.import_rows s where s.import_id = p_import;
end $function$
;

CREATE OR REPLACE FUNCTION private.file_columns(p_kind text)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.machine_columns || case when p_kind in ('file', 'document') then '{filename}'::text[] else '{}' end
  from private.kinds k where k.kind = p_kind
$function$
;

CREATE OR REPLACE FUNCTION private.file_facts(p_kind text, p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(p_row) c where c.key = any (private.file_columns(p_kind))
$function$
;

CREATE OR REPLACE FUNCTION private.store_replaced_file()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.replaced_files (kind, record_id, number, file, replaced_by)
  select tg_argv[0], old.id, coalesce(max(f.number), 0) + 1, private.file_facts(tg_argv[0], to_jsonb(old)), private.actor()
  from public.replaced_files f where f.kind = tg_argv[0] and f.record_id = old.id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.replace_medium(p_actor uuid, p_kind text, p_id bigint, p_hash text, p_file jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  target text;
  stored record;
begin
  perform private.act_as(p_actor);
  if p_kind not in ('image', 'vector', 'file', 'document') then
    raise exception 'a % has no file', p_kind using errcode = 'invalid_parameter_value';
  end if;
  if exists (select from jsonb_object_keys(p_file) k where k <> all (private.file_columns(p_kind))) or p_file ->> 'hash' is null then
    raise exception 'this is no file of a %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  target := private.table_of_kind(p_kind);
  perform private.lock_record(p_kind, p_id::text);
  execute format('select r.id, r.hash from public.%I r where r.id = $1 for update', target) into stored using p_id;
  if stored.id is null then
    return 'not-found';
  elsif stored.hash is distinct from p_hash then
    return 'conflict';
  elsif stored.hash = p_file ->> 'hash' then
    return 'same';
  end if;
  -- The name of a file is one of its texts.
  perform private.add_version(p_kind, p_id::text, null);
  execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(r, $1)) where r.id = $2', target,
    (select string_agg(quote_ident(c), ', ') from unnest(private.file_columns(p_kind)) c)) using p_file, p_id;
  perform private.add_version(p_kind, p_id::text, p_actor);
  return 'replaced';
end $function$
;
comment on function public.replace_medium(uuid,text,bigint,text,jsonb) is 'Gives a medium another file, by the columns that say which, unless its file is not that of p_hash any more. Answers replaced, same, conflict or not-found.';

CREATE OR REPLACE FUNCTION public.restore_medium(p_actor uuid, p_kind text, p_id bigint, p_hash text, p_number integer)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier jsonb;
begin
  perform private.act_as(p_actor);
  select private.file_facts(p_kind, f.file) into earlier
  from public.replaced_files f where (f.kind, f.record_id, f.number) = (p_kind, p_id, p_number);
  if earlier is null then
    return 'not-found';
  end if;
  return public.replace_medium(p_actor, p_kind, p_id, p_hash, earlier);
end $function$
;
comment on function public.restore_medium(uuid,text,bigint,text,integer) is 'Gives a medium a file again that it had before, as replace_medium does another one.';

CREATE OR REPLACE FUNCTION public.files_of_medium(p_kind text, p_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found jsonb;
begin
  if p_kind not in ('image', 'vector', 'file', 'document') then
    raise exception 'a % has no file', p_kind using errcode = 'invalid_parameter_value';
  end if;
  execute format('select to_jsonb(r) from public.%I r where r.id = $1', private.table_of_kind(p_kind)) into found using p_id;
  return case when found is not null then jsonb_build_object(
    'filename', found -> 'filename', 'created_at', found -> 'created_at', 'file', private.file_facts(p_kind, found),
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object('number', f.number, 'file', f.file,
        'replaced_at', f.replaced_at, 'replaced_by', private.person_name(f.replaced_by)) order by f.number desc), '[]')
      from (
        select e.* from public.replaced_files e where (e.kind, e.record_id) = (p_kind, p_id) order by e.number desc limit 100
      ) f
    )) end;
end $function$
;
comment on function public.files_of_medium(text,bigint) is 'The file of a medium, and up to 100 that it had before, the last one first; null where there is no such medium.';

create table public.replaced_files (
  kind text not null references private.kinds (kind),
  record_id bigint not null,
  number integer not null,
  -- The columns of the record that say which file it was.
  file jsonb not null check (jsonb_typeof(file) = 'object'),
  replaced_by uuid,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (kind, record_id, number)
);
alter table public.replaced_files enable row level security;
comment on table public.replaced_files is 'Files that media had before others took their place.';

alter table public.replaced_files add constraint replaced_files_file_bounds CHECK (private.is_bounded_json(file));

CREATE TRIGGER replaced_files_immutable BEFORE UPDATE ON public.replaced_files FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE TRIGGER images_replaced AFTER UPDATE OF hash ON public.images FOR EACH ROW WHEN ((old.hash IS DISTINCT FROM new.hash)) EXECUTE FUNCTION private.store_replaced_file('image');

CREATE TRIGGER vectors_replaced AFTER UPDATE OF hash ON public.vectors FOR EACH ROW WHEN ((old.hash IS DISTINCT FROM new.hash)) EXECUTE FUNCTION private.store_replaced_file('vector');

CREATE TRIGGER files_replaced AFTER UPDATE OF hash ON public.files FOR EACH ROW WHEN ((old.hash IS DISTINCT FROM new.hash)) EXECUTE FUNCTION private.store_replaced_file('file');

CREATE TRIGGER documents_replaced AFTER UPDATE OF hash ON public.documents FOR EACH ROW WHEN (((old.hash IS DISTINCT FROM new.hash) AND (old.hash IS NOT NULL))) EXECUTE FUNCTION private.store_replaced_file('document');

create policy replaced_files_read on public.replaced_files for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.replaced_files from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.replaced_files to service_role;
grant select on table public.replaced_files to authenticated;

revoke all on function private.keep_machine_values(uuid,text) from public, anon, authenticated, service_role;
grant execute on function private.keep_machine_values(uuid,text) to service_role;

revoke all on function private.file_columns(text) from public, anon, authenticated, service_role;
grant execute on function private.file_columns(text) to authenticated;
grant execute on function private.file_columns(text) to service_role;

revoke all on function private.file_facts(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.file_facts(text,jsonb) to authenticated;
grant execute on function private.file_facts(text,jsonb) to service_role;

revoke all on function private.store_replaced_file() from public, anon, authenticated, service_role;

revoke all on function public.replace_medium(uuid,text,bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.replace_medium(uuid,text,bigint,text,jsonb) to service_role;

revoke all on function public.restore_medium(uuid,text,bigint,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.restore_medium(uuid,text,bigint,text,integer) to service_role;

revoke all on function public.files_of_medium(text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.files_of_medium(text,bigint) to authenticated;
grant execute on function public.files_of_medium(text,bigint) to service_role;
