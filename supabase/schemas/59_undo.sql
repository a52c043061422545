-- Undoing and redoing the steps of a draft. A person undoes what that person did. What somebody else has built upon stays as it is: a cell
-- that is not as the step left it, a module that is to go with something inside it, a place that is not there any more.

create function private.step_of(p_step private.draft_steps) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_step.id, 'by', private.person_name(p_step.author), 'at', p_step.made_at, 'is_undone', p_step.undone_at is not null)
    || p_step.summary
  where p_step.id is not null
$$;

create function private.read_draft_steps(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'undo', (
      select private.step_of(s) from private.draft_steps s
      where s.page_id = p_page_id and s.author = private.actor() and s.undone_at is null and s.summary is not null
      order by s.id desc limit 1
    ),
    'redo', (
      select private.step_of(s) from private.draft_steps s
      where s.page_id = p_page_id and s.author = private.actor() and s.undone_at is not null
      order by s.undone_at desc, s.id limit 1
    ))
$$;
revoke execute on function private.read_draft_steps from public;
grant execute on function private.read_draft_steps to service_role;

create function public.read_draft_steps(p_actor uuid, p_page_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return private.read_draft_steps(p_page_id);
end $$;
comment on function public.read_draft_steps is 'What a person would undo and redo next on a page.';

-- The cells of a step: what they are to be, what they have to be before, and what they are now.
create function private.cells_of(p_step bigint, p_is_undone boolean)
returns table (module_id bigint, locale public.locale, field text, target jsonb, expected jsonb, present jsonb)
language sql stable set search_path = ''
as $$
  select c.module_id, c.locale, c.field,
    case when p_is_undone then c.before else c.after end, case when p_is_undone then c.after else c.before end,
    case
      when c.field = 'parent_id' then to_jsonb(p.parent_id)
      when c.field is not null then (select to_jsonb(l) -> c.field from public.page_locales l where l.page_id = s.page_id and l.locale = c.locale)
      when c.locale is null then (select private.module_cell(m) from public.modules m where m.id = c.module_id and m.page_id = s.page_id)
      else (select private.data_cell(l) from public.module_locales l join public.modules m on m.id = l.module_id
        where l.module_id = c.module_id and l.locale = c.locale and m.page_id = s.page_id)
    end
  from private.draft_steps s
  join public.pages p on p.id = s.page_id
  join private.draft_step_cells c on c.step_id = s.id
  where s.id = p_step
$$;
revoke execute on function private.cells_of from public;
grant execute on function private.cells_of to service_role;

-- What a step would take along without having changed it, or has no place for any more, as modules and locales of them: what is inside of
-- a module that is to go, its texts in another locale, and a module that is to hold something and is not there.
create function private.step_hindrances(p_step private.draft_steps, p_is_undone boolean) returns table (module_id bigint, locale public.locale)
language sql stable set search_path = ''
as $$
  with cells as (
    select c.* from private.cells_of(p_step.id, p_is_undone) c where c.module_id is not null
  ), placed as (
    select c.module_id from cells c where c.locale is null
  )
  select m.id, null::public.locale
  from cells c join public.modules m on m.parent_id = c.module_id
  where c.locale is null and c.target is null and m.id not in (select p.module_id from placed p)
  union
  select l.module_id, l.locale
  from cells c join public.module_locales l on l.module_id = c.module_id
  where c.locale is null and c.target is null
    and not exists (select 1 from cells o where o.module_id = l.module_id and o.locale = l.locale)
  union
  select n.id, null
  from cells c cross join lateral (select case when c.locale is null then (c.target ->> 'parent')::bigint else c.module_id end) n (id)
  where c.target is not null and n.id is not null and n.id not in (select p.module_id from placed p)
    and not exists (select 1 from public.modules m where m.id = n.id and m.page_id = p_step.page_id)
$$;
revoke execute on function private.step_hindrances from public;
grant execute on function private.step_hindrances to service_role;

-- Why a step can not be undone, or done again, as things are: the step that stands in the way, or {} where no step tells. Null when it can.
create function private.step_obstacle(p_step private.draft_steps, p_is_undone boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
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
end $$;
revoke execute on function private.step_obstacle from public;
grant execute on function private.step_obstacle to service_role;

create function private.put_back_details(p_step private.draft_steps, p_is_undone boolean) returns void
language plpgsql set search_path = ''
as $$
declare
  words record;
begin
  for words in
    select c.locale, jsonb_object_agg(c.field, c.target) as fields from private.cells_of(p_step.id, p_is_undone) c
    where c.locale is not null and c.field is not null group by c.locale
  loop
    if words.fields -> 'path' = 'null' then
      delete from public.page_locales l where l.page_id = p_step.page_id and l.locale = words.locale;
      continue;
    end if;
    insert into public.page_locales (page_id, locale, site_id, path, title)
    select p_step.page_id, words.locale, p.site_id, words.fields ->> 'path', words.fields ->> 'title'
    from public.pages p
    where p.id = p_step.page_id
      and not exists (select 1 from public.page_locales l where l.page_id = p_step.page_id and l.locale = words.locale);
    -- The pages below move along.
    if words.fields ? 'path' then
      perform public.move_page(p_step.page_id, words.locale, words.fields ->> 'path');
    end if;
    update public.page_locales l
    set title = coalesce(words.fields ->> 'title', l.title), nav_title = coalesce(words.fields ->> 'nav_title', l.nav_title),
      description = coalesce(words.fields ->> 'description', l.description), seo = coalesce(words.fields -> 'seo', l.seo)
    where l.page_id = p_step.page_id and l.locale = words.locale;
  end loop;
end $$;
revoke execute on function private.put_back_details from public;
grant execute on function private.put_back_details to service_role;

create function private.apply_draft_step(p_step private.draft_steps, p_is_undone boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  -- What comes back first, then moves out of what goes.
  insert into public.modules (id, page_id, type, parent_id, slot, position)
  select c.module_id, p_step.page_id, t.type::public.module_type, t.parent, t.slot, t.position
  from private.cells_of(p_step.id, p_is_undone) c
  cross join lateral jsonb_to_record(c.target) t (type text, parent bigint, slot text, position integer)
  where c.module_id is not null and c.locale is null and c.target is not null and c.present is null;
  update public.modules m set parent_id = t.parent, slot = t.slot, position = t.position
  from private.cells_of(p_step.id, p_is_undone) c
  cross join lateral jsonb_to_record(c.target) t (parent bigint, slot text, position integer)
  where m.id = c.module_id and c.locale is null and c.target is not null
    and (m.parent_id, m.slot, m.position) is distinct from (t.parent, t.slot, t.position);
  delete from public.modules m
  using private.cells_of(p_step.id, p_is_undone) c
  where m.id = c.module_id and c.locale is null and c.target is null;
  delete from public.module_locales l
  using private.cells_of(p_step.id, p_is_undone) c
  where l.module_id = c.module_id and l.locale = c.locale and c.target is null;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  select c.module_id, c.locale, c.target -> 'data', (c.target ->> 'v')::integer, private.actor()
  from private.cells_of(p_step.id, p_is_undone) c
  where c.module_id is not null and c.locale is not null and c.target is not null
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by;
  perform private.put_back_details(p_step, p_is_undone);
  -- Another draft may have the address by now: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages p
  set structure_version = p.structure_version + 1, parent_id = case
    when exists (select 1 from private.draft_step_cells c where c.step_id = p_step.id and c.field = 'parent_id')
    then (select (c.target #>> '{}')::bigint from private.cells_of(p_step.id, p_is_undone) c where c.field = 'parent_id')
    else p.parent_id end
  where p.id = p_step.page_id and (p_step.summary ->> 'is_structure')::boolean;
  update private.draft_steps s set undone_at = case when p_is_undone then clock_timestamp() end where s.id = p_step.id;
end $$;
revoke execute on function private.apply_draft_step from public;
grant execute on function private.apply_draft_step to service_role;

create function private.travel_draft(p_page_id bigint, p_step_id bigint, p_locale public.locale, p_is_undone boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  step private.draft_steps;
  obstacle jsonb;
  fixed jsonb;
begin
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into step from private.draft_steps s
  where s.id = p_step_id and s.page_id = p_page_id and s.author = private.actor() and s.summary is not null
    and (s.undone_at is null) = p_is_undone;
  if not found then
    return jsonb_build_object('status', 'conflict', 'steps', private.read_draft_steps(p_page_id));
  end if;
  -- The structure is one for all locales, and only changed in the default one.
  if p_locale <> 'en' and (step.summary ->> 'is_structure')::boolean then
    return '{"status": "english-only"}';
  end if;
  obstacle := private.step_obstacle(step, p_is_undone);
  if obstacle is not null then
    return jsonb_build_object('status', 'built-upon', 'obstacle', obstacle, 'steps', private.read_draft_steps(p_page_id));
  end if;
  fixed := private.fixed_below(p_page_id, (
    select coalesce(jsonb_object_agg(c.locale, c.target), '{}') from private.cells_of(p_step_id, p_is_undone) c
    where c.field = 'path' and jsonb_typeof(c.target) = 'string'
  ));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  perform set_config('content.draft_steps', 'off', true);
  perform private.apply_draft_step(step, p_is_undone);
  perform set_config('content.draft_steps', '', true);
  -- Each stands in a place by itself, which may put one into the other.
  if exists (
    with recursive tree as (
      select m.id, 1 as depth from public.modules m where m.page_id = p_page_id and m.parent_id is null
      union all
      select m.id, t.depth + 1 from tree t join public.modules m on m.parent_id = t.id where t.depth <= 3
    )
    select 1 from public.modules m left join tree t on t.id = m.id
    where m.page_id = p_page_id and coalesce(t.depth, 9) > 3
  ) then
    raise exception 'modules of page % would stand inside one another', p_page_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return jsonb_build_object('status', 'saved', 'step', private.step_of(step), 'steps', private.read_draft_steps(p_page_id));
end $$;
revoke execute on function private.travel_draft from public;
grant execute on function private.travel_draft to service_role;

create function public.undo_draft(p_actor uuid, p_page_id bigint, p_step_id bigint, p_locale public.locale) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return private.travel_draft(p_page_id, p_step_id, p_locale, true);
end $$;
comment on function public.undo_draft is
  'Undoes a step of a draft for the person who made it. Nothing is undone, and it is said, where that person has undone it, or somebody has built upon it.';

create function public.redo_draft(p_actor uuid, p_page_id bigint, p_step_id bigint, p_locale public.locale) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return private.travel_draft(p_page_id, p_step_id, p_locale, false);
end $$;
comment on function public.redo_draft is 'Does again what a person has undone, under the conditions of public.undo_draft.';
