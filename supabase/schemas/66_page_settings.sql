-- The settings of a page: what it is called, where it is, and how it is found and shared. They are part of its draft.

-- The newest save that may have changed them.
create function private.settings_save(p_page_id bigint) returns public.draft_saves
language sql stable set search_path = ''
as $$
  select s.* from public.draft_saves s
  where s.page_id = p_page_id and s.module_id is null and s.action in ('describe', 'discard', 'import')
  order by s.id desc limit 1
$$;
revoke execute on function private.settings_save from public;
grant execute on function private.settings_save to authenticated, service_role;

create function private.page_settings(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('parent', p.parent_id, 'locales', (
    select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
      'description', l.description, 'seo', l.seo)), '{}')
    from public.page_locales l where l.page_id = p.id
  ))
  from public.pages p where p.id = p_page_id
$$;
revoke execute on function private.page_settings from public;
grant execute on function private.page_settings to authenticated, service_role;

create function public.read_page_settings(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('site', p.site_id, 'route', p.route, 'is_editable', p.is_editable,
      'version', coalesce((private.settings_save(p.id)).id, 0), 'settings', private.page_settings(p.id),
      'live', (
        select coalesce(jsonb_object_agg(l.locale, l.path), '{}') from public.published_page_locales l where l.page_id = p.id
      ),
      'below', (select count(*) from public.pages b where b.parent_id = p.id),
      'modules', (select count(*) from public.modules m where m.page_id = p.id),
      'publishes', (
        select jsonb_build_object('count', count(*), 'at', max(r.created_at), 'by', (
          select private.person_name(n.created_by) from public.page_revisions n where n.page_id = p.id order by n.number desc limit 1
        ))
        from public.page_revisions r where r.page_id = p.id
      ))
    from public.pages p where p.id = p_page_id
  );
end $$;
comment on function public.read_page_settings is
  'The settings of a page''s draft with the save that they are of, and what depends on them; null where there is no page.';
grant execute on function public.read_page_settings to authenticated, service_role;

create function public.save_page_settings(
  p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_version bigint, p_from_parent bigint,
  p_removed public.locale[] default '{}'
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  latest := private.settings_save(p_page_id);
  if coalesce(latest.id, 0) <> p_version or page.parent_id is distinct from p_from_parent then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(latest.id, 0), 'settings', private.page_settings(p_page_id),
      'saved_by', latest.saved_by, 'saved_at', latest.saved_at);
  end if;
  -- English is what other languages fall back to, and a page that the site needs is in all of them.
  if cardinality(p_removed) > 0 and (page.route is not null or 'en' = any (p_removed)) then
    return '{"status": "fixed"}';
  end if;
  refusal := private.put_page_names(page, p_parent_id, p_locales);
  if refusal is null and cardinality(p_removed) > 0 then
    insert into public.draft_saves (page_id, locale, action, content, version, saved_by)
    select l.page_id, l.locale, 'describe', '{}', l.version, p_actor
    from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
    delete from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
  end if;
  return coalesce(refusal, jsonb_build_object('status', 'saved', 'version', coalesce((private.settings_save(p_page_id)).id, 0)));
end $$;
comment on function public.save_page_settings is
  'Saves the settings of a page''s draft, and takes it out of languages, unless somebody saved them since the version and the parent that the caller started from.';

create function public.set_page_lock(p_actor uuid, p_page_id bigint, p_is_locked boolean) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  waits_in text;
begin
  perform private.act_as(p_actor, true);
  perform 1 from public.pages p where p.id = p_page_id for update;
  select l.name into waits_in
  from public.release_pages i join public.releases l on l.id = i.release_id
  where p_is_locked and i.page_id = p_page_id and l.state <> 'live'
  order by l.publish_at nulls last, l.id limit 1;
  if found then
    return jsonb_build_object('status', 'in-release', 'release', waits_in);
  end if;
  update public.pages p set is_editable = not p_is_locked where p.id = p_page_id and p.is_editable = p_is_locked;
  if not found and not exists (select from public.pages p where p.id = p_page_id) then
    return '{"status": "not-found"}';
  end if;
  return '{"status": "saved"}';
end $$;
comment on function public.set_page_lock is
  'Locks a page, which nobody changes, publishes or deletes then, or unlocks it; for administrators. Not one that waits in a release. What is live of it stays.';
