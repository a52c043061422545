-- Reading and changing drafts, and publishing them. All functions run with the rights of the caller.

create function private.assemble_modules(p_page_id bigint, p_parent_id bigint, p_locale public.locale)
returns jsonb
language sql stable set search_path = ''
as $$
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
$$;
comment on function private.assemble_modules is
  'The draft modules of a page as a tree in one locale, with the default locale''s data where the locale has none.';

create function public.save_module(
  p_module_id bigint, p_locale public.locale, p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  current_row public.module_locales;
  saved_version integer;
begin
  perform 1 from public.modules where id = p_module_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  select * into current_row from public.module_locales where module_id = p_module_id and locale = p_locale;
  -- A locale without its own data is at version 0: saving makes its own.
  if coalesce(current_row.version, 0) <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(current_row.version, 0), 'data', current_row.data,
      'updated_by', current_row.updated_by, 'updated_at', current_row.updated_at);
  end if;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  values (p_module_id, p_locale, p_data, p_data_version, auth.uid())
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
  returning l.version into saved_version;
  return jsonb_build_object('status', 'saved', 'version', saved_version);
end $$;
comment on function public.save_module is
  'Saves a module''s data in one locale, unless somebody saved since the version that the caller started from.';

create function public.add_module(
  p_page_id bigint, p_type public.module_type, p_position integer, p_parent_id bigint, p_slot text,
  p_data jsonb, p_data_version integer, p_expected_version integer
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page_version integer;
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
  with ordered as (
    select id, row_number() over (order by position, id) - 1 as place
    from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
  )
  update public.modules m
  set position = ordered.place + case when ordered.place >= p_position then 1 else 0 end
  from ordered
  where m.id = ordered.id;
  insert into public.modules (page_id, parent_id, slot, type, position)
  values (p_page_id, p_parent_id, p_slot, p_type, p_position)
  returning id into new_id;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  values (new_id, 'en', p_data, p_data_version, auth.uid());
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'id', new_id, 'version', page_version + 1);
end $$;
comment on function public.add_module is
  'Adds a module at a position of a page, or of a slot of another module, with its data in the default locale.';

create function public.arrange_page(p_page_id bigint, p_module_ids bigint[], p_expected_version integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page_version integer;
begin
  select structure_version into page_version from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page_version <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', page_version);
  end if;
  if exists (
    select 1 from unnest(p_module_ids) given (module_id)
    where not exists (
      select 1 from public.modules m
      where m.id = given.module_id and m.page_id = p_page_id and m.parent_id is null
    )
  ) or cardinality(p_module_ids) <> (
    select count(distinct given.module_id) from unnest(p_module_ids) given (module_id)
  ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  delete from public.modules where page_id = p_page_id and parent_id is null and id <> all (p_module_ids);
  update public.modules m
  set position = o.place - 1
  from unnest(p_module_ids) with ordinality o (id, place)
  where m.id = o.id;
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', page_version + 1);
end $$;
comment on function public.arrange_page is
  'Puts the modules of a page into the given order and removes those that are not named.';

create function private.draft_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description,
    'seo', l.seo, 'modules', private.assemble_modules(l.page_id, null, l.locale))
  from public.page_locales l
  where l.page_id = p_page_id and l.locale = p_locale
$$;

create function private.published_locale(p_page_id bigint, p_locale public.locale) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title, 'description', r.description,
    'seo', r.seo, 'modules', r.modules)
  from public.pages p
  join public.page_revision_locales r on r.revision_id = p.published_revision_id
  where p.id = p_page_id and r.locale = p_locale
$$;

create function public.page_differs(p_page_id bigint) returns boolean
language sql stable set search_path = ''
as $$
  select p.published_revision_id is null or exists (
    select 1 from unnest(enum_range(null::public.locale)) locale
    where private.draft_locale(p.id, locale) is distinct from private.published_locale(p.id, locale)
  ) or exists (
    select 1 from public.published_page_locales l where l.page_id = p.id and l.parent_id is distinct from p.parent_id
  )
  from public.pages p
  where p.id = p_page_id
$$;
comment on function public.page_differs is 'Whether publishing the page''s draft would change anything.';

