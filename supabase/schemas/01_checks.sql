-- What tables share: locales, checks, and the trigger that counts versions. The checks hold whoever writes; limits of length
-- and the like are checked by the schemas in src.

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
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since what a character class such
  -- as [:alnum:] matches depends on the collation of the database.
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
