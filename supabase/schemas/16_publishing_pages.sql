-- Publishing a draft, and resetting a draft to what is published.

-- Pages whose draft equals the live revision get no new one.
create function public.publish_pages(p_page_ids bigint[]) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  published bigint[];
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  perform 1 from public.pages where id = any (p_page_ids) order by id for no key update;
  select coalesce(array_agg(p.id order by p.id), '{}') into published
  from public.pages p
  where p.id = any (p_page_ids) and public.page_differs(p.id);

  with revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select p.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = p.id), 0) + 1, private.actor()
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
  -- Nobody is waited for at the end of the transaction, when it has the lock of the trees.
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  return jsonb_build_object('published', to_jsonb(published));
end $$;
comment on function public.publish_pages is
  'Publishes the drafts of pages: an immutable revision with all locales, the pointer, and the live addresses, in one transaction.';

-- Null where nobody has saved a draft since its newest save was p_last_save. Whoever calls it has locked the page: what is being saved of its
-- modules is waited for.
create function private.refuse_later_save(p_page_id bigint, p_last_save bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  latest public.draft_saves;
begin
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) = p_last_save then
    return null;
  end if;
  return jsonb_build_object('status', 'conflict', 'published', '[]'::jsonb, 'saved', private.save_mark(latest));
end $$;
revoke execute on function private.refuse_later_save from public;
grant execute on function private.refuse_later_save to service_role;

