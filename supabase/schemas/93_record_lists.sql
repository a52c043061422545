-- Lists of records, in any order and by any column, where they are used, and the trash.

-- The condition of a filter, and what is not allowed in one.
create function private.filter_of(p_table text, p_column text, p_value jsonb) returns text
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.filter_of from public;

-- Conditions of the states that a live record can be in. Those with a draft are looked up by their ids, few as they are.
create function private.condition_of_state(p_kind text, p_state text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  has_dates boolean;
  drafts text := format('array(select d.record_id::%s from public.record_drafts d where d.kind = %L and d.release_id is null)',
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
end $$;
revoke execute on function private.condition_of_state from public;

-- Whether a record has texts in a language, as a number: PostgreSQL has statistics of how often an expression has a value.
create function private.is_in_locale(p_locale text) returns text
language sql immutable set search_path = ''
as $$
  select format('((localized ? %L)::integer)', p_locale)
$$;
revoke execute on function private.is_in_locale from public;

-- The condition of records that lack their texts in a language of a site that shows them, or in any.
create function private.condition_of_untranslated(p_kind text, p_locale text) returns text
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.condition_of_untranslated from public;

-- What a list searches of a record whose kind no picker searches: its texts, and those of each language that are not formatted.
create function private.listed_texts(p_texts text[], p_localized jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if p_localized is null then
    return private.fold_text(array_to_string(p_texts, e'\n'));
  end if;
  return private.fold_text(concat_ws(e'\n', array_to_string(p_texts, e'\n'), (
    select string_agg(t.value #>> '{}', e'\n') from jsonb_path_query(p_localized, '$.*.* ? (@.type() == "string")') t (value)
  )));
end $$;
revoke execute on function private.listed_texts from public;
grant execute on function private.listed_texts to authenticated, service_role;

-- These texts of a record, as an expression; null for a kind that has none, and for one whose picker has them prepared.
create function private.listed_texts_of(p_kind text) returns text
language sql stable set search_path = ''
as $$
  select format('private.listed_texts(array[%s]::text[], %s)', string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.atttypid = 'text'::regtype),
    coalesce(max(case when a.attname = 'localized' then 'localized' end), 'null::jsonb'))
  from pg_catalog.pg_attribute a
  where to_regclass(format('private.%I', p_kind || '_choices')) is null
    and a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid = 'text'::regtype or a.attname = 'localized')
  having count(*) > 0
$$;
revoke execute on function private.listed_texts_of from public;

-- The characters of a text, and its pairs of neighbours.
create function private.letters_of(p_text text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select string_to_array(t.plain, null) || array(select substr(t.plain, i, 2) from generate_series(1, length(t.plain) - 1) i) from private.fold_text(p_text) t (plain)
$$;
revoke execute on function private.letters_of from public;
grant execute on function private.letters_of to authenticated, service_role;

-- The condition of a search: what the kind's picker searches, or else its texts, or the number of a record. An index of trigrams finds no one
-- or two characters, which are a word in Japanese and Chinese: where no picker has an index of these, they are looked for in what records
-- are called, if that is more than a number.
create function private.condition_of_search(p_kind text, p_title text[], p_words text) returns text
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.condition_of_search from public;

-- Where a record `r` of a kind has its picture, as an expression: a picture is its own, then come its first column with one, and a part.
create function private.picture_of(p_kind text) returns text
language sql stable set search_path = ''
as $$
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
$$;
revoke execute on function private.picture_of from public;

-- What a list is sorted by: a column or, without one, what the records are called. Texts are compared by their beginning, which is
-- what an index has of them; those that a unique index begins with, whole.
create function private.sorting_of(p_kind text, p_sort text, p_title text[], out expression text, out type text, out may_be_null boolean)
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.sorting_of from public;

-- The conditions of a view of a list, for live records `r` and for drafts `d` that were never published, and the pattern of its search.
create function private.conditions_of_view(
  p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], out matches text, out counted text, out drafts_match text, out pattern text
)
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.conditions_of_view from public;

-- The ids of the live records of a view in their order, as a query with the pattern of the search and a limit: those without a value come
-- last. Each part reads an index in its order.
create function private.query_of_ids(p_kind text, p_matches text, p_sort text, p_title text[], p_down boolean, p_after jsonb) returns text
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.query_of_ids from public;

-- With the rights of the owner, as private.find_records.
create function private.page_of_records(
  p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[]
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_custom_plan
as $$
declare
  -- One more than is done at once.
  counted_at_most constant integer := 5001;
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
      'picture', (select jsonb_build_object('hash', i.hash, 'widths', i.widths) from public.images i where i.id = %2$s), 'after', jsonb_build_array((%3$s)::text, r.id), 'title', to_jsonb(r) #>> %4$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text and d.release_id is null),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %5$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%6$I r using (id)$q$, private.query_of_ids(p_kind, c.matches, p_sort, p_title, p_down, p_after),
    private.picture_of(p_kind), (private.sorting_of(p_kind, p_sort, p_title)).expression, p_title, p_kind, source)
  into live using c.pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, c.counted, counted_at_most)
  into counted using c.pattern;
  -- Drafts that were never published come first.
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
      'picture', (
        select jsonb_build_object('hash', i.hash, 'widths', i.widths) from public.images i
        where i.id = case when d.data ->> 'image' ~ '^[1-9][0-9]{0,14}$' then (d.data ->> 'image')::bigint end
      ),
      'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
    from public.record_drafts d
    where d.kind = %1$L and d.release_id is null and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $$;
revoke execute on function private.page_of_records from public;
grant execute on function private.page_of_records to authenticated;

create function public.list_records(
  p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer,
  p_ids text[] default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.page_of_records(p_kind, p_title, p_search, p_sort, p_down, coalesce(p_filters, '[]'), p_state, p_after, least(p_limit, 200), p_ids)
$$;
comment on function public.list_records is
  'A page of the live records of a kind behind the place p_after, one more than asked for where there are more, and all matching drafts that were never published. By columns; p_title: the path of what a record is called. For staff; others find nothing.';
grant execute on function public.list_records to authenticated, service_role;

-- With the rights of the owner, as private.find_records.
create function private.ids_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_custom_plan
as $$
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
       where d.kind = %3$L and d.release_id is null and d.base_version is null and %4$s and not exists (select from public.%1$I r where r.id = d.record_id::%5$s) limit $2)
      limit $2
    ) f$q$, private.table_of_kind(p_kind), c.matches, p_kind, c.drafts_match, private.type_of_id(p_kind))
  into ids using c.pattern, p_limit;
  return ids;
