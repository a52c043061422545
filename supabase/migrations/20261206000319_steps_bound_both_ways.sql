-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.step_obstacle(p_step private.draft_steps, p_is_undone boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  obstacle private.draft_steps;
begin
  -- A later step has changed the same, and stands; or, to do it again, what it was done to has been undone since. Whatever is done to a
  -- module, and inside of it, needs the module, whichever of the two steps it came or went with.
  select o.* into obstacle
  from private.draft_steps o
  join private.draft_step_cells c on c.step_id = o.id
  join private.draft_step_cells own on own.step_id = p_step.id
    and ((own.module_id, own.locale, own.field) is not distinct from (c.module_id, c.locale, c.field)
      or own.locale is null and num_nulls(own.before, own.after) > 0
        and own.module_id in (c.module_id, (c.before ->> 'parent')::bigint, (c.after ->> 'parent')::bigint)
      or c.locale is null and num_nulls(c.before, c.after) > 0
        and c.module_id in (own.module_id, (own.before ->> 'parent')::bigint, (own.after ->> 'parent')::bigint))
  where o.page_id = p_step.page_id and o.id <> p_step.id
    and (o.id > p_step.id and o.undone_at is null or not p_is_undone and o.id < p_step.id and o.undone_at > p_step.made_at)
  order by o.id desc limit 1;
  if not found then
    select o.* into obstacle
    from private.draft_steps o
    join private.draft_step_cells c on c.step_id = o.id
    join private.step_hindrances(p_step, p_is_undone) h on h.module_id = c.module_id and h.locale is not distinct from c.locale
    where o.page_id = p_step.page_id and o.id <> p_step.id
    order by o.id desc limit 1;
  end if;
  if found then
    return private.step_of(obstacle);
  end if;
  if exists (select 1 from private.step_hindrances(p_step, p_is_undone)) or exists (
    select 1 from private.cells_of(p_step.id, p_is_undone) c
    where c.present is distinct from c.expected
      or (c.field = 'parent_id' and jsonb_typeof(c.target) = 'number' and not exists (
        select 1 from public.pages a join public.pages p on p.id = p_step.page_id
        where a.id = (c.target #>> '{}')::bigint and a.site_id = p.site_id
      ))
  ) then
    return '{}';
  end if;
  return null;
end $function$
;
