-- Reading and changing drafts. All functions run with the rights of the caller: staff read with their own, and the server writes.

create function private.assemble_modules(p_page_id bigint, p_parent_id bigint, p_locale public.locale)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select coalesce(
      jsonb_agg(
        jsonb_strip_nulls(jsonb_build_object(
          'id', m.id, 'type', m.type, 'slot', m.slot, 'v', l.data_version,
          'fallback', case when l.locale <> p_locale then true end
        )) || jsonb_build_object(
          'data', l.data,
          'children', case
            when exists (select 1 from public.modules c where c.parent_id = m.id)
            then private.assemble_modules(p_page_id, m.id, p_locale)
            else '[]'::jsonb
          end
        )
        order by m.position, m.id
      ),
      '[]'
    )
    from public.modules m
    cross join lateral (
      select d.locale, d.data, d.data_version
      from public.module_locales d
      where d.module_id = m.id and d.locale in (p_locale, 'en')
      order by (d.locale = p_locale) desc
      limit 1
    ) l
    where m.page_id = p_page_id and m.parent_id is not distinct from p_parent_id
  );
end $$;
comment on function private.assemble_modules is
  'The draft modules of a page as a tree in one locale, with the default locale''s data where the locale has none.';

create function private.flatten_modules(p_modules jsonb)
returns table (id bigint, type text, parent_id bigint, slot text, place integer[], v integer, fallback boolean, data jsonb)
language plpgsql immutable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with recursive flat as (
      select (m.value ->> 'id')::bigint as id, null::bigint as parent_id, array[m.ordinality::integer] as place, m.value as module
      from jsonb_array_elements(p_modules) with ordinality m
      union all
      select (m.value ->> 'id')::bigint, f.id, f.place || m.ordinality::integer, m.value
      from flat f
      cross join lateral jsonb_array_elements(f.module -> 'children') with ordinality m
    )
    select f.id, f.module ->> 'type', f.parent_id, f.module ->> 'slot', f.place, (f.module ->> 'v')::integer,
      coalesce((f.module ->> 'fallback')::boolean, false), f.module -> 'data'
    from flat f;
end $$;
comment on function private.flatten_modules is 'The modules of a tree, as revisions and drafts have it, as rows in the order of the page, each with its parent and slot.';

create function private.draft_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description,
      'seo', l.seo, 'modules', private.assemble_modules(l.page_id, null, l.locale))
    from public.page_locales l
    where l.page_id = p_page_id and l.locale = p_locale
  );
end $$;

create function private.published_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title, 'description', r.description,
      'seo', r.seo, 'modules', r.modules)
    from public.pages p
    join public.page_revision_locales r on r.revision_id = p.published_revision_id
    where p.id = p_page_id and r.locale = p_locale
  );
end $$;

create function public.page_differs(p_page_id bigint) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select p.published_revision_id is null or exists (
      select 1 from unnest(enum_range(null::public.locale)) locale
      where private.draft_locale(p.id, locale) is distinct from private.published_locale(p.id, locale)
    ) or exists (
      select 1 from public.published_page_locales l where l.page_id = p.id and l.parent_id is distinct from p.parent_id
    )
    from public.pages p
    where p.id = p_page_id
  );
end $$;
comment on function public.page_differs is 'Whether publishing the page''s draft would change anything.';
grant execute on function public.page_differs to authenticated, service_role;

create function public.save_module(
  p_actor uuid, p_module_id bigint, p_locale public.locale, p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current_row public.module_locales;
  saved_version integer;
  is_editable boolean;
begin
  perform private.act_as(p_actor);
  -- The page before its module, as everywhere.
  select p.is_editable into is_editable
  from public.modules m join public.pages p on p.id = m.page_id
  where m.id = p_module_id for share of p;
  perform 1 from public.modules m where m.id = p_module_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not is_editable then
    return jsonb_build_object('status', 'not-editable');
  end if;
  select * into current_row from public.module_locales where module_id = p_module_id and locale = p_locale;
  -- A locale without its own data is at version 0: saving makes its own.
  if coalesce(current_row.version, 0) <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(current_row.version, 0), 'data', current_row.data,
      'updated_by', current_row.updated_by, 'updated_at', current_row.updated_at);
  end if;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  values (p_module_id, p_locale, p_data, p_data_version, private.actor())
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
  returning l.version into saved_version;
  return jsonb_build_object('status', 'saved', 'version', saved_version);
