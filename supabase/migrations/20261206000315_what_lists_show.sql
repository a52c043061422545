-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