end $$;
revoke execute on function private.ids_of_view from public;
grant execute on function private.ids_of_view to authenticated;

create function public.find_record_ids(
  p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_limit integer, p_ids text[] default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.ids_of_view(p_kind, p_title, p_search, coalesce(p_filters, '[]'), p_state, p_ids, least(p_limit, 10000))
$$;
comment on function public.find_record_ids is
  'The ids of all records that a view of a list finds, drafts that were never published among them, in no order. For staff; others find nothing.';
grant execute on function public.find_record_ids to authenticated, service_role;

-- The pages that show a record, its own before the others. With the rights of the owner: the tags of outputs are not for staff to read.
create function private.record_pages(p_kind text, p_id bigint) returns table (
  site text, locale public.locale, path text, kind text, ref bigint, title text, is_own boolean
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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
end $$;
revoke execute on function private.record_pages from public;
grant execute on function private.record_pages to authenticated, service_role;

create function public.record_pages(p_kind text, p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') from private.record_pages(p_kind, p_id) p
$$;
comment on function public.record_pages is 'The live pages that show a record, at most 200, its own first. For staff; others get an empty answer.';
grant execute on function public.record_pages to authenticated, service_role;

-- Which rows name a record: by a foreign key, as a link does, in JSON at a path, modules of pages, shared ones, and those of saved sections. Places: of JSON in rows
-- (kind, table, column, path), and of module data (module, path), where a path has $id for the record.
create function private.record_uses(p_kind text, p_id text, p_places jsonb) returns table (
  kind text, id text, table_name text, column_name text, module text, path text, locale text
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
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
      cross join lateral private.flatten_modules(r.modules::jsonb) m
      join places p on p.module = m.type
      where o.kind = 'page' and o.path is not null
        and o.tags && (array[p_kind || ':' || p_id] || array(select p_kind || '/' || s.shape || ':' || p_id from private.shapes s where s.kind = p_kind))
        and jsonb_path_exists(m.data, p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    )
    select 'page', u.page_id::text, 'modules', null::text, u.module, u.path, string_agg(distinct u.locale::text, ',')
    from (select * from drafts union select * from live) u group by u.page_id, u.module, u.path order by u.page_id limit at_most;
    return query
    select 'shared_module', s.id::text, 'shared_modules', null::text, p.module, p.path, string_agg(distinct l.key, ',')
    from public.shared_modules s
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    group by s.id, p.module, p.path order by s.id limit at_most;
    return query
    select 'saved_section', s.id::text, 'saved_sections', null::text, p.module, p.path, string_agg(distinct l.key, ',')
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    group by s.id, p.module, p.path order by s.id limit at_most;
  end if;
end $$;
revoke execute on function private.record_uses from public;
grant execute on function private.record_uses to authenticated, service_role;

create function public.record_uses(p_kind text, p_id text, p_places jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.record_uses(p_kind, p_id, p_places) u
$$;
comment on function public.record_uses is
  'The records, pages and saved sections that name a record, each with the column or the module and the path in it. For staff; others get an empty answer.';
grant execute on function public.record_uses to authenticated, service_role;

-- Modules that cannot be shown once records and pages are not on the site any more, nor without a link that leads to one of them: of
-- drafts with where they are and what they hold, of live pages alone without, and shared ones. Leaving: kind, ids. Places: kind, module, and a
-- path with $ids for the records.
create function private.record_needs(p_leaving jsonb, p_places jsonb) returns table (
  kind text, id bigint, module text, path text, module_id bigint, locale text, data jsonb, named bigint[]
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  at_most constant integer := 1000;
  gone record;
  known jsonb;
  names text[];
  places jsonb;
begin
  if not private.is_staff() then
    return;
  end if;
  for gone in
    with leaving as (
      select x.kind, n.value::bigint as id from jsonb_to_recordset(p_leaving) x (kind text, ids jsonb) cross join lateral jsonb_array_elements_text(x.ids) n
    )
    select g.kind, array_agg(distinct g.id) as ids
    from (
      select * from leaving
      union all
      select 'link', l.id from leaving g join public.links l on (g.kind = 'page' and l.page_id = g.id) or (l.row_kind = g.kind and l.row_id = g.id)
    ) g group by g.kind order by g.kind
  loop
    places := (select jsonb_agg(p.value) from jsonb_array_elements(p_places) p where p.value ->> 'kind' = gone.kind);
    continue when places is null;
    known := jsonb_build_object('ids', to_jsonb(gone.ids));
    names := array(
      select t.prefix || n.id
      from unnest(gone.ids) n (id)
      cross join lateral (
        select gone.kind || ':' union all select gone.kind || '/' || s.shape || ':' from private.shapes s where s.kind = gone.kind
      ) t (prefix)
    );
    return query
    with needing as materialized (
      select x.module, x.path from jsonb_to_recordset(places) x (module text, path text)
    ), drafts as (
      select distinct on (m.page_id, m.id, p.path) m.page_id, p.module, p.path, m.id as module_id, l.locale::text as locale, l.data
      from needing p
      join public.modules m on m.type::text = p.module
      join public.module_locales l on l.module_id = m.id and jsonb_path_exists(l.data, p.path::jsonpath, known, true)
      order by m.page_id, m.id, p.path, l.locale
    ), live as (
      select distinct l.page_id, p.module, p.path
      from public.site_outputs o
      join public.published_page_locales l on l.page_id = o.ref and l.locale = o.locale
      join public.page_revision_locales r on r.revision_id = l.revision_id and r.locale = l.locale
      cross join lateral private.flatten_modules(r.modules::jsonb) m
      join needing p on p.module = m.type
      where o.kind = 'page' and o.path is not null and o.tags && names
        and jsonb_path_exists(m.data, p.path::jsonpath, known, true)
    )
    select 'page', coalesce(d.page_id, v.page_id) as page_id, coalesce(d.module, v.module), coalesce(d.path, v.path),
      d.module_id, d.locale, d.data, gone.ids
    from drafts d full join live v on v.page_id = d.page_id and v.module = d.module and v.path = d.path
    order by page_id, d.module_id limit at_most;
    return query
    select distinct on (s.id, p.path) 'shared_module', s.id, p.module, p.path, null::bigint, l.key, l.value -> 'data', gone.ids
    from public.shared_modules s
    join jsonb_to_recordset(places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, known, true)
    order by s.id, p.path, l.key limit at_most;
  end loop;
end $$;
revoke execute on function private.record_needs from public;
grant execute on function private.record_needs to authenticated, service_role;

create function public.record_needs(p_leaving jsonb, p_places jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(n)), '[]') from private.record_needs(p_leaving, p_places) n
$$;
comment on function public.record_needs is
  'The modules of pages, and shared modules, that cannot be shown once some records and pages are not on the site any more, each with those of a kind that it may name. For staff; others get an empty answer.';
grant execute on function public.record_needs to authenticated, service_role;

-- Records: kind, id, title and the places in which it can be named, for record_uses.
create function public.read_seen_records(p_kind text, p_ids text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by),
    'version', private.latest_version(p_kind, i.id)) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join public.record_drafts d on d.kind = p_kind and d.record_id = i.id and d.release_id is null
$$;
comment on function public.read_seen_records is
  'Of records when their drafts were saved and by whom, and the numbers of their latest versions: what delete_records is asked with.';
grant execute on function public.read_seen_records to authenticated, service_role;

-- Records: kind, id, title, the places in which others name it, and what the caller has seen of it: saved_at of its draft, null for none,
-- and its latest version, null where that is not known.
create function public.delete_records(p_actor uuid, p_records jsonb, p_keep_used boolean default false) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
  newer jsonb := '[]';
  kept jsonb := '[]';
  draft public.record_drafts;
begin
  perform private.act_as(p_actor);
  for asked in
    select * from jsonb_to_recordset(p_records) r (kind text, id text, places jsonb, saved_at timestamptz, version integer) order by r.kind, r.id
  loop
    perform private.lock_record(asked.kind, asked.id);
    select d.* into draft from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    if draft.saved_at is distinct from asked.saved_at or asked.version <> private.latest_version(asked.kind, asked.id) then
      newer := newer || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'saved', (
        select jsonb_build_object('at', n.at, 'by', private.person_name(n.by))
        from (
          select draft.saved_at as at, draft.saved_by as by where draft.id is not null
          union all
          select v.made_at, v.made_by from public.record_versions v where v.kind = asked.kind and v.record_id = asked.id
          order by at desc limit 1
        ) n
      ));
    end if;
    uses := uses || coalesce((
      select jsonb_agg(jsonb_build_object('of', jsonb_build_object('kind', asked.kind, 'id', asked.id)) || to_jsonb(u))
      from private.record_uses(asked.kind, asked.id, coalesce(asked.places, '[]')) u
      where not exists (select from jsonb_to_recordset(p_records) o (kind text, id text) where o.kind = u.kind and o.id = u.id)
    ), '[]');
    if private.record_rows(asked.kind, asked.id) is null and not exists (
      select from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null
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
  if newer <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'newer', 'records', newer);
  end if;
  select coalesce(jsonb_agg(distinct k.of), '[]') into kept
  from (
    select u.value -> 'of' as of from jsonb_array_elements(uses) u
    union all
    select n.value - 'saved' from jsonb_array_elements(newer) n
  ) k;
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
    for draft in delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null returning d.* loop
      perform private.keep_record_draft(draft, 'deleted');
    end loop;
  end loop;
  return jsonb_build_object('status', 'deleted', 'kept', kept);
end $$;
comment on function public.delete_records is
  'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them, or with p_keep_used deletes the others. Nor those that somebody has saved or published since the caller looked. Their drafts can be brought back, also those that were never published.';

-- The last drafts of records that were never published, of which nothing else is left.
create function private.lost_drafts(p_kind text)
returns table (record_id text, data jsonb, rows jsonb, file jsonb, discarded_at timestamptz, discarded_by uuid)
language sql stable set search_path = ''
as $$
  select distinct on (d.record_id) d.record_id, d.data, d.rows, d.file, d.discarded_at, d.discarded_by
  from public.discarded_drafts d
  where d.kind = p_kind and d.kind <> 'page' and d.discarded_at > now() - interval '30 days'
    and not exists (select from public.record_drafts o where o.kind = d.kind and o.record_id = d.record_id)
    and not exists (select from public.record_versions v where v.kind = d.kind and v.record_id = d.record_id)
  order by d.record_id, d.id desc
$$;
revoke execute on function private.lost_drafts from public;
grant execute on function private.lost_drafts to authenticated, service_role;

create function public.restore_record(p_actor uuid, p_kind text, p_id text) returns jsonb
language plpgsql set search_path = ''
as $$
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
end $$;
comment on function public.restore_record is 'Puts a deleted record back as it was; one that was never published as a draft.';

create function public.list_deleted_records(p_kind text, p_title text[] default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.record_id, 'title', t.title, 'deleted_at', t.deleted_at,
    'deleted_by', private.person_name(t.deleted_by)) order by t.deleted_at desc, t.record_id), '[]')
  from (
    select t.record_id, t.title, t.deleted_at, t.deleted_by from public.record_trash t where t.kind = p_kind and t.deleted_at > now() - interval '30 days'
    union all
    select d.record_id, coalesce(d.data #>> p_title, ''), d.discarded_at, d.discarded_by from private.lost_drafts(p_kind) d
    order by deleted_at desc limit 500
  ) t
$$;
comment on function public.list_deleted_records is
  'The records of a kind that can be restored, the last deleted first: those that were never published as well. p_title: where a draft has what people call it.';
grant execute on function public.list_deleted_records to authenticated, service_role;

-- Records: kind, id, and the path of what people call it.
create function public.record_titles(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked_at_most constant integer := 1000;
  asked record;
  found text[];
  answer text[] := array_fill(null::text, array[least(jsonb_array_length(p_records), asked_at_most)]);
begin
  -- A kind at a time: planning a statement takes longer than looking up a record.
  for asked in
    select r.kind, r.path, array_agg(r.id order by r.place) as ids, array_agg(r.place order by r.place) as places
    from (
      select x.*, row_number() over ()::integer as place from jsonb_to_recordset(p_records) x (kind text, id text, path text[]) limit asked_at_most
    ) r
    group by r.kind, r.path
  loop
    execute format('select array_agg(coalesce(
        (select to_jsonb(r) #>> $2 from public.%I r where r.id = a.id::%s),
        (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = a.id order by d.release_id nulls first limit 1)
      ) order by a.place)
      from unnest($1) with ordinality a (id, place)',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into found using asked.ids, asked.path, asked.kind;
    for i in 1 .. cardinality(found) loop
      answer[asked.places[i]] := found[i];
    end loop;
  end loop;
  return to_jsonb(answer);
end $$;
comment on function public.record_titles is 'What people call records, in the order in which they are asked for.';
grant execute on function public.record_titles to authenticated, service_role;

create function public.free_slugs(p_kind text, p_slugs text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  free jsonb;
begin
  execute format('select coalesce(jsonb_agg(s.slug order by s.place), ''[]'') from unnest($1) with ordinality s (slug, place)
    where not exists (select from public.%I r where r.slug = s.slug)
      and not exists (select from public.record_drafts d where d.kind = $2 and d.data ->> ''slug'' = s.slug)',
    private.table_of_kind(p_kind))
  into free using p_slugs, p_kind;
  return free;
end $$;
comment on function public.free_slugs is 'Those of the slugs that no record of a kind has, in a draft or live.';
grant execute on function public.free_slugs to authenticated, service_role;

-- What writing rows of records would put on the change queue, as the triggers of their tables would. Records: kind, id, and the rows, or
-- null where it would be deleted.
create function public.record_changes(p_records jsonb) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC'
as $$
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
      if t.proname in ('queue_site_change', 'queue_changed_sites') then
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
      if args[4]::boolean and (cardinality(olds) <> cardinality(news)
        or not exists (select from private.shapes s where s.kind = args[1] and s.shape = 'link')
        or exists (select from unnest(refs) r where args[1] || '/link:' || r = any (found_tags))
      ) then
        rows := rows || (select coalesce(jsonb_agg(jsonb_build_object('kind', args[1], 'ref', r)), '[]') from unnest(refs) r);
        found_tags := found_tags || array(select distinct 'sitemap:' || args[1] || ':' || r / 500 from unnest(refs) r);
      end if;
      tags := tags || found_tags;
    end loop;
  end loop;
  return jsonb_build_object('tags', to_jsonb(array(select distinct u from unnest(tags) u order by u)), 'rows', rows);
end $$;
comment on function public.record_changes is 'The tags and rows that publishing drafts of records, or deleting them, would put on the change queue.';

-- Indexes of lists that grow: of each column that they are sorted by, of what records are called and of when they were changed, so that a
-- page of any order is read where it begins; of languages without texts; and of what is searched, where no picker has it prepared.
create function private.index_list(p_kind text, p_title text[], p_columns text[]) returns void
language plpgsql set search_path = ''
as $$
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
    -- Hardly anything is without English.
    execute format('create index %I on public.%I (id) where %s = 0', source || '_list_without_en_idx', source, private.is_in_locale('en'));
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
end $$;
revoke execute on function private.index_list from public;

select private.index_list('image', '{filename}', '{filename,display,is_decorative}');
select private.index_list('vector', '{filename}', '{filename}');
select private.index_list('file', '{filename}', '{filename}');
select private.index_list('document', '{localized,en,title}', '{name,filename,content_date,document_type,language}');
select private.index_list('product', '{name}',
  '{name,display_name,slug,order_code,status,series_id,primary_category_id,product_class,position,sites,is_published,publish_from,publish_until}');
select private.index_list('inventory_item', '{id}', '{product_id,channel_partner_id,quantity,url}');
select private.index_list('tag', '{localized,en,name}', '{slug,sites}');
select private.index_list('article', '{localized,en,title}',
  '{slug,newsroom_category,newsroom_type,career_type,sites,is_published,publish_from,publish_until}');
select private.index_list('event', '{localized,en,title}',
  '{slug,category,sites,starts_at,ends_at,is_online,country,url,is_published,publish_from,publish_until}');
select private.index_list('post', '{localized,en,title}', '{slug,author_id,sites,is_published,publish_from,publish_until}');
select private.index_list('link', '{text}', '{text,link_type,target,url,page_id,document_id,anchor_id}');
select private.index_list('redirect', '{from_path}', '{site_id,from_path,to_path,page_id,locale,status}');
select private.index_list('stock_quote', '{symbol}', '{}');
