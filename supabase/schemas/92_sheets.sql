-- Spreadsheets of records: finding the records that their lines mean, and writing thousands of them at once.

-- The columns of each unique index of a kind's table, the shortest first. Indexes over expressions or a part of the rows are not among them.
create function private.keys_of_kind(p_kind text) returns table (columns text[], is_text boolean)
language sql stable set search_path = ''
as $$
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
$$;
revoke execute on function private.keys_of_kind from public;
grant execute on function private.keys_of_kind to service_role;

create function public.find_records_by_word(p_kind text, p_words text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function public.find_records_by_word is 'The ids of the records that are known by a word that no other has: a slug, or else an order code or a name.';

create function public.find_records_by_key(p_kind text, p_rows jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function public.find_records_by_key is
  'The ids of the records that have the values of the first of their unique indexes whose columns are all there, and its columns. Each row has the same columns.';

create function public.next_record_ids(p_kind text, p_count integer) returns jsonb
language sql volatile set search_path = ''
as $$
  select coalesce(jsonb_agg(nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))), '[]')
  from generate_series(1, least(p_count, 10000))
$$;
comment on function public.next_record_ids is 'Ids for new records of a kind.';

-- What machines write goes live at once, and is written where it differs.
create function private.write_machine_values(p_kind text, p_import uuid) returns void
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.write_machine_values from public;
grant execute on function private.write_machine_values to service_role;

-- Staged as 'records': id; saved_at of the draft and number of the live version that were read; and what becomes of it: `data` of a draft,
-- `rows` by table, and `machine`, values that machines write.
create function public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
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
  left join public.record_drafts d on d.kind = p_kind and d.record_id = v.id and d.release_id is null
  where s.import_id = p_import and s.target = 'records' and (
    d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz or v.number is distinct from (s.content ->> 'version')::integer);
  if conflicts is not null then
    delete from private.import_rows s where s.import_id = p_import;
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  if p_publish then
    update private.import_rows s
    set content = s.content || jsonb_build_object('machine', case when jsonb_typeof(s.content -> 'machine') = 'object' then s.content -> 'machine' else '{}' end || d.file)
    from public.record_drafts d
    where s.import_id = p_import and s.target = 'records' and d.kind = p_kind and d.record_id = s.content ->> 'id' and d.release_id is null
      and d.file is not null;
    insert into private.import_rows (import_id, target, content)
    select p_import, t.key, r.value
    from private.import_rows s
    cross join lateral jsonb_each(s.content -> 'rows') t
    cross join lateral jsonb_array_elements(t.value) with ordinality r
    where s.import_id = p_import and s.target = 'records'
    order by s.place, r.ordinality;
    perform private.write_staged_records(p_import);
    perform private.add_versions(p_kind, ids, p_actor);
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = any (ids) and d.release_id is null;
    delete from public.record_trash d where d.kind = p_kind and d.record_id = any (ids);
    written := cardinality(ids);
  else
    perform private.write_machine_values(p_kind, p_import);
    insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
    select p_kind, s.content ->> 'id', (s.content ->> 'version')::integer, s.content -> 'data', nullif(s.content -> 'rows', 'null'), p_actor
    from private.import_rows s
    where s.import_id = p_import and s.target = 'records' and jsonb_typeof(s.content -> 'data') = 'object'
    on conflict on constraint record_drafts_key do update
      set data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp();
    get diagnostics written = row_count;
    delete from private.import_rows s where s.import_id = p_import;
  end if;
  return jsonb_build_object('status', 'written', 'records', written);
end $$;
comment on function public.import_records is
  'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';
