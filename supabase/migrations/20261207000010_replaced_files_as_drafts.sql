-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop trigger record_versions_immutable on public.record_versions;

drop function private.write_release(uuid,jsonb,jsonb);

drop function private.write_records(jsonb);

drop function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean);

CREATE OR REPLACE FUNCTION private.keep_record_draft(p_draft public.record_drafts, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.discarded_drafts (kind, record_id, data, rows, file, base_version, why, release_name, saved_by, saved_at, discarded_by)
  values (p_draft.kind, p_draft.record_id, p_draft.data, p_draft.rows, p_draft.file, p_draft.base_version, p_why,
    (select l.name from public.releases l where l.id = p_draft.release_id), p_draft.saved_by, p_draft.saved_at, private.actor())
$function$
;
comment on function private.keep_record_draft(public.record_drafts,text) is 'Keeps a draft of a record that is thrown away.';

CREATE OR REPLACE FUNCTION public.list_discarded_drafts(p_kind text, p_id text, p_with_data boolean)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'data', case when p_with_data then d.data end, 'file', d.file, 'why', d.why, 'release', d.release_name,
    'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by), 'discarded_at', d.discarded_at,
    'discarded_by', private.person_name(d.discarded_by)) order by d.id desc), '[]')
  from (
    select d.* from public.discarded_drafts d
    where d.kind = p_kind and d.record_id = p_id and d.discarded_at > now() - interval '30 days'
    order by d.id desc limit 200
  ) d
$function$
;
comment on function public.list_discarded_drafts(text,text,boolean) is 'The drafts of a page or a record that were thrown away in the last 30 days, the last one first: why, from which release, and by whom.';

CREATE OR REPLACE FUNCTION public.read_discarded_draft(p_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('kind', d.kind, 'record_id', d.record_id, 'data', d.data, 'file', d.file, 'parent_id', d.parent_id)
  from public.discarded_drafts d where d.id = p_id and d.discarded_at > now() - interval '30 days'
$function$
;
comment on function public.read_discarded_draft(bigint) is 'A draft that was thrown away; null where there is none, or none any more.';

CREATE OR REPLACE FUNCTION private.own_file(p_kind text, p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when p_kind in ('image', 'vector', 'file', 'document') then (
    select jsonb_object_agg(c.key, c.value) from jsonb_each(p_row) c join private.kinds k on k.kind = p_kind and c.key = any (k.machine_columns)
  ) end
$function$
;

CREATE OR REPLACE FUNCTION private.files_of_records(p_kind text, p_ids text[])
 RETURNS TABLE(id text, file jsonb)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_kind not in ('image', 'vector', 'file', 'document') then
    return;
  end if;
  return query execute format('select r.id::text, private.own_file($1, to_jsonb(r)) from public.%I r where r.id = any ($2::bigint[])',
    private.table_of_kind(p_kind)) using p_kind, p_ids;
end $function$
;

CREATE OR REPLACE FUNCTION private.draft_files(p_records jsonb, p_release bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'file', d.file)), '[]')
  from jsonb_to_recordset(p_records) r (kind text, id text)
  join public.record_drafts d on d.kind = r.kind and d.record_id = r.id and d.release_id is not distinct from p_release
  where d.file is not null
$function$
;

