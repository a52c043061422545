-- Moving a module past several others is one step of its author, and the step is of that module.

create or replace function private.go_on_moving(p_step private.draft_steps) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  earlier private.draft_steps;
  first private.draft_step_cells;
begin
  select * into earlier from private.draft_steps s where s.page_id = p_step.page_id and s.id <> p_step.id order by s.id desc limit 1;
  if earlier.author is distinct from p_step.author or p_step.author is null or earlier.undone_at is not null
    or earlier.summary ->> 'what' is distinct from 'move' or earlier.made_at < p_step.made_at - interval '1 minute'
    or current_setting('content.draft_step', true) <> '' then
    return;
  end if;
  select c.* into first
  from private.draft_step_cells c
  join private.draft_step_cells n on n.step_id = p_step.id and n.module_id = c.module_id
  where c.step_id = earlier.id and num_nulls(c.locale, c.field, n.locale, n.field) = 4 and num_nonnulls(c.before, n.before, n.after) = 3
    and (select count(*) from private.draft_step_cells o where o.step_id in (earlier.id, p_step.id)) = 2;
  if found then
    update private.draft_step_cells c set before = first.before where c.step_id = p_step.id;
    delete from private.draft_steps s where s.id = earlier.id;
  end if;
end $$;

create or replace function private.close_draft_step(p_step bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  step private.draft_steps;
begin
  select * into step from private.draft_steps s where s.id = p_step and s.summary is null;
  if not found then
    return;
  end if;
  perform private.go_on_moving(step);
  delete from private.draft_step_cells c where c.step_id = p_step and c.before is not distinct from c.after;
  if not exists (select 1 from private.draft_step_cells c where c.step_id = p_step) then
    delete from private.draft_steps s where s.id = p_step;
    return;
  end if;
  update private.draft_steps s set summary = private.summarize_draft_step(p_step) where s.id = p_step;
  delete from private.draft_steps s where s.page_id = step.page_id and s.author = step.author and s.undone_at is not null;
  delete from private.draft_steps s
  where s.page_id = step.page_id
    and s.id < (select o.id from private.draft_steps o where o.page_id = step.page_id order by o.id desc offset 999 limit 1);
end $$;

create or replace function public.move_module(
  p_actor uuid, p_page_id bigint, p_module_id bigint, p_position integer, p_expected_version integer,
  p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
  beside bigint[];
  placed bigint[];
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if not exists (select 1 from public.modules where id = p_module_id and page_id = p_page_id)
    or p_parent_id is not null and not exists (
      -- Nor is a module its own place, or what is inside of it.
      with recursive around as (
        select m.id, m.parent_id from public.modules m where m.id = p_parent_id and m.page_id = p_page_id
        union
        select m.id, m.parent_id from around a join public.modules m on m.id = a.parent_id
      )
      select 1 from around having count(*) > 0 and bool_and(id <> p_module_id)
    ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  beside := array(
    select id from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
      and id <> p_module_id
    order by position, id
  );
  placed := beside[:p_position] || p_module_id || beside[p_position + 1:];
  if placed is distinct from array(
    select id from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
    order by position, id
  ) then
    -- Of two that change places it is this one that has moved, for its step.
    update public.modules m set position = private.no_position() where m.id = p_module_id;
    perform private.place_modules(p_page_id, p_parent_id, p_slot, placed);
  end if;
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1);
end $$;

revoke all on function private.go_on_moving(private.draft_steps) from public, anon, authenticated, service_role;
