-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop index public.form_submissions_notes_idx;

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
    translate(normalize(regexp_replace(
      lower(normalize(regexp_replace(p_text,
        '[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]+', '', 'g'), nfkd)),
      '([a-z\u00c0-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u2de0-\u2dff\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ufe20-\ufe2f]+',
      '\1', 'g'), nfc),
      'øłđðħŧıς', 'olddhtiσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
end $function$
;
comment on function private.fold_text(text) is 'A text as searches compare it: in lower case, without what is not seen, without the accents of Latin, Greek and Cyrillic letters, and with one form of each character. Those of other scripts stay whole.';

CREATE OR REPLACE FUNCTION private.searchable(texts text[], localized jsonb DEFAULT '{}'::jsonb, fields text[] DEFAULT '{}'::text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.fold_text(
    coalesce((select string_agg(t.value, e'\n') from unnest(texts) t (value)), '') || coalesce((
      select string_agg(e'\n' || (l.value ->> f.name), '' order by l.key, f.place)
      from jsonb_each(localized) l
      cross join unnest(fields) with ordinality f (name, place)
    ), ''))
$function$
;
comment on function private.searchable(text[],jsonb,text[]) is 'Texts, and the named texts of all locales, as searches compare them, a line each.';

CREATE OR REPLACE FUNCTION private.words_in(value jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.fold_text(coalesce(string_agg(v #>> '{}', E'\n'), ''))
  from jsonb_path_query(value, 'strict $.** ? (@.type() == "string" || @.type() == "number")') v
$function$
;
comment on function private.words_in(jsonb) is 'The texts and numbers of a value as searches compare them, without their names.';

CREATE OR REPLACE FUNCTION private.find_submissions(p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean, p_from timestamp with time zone, p_until timestamp with time zone, p_site text, p_locale public.locale, p_before bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  words text := private.fold_text(btrim(p_search));
  -- Wildcards of `like` are escaped.
  wanted text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  is_short boolean := length(words) < 3;
  number bigint := case when btrim(p_search) ~ '^[0-9]{1,15}$' then btrim(p_search)::bigint end;
begin
  if not private.is_staff() then
    return '{"count": 0, "results": [], "versions": {}}';
  end if;
  return (with found as materialized (
    select s.id from public.form_submissions s
    where s.form_id = p_form_id
      and (p_is_read is null or p_is_read = (s.read_at is not null))
      and (p_from is null or s.submitted_at >= p_from)
      and (p_until is null or s.submitted_at < p_until)
      and (p_site is null or s.site_id = p_site)
      and (p_locale is null or s.locale = p_locale)
      and (p_before is null or s.id < p_before)
      and case
        when wanted = '%%' then true
        -- No index of trigrams has them: all are read, once.
        when is_short then s.words like wanted or private.fold_text(s.notes) like wanted or s.id = number
        else s.id in (
          select f.id from public.form_submissions f where f.words like wanted
          union all
          select f.id from public.form_submissions f where private.fold_text(f.notes) like wanted
          union all
          select number where number is not null
        )
      end
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
  ));
end $function$
;

CREATE OR REPLACE FUNCTION public.pages_with_words(p_site text, p_words text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at_most constant integer := 500;
  words text[] := array(select private.fold_text(w) from unnest(p_words) w where private.fold_text(w) <> '');
  patterns text[] := array(select '%' || regexp_replace(w, '([%_\\])', '\\\1', 'g') || '%' from unnest(words) w);
  -- What the text of JSON has at least, where quotes, backslashes and control characters are written otherwise.
  in_json text[] := array(select '%' || replace(regexp_replace(w, '["\\\x01-\x1f]', '%', 'g'), '_', '\_') || '%' from unnest(words) w);
begin
  return (
    select coalesce(jsonb_agg(f.id order by f.id), '[]')
    from (
      -- Page by page, so that a word that most of them have is not looked for in all.
      select p.id
      from public.pages p
      where p.site_id = p_site and exists (
        select 1
        from (
          select jsonb_agg(d.data) as data
          from (
            select o.locale, o.data, private.fold_text(o.data::text) as json
            from (
              select d.locale, d.data from public.modules m join public.module_locales d on d.module_id = m.id where m.page_id = p.id
              union all
              select l.locale, coalesce(s.localized -> l.locale::text, s.localized -> 'en') -> 'data'
              from private.shared_on_pages s join public.page_locales l on l.page_id = s.page_id where s.page_id = p.id
            ) o
            offset 0
          ) d
          -- Looked at as a text first: taking the words out of all data would take seconds.
          where d.json like any (in_json)
          group by d.locale
          having string_agg(d.json, ' ') like all (in_json)
        ) t
        where private.fold_text(private.module_words(t.data)) like all (patterns)
      )
      order by p.id limit at_most
    ) f
  );
end $function$
;
comment on function public.pages_with_words(text,text[]) is 'The pages of a site whose drafts have all of these words in the texts of their modules, shared ones included, in one language; the first 500 of them.';

CREATE OR REPLACE FUNCTION private.search_fold(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return btrim(regexp_replace(private.fold_text(p_text),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u2bff\u3000-\u3004\u3008-\u303f\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff5b-\uff65]+',
    ' ', 'g'));
end $function$
;
comment on function private.search_fold(text) is 'A text as the index compares it: folded, without punctuation.';

CREATE OR REPLACE FUNCTION private.search_write(p_kind text, p_refs bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- The number is that of what reads the words: where that changes, all entries are read anew.
  with fresh as (
    select e.*, md5('2' || e::text) as content_hash
    from private.search_entries(p_kind, p_refs) entry
    cross join lateral jsonb_populate_record(entry, jsonb_build_object(
      'title', private.without_quotes(entry.title), 'names', private.without_quotes(entry.names),
      'summary', private.without_quotes(entry.summary), 'body', private.without_quotes(entry.body))) e
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
end $function$
;

CREATE OR REPLACE FUNCTION private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text, p_folder bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := p_kind || '_choices';
  matches text;
  sorting text := 'r.sorting';
  direction text;
  words text := private.fold_text(btrim(coalesce(p_search, '')));
  -- Wildcards of `like` are escaped.
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- A number is looked for as an id as well.
  number bigint := case when words ~ '^[1-9][0-9]{0,14}$' then words::bigint end;
  few constant integer := 2000;
  -- Of media: those in a folder, in their order and for their number.
  place text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, true) end;
  together text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, false) end;
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
    matches := format('r.id in (select l.page_id from public.page_locales l where %s)', private.condition_of_words(p_kind, 'l', words));
  else
    matches := private.condition_of_words(p_kind, 'r', words);
  end if;
  if words = '' then
    execute format($q$
      select jsonb_build_object(
        'count', (select count(*) from private.%1$I r where %5$s),
        'ids', coalesce((select jsonb_agg(p.id) from (
          select r.id from private.%1$I r where %4$s order by %2$s %3$s, r.id %3$s offset $1 limit $2
        ) p), '[]')
      )$q$, source, sorting, direction, place, together)
    into answer using p_offset, p_limit;
    return answer;
  end if;
  -- Few matches are read once, and sorted.
  execute format($q$
    with found as materialized (select r.id, %2$s as sorting from private.%1$I r where (%4$s or r.id = $2) and %5$s limit $5)
    select jsonb_build_object(
      'count', (select count(*) from found),
      'ids', coalesce((select jsonb_agg(p.id) from (
        select f.id from found f
        order by f.id is not distinct from $2 desc, f.sorting %3$s, f.id %3$s offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, together)
  into answer using pattern, number, p_offset, p_limit, few + 1;
  if (answer ->> 'count')::integer <= few then
    return answer;
  end if;
  -- Of many, a page is soon found along the order, behind the record with the id; the rest is only counted.
  execute format($q$
    select jsonb_build_object(
      'count', (select count(*) from private.%1$I r where (%4$s or r.id = $2) and %6$s),
      'ids', coalesce((select jsonb_agg(p.id order by p.place) from (
        select r.id, 0::bigint as place from private.%1$I r where r.id = $2 and %5$s
        union all
        select o.id, row_number() over () from (
          select r.id from private.%1$I r where %4$s and %5$s and r.id is distinct from $2 order by %2$s %3$s, r.id %3$s limit $3 + $4
        ) o
        order by place offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, place, together)
  into answer using pattern, number, p_offset, p_limit;
  return answer;
end $function$
;
comment on function private.find_records(text,text,integer,integer,text,bigint) is 'What public.find_records answers, for staff.';

CREATE OR REPLACE FUNCTION private.listed_texts(p_texts text[], p_localized jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.fold_text(concat_ws(e'\n', array_to_string(p_texts, e'\n'), (
    select string_agg(t.value #>> '{}', e'\n') from jsonb_path_query(p_localized, '$.*.* ? (@.type() == "string")') t (value)
  )))
$function$
;

CREATE OR REPLACE FUNCTION private.letters_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg(distinct l.letters)
  from private.fold_text(p_text) t (plain)
  cross join lateral generate_series(1, length(t.plain)) i
  cross join lateral unnest(array[substr(t.plain, i, 1), substr(t.plain, i, 2)]) l (letters)
$function$
;

CREATE OR REPLACE FUNCTION private.condition_of_search(p_kind text, p_title text[], p_words text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  id text := case when p_words ~ '^[1-9][0-9]{0,14}$' and private.type_of_id(p_kind) = 'bigint' then p_words end;
  title text;
  texts text;
begin
  if to_regclass(format('private.%I', p_kind || '_choices')) is not null then
    -- One set of ids: with `or`, each record of the kind would be compared.
    return format('r.id in (select c.id from private.%I c where %s%s)', p_kind || '_choices', private.condition_of_words(p_kind, 'c', p_words),
      ' union all select ' || id);
  end if;
  title := (private.sorting_of(p_kind, null, p_title)).expression;
  texts := case
    when length(p_words) > 2 then private.listed_texts_of(p_kind) || ' like $1'
    when p_title = '{id}' then 'false'
    when private.is_common(private.table_of_kind(p_kind), format('private.letters_of((%s)::text)', title), p_words) then format('private.fold_text((%s)::text) like $1', title)
    else format('private.letters_of((%s)::text) @> array[%L]', title, p_words)
  end;
  return format('(%s%s)', coalesce(texts, 'false'), ' or r.id = ' || id);
end $function$
;

CREATE OR REPLACE FUNCTION private.conditions_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], OUT matches text, OUT counted text, OUT drafts_match text, OUT pattern text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  words text := private.fold_text(btrim(coalesce(p_search, '')));
  f record;
  -- The places of media, for records in an order and for their number.
  in_order text := '';
  together text := '';
begin
  pattern := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  matches := 'true';
  drafts_match := case when p_state is null or p_state = 'draft' then 'true' else 'false' end;
  if words <> '' then
    matches := private.condition_of_search(p_kind, p_title, words);
    drafts_match := drafts_match || ' and private.fold_text(d.data::text) like $1';
  end if;
  for f in select x."by" as field, x."is" as value from jsonb_to_recordset(p_filters) x ("by" text, "is" jsonb) loop
    if f.field = 'untranslated' then
      matches := matches || ' and ' || private.condition_of_untranslated(p_kind, f.value #>> '{}');
      drafts_match := 'false';
      continue;
    elsif f.field = 'folder' then
      in_order := in_order || ' and ' || private.condition_of_folder(p_kind, 'r.id', f.value #>> '{}', true);
      together := together || ' and ' || private.condition_of_folder(p_kind, 'r.id', f.value #>> '{}', false);
      drafts_match := drafts_match || ' and ' || private.condition_of_folder(p_kind, 'd.record_id::bigint', f.value #>> '{}', true);
      continue;
    elsif f.field = 'tag' then
      in_order := in_order || ' and ' || private.condition_of_tag(p_kind, 'r.id', f.value #>> '{}', true);
      together := together || ' and ' || private.condition_of_tag(p_kind, 'r.id', f.value #>> '{}', false);
      drafts_match := drafts_match || ' and ' || private.condition_of_tag(p_kind, 'd.record_id::bigint', f.value #>> '{}', true);
      continue;
    end if;
    matches := matches || ' and ' || private.filter_of(source, f.field, f.value);
    drafts_match := drafts_match || format(case when jsonb_typeof(f.value) = 'null' then ' and coalesce(d.data -> %1$L, d.data -> %2$L, ''null'') = ''null'''
      else ' and (coalesce(d.data ->> %1$L, d.data ->> %2$L) = %3$L or d.data -> %1$L @> to_jsonb(%3$L::text))' end,
      f.field, regexp_replace(f.field, '_id$', ''), f.value #>> '{}');
  end loop;
  if p_ids is not null then
    matches := matches || format(' and r.id = any (%L::%s[])', p_ids, id_type);
    drafts_match := drafts_match || format(' and d.record_id = any (%L::text[])', p_ids);
  end if;
  if p_state is not null then
    matches := matches || ' and ' || private.condition_of_state(p_kind, p_state);
  end if;
  counted := matches || together;
  matches := matches || in_order;
end $function$
;

CREATE INDEX form_submissions_notes_idx ON public.form_submissions USING gin (private.fold_text(notes) extensions.gin_trgm_ops);

revoke all on function private.fold_text(text) from public, anon, authenticated, service_role;
grant execute on function private.fold_text(text) to authenticated;
grant execute on function private.fold_text(text) to service_role;

-- What was made with the former fold is made again, where that makes a difference: texts of ASCII stay as they are. Nothing of the content
-- changes, so nothing is told, counted or published.
do $$
declare
  made record;
  stale record;
begin
  for made in
    select d.adrelid::regclass as source, a.attname as name, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as expression,
      (select b.attname from pg_catalog.pg_depend p
       join pg_catalog.pg_attribute b on b.attrelid = d.adrelid and b.attnum = p.refobjsubid
       where p.classid = 'pg_catalog.pg_attrdef'::regclass and p.objid = d.oid and p.refclassid = 'pg_catalog.pg_class'::regclass
         and p.refobjid = d.adrelid and b.attgenerated = ''
       order by b.attnum limit 1) as base
    from pg_catalog.pg_attrdef d
    join pg_catalog.pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where a.attgenerated = 's' and pg_catalog.pg_get_expr(d.adbin, d.adrelid) ~ 'private\.(searchable|words_in|search_keys)\('
    order by 1
  loop
    execute format('alter table %s disable trigger user', made.source);
    execute format('update %1$s set %2$I = %2$I where %3$I is distinct from %4$s', made.source, made.base, made.name, made.expression);
    execute format('alter table %s enable trigger user', made.source);
  end loop;
  for stale in
    select x.indexrelid::regclass as name from pg_catalog.pg_index x
    where pg_catalog.pg_get_indexdef(x.indexrelid) ~ 'private\.(listed_texts|letters_of)\('
    order by 1
  loop
    execute format('reindex index %s', stale.name);
  end loop;
end $$;

-- The publisher reads all entries of the search anew, a few at a time.
insert into private.search_due (kind, ref) select 'all', 0 where not exists (select from private.search_due d where d.kind = 'all');
