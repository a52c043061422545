-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.table_of_kind(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found_table text;
begin
  select k.table_name into found_table from private.kinds k where k.kind = p_kind;
  if not found then
    raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  return found_table;
end $function$
;

CREATE OR REPLACE FUNCTION private.type_of_id(p_kind text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_kind = 'site' then 'text' else 'bigint' end
$function$
;

CREATE OR REPLACE FUNCTION private.record_rows(p_kind text, p_id text, p_all boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  t record;
  untold text[];
  sorting text;
  rows jsonb;
  answer jsonb := '{}';
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
    select string_agg(format('r.%I', a.attname), ', ' order by a.attname <> t.key, a.attname <> 'position', a.attname <> all (coalesce(t.keys, '{}')), a.attnum)
    into sorting
    from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', t.name)::regclass and (a.attname in (t.key, 'position', 'id') or a.attname = any (t.keys));
    execute format('select jsonb_agg(to_jsonb(r) - $2 order by %3$s) from public.%1$I r where r.%2$I = $1::%4$s',
      t.name, t.key, sorting, private.type_of_id(p_kind))
    into rows using p_id, untold;
    if rows is null and not t.is_part then
      return null;
    end if;
    answer := answer || jsonb_build_object(t.name, coalesce(rows, '[]'));
  end loop;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_version(p_kind text, p_id text, p_made_by uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  rows jsonb := private.record_rows(p_kind, p_id);
  latest public.record_versions;
begin
  select v.* into latest from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit 1;
  if latest.data is distinct from rows then
    insert into public.record_versions (kind, record_id, number, data, made_by, edit_id)
    values (p_kind, p_id, coalesce(latest.number, 0) + 1, rows, p_made_by, nullif(current_setting('content.edit', true), '')::bigint)
    returning * into latest;
  end if;
  return case when rows is not null then latest.number end;
end $function$
;

CREATE OR REPLACE FUNCTION private.lock_record(p_kind text, p_id text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select pg_advisory_xact_lock(hashtextextended('record ' || p_kind || ':' || p_id, 0))
$function$
;

CREATE OR REPLACE FUNCTION private.draft_summary(p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('data', d.data, 'base', d.base_version, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by))
  from public.record_drafts d where d.kind = p_kind and d.record_id = p_id
$function$
;

CREATE OR REPLACE FUNCTION public.read_record(p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'rows', private.record_rows(p_kind, p_id, true),
    'draft', private.draft_summary(p_kind, p_id),
    -- A change past the editor is the next version.
    'version', case when s.rows is not null then coalesce(v.number, 0) + (s.rows is distinct from v.data)::integer end)
  from (select private.record_rows(p_kind, p_id) as rows) s
  left join lateral (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit 1
  ) v on true
$function$
;
comment on function public.read_record(text,text) is 'A record with its draft, and the number of its live version.';

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer)
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
  insert into public.record_drafts as d (kind, record_id, base_version, data, saved_by)
  values (p_kind, own_id, live, p_data, p_actor)
  on conflict on constraint record_drafts_pkey do update
    set base_version = excluded.base_version, data = excluded.data, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that the draft has been brought up to.';

CREATE OR REPLACE FUNCTION public.discard_record_draft(p_actor uuid, p_kind text, p_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id;
  return found;
end $function$
;
comment on function public.discard_record_draft(uuid,text,text) is 'Drops the draft of a record; false where there was none.';

CREATE OR REPLACE FUNCTION private.write_records(p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  batch uuid := gen_random_uuid();
  t record;
begin
  insert into private.import_rows (import_id, target, content)
  select batch, r.value ->> 'table', r.value -> 'row' from jsonb_array_elements(p_rows) with ordinality r order by r.ordinality;
  for t in
    select c.* from private.content_tables c
    where c.name in (select s.target from private.import_rows s where s.import_id = batch)
      or c.owner_name in (select s.target from private.import_rows s where s.import_id = batch)
    order by c.place
  loop
    if t.name = 'product_images' then
      perform private.import_product_images(batch);
      continue;
    end if;
    if t.owner_key is not null then
      perform private.import_prune(batch, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    perform private.import_table(batch, t.name, t.keys, t.fixed);
  end loop;
  delete from private.import_rows s where s.import_id = batch;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_records(p_actor uuid, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  draft public.record_drafts;
  live integer;
  conflicts jsonb := '[]';
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz, rows jsonb) order by r.kind, r.id loop
    if asked.rows -> 0 ->> 'table' is distinct from private.table_of_kind(asked.kind)
      or asked.rows #>> '{0,row,id}' is distinct from asked.id or exists (
        select from jsonb_array_elements(asked.rows) r
        where r.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
        )
      ) then
      raise exception 'these are no rows of % %', asked.kind, asked.id using errcode = 'invalid_parameter_value';
    end if;
    perform private.lock_record(asked.kind, asked.id);
    execute format('select from public.%I r where r.id = $1::%s for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.id;
    select d.* into draft from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id;
    live := private.add_version(asked.kind, asked.id, null);
    if draft.saved_at is distinct from asked.saved_at or draft.base_version is distinct from live then
      conflicts := conflicts || jsonb_build_object('kind', asked.kind, 'id', asked.id,
        'why', case when draft.saved_at is distinct from asked.saved_at then 'draft' else 'live' end);
    end if;
  end loop;
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  perform private.write_records((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(r.value -> 'rows') with ordinality w
  ));
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text) loop
    done := done || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'version', private.add_version(asked.kind, asked.id, p_actor));
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id;
    delete from public.record_trash d where d.kind = asked.kind and d.record_id = asked.id;
  end loop;
  return jsonb_build_object('status', 'published', 'records', done,
    'edit', nullif(current_setting('content.edit', true), '')::bigint);
end $function$
;
comment on function public.publish_records(uuid,jsonb) is 'Makes drafts live, all of them or none: none where one was saved again, or its live version is not the one that it was begun with. Says which.';

CREATE OR REPLACE FUNCTION public.record_versions_of(p_kind text, p_id text, p_limit integer DEFAULT 100)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'rows', v.data, 'made_at', v.made_at, 'made_by', private.person_name(v.made_by))
    order by v.number desc), '[]')
  from (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit least(p_limit, 200)
  ) v
$function$
;
comment on function public.record_versions_of(text,text,integer) is 'The newest versions of a record, each with its rows by table.';

CREATE OR REPLACE FUNCTION private.filter_of(p_table text, p_column text, p_value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  type text;
begin
  select format_type(a.atttypid, null) into type from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attname = p_column and a.attnum > 0 and not a.attisdropped;
  if type is null or type in ('jsonb', 'json') then
    raise exception '% has no column %', p_table, p_column using errcode = 'undefined_column';
  end if;
  return case
    when p_value = 'null' then format('r.%I is null', p_column)
    when type like '%[]' then format('r.%I @> array[%L]::%s', p_column, p_value #>> '{}', type)
    else format('r.%I = %L::%s', p_column, p_value #>> '{}', type)
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.condition_of_state(p_kind text, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  has_dates boolean;
  changed text := format('exists (select from public.record_drafts d where d.kind = %L and d.record_id = r.id::text)', p_kind);
begin
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = 'is_published'
  ) into has_dates;
  return case
    when p_state = 'changed' then changed
    when p_state = 'live' then format('not %s and %s', changed,
      case when has_dates then 'private.is_visible(r.is_published, r.publish_from, r.publish_until, now())' else 'true' end)
    when not has_dates then 'false'
    when p_state = 'hidden' then format('not %s and not r.is_published', changed)
    when p_state = 'ended' then format('not %s and r.is_published and r.publish_until <= now()', changed)
    when p_state = 'scheduled' then format('not %s and r.is_published and r.publish_from > now() and (r.publish_until is null or r.publish_until > now())', changed)
    else 'false'
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.condition_of_search(p_kind text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  texts text;
begin
  if to_regclass(format('private.%I', p_kind || '_choices')) is not null then
    return format('r.id in (select c.id from private.%I c where c.search_text like $1)', p_kind || '_choices');
  end if;
  select string_agg(format(case
      -- The values of texts by locale, without their names.
      when a.atttypid = 'jsonb'::regtype then 'jsonb_path_query_array(r.%I, ''$.**?(@.type() == "string")'')::text'
      else 'r.%I::text' end, a.attname), ', ' order by a.attnum)
  into texts
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid in ('text'::regtype, 'text[]'::regtype) or a.attname = 'localized');
  return coalesce(format('lower(normalize(concat_ws(e''\n'', %s), nfkc)) like $1', texts), 'false');
end $function$
;

CREATE OR REPLACE FUNCTION private.picture_of(p_kind text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_kind = 'image' then 'r.id' else coalesce((
    select case when c.owner_key is null then format('r.%I', a.attname)
      else format('(select p.%1$I from public.%2$I p where p.%3$I = r.id and p.%1$I is not null order by %4$s limit 1)',
        a.attname, c.name, c.owner_key, case when exists (
          select from pg_catalog.pg_attribute o where o.attrelid = x.conrelid and o.attname = 'position'
        ) then 'p.position' else '1' end) end
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    where x.contype = 'f' and x.confrelid = 'public.images'::regclass and cardinality(x.conkey) = 1
      and private.table_of_kind(p_kind) in (c.name, c.owner_name)
    order by c.owner_key is not null, c.place, a.attnum limit 1
  ), 'null') end
$function$
;

CREATE OR REPLACE FUNCTION private.page_of_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  counted_at_most constant integer := 10000;
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  direction text := case when p_down then 'desc' else 'asc' end;
  beyond text := case when p_down then '<' else '>' end;
  sort_type text;
  sorted text;
  matches text := 'true';
  behind text := 'true';
  sorting text;
  picture text;
  drafts_match text := 'true';
  f record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  -- Without a column it is sorted by what the records are called.
  select format_type(a.atttypid, a.atttypmod) into sort_type from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', source)::regclass and a.attname = coalesce(p_sort, p_title[1]) and a.attnum > 0 and not a.attisdropped
    and (a.atttypid not in ('jsonb'::regtype, 'json'::regtype) or p_sort is null);
  if sort_type is null then
    raise exception '% has no column % to sort by', source, p_sort using errcode = 'undefined_column';
  end if;
  if p_sort is not null then
    sorted := format('r.%I', p_sort);
  elsif cardinality(p_title) = 1 then
    sorted := format('r.%I', p_title[1]);
  else
    sort_type := 'text';
    sorted := format('(r.%I #>> %L)', p_title[1], p_title[2:]);
  end if;
  if words <> '' then
    matches := format('(%s%s)', private.condition_of_search(p_kind),
      case when words ~ '^[1-9][0-9]{0,14}$' and id_type = 'bigint' then ' or r.id = ' || words else '' end);
    drafts_match := 'lower(normalize(d.data::text, nfkc)) like $1';
  end if;
  for f in select * from jsonb_to_recordset(p_filters) x (by text, "is" jsonb) loop
    matches := matches || ' and ' || private.filter_of(source, f.by, f."is");
    drafts_match := drafts_match || format(case when jsonb_typeof(f."is") = 'null' then ' and coalesce(d.data -> %1$L, d.data -> %2$L, ''null'') = ''null'''
      else ' and (coalesce(d.data ->> %1$L, d.data ->> %2$L) = %3$L or d.data -> %1$L @> to_jsonb(%3$L::text))' end,
      f.by, regexp_replace(f.by, '_id$', ''), f."is" #>> '{}');
  end loop;
  if p_ids is not null then
    matches := matches || format(' and r.id = any (%L::%s[])', p_ids, id_type);
    drafts_match := drafts_match || format(' and d.record_id = any (%L::text[])', p_ids);
  end if;
  if p_state is not null then
    matches := matches || ' and ' || private.condition_of_state(p_kind, p_state);
  end if;
  if p_after is not null then
    behind := case
      when sorted = 'r.id' then format('r.id %s %L::%s', beyond, p_after ->> 1, id_type)
      when p_after -> 0 = 'null' then format('%s is null and r.id %s %L::%s', sorted, beyond, p_after ->> 1, id_type)
      else format('(%1$s %2$s %3$L::%4$s or (%1$s = %3$L::%4$s and r.id %2$s %5$L::%6$s) or %1$s is null)',
        sorted, beyond, p_after ->> 0, sort_type, p_after ->> 1, id_type)
    end;
  end if;
  picture := private.picture_of(p_kind);
  sorting := case when sorted = 'r.id' then format('r.id %s', direction)
    else format('%s %s nulls last, r.id %s', sorted, direction, direction) end;
  execute format($q$
    with found as materialized (
      select r.id, row_number() over () as place from (
        select r.id from public.%1$I r where (%2$s) and (%3$s) order by %4$s limit $2
      ) r
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', %8$s, 'after', jsonb_build_array(to_jsonb(%5$s), r.id), 'title', to_jsonb(r) #>> %6$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %7$L and d.record_id = r.id::text),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %7$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%1$I r using (id)$q$, source, matches, behind, sorting, sorted, p_title, p_kind, picture)
  into live using pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, matches, counted_at_most)
  into counted using pattern;
  -- Drafts that were never published come first.
  if p_state is null or p_state = 'draft' then
    execute format($q$
      select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
        'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
      from public.record_drafts d
      where d.kind = %1$L and d.base_version is null and %3$s
        and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, drafts_match, source, id_type)
    into drafts using pattern;
  end if;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION public.list_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.page_of_records(p_kind, p_title, p_search, p_sort, p_down, coalesce(p_filters, '[]'), p_state, p_after, least(p_limit, 200), p_ids)
$function$
;
comment on function public.list_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) is 'A page of the live records of a kind behind the place p_after, one more than asked for where there are more, and all matching drafts that were never published. By columns; p_title: the path of what a record is called. For staff; others find nothing.';

CREATE OR REPLACE FUNCTION private.record_pages(p_kind text, p_id bigint)
 RETURNS TABLE(site text, locale public.locale, path text, kind text, ref bigint, title text, is_own boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  select o.site_id, o.locale, o.path, o.kind, o.ref, l.title, o.kind = p_kind and o.ref = p_id as own
  from public.site_outputs o
  left join public.published_page_locales l on o.kind = 'page' and l.page_id = o.ref and l.locale = o.locale
  where o.path is not null and (o.kind = 'page' or exists (select from private.kinds k where k.page_kind = o.kind))
    and (o.tags && (array[p_kind || ':' || p_id] || array(select s.kind || '/' || s.shape || ':' || p_id from private.shapes s where s.kind = p_kind))
      or (o.kind = p_kind and o.ref = p_id))
  order by own desc, o.site_id, o.locale <> 'en', o.kind <> 'page', o.path limit 200;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_pages(p_kind text, p_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') from private.record_pages(p_kind, p_id) p
$function$
;
comment on function public.record_pages(text,bigint) is 'The live pages that show a record, at most 200, its own first. For staff; others get an empty answer.';

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
comment on function public.record_uses(text,text,jsonb) is 'The records and pages that name a record, each with the column or the module and the path in it. For staff; others get an empty answer.';

CREATE OR REPLACE FUNCTION public.delete_records(p_actor uuid, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, places jsonb) order by r.kind, r.id loop
    perform private.lock_record(asked.kind, asked.id);
    uses := uses || coalesce((
      select jsonb_agg(jsonb_build_object('of', jsonb_build_object('kind', asked.kind, 'id', asked.id)) || to_jsonb(u))
      from private.record_uses(asked.kind, asked.id, coalesce(asked.places, '[]')) u
      where not exists (select from jsonb_to_recordset(p_records) o (kind text, id text) where o.kind = u.kind and o.id = u.id)
    ), '[]');
    if private.record_rows(asked.kind, asked.id) is null and not exists (
      select from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id
    ) then
      missing := missing || jsonb_build_object('kind', asked.kind, 'id', asked.id);
    end if;
  end loop;
  if missing <> '[]' then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    order by c.place desc, r.id desc
  loop
    perform private.add_version(asked.kind, asked.id, null);
    rows := private.record_rows(asked.kind, asked.id, true);
    if rows is not null then
      insert into public.record_trash (kind, record_id, data, title, deleted_by)
      values (asked.kind, asked.id, rows, coalesce(asked.title, ''), p_actor)
      on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
      execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
      perform private.add_version(asked.kind, asked.id, p_actor);
    end if;
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id;
  end loop;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_records(uuid,jsonb) is 'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them. A draft that was never published is dropped.';

CREATE OR REPLACE FUNCTION public.restore_record(p_actor uuid, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  deleted public.record_trash;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  delete from public.record_trash t where t.kind = p_kind and t.record_id = p_id returning t.* into deleted;
  if not found or private.record_rows(p_kind, p_id) is not null then
    return '{"status": "not-found"}';
  end if;
  perform private.write_records((
    select jsonb_agg(jsonb_build_object('table', t.key, 'row', r.value) order by c.place, r.ordinality)
    from jsonb_each(deleted.data) t
    join private.content_tables c on c.name = t.key
    cross join lateral jsonb_array_elements(t.value) with ordinality r
  ));
  perform private.add_version(p_kind, p_id, p_actor);
  return '{"status": "restored"}';
end $function$
;
comment on function public.restore_record(uuid,text,text) is 'Puts a deleted record back as it was.';

CREATE OR REPLACE FUNCTION public.list_deleted_records(p_kind text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.record_id, 'title', t.title, 'deleted_at', t.deleted_at,
    'deleted_by', private.person_name(t.deleted_by)) order by t.deleted_at desc, t.record_id), '[]')
  from (
    select * from public.record_trash t where t.kind = p_kind and t.deleted_at > now() - interval '30 days' order by t.deleted_at desc limit 500
  ) t
$function$
;
comment on function public.list_deleted_records(text) is 'The records of a kind that can be restored, the last deleted first.';

CREATE OR REPLACE FUNCTION public.record_titles(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
  title text;
  answer jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, path text[]) limit 1000 loop
    execute format('select coalesce((select to_jsonb(r) #>> $2 from public.%I r where r.id = $1::%s),
      (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = $1))',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into title using asked.id, asked.path, asked.kind;
    answer := answer || jsonb_build_array(title);
  end loop;
  return answer;
end $function$
;
comment on function public.record_titles(jsonb) is 'What people call records, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION public.free_slugs(p_kind text, p_slugs text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  free jsonb;
begin
  execute format('select coalesce(jsonb_agg(s.slug order by s.place), ''[]'') from unnest($1) with ordinality s (slug, place)
    where not exists (select from public.%I r where r.slug = s.slug)
      and not exists (select from public.record_drafts d where d.kind = $2 and d.data ->> ''slug'' = s.slug)',
    private.table_of_kind(p_kind))
  into free using p_slugs, p_kind;
  return free;
end $function$
;
comment on function public.free_slugs(text,text[]) is 'Those of the slugs that no record of a kind has, in a draft or live.';

CREATE OR REPLACE FUNCTION public.record_changes(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  t record;
  args text[];
  live jsonb;
  olds jsonb[];
  news jsonb[];
  values_of jsonb[];
  tags text[] := '{}';
  rows jsonb := '[]';
  found_tags text[];
  refs bigint[];
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb) loop
    live := private.record_rows(asked.kind, asked.id, true);
    for t in
      select c.name, c.owner_key, g.tgargs, p.proname
      from private.content_tables c
      join pg_catalog.pg_trigger g on g.tgrelid = format('public.%I', c.name)::regclass and not g.tgisinternal
        and g.tgname in (c.name || '_queue_update', c.name || '_queue')
      join pg_catalog.pg_proc p on p.oid = g.tgfoid
      where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
    loop
      args := string_to_array(encode(t.tgargs, 'escape'), '\000');
      olds := array(select r.value from jsonb_array_elements(coalesce(live -> t.name, '[]')) r);
      -- As the columns of the table write the values. What is not written stays.
      execute format($q$
        select array(
          select coalesce(o.row, '{}') || n.row || case when n.row ? 'localized' and coalesce(o.row, '{}') ? 'locales'
            then jsonb_build_object('locales', private.locales_of(n.row -> 'localized')) else '{}' end
          from jsonb_array_elements($1) r
          cross join lateral (
            select jsonb_object_agg(e.key, e.value) as row
            from jsonb_each(to_jsonb(jsonb_populate_record(null::public.%1$I, r.value -> 'row'))) e where r.value -> 'row' ? e.key
          ) n
          left join unnest($2) o (row) on %2$L and o.row -> 'id' = n.row -> 'id'
          where r.value ->> 'table' = %1$L
        )$q$, t.name, t.owner_key is null)
      into news using coalesce(nullif(asked.rows, 'null'), '[]'), olds;
      if t.proname = 'queue_site_change' then
        values_of := olds || news;
        tags := tags || array(select distinct args[1] || ':' || coalesce(v ->> 'site_id', v ->> 'id') from unnest(values_of) v where olds <> news);
        rows := rows || (
          select coalesce(jsonb_agg(jsonb_build_object('kind', 'site', 'site', v ->> 'id')), '[]') from unnest(news) v where args[1] = 'site' and olds <> news
        );
        continue;
      end if;
      if t.owner_key is null and cardinality(olds) = 1 and cardinality(news) = 1 then
        found_tags := private.tags_of_updates(t.name, args[1], args[2], olds, news);
      elsif t.owner_key is not null and array(select v - 'id' - 'created_at' from unnest(olds) v) = array(select v - 'id' - 'created_at' from unnest(news) v) then
        continue;
      else
        values_of := olds || news;
        found_tags := private.tags_of_records(t.name, args[1], array(select distinct (v ->> args[2])::bigint from unnest(values_of) v));
      end if;
      values_of := olds || news;
      refs := array(select distinct (v ->> args[2])::bigint from unnest(values_of) v);
      if args[3] <> '' and (cardinality(olds) <> cardinality(news) or exists (
        select from unnest(string_to_array(args[3], ',')) c where olds[1] -> c is distinct from news[1] -> c
      )) then
        found_tags := found_tags || ('list:' || args[1]) || array(
          select distinct 'list:' || args[1] || '/' || g.column_name || '/' || (v ->> g.column_name)
          from private.list_groups g cross join unnest(values_of) v where g.table_name = t.name and v ->> g.column_name is not null
        );
      end if;
      if args[4] = 'true' and (cardinality(olds) <> cardinality(news) or exists (
        select from unnest(refs) r where args[1] || '/link:' || r = any (found_tags)
      )) then
        rows := rows || (select coalesce(jsonb_agg(jsonb_build_object('kind', args[1], 'ref', r)), '[]') from unnest(refs) r);
        found_tags := found_tags || array(select distinct 'sitemap:' || args[1] || ':' || r / 500 from unnest(refs) r);
      end if;
      tags := tags || found_tags;
    end loop;
  end loop;
  return jsonb_build_object('tags', to_jsonb(array(select distinct u from unnest(tags) u order by u)), 'rows', rows);
end $function$
;
comment on function public.record_changes(jsonb) is 'The tags and rows that publishing drafts of records, or deleting them, would put on the change queue.';

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
  edits integer;
begin
  with kept as (
    select s.id as site_id, (
      select r.id from public.publish_receipts r where r.site_id = s.id order by r.id desc offset p_count limit 1
    ) as beyond
    from public.sites s
  )
  delete from public.publish_receipts
  where id in (
    select r.id
    from public.publish_receipts r
    join kept k on k.site_id = r.site_id
    where r.finished_at < before or r.id <= k.beyond
    order by r.id limit p_limit
  );
  get diagnostics receipts = row_count;
  -- The builds that say what is live, and what happened since, stay.
  delete from public.site_builds
  where id in (
    select b.id
    from public.site_builds b
    where b.finished_at < before
      and b.id < (
        select max(l.id) from public.site_builds l where l.site_id = b.site_id and l.outcome in ('live', 'rolled-back')
      )
    order by b.id limit p_limit
  );
  get diagnostics builds = row_count;
  -- Without a receipt they changed nothing that is published, or their receipt is gone.
  delete from public.content_edits
  where id in (
    select e.id from public.content_edits e
    where e.made_at < now() - interval '1 day'
      and not exists (select 1 from public.publish_receipt_edits r where r.edit_id = e.id)
    order by e.id limit p_limit
  );
  get diagnostics edits = row_count;
  delete from public.change_log where taken_in_at < now() - interval '1 day';
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from public.record_trash where deleted_at < now() - interval '30 days';
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds, edits) = p_limit);
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

create table public.record_drafts (
  kind text not null references private.kinds (kind),
  -- A number, or the name of a site.
  record_id text not null,
  -- The version that it was begun with; null for a record that was never published.
  base_version integer,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  saved_by uuid,
  saved_at timestamptz not null default clock_timestamp(),
  primary key (kind, record_id)
);
alter table public.record_drafts enable row level security;
comment on table public.record_drafts is 'What people have saved of records and not published, one draft a record.';

create table public.record_versions (
  kind text not null references private.kinds (kind),
  record_id text not null,
  number integer not null,
  -- The rows of the record by table; null where it was deleted.
  data jsonb,
  made_by uuid,
  made_at timestamptz not null default clock_timestamp(),
  -- The edit of that change, while it is on record.
  edit_id bigint,
  primary key (kind, record_id, number)
);
alter table public.record_versions enable row level security;
comment on table public.record_versions is 'Each version of a record that was live. A change past the editor is a version once somebody edits or deletes the record.';

create table public.record_trash (
  kind text not null references private.kinds (kind),
  record_id text not null,
  -- The rows of the record by table.
  data jsonb not null,
  -- How people called it.
  title text not null default '',
  deleted_by uuid,
  deleted_at timestamptz not null default clock_timestamp(),
  primary key (kind, record_id)
);
alter table public.record_trash enable row level security;
comment on table public.record_trash is 'Deleted records, which can be restored for 30 days.';

alter table private.kinds add column machine_columns text[] not null default '{}'::text[];

alter table public.record_drafts add constraint record_drafts_data_bounds CHECK (private.is_bounded_json(data));

alter table public.record_versions add constraint record_versions_data_bounds CHECK (private.is_bounded_json(data));

alter table public.record_trash add constraint record_trash_data_bounds CHECK (private.is_bounded_json(data));

CREATE INDEX record_trash_deleted_at_idx ON public.record_trash USING btree (deleted_at);

CREATE TRIGGER record_versions_immutable BEFORE UPDATE ON public.record_versions FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

create policy record_drafts_read on public.record_drafts for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy record_versions_read on public.record_versions for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy record_trash_read on public.record_trash for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.record_drafts from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.record_drafts to service_role;
grant select on table public.record_drafts to authenticated;

revoke all on table public.record_versions from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.record_versions to service_role;
grant select on table public.record_versions to authenticated;

revoke all on table public.record_trash from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.record_trash to service_role;
grant select on table public.record_trash to authenticated;

revoke all on function private.table_of_kind(text) from public, anon, authenticated, service_role;
grant execute on function private.table_of_kind(text) to authenticated;
grant execute on function private.table_of_kind(text) to service_role;

revoke all on function private.type_of_id(text) from public, anon, authenticated, service_role;
grant execute on function private.type_of_id(text) to authenticated;
grant execute on function private.type_of_id(text) to service_role;

revoke all on function private.record_rows(text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function private.record_rows(text,text,boolean) to authenticated;
grant execute on function private.record_rows(text,text,boolean) to service_role;

revoke all on function private.add_version(text,text,uuid) from public, anon, authenticated, service_role;
grant execute on function private.add_version(text,text,uuid) to service_role;

revoke all on function private.lock_record(text,text) from public, anon, authenticated, service_role;
grant execute on function private.lock_record(text,text) to service_role;

revoke all on function private.draft_summary(text,text) from public, anon, authenticated, service_role;
grant execute on function private.draft_summary(text,text) to authenticated;
grant execute on function private.draft_summary(text,text) to service_role;

revoke all on function public.read_record(text,text) from public, anon, authenticated, service_role;
grant execute on function public.read_record(text,text) to authenticated;
grant execute on function public.read_record(text,text) to service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer) to service_role;

revoke all on function public.discard_record_draft(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.discard_record_draft(uuid,text,text) to service_role;

revoke all on function private.write_records(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_records(jsonb) to service_role;

revoke all on function public.publish_records(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_records(uuid,jsonb) to service_role;

revoke all on function public.record_versions_of(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.record_versions_of(text,text,integer) to authenticated;
grant execute on function public.record_versions_of(text,text,integer) to service_role;

revoke all on function private.filter_of(text,text,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_state(text,text) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_search(text) from public, anon, authenticated, service_role;

revoke all on function private.picture_of(text) from public, anon, authenticated, service_role;

revoke all on function private.page_of_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) from public, anon, authenticated, service_role;
grant execute on function private.page_of_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) to authenticated;

revoke all on function public.list_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) from public, anon, authenticated, service_role;
grant execute on function public.list_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) to authenticated;
grant execute on function public.list_records(text,text[],text,text,boolean,jsonb,text,jsonb,integer,text[]) to service_role;

revoke all on function private.record_pages(text,bigint) from public, anon, authenticated, service_role;
grant execute on function private.record_pages(text,bigint) to authenticated;
grant execute on function private.record_pages(text,bigint) to service_role;

revoke all on function public.record_pages(text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.record_pages(text,bigint) to authenticated;
grant execute on function public.record_pages(text,bigint) to service_role;

revoke all on function private.record_uses(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.record_uses(text,text,jsonb) to authenticated;
grant execute on function private.record_uses(text,text,jsonb) to service_role;

revoke all on function public.record_uses(text,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_uses(text,text,jsonb) to authenticated;
grant execute on function public.record_uses(text,text,jsonb) to service_role;

revoke all on function public.delete_records(uuid,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.delete_records(uuid,jsonb) to service_role;

revoke all on function public.restore_record(uuid,text,text) from public, anon, authenticated, service_role;
grant execute on function public.restore_record(uuid,text,text) to service_role;

revoke all on function public.list_deleted_records(text) from public, anon, authenticated, service_role;
grant execute on function public.list_deleted_records(text) to authenticated;
grant execute on function public.list_deleted_records(text) to service_role;

revoke all on function public.record_titles(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_titles(jsonb) to authenticated;
grant execute on function public.record_titles(jsonb) to service_role;

revoke all on function public.free_slugs(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.free_slugs(text,text[]) to authenticated;
grant execute on function public.free_slugs(text,text[]) to service_role;

revoke all on function public.record_changes(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_changes(jsonb) to service_role;

-- What machines write of these kinds.
update private.kinds k set machine_columns = m.columns
from (values
  ('image', '{hash,content_type,storage_path,width,height,bytes,widths}'::text[]),
  ('vector', '{hash,content_type,storage_path,bytes}'),
  ('file', '{hash,content_type,storage_path,size}'),
  ('document', '{hash,content_type,storage_path,size}'),
  ('inventory_item', '{quantity,as_of}')
) m (kind, columns)
where k.kind = m.kind;
