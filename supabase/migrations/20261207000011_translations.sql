-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.comparable_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(
    translate(private.normalize_text(p_text, 'nfkc'),
      e'\u201e\u201c\u201d\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2039\u203a\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u200b\u200c\u200d\u2060\ufeff',
      '""""""''''''''''''-------'),
    '\s+', ' ', 'g'))
$function$
;
comment on function private.comparable_text(text) is 'A text without what is typography alone: quotation marks, dashes, kinds of spaces, invisible characters.';

CREATE OR REPLACE FUNCTION private.text_hash(p_text text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select md5(private.comparable_text(p_text))::uuid
$function$
;

CREATE OR REPLACE FUNCTION private.lines_of_rich_text(p_node jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_node -> 'content') is distinct from 'array' then
    return null;
  end if;
  if p_node -> 'content' @> '[{"type": "text"}]' then
    return (
      select string_agg(coalesce(c.value ->> 'text', ' '), '' order by c.ordinality)
      from jsonb_array_elements(p_node -> 'content') with ordinality c
    );
  end if;
  return (
    select string_agg(private.lines_of_rich_text(c.value), e'\n' order by c.ordinality)
    from jsonb_array_elements(p_node -> 'content') with ordinality c
  );
end $function$
;
comment on function private.lines_of_rich_text(jsonb) is 'What a formatted text says without its formatting, each block on a line of its own.';

CREATE OR REPLACE FUNCTION private.find_texts(p_fields jsonb, p_data jsonb, p_path text DEFAULT ''::text)
 RETURNS TABLE(path text, body text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  field jsonb;
  value jsonb;
  place text;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    return;
  end if;
  for field in select f from jsonb_array_elements(p_fields) f loop
    continue when field ? 'when' and exists (
      select from jsonb_array_elements(field -> 'when') w where not coalesce(w -> 'equals' @> (p_data -> (w ->> 'field')), false)
    );
    value := p_data -> (field ->> 'name');
    place := p_path || (field ->> 'name');
    case field ->> 'is'
      when 'text' then
        if jsonb_typeof(value) = 'string' then
          return query select place, value #>> '{}';
        end if;
      when 'rich-text' then
        return query select place, private.lines_of_rich_text(value);
      when 'texts' then
        if jsonb_typeof(value) = 'array' then
          return query select place || '.' || t.ordinality - 1, t.value #>> '{}'
          from jsonb_array_elements(value) with ordinality t where jsonb_typeof(t.value) = 'string';
        end if;
      when 'group' then
        return query select * from private.find_texts(field -> 'fields', value, place || '.');
      when 'list' then
        if jsonb_typeof(value) = 'array' then
          -- By its own id, which stays when others come and go before it.
          return query select t.* from jsonb_array_elements(value) with ordinality i
          cross join lateral private.find_texts(field -> 'fields', i.value,
            place || '.' || coalesce(i.value ->> 'id', (i.ordinality - 1)::text) || '.') t;
        end if;
      else
        null;
    end case;
  end loop;
end $function$
;
comment on function private.find_texts(jsonb,jsonb,text) is 'The texts of data in one language, by the shape that private.text_shapes has for it.';

CREATE OR REPLACE FUNCTION private.find_texts_by_locale(p_value jsonb, p_path text)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_value) = 'array' then
    return query select t.* from jsonb_array_elements(p_value) with ordinality i
    cross join lateral private.find_texts_by_locale(i.value, p_path || '.' || coalesce(i.value ->> 'id', (i.ordinality - 1)::text)) t;
  elsif jsonb_typeof(p_value) = 'object' and jsonb_typeof(p_value -> 'en') = 'string' then
    return query select p_path, l.key, l.value #>> '{}' from jsonb_each(p_value) l where jsonb_typeof(l.value) = 'string';
  elsif jsonb_typeof(p_value) = 'object' then
    return query select t.* from jsonb_each(p_value) e
    cross join lateral private.find_texts_by_locale(e.value, p_path || '.' || e.key) t where e.key <> 'id';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.find_texts_of_form(p_content jsonb, p_path text)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_path || '.' || coalesce(f.value ->> 'id', (f.ordinality - 1)::text) || '.' || t.name, l.locale, t.body
  from jsonb_array_elements(case jsonb_typeof(p_content) when 'array' then p_content end) with ordinality f
  cross join lateral (
    select 'en' as locale, f.value - 'localized' || jsonb_build_object('optionLabels', (
      select jsonb_object_agg(o.value ->> 'optionValue', o.value -> 'optionLabel')
      from jsonb_array_elements(case jsonb_typeof(f.value -> 'options') when 'array' then f.value -> 'options' end) o
      where o.value ->> 'optionValue' is not null
    )) as texts
    union all
    select e.key, e.value from jsonb_each(case jsonb_typeof(f.value -> 'localized') when 'object' then f.value -> 'localized' end) e
  ) l
  cross join lateral (
    select n as name, l.texts ->> n as body from unnest('{label,placeholder,helpBlockText,buttonText}'::text[]) n
    union all
    select 'options.' || o.key, o.value #>> '{}'
    from jsonb_each(case jsonb_typeof(l.texts -> 'optionLabels') when 'object' then l.texts -> 'optionLabels' end) o
  ) t
$function$
;

CREATE OR REPLACE FUNCTION private.find_texts_of_record(p_kind text, p_rows jsonb)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.path, t.locale, t.body
  from private.text_shapes s
  join private.kinds k on k.kind = s.owner
  cross join lateral jsonb_array_elements(s.fields) f
  cross join lateral (select p_rows -> k.table_name -> 0 as own) r
  cross join lateral (
    select x.path, l.key as locale, x.body
    from jsonb_each(case when f ->> 'is' = 'localized' and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    cross join lateral private.find_texts(f -> 'fields', l.value) x
    union all
    -- The data of a shared module is that of its type.
    select x.path, l.key, x.body
    from jsonb_each(case when f ->> 'is' = 'localized' and f -> 'fields' @> '[{"is": "module"}]' and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    join private.text_shapes m on m.owner = r.own ->> 'type'
    cross join lateral private.find_texts(m.fields, l.value -> 'data', 'data.') x
    union all
    select x.* from private.find_texts_by_locale(r.own -> (f ->> 'name'), f ->> 'name') x where f ->> 'is' = 'by-locale'
    union all
    select x.* from private.find_texts_of_form(r.own -> (f ->> 'name'), f ->> 'name') x where f ->> 'is' = 'form-fields'
  ) t
  where s.owner = p_kind
  union all
  -- Rows of its parts that have languages, by what tells them apart.
  select concat_ws('.', c.name, (select string_agg(p.value ->> key, '.' order by key) from unnest(c.keys) key where key <> c.owner_key), t.key), l.key, t.value #>> '{}'
  from private.kinds k
  join private.content_tables c on c.owner_name = k.table_name and c.keys is not null
  cross join lateral jsonb_array_elements(case jsonb_typeof(p_rows -> c.name) when 'array' then p_rows -> c.name end) p
  cross join lateral jsonb_each(case jsonb_typeof(p.value -> 'localized') when 'object' then p.value -> 'localized' end) l
  cross join lateral jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value end) t
  where k.kind = p_kind and jsonb_typeof(t.value) = 'string'
$function$
;
comment on function private.find_texts_of_record(text,jsonb) is 'The texts of a record in each language, by their place.';

CREATE OR REPLACE FUNCTION private.rows_to_translate(p_kind text, p_ids text[])
 RETURNS TABLE(id text, rows jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.record_id, d.rows from public.record_drafts d
  where d.kind = p_kind and d.record_id = any (p_ids) and d.release_id is null and d.rows is not null
  union all
  select r.id, r.rows from private.rows_of_records(p_kind, array(
    select i from unnest(p_ids) i where not exists (
      select from public.record_drafts d where d.kind = p_kind and d.record_id = i and d.release_id is null and d.rows is not null
    )
  )) r
$function$
;

CREATE OR REPLACE FUNCTION private.read_texts(p_changed jsonb)
 RETURNS TABLE(part text, path text, locale public.locale, kind text, ref text, body text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.part, t.path, t.locale::public.locale, t.kind, t.ref, t.body
  from (
    select 'module:' || m.id as part, x.path, l.locale::text, 'page' as kind, m.page_id::text as ref, x.body
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
    join public.modules m on c.is_module and m.id = c.ref::bigint
    join private.text_shapes s on s.owner = m.type::text
    join public.module_locales l on l.module_id = m.id
    cross join lateral private.find_texts(s.fields, l.data) x
    union all
    select 'page:' || l.page_id, x.path, l.locale::text, 'page', l.page_id::text, x.body
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
    join public.page_locales l on not c.is_module and c.kind = 'page' and l.page_id = c.ref::bigint
    cross join lateral (values ('title', l.title), ('nav_title', l.nav_title), ('description', l.description)) x (path, body)
    union all
    select c.kind || ':' || r.id, x.path, x.locale, c.kind, r.id, x.body
    from (
      select o.kind, array_agg(distinct o.ref) as refs from jsonb_to_recordset(p_changed) o (kind text, ref text, is_module boolean)
      where o.kind <> 'page' group by o.kind
    ) c
    cross join lateral private.rows_to_translate(c.kind, c.refs) r
    cross join lateral private.find_texts_of_record(c.kind, r.rows) x
  ) t
  where t.body ~ '[A-Za-z\u00c0-\u1fff\u2c00-\U0010ffff]' and t.locale = any (enum_range(null::public.locale)::text[])
$function$
;

CREATE OR REPLACE FUNCTION private.state_of_pair(p_locale public.locale, p_source uuid, p_target uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.state from public.translations t
  where t.locale = p_locale and t.target_hash = p_target and t.source_hash = p_source
  order by t.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.follow_texts(p_changed jsonb, p_by uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with parts as materialized (
    select distinct case when c.is_module then 'module:' || c.ref else c.kind || ':' || c.ref end as part
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
  ), fresh as materialized (
    select t.part, t.path, t.locale, t.kind, t.ref, t.body, private.text_hash(t.body) as hash from private.read_texts(p_changed) t
  ), known as materialized (
    select f.part, f.path, f.locale, f.hash, f.is_current, f.kind, f.ref from private.text_fields f where f.part in (select p.part from parts p)
  ), pairs as (
    select f.locale, s.hash as source_hash, f.hash as target_hash,
      -- The field has never said it.
      bool_or(not exists (
        select from known k where (k.part, k.path, k.locale, k.hash) = (f.part, f.path, f.locale, f.hash)
      )) as is_new,
      -- It was written beside a source that was there before: not copied with it.
      bool_or(exists (
        select from known k where k.is_current and (k.part, k.path, k.locale, k.hash) = (s.part, s.path, s.locale, s.hash)
      )) as is_beside
    from fresh f
    join fresh s on s.locale = 'en' and (s.part, s.path) = (f.part, f.path)
    where f.locale <> 'en' and f.hash <> s.hash
    group by f.locale, s.hash, f.hash
  ), said as (
    insert into public.translations (locale, source_hash, target_hash, state, made_by)
    select p.locale, p.source_hash, p.target_hash, case when p.is_new then 'translated' else 'stale' end, p_by
    from pairs p
    cross join lateral (select private.state_of_pair(p.locale, p.source_hash, p.target_hash) as state) l
    where l.state is null or (l.state = 'stale' and p.is_new and p.is_beside)
    returning locale, source_hash, target_hash
  ), uncounted as (
    insert into private.uncounted_texts (kind, ref)
    select f.kind, f.ref from fresh f
    union
    select k.kind, k.ref from known k
    union
    -- Others that say the same.
    select t.kind, t.ref from said p
    join private.text_fields t on t.hash = p.target_hash and t.locale = p.locale and t.is_current
  ), bodies as (
    insert into private.texts (hash, body, words)
    select distinct on (f.hash) f.hash, f.body, cardinality(regexp_split_to_array(btrim(f.body), '\s+'))
    from fresh f
    where not exists (select from private.texts t where t.hash = f.hash)
  ), left_behind as (
    update private.text_fields t set is_current = false
    from known k
    where k.is_current and (t.part, t.path, t.locale, t.hash) = (k.part, k.path, k.locale, k.hash)
      and not exists (select from fresh f where (f.part, f.path, f.locale, f.hash) = (k.part, k.path, k.locale, k.hash))
    returning 1
  )
  insert into private.text_fields as t (part, path, locale, hash, kind, ref)
  select f.part, f.path, f.locale, f.hash, f.kind, f.ref from fresh f, (select count(*) from left_behind) after_them
  where not exists (
    select from known k where k.is_current and (k.part, k.path, k.locale, k.hash, k.kind, k.ref) = (f.part, f.path, f.locale, f.hash, f.kind, f.ref)
  )
  on conflict (part, path, locale, hash) do update set is_current = true, kind = excluded.kind, ref = excluded.ref
$function$
;

CREATE OR REPLACE FUNCTION private.follow_changed_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
begin
  with mine as (
    delete from private.changed_texts c where c.transaction = pg_current_xact_id() returning c.kind, c.ref, c.is_module
  )
  select jsonb_agg(distinct jsonb_build_object('kind', m.kind, 'ref', m.ref, 'is_module', m.is_module)) into changed from mine m;
  -- The first of a transaction follows all of it.
  if changed is not null then
    perform private.follow_texts(changed, private.actor());
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_changed_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text;
begin
  changed := concat_ws(' union ', case when tg_op <> 'INSERT' then 'select * from old_rows' end, case when tg_op <> 'DELETE' then 'select * from new_rows' end);
  execute format('insert into private.changed_texts (kind, ref, is_module)
    select distinct %1$s, r.%2$I::text, %3$L::boolean from (%4$s) r where r.%2$I is not null%5$s',
    case when tg_argv[0] = '' then 'r.kind' else quote_literal(tg_argv[0]) end, tg_argv[1], tg_argv[2], changed,
    case when tg_argv[0] = '' then ' and r.release_id is null' else '' end);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.watch_texts(p_table text, p_kind text, p_id_column text, p_is_module boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  op record;
begin
  for op in select * from (values ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows'), ('delete', 'old table as old_rows')) o (name, seen) loop
    execute format('create trigger %1$s_texts_%2$s after %2$s on public.%1$I referencing %3$s for each statement execute function private.note_changed_texts(%4$L, %5$L, %6$L)',
      p_table, op.name, op.seen, p_kind, p_id_column, p_is_module);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.states_of_texts(p_kind text, p_refs text[])
 RETURNS TABLE(ref text, part text, path text, locale public.locale, state text, source_hash uuid, target_hash uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.ref, s.part, s.path, l.locale,
    case
      when t.hash is null then 'absent'
      when t.hash = s.hash then coalesce(nullif(p.state, 'stale'), 'partly')
      else coalesce(p.state, 'stale')
    end,
    s.hash, t.hash
  from private.text_fields s
  cross join (select l from unnest(enum_range(null::public.locale)) l where l <> 'en') l (locale)
  left join private.text_fields t on t.is_current and (t.part, t.path) = (s.part, s.path) and t.locale = l.locale
  left join lateral (
    select m.state from public.translations m
    where m.locale = l.locale and m.target_hash = t.hash and m.source_hash = s.hash
    order by m.id desc limit 1
  ) p on true
  where s.kind = p_kind and s.ref = any (p_refs) and s.is_current and s.locale = 'en'
$function$
;
comment on function private.states_of_texts(text,text[]) is 'The state of each text in each language: translated, checked, stale (its source says something else since), partly (it says what its source says), kept (and is meant to), absent.';

CREATE OR REPLACE FUNCTION private.sites_of(p_kind text, p_refs text[])
 RETURNS TABLE(ref text, sites text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id::text, array[p.site_id] from public.pages p where p_kind = 'page' and p.id = any (case when p_kind = 'page' then p_refs::bigint[] end)
  union all
  select r.id, array(select s.value #>> '{}' from jsonb_array_elements(t.own -> 'sites') s)
  from private.kinds k
  cross join lateral private.rows_to_translate(p_kind, p_refs) r
  cross join lateral (select r.rows -> k.table_name -> 0 as own) t
  where p_kind <> 'page' and k.kind = p_kind and jsonb_typeof(t.own -> 'sites') = 'array'
  union all
  -- Sites, and what belongs to one.
  select r.id, array[coalesce(t.own ->> 'site_id', case when p_kind = 'site' then r.id end)]
  from private.kinds k
  cross join lateral private.rows_to_translate(p_kind, p_refs) r
  cross join lateral (select r.rows -> k.table_name -> 0 as own) t
  where p_kind <> 'page' and k.kind = p_kind and jsonb_typeof(t.own -> 'sites') is distinct from 'array' and (p_kind = 'site' or t.own ? 'site_id')
$function$
;

CREATE OR REPLACE FUNCTION public.count_translations()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
  of_kind record;
begin
  -- One counts at a time; what comes in meanwhile is counted by the next one.
  perform pg_advisory_xact_lock(hashtextextended('translation counts', 0));
  with gone as (delete from private.uncounted_texts where true returning kind, ref)
  select jsonb_agg(distinct jsonb_build_object('kind', g.kind, 'ref', g.ref)) into changed from gone g;
  for of_kind in
    select c.kind, array_agg(c.ref) as refs from jsonb_to_recordset(coalesce(changed, '[]')) c (kind text, ref text) group by c.kind
  loop
    delete from private.translation_counts t where t.kind = of_kind.kind and t.ref = any (of_kind.refs);
    insert into private.translation_counts (kind, ref, locale, texts, words, translated, checked, stale, partly, absent, words_to_do, sites)
    select of_kind.kind, s.ref, s.locale, count(*), sum(w.words),
      count(*) filter (where s.state = 'translated'), count(*) filter (where s.state in ('checked', 'kept')), count(*) filter (where s.state = 'stale'),
      count(*) filter (where s.state = 'partly'), count(*) filter (where s.state = 'absent'),
      coalesce(sum(w.words) filter (where s.state in ('stale', 'absent')), 0), min(o.sites)
    from private.states_of_texts(of_kind.kind, of_kind.refs) s
    cross join lateral (select t.words from private.texts t where t.hash = s.source_hash limit 1) w
    left join private.sites_of(of_kind.kind, of_kind.refs) o on o.ref = s.ref
    group by s.ref, s.locale;
  end loop;
end $function$
;
comment on function public.count_translations() is 'Brings private.translation_counts up to date with all that has been committed.';

CREATE OR REPLACE FUNCTION public.judge_translation(p_actor uuid, p_locale public.locale, p_source uuid, p_target uuid, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_state not in ('translated', 'checked', 'kept', 'stale') or (p_state = 'kept') <> (p_source = p_target) then
    return 'invalid';
  end if;
  if not exists (
    select from private.text_fields t
    join private.text_fields s on s.is_current and s.locale = 'en' and (s.part, s.path) = (t.part, t.path) and s.hash = p_source
    where t.is_current and t.locale = p_locale and t.hash = p_target
  ) then
    return 'not-found';
  end if;
  insert into public.translations (locale, source_hash, target_hash, state, made_by) values (p_locale, p_source, p_target, p_state, private.actor());
  insert into private.uncounted_texts (kind, ref)
  select distinct t.kind, t.ref from private.text_fields t where t.hash = p_target and t.locale = p_locale and t.is_current;
  return 'saved';
end $function$
;
comment on function public.judge_translation(uuid,public.locale,uuid,uuid,text) is 'What somebody says of a text beside its source, as they stand somewhere now: checked, kept (meant to say the same), translated again, or stale. not-found: one of them has changed meanwhile.';

CREATE OR REPLACE FUNCTION public.list_translations(p_site text, p_locales public.locale[], p_titles jsonb, p_kind text DEFAULT NULL::text, p_state text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with counts as materialized (
      select c.* from private.translation_counts c
      where c.locale = any (p_locales) and (c.sites is null or p_site = any (c.sites)) and (p_kind is null or c.kind = p_kind)
    ), items as (
      select c.kind, c.ref, sum(c.words_to_do) as words_to_do,
        jsonb_object_agg(c.locale, jsonb_build_object('texts', c.texts, 'stale', c.stale, 'absent', c.absent, 'partly', c.partly, 'checked', c.checked, 'words', c.words_to_do)) as locales
      from counts c
      group by c.kind, c.ref
      having case p_state when 'stale' then sum(c.stale) when 'absent' then sum(c.absent) when 'partly' then sum(c.partly) when 'to-do' then sum(c.stale + c.absent) else 1 end > 0
    ), shown as materialized (
      select * from items i order by i.words_to_do desc, i.kind, length(i.ref), i.ref limit least(p_limit, 200) offset p_offset
    ), titles as (
      select 'page' as kind, s.ref, (select l.title from public.page_locales l where l.page_id = s.ref::bigint order by l.locale limit 1) as title
      from shown s where s.kind = 'page'
      union all
      select g.kind, r.id, (r.rows -> k.table_name -> 0) #>> array(select jsonb_array_elements_text(p_titles -> g.kind))
      from (select s.kind, array_agg(s.ref) as refs from shown s where s.kind <> 'page' group by s.kind) g
      join private.kinds k on k.kind = g.kind
      cross join lateral private.rows_to_translate(g.kind, g.refs) r
    )
    select jsonb_build_object(
      'total', (select count(*) from items),
      'locales', (
        select jsonb_object_agg(t.locale, t.sums) from (
          select c.locale, jsonb_build_object('texts', sum(c.texts), 'stale', sum(c.stale), 'absent', sum(c.absent), 'partly', sum(c.partly), 'checked', sum(c.checked), 'words', sum(c.words_to_do)) as sums
          from counts c group by c.locale
        ) t
      ),
      'kinds', (
        select coalesce(jsonb_agg(distinct c.kind), '[]') from private.translation_counts c where c.sites is null or p_site = any (c.sites)
      ),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', s.ref, 'locales', s.locales, 'words', s.words_to_do, 'title', t.title) order by s.words_to_do desc, s.kind, length(s.ref), s.ref), '[]')
        from shown s left join titles t using (kind, ref)
      ))
  );
end $function$
;
comment on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) is 'How far the pages and records of a site are in each language, those with most to do first. p_titles: where each kind has its title.';

CREATE OR REPLACE FUNCTION public.read_translation(p_kind text, p_ref text, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select jsonb_agg(jsonb_build_object('kind', c.kind, 'ref', c.ref, 'is_module', c.is_module)) as parts
    from (
      select p_kind as kind, p_ref as ref, false as is_module
      union all
      select 'page', m.id::text, true from public.modules m where p_kind = 'page' and m.page_id = p_ref::bigint
    ) c
  ), places as (
    -- In the order of the page: of each module those above it come before.
    with recursive below as (
      select m.id, m.type, array[m.position, m.id] as place from public.modules m where p_kind = 'page' and m.page_id = (case when p_kind = 'page' then p_ref::bigint end) and m.parent_id is null
      union all
      select m.id, m.type, b.place || m.position::bigint || m.id from below b join public.modules m on m.parent_id = b.id
    )
    select 'module:' || b.id as part, b.type::text as type, row_number() over (order by b.place) as place from below b
  ), texts as materialized (
    select t.*, row_number() over () as number from asked a, private.read_texts(a.parts) t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'part', s.part, 'type', p.type, 'path', s.path, 'state', f.state, 'source', s.body, 'target', t.body, 'source_hash', f.source_hash, 'target_hash', f.target_hash,
    -- What the source said when the text was made.
    'source_before', case when f.state = 'stale' then (
      select x.body from public.translations m join private.texts x on x.hash = m.source_hash
      where m.locale = p_locale and m.target_hash = f.target_hash and m.state <> 'stale' order by m.id desc limit 1
    ) end) order by p.place nulls first, s.number), '[]')
  from texts s
  join private.states_of_texts(p_kind, array[p_ref]) f on (f.part, f.path) = (s.part, s.path) and f.locale = p_locale
  left join texts t on (t.part, t.path) = (s.part, s.path) and t.locale = p_locale
  left join places p on p.part = s.part
  where s.locale = 'en'
$function$
;
comment on function public.read_translation(text,text,public.locale) is 'The texts of a page or record beside their English ones, in their order, each with its state.';

create table private.text_shapes (
  -- A module type, or a kind.
  owner text primary key,
  -- As src/schema/text-shape.ts makes it of the schemas.
  fields jsonb not null check (jsonb_typeof(fields) = 'array')
);
comment on table private.text_shapes is 'Where the data of a module, or the columns of a record, have texts that are translated.';

create table private.text_fields (
  -- The page, module or record whose field it is: 'page:7', 'module:12', 'product:3'.
  part text not null,
  path text not null,
  locale public.locale not null,
  -- private.text_hash() of what it says.
  hash uuid not null,
  -- The page or record that shows it.
  kind text not null,
  ref text not null,
  is_current boolean not null default true,
  primary key (part, path, locale, hash)
);
comment on table private.text_fields is 'What the texts of pages and records say in each language, now and before.';

create table private.texts (
  id bigint generated always as identity primary key,
  hash uuid not null,
  body text not null,
  words integer not null
);
comment on table private.texts is 'What a text says, by its hash.';

create table public.translations (
  id bigint generated always as identity primary key,
  locale public.locale not null check (locale <> 'en'),
  source_hash uuid not null,
  target_hash uuid not null,
  -- stale: they have met, and the text was made from another one. kept: it is meant to say the same as its source.
  state text not null check (state in ('translated', 'checked', 'stale', 'kept')),
  made_by uuid,
  made_at timestamptz not null default clock_timestamp()
);
alter table public.translations enable row level security;
comment on table public.translations is 'Which text was made from which English one: of the rows with the same two the last one counts. Rows are added only, so nobody waits for anybody.';

create table private.translation_counts (
  kind text not null,
  ref text not null,
  locale public.locale not null,
  texts integer not null,
  words integer not null,
  translated integer not null,
  checked integer not null,
  stale integer not null,
  partly integer not null,
  absent integer not null,
  -- Words of the texts that are stale or absent.
  words_to_do integer not null,
  -- The sites that show it; null for all.
  sites text[],
  primary key (kind, ref, locale)
);
comment on table private.translation_counts is 'How many texts of a page or record are in which state, by language.';

create table private.uncounted_texts (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null
);
comment on table private.uncounted_texts is 'Pages and records whose texts have changed since they were counted. Rows are added only, so nobody waits for anybody.';

create table private.changed_texts (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- A module by its own number, so that one save reads one module.
  ref text not null,
  is_module boolean not null
);
comment on table private.changed_texts is 'The pages, modules and records whose texts the transactions that run have changed.';

CREATE INDEX text_fields_owner_idx ON private.text_fields USING btree (kind, ref) WHERE is_current;

CREATE INDEX text_fields_hash_idx ON private.text_fields USING btree (hash, locale) WHERE is_current;

CREATE UNIQUE INDEX text_fields_current_idx ON private.text_fields USING btree (part, path, locale) WHERE is_current;

CREATE INDEX texts_hash_idx ON private.texts USING btree (hash);

CREATE INDEX translations_pair_idx ON public.translations USING btree (locale, target_hash, source_hash, id);

CREATE INDEX changed_texts_transaction_idx ON private.changed_texts USING btree (transaction);

CREATE TRIGGER translations_immutable BEFORE UPDATE ON public.translations FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE CONSTRAINT TRIGGER changed_texts_follow AFTER INSERT ON private.changed_texts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.follow_changed_texts();

CREATE TRIGGER module_locales_texts_insert AFTER INSERT ON public.module_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER module_locales_texts_update AFTER UPDATE ON public.module_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER module_locales_texts_delete AFTER DELETE ON public.module_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER page_locales_texts_insert AFTER INSERT ON public.page_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER page_locales_texts_update AFTER UPDATE ON public.page_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER page_locales_texts_delete AFTER DELETE ON public.page_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER record_drafts_texts_insert AFTER INSERT ON public.record_drafts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER record_drafts_texts_update AFTER UPDATE ON public.record_drafts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER record_drafts_texts_delete AFTER DELETE ON public.record_drafts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER sites_texts_insert AFTER INSERT ON public.sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER sites_texts_update AFTER UPDATE ON public.sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER sites_texts_delete AFTER DELETE ON public.sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER images_texts_insert AFTER INSERT ON public.images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER images_texts_update AFTER UPDATE ON public.images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER images_texts_delete AFTER DELETE ON public.images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER vectors_texts_insert AFTER INSERT ON public.vectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER vectors_texts_update AFTER UPDATE ON public.vectors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER vectors_texts_delete AFTER DELETE ON public.vectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER files_texts_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER files_texts_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER files_texts_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER documents_texts_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER documents_texts_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER documents_texts_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER videos_texts_insert AFTER INSERT ON public.videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER videos_texts_update AFTER UPDATE ON public.videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER videos_texts_delete AFTER DELETE ON public.videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER webinars_texts_insert AFTER INSERT ON public.webinars REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER webinars_texts_update AFTER UPDATE ON public.webinars REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER webinars_texts_delete AFTER DELETE ON public.webinars REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER properties_texts_insert AFTER INSERT ON public.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER properties_texts_update AFTER UPDATE ON public.properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER properties_texts_delete AFTER DELETE ON public.properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER categories_texts_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER categories_texts_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER categories_texts_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER applications_texts_insert AFTER INSERT ON public.applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER applications_texts_update AFTER UPDATE ON public.applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER applications_texts_delete AFTER DELETE ON public.applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER series_texts_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER series_texts_update AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER series_texts_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER products_texts_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER products_texts_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER products_texts_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER product_property_values_texts_insert AFTER INSERT ON public.product_property_values REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER product_property_values_texts_update AFTER UPDATE ON public.product_property_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER product_property_values_texts_delete AFTER DELETE ON public.product_property_values REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER channel_partners_texts_insert AFTER INSERT ON public.channel_partners REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER channel_partners_texts_update AFTER UPDATE ON public.channel_partners REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER channel_partners_texts_delete AFTER DELETE ON public.channel_partners REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER representatives_texts_insert AFTER INSERT ON public.representatives REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER representatives_texts_update AFTER UPDATE ON public.representatives REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER representatives_texts_delete AFTER DELETE ON public.representatives REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER faqs_texts_insert AFTER INSERT ON public.faqs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER faqs_texts_update AFTER UPDATE ON public.faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER faqs_texts_delete AFTER DELETE ON public.faqs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER tags_texts_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER tags_texts_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER tags_texts_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER authors_texts_insert AFTER INSERT ON public.authors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER authors_texts_update AFTER UPDATE ON public.authors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER authors_texts_delete AFTER DELETE ON public.authors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER articles_texts_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER articles_texts_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER articles_texts_delete AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER events_texts_insert AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER events_texts_update AFTER UPDATE ON public.events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER events_texts_delete AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER posts_texts_insert AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER posts_texts_update AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER posts_texts_delete AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER locations_texts_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER locations_texts_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER locations_texts_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER cvs_texts_insert AFTER INSERT ON public.cvs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER cvs_texts_update AFTER UPDATE ON public.cvs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER cvs_texts_delete AFTER DELETE ON public.cvs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER story_groups_texts_insert AFTER INSERT ON public.story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_groups_texts_update AFTER UPDATE ON public.story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_groups_texts_delete AFTER DELETE ON public.story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_categories_texts_insert AFTER INSERT ON public.story_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER story_categories_texts_update AFTER UPDATE ON public.story_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER story_categories_texts_delete AFTER DELETE ON public.story_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER employee_stories_texts_insert AFTER INSERT ON public.employee_stories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER employee_stories_texts_update AFTER UPDATE ON public.employee_stories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER employee_stories_texts_delete AFTER DELETE ON public.employee_stories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER jobs_texts_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER jobs_texts_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER jobs_texts_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER forms_texts_insert AFTER INSERT ON public.forms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER forms_texts_update AFTER UPDATE ON public.forms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER forms_texts_delete AFTER DELETE ON public.forms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER menus_texts_insert AFTER INSERT ON public.menus REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER menus_texts_update AFTER UPDATE ON public.menus REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER menus_texts_delete AFTER DELETE ON public.menus REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER investor_publications_texts_insert AFTER INSERT ON public.investor_publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER investor_publications_texts_update AFTER UPDATE ON public.investor_publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER investor_publications_texts_delete AFTER DELETE ON public.investor_publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER shared_modules_texts_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

CREATE TRIGGER shared_modules_texts_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

CREATE TRIGGER shared_modules_texts_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

create policy translations_read on public.translations for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table private.text_shapes from public, anon, authenticated, service_role;
grant select on table private.text_shapes to authenticated;
grant select on table private.text_shapes to service_role;

revoke all on table private.text_fields from public, anon, authenticated, service_role;
grant select on table private.text_fields to service_role;

revoke all on sequence private.texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.texts from public, anon, authenticated, service_role;
grant select on table private.texts to service_role;

revoke all on sequence public.translations_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.translations_id_seq to service_role;

revoke all on table public.translations from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.translations to service_role;
grant select on table public.translations to authenticated;

revoke all on table private.translation_counts from public, anon, authenticated, service_role;
grant delete, insert, select on table private.translation_counts to service_role;

revoke all on sequence private.uncounted_texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.uncounted_texts from public, anon, authenticated, service_role;
grant delete, insert, select on table private.uncounted_texts to service_role;

revoke all on sequence private.changed_texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.changed_texts from public, anon, authenticated, service_role;

revoke all on function private.comparable_text(text) from public, anon, authenticated, service_role;
grant execute on function private.comparable_text(text) to authenticated;
grant execute on function private.comparable_text(text) to service_role;

revoke all on function private.text_hash(text) from public, anon, authenticated, service_role;
grant execute on function private.text_hash(text) to authenticated;
grant execute on function private.text_hash(text) to service_role;

revoke all on function private.lines_of_rich_text(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.lines_of_rich_text(jsonb) to service_role;

revoke all on function private.find_texts(jsonb,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts(jsonb,jsonb,text) to service_role;

revoke all on function private.find_texts_by_locale(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_by_locale(jsonb,text) to service_role;

revoke all on function private.find_texts_of_form(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_of_form(jsonb,text) to service_role;

revoke all on function private.find_texts_of_record(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_of_record(text,jsonb) to service_role;

revoke all on function private.rows_to_translate(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.rows_to_translate(text,text[]) to service_role;

revoke all on function private.read_texts(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.read_texts(jsonb) to service_role;

revoke all on function private.state_of_pair(public.locale,uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.state_of_pair(public.locale,uuid,uuid) to authenticated;
grant execute on function private.state_of_pair(public.locale,uuid,uuid) to service_role;

revoke all on function private.follow_texts(jsonb,uuid) from public, anon, authenticated, service_role;

revoke all on function private.follow_changed_texts() from public, anon, authenticated, service_role;

revoke all on function private.note_changed_texts() from public, anon, authenticated, service_role;

revoke all on function private.watch_texts(text,text,text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.states_of_texts(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.states_of_texts(text,text[]) to authenticated;
grant execute on function private.states_of_texts(text,text[]) to service_role;

revoke all on function private.sites_of(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.sites_of(text,text[]) to service_role;

revoke all on function public.count_translations() from public, anon, authenticated, service_role;
grant execute on function public.count_translations() to service_role;

revoke all on function public.judge_translation(uuid,public.locale,uuid,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.judge_translation(uuid,public.locale,uuid,uuid,text) to service_role;

revoke all on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) to service_role;

revoke all on function public.read_translation(text,text,public.locale) from public, anon, authenticated, service_role;
grant execute on function public.read_translation(text,text,public.locale) to service_role;

insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "ACCORDION", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "items", "fields": [{"is": "text", "name": "title"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "APPLICATION_HEADER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "BENEFITS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "iconBlocks", "when": [{"field": "display", "equals": ["icon"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}]}, {"is": "list", "name": "imageBlocks", "when": [{"field": "display", "equals": ["image"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CARD_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "COMPANY_LOCATION", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "tag"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CONTACT_LOCATIONS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CONVERSION_DRIVEN", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "list", "name": "points", "fields": [{"is": "text", "name": "name"}]}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CORRESPONDING", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CTA", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "name"}, {"is": "text", "name": "position"}, {"is": "text", "name": "phone"}, {"is": "text", "name": "email"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CTA_BLOCK", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "rich-text", "name": "body"}, {"is": "list", "name": "additionalButtons", "fields": [{"is": "text", "name": "label"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CUSTOM_FORMS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CV", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "DOCUMENT_CATEGORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EMPLOYEE_STORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EQS_INVESTORS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EQS_STOCK_CHART", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "symbol"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EVALUATION_CATEGORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "categories", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EVENTS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "FULL_WIDTH_SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "slides", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "HERO", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "HIGHLIGHTS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "highlights", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "subtitle"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "IMAGE_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "images", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "caption"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "INTERRUPTER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "JOB_OPENINGS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "field"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "KEY_FIGURES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "figures", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "subtitle"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LATEST_EMPLOYEE_STORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LINK_HERO", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}, {"is": "text", "name": "linkSummary"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LINK_LIST", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "MANUAL_TABS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "tabs", "fields": [{"is": "text", "name": "title"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "MEDIA_TEASER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "teasers", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "NEWS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "OFFICE_MAP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PARTNERS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_DETAILS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_TABLE", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "QUOTE", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "quotes", "fields": [{"is": "text", "name": "quote"}, {"is": "text", "name": "name"}, {"is": "text", "name": "position"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SECONDARY_HEADER", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "slides", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SOFTWARE_DOWNLOADS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "files", "fields": [{"is": "text", "name": "filename"}]}, {"is": "list", "name": "documents", "fields": [{"is": "text", "name": "filename"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TAB", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "tabs", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TEXT_BLOCK", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "rich-text", "name": "body"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TEXT_HEADER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "VIDEO_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "videos", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "WAY_TO_START", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "WEBINARS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "application", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "article", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "author", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "position"}, {"is": "text", "name": "bio"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "category", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "channel_partner", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "cv", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "position"}, {"is": "text", "name": "additional_text"}, {"is": "text", "name": "summary"}, {"is": "text", "name": "experience"}, {"is": "text", "name": "education"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "document", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "employee_story", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "teaser"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "event", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}, {"is": "rich-text", "name": "body"}, {"is": "text", "name": "venue"}, {"is": "text", "name": "city"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "faq", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "question"}, {"is": "rich-text", "name": "answer"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "file", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "form", "fields": [{"is": "form-fields", "name": "content"}, {"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "image", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "alt"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "investor_publication", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "job", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "short_description"}, {"is": "text", "name": "city"}, {"is": "texts", "name": "positions"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "location", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}, {"is": "text", "name": "title"}, {"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "menu", "fields": [{"is": "by-locale", "name": "items"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "post", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "product", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "tagline"}, {"is": "rich-text", "name": "description"}, {"is": "texts", "name": "features"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "property", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "unit"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "representative", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "series", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "summary"}, {"is": "rich-text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "shared_module", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "module", "name": "data"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "site", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}, {"is": "text", "name": "tagline"}, {"is": "text", "name": "copyright"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "story_category", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "story_group", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "tag", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "vector", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "alt"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "video", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "webinar", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}]}]}');

-- by hand: what stands beside each other now was made from each other.
select private.follow_texts(jsonb_agg(jsonb_build_object('kind', c.kind, 'ref', c.ref, 'is_module', c.is_module)), null)
from (
  select 'page' as kind, p.id::text as ref, false as is_module from public.pages p
  union all
  select 'page', m.id::text, true from public.modules m
) c
having count(*) > 0;
do $do$
declare
  k record;
begin
  for k in select x.kind, x.table_name from private.kinds x join private.text_shapes s on s.owner = x.kind order by x.kind loop
    execute format($q$
      select private.follow_texts(jsonb_agg(jsonb_build_object('kind', %1$L, 'ref', r.id, 'is_module', false)), null)
      from (
        select t.id::text as id from public.%2$I t
        union
        select d.record_id from public.record_drafts d where d.kind = %1$L and d.release_id is null
      ) r
      having count(*) > 0
    $q$, k.kind, k.table_name);
  end loop;
end $do$;
