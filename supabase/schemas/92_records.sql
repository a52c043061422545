-- Records as people edit them: a draft is a whole record that nothing shows, publishing writes its rows, and each version is stored.

create table public.record_drafts (
  kind text not null references private.kinds (kind),
  -- A number, or the name of a site.
  record_id text not null,
  -- The version that it was begun with; null for a record that was never published.
  base_version integer,
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  saved_by uuid,
  saved_at timestamptz not null default clock_timestamp(),
  -- The rows by table that publishing would write, for previews; null where it could not be published like this.
  rows jsonb,
  id bigint generated always as identity primary key,
  -- The release that makes it live; null for a draft that is published by itself.
  release_id bigint references public.releases (id) on delete cascade,
  -- The file that a medium gets when this is published, by the columns that machines write; null for the one that it has then.
  file jsonb check (jsonb_typeof(file) = 'object'),
  constraint record_drafts_key unique nulls not distinct (kind, record_id, release_id)
);
comment on table public.record_drafts is 'What people have saved of records and not published: one draft a record, and one more in each release.';
create index record_drafts_release_id_idx on public.record_drafts (release_id);
select private.protect_content('record_drafts');

-- Whatever is stored can be read as rows of the tables, so that one draft never breaks the preview of others.
create function private.check_draft_rows() returns trigger
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.check_draft_rows from public;
create trigger record_drafts_rows before insert or update on public.record_drafts
  for each row when (new.rows is not null) execute function private.check_draft_rows();

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
  -- The file that a medium had, as record_drafts has it; null of other records, and of versions of before until somebody asks for one.
  file jsonb check (jsonb_typeof(file) = 'object'),
  primary key (kind, record_id, number)
);
comment on table public.record_versions is 'Each version of a record that was live. A change past the editor is a version once somebody edits or deletes the record.';
select private.protect_content('record_versions');
create trigger record_versions_immutable before update on public.record_versions
  for each row when (old.file is not null or to_jsonb(new) - 'file' is distinct from to_jsonb(old) - 'file')
  execute function private.refuse_change();

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
comment on table public.record_trash is 'Deleted records, which can be restored for 30 days.';
create index record_trash_deleted_at_idx on public.record_trash (deleted_at);
select private.protect_content('record_trash');

create table public.discarded_drafts (
  id bigint generated always as identity primary key,
  kind text not null references private.kinds (kind),
  -- A number, or the name of a site.
  record_id text not null,
  -- A record as its draft had it; of a page what it had by locale, as a revision has it.
  data jsonb not null check (jsonb_typeof(data) = 'object' and private.is_shallow_json(data)),
  -- The rows by table that publishing the record would have written, for previews.
  rows jsonb check (private.is_shallow_json(rows)),
  -- The live version that the draft of the record was begun with; null for one that was never published.
  base_version integer,
  -- The page above the page.
  parent_id bigint,
  why text not null check (why in ('discarded', 'replaced', 'taken-out', 'deleted')),
  -- The release that it was in, as it was called; null for a draft that would have been published by itself.
  release_name text,
  saved_by uuid,
  saved_at timestamptz not null,
  discarded_by uuid,
  discarded_at timestamptz not null default clock_timestamp(),
  -- The file that the medium would have got, as record_drafts has it.
  file jsonb check (jsonb_typeof(file) = 'object' and private.is_shallow_json(file))
);
comment on table public.discarded_drafts is
  'Drafts of pages and records that somebody has thrown away, or put something else in the place of. They can be brought back for 30 days.';
create index discarded_drafts_record_idx on public.discarded_drafts (kind, record_id, id desc);
create index discarded_drafts_discarded_at_idx on public.discarded_drafts (discarded_at);
select private.protect_table('discarded_drafts');
create trigger discarded_drafts_immutable before update on public.discarded_drafts
  for each row execute function private.refuse_change();

