-- Records in spreadsheets: how cells name records, which records rows mean, and changing many at once.

-- The columns by each of which a record can be told from all others of its kind, those that people know it by first.
create function private.keys_of_kind(p_kind text) returns setof text[]
language sql stable set search_path = ''
as $$
  select k.columns
  from pg_catalog.pg_index i
  cross join lateral (
    select array_agg(a.attname::text order by x.place) as columns, bool_and(a.attname = 'slug') as is_slug, bool_or(a.attname = 'id') as has_id
    from unnest(i.indkey::smallint[]) with ordinality x (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = x.number
  ) k
  where i.indrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
    and i.indisunique and i.indpred is null and i.indexprs is null and not k.has_id
  order by k.is_slug desc, cardinality(k.columns), i.indexrelid
$$;
revoke execute on function private.keys_of_kind from public;
grant execute on function private.keys_of_kind to service_role;

-- The text of each record `r` by which a cell names it, as an expression; null where records have only a title.
create function private.word_columns(p_kind text) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(c.name order by c.place), '{}')
  from (
    select k.columns[1] as name, k.place
    from private.keys_of_kind(p_kind) with ordinality k (columns, place)
    join pg_catalog.pg_attribute a on a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = k.columns[1]
    where cardinality(k.columns) = 1 and a.atttypid = 'text'::regtype
  ) c
$$;
revoke execute on function private.word_columns from public;
grant execute on function private.word_columns to service_role;

create function private.title_column(p_title text[]) returns text
language sql immutable set search_path = ''
as $$
  select case when cardinality(p_title) = 1 then format('r.%I::text', p_title[1]) else format('r.%I #>> %L', p_title[1], p_title[2:]) end
$$;
revoke execute on function private.title_column from public;
grant execute on function private.title_column to service_role;

create function public.record_keys(p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(k.columns) order by k.place), '[]') from private.keys_of_kind(p_kind) with ordinality k (columns, place)
$$;
comment on function public.record_keys is 'The columns by which a record can be told from all others of its kind.';
revoke execute on function public.record_keys from public, anon, authenticated;
grant execute on function public.record_keys to service_role;

