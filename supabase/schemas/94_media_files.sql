-- The files of media. Another file is a draft of the record until it is published. What a record had before is written down by a trigger,
-- whoever replaced it; its bytes stay in Storage, under names made of their hash.

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
comment on table public.replaced_files is 'Files that media had before others took their place.';
select private.protect_content('replaced_files');
create trigger replaced_files_immutable before update on public.replaced_files
  for each row execute function private.refuse_change();

-- The columns that say which file a record of a kind has. Visitors save files and documents under their names; a picture's is for editors.
create function private.file_columns(p_kind text) returns text[]
language sql stable set search_path = ''
as $$
  select k.machine_columns || case when p_kind in ('file', 'document') then '{filename}'::text[] else '{}' end
  from private.kinds k where k.kind = p_kind
$$;
revoke execute on function private.file_columns from public;
grant execute on function private.file_columns to authenticated, service_role;

create function private.file_facts(p_kind text, p_row jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(p_row) c where c.key = any (private.file_columns(p_kind))
$$;
revoke execute on function private.file_facts from public;
grant execute on function private.file_facts to authenticated, service_role;

-- With the rights of the owner: nobody else adds to what was.
create function private.store_replaced_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.replaced_files (kind, record_id, number, file, replaced_by)
  select tg_argv[0], old.id, coalesce(max(f.number), 0) + 1, private.file_facts(tg_argv[0], to_jsonb(old)), private.actor()
  from public.replaced_files f where f.kind = tg_argv[0] and f.record_id = old.id;
  return null;
end $$;
revoke execute on function private.store_replaced_file from public;
create trigger images_replaced after update of hash on public.images
  for each row when (old.hash is distinct from new.hash) execute function private.store_replaced_file('image');
create trigger vectors_replaced after update of hash on public.vectors
  for each row when (old.hash is distinct from new.hash) execute function private.store_replaced_file('vector');
create trigger files_replaced after update of hash on public.files
  for each row when (old.hash is distinct from new.hash) execute function private.store_replaced_file('file');
create trigger documents_replaced after update of hash on public.documents
  for each row when (old.hash is distinct from new.hash and old.hash is not null) execute function private.store_replaced_file('document');

-- For processes of 0.2.0, with which another file is live at once.
-- unused since 0.3.0
create function public.replace_medium(p_actor uuid, p_kind text, p_id bigint, p_hash text, p_file jsonb) returns text
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.replace_medium is
  'Gives a medium another file, by the columns that say which, unless its file is not that of p_hash any more. Answers replaced, same, conflict or not-found.';

-- unused since 0.3.0
create function public.restore_medium(p_actor uuid, p_kind text, p_id bigint, p_hash text, p_number integer) returns text
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.restore_medium is 'Gives a medium a file again that it had before, as replace_medium does another one.';

create function public.files_of_medium(p_kind text, p_id bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function public.files_of_medium is 'The file of a medium, its draft with the file that it gives it or null, and up to 100 that it had before, the last one first; null where there is no such medium.';
grant execute on function public.files_of_medium to authenticated, service_role;