-- Why what somebody has seen cannot be thrown away: it was saved at another moment. Null when it can.
create function private.refuse_unseen(p_saved_at timestamptz, p_saved_by uuid, p_seen timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', case when p_seen is null then 'unseen' else 'newer' end,
    'saved', jsonb_build_object('at', p_saved_at, 'by', private.person_name(p_saved_by)))
  where p_saved_at is distinct from p_seen
$$;
revoke execute on function private.refuse_unseen from public;
grant execute on function private.refuse_unseen to service_role;

-- The number of the last version of a record, live or deleted; null where it was never published by a person.
create function private.latest_version(p_kind text, p_id text) returns integer
language sql stable set search_path = ''
as $$
  select max(v.number) from public.record_versions v where v.kind = p_kind and v.record_id = p_id
$$;
revoke execute on function private.latest_version from public;
grant execute on function private.latest_version to authenticated, service_role;

create function private.keep_record_draft(p_draft public.record_drafts, p_why text) returns void
language sql set search_path = ''
as $$
  insert into public.discarded_drafts (kind, record_id, data, rows, file, base_version, why, release_name, saved_by, saved_at, discarded_by)
  values (p_draft.kind, p_draft.record_id, p_draft.data, p_draft.rows, p_draft.file, p_draft.base_version, p_why,
    (select l.name from public.releases l where l.id = p_draft.release_id), p_draft.saved_by, p_draft.saved_at, private.actor())
$$;
comment on function private.keep_record_draft is 'Keeps a draft of a record that is thrown away.';
revoke execute on function private.keep_record_draft from public;
grant execute on function private.keep_record_draft to service_role;

create function private.keep_page_draft(p_page_id bigint, p_why text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.discarded_drafts (kind, record_id, data, parent_id, why, saved_by, saved_at, discarded_by)
  select 'page', p.id::text, private.draft_contents(p.id), p.parent_id, p_why, s.saved_by, coalesce(s.saved_at, p.created_at), private.actor()
  from public.pages p
  left join lateral (select l.* from public.draft_saves l where l.page_id = p.id order by l.id desc limit 1) s on true
  where p.id = p_page_id and p_why is not null and public.page_differs(p.id)
    and exists (select from public.page_locales l where l.page_id = p.id);
end $$;
comment on function private.keep_page_draft is 'Keeps the draft of a page that is thrown away, where it is not what is live.';
revoke execute on function private.keep_page_draft from public;
grant execute on function private.keep_page_draft to service_role;

create function private.keep_release_page(p_item public.release_pages, p_why text) returns void
language sql set search_path = ''
as $$
  insert into public.discarded_drafts (kind, record_id, data, parent_id, why, release_name, saved_by, saved_at, discarded_by)
  select 'page', p_item.page_id::text, p_item.contents, p_item.parent_id, p_why,
    (select l.name from public.releases l where l.id = p_item.release_id), p_item.saved_by, p_item.saved_at, private.actor()
  where p_item.contents is not null
$$;
comment on function private.keep_release_page is 'Keeps what a release had of a page and is thrown away.';
revoke execute on function private.keep_release_page from public;
grant execute on function private.keep_release_page to service_role;

create function public.list_discarded_drafts(p_kind text, p_id text, p_with_data boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'data', case when p_with_data then d.data end, 'file', d.file, 'why', d.why, 'release', d.release_name,
    'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by), 'discarded_at', d.discarded_at,
    'discarded_by', private.person_name(d.discarded_by)) order by d.id desc), '[]')
  from (
    select d.* from public.discarded_drafts d
    where d.kind = p_kind and d.record_id = p_id and d.discarded_at > now() - interval '30 days'
    order by d.id desc limit 200
  ) d
$$;
comment on function public.list_discarded_drafts is
  'The drafts of a page or a record that were thrown away in the last 30 days, the last one first: why, from which release, and by whom.';
grant execute on function public.list_discarded_drafts to authenticated, service_role;

