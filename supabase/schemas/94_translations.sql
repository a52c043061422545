-- Translations: which text was made from which. A text is known by what it says, so what is copied, restored or undone has the state that
-- it had, and two fields that say the same have the same one.

-- The texts that stand in pages and records now, drafts before what is live; and what each field said before.
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
grant select on private.text_fields to service_role;
comment on table private.text_fields is 'What the texts of pages and records say in each language, now and before.';
create index text_fields_owner_idx on private.text_fields (kind, ref) where is_current;
create index text_fields_hash_idx on private.text_fields (hash, locale) where is_current;
create unique index text_fields_current_idx on private.text_fields (part, path, locale) where is_current;

-- Two transactions may add the same one: neither waits for the other, and any row will do.
create table private.texts (
  id bigint generated always as identity primary key,
  hash uuid not null,
  body text not null,
  words integer not null
);
grant select on private.texts to service_role;
comment on table private.texts is 'What a text says, by its hash.';
create index texts_hash_idx on private.texts (hash);
-- Texts that are much like another one.
create index texts_body_idx on private.texts using gin (body extensions.gin_trgm_ops);

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
comment on table public.translations is
  'Which text was made from which English one: of the rows with the same two the last one counts. Rows are added only, so nobody waits for anybody.';
create index translations_pair_idx on public.translations (locale, target_hash, source_hash, id);
create index translations_source_idx on public.translations (locale, source_hash);
select private.protect_table('translations');
create trigger translations_immutable before update on public.translations
  for each row execute function private.refuse_change();

-- How far a page or record is in a language, counted by public.count_translations() whenever somebody asks after a change.
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
grant select, insert, delete on private.translation_counts to service_role;
comment on table private.translation_counts is 'How many texts of a page or record are in which state, by language.';

create table private.uncounted_texts (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null
);
grant select, insert, delete on private.uncounted_texts to service_role;
create index uncounted_texts_place_idx on private.uncounted_texts (kind, ref);
comment on table private.uncounted_texts is 'Pages and records whose texts have changed since they were counted. Rows are added only, so nobody waits for anybody.';

-- What a transaction has changed, until it ends.
create table private.changed_texts (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- A module by its own number, so that one save reads one module.
  ref text not null,
  is_module boolean not null
);
comment on table private.changed_texts is 'The pages, modules and records whose texts the transactions that run have changed.';
create index changed_texts_transaction_idx on private.changed_texts (transaction);

