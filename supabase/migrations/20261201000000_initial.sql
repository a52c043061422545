-- Written from supabase/schemas by: npm run db -- migration. Change the schema files, not this one.

-- 00_extensions.sql -------------------------------------------------------------------------------------------------------

-- Extensions, and the schemas that are not part of the data API.

create schema if not exists extensions;
create schema if not exists private;
comment on schema private is 'Functions and views that the data API does not expose.';

create extension if not exists pg_trgm with schema extensions;
-- Supabase Queues. The extension makes its own schema `pgmq`.
create extension if not exists pgmq;

grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema private to authenticated, service_role;

-- 01_checks.sql -----------------------------------------------------------------------------------------------------------

-- Shared by tables: locales, checks, and the trigger that increments versions. The checks apply to every writer; limits
-- of length and the like are checked by the schemas in src.

create type public.locale as enum ('en', 'de', 'jp', 'cn', 'kr');

create function public.is_localized(value jsonb, required text[], required_rich text[] default '{}') returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when jsonb_typeof(value) is distinct from 'object' or not value ? 'en' then false
    else not exists (
      select 1
      from jsonb_each(value) l
      where l.key not in ('en', 'de', 'jp', 'cn', 'kr')
        or jsonb_typeof(l.value) <> 'object'
        or exists (
          select 1 from unnest(required) field
          where jsonb_typeof(l.value -> field) is distinct from 'string' or btrim(l.value ->> field) = ''
        )
        or exists (
          select 1 from unnest(required_rich) field where l.value #>> array[field, 'type'] is distinct from 'doc'
        )
    )
  end
$$;
comment on function public.is_localized is
  'Whether a value holds texts by locale: the default locale is there, and every locale that is there has the required texts and rich texts.';
revoke execute on function public.is_localized from public, anon;
grant execute on function public.is_localized to authenticated, service_role;

create function private.locales_of(p_localized jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select l from jsonb_object_keys(p_localized) l order by l);
end $$;
comment on function private.locales_of is 'The locales of texts by locale.';
revoke execute on function private.locales_of from public;
grant execute on function private.locales_of to authenticated, service_role;

create function private.is_slug(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since the matches of a
  -- character class such as [:alnum:] depend on the collation of the database.
  select value ~ '^[^\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xde\xf7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]+$'
    and value !~ '^-|-$|--' and value is nfc normalized and length(value) <= 120
$$;
comment on function private.is_slug is 'Whether a value is a path segment of lowercase letters, digits and single hyphens.';
grant execute on function private.is_slug to authenticated, service_role;

-- The sites of this product in one place. A fork with other sites changes this function.
create function private.are_sites(value text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value <@ array['main', 'developer', 'automotive']
    and cardinality(value) = (select count(distinct site) from unnest(value) site)
$$;
comment on function private.are_sites is 'Whether a list names only known sites, each once.';
grant execute on function private.are_sites to authenticated, service_role;

create function private.is_web_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^https?://[^\s/?#@]+([/?#]\S*)?$' and length(value) <= 2000
$$;
comment on function private.is_web_address is 'Whether a value is an absolute http or https address without credentials.';
grant execute on function private.is_web_address to authenticated, service_role;

create function private.is_video_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^https://www\.youtube\.com/watch\?v=[A-Za-z0-9_-]{11}$'
$$;
comment on function private.is_video_address is 'Whether a value is the address of a video with an 11-character id.';
grant execute on function private.is_video_address to authenticated, service_role;

create function private.is_media_path(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  -- The length is counted as the server counts it, where a character beyond the basic plane is two.
  select value ~ '^[^/\\%?#\x01-\x1f\x7f-\x9f]+(/[^/\\%?#\x01-\x1f\x7f-\x9f]+)*$' and value !~ '(^|/)\.' and value !~ '[^/]{201}'
    and length(value) + regexp_count(value, '[\U00010000-\U0010ffff]') <= 500
$$;
comment on function private.is_media_path is
  'Whether a value is a path in the bucket of media: it means the same on a disk, in a URL and to Storage, and leads nowhere else.';
grant execute on function private.is_media_path to authenticated, service_role;

create function private.is_media_hash(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^[A-Za-z0-9_-]{1,100}$'
$$;
comment on function private.is_media_hash is 'Whether a value is a hash with which names of stored files begin.';
grant execute on function private.is_media_hash to authenticated, service_role;

create function private.is_content_type(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^[a-z0-9][a-z0-9.+-]{0,79}/[a-z0-9][a-z0-9.+-]{0,79}$'
    and value !~ '/(html|xml|xhtml\+xml|xslt\+xml|svg\+xml|(x-)?(javascript|ecmascript)|x-shockwave-flash)$'
$$;
comment on function private.is_content_type is 'Whether a value is the type of a file, without parameters, and none that a browser would run.';
grant execute on function private.is_content_type to authenticated, service_role;

create function private.is_file_name(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^[^/\x01-\x1f\x7f-\x9f]{1,255}$' and value not in ('.', '..')
$$;
comment on function private.is_file_name is 'Whether a value is the name of a file without folders.';
grant execute on function private.is_file_name to authenticated, service_role;

create function private.file_of(path text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  -- Invisible characters go, letters lose their case, among them those whose other case is a letter of ASCII whatever the collation of
  -- the database says of them, and dots and blanks at the end of a name go.
  select regexp_replace(lower(
      replace(replace(replace(replace(replace(replace(replace(translate(normalize(
        regexp_replace(path, '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g'),
        nfc), U&'\017F\0131\212A\1E9E', U&'sik\00DF'), U&'\00DF', 'ss'), U&'\FB00', 'ff'), U&'\FB03', 'ffi'), U&'\FB04', 'ffl'),
        U&'\FB01', 'fi'), U&'\FB02', 'fl'), U&'\0130', U&'i\0307')
    ), '[. ]+(/|$)', '\1', 'g')
$$;
comment on function private.file_of is
  'The spelling that paths have in common which lead to one file on some file system or server. What it begins with is compared, so ligatures of st, which begin no reserved name, are left.';
grant execute on function private.file_of to authenticated, service_role;

create function private.is_page_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value = '/' or (
    value ~ '^(/[^/]+)+$' and value !~ '[%\\\x01-\x1f\x7f-\x9f]' and value is nfc normalized
    and not exists (
      select from unnest(string_to_array(private.file_of(value), '/')) with ordinality f (name, place)
      where f.place > 1 and (f.name = '' or f.name ~ '^[._]'
        or f.name ~ '\.(html?|xml|txt|json|ics|css|m?js|map|svg|ico|png|jpe?g|gif|webp|avif|pdf|zip|gz|br|zst|csv|woff2?|wasm|webmanifest)$'
        or (f.place = 2 and (f.name = 'media' or f.name = any (enum_range(null::public.locale)::text[]))))
    )
    and not exists (select from unnest(string_to_array(value, '/')) s (name) where octet_length(s.name) > 255)
  )
$$;
comment on function private.is_page_address is
  'Whether a page can have a path, which is stored decoded and without the prefix of its locale: none of a file of the site itself, in any spelling that leads to it.';
grant execute on function private.is_page_address to authenticated, service_role;

create function private.is_redirect_target(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^(/(?![/\\])|https?://[^\s/?#@\\]+(?=[/?#]|$))[^\s\\]*$' and length(value) <= 2000
$$;
comment on function private.is_redirect_target is 'Whether visitors may be sent on to a value: a path of this site, or an address of the web without a user in it.';
grant execute on function private.is_redirect_target to authenticated, service_role;

-- JSON that is deeper or larger than a person writes exhausts whoever works with it.
create function private.is_bounded_json(value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if value is null then
    return true;
  end if;
  if jsonb_path_exists(value, 'strict $.**{101}') then
    return false;
  end if;
  -- A value takes two characters at least.
  if octet_length(value::text) <= 200000 then
    return true;
  end if;
  return (
    select count(*) <= 100000 and coalesce(sum(case when jsonb_typeof(v) = 'string' then length(v #>> '{}') end), 0) <= 4000000
    from jsonb_path_query(value, 'strict $.**') v
  );
end $$;
comment on function private.is_bounded_json is 'Whether a value is at most 100 levels deep, and has at most 100000 values and 4 million characters.';
grant execute on function private.is_bounded_json to authenticated, service_role;

create function private.is_shallow_json(value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return not coalesce(jsonb_path_exists(value, 'strict $.**{121}'), false);
end $$;
comment on function private.is_shallow_json is
  'Whether a value is at most 120 levels deep: for copies that the database makes of whole pages, whose parts are bounded.';
grant execute on function private.is_shallow_json to authenticated, service_role;

create function private.is_visible(
  is_published boolean, publish_from timestamptz, publish_until timestamptz, at timestamptz
) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select is_published and (publish_from is null or publish_from <= at) and (publish_until is null or publish_until > at)
$$;
comment on function private.is_visible is 'Whether visitors see a record at a moment: from publish_from on, until just before publish_until.';
grant execute on function private.is_visible to authenticated, service_role;

create function private.searchable(texts text[], localized jsonb default '{}', fields text[] default '{}') returns text
language sql immutable parallel safe set search_path = ''
as $$
  select lower(normalize(
    coalesce((select string_agg(t.value, e'\n') from unnest(texts) t (value)), '') || coalesce((
      select string_agg(e'\n' || (l.value ->> f.name), '' order by l.key, f.place)
      from jsonb_each(localized) l
      cross join unnest(fields) with ordinality f (name, place)
    ), ''), nfkc))
$$;
comment on function private.searchable is
  'Texts, and the named texts of all locales, as searches compare them: in lower case and in one form of each character, a line each.';
revoke execute on function private.searchable from public;
grant execute on function private.searchable to authenticated, service_role;

-- A trigger before an update sees generated columns as null and could not tell whether something has changed: they are named.
create function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
declare
  computed text[] := tg_argv;
  changed boolean;
begin
  -- A write that changes nothing is no new version.
  new.version := old.version;
  new.updated_at := old.updated_at;
  if tg_nargs = 0 then
    changed := new is distinct from old;
  else
    changed := to_jsonb(new) - computed is distinct from to_jsonb(old) - computed;
  end if;
  if changed then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;
comment on function private.touch is
  'Counts versions and dates changes, whatever the writer sends for both columns. Arguments: the computed columns of the table.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception '% rows are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;

-- 02_staff.sql ------------------------------------------------------------------------------------------------------------

-- Staff, and the access rules that content tables share.

create type public.staff_role as enum ('editor', 'admin');

create table public.staff (
  user_id uuid primary key references auth.users (id) on delete cascade,
  email text not null check (email = lower(email) and email ~ '^[^@\s]+@[^@\s]+$'),
  name text not null default '',
  role public.staff_role not null default 'editor',
  disabled_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (email)
);
comment on table public.staff is 'Who may edit: one row for each person, beside the account in auth.users.';
create trigger staff_touch before update on public.staff for each row execute function private.touch();

-- The data API is for reading. What people write, the server writes for them, through functions that are for the service role alone:
-- such a function begins with `perform private.act_as(p_actor)`, and who did what is private.actor() wherever it is noted.
create function private.actor() returns uuid
language sql stable set search_path = ''
as $$
  select coalesce(nullif(current_setting('app.actor', true), '')::uuid, auth.uid())
$$;
comment on function private.actor is 'Who acts: the person for whom the server called, or else whoever is signed in; null for the server itself.';

-- PL/pgSQL, which caches plans: policies call this once for each table of a statement, and a draft is dozens of statements.
create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s where s.user_id = (select private.actor()) and s.disabled_at is null
  );
end $$;
comment on function private.is_staff is 'Whether the acting person is an active member of the staff.';
grant execute on function private.is_staff to authenticated, service_role;

create function private.is_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select 1 from public.staff s
    where s.user_id = (select private.actor()) and s.disabled_at is null and s.role = 'admin'
  );
end $$;
comment on function private.is_admin is 'Whether the acting person is an active administrator.';
grant execute on function private.is_admin to authenticated, service_role;

create function private.act_as(p_actor uuid, p_as_admin boolean default false) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('app.actor', coalesce(p_actor::text, ''), true);
  if p_actor is null or not private.is_staff() or (p_as_admin and not private.is_admin()) then
    raise exception 'only % may do this', case when p_as_admin then 'administrators' else 'staff' end
      using errcode = 'insufficient_privilege';
  end if;
end $$;
comment on function private.act_as is
  'For functions that only the server may call: what the transaction does from here on is done by this member of the staff. Refused to everybody else.';
revoke execute on function private.act_as from public;
grant execute on function private.act_as to service_role;

alter table public.staff enable row level security;
create policy staff_read on public.staff for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
revoke all on public.staff from anon, authenticated;
grant select on public.staff to authenticated;
grant all on public.staff to service_role;

create function public.read_own_staff() returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('role', s.role, 'email', s.email, 'disabled_at', s.disabled_at)
    from public.staff s where s.user_id = auth.uid()
  );
end $$;
comment on function public.read_own_staff is 'The caller''s own row of the staff list; null for everybody else.';
revoke execute on function public.read_own_staff from public, anon;
grant execute on function public.read_own_staff to authenticated, service_role;

create function private.protect_table(p_table text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('alter table public.%I enable row level security', p_table);
  execute format('create policy %I on public.%I for select to authenticated using ((select private.is_staff()))',
    p_table || '_read', p_table);
  execute format('revoke all on public.%I from public, anon, authenticated', p_table);
  execute format('grant select on public.%I to authenticated', p_table);
  execute format('grant all on public.%I to service_role', p_table);
end $$;
comment on function private.protect_table is
  'For migrations: row level security, policy and grants of a table. Staff read it, nobody writes it but the server, and others do not see it.';
revoke execute on function private.protect_table from public;

create function private.protect_content(p_table text) returns void
language plpgsql set search_path = ''
as $$
declare
  has_version boolean;
  -- A trigger before an update sees generated columns as null.
  generated_columns text;
  json_column text;
begin
  perform private.protect_table(p_table);
  for json_column in
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', p_table)::regclass and a.atttypid = 'jsonb'::regtype and not a.attisdropped
    order by a.attnum
  loop
    execute format('alter table public.%I add constraint %I check (private.is_bounded_json(%I))',
      p_table, p_table || '_' || json_column || '_bounds', json_column);
  end loop;
  select coalesce(bool_or(a.attname = 'version'), false),
    coalesce(string_agg(quote_literal(a.attname), ', ' order by a.attnum) filter (where a.attgenerated <> ''), '')
  into has_version, generated_columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  if has_version then
    execute format('create trigger %I before update on public.%I for each row execute function private.touch(%s)',
      p_table || '_touch', p_table, generated_columns);
  end if;
end $$;
comment on function private.protect_content is
  'For migrations: what private.protect_table does, the bounds of stored JSON, and the trigger that counts versions.';
revoke execute on function private.protect_content from public;

-- 03_change_queue.sql -----------------------------------------------------------------------------------------------------

-- The queue of content changes: triggers send what has changed, publishers receive it.

select pgmq.create('content_changes');
grant usage on schema pgmq to service_role;
grant select, insert, update, delete on all tables in schema pgmq to service_role;
grant execute on all functions in schema pgmq to service_role;

create function private.queue_change(p_tags text[], p_rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if cardinality(p_tags) > 0 or jsonb_array_length(p_rows) > 0 then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows));
    -- Once per transaction, when it commits: PostgreSQL drops equal ones.
    perform pg_notify('content_changes', '');
  end if;
end $$;

-- For tables whose changes let publishers go on although no content has changed.
create function private.wake_publishers() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('content_changes', '');
  return null;
end $$;

-- One message a statement, however many rows it touched. Arguments: the kind of record, the column that holds its id, the
-- columns that decide in which lists the record is ('' for none), and whether a change is one of the record's page.
create function private.queue_row_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  lists_change boolean := false;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists_change := cardinality(list_columns) > 0;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists_change := cardinality(list_columns) > 0;
  else
    -- A change of the id itself is a deletion and an insertion.
    with changes as (
      select to_jsonb(o) as o, to_jsonb(n) as n
      from (select *, row_number() over () as place from old_rows) o
      join (select *, row_number() over () as place from new_rows) n using (place)
    ), changed as (
      select o, n from changes
      where o - array['version', 'updated_at', 'place'] is distinct from n - array['version', 'updated_at', 'place']
    )
    select array_agg(distinct id), coalesce(bool_or(listed), false) into ids, lists_change
    from (
      select (o ->> id_column)::bigint as id,
        exists (select 1 from unnest(list_columns) c where c <> '' and o -> c is distinct from n -> c) as listed
      from changed
      union all
      select (n ->> id_column)::bigint, false from changed
    ) c;
  end if;
  if ids is null then
    return null;
  end if;
  perform private.queue_change(
    (select array_agg(kind || ':' || id) from unnest(ids) id)
      || case when lists_change then array['list:' || kind] else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)) from unnest(ids) id
    ) else '[]' end
  );
  return null;
end $$;

create function private.watch_table(p_table text, p_kind text, p_id_column text, p_list_columns text, p_has_page boolean)
returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_queue_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
end $$;

-- Sites, menus and redirects are few; their tags name the site.
create function private.queue_site_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  row_data jsonb := to_jsonb(coalesce(new, old));
  site text := coalesce(row_data ->> 'site_id', row_data ->> 'id');
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - array['version', 'updated_at'] = to_jsonb(new) - array['version', 'updated_at'] then
    return null;
  end if;
  perform private.queue_change(array[tg_argv[0] || ':' || site],
    case when tg_argv[0] = 'site' then jsonb_build_array(jsonb_build_object('kind', 'site', 'site', site)) else '[]' end);
  return null;
end $$;

-- 04_search_queue.sql -----------------------------------------------------------------------------------------------------

-- The queue of the search index: triggers append the records whose entries have to be written again.

create table private.search_due (
  id bigint generated always as identity primary key,
  kind text not null,
  ref bigint not null
);
comment on table private.search_due is
  'Records whose search entries have to be written again. Only appended to, so that a change that is not committed yet is never hidden by one that is.';
create index search_due_record_idx on private.search_due (kind, ref);
grant select, insert, update, delete on private.search_due to service_role;

-- One row for each record that a statement touched. Arguments: the kind, and the column that holds its id.
create function private.search_queue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, o.%I from old_rows o', tg_argv[0], tg_argv[1]);
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, n.%I from new_rows n', tg_argv[0], tg_argv[1]);
  end if;
  -- A publisher writes the search index.
  perform pg_notify('content_changes', '');
  return null;
end $$;

create function private.search_table(p_table text, p_kind text, p_id_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_search_%2$s_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
end $$;

create function private.search_queue_all() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref) values ('all', 0);
  perform pg_notify('content_changes', '');
  return null;
end $$;

-- 05_kinds.sql ------------------------------------------------------------------------------------------------------------

-- The registry of content: the tables that an import writes and an export reads, and the kinds of records in them. Each
-- row is inserted next to its table. Generic functions find everything about a kind by its row, and by the names of
-- views and functions in the schema private:
--   <kind>_page_rows   view      where and when a record's page is shown     kinds.has_page
--   <kind>_choices     view      what a picker offers                        kinds.picker_order
--   <kind>_entries     function  what visitors can find of a record, or      kinds.search_rank
--   <kind>_texts       view      where that is only texts by locale          kinds.search_rank
--   <shape>_records    view      a record as pages read it
--   list_<list>        function  a list as pages read it

create table private.content_tables (
  name text primary key,
  -- A row comes after the rows that it refers to: tables are written in this order, and deleted from in the opposite one.
  place integer not null unique,
  -- The columns by which a row is found again; null where all rows of an owner are replaced.
  keys text[],
  -- A row belongs to a row of another table, and goes when that one is written without it.
  owner_key text,
  owner_name text,
  -- Columns whose difference is no reason to change a row.
  fixed text[] not null default '{}',
  check ((owner_key is null) = (owner_name is null))
);
comment on table private.content_tables is 'The tables that an import writes and an export reads.';
grant select on private.content_tables to authenticated, service_role;

create table private.kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  table_name text not null unique references private.content_tables (name),
  -- Every record has its own page.
  has_page boolean not null default false,
  -- The place of the kind's pages among the sitemaps of a site.
  sitemap_order integer unique,
  -- Added to the rank of a match among other kinds; null where visitors do not search the kind.
  search_rank double precision,
  -- The route of the page that shows records without their own page.
  shown_on_route text,
  -- How pickers sort the records; null without a picker.
  picker_order text check (picker_order in ('asc', 'desc')),
  -- What links and redirects refer to: the kind, if its records have pages.
  page_kind text generated always as (case when has_page then kind end) stored unique,
  check (not has_page or sitemap_order is not null),
  check (shown_on_route is null or search_rank is not null)
);
comment on table private.kinds is 'The kinds of content, and what the database does for each.';
grant select on private.kinds to authenticated, service_role;

-- What visitors can find of a record on a site in a locale.
create type private.search_entry as (
  site_id text, kind text, ref bigint, locale public.locale, title text, names text, codes text, summary text, body text,
  path text, address text, language public.locale, dated_at timestamptz, visible_from timestamptz, visible_until timestamptz
);

-- 10_sites.sql ------------------------------------------------------------------------------------------------------------

-- Sites and their menus.

create table public.sites (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,30}$'),
  locales public.locale[] not null check (cardinality(locales) > 0 and locales[1] = 'en'),
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  localized jsonb not null check (public.is_localized(localized, array['title', 'description'])),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.sites is 'The sites that are published from this database, with metadata per locale and settings.';
insert into private.content_tables (name, place, keys) values ('sites', 1, '{id}');
insert into private.kinds (kind, table_name) values ('site', 'sites');
select private.protect_content('sites');
create trigger sites_queue after insert or update or delete on public.sites
  for each row execute function private.queue_site_change('site');
-- A site's locales decide which entries it has.
create trigger sites_search after insert or delete or update of locales on public.sites
  for each statement execute function private.search_queue_all();

create table public.menus (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  name text not null check (name in ('main', 'footer', 'legal')),
  items jsonb not null default '[]' check (jsonb_typeof(items) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (site_id, name)
);
comment on table public.menus is 'A tree of items with a label per locale; an item shows in the locales that its label has.';
insert into private.content_tables (name, place, keys) values ('menus', 48, '{id}');
insert into private.kinds (kind, table_name) values ('menu', 'menus');
select private.protect_content('menus');
create trigger menus_queue after insert or update or delete on public.menus
  for each row execute function private.queue_site_change('globals');

-- 11_media.sql ------------------------------------------------------------------------------------------------------------

-- Media that modules and records show. The bytes are in the storage bucket `media`, under names made of their hash.

create table public.images (
  id bigint generated by default as identity primary key,
  filename text not null check (private.is_file_name(filename)),
  -- What editors call it, when that is not the file's name.
  display text not null default '',
  -- Of the bytes: the same picture always has the same address.
  hash text not null check (private.is_media_hash(hash)),
  content_type text not null check (content_type ~ '^image/' and private.is_content_type(content_type)),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes bigint not null check (bytes > 0),
  -- The widths in which the picture exists, smallest first.
  widths integer[] not null default '{}' check (0 < all (widths)),
  storage_path text not null check (private.is_media_path(storage_path)),
  is_decorative boolean not null default false,
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[filename, display], localized, '{alt}')) stored
);
comment on table public.images is 'Pictures, with their alternative text by locale unless they are decorative.';
insert into private.content_tables (name, place, keys) values ('images', 2, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('image', 'images', 'desc');
create index images_hash_idx on public.images (hash);
create index images_search_text_idx on public.images using gin (search_text extensions.gin_trgm_ops);
-- The order in which pictures are offered.
create index images_created_at_idx on public.images (created_at desc, id desc);
select private.protect_content('images');
select private.watch_table('images', 'image', 'id', '', false);

create view private.image_records with (security_invoker = true) as
select i.id, jsonb_build_object('id', i.id, 'hash', i.hash, 'width', i.width, 'height', i.height, 'widths', i.widths,
  'is_decorative', i.is_decorative, 'localized', i.localized) as record
from public.images i;
grant select on private.image_records to authenticated, service_role;

create view private.image_choices with (security_invoker = true) as
select r.id, r.search_text, r.created_at as sorting
from public.images r;

create function public.add_image(p_actor uuid, p_image jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  made bigint;
begin
  perform private.act_as(p_actor);
  insert into public.images (filename, hash, content_type, width, height, bytes, widths, storage_path, is_decorative, localized)
  select i.filename, i.hash, i.content_type, i.width, i.height, i.bytes, i.widths, i.storage_path, i.is_decorative, i.localized
  from jsonb_populate_record(null::public.images, p_image) i
  returning id into made;
  return made;
end $$;
comment on function public.add_image is 'Makes the record of a picture whose files are stored, given by the columns of its row; answers its id.';
revoke execute on function public.add_image from public, anon, authenticated;
grant execute on function public.add_image to service_role;

create table public.vectors (
  id bigint generated by default as identity primary key,
  filename text not null check (private.is_file_name(filename)),
  hash text not null check (private.is_media_hash(hash)),
  content_type text not null default 'image/svg+xml' check (content_type = 'image/svg+xml'),
  bytes bigint not null check (bytes > 0),
  storage_path text not null check (private.is_media_path(storage_path)),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[filename], localized, '{alt}')) stored
);
comment on table public.vectors is 'Vector drawings, sanitised before they are stored.';
insert into private.content_tables (name, place, keys) values ('vectors', 3, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('vector', 'vectors', 'desc');
create index vectors_search_text_idx on public.vectors using gin (search_text extensions.gin_trgm_ops);
select private.protect_content('vectors');
select private.watch_table('vectors', 'vector', 'id', '', false);

create view private.vector_records with (security_invoker = true) as
select v.id, jsonb_build_object('id', v.id, 'storage_path', v.storage_path, 'localized', v.localized) as record
from public.vectors v;
grant select on private.vector_records to authenticated, service_role;

create view private.vector_choices with (security_invoker = true) as
select r.id, r.search_text, r.created_at as sorting
from public.vectors r;

create table public.files (
  id bigint generated by default as identity primary key,
  filename text not null check (private.is_file_name(filename)),
  hash text not null check (private.is_media_hash(hash)),
  content_type text not null check (private.is_content_type(content_type)),
  size bigint not null check (size > 0),
  storage_path text not null check (private.is_media_path(storage_path)),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[filename], localized, '{title}')) stored
);
comment on table public.files is 'Files to download that are not documents of the catalog.';
insert into private.content_tables (name, place, keys) values ('files', 4, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('file', 'files', 'desc');
create index files_search_text_idx on public.files using gin (search_text extensions.gin_trgm_ops);
select private.protect_content('files');
select private.watch_table('files', 'file', 'id', '', false);

create view private.file_records with (security_invoker = true) as
select f.id, jsonb_build_object('id', f.id, 'filename', f.filename, 'size', f.size, 'storage_path', f.storage_path,
  'localized', f.localized) as record
from public.files f;
grant select on private.file_records to authenticated, service_role;

create view private.file_choices with (security_invoker = true) as
select r.id, r.search_text, r.created_at as sorting
from public.files r;

create table public.documents (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  content_date date not null,
  document_type text not null check (document_type in
    ('datasheet', 'application_note', 'manual', 'certificate', 'drawing', 'software', 'brochure', 'report')),
  language public.locale not null,
  -- A document may be announced before its file is there: then all five are null.
  filename text check (private.is_file_name(filename)),
  hash text check (private.is_media_hash(hash)),
  content_type text check (private.is_content_type(content_type)),
  size bigint check (size > 0),
  storage_path text check (private.is_media_path(storage_path)),
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[name, filename], localized, '{title}')) stored,
  check (num_nonnulls(hash, content_type, size, storage_path) in (0, 4)),
  check (storage_path is null or filename is not null)
);
comment on table public.documents is 'Documents of the catalog, one row for each language in which one exists.';
insert into private.content_tables (name, place, keys) values ('documents', 5, '{id}');
insert into private.kinds (kind, table_name, search_rank, picker_order) values ('document', 'documents', 0.1, 'desc');
create index documents_document_type_idx on public.documents (document_type, content_date desc);
create index documents_search_text_idx on public.documents using gin (search_text extensions.gin_trgm_ops);
select private.protect_content('documents');
select private.watch_table('documents', 'document', 'id', 'document_type,content_date,language', false);
select private.search_table('documents', 'document', 'id');

create view private.document_records with (security_invoker = true) as
select d.id, jsonb_build_object('id', d.id, 'localized', d.localized, 'content_date', d.content_date,
  'type', d.document_type, 'language', d.language, 'size', d.size, 'storage_path', d.storage_path,
  'filename', d.filename) as record
from public.documents d;
grant select on private.document_records to authenticated, service_role;

create view private.document_choices with (security_invoker = true) as
select r.id, r.search_text, r.content_date as sorting
from public.documents r;

create function private.document_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  -- A document is on the sites of the products that it belongs to.
  return query
  select s.id, 'document', d.id, l.locale, coalesce(d.localized -> l.locale::text, d.localized -> 'en') ->> 'title',
    concat_ws(' ', d.name, h.names), h.codes, '', '',
    h.path, d.storage_path, d.language, d.content_date::timestamptz, null::timestamptz, null::timestamptz
  from public.documents d
  cross join public.sites s
  cross join lateral unnest(s.locales) l (locale)
  cross join lateral (
    select string_agg(distinct p.name, ' ' order by p.name) as names,
      string_agg(distinct private.search_code(p.order_code), ' ' order by private.search_code(p.order_code)) as codes,
      min(o.path) as path
    from public.product_documents pd
    join public.products p on p.id = pd.product_id and p.is_published and s.id = any (p.sites)
    left join public.site_outputs o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale) and o.path is not null
    where pd.document_id = d.id
  ) h
  where d.id = any (p_refs) and h.names is not null;
end $$;

create table public.videos (
  id bigint generated by default as identity primary key,
  filename text not null check (private.is_file_name(filename)),
  video_url text not null check (private.is_video_address(video_url)),
  image_id bigint references public.images (id) on delete set null,
  size bigint check (size > 0),
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.videos is 'Videos on the one platform that is embedded, with the picture shown before they play.';
insert into private.content_tables (name, place, keys) values ('videos', 6, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('video', 'videos', 'desc');
create index videos_image_id_idx on public.videos (image_id);
select private.protect_content('videos');
select private.watch_table('videos', 'video', 'id', '', false);

create view private.video_records with (security_invoker = true) as
select v.id, jsonb_build_object('id', v.id, 'video_url', v.video_url, 'localized', v.localized, 'image', i.record) as record
from public.videos v
left join private.image_records i on i.id = v.image_id;
grant select on private.video_records to authenticated, service_role;

create view private.video_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.filename], r.localized, '{title}') as search_text, r.created_at as sorting
from public.videos r;

create table public.webinars (
  id bigint generated by default as identity primary key,
  title text not null check (title <> ''),
  url text not null check (private.is_web_address(url)),
  starts_at timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.webinars is 'Online seminars, coming or recorded.';
insert into private.content_tables (name, place, keys) values ('webinars', 7, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('webinar', 'webinars', 'desc');
create index webinars_starts_at_idx on public.webinars (starts_at);
select private.protect_content('webinars');
select private.watch_table('webinars', 'webinar', 'id', 'starts_at', false);

create view private.webinar_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.title, r.url], r.localized, '{title}') as search_text, coalesce(r.starts_at, r.created_at) as sorting
from public.webinars r;

create view private.webinar_records with (security_invoker = true) as
select w.id, jsonb_build_object('id', w.id, 'title', w.title, 'url', w.url, 'starts_at', w.starts_at,
  'localized', w.localized) as record
from public.webinars w;
grant select on private.webinar_records to authenticated, service_role;

create function private.list_webinars(p_query jsonb, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_past boolean := p_query ->> 'when' = 'past';
begin
  return (
    with shown as (
      select w.id, row_number() over (
        order by case when is_past then p_at - w.starts_at else w.starts_at - p_at end nulls last, w.id
      ) as place
      from public.webinars w
      -- One without a date is a recording.
      where (w.starts_at is null or w.starts_at <= p_at) = is_past
      order by place limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.place), '[]')
        from shown v join private.webinar_records r on r.id = v.id
      ),
      'next_change_at', (select min(w.starts_at) from public.webinars w where w.starts_at > p_at))
  );
end $$;

-- Originals and variants. Not public: publishing copies what a page shows to where the page is. Only the server writes them.
do $$
begin
  if to_regclass('storage.buckets') is null then
    return;
  end if;
  insert into storage.buckets (id, name, public) values ('media', 'media', false) on conflict (id) do nothing;
  create policy media_read on storage.objects for select to authenticated
    using (bucket_id = 'media' and (select private.is_staff()));
end $$;

-- 12_pages.sql ------------------------------------------------------------------------------------------------------------

-- Pages and their modules: the draft working copy, immutable revisions, and what is published.

create type public.module_type as enum (
  'TEXT_BLOCK', 'HERO', 'APPLICATION_HEADER', 'SECONDARY_HEADER', 'TEXT_HEADER', 'TAB', 'CARD_GROUP', 'CONVERSION_DRIVEN',
  'SLIDER', 'MEDIA_TEASER', 'EVALUATION_CATEGORIES', 'SOFTWARE_DOWNLOADS', 'CONTACT_LOCATIONS', 'QUOTE', 'PRODUCT_SLIDER',
  'CORRESPONDING', 'WEBINARS', 'NEWS', 'FULL_WIDTH_SLIDER', 'VIDEO_GROUP', 'INTERRUPTER', 'COMPANY_LOCATION', 'IMAGE_GROUP',
  'CTA', 'CV', 'KEY_FIGURES', 'EVENTS', 'ACCORDION', 'PRODUCT_TABLE', 'CTA_BLOCK', 'BENEFITS', 'LINK_LIST', 'PARTNERS',
  'WAY_TO_START', 'DOCUMENT_CATEGORIES', 'HIGHLIGHTS', 'JOB_OPENINGS', 'LATEST_EMPLOYEE_STORIES', 'EMPLOYEE_STORIES',
  'EQS_STOCK_CHART', 'EQS_INVESTORS', 'LINK_HERO', 'OFFICE_MAP', 'MANUAL_TABS', 'CUSTOM_FORMS', 'PRODUCT_DETAILS'
);

-- The routes of src/domain/routes.ts.
create function private.routes() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array[
    'home', 'newsroom.blog', 'newsroom.blog.tag', 'newsroom.blog.author', 'newsroom.blog.post', 'smart-search',
    'products.downloads', 'products.compare', 'products.catalog', 'products.catalog.detail', 'products.inventory',
    'products.inventory.detail', 'products.channel-partners', 'products.representatives', 'products.support',
    'products.support.faq', 'company.events', 'company.events.detail', 'company.press', 'company.press.article',
    'company.ad-hoc', 'search', 'search.preset', 'career', 'career.list', 'career.news', 'career.news.article',
    'career.events', 'career.events.detail', 'career.stories', 'career.stories.article', 'login'
  ]
$$;
comment on function private.routes is 'The routes that a page can answer.';
grant execute on function private.routes to authenticated, service_role;

-- Template, route and whether a page is editable take effect without a publish. The parent is part of the draft while the page
-- is published; breadcrumbs skip an unpublished page and continue with its parent.
create function private.queue_page_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ids bigint[];
  routed text[];
begin
  select array_agg(n.id), array_agg(distinct 'globals:' || n.site_id) filter (where o.route is distinct from n.route)
  into ids, routed
  from old_rows o join new_rows n using (id)
  where (o.route, o.template, o.is_editable) is distinct from (n.route, n.template, n.is_editable)
    or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id);
  if ids is not null then
    perform private.queue_change(
      (select array_agg(t) from unnest(ids) id cross join lateral (values ('page:' || id), ('address:page:' || id)) v (t))
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $$;

-- The route decides whether a page has a feed.
create function private.queue_route_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change('{}', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', new.id)));
  return null;
end $$;

-- Breadcrumbs of all records of a site name its pages with a route. What depends on the site's globals is looked up when a
-- publisher receives the change, and by then a deleted page is no longer among them.
create function private.queue_deleted_routes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
begin
  select array_agg(distinct 'globals:' || o.site_id) into tags from old_rows o where o.route is not null;
  if tags is not null then
    perform private.queue_change(tags, '[]');
  end if;
  return null;
end $$;

create table public.pages (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  parent_id bigint references public.pages (id) on delete restrict,
  -- The key of the route table that this page answers; null for a page that only has its path.
  route text check (route = any (private.routes())),
  template text not null default 'content' check (template in ('home', 'content', 'list')),
  is_editable boolean not null default true,
  -- Counts changes of the structure: modules added, removed or moved.
  structure_version integer not null default 1,
  published_revision_id bigint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id <> id)
);
comment on table public.pages is 'A page: one structure for all locales. Its content is in modules (draft) and page_revisions (published).';
insert into private.content_tables (name, place, keys, fixed) values ('pages', 40, '{id}', '{structure_version,published_revision_id}');
insert into private.kinds (kind, table_name, sitemap_order, search_rank, picker_order) values ('page', 'pages', 1, 0.4, 'asc');
create index pages_site_id_idx on public.pages (site_id);
create index pages_parent_id_idx on public.pages (parent_id);
create index pages_published_revision_id_idx on public.pages (published_revision_id);
create unique index pages_site_route_idx on public.pages (site_id, route) where route is not null;
select private.search_table('pages', 'page', 'id');
create trigger pages_queue_update after update on public.pages
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_page_settings();
create trigger pages_queue_route after update of route on public.pages
  for each row when (old.route is distinct from new.route) execute function private.queue_route_change();
create trigger pages_queue_delete after delete on public.pages
  referencing old table as old_rows for each statement execute function private.queue_deleted_routes();

create table public.page_locales (
  page_id bigint not null references public.pages (id) on delete cascade,
  locale public.locale not null,
  site_id text not null references public.sites (id) on delete cascade,
  -- Decoded, in Unicode normal form C, without the locale prefix; '/' is the home page.
  path text not null check (private.is_page_address(path)),
  slug text generated always as (regexp_replace(path, '^.*/', '')) stored,
  title text not null check (title <> ''),
  nav_title text not null default '',
  description text not null default '',
  seo jsonb not null default '{}' check (jsonb_typeof(seo) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[title, nav_title, path])) stored,
  primary key (page_id, locale),
  constraint page_locales_address_key unique (site_id, locale, path) deferrable,
  -- Addresses that a file system or a server takes for one have one page.
  constraint page_locales_file_key
    exclude using btree (site_id with =, locale with =, (private.file_of(path)) with =) deferrable
);
comment on table public.page_locales is 'Draft address, title and search-engine fields of a page in one locale.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('page_locales', 41, '{page_id,locale}', 'page_id', 'pages');
create index page_locales_search_text_idx on public.page_locales using gin (search_text extensions.gin_trgm_ops);

