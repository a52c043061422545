-- Publishing drafts of pages: what would refuse it, told by the plan, and the pages below that go with one that moves.

-- The circles of the live tree once pages have other parents, as [{id, parent_id}]: of each one page of these, and the pages from it up to itself.
create function private.circles_with(p_pages jsonb) returns table (page_id bigint, way bigint[])
language sql stable set search_path = ''
as $$
  with recursive pages as (
    select p.id, p.parent_id from jsonb_to_recordset(p_pages) p (id bigint, parent_id bigint)
  ), up as (
    select p.id as start, p.parent_id as above, array[p.id, p.parent_id] as way from pages p where p.parent_id is not null
    union all
    select u.start, n.above, u.way || n.above
    from up u
    left join pages p on p.id = u.above
    cross join lateral (select case when p.id is null then private.live_parent(u.above) else p.parent_id end) n (above)
    where u.above <> u.start and n.above is not null and n.above <> all (u.way[2:])
  )
  select u.start, u.way from up u
  -- Each circle once.
  where u.above = u.start and not exists (select from pages p where p.id = any (u.way) and p.id < u.start)
$$;
revoke execute on function private.circles_with from public;
grant execute on function private.circles_with to authenticated, service_role;

create function public.publish_obstacles(p_page_ids bigint[], p_parent_id bigint default null, p_contents jsonb default null) returns jsonb
language sql stable set search_path = ''
as $$
  with pages as (
    select p.id, p.site_id, case when p_contents is null then p.parent_id else p_parent_id end as parent_id
    from public.pages p where p.id = any (p_page_ids)
  ), wanted as (
    select l.page_id, l.site_id, l.locale, l.path, l.title from public.page_locales l where l.page_id = any (p_page_ids) and p_contents is null
    union all
    select p.id, p.site_id, c.key::public.locale, c.value ->> 'path', c.value ->> 'title' from pages p cross join jsonb_each(p_contents) c
  ), titles as (
    select coalesce(jsonb_object_agg(w.page_id, w.title), '{}') as of_pages
    from (select distinct on (page_id) page_id, title from wanted order by page_id, locale) w
  )
  select jsonb_build_object(
    'circles', (
      select coalesce(jsonb_agg(private.words_of_circle('published_page_locales', c.way::text[], t.of_pages) order by c.page_id), '[]')
      from private.circles_with((select jsonb_agg(jsonb_build_object('id', p.id, 'parent_id', p.parent_id)) from pages p)) c
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object('locale', w.locale, 'path', l.path, 'title', l.title) order by w.locale, l.path), '[]')
      from wanted w
      join public.published_page_locales l on l.site_id = w.site_id and l.locale = w.locale and private.file_of(l.path) = private.file_of(w.path)
      where l.page_id <> all (p_page_ids)
    )
  )
  from titles t
$$;
comment on function public.publish_obstacles is
  'Why publishing the drafts of these pages, or of one page with other contents, would be refused: how a page would come below itself, and addresses that other pages have.';

-- Whether more of a draft than its addresses differs from what is live.
create function private.differs_beyond_path(p_page_id bigint) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from unnest(private.cells_that_wait(v.live, v.draft)) c
    where not starts_with(c, 'settings:') or (v.live -> c) - 'path' is distinct from (v.draft -> c) - 'path'
  )
  from (select private.live_cells(p_page_id) as live, private.draft_cells(p_page_id) as draft) v
$$;
revoke execute on function private.differs_beyond_path from public;
grant execute on function private.differs_beyond_path to authenticated, service_role;

create function public.find_moved_below(p_page_id bigint, p_after bigint default 0, p_limit integer default 50) returns jsonb
language sql stable set search_path = ''
as $$
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  ), moved as (
    select distinct on (l.page_id) l.page_id, l.locale, l.title, l.path, o.path as live
    from below b
    join public.pages p on p.id = b.id and p.is_editable
    join public.page_locales l on l.page_id = b.id
    join public.published_page_locales o on o.page_id = l.page_id and o.locale = l.locale and o.path <> l.path
    join public.page_locales top on top.page_id = p_page_id and top.locale = l.locale and starts_with(l.path, top.path || '/')
    where b.id > p_after
    order by l.page_id, l.locale
    limit least(p_limit, 100)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', m.page_id, 'title', m.title, 'locale', m.locale, 'path', m.path, 'live', m.live,
    'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = m.page_id), 0),
    'has_more', private.differs_beyond_path(m.page_id)) order by m.page_id), '[]')
  from moved m
$$;
comment on function public.find_moved_below is
  'The live pages below a page whose addresses have moved along with it in their drafts: where they are and will be, and whether their drafts have other changes. In the order of their numbers, those after one.';
grant execute on function public.find_moved_below to authenticated, service_role;

create function public.publish_with_below(p_actor uuid, p_page_id bigint, p_below jsonb, p_last_save bigint default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  ids bigint[] := array(select b.id from jsonb_to_recordset(p_below) b (id bigint)) || p_page_id;
  titles jsonb;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages p where p.id = any (ids) order by p.id for no key update;
  perform 1 from public.modules m where m.page_id = any (ids) order by m.id for update;
  select jsonb_agg(private.page_title(p.id) order by p.id) into titles from public.pages p where p.id = any (ids) and not p.is_editable;
  if titles is not null then
    return jsonb_build_object('status', 'not-editable', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  -- What nobody has looked at is not published along.
  if p_last_save is not null then
    refusal := private.refuse_later_save(p_page_id, p_last_save);
  end if;
  if refusal is not null then
    return refusal;
  end if;
  select jsonb_agg(coalesce(private.page_title(b.id), '') order by b.id) into titles
  from jsonb_to_recordset(p_below) b (id bigint, last_save bigint)
  where b.last_save is distinct from (
    select coalesce(max(s.id), 0) from public.pages p left join public.draft_saves s on s.page_id = p.id where p.id = b.id having count(p.id) > 0
  );
  if titles is not null then
    return jsonb_build_object('status', 'conflict', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  return public.publish_pages(ids);
end $$;
comment on function public.publish_with_below is
  'Publishes the drafts of a page and of others, as [{id, last_save}], together: none of them where one is locked, or was saved since, which is answered with their titles; of the page itself, since p_last_save, with who has saved it.';
