-- The search of the editor's pickers, and the uses of forms.

-- Whether so many rows of a table have some signs that the first ones are soon found without the index of these: to compute them for
-- each row takes far longer than to compare its text. Only an index with them as a bitmap is read, which computes none.
create function private.is_common(p_table text, p_signs text, p_words text) returns boolean
language plpgsql stable set search_path = '' set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
as $$
declare
  few constant integer := 2000;
  many boolean;
begin
  execute format('select count(*) > %s from (select from public.%I r where %s @> array[%L] limit %s) f', few, p_table, p_signs, p_words, few + 1) into many;
  return many;
end $$;
revoke execute on function private.is_common from public;

-- The condition that a row of a view of choices, or of what it is made of, holds the words of a search: as the pattern $1 and, where
-- these are too short for it and there is an index of signs, as signs.
create function private.condition_of_words(p_kind text, p_row text, p_words text) returns text
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.condition_of_words from public;

-- With the rights of the owner: under row level security PostgreSQL may use neither its statistics nor an index for `like`,
-- and takes three times as long. Staff may read every row of these tables; others get an empty answer.
create function private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text, p_folder bigint) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
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
  if p_kind = 'link' and p_site is not null then
    sorting := format(
      $m$case when r.page_id in (select p.id from public.pages p where p.site_id <> %L) then '1' else '0' end || r.sorting$m$, p_site);
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
end $$;
comment on function private.find_records is 'What public.find_records answers, for staff.';
revoke execute on function private.find_records from public;
grant execute on function private.find_records to authenticated;

create function public.find_records(
  p_kind text, p_search text, p_offset integer, p_limit integer, p_site text default null, p_folder bigint default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site, p_folder)
$$;
comment on function public.find_records is
  'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first, links to pages of other sites last; media are those of the given folder.';
grant execute on function public.find_records to authenticated, service_role;

-- With the rights of the owner: the tags of outputs are not for staff to read as such.
create function private.form_uses(p_form_ids bigint[]) returns table (
  form_id bigint, page_id bigint, site text, locale public.locale, path text, title text, is_draft boolean, is_live boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  with drafts as (
    select distinct f.id as form, m.page_id as page, l.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.modules m on m.type = 'CUSTOM_FORMS'
    join public.module_locales l on l.module_id = m.id and l.data -> 'form' = to_jsonb(f.id)
    union
    select f.id, m.page_id, k.locale::public.locale
    from unnest(p_form_ids) f (id)
    join public.shared_modules s on s.type = 'CUSTOM_FORMS'
    cross join lateral jsonb_each(s.localized) k (locale, texts)
    join public.module_locales l on l.data ? 'shared' and l.data -> 'shared' = to_jsonb(s.id)
    join public.modules m on m.id = l.module_id and m.type::text = 'SHARED_MODULE'
    where k.texts #> '{data,form}' = to_jsonb(f.id)
  ), live as (
    select distinct f.id as form, o.ref as page, o.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.site_outputs o on o.kind = 'page' and o.path is not null and o.tags @> array['form:' || f.id]
  ), uses as (
    select form, page, used_in, bool_or(u.is_draft) as in_draft, bool_or(u.is_live) as in_live
    from (
      select d.form, d.page, d.used_in, true as is_draft, false as is_live from drafts d
      union all
      select v.form, v.page, v.used_in, false, true from live v
    ) u
    group by form, page, used_in
  )
  select u.form, u.page, p.site_id, u.used_in, coalesce(own.path, english.path), coalesce(own.title, english.title),
    u.in_draft, u.in_live
  from uses u
  join public.pages p on p.id = u.page
  left join public.page_locales own on own.page_id = u.page and own.locale = u.used_in
  left join public.page_locales english on english.page_id = u.page and english.locale = 'en'
  order by u.form, p.site_id, coalesce(english.path, own.path), u.used_in;
end $$;
revoke execute on function private.form_uses from public;
grant execute on function private.form_uses to authenticated, service_role;

create function public.form_uses(p_form_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.form_uses(p_form_ids) u
$$;
comment on function public.form_uses is
  'The pages that show forms, in each locale: in the draft, and live. For staff; others get an empty answer.';
grant execute on function public.form_uses to authenticated, service_role;

-- What shows a form and is no page: saved sections, shared modules that no page shows, and releases that are not live yet.
create function private.form_holders(p_form_id bigint) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with holders as (
      select 'saved section' as what, s.name
      from public.saved_sections s
      where exists (
        select from private.section_modules(s.content) m cross join lateral jsonb_each(m.locales) l
        where m.type = 'CUSTOM_FORMS' and l.value #> '{data,form}' = to_jsonb(p_form_id)
      )
      union
      select 'shared module', s.name
      from public.shared_modules s
      where s.type = 'CUSTOM_FORMS'
        and exists (select from jsonb_each(s.localized) l where l.value #> '{data,form}' = to_jsonb(p_form_id))
      union
      select 'shared module', coalesce(s.name, d.data ->> 'name', d.record_id)
      from public.record_drafts d
      left join public.shared_modules s on s.id::text = d.record_id
      where d.kind = 'shared_module' and d.data ->> 'type' = 'CUSTOM_FORMS'
        and jsonb_path_exists(d.data, '$.localized.*.data ? (@.form == $form)', jsonb_build_object('form', p_form_id))
      union
      select 'release', l.name
      from public.releases l
      join public.release_pages p on p.release_id = l.id
      where l.state <> 'live'
        and jsonb_path_exists(p.contents, 'strict $.** ? (@.type == "CUSTOM_FORMS").data ? (@.form == $form)', jsonb_build_object('form', p_form_id), true)
    )
    select coalesce(jsonb_agg(jsonb_build_object('what', h.what, 'name', h.name) order by h.what, lower(h.name), h.name), '[]') from holders h
  );
end $$;
revoke execute on function private.form_holders from public;
grant execute on function private.form_holders to service_role;

create function public.delete_form(
  p_actor uuid, p_form_id bigint, p_version integer default null, p_saved_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  present integer;
  titled text;
  draft record;
  uses jsonb;
  holders jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record('form', p_form_id::text);
  select f.version, f.title into present, titled from public.forms f where f.id = p_form_id for update;
  select d.* into draft from public.record_drafts d
  where d.kind = 'form' and d.record_id = p_form_id::text and d.release_id is null;
  if present is null and draft.id is null then
    return '{"status": "not-found"}';
  end if;
  if present is distinct from p_version or draft.saved_at is distinct from p_saved_at then
    return jsonb_build_object('status', case when p_version is null and p_saved_at is null then 'unseen' else 'newer' end);
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  holders := private.form_holders(p_form_id);
  if holders <> '[]' then
    return jsonb_build_object('status', 'held', 'holders', holders);
  end if;
  return public.delete_records(p_actor, jsonb_build_array(jsonb_build_object(
    'kind', 'form', 'id', p_form_id::text, 'title', coalesce(titled, draft.data ->> 'title', ''), 'saved_at', draft.saved_at)));
end $$;
comment on function public.delete_form is
  'Deletes a form that no page shows, neither in a draft nor live, and no saved section, shared module or coming release; otherwise answers which do. Not one that was published since p_version, or whose draft was saved at another moment than p_saved_at, null for none. It can be restored for 30 days; its submissions stay until they expire.';