create table public.modules (
  id bigint generated by default as identity primary key,
  page_id bigint not null references public.pages (id) on delete cascade,
  parent_id bigint references public.modules (id) on delete cascade,
  -- The id that the parent gives the place: that of one of its items.
  slot text check (slot ~ '^[a-z0-9-]{1,40}$'),
  type public.module_type not null,
  position integer not null,
  created_at timestamptz not null default now(),
  check ((parent_id is null) = (slot is null)),
  check (parent_id <> id)
);
comment on table public.modules is 'Draft structure of a page: which modules in which order, one for all locales.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('modules', 42, '{id}', 'page_id', 'pages');
create index modules_page_id_idx on public.modules (page_id, position);
create index modules_parent_id_idx on public.modules (parent_id);

create table public.module_locales (
  module_id bigint not null references public.modules (id) on delete cascade,
  locale public.locale not null,
  data jsonb not null check (jsonb_typeof(data) = 'object' and private.is_bounded_json(data)),
  -- Version of the module type's schema that the data satisfies.
  data_version integer not null default 1,
  -- Counts saves; a save names the version that it started from.
  version integer not null default 1,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (module_id, locale)
);
comment on table public.module_locales is 'Draft data of a module in one locale. A locale without a row shows the default locale''s data.';
insert into private.content_tables (name, place, keys, owner_key, owner_name, fixed) values ('module_locales', 43, '{module_id,locale}', 'module_id', 'modules', '{updated_by}');

create table public.draft_saves (
  id bigint generated by default as identity primary key,
  page_id bigint not null,
  module_id bigint,
  locale public.locale,
  action text not null check (action in ('add', 'edit', 'remove', 'arrange', 'describe', 'discard', 'import')),
  -- The saved part: a module's data, the page's structure, or its address and title.
  content jsonb not null check (private.is_shallow_json(content)),
  version integer not null,
  saved_by uuid,
  saved_at timestamptz not null default now()
);
comment on table public.draft_saves is 'Append-only history of every save of a draft: who saved what, when, in which locale.';
insert into private.content_tables (name, place, keys) values ('draft_saves', 46, '{id}');
insert into private.kinds (kind, table_name) values ('draft_save', 'draft_saves');
create index draft_saves_page_id_idx on public.draft_saves (page_id, id);
create index draft_saves_module_id_idx on public.draft_saves (module_id, locale, id);

create table public.page_revisions (
  id bigint generated by default as identity primary key,
  -- A revision outlives its page.
  page_id bigint not null,
  number integer not null check (number > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  unique (page_id, number)
);
comment on table public.page_revisions is 'An immutable copy of a page in all locales, made when it was published.';
insert into private.content_tables (name, place, keys) values ('page_revisions', 44, '{id}');
insert into private.kinds (kind, table_name) values ('page_revision', 'page_revisions');

alter table public.pages
  add constraint pages_published_revision_id_fkey foreign key (published_revision_id)
  references public.page_revisions (id) deferrable initially deferred;

create table public.page_revision_locales (
  revision_id bigint not null references public.page_revisions (id) on delete cascade,
  locale public.locale not null,
  path text not null check (private.is_page_address(path)),
  title text not null,
  nav_title text not null,
  description text not null,
  seo jsonb not null check (private.is_bounded_json(seo)),
  -- The module tree in order: [{id, type, v, data, fallback, slot, children}].
  -- Not jsonb: it is written once and read as a whole, and serializing jsonb took three quarters of the time of reading a page.
  modules json not null check (json_typeof(modules) = 'array' and private.is_shallow_json(modules::jsonb)),
  primary key (revision_id, locale)
);
comment on table public.page_revision_locales is 'A revision in one locale, with the data that the locale falls back to written out and marked.';
insert into private.content_tables (name, place, keys) values ('page_revision_locales', 45, '{revision_id,locale}');

-- A page's own output changes with its revision. Pages that link to it change only with its address or its name, and those that
-- list the pages of its section with these and with its parent, the former one included.
create function private.queue_page_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
  moved bigint[];
  touched bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    moved := touched;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := touched;
  else
    with changed as (
      select n.page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.path, o.title, o.nav_title, o.parent_id, o.noindex) is distinct from (n.path, n.title, n.nav_title, n.parent_id, n.noindex)
          as is_moved
      from old_rows o join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_moved),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, moved, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || (select array_agg(distinct 'sitemap:page:' || id / 500) from unnest(touched) id);
  if moved is not null then
    tags := tags || (select array_agg('address:page:' || id) from unnest(moved) id);
  end if;
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
  return null;
end $$;

create table public.published_page_locales (
  page_id bigint not null references public.pages (id) on delete cascade,
  locale public.locale not null,
  site_id text not null references public.sites (id) on delete cascade,
  parent_id bigint references public.pages (id) on delete set null,
  revision_id bigint not null references public.page_revisions (id) on delete cascade,
  path text not null check (private.is_page_address(path)),
  title text not null,
  nav_title text not null,
  noindex boolean not null default false,
  published_at timestamptz not null,
  primary key (page_id, locale),
  constraint published_page_locales_address_key unique (site_id, locale, path) deferrable,
  constraint published_page_locales_file_key
    exclude using btree (site_id with =, locale with =, (private.file_of(path)) with =) deferrable
);
comment on table public.published_page_locales is 'The live addresses and names of published pages, which links, menus and breadcrumbs use.';
insert into private.content_tables (name, place) values ('published_page_locales', 49);
create index published_page_locales_revision_id_idx on public.published_page_locales (revision_id);
create index published_page_locales_parent_id_idx on public.published_page_locales (parent_id);
select private.protect_table('published_page_locales');
select private.search_table('published_page_locales', 'page', 'page_id');
create trigger published_page_locales_queue_insert after insert on public.published_page_locales
  referencing new table as new_rows for each statement execute function private.queue_page_changes();
create trigger published_page_locales_queue_update after update on public.published_page_locales
  referencing old table as old_rows new table as new_rows for each statement execute function private.queue_page_changes();
create trigger published_page_locales_queue_delete after delete on public.published_page_locales
  referencing old table as old_rows for each statement execute function private.queue_page_changes();

select private.protect_content('pages');

select private.protect_content('page_locales');

select private.protect_table('modules');

select private.protect_table('module_locales');

select private.protect_table('draft_saves');

select private.protect_table('page_revisions');

select private.protect_table('page_revision_locales');

create view private.page_choices with (security_invoker = true) as
select r.id, r.site_id, coalesce((select l.path from public.page_locales l where l.page_id = r.id and l.locale = 'en'), '') as sorting
from public.pages r;

create view private.page_records with (security_invoker = true) as
select l.page_id as id, jsonb_build_object('id', l.page_id, 'addresses',
  jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))) as record
from public.published_page_locales l
group by l.page_id;
grant select on private.page_records to authenticated, service_role;

-- The parent of a page: for a published page the one that was published with it.
create view private.page_parents with (security_invoker = true) as
select p.id, case when p.published_revision_id is null then p.parent_id
  else (select l.parent_id from public.published_page_locales l where l.page_id = p.id limit 1) end as parent_id
from public.pages p;
grant select on private.page_parents to authenticated, service_role;

create function private.page_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select l.site_id, 'page', l.page_id, l.locale, l.title, l.nav_title, '', r.description, private.module_words(r.modules::jsonb),
    o.path, null::text, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from public.published_page_locales l
  join public.pages p on p.id = l.page_id
  join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (l.site_id, 'page', l.page_id, l.locale)
  where l.page_id = any (p_refs) and not l.noindex and coalesce(p.route, '') not in ('search', 'smart-search', 'login')
    and not exists (select 1 from public.pages a where a.id = p.parent_id and a.route = 'search')
    and not exists (
      select 1 from private.application_pages g join public.applications a on a.id = g.application_id
      where g.page_id = l.page_id and a.localized ? l.locale::text
    );
end $$;

create function private.list_pages(p_query jsonb, p_site text, p_locale public.locale) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  above bigint := (p_query ->> 'below')::bigint;
begin
  return (
    select jsonb_build_object(
      'items', coalesce(
        jsonb_agg(
          jsonb_build_object('id', l.page_id, 'path', l.path, 'title', l.title, 'nav_title', l.nav_title)
          order by l.page_id <> above, l.page_id
        ),
        '[]'
      ),
      'next_change_at', null)
    from public.published_page_locales l
    where l.site_id = p_site and l.locale = p_locale and (l.parent_id = above or l.page_id = above)
  );
end $$;
comment on function private.list_pages is 'A published page and those below it in one locale: itself first, the others in the order in which they were made.';

-- 13_draft_history.sql ----------------------------------------------------------------------------------------------------

-- The history of drafts: every save adds a row, from any source. An import writes its own.

create function private.touch_module_locale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create function private.record_module_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.data is not distinct from old.data and new.data_version = old.data_version then
      return null;
    end if;
  end if;
  insert into public.draft_saves (page_id, module_id, locale, action, content, version, saved_by)
  select m.page_id, m.id, new.locale, case when tg_op = 'INSERT' then 'add' else 'edit' end,
    jsonb_build_object('type', m.type, 'v', new.data_version, 'data', new.data), new.version, new.updated_by
  from public.modules m
  where m.id = new.module_id;
  return null;
end $$;

create function private.record_structure_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, action, content, version, saved_by)
  select new.id, 'arrange',
    coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot)
      order by m.position, m.id), '[]'),
    new.structure_version, private.actor()
  from public.modules m
  where m.page_id = new.id;
  return null;
end $$;

create function private.record_description_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, locale, action, content, version, saved_by)
  values (new.page_id, new.locale, 'describe',
    jsonb_build_object('path', new.path, 'title', new.title, 'nav_title', new.nav_title,
      'description', new.description, 'seo', new.seo),
    new.version, private.actor());
  return null;
end $$;

-- A removed module stays in the history, in every locale and with its place, so that it can be restored.
create function private.record_module_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, module_id, locale, action, content, version, saved_by)
  select old.page_id, old.id, l.locale, 'remove',
    jsonb_build_object('type', old.type, 'parent', old.parent_id, 'slot', old.slot, 'position', old.position,
      'v', l.data_version, 'data', l.data),
    l.version, private.actor()
  from public.module_locales l
  where l.module_id = old.id
  order by l.locale;
  return old;
end $$;
revoke execute on function private.record_module_removal from public;

-- The versions of a restored module, or locale of one, continue: a save from before it was removed is a conflict, never a match.
create function private.continue_module_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := greatest(new.version, 1 + coalesce((
    select max(s.version) from public.draft_saves s
    where s.module_id = new.module_id and s.locale = new.locale and s.action in ('add', 'edit')
  ), 0));
  return new;
end $$;
create trigger page_revisions_immutable before update on public.page_revisions
  for each row execute function private.refuse_change();
create trigger page_revision_locales_immutable before update on public.page_revision_locales
  for each row execute function private.refuse_change();
create trigger draft_saves_immutable before update on public.draft_saves
  for each row execute function private.refuse_change();
create trigger module_locales_touch before update on public.module_locales
  for each row execute function private.touch_module_locale();
create trigger module_locales_continue before insert on public.module_locales
  for each row execute function private.continue_module_version();
create trigger module_locales_history after insert or update on public.module_locales
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_module_save();
-- An import writes the history of its modules itself.
create trigger modules_removal_history before delete on public.modules
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_module_removal();
create trigger pages_history after update of structure_version on public.pages
  for each row when (
    old.structure_version is distinct from new.structure_version
    and current_setting('content.importing', true) is distinct from 'on'
  )
  execute function private.record_structure_save();
create trigger page_locales_history after insert or update on public.page_locales
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_description_save();

create function private.save_mark(p_save public.draft_saves) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object('at', p_save.saved_at, 'by', (
      select coalesce(nullif(s.name, ''), s.email) from public.staff s where s.user_id = p_save.saved_by
    ))
    where p_save.id is not null
  );
end $$;
comment on function private.save_mark is 'Who made a save, by name, and when.';

-- Triggers write the rest of the history; this is the one entry for a discarded draft.
create function private.record_discard(p_page_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, action, content, version, saved_by)
  select p.id, 'discard', jsonb_build_object(
    'parent_id', p.parent_id,
    'structure', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot,
        'locales', (
          select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('v', l.data_version, 'version', l.version, 'data', l.data)), '{}')
          from public.module_locales l where l.module_id = m.id
        )) order by m.position, m.id), '[]')
      from public.modules m where m.page_id = p.id
    ),
    'details', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    )),
    p.structure_version, private.actor()
  from public.pages p
  where p.id = p_page_id;
end $$;
comment on function private.record_discard is 'Writes the whole draft of a page to the history, before it is reset to what is published.';
revoke execute on function private.record_discard from public;
grant execute on function private.record_discard to service_role;

-- 14_links.sql ------------------------------------------------------------------------------------------------------------

-- Links that modules, cards and menus show, and redirects from old addresses.

create type public.link_type as enum ('internal', 'external', 'download', 'anchor');

create type public.link_target as enum ('auto', '_blank', '_self');

create table public.links (
  id bigint generated by default as identity primary key,
  text text not null check (btrim(text) <> ''),
  link_type public.link_type not null,
  target public.link_target default 'auto',
  url text check (length(url) <= 2000),
  page_id bigint references public.pages (id) on delete set null,
  -- A record that has a page of its own.
  row_kind text references private.kinds (page_kind),
  row_id bigint,
  document_id bigint references public.documents (id) on delete set null,
  anchor_id text check (anchor_id ~ '^#?[^\s#]+$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[text, url, anchor_id])) stored,
  check ((row_kind is null) = (row_id is null)),
  -- One destination, or none after the page or the document has been deleted.
  check (num_nonnulls(url, page_id, row_id, document_id) <= 1),
  constraint links_internal_check check (link_type <> 'internal' or (document_id is null and (url is null or url ~ '^/(?![/\\])\S*$'))),
  constraint links_external_check check (link_type <> 'external'
    or coalesce(private.is_web_address(url) or url ~ '^(mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9 ()./-]+)$', false)),
  constraint links_download_check check (link_type <> 'download'
    or (page_id is null and row_id is null and (url is null or private.is_web_address(url) or url ~ '^/(?![/\\])\S*$'))),
  constraint links_anchor_check check (link_type <> 'anchor' or (anchor_id is not null and num_nonnulls(url, page_id, row_id, document_id) = 0)),
  constraint links_target_check check (link_type not in ('external', 'download') or target is not null)
);
comment on table public.links is 'Links that modules, cards and menus name by id, so that one change reaches every place that shows one.';
insert into private.content_tables (name, place, keys) values ('links', 47, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('link', 'links', 'asc');
-- What finds an equal link before another is made. Equal links are allowed: the editor is asked first.
create index links_url_idx on public.links using hash (url);
create index links_page_id_idx on public.links (page_id, anchor_id);
create index links_row_idx on public.links (row_kind, row_id);
create index links_document_id_idx on public.links (document_id);
create index links_search_text_idx on public.links using gin (search_text extensions.gin_trgm_ops);
-- What finds an equal link to an anchor of the same page.
create index links_anchor_id_idx on public.links (anchor_id) where link_type = 'anchor';
select private.protect_content('links');
select private.watch_table('links', 'link', 'id', '', false);

create view private.link_choices with (security_invoker = true) as
select r.id, r.search_text, lower(r.text) as sorting
from public.links r;

create function public.add_link(p_actor uuid, p_link jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  made bigint;
begin
  perform private.act_as(p_actor);
  insert into public.links (text, link_type, target, url, page_id, document_id, anchor_id)
  select l.text, l.link_type, l.target, l.url, l.page_id, l.document_id, l.anchor_id
  from jsonb_populate_record(null::public.links, p_link) l
  returning id into made;
  return made;
end $$;
comment on function public.add_link is 'Makes a link, given by the columns of its row; answers its id.';
revoke execute on function public.add_link from public, anon, authenticated;
grant execute on function public.add_link to service_role;

create table public.redirects (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  -- Either a path with its locale prefix ...
  from_path text check (from_path ~ '^/' and from_path <> '/'),
  -- ... or an earlier slug of a record that has a page of its own.
  row_kind text references private.kinds (page_kind),
  from_slug text,
  row_id bigint,
  to_path text check (private.is_redirect_target(to_path)),
  page_id bigint references public.pages (id) on delete cascade,
  locale public.locale,
  status integer not null default 301 check (status in (301, 302, 410)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (site_id, from_path),
  unique (site_id, row_kind, from_slug),
  check ((from_path is null) = (row_kind is not null)),
  check ((row_kind is null) = (from_slug is null) and (row_kind is null) = (row_id is null)),
  check (row_kind is not null or status = 410 or to_path is not null or page_id is not null),
  check ((page_id is null) = (locale is null))
);
comment on table public.redirects is 'Old addresses: to a path, to where a page is now, or gone (410).';
insert into private.content_tables (name, place, keys) values ('redirects', 50, '{id}');
insert into private.kinds (kind, table_name) values ('redirect', 'redirects');
create index redirects_page_id_idx on public.redirects (page_id);
create index redirects_row_idx on public.redirects (row_kind, from_slug);
select private.protect_content('redirects');
create trigger redirects_queue after insert or update or delete on public.redirects
  for each row execute function private.queue_site_change('redirects');

create function private.public_path(p_locale public.locale, p_path text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_locale = 'en' then p_path
    when p_path = '/' then '/' || p_locale
    else '/' || p_locale || p_path
  end
$$;
comment on function private.public_path is 'A path with its locale prefix, decoded. The default locale has none.';

-- The old address of a page redirects to its new one; an address that a page takes redirects nowhere.
create function private.keep_old_addresses() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r
  where r.from_path is not null and r.site_id = new.site_id
    and r.from_path = private.public_path(new.locale, new.path);
  -- The home page's address never redirects: the next home page answers it.
  if tg_op = 'UPDATE' and old.path is distinct from new.path and old.path <> '/' then
    insert into public.redirects (site_id, from_path, page_id, locale)
    values (new.site_id, private.public_path(old.locale, old.path), new.page_id, new.locale)
    on conflict (site_id, from_path) do update
      set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
  end if;
  return null;
end $$;
create trigger published_page_locales_addresses after insert or update of path on public.published_page_locales
  for each row execute function private.keep_old_addresses();

-- An earlier slug of a record redirects to where the record is now, on each site that shows it; the publisher makes the paths of
-- each locale. A record without `is_published` is always shown.
create function private.keep_old_slugs() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r where r.row_kind = tg_argv[0] and r.from_slug = new.slug;
  insert into public.redirects (site_id, row_kind, from_slug, row_id)
  select s.id, tg_argv[0], old.slug, new.id from public.sites s
  where coalesce((to_jsonb(old) ->> 'is_published')::boolean, true) and s.id = any (old.sites) and s.id = any (new.sites)
  on conflict (site_id, row_kind, from_slug) do update set row_id = excluded.row_id, status = 301;
  return null;
end $$;

create function private.free_taken_slugs() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r using new_rows n where r.row_kind = tg_argv[0] and r.from_slug = n.slug;
  return null;
end $$;

create function private.watch_slugs(p_table text, p_kind text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_slugs_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.free_taken_slugs(%2$L)', p_table, p_kind);
  execute format('create trigger %1$s_slugs_update after update of slug on public.%1$I
    for each row when (old.slug is distinct from new.slug) execute function private.keep_old_slugs(%2$L)', p_table, p_kind);
end $$;
comment on function private.watch_slugs is 'For the schema: the triggers that redirect earlier slugs of a table''s records.';

-- 15_drafts.sql -----------------------------------------------------------------------------------------------------------

-- Reading and changing drafts. All functions run with the rights of the caller: staff read with their own, and the server writes.

create function private.assemble_modules(p_page_id bigint, p_parent_id bigint, p_locale public.locale)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'id', m.id, 'type', m.type, 'slot', m.slot, 'v', l.data_version,
          'fallback', case when l.locale <> p_locale then true end
        )) || jsonb_build_object(
          'data', l.data,
          'children', case
            when exists (select 1 from public.modules c where c.parent_id = m.id)
            then private.assemble_modules(p_page_id, m.id, p_locale)
            else '[]'::jsonb
          end
        )
        order by m.position, m.id
      ),
      '[]'
    )
    from public.modules m
    cross join lateral (
      select d.locale, d.data, d.data_version
      from public.module_locales d
      where d.module_id = m.id and d.locale in (p_locale, 'en')
      order by (d.locale = p_locale) desc
      limit 1
    ) l
    where m.page_id = p_page_id and m.parent_id is not distinct from p_parent_id
  );
end $$;
comment on function private.assemble_modules is
  'The draft modules of a page as a tree in one locale, with the default locale''s data where the locale has none.';

create function private.flatten_modules(p_modules jsonb)
returns table (id bigint, type text, parent_id bigint, slot text, place integer[], v integer, fallback boolean, data jsonb)
language plpgsql immutable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with recursive flat as (
      select (m.value ->> 'id')::bigint as id, null::bigint as parent_id, array[m.ordinality::integer] as place, m.value as module
      from jsonb_array_elements(p_modules) with ordinality m
      union all
      select (m.value ->> 'id')::bigint, f.id, f.place || m.ordinality::integer, m.value
      from flat f
      cross join lateral jsonb_array_elements(f.module -> 'children') with ordinality m
    )
    select f.id, f.module ->> 'type', f.parent_id, f.module ->> 'slot', f.place, (f.module ->> 'v')::integer,
      coalesce((f.module ->> 'fallback')::boolean, false), f.module -> 'data'
    from flat f;
end $$;
comment on function private.flatten_modules is 'The modules of a tree, as revisions and drafts have it, as rows in the order of the page, each with its parent and slot.';

create function private.draft_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description,
    'seo', l.seo, 'modules', private.assemble_modules(l.page_id, null, l.locale))
  from public.page_locales l
  where l.page_id = p_page_id and l.locale = p_locale
$$;

create function private.published_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title, 'description', r.description,
    'seo', r.seo, 'modules', r.modules)
  from public.pages p
  join public.page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = p_page_id and r.locale = p_locale
$$;

create function public.page_differs(p_page_id bigint) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select p.published_revision_id is null or exists (
      select 1 from unnest(enum_range(null::public.locale)) locale
      where private.draft_locale(p.id, locale) is distinct from private.published_locale(p.id, locale)
    ) or exists (
      select 1 from public.published_page_locales l where l.page_id = p.id and l.parent_id is distinct from p.parent_id
    )
    from public.pages p
    where p.id = p_page_id
  );
end $$;
comment on function public.page_differs is 'Whether publishing the page''s draft would change anything.';
revoke execute on function public.page_differs from public, anon;
grant execute on function public.page_differs to authenticated, service_role;

create function public.save_module(
  p_actor uuid, p_module_id bigint, p_locale public.locale, p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current_row public.module_locales;
  saved_version integer;
begin
  perform private.act_as(p_actor);
  perform 1 from public.modules where id = p_module_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  select * into current_row from public.module_locales where module_id = p_module_id and locale = p_locale;
  -- A locale without its own data is at version 0: saving makes its own.
  if coalesce(current_row.version, 0) <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(current_row.version, 0), 'data', current_row.data,
      'updated_by', current_row.updated_by, 'updated_at', current_row.updated_at);
  end if;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  values (p_module_id, p_locale, p_data, p_data_version, private.actor())
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
  returning l.version into saved_version;
  return jsonb_build_object('status', 'saved', 'version', saved_version);
end $$;
comment on function public.save_module is
  'Saves a module''s data in one locale, unless somebody saved since the version that the caller started from.';
revoke execute on function public.save_module from public, anon, authenticated;
grant execute on function public.save_module to service_role;

