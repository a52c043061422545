-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.rows_of_records(p_kind text, p_ids text[], p_all boolean DEFAULT false)
 RETURNS TABLE(id text, rows jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  t record;
  untold text[];
  sorting text;
  own text;
  parts text := '';
begin
  for t in
    select c.name, coalesce(c.owner_key, 'id') as key, c.keys, c.fixed, c.owner_key is not null as is_part, k.machine_columns
    from private.kinds k
    join private.content_tables c on c.name = k.table_name or c.owner_name = k.table_name
    where k.kind = p_kind
    order by c.owner_key is not null, c.place
  loop
    -- What is made of other columns or counted, and what differs between two equal records.
    untold := array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', t.name)::regclass and a.attnum > 0 and not a.attisdropped and (a.attgenerated <> '' or not p_all and (
        a.attname in ('version', 'created_at', 'updated_at') or a.attname = any (t.fixed)
        or (not t.is_part and a.attname = any (t.machine_columns))
        or (a.attname = 'id' and t.is_part and a.attname <> all (coalesce(t.keys, '{}')))))
    );
    if not t.is_part then
      own := t.name;
      parts := format('jsonb_build_object(%L, jsonb_build_array(to_jsonb(r) - %L::text[]))', t.name, untold);
      continue;
    end if;
    select string_agg(format('p.%I', a.attname), ', ' order by a.attname <> t.key, a.attname <> 'position', a.attname <> all (coalesce(t.keys, '{}')), a.attnum)
    into sorting
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', t.name)::regclass and (a.attname in (t.key, 'position', 'id') or a.attname = any (t.keys));
    parts := parts || format(
      ' || jsonb_build_object(%1$L, coalesce((select jsonb_agg(to_jsonb(p) - %2$L::text[] order by %3$s) from public.%1$I p where p.%4$I = r.id), ''[]''))',
      t.name, untold, sorting, t.key);
  end loop;
  if own is not null then
    return query execute format('select r.id::text, %s from public.%I r where r.id = any ($1::%s[])', parts, own, private.type_of_id(p_kind))
    using p_ids;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_rows(p_kind text, p_id text, p_all boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select r.rows from private.rows_of_records(p_kind, array[p_id], p_all) r
$function$
;

CREATE OR REPLACE FUNCTION private.add_versions(p_kind text, p_ids text[], p_made_by uuid)
 RETURNS TABLE(id text, number integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with now as materialized (
    select i.id, r.rows, v.number as latest, v.data
    from unnest(p_ids) i (id)
    left join private.rows_of_records(p_kind, p_ids) r on r.id = i.id
    left join lateral (
      select l.number, l.data from public.record_versions l where l.kind = p_kind and l.record_id = i.id order by l.number desc limit 1
    ) v on true
  ), added as (
    insert into public.record_versions as v (kind, record_id, number, data, made_by, edit_id)
    select p_kind, n.id, coalesce(n.latest, 0) + 1, n.rows, p_made_by, nullif(current_setting('content.edit', true), '')::bigint
    from now n where n.data is distinct from n.rows
    returning v.record_id, v.number
  )
  select n.id, case when n.rows is not null then coalesce(a.number, n.latest) end
  from now n left join added a on a.record_id = n.id
$function$
;

CREATE OR REPLACE FUNCTION private.add_version(p_kind text, p_id text, p_made_by uuid)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select v.number from private.add_versions(p_kind, array[p_id], p_made_by) v
$function$
;

CREATE OR REPLACE FUNCTION private.lock_records(p_kind text, p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_ids) > 200 then
    perform pg_advisory_xact_lock(hashtextextended('records ' || p_kind, 0));
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('records ' || p_kind, 0));
  perform pg_advisory_xact_lock(hashtextextended('record ' || p_kind || ':' || i.id, 0))
  from (select distinct u.id from unnest(p_ids) u (id) order by u.id) i;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_record(p_kind text, p_id text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select private.lock_records(p_kind, array[p_id])
$function$
;

CREATE OR REPLACE FUNCTION public.records_with_drafts(p_kind text, p_ids text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id,
    'rows', a.rows,
    'draft', private.draft_summary(p_kind, i.id),
    -- A change past the editor is the next version.
    'version', case when s.rows is not null then coalesce(v.number, 0) + (s.rows is distinct from v.data)::integer end) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join private.rows_of_records(p_kind, p_ids, true) a on a.id = i.id
  left join private.rows_of_records(p_kind, p_ids) s on s.id = i.id
  left join lateral (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = i.id order by v.number desc limit 1
  ) v on true
$function$
;
comment on function public.records_with_drafts(text,text[]) is 'Records with their drafts, and the numbers of their live versions, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION public.read_record(p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.records_with_drafts(p_kind, array[p_id]) -> 0
$function$
;
comment on function public.read_record(text,text) is 'A record with its draft, and the number of its live version.';

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
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  delete from private.import_rows s where s.import_id = p_import;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_records(p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  batch uuid := gen_random_uuid();
begin
  insert into private.import_rows (import_id, target, content)
  select batch, r.value ->> 'table', r.value -> 'row' from jsonb_array_elements(p_rows) with ordinality r order by r.ordinality;
  perform private.write_staged_records(batch);
end $function$
;

CREATE OR REPLACE FUNCTION private.keys_of_kind(p_kind text)
 RETURNS TABLE(columns text[], is_text boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select k.columns, k.is_text
  from pg_catalog.pg_index x
  cross join lateral (
    select array_agg(a.attname::text order by c.place) as columns, bool_and(a.atttypid = 'text'::regtype) as is_text
    from unnest(x.indkey[0:x.indnkeyatts - 1]) with ordinality c (attnum, place)
    join pg_catalog.pg_attribute a on a.attrelid = x.indrelid and a.attnum = c.attnum
  ) k
  where x.indrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
    and x.indisunique and not x.indisprimary and x.indexprs is null and x.indpred is null
  order by k.columns <> '{slug}', cardinality(k.columns), k.columns
$function$
;

CREATE OR REPLACE FUNCTION public.find_records_by_word(p_kind text, p_words text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  k record;
  found jsonb;
  answer jsonb := '{}';
begin
  for k in select * from private.keys_of_kind(p_kind) i where i.is_text and cardinality(i.columns) = 1 loop
    execute format('select coalesce(jsonb_object_agg(r.%2$I, r.id), ''{}'') from public.%1$I r where r.%2$I = any ($1)',
      private.table_of_kind(p_kind), k.columns[1])
    into found using p_words;
    answer := found || answer;
  end loop;
  return answer;
end $function$
;
comment on function public.find_records_by_word(text,text[]) is 'The ids of the records that are known by a word that no other has: a slug, or else an order code or a name.';

CREATE OR REPLACE FUNCTION public.find_records_by_key(p_kind text, p_rows jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  key text[];
  answer jsonb;
begin
  select k.columns into key from private.keys_of_kind(p_kind) k
  where k.columns <@ array(select jsonb_object_keys(p_rows -> 0)) limit 1;
  if key is null then
    return '{"key": [], "ids": []}';
  end if;
  execute format($q$
    select coalesce(jsonb_agg(t.id order by n.ordinality), '[]')
    from jsonb_array_elements($1) with ordinality n
    cross join lateral jsonb_populate_record(null::public.%1$I, n.value) r
    left join public.%1$I t on %2$s$q$, private.table_of_kind(p_kind),
    (select string_agg(format('t.%1$I = r.%1$I', c), ' and ') from unnest(key) c))
  into answer using p_rows;
  return jsonb_build_object('key', key, 'ids', answer);
end $function$
;
comment on function public.find_records_by_key(text,jsonb) is 'The ids of the records that have the values of the first of their unique indexes whose columns are all there, and its columns. Each row has the same columns.';

CREATE OR REPLACE FUNCTION public.next_record_ids(p_kind text, p_count integer)
 RETURNS jsonb
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))), '[]')
  from generate_series(1, least(p_count, 10000))
$function$
;
comment on function public.next_record_ids(text,integer) is 'Ids for new records of a kind.';

CREATE OR REPLACE FUNCTION private.write_machine_values(p_kind text, p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text[] := (select k.machine_columns from private.kinds k where k.kind = p_kind);
begin
  if cardinality(columns) = 0 then
    return;
  end if;
  execute (
    select format($q$
      update public.%1$I t set %2$s
      from private.import_rows s
      cross join lateral jsonb_populate_record(null::public.%1$I, s.content -> 'machine') r
      where s.import_id = $1 and s.target = 'records' and jsonb_typeof(s.content -> 'machine') = 'object'
        and t.id = (s.content ->> 'id')::%3$s and (%4$s)$q$,
      private.table_of_kind(p_kind),
      string_agg(format('%1$I = case when s.content -> ''machine'' ? %1$L then r.%1$I else t.%1$I end', c), ', '),
      private.type_of_id(p_kind),
      string_agg(format('s.content -> ''machine'' ? %1$L and r.%1$I is distinct from t.%1$I', c), ' or '))
    from unnest(columns) c)
  using p_import;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_table text;
  ids text[];
  conflicts jsonb;
  written integer := 0;
begin
  perform private.act_as(p_actor);
  own_table := private.table_of_kind(p_kind);
  ids := array(select s.content ->> 'id' from private.import_rows s where s.import_id = p_import and s.target = 'records' order by 1);
  if exists (
    select from private.import_rows s
    cross join lateral jsonb_each(case when jsonb_typeof(s.content -> 'rows') = 'object' then s.content -> 'rows' else '{}' end) r
    where s.import_id = p_import and s.target = 'records' and (
      r.key not in (select c.name from private.content_tables c where own_table in (c.name, c.owner_name))
      or r.key = own_table and (jsonb_array_length(r.value) <> 1 or r.value #>> '{0,id}' is distinct from s.content ->> 'id'))
  ) then
    raise exception 'these are no rows of %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_records(p_kind, ids);
  execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', own_table, private.type_of_id(p_kind)) using ids;
  select jsonb_agg(jsonb_build_object('id', s.content ->> 'id', 'why', case when d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz then 'draft' else 'live' end))
  into conflicts
  from private.import_rows s
  join private.add_versions(p_kind, ids, null) v on v.id = s.content ->> 'id'
  left join public.record_drafts d on d.kind = p_kind and d.record_id = v.id
  where s.import_id = p_import and s.target = 'records' and (
    d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz or v.number is distinct from (s.content ->> 'version')::integer);
  if conflicts is not null then
    delete from private.import_rows s where s.import_id = p_import;
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  if p_publish then
    insert into private.import_rows (import_id, target, content)
    select p_import, t.key, r.value
    from private.import_rows s
    cross join lateral jsonb_each(s.content -> 'rows') t
    cross join lateral jsonb_array_elements(t.value) with ordinality r
    where s.import_id = p_import and s.target = 'records'
    order by s.place, r.ordinality;
    perform private.write_staged_records(p_import);
    perform private.add_versions(p_kind, ids, p_actor);
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = any (ids);
    delete from public.record_trash d where d.kind = p_kind and d.record_id = any (ids);
    written := cardinality(ids);
  else
    perform private.write_machine_values(p_kind, p_import);
    insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
    select p_kind, s.content ->> 'id', (s.content ->> 'version')::integer, s.content -> 'data', nullif(s.content -> 'rows', 'null'), p_actor
    from private.import_rows s
    where s.import_id = p_import and s.target = 'records' and jsonb_typeof(s.content -> 'data') = 'object'
    on conflict on constraint record_drafts_pkey do update
      set data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp();
    get diagnostics written = row_count;
    delete from private.import_rows s where s.import_id = p_import;
  end if;
  return jsonb_build_object('status', 'written', 'records', written);
end $function$
;
comment on function public.import_records(uuid,text,uuid,boolean) is 'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';

revoke all on function private.rows_of_records(text,text[],boolean) from public, anon, authenticated, service_role;
grant execute on function private.rows_of_records(text,text[],boolean) to authenticated;
grant execute on function private.rows_of_records(text,text[],boolean) to service_role;

revoke all on function private.add_versions(text,text[],uuid) from public, anon, authenticated, service_role;
grant execute on function private.add_versions(text,text[],uuid) to service_role;

revoke all on function private.lock_records(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.lock_records(text,text[]) to service_role;

revoke all on function public.records_with_drafts(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.records_with_drafts(text,text[]) to authenticated;
grant execute on function public.records_with_drafts(text,text[]) to service_role;

revoke all on function private.write_staged_records(uuid) from public, anon, authenticated, service_role;
grant execute on function private.write_staged_records(uuid) to service_role;

revoke all on function private.keys_of_kind(text) from public, anon, authenticated, service_role;
grant execute on function private.keys_of_kind(text) to service_role;

revoke all on function public.find_records_by_word(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.find_records_by_word(text,text[]) to service_role;

revoke all on function public.find_records_by_key(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.find_records_by_key(text,jsonb) to service_role;

revoke all on function public.next_record_ids(text,integer) from public, anon, authenticated, service_role;
grant execute on function public.next_record_ids(text,integer) to service_role;

revoke all on function private.write_machine_values(text,uuid) from public, anon, authenticated, service_role;
grant execute on function private.write_machine_values(text,uuid) to service_role;

revoke all on function public.import_records(uuid,text,uuid,boolean) from public, anon, authenticated, service_role;
grant execute on function public.import_records(uuid,text,uuid,boolean) to service_role;