create function public.read_discarded_draft(p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('kind', d.kind, 'record_id', d.record_id, 'data', d.data, 'file', d.file, 'parent_id', d.parent_id)
  from public.discarded_drafts d where d.id = p_id and d.discarded_at > now() - interval '30 days'
$$;
comment on function public.read_discarded_draft is 'A draft that was thrown away; null where there is none, or none any more.';
grant execute on function public.read_discarded_draft to authenticated, service_role;

-- The table of a kind that is edited as a record.
create function private.table_of_kind(p_kind text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  found_table text;
begin
  select k.table_name into found_table from private.kinds k where k.kind = p_kind;
  if not found then
    raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  return found_table;
end $$;
revoke execute on function private.table_of_kind from public;
grant execute on function private.table_of_kind to authenticated, service_role;

-- Sites have names; all other records have numbers.
create function private.type_of_id(p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_kind = 'site' then 'text' else 'bigint' end
$$;
revoke execute on function private.type_of_id from public;
grant execute on function private.type_of_id to authenticated, service_role;

-- The own row of each record and the rows that belong to it, by table, each in its order; nothing for a record that is not live.
create function private.rows_of_records(p_kind text, p_ids text[], p_all boolean default false) returns table (id text, rows jsonb)
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
end $$;
revoke execute on function private.rows_of_records from public;
grant execute on function private.rows_of_records to authenticated, service_role;

-- Those of one record; null where it is not live.
create function private.record_rows(p_kind text, p_id text, p_all boolean default false) returns jsonb
language sql stable set search_path = ''
as $$
  select r.rows from private.rows_of_records(p_kind, array[p_id], p_all) r
$$;
revoke execute on function private.record_rows from public;
grant execute on function private.record_rows to authenticated, service_role;

-- The columns of a row that say which file a medium has, also of one without a file; null of other records.
create function private.own_file(p_kind text, p_row jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case when p_kind in ('image', 'vector', 'file', 'document') then (
    select jsonb_object_agg(c.key, c.value) from jsonb_each(p_row) c join private.kinds k on k.kind = p_kind and c.key = any (k.machine_columns)
  ) end
$$;
revoke execute on function private.own_file from public;
grant execute on function private.own_file to authenticated, service_role;

create function private.files_of_records(p_kind text, p_ids text[]) returns table (id text, file jsonb)
language plpgsql stable set search_path = ''
as $$
begin
  if p_kind not in ('image', 'vector', 'file', 'document') then
    return;
  end if;
  return query execute format('select r.id::text, private.own_file($1, to_jsonb(r)) from public.%I r where r.id = any ($2::bigint[])',
    private.table_of_kind(p_kind)) using p_kind, p_ids;
end $$;
revoke execute on function private.files_of_records from public;
grant execute on function private.files_of_records to service_role;

-- The files that drafts of records give them, those of a release where it is named: kind, id, file.
create function private.draft_files(p_records jsonb, p_release bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'file', d.file)), '[]')
  from jsonb_to_recordset(p_records) r (kind text, id text)
  join public.record_drafts d on d.kind = r.kind and d.record_id = r.id and d.release_id is not distinct from p_release
  where d.file is not null
$$;
revoke execute on function private.draft_files from public;
grant execute on function private.draft_files to service_role;

-- When the own row of each record was changed.
create function private.record_dates(p_kind text, p_ids text[]) returns table (id text, changed_at timestamptz)
language plpgsql stable set search_path = ''
as $$
begin
  return query execute format('select r.id::text, r.updated_at from public.%I r where r.id = any ($1::%s[])',
    private.table_of_kind(p_kind), private.type_of_id(p_kind))
  using p_ids;
end $$;
revoke execute on function private.record_dates from public;
grant execute on function private.record_dates to service_role;

-- Writes down how records are now, where the last version of one is another. Answers with the numbers of the live versions; null where there is none.
create function private.add_versions(p_kind text, p_ids text[], p_made_by uuid) returns table (id text, number integer)
language sql set search_path = ''
as $$
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
$$;
revoke execute on function private.add_versions from public;
grant execute on function private.add_versions to service_role;

create function private.add_version(p_kind text, p_id text, p_made_by uuid) returns integer
language sql set search_path = ''
as $$
  select v.number from private.add_versions(p_kind, array[p_id], p_made_by) v
$$;
revoke execute on function private.add_version from public;
grant execute on function private.add_version to service_role;

-- One writer of a record at a time, also of one that is not in its table yet. Who writes many of a kind is the only one who writes
-- any of it: the locks of so many records would fill the memory that the server has for locks. So is who writes one that names others of
-- its kind, which are locked with it: two that name each other would wait for each other.
create function private.lock_records(p_kind text, p_ids text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(p_ids) > 200 or exists (
    select from private.kinds k join private.trees t on t.table_name = k.table_name and t.node_type = 'bigint' where k.kind = p_kind
  ) then
    perform pg_advisory_xact_lock(hashtextextended('records ' || p_kind, 0));
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('records ' || p_kind, 0));
  perform pg_advisory_xact_lock(hashtextextended('record ' || p_kind || ':' || i.id, 0))
  from (select distinct u.id from unnest(p_ids) u (id) order by u.id) i;
end $$;
revoke execute on function private.lock_records from public;
grant execute on function private.lock_records to service_role;

create function private.lock_record(p_kind text, p_id text) returns void
language sql set search_path = ''
as $$
  select private.lock_records(p_kind, array[p_id])
$$;
revoke execute on function private.lock_record from public;
grant execute on function private.lock_record to service_role;

create function private.draft_summary(p_kind text, p_id text, p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('data', d.data, 'file', d.file, 'base', d.base_version, 'saved_at', d.saved_at,
    'saved_by', private.person_name(d.saved_by))
  from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is not distinct from p_release
$$;
revoke execute on function private.draft_summary from public;
grant execute on function private.draft_summary to authenticated, service_role;

create function public.records_with_drafts(p_kind text, p_ids text[], p_release bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id,
    'rows', a.rows,
    'draft', private.draft_summary(p_kind, i.id, p_release),
    -- A change past the editor is the next version.
    'version', case when s.rows is not null then coalesce(v.number, 0) + (s.rows is distinct from v.data)::integer end) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join private.rows_of_records(p_kind, p_ids, true) a on a.id = i.id
  left join private.rows_of_records(p_kind, p_ids) s on s.id = i.id
  left join lateral (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = i.id order by v.number desc limit 1
  ) v on true
$$;
comment on function public.records_with_drafts is 'Records with their drafts, and the numbers of their live versions, in the order in which they are asked for.';
grant execute on function public.records_with_drafts to authenticated, service_role;

create function public.read_record(p_kind text, p_id text, p_release bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select public.records_with_drafts(p_kind, array[p_id], p_release) -> 0
$$;
comment on function public.read_record is 'A record with its draft, the one of a release where that is named, and the number of its live version.';
grant execute on function public.read_record to authenticated, service_role;

create function public.save_record_draft(
  p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamptz, p_version integer default null, p_rows jsonb default null,
  p_release bigint default null, p_replaces boolean default false, p_file jsonb default null
) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
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
end $$;
comment on function public.save_record_draft is
  'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that it was begun with, or that it has been brought up to. p_rows: the rows that it would be, for previews. p_release: the release whose draft it is. p_replaces: the draft that there is is kept, since another one takes its place. p_file: the file that a medium gets with it; without one the draft keeps its own.';

create function public.discard_record_draft(p_actor uuid, p_kind text, p_id text, p_base timestamptz default null) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
declare
  stored public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  select d.* into stored from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null for update;
  if not found then
    return '{"status": "no-draft"}';
  end if;
  refusal := private.refuse_unseen(stored.saved_at, stored.saved_by, p_base);
  if refusal is not null then
    return refusal;
  end if;
  perform private.keep_record_draft(stored, 'discarded');
  delete from public.record_drafts d where d.id = stored.id;
  return '{"status": "discarded"}';
end $$;
comment on function public.discard_record_draft is
  'Drops the draft of a record, from where it can be brought back, unless somebody has saved one since the moment p_base: then says who.';

-- What machines write of a record stays as it is live, whatever it was when a draft was read, but for what is staged with it as `machine`.
create function private.keep_machine_values(p_import uuid, p_table text) returns void
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.keep_machine_values from public;
grant execute on function private.keep_machine_values to service_role;

-- Writes staged rows of records as an import does: what differs is changed, what is the same is not touched, parts that a record no longer has go.
create function private.write_staged_records(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
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
end $$;
revoke execute on function private.write_staged_records from public;
grant execute on function private.write_staged_records to service_role;

-- Files: kind, id, and the file that the record gets.
create function private.write_records(p_rows jsonb, p_files jsonb default '[]') returns void
language plpgsql set search_path = ''
as $$
declare
  batch uuid := gen_random_uuid();
begin
  insert into private.import_rows (import_id, target, content)
  select batch, r.value ->> 'table', r.value -> 'row' from jsonb_array_elements(p_rows) with ordinality r order by r.ordinality;
  insert into private.import_rows (import_id, target, content)
  select batch, 'records', jsonb_build_object('table', private.table_of_kind(f.kind), 'id', f.id, 'machine', f.file)
  from jsonb_to_recordset(p_files) f (kind text, id text, file jsonb) where jsonb_typeof(f.file) = 'object';
  perform private.write_staged_records(batch);
end $$;
revoke execute on function private.write_records from public;
grant execute on function private.write_records to service_role;

-- Records: kind, id, saved_at of the draft that was read, and the rows that it is. Locks them, and answers those whose draft was saved again,
-- or whose live version is not the one that it was begun with.
create function private.overtaken_drafts(p_records jsonb) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
declare
  asked record;
  draft public.record_drafts;
  live integer;
  conflicts jsonb := '[]';
begin
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
    select d.* into draft from public.record_drafts d
    where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    live := private.add_version(asked.kind, asked.id, null);
    if draft.saved_at is distinct from asked.saved_at or draft.base_version is distinct from live then
      conflicts := conflicts || jsonb_build_object('kind', asked.kind, 'id', asked.id,
        'why', case when draft.saved_at is distinct from asked.saved_at then 'draft' else 'live' end);
    end if;
  end loop;
  return conflicts;
end $$;
revoke execute on function private.overtaken_drafts from public;
grant execute on function private.overtaken_drafts to service_role;

-- Records as private.overtaken_drafts has them.
create function public.publish_records(p_actor uuid, p_records jsonb) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
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
end $$;
comment on function public.publish_records is
  'Makes drafts live, all of them or none: none where one was saved again, or its live version is not the one that it was begun with. Says which.';

create function public.record_versions_of(p_kind text, p_id text, p_limit integer default 100) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function public.record_versions_of is 'The newest versions of a record, each with its rows by table, the release that it went live with, and the receipt that tells of it, while that is on record.';
grant execute on function public.record_versions_of to authenticated, service_role;

-- What the shared modules on the drafts of pages have, in their own drafts or live, by locale.
create view private.shared_on_pages with (security_invoker = true) as
select m.page_id, m.id as module_id, coalesce(d.data -> 'localized', s.localized) as localized
from public.modules m
join public.module_locales l on l.module_id = m.id and l.locale = 'en'
left join public.shared_modules s on s.id = case when l.data ->> 'shared' ~ '^\d{1,18}$' then (l.data ->> 'shared')::bigint end
left join public.record_drafts d on d.kind = 'shared_module' and d.record_id = l.data ->> 'shared' and d.release_id is null
where m.type::text = 'SHARED_MODULE';
grant select on private.shared_on_pages to authenticated, service_role;

-- A form can be chosen before it is published: a page with it is published with it or after it.
create view private.form_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.title], r.localized, '{title}') as search_text, r.title as sorting
from public.forms r
union all
select d.id, private.searchable(array[d.title], d.localized, '{title}'), d.title
from (
  select distinct on (d.record_id) d.record_id::bigint as id, coalesce(d.data ->> 'title', '') as title, coalesce(d.data -> 'localized', '{}') as localized
  from public.record_drafts d
  where d.kind = 'form' and not exists (select from public.forms f where f.id = d.record_id::bigint)
  order by d.record_id, d.release_id nulls first
) d;
