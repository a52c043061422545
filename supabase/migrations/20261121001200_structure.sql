-- Changing the structure of a draft: adding, moving and removing modules, on a page and inside the slots of its modules.

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
  p_page_id bigint, p_type public.module_type, p_position integer, p_data jsonb, p_data_version integer,
  p_expected_version integer, p_parent_id bigint default null, p_slot text default null
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
  return public.add_module(p_page_id, p_type, p_position, p_parent_id, p_slot, p_data, p_data_version, p_expected_version);
end $$;
comment on function public.insert_module is
  'Adds a module to a page that may be edited, or to a slot of a module of it, unless the structure has changed since.';

create function public.arrange_modules(
  p_page_id bigint, p_module_ids bigint[], p_expected_version integer,
  p_parent_id bigint default null, p_slot text default null
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
  update public.modules m
  set position = o.place - 1
  from unnest(p_module_ids) with ordinality o (id, place)
  where m.id = o.id;
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1);
end $$;
comment on function public.arrange_modules is
  'Puts the modules of a page, or of a slot of a module of it, into the given order and removes those that are not named.';

create or replace function public.arrange_page(p_page_id bigint, p_module_ids bigint[], p_expected_version integer)
returns jsonb
language sql set search_path = ''
as $$
  select public.arrange_modules(p_page_id, p_module_ids, p_expected_version)
$$;

-- What is removed stays in the history, in every locale and with its place, so that it can be put back.
create function private.record_module_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, module_id, locale, action, content, version, saved_by)
  select old.page_id, old.id, l.locale, 'remove',
    jsonb_build_object('type', old.type, 'parent', old.parent_id, 'slot', old.slot, 'position', old.position,
      'v', l.data_version, 'data', l.data),
    l.version, auth.uid()
  from public.module_locales l
  where l.module_id = old.id
  order by l.locale;
  return old;
end $$;

-- An import brings the history that belongs to what it brings.
create trigger modules_removal_history before delete on public.modules
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_module_removal();

revoke execute on function private.record_module_removal from public, anon, authenticated;
revoke execute on function public.insert_module, public.arrange_modules from public, anon;
grant execute on function public.insert_module, public.arrange_modules to authenticated, service_role;