-- Moves the pointer of each page to a new revision of its draft. Pages whose draft equals what is live get none.
create function public.publish_pages(p_page_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  published bigint[];
begin
  set constraints public.published_page_locales_address_key deferred;
  perform 1 from public.pages where id = any (p_page_ids) order by id for update;
  select coalesce(array_agg(p.id order by p.id), '{}') into published
  from public.pages p
  where p.id = any (p_page_ids) and public.page_differs(p.id);

  with revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select p.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = p.id), 0) + 1, auth.uid()
    from unnest(published) p (id)
    returning id, page_id, created_at
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, l.locale, l.path, l.title, l.nav_title, l.description, l.seo,
      private.assemble_modules(l.page_id, null, l.locale)
    from revisions r
    join public.page_locales l on l.page_id = r.page_id
  ), pointers as (
    update public.pages p set published_revision_id = r.id
    from revisions r
    where p.id = r.page_id
  )
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select l.page_id, l.locale, l.site_id, p.parent_id, r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from revisions r
  join public.page_locales l on l.page_id = r.page_id
  join public.pages p on p.id = r.page_id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;

  delete from public.published_page_locales live
  where live.page_id = any (published)
    and not exists (
      select 1 from public.page_locales l where l.page_id = live.page_id and l.locale = live.locale
    );
  return jsonb_build_object('published', to_jsonb(published));
end $$;
comment on function public.publish_pages is
  'Publishes the drafts of pages: an immutable revision with all locales, the pointer, and the live addresses, in one transaction.';

create function public.unpublish_page(p_page_id bigint) returns void
language sql set search_path = ''
as $$
  delete from public.published_page_locales where page_id = p_page_id;
  update public.pages set published_revision_id = null where id = p_page_id;
$$;
comment on function public.unpublish_page is 'Takes a page off the site; its draft and its revisions stay.';

-- An address that a page leaves leads to where the page is now; an address that a page takes leads nowhere else.
create function private.keep_old_addresses() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.redirects r
  where r.from_path is not null and r.site_id = new.site_id
    and r.from_path = private.public_path(new.locale, new.path);
  -- The home page's address is never given up: the next home page answers it.
  if tg_op = 'UPDATE' and old.path is distinct from new.path and old.path <> '/' then
    insert into public.redirects (site_id, from_path, page_id, locale)
    values (new.site_id, private.public_path(old.locale, old.path), new.page_id, new.locale)
    on conflict (site_id, from_path) do update
      set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
  end if;
  return null;
end $$;

create function private.public_path(p_locale public.locale, p_path text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_locale = 'en' then p_path
    when p_path = '/' then '/' || p_locale
    else '/' || p_locale || p_path
  end
$$;
comment on function private.public_path is 'A path with its locale prefix, decoded. The default locale has none (spec section 2).';

create trigger published_page_locales_addresses after insert or update of path on public.published_page_locales
  for each row execute function private.keep_old_addresses();

-- The path of a page and of everything below it, in one locale. Drafts only: each page moves when it is published.
create function public.move_page(p_page_id bigint, p_locale public.locale, p_path text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  old_path text;
begin
  set constraints public.page_locales_address_key deferred;
  select path into old_path from public.page_locales where page_id = p_page_id and locale = p_locale for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  )
  update public.page_locales l
  set path = p_path || substr(l.path, length(old_path) + 1)
  from below b
  where l.page_id = b.id and l.locale = p_locale and starts_with(l.path, old_path || '/');
  update public.page_locales set path = p_path where page_id = p_page_id and locale = p_locale;
  return jsonb_build_object('status', 'saved');
end $$;
comment on function public.move_page is 'Gives a page a new path in one locale and moves the pages below it along.';

create function public.read_draft_state(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'structure_version', p.structure_version,
    'is_editable', p.is_editable,
    'published_revision_id', p.published_revision_id,
    'differs', public.page_differs(p.id),
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
comment on function public.read_draft_state is 'Versions and data of a page''s draft modules in every locale, for the editor.';

grant usage on schema private to authenticated, service_role;
revoke execute on function public.save_module, public.add_module, public.arrange_page, public.page_differs,
  public.publish_pages, public.unpublish_page, public.move_page, public.read_draft_state from public, anon;
grant execute on function public.save_module, public.add_module, public.arrange_page, public.page_differs,
  public.publish_pages, public.unpublish_page, public.move_page, public.read_draft_state to authenticated, service_role;