create function public.add_module(
  p_page_id bigint, p_type public.module_type, p_position integer, p_parent_id bigint, p_slot text,
  p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page_version integer;
  new_id bigint;
begin
  select structure_version into page_version from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page_version <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', page_version);
  end if;
  if p_parent_id is not null and not exists (
    select 1 from public.modules where id = p_parent_id and page_id = p_page_id
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  with ordered as (
    select id, row_number() over (order by position, id) - 1 as place
    from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
  )
  update public.modules m
  set position = ordered.place + case when ordered.place >= p_position then 1 else 0 end
  from ordered
  where m.id = ordered.id;
  insert into public.modules (page_id, parent_id, slot, type, position)
  values (p_page_id, p_parent_id, p_slot, p_type, p_position)
  returning id into new_id;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  values (new_id, 'en', p_data, p_data_version, private.actor());
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'id', new_id, 'version', page_version + 1);
end $$;
comment on function public.add_module is
  'Adds a module at a position of a page, or of a slot of another module, with its data in the default locale.';
revoke execute on function public.add_module from public, anon, authenticated;
grant execute on function public.add_module to service_role;

create function private.structure_conflict(p_page_id bigint, p_version integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', 'conflict', 'version', p_version) || coalesce(
    (
      select jsonb_build_object('changed_by', d.saved_by, 'changed_at', d.saved_at)
      from public.draft_saves d
      where d.page_id = p_page_id and d.module_id is null and d.locale is null and d.version = p_version
      order by d.id desc
      limit 1
    ),
    '{}'
  )
$$;
comment on function private.structure_conflict is
  'The answer to a change of a structure that somebody has changed meanwhile: who, and when, as far as the history knows.';

create function private.refuse_structure_change(p_page_id bigint, p_version integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
begin
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not page.is_editable then
    return jsonb_build_object('status', 'not-editable');
  end if;
  if page.structure_version <> p_version then
    return private.structure_conflict(p_page_id, page.structure_version);
  end if;
  return null;
end $$;
comment on function private.refuse_structure_change is
  'Why a page''s structure cannot be changed from a version; null when it can, and then the page is locked.';

create function public.insert_module(
  p_actor uuid, p_page_id bigint, p_type public.module_type, p_position integer, p_data jsonb, p_data_version integer,
  p_expected_version integer, p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  return public.add_module(p_page_id, p_type, p_position, p_parent_id, p_slot, p_data, p_data_version, p_expected_version);
end $$;
comment on function public.insert_module is
  'Adds a module to a page that may be edited, or to a slot of a module of it, unless the structure has changed since.';
revoke execute on function public.insert_module from public, anon, authenticated;
grant execute on function public.insert_module to service_role;

create function private.arrange_modules(
  p_page_id bigint, p_module_ids bigint[], p_expected_version integer, p_parent_id bigint, p_slot text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
begin
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if exists (
    select 1 from unnest(p_module_ids) given (module_id)
    where not exists (
      select 1 from public.modules m
      where m.id = given.module_id and m.page_id = p_page_id
        and m.parent_id is not distinct from p_parent_id and m.slot is not distinct from p_slot
    )
  ) or cardinality(p_module_ids) <> (
    select count(distinct given.module_id) from unnest(p_module_ids) given (module_id)
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  delete from public.modules
  where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
    and id <> all (p_module_ids);
  update public.modules m
  set position = o.place - 1
  from unnest(p_module_ids) with ordinality o (id, place)
  where m.id = o.id;
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1);
end $$;
comment on function private.arrange_modules is 'What public.arrange_modules does.';
revoke execute on function private.arrange_modules from public;
grant execute on function private.arrange_modules to service_role;

create function public.arrange_modules(
  p_actor uuid, p_page_id bigint, p_module_ids bigint[], p_expected_version integer,
  p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return private.arrange_modules(p_page_id, p_module_ids, p_expected_version, p_parent_id, p_slot);
end $$;
comment on function public.arrange_modules is
  'Puts the modules of a page, or of a slot of a module of it, into the given order and removes those that are not named.';
revoke execute on function public.arrange_modules from public, anon, authenticated;
grant execute on function public.arrange_modules to service_role;

create function public.arrange_page(p_page_id bigint, p_module_ids bigint[], p_expected_version integer)
returns jsonb
language sql set search_path = ''
as $$
  select private.arrange_modules(p_page_id, p_module_ids, p_expected_version, null, null)
$$;
comment on function public.arrange_page is
  'Puts the modules of a page into the given order and removes those that are not named.';
revoke execute on function public.arrange_page from public, anon, authenticated;
grant execute on function public.arrange_page to service_role;

-- The path of a page and of everything below it, in one locale. Drafts only: each page moves when it is published.
create function public.move_page(p_page_id bigint, p_locale public.locale, p_path text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old_path text;
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  select path into old_path from public.page_locales where page_id = p_page_id and locale = p_locale for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  )
  update public.page_locales l
  set path = p_path || substr(l.path, length(old_path) + 1)
  from below b
  where l.page_id = b.id and l.locale = p_locale and starts_with(l.path, old_path || '/');
  update public.page_locales set path = p_path where page_id = p_page_id and locale = p_locale;
  return jsonb_build_object('status', 'saved');
end $$;
comment on function public.move_page is 'Gives a page a new path in one locale and moves the pages below it along.';
revoke execute on function public.move_page from public, anon, authenticated;
grant execute on function public.move_page to service_role;

create function public.read_page_changes(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    with page as (
      select p.id, p.parent_id, p.published_revision_id, (
        select l.locale from public.page_locales l where l.page_id = p.id order by l.locale limit 1
      ) as base
      from public.pages p
      where p.id = p_page_id
    ), drafts as materialized (
      select l.locale, d.*
      from public.page_locales l
      cross join lateral private.flatten_modules(private.assemble_modules(l.page_id, null, l.locale)) d
      where l.page_id = p_page_id
    ), lives as materialized (
      select r.locale, d.*
      from page
      join public.page_revision_locales r on r.revision_id = page.published_revision_id
      cross join lateral private.flatten_modules(r.modules::jsonb) d
    ), live_structure as (
      select l.* from lives l where l.locale = (
        select r.locale from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
        order by r.locale limit 1
      )
    ), draft_structure as (
      select d.* from drafts d join page on d.locale = page.base
    ), edits as (
      select d.id, d.locale, d.place, case when d.fallback then 'en' else d.locale end as saved_in
      from drafts d
      join lives l on l.locale = d.locale and l.id = d.id
      join page on true
      where (d.type, d.v, d.data, d.fallback) is distinct from (l.type, l.v, l.data, l.fallback)
        -- A change of data that locales fall back to is listed once, in the locale that has it.
        and not (d.fallback and l.fallback and d.locale <> page.base)
    ), details as (
      select coalesce(n.locale, o.locale) as locale,
        case when o.locale is null then 'added' when n.locale is null then 'removed' else 'changed' end as what,
        array_remove(array[
          case when n.path is distinct from o.path then 'path' end,
          case when n.title is distinct from o.title then 'title' end,
          case when n.nav_title is distinct from o.nav_title then 'nav_title' end,
          case when n.description is distinct from o.description then 'description' end,
          case when n.seo is distinct from o.seo then 'seo' end
        ], null) as fields
      from (select * from public.page_locales l where l.page_id = p_page_id) n
      full join (
        select r.* from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
      ) o on o.locale = n.locale
    )
    select jsonb_build_object(
      'is_published', page.published_revision_id is not null,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = page.id), 0),
      'is_moved', exists (
        select 1 from public.published_page_locales l where l.page_id = page.id and l.parent_id is distinct from page.parent_id
      ),
      'arranged', (
        select private.save_mark(s) from public.draft_saves s
        where s.page_id = page.id and s.action = 'arrange' order by s.id desc limit 1
      ),
      'draft', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'parent_id', d.parent_id, 'slot', d.slot,
          'title', coalesce(d.data ->> 'title', d.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from live_structure l where l.id = d.id) then (
            select private.save_mark(s) from public.draft_saves s where s.module_id = d.id order by s.id desc limit 1
          ) end) order by d.place), '[]')
        from draft_structure d
      ),
      'live', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'type', l.type, 'parent_id', l.parent_id, 'slot', l.slot,
          'title', coalesce(l.data ->> 'title', l.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from draft_structure d where d.id = l.id) then (
            select private.save_mark(s) from public.draft_saves s
            where s.module_id = l.id and s.action = 'remove' order by s.id desc limit 1
          ) end) order by l.place), '[]')
        from live_structure l
      ),
      'edits', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'locale', e.locale, 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.module_id = e.id and s.locale = e.saved_in order by s.id desc limit 1
        )) order by e.place, e.locale), '[]')
        from edits e
      ),
      'details', (
        select coalesce(jsonb_agg(jsonb_build_object('locale', d.locale, 'what', d.what, 'fields', to_jsonb(d.fields), 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.page_id = page.id and s.module_id is null and s.locale = d.locale order by s.id desc limit 1
        )) order by d.locale), '[]')
        from details d
        where page.published_revision_id is not null and cardinality(d.fields) > 0
      ))
    from page
  );
end $$;
comment on function public.read_page_changes is
  'How a page''s draft differs from what is published: its structure before and after, edited modules by locale, and page details.';
revoke execute on function public.read_page_changes from public, anon;
grant execute on function public.read_page_changes to authenticated, service_role;

create function public.read_draft_state(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object(
      'structure_version', p.structure_version,
      'is_editable', p.is_editable,
      'published_revision_id', p.published_revision_id,
      'changes', public.read_page_changes(p.id),
      'modules', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent_id', m.parent_id, 'slot', m.slot,
          'locales', (
            select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('version', l.version, 'v', l.data_version, 'data', l.data)), '{}')
            from public.module_locales l where l.module_id = m.id
          )) order by m.position, m.id), '[]')
        from public.modules m where m.page_id = p.id
      )
    )
    from public.pages p
    where p.id = p_page_id
  );
end $$;
comment on function public.read_draft_state is 'Versions and data of a page''s draft modules in every locale, for the editor.';
revoke execute on function public.read_draft_state from public, anon;
grant execute on function public.read_draft_state to authenticated, service_role;

-- 16_publishing_pages.sql -------------------------------------------------------------------------------------------------

-- Publishing a draft, and resetting a draft to what is published.

-- Pages whose draft equals the live revision get no new one.
create function public.publish_pages(p_page_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  published bigint[];
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  perform 1 from public.pages where id = any (p_page_ids) order by id for update;
  select coalesce(array_agg(p.id order by p.id), '{}') into published
  from public.pages p
  where p.id = any (p_page_ids) and public.page_differs(p.id);

  with revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select p.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = p.id), 0) + 1, private.actor()
    from unnest(published) p (id)
    returning id, page_id, created_at
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, l.locale, l.path, l.title, l.nav_title, l.description, l.seo,
      private.assemble_modules(l.page_id, null, l.locale)
    from revisions r
    join public.page_locales l on l.page_id = r.page_id
  ), pointers as (
    update public.pages p set published_revision_id = r.id
    from revisions r
    where p.id = r.page_id
  )
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select l.page_id, l.locale, l.site_id, p.parent_id, r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from revisions r
  join public.page_locales l on l.page_id = r.page_id
  join public.pages p on p.id = r.page_id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;

  delete from public.published_page_locales live
  where live.page_id = any (published)
    and not exists (
      select 1 from public.page_locales l where l.page_id = live.page_id and l.locale = live.locale
    );
  return jsonb_build_object('published', to_jsonb(published));
end $$;
comment on function public.publish_pages is
  'Publishes the drafts of pages: an immutable revision with all locales, the pointer, and the live addresses, in one transaction.';
revoke execute on function public.publish_pages from public, anon, authenticated;
grant execute on function public.publish_pages to service_role;

create function public.publish_draft(p_actor uuid, p_page_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return public.publish_pages(array[p_page_id]);
end $$;
comment on function public.publish_draft is 'What public.publish_pages does, for a member of the staff and one page.';
revoke execute on function public.publish_draft from public, anon, authenticated;
grant execute on function public.publish_draft to service_role;

create function public.unpublish_page(p_page_id bigint) returns void
language sql set search_path = ''
as $$
  delete from public.published_page_locales where page_id = p_page_id;
  update public.pages set published_revision_id = null where id = p_page_id;
$$;
comment on function public.unpublish_page is 'Takes a page off the site; its draft and its revisions stay.';
revoke execute on function public.unpublish_page from public, anon, authenticated;
grant execute on function public.unpublish_page to service_role;

create function private.published_structure(p_page_id bigint)
returns table (id bigint, type public.module_type, parent_id bigint, slot text, place integer)
language sql stable set search_path = ''
as $$
  select f.id, f.type::public.module_type, f.parent_id, f.slot, f.place[cardinality(f.place)] - 1
  from (
    select r.modules
    from public.pages p
    join public.page_revision_locales r on r.revision_id = p.published_revision_id
    where p.id = p_page_id
    order by r.locale limit 1
  ) live
  cross join lateral private.flatten_modules(live.modules::jsonb) f
$$;
comment on function private.published_structure is 'The modules of a page''s published revision, each with its parent and position, one for all locales.';

create function public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.record_discard(p_page_id);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;

  -- Structure: the published modules with their ids, each in its place. Modules inside an added one are moved out first.
  insert into public.modules (id, page_id, type, parent_id, slot, position)
  select w.id, p_page_id, w.type, w.parent_id, w.slot, w.place from private.published_structure(p_page_id) w
  where not exists (select 1 from public.modules o where o.id = w.id);
  update public.modules m set parent_id = w.parent_id, slot = w.slot, position = w.place
  from private.published_structure(p_page_id) w
  where m.id = w.id and m.page_id = p_page_id
    and (m.parent_id, m.slot, m.position) is distinct from (w.parent_id, w.slot, w.place);
  delete from public.modules m
  where m.page_id = p_page_id and not exists (select 1 from private.published_structure(p_page_id) w where w.id = m.id);

  -- Data: each locale's own, and none where it fell back.
  delete from public.module_locales l
  using public.page_revision_locales r, lateral private.flatten_modules(r.modules::jsonb) f
  where r.revision_id = page.published_revision_id and l.module_id = f.id and l.locale = r.locale and f.fallback;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  select distinct on (f.id, s.locale) f.id, s.locale, f.data, f.v, private.actor()
  from public.page_revision_locales r
  cross join lateral private.flatten_modules(r.modules::jsonb) f
  -- Data that a locale fell back to is the default locale's, also where the page itself is not in it.
  cross join lateral (select case when f.fallback then 'en'::public.locale else r.locale end as locale) s
  where r.revision_id = page.published_revision_id
  order by f.id, s.locale
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
    where (l.data, l.data_version) is distinct from (excluded.data, excluded.data_version);

  -- Page details and the place in the tree.
  delete from public.page_locales l
  where l.page_id = p_page_id and not exists (
    select 1 from public.page_revision_locales r where r.revision_id = page.published_revision_id and r.locale = l.locale
  );
  insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
  select p_page_id, r.locale, page.site_id, r.path, r.title, r.nav_title, r.description, r.seo
  from public.page_revision_locales r
  where r.revision_id = page.published_revision_id
  on conflict (page_id, locale) do update
    set path = excluded.path, title = excluded.title, nav_title = excluded.nav_title,
      description = excluded.description, seo = excluded.seo
    where (l.path, l.title, l.nav_title, l.description, l.seo)
      is distinct from (excluded.path, excluded.title, excluded.nav_title, excluded.description, excluded.seo);
  -- Another draft may have the address by now: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages p
  set structure_version = p.structure_version + 1,
    parent_id = (select l.parent_id from public.published_page_locales l where l.page_id = p.id limit 1)
  where p.id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $$;
comment on function public.discard_draft is
  'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';
revoke execute on function public.discard_draft from public, anon, authenticated;
grant execute on function public.discard_draft to service_role;

-- 20_catalog.sql ----------------------------------------------------------------------------------------------------------

-- The product catalog.

create type public.product_status as enum ('active', 'nrnd', 'upcoming', 'obsolete', 'last_buy', 'new');

create table public.properties (
  id bigint generated by default as identity primary key,
  key text not null unique check (private.is_slug(key)),
  unit text check (unit <> ''),
  value_type text not null check (value_type in ('number', 'range', 'text')),
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.properties is 'Measured values and technical data: columns of product tables, facets, rows of the comparison.';
insert into private.content_tables (name, place, keys) values ('properties', 8, '{id}');
insert into private.kinds (kind, table_name) values ('property', 'properties');
select private.protect_content('properties');
select private.watch_table('properties', 'property', 'id', '', false);

create table public.categories (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  parent_id bigint references public.categories (id) on delete restrict,
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id <> id)
);
comment on table public.categories is 'What kind of product it is, as a tree.';
insert into private.content_tables (name, place, keys) values ('categories', 9, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('category', 'categories', 'asc');
create index categories_parent_id_idx on public.categories (parent_id);
select private.protect_content('categories');
select private.watch_table('categories', 'category', 'id', 'parent_id,slug', false);
select private.search_table('categories', 'category', 'id');

create table public.category_properties (
  category_id bigint not null references public.categories (id) on delete cascade,
  property_id bigint not null references public.properties (id) on delete cascade,
  role text not null check (role in ('primary', 'secondary')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (category_id, property_id)
);
comment on table public.category_properties is 'Which properties the products of a category show: primary ones are facets and table columns, secondary ones are in the comparison.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('category_properties', 10, '{category_id,property_id}', 'category_id', 'categories');
create index category_properties_property_id_idx on public.category_properties (property_id);
select private.protect_content('category_properties');
select private.watch_table('category_properties', 'category', 'category_id', '', false);

create table public.applications (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  image_id bigint references public.images (id) on delete restrict,
  sites text[] not null default '{main}' check (private.are_sites(sites)),
  localized jsonb not null check (public.is_localized(localized, '{title,summary}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.applications is 'Where the products are used.';
insert into private.content_tables (name, place, keys) values ('applications', 11, '{id}');
insert into private.kinds (kind, table_name, search_rank, shown_on_route) values ('application', 'applications', 0.4, 'search');
create index applications_image_id_idx on public.applications (image_id);
select private.protect_content('applications');
select private.watch_table('applications', 'application', 'id', '', false);
select private.search_table('applications', 'application', 'id');

create table public.series (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  slug text not null unique check (private.is_slug(slug)),
  display_name text not null check (display_name <> ''),
  status public.product_status not null,
  image_id bigint references public.images (id) on delete restrict,
  category_id bigint references public.categories (id) on delete restrict,
  localized jsonb not null check (public.is_localized(localized, '{summary}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.series is 'Families of products.';
insert into private.content_tables (name, place, keys) values ('series', 12, '{id}');
insert into private.kinds (kind, table_name, search_rank, shown_on_route, picker_order) values ('series', 'series', 0.6, 'search', 'asc');
create index series_image_id_idx on public.series (image_id);
create index series_category_id_idx on public.series (category_id);
select private.protect_content('series');
select private.watch_table('series', 'series', 'id', '', false);
select private.search_table('series', 'series', 'id');

create table public.products (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  display_name text not null check (display_name <> ''),
  slug text not null unique check (private.is_slug(slug)),
  order_code text not null unique check (order_code <> ''),
  status public.product_status not null,
  series_id bigint not null references public.series (id) on delete restrict,
  primary_category_id bigint not null references public.categories (id) on delete restrict,
  product_class text check (product_class in ('sensor', 'module', 'meter', 'evaluation_kit')),
  position integer not null default 0,
  sites text[] not null check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{tagline}', '{description}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.searchable(array[name, display_name, order_code, slug])) stored,
  -- Redundant with the texts: a list of thousands of products would have to read all texts to know their locales.
  locales text[] not null generated always as (private.locales_of(localized)) stored,
  check (publish_until > publish_from)
);
comment on table public.products is 'Products that can be ordered. Each has a page in the locales in which it is written.';
insert into private.content_tables (name, place, keys) values ('products', 13, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order, search_rank, picker_order) values ('product', 'products', true, 2, 0.8, 'asc');
create index products_series_id_idx on public.products (series_id, position);
create index products_primary_category_id_idx on public.products (primary_category_id, position);
create index products_position_idx on public.products (position, id);
create index products_search_text_idx on public.products using gin (search_text extensions.gin_trgm_ops);
create index products_publish_from_idx on public.products (publish_from) where publish_from is not null;
create index products_publish_until_idx on public.products (publish_until) where publish_until is not null;
select private.protect_content('products');
select private.watch_table('products', 'product', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,series_id,primary_category_id,position', true);
select private.search_table('products', 'product', 'id');
-- A series is on the sites that show one of its products.
select private.search_table('products', 'listed_series', 'series_id');
select private.watch_slugs('products', 'product');

create table public.product_images (
  id bigint generated by default as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  position integer not null default 0,
  -- The picture, or the picture shown before the video plays.
  image_id bigint references public.images (id) on delete restrict,
  video_url text check (private.is_video_address(video_url)),
  created_at timestamptz not null default now(),
  check (num_nonnulls(image_id, video_url) > 0)
);
comment on table public.product_images is 'Pictures and videos of a product in order.';
insert into private.content_tables (name, place, owner_key, owner_name) values ('product_images', 14, 'product_id', 'products');
create index product_images_product_id_idx on public.product_images (product_id, position);
create index product_images_image_id_idx on public.product_images (image_id);
select private.protect_content('product_images');
select private.watch_table('product_images', 'product', 'product_id', '', true);

create table public.product_property_values (
  product_id bigint not null references public.products (id) on delete cascade,
  property_id bigint not null references public.properties (id) on delete restrict,
  value_number numeric,
  -- The upper end of a range; value_number is the lower.
  value_max numeric,
  value_text text check (value_text <> ''),
  -- {"en": {"text": "…"}}
  localized jsonb check (localized is null or public.is_localized(localized, '{text}')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (product_id, property_id),
  check (num_nonnulls(value_number, value_text, localized) = 1),
  check (value_max is null or value_max >= value_number)
);
comment on table public.product_property_values is 'A property of a product: a number, a range, a text for all locales, or a text by locale.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('product_property_values', 15, '{product_id,property_id}', 'product_id', 'products');
create index product_property_values_property_id_idx on public.product_property_values (property_id, value_number);
select private.protect_content('product_property_values');
select private.watch_table('product_property_values', 'product', 'product_id', '', false);

create table public.product_documents (
  product_id bigint not null references public.products (id) on delete cascade,
  document_id bigint not null references public.documents (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (product_id, document_id)
);
comment on table public.product_documents is 'Documents of a product in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('product_documents', 16, '{product_id,document_id}', 'product_id', 'products');
create index product_documents_document_id_idx on public.product_documents (document_id);
select private.protect_content('product_documents');
select private.watch_table('product_documents', 'product', 'product_id', '', false);
select private.search_table('product_documents', 'document', 'document_id');
-- Which products have which documents is a list of its own, so that a product's pages do not depend on it.
create trigger product_documents_lists_insert after insert on public.product_documents referencing new table as new_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');
create trigger product_documents_lists_delete after delete on public.product_documents referencing old table as old_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');
create trigger product_documents_lists_update after update on public.product_documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');

create table public.product_relations (
  product_id bigint not null references public.products (id) on delete cascade,
  related_id bigint not null references public.products (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (product_id, related_id),
  check (product_id <> related_id)
);
comment on table public.product_relations is 'Products that a product''s page recommends, in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('product_relations', 17, '{product_id,related_id}', 'product_id', 'products');
create index product_relations_related_id_idx on public.product_relations (related_id);
select private.protect_content('product_relations');
select private.watch_table('product_relations', 'product', 'product_id', '', false);

create table public.product_applications (
  product_id bigint not null references public.products (id) on delete cascade,
  application_id bigint not null references public.applications (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (product_id, application_id)
);
comment on table public.product_applications is 'What a product is used for, in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('product_applications', 18, '{product_id,application_id}', 'product_id', 'products');
create index product_applications_application_id_idx on public.product_applications (application_id);
select private.protect_content('product_applications');
select private.watch_table('product_applications', 'product', 'product_id', '', false);

-- 21_catalog_records.sql --------------------------------------------------------------------------------------------------

-- What pages show of the catalog: records and lists.

create view private.category_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.slug], r.localized, '{title}') as search_text, r.localized #>> '{en,title}' as sorting
from public.categories r;

create view private.category_records with (security_invoker = true) as
select c.id, jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized) as record
from public.categories c;
grant select on private.category_records to authenticated, service_role;

create view private.series_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.name, r.display_name]) as search_text, r.display_name as sorting
from public.series r;

create view private.series_records with (security_invoker = true) as
select s.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'display_name', s.display_name,
  'status', s.status, 'localized', s.localized, 'image', i.record) as record
from public.series s
left join private.image_records i on i.id = s.image_id;
grant select on private.series_records to authenticated, service_role;

create view private.product_page_rows with (security_invoker = true) as
select p.id, p.slug, null::text as section, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.display_name as title,
  (
    select i.image_id from public.product_images i where i.product_id = p.id and i.image_id is not null
    order by i.position, i.id limit 1
  ) as image_id
from public.products p;
grant select on private.product_page_rows to authenticated, service_role;

create view private.product_choices with (security_invoker = true) as
select r.id, r.search_text, r.position as sorting
from public.products r;

create view private.product_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'display_name', p.display_name,
  'status', p.status, 'sites', p.sites, 'is_published', p.is_published, 'publish_from', p.publish_from,
  'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'taglines', (select jsonb_object_agg(key, value -> 'tagline') from jsonb_each(p.localized)),
  'series_id', p.series_id, 'series', s.display_name,
  'category_id', p.primary_category_id, 'category', c.localized,
  'image', (
    select r.record from public.product_images i join private.image_records r on r.id = i.image_id
    where i.product_id = p.id order by i.position, i.id limit 1
  )) as record
from public.products p
left join public.series s on s.id = p.series_id
left join public.categories c on c.id = p.primary_category_id;
grant select on private.product_records to authenticated, service_role;

-- A row of a product's pictures is a picture, or a video with the picture shown before it plays.
create view private.product_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object(
  'order_code', p.order_code, 'localized', p.localized,
  'series_slug', (select s.slug from public.series s where s.id = p.series_id),
  'images', (
    select coalesce(jsonb_agg(i.record order by x.position, x.id), '[]')
    from public.product_images x join private.image_records i on i.id = x.image_id
    where x.product_id = p.id and x.video_url is null
  ),
  'videos', (
    select coalesce(jsonb_agg(jsonb_build_object('url', x.video_url, 'image', i.record) order by x.position, x.id), '[]')
    from public.product_images x left join private.image_records i on i.id = x.image_id
    where x.product_id = p.id and x.video_url is not null
  ),
  'properties', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized,
      'group', coalesce(c.role::text, 'secondary'), 'number', v.value_number, 'max', v.value_max, 'text', v.value_text,
      'localized', v.localized) order by coalesce(c.role::text, 'secondary'), c.position nulls last, d.id), '[]')
    from public.product_property_values v
    join public.properties d on d.id = v.property_id
    left join public.category_properties c on c.property_id = v.property_id and c.category_id = p.primary_category_id
    where v.product_id = p.id
  ),
  'documents', (
    select coalesce(jsonb_agg(d.record order by x.position, d.id), '[]')
    from public.product_documents x join private.document_records d on d.id = x.document_id where x.product_id = p.id
  ),
  'applications', (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'localized', a.localized, 'image', i.record)
      order by x.position, a.id), '[]')
    from public.product_applications x
    join public.applications a on a.id = x.application_id
    left join private.image_records i on i.id = a.image_id
    where x.product_id = p.id
  ),
  'related', (
    select coalesce(jsonb_agg(o.record order by x.position, o.id), '[]')
    from public.product_relations x join private.product_records o on o.id = x.related_id where x.product_id = p.id
  )) as record
from public.products p
join private.product_records r on r.id = p.id;
grant select on private.product_detail_records to authenticated, service_role;

create function private.product_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'product', p.id, l.locale, p.display_name, concat_ws(' ', p.name, r.name, r.display_name,
      coalesce(c.localized -> l.locale::text, c.localized -> 'en') ->> 'title', p.localized -> l.locale::text ->> 'tagline'),
    concat_ws(' ', private.search_code(p.order_code), private.search_code(p.name), private.search_code(r.name)),
    p.localized -> l.locale::text ->> 'tagline',
    concat_ws(' ', private.rich_words(p.localized -> l.locale::text -> 'description'),
      (select string_agg(f #>> '{}', ' ') from jsonb_path_query(p.localized -> l.locale::text, '$.features[*]') f)),
    o.path, null::text, null::public.locale, null::timestamptz, p.publish_from, p.publish_until
  from public.products p
  join public.series r on r.id = p.series_id
  join public.categories c on c.id = p.primary_category_id
  join public.sites s on s.id = any (p.sites)
  cross join lateral unnest(s.locales) l (locale)
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale)
  where p.id = any (p_refs) and p.is_published and p.localized ? l.locale::text;
end $$;

create function private.list_products(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with recursive categories as (
      select c.id from public.categories c where p_query ->> 'by' = 'category' and c.id = (p_query ->> 'id')::bigint
      union
      select c.id from public.categories c join categories above on c.parent_id = above.id
    ), matching as (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p.localized ? p_locale
        and (p.publish_until is null or p.publish_until > p_at)
        and case p_query ->> 'by'
          when 'series' then p.series_id = (p_query ->> 'id')::bigint
          else p.primary_category_id in (select id from categories)
        end
    ), shown as (
      select m.* from matching m where m.publish_from is null or m.publish_from <= p_at
      order by m.position, m.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.position, v.id), '[]')
        from shown v join private.product_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- The products of a table, each with the same properties in the same order: the primary ones of the category. A product
-- without a value has one that is empty.
create function private.list_product_rows(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  products jsonb := private.list_products(p_query, p_site, p_locale, p_at);
  category bigint := case p_query ->> 'by'
    when 'category' then (p_query ->> 'id')::bigint
    else (select s.category_id from public.series s where s.id = (p_query ->> 'id')::bigint)
  end;
begin
  return (
    select products || jsonb_build_object('category_id', category, 'items', (
      select coalesce(jsonb_agg(item.value || jsonb_build_object(
        'order_code', p.order_code,
        'properties', (
          select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized, 'group', 'primary',
            'number', v.value_number, 'max', v.value_max, 'text', v.value_text, 'localized', v.localized)
            order by c.position, d.id), '[]')
          from public.category_properties c
          join public.properties d on d.id = c.property_id
          left join public.product_property_values v on v.property_id = d.id and v.product_id = p.id
          where c.category_id = category and c.role = 'primary'
        )) order by item.ordinality), '[]')
      from jsonb_array_elements(products -> 'items') with ordinality item
      join public.products p on p.id = (item.value ->> 'id')::bigint
    ))
  );
end $$;

create function private.series_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'series', r.id, l.locale, r.display_name, r.name, private.search_code(r.name),
    coalesce(r.localized -> l.locale::text, r.localized -> 'en') ->> 'summary',
    private.rich_words(coalesce(r.localized -> l.locale::text, r.localized -> 'en') -> 'description'),
    o.path, r.name, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from public.series r
  join public.sites s on exists (
    select 1 from public.products p where p.series_id = r.id and s.id = any (p.sites) and p.is_published
  )
  cross join lateral unnest(s.locales) l (locale)
  left join private.route_paths o on (o.site_id, o.route, o.locale) = (s.id, 'search', l.locale)
  where r.id = any (p_refs);
end $$;

-- The families of the products that a site shows, in the order of the catalog.
create function private.list_series(p_site text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name,
      'display_name', s.display_name, 'localized', s.localized) order by s.id), '[]'), 'next_change_at', (
        select min(moment) from public.products p cross join lateral unnest(array[p.publish_from, p.publish_until]) moment
        where p_site = any (p.sites) and p.is_published and moment > p_at
      ))
    from public.series s
    where exists (
      select 1 from public.products p
      where p.series_id = s.id and p_site = any (p.sites)
        and private.is_visible(p.is_published, p.publish_from, p.publish_until, p_at)
    )
  );
end $$;
comment on function private.list_series is 'The families of the products that a site shows at a moment.';

-- The categories below one, or those at the top.
create function private.list_categories(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('next_change_at', null, 'items', coalesce(
      jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized) order by c.id), '[]'))
    from public.categories c
    where c.parent_id is not distinct from (p_query ->> 'parent')::bigint
  );
end $$;

-- The documents of a product, or of the products of a category, in the reader's language or the default one: newest first
-- in each type. With the products that were looked at, because what they have can change.
create function private.list_documents(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  products jsonb := case p_query ->> 'by'
    when 'category' then private.list_products(p_query || '{"limit": 1000}', p_site, p_locale, p_at)
    else jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', p_query -> 'id')), 'next_change_at', null)
  end;
  product_ids bigint[] := array(select (i ->> 'id')::bigint from jsonb_array_elements(products -> 'items') i);
begin
  return (
    with shown as (
      select d.id, d.content_date, d.document_type
      from public.documents d
      where d.language in (p_locale::public.locale, 'en')
        and (p_query ->> 'type' is null or d.document_type = p_query ->> 'type')
        and d.id in (select x.document_id from public.product_documents x where x.product_id = any (product_ids))
      order by d.document_type, d.content_date desc, d.id
      limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object('product_ids', to_jsonb(product_ids), 'next_change_at', products -> 'next_change_at', 'items', (
      select coalesce(jsonb_agg(r.record order by s.document_type, s.content_date desc, s.id), '[]')
      from shown s join private.document_records r on r.id = s.id
    ))
  );
end $$;

-- The documents of the products of a site, newest first in each type, with the products that each belongs to.
create function private.list_downloads(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as materialized (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_until is null or p.publish_until > p_at)
    ), owners as materialized (
      select x.document_id, p.id, p.position
      from public.product_documents x join matching p on p.id = x.product_id
      where p.publish_from is null or p.publish_from <= p_at
    ), shown as (
      select d.id, d.document_type, d.content_date from public.documents d
      where d.id in (select o.document_id from owners o)
      order by d.document_type, d.content_date desc, d.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('document', r.record, 'products', (
          select jsonb_agg(n.record order by o.position, o.id)
          from owners o join private.product_records n on n.id = o.id where o.document_id = s.id
        )) order by s.document_type, s.content_date desc, s.id), '[]')
        from shown s join private.document_records r on r.id = s.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- The catalog's data is published in parts of this many products by id, so that a change of one rewrites a small file.
create function private.catalog_part(p_product_id bigint) returns bigint
language sql immutable set search_path = ''
as $$ select p_product_id / 500 $$;

-- A part of the catalog's data for all sites and locales: each product with the values that its category, or one above it,
-- has among its primary properties.
create function private.read_catalog_part(p_part bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with recursive above as (
      select c.id as category_id, c.id as above_id, c.parent_id from public.categories c
      union
      select a.category_id, c.id, c.parent_id from above a join public.categories c on c.id = a.parent_id
    ), facets as materialized (
      select distinct a.category_id, x.property_id
      from above a join public.category_properties x on x.category_id = a.above_id and x.role = 'primary'
    ), shown as materialized (
      select p.id, p.order_code, p.product_class, p.position, p.primary_category_id
      from public.products p where p.id >= p_part * 500 and p.id < (p_part + 1) * 500
    ), facet_values as materialized (
      select s.id, jsonb_agg(jsonb_build_object('id', v.property_id, 'number', v.value_number, 'max', v.value_max,
        'text', v.value_text, 'localized', v.localized) order by v.property_id) as list
      from shown s
      join public.product_property_values v on v.product_id = s.id
      join facets f on f.category_id = s.primary_category_id and f.property_id = v.property_id
      group by s.id
    )
    select jsonb_build_object(
      'products', coalesce(jsonb_agg(r.record || jsonb_build_object('order_code', s.order_code,
        'product_class', s.product_class, 'position', s.position, 'values', coalesce(v.list, '[]')) order by s.id), '[]'),
      'above', (select coalesce(jsonb_object_agg(c.category_id, c.list), '{}') from (
        select a.category_id, jsonb_agg(a.above_id order by a.above_id) as list from above a group by a.category_id
      ) c))
    from shown s
    join private.product_records r on r.id = s.id
    left join facet_values v on v.id = s.id
  );
end $$;

create view private.catalog_part_records with (security_invoker = true) as
select p.part as id, private.read_catalog_part(p.part) as record
from generate_series(0, (select private.catalog_part(max(p.id)) from public.products p)) p (part);
grant select on private.catalog_part_records to authenticated, service_role;

-- The first page of the catalog: its first products, all categories with how many products each has, its series, and
-- the properties that facets are made of.
create function private.list_catalog(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    -- Not materialized: `groups` reads the rows once, and the others only some of them.
    with visible as not materialized (
      select p.id, p.position, p.series_id, p.primary_category_id, p.slug, p.display_name, p.order_code, p.product_class
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_from is null or p.publish_from <= p_at) and (p.publish_until is null or p.publish_until > p_at)
    ), groups as materialized (
      select v.primary_category_id as category_id, v.series_id, v.id / 500 as part, count(*) as products, min(v.position) as place
      from visible v group by 1, 2, 3
    ), total as materialized (
      select coalesce(sum(g.products), 0)::integer as products from groups g
    ), first as (
      select v.* from visible v order by v.position, v.id limit (p_query ->> 'limit')::integer
    ), indexed as (
      select v.* from visible v where (select t.products from total t) <= (p_query ->> 'index')::integer
    )
    select jsonb_build_object(
      'total', (select t.products from total t),
      'items', (
        select coalesce(jsonb_agg(r.record || jsonb_build_object('order_code', f.order_code,
          'product_class', f.product_class, 'position', f.position, 'values', '[]'::jsonb)
          order by f.position, f.id), '[]')
        from first f join private.product_records r on r.id = f.id
      ),
      -- Every product by its name, while they are few.
      'index', (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'slug', i.slug, 'name', i.display_name,
          'category_id', i.primary_category_id) order by i.position, i.id), '[]')
        from indexed i
      ),
      'parts', (
        select coalesce(jsonb_agg(distinct g.part order by g.part), '[]') from groups g
      ),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'parent_id', c.parent_id,
          'localized', c.localized, 'products', coalesce(n.products, 0), 'primary', (
            select coalesce(jsonb_agg(x.property_id order by x.position, x.property_id), '[]')
            from public.category_properties x where x.category_id = c.id and x.role = 'primary'
          )) order by c.id), '[]')
        from public.categories c left join (
          select g.category_id as id, sum(g.products)::integer as products from groups g group by g.category_id
        ) n on n.id = c.id
      ),
      'series', (
        select coalesce(jsonb_agg(r.record order by s.place, r.id), '[]')
        from (
          select g.series_id, min(g.place) as place from groups g group by g.series_id
        ) s join private.series_records r on r.id = s.series_id
      ),
      'properties', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'key', d.key, 'unit', d.unit, 'type', d.value_type,
          'localized', d.localized) order by d.id), '[]')
        from public.properties d
        where exists (select 1 from public.category_properties x where x.property_id = d.id and x.role = 'primary')
      ),
      'next_change_at', (
        -- Along the indexes: hardly any product has a period.
        select min(t.moment) from (
          select p.publish_from as moment from public.products p
          where p.publish_from > p_at and p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
          union all
          select p.publish_until from public.products p
          where p.publish_until > p_at and p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        ) t
      ))
  );