-- What differs in white space, in signs that look alike or in invisible ones, is the same text.
create function private.comparable_text(p_text text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select btrim(regexp_replace(
    case when octet_length(p_text) = length(p_text) then p_text else translate(private.normalize_text(p_text, 'nfkc'),
      e'\u201e\u201c\u201d\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2039\u203a\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u200b\u200c\u200d\u2060\ufeff',
      '""""""''''''''''''-------') end,
    '\s+', ' ', 'g'))
$$;
comment on function private.comparable_text is 'A text without what is typography alone: quotation marks, dashes, kinds of spaces, invisible characters.';
revoke execute on function private.comparable_text from public;
grant execute on function private.comparable_text to authenticated, service_role;

create function private.text_hash(p_text text) returns uuid
language sql immutable parallel safe set search_path = ''
as $$
  select md5(private.comparable_text(p_text))::uuid
$$;
revoke execute on function private.text_hash from public;
grant execute on function private.text_hash to authenticated, service_role;

-- The blocks of a formatted text, a line each.
create function private.lines_of_rich_text(p_node jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
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
end $$;
comment on function private.lines_of_rich_text is 'What a formatted text says without its formatting, each block on a line of its own.';
revoke execute on function private.lines_of_rich_text from public;
grant execute on function private.lines_of_rich_text to service_role;

create function private.find_texts(p_fields jsonb, p_data jsonb, p_path text default '') returns table (path text, body text)
language plpgsql immutable parallel safe set search_path = ''
as $$
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
end $$;
comment on function private.find_texts is 'The texts of data in one language, by the shape that private.text_shapes has for it.';
revoke execute on function private.find_texts from public;
grant execute on function private.find_texts to service_role;

-- Texts with all their languages in one value, anywhere in it: {"label": {"en": "A", "de": "B"}}.
create function private.find_texts_by_locale(p_value jsonb, p_path text) returns table (path text, locale text, body text)
language plpgsql immutable parallel safe set search_path = ''
as $$
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
end $$;
revoke execute on function private.find_texts_by_locale from public;
grant execute on function private.find_texts_by_locale to service_role;

-- The fields of a form have their English texts in themselves, and those of other languages beside them.
create function private.find_texts_of_form(p_content jsonb, p_path text) returns table (path text, locale text, body text)
language sql immutable parallel safe set search_path = ''
as $$
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
$$;
revoke execute on function private.find_texts_of_form from public;
grant execute on function private.find_texts_of_form to service_role;

-- The texts of a record, of its rows as private.rows_of_records has them.
create function private.find_texts_of_record(p_kind text, p_rows jsonb) returns table (path text, locale text, body text)
language sql stable set search_path = ''
as $$
  select t.path, t.locale, t.body
  from private.text_shapes s
  join private.kinds k on k.kind = s.owner
  cross join lateral jsonb_array_elements(s.fields) f
  cross join lateral (select p_rows -> k.table_name -> 0 as own) r
  cross join lateral (
    -- Most records have plain texts alone: they are read without a call for each.
    select n ->> 'name' as path, l.key as locale, l.value ->> (n ->> 'name') as body
    from jsonb_each(case when f ->> 'is' = 'localized' and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    cross join lateral jsonb_path_query(f, '$.fields[*] ? (@.is == "text" && !exists(@.when))') n
    where jsonb_typeof(l.value -> (n ->> 'name')) = 'string'
    union all
    select x.path, l.key, x.body
    from jsonb_each(case when jsonb_path_exists(f, '$.fields[*] ? (@.is != "text" || exists(@.when))') and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    cross join lateral private.find_texts(jsonb_path_query_array(f, '$.fields[*] ? (@.is != "text" || exists(@.when))'), l.value) x
    where f ->> 'is' = 'localized'
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
$$;
comment on function private.find_texts_of_record is 'The texts of a record in each language, by their place.';
revoke execute on function private.find_texts_of_record from public;
grant execute on function private.find_texts_of_record to service_role;

-- The rows of records as their drafts have them, and of those without as they are live.
create function private.rows_to_translate(p_kind text, p_ids text[]) returns table (id text, rows jsonb)
language sql stable set search_path = ''
as $$
  select d.record_id, d.rows from public.record_drafts d
  where d.kind = p_kind and d.record_id = any (p_ids) and d.release_id is null and d.rows is not null
  union all
  select r.id, r.rows from private.rows_of_records(p_kind, array(
    select i from unnest(p_ids) i where not exists (
      select from public.record_drafts d where d.kind = p_kind and d.record_id = i and d.release_id is null and d.rows is not null
    )
  )) r
$$;
revoke execute on function private.rows_to_translate from public;
grant execute on function private.rows_to_translate to service_role;

-- What modules, pages and records say. Texts without a letter are the same in all languages.
create function private.read_texts(p_changed jsonb) returns table (part text, path text, locale public.locale, kind text, ref text, body text)
language plpgsql stable rows 50 set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
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
  where t.body ~ '[A-Za-z\u00c0-\u1fff\u2c00-\U0010ffff]' and t.locale = any (enum_range(null::public.locale)::text[]);
end $$;
revoke execute on function private.read_texts from public;
grant execute on function private.read_texts to service_role;

-- The last word about texts that stand beside each other.
create function private.state_of_pair(p_locale public.locale, p_source uuid, p_target uuid) returns text
language sql stable set search_path = ''
as $$
  select t.state from public.translations t
  where t.locale = p_locale and t.target_hash = p_target and t.source_hash = p_source
  order by t.id desc limit 1
$$;
revoke execute on function private.state_of_pair from public;
grant execute on function private.state_of_pair to authenticated, service_role;

-- Follows what a transaction has changed, once all of it is written: which English text a new one was made from. A text that comes back
-- beside another source than it was made from is no new one, and nor is one that was copied with its source.
create function private.follow_texts(p_changed jsonb, p_by uuid) returns void
-- PL/pgSQL keeps the plan: this runs at the end of each save.
language plpgsql volatile set search_path = ''
as $$
begin
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
    -- A look-up for each, not a pass over all that was ever said.
    left join lateral (select t.id from private.texts t where t.hash = f.hash limit 1) t on true
    where t.id is null
  ), compared as materialized (
    select part, path, locale, hash, f.kind, f.ref, f.part is null as is_left, k.part is null or (f.kind, f.ref) is distinct from (k.kind, k.ref) as is_new
    from fresh f full join (select * from known where is_current) k using (part, path, locale, hash)
  ), left_behind as (
    update private.text_fields t set is_current = false
    from compared c
    where c.is_left and (t.part, t.path, t.locale, t.hash) = (c.part, c.path, c.locale, c.hash)
    returning 1
  )
  insert into private.text_fields as t (part, path, locale, hash, kind, ref)
  select c.part, c.path, c.locale, c.hash, c.kind, c.ref from compared c, (select count(*) from left_behind) after_them
  where not c.is_left and c.is_new
  on conflict (part, path, locale, hash) do update set is_current = true, kind = excluded.kind, ref = excluded.ref;
end $$;
revoke execute on function private.follow_texts from public;

create function private.follow_changed_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed jsonb;
begin
  -- The first of a transaction follows all of it.
  if current_setting('app.texts_followed', true) = 'on' then
    return null;
  end if;
  perform set_config('app.texts_followed', 'on', true);
  with mine as (
    delete from private.changed_texts c where c.transaction = pg_current_xact_id() returning c.kind, c.ref, c.is_module
  )
  select jsonb_agg(distinct jsonb_build_object('kind', m.kind, 'ref', m.ref, 'is_module', m.is_module)) into changed from mine m;
  if changed is not null then
    perform private.follow_texts(changed, private.actor());
  end if;
  return null;
end $$;
revoke execute on function private.follow_changed_texts from public;
create constraint trigger changed_texts_follow after insert on private.changed_texts deferrable initially deferred
  for each row execute function private.follow_changed_texts();

-- tg_argv: the kind, the column that names the record, and whether it names a module.
create function private.note_changed_texts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  changed text;
begin
  changed := concat_ws(' union ', case when tg_op <> 'INSERT' then 'select * from old_rows' end, case when tg_op <> 'DELETE' then 'select * from new_rows' end);
  execute format('insert into private.changed_texts (kind, ref, is_module)
    select distinct %1$s, r.%2$I::text, %3$L::boolean from (%4$s) r where r.%2$I is not null%5$s',
    case when tg_argv[0] = '' then 'r.kind' else quote_literal(tg_argv[0]) end, tg_argv[1], tg_argv[2], changed,
    case when tg_argv[0] = '' then ' and r.release_id is null' else '' end);
  perform set_config('app.texts_followed', 'off', true);
  return null;
end $$;
revoke execute on function private.note_changed_texts from public;

create function private.watch_texts(p_table text, p_kind text, p_id_column text, p_is_module boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  op record;
begin
  for op in select * from (values ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows'), ('delete', 'old table as old_rows')) o (name, seen) loop
    execute format('create trigger %1$s_texts_%2$s after %2$s on public.%1$I referencing %3$s for each statement execute function private.note_changed_texts(%4$L, %5$L, %6$L)',
      p_table, op.name, op.seen, p_kind, p_id_column, p_is_module);
  end loop;
end $$;
revoke execute on function private.watch_texts from public;

select private.watch_texts('module_locales', 'page', 'module_id', true);
select private.watch_texts('page_locales', 'page', 'page_id');
select private.watch_texts('record_drafts', '', 'record_id');
-- Every table of a kind whose rows have texts.
select private.watch_texts(c.name, k.kind, coalesce(c.owner_key, 'id'))
from private.text_shapes s
join private.kinds k on k.kind = s.owner
join private.content_tables c on c.name = k.table_name or (c.owner_name = k.table_name and exists (
  select from pg_catalog.pg_attribute a where a.attrelid = format('public.%I', c.name)::regclass and a.attname = 'localized' and not a.attisdropped
))
where k.kind <> 'page'
order by c.place;

-- How far the texts of pages and records are in the languages other than English.
create function private.states_of_texts(p_kind text, p_refs text[])
returns table (ref text, part text, path text, locale public.locale, state text, source_hash uuid, target_hash uuid)
language sql stable set search_path = ''
as $$
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
$$;
comment on function private.states_of_texts is
  'The state of each text in each language: translated, checked, stale (its source says something else since), partly (it says what its source says), kept (and is meant to), absent.';
revoke execute on function private.states_of_texts from public;
grant execute on function private.states_of_texts to authenticated, service_role;

-- The sites that show pages or records; no row for records of all sites.
create function private.sites_of(p_kind text, p_refs text[]) returns table (ref text, sites text[])
language sql stable set search_path = ''
as $$
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
$$;
revoke execute on function private.sites_of from public;
grant execute on function private.sites_of to service_role;

create function public.count_translations(p_kind text default null, p_refs text[] default null, p_limit integer default 200) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  changed jsonb;
  of_kind record;
begin
  -- One counts at a time; what comes in meanwhile is counted by the next one.
  perform pg_advisory_xact_lock(hashtextextended('translation counts', 0));
  with chosen as (
    select distinct u.kind, u.ref from private.uncounted_texts u
    where p_kind is null or (u.kind = p_kind and u.ref = any (p_refs))
    limit p_limit
  ), gone as (
    delete from private.uncounted_texts u using chosen c where (u.kind, u.ref) = (c.kind, c.ref) returning u.kind, u.ref
  )
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
  return exists (select from private.uncounted_texts);
end $$;
comment on function public.count_translations is
  'Brings some of private.translation_counts up to date with what has been committed: those of a kind, or any. Says whether some are left.';
grant execute on function public.count_translations to service_role;

create function public.judge_translation(p_actor uuid, p_locale public.locale, p_source uuid, p_target uuid, p_state text) returns text
language plpgsql volatile set search_path = ''
as $$
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
end $$;
comment on function public.judge_translation is
  'What somebody says of a text beside its source, as they stand somewhere now: checked, kept (meant to say the same), translated again, or stale. not-found: one of them has changed meanwhile.';

create function public.list_translations(
  p_site text, p_locales public.locale[], p_titles jsonb, p_kind text default null, p_state text default null, p_limit integer default 50, p_offset integer default 0
) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
end $$;
comment on function public.list_translations is
  'How far the pages and records of a site are in each language, those with most to do first. p_titles: where each kind has its title.';

create function public.read_translation_counts(p_kind text, p_refs text[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(i.ref, i.locales), '{}')
  from (
    select c.ref, jsonb_object_agg(c.locale, jsonb_build_object(
      'texts', c.texts, 'stale', c.stale, 'absent', c.absent, 'partly', c.partly, 'checked', c.checked, 'words', c.words_to_do)) as locales
    from private.translation_counts c where c.kind = p_kind and c.ref = any (p_refs)
    group by c.ref
  ) i
$$;
comment on function public.read_translation_counts is 'How far pages or records are in each language, by id.';

create function public.read_translation(p_kind text, p_ref text, p_locale public.locale) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function public.read_translation is 'The texts of a page or record beside their English ones, in their order, each with its state.';

create function public.find_stale_texts(p_page bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('part', s.part, 'path', s.path, 'locale', s.locale, 'before', (
    select x.body from public.translations m join private.texts x on x.hash = m.source_hash
    where m.locale = s.locale and m.target_hash = s.target_hash and m.state <> 'stale' order by m.id desc limit 1
  )) order by s.part, s.path, s.locale), '[]')
  from private.states_of_texts('page', array[p_page::text]) s
  where s.state = 'stale'
$$;
comment on function public.find_stale_texts is
  'The texts of a page whose English ones say something else since, by module and language, with what those said before.';

create function public.suggest_translations(p_locale public.locale, p_source uuid, p_limit integer default 5) returns jsonb
language sql stable set search_path = ''
as $$
  with asked as (
    select t.body from private.texts t where t.hash = p_source limit 1
  ), sources as materialized (
    select x.hash, min(x.body) as body, max(extensions.similarity(x.body, a.body)) as likeness
    from asked a
    -- The index finds those; what is less alike than that is no help.
    join private.texts x on x.body operator(extensions.%) a.body and extensions.similarity(x.body, a.body) >= 0.6
    group by x.hash
    order by (x.hash = p_source) desc, likeness desc
    limit 50
  ), found as (
    select distinct on (m.target_hash) s.body as source, t.body as target, m.target_hash,
      case when s.hash = p_source then 100 else least(99, floor(s.likeness * 100)) end as percentage
    from sources s
    join (select distinct m.source_hash, m.target_hash from public.translations m where m.locale = p_locale) m on m.source_hash = s.hash
    cross join lateral (select x.body from private.texts x where x.hash = m.target_hash limit 1) t
    where coalesce(private.state_of_pair(p_locale, m.source_hash, m.target_hash), 'stale') in ('translated', 'checked')
    order by m.target_hash, percentage desc
  )
  select coalesce(jsonb_agg(jsonb_build_object('source', f.source, 'target', f.target, 'target_hash', f.target_hash, 'percentage', f.percentage) order by f.percentage desc, f.target), '[]')
  from (select * from found order by percentage desc, target limit least(p_limit, 20)) f
$$;
comment on function public.suggest_translations is
  'What stands, or has stood, on any site in a language beside this English text or one much like it, the likest first. 100: the very same.';
grant execute on function public.suggest_translations to service_role;
