-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
end $function$
;
comment on function private.find_records(text,text,integer,integer,text,bigint) is 'What public.find_records answers, for staff.';

CREATE OR REPLACE FUNCTION public.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text DEFAULT NULL::text, p_folder bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site, p_folder)
$function$
;
comment on function public.find_records(text,text,integer,integer,text,bigint) is 'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first, links to pages of other sites last; media are those of the given folder.';

create or replace view private.link_choices with (security_invoker=true) as
 SELECT id,
    search_text,
    lower(text) AS sorting,
    page_id
   FROM public.links r;