create function public.record_words(p_kind text, p_title text[], p_ids text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  own text := (private.word_columns(p_kind))[1];
  title text := private.title_column(p_title);
  answer jsonb;
begin
  execute format($q$
    with asked as materialized (
      select r.id, coalesce(%1$s, '') as word from public.%2$I r where r.id = any ($1::%3$s[])
    )
    select coalesce(jsonb_object_agg(a.id, case when %4$L::boolean then a.word else btrim(a.word || coalesce(' #' || s.id, '')) end), '{}')
    from asked a
    -- Of those with the same title, or with one that reads as an id, each is told by its id.
    left join lateral (
      select a.id where not %4$L::boolean and (a.word = '' or a.word ~ '^[0-9#]' or a.word ~ ';' or exists (
        select from public.%2$I r where r.id <> a.id and %5$s = a.word
      ))
    ) s on true$q$,
    coalesce(format('r.%I', own), title), private.table_of_kind(p_kind), private.type_of_id(p_kind), own is not null, title)
  into answer using p_ids;
  return answer;
end $$;
comment on function public.record_words is
  'How cells of a spreadsheet name records, by id: with a text that only one of them has, or else with the title, and the id where that is not enough.';
revoke execute on function public.record_words from public, anon, authenticated;
grant execute on function public.record_words to service_role;

create function public.find_records_by_words(p_kind text, p_title text[], p_words text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb;
begin
  execute (
    select format('select coalesce(jsonb_object_agg(f.word, f.ids), ''{}'') from (select w.word, jsonb_agg(distinct w.id) as ids from (%s) w group by w.word) f',
      string_agg(format('select w.word, r.id from unnest($1) w (word) join public.%I r on %s = w.word', private.table_of_kind(p_kind), c), ' union all '))
    from (
      select format('r.%I', u) as c from unnest(private.word_columns(p_kind)) u
      union select private.title_column(p_title)
      -- As `#12`, also behind a title.
      union select '''#'' || r.id'
    ) c (c)
  ) into answer using p_words;
  return answer;
end $$;
comment on function public.find_records_by_words is 'The ids of the records that words name: with a text that only one record has, a title, or # and the id.';
revoke execute on function public.find_records_by_words from public, anon, authenticated;
grant execute on function public.find_records_by_words to service_role;

-- Rows: objects with these columns. The ids of the records that have the same values in them, in the order of the rows; null for none.
create function public.find_records_by_columns(p_kind text, p_columns text[], p_rows jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  answer jsonb;
begin
  execute format('select coalesce(jsonb_agg(r.id order by k.place), ''[]'')
    from (
      select w.place, %1$s from jsonb_array_elements($1) with ordinality w (value, place)
      cross join lateral jsonb_populate_record(null::public.%2$I, w.value) v
    ) k
    left join public.%2$I r on %3$s',
    (select string_agg(format('v.%I', c), ', ') from unnest(p_columns) c), private.table_of_kind(p_kind),
    (select string_agg(format('r.%1$I = k.%1$I', c), ' and ') from unnest(p_columns) c))
  into answer using p_rows;
  return answer;
end $$;
comment on function public.find_records_by_columns is 'The ids of the records that have the values of rows, null for none.';
revoke execute on function public.find_records_by_columns from public, anon, authenticated;
grant execute on function public.find_records_by_columns to service_role;

create function public.read_rows_and_drafts(p_kind text, p_ids text[]) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
declare
  rows jsonb;
begin
  execute format('select coalesce(jsonb_agg(to_jsonb(r) - ''{search_text,content}''::text[]), ''[]'') from public.%I r where r.id = any ($1::%s[])',
    private.table_of_kind(p_kind), private.type_of_id(p_kind))
  into rows using p_ids;
  return jsonb_build_object('rows', rows, 'drafts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'data', d.data, 'base', d.base_version, 'saved_at', d.saved_at,
      'saved_by', private.person_name(d.saved_by), 'by', d.saved_by)), '[]')
    from public.record_drafts d where d.kind = p_kind and d.record_id = any (p_ids)
  ));
end $$;
comment on function public.read_rows_and_drafts is 'The own rows of records, and their drafts. What belongs to records is read by export_children.';
revoke execute on function public.read_rows_and_drafts from public, anon, authenticated;
grant execute on function public.read_rows_and_drafts to service_role;

create function public.read_records(p_kind text, p_ids text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(public.read_record(p_kind, i.id) order by i.place), '[]') from unnest(p_ids) with ordinality i (id, place)
$$;
comment on function public.read_records is 'The same as read_record of many, in their order.';
revoke execute on function public.read_records from public, anon;
grant execute on function public.read_records to authenticated, service_role;

-- Records: id (null for a new one), data, saved_at of the draft and version of the own row that the data was made from.
create function public.save_record_drafts(p_actor uuid, p_kind text, p_records jsonb) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
declare
  asked record;
  seen integer;
  saved jsonb;
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select r.* from jsonb_to_recordset(p_records) r (id text, data jsonb, saved_at timestamptz, version integer) loop
    saved := public.save_record_draft(p_actor, p_kind, asked.id, asked.data, asked.saved_at);
    if saved ->> 'status' = 'saved' and asked.version is not null then
      execute format('select r.version from public.%I r where r.id = $1::%s', private.table_of_kind(p_kind), private.type_of_id(p_kind))
      into seen using asked.id;
    end if;
    if saved ->> 'status' <> 'saved' or asked.version is not null and seen is distinct from asked.version then
      raise exception 'the record % has been changed since', asked.id using errcode = 'CS409';
    end if;
    done := done || jsonb_build_object('id', saved -> 'id', 'saved_at', saved -> 'saved_at');
  end loop;
  return done;
end $$;
comment on function public.save_record_drafts is
  'Saves many records of a kind as drafts, all of them or none: none (CS409) where one has been changed since it was read.';
revoke execute on function public.save_record_drafts from public, anon, authenticated;
grant execute on function public.save_record_drafts to service_role;

-- Rows: id, values by column, and the values that were seen; without these it does not matter what is there.
create function public.write_machine_values(p_actor uuid, p_kind text, p_columns text[], p_rows jsonb) returns integer
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
declare
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  overtaken bigint;
  written integer;
begin
  perform private.act_as(p_actor);
  if cardinality(p_columns) = 0 or not p_columns <@ (select k.machine_columns from private.kinds k where k.kind = p_kind) then
    raise exception '% has no such columns that machines write', p_kind using errcode = 'undefined_column';
  end if;
  execute format('select count(*) from jsonb_to_recordset($1) w (id text, seen jsonb)
    left join (select r.* from public.%1$I r where r.id = any (array(select (x ->> ''id'')::%2$s from jsonb_array_elements($1) x)) order by r.id for update) r
      on r.id = w.id::%2$s
    cross join lateral jsonb_populate_record(null::public.%1$I, w.seen) s
    where r.id is null or w.seen is not null and (%3$s) is distinct from (%4$s)', source, id_type,
    (select string_agg(format('r.%I', c), ', ') from unnest(p_columns) c), (select string_agg(format('s.%I', c), ', ') from unnest(p_columns) c))
  into overtaken using p_rows;
  if overtaken > 0 then
    raise exception '% records have been changed since', overtaken using errcode = 'CS409';
  end if;
  execute format('update public.%1$I r set %3$s
    from jsonb_to_recordset($1) w (id text, value jsonb) cross join lateral jsonb_populate_record(null::public.%1$I, w.value) n
    where r.id = w.id::%2$s and (%4$s) is distinct from (%5$s)', source, id_type,
    (select string_agg(format('%1$I = n.%1$I', c), ', ') from unnest(p_columns) c),
    (select string_agg(format('r.%I', c), ', ') from unnest(p_columns) c), (select string_agg(format('n.%I', c), ', ') from unnest(p_columns) c))
  using p_rows;
  get diagnostics written = row_count;
  return written;
end $$;
comment on function public.write_machine_values is
  'Writes values that have no draft, such as stock, to many records at once: they are live with the next publish. All of them or none: none (CS409) where one is not as it was seen.';
revoke execute on function public.write_machine_values from public, anon, authenticated;
grant execute on function public.write_machine_values to service_role;
