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
        -- A text, a rich text, a list of texts, or what a module has: none longer than all that is made of it can hold.
        or exists (
          select 1 from jsonb_each(case when jsonb_typeof(l.value) = 'object' then l.value else '{}' end) f
          where case jsonb_typeof(f.value)
            when 'string' then length(f.value #>> '{}') > 20000
            when 'array' then jsonb_path_exists(f.value, 'strict $[*] ? (@.type() != "string")')
            when 'object' then f.key <> 'data' and f.value ->> 'type' is distinct from 'doc'
            else jsonb_typeof(f.value) <> 'null'
          end
        )
        or exists (
          select 1 from unnest(required_rich) field where l.value #>> array[field, 'type'] is distinct from 'doc'
        )
    )
  end
$$;
comment on function public.is_localized is
  'Whether a value holds texts by locale: the default locale is there, and every locale that is there has the required texts and rich texts.';
grant execute on function public.is_localized to authenticated, service_role;

-- What the code, its dates and its numbers can hold, for every writer: `private.bound_columns` gives each column the check of its type.
create function private.is_moment(value timestamptz) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value >= '0001-01-01 00:00:00+00'::timestamptz and value < '10000-01-01 00:00:00+00'::timestamptz
$$;
comment on function private.is_moment is 'Whether a moment is in a year from 1 to 9999 of UTC, and so none that never comes or is always over.';
revoke execute on function private.is_moment from public;
grant execute on function private.is_moment to authenticated, service_role;

create function private.is_list(value anyarray) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when cardinality(value) = 0 then true
    when array_ndims(value) <> 1 or array_lower(value, 1) <> 1 or cardinality(value) > 1000 then false
    else array_position(value, null) is null
  end
$$;
comment on function private.is_list is 'Whether an array is a plain list of at most 1000 values: of one dimension, counted from 1, with nothing missing.';
revoke execute on function private.is_list from public;
grant execute on function private.is_list to authenticated, service_role;

create function private.is_set(value anyarray) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select cardinality(value) = (select count(distinct u.one) from unnest(value) u (one))
$$;
comment on function private.is_set is 'Whether no value of an array is missing or there twice.';
revoke execute on function private.is_set from public;
grant execute on function private.is_set to authenticated, service_role;

