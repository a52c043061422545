-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.summarize_draft_step(p_step bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with cells as (
    select c.*, coalesce(c.after, c.before) as value from private.draft_step_cells c where c.step_id = p_step
  ), modules as (
    select c.*, case when c.before is null then 'add' when c.after is null then 'remove' else 'move' end as what
    from cells c where c.module_id is not null and c.locale is null
  ), roots as (
    -- What came or went inside another one is not told by itself, and where modules came or went, nobody moved the others.
    select m.* from modules m
    where not exists (select 1 from modules a where a.module_id = (m.value ->> 'parent')::bigint and a.what = m.what)
      and (m.what <> 'move' or not exists (select 1 from modules o where o.what <> 'move'))
  ), edits as (
    select c.* from cells c where c.module_id is not null and c.locale is not null
  ), languages as (
    -- A page has an address in each of its languages, and in no other.
    select c.locale, c.before is null as is_new from cells c where c.field = 'path' and num_nulls(c.before, c.after) = 1
  ), shown as (
    select coalesce(
      (select r.module_id from roots r order by (r.value ->> 'position')::integer, r.module_id limit 1),
      (select e.module_id from edits e order by e.module_id limit 1)
    ) as module_id
  )
  select jsonb_build_object(
    'what', coalesce(
      nullif(current_setting('content.draft_step', true), ''),
      (select case when count(distinct r.what) > 1 then 'change' else min(r.what) end from roots r),
      (select 'edit' from edits limit 1),
      'details'),
    'is_structure', exists (select 1 from modules) or exists (select 1 from cells c where c.field = 'parent_id'),
    'count', coalesce(nullif((select count(*) from roots), 0), (select count(distinct e.module_id) from edits e)),
    'module_id', s.module_id,
    'type', coalesce((select r.value ->> 'type' from modules r where r.module_id = s.module_id), (select m.type::text from public.modules m where m.id = s.module_id)),
    'title', (
      select coalesce(d.data ->> 'title', d.data #>> '{heading,title}')
      from (
        select e.value -> 'data' as data, 0 as place from edits e where e.module_id = s.module_id and e.locale = 'en'
        union all
        select l.data, 1 from public.module_locales l where l.module_id = s.module_id and l.locale = 'en'
        order by place limit 1
      ) d
    ),
    'locales', (
      select coalesce(jsonb_agg(distinct c.locale order by c.locale), '[]') from cells c
      where c.locale is not null and not (c.field is not null and c.locale in (select l.locale from languages l))
    ),
    'fields', (
      select coalesce(jsonb_agg(distinct c.field order by c.field), '[]') from cells c
      where c.field is not null and (c.locale is null or c.locale not in (select l.locale from languages l))
    ),
    'put_into', (select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from languages l where l.is_new),
    'taken_out_of', (select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from languages l where not l.is_new)
  )
  from shown s
$function$
;