CREATE OR REPLACE FUNCTION private.add_versions(p_kind text, p_ids text[], p_made_by uuid)
 RETURNS TABLE(id text, number integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with now as materialized (
    select i.id, r.rows, f.file, v.number as latest, v.data, v.file as latest_file, v.made_at
    from unnest(p_ids) i (id)
    left join private.rows_of_records(p_kind, p_ids) r on r.id = i.id
    left join private.files_of_records(p_kind, p_ids) f on f.id = i.id
    left join lateral (
      select l.number, l.data, l.file, l.made_at from public.record_versions l where l.kind = p_kind and l.record_id = i.id order by l.number desc limit 1
    ) v on true
  ), told as (
    -- A version of before, which still is what is live.
    update public.record_versions v set file = n.file from now n
    where v.kind = p_kind and v.record_id = n.id and v.number = n.latest and v.file is null and n.file is not null and n.data = n.rows
  ), added as (
    insert into public.record_versions as v (kind, record_id, number, data, file, made_by, made_at, edit_id)
    select p_kind, n.id, coalesce(n.latest, 0) + 1, n.rows, n.file, p_made_by,
      -- What nobody of the staff made is older than the moment at which it is found.
      case when p_made_by is null and d.changed_at > coalesce(n.made_at, '-infinity') then d.changed_at else clock_timestamp() end,
      nullif(current_setting('content.edit', true), '')::bigint
    from now n left join private.record_dates(p_kind, p_ids) d on d.id = n.id
    where n.data is distinct from n.rows or n.latest_file ->> 'hash' is distinct from n.file ->> 'hash' and n.latest_file is not null
    returning v.record_id, v.number
  )
  select n.id, case when n.rows is not null then coalesce(a.number, n.latest) end
  from now n left join added a on a.record_id = n.id
$function$
;

CREATE OR REPLACE FUNCTION private.draft_summary(p_kind text, p_id text, p_release bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('data', d.data, 'file', d.file, 'base', d.base_version, 'saved_at', d.saved_at,
    'saved_by', private.person_name(d.saved_by))
  from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is not distinct from p_release
$function$
;

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer, p_rows jsonb DEFAULT NULL::jsonb, p_release bigint DEFAULT NULL::bigint, p_replaces boolean DEFAULT false, p_file jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_id text := p_id;
  stored public.record_drafts;
  live integer;
  new_file jsonb;
begin
  perform private.act_as(p_actor);
  if exists (select from jsonb_object_keys(p_file) k where private.own_file(p_kind, jsonb_build_object(k, true)) is null) then
    raise exception 'this is no file of a %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  if p_release is not null and not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  if own_id is null then
    own_id := nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))::text;
  end if;
  perform private.lock_record(p_kind, own_id);
  select d.* into stored from public.record_drafts d
  where d.kind = p_kind and d.record_id = own_id and d.release_id is not distinct from p_release;
  if stored.saved_at is distinct from p_base then
    return jsonb_build_object('status', 'conflict', 'draft', private.draft_summary(p_kind, own_id, p_release));
  end if;
  -- The file that is live is none of the draft.
  new_file := case when p_file is null then stored.file when not exists (
    select from private.files_of_records(p_kind, array[own_id]) f where f.file ->> 'hash' is not distinct from p_file ->> 'hash'
  ) then p_file end;
  if stored.kind is null then
    live := private.add_version(p_kind, own_id, null);
    if live is null and p_id is not null then
      return '{"status": "not-found"}';
    end if;
    -- What the person has seen, which may have been overtaken since.
    live := coalesce(p_version, live);
  else
    live := coalesce(p_version, stored.base_version);
    if p_replaces and (stored.data, stored.file) is distinct from (p_data, new_file) then
      perform private.keep_record_draft(stored, 'replaced');
    end if;
  end if;
  insert into public.record_drafts as d (kind, record_id, release_id, base_version, data, rows, file, saved_by)
  values (p_kind, own_id, p_release, live, p_data, p_rows, new_file, p_actor)
  on conflict on constraint record_drafts_key do update
    set base_version = excluded.base_version, data = excluded.data, rows = excluded.rows, file = excluded.file, saved_by = excluded.saved_by,
      saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean,jsonb) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that it was begun with, or that it has been brought up to. p_rows: the rows that it would be, for previews. p_release: the release whose draft it is. p_replaces: the draft that there is is kept, since another one takes its place. p_file: the file that a medium gets with it; without one the draft keeps its own.';

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
    -- By id in one value: what was just staged is planned as one row, and thousands were compared each with all others.
    with given as materialized (
      select coalesce(jsonb_object_agg(g.content ->> 'id', g.content -> 'machine'), '{}') as by_id from private.import_rows g
      where g.import_id = $1 and g.target = 'records' and jsonb_typeof(g.content -> 'machine') = 'object'
        and coalesce(g.content ->> 'table', %1$L) = %1$L
    )
    update private.import_rows s
    set content = s.content || (
      select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(to_jsonb(r) || coalesce(g.by_id -> r.id::text, '{}')) c
      where c.key = any ($2)
    )
    from public.%1$I r cross join given g
    where s.import_id = $1 and s.target = %1$L and r.id = (s.content ->> 'id')::%2$s$q$, p_table, id_type)
  using p_import, columns;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_records(p_rows jsonb, p_files jsonb DEFAULT '[]'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  batch uuid := gen_random_uuid();
begin
  insert into private.import_rows (import_id, target, content)
  select batch, r.value ->> 'table', r.value -> 'row' from jsonb_array_elements(p_rows) with ordinality r order by r.ordinality;
  insert into private.import_rows (import_id, target, content)
  select batch, 'records', jsonb_build_object('table', private.table_of_kind(f.kind), 'id', f.id, 'machine', f.file)
  from jsonb_to_recordset(p_files) f (kind text, id text, file jsonb) where jsonb_typeof(f.file) = 'object';
  perform private.write_staged_records(batch);
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
  conflicts jsonb;
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  conflicts := private.overtaken_drafts(p_records);
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  perform private.write_records((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(r.value -> 'rows') with ordinality w
  ), private.draft_files(p_records));
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text) loop
    done := done || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'version', private.add_version(asked.kind, asked.id, p_actor));
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
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
  select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'rows', v.data, 'file', v.file, 'made_at', v.made_at, 'made_by', private.person_name(v.made_by),
    'receipt', (select min(e.receipt_id) from public.publish_receipt_edits e where e.edit_id = v.edit_id),
    'takes_back', (select e.takes_back from public.content_edits e where e.id = v.edit_id),
    'release', (
      select min(l.name) from public.release_records i join public.releases l on l.id = i.release_id
      where i.kind = v.kind and i.record_id = v.record_id and i.version = v.number
    )) order by v.number desc), '[]')
  from (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = p_id order by v.number desc limit least(p_limit, 200)
  ) v
