-- What a draft changes, module by module and locale by locale; putting a draft back to what is published; and two things that
-- the receipt before has to foresee: a page that moves below another one, and a sitemap that comes into being.

-- A module tree, as revisions and drafts hold it, as rows in the order of the page.
create function private.flatten_modules(p_modules jsonb)
returns table (id bigint, type text, parent_id bigint, slot text, place integer[], v integer, fallback boolean, data jsonb)
language sql immutable set search_path = ''
as $$
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
  from flat f
$$;
comment on function private.flatten_modules is 'The modules of a tree as rows, each with the module and the slot that it stands in.';

create function private.save_mark(p_save public.draft_saves) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('at', p_save.saved_at, 'by', (
    select coalesce(nullif(s.name, ''), s.email) from public.staff s where s.user_id = p_save.saved_by
  ))
  where p_save.id is not null
$$;
comment on function private.save_mark is 'Who made a save, by name, and when.';

create function public.read_page_changes(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
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
    select d.id, d.locale, d.place, case when d.fallback then 'en' else d.locale end as saved_in
    from drafts d
    join lives l on l.locale = d.locale and l.id = d.id
    join page on true
    where (d.type, d.v, d.data, d.fallback) is distinct from (l.type, l.v, l.data, l.fallback)
      -- What a locale without its own data shows is said once, in the locale that it falls back to.
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
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'locale', e.locale, 'saved', (
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
$$;
comment on function public.read_page_changes is
  'How a page''s draft differs from what is published: its structure before and after, edited modules by locale, and page details.';

-- The editor reads what a draft is and what it changes in one call.
create or replace function public.read_draft_state(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
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
$$;

-- Versions go on counting where a module or a locale of it comes back: a save from before it went is a conflict, never a match.
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
create trigger module_locales_continue before insert on public.module_locales
  for each row execute function private.continue_module_version();

-- The history is written by triggers alone; this is the one entry that says what somebody threw away.
create function private.record_discard(p_page_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The publisher's role has no row in the staff list.
  if auth.uid() is not null and not private.is_staff() then
    raise exception 'only staff may discard a draft' using errcode = 'insufficient_privilege';
  end if;
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
    p.structure_version, auth.uid()
  from public.pages p
  where p.id = p_page_id;
end $$;
comment on function private.record_discard is 'Keeps the whole draft of a page in the history, before it is put back to what is published.';
revoke execute on function private.record_discard from public;
grant execute on function private.record_discard to authenticated, service_role;

create function private.published_structure(p_page_id bigint)
returns table (id bigint, type public.module_type, parent_id bigint, slot text, place integer)
language sql stable set search_path = ''
as $$
  select f.id, f.type::public.module_type, f.parent_id, f.slot, f.place[cardinality(f.place)] - 1
  from (
    select r.modules
    from public.pages p
    join public.page_revision_locales r on r.revision_id = p.published_revision_id
    where p.id = p_page_id
    order by r.locale limit 1
  ) live
  cross join lateral private.flatten_modules(live.modules::jsonb) f
$$;
comment on function private.published_structure is 'The modules of a page''s published revision: where each stands, one for all locales.';

create function public.discard_draft(p_page_id bigint, p_expected_version integer, p_last_save bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
begin
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.record_discard(p_page_id);
  set constraints public.page_locales_address_key deferred;

  -- Structure: the published modules with their ids, each where it was. What stands inside an added module is taken out first.
  insert into public.modules (id, page_id, type, parent_id, slot, position)
  select w.id, p_page_id, w.type, w.parent_id, w.slot, w.place from private.published_structure(p_page_id) w
  where not exists (select 1 from public.modules o where o.id = w.id);
  update public.modules m set parent_id = w.parent_id, slot = w.slot, position = w.place
  from private.published_structure(p_page_id) w
  where m.id = w.id and m.page_id = p_page_id
    and (m.parent_id, m.slot, m.position) is distinct from (w.parent_id, w.slot, w.place);
  delete from public.modules m
  where m.page_id = p_page_id and not exists (select 1 from private.published_structure(p_page_id) w where w.id = m.id);

  -- Data: each locale's own, and none where it fell back.
  delete from public.module_locales l
  using public.page_revision_locales r, lateral private.flatten_modules(r.modules::jsonb) f
  where r.revision_id = page.published_revision_id and l.module_id = f.id and l.locale = r.locale and f.fallback;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  select distinct on (f.id, s.locale) f.id, s.locale, f.data, f.v, auth.uid()
  from public.page_revision_locales r
  cross join lateral private.flatten_modules(r.modules::jsonb) f
  -- Data that a locale fell back to is the default locale's, also where the page itself is not in it.
  cross join lateral (select case when f.fallback then 'en'::public.locale else r.locale end as locale) s
  where r.revision_id = page.published_revision_id
  order by f.id, s.locale
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
    where (l.data, l.data_version) is distinct from (excluded.data, excluded.data_version);

  -- Page details and the place in the tree.
  delete from public.page_locales l
  where l.page_id = p_page_id and not exists (
    select 1 from public.page_revision_locales r where r.revision_id = page.published_revision_id and r.locale = l.locale
  );
  insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
  select p_page_id, r.locale, page.site_id, r.path, r.title, r.nav_title, r.description, r.seo
  from public.page_revision_locales r
  where r.revision_id = page.published_revision_id
  on conflict (page_id, locale) do update
    set path = excluded.path, title = excluded.title, nav_title = excluded.nav_title,
      description = excluded.description, seo = excluded.seo
    where (l.path, l.title, l.nav_title, l.description, l.seo)
      is distinct from (excluded.path, excluded.title, excluded.nav_title, excluded.description, excluded.seo);
  -- Another draft may have taken the address meanwhile: that is found here, not at the end of the transaction.
  set constraints public.page_locales_address_key immediate;
  update public.pages p
  set structure_version = p.structure_version + 1,
    parent_id = (select l.parent_id from public.published_page_locales l where l.page_id = p.id limit 1)
  where p.id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $$;
comment on function public.discard_draft is
  'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

revoke execute on function public.read_page_changes, public.discard_draft from public, anon;
grant execute on function public.read_page_changes, public.discard_draft to authenticated, service_role;
