-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.delete_records(uuid,jsonb);

drop function private.condition_of_search(text);

CREATE OR REPLACE FUNCTION private.find_submissions(p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean, p_from timestamp with time zone, p_until timestamp with time zone, p_site text, p_locale public.locale, p_before bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  -- Wildcards of `like` are escaped.
  wanted text := '%' || replace(replace(replace(lower(btrim(p_search)), '\', '\\'), '%', '\%'), '_', '\_') || '%';
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
      and (wanted = '%%' or s.id in (
        select f.id from public.form_submissions f where f.words like wanted
        union all
        select f.id from public.form_submissions f where lower(f.notes) like wanted
        union all
        select number where number is not null
      ))
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

CREATE OR REPLACE FUNCTION public.find_submissions(p_form_id bigint, p_search text, p_offset integer, p_limit integer, p_is_read boolean DEFAULT NULL::boolean, p_from timestamp with time zone DEFAULT NULL::timestamp with time zone, p_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_site text DEFAULT NULL::text, p_locale public.locale DEFAULT NULL::public.locale, p_before bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.find_submissions(p_form_id, p_search, p_offset, p_limit, p_is_read, p_from, p_until, p_site, p_locale, p_before)
$function$
;
comment on function public.find_submissions(bigint,text,integer,integer,boolean,timestamp with time zone,timestamp with time zone,text,public.locale,bigint) is 'A page of what was sent with a form, newest first, with the fields of the versions that were answered. For staff; others find nothing.';

CREATE OR REPLACE FUNCTION public.copy_page(p_actor uuid, p_page_id bigint, p_site text, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  made jsonb;
  copy_id bigint;
  ids jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for share;
  if not found then
    return '{"status": "not-found"}';
  end if;
  made := public.create_page(p_actor, p_site, p_parent_id, p_locales);
  if made ->> 'status' <> 'saved' then
    return made;
  end if;
  copy_id := (made ->> 'id')::bigint;
  -- A page that answers a route is a page among others once it is copied.
  update public.pages set template = case when page.template = 'home' then 'content' else page.template end where id = copy_id;
  update public.page_locales c set nav_title = l.nav_title, description = l.description, seo = l.seo
  from public.page_locales l
  where c.page_id = copy_id and l.page_id = p_page_id and l.locale = c.locale;
  select coalesce(jsonb_object_agg(m.id, nextval(pg_catalog.pg_get_serial_sequence('public.modules', 'id'))), '{}') into ids
  from public.modules m where m.page_id = p_page_id;
  insert into public.modules (id, page_id, parent_id, slot, type, position)
  select (ids ->> m.id::text)::bigint, copy_id, (ids ->> m.parent_id::text)::bigint, m.slot, m.type, m.position
  from public.modules m where m.page_id = p_page_id;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  select (ids ->> m.id::text)::bigint, l.locale, l.data, l.data_version, p_actor
  from public.modules m
  join public.module_locales l on l.module_id = m.id
  join public.sites s on s.id = p_site and l.locale = any (s.locales)
  where m.page_id = p_page_id;
  return made;
end $function$
;
comment on function public.copy_page(uuid,bigint,text,bigint,jsonb) is 'Makes a page with the modules of the draft of another, in all languages of the site that it is made on, with a title and an address in each; it is a draft.';

CREATE OR REPLACE FUNCTION public.save_list_view(p_actor uuid, p_kind text, p_name text, p_query text, p_is_shared boolean)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  saved bigint;
begin
  perform private.act_as(p_actor);
  insert into public.list_views as v (owner_id, kind, name, query, is_shared) values (p_actor, p_kind, p_name, p_query, p_is_shared)
  on conflict (owner_id, kind, name) do update set query = excluded.query, is_shared = excluded.is_shared
  returning v.id into saved;
  return saved;
end $function$
;
comment on function public.save_list_view(uuid,text,text,text,boolean) is 'Saves a view of a list. One of the same person and name is saved anew.';

CREATE OR REPLACE FUNCTION public.delete_list_view(p_actor uuid, p_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  delete from public.list_views v where v.id = p_id and (v.owner_id = p_actor or v.is_shared and private.is_admin());
  return found;
end $function$
;
comment on function public.delete_list_view(uuid,bigint) is 'Deletes a view of one''s own or, for administrators, one that is shared; false where there is none.';

CREATE OR REPLACE FUNCTION private.condition_of_state(p_kind text, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  has_dates boolean;
  drafts text := format('array(select d.record_id::%s from public.record_drafts d where d.kind = %L)',
    private.type_of_id(p_kind), p_kind);
  begun constant text := '(r.publish_from is null or r.publish_from <= now())';
begin
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = 'is_published'
  ) into has_dates;
  return case
    when p_state = 'changed' then format('r.id = any (%s)', drafts)
    when p_state = 'live' and not has_dates then format('r.id <> all (%s)', drafts)
    when not has_dates then 'false'
    else format('r.id <> all (%s) and ', drafts) || case p_state
      when 'live' then 'r.is_published and ' || begun || ' and (r.publish_until is null or r.publish_until > now())'
      when 'ending' then 'r.is_published and ' || begun || ' and r.publish_until > now()'
      when 'hidden' then 'not r.is_published'
      when 'ended' then 'r.is_published and r.publish_until <= now()'
      when 'scheduled' then 'r.is_published and r.publish_from > now() and (r.publish_until is null or r.publish_until > now())'
      else 'false'
    end
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.is_in_locale(p_locale text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select format('((localized ? %L)::integer)', p_locale)
$function$
;

CREATE OR REPLACE FUNCTION private.condition_of_untranslated(p_kind text, p_locale text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source regclass := format('public.%I', private.table_of_kind(p_kind))::regclass;
  has_sites boolean;
  missing text;
begin
  if not exists (select from pg_catalog.pg_attribute a where a.attrelid = source and a.attname = 'localized' and a.atttypid = 'jsonb'::regtype) then
    return 'false';
  end if;
  has_sites := exists (select from pg_catalog.pg_attribute a where a.attrelid = source and a.attname = 'sites' and a.atttypid = 'text[]'::regtype);
  select string_agg(format('%s = 0%s', private.is_in_locale(l.locale), case when has_sites then format(' and r.sites && %L::text[]', l.sites) else '' end), ' or ' order by l.locale)
  into missing
  from (
    select t.locale::text, array_agg(s.id order by s.id) as sites
    from public.sites s cross join lateral unnest(s.locales) t (locale)
    where p_locale = 'any' or t.locale::text = p_locale
    group by t.locale
  ) l;
  return coalesce('(' || missing || ')', 'false');
end $function$
;

CREATE OR REPLACE FUNCTION private.listed_texts(p_texts text[], p_localized jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select lower(normalize(concat_ws(e'\n', array_to_string(p_texts, e'\n'), (
    select string_agg(t.value #>> '{}', e'\n') from jsonb_path_query(p_localized, '$.*.* ? (@.type() == "string")') t (value)
  )), nfkc))
$function$
;

CREATE OR REPLACE FUNCTION private.listed_texts_of(p_kind text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select format('private.listed_texts(array[%s]::text[], %s)', string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.atttypid = 'text'::regtype),
    coalesce(max(case when a.attname = 'localized' then 'localized' end), 'null::jsonb'))
  from pg_catalog.pg_attribute a
  where to_regclass(format('private.%I', p_kind || '_choices')) is null
    and a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid = 'text'::regtype or a.attname = 'localized')
  having count(*) > 0
$function$
;

CREATE OR REPLACE FUNCTION private.letters_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array_agg(distinct l.letters)
  from lower(normalize(p_text, nfkc)) t (plain)
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
begin
  if to_regclass(format('private.%I', p_kind || '_choices')) is not null then
    return format('r.id in (select c.id from private.%I c where c.search_text like $1)', p_kind || '_choices');
  end if;
  if p_title = '{id}' then
    return coalesce(private.listed_texts_of(p_kind) || ' like $1', 'false');
  end if;
  if p_words ~ '^[a-z0-9]$' then
    -- Nearly all have it: the first rows are soon found.
    return format('lower(normalize((%s)::text, nfkc)) like $1', (private.sorting_of(p_kind, null, p_title)).expression);
  end if;
  if length(p_words) < 3 then
    return format('private.letters_of((%s)::text) @> array[%L]', (private.sorting_of(p_kind, null, p_title)).expression, p_words);
  end if;
  return coalesce(private.listed_texts_of(p_kind) || ' like $1', 'false');
end $function$
;

CREATE OR REPLACE FUNCTION private.sorting_of(p_kind text, p_sort text, p_title text[], OUT expression text, OUT type text, OUT may_be_null boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source regclass := format('public.%I', private.table_of_kind(p_kind))::regclass;
  compared constant integer := 100;
begin
  if p_sort is null and cardinality(p_title) > 1 then
    expression := format('"left"((r.%I #>> %L::text[]), %s)', p_title[1], p_title[2:], compared);
    type := 'text';
    may_be_null := true;
    return;
  end if;
  select format('r.%I', a.attname), format_type(a.atttypid, a.atttypmod), not a.attnotnull into expression, type, may_be_null
  from pg_catalog.pg_attribute a
  where a.attrelid = source and a.attname = coalesce(p_sort, p_title[1]) and a.attnum > 0 and not a.attisdropped
    and a.atttypid not in ('jsonb'::regtype, 'json'::regtype);
  if expression is null then
    raise exception '% has no column % to sort by', source, coalesce(p_sort, p_title[1]) using errcode = 'undefined_column';
  end if;
  if type = 'text' and p_sort is distinct from 'id' and not exists (
    select from pg_catalog.pg_index x
    join pg_catalog.pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
    where x.indrelid = source and x.indisunique and x.indpred is null and a.attname = coalesce(p_sort, p_title[1])
  ) then
    expression := format('"left"(%s, %s)', expression, compared);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.conditions_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], OUT matches text, OUT drafts_match text, OUT pattern text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  f record;
begin
  pattern := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  matches := 'true';
  drafts_match := case when p_state is null or p_state = 'draft' then 'true' else 'false' end;
  if words <> '' then
    matches := format('(%s%s)', private.condition_of_search(p_kind, p_title, words),
      case when words ~ '^[1-9][0-9]{0,14}$' and id_type = 'bigint' then ' or r.id = ' || words else '' end);
    drafts_match := drafts_match || ' and lower(normalize(d.data::text, nfkc)) like $1';
  end if;
  for f in select x."by" as field, x."is" as value from jsonb_to_recordset(p_filters) x ("by" text, "is" jsonb) loop
    if f.field = 'untranslated' then
      matches := matches || ' and ' || private.condition_of_untranslated(p_kind, f.value #>> '{}');
      drafts_match := 'false';
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
end $function$
;

CREATE OR REPLACE FUNCTION private.query_of_ids(p_kind text, p_matches text, p_sort text, p_title text[], p_down boolean, p_after jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  direction text := case when p_down then 'desc' else 'asc' end;
  beyond text := case when p_down then '<' else '>' end;
  s record;
  behind text := 'true';
  parts text[] := '{}';
begin
  select * into s from private.sorting_of(p_kind, p_sort, p_title);
  if s.expression = 'r.id' then
    if p_after is not null then
      behind := format('r.id %s %L::%s', beyond, p_after ->> 1, id_type);
    end if;
    return format('select r.id from public.%I r where (%s) and %s order by r.id %s limit $2', source, p_matches, behind, direction);
  end if;
  if p_after is null or p_after -> 0 <> 'null' then
    if p_after is not null then
      behind := format('(%s, r.id) %s (%L::%s, %L::%s)', s.expression, beyond, p_after ->> 0, s.type, p_after ->> 1, id_type);
    end if;
    parts := parts || format('(select r.id from public.%I r where (%s) and %s%s order by %s %s, r.id %s limit $2)', source, p_matches, behind,
      case when s.may_be_null then format(' and %s is not null', s.expression) else '' end, s.expression, direction, direction);
    behind := 'true';
  else
    behind := format('r.id %s %L::%s', beyond, p_after ->> 1, id_type);
  end if;
  if s.may_be_null then
    parts := parts || format('(select r.id from public.%I r where (%s) and %s and %s is null order by r.id %s limit $2)', source, p_matches, behind,
      s.expression, direction);
  end if;
  return format('select p.id from (%s) p limit $2', array_to_string(parts, ' union all '));
end $function$
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
  c record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    with found as materialized (select f.id, row_number() over () as place from (%1$s) f)
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', %2$s, 'after', jsonb_build_array((%3$s)::text, r.id), 'title', to_jsonb(r) #>> %4$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %5$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%6$I r using (id)$q$, private.query_of_ids(p_kind, c.matches, p_sort, p_title, p_down, p_after),
    private.picture_of(p_kind), (private.sorting_of(p_kind, p_sort, p_title)).expression, p_title, p_kind, source)
  into live using c.pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, c.matches, counted_at_most)
  into counted using c.pattern;
  -- Drafts that were never published come first.
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
      'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
    from public.record_drafts d
    where d.kind = %1$L and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION private.ids_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  c record;
  ids jsonb;
begin
  if not private.is_staff() then
    return '[]';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    select coalesce(jsonb_agg(f.id), '[]') from (
      (select r.id::text from public.%1$I r where %2$s limit $2)
      union all
      (select d.record_id from public.record_drafts d
       where d.kind = %3$L and d.base_version is null and %4$s and not exists (select from public.%1$I r where r.id = d.record_id::%5$s) limit $2)
      limit $2
    ) f$q$, private.table_of_kind(p_kind), c.matches, p_kind, c.drafts_match, private.type_of_id(p_kind))
  into ids using c.pattern, p_limit;
  return ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.find_record_ids(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_limit integer, p_ids text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.ids_of_view(p_kind, p_title, p_search, coalesce(p_filters, '[]'), p_state, p_ids, least(p_limit, 10000))
$function$
;
comment on function public.find_record_ids(text,text[],text,jsonb,text,integer,text[]) is 'The ids of all records that a view of a list finds, drafts that were never published among them, in no order. For staff; others find nothing.';

CREATE OR REPLACE FUNCTION public.delete_records(p_actor uuid, p_records jsonb, p_keep_used boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
  kept jsonb := '[]';
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
  if missing <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  select coalesce(jsonb_agg(distinct u.value -> 'of'), '[]') into kept from jsonb_array_elements(uses) u;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where not kept @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
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
  return jsonb_build_object('status', 'deleted', 'kept', kept);
end $function$
;
comment on function public.delete_records(uuid,jsonb,boolean) is 'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them, or with p_keep_used deletes the others. A draft that was never published is dropped.';

CREATE OR REPLACE FUNCTION private.index_list(p_kind text, p_title text[], p_columns text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  source text := private.table_of_kind(p_kind);
  texts text := private.listed_texts_of(p_kind);
  asked record;
  expression text;
begin
  for asked in
    select c.name, c.name as suffix from unnest(p_columns || '{updated_at}'::text[]) c (name)
    union all
    select null, 'title' where cardinality(p_title) > 1 or p_title[1] <> all (p_columns || '{id}'::text[])
  loop
    expression := (private.sorting_of(p_kind, asked.name, p_title)).expression;
    -- A unique index has what is sorted by alone.
    continue when exists (
      select from pg_catalog.pg_index x
      where x.indrelid = format('public.%I', source)::regclass and x.indisunique and x.indpred is null and x.indnkeyatts = 1
        and format('r.%s', pg_catalog.pg_get_indexdef(x.indexrelid, 1, false)) = expression
    );
    execute format('create index %I on public.%I (%s, id)', source || '_list_' || asked.suffix || '_idx', source, replace(expression, 'r.', ''));
    if asked.name = 'sites' then
      execute format('create index %I on public.%I using gin (sites)', source || '_list_site_idx', source);
    end if;
  end loop;
  if exists (select from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', source)::regclass and a.attname = 'localized') then
    -- Nothing is without English.
    for asked in select l.name from unnest(enum_range(null::public.locale)) l (name) where l.name <> 'en' loop
      execute format('create index %I on public.%I (%s, id)', source || '_list_in_' || asked.name || '_idx', source, private.is_in_locale(asked.name::text));
    end loop;
  end if;
  if texts is not null then
    execute format('create index %I on public.%I using gin ((%s) extensions.gin_trgm_ops)', source || '_list_texts_idx', source, texts);
  end if;
  if texts is not null and p_title <> '{id}' then
    expression := (private.sorting_of(p_kind, null, p_title)).expression;
    execute format('create index %I on public.%I using gin (private.letters_of((%s)::text))', source || '_list_letters_idx', source, replace(expression, 'r.', ''));
  end if;
end $function$
;

create table public.list_views (
  id bigint generated by default as identity primary key,
  owner_id uuid not null references public.staff (user_id) on delete cascade,
  kind text not null references private.kinds (kind),
  name text not null check (name = btrim(name) and length(name) between 1 and 80),
  -- As in the address of the list, without the question mark.
  query text not null check (length(query) <= 2000),
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, kind, name)
);
alter table public.list_views enable row level security;
comment on table public.list_views is 'Filters, orders and columns of lists that people have given a name. Others see those that are shared.';

CREATE INDEX form_submissions_inbox_idx ON public.form_submissions USING btree (form_id, id);

CREATE INDEX form_submissions_words_idx ON public.form_submissions USING gin (words extensions.gin_trgm_ops);

CREATE INDEX form_submissions_notes_idx ON public.form_submissions USING gin (lower(notes) extensions.gin_trgm_ops);

CREATE INDEX list_views_kind_idx ON public.list_views USING btree (kind, name);

CREATE INDEX images_list_filename_idx ON public.images USING btree ("left"(filename, 100), id);

CREATE INDEX images_list_display_idx ON public.images USING btree ("left"(display, 100), id);

CREATE INDEX images_list_is_decorative_idx ON public.images USING btree (is_decorative, id);

CREATE INDEX images_list_updated_at_idx ON public.images USING btree (updated_at, id);

CREATE INDEX images_list_in_de_idx ON public.images USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX images_list_in_jp_idx ON public.images USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX images_list_in_cn_idx ON public.images USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX images_list_in_kr_idx ON public.images USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX vectors_list_filename_idx ON public.vectors USING btree ("left"(filename, 100), id);

CREATE INDEX vectors_list_updated_at_idx ON public.vectors USING btree (updated_at, id);

CREATE INDEX vectors_list_in_de_idx ON public.vectors USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX vectors_list_in_jp_idx ON public.vectors USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX vectors_list_in_cn_idx ON public.vectors USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX vectors_list_in_kr_idx ON public.vectors USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX files_list_filename_idx ON public.files USING btree ("left"(filename, 100), id);

CREATE INDEX files_list_updated_at_idx ON public.files USING btree (updated_at, id);

CREATE INDEX files_list_in_de_idx ON public.files USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX files_list_in_jp_idx ON public.files USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX files_list_in_cn_idx ON public.files USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX files_list_in_kr_idx ON public.files USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX documents_list_name_idx ON public.documents USING btree ("left"(name, 100), id);

CREATE INDEX documents_list_filename_idx ON public.documents USING btree ("left"(filename, 100), id);

CREATE INDEX documents_list_content_date_idx ON public.documents USING btree (content_date, id);

CREATE INDEX documents_list_document_type_idx ON public.documents USING btree ("left"(document_type, 100), id);

CREATE INDEX documents_list_language_idx ON public.documents USING btree (language, id);

CREATE INDEX documents_list_updated_at_idx ON public.documents USING btree (updated_at, id);

CREATE INDEX documents_list_in_de_idx ON public.documents USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX documents_list_in_jp_idx ON public.documents USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX documents_list_in_cn_idx ON public.documents USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX documents_list_in_kr_idx ON public.documents USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX products_list_name_idx ON public.products USING btree ("left"(name, 100), id);

CREATE INDEX products_list_display_name_idx ON public.products USING btree ("left"(display_name, 100), id);

CREATE INDEX products_list_status_idx ON public.products USING btree (status, id);

CREATE INDEX products_list_series_id_idx ON public.products USING btree (series_id, id);

CREATE INDEX products_list_primary_category_id_idx ON public.products USING btree (primary_category_id, id);

CREATE INDEX products_list_product_class_idx ON public.products USING btree ("left"(product_class, 100), id);

CREATE INDEX products_list_position_idx ON public.products USING btree ("position", id);

CREATE INDEX products_list_sites_idx ON public.products USING btree (sites, id);

CREATE INDEX products_list_site_idx ON public.products USING gin (sites);

CREATE INDEX products_list_is_published_idx ON public.products USING btree (is_published, id);

CREATE INDEX products_list_publish_from_idx ON public.products USING btree (publish_from, id);

CREATE INDEX products_list_publish_until_idx ON public.products USING btree (publish_until, id);

CREATE INDEX products_list_updated_at_idx ON public.products USING btree (updated_at, id);

CREATE INDEX products_list_in_de_idx ON public.products USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX products_list_in_jp_idx ON public.products USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX products_list_in_cn_idx ON public.products USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX products_list_in_kr_idx ON public.products USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX inventory_items_list_product_id_idx ON public.inventory_items USING btree (product_id, id);

CREATE INDEX inventory_items_list_channel_partner_id_idx ON public.inventory_items USING btree (channel_partner_id, id);

CREATE INDEX inventory_items_list_url_idx ON public.inventory_items USING btree ("left"(url, 100), id);

CREATE INDEX inventory_items_list_updated_at_idx ON public.inventory_items USING btree (updated_at, id);

CREATE INDEX inventory_items_list_texts_idx ON public.inventory_items USING gin (private.listed_texts(ARRAY[url], NULL::jsonb) extensions.gin_trgm_ops);

CREATE INDEX tags_list_sites_idx ON public.tags USING btree (sites, id);

CREATE INDEX tags_list_site_idx ON public.tags USING gin (sites);

CREATE INDEX tags_list_updated_at_idx ON public.tags USING btree (updated_at, id);

CREATE INDEX tags_list_title_idx ON public.tags USING btree ("left"((localized #>> '{en,name}'::text[]), 100), id);

CREATE INDEX tags_list_in_de_idx ON public.tags USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX tags_list_in_jp_idx ON public.tags USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX tags_list_in_cn_idx ON public.tags USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX tags_list_in_kr_idx ON public.tags USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX tags_list_texts_idx ON public.tags USING gin (private.listed_texts(ARRAY[slug], localized) extensions.gin_trgm_ops);

CREATE INDEX tags_list_letters_idx ON public.tags USING gin (private.letters_of("left"((localized #>> '{en,name}'::text[]), 100)));

CREATE INDEX articles_list_newsroom_category_idx ON public.articles USING btree (newsroom_category, id);

CREATE INDEX articles_list_newsroom_type_idx ON public.articles USING btree (newsroom_type, id);

CREATE INDEX articles_list_career_type_idx ON public.articles USING btree (career_type, id);

CREATE INDEX articles_list_sites_idx ON public.articles USING btree (sites, id);

CREATE INDEX articles_list_site_idx ON public.articles USING gin (sites);

CREATE INDEX articles_list_is_published_idx ON public.articles USING btree (is_published, id);

CREATE INDEX articles_list_publish_from_idx ON public.articles USING btree (publish_from, id);

CREATE INDEX articles_list_publish_until_idx ON public.articles USING btree (publish_until, id);

CREATE INDEX articles_list_updated_at_idx ON public.articles USING btree (updated_at, id);

CREATE INDEX articles_list_title_idx ON public.articles USING btree ("left"((localized #>> '{en,title}'::text[]), 100), id);

CREATE INDEX articles_list_in_de_idx ON public.articles USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX articles_list_in_jp_idx ON public.articles USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX articles_list_in_cn_idx ON public.articles USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX articles_list_in_kr_idx ON public.articles USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX articles_list_texts_idx ON public.articles USING gin (private.listed_texts(ARRAY[slug], localized) extensions.gin_trgm_ops);

CREATE INDEX articles_list_letters_idx ON public.articles USING gin (private.letters_of("left"((localized #>> '{en,title}'::text[]), 100)));

CREATE INDEX events_list_category_idx ON public.events USING btree (category, id);

CREATE INDEX events_list_sites_idx ON public.events USING btree (sites, id);

CREATE INDEX events_list_site_idx ON public.events USING gin (sites);

CREATE INDEX events_list_starts_at_idx ON public.events USING btree (starts_at, id);

CREATE INDEX events_list_ends_at_idx ON public.events USING btree (ends_at, id);

CREATE INDEX events_list_is_online_idx ON public.events USING btree (is_online, id);

CREATE INDEX events_list_country_idx ON public.events USING btree ("left"(country, 100), id);

CREATE INDEX events_list_url_idx ON public.events USING btree ("left"(url, 100), id);

CREATE INDEX events_list_is_published_idx ON public.events USING btree (is_published, id);

CREATE INDEX events_list_publish_from_idx ON public.events USING btree (publish_from, id);

CREATE INDEX events_list_publish_until_idx ON public.events USING btree (publish_until, id);

CREATE INDEX events_list_updated_at_idx ON public.events USING btree (updated_at, id);

CREATE INDEX events_list_title_idx ON public.events USING btree ("left"((localized #>> '{en,title}'::text[]), 100), id);

CREATE INDEX events_list_in_de_idx ON public.events USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX events_list_in_jp_idx ON public.events USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX events_list_in_cn_idx ON public.events USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX events_list_in_kr_idx ON public.events USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX events_list_texts_idx ON public.events USING gin (private.listed_texts(ARRAY[slug, time_zone, country, url], localized) extensions.gin_trgm_ops);

CREATE INDEX events_list_letters_idx ON public.events USING gin (private.letters_of("left"((localized #>> '{en,title}'::text[]), 100)));

CREATE INDEX posts_list_author_id_idx ON public.posts USING btree (author_id, id);

CREATE INDEX posts_list_sites_idx ON public.posts USING btree (sites, id);

CREATE INDEX posts_list_site_idx ON public.posts USING gin (sites);

CREATE INDEX posts_list_is_published_idx ON public.posts USING btree (is_published, id);

CREATE INDEX posts_list_publish_from_idx ON public.posts USING btree (publish_from, id);

CREATE INDEX posts_list_publish_until_idx ON public.posts USING btree (publish_until, id);

CREATE INDEX posts_list_updated_at_idx ON public.posts USING btree (updated_at, id);

CREATE INDEX posts_list_title_idx ON public.posts USING btree ("left"((localized #>> '{en,title}'::text[]), 100), id);

CREATE INDEX posts_list_in_de_idx ON public.posts USING btree ((((localized ? 'de'::text))::integer), id);

CREATE INDEX posts_list_in_jp_idx ON public.posts USING btree ((((localized ? 'jp'::text))::integer), id);

CREATE INDEX posts_list_in_cn_idx ON public.posts USING btree ((((localized ? 'cn'::text))::integer), id);

CREATE INDEX posts_list_in_kr_idx ON public.posts USING btree ((((localized ? 'kr'::text))::integer), id);

CREATE INDEX posts_list_texts_idx ON public.posts USING gin (private.listed_texts(ARRAY[slug], localized) extensions.gin_trgm_ops);

CREATE INDEX posts_list_letters_idx ON public.posts USING gin (private.letters_of("left"((localized #>> '{en,title}'::text[]), 100)));

CREATE INDEX links_list_text_idx ON public.links USING btree ("left"(text, 100), id);

CREATE INDEX links_list_link_type_idx ON public.links USING btree (link_type, id);

CREATE INDEX links_list_target_idx ON public.links USING btree (target, id);

CREATE INDEX links_list_url_idx ON public.links USING btree ("left"(url, 100), id);

CREATE INDEX links_list_page_id_idx ON public.links USING btree (page_id, id);

CREATE INDEX links_list_document_id_idx ON public.links USING btree (document_id, id);

CREATE INDEX links_list_anchor_id_idx ON public.links USING btree ("left"(anchor_id, 100), id);

CREATE INDEX links_list_updated_at_idx ON public.links USING btree (updated_at, id);

CREATE INDEX redirects_list_site_id_idx ON public.redirects USING btree (site_id, id);

CREATE INDEX redirects_list_from_path_idx ON public.redirects USING btree ("left"(from_path, 100), id);

CREATE INDEX redirects_list_to_path_idx ON public.redirects USING btree ("left"(to_path, 100), id);

CREATE INDEX redirects_list_page_id_idx ON public.redirects USING btree (page_id, id);

CREATE INDEX redirects_list_locale_idx ON public.redirects USING btree (locale, id);

CREATE INDEX redirects_list_status_idx ON public.redirects USING btree (status, id);

CREATE INDEX redirects_list_updated_at_idx ON public.redirects USING btree (updated_at, id);

CREATE INDEX redirects_list_texts_idx ON public.redirects USING gin (private.listed_texts(ARRAY[site_id, from_path, row_kind, from_slug, to_path], NULL::jsonb) extensions.gin_trgm_ops);

CREATE INDEX redirects_list_letters_idx ON public.redirects USING gin (private.letters_of("left"(from_path, 100)));

CREATE INDEX stock_quotes_list_updated_at_idx ON public.stock_quotes USING btree (updated_at, id);

CREATE INDEX stock_quotes_list_title_idx ON public.stock_quotes USING btree (symbol, id);

CREATE INDEX stock_quotes_list_texts_idx ON public.stock_quotes USING gin (private.listed_texts(ARRAY[symbol], NULL::jsonb) extensions.gin_trgm_ops);

CREATE INDEX stock_quotes_list_letters_idx ON public.stock_quotes USING gin (private.letters_of(symbol));

CREATE TRIGGER list_views_touch BEFORE UPDATE ON public.list_views FOR EACH ROW EXECUTE FUNCTION private.touch();

create policy list_views_read on public.list_views for select to authenticated using ((( SELECT private.is_staff() AS is_staff) AND (is_shared OR (owner_id = ( SELECT auth.uid() AS uid)))));

revoke all on sequence public.list_views_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.list_views_id_seq to anon;
grant select, update, usage on sequence public.list_views_id_seq to authenticated;
grant select, update, usage on sequence public.list_views_id_seq to service_role;

revoke all on table public.list_views from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.list_views to service_role;
grant select on table public.list_views to authenticated;

revoke all on function private.find_submissions(bigint,text,integer,integer,boolean,timestamp with time zone,timestamp with time zone,text,public.locale,bigint) from public, anon, authenticated, service_role;
grant execute on function private.find_submissions(bigint,text,integer,integer,boolean,timestamp with time zone,timestamp with time zone,text,public.locale,bigint) to authenticated;

revoke all on function public.copy_page(uuid,bigint,text,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.copy_page(uuid,bigint,text,bigint,jsonb) to service_role;

revoke all on function public.save_list_view(uuid,text,text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.save_list_view(uuid,text,text,text,boolean) to service_role;

revoke all on function public.delete_list_view(uuid,bigint) from public, anon, authenticated, service_role;
grant execute on function public.delete_list_view(uuid,bigint) to service_role;

revoke all on function private.is_in_locale(text) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_untranslated(text,text) from public, anon, authenticated, service_role;

revoke all on function private.listed_texts(text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.listed_texts(text[],jsonb) to authenticated;
grant execute on function private.listed_texts(text[],jsonb) to service_role;

revoke all on function private.listed_texts_of(text) from public, anon, authenticated, service_role;

revoke all on function private.letters_of(text) from public, anon, authenticated, service_role;
grant execute on function private.letters_of(text) to authenticated;
grant execute on function private.letters_of(text) to service_role;

revoke all on function private.condition_of_search(text,text[],text) from public, anon, authenticated, service_role;

revoke all on function private.sorting_of(text,text,text[]) from public, anon, authenticated, service_role;

revoke all on function private.conditions_of_view(text,text[],text,jsonb,text,text[]) from public, anon, authenticated, service_role;

revoke all on function private.query_of_ids(text,text,text,text[],boolean,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.ids_of_view(text,text[],text,jsonb,text,text[],integer) from public, anon, authenticated, service_role;
grant execute on function private.ids_of_view(text,text[],text,jsonb,text,text[],integer) to authenticated;

revoke all on function public.find_record_ids(text,text[],text,jsonb,text,integer,text[]) from public, anon, authenticated, service_role;
grant execute on function public.find_record_ids(text,text[],text,jsonb,text,integer,text[]) to authenticated;
grant execute on function public.find_record_ids(text,text[],text,jsonb,text,integer,text[]) to service_role;

revoke all on function public.delete_records(uuid,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function public.delete_records(uuid,jsonb,boolean) to service_role;

revoke all on function private.index_list(text,text[],text[]) from public, anon, authenticated, service_role;