end $$;

create function private.application_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'application', a.id, l.locale, a.localized -> l.locale::text ->> 'title', n.title, '',
    a.localized -> l.locale::text ->> 'summary', private.module_words(r.modules::jsonb),
    coalesce(o.path, f.path), case when o.path is null then a.localized -> l.locale::text ->> 'title' end,
    null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from public.applications a
  join public.sites s on s.id = any (a.sites)
  cross join lateral unnest(s.locales) l (locale)
  left join private.application_pages g on g.site_id = s.id and g.application_id = a.id
  left join public.published_page_locales n on n.page_id = g.page_id and n.locale = l.locale
  left join public.page_revision_locales r on r.revision_id = n.revision_id and r.locale = n.locale
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'page', g.page_id, l.locale)
  left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, 'search', l.locale)
  where a.id = any (p_refs) and a.localized ? l.locale::text;
end $$;

-- 22_stock.sql ------------------------------------------------------------------------------------------------------------

-- Where to buy the products, who advises, and what is in stock.

create table public.channel_partners (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  region text check (region in ('europe', 'americas', 'asia_pacific', 'middle_east_africa')),
  countries text[] not null default '{}' check (array_to_string(countries, '') ~ '^([A-Z]{2})*$'),
  address_lines text[] not null default '{}',
  url text check (private.is_web_address(url)),
  email text check (email ~ '^[^@\s]+@[^@\s]+$'),
  phone text check (phone <> ''),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
comment on table public.channel_partners is 'Companies that sell the products from stock.';
insert into private.content_tables (name, place, keys) values ('channel_partners', 19, '{id}');
insert into private.kinds (kind, table_name) values ('channel_partner', 'channel_partners');
create index channel_partners_region_idx on public.channel_partners (region, name);
select private.protect_content('channel_partners');
select private.watch_table('channel_partners', 'channel_partner', 'id', 'name,region,countries', false);

create table public.representatives (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  region text check (region in ('europe', 'americas', 'asia_pacific', 'middle_east_africa')),
  countries text[] not null default '{}' check (array_to_string(countries, '') ~ '^([A-Z]{2})*$'),
  address_lines text[] not null default '{}',
  url text check (private.is_web_address(url)),
  email text check (email ~ '^[^@\s]+@[^@\s]+$'),
  phone text check (phone <> ''),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
comment on table public.representatives is 'Who advises customers in a country.';
insert into private.content_tables (name, place, keys) values ('representatives', 20, '{id}');
insert into private.kinds (kind, table_name) values ('representative', 'representatives');
create index representatives_region_idx on public.representatives (region, name);
select private.protect_content('representatives');
select private.watch_table('representatives', 'representative', 'id', 'name,region,countries', false);

create table public.inventory_items (
  id bigint generated by default as identity primary key,
  product_id bigint not null references public.products (id) on delete cascade,
  channel_partner_id bigint not null references public.channel_partners (id) on delete cascade,
  quantity integer not null check (quantity >= 0),
  as_of timestamptz not null,
  url text check (private.is_web_address(url)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (product_id, channel_partner_id)
);
comment on table public.inventory_items is 'How many pieces of a product a channel partner had at a moment.';
insert into private.content_tables (name, place, keys) values ('inventory_items', 21, '{id}');
insert into private.kinds (kind, table_name) values ('inventory_item', 'inventory_items');
create index inventory_items_channel_partner_id_idx on public.inventory_items (channel_partner_id);
select private.protect_content('inventory_items');
select private.watch_table('inventory_items', 'inventory', 'product_id', 'product_id,channel_partner_id,quantity,as_of,url', true);

-- A product has a stock page on the sites that have a page for the stock of all products.
create function private.queue_stock_pages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change(
    array(
      select distinct 'sitemap:inventory:' || i.product_id / 500 from public.inventory_items i
      union all
      select 'redirects:' || s.id from public.sites s
    ),
    (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'inventory', 'ref', i.product_id)), '[]')
      from public.inventory_items i
    ));
  return null;
end $$;
create trigger pages_stock_insert after insert on public.pages
  for each row when (new.route = 'products.inventory') execute function private.queue_stock_pages();
create trigger pages_stock_update after update of route, site_id on public.pages
  for each row when ((old.route = 'products.inventory' or new.route = 'products.inventory')
    and (old.route, old.site_id) is distinct from (new.route, new.site_id))
  execute function private.queue_stock_pages();
create trigger pages_stock_delete after delete on public.pages
  for each row when (old.route = 'products.inventory') execute function private.queue_stock_pages();

-- The stock of a product, the largest first.
create view private.inventory_records with (security_invoker = true) as
select p.id, jsonb_build_object('product', p.record, 'order_code', d.order_code, 'items', (
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'quantity', i.quantity, 'as_of', i.as_of, 'url', i.url,
    'partner', jsonb_build_object('id', c.id, 'name', c.name, 'region', c.region, 'countries', c.countries))
    order by i.quantity desc, i.id), '[]')
  from public.inventory_items i join public.channel_partners c on c.id = i.channel_partner_id
  where i.product_id = p.id
)) as record
from private.product_records p
join public.products d on d.id = p.id;
grant select on private.inventory_records to authenticated, service_role;

-- The stock of all products, product by product.
create function private.list_inventory(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_until is null or p.publish_until > p_at)
        and exists (select 1 from public.inventory_items i where i.product_id = p.id)
    ), shown as (
      select m.* from matching m where m.publish_from is null or m.publish_from <= p_at
      order by m.position, m.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by s.position, s.id), '[]')
        from shown s join private.inventory_records r on r.id = s.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- Who sells the products, or advises customers, region by region.
create function private.list_sellers(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(
      jsonb_agg(to_jsonb(s) - array['version', 'created_at', 'updated_at'] order by s.region nulls last, s.name, s.id), '[]'))
    from (
      select c.* from public.channel_partners c where p_query ->> 'of' = 'channel_partners'
      union all
      select r.* from public.representatives r where p_query ->> 'of' = 'representatives'
    ) s
  );
end $$;

-- 23_faqs.sql -------------------------------------------------------------------------------------------------------------

-- Frequently asked questions.

