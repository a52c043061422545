-- What the library of media lacks: pictures without an alternative text, and what nothing names.

-- With the rights of the owner, as private.page_of_records.
create function private.used_media(p_kind text, p_places jsonb) returns setof bigint
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  f record;
begin
  for f in
    select c.name, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
  loop
    return query execute format('select distinct r.%1$I from public.%2$I r where r.%1$I is not null', f.col, f.name);
  end loop;
  for f in
    select x.* from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text)
    join private.content_tables c on c.name = x."table"
    where x.kind is not null
  loop
    return query execute format('select v.value::bigint from public.%I r
      cross join lateral jsonb_path_query(to_jsonb(r.%I), %L::jsonpath, ''{}'', true) v (value) where jsonb_typeof(v.value) = ''number''',
      f."table", f."column", f.path);
  end loop;
  return query select v.value::bigint
    from jsonb_to_recordset(p_places) p (module text, path text)
    join public.modules m on m.type::text = p.module
    join public.module_locales l on l.module_id = m.id
    cross join lateral jsonb_path_query(l.data, p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  return query select v.value::bigint
    from public.shared_modules s
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    cross join lateral jsonb_path_query(l.value -> 'data', p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  return query select v.value::bigint
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    cross join lateral jsonb_path_query(l.value -> 'data', p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  -- Published pages and records know what they show.
  return query select distinct split_part(t.tag, ':', 2)::bigint
    from public.site_outputs o cross join lateral unnest(o.tags) t (tag)
    where t.tag ~ format('^%s(/[^:]+)?:[0-9]{1,15}$', p_kind);
  -- Any number of a draft may be the id of something that it shows.
  return query select distinct trunc(v.value::numeric)::bigint
    from public.record_drafts d cross join lateral jsonb_path_query(d.data, '$.** ? (@.type() == "number")') v (value)
    where v.value::numeric between 1 and 1000000000000;
end $$;
revoke execute on function private.used_media from public;

-- The alternative texts of a picture by locale, without empty ones.
create function private.alternative_texts(p_localized jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(t.key, t.value -> 'alt') filter (where coalesce(t.value ->> 'alt', '') <> ''), '{}')
  from jsonb_each(case when jsonb_typeof(p_localized) = 'object' then p_localized else '{}' end) t
$$;
revoke execute on function private.alternative_texts from public;

create function private.media_gaps(p_kind text, p_gap text, p_locale text, p_places jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  at_most constant integer := 10000;
  condition text;
  answer jsonb;
begin
  if not private.is_staff() then
    return '[]';
  end if;
  if p_kind not in ('image', 'vector', 'file', 'document') then
    raise exception 'a % is no medium', p_kind using errcode = 'invalid_parameter_value';
  end if;
  -- What a draft describes waits for it, and lacks nothing any more.
  condition := case
    when p_gap = 'unused' then 'r.id not in (select u from private.used_media($1, $2) u)'
    when p_gap = 'undescribed' and p_kind in ('image', 'vector') then format($q$%s and coalesce(r.localized #>> array[$3, 'alt'], '') = ''
      and not exists (select from public.record_drafts d left join public.releases l on l.id = d.release_id
        where d.kind = $1 and d.record_id = r.id::text and coalesce(l.state, 'open') in ('open', 'scheduled')
        and (d.data -> 'is_decorative' = 'true' or coalesce(d.data #>> array['localized', $3, 'alt'], '') <> ''))$q$,
      case p_kind when 'image' then 'not r.is_decorative' else 'true' end)
    when p_gap = 'waiting' and p_kind in ('image', 'vector') then format($q$exists (
      select from public.record_drafts d where d.kind = $1 and d.record_id = r.id::text and d.release_id is null
        and (private.alternative_texts(d.data -> 'localized') <> private.alternative_texts(r.localized) or %s))$q$,
      case p_kind when 'image' then $q$coalesce(d.data -> 'is_decorative', 'false') <> to_jsonb(r.is_decorative)$q$ else 'false' end)
  end;
  if condition is null then
    raise exception 'a % is never %', p_kind, p_gap using errcode = 'invalid_parameter_value';
  end if;
  execute format('select coalesce(jsonb_agg(r.id), ''[]'') from (select r.id from public.%I r where %s order by r.id desc limit %s) r',
    private.table_of_kind(p_kind), condition, at_most)
  into answer using p_kind, p_places, p_locale;
  return answer;
end $$;
revoke execute on function private.media_gaps from public;
grant execute on function private.media_gaps to authenticated;

create function public.media_gaps(p_kind text, p_gap text, p_locale text, p_places jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.media_gaps(p_kind, p_gap, p_locale, p_places)
$$;
comment on function public.media_gaps is
  'The ids of up to 10,000 media, the newest first, that nothing names (unused), that do not say in a language what they show (undescribed), or whose texts are others in a draft that is published by itself (waiting). Places: as those of record_uses, with paths to the ids. For staff; others find nothing.';
grant execute on function public.media_gaps to authenticated, service_role;
