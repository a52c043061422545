-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.signs_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when octet_length(p_text) > length(p_text) then array(
    select distinct s.signs
    from generate_series(1, length(p_text)) i
    cross join lateral unnest(array[substr(p_text, i, 1), substr(p_text, i, 2)]) s (signs)
    where octet_length(s.signs) > length(s.signs)
  ) end
$function$
;
comment on function private.signs_of(text) is 'The characters of a text and its pairs of neighbours, as far as they are not ASCII; null where all is.';

CREATE OR REPLACE FUNCTION private.is_common(p_table text, p_signs text, p_words text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_indexonlyscan TO 'off'
AS $function$
declare
  few constant integer := 2000;
  many boolean;
begin
  execute format('select count(*) > %s from (select from public.%I r where %s @> array[%L] limit %s) f', few, p_table, p_signs, p_words, few + 1) into many;
  return many;
end $function$
;

CREATE OR REPLACE FUNCTION private.condition_of_words(p_kind text, p_row text, p_words text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source text := case when p_kind = 'page' then 'page_locales' else private.table_of_kind(p_kind) end;
begin
  if length(p_words) < 3 and octet_length(p_words) > length(p_words) and exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', source)::regclass and a.attname = 'search_text' and not a.attisdropped
  ) and not private.is_common(source, 'private.signs_of(r.search_text)', p_words) then
    return format('%I.search_text like $1 and private.signs_of(%I.search_text) @> array[%L]', p_row, p_row, p_words);
  end if;
  return format('%I.search_text like $1', p_row);
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
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
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
    when private.is_common(private.table_of_kind(p_kind), format('private.letters_of((%s)::text)', title), p_words) then format('lower(normalize((%s)::text, nfkc)) like $1', title)
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
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
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
    drafts_match := drafts_match || ' and lower(normalize(d.data::text, nfkc)) like $1';
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

CREATE OR REPLACE FUNCTION private.page_of_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text and d.launch_id is null),
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
    where d.kind = %1$L and d.launch_id is null and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION public.record_titles(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
        (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = a.id order by d.launch_id nulls first limit 1)
      ) order by a.place)
      from unnest($1) with ordinality a (id, place)',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into found using asked.ids, asked.path, asked.kind;
    for i in 1 .. cardinality(found) loop
      answer[asked.places[i]] := found[i];
    end loop;
  end loop;
  return to_jsonb(answer);
end $function$
;
comment on function public.record_titles(jsonb) is 'What people call records, in the order in which they are asked for.';

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
end $function$
;

CREATE INDEX images_search_signs_idx ON public.images USING gin (private.signs_of(search_text));

CREATE INDEX vectors_search_signs_idx ON public.vectors USING gin (private.signs_of(search_text));

CREATE INDEX files_search_signs_idx ON public.files USING gin (private.signs_of(search_text));

CREATE INDEX documents_search_signs_idx ON public.documents USING gin (private.signs_of(search_text));

CREATE INDEX page_locales_search_signs_idx ON public.page_locales USING gin (private.signs_of(search_text));

CREATE INDEX links_search_signs_idx ON public.links USING gin (private.signs_of(search_text));

CREATE INDEX products_search_signs_idx ON public.products USING gin (private.signs_of(search_text));

CREATE INDEX images_list_without_en_idx ON public.images USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX vectors_list_without_en_idx ON public.vectors USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX files_list_without_en_idx ON public.files USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX documents_list_without_en_idx ON public.documents USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX products_list_without_en_idx ON public.products USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX tags_list_without_en_idx ON public.tags USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX articles_list_without_en_idx ON public.articles USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX events_list_without_en_idx ON public.events USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

CREATE INDEX posts_list_without_en_idx ON public.posts USING btree (id) WHERE (((localized ? 'en'::text))::integer = 0);

revoke all on function private.signs_of(text) from public, anon, authenticated, service_role;
grant execute on function private.signs_of(text) to authenticated;
grant execute on function private.signs_of(text) to service_role;

revoke all on function private.is_common(text,text,text) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_words(text,text,text) from public, anon, authenticated, service_role;

-- What an index of an expression has is unknown to the planner until then.
analyze public.images, public.vectors, public.files, public.documents, public.page_locales, public.links, public.products;