$function$
;
comment on function public.record_versions_of(text,text,integer) is 'The newest versions of a record, each with its rows by table, the release that it went live with, and the receipt that tells of it, while that is on record.';

CREATE OR REPLACE FUNCTION public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '60s'
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
end $function$
;
comment on function public.import_records(uuid,text,uuid,boolean) is 'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';

drop function private.lost_drafts(text);

CREATE OR REPLACE FUNCTION private.lost_drafts(p_kind text)
 RETURNS TABLE(record_id text, data jsonb, rows jsonb, file jsonb, discarded_at timestamp with time zone, discarded_by uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (d.record_id) d.record_id, d.data, d.rows, d.file, d.discarded_at, d.discarded_by
  from public.discarded_drafts d
  where d.kind = p_kind and d.kind <> 'page' and d.discarded_at > now() - interval '30 days'
    and not exists (select from public.record_drafts o where o.kind = d.kind and o.record_id = d.record_id)
    and not exists (select from public.record_versions v where v.kind = d.kind and v.record_id = d.record_id)
  order by d.record_id, d.id desc
$function$
;

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
  if private.record_rows(p_kind, p_id) is not null then
    return '{"status": "not-found"}';
  end if;
  delete from public.record_trash t where t.kind = p_kind and t.record_id = p_id returning t.* into deleted;
  if not found then
    -- One that was never published is its draft.
    insert into public.record_drafts as n (kind, record_id, data, rows, file, saved_by)
    select p_kind, d.record_id, d.data, d.rows, d.file, p_actor from private.lost_drafts(p_kind) d where d.record_id = p_id;
    return case when found then '{"status": "restored"}' else '{"status": "not-found"}' end::jsonb;
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
comment on function public.restore_record(uuid,text,text) is 'Puts a deleted record back as it was; one that was never published as a draft.';

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
    'draft', (
      select jsonb_build_object('file', d.file, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by))
      from public.record_drafts d where d.kind = p_kind and d.record_id = p_id::text and d.release_id is null
    ),
    'earlier', (
      select coalesce(jsonb_agg(jsonb_build_object('number', f.number, 'file', f.file,
        'replaced_at', f.replaced_at, 'replaced_by', private.person_name(f.replaced_by)) order by f.number desc), '[]')
      from (
        select e.* from public.replaced_files e where (e.kind, e.record_id) = (p_kind, p_id) order by e.number desc limit 100
      ) f
    )) end;
end $function$
;
comment on function public.files_of_medium(text,bigint) is 'The file of a medium, its draft with the file that it gives it or null, and up to 100 that it had before, the last one first; null where there is no such medium.';

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
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
end $functionx$
;

CREATE OR REPLACE FUNCTION public.add_record_to_release(p_actor uuid, p_release bigint, p_kind text, p_id text, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  draft public.record_drafts;
  item public.record_drafts;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into draft from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  if not found then
    return '{"status": "unchanged"}';
  end if;
  if draft.saved_at <> p_saved_at then
    return jsonb_build_object('status', 'conflict', 'saved', jsonb_build_object('at', draft.saved_at, 'by', private.person_name(draft.saved_by)));
  end if;
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if found and (item.data, item.file) is distinct from (draft.data, draft.file) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  update public.record_drafts d set release_id = p_release, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) is 'Moves the draft of a record into a release. p_replaces: as add_page_to_release has it. Refused where somebody has saved it since p_saved_at.';

