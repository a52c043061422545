-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  if exists (
    with recursive above as (
      select p_parent_id as id
      union
      select p.parent_id from above a join public.pages p on p.id = a.id
    )
    select 1 from above a where a.id = p_page.id
  ) then
    return '{"status": "below-itself"}';
  end if;
  taken := private.taken_addresses(p_page.id, p_page.site_id, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;

  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  for details in
    select n.key::public.locale as locale, n.value ->> 'path' as path, n.value ->> 'title' as title, n.value ->> 'nav_title' as nav_title,
      n.value ->> 'description' as description, n.value -> 'seo' as seo, l.path as old_path
    from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
  loop
    if details.old_path is distinct from details.path and details.old_path is not null then
      perform public.move_page(p_page.id, details.locale, details.path);
    end if;
    insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
    values (p_page.id, details.locale, p_page.site_id, details.path, details.title, coalesce(details.nav_title, ''),
      coalesce(details.description, ''), coalesce(details.seo, '{}'))
    on conflict (page_id, locale) do update
      set title = excluded.title, nav_title = coalesce(details.nav_title, l.nav_title),
        description = coalesce(details.description, l.description), seo = coalesce(details.seo, l.seo)
      where (l.title, l.nav_title, l.description, l.seo) is distinct from (excluded.title, coalesce(details.nav_title, l.nav_title),
        coalesce(details.description, l.description), coalesce(details.seo, l.seo));
  end loop;
  -- A page below may have come to an address that another has: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages set parent_id = p_parent_id, structure_version = structure_version + 1
  where id = p_page.id and parent_id is distinct from p_parent_id;
  return null;
end $function$
;
comment on function private.put_page_names(public.pages,bigint,jsonb) is 'Gives the draft of a page titles, addresses and a parent, and what else is named of each language. Pages below move along.';

CREATE OR REPLACE FUNCTION public.change_page(p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  return coalesce(private.put_page_names(page, p_parent_id, p_locales), '{"status": "saved"}');
end $function$
;
comment on function public.change_page(uuid,bigint,bigint,jsonb,bigint) is 'Gives the draft of a page its titles, addresses and parent, unless somebody has saved since the caller looked. Pages below move along.';

CREATE OR REPLACE FUNCTION private.settings_save(p_page_id bigint)
 RETURNS public.draft_saves
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.* from public.draft_saves s
  where s.page_id = p_page_id and s.module_id is null and s.action in ('describe', 'discard', 'import')
  order by s.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.page_settings(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('parent', p.parent_id, 'locales', (
    select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
      'description', l.description, 'seo', l.seo)), '{}')
    from public.page_locales l where l.page_id = p.id
  ))
  from public.pages p where p.id = p_page_id
$function$
;

CREATE OR REPLACE FUNCTION public.read_page_settings(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.read_page_settings(bigint) is 'The settings of a page''s draft with the save that they are of, and what depends on them; null where there is no page.';

CREATE OR REPLACE FUNCTION public.save_page_settings(p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_version bigint, p_from_parent bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  latest := private.settings_save(p_page_id);
  if coalesce(latest.id, 0) <> p_version or page.parent_id is distinct from p_from_parent then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(latest.id, 0), 'settings', private.page_settings(p_page_id),
      'saved_by', latest.saved_by, 'saved_at', latest.saved_at);
  end if;
  refusal := private.put_page_names(page, p_parent_id, p_locales);
  return coalesce(refusal, jsonb_build_object('status', 'saved', 'version', coalesce((private.settings_save(p_page_id)).id, 0)));
end $function$
;
comment on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint) is 'Saves the settings of a page''s draft, unless somebody saved them since the version and the parent that the caller started from.';

revoke all on function private.put_page_names(public.pages,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_page_names(public.pages,bigint,jsonb) to service_role;

revoke all on function private.settings_save(bigint) from public, anon, authenticated, service_role;
grant execute on function private.settings_save(bigint) to authenticated;
grant execute on function private.settings_save(bigint) to service_role;

revoke all on function private.page_settings(bigint) from public, anon, authenticated, service_role;
grant execute on function private.page_settings(bigint) to authenticated;
grant execute on function private.page_settings(bigint) to service_role;

revoke all on function public.read_page_settings(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_page_settings(bigint) to authenticated;
grant execute on function public.read_page_settings(bigint) to service_role;

revoke all on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint) to service_role;
