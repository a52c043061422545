-- Deleting pages, and the trash from which they come back.

-- The draft of a page as rows by table, in the order in which they can be written again.
create function private.page_rows_of(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'pages', (select jsonb_agg(to_jsonb(p)) from public.pages p where p.id = p_page_id),
    'page_locales', (select coalesce(jsonb_agg(to_jsonb(l) - '{slug,search_text}'::text[] order by l.locale), '[]') from public.page_locales l where l.page_id = p_page_id),
    -- A module comes before those that are in it.
    'modules', (
      select coalesce(jsonb_agg(to_jsonb(m) order by m.parent_id is not null, m.position, m.id), '[]') from public.modules m where m.page_id = p_page_id
    ),
    'module_locales', (
      select coalesce(jsonb_agg(to_jsonb(l) order by l.module_id, l.locale), '[]')
      from public.module_locales l join public.modules m on m.id = l.module_id where m.page_id = p_page_id
    ))
$$;
revoke execute on function private.page_rows_of from public;
grant execute on function private.page_rows_of to service_role;

create function public.delete_page(
  p_actor uuid, p_page_id bigint, p_is_confirmed boolean, p_leads_to bigint default null, p_last_save bigint default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  latest public.draft_saves;
  page public.pages;
  uses jsonb;
begin
  perform private.act_as(p_actor);
  -- In one order: two that lead to each other may be deleted at once.
  perform 1 from public.pages p where p.id in (p_page_id, p_leads_to) order by p.id for update;
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if page.route is not null or not page.is_editable then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) is distinct from p_last_save then
    return jsonb_build_object('status', case when p_last_save is null then 'unseen' else 'newer' end, 'saved', private.save_mark(latest));
  end if;
  if p_leads_to is not null then
    perform 1 from public.pages t where t.id = p_leads_to and t.id <> p_page_id and t.site_id = page.site_id for share;
    if not found then
      return '{"status": "no-target"}';
    end if;
  end if;
  uses := public.page_uses(p_page_id);
  if uses -> 'below' <> '[]' or (not p_is_confirmed and (uses -> 'menus' <> '[]' or uses -> 'links' <> '[]')) then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  -- The whole draft stays in the history.
  perform private.record_discard(p_page_id, null);
  insert into public.record_trash (kind, record_id, data, title, deleted_by)
  values ('page', p_page_id::text, private.page_rows_of(p_page_id),
    coalesce((select l.title from public.page_locales l where l.page_id = p_page_id order by l.locale limit 1), ''), p_actor)
  on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
  -- Otherwise its addresses answer that it is gone.
  if p_leads_to is not null then
    insert into public.redirects (site_id, from_path, page_id, locale)
    select l.site_id, private.source_of_path(private.public_path(l.locale, l.path)), p_leads_to, l.locale
    from public.published_page_locales l where l.page_id = p_page_id and l.path <> '/' and not private.is_server_path(l.path)
    on conflict (site_id, from_path) do update set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
    update public.redirects r set page_id = p_leads_to where r.page_id = p_page_id;
  end if;
  delete from public.pages where id = p_page_id;
  return '{"status": "deleted"}';
end $$;
comment on function public.delete_page is
  'Deletes a page: it leaves the sites with the next publish, and can be restored for 30 days. Its addresses lead to p_leads_to, or answer that it is gone. Refused where somebody has saved it since p_last_save, where pages are below it, and, unless confirmed, where menus or links lead to it.';

create function public.list_deleted_pages(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.record_id::bigint, 'title', t.title, 'path', t.data #>> '{page_locales,0,path}',
    'deleted_at', t.deleted_at, 'deleted_by', private.person_name(t.deleted_by)) order by t.deleted_at desc, t.record_id), '[]')
  from (
    select * from public.record_trash t
    where t.kind = 'page' and t.data #>> '{pages,0,site_id}' = p_site and t.deleted_at > now() - interval '30 days'
    order by t.deleted_at desc limit 500
  ) t
$$;
comment on function public.list_deleted_pages is 'The pages of a site that can be restored, the last deleted first.';
grant execute on function public.list_deleted_pages to authenticated, service_role;

create function public.restore_page(p_actor uuid, p_page_id bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  deleted public.record_trash;
  page public.pages;
  taken jsonb;
begin
  perform private.act_as(p_actor);
  select * into deleted from public.record_trash t where t.kind = 'page' and t.record_id = p_page_id::text for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from jsonb_populate_record(null::public.pages, deleted.data #> '{pages,0}');
  taken := private.taken_addresses(null, page.site_id, (
    select jsonb_object_agg(l.value ->> 'locale', l.value) from jsonb_array_elements(deleted.data -> 'page_locales') l
  ));
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(null, page.site_id, (
    select jsonb_object_agg(l.value ->> 'locale', l.value) from jsonb_array_elements(deleted.data -> 'page_locales') l
  ));
  -- A draft: what was live is published again by whoever restores it. The page above may be gone.
  insert into public.pages (id, site_id, parent_id, route, template, is_editable)
  values (page.id, page.site_id, (select a.id from public.pages a where a.id = page.parent_id and a.site_id = page.site_id), page.route, page.template, page.is_editable);
  insert into public.page_locales (page_id, locale, site_id, path, title, nav_title, description, seo)
  select l.page_id, l.locale, l.site_id, l.path, l.title, l.nav_title, l.description, l.seo
  from jsonb_populate_recordset(null::public.page_locales, deleted.data -> 'page_locales') l;
  insert into public.modules (id, page_id, parent_id, slot, type, position)
  select m.id, m.page_id, m.parent_id, m.slot, m.type, m.position from jsonb_populate_recordset(null::public.modules, deleted.data -> 'modules') m;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  select l.module_id, l.locale, l.data, l.data_version, p_actor
  from jsonb_populate_recordset(null::public.module_locales, deleted.data -> 'module_locales') l;
  delete from public.record_trash t where t.kind = 'page' and t.record_id = p_page_id::text;
  return '{"status": "restored"}';
end $$;
comment on function public.restore_page is
  'Puts a deleted page back as a draft, with its modules in all languages and the same ids. Answers the pages that have its addresses by now, if there are any.';
