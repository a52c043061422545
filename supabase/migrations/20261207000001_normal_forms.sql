-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.normalize_text(p_text text, p_form text DEFAULT 'nfc'::text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$
begin
  if strpos(p_text, e'\u11a7') = 0 then
    return pg_catalog.normalize(p_text, p_form);
  end if;
  return (
    select string_agg(pg_catalog.normalize(t.part, p_form), e'\u11a7' order by t.place)
    from unnest(string_to_array(p_text, e'\u11a7')) with ordinality t (part, place)
  );
end $function$
;
comment on function private.normalize_text(text,text) is 'A text in a normal form of Unicode (nfc, nfd, nfkc, nfkd), as `String.normalize` of JavaScript has it.';

CREATE OR REPLACE FUNCTION private.is_slug(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since the matches of a
  -- character class such as [:alnum:] depend on the collation of the database.
  select value ~ '^[^\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xde\xf7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]+$'
    and value !~ '^-|-$|--' and value = private.normalize_text(value) and length(value) <= 120
    -- The name of a file takes 255 bytes, endings included: 85 letters of Japanese are as long.
    and octet_length(value) <= 240
$function$
;
comment on function private.is_slug(text) is 'Whether a value is a path segment of lowercase letters, digits and single hyphens.';

CREATE OR REPLACE FUNCTION private.file_of(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Invisible characters go, letters lose their case, among them those whose other case is a letter of ASCII whatever the collation of
  -- the database says of them, and dots and blanks at the end of a name go. ASCII, which most paths are, has only these two.
  select regexp_replace(lower(
      case when octet_length(path) = length(path) then path else replace(replace(replace(replace(replace(replace(replace(translate(private.normalize_text(
        regexp_replace(path, '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g')
        ), U&'\017F\0131\212A\1E9E', U&'sik\00DF'), U&'\00DF', 'ss'), U&'\FB00', 'ff'), U&'\FB03', 'ffi'), U&'\FB04', 'ffl'),
        U&'\FB01', 'fi'), U&'\FB02', 'fl'), U&'\0130', U&'i\0307') end
    ), '[. ]+(/|$)', '\1', 'g')
$function$
;
comment on function private.file_of(text) is 'The spelling that paths have in common which lead to one file on some file system or server. What it begins with is compared, so ligatures of st, which begin no reserved name, are left.';

CREATE OR REPLACE FUNCTION private.first_name_read(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select split_part(private.file_of(case when octet_length(path) = length(path) then path else regexp_replace(private.normalize_text(path, 'nfkc'),
    '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]', '', 'g') end), '/', 2)
$function$
;
comment on function private.first_name_read(text) is 'The first name of a path as a hasty reader sees it: with full-width letters as plain ones, and without what is not shown.';

CREATE OR REPLACE FUNCTION private.is_page_address(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
$function$
;
comment on function private.is_page_address(text) is 'Whether a page can have a path, which is stored decoded and without the prefix of its locale: none of a file of the site itself, in any spelling that leads to it.';

CREATE OR REPLACE FUNCTION private.fold_text(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function private.fold_text(text) is 'A text as searches compare it: in lower case, without what is not seen, without the accents of Latin, Greek and Cyrillic letters, and with one form of each character. Those of other scripts stay whole.';

CREATE OR REPLACE FUNCTION private.redirect_path(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  path text := regexp_replace(regexp_replace(p_address, '[?#].*$', ''), '/+$', '');
begin
  if not starts_with(p_address, '/') then
    return null;
  end if;
  if path ~ '%[0-9A-Fa-f]{2}' then
    path := convert_from((
      select string_agg(case when p.part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(p.part, 2), 'hex') else convert_to(p.part, 'UTF8') end, ''::bytea order by p.place)
      from (
        select m.part[1] as part, m.place from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality m (part, place)
      ) p
    ), 'UTF8');
  end if;
  return replace(private.normalize_text(path), '*', '%2A');
exception when character_not_in_repertoire or untranslatable_character then
  return path;
end $function$
;
comment on function private.redirect_path(text) is 'A path as redirects are looked up: decoded, without a query or a slash at its end; null for what is no path of the site.';

CREATE OR REPLACE FUNCTION private.search_question(p_site text, p_locale public.locale, p_query text)
 RETURNS private.search_question
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  chunks text[] := array(
    select c from unnest(regexp_split_to_array(private.normalize_text(p_query, 'nfkc'), '\s+')) c where private.search_fold(c) <> '' limit 8
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
end $function$
;

revoke all on function private.normalize_text(text,text) from public, anon, authenticated, service_role;
grant execute on function private.normalize_text(text,text) to authenticated;
grant execute on function private.normalize_text(text,text) to service_role;

-- They hold what the functions said before.
reindex index public.page_locales_file_key;
reindex index public.published_page_locales_file_key;
reindex index public.redirects_path_idx;
