-- The history of drafts: every save adds a row, from any source. An import writes its own.

create function private.touch_module_locale() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create function private.record_module_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if new.data is not distinct from old.data and new.data_version = old.data_version then
      return null;
    end if;
  end if;
  insert into public.draft_saves (page_id, module_id, locale, action, content, version, saved_by)
  select m.page_id, m.id, new.locale, case when tg_op = 'INSERT' then 'add' else 'edit' end,
    jsonb_build_object('type', m.type, 'v', new.data_version, 'data', new.data), new.version, new.updated_by
  from public.modules m
  where m.id = new.module_id;
  return null;
end $$;

create function private.record_structure_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, action, content, version, saved_by)
  select new.id, 'arrange',
    coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot)
      order by m.position, m.id), '[]'),
    new.structure_version, private.actor()
  from public.modules m
  where m.page_id = new.id;
  return null;
end $$;

create function private.record_description_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, locale, action, content, version, saved_by)
  values (new.page_id, new.locale, 'describe',
    jsonb_build_object('path', new.path, 'title', new.title, 'nav_title', new.nav_title,
      'description', new.description, 'seo', new.seo),
    new.version, private.actor());
  return null;
end $$;

-- A removed module stays in the history, in every locale and with its place, so that it can be restored.
create function private.record_module_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.draft_saves (page_id, module_id, locale, action, content, version, saved_by)
  select old.page_id, old.id, l.locale, 'remove',
    jsonb_build_object('type', old.type, 'parent', old.parent_id, 'slot', old.slot, 'position', old.position,
      'v', l.data_version, 'data', l.data),
    l.version, private.actor()
  from public.module_locales l
  where l.module_id = old.id
  order by l.locale;
  return old;
end $$;
revoke execute on function private.record_module_removal from public;

-- The versions of a restored module, or locale of one, continue: a save from before it was removed is a conflict, never a match.
create function private.continue_module_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.version := greatest(new.version, 1 + coalesce((
    select max(s.version) from public.draft_saves s
    where s.module_id = new.module_id and s.locale = new.locale and s.action in ('add', 'edit')
  ), 0));
  return new;
end $$;
create trigger page_revisions_immutable before update on public.page_revisions
  for each row execute function private.refuse_change();
create trigger page_revision_locales_immutable before update on public.page_revision_locales
  for each row execute function private.refuse_change();
create trigger draft_saves_immutable before update on public.draft_saves
  for each row execute function private.refuse_change();
create trigger module_locales_touch before update on public.module_locales
  for each row execute function private.touch_module_locale();
create trigger module_locales_continue before insert on public.module_locales
  for each row execute function private.continue_module_version();
create trigger module_locales_history after insert or update on public.module_locales
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_module_save();
-- An import writes the history of its modules itself.
create trigger modules_removal_history before delete on public.modules
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_module_removal();
create trigger pages_history after update of structure_version on public.pages
  for each row when (
    old.structure_version is distinct from new.structure_version
    and current_setting('content.importing', true) is distinct from 'on'
  )
  execute function private.record_structure_save();
create trigger page_locales_history after insert or update on public.page_locales
  for each row when (current_setting('content.importing', true) is distinct from 'on')
  execute function private.record_description_save();

create function private.save_mark(p_save public.draft_saves) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return (
    select jsonb_build_object('at', p_save.saved_at, 'by', (
      select coalesce(nullif(s.name, ''), s.email) from public.staff s where s.user_id = p_save.saved_by
    ))
    where p_save.id is not null
  );
end $$;
comment on function private.save_mark is 'Who made a save, by name, and when.';

-- Triggers write the rest of the history; this is the one entry for a discarded draft.
create function private.record_discard(p_page_id bigint, p_why text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_page_draft(p_page_id, p_why);
  insert into public.draft_saves (page_id, action, content, version, saved_by)
  select p.id, 'discard', jsonb_build_object(
    'parent_id', p.parent_id,
    'structure', (
      select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot,
        'locales', (
          select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('v', l.data_version, 'version', l.version, 'data', l.data)), '{}')
          from public.module_locales l where l.module_id = m.id
        )) order by m.position, m.id), '[]')
      from public.modules m where m.page_id = p.id
    ),
    'details', (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    )),
    p.structure_version, private.actor()
  from public.pages p
  where p.id = p_page_id;
end $$;
comment on function private.record_discard is 'Writes the whole draft of a page to the history, before it is reset to what is published. p_why: as in discarded_drafts, from where it comes back; null where nothing is thrown away.';
revoke execute on function private.record_discard from public;
grant execute on function private.record_discard to service_role;
