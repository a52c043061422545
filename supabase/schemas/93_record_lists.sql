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

-- Conditions of the states that a live record can be in.
create function private.condition_of_state(p_kind text, p_state text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  has_dates boolean;
  changed text := format('exists (select from public.record_drafts d where d.kind = %L and d.record_id = r.id::text)', p_kind);
begin
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = 'is_published'
  ) into has_dates;
  return case
    when p_state = 'changed' then changed
    when p_state = 'live' then format('not %s and %s', changed,
      case when has_dates then 'private.is_visible(r.is_published, r.publish_from, r.publish_until, now())' else 'true' end)
    when not has_dates then 'false'
    when p_state = 'hidden' then format('not %s and not r.is_published', changed)
    when p_state = 'ended' then format('not %s and r.is_published and r.publish_until <= now()', changed)
    when p_state = 'scheduled' then format('not %s and r.is_published and r.publish_from > now() and (r.publish_until is null or r.publish_until > now())', changed)
    else 'false'
  end;
end $$;
revoke execute on function private.condition_of_state from public;

-- The condition of a search: what the kind's picker searches, or else all its texts.
create function private.condition_of_search(p_kind text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  texts text;
begin
  if to_regclass(format('private.%I', p_kind || '_choices')) is not null then
    return format('r.id in (select c.id from private.%I c where c.search_text like $1)', p_kind || '_choices');
  end if;
  select string_agg(format(case
      -- The values of texts by locale, without their names.
      when a.atttypid = 'jsonb'::regtype then 'jsonb_path_query_array(r.%I, ''$.**?(@.type() == "string")'')::text'
      else 'r.%I::text' end, a.attname), ', ' order by a.attnum)
  into texts
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and (a.atttypid in ('text'::regtype, 'text[]'::regtype) or a.attname = 'localized');
  return coalesce(format('lower(normalize(concat_ws(e''\n'', %s), nfkc)) like $1', texts), 'false');
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

-- With the rights of the owner, as private.find_records.
create function private.page_of_records(
  p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[]
) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set plan_cache_mode = force_custom_plan
as $$
declare
  counted_at_most constant integer := 10000;
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  direction text := case when p_down then 'desc' else 'asc' end;
  beyond text := case when p_down then '<' else '>' end;
  sort_type text;
  sorted text;
  matches text := 'true';
  behind text := 'true';
  sorting text;
  picture text;
  drafts_match text := 'true';
  f record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  -- Without a column it is sorted by what the records are called.
  select format_type(a.atttypid, a.atttypmod) into sort_type from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', source)::regclass and a.attname = coalesce(p_sort, p_title[1]) and a.attnum > 0 and not a.attisdropped
    and (a.atttypid not in ('jsonb'::regtype, 'json'::regtype) or p_sort is null);
  if sort_type is null then
    raise exception '% has no column % to sort by', source, p_sort using errcode = 'undefined_column';
  end if;
  if p_sort is not null then
    sorted := format('r.%I', p_sort);
  elsif cardinality(p_title) = 1 then
    sorted := format('r.%I', p_title[1]);
  else
    sort_type := 'text';
    sorted := format('(r.%I #>> %L)', p_title[1], p_title[2:]);
  end if;
  if words <> '' then
    matches := format('(%s%s)', private.condition_of_search(p_kind),
      case when words ~ '^[1-9][0-9]{0,14}$' and id_type = 'bigint' then ' or r.id = ' || words else '' end);
    drafts_match := 'lower(normalize(d.data::text, nfkc)) like $1';
  end if;
  for f in select * from jsonb_to_recordset(p_filters) x (by text, "is" jsonb) loop
    matches := matches || ' and ' || private.filter_of(source, f.by, f."is");
    drafts_match := drafts_match || format(case when jsonb_typeof(f."is") = 'null' then ' and coalesce(d.data -> %1$L, d.data -> %2$L, ''null'') = ''null'''
      else ' and (coalesce(d.data ->> %1$L, d.data ->> %2$L) = %3$L or d.data -> %1$L @> to_jsonb(%3$L::text))' end,
      f.by, regexp_replace(f.by, '_id$', ''), f."is" #>> '{}');
  end loop;
  if p_ids is not null then
    matches := matches || format(' and r.id = any (%L::%s[])', p_ids, id_type);
    drafts_match := drafts_match || format(' and d.record_id = any (%L::text[])', p_ids);
  end if;
  if p_state is not null then
    matches := matches || ' and ' || private.condition_of_state(p_kind, p_state);
  end if;
  if p_after is not null then
    behind := case
      when sorted = 'r.id' then format('r.id %s %L::%s', beyond, p_after ->> 1, id_type)
      when p_after -> 0 = 'null' then format('%s is null and r.id %s %L::%s', sorted, beyond, p_after ->> 1, id_type)
      else format('(%1$s %2$s %3$L::%4$s or (%1$s = %3$L::%4$s and r.id %2$s %5$L::%6$s) or %1$s is null)',
        sorted, beyond, p_after ->> 0, sort_type, p_after ->> 1, id_type)
    end;
  end if;
  picture := private.picture_of(p_kind);
  sorting := case when sorted = 'r.id' then format('r.id %s', direction)
    else format('%s %s nulls last, r.id %s', sorted, direction, direction) end;
  execute format($q$
    with found as materialized (
      select r.id, row_number() over () as place from (
        select r.id from public.%1$I r where (%2$s) and (%3$s) order by %4$s limit $2
      ) r
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', %8$s, 'after', jsonb_build_array(to_jsonb(%5$s), r.id), 'title', to_jsonb(r) #>> %6$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %7$L and d.record_id = r.id::text),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %7$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%1$I r using (id)$q$, source, matches, behind, sorting, sorted, p_title, p_kind, picture)
  into live using pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, matches, counted_at_most)
  into counted using pattern;
  -- Drafts that were never published come first.
  if p_state is null or p_state = 'draft' then
    execute format($q$
      select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
        'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
      from public.record_drafts d
      where d.kind = %1$L and d.base_version is null and %3$s
        and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, drafts_match, source, id_type)
    into drafts using pattern;
  end if;
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
revoke execute on function public.list_records from public, anon;
grant execute on function public.list_records to authenticated, service_role;

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
revoke execute on function public.record_pages from public, anon;
grant execute on function public.record_pages to authenticated, service_role;

-- Which rows name a record: by a foreign key, as a link does, in JSON at a path, and modules of pages. Places: of JSON in rows
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
      cross join lateral jsonb_array_elements(r.modules::jsonb) m (value)
      join places p on p.module = m.value ->> 'type'
      where o.kind = 'page' and o.path is not null
        and o.tags && (array[p_kind || ':' || p_id] || array(select p_kind || '/' || s.shape || ':' || p_id from private.shapes s where s.kind = p_kind))
        and jsonb_path_exists(m.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    )
    select 'page', u.page_id::text, 'modules', null::text, u.module, u.path, string_agg(distinct u.locale::text, ',')
    from (select * from drafts union select * from live) u group by u.page_id, u.module, u.path order by u.page_id limit at_most;
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
  'The records and pages that name a record, each with the column or the module and the path in it. For staff; others get an empty answer.';
revoke execute on function public.record_uses from public, anon;
grant execute on function public.record_uses to authenticated, service_role;

-- Records: kind, id, title and the places in which it can be named, for record_uses.
create function public.delete_records(p_actor uuid, p_records jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
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
  if missing <> '[]' then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
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
  return '{"status": "deleted"}';
end $$;
comment on function public.delete_records is
  'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them. A draft that was never published is dropped.';
revoke execute on function public.delete_records from public, anon, authenticated;
grant execute on function public.delete_records to service_role;

create function public.restore_record(p_actor uuid, p_kind text, p_id text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted public.record_trash;
begin
  perform private.act_as(p_actor);
  perform private.lock_record(p_kind, p_id);
  delete from public.record_trash t where t.kind = p_kind and t.record_id = p_id returning t.* into deleted;
  if not found or private.record_rows(p_kind, p_id) is not null then
    return '{"status": "not-found"}';
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
comment on function public.restore_record is 'Puts a deleted record back as it was.';
revoke execute on function public.restore_record from public, anon, authenticated;
grant execute on function public.restore_record to service_role;

create function public.list_deleted_records(p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.record_id, 'title', t.title, 'deleted_at', t.deleted_at,
    'deleted_by', private.person_name(t.deleted_by)) order by t.deleted_at desc, t.record_id), '[]')
  from (
    select * from public.record_trash t where t.kind = p_kind and t.deleted_at > now() - interval '30 days' order by t.deleted_at desc limit 500
  ) t
$$;
comment on function public.list_deleted_records is 'The records of a kind that can be restored, the last deleted first.';
revoke execute on function public.list_deleted_records from public, anon;
grant execute on function public.list_deleted_records to authenticated, service_role;

-- Records: kind, id, and the path of what people call it.
create function public.record_titles(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked record;
  title text;
  answer jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, path text[]) limit 1000 loop
    execute format('select coalesce((select to_jsonb(r) #>> $2 from public.%I r where r.id = $1::%s),
      (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = $1))',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into title using asked.id, asked.path, asked.kind;
    answer := answer || jsonb_build_array(title);
  end loop;
  return answer;
end $$;
comment on function public.record_titles is 'What people call records, in the order in which they are asked for.';
revoke execute on function public.record_titles from public, anon;
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
revoke execute on function public.free_slugs from public, anon;
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
      if t.proname = 'queue_site_change' then
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
      if args[4] = 'true' and (cardinality(olds) <> cardinality(news) or exists (
        select from unnest(refs) r where args[1] || '/link:' || r = any (found_tags)
      )) then
        rows := rows || (select coalesce(jsonb_agg(jsonb_build_object('kind', args[1], 'ref', r)), '[]') from unnest(refs) r);
        found_tags := found_tags || array(select distinct 'sitemap:' || args[1] || ':' || r / 500 from unnest(refs) r);
      end if;
      tags := tags || found_tags;
    end loop;
  end loop;
  return jsonb_build_object('tags', to_jsonb(array(select distinct u from unnest(tags) u order by u)), 'rows', rows);
end $$;
comment on function public.record_changes is 'The tags and rows that publishing drafts of records, or deleting them, would put on the change queue.';
revoke execute on function public.record_changes from public, anon, authenticated;
grant execute on function public.record_changes to service_role;