create function public.publish_draft(p_actor uuid, p_page_id bigint, p_last_save bigint default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  is_editable boolean;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select p.is_editable into is_editable from public.pages p where p.id = p_page_id for no key update;
  if not is_editable then
    return '{"published": [], "status": "not-editable"}';
  end if;
  if p_last_save is not null then
    refusal := private.refuse_later_save(p_page_id, p_last_save);
  end if;
  return coalesce(refusal, public.publish_pages(array[p_page_id]));
end $$;
comment on function public.publish_draft is
  'What public.publish_pages does, for a member of the staff and one page. With p_last_save, the newest save that the caller has seen, it is refused when somebody has saved since.';

create function public.unpublish_page(p_page_id bigint) returns void
language sql set search_path = ''
as $$
  delete from public.published_page_locales where page_id = p_page_id;
  update public.pages set published_revision_id = null where id = p_page_id;
$$;
comment on function public.unpublish_page is 'Takes a page off the site; its draft and its revisions stay.';

-- The modules of contents, as revisions and releases have them, each with its parent and position, one for all locales.
create function private.structure_of(p_contents jsonb)
returns table (id bigint, type public.module_type, parent_id bigint, slot text, place integer)
language sql immutable set search_path = ''
as $$
  select f.id, f.type::public.module_type, f.parent_id, f.slot, f.place[cardinality(f.place)] - 1
  from (select c.value from jsonb_each(p_contents) c order by c.key::public.locale limit 1) base
  cross join lateral private.flatten_modules(base.value -> 'modules') f
$$;
revoke execute on function private.structure_of from public;
grant execute on function private.structure_of to service_role;

create function private.revision_contents(p_revision_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(r.locale, jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title,
    'description', r.description, 'seo', r.seo, 'modules', r.modules::jsonb))
  from public.page_revision_locales r where r.revision_id = p_revision_id
$$;
comment on function private.revision_contents is 'What a revision has in each language.';
revoke execute on function private.revision_contents from public;
grant execute on function private.revision_contents to authenticated, service_role;

-- Gives the draft of a locked page other contents, by locale as a revision has them, with the ids of its modules. Whoever calls it says
-- when the addresses are judged.
create function private.write_draft(p_page_id bigint, p_parent_id bigint, p_contents jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;

  -- Structure: each module in its place. Modules inside an added one are moved out first.
  insert into public.modules (id, page_id, type, parent_id, slot, position)
  select w.id, p_page_id, w.type, w.parent_id, w.slot, w.place from private.structure_of(p_contents) w
  where not exists (select 1 from public.modules o where o.id = w.id);
  update public.modules m set parent_id = w.parent_id, slot = w.slot, position = w.place
  from private.structure_of(p_contents) w
  where m.id = w.id and m.page_id = p_page_id
    and (m.parent_id, m.slot, m.position) is distinct from (w.parent_id, w.slot, w.place);
  delete from public.modules m
  where m.page_id = p_page_id and not exists (select 1 from private.structure_of(p_contents) w where w.id = m.id);

  -- Data: each locale's own, and none where it falls back.
  delete from public.module_locales l
  using jsonb_each(p_contents) c, lateral private.flatten_modules(c.value -> 'modules') f
  where l.module_id = f.id and l.locale::text = c.key and f.fallback;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  select distinct on (f.id, s.locale) f.id, s.locale, f.data, f.v, private.actor()
  from jsonb_each(p_contents) c
  cross join lateral private.flatten_modules(c.value -> 'modules') f
  -- Data that a locale falls back to is the default locale's, also where the page itself is not in it.
  cross join lateral (select case when f.fallback then 'en'::public.locale else c.key::public.locale end as locale) s
  order by f.id, s.locale
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
    where (l.data, l.data_version) is distinct from (excluded.data, excluded.data_version);

  -- Page details and the place in the tree.
  delete from public.page_locales l where l.page_id = p_page_id and not p_contents ? l.locale::text;
  insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
  select p.id, c.key::public.locale, p.site_id, d.path, d.title, d.nav_title, d.description, d.seo
  from public.pages p
  cross join jsonb_each(p_contents) c
  cross join lateral jsonb_to_record(c.value) d (path text, title text, nav_title text, description text, seo jsonb)
  where p.id = p_page_id
  on conflict (page_id, locale) do update
    set path = excluded.path, title = excluded.title, nav_title = excluded.nav_title,
      description = excluded.description, seo = excluded.seo
    where (l.path, l.title, l.nav_title, l.description, l.seo)
      is distinct from (excluded.path, excluded.title, excluded.nav_title, excluded.description, excluded.seo);
  update public.pages p set structure_version = p.structure_version + 1, parent_id = p_parent_id where p.id = p_page_id;
end $$;
comment on function private.write_draft is 'Gives the draft of a page other contents, also where another draft has one of its addresses: that is judged later.';
revoke execute on function private.write_draft from public;
grant execute on function private.write_draft to service_role;

create function private.replace_draft(p_page_id bigint, p_parent_id bigint, p_contents jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.write_draft(p_page_id, p_parent_id, p_contents);
  -- Another draft may have the address by now: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
end $$;
comment on function private.replace_draft is 'Gives the draft of a page other contents. Raises where another draft has one of its addresses.';
revoke execute on function private.replace_draft from public;
grant execute on function private.replace_draft to service_role;

create function private.draft_addresses(p_page_ids bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('page_id', l.page_id, 'locale', l.locale, 'path', l.path)), '[]')
  from public.page_locales l where l.page_id = any (p_page_ids)
$$;
revoke execute on function private.draft_addresses from public;
grant execute on function private.draft_addresses to service_role;

-- Judges the addresses of drafts that were written together. Where the new address of one is another draft's, it keeps the one that it had,
-- and stays out of a language in which it had none: what it kept may be what one of the others was to get, so that this is asked again.
create function private.settle_addresses(p_page_ids bigint[], p_before jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  taken jsonb;
  kept jsonb := '[]';
begin
  loop
    select coalesce(jsonb_agg(distinct jsonb_build_object('page_id', l.page_id, 'title', l.title, 'locale', l.locale, 'path', b.path, 'live', l.path, 'other', (
      select o.title from public.page_locales o
      where o.site_id = l.site_id and o.locale = l.locale and private.file_of(o.path) = private.file_of(l.path) and o.page_id <> l.page_id
      order by o.page_id limit 1
    ))), '[]') into taken
    from public.page_locales l
    left join jsonb_to_recordset(p_before) b (page_id bigint, locale public.locale, path text) on b.page_id = l.page_id and b.locale = l.locale
    where l.page_id = any (p_page_ids) and l.path is distinct from b.path and exists (
      select from public.page_locales o
      where o.site_id = l.site_id and o.locale = l.locale and private.file_of(o.path) = private.file_of(l.path) and o.page_id <> l.page_id
    );
    exit when taken = '[]';
    kept := kept || taken;
    update public.page_locales l set path = t.path
    from jsonb_to_recordset(taken) t (page_id bigint, locale public.locale, path text)
    where l.page_id = t.page_id and l.locale = t.locale and t.path is not null;
    delete from public.page_locales l
    using jsonb_to_recordset(taken) t (page_id bigint, locale public.locale, path text)
    where l.page_id = t.page_id and l.locale = t.locale and t.path is null;
  end loop;
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  return kept;
end $$;
comment on function private.settle_addresses is
  'Ends the writing of drafts: those whose new address another draft has keep that of before. Answers which, with the title of the other page.';
revoke execute on function private.settle_addresses from public;
grant execute on function private.settle_addresses to service_role;

create function private.reset_draft(p_page_id bigint, p_why text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  before jsonb := private.draft_addresses(array[p_page_id]);
begin
  perform private.record_discard(p_page_id, p_why);
  perform set_config('content.draft_step', 'discard', true);
  perform private.write_draft(p_page_id, private.live_parent(p_page_id), private.revision_contents(p.published_revision_id))
  from public.pages p where p.id = p_page_id;
  return private.settle_addresses(array[p_page_id], before);
end $$;
comment on function private.reset_draft is
  'Makes the draft of a published page what is live, but for addresses that another draft has by now. Answers those that it has kept. p_why: as private.record_discard has it.';
revoke execute on function private.reset_draft from public;
grant execute on function private.reset_draft to service_role;

create function public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
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
  perform private.record_discard(p_page_id, 'discarded');
  perform set_config('content.draft_step', 'discard', true);
  -- Raises where another draft has the live address by now, which the person is told.
  perform private.replace_draft(p_page_id, private.live_parent(p_page_id), private.revision_contents(page.published_revision_id));
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $$;
comment on function public.discard_draft is
  'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

create function private.draft_parents(p_pages jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(p.id, p.parent_id), '{}') from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
$$;
comment on function private.draft_parents is 'The page above each page in the drafts.';
revoke execute on function private.draft_parents from public;
grant execute on function private.draft_parents to service_role;

-- A draft that follows what is live may come below a page that somebody has moved below it in a draft, which is no reason to publish nothing.
create function private.keep_draft_parents(p_before jsonb) returns bigint[]
language plpgsql set search_path = ''
as $$
declare
  moved bigint[] := array(
    select p.id from public.pages p join jsonb_each_text(p_before) b on b.key::bigint = p.id
    where p.parent_id is not null and p.parent_id is distinct from b.value::bigint order by p.id
  );
  kept bigint[] := '{}';
  page bigint;
begin
  if moved = '{}' then
    return kept;
  end if;
  perform private.lock_trees();
  loop
    select m into page from unnest(moved) m where m <> all (kept) and private.find_circle('pages', m::text) is not null limit 1;
    exit when not found;
    update public.pages p set parent_id = (p_before ->> page::text)::bigint where p.id = page;
    kept := kept || page;
  end loop;
  return kept;
end $$;
comment on function private.keep_draft_parents is
  'Gives those drafts that would be below themselves the page above that they had before, and answers them. Nothing is written after it that others may hold.';
revoke execute on function private.keep_draft_parents from public;
grant execute on function private.keep_draft_parents to service_role;