create function private.are_texts(value text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select private.is_list(value) and not exists (select from unnest(value) t (text) where btrim(t.text) = '' or length(t.text) > 20000)
$$;
comment on function private.are_texts is 'Whether an array is a plain list of texts, none of them blank or longer than a text of a record can be.';
revoke execute on function private.are_texts from public;
grant execute on function private.are_texts to authenticated, service_role;

create function private.are_countries(value text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (select from unnest(value) c (code) where c.code !~ '^[A-Z]{2}$')
$$;
comment on function private.are_countries is 'Whether each of a list is the code of a country: two capital letters.';
revoke execute on function private.are_countries from public;
grant execute on function private.are_countries to authenticated, service_role;

create function private.are_labels(value jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(value) is distinct from 'object' then false else not exists (
    select from jsonb_each(value) l
    where l.key not in ('en', 'de', 'jp', 'cn', 'kr') or jsonb_typeof(l.value) <> 'string' or length(l.value #>> '{}') > 20000
  ) end
$$;
comment on function private.are_labels is 'Whether a value is a text in each of some locales.';
revoke execute on function private.are_labels from public;
grant execute on function private.are_labels to authenticated, service_role;

create function private.are_menu_items(value jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  with recursive items as (
    select i.item, 1 as depth from jsonb_array_elements(case when jsonb_typeof(value) = 'array' then value else '[]' end) i (item)
    union all
    select c.item, i.depth + 1
    from items i
    cross join lateral jsonb_array_elements(case when jsonb_typeof(i.item -> 'children') = 'array' then i.item -> 'children' else '[]' end) c (item)
    where i.depth < 50
  )
  select jsonb_typeof(value) = 'array' and not exists (
    select from items i
    where jsonb_typeof(i.item) <> 'object' or jsonb_typeof(i.item -> 'id') is distinct from 'string'
      or not private.are_labels(i.item -> 'label')
      or (coalesce(jsonb_typeof(i.item -> 'description'), 'null') <> 'null' and not private.are_labels(i.item -> 'description'))
      or coalesce(jsonb_typeof(i.item -> 'children'), 'array') <> 'array' or i.depth = 50
  )
$$;
comment on function private.are_menu_items is 'Whether a value is a list of items of a menu, each with an id and labels by locale, and such a list below it.';
revoke execute on function private.are_menu_items from public;
grant execute on function private.are_menu_items to authenticated, service_role;

create function private.locales_of(p_localized jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select l from jsonb_object_keys(p_localized) l order by l);
end $$;
comment on function private.locales_of is 'The locales of texts by locale.';
revoke execute on function private.locales_of from public;
grant execute on function private.locales_of to authenticated, service_role;

-- PostgreSQL loses the vowel U+11A7 behind a syllable without a final consonant, with which it composes in no form: the texts between are
-- normalized.
create function private.normalize_text(p_text text, p_form text default 'nfc') returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  if strpos(p_text, e'\u11a7') = 0 then
    return pg_catalog.normalize(p_text, p_form);
  end if;
  return (
    select string_agg(pg_catalog.normalize(t.part, p_form), e'\u11a7' order by t.place)
    from unnest(string_to_array(p_text, e'\u11a7')) with ordinality t (part, place)
  );
end $$;
comment on function private.normalize_text is 'A text in a normal form of Unicode (nfc, nfd, nfkc, nfkd), as `String.normalize` of JavaScript has it.';
revoke execute on function private.normalize_text from public;
grant execute on function private.normalize_text to authenticated, service_role;

create function private.is_slug(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since the matches of a
  -- character class such as [:alnum:] depend on the collation of the database.
  select value ~ '^[^\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xde\xf7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]+$'
    and value !~ '^-|-$|--' and value = private.normalize_text(value) and length(value) <= 120
    -- The name of a file takes 255 bytes, endings included: 85 letters of Japanese are as long.
    and octet_length(value) <= 240
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

create function private.id_of(value jsonb) returns bigint
language sql immutable parallel safe set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[0-9]{1,18}$' then (value #>> '{}')::bigint end
$$;
comment on function private.id_of is
  'The id that a value is, or null. A cast fails for what is none, and with it whatever reads that row beside others.';
grant execute on function private.id_of to authenticated, service_role;

create function private.names_ids(value jsonb, keys text[]) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select not exists (
    select from jsonb_path_query(value, 'strict $.** ? (@.type() == "object")') o (object)
    cross join unnest(keys) k (key)
    where coalesce(jsonb_typeof(o.object -> k.key), 'null') <> 'null' and private.id_of(o.object -> k.key) is null
  )
$$;
comment on function private.names_ids is 'Whether these keys, wherever they are in a value, hold ids or nothing.';
grant execute on function private.names_ids to authenticated, service_role;

create function private.is_seo(value jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select private.names_ids(value, '{og_image}') and coalesce(jsonb_typeof(value -> 'noindex'), 'null') in ('boolean', 'null')
$$;
comment on function private.is_seo is 'Whether the fields of a page for search engines that the database reads are of their types.';
grant execute on function private.is_seo to authenticated, service_role;

create function private.is_web_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value ~ '^https?://[^\s/?#@]+([/?#]\S*)?$' and length(value) <= 2000
$$;
comment on function private.is_web_address is 'Whether a value is an absolute http or https address without credentials.';
grant execute on function private.is_web_address to authenticated, service_role;

create function private.are_site_settings(value jsonb) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select jsonb_typeof(value) = 'object'
    and coalesce(jsonb_typeof(value -> 'disallow'), 'array') = 'array' and coalesce(jsonb_typeof(value -> 'social_links'), 'array') = 'array'
    and not jsonb_path_exists(value, 'strict $.disallow[*] ? (@.type() != "string")', silent => true)
    and not exists (
      select from jsonb_path_query(value, 'lax $.social_links[*]') l (link)
      where jsonb_typeof(l.link) <> 'object' or jsonb_typeof(l.link -> 'network') is distinct from 'string'
        or not coalesce(private.is_web_address(l.link ->> 'url'), false)
    )
$$;
comment on function private.are_site_settings is 'Whether the settings of a site that each of its pages is drawn with are of their types.';
revoke execute on function private.are_site_settings from public;
grant execute on function private.are_site_settings to authenticated, service_role;

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
    -- The cache of media adds an ending to the name of a file.
    and not exists (select from unnest(string_to_array(value, '/')) s (name) where octet_length(s.name) > 240)
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
  -- the database says of them, and dots and blanks at the end of a name go. ASCII, which most paths are, has only these two.
  select regexp_replace(lower(
      case when octet_length(path) = length(path) then path else replace(replace(replace(replace(replace(replace(replace(translate(private.normalize_text(
        regexp_replace(path, '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g')
        ), U&'\017F\0131\212A\1E9E', U&'sik\00DF'), U&'\00DF', 'ss'), U&'\FB00', 'ff'), U&'\FB03', 'ffi'), U&'\FB04', 'ffl'),
        U&'\FB01', 'fi'), U&'\FB02', 'fl'), U&'\0130', U&'i\0307') end
    ), '[. ]+(/|$)', '\1', 'g')
$$;
comment on function private.file_of is
  'The spelling that paths have in common which lead to one file on some file system or server. What it begins with is compared, so ligatures of st, which begin no reserved name, are left.';
grant execute on function private.file_of to authenticated, service_role;

-- The first names of what `src/domain/addresses/endpoint-of.ts` and `endpoints.ts` list; a test compares them.
create function private.server_names() returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select array['_actions', '_preview', '_publish', '_search', 'admin', 'dev', 'editor', 'forms', 'healthz', 'livez', 'login', 'metrics']
$$;
comment on function private.server_names is 'What the addresses begin with that the server answers itself, whatever files there are.';
revoke execute on function private.server_names from public;
grant execute on function private.server_names to authenticated, service_role;

create function private.first_name_read(path text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select split_part(private.file_of(case when octet_length(path) = length(path) then path else regexp_replace(private.normalize_text(path, 'nfkc'),
    '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]', '', 'g') end), '/', 2)
$$;
comment on function private.first_name_read is
  'The first name of a path as a hasty reader sees it: with full-width letters as plain ones, and without what is not shown.';
revoke execute on function private.first_name_read from public;
grant execute on function private.first_name_read to authenticated, service_role;

create function private.is_server_path(path text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  -- ASCII, which most paths are, has no other spellings than these of its first two names.
  if octet_length(path) = length(path)
    and rtrim(lower(split_part(path, '/', 2) collate "C"), '. ') <> all (private.server_names())
    and rtrim(lower(split_part(path, '/', 3) collate "C"), '. ') <> all (private.server_names()) then
    return false;
  end if;
  return private.first_name_read(
    case when split_part(path, '/', 2) = any (enum_range(null::public.locale)::text[]) and path ~ '^/[^/]+/' then regexp_replace(path, '^/[^/]+', '') else path end
  ) = any (private.server_names());
end $$;
comment on function private.is_server_path is
  'Whether the server answers an address itself, with or without the prefix of a locale, so that nothing else can be there.';
revoke execute on function private.is_server_path from public;
grant execute on function private.is_server_path to authenticated, service_role;

create function private.is_page_address(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  select value = '/' or (
    value ~ '^(/[^/]+)+$' and value !~ '[%\\\x01-\x1f\x7f-\x9f]' and value = private.normalize_text(value)
    and not exists (
      select from unnest(string_to_array(private.file_of(value), '/')) with ordinality f (name, place)
      where f.place > 1 and (f.name = '' or f.name ~ '^[._]'
        or f.name ~ '\.(html?|xml|txt|json|ics|css|m?js|map|svg|ico|png|jpe?g|gif|webp|avif|pdf|zip|gz|br|zst|csv|woff2?|wasm|webmanifest)$')
    )
    and private.first_name_read(value) <> all (private.server_names() || 'media'::text || enum_range(null::public.locale)::text[])
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
  -- JavaScript has no number of so many digits.
  if value::text ~ '[0-9]{250}' and jsonb_path_exists(value, 'strict $.** ? (@.type() == "number" && (@ > 1.7e308 || @ < -1.7e308))') then
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
comment on function private.is_bounded_json is 'Whether a value is at most 100 levels deep, has at most 100000 values and 4 million characters, and no number beyond those of JavaScript.';
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

-- What `src/domain/text/fold-text.ts` does; a test compares them. Letters and marks are named by code points, since character classes depend on
-- the collation of the database.
create function private.fold_text(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if octet_length(p_text) = length(p_text) then
    return lower(p_text collate "C");
  end if;
  return replace(replace(replace(replace(
    translate(private.normalize_text(regexp_replace(
      lower(private.normalize_text(regexp_replace(p_text,
        '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+', '', 'g'), 'nfkd')),
      '([a-z\u00c0-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2de0-\u2dff\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ufe20-\ufe2f]+',
      '\1', 'g')),
      'øłđðħŧıς', 'olddhtiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $$;
comment on function private.fold_text is
  'A text as searches compare it: in lower case, without what is not seen, without the accents of Latin, Greek and Cyrillic letters, and with one form of each character. Those of other scripts stay whole.';
revoke execute on function private.fold_text from public;
grant execute on function private.fold_text to authenticated, service_role;

create function private.searchable(texts text[], localized jsonb default '{}', fields text[] default '{}') returns text
language sql immutable parallel safe set search_path = ''
as $$
  select private.fold_text(
    coalesce((select string_agg(t.value, e'\n') from unnest(texts) t (value)), '') || coalesce((
      select string_agg(e'\n' || (l.value ->> f.name), '' order by l.key, f.place)
      from jsonb_each(localized) l
      cross join unnest(fields) with ordinality f (name, place)
    ), ''))
$$;
comment on function private.searchable is 'Texts, and the named texts of all locales, as searches compare them, a line each.';
revoke execute on function private.searchable from public;
grant execute on function private.searchable to authenticated, service_role;

-- One or two characters are a word in Japanese and Chinese, which an index of trigrams does not find.
create function private.signs_of(p_text text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  -- Cut at once: `substr` counts from the beginning each time.
  select case when octet_length(p_text) > length(p_text) then array(
    select distinct s.signs
    from (
      select c.sign, lead(c.sign) over (order by c.place) as next
      from unnest(string_to_array(p_text, null)) with ordinality c (sign, place)
    ) c
    cross join lateral unnest(array[c.sign, c.sign || c.next]) s (signs)
    where octet_length(s.signs) > length(s.signs)
  ) end
$$;
comment on function private.signs_of is 'The characters of a text and its pairs of neighbours, as far as they are not ASCII; null where all is.';
revoke execute on function private.signs_of from public;
grant execute on function private.signs_of to authenticated, service_role;

-- A trigger before an update sees generated columns as null and could not tell whether something has changed: they are named.
create function private.quotes_product(value text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
  -- White space is escaped where the text is JSON.
  select value ~* '\{\{(\s|\\[nrt])*product(\s|\\[nrt])*:'
$$;
comment on function private.quotes_product is 'Whether a text, or JSON, has a quote of a product in it, as {{product:cx24 co2-range}}.';
grant execute on function private.quotes_product to authenticated, service_role;

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