create table public.faqs (
  id bigint generated by default as identity primary key,
  category text not null check (category <> ''),
  position integer not null default 0,
  sites text[] not null check (private.are_sites(sites)),
  localized jsonb not null check (public.is_localized(localized, '{question}', '{answer}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.faqs is 'Questions that customers ask often, with answers.';
insert into private.content_tables (name, place, keys) values ('faqs', 22, '{id}');
insert into private.kinds (kind, table_name, search_rank, shown_on_route) values ('faq', 'faqs', 0.2, 'products.support.faq');
create index faqs_category_idx on public.faqs (category, position);
select private.protect_content('faqs');
select private.watch_table('faqs', 'faq', 'id', 'category,position,sites,localized', false);
select private.search_table('faqs', 'faq', 'id');

create table public.faq_products (
  faq_id bigint not null references public.faqs (id) on delete cascade,
  product_id bigint not null references public.products (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (faq_id, product_id)
);
comment on table public.faq_products is 'The products that a question is about.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('faq_products', 23, '{faq_id,product_id}', 'faq_id', 'faqs');
create index faq_products_product_id_idx on public.faq_products (product_id);
select private.protect_content('faq_products');

create view private.faq_texts with (security_invoker = true) as
select f.id, f.sites, f.localized, 'question'::text as title, null::text as summary, 'answer'::text as body, null::text as names,
  null::text as more, null::timestamptz as dated_at, null::timestamptz as visible_from, null::timestamptz as visible_until
from public.faqs f;
grant select on private.faq_texts to service_role;

create function private.list_faqs(p_site text, p_locale text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with shown as (
      select f.*, min(f.id) over (partition by f.category) as first_of_group
      from public.faqs f
      where p_site = any (f.sites) and f.localized ? p_locale
    )
    select jsonb_build_object('items', coalesce(
      jsonb_agg(jsonb_build_object('id', s.id, 'category', s.category, 'localized', s.localized)
        order by s.first_of_group, s.position, s.id), '[]'))
    from shown s
  );
end $$;
comment on function private.list_faqs is 'The questions of a site that are there in a locale, group by group.';

-- 30_newsroom.sql ---------------------------------------------------------------------------------------------------------

-- News, events and the blog.

create type public.newsroom_category as enum ('newsroom', 'career');

create type public.newsroom_type as enum ('news', 'press_release', 'ad_hoc');

create type public.career_type as enum ('career_news', 'apprentice_news');

create table public.tags (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  sites text[] not null default '{main}' check (private.are_sites(sites)),
  localized jsonb not null check (public.is_localized(localized, '{name}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.tags is 'What blog posts are about.';
insert into private.content_tables (name, place, keys) values ('tags', 24, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order) values ('tag', 'tags', true, 7);
select private.protect_content('tags');
select private.watch_table('tags', 'tag', 'id', 'slug,sites,localized', true);
select private.search_table('tags', 'tag', 'id');
select private.watch_slugs('tags', 'tag');

create table public.authors (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  name text not null check (name <> ''),
  image_id bigint references public.images (id) on delete restrict,
  sites text[] not null default '{main}' check (private.are_sites(sites)),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.authors is 'Who writes the blog.';
insert into private.content_tables (name, place, keys) values ('authors', 25, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order) values ('author', 'authors', true, 8);
create index authors_image_id_idx on public.authors (image_id);
select private.protect_content('authors');
select private.watch_table('authors', 'author', 'id', 'slug,sites,name,localized', true);
select private.search_table('authors', 'author', 'id');
select private.watch_slugs('authors', 'author');

-- Price-sensitive facts stay published (art. 53 LR and its directive): an editor can correct an announcement, but not withdraw
-- it once it is out. An import by the operator may.
create function private.keep_announcements() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.actor() is not null then
    raise exception 'An ad hoc announcement cannot be withdrawn once it is published (art. 53 LR). Correct its text, or publish another one.'
      using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create table public.articles (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  newsroom_category public.newsroom_category not null,
  newsroom_type public.newsroom_type,
  career_type public.career_type,
  image_id bigint references public.images (id) on delete restrict,
  sites text[] not null check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz not null,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,lead}', '{body}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (publish_until > publish_from),
  constraint articles_newsroom_type_check check ((newsroom_category = 'newsroom') = (newsroom_type is not null)),
  constraint articles_career_type_check check ((newsroom_category = 'career') = (career_type is not null))
);
comment on table public.articles is 'News of the company and of its career pages. The category decides which kinds of news there are.';
insert into private.content_tables (name, place, keys) values ('articles', 26, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order, search_rank) values ('article', 'articles', true, 3, 0.1);
create index articles_list_idx on public.articles (newsroom_category, publish_from desc, id desc);
create index articles_image_id_idx on public.articles (image_id);
select private.protect_content('articles');
select private.watch_table('articles', 'article', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,newsroom_category,newsroom_type,career_type', true);
select private.search_table('articles', 'article', 'id');
select private.watch_slugs('articles', 'article');
-- The section is part of the address.
create trigger articles_section_update after update of newsroom_category on public.articles
  for each row when (old.newsroom_category is distinct from new.newsroom_category and old.slug = new.slug)
  execute function private.keep_old_slugs('article');
create trigger articles_keep_announcements_delete before delete on public.articles
  for each row when (old.newsroom_type = 'ad_hoc' and old.is_published and old.publish_from <= now())
  execute function private.keep_announcements();
create trigger articles_keep_announcements_update before update on public.articles
  for each row when (old.newsroom_type = 'ad_hoc' and old.is_published and old.publish_from <= now() and (
    new.newsroom_type is distinct from 'ad_hoc' or not new.is_published or new.publish_from is distinct from old.publish_from
    or new.publish_until is not null or not new.sites @> old.sites
  ))
  execute function private.keep_announcements();

create table public.article_documents (
  article_id bigint not null references public.articles (id) on delete cascade,
  document_id bigint not null references public.documents (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (article_id, document_id)
);
comment on table public.article_documents is 'Documents that an article offers, in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('article_documents', 27, '{article_id,document_id}', 'article_id', 'articles');
create index article_documents_document_id_idx on public.article_documents (document_id);
select private.protect_content('article_documents');
select private.watch_table('article_documents', 'article', 'article_id', '', false);

create table public.events (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  category public.newsroom_category not null,
  image_id bigint references public.images (id) on delete restrict,
  sites text[] not null check (private.are_sites(sites)),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- The zone in which visitors are told the time, such as Europe/Zurich.
  time_zone text not null check (time_zone ~ '^[A-Za-z]+(/[A-Za-z0-9_+-]+){0,2}$'),
  is_online boolean not null default false,
  country text check (country ~ '^[A-Z]{2}$'),
  url text check (private.is_web_address(url)),
  is_published boolean not null default true,
  publish_from timestamptz,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,summary}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at >= starts_at),
  check (publish_until > publish_from)
);
comment on table public.events is 'Trade fairs, seminars and career days.';
insert into private.content_tables (name, place, keys) values ('events', 28, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order, search_rank) values ('event', 'events', true, 4, 0.1);
create index events_list_idx on public.events (category, starts_at);
create index events_image_id_idx on public.events (image_id);
create index events_ends_at_idx on public.events (ends_at);
select private.protect_content('events');
select private.watch_table('events', 'event', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,category,starts_at,ends_at', true);
select private.search_table('events', 'event', 'id');
select private.watch_slugs('events', 'event');
create trigger events_section_update after update of category on public.events
  for each row when (old.category is distinct from new.category and old.slug = new.slug)
  execute function private.keep_old_slugs('event');

create table public.posts (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  author_id bigint not null references public.authors (id) on delete restrict,
  image_id bigint references public.images (id) on delete restrict,
  sites text[] not null check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz not null,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,lead}', '{body}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (publish_until > publish_from)
);
comment on table public.posts is 'Posts of the blog.';
insert into private.content_tables (name, place, keys) values ('posts', 29, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order, search_rank) values ('post', 'posts', true, 5, 0.1);
create index posts_list_idx on public.posts (publish_from desc, id desc);
create index posts_author_id_idx on public.posts (author_id, publish_from desc);
create index posts_image_id_idx on public.posts (image_id);
select private.protect_content('posts');
select private.watch_table('posts', 'post', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,author_id', true);
select private.search_table('posts', 'post', 'id');
select private.watch_slugs('posts', 'post');

create table public.post_tags (
  post_id bigint not null references public.posts (id) on delete cascade,
  tag_id bigint not null references public.tags (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (post_id, tag_id)
);
comment on table public.post_tags is 'The tags of a post in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('post_tags', 30, '{post_id,tag_id}', 'post_id', 'posts');
create index post_tags_tag_id_idx on public.post_tags (tag_id);
select private.protect_content('post_tags');
select private.watch_table('post_tags', 'post', 'post_id', 'tag_id,position', false);
select private.search_table('post_tags', 'post', 'post_id');

-- 31_newsroom_records.sql -------------------------------------------------------------------------------------------------

-- What pages show of news, events and the blog: records and lists.

create view private.article_page_rows with (security_invoker = true) as
select a.id, a.slug, a.newsroom_category::text as section, a.sites, a.is_published, a.publish_from, a.publish_until,
  a.localized, a.updated_at, a.localized #>> '{en,title}' as title, a.image_id
from public.articles a;
grant select on private.article_page_rows to authenticated, service_role;

create view private.article_records with (security_invoker = true) as
select a.id, jsonb_build_object('id', a.id, 'slug', a.slug, 'news_category', a.newsroom_category,
  'newsroom_type', a.newsroom_type, 'career_type', a.career_type, 'sites', a.sites, 'is_published', a.is_published,
  'publish_from', a.publish_from, 'publish_until', a.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
    from jsonb_each(a.localized)
  ),
  'image', i.record) as record
from public.articles a
left join private.image_records i on i.id = a.image_id;
grant select on private.article_records to authenticated, service_role;

create view private.article_detail_records with (security_invoker = true) as
select a.id, r.record || jsonb_build_object('localized', a.localized, 'updated_at', a.updated_at,
  'documents', (
    select coalesce(jsonb_agg(d.record order by x.position, d.id), '[]')
    from public.article_documents x join private.document_records d on d.id = x.document_id where x.article_id = a.id
  )) as record
from public.articles a
join private.article_records r on r.id = a.id;
grant select on private.article_detail_records to authenticated, service_role;

create view private.article_texts with (security_invoker = true) as
select a.id, a.sites, a.localized, 'title'::text as title, 'lead'::text as summary, 'body'::text as body, null::text as names,
  null::text as more, a.publish_from as dated_at, a.publish_from as visible_from, a.publish_until as visible_until
from public.articles a where a.is_published;
grant select on private.article_texts to service_role;

create function private.list_articles(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select a.id, a.publish_from, a.publish_until
      from public.articles a
      where a.is_published and p_site = any (a.sites) and a.localized ? p_locale
        and a.newsroom_category::text = p_query ->> 'category'
        and (p_query ->> 'type' is null or coalesce(a.newsroom_type::text, a.career_type::text) = p_query ->> 'type')
        and (a.publish_until is null or a.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.article_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

create view private.event_page_rows with (security_invoker = true) as
select e.id, e.slug, e.category::text as section, e.sites, e.is_published, e.publish_from, e.publish_until,
  e.localized, e.updated_at, e.localized #>> '{en,title}' as title, e.image_id
from public.events e;
grant select on private.event_page_rows to authenticated, service_role;

create view private.event_records with (security_invoker = true) as
select e.id, jsonb_build_object('id', e.id, 'slug', e.slug, 'sites', e.sites, 'is_published', e.is_published,
  'publish_from', e.publish_from, 'publish_until', e.publish_until, 'news_category', e.category,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(e.localized) k),
  'starts_at', e.starts_at, 'ends_at', e.ends_at, 'time_zone', e.time_zone, 'is_online', e.is_online,
  'country', e.country, 'url', e.url,
  'texts', (
    select jsonb_object_agg(key, jsonb_strip_nulls(jsonb_build_object('title', value -> 'title', 'summary', value -> 'summary',
      'venue', value -> 'venue', 'city', value -> 'city')))
    from jsonb_each(e.localized)
  ),
  'image', i.record) as record
from public.events e
left join private.image_records i on i.id = e.image_id;
grant select on private.event_records to authenticated, service_role;

create view private.event_detail_records with (security_invoker = true) as
select e.id, r.record || jsonb_build_object('localized', e.localized, 'updated_at', e.updated_at) as record
from public.events e
join private.event_records r on r.id = e.id;
grant select on private.event_detail_records to authenticated, service_role;

create view private.event_texts with (security_invoker = true) as
select e.id, e.sites, e.localized, 'title'::text as title, 'summary'::text as summary, 'body'::text as body, null::text as names,
  null::text as more, e.starts_at as dated_at, e.publish_from as visible_from, e.publish_until as visible_until
from public.events e where e.is_published;
grant select on private.event_texts to service_role;

create function private.list_events(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_past boolean := p_query ->> 'when' = 'past';
begin
  return (
    with matching as (
      select e.id, e.starts_at, e.ends_at, e.publish_from, e.publish_until
      from public.events e
      where e.is_published and p_site = any (e.sites) and e.localized ? p_locale
        and (p_query ->> 'category' is null or e.category::text = p_query ->> 'category')
        and (e.publish_until is null or e.publish_until > p_at)
    ), shown as (
      -- The next one first; of those that are over, the last one.
      select m.id, row_number() over (order by case when is_past then p_at - m.starts_at else m.starts_at - p_at end, m.id) as place
      from matching m
      where (m.publish_from is null or m.publish_from <= p_at) and (m.ends_at <= p_at) = is_past
      order by place limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.place), '[]')
        from shown v join private.event_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m),
        (select min(m.ends_at) from matching m where m.ends_at > p_at)
      ))
  );
end $$;

create view private.tag_page_rows with (security_invoker = true) as
select t.id, t.slug, null::text as section, t.sites, true as is_published, null::timestamptz as publish_from,
  null::timestamptz as publish_until, t.localized, t.updated_at, t.localized #>> '{en,name}' as title, null::bigint as image_id
from public.tags t;
grant select on private.tag_page_rows to authenticated, service_role;

create view private.tag_records with (security_invoker = true) as
select t.id, jsonb_build_object('id', t.id, 'slug', t.slug, 'sites', t.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(t.localized) k), 'localized', t.localized) as record
from public.tags t;
grant select on private.tag_records to authenticated, service_role;

create view private.author_page_rows with (security_invoker = true) as
select a.id, a.slug, null::text as section, a.sites, true as is_published, null::timestamptz as publish_from,
  null::timestamptz as publish_until, a.localized, a.updated_at, a.name as title, a.image_id
from public.authors a;
grant select on private.author_page_rows to authenticated, service_role;

create view private.author_records with (security_invoker = true) as
select a.id, jsonb_build_object('id', a.id, 'slug', a.slug, 'sites', a.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k), 'name', a.name,
  'localized', a.localized, 'image', i.record) as record
from public.authors a
left join private.image_records i on i.id = a.image_id;
grant select on private.author_records to authenticated, service_role;

create view private.post_page_rows with (security_invoker = true) as
select p.id, p.slug, null::text as section, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.localized #>> '{en,title}' as title, p.image_id
from public.posts p;
grant select on private.post_page_rows to authenticated, service_role;

create view private.post_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'sites', p.sites, 'is_published', p.is_published,
  'publish_from', p.publish_from, 'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
    from jsonb_each(p.localized)
  ),
  'author', a.record,
  'tags', (
    select coalesce(jsonb_agg(t.record order by x.position, t.id), '[]')
    from public.post_tags x join private.tag_records t on t.id = x.tag_id where x.post_id = p.id
  ),
  'image', i.record) as record
from public.posts p
join private.author_records a on a.id = p.author_id
left join private.image_records i on i.id = p.image_id;
grant select on private.post_records to authenticated, service_role;

create view private.post_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object('localized', p.localized, 'updated_at', p.updated_at) as record
from public.posts p
join private.post_records r on r.id = p.id;
grant select on private.post_detail_records to authenticated, service_role;

create view private.post_texts with (security_invoker = true) as
select p.id, p.sites, p.localized, 'title'::text as title, 'lead'::text as summary, 'body'::text as body, null::text as names,
  concat_ws(' ', a.name, (
    select string_agg(n #>> '{}', ' ' order by t.id, n #>> '{}')
    from public.post_tags pt
    join public.tags t on t.id = pt.tag_id
    cross join lateral jsonb_path_query(t.localized, 'strict $.*.name') n
    where pt.post_id = p.id
  )) as more, p.publish_from as dated_at, p.publish_from as visible_from, p.publish_until as visible_until
from public.posts p join public.authors a on a.id = p.author_id where p.is_published;
grant select on private.post_texts to service_role;

create function private.list_posts(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select p.id, p.publish_from, p.publish_until
      from public.posts p
      where p.is_published and p_site = any (p.sites) and p.localized ? p_locale
        and (p_query ->> 'author' is null or p.author_id = (p_query ->> 'author')::bigint)
        and (p_query ->> 'tag' is null or exists (
          select 1 from public.post_tags t where t.post_id = p.id and t.tag_id = (p_query ->> 'tag')::bigint
        ))
        and (p.publish_until is null or p.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.post_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- 32_people.sql -----------------------------------------------------------------------------------------------------------

-- People and places of the company, and the stories of employees.

create table public.locations (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  name_verbose text not null check (name_verbose <> ''),
  address_lines text[] not null check (cardinality(address_lines) > 0),
  image_id bigint references public.images (id) on delete restrict,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  country text check (country ~ '^[A-Z]{2}$'),
  phone text check (phone <> ''),
  email text check (email ~ '^[^@\s]+@[^@\s]+$'),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
comment on table public.locations is 'Offices and plants of the company.';
insert into private.content_tables (name, place, keys) values ('locations', 31, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('location', 'locations', 'asc');
create index locations_image_id_idx on public.locations (image_id);
select private.protect_content('locations');
select private.watch_table('locations', 'location', 'id', '', false);

create view private.location_choices with (security_invoker = true) as
select r.id, private.searchable(r.name || (r.name_verbose || r.address_lines)) as search_text, r.name as sorting
from public.locations r;

create view private.location_records with (security_invoker = true) as
select l.id, jsonb_build_object('id', l.id, 'name', l.name, 'name_verbose', l.name_verbose,
  'address_lines', l.address_lines, 'latitude', l.latitude, 'longitude', l.longitude, 'country', l.country,
  'phone', l.phone, 'email', l.email, 'localized', l.localized, 'image', i.record) as record
from public.locations l
left join private.image_records i on i.id = l.image_id;
grant select on private.location_records to authenticated, service_role;

create table public.cvs (
  id bigint generated by default as identity primary key,
  name text not null check (name <> ''),
  image_id bigint references public.images (id) on delete restrict,
  contact_url text check (private.is_web_address(contact_url) or contact_url ~ '^(mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9 ()./-]+)$'),
  linkedin_url text check (private.is_web_address(linkedin_url)),
  organisation_level text check (organisation_level in ('board', 'management', 'team')),
  position_order integer not null default 0,
  localized jsonb not null check (public.is_localized(localized, '{position}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.cvs is 'People of the company with their careers. Experience and education hold one entry a line.';
insert into private.content_tables (name, place, keys) values ('cvs', 32, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('cv', 'cvs', 'asc');
create index cvs_image_id_idx on public.cvs (image_id);
create index cvs_organisation_level_idx on public.cvs (organisation_level, position_order);
select private.protect_content('cvs');
select private.watch_table('cvs', 'cv', 'id', '', false);

create view private.cv_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.name], r.localized, '{position}') as search_text, r.name as sorting
from public.cvs r;

create view private.cv_records with (security_invoker = true) as
select c.id, jsonb_build_object('id', c.id, 'name', c.name, 'contact_url', c.contact_url, 'linkedin_url', c.linkedin_url,
  'organisation_level', c.organisation_level, 'localized', c.localized, 'image', i.record) as record
from public.cvs c
left join private.image_records i on i.id = c.image_id;
grant select on private.cv_records to authenticated, service_role;

create table public.story_groups (
  id bigint generated by default as identity primary key,
  localized jsonb not null check (public.is_localized(localized, '{name}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.story_groups is 'Whom an employee story is about: apprentices, graduates and so on.';
insert into private.content_tables (name, place, keys) values ('story_groups', 33, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('story_group', 'story_groups', 'asc');
select private.protect_content('story_groups');
select private.watch_table('story_groups', 'story_group', 'id', '', false);

create table public.story_categories (
  id bigint generated by default as identity primary key,
  localized jsonb not null check (public.is_localized(localized, '{name}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.story_categories is 'What an employee story is about.';
insert into private.content_tables (name, place, keys) values ('story_categories', 34, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('story_category', 'story_categories', 'asc');
select private.protect_content('story_categories');
select private.watch_table('story_categories', 'story_category', 'id', '', false);

create view private.story_group_choices with (security_invoker = true) as
select r.id, private.searchable('{}', r.localized, '{name}') as search_text, r.localized #>> '{en,name}' as sorting
from public.story_groups r;

create view private.story_group_records with (security_invoker = true) as
select g.id, jsonb_build_object('id', g.id, 'localized', g.localized) as record
from public.story_groups g;
grant select on private.story_group_records to authenticated, service_role;

create view private.story_category_choices with (security_invoker = true) as
select r.id, private.searchable('{}', r.localized, '{name}') as search_text, r.localized #>> '{en,name}' as sorting
from public.story_categories r;

create view private.story_category_records with (security_invoker = true) as
select c.id, jsonb_build_object('id', c.id, 'localized', c.localized) as record
from public.story_categories c;
grant select on private.story_category_records to authenticated, service_role;

create table public.employee_stories (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  category_id bigint not null references public.story_categories (id) on delete restrict,
  image_id bigint not null references public.images (id) on delete restrict,
  video_url text check (private.is_video_address(video_url)),
  sites text[] not null check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz not null,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,teaser}', '{body}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (publish_until > publish_from)
);
comment on table public.employee_stories is 'Employees who tell of their work.';
insert into private.content_tables (name, place, keys) values ('employee_stories', 35, '{id}');
insert into private.kinds (kind, table_name, has_page, sitemap_order, search_rank, picker_order) values ('employee_story', 'employee_stories', true, 6, 0, 'desc');
create index employee_stories_list_idx on public.employee_stories (publish_from desc, id desc);
create index employee_stories_category_id_idx on public.employee_stories (category_id, publish_from desc);
create index employee_stories_image_id_idx on public.employee_stories (image_id);
select private.protect_content('employee_stories');
select private.watch_table('employee_stories', 'employee_story', 'id', 'slug,sites,localized,is_published,publish_from,publish_until,category_id', true);
select private.search_table('employee_stories', 'employee_story', 'id');
select private.watch_slugs('employee_stories', 'employee_story');

create table public.employee_story_groups (
  employee_story_id bigint not null references public.employee_stories (id) on delete cascade,
  story_group_id bigint not null references public.story_groups (id) on delete cascade,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  primary key (employee_story_id, story_group_id)
);
comment on table public.employee_story_groups is 'The groups of a story in order.';
insert into private.content_tables (name, place, keys, owner_key, owner_name) values ('employee_story_groups', 36, '{employee_story_id,story_group_id}', 'employee_story_id', 'employee_stories');
create index employee_story_groups_story_group_id_idx on public.employee_story_groups (story_group_id);
select private.protect_content('employee_story_groups');
select private.watch_table('employee_story_groups', 'employee_story', 'employee_story_id', 'story_group_id,position', false);

create view private.employee_story_page_rows with (security_invoker = true) as
select s.id, s.slug, null::text as section, s.sites, s.is_published, s.publish_from, s.publish_until,
  s.localized, s.updated_at, s.localized #>> '{en,title}' as title, s.image_id
from public.employee_stories s;
grant select on private.employee_story_page_rows to authenticated, service_role;

create view private.employee_story_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.slug], r.localized, '{title}') as search_text, r.publish_from as sorting
from public.employee_stories r;

create view private.employee_story_records with (security_invoker = true) as
select s.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'sites', s.sites, 'is_published', s.is_published,
  'publish_from', s.publish_from, 'publish_until', s.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(s.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'teaser', value -> 'teaser'))
    from jsonb_each(s.localized)
  ),
  'has_video', s.video_url is not null,
  'category', jsonb_build_object('id', c.id, 'localized', c.localized),
  'groups', (
    select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'localized', g.localized) order by x.position, g.id), '[]')
    from public.employee_story_groups x join public.story_groups g on g.id = x.story_group_id
    where x.employee_story_id = s.id
  ),
  'image', i.record) as record
from public.employee_stories s
join public.story_categories c on c.id = s.category_id
left join private.image_records i on i.id = s.image_id;
grant select on private.employee_story_records to authenticated, service_role;

create view private.employee_story_detail_records with (security_invoker = true) as
select s.id, r.record || jsonb_build_object('localized', s.localized, 'video_url', s.video_url, 'updated_at', s.updated_at) as record
from public.employee_stories s
join private.employee_story_records r on r.id = s.id;
grant select on private.employee_story_detail_records to authenticated, service_role;

create view private.employee_story_texts with (security_invoker = true) as
select s.id, s.sites, s.localized, 'title'::text as title, 'teaser'::text as summary, 'body'::text as body, null::text as names,
  null::text as more, s.publish_from as dated_at, s.publish_from as visible_from, s.publish_until as visible_until
from public.employee_stories s where s.is_published;
grant select on private.employee_story_texts to service_role;

create function private.list_stories(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select s.id, s.publish_from, s.publish_until
      from public.employee_stories s
      where s.is_published and p_site = any (s.sites) and s.localized ? p_locale
        and (p_query ->> 'category' is null or s.category_id = (p_query ->> 'category')::bigint)
        and (p_query ->> 'group' is null or exists (
          select 1 from public.employee_story_groups g
          where g.employee_story_id = s.id and g.story_group_id = (p_query ->> 'group')::bigint
        ))
        and (s.publish_until is null or s.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.employee_story_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- 33_careers.sql ----------------------------------------------------------------------------------------------------------

-- Job openings.

create table public.jobs (
  id bigint generated by default as identity primary key,
  slug text not null unique check (private.is_slug(slug)),
  location_id bigint not null references public.locations (id) on delete restrict,
  city text not null check (city <> ''),
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- What the job list is filtered by, such as research-development.
  field text check (private.is_slug(field)),
  -- Per cent of full time.
  pensum_min integer check (pensum_min between 1 and 100),
  pensum_max integer check (pensum_max between 1 and 100),
  is_remote boolean not null default false,
  direct_link text check (private.is_web_address(direct_link)),
  sites text[] not null default '{main}' check (private.are_sites(sites)),
  is_published boolean not null default true,
  publish_from timestamptz not null,
  publish_until timestamptz,
  localized jsonb not null check (public.is_localized(localized, '{title,short_description}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (publish_until > publish_from),
  constraint jobs_pensum_check check ((pensum_min is null) = (pensum_max is null) and (pensum_min is null or pensum_min <= pensum_max))
);
comment on table public.jobs is 'Job openings.';
insert into private.content_tables (name, place, keys) values ('jobs', 37, '{id}');
insert into private.kinds (kind, table_name, search_rank, shown_on_route) values ('job', 'jobs', 0.1, 'career.list');
create index jobs_list_idx on public.jobs (publish_from desc, id desc);
create index jobs_location_id_idx on public.jobs (location_id);
create index jobs_field_idx on public.jobs (field);
select private.protect_content('jobs');
select private.watch_table('jobs', 'job', 'id', 'sites,localized,is_published,publish_from,publish_until,field,location_id', false);
select private.search_table('jobs', 'job', 'id');

create view private.job_records with (security_invoker = true) as
select j.id, jsonb_build_object('id', j.id, 'slug', j.slug, 'sites', j.sites, 'is_published', j.is_published,
  'publish_from', j.publish_from, 'publish_until', j.publish_until, 'city', j.city, 'country', j.country,
  'field', j.field, 'pensum_min', j.pensum_min, 'pensum_max', j.pensum_max, 'is_remote', j.is_remote,
  'direct_link', j.direct_link, 'localized', j.localized) as record
from public.jobs j;
grant select on private.job_records to authenticated, service_role;

create view private.job_texts with (security_invoker = true) as
select j.id, j.sites, j.localized, 'title'::text as title, 'short_description'::text as summary, null::text as body, j.city as names,
  null::text as more, j.publish_from as dated_at, j.publish_from as visible_from, j.publish_until as visible_until
from public.jobs j where j.is_published;
grant select on private.job_texts to service_role;

create function private.list_jobs(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select j.id, j.publish_from, j.publish_until
      from public.jobs j
      where j.is_published and p_site = any (j.sites) and j.localized ? p_locale
        and (p_query ->> 'field' is null or j.field = p_query ->> 'field')
        and (p_query ->> 'location' is null or j.location_id = (p_query ->> 'location')::bigint)
        and (j.publish_until is null or j.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.job_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- 34_investors.sql --------------------------------------------------------------------------------------------------------

-- Share prices and publications for investors. An importer fills both tables.

create table public.stock_quotes (
  id bigint generated by default as identity primary key,
  symbol text not null check (symbol ~ '^[A-Z0-9.]{1,12}$'),
  day date not null,
  -- Prices are in US dollars. A feed may know no more than the closing price.
  open numeric(12, 2) check (open > 0),
  high numeric(12, 2) check (high > 0),
  low numeric(12, 2) check (low > 0),
  close numeric(12, 2) not null check (close > 0),
  volume bigint check (volume >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (symbol, day),
  constraint stock_quotes_range_check check (
    low <= least(open, high, close) and high >= greatest(open, low, close)
  )
);
comment on table public.stock_quotes is 'What a share cost on a day of trading. Filled by an importer.';
insert into private.content_tables (name, place, keys) values ('stock_quotes', 51, '{id}');
insert into private.kinds (kind, table_name) values ('stock_quote', 'stock_quotes');
select private.protect_content('stock_quotes');
select private.watch_table('stock_quotes', 'stock_quote', 'id', 'symbol,day,open,high,low,close,volume', false);

-- The last days of trading of a share, oldest first.
create function private.list_quotes(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with latest as (
      select q.* from public.stock_quotes q where q.symbol = p_query ->> 'symbol'
      order by q.day desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object('next_change_at', null, 'items', coalesce(jsonb_agg(jsonb_build_object('day', q.day,
      'open', q.open, 'high', q.high, 'low', q.low, 'close', q.close, 'volume', q.volume) order by q.day), '[]'))
    from latest q
  );
end $$;

-- Rows of a feed are matched by symbol and day, or by key, and changed only where something differs.
create function public.import_stock_quotes(p_rows jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  written integer;
begin
  insert into public.stock_quotes as q (symbol, day, open, high, low, close, volume)
  select r.symbol, r.day, r.open, r.high, r.low, r.close, r.volume
  from jsonb_populate_recordset(null::public.stock_quotes, p_rows) r
  on conflict (symbol, day) do update
    set open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume
    where (q.open, q.high, q.low, q.close, q.volume)
      is distinct from (excluded.open, excluded.high, excluded.low, excluded.close, excluded.volume);
  get diagnostics written = row_count;
  return written;
end $$;
comment on function public.import_stock_quotes is 'Writes quotes by symbol and day; answers how many are new or changed.';
revoke execute on function public.import_stock_quotes from public, anon, authenticated;
grant execute on function public.import_stock_quotes to service_role;

create table public.investor_publications (
  id bigint generated by default as identity primary key,
  -- The feed's own name for it, by which a later import finds it.
  key text not null unique check (private.is_slug(key)),
  category text not null check (category in ('annual_report', 'interim_report', 'presentation', 'ad_hoc', 'announcement')),
  published_at timestamptz not null,
  url text check (private.is_web_address(url)),
  document_id bigint references public.documents (id) on delete set null,
  localized jsonb not null check (public.is_localized(localized, '{title}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One place where it can be read, or none yet.
  check (num_nonnulls(url, document_id) <= 1)
);
comment on table public.investor_publications is 'Reports and announcements for investors, in the order of their moments. Filled by an importer.';
insert into private.content_tables (name, place, keys) values ('investor_publications', 52, '{id}');
insert into private.kinds (kind, table_name) values ('investor_publication', 'investor_publications');
create index investor_publications_published_at_idx on public.investor_publications (published_at desc, id desc);
create index investor_publications_document_id_idx on public.investor_publications (document_id);
select private.protect_content('investor_publications');
select private.watch_table('investor_publications', 'investor_publication', 'id', 'key,category,published_at,url,document_id,localized', false);

create function private.list_publications(p_query jsonb, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select i.* from public.investor_publications i
      where p_query ->> 'category' is null or i.category = p_query ->> 'category'
    ), shown as (
      select m.* from matching m where m.published_at <= p_at
      order by m.published_at desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'next_change_at', (select min(m.published_at) from matching m where m.published_at > p_at),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'category', s.category, 'published_at', s.published_at,
          'url', s.url, 'localized', s.localized, 'document', d.record) order by s.published_at desc, s.id desc), '[]')
        from shown s left join private.document_records d on d.id = s.document_id
      ))
  );
end $$;

create function public.import_investor_publications(p_rows jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  written integer;
begin
  insert into public.investor_publications as i (key, category, published_at, url, localized)
  select r.key, r.category, r.published_at, r.url, r.localized
  from jsonb_populate_recordset(null::public.investor_publications, p_rows) r
  on conflict (key) do update
    set category = excluded.category, published_at = excluded.published_at, url = excluded.url, localized = excluded.localized,
      document_id = case when excluded.url is null then i.document_id end
    where (i.category, i.published_at, i.url, i.localized)
      is distinct from (excluded.category, excluded.published_at, excluded.url, excluded.localized);
  get diagnostics written = row_count;
  return written;
end $$;
comment on function public.import_investor_publications is 'Writes publications by key; answers how many are new or changed.';
revoke execute on function public.import_investor_publications from public, anon, authenticated;
grant execute on function public.import_investor_publications to service_role;

-- 40_forms.sql ------------------------------------------------------------------------------------------------------------

-- Forms that editors build, and whom they tell.

create table public.forms (
  id bigint generated by default as identity primary key,
  title text not null check (btrim(title) <> ''),
  -- The fields in order.
  content jsonb not null default '[]' check (jsonb_typeof(content) = 'array'),
  -- Where a visitor is redirected after sending; null shows a message instead.
  success_url text check (private.is_web_address(success_url) or success_url ~ '^/(?![/\\])\S*$'),
  -- After how many days submissions are deleted.
  retention_days integer not null default 180 check (retention_days between 1 and 3650),
  localized jsonb not null default '{"en": {}}' check (public.is_localized(localized, '{}')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.forms is 'Forms made with the form builder.';
insert into private.content_tables (name, place, keys) values ('forms', 38, '{id}');
insert into private.kinds (kind, table_name, picker_order) values ('form', 'forms', 'asc');
select private.protect_content('forms');
select private.watch_table('forms', 'form', 'id', '', false);

create function public.create_form(p_actor uuid, p_form jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made jsonb;
begin
  perform private.act_as(p_actor);
  insert into public.forms (title, content, success_url, retention_days, localized)
  select f.title, f.content, f.success_url, f.retention_days, f.localized
  from jsonb_populate_record(null::public.forms, p_form) f
  returning jsonb_build_object('id', id, 'version', version) into made;
  return made;
end $$;
comment on function public.create_form is 'Makes a form, given by the columns of its row; answers its id and version.';
revoke execute on function public.create_form from public, anon, authenticated;
grant execute on function public.create_form to service_role;

create function public.update_form(p_actor uuid, p_form_id bigint, p_version integer, p_form jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  saved integer;
begin
  perform private.act_as(p_actor);
  update public.forms o
  set title = f.title, content = f.content, success_url = f.success_url, retention_days = f.retention_days, localized = f.localized
  from jsonb_populate_record(null::public.forms, p_form) f
  where o.id = p_form_id and o.version = p_version
  returning o.version into saved;
  return saved;
end $$;
comment on function public.update_form is
  'Saves a form, given by the columns of its row; answers its new version, and null where the form is not at the given version any more.';
revoke execute on function public.update_form from public, anon, authenticated;
grant execute on function public.update_form to service_role;

create table public.form_versions (
  form_id bigint not null references public.forms (id) on delete cascade,
  version integer not null,
  content jsonb not null check (jsonb_typeof(content) = 'array' and private.is_bounded_json(content)),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (form_id, version)
);
comment on table public.form_versions is 'The fields that a form had at each version, so that a submission can be read as it was sent. Written by a trigger.';
insert into private.content_tables (name, place, keys) values ('form_versions', 39, '{form_id,version}');
select private.protect_table('form_versions');
create trigger form_versions_immutable before update on public.form_versions
  for each row execute function private.refuse_change();

create function private.keep_form_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.form_versions (form_id, version, content, created_by)
  values (new.id, new.version, new.content, private.actor())
  on conflict (form_id, version) do nothing;
  return null;
end $$;
revoke execute on function private.keep_form_version from public;
create trigger forms_keep_first_version after insert on public.forms
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.keep_form_version();
create trigger forms_keep_version after update on public.forms
  for each row when (old.content is distinct from new.content) execute function private.keep_form_version();

-- A page has the version of the fields that it shows, so that an answer is read with the fields that the visitor saw.
create view private.form_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.title], r.localized, '{title}') as search_text, r.title as sorting
from public.forms r;

create view private.form_records with (security_invoker = true) as
select f.id, jsonb_build_object('id', f.id, 'title', f.title, 'content', f.content, 'localized', f.localized,
  'version', coalesce((select max(v.version) from public.form_versions v where v.form_id = f.id and v.version <= f.version), f.version)
) as record
from public.forms f;
grant select on private.form_records to authenticated, service_role;

create function public.form_definition(p_form_id bigint, p_version integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', f.id, 'title', f.title, 'version', v.version, 'content', v.content, 'localized', f.localized,
    'success_url', f.success_url)
  from public.forms f
  join public.form_versions v on v.form_id = f.id
  where f.id = p_form_id
  -- Versions that differ in other things than the fields have no row of their own.
  order by v.version <= p_version desc, case when v.version <= p_version then -v.version else v.version end
  limit 1
$$;
comment on function public.form_definition is 'A form with the fields that it had at a version; null when it is gone.';
revoke execute on function public.form_definition from public, anon, authenticated;
grant execute on function public.form_definition to service_role;

create type public.form_channel as enum ('mail', 'webhook');

create table public.form_recipients (
  id bigint generated by default as identity primary key,
  form_id bigint not null references public.forms (id) on delete cascade,
  channel public.form_channel not null,
  -- An e-mail address, or the address that a webhook is posted to.
  address text not null,
  -- What a webhook is signed with.
  secret text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (length(secret) >= 16),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (form_id, channel, address),
  check (case channel
    when 'mail' then address ~ '^[^@\s,;<>]+@[^@\s,;<>]+$' and length(address) <= 254
    else private.is_web_address(address)
  end)
);
comment on table public.form_recipients is 'Who is told of a form''s submissions, by mail or by a signed webhook.';
select private.protect_content('form_recipients');
-- The secret is answered once, to whoever adds a webhook, and not read again.
revoke select on public.form_recipients from authenticated;
grant select (id, form_id, channel, address, version, created_at, updated_at) on public.form_recipients to authenticated;

create function public.add_recipient(p_actor uuid, p_form_id bigint, p_channel public.form_channel, p_address text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made jsonb;
begin
  perform private.act_as(p_actor);
  insert into public.form_recipients (form_id, channel, address) values (p_form_id, p_channel, p_address)
  returning jsonb_build_object('id', id, 'secret', case when channel = 'webhook' then secret end) into made;
  return made;
end $$;
comment on function public.add_recipient is 'Adds somebody who is told of what is sent with a form. Answers the id, and this once what a webhook is signed with.';
revoke execute on function public.add_recipient from public, anon, authenticated;
grant execute on function public.add_recipient to service_role;

create function public.remove_recipient(p_actor uuid, p_id bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  -- What was sent stays on record; what nobody has tried to send is not sent any more.
  delete from public.form_deliveries d where d.recipient_id = p_id and d.state = 'waiting' and d.attempts = 0;
  delete from public.form_recipients r where r.id = p_id;
  return found;
end $$;
comment on function public.remove_recipient is 'Ends that somebody is told of what is sent with a form; false when nobody was.';
revoke execute on function public.remove_recipient from public, anon, authenticated;
grant execute on function public.remove_recipient to service_role;

-- 41_submissions.sql ------------------------------------------------------------------------------------------------------

-- What visitors send with forms: stored once, limited by sender, announced by e-mail and webhook, and deleted in time.

create function private.emails_in(value jsonb) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg(distinct lower(m[1]) order by lower(m[1])), '{}')
  from jsonb_path_query(value, 'strict $.** ? (@.type() == "string")') t,
    regexp_matches(t #>> '{}', '([^\s@"''<>(),;:\[\]\\]+@[^\s@"''<>(),;:\[\]\\]+\.[^\s@"''<>(),;:\[\]\\.]+)', 'g') m
$$;
comment on function private.emails_in is 'The e-mail addresses in the texts of a value, in lower case, each once.';
grant execute on function private.emails_in to authenticated, service_role;

create function private.words_in(value jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select lower(coalesce(string_agg(v #>> '{}', E'\n'), ''))
  from jsonb_path_query(value, 'strict $.** ? (@.type() == "string" || @.type() == "number")') v
$$;
comment on function private.words_in is 'The texts and numbers of a value in lower case, without their names.';
grant execute on function private.words_in to authenticated, service_role;

create table public.form_submissions (
  id bigint generated by default as identity primary key,
  -- Null once the form has been deleted; its submissions stay until their time.
  form_id bigint,
  form_version integer,
  form_title text not null,
  site_id text references public.sites (id) on delete set null,
  locale public.locale not null,
  -- The values by field name.
  content jsonb not null
    check (jsonb_typeof(content) = 'object' and pg_column_size(content) <= 262144 and private.is_bounded_json(content)),
  submitted_at timestamptz not null default now(),
  delete_after timestamptz not null,
  -- The page that the form was on.
  page_path text check (length(page_path) <= 2000),
  read_at timestamptz,
  notes text not null default '' check (length(notes) <= 10000),
  -- A hash of the answers and the sender: idempotency, a repeated request is stored once.
  idempotency_key text unique,
  -- A person's submissions are found and erased by these.
  emails text[] not null generated always as (private.emails_in(content)) stored,
  -- The searchable text of the inbox.
  words text not null generated always as (private.words_in(content)) stored,
  -- The versions of a form are deleted with it; a submission still names its version, until it is deleted itself.
  constraint form_submissions_form_fkey foreign key (form_id, form_version)
    references public.form_versions (form_id, version) on delete set null (form_version),
  check (delete_after > submitted_at)
);
comment on table public.form_submissions is 'What visitors have sent. Personal data: staff read and delete it, and it is deleted when its time has come.';
create index form_submissions_form_idx on public.form_submissions (form_id, form_version, submitted_at desc);
create index form_submissions_site_id_idx on public.form_submissions (site_id);
create index form_submissions_delete_after_idx on public.form_submissions (delete_after);
create index form_submissions_emails_idx on public.form_submissions using gin (emails);
create index form_submissions_unread_idx on public.form_submissions (form_id) where read_at is null;
select private.protect_table('form_submissions');

create type public.delivery_state as enum ('waiting', 'delivered', 'failed');

create table public.form_deliveries (
  id bigint generated by default as identity primary key,
  submission_id bigint not null references public.form_submissions (id) on delete cascade,
  -- Null once the recipient has been removed: the record of what was sent to whom stays.
  recipient_id bigint references public.form_recipients (id) on delete set null,
  channel public.form_channel not null,
  address text not null,
  state public.delivery_state not null default 'waiting',
  attempts integer not null default 0,
  -- A delivery that is under way is leased until then.
  next_attempt_at timestamptz not null default now(),
  -- Why the last attempt failed; nothing of the submission.
  last_error text check (length(last_error) <= 500),
  delivered_at timestamptz,
  created_at timestamptz not null default now(),
  unique (submission_id, recipient_id)
);
comment on table public.form_deliveries is 'The queue of e-mails and webhooks: one row for each submission and recipient, until the submission is deleted.';
create index form_deliveries_recipient_id_idx on public.form_deliveries (recipient_id);
create index form_deliveries_due_idx on public.form_deliveries (next_attempt_at) where state = 'waiting' and recipient_id is not null;
select private.protect_table('form_deliveries');

create function public.claim_form_deliveries(p_limit integer, p_lease_seconds integer) returns jsonb
language sql set search_path = ''
as $$
  with due as (
    select d.id from public.form_deliveries d
    where d.state = 'waiting' and d.recipient_id is not null and d.next_attempt_at <= now()
    order by d.next_attempt_at, d.id limit p_limit
    for update skip locked
  ), claimed as (
    update public.form_deliveries d
    set attempts = d.attempts + 1, next_attempt_at = now() + make_interval(secs => p_lease_seconds)
    from due where d.id = due.id
    returning d.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', c.id, 'attempts', c.attempts, 'channel', r.channel, 'address', r.address, 'secret', r.secret,
    'submission', jsonb_build_object('id', s.id, 'form_id', s.form_id, 'form_title', s.form_title, 'form_version', s.form_version,
      'site', s.site_id, 'locale', s.locale, 'page_path', s.page_path, 'submitted_at', s.submitted_at, 'values', s.content,
      'fields', coalesce(v.content, '[]'))
  ) order by c.id), '[]')
  from claimed c
  join public.form_recipients r on r.id = c.recipient_id
  join public.form_submissions s on s.id = c.submission_id
  left join public.form_versions v on v.form_id = s.form_id and v.version = s.form_version
$$;
comment on function public.claim_form_deliveries is
  'Leases deliveries that are due, with all that sending them takes. One that is not finished in its time is due again.';
revoke execute on function public.claim_form_deliveries from public, anon, authenticated;
grant execute on function public.claim_form_deliveries to service_role;

create function public.finish_form_delivery(p_id bigint, p_error text default null) returns public.delivery_state
language sql set search_path = ''
as $$
  -- Attempts after 1, 4, 16 and 64 minutes, and then every four hours: two days in all.
  update public.form_deliveries d
  set state = case when p_error is null then 'delivered' when d.attempts >= 16 then 'failed' else 'waiting' end::public.delivery_state,
    delivered_at = case when p_error is null then now() end,
    last_error = left(p_error, 500),
    next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(4, least(d.attempts, 8) - 1))
  where d.id = p_id
  returning d.state
$$;
comment on function public.finish_form_delivery is 'Says how an attempt ended: delivered without an error, tried again later or given up with one.';
revoke execute on function public.finish_form_delivery from public, anon, authenticated;
grant execute on function public.finish_form_delivery to service_role;

create table public.form_deletions (
  id bigint generated by default as identity primary key,
  form_id bigint,
  form_title text not null,
  reason text not null check (reason in ('retention', 'erasure', 'staff')),
  submissions integer not null,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
comment on table public.form_deletions is 'How many submissions of which form were deleted when, by whom and why; nothing of what was in them. Written by a trigger.';
select private.protect_table('form_deletions');

create function private.log_form_deletions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.form_deletions (form_id, form_title, reason, submissions, deleted_by)
  select o.form_id, o.form_title, coalesce(nullif(current_setting('forms.deletion', true), ''), 'staff'), count(*), private.actor()
  from old_rows o group by o.form_id, o.form_title order by o.form_id, o.form_title;
  return null;
end $$;
revoke execute on function private.log_form_deletions from public;
create trigger form_submissions_log_deletions after delete on public.form_submissions
  referencing old table as old_rows for each statement execute function private.log_form_deletions();

create function private.delete_expired_submissions(p_at timestamptz) returns bigint
language plpgsql set search_path = ''
as $$
declare
  deleted bigint;
begin
  perform set_config('forms.deletion', 'retention', true);
  delete from public.form_submissions where delete_after <= p_at;
  get diagnostics deleted = row_count;
  perform set_config('forms.deletion', '', true);
  return deleted;
end $$;
comment on function private.delete_expired_submissions is 'Deletes the submissions whose time has come; a publisher or a schedule calls it.';
revoke execute on function private.delete_expired_submissions from public;
grant execute on function private.delete_expired_submissions to service_role;

create function public.delete_expired_submissions() returns bigint
language sql set search_path = ''
as $$ select private.delete_expired_submissions(now()) $$;
comment on function public.delete_expired_submissions is 'Deletes the submissions whose time has come.';
revoke execute on function public.delete_expired_submissions from public, anon, authenticated;
grant execute on function public.delete_expired_submissions to service_role;

create function public.erase_person(p_actor uuid, p_email text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  answer jsonb;
begin
  perform private.act_as(p_actor, true);
  perform set_config('forms.deletion', 'erasure', true);
  with erased as (
    delete from public.form_submissions where emails @> array[lower(btrim(p_email))] returning id
  ), told as (
    -- An attempt that failed may have arrived all the same.
    select distinct d.channel, d.address
    from public.form_deliveries d
    where d.submission_id in (select id from erased) and d.attempts > 0
  )
  select jsonb_build_object('erased', (select count(*) from erased),
    'told', coalesce((select jsonb_agg(to_jsonb(t) order by t.channel, t.address) from told t), '[]'))
  into answer;
  perform set_config('forms.deletion', '', true);
  return answer;
end $$;
comment on function public.erase_person is
  'Deletes every submission with an e-mail address, as far as the caller may delete; answers how many, and who was told of them.';
revoke execute on function public.erase_person from public, anon, authenticated;
grant execute on function public.erase_person to service_role;

create table private.form_secret (
  only_one boolean primary key default true check (only_one),
  secret text not null
);
comment on table private.form_secret is 'What tokens of forms are signed with where the environment says nothing: made at first use.';
grant select, insert, update, delete on private.form_secret to service_role;

create table private.form_solutions (
  solution text primary key,
  expires_at timestamptz not null
);
comment on table private.form_solutions is 'Tokens that were used, until they would have expired anyway.';
create index form_solutions_expires_at_idx on private.form_solutions (expires_at);
grant select, insert, update, delete on private.form_solutions to service_role;

create table private.form_senders (
  sender text primary key,
  submissions integer not null,
  ends_at timestamptz not null
);
comment on table private.form_senders is 'How much was stored for whom in the current window. A sender is a hash of a network address, never the address.';
create index form_senders_ends_at_idx on private.form_senders (ends_at);
grant select, insert, update, delete on private.form_senders to service_role;

create function public.form_secret() returns text
language sql set search_path = ''
as $$
  insert into private.form_secret (secret) values (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
  on conflict (only_one) do update set secret = private.form_secret.secret
  returning secret
$$;
comment on function public.form_secret is 'What tokens of forms are signed with, the same for all processes of an installation.';
revoke execute on function public.form_secret from public, anon, authenticated;
grant execute on function public.form_secret to service_role;

create function public.store_submission(
  p_form_id bigint, p_version integer, p_site text, p_locale public.locale, p_page_path text, p_values jsonb,
  p_key text, p_solution text, p_solution_expires_at timestamptz, p_sender text, p_limit integer, p_window_seconds integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  form public.forms%rowtype;
  counted record;
  stored bigint;
begin
  if exists (select from public.form_submissions s where s.idempotency_key = p_key) then
    return '{"status": "stored", "isNew": false}';
  end if;
  select * into form from public.forms f where f.id = p_form_id;
  if not found then
    return '{"status": "gone"}';
  end if;

  insert into private.form_senders as c (sender, submissions, ends_at)
  values (p_sender, 1, now() + make_interval(secs => p_window_seconds))
  on conflict (sender) do update set
    submissions = case when c.ends_at <= now() then 1 else c.submissions + 1 end,
    ends_at = case when c.ends_at <= now() then excluded.ends_at else c.ends_at end
  returning submissions, ends_at into counted;
  if counted.submissions > p_limit then
    return jsonb_build_object('status', 'limited', 'retryAfterSeconds', ceil(extract(epoch from counted.ends_at - now())));
  end if;

  insert into private.form_solutions (solution, expires_at) values (p_solution, p_solution_expires_at)
  on conflict (solution) do nothing;
  if not found then
    -- The same submission may have been sent twice at once: then the other one has stored it meanwhile.
    return case when exists (select from public.form_submissions s where s.idempotency_key = p_key)
      then '{"status": "stored", "isNew": false}'::jsonb else '{"status": "used"}' end;
  end if;

  insert into public.form_submissions
    (form_id, form_version, form_title, site_id, locale, page_path, content, idempotency_key, delete_after)
  values (p_form_id, p_version, form.title, p_site, p_locale, nullif(p_page_path, ''), p_values, p_key, now() + make_interval(days => form.retention_days))
  on conflict (idempotency_key) do nothing
  returning id into stored;
  insert into public.form_deliveries (submission_id, recipient_id, channel, address)
  select stored, r.id, r.channel, r.address from public.form_recipients r where stored is not null and r.form_id = p_form_id order by r.id;

  delete from private.form_solutions where solution in (
    select o.solution from private.form_solutions o where o.expires_at <= now() limit 50 for update skip locked
  );
  delete from private.form_senders where sender in (
    select o.sender from private.form_senders o where o.ends_at <= now() limit 50 for update skip locked
  );
  return jsonb_build_object('status', 'stored', 'isNew', stored is not null);
end $$;
comment on function public.store_submission is
  'Stores what a visitor has sent, once: what was stored under the key already is answered the same. Counts the sender, uses up the token, and queues the announcements, all in one transaction.';
revoke execute on function public.store_submission from public, anon, authenticated;
grant execute on function public.store_submission to service_role;

-- 42_inbox.sql ------------------------------------------------------------------------------------------------------------

-- The inbox: submissions of a form, searched and counted, with the rights of the reader.

create function public.find_submissions(
  p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean default null,
  p_from timestamptz default null, p_until timestamptz default null, p_site text default null,
  p_locale public.locale default null, p_before bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  with pattern as (
    -- Wildcards of `like` are escaped.
    select '%' || replace(replace(replace(lower(btrim(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%' as wanted
  ), found as materialized (
    select s.id from public.form_submissions s, pattern
    where s.form_id = p_form_id
      and (p_is_read is null or p_is_read = (s.read_at is not null))
      and (p_from is null or s.submitted_at >= p_from)
      and (p_until is null or s.submitted_at < p_until)
      and (p_site is null or s.site_id = p_site)
      and (p_locale is null or s.locale = p_locale)
      and (p_before is null or s.id < p_before)
      and (wanted = '%%' or s.words like wanted or s.id::text = btrim(p_search) or lower(s.notes) like wanted)
  ), page as (
    select s.* from public.form_submissions s
    where s.id in (select f.id from found f order by f.id desc offset p_offset limit p_limit)
  )
  select jsonb_build_object(
    'count', (select count(*) from found),
    'results', coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'form_title', p.form_title, 'version', p.form_version, 'site', p.site_id,
      'locale', p.locale, 'page_path', p.page_path, 'submitted_at', p.submitted_at, 'read_at', p.read_at, 'notes', p.notes,
      'delete_after', p.delete_after, 'answers', p.content) order by p.id desc) from page p), '[]'),
    -- The fields as each visitor saw them.
    'versions', coalesce((select jsonb_object_agg(v.version, v.content) from public.form_versions v
      where v.form_id = p_form_id and v.version in (select p.form_version from page p)), '{}')
  )
$$;
comment on function public.find_submissions is
  'A page of what was sent with a form, newest first, with the fields of the versions that were answered. For staff; others find nothing.';
revoke execute on function public.find_submissions from public, anon;
grant execute on function public.find_submissions to authenticated, service_role;

create function public.count_submissions(p_form_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (
    select s.form_id, count(*) as total, count(*) filter (where s.read_at is null) as unread
    from public.form_submissions s where s.form_id = any (p_form_ids) group by s.form_id order by s.form_id
  ) c
$$;
comment on function public.count_submissions is 'How much was sent with forms, and how much of it nobody has read. For staff; others get an empty answer.';
revoke execute on function public.count_submissions from public, anon;
grant execute on function public.count_submissions to authenticated, service_role;

create function public.deleted_forms() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.id), '[]') from (
    select s.form_id as id, max(s.form_title) as title, count(*) as total, count(*) filter (where s.read_at is null) as unread
    from public.form_submissions s
    where s.form_id is not null and not exists (select from public.forms f where f.id = s.form_id)
    group by s.form_id
  ) d
$$;
comment on function public.deleted_forms is 'Forms that are gone, and how much is left of what was sent with them. For staff; others get an empty answer.';
revoke execute on function public.deleted_forms from public, anon;
grant execute on function public.deleted_forms to authenticated, service_role;

create function public.find_person(p_email text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'form_id', s.form_id, 'form_title', s.form_title,
    'submitted_at', s.submitted_at) order by s.id desc), '[]')
  from public.form_submissions s where s.emails @> array[lower(btrim(p_email))]
$$;
comment on function public.find_person is 'Every submission with an e-mail address, of whatever form. For staff; others find nothing.';
revoke execute on function public.find_person from public, anon;
grant execute on function public.find_person to authenticated, service_role;

create function public.mark_submission(p_actor uuid, p_id bigint, p_is_read boolean) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.form_submissions s set read_at = case when p_is_read then now() end where s.id = p_id;
  return found;
end $$;
comment on function public.mark_submission is 'Marks a submission as read or unread; false when it is gone.';
revoke execute on function public.mark_submission from public, anon, authenticated;
grant execute on function public.mark_submission to service_role;

create function public.note_submission(p_actor uuid, p_id bigint, p_notes text, p_before text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.form_submissions s set notes = p_notes where s.id = p_id and s.notes = p_before;
  if found then
    return '{"status": "saved"}';
  end if;
  return coalesce(
    (select jsonb_build_object('status', 'conflict', 'notes', s.notes) from public.form_submissions s where s.id = p_id),
    '{"status": "not-found"}'
  );
end $$;
comment on function public.note_submission is 'Writes the note on a submission, if it still says what the caller has read; otherwise answers what it says.';
revoke execute on function public.note_submission from public, anon, authenticated;
grant execute on function public.note_submission to service_role;

create function public.delete_submissions(p_actor uuid, p_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted jsonb;
begin
  perform private.act_as(p_actor, true);
  with gone as (
    delete from public.form_submissions s where s.id = any (p_ids) returning s.id
  )
  select coalesce(jsonb_agg(g.id order by g.id), '[]') into deleted from gone g;
  return deleted;
end $$;
comment on function public.delete_submissions is 'Deletes submissions, for administrators; answers which were there.';
revoke execute on function public.delete_submissions from public, anon, authenticated;
grant execute on function public.delete_submissions to service_role;

-- 50_outputs.sql ----------------------------------------------------------------------------------------------------------

-- The index of the published files: what each depends on, what made it stale, and the receipts.

create function private.leaves_address(p_kind text) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return coalesce((select k.leaves_address from private.output_kinds k where k.kind = p_kind), false);
end $$;

-- The path of an output that was published and is not any more answers 410, whether it was unpublished, deleted or has expired.
-- An output that has moved has a redirect from its old path. The path of a home page never answers 410.
create function private.keep_withdrawn_path() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.path is not null then
    delete from public.redirects r where r.site_id = new.site_id and r.from_path = new.path and r.status = 410;
  else
    insert into public.redirects (site_id, from_path, status)
    select s.id, old.path, 410 from public.sites s
    where s.id = old.site_id and old.path <> '/'
      and not exists (select 1 from public.site_outputs o where o.site_id = old.site_id and o.path = old.path)
    on conflict (site_id, from_path) do nothing;
  end if;
  return null;
end $$;

-- A full build inserts outputs that have paths already.
create function private.free_published_paths() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r using new_rows n
  where n.path is not null and r.site_id = n.site_id and r.from_path = n.path and r.status = 410 and private.leaves_address(n.kind);
  return null;
end $$;

create table public.change_log (
  seq bigint generated by default as identity primary key,
  message_id bigint not null,
  tags text[] not null,
  rows jsonb not null default '[]',
  queued_at timestamptz not null,
  taken_in_at timestamptz not null default now()
);
comment on table public.change_log is
  'Changes taken from the queue, in the order in which the index received them. Deleted after a day; until then a render that began before a change notices it.';
create index change_log_taken_in_at_idx on public.change_log (taken_in_at);
select private.protect_table('change_log');

create table public.site_outputs (
  site_id text not null references public.sites (id) on delete cascade,
  kind text not null,
  -- The record that the output shows, or the number of a part; 0 for an output that a site has once.
  ref bigint not null default 0,
  locale public.locale not null,
  -- The kind whose records a sitemap lists; empty for every other output.
  listed_kind text not null default '',
  -- Public path without the origin. Null until it has been rendered.
  path text,
  tags text[] not null default '{}',
  content_hash text,
  bytes integer not null default 0,
  next_change_at timestamptz,
  -- Set while the output has to be rendered again: the sequence number and the tags of the changes.
  stale_seq bigint,
  stale_reasons text[] not null default '{}',
  lease_owner text,
  lease_until timestamptz,
  -- Why the output could not be rendered; its last good file is still served.
  failure jsonb,
  build_id bigint,
  rendered_at timestamptz,
  primary key (site_id, kind, ref, locale, listed_kind)
);
comment on table public.site_outputs is
  'Every file of the published sites: its path, what it depends on, the hash of its bytes, and when the clock changes it.';
-- Every look-up reads the whole pending list, so it has to be short.
create index site_outputs_tags_idx on public.site_outputs using gin (tags) with (gin_pending_list_limit = 256);
create index site_outputs_stale_idx on public.site_outputs (site_id, stale_seq) where stale_seq is not null;
create index site_outputs_next_change_idx on public.site_outputs (next_change_at) where next_change_at is not null;
create index site_outputs_path_idx on public.site_outputs (site_id, path);
-- A tag is in many outputs or in few; a statistics target of ten shows that as well as a hundred, and does not slow a full build.
alter table public.site_outputs
  alter column tags set statistics 10, alter column site_id set statistics 10, alter column kind set statistics 10,
  alter column ref set statistics 10, alter column locale set statistics 10, alter column stale_seq set statistics 10,
  alter column next_change_at set statistics 10;
select private.protect_table('site_outputs');
create trigger site_outputs_withdrawn_update after update of path on public.site_outputs
  for each row when (old.path is distinct from new.path and private.leaves_address(old.kind))
  execute function private.keep_withdrawn_path();
create trigger site_outputs_withdrawn_delete after delete on public.site_outputs
  for each row when (old.path is not null and private.leaves_address(old.kind))
  execute function private.keep_withdrawn_path();
create trigger site_outputs_published_insert after insert on public.site_outputs referencing new table as new_rows
  for each statement execute function private.free_published_paths();

create table public.site_builds (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  release text not null,
  bundle text not null,
  start_seq bigint not null,
  lease_owner text not null,
  lease_until timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  outcome text check (outcome in ('live', 'failed', 'abandoned', 'rolled-back'))
);
comment on table public.site_builds is 'Full builds of a site: which release each wrote, from which code bundle, and how it ended.';
create index site_builds_site_id_idx on public.site_builds (site_id, id);
select private.protect_table('site_builds');
-- What changes during a build waits for its end.
create trigger site_builds_wake after update of finished_at on public.site_builds
  for each statement execute function private.wake_publishers();

create table public.publish_receipts (
  id bigint generated by default as identity primary key,
  site_id text not null references public.sites (id) on delete cascade,
  cause text not null check (cause in ('change', 'clock', 'build', 'rollback')),
  message_ids bigint[] not null default '{}',
  requested_by uuid,
  worker text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null default now(),
  rendered integer not null,
  changed integer not null
);
comment on table public.publish_receipts is 'What a publish did to a site.';
create index publish_receipts_site_id_idx on public.publish_receipts (site_id, id desc);
create index publish_receipts_message_ids_idx on public.publish_receipts using gin (message_ids);
select private.protect_table('publish_receipts');

create table public.publish_receipt_items (
  id bigint generated by default as identity primary key,
  receipt_id bigint not null references public.publish_receipts (id) on delete cascade,
  path text not null,
  locale public.locale not null,
  change text not null check (change in ('new', 'changed', 'removed', 'unchanged', 'failed')),
  reasons text[] not null,
  seen_live_at timestamptz,
  failure jsonb
);
comment on table public.publish_receipt_items is 'Each URL of a receipt: what happened to it, why, and when it was seen live.';
create index publish_receipt_items_receipt_id_idx on public.publish_receipt_items (receipt_id);
select private.protect_table('publish_receipt_items');

-- After thousands of rows were written at once the planner needs statistics before autovacuum gathers them, and the pending list
-- of the index of tags would be read at every look-up.
create function private.analyze_outputs() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform gin_clean_pending_list('public.site_outputs_tags_idx');
  analyze public.site_outputs (site_id, kind, ref, locale, tags, stale_seq, next_change_at);
  analyze public.pages (id, site_id, parent_id, route, published_revision_id);
  analyze public.published_page_locales (page_id, locale, site_id);
end $$;

-- 51_routes.sql -----------------------------------------------------------------------------------------------------------

-- Which outputs there should be.

-- The pages of all kinds of records: routes, links, redirects and sitemaps read them here. `section` decides which list of the
-- site a record belongs to, for kinds that are in several.
do $$
begin
  execute (
    select 'create view private.page_rows with (security_invoker = true) as ' || string_agg(
      format('select %L::text as kind, r.* from private.%I r', k.kind, k.kind || '_page_rows'), ' union all ' order by k.sitemap_order)
    from private.kinds k where k.has_page
  );
end $$;
grant select on private.page_rows to authenticated, service_role;

-- The columns of a record that links and redirects to it need.
create view private.link_targets with (security_invoker = true) as
select r.kind, r.id, jsonb_build_object('slug', r.slug, 'sites', r.sites, 'is_published', r.is_published,
  'publish_from', r.publish_from, 'publish_until', r.publish_until, 'news_category', r.section,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(r.localized) k), 'title', r.title) as record
from private.page_rows r;
grant select on private.link_targets to authenticated, service_role;

-- Every output of a record, with the period in which it is shown. `address` is a page's path or a record's slug, below its
-- section. The calendar file of an event and the feed of a list are not for search engines.
create view private.routes with (security_invoker = true) as
select l.site_id, 'page'::text as kind, l.page_id as ref, l.locale, l.path as address, l.noindex,
  l.published_at as changed_at, null::timestamptz as visible_from, null::timestamptz as visible_until
from public.published_page_locales l
union all
select s.id, r.kind, r.id, l.locale, coalesce(r.section || '/', '') || r.slug, false, r.updated_at, r.publish_from, r.publish_until
from private.page_rows r
join public.sites s on s.id = any (r.sites)
cross join lateral unnest(s.locales) l (locale)
where r.is_published and r.localized ? l.locale::text
union all
select s.id, 'calendar', e.id, l.locale, e.category || '/' || e.slug, true, e.updated_at, e.publish_from, e.publish_until
from public.events e
join public.sites s on s.id = any (e.sites)
cross join lateral unnest(s.locales) l (locale)
where e.is_published and e.localized ? l.locale::text
union all
select l.site_id, 'list_feed', l.page_id, l.locale, l.path, true, l.published_at, null, null
from public.published_page_locales l
join public.pages p on p.id = l.page_id
where p.route in ('newsroom.blog', 'company.press', 'company.ad-hoc', 'career.news')
union all
-- The stock of a product has a page on the sites that have one for the stock of all.
select s.id, 'inventory', p.id, l.locale, p.slug, false, p.updated_at, p.publish_from, p.publish_until
from public.products p
join public.sites s on s.id = any (p.sites)
cross join lateral unnest(s.locales) l (locale)
where p.is_published and p.localized ? l.locale::text
  and exists (select 1 from public.inventory_items i where i.product_id = p.id)
  and exists (select 1 from public.pages g where g.site_id = s.id and g.route = 'products.inventory')
union all
-- The catalog's data, part by part.
select s.id, 'catalog_part', b.part, l.locale, '', true, null, null, null
from public.sites s
cross join lateral unnest(s.locales) l (locale)
cross join lateral (
  select g.part from generate_series(0, (select private.catalog_part(max(p.id)) from public.products p)) g (part)
) b
where exists (
  select 1 from public.products p
  where p.id >= b.part * 500 and p.id < (b.part + 1) * 500 and p.is_published and s.id = any (p.sites)
);
grant select on private.routes to service_role;

-- The kinds of outputs. `content_kind`: an output comes and goes with the record of that kind and the same id. `scope`:
-- what there is one for. `leaves_address`: others may have linked to it, so that it answers 410 after it is withdrawn.
-- A sitemap lists up to 500 records of one kind, so that a change rewrites a small file.
create view private.output_kinds with (security_invoker = true) as
select k.kind, k.kind as content_kind, 'record'::text as scope, true as leaves_address, k.sitemap_order
from private.kinds k where k.sitemap_order is not null
union all
select *
from (values
  ('list_feed', 'page', 'record', false, null),
  ('calendar', 'event', 'record', true, null),
  -- The stock of a product has a page where a site has one for the stock of all; a part of the catalog's data has many products.
  ('inventory', 'inventory', 'record', true, 9),
  ('catalog_part', 'catalog_part', 'record', false, null),
  ('sitemap', null, 'sitemap', false, null),
  ('not_found', null, 'locale', false, null),
  ('feed', null, 'locale', false, null),
  ('robots', null, 'site', false, null),
  ('sitemap_index', null, 'site', false, null),
  ('redirects', null, 'site', false, null)
) o (kind, content_kind, scope, leaves_address, sitemap_order);
grant select on private.output_kinds to authenticated, service_role;

-- Outputs that a site always has: feeds and error pages in each locale, and files for machines.
create view private.fixed_outputs with (security_invoker = true) as
select s.id as site_id, k.kind, 0::bigint as ref, l.locale
from public.sites s
cross join lateral unnest(s.locales) l (locale)
join private.output_kinds k on k.scope = 'locale' or (k.scope = 'site' and l.locale = 'en');
grant select on private.fixed_outputs to service_role;

-- Sites that have a release, or are getting one: what changes on the others is in their first full build.
create view private.built_sites with (security_invoker = true) as
select distinct b.site_id from public.site_builds b where b.outcome in ('live', 'rolled-back') or b.finished_at is null;
grant select on private.built_sites to service_role;

-- What every page of a site shows around its content depends on these tags. A page carries the one tag `globals:<site>` for them.
-- A deleted link is named by the menus that showed it: when a publisher receives the deletion, the link itself is gone.
create view private.globals_dependencies with (security_invoker = true) as
with menu_links as (
  select m.site_id, (jsonb_path_query(m.items, 'strict $.**.link') #>> '{}')::bigint as link_id
  from public.menus m
)
select n.site_id, 'link:' || n.link_id as tag from menu_links n
where n.link_id is not null
union
select n.site_id, d.tag
from menu_links n
join public.links l on l.id = n.link_id
cross join lateral (
  values ('address:page:' || l.page_id), (l.row_kind || ':' || l.row_id), ('document:' || l.document_id)
) d (tag)
where d.tag is not null
union
select m.site_id, 'image:' || (jsonb_path_query(m.items, 'strict $.**.image') #>> '{}') from public.menus m
union
select p.site_id, 'address:page:' || p.id from public.pages p where p.route is not null
union
select s.id, 'image:' || (s.settings ->> 'og_image') from public.sites s where s.settings ? 'og_image';
grant select on private.globals_dependencies to service_role;

-- 52_claims.sql -----------------------------------------------------------------------------------------------------------

-- The functions of a publisher: it receives changes, leases stale outputs, and reports what it rendered. Statements
-- that run for every change cache their plans: planning them would take longer than running them.

-- Brings the index in line with the routes of some records: outputs that are new or may have to go become stale. The routes are
-- read once: each mention of the view costs the start of a large plan.
create function private.refresh_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamptz)
returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  kinds text[] := array(select k.kind from private.output_kinds k where k.content_kind = p_kind);
begin
  with shown as materialized (
    select r.* from private.routes r
    where r.kind = any (kinds) and r.ref = any (p_refs) and r.site_id in (select b.site_id from private.built_sites b)
  ), outputs as (
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, next_change_at)
    select r.site_id, r.kind, r.ref, r.locale,
      case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
      array[p_kind || ':' || r.ref],
      case when r.visible_from > p_at then r.visible_from end
    from shown r
    where r.visible_until is null or r.visible_until > p_at
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing
  )
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons)
  select distinct r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, p_seq, array['sitemap:' || r.kind || ':' || r.ref / 500]
  from shown r
  where r.kind in (select k.kind from private.output_kinds k where k.kind = p_kind and k.sitemap_order is not null)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;

  update public.site_outputs o
  set stale_seq = p_seq,
    stale_reasons = case when p_kind || ':' || o.ref = any (o.stale_reasons) then o.stale_reasons
      else o.stale_reasons || (p_kind || ':' || o.ref) end
  -- The key begins with the site: without it, the whole index would be read.
  where o.site_id = any (array(select s.id from public.sites s)) and o.kind = any (kinds) and o.ref = any (p_refs)
    -- An output that depends on the product is stale already, with the product as its reason.
    and (p_kind not in ('catalog_part', 'inventory') or o.stale_seq is distinct from p_seq);

  -- A product is also a line of the catalog's data, and its stock has a page, which is in a sitemap of its own.
  if p_kind = 'product' then
    perform private.refresh_outputs('catalog_part',
      array(select distinct private.catalog_part(r) from unnest(p_refs) r), p_seq, p_at);
    perform private.refresh_outputs('inventory', p_refs, p_seq, p_at);
    update public.site_outputs o
    set stale_seq = p_seq,
      stale_reasons = array(select distinct t from unnest(o.stale_reasons || ('sitemap:inventory:' || o.ref)) t)
    where o.site_id = any (array(select s.id from public.sites s)) and o.kind = 'sitemap'
      and o.listed_kind = 'inventory' and o.ref = any (array(select r / 500 from unnest(p_refs) r));
  end if;
end $$;

create function private.take_in_changes(p_at timestamptz) returns bigint[]
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  message record;
  taken bigint[] := '{}';
  this_seq bigint;
  these_tags text[];
  row_kind text;
begin
  for message in
    with gone as (
      delete from pgmq.q_content_changes d
      where d.msg_id in (
        select q.msg_id from pgmq.q_content_changes q where q.vt <= clock_timestamp() order by q.msg_id limit 500
        for update skip locked
      )
      returning d.msg_id, d.enqueued_at, d.message
    )
    select gone.* from gone order by gone.msg_id
  loop
    these_tags := array(select jsonb_array_elements_text(message.message -> 'tags'));
    these_tags := these_tags || array(
      select distinct 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (these_tags)
    );
    insert into public.change_log (message_id, tags, rows, queued_at)
    values (message.msg_id, these_tags, coalesce(message.message -> 'rows', '[]'), message.enqueued_at)
    returning seq into this_seq;
    update public.site_outputs o
    set stale_seq = this_seq,
      stale_reasons = array(
        select distinct reason from (
          select unnest(o.stale_reasons) as reason
          union all select t from unnest(o.tags) t where t = any (these_tags)
        ) reasons order by reason limit 20
      )
    where o.tags && these_tags;
    for row_kind in
      select distinct r ->> 'kind' from jsonb_array_elements(message.message -> 'rows') r where r ? 'ref'
    loop
      perform private.refresh_outputs(row_kind,
        array(select (r ->> 'ref')::bigint from jsonb_array_elements(message.message -> 'rows') r where r ->> 'kind' = row_kind),
        this_seq, p_at);
    end loop;
    -- A site's locales decide which outputs it has.
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
    select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
    from private.fixed_outputs f
    where f.site_id in (select r ->> 'site' from jsonb_array_elements(message.message -> 'rows') r where r ->> 'kind' = 'site')
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
    taken := taken || message.msg_id;
  end loop;
  return taken;
end $$;

create function public.publish_claim(
  p_worker text, p_sites text[], p_at timestamptz, p_limit integer, p_lease_seconds integer
) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  taken bigint[];
  ready text[];
  claimed jsonb;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at);
  update public.site_outputs
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['clock'], next_change_at = null
  where next_change_at <= p_at and stale_seq is null;

  -- Sites that are being built wait for the build, and a site that was rolled back stays as it is until its next one.
  ready := array(
    select s from unnest(p_sites) s
    where not exists (
        select 1 from public.site_builds b
        where b.site_id = s and b.finished_at is null and b.lease_until > clock_timestamp()
      )
      and 'rolled-back' is distinct from (
        select b.outcome from public.site_builds b
        where b.site_id = s and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
      )
  );
  with candidates as (
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind
    from public.site_outputs o
    where o.stale_seq is not null
      and o.site_id = any (ready)
      and (o.lease_until is null or o.lease_until < clock_timestamp() or o.lease_owner = p_worker)
    order by o.kind like 'sitemap%', o.stale_seq, (o.kind || ':' || o.ref) = any (o.stale_reasons) desc, o.site_id, o.kind, o.ref, o.locale,
      o.listed_kind
    limit p_limit
    for update skip locked
  ), leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    from candidates c
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (c.site_id, c.kind, c.ref, c.locale, c.listed_kind)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'hash', l.content_hash,
    'seq', l.stale_seq, 'reasons', l.stale_reasons, 'address', own.address,
    -- When a record that is hidden now will be shown.
    'shown_from', case when own.address is null then own.visible_from end,
    'shown', case (select k.scope from private.output_kinds k where k.kind = l.kind)
      when 'record' then own.address is not null
      when 'sitemap' then exists (
        select 1 from private.routes m
        where m.site_id = l.site_id and m.kind = l.listed_kind and m.ref >= l.ref * 500 and m.ref < (l.ref + 1) * 500
      )
      else exists (
        select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (l.site_id, l.kind, l.ref, l.locale)
      )
    end
  ) order by l.kind like 'sitemap%', l.stale_seq, (l.kind || ':' || l.ref) = any (l.stale_reasons) desc, l.site_id, l.kind, l.ref, l.locale,
    l.listed_kind), '[]')
  into claimed
  from leased l
  cross join lateral (
    select
      min(r.address) filter (
        where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
      ) as address,
      min(r.visible_from) filter (where r.visible_from > p_at) as visible_from
    from private.routes r
    where (r.site_id, r.kind, r.ref, r.locale) = (l.site_id, l.kind, l.ref, l.locale)
  ) own;

  return jsonb_build_object(
    'watermark', coalesce((select max(seq) from public.change_log), 0),
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null)
  );
end $$;
comment on function public.publish_claim is
  'Takes queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher.';
revoke execute on function public.publish_claim from public, anon, authenticated;
grant execute on function public.publish_claim to service_role;

create function public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  perform pg_advisory_xact_lock(7310);
  -- A sitemap that comes or goes changes the index of sitemaps.
  update public.site_outputs i
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['sitemap']
  from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, listed text, hash text)
  join public.site_outputs o on o.site_id = r.site and o.kind = 'sitemap' and o.ref = r.ref and o.listed_kind = r.listed
  where r.kind = 'sitemap' and (r.hash is null) <> (o.content_hash is null)
    and i.site_id = r.site and i.kind = 'sitemap_index';
  with results as (
    select * from jsonb_to_recordset(p_outputs) as r (
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, bytes integer,
      next_change_at timestamptz, removed boolean, failure jsonb
    )
  ), removed as (
    delete from public.site_outputs o using results r
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
      and r.removed and r.next_change_at is null and o.stale_seq = r.seq and o.lease_owner = p_worker
  )
  update public.site_outputs o
  set path = case when r.removed then null when r.failure is null then r.path else o.path end,
    content_hash = case when r.removed then null when r.failure is null then r.hash else o.content_hash end,
    bytes = case when r.failure is null then coalesce(r.bytes, 0) else o.bytes end,
    tags = r.tags,
    next_change_at = r.next_change_at,
    failure = r.failure,
    rendered_at = clock_timestamp(),
    lease_owner = null,
    lease_until = null,
    -- A change that the index received after the lease began, and that the new tags name, may not have been read.
    stale_reasons = case when o.stale_seq = r.seq then '{}' else o.stale_reasons end,
    stale_seq = case
      when o.stale_seq <> r.seq then o.stale_seq
      else (select max(c.seq) from public.change_log c where c.seq > p_watermark and c.tags && r.tags)
    end
  from results r
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker
    and not (coalesce(r.removed, false) and r.next_change_at is null and o.stale_seq = r.seq);
  delete from public.change_log where taken_in_at < now() - interval '1 day';
end $$;
comment on function public.publish_complete is
  'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';
revoke execute on function public.publish_complete from public, anon, authenticated;
grant execute on function public.publish_complete to service_role;

create function public.publish_release(p_worker text) returns void
language sql set search_path = ''
as $$
  update public.site_outputs set lease_owner = null, lease_until = null where lease_owner = p_worker;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
$$;
comment on function public.publish_release is 'Gives back everything that a publisher of this name held when it ended.';
revoke execute on function public.publish_release from public, anon, authenticated;
grant execute on function public.publish_release to service_role;

create function public.publish_record(
  p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamptz, p_rendered integer, p_items jsonb
) returns bigint
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed)
  values (p_site, p_cause, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')))
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  return receipt;
end $$;
comment on function public.publish_record is 'Stores the receipt of a publish.';
revoke execute on function public.publish_record from public, anon, authenticated;
grant execute on function public.publish_record to service_role;

-- Queued changes that no publisher has received yet.
create function public.publish_pending() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'pending', (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null),
    'tags', (select coalesce(jsonb_agg(distinct t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$$;
comment on function public.publish_pending is 'How much waits to be published, and which tags the waiting changes carry.';
revoke execute on function public.publish_pending from public, anon, authenticated;
grant execute on function public.publish_pending to service_role;

-- 53_plans.sql ------------------------------------------------------------------------------------------------------------

-- The publish plan: the outputs that a publish would render, and why.

create function public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamptz, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select k.kind, r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    join private.output_kinds k on k.content_kind = r.kind
    union
    -- As in refresh_outputs.
    select c.kind, c.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
    where r.kind = 'product'
  ), tags as (
    select array(
      select unnest(p_tags)
      union
      select 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (p_tags)
    ) as list
  ), affected as (
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash,
      case when o.tags && tags.list then array(select t from unnest(o.tags) t where t = any (tags.list) order by t)
        else array[o.kind || ':' || o.ref] end as reasons
    from public.site_outputs o, tags
    where o.tags && tags.list
      or exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
    union all
    select r.site_id, r.kind, r.ref, r.locale, '', null, null, array[r.kind || ':' || r.ref]
    from (
      select v.site_id, v.kind, v.ref, v.locale from private.routes v
      union
      select l.site_id, 'page', l.page_id, l.locale from public.page_locales l
    ) r
    where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
      and not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale) = (r.site_id, r.kind, r.ref, r.locale)
      )
    union all
    -- The first record of a sitemap brings the file with it.
    select b.site_id, 'sitemap', b.part, 'en', b.kind, null, null, array['sitemap:' || b.kind || ':' || b.part]
    from (
      select distinct r.site_id, r.kind, r.ref / 500 as part
      from (
        select v.site_id, v.kind, v.ref from private.routes v
        where v.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
        union
        select l.site_id, 'page', l.page_id from public.page_locales l
      ) r
      where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
    ) b
    where not exists (
      select 1 from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (b.site_id, 'sitemap', b.part, 'en', b.kind)
    )
  ), shown as (
    select a.*, r.address, r.address is not null
      or a.kind in (select k.kind from private.output_kinds k where k.scope <> 'record') as is_shown
    from (select * from affected order by site_id, kind, ref, locale, listed_kind limit p_limit) a
    left join private.routes r
      on (r.site_id, r.kind, r.ref, r.locale) = (a.site_id, a.kind, a.ref, a.locale)
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  )
  select jsonb_build_object(
    'total', (select count(*) from affected),
    'outputs', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.site_id, 'kind', s.kind, 'ref', s.ref, 'locale', s.locale,
        'listed', nullif(s.listed_kind, ''), 'path', s.path, 'hash', s.content_hash, 'reasons', s.reasons,
        'address', case when s.kind in ('page', 'list_feed') then coalesce((
          select l.path from public.page_locales l
          where l.page_id = s.ref and l.locale = s.locale and exists (
            select 1 from asked a where a.kind = 'page' and a.ref = s.ref
          )
        ), s.address) else s.address end,
        'shown', s.is_shown)), '[]')
      from shown s
    )
  )
$$;
comment on function public.publish_plan is 'The outputs that a change with these tags would make stale, with the tags that are the reason.';
revoke execute on function public.publish_plan from public, anon, authenticated;
grant execute on function public.publish_plan to service_role;

create function public.draft_changes(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else jsonb_build_object(
      'tags', to_jsonb(array['page:' || p.id, 'sitemap:page:' || p.id / 500]
        || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
        || case when d.is_named_anew then array(
          select 'below:page:' || s.id
          from (select p.parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
          where s.id is not null
        ) else '{}' end
        || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
      'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
      'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'parent_id', p.parent_id,
        'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
        'above', (
          with recursive above as (
            select p.parent_id as id
            union
            select v.parent_id from above a join private.page_parents v on v.id = a.id
          )
          select coalesce(jsonb_object_agg(v.id, jsonb_build_object('parent_id', v.parent_id, 'addresses', (
            select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
            from public.published_page_locales l where l.page_id = v.id
          ))), '{}')
          from above a join private.page_parents v on v.id = a.id
        ),
        'addresses', (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
          from public.page_locales l where l.page_id = p.id
        )))
    end
  from public.pages p
  cross join lateral (
    select
      coalesce(bool_or((n.path, n.title, n.nav_title, p.parent_id, n.noindex) is distinct from (o.path, o.title, o.nav_title, o.parent_id, o.noindex)), false)
        as is_named_anew,
      coalesce(bool_or(not n.noindex), false) as is_listed,
      coalesce(bool_or(o.path <> n.path or exists (
        select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.public_path(n.locale, n.path)
      ) or (n.locale is null and exists (
        -- It will answer 410, unless the path has a redirect.
        select 1 from public.site_outputs x
        where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
          and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = x.path)
      ))), false) as is_redirected,
      -- An old address redirects to the page in its locale, while the page exists.
      coalesce(bool_or((n.locale is null or o.locale is null) and exists (
        select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
      )), false) as is_led_to_anew,
      -- A sitemap holds what search engines may read, and the day on which it changed last.
      coalesce(bool_or(not (coalesce(n.noindex, true) and coalesce(o.noindex, true)) and (
        (n.path, n.noindex) is distinct from (o.path, o.noindex)
        or (o.published_at at time zone 'UTC')::date <> (now() at time zone 'UTC')::date
      )), false) as is_listed_anew
    from (
      select l.locale, l.path, l.title, l.nav_title, coalesce((l.seo ->> 'noindex')::boolean, false) as noindex
      from public.page_locales l where l.page_id = p.id
    ) n
    full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
  ) d
  where p.id = p_page_id
$$;
comment on function public.draft_changes is 'What publishing a page''s draft would put on the change queue.';
revoke execute on function public.draft_changes from public, anon, authenticated;
grant execute on function public.draft_changes to service_role;

-- 54_builds.sql -----------------------------------------------------------------------------------------------------------

-- Full builds. Changes that arrive meanwhile are replayed on the new index.

create function public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  other public.site_builds;
  build bigint;
begin
  perform pg_advisory_xact_lock(7310);
  -- What waits in the queue was committed before the build reads anything, so it need not be replayed after it.
  while cardinality(private.take_in_changes(now())) > 0 loop
  end loop;
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until)
  values (p_site, p_release, p_bundle, coalesce((select max(seq) from public.change_log), 0), p_worker,
    clock_timestamp() + make_interval(secs => p_lease_seconds))
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build);
end $$;
comment on function public.build_start is 'Reserves a site for a full build. Changes that arrive meanwhile are replayed when it finishes.';
revoke execute on function public.build_start from public, anon, authenticated;
grant execute on function public.build_start to service_role;

create function public.build_targets(p_site text, p_at timestamptz) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer json;
begin
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.address, r.visible_from, r.visible_until from private.routes r where r.site_id = p_site
  )
  select coalesce(json_agg(json_build_array(t.kind, t.ref, t.locale, t.address, t.listed) order by t.kind, t.ref, t.locale, t.listed), '[]')
  into answer
  from (
    select r.kind, r.ref, r.locale, r.address, null as listed from routes r
    where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    union all
    select f.kind, f.ref, f.locale, null, null from private.fixed_outputs f where f.site_id = p_site
    union all
    select distinct 'sitemap', r.ref / 500, 'en'::public.locale, null, r.kind
    from routes r
    where r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
  ) t;
  return answer;
end $$;
comment on function public.build_targets is 'Every output of a site, as [kind, ref, locale, address, the kind that a sitemap lists].';
revoke execute on function public.build_targets from public, anon, authenticated;
grant execute on function public.build_targets to service_role;

create function public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  site text;
begin
  update public.site_builds set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where id = p_build and finished_at is null
  returning site_id into site;
  if not found then
    raise exception 'build % is no longer running', p_build using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, bytes, next_change_at, failure, build_id, rendered_at)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, coalesce(r.bytes, 0), r.next_change_at, r.failure, p_build,
    clock_timestamp()
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, tags = excluded.tags, content_hash = excluded.content_hash, bytes = excluded.bytes,
      next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at;
end $$;
comment on function public.build_register is 'Records outputs that a full build has written, and extends its lease.';
revoke execute on function public.build_register from public, anon, authenticated;
grant execute on function public.build_register to service_role;

create function public.build_finish(p_build bigint, p_outcome text, p_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  build public.site_builds;
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_builds set finished_at = now(), outcome = p_outcome where id = p_build and finished_at is null
  returning * into build;
  if not found or p_outcome <> 'live' then
    return;
  end if;
  -- Outputs that the build did not write are removed, unless a later change added them.
  delete from public.site_outputs
  where site_id = build.site_id and build_id is distinct from p_build and coalesce(stale_seq, 0) <= build.start_seq;
  update public.site_outputs
  set stale_seq = null, stale_reasons = '{}'
  where site_id = build.site_id and stale_seq <= build.start_seq;
  update public.site_outputs o
  set stale_seq = c.seq, stale_reasons = array['build']
  from (select seq, tags from public.change_log where seq > build.start_seq) c
  where o.site_id = build.site_id and o.tags && c.tags;
  -- Records that will be shown later have an output that waits for its time.
  insert into public.site_outputs (site_id, kind, ref, locale, next_change_at)
  select r.site_id, r.kind, r.ref, r.locale, r.visible_from
  from private.routes r
  where r.site_id = build.site_id and r.visible_from > p_at and (r.visible_until is null or r.visible_until > p_at)
  on conflict (site_id, kind, ref, locale, listed_kind) do update set next_change_at = excluded.next_change_at;
  perform private.analyze_outputs();
end $$;
comment on function public.build_finish is
  'Ends a full build. When it went live, the index holds just what it wrote, and later changes are replayed on it.';
revoke execute on function public.build_finish from public, anon, authenticated;
grant execute on function public.build_finish to service_role;

create function public.build_rollback(p_site text, p_release text, p_worker text) returns void
language sql set search_path = ''
as $$
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until, finished_at, outcome)
  values (p_site, p_release, '', 0, p_worker, now(), now(), 'rolled-back')
$$;
comment on function public.build_rollback is 'Notes that a site was put back to an earlier release; publishing to it pauses until its next full build.';
revoke execute on function public.build_rollback from public, anon, authenticated;
grant execute on function public.build_rollback to service_role;

create function public.build_state(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'live', (
      select jsonb_build_object('release', b.release, 'bundle', b.bundle, 'outcome', b.outcome)
      from public.site_builds b
      where b.site_id = p_site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
    ),
    'interrupted', exists (
      select 1 from public.site_builds b
      where b.site_id = p_site and b.id > coalesce((
          select max(l.id) from public.site_builds l where l.site_id = p_site and l.outcome in ('live', 'rolled-back')
        ), 0)
    ))
$$;
comment on function public.build_state is 'Which release of a site is live, and whether a later build did not come to its end.';
revoke execute on function public.build_state from public, anon, authenticated;
grant execute on function public.build_state to service_role;

-- 60_reading.sql ----------------------------------------------------------------------------------------------------------

-- The data of pages, read in bulk. The functions run with the rights of the caller: an editor's draft reads under the
-- policies, a publisher with its secret key reads all, at the time `p_at`.

create view private.link_records with (security_invoker = true) as
select l.id, jsonb_build_object('id', l.id, 'text', l.text, 'type', l.link_type, 'target', l.target, 'url', l.url,
  'anchor', l.anchor_id, 'page_id', l.page_id, 'page_site', (select p.site_id from public.pages p where p.id = l.page_id),
  'addresses', (
    select jsonb_object_agg(a.locale, jsonb_build_object('path', a.path, 'title', a.title, 'nav_title', a.nav_title))
    from public.published_page_locales a where a.page_id = l.page_id
  ),
  'row_kind', l.row_kind, 'row_id', l.row_id,
  'row', (select r.record from private.link_targets r where r.kind = l.row_kind and r.id = l.row_id),
  'document_id', l.document_id,
  'document_path', (select d.storage_path from public.documents d where d.id = l.document_id)) as record
from public.links l;
grant select on private.link_records to authenticated, service_role;

-- {"image": [1, 2], "product": [5]} → {"image": {"1": {…}}, "product": {"5": {…}}}
-- Generated, with a statement for each view private.<shape>_records: PL/pgSQL caches the plans of static statements only.
do $generate$
begin
  execute format($function$
create function public.read_records(p_requests jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer jsonb := '{}';
  shape text;
  ids bigint[];
  records jsonb;
begin
  for shape in select jsonb_object_keys(p_requests) loop
    ids := array(select jsonb_array_elements_text(p_requests -> shape)::bigint);
    records := null;
    case shape
%s
      else null;
    end case;
    answer := answer || jsonb_build_object(shape, coalesce(records, '{}'));
  end loop;
  return answer;
end $$$function$, (
    select string_agg(format(
      'when %L then select jsonb_object_agg(r.id, r.record) into records from private.%I r where r.id = any (ids);',
      left(c.relname, -length('_records')), c.relname), E'\n' order by c.relname)
    from pg_catalog.pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relkind = 'v' and c.relname like '%\_records'
  ));
end $generate$;
comment on function public.read_records is
  'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';
revoke execute on function public.read_records from public, anon;
grant execute on function public.read_records to authenticated, service_role;

-- Generated, with a call of each function private.list_<list>.
do $generate$
begin
  execute format($function$
create function public.read_lists(p_site text, p_locale public.locale, p_at timestamptz, p_queries jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answers jsonb := '[]';
  query jsonb;
begin
  for query in select jsonb_array_elements(p_queries) loop
    answers := answers || jsonb_build_array(case query ->> 'list'
%s
    end);
  end loop;
  return answers;
end $$$function$, (
    select string_agg(format('when %L then private.%I(%s)', substr(p.proname, length('list_') + 1), p.proname, (
        select string_agg(case
          when a.name = 'p_query' then 'query'
          when a.name = 'p_locale' and a.type = 'text'::regtype then 'p_locale::text'
          else a.name end, ', ' order by a.place)
        from unnest(p.proargnames, p.proargtypes::oid[]) with ordinality a (name, type, place)
      )), E'\n' order by p.proname)
    from pg_catalog.pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.proname like 'list\_%%'
  ));
end $generate$;
comment on function public.read_lists is 'The answers of list queries in their order, each with the moment at which it will change by the clock.';
revoke execute on function public.read_lists from public, anon;
grant execute on function public.read_lists to authenticated, service_role;

create function public.read_globals(p_site text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with link_ids as (
      select distinct (jsonb_path_query(m.items, 'strict $.**.link') #>> '{}')::bigint as id
      from public.menus m where m.site_id = p_site
    )
    select jsonb_build_object(
      'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
      'og_image', (select r.record from private.image_records r where r.id = (s.settings ->> 'og_image')::bigint),
      'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
      'links', (
        select coalesce(jsonb_object_agg(l.id, l.record), '{}')
        from private.link_records l where l.id in (select i.id from link_ids i)
      ),
      'routes', (
        select coalesce(jsonb_object_agg(p.route, a.addresses), '{}')
        from public.pages p
        -- One page's at a time: joined as a whole, the addresses of all pages of all sites would be gathered.
        cross join lateral (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
          from public.published_page_locales l where l.page_id = p.id
        ) a
        where p.site_id = s.id and p.route is not null and a.addresses is not null
      ))
    from public.sites s
    where s.id = p_site
  );
end $$;
comment on function public.read_globals is 'What every page of a site shows: its metadata, settings and menus, and the addresses of its routes.';
revoke execute on function public.read_globals from public, anon;
grant execute on function public.read_globals to authenticated, service_role;

-- Menus and settings are on every page and change rarely. A publisher names the last change that it had read them after, and is
-- not sent them again unless a later change names them. Changes that are still queued do not count: once they are received, every
-- page of the site is rendered again. Publishers cache globals for less than the day after which the log is deleted.
create function private.knows_globals(p_site text, p_seq bigint) returns boolean
language sql stable set search_path = ''
as $$
  select p_seq <= coalesce((select max(c.seq) from public.change_log c), 0) and not exists (
    select 1 from public.change_log c where c.seq > p_seq and c.tags && array['globals:' || p_site, 'site:' || p_site]
  )
$$;
revoke execute on function private.knows_globals from public;
grant execute on function private.knows_globals to service_role;

-- Module trees are large, and a page is read for every render: as `json` they are copied once, as `jsonb` at each level. A revision
-- never changes, so a reader that has cached its tree adds the version to the target and is not sent it again. The version is the
-- revision and the transaction that wrote it, so that an imported revision with the same number is another one.
create function public.read_pages(p_view text, p_targets jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  pages json;
  above_pages json;
begin
  if p_view = 'published' then
    select json_agg(case when c.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', (select u.parent_id from private.page_parents u where u.id = p.id), 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
      'description', c.description, 'seo', c.seo, 'version', c.version,
      'modules', case when c.version is distinct from t.value ->> 2 then c.modules end, 'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.published_page_locales l where l.page_id = p.id
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join lateral (select * from public.pages p where p.id = (t.value ->> 0)::bigint limit 1) p on true
    left join lateral (
      select c.*, c.revision_id || '.' || c.xmin::text as version from public.page_revision_locales c
      where c.revision_id = p.published_revision_id and c.locale = (t.value ->> 1)::public.locale limit 1
    ) c on true;
  else
    select json_agg(case when d.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', p.parent_id, 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', d.path, 'title', d.title, 'nav_title', d.nav_title,
      'description', d.description, 'seo', d.seo, 'modules', private.assemble_modules(p.id, null, d.locale),
      'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.page_locales l where l.page_id = p.id
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join public.pages p on p.id = (t.value ->> 0)::bigint
    left join public.page_locales d on d.page_id = p.id and d.locale = (t.value ->> 1)::public.locale;
  end if;
  -- The pages above are those that were above when they were published; only a draft's own parent is the draft's.
  with recursive above as (
    select case when p_view = 'published' then u.parent_id else p.parent_id end as id
    from public.pages p
    cross join lateral (select v.parent_id from private.page_parents v where v.id = p.id limit 1) u
    where p.id = any (array(select (t ->> 0)::bigint from jsonb_array_elements(p_targets) t))
    union
    select u.parent_id from above a cross join lateral (select v.parent_id from private.page_parents v where v.id = a.id limit 1) u
  )
  select json_object_agg(p.id, json_build_object('parent_id', p.parent_id, 'addresses', (
    select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
    from public.published_page_locales l where l.page_id = p.id
  )))
  into above_pages
  from above a cross join lateral (select v.* from private.page_parents v where v.id = a.id limit 1) p;
  return json_build_object('pages', coalesce(pages, '[]'), 'above', coalesce(above_pages, '{}'));
end $$;
comment on function public.read_pages is
  'Pages with their module trees in one locale each, published or draft; null for one that is not there. Published modules have a version, and are null where the target names that version.';
revoke execute on function public.read_pages from public, anon;
grant execute on function public.read_pages to authenticated, service_role;

create function public.read_content(
  p_site text, p_view text, p_at timestamptz, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb,
  p_known_globals bigint default null
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  globals jsonb;
  pages json;
  records jsonb;
  lists jsonb;
begin
  if p_globals then
    if p_known_globals is null then
      globals := public.read_globals(p_site);
    elsif not private.knows_globals(p_site, p_known_globals) then
      globals := public.read_globals(p_site);
    end if;
  end if;
  if p_pages <> '[]' then
    pages := public.read_pages(p_view, p_pages);
  end if;
  if p_records <> '{}' then
    records := public.read_records(p_records);
  end if;
  if p_lists <> '{}' then
    select jsonb_object_agg(l.key, public.read_lists(p_site, l.key::public.locale, p_at, l.value)) into lists
    from jsonb_each(p_lists) l;
  end if;
  return json_build_object('globals', globals, 'pages', pages, 'records', records, 'lists', lists);
end $$;
comment on function public.read_content is
  'What a page asks for at once: globals, pages by [id, locale], records by kind, lists by locale. What is not asked for is null, and so are globals that have not changed since the change that the caller knows them by.';
revoke execute on function public.read_content from public, anon;
grant execute on function public.read_content to authenticated, service_role;

create function public.find_page(p_site text, p_locale public.locale, p_path text, p_view text) returns bigint
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select case p_view
      when 'published' then (
        select l.page_id from public.published_page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
      else (
        select l.page_id from public.page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
    end
  );
end $$;
comment on function public.find_page is 'The page at a path (decoded, without locale prefix), or null.';
revoke execute on function public.find_page from public, anon;
grant execute on function public.find_page to authenticated, service_role;

create function public.find_row(p_kind text, p_slug text) returns bigint
language sql stable set search_path = ''
as $$
  select r.id from private.page_rows r where r.kind = p_kind and r.slug = p_slug
$$;
comment on function public.find_row is 'The record with a page of its own that has this slug, or null.';
revoke execute on function public.find_row from public, anon;
grant execute on function public.find_row to authenticated, service_role;

create function public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamptz) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      case when p_kind = 'page' then (
        select (c.seo ->> 'og_image')::bigint
        from public.pages p
        join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
        where p.id = r.ref
      ) else (select i.image_id from private.page_rows i where i.kind = p_kind and i.id = r.ref) end as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image', (select i.record from private.image_records i where i.id = e.image_id)) order by e.ref), '[]')
      from entries e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $$;
comment on function public.read_sitemap is 'The routes of one sitemap file: up to 500 records of a kind.';
revoke execute on function public.read_sitemap from public, anon, authenticated;
grant execute on function public.read_sitemap to service_role;

create function public.read_sitemap_index(p_site text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(f.kind, f.part) order by k.sitemap_order, f.part), '[]')
    from (
      select distinct r.kind, r.ref / 500 as part from private.routes r
      where r.site_id = p_site and not r.noindex
        and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    ) f
    join private.output_kinds k on k.kind = f.kind
  );
end $$;
comment on function public.read_sitemap_index is 'The sitemap files of a site, as [kind, part].';
revoke execute on function public.read_sitemap_index from public, anon, authenticated;
grant execute on function public.read_sitemap_index to service_role;

-- The stock page of a product has the same slug as the product.
create function public.read_redirects(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from public.published_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.link_targets p where p.kind = r.row_kind and p.id = r.row_id),
    'has_stock', r.row_kind = 'product' and exists (
      select 1 from private.routes o where o.site_id = r.site_id and o.kind = 'inventory' and o.ref = r.row_id
    ))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from public.redirects r
  where r.site_id = p_site
$$;
comment on function public.read_redirects is 'All redirects of a site, with where each leads now.';
revoke execute on function public.read_redirects from public, anon, authenticated;
grant execute on function public.read_redirects to service_role;

-- 70_search_words.sql -----------------------------------------------------------------------------------------------------

-- How the search index reads texts: folding, words, vectors.

-- Lower case without accents, with a space for everything but letters and digits. Code points decide, since character
-- classes depend on the collation of the database.
create function private.search_fold(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    translate(replace(replace(replace(lower(normalize(p_text, nfkc)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'ÄÖÜÀÁÂÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aouaaaaaceeeeiiiinooooouuuyaaaaaaceeeeiiiinoooooouuuuyy'),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u2bff\u3000-\u3004\u3008-\u303f\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff5b-\uff65]+',
    ' ', 'g'));
end $$;
comment on function private.search_fold is 'A text as it is compared: lower case, without accents and punctuation.';
grant execute on function private.search_fold to authenticated, service_role;

-- Chinese, Japanese and Korean are cut into pairs of neighbouring characters: most words there have two, which trigrams would
-- not find. With the tail the last character is a word as well, so that it is found alone.
create function private.search_tokens(p_text text, p_tail boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded text := private.search_fold(p_text);
begin
  if folded !~ '[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then
    return folded;
  end if;
  return (
    select string_agg(case when part.run[1] is null then part.run[2] else (
        select string_agg(substr(part.run[1], i, 2), ' ' order by i)
        from generate_series(1, greatest(length(part.run[1]) - case when p_tail then 0 else 1 end, 1)) i
      ) end, ' ' order by part.place)
    from regexp_matches(folded,
      '([\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|([^ \u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)',
      'g') with ordinality part (run, place)
  );
end $$;
comment on function private.search_tokens is 'The words of a text with spaces between them, as the index holds them.';

-- An order code is found however it is spaced.
create function private.search_code(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(private.search_fold(p_text), ' ', '');
end $$;

create function private.search_vector(p_text text, p_weight text) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg('''' || w.word || ''':' || least(w.place, 16383) || p_weight, ' '), '')::tsvector
  from unnest(string_to_array(private.search_tokens(p_text, true), ' ')) with ordinality w (word, place)
  where w.word <> '' and length(w.word) <= 100);
end $$;

-- Each row holds its site, locale and kind as words: one look-up intersects them with what is searched for.
create function private.search_scope(p_site text, p_locale public.locale, p_kind text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '@' || p_site || '/' || p_locale::text || coalesce('/' || p_kind, '');
end $$;

create function private.search_keys(p_terms text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select private.search_fold(t) from unnest(p_terms) t);
end $$;
grant execute on function private.search_keys to authenticated, service_role;

create function private.rich_words(p_rich jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(t #>> '{}', ' '), '') from jsonb_path_query(p_rich, 'strict $.**.text') t);
end $$;
comment on function private.rich_words is 'The text of a rich text.';

-- The fields of modules that hold what visitors read; a test compares them with the schemas of all module types.
create function private.searched_fields() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array['body', 'caption', 'description', 'lead', 'linkSummary', 'name', 'position', 'quote', 'subtitle', 'tag', 'text', 'title'];
end $$;

-- Empty fields are left out, or excerpts would have two separators in a row.
create function private.module_words(p_modules jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(f ->> 'value', ' · '), '')
  from jsonb_path_query(p_modules, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string")') f
  where f ->> 'key' = any (private.searched_fields()) and btrim(f ->> 'value') <> '');
end $$;
comment on function private.module_words is 'What visitors read in a tree of modules.';

-- 71_search_index.sql -----------------------------------------------------------------------------------------------------

-- One ranked index of what visitors can find: records, pages and documents, by site and locale. Content changes mark
-- entries as due; the publisher writes them after it has published.

create table public.search_documents (
  site_id text not null references public.sites (id) on delete cascade,
  kind text not null,
  ref bigint not null,
  locale public.locale not null,
  title text not null,
  summary text not null,
  body text not null,
  -- The live path of its own page, or of the page that shows it. Null while there is none; then it is not found.
  path text,
  -- The suffix of the path, by kind: a query, a file, an external address.
  address text,
  -- The language of a document; null if it is the row's locale.
  language public.locale,
  dated_at timestamptz,
  visible_from timestamptz,
  visible_until timestamptz,
  title_key text collate "C" not null,
  names tsvector not null,
  words tsvector not null,
  -- Of everything that the row is made from, so that only changes are analysed.
  content_hash text not null,
  primary key (site_id, kind, ref, locale)
);
comment on table public.search_documents is 'What visitors of a site can find in a locale. Made from content by search_refresh; never edited.';
create index search_documents_names_idx on public.search_documents using gin (names) with (gin_pending_list_limit = 256);
create index search_documents_words_idx on public.search_documents using gin (words) with (gin_pending_list_limit = 256);
create index search_documents_title_key_idx on public.search_documents (site_id, locale, title_key);
select private.protect_table('search_documents');

create table public.search_words (
  site_id text not null references public.sites (id) on delete cascade,
  locale public.locale not null,
  word text collate "C" not null,
  primary key (site_id, locale, word)
);
comment on table public.search_words is 'The words of the index, by which mistyped ones are recognised and compounds found by their parts.';
create index search_words_word_idx on public.search_words using gin (word extensions.gin_trgm_ops);
select private.protect_table('search_words');

create view private.live_paths with (security_invoker = true) as
select o.site_id, o.kind, o.ref, o.locale, o.path from public.site_outputs o where o.path is not null;
grant select on private.live_paths to service_role;

-- The live path of the page with a route, in each locale.
create view private.route_paths with (security_invoker = true) as
select p.site_id, p.route, o.locale, o.path
from public.pages p
join public.site_outputs o on o.site_id = p.site_id and o.kind = 'page' and o.ref = p.id
where p.route is not null and o.path is not null;
grant select on private.route_paths to service_role;

-- An application's page is the one that is named like it in English. It is found as the application.
create view private.application_pages with (security_invoker = true) as
select distinct on (e.site_id, a.id) e.site_id, a.id as application_id, e.page_id
from public.applications a
join public.published_page_locales e on e.locale = 'en' and e.site_id = any (a.sites) and e.path like '%/' || a.slug
order by e.site_id, a.id, e.page_id;
grant select on private.application_pages to service_role;

-- The kinds that have nothing but texts by locale: the names of the texts that are title, summary and body.
do $$
begin
  execute (
    select 'create view private.searched_texts with (security_invoker = true) as ' || string_agg(
      format('select %L::text as kind, t.* from private.%I t', k.kind, k.kind || '_texts'), ' union all ' order by k.kind)
    from private.kinds k where to_regclass('private.' || k.kind || '_texts') is not null
  );
end $$;
grant select on private.searched_texts to service_role;

-- Everything of a kind that a site has in a locale, live or not. `names` are found like the title, `codes` by their beginning.
create function private.search_entries(p_kind text, p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if to_regproc('private.' || p_kind || '_entries') is not null then
    return query execute format('select * from private.%I($1)', p_kind || '_entries') using p_refs;
  else
    return query
    select s.id, p_kind, v.id, l.locale, t.text ->> v.title, concat_ws(' ', v.names, t.text ->> 'venue', t.text ->> 'city'), '',
      t.text ->> v.summary,
      concat_ws(' ', private.rich_words(t.text -> v.body), v.more,
        (select string_agg(n #>> '{}', ' ') from jsonb_path_query(t.text, '$.positions[*]') n)),
      coalesce(o.path, f.path), null::text, null::public.locale, v.dated_at, v.visible_from, v.visible_until
    from private.searched_texts v
    join private.kinds k on k.kind = v.kind
    join public.sites s on s.id = any (v.sites)
    cross join lateral unnest(s.locales) l (locale)
    cross join lateral (select v.localized -> l.locale::text as text) t
    left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, v.kind, v.id, l.locale)
    left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, k.shown_on_route, l.locale)
    where v.kind = p_kind and v.id = any (p_refs) and t.text is not null;
  end if;
end $$;
comment on function private.search_entries is 'What visitors of each site and locale could find of some records, made from content.';

create function private.search_write(p_kind text, p_refs bigint[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  with fresh as (
    select e.*, md5(e::text) as content_hash from private.search_entries(p_kind, p_refs) e
  ), gone as (
    delete from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
      and not exists (select 1 from fresh f where (f.site_id, f.kind, f.ref, f.locale) = (d.site_id, d.kind, d.ref, d.locale))
  ), present as materialized (
    -- Along the key, however many rows there are.
    select d.site_id, d.ref, d.locale, d.content_hash from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
  ), changed as (
    select f.* from fresh f
    where not exists (
      select 1 from present d
      where (d.site_id, d.ref, d.locale) = (f.site_id, f.ref, f.locale) and d.content_hash = f.content_hash
    )
  ), analysed as (
    select c.*, array_to_tsvector(array[private.search_scope(c.site_id, c.locale, null), private.search_scope(c.site_id, c.locale,
          case when c.language <> c.locale then 'foreign-document' else c.kind end)])
        || private.search_vector(concat_ws(' ', c.title, c.names), 'A') || private.search_vector(c.codes, 'A') as name_words,
      private.search_vector(c.summary, 'B') || private.search_vector(left(c.body, 20000), 'D') as other_words
    from changed c
  ), written as (
    insert into public.search_documents as d (site_id, kind, ref, locale, title, summary, body, path, address, language, dated_at,
      visible_from, visible_until, title_key, names, words, content_hash)
    select a.site_id, a.kind, a.ref, a.locale, a.title, coalesce(a.summary, ''), left(coalesce(a.body, ''), 20000), a.path,
      a.address, a.language, a.dated_at, a.visible_from, a.visible_until, private.search_tokens(a.title, false), a.name_words,
      a.name_words || a.other_words, a.content_hash
    from analysed a
    on conflict (site_id, kind, ref, locale) do update
      set title = excluded.title, summary = excluded.summary, body = excluded.body, path = excluded.path,
        address = excluded.address, language = excluded.language, dated_at = excluded.dated_at, visible_from = excluded.visible_from,
        visible_until = excluded.visible_until, title_key = excluded.title_key, names = excluded.names,
        words = excluded.words, content_hash = excluded.content_hash
    returning d.site_id, d.locale, d.words
  )
  insert into public.search_words (site_id, locale, word)
  select distinct w.site_id, w.locale, u.lexeme
  from written w cross join lateral unnest(w.words) u
  where u.lexeme ~ '^[a-z]{3,40}$'
  on conflict do nothing;
end $$;

create function private.search_everything(p_kinds text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select w.kind as due_kind, k.kind, k.table_name from unnest(p_kinds) w (kind) join private.kinds k on k.kind = replace(w.kind, 'listed_', '')
  loop
    execute format('insert into private.search_due (kind, ref)
      select $1, a.ref from (
        select d.ref from public.search_documents d where d.kind = $2
        union select t.id from public.%I t
      ) a', wanted.table_name) using wanted.due_kind, wanted.kind;
  end loop;
end $$;

create function public.search_refresh(p_limit integer) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  with taken as (
    -- A record that is due several times is written once.
    delete from private.search_due d
    using (select distinct n.kind, n.ref from (select * from private.search_due f order by f.id limit p_limit) n) first
    where (d.kind, d.ref) = (first.kind, first.ref)
    returning d.kind, d.ref
  )
  select jsonb_object_agg(t.kind, t.refs) into due from (select kind, jsonb_agg(distinct ref) as refs from taken group by kind) t;
  for due_kind in select jsonb_object_keys(coalesce(due, '{}')) loop
    refs := array(select jsonb_array_elements_text(due -> due_kind)::bigint);
    case due_kind
      when 'series' then
        insert into private.search_due (kind, ref) select 'product', p.id from public.products p where p.series_id = any (refs);
      when 'category' then
        insert into private.search_due (kind, ref)
        select 'product', p.id from public.products p where p.primary_category_id = any (refs);
      when 'product' then
        insert into private.search_due (kind, ref)
        select distinct 'document', pd.document_id from public.product_documents pd where pd.product_id = any (refs);
      when 'author' then
        insert into private.search_due (kind, ref) select 'post', p.id from public.posts p where p.author_id = any (refs);
      when 'tag' then
        insert into private.search_due (kind, ref)
        select distinct 'post', t.post_id from public.post_tags t where t.tag_id = any (refs);
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without their own page are found on the page with a route that shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in (select k.shown_on_route from private.kinds k)
        ) then
          perform private.search_everything(
            array(select 'listed_' || k.kind from private.kinds k where k.shown_on_route is not null));
        end if;
      when 'all' then
        perform private.search_everything(array(select k.kind from private.kinds k where k.search_rank is not null));
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'all') then
      -- A listed record is written alone, without the records that depend on it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $$;
comment on function public.search_refresh is
  'Writes some of the entries that are due again; answers whether more are due.';
revoke execute on function public.search_refresh from public, anon, authenticated;
grant execute on function public.search_refresh to service_role;

-- Only live pages are found: a page that is published, moved or removed is due.
create function private.search_queue_output() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  output public.site_outputs := coalesce(new, old);
begin
  insert into private.search_due (kind, ref)
  select k.kind, output.ref from private.kinds k where k.kind = output.kind and k.search_rank is not null;
  return null;
end $$;

-- A full build writes thousands of outputs.
create function private.search_queue_new_outputs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref)
  select distinct n.kind, n.ref from new_rows n
  where n.path is not null and n.kind in (select k.kind from private.kinds k where k.search_rank is not null);
  return null;
end $$;
create trigger site_outputs_search_insert after insert on public.site_outputs referencing new table as new_rows
  for each statement execute function private.search_queue_new_outputs();
create trigger site_outputs_search_update after update of path on public.site_outputs
  for each row when (old.path is distinct from new.path) execute function private.search_queue_output();
create trigger site_outputs_search_delete after delete on public.site_outputs
  for each row when (old.path is not null) execute function private.search_queue_output();

insert into private.search_due (kind, ref) values ('all', 0);

-- 72_search.sql -----------------------------------------------------------------------------------------------------------

-- Searching: the question is turned into a tsquery, candidates are ranked.

create table public.search_synonyms (
  id bigint generated by default as identity primary key,
  sites text[] not null check (private.are_sites(sites) and cardinality(sites) > 0),
  locale public.locale not null,
  -- Words or short phrases, any of which finds all.
  terms text[] not null check (cardinality(terms) > 1 and '' <> all (terms)),
  keys text[] generated always as (private.search_keys(terms)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.search_synonyms is 'Terms that mean the same to whoever searches a site in a locale.';
insert into private.content_tables (name, place, keys) values ('search_synonyms', 90, '{id}');
insert into private.kinds (kind, table_name) values ('search_synonym', 'search_synonyms');
create index search_synonyms_keys_idx on public.search_synonyms using gin (keys);
select private.protect_content('search_synonyms');

create type private.search_question as (
  -- Everything that was asked for, and any of it.
  whole tsquery,
  part tsquery,
  -- Folded prefixes of the matching words, for highlighting.
  words text[],
  -- [{"from": "humidty", "to": "humidity"}]
  corrections jsonb,
  title_key text
);

create type private.search_candidate as (kind text, ref bigint, rank real);

-- A word, or the beginning of one, as a part of a tsquery.
create function private.search_term(p_word text, p_is_beginning boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '''' || p_word || '''' || case when p_is_beginning then ':*' else '' end;
end $$;

-- Words such as "for" or "und".
create function private.is_stop_word(p_locale public.locale, p_word text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{}' = case
    when p_word !~ '^[a-z]+$' then null
    when p_locale = 'en' then pg_catalog.ts_lexize('pg_catalog.english_stem', p_word)
    when p_locale = 'de' then pg_catalog.ts_lexize('pg_catalog.german_stem', p_word)
  end;
end $$;

-- The alternatives for one word: the words that begin like it or like its stem, compounds with it, and what it was probably
-- meant to be. They are looked up first, since whole words are far quicker to intersect than beginnings.
create function private.search_word(
  p_site text, p_locale public.locale, p_word text, out part text, out words text[], out correction text
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  stem text;
  known text[] := '{}';
begin
  words := array[p_word];
  if p_word ~ '[^a-z0-9]' then
    -- Two characters of Chinese, Japanese or Korean are a word of the index; one is the beginning of some.
    part := private.search_term(p_word, length(p_word) <> 2);
    return;
  end if;
  if p_word !~ '^[a-z]{2,40}$' then
    part := private.search_term(p_word, length(p_word) > 1);
    return;
  end if;
  stem := case p_locale
    when 'en' then (pg_catalog.ts_lexize('pg_catalog.english_stem', p_word))[1]
    when 'de' then (pg_catalog.ts_lexize('pg_catalog.german_stem', p_word))[1]
  end;
  if length(stem) >= 3 and stem <> p_word then
    words := words || stem;
  end if;
  if p_locale = 'de' and p_word ~ '[aou]e' then
    words := words || replace(replace(replace(p_word, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  end if;
  known := array(
    select distinct on (length(w.word), w.word) w.word from unnest(words) b
    join public.search_words w on w.site_id = p_site and w.locale = p_locale and w.word >= b and w.word < b || '{'
    order by length(w.word), w.word limit 10
  );
  if p_locale = 'de' and length(p_word) >= 5 then
    -- Feuchtesensor is found by Sensor.
    known := known || array(
      select w.word from public.search_words w
      where w.site_id = p_site and w.locale = p_locale and w.word like '%_' || coalesce(stem, p_word) || '%'
      order by length(w.word), w.word limit 10
    );
  end if;
  if known = '{}' and length(p_word) >= 4 then
    known := array(
      select w.word from public.search_words w
      where w.site_id = p_site and w.locale = p_locale and w.word operator(extensions.%) p_word
        and abs(length(w.word) - length(p_word)) <= 3
      order by extensions.similarity(w.word, p_word) desc, w.word limit 3
    );
    correction := known[1];
  end if;
  part := (select string_agg(private.search_term(k, false), '|') from unnest(known || p_word) k);
  words := words || known;
end $$;

-- A word that has synonyms is not corrected, though no text has it.
create function private.search_question(p_site text, p_locale public.locale, p_query text) returns private.search_question
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  chunks text[] := array(
    select c from unnest(regexp_split_to_array(normalize(p_query, nfkc), '\s+')) c where private.search_fold(c) <> '' limit 8
  );
  folded text[] := private.search_keys(chunks);
  parts text[] := '{}';
  question private.search_question;
  alternatives text[];
  tokens text[];
  token text;
  term text;
  found record;
  taken integer;
  i integer := 1;
begin
  question.words := '{}';
  question.corrections := '[]';
  question.title_key := private.search_tokens(p_query, false);
  while i <= cardinality(chunks) loop
    taken := 1;
    alternatives := '{}';
    -- A synonym may have several words: the longest match counts.
    for len in reverse least(3, cardinality(chunks) - i + 1)..1 loop
      for term in
        select distinct t from public.search_synonyms s, unnest(s.keys) t
        where p_site = any (s.sites) and s.locale = p_locale
          and s.keys @> array[array_to_string(folded[i:i + len - 1], ' ')]
          and t <> array_to_string(folded[i:i + len - 1], ' ')
        order by t
      loop
        tokens := string_to_array(private.search_tokens(term, false), ' ');
        alternatives := alternatives
          || (select string_agg(private.search_term(t, length(t) > 3), '&') from unnest(tokens) t);
        question.words := question.words || tokens;
      end loop;
      if alternatives <> '{}' then
        taken := len;
        exit;
      end if;
    end loop;
    if taken = 1 and cardinality(chunks) > 1 and private.is_stop_word(p_locale, folded[i]) then
      i := i + 1;
      continue;
    end if;
    tokens := string_to_array(private.search_tokens(array_to_string(chunks[i:i + taken - 1], ' '), false), ' ');
    term := '';
    foreach token in array tokens loop
      found := private.search_word(p_site, p_locale, token);
      if alternatives <> '{}' and found.correction is not null then
        select private.search_term(token, false) as part, array[token] as words, null::text as correction into found;
      end if;
      term := concat_ws('&', nullif(term, ''), '(' || found.part || ')');
      question.words := question.words || found.words;
      if found.correction is not null then
        question.corrections := question.corrections || jsonb_build_object('from', token, 'to', found.correction);
      end if;
    end loop;
    alternatives := array[term] || alternatives;
    -- HX41-D is the beginning of the code HX41D1R5.
    if cardinality(tokens) > 1 and taken = 1 and private.search_code(chunks[i]) ~ '^[a-z0-9]+$' then
      alternatives := alternatives || private.search_term(private.search_code(chunks[i]), true);
    end if;
    parts := parts || ('((' || array_to_string(alternatives, ')|(') || '))');
    i := i + taken;
  end loop;
  if parts <> '{}' then
    question.whole := array_to_string(parts, '&')::tsquery;
    -- Where nothing has all of it: of a run of Chinese, Japanese or Korean characters, any pair.
    question.part := replace(array_to_string(parts, '|'), '&', '|')::tsquery;
  end if;
  return question;
end $$;

-- Some of what satisfies a condition on `d`, with its rank. The statement is planned with the words in it: for a frequent
-- word the planner reads rows until it has enough, for any other it uses the index.
create function private.search_some(
  p_condition text, p_vector text, p_site text, p_locale public.locale, p_lookup tsquery, p_query tsquery, p_title_key text,
  p_at timestamptz, p_limit integer
) returns private.search_candidate[]
-- Matching a row takes longer than the planner's default cost.
language plpgsql stable set search_path = '' set cpu_operator_cost = 0.02
as $$
declare
  found private.search_candidate[];
begin
  execute format($q$
    select array_agg(row(d.kind, d.ref,
      -- Between 0 and 1 however often a word occurs (normalization 32), so that an exact title counts for more.
      case %L when 'names' then 3 else 1 end * ts_rank(d.%I, $4, 32)
        + case when d.title_key = $5 then 4 when starts_with(d.title_key, $5) then 2 else 0 end
        + (select k.search_rank from private.kinds k where k.kind = d.kind)
        -- Another language than the reader's ranks lower: English a little, any other below everything.
        - case when d.language is null or d.language = $2 then 0 when d.language = 'en' then 0.5 else 10 end
    )::private.search_candidate)
    from (
      select n.kind, n.ref, n.language, n.title_key, n.%I from public.search_documents n
      where %s and n.path is not null
        and (n.visible_from is null or n.visible_from <= $6) and (n.visible_until is null or n.visible_until > $6)
      limit $7
    ) d$q$, p_vector, p_vector, p_vector, p_condition)
  into found using p_site, p_locale, p_lookup, p_query, p_title_key, p_at, p_limit;
  return coalesce(found, '{}');
end $$;

-- Candidates for an answer, limited in number: visitors do not page further than that. A kind with few candidates is
-- looked up separately, so that none is crowded out.
create function private.search_candidates(
  p_site text, p_locale public.locale, p_query tsquery, p_title_key text, p_at timestamptz
) returns private.search_candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 600;
  most_of_a_kind constant integer := 100;
  enough constant integer := 400;
  found private.search_candidate[];
  scope text;
begin
  found := private.search_some('n.names @@ $3', 'names', p_site, p_locale,
    private.search_term(private.search_scope(p_site, p_locale, null), false)::tsquery && p_query, p_query, p_title_key, p_at, most);
  if cardinality(found) = most then
    for scope in
      with counts as materialized (select f.kind, count(*) from unnest(found) f group by f.kind)
      select k.scope
      from (
        select r.kind, r.kind from private.kinds r where r.search_rank is not null
        union all
        select 'document', 'foreign-document'
      ) k (kind, scope)
      where not exists (select 1 from counts c where c.kind = k.kind and c.count >= most_of_a_kind)
        and exists (select 1 from public.search_documents d where d.site_id = p_site and d.kind = k.kind and d.locale = p_locale)
    loop
      found := found || private.search_some('n.names @@ $3', 'names', p_site, p_locale,
        private.search_term(private.search_scope(p_site, p_locale, scope), false)::tsquery && p_query, p_query, p_title_key, p_at,
        most_of_a_kind);
    end loop;
  end if;
  if p_title_key <> '' then
    found := found || private.search_some(
      'n.site_id = $1 and n.locale = $2 and n.title_key >= $5 and n.title_key < $5 || chr(1114109)',
      'names', p_site, p_locale, null, p_query, p_title_key, p_at, 50);
  end if;
  if cardinality(found) < enough then
    found := found || private.search_some('n.words @@ $3', 'words', p_site, p_locale,
      private.search_term(private.search_scope(p_site, p_locale, null), false)::tsquery && p_query, p_query, p_title_key, p_at,
      enough - cardinality(found));
  end if;
  return array(
    select row(b.kind, b.ref, b.rank)::private.search_candidate from (
      select f.kind, f.ref, max(f.rank) as rank, row_number() over (partition by f.kind order by max(f.rank) desc, f.ref desc) as place
      from unnest(found) f group by f.kind, f.ref
    ) b where b.place <= most_of_a_kind
  );
end $$;

create function public.search(
  p_site text, p_locale public.locale, p_query text, p_kinds text[], p_limit integer, p_offset integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  question private.search_question := private.search_question(p_site, p_locale, left(p_query, 200));
  candidates private.search_candidate[];
  answer jsonb;
begin
  if question.whole is null then
    return '{"total": 0, "facets": [], "results": [], "words": [], "corrections": []}';
  end if;
  candidates := private.search_candidates(p_site, p_locale, question.whole, question.title_key, now());
  if candidates = '{}' then
    candidates := private.search_candidates(p_site, p_locale, question.part, question.title_key, now());
  end if;
  with best as (
    select c.*, row_number() over (order by c.rank desc, c.kind, c.ref desc) as place
    from unnest(candidates) c where p_kinds = '{}' or c.kind = any (p_kinds)
  )
  select jsonb_build_object(
    'total', (select count(*) from best),
    'facets', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count) order by f.kind), '[]')
      from (select c.kind, count(*) from unnest(candidates) c group by c.kind) f
    ),
    'words', to_jsonb(question.words),
    'corrections', question.corrections,
    'results', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'ref', d.ref, 'title', d.title, 'summary', d.summary,
        'body', left(d.body, 4000), 'path', d.path, 'address', d.address,
        'language', nullif(d.language, p_locale), 'dated_at', d.dated_at) order by b.place), '[]')
      from best b
      join public.search_documents d on (d.site_id, d.kind, d.ref, d.locale) = (p_site, b.kind, b.ref, p_locale)
      where b.place > p_offset and b.place <= p_offset + p_limit
    )
  ) into answer;
  return answer;
end $$;
comment on function public.search is
  'What a site''s visitors find in a locale, best first, with how many there are of each kind. For the server alone, which limits how often it is asked.';
revoke execute on function public.search from public, anon, authenticated;
grant execute on function public.search to service_role;

-- 80_pickers.sql ----------------------------------------------------------------------------------------------------------

-- The search of the editor's pickers, and the uses of forms.

-- With the rights of the owner: under row level security PostgreSQL may use neither its statistics nor an index for `like`,
-- and takes three times as long. Staff may read every row of these tables; others get an empty answer.
create function private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  source text := p_kind || '_choices';
  matches text := 'r.search_text like $1';
  sorting text := 'r.sorting';
  direction text;
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  -- Wildcards of `like` are escaped.
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- A number is looked for as an id as well.
  number bigint := case when words ~ '^[1-9][0-9]{0,14}$' then words::bigint end;
  few constant integer := 2000;
  answer jsonb;
begin
  if not private.is_staff() then
    return '{"count": 0, "ids": []}';
  end if;
  select k.picker_order into direction from private.kinds k where k.kind = p_kind;
  if direction is null then
    raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'page' then
    -- The given site first, then by the address in the default locale. Searched in the texts of all locales.
    sorting := format($m$case when r.site_id = %L then '' else r.site_id end || r.sorting$m$, p_site);
    matches := 'r.id in (select l.page_id from public.page_locales l where l.search_text like $1)';
  end if;
  if words = '' then
    execute format($q$
      select jsonb_build_object(
        'count', (select count(*) from private.%1$I),
        'ids', coalesce((select jsonb_agg(p.id) from (
          select r.id from private.%1$I r order by %2$s %3$s, r.id %3$s offset $1 limit $2
        ) p), '[]')
      )$q$, source, sorting, direction)
    into answer using p_offset, p_limit;
    return answer;
  end if;
  -- Few matches are read once, and sorted.
  execute format($q$
    with found as materialized (select r.id, %2$s as sorting from private.%1$I r where %4$s or r.id = $2 limit $5)
    select jsonb_build_object(
      'count', (select count(*) from found),
      'ids', coalesce((select jsonb_agg(p.id) from (
        select f.id from found f
        order by f.id is not distinct from $2 desc, f.sorting %3$s, f.id %3$s offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches)
  into answer using pattern, number, p_offset, p_limit, few + 1;
  if (answer ->> 'count')::integer <= few then
    return answer;
  end if;
  -- Of many, a page is soon found along the order, behind the record with the id; the rest is only counted.
  execute format($q$
    select jsonb_build_object(
      'count', (select count(*) from private.%1$I r where %4$s or r.id = $2),
      'ids', coalesce((select jsonb_agg(p.id order by p.place) from (
        select r.id, 0::bigint as place from private.%1$I r where r.id = $2
        union all
        select o.id, row_number() over () from (
          select r.id from private.%1$I r where %4$s and r.id is distinct from $2 order by %2$s %3$s, r.id %3$s limit $3 + $4
        ) o
        order by place offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches)
  into answer using pattern, number, p_offset, p_limit;
  return answer;
end $$;
comment on function private.find_records is 'What public.find_records answers, for staff.';
revoke execute on function private.find_records from public;
grant execute on function private.find_records to authenticated;

create function public.find_records(
  p_kind text, p_search text, p_offset integer, p_limit integer, p_site text default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site)
$$;
comment on function public.find_records is
  'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first.';
revoke execute on function public.find_records from public, anon;
grant execute on function public.find_records to authenticated, service_role;

-- With the rights of the owner: the tags of outputs are not for staff to read as such.
create function private.form_uses(p_form_ids bigint[]) returns table (
  form_id bigint, page_id bigint, site text, locale public.locale, path text, title text, is_draft boolean, is_live boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  with drafts as (
    select distinct f.id as form, m.page_id as page, l.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.modules m on m.type = 'CUSTOM_FORMS'
    join public.module_locales l on l.module_id = m.id and l.data -> 'form' = to_jsonb(f.id)
  ), live as (
    select distinct f.id as form, o.ref as page, o.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.site_outputs o on o.kind = 'page' and o.path is not null and o.tags @> array['form:' || f.id]
  ), uses as (
    select form, page, used_in, bool_or(u.is_draft) as in_draft, bool_or(u.is_live) as in_live
    from (
      select d.form, d.page, d.used_in, true as is_draft, false as is_live from drafts d
      union all
      select v.form, v.page, v.used_in, false, true from live v
    ) u
    group by form, page, used_in
  )
  select u.form, u.page, p.site_id, u.used_in, coalesce(own.path, english.path), coalesce(own.title, english.title),
    u.in_draft, u.in_live
  from uses u
  join public.pages p on p.id = u.page
  left join public.page_locales own on own.page_id = u.page and own.locale = u.used_in
  left join public.page_locales english on english.page_id = u.page and english.locale = 'en'
  order by u.form, p.site_id, coalesce(english.path, own.path), u.used_in;
end $$;
revoke execute on function private.form_uses from public;
grant execute on function private.form_uses to authenticated, service_role;

create function public.form_uses(p_form_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.form_uses(p_form_ids) u
$$;
comment on function public.form_uses is
  'The pages that show forms, in each locale: in the draft, and live. For staff; others get an empty answer.';
revoke execute on function public.form_uses from public, anon;
grant execute on function public.form_uses to authenticated, service_role;

create function public.delete_form(p_actor uuid, p_form_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  uses jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.forms f where f.id = p_form_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  delete from public.forms f where f.id = p_form_id;
  return '{"status": "deleted"}';
end $$;
comment on function public.delete_form is
  'Deletes a form that no page shows, neither in a draft nor live; otherwise answers which pages do. Its submissions stay until they expire.';
revoke execute on function public.delete_form from public, anon, authenticated;
grant execute on function public.delete_form to service_role;

-- 90_import.sql -----------------------------------------------------------------------------------------------------------

-- Imports a content bundle. Rows are staged in chunks and written in one transaction.

create table private.import_rows (
  import_id uuid not null,
  place bigint generated always as identity,
  -- A content table, or 'publications': the live revisions of pages.
  target text not null,
  content jsonb not null,
  staged_at timestamptz not null default now(),
  primary key (import_id, target, place)
);
comment on table private.import_rows is 'Rows on their way into the content tables.';
create index import_rows_staged_at_idx on private.import_rows (staged_at);
grant select, insert, update, delete on private.import_rows to service_role;

create table private.import_results (
  import_id uuid primary key,
  result jsonb not null,
  finished_at timestamptz not null default now()
);
comment on table private.import_results is 'Imports that were written, for a caller whose connection did not last that long.';
grant select, insert, update, delete on private.import_results to service_role;

create function public.import_stage(p_import uuid, p_rows jsonb) returns void
language sql set search_path = ''
as $$
  delete from private.import_rows where staged_at < now() - interval '1 day';
  insert into private.import_rows (import_id, target, content)
  select p_import, r.value ->> 'table', r.value -> 'row'
  from jsonb_array_elements(p_rows) with ordinality r
  order by r.ordinality;
$$;
comment on function public.import_stage is 'Puts rows aside for an import. Nothing is content yet.';
revoke execute on function public.import_stage from public, anon, authenticated;
grant execute on function public.import_stage to service_role;

create function public.import_abandon(p_import uuid) returns void
language sql set search_path = ''
as $$
  delete from private.import_rows where import_id = p_import;
$$;
comment on function public.import_abandon is 'Throws away the rows that were put aside for an import.';
revoke execute on function public.import_abandon from public, anon, authenticated;
grant execute on function public.import_abandon to service_role;

-- {"image": [1, 2], "site": ["main"]} → those that the database does not have, in the same form.
create function public.import_missing(p_references jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb := '{}';
  missing jsonb;
  asked record;
begin
  for asked in
    select k.kind, r.value as ids, k.table_name as name
    from jsonb_each(p_references) r
    join private.kinds k on k.kind = r.key
  loop
    execute format(
      'select coalesce(jsonb_agg(i.value), ''[]'') from jsonb_array_elements($1) i
        where not exists (select 1 from public.%I t where t.id::text = i.value #>> ''{}'')',
      asked.name) into missing using asked.ids;
    answer := answer || jsonb_build_object(asked.kind, missing);
  end loop;
  return answer;
end $$;
comment on function public.import_missing is 'Which of the named records the database does not have.';
revoke execute on function public.import_missing from public, anon, authenticated;
grant execute on function public.import_missing to service_role;

-- Writes the staged rows of one table. A row that is there already is changed only if something in it differs.
create function private.import_table(p_import uuid, p_name text, p_keys text[], p_fixed text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  columns text;
  contents text;
  changeable text[];
  on_conflict text := '';
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(
      case when a.attnotnull and d.adbin is not null
        then format('coalesce(r.%I, %s)', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
        else format('r.%I', a.attname)
      end, ', ' order by a.attnum),
    array_agg(a.attname::text) filter (
      where a.attname <> all (coalesce(p_keys, '{}') || p_fixed || array['version', 'created_at', 'updated_at'])
    )
  into columns, contents, changeable
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', p_name)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and (a.attidentity = '' or a.attname = any (p_keys));

  if p_keys is not null then
    on_conflict := format(' on conflict (%s) do ', array_to_string(p_keys, ', ')) || case
      when p_name in ('page_revisions', 'page_revision_locales', 'draft_saves', 'form_versions') then 'nothing'
      else (
        select format('update set %s where (%s) is distinct from (%s)',
          string_agg(format('%1$I = excluded.%1$I', c), ', ')
            || case when p_name = 'module_locales' then ', updated_by = excluded.updated_by' else '' end,
          string_agg(format('t.%I', c), ', '),
          string_agg(format('excluded.%I', c), ', '))
        from unnest(changeable) c
      )
    end;
  end if;
  execute format(
    'insert into public.%1$I as t (%2$s)
      select %3$s from private.import_rows s
      cross join lateral jsonb_populate_record(null::public.%1$I, s.content) r
      where s.import_id = $1 and s.target = %1$L
      order by s.place',
    p_name, columns, contents) || on_conflict
  using p_import;
end $$;

-- Deletes rows of a written record that it no longer has.
create function private.import_prune(p_import uuid, p_name text, p_keys text[], p_owner_key text, p_owner_name text)
returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'with owners as materialized (
        select (o.content ->> ''id'')::bigint as id from private.import_rows o where o.import_id = $1 and o.target = %3$L
      ), staged as materialized (
        select r.* from private.import_rows s
        cross join lateral jsonb_populate_record(null::public.%1$I, s.content) r
        where s.import_id = $1 and s.target = %1$L
      )
      delete from public.%1$I t
      using owners
      where t.%2$I = owners.id and not exists (select 1 from staged r where %4$s)',
    p_name, p_owner_key, p_owner_name,
    (select string_agg(format('r.%1$I = t.%1$I', k), ' and ') from unnest(p_keys) k))
  using p_import;
end $$;

-- No id is assigned twice: neither one of the bundle nor one that the database has assigned before.
create function private.import_sequences(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  t record;
  highest bigint;
  given bigint;
begin
  for t in
    select c.name, pg_catalog.pg_get_serial_sequence(format('public.%I', c.name), 'id') as sequence
    from private.content_tables c
    where 'id' = any (c.keys) and c.name <> 'sites'
  loop
    select max((s.content ->> 'id')::bigint) into highest
    from private.import_rows s where s.import_id = p_import and s.target = t.name;
    if highest is not null then
      execute format('select case when is_called then last_value else 0 end from %s', t.sequence) into given;
      perform setval(t.sequence::regclass, greatest(highest, given));
    end if;
  end loop;
end $$;

create function private.import_refuse_collisions(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  found_id bigint;
  found_page bigint;
begin
  select m.id, m.page_id into found_id, found_page
  from private.import_rows s
  join public.modules m on m.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'modules' and m.page_id <> (s.content ->> 'page_id')::bigint
  order by m.id limit 1;
  if found then
    raise exception 'The module % is on the page % in the database', found_id, found_page using errcode = 'unique_violation';
  end if;
  select r.id, r.page_id into found_id, found_page
  from private.import_rows s
  join public.page_revisions r on r.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'page_revisions'
    and (r.page_id, r.number, r.created_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'number')::integer, (s.content ->> 'created_at')::timestamptz)
  order by r.id limit 1;
  if found then
    raise exception 'The revision % is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
  select d.id, d.page_id into found_id, found_page
  from private.import_rows s
  join public.draft_saves d on d.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'draft_saves'
    and (d.page_id, d.saved_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'saved_at')::timestamptz)
  order by d.id limit 1;
  if found then
    raise exception 'The save % of the history is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
end $$;

-- Sites and forms that the bundle has as well are not deleted: builds and submissions refer to them.
create function private.import_clear(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  t record;
begin
  for t in select c.name, c.name in ('sites', 'forms') as is_referenced from private.content_tables c order by c.place desc loop
    if t.name = 'form_versions' then
      continue;
    end if;
    -- Hosted Supabase refuses a delete without a condition.
    execute format('delete from public.%I t where %s', t.name, case when t.is_referenced then format(
      'not exists (
          select 1 from private.import_rows s where s.import_id = $1 and s.target = %L and s.content ->> ''id'' = t.id::text
        )', t.name) else 'true' end)
    using p_import;
  end loop;
end $$;

-- Pictures of a product have no key of their own: all are replaced unless they are the same in the same order.
create function private.import_product_images(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.product_images i
  using private.import_rows s
  where s.import_id = p_import and s.target = 'products' and i.product_id = (s.content ->> 'id')::bigint
    and (
      select jsonb_agg(jsonb_build_array(h.image_id, h.video_url) order by h.position, h.id)
      from public.product_images h where h.product_id = i.product_id
    ) is distinct from (
      select jsonb_agg(jsonb_build_array(n.content -> 'image_id', n.content -> 'video_url') order by (n.content ->> 'position')::integer)
      from private.import_rows n
      where n.import_id = p_import and n.target = 'product_images' and (n.content ->> 'product_id')::bigint = i.product_id
    );
  insert into public.product_images (product_id, position, image_id, video_url)
  select r.product_id, r.position, r.image_id, r.video_url
  from private.import_rows s
  cross join lateral jsonb_populate_record(null::public.product_images, s.content) r
  where s.import_id = p_import and s.target = 'product_images'
    and not exists (select 1 from public.product_images i where i.product_id = r.product_id)
  order by s.place;
end $$;

-- Pages whose modules, or their order, differ from those in the database.
create function private.import_rearranged(p_import uuid) returns bigint[]
language sql stable set search_path = ''
as $$
  with staged as materialized (
    select r.page_id, jsonb_agg(jsonb_build_array(r.id, r.type, r.parent_id, r.slot)
      order by r.parent_id nulls first, r.position, r.id) as structure
    from private.import_rows s
    cross join lateral jsonb_populate_record(null::public.modules, s.content) r
    where s.import_id = p_import and s.target = 'modules'
    group by r.page_id
  ), present as materialized (
    select m.page_id, jsonb_agg(jsonb_build_array(m.id, m.type, m.parent_id, m.slot)
      order by m.parent_id nulls first, m.position, m.id) as structure
    from public.modules m
    group by m.page_id
  )
  select coalesce(array_agg(p.id), '{}')
  from private.import_rows i
  join public.pages p on p.id = (i.content ->> 'id')::bigint
  left join staged s on s.page_id = p.id
  left join present h on h.page_id = p.id
  where i.import_id = p_import and i.target = 'pages' and s.structure is distinct from h.structure
$$;

-- The history entries of an import, for pages without a history in the content bundle.
create function private.import_history(p_import uuid, p_rearranged bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  plain bigint[];
begin
  select coalesce(array_agg(id order by id), '{}') into plain
  from (
    select (s.content ->> 'id')::bigint as id
    from private.import_rows s where s.import_id = p_import and s.target = 'pages'
    except
    select (s.content ->> 'page_id')::bigint
    from private.import_rows s where s.import_id = p_import and s.target = 'draft_saves'
  ) p;
  insert into public.draft_saves (page_id, locale, action, content, version)
  select l.page_id, l.locale, 'import', jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
    'description', l.description, 'seo', l.seo), l.version
  from unnest(plain) p (id)
  join public.page_locales l on l.page_id = p.id
  where not exists (
    select 1 from public.draft_saves d
    where d.page_id = l.page_id and d.module_id is null and d.locale = l.locale and d.version = l.version
  )
  order by l.page_id, l.locale;
  insert into public.draft_saves (page_id, action, content, version)
  select p.id, 'import', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot) order by m.position, m.id)
      from public.modules m where m.page_id = p.id
    ), '[]'), p.structure_version
  from unnest(plain) i (id)
  join public.pages p on p.id = i.id
  where p.id = any (p_rearranged)
  order by p.id;
  insert into public.draft_saves (page_id, module_id, locale, action, content, version)
  select m.page_id, m.id, l.locale, 'import', jsonb_build_object('type', m.type, 'v', l.data_version, 'data', l.data), l.version
  from unnest(plain) p (id)
  join public.modules m on m.page_id = p.id
  join public.module_locales l on l.module_id = m.id
  where not exists (
    select 1 from public.draft_saves d where d.module_id = m.id and d.locale = l.locale and d.version = l.version
  )
  order by m.id, l.locale;
end $$;

-- Sets the live revision: none, one that the content bundle names, or the current draft. Returns the number of
-- published drafts.
create function private.import_publications(p_import uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  wrong bigint;
  drafts bigint[];
  done jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  create temporary table import_publications on commit drop as
  select (s.content ->> 'page_id')::bigint as page_id, s.content -> 'published' as published,
    (s.content #>> '{published,revision}')::bigint as revision_id,
    (s.content #>> '{published,parent}')::bigint as parent_id,
    (s.content #>> '{published,published_at}')::timestamptz as published_at
  from private.import_rows s
  where s.import_id = p_import and s.target = 'publications';

  select p.revision_id into wrong
  from pg_temp.import_publications p
  left join public.page_revisions r on r.id = p.revision_id and r.page_id = p.page_id
  where p.revision_id is not null and r.id is null
  order by p.revision_id limit 1;
  if found then
    raise exception 'The revision % is not of the page that is to show it', wrong using errcode = 'foreign_key_violation';
  end if;

  delete from public.published_page_locales l
  using pg_temp.import_publications p
  where l.page_id = p.page_id and p.published = 'false';
  update public.pages p set published_revision_id = i.revision_id
  from pg_temp.import_publications i
  where p.id = i.page_id and i.published <> 'true' and p.published_revision_id is distinct from i.revision_id;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select i.page_id, r.locale, p.site_id, i.parent_id, i.revision_id, r.path, r.title, r.nav_title,
    coalesce((r.seo ->> 'noindex')::boolean, false), i.published_at
  from pg_temp.import_publications i
  join public.pages p on p.id = i.page_id
  join public.page_revision_locales r on r.revision_id = i.revision_id
  order by i.page_id, r.locale
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at
    where (live.parent_id, live.revision_id, live.path, live.title, live.nav_title, live.noindex, live.published_at)
      is distinct from (excluded.parent_id, excluded.revision_id, excluded.path, excluded.title, excluded.nav_title,
        excluded.noindex, excluded.published_at);
  delete from public.published_page_locales l
  using pg_temp.import_publications i
  where l.page_id = i.page_id and i.revision_id is not null and not exists (
    select 1 from public.page_revision_locales r where r.revision_id = i.revision_id and r.locale = l.locale
  );

  select coalesce(array_agg(i.page_id order by i.page_id), '{}') into drafts
  from pg_temp.import_publications i where i.published = 'true';
  done := public.publish_pages(drafts);
  drop table pg_temp.import_publications;
  return jsonb_array_length(done -> 'published');
end $$;

-- After thousands of rows were written at once the planner needs statistics before autovacuum gathers them.
create function private.import_analyze(p_tables text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  t text;
begin
  foreach t in array p_tables loop
    execute format('analyze %s', t::regclass);
  end loop;
end $$;
revoke execute on function private.import_analyze from public;
grant execute on function private.import_analyze to service_role;

create function public.import_apply(p_import uuid, p_replace boolean) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '1h'
as $$
declare
  t record;
  rearranged bigint[];
  published integer;
begin
  -- One import at a time.
  perform pg_advisory_xact_lock(7311);
  perform set_config('content.importing', 'on', true);
  perform private.import_analyze(array['private.import_rows']);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  perform private.import_sequences(p_import);
  rearranged := private.import_rearranged(p_import);
  rearranged := rearranged || array(
    select (s.content ->> 'id')::bigint from private.import_rows s
    where s.import_id = p_import and s.target = 'pages' and not exists (
      select 1 from public.pages p where p.id = (s.content ->> 'id')::bigint
    )
  );

  for t in select c.* from private.content_tables c where c.name not in ('published_page_locales', 'redirects') order by c.place loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null and not p_replace then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    if t.name = 'pages' then
      update public.pages p set structure_version = p.structure_version + 1 where p.id = any (rearranged);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  insert into public.form_versions (form_id, version, content)
  select f.id, f.version, f.content from public.forms f
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.site_id = s.content ->> 'site_id'
    and r.id <> (s.content ->> 'id')::bigint
    and (r.from_path = s.content ->> 'from_path'
      or (r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug'));
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  delete from private.import_rows where import_id = p_import;
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $$;
comment on function public.import_apply is
  'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';
revoke execute on function public.import_apply from public, anon, authenticated;
grant execute on function public.import_apply to service_role;

create function public.import_result(p_import uuid) returns jsonb
language sql volatile set search_path = ''
as $$
  select case
    when r.import_id is not null then jsonb_build_object('status', 'written') || r.result
    -- A running import holds the lock.
    when pg_try_advisory_xact_lock(7311) then '{"status": "not-written"}'
    else '{"status": "running"}'
  end
  from (select p_import as id) i
  left join private.import_results r on r.import_id = i.id
$$;
comment on function public.import_result is 'Whether an import was written, for a caller who lost the connection while it was.';
revoke execute on function public.import_result from public, anon, authenticated;
grant execute on function public.import_result to service_role;

-- The import sets the sequences behind the ids that it brings.
grant usage, select, update on all sequences in schema public to service_role;

-- 91_export.sql -----------------------------------------------------------------------------------------------------------

-- Reading all content out.

-- A revision is exported with its page: none could be read back without it.
create function private.exported_rows(p_table text) returns text
language sql immutable set search_path = ''
as $$
  select format('public.%I r', p_table)
    || case when p_table = 'page_revisions' then ' where exists (select 1 from public.pages p where p.id = r.page_id)' else ' where true' end
$$;
comment on function private.exported_rows is 'The rows of a content table that an export has, as the end of a query.';

create function public.export_count() returns bigint
language plpgsql stable set search_path = '' set statement_timeout = '10min'
as $$
declare
  t record;
  rows bigint;
  answer bigint := 0;
begin
  for t in select k.table_name as name from private.kinds k loop
    execute format('select count(*) from %s', private.exported_rows(t.name)) into rows;
    answer := answer + rows;
  end loop;
  return answer;
end $$;
comment on function public.export_count is 'How many records an export has.';
revoke execute on function public.export_count from public, anon, authenticated;
grant execute on function public.export_count to service_role;

create function public.export_rows(p_table text, p_limit integer, p_after text default null) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set statement_timeout = '10min'
as $$
declare
  answer jsonb;
begin
  if not exists (select 1 from private.content_tables c where c.name = p_table and 'id' = any (c.keys)) then
    raise exception 'no content table %', p_table using errcode = 'undefined_table';
  end if;
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(t) order by t.id), ''[]'')
      from (select r.* from %s and ($1 is null or r.id > $1::%s) order by r.id limit $2) t',
    private.exported_rows(p_table), case when p_table = 'sites' then 'text' else 'bigint' end)
  into answer using p_after, p_limit;
  return answer;
end $$;
comment on function public.export_rows is 'Rows of a content table after an id, in the order of their ids.';
revoke execute on function public.export_rows from public, anon, authenticated;
grant execute on function public.export_rows to service_role;

create function public.export_children(p_table text, p_owner text, p_owners bigint[]) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' set statement_timeout = '10min'
as $$
declare
  answer jsonb;
  sorting text;
begin
  if not exists (select 1 from private.content_tables c where c.name = p_table) then
    raise exception 'no content table %', p_table using errcode = 'undefined_table';
  end if;
  select string_agg(format('t.%I', a.attname), ', ' order by a.attname <> p_owner, a.attname <> 'position', a.attnum) into sorting
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass
    and a.attname in (p_owner, 'position', 'id', 'property_id', 'document_id', 'related_id', 'application_id', 'product_id',
      'tag_id', 'story_group_id', 'locale', 'version');
  execute format(
    'select coalesce(jsonb_agg(to_jsonb(t) order by %3$s), ''[]'') from public.%1$I t where t.%2$I = any ($1)',
    p_table, p_owner, sorting)
  into answer using p_owners;
  return answer;
end $$;
comment on function public.export_children is 'The rows that belong to rows of another table, in order.';
revoke execute on function public.export_children from public, anon, authenticated;
grant execute on function public.export_children to service_role;