end $$;
comment on function public.save_module is
  'Saves a module''s data in one locale, unless somebody saved since the version that the caller started from.';

-- Only the order of positions counts, and they lie apart: whatever is put between two modules changes no other one, so that steps of
-- different people on one page can be undone in any order.
create function private.positions_between(p_low integer, p_high integer, p_seeds bigint[]) returns integer[]
language plpgsql immutable set search_path = ''
as $$
declare
  apart constant bigint := 65536;
  places constant integer := cardinality(p_seeds);
  low bigint := coalesce(p_low, coalesce(p_high, 0) - apart * (places + 1));
  high bigint := coalesce(p_high, low + apart * (places + 1));
begin
  if high - low < 4 * (places + 1) or low < -2000000000 or high > 2000000000 then
    return null;
  end if;
  -- Not in the very middle, where somebody may have removed one that comes back.
  return array(
    select (low + (high - low) * (n * 1000 + (seed * 7919) % 301 - 150) / ((places + 1) * 1000))::integer
    from unnest(p_seeds) with ordinality s (seed, n) order by n
  );
end $$;
comment on function private.positions_between is
  'A position for each of the seeds, in their order, between two others; null without room. Without a neighbour it is apart from the other one.';

create function private.spread_positions(p_page_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
  places jsonb;
begin
  -- Those that steps know as well: they are other numbers for the same order.
  select jsonb_object_agg(p.position, (row_number - 1) * least(65536, 1000000000 / count)) into places
  from (
    select k.position, row_number() over (order by k.position), count(*) over ()
    from (
      select m.position from public.modules m where m.page_id = p_page_id
      union
      select (v.value ->> 'position')::integer
      from private.draft_steps s
      join private.draft_step_cells c on c.step_id = s.id
      cross join lateral (values (c.before), (c.after)) v (value)
      where s.page_id = p_page_id and c.module_id is not null and c.locale is null and v.value is not null
    ) k
  ) p;
  perform set_config('content.draft_steps', 'off', true);
  update public.modules m set position = (places ->> m.position::text)::integer where m.page_id = p_page_id;
  perform set_config('content.draft_steps', steps, true);
  update private.draft_step_cells c
  set before = c.before || jsonb_build_object('position', places -> (c.before ->> 'position')),
    after = c.after || jsonb_build_object('position', places -> (c.after ->> 'position'))
  from private.draft_steps s
  where s.id = c.step_id and s.page_id = p_page_id and c.module_id is not null and c.locale is null;
end $$;
comment on function private.spread_positions is 'Moves the positions of a page''s modules apart, in its steps too.';
revoke execute on function private.spread_positions from public;
grant execute on function private.spread_positions to service_role;

-- Modules that are in the order already keep their positions: the longest increasing part of them.
create function private.positions_to_keep(p_positions integer[]) returns boolean[]
language plpgsql immutable set search_path = ''
as $$
declare
  places constant integer := coalesce(cardinality(p_positions), 0);
  lengths integer[] := '{}';
  links integer[] := '{}';
  kept boolean[] := array_fill(false, array[places]);
  last integer := null;
begin
  for n in 1 .. places loop
    lengths[n] := case when p_positions[n] is null then 0 else 1 end;
    for m in 1 .. n - 1 loop
      if p_positions[m] < p_positions[n] and lengths[m] >= lengths[n] then
        lengths[n] := lengths[m] + 1;
        links[n] := m;
      end if;
    end loop;
    if last is null or lengths[n] > lengths[last] then
      last := n;
    end if;
  end loop;
  while last is not null loop
    kept[last] := true;
    last := links[last];
  end loop;
  return kept;
end $$;

create function private.no_position() returns integer
language sql immutable set search_path = ''
as $$ select -2147483648 $$;
comment on function private.no_position is 'The position of a module that has not been placed yet.';
grant execute on function private.no_position to service_role;

-- Puts modules into an order in one place of a page, and changes as few positions as that takes. Those that were elsewhere are moved there.
create function private.place_modules(p_page_id bigint, p_parent_id bigint, p_slot text, p_module_ids bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  places constant integer := cardinality(p_module_ids);
  positions integer[];
  kept boolean[];
  first integer := 1;
  next integer;
  found integer[];
begin
  positions := array(
    select nullif(m.position, private.no_position())
    from unnest(p_module_ids) with ordinality o (id, place)
    left join public.modules m on m.id = o.id and m.page_id = p_page_id
      and m.parent_id is not distinct from p_parent_id and m.slot is not distinct from p_slot
    order by o.place
  );
  kept := private.positions_to_keep(positions);
  while first <= places loop
    if kept[first] and positions[first] is not null then
      first := first + 1;
      continue;
    end if;
    next := first;
    while next <= places and not (kept[next] and positions[next] is not null) loop
      next := next + 1;
    end loop;
    found := private.positions_between(positions[first - 1], positions[next], p_module_ids[first : next - 1]);
    if found is null then
      perform private.spread_positions(p_page_id);
      perform private.place_modules(p_page_id, p_parent_id, p_slot, p_module_ids);
      return;
    end if;
    positions[first : next - 1] := found;
    first := next;
  end loop;
  update public.modules m set parent_id = p_parent_id, slot = p_slot, position = o.position
  from unnest(p_module_ids, positions) o (id, position)
  where m.id = o.id and (m.parent_id, m.slot, m.position) is distinct from (p_parent_id, p_slot, o.position);
end $$;
revoke execute on function private.place_modules from public;
grant execute on function private.place_modules to service_role;

create function public.add_module(
  p_page_id bigint, p_type public.module_type, p_position integer, p_parent_id bigint, p_slot text,
  p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page_version integer;
  beside bigint[];
  new_id bigint;
begin
  select structure_version into page_version from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page_version <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', page_version);
  end if;
  if p_parent_id is not null and not exists (
    select 1 from public.modules where id = p_parent_id and page_id = p_page_id
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  beside := array(
    select id from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
    order by position, id
  );
  new_id := nextval(pg_get_serial_sequence('public.modules', 'id'));
  insert into public.modules (id, page_id, parent_id, slot, type, position)
  values (new_id, p_page_id, p_parent_id, p_slot, p_type, private.no_position());
  perform private.place_modules(p_page_id, p_parent_id, p_slot, beside[:p_position] || new_id || beside[p_position + 1:]);
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  values (new_id, 'en', p_data, p_data_version, private.actor());
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'id', new_id, 'version', page_version + 1);
end $$;
comment on function public.add_module is
  'Adds a module at a position of a page, or of a slot of another module, with its data in the default locale.';

create function private.structure_conflict(p_page_id bigint, p_version integer) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', 'conflict', 'version', p_version) || coalesce(
    (
      select jsonb_build_object('changed_by', d.saved_by, 'changed_at', d.saved_at)
      from public.draft_saves d
      where d.page_id = p_page_id and d.module_id is null and d.locale is null and d.version = p_version
      order by d.id desc
      limit 1
    ),
    '{}'
  )
$$;
comment on function private.structure_conflict is
  'The answer to a change of a structure that somebody has changed meanwhile: who, and when, as far as the history knows.';

create function private.refuse_structure_change(p_page_id bigint, p_version integer) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
begin
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not page.is_editable then
    return jsonb_build_object('status', 'not-editable');
  end if;
  if page.structure_version <> p_version then
    return private.structure_conflict(p_page_id, page.structure_version);
  end if;
  return null;
end $$;
comment on function private.refuse_structure_change is
  'Why a page''s structure cannot be changed from a version; null when it can, and then the page is locked.';

create function public.insert_module(
  p_actor uuid, p_page_id bigint, p_type public.module_type, p_position integer, p_data jsonb, p_data_version integer,
  p_expected_version integer, p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  return public.add_module(p_page_id, p_type, p_position, p_parent_id, p_slot, p_data, p_data_version, p_expected_version);
end $$;
comment on function public.insert_module is
  'Adds a module to a page that may be edited, or to a slot of a module of it, unless the structure has changed since.';

-- A module with its texts in all languages, and what is inside of it: {type, slot, locales: {en: {v, data}}, children}.
create function private.insert_tree(p_page_id bigint, p_parent_id bigint, p_slot text, p_position integer, p_module jsonb) returns bigint
language plpgsql set search_path = ''
as $$
declare
  made bigint;
begin
  insert into public.modules (page_id, parent_id, slot, type, position)
  values (p_page_id, p_parent_id, p_slot, (p_module ->> 'type')::public.module_type, p_position)
  returning id into made;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  select made, l.key::public.locale, l.value -> 'data', (l.value ->> 'v')::integer, private.actor()
  from jsonb_each(p_module -> 'locales') l;
  perform private.insert_tree(p_page_id, made, c.value ->> 'slot', (c.ordinality * 65536)::integer, c.value)
  from jsonb_array_elements(p_module -> 'children') with ordinality c;
  return made;
end $$;
revoke execute on function private.insert_tree from public;
grant execute on function private.insert_tree to service_role;

create function public.insert_modules(
  p_actor uuid, p_page_id bigint, p_modules jsonb, p_position integer, p_what text,
  p_expected_version integer, p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
  beside bigint[];
  made bigint[];
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if p_parent_id is not null and not exists (
    select 1 from public.modules where id = p_parent_id and page_id = p_page_id
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  perform set_config('content.draft_step', p_what, true);
  beside := array(
    select id from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
    order by position, id
  );
  made := array(
    select private.insert_tree(p_page_id, p_parent_id, p_slot, private.no_position(), m.value)
    from jsonb_array_elements(p_modules) with ordinality m
    order by m.ordinality
  );
  perform private.place_modules(p_page_id, p_parent_id, p_slot, beside[:p_position] || made || beside[p_position + 1:]);
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'ids', to_jsonb(made), 'version', p_expected_version + 1);
end $$;
comment on function public.insert_modules is
  'Adds modules with their texts in all languages and what is inside of them, at a position of a page or of a slot of a module of it, unless the structure has changed since. p_what: paste or duplicate.';

create function private.arrange_modules(
  p_page_id bigint, p_module_ids bigint[], p_expected_version integer, p_parent_id bigint, p_slot text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
begin
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if exists (
    select 1 from unnest(p_module_ids) given (module_id)
    where not exists (
      select 1 from public.modules m
      where m.id = given.module_id and m.page_id = p_page_id
        and m.parent_id is not distinct from p_parent_id and m.slot is not distinct from p_slot
    )
  ) or cardinality(p_module_ids) <> (
    select count(distinct given.module_id) from unnest(p_module_ids) given (module_id)
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  delete from public.modules
  where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
    and id <> all (p_module_ids);
  perform private.place_modules(p_page_id, p_parent_id, p_slot, p_module_ids);
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1);
end $$;
comment on function private.arrange_modules is 'What public.arrange_modules does.';
revoke execute on function private.arrange_modules from public;
grant execute on function private.arrange_modules to service_role;

create function public.arrange_modules(
  p_actor uuid, p_page_id bigint, p_module_ids bigint[], p_expected_version integer,
  p_parent_id bigint default null, p_slot text default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  return private.arrange_modules(p_page_id, p_module_ids, p_expected_version, p_parent_id, p_slot);
end $$;
comment on function public.arrange_modules is
  'Puts the modules of a page, or of a slot of a module of it, into the given order and removes those that are not named.';

create function public.move_module(
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
comment on function public.move_module is
  'Moves a module, with what is inside of it, to a position of a page or of a slot of another module of it, unless the structure has changed since.';

create function public.arrange_page(p_page_id bigint, p_module_ids bigint[], p_expected_version integer)
returns jsonb
language sql set search_path = ''
as $$
  select private.arrange_modules(p_page_id, p_module_ids, p_expected_version, null, null)
$$;
comment on function public.arrange_page is
  'Puts the modules of a page into the given order and removes those that are not named.';

-- Whoever moves a page is told before; this is for whatever else people do.
create function private.keep_locked_address() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if private.actor() is not null and current_setting('content.importing', true) is distinct from 'on'
    and exists (select from public.pages p where p.id = new.page_id and not p.is_editable) then
    raise exception 'page % is locked: its address stays as it is', new.page_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return new;
end $$;
revoke execute on function private.keep_locked_address from public;
create trigger page_locales_locked before update of path on public.page_locales
  for each row when (old.path is distinct from new.path) execute function private.keep_locked_address();

-- The pages below that could not follow a page to other addresses: those that are locked, and those that the site needs where they are.
create function private.fixed_below(p_page_id bigint, p_paths jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with recursive below as (
    select p.id, p.route, p.is_editable from public.pages p where p.parent_id = p_page_id
    union
    select p.id, p.route, p.is_editable from public.pages p join below b on p.parent_id = b.id
  ), fixed as (
    select distinct b.id
    from jsonb_each_text(p_paths) n
    join public.page_locales o on o.page_id = p_page_id and o.locale = n.key::public.locale and o.path <> n.value
    join below b on not b.is_editable or b.route is not null
    join public.page_locales l on l.page_id = b.id and l.locale = o.locale and starts_with(l.path, o.path || '/')
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', (
    select l.title from public.page_locales l where l.page_id = f.id order by l.locale limit 1
  )) order by f.id), '[]')
  from fixed f
$$;
comment on function private.fixed_below is 'The pages below a page whose addresses would change along with its, by locale, and may not.';
revoke execute on function private.fixed_below from public;
grant execute on function private.fixed_below to service_role;

-- The path of a page and of everything below it, in one locale. Drafts only: each page moves when it is published.
create function public.move_page(p_page_id bigint, p_locale public.locale, p_path text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
  old_path text;
  fixed jsonb;
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  fixed := private.fixed_below(p_page_id, jsonb_build_object(p_locale::text, p_path));
  if fixed <> '[]' then
    return jsonb_build_object('status', 'locked', 'pages', fixed);
  end if;
  select path into old_path from public.page_locales where page_id = p_page_id and locale = p_locale for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  -- For those below it is no step of their own: they follow.
  perform set_config('content.draft_steps', 'off', true);
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  )
  update public.page_locales l
  set path = p_path || substr(l.path, length(old_path) + 1)
  from below b
  where l.page_id = b.id and l.locale = p_locale and starts_with(l.path, old_path || '/');
  perform set_config('content.draft_steps', steps, true);
  update public.page_locales set path = p_path where page_id = p_page_id and locale = p_locale;
  return jsonb_build_object('status', 'saved');
end $$;
comment on function public.move_page is 'Gives a page a new path in one locale and moves the pages below it along. Not where one of these is locked: answers which.';

create function public.read_page_changes(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    with page as (
      select p.id, p.parent_id, p.published_revision_id, (
        select l.locale from public.page_locales l where l.page_id = p.id order by l.locale limit 1
      ) as base
      from public.pages p
      where p.id = p_page_id
    ), drafts as materialized (
      select l.locale, d.*
      from public.page_locales l
      cross join lateral private.flatten_modules(private.assemble_modules(l.page_id, null, l.locale)) d
      where l.page_id = p_page_id
    ), lives as materialized (
      select r.locale, d.*
      from page
      join public.page_revision_locales r on r.revision_id = page.published_revision_id
      cross join lateral private.flatten_modules(r.modules::jsonb) d
    ), live_structure as (
      select l.* from lives l where l.locale = (
        select r.locale from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
        order by r.locale limit 1
      )
    ), draft_structure as (
      select d.* from drafts d join page on d.locale = page.base
    ), edits as (
      select d.id, d.locale, d.place, case when d.fallback then 'en' else d.locale end as saved_in,
        coalesce(d.data ->> 'title', d.data #>> '{heading,title}', '') as title
      from drafts d
      join lives l on l.locale = d.locale and l.id = d.id
      join page on true
      where (d.type, d.v, d.data, d.fallback) is distinct from (l.type, l.v, l.data, l.fallback)
        -- A change of data that locales fall back to is listed once, in the locale that has it.
        and not (d.fallback and l.fallback and d.locale <> page.base)
    ), details as (
      select coalesce(n.locale, o.locale) as locale,
        case when o.locale is null then 'added' when n.locale is null then 'removed' else 'changed' end as what,
        array_remove(array[
          case when n.path is distinct from o.path then 'path' end,
          case when n.title is distinct from o.title then 'title' end,
          case when n.nav_title is distinct from o.nav_title then 'nav_title' end,
          case when n.description is distinct from o.description then 'description' end,
          case when n.seo is distinct from o.seo then 'seo' end
        ], null) as fields
      from (select * from public.page_locales l where l.page_id = p_page_id) n
      full join (
        select r.* from page join public.page_revision_locales r on r.revision_id = page.published_revision_id
      ) o on o.locale = n.locale
    )
    select jsonb_build_object(
      'is_published', page.published_revision_id is not null,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = page.id), 0),
      'is_moved', exists (
        select 1 from public.published_page_locales l where l.page_id = page.id and l.parent_id is distinct from page.parent_id
      ),
      'cells', to_jsonb(private.cells_that_wait(private.live_cells(page.id), private.draft_cells(page.id))),
      'arranged', (
        select private.save_mark(s) from public.draft_saves s
        where s.page_id = page.id and s.action = 'arrange' order by s.id desc limit 1
      ),
      'draft', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'type', d.type, 'parent_id', d.parent_id, 'slot', d.slot,
          'title', coalesce(d.data ->> 'title', d.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from live_structure l where l.id = d.id) then (
            select private.save_mark(s) from public.draft_saves s where s.module_id = d.id order by s.id desc limit 1
          ) end) order by d.place), '[]')
        from draft_structure d
      ),
      'live', (
        select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'type', l.type, 'parent_id', l.parent_id, 'slot', l.slot,
          'title', coalesce(l.data ->> 'title', l.data #>> '{heading,title}', ''),
          'saved', case when not exists (select 1 from draft_structure d where d.id = l.id) then (
            select private.save_mark(s) from public.draft_saves s
            where s.module_id = l.id and s.action = 'remove' order by s.id desc limit 1
          ) end) order by l.place), '[]')
        from live_structure l
      ),
      'edits', (
        select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'locale', e.locale, 'title', e.title, 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.module_id = e.id and s.locale = e.saved_in order by s.id desc limit 1
        )) order by e.place, e.locale), '[]')
        from edits e
      ),
      'details', (
        select coalesce(jsonb_agg(jsonb_build_object('locale', d.locale, 'what', d.what, 'fields', to_jsonb(d.fields), 'saved', (
          select private.save_mark(s) from public.draft_saves s
          where s.page_id = page.id and s.module_id is null and s.locale = d.locale order by s.id desc limit 1
        )) order by d.locale), '[]')
        from details d
        where page.published_revision_id is not null and cardinality(d.fields) > 0
      ))
    from page
  );
end $$;
comment on function public.read_page_changes is
  'How a page''s draft differs from what is published: its structure before and after, edited modules by locale, and page details.';
grant execute on function public.read_page_changes to authenticated, service_role;

create function public.read_draft_state(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object(
      'structure_version', p.structure_version,
      'is_editable', p.is_editable,
      'published_revision_id', p.published_revision_id,
      'changes', public.read_page_changes(p.id),
      'modules', (
        select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent_id', m.parent_id, 'slot', m.slot,
          'locales', (
            select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('version', l.version, 'v', l.data_version, 'data', l.data)), '{}')
            from public.module_locales l where l.module_id = m.id
          )) order by m.position, m.id), '[]')
        from public.modules m where m.page_id = p.id
      )
    )
    from public.pages p
    where p.id = p_page_id
  );
end $$;
comment on function public.read_draft_state is 'Versions and data of a page''s draft modules in every locale, for the editor.';
grant execute on function public.read_draft_state to authenticated, service_role;