CREATE OR REPLACE FUNCTION private.write_release(p_actor uuid, p_pages jsonb, p_records jsonb, p_files jsonb DEFAULT '[]'::jsonb, OUT pages jsonb, OUT records jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  tables text[] := array(
    select distinct private.table_of_kind(r.kind) from jsonb_to_recordset(p_records) r (kind text)
  );
begin
  with before as materialized (
    select p.id, p.published_revision_id as revision, private.live_parent(p.id) as parent_id
    from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  ), made as materialized (
    select * from private.publish_many(p_pages)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'before', b.revision, 'before_parent', b.parent_id, 'revision', m.revision_id)), '[]')
  into pages from before b left join made m on m.page_id = b.id;
  perform private.judge_keys(tables, 'deferred');
  perform private.write_records(coalesce((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(case when jsonb_typeof(r.value -> 'rows') = 'array' then r.value -> 'rows' else '[]' end) with ordinality w
  ), '[]'), coalesce(p_files, '[]'));
  -- What came with a release goes with it: what refers to others before these.
  for asked in
    select r.id, c.name, r.kind from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where jsonb_typeof(r.rows) is distinct from 'array'
    order by c.place desc, r.id desc
  loop
    execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
  end loop;
  records := '[]';
  for asked in
    select r.kind, array_agg(r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    records := records || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id, 'version', v.number))
      from private.add_versions(asked.kind, asked.ids, p_actor) v
    ), '[]');
    delete from public.record_trash t where t.kind = asked.kind and t.record_id = any (asked.ids);
  end loop;
  -- Where another page or record has an address: here, not at the end of the transaction.
  perform private.judge_keys(tables, 'immediate');
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_release(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  release public.releases;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is null or release.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less.
  if exists (
    select from public.release_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.release_id, p_release) = p_release and (l.saved_at is distinct from a.saved_at or p.id is null)
  ) or exists (
    select from (select * from public.record_drafts d where d.release_id = p_release) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.release_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.release_id = p_release
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_release(p_actor, asked, p_records, private.draft_files(p_records, p_release));
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.release_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.release_id = p_release and l.page_id = a.id;
  insert into public.release_records as l (release_id, kind, record_id, before_version, version)
  select p_release, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (release_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.releases l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint, locked_until = null
  where l.id = p_release;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_release(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a release in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION public.take_release_back(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  release public.releases;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.release_pages l where l.release_id = p_release and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.release_records l where l.release_id = p_release and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'release % has not changed that', p_release using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_release(p_actor, p_pages, p_records, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
  -- Its drafts can be changed and published again, on what is live now.
  update public.release_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.release_id = p_release and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.release_id = p_release and d.kind = r.kind and d.record_id = r.id;
  update public.releases l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_release;
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_release_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a release, in one transaction. The drafts of the release stay in it.';

alter table public.record_drafts add column file jsonb;

alter table public.record_versions add column file jsonb;

alter table public.discarded_drafts add column file jsonb;

alter table public.record_drafts add constraint record_drafts_file_check CHECK ((jsonb_typeof(file) = 'object'::text));

alter table public.record_drafts add constraint record_drafts_file_bounds CHECK (private.is_bounded_json(file));

alter table public.record_versions add constraint record_versions_file_check CHECK ((jsonb_typeof(file) = 'object'::text));

alter table public.record_versions add constraint record_versions_file_bounds CHECK (private.is_bounded_json(file));

alter table public.discarded_drafts add constraint discarded_drafts_file_check CHECK (((jsonb_typeof(file) = 'object'::text) AND private.is_shallow_json(file)));

CREATE TRIGGER record_versions_immutable BEFORE UPDATE ON public.record_versions FOR EACH ROW WHEN (((old.file IS NOT NULL) OR ((to_jsonb(new.*) - 'file'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'file'::text)))) EXECUTE FUNCTION private.refuse_change();

revoke all on function private.lost_drafts(text) from public, anon, authenticated, service_role;
grant execute on function private.lost_drafts(text) to authenticated;
grant execute on function private.lost_drafts(text) to service_role;

revoke all on function private.own_file(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.own_file(text,jsonb) to authenticated;
grant execute on function private.own_file(text,jsonb) to service_role;

revoke all on function private.files_of_records(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.files_of_records(text,text[]) to service_role;

revoke all on function private.draft_files(jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function private.draft_files(jsonb,bigint) to service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint,boolean,jsonb) to service_role;

revoke all on function private.write_records(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_records(jsonb,jsonb) to service_role;

revoke all on function private.write_release(uuid,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_release(uuid,jsonb,jsonb,jsonb) to service_role;

select private.make_previews();
