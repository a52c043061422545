-- Publishing some of what waits in a draft. A version of a page is a map from cells to values: 'structure' (which modules, in which order
-- and nesting), 'parent', 'settings:de' (address, title and what else a language has), and '12:de' (the texts of module 12 in German).
-- A language without texts of its own has no cell, and shows the English ones.

create function private.cell_module(p_cell text) returns bigint
language sql immutable parallel safe set search_path = ''
as $$ select substring(p_cell from '^([0-9]+):')::bigint $$;
revoke execute on function private.cell_module from public;
grant execute on function private.cell_module to authenticated, service_role;

create function private.cell_locale(p_cell text) returns text
language sql immutable parallel safe set search_path = ''
as $$ select nullif(split_part(p_cell, ':', 2), '') $$;
revoke execute on function private.cell_locale from public;
grant execute on function private.cell_locale to authenticated, service_role;

-- Contents as a revision has them, by cell; no cells where there are none.
create function private.cells_of_contents(p_contents jsonb, p_parent_id bigint) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    with locales as materialized (
      select c.key as locale, c.value as content from jsonb_each(coalesce(p_contents, '{}')) c
    ), flat as materialized (
      select l.locale, f.* from locales l cross join lateral private.flatten_modules(l.content -> 'modules') f
    ), places as (
      -- Which they are is the same in all languages. A module without any English text is in those only that have their own.
      select f.id, min(f.type) as type, min(f.parent_id) as parent_id, min(f.slot) as slot, max(f.place[cardinality(f.place)]) as place
      from flat f group by f.id
    ), cells (cell, value) as (
      select 'structure', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'type', s.type, 'parent', s.parent_id, 'slot', s.slot, 'at', s.at) order by s.id), '[]')
      from (select p.*, row_number() over (partition by p.parent_id order by p.place, p.id) as at from places p) s
      where exists (select from locales)
      having exists (select from locales)
      union all
      select 'parent', coalesce(to_jsonb(p_parent_id), 'null') where exists (select from locales)
      union all
      select 'settings:' || l.locale, jsonb_build_object('path', l.content -> 'path', 'title', l.content -> 'title', 'nav_title', l.content -> 'nav_title',
        'description', l.content -> 'description', 'seo', l.content -> 'seo')
      from locales l
      union all
      select distinct on (f.id, c.locale) f.id || ':' || c.locale, jsonb_build_object('v', f.v, 'data', f.data)
      from flat f cross join lateral (select case when f.fallback then 'en' else f.locale end as locale) c
    )
    select coalesce(jsonb_object_agg(c.cell, c.value), '{}') from cells c
  );
end $$;
comment on function private.cells_of_contents is 'What a version of a page has, by cell.';
revoke execute on function private.cells_of_contents from public;
grant execute on function private.cells_of_contents to authenticated, service_role;

create function private.live_parent(p_page_id bigint) returns bigint
language sql stable set search_path = ''
as $$
  select l.parent_id from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1
$$;
revoke execute on function private.live_parent from public;
grant execute on function private.live_parent to authenticated, service_role;

create function private.live_cells(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select private.cells_of_contents(private.revision_contents(p.published_revision_id), private.live_parent(p_page_id))
    from public.pages p where p.id = p_page_id
  ), '{}')
$$;
comment on function private.live_cells is 'What is live of a page, by cell; no cells where nothing is.';
revoke execute on function private.live_cells from public;
grant execute on function private.live_cells to authenticated, service_role;

create function private.draft_cells(p_page_id bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with places as (
      select m.id, m.type, m.parent_id, m.slot, row_number() over (partition by m.parent_id order by m.position, m.id) as at
      from public.modules m
      where m.page_id = p_page_id and exists (select from public.module_locales l where l.module_id = m.id)
    ), cells (cell, value) as (
      select 'structure', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'type', s.type, 'parent', s.parent_id, 'slot', s.slot, 'at', s.at) order by s.id), '[]')
      from places s
      having exists (select from public.pages p where p.id = p_page_id)
      union all
      select 'parent', coalesce(to_jsonb(p.parent_id), 'null') from public.pages p where p.id = p_page_id
      union all
      select 'settings:' || l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description, 'seo', l.seo)
      from public.page_locales l where l.page_id = p_page_id
      union all
      select d.module_id || ':' || d.locale, jsonb_build_object('v', d.data_version, 'data', d.data)
      from public.modules m join public.module_locales d on d.module_id = m.id
      where m.page_id = p_page_id
        and (d.locale = 'en' or exists (select from public.page_locales l where l.page_id = p_page_id and l.locale = d.locale))
    )
    select jsonb_object_agg(c.cell, c.value) from cells c
  );
end $$;
comment on function private.draft_cells is 'What the draft of a page has, by cell; null where there is no page.';
revoke execute on function private.draft_cells from public;
grant execute on function private.draft_cells to authenticated, service_role;

-- Modules of one version that another does not have.
create function private.modules_beyond(p_structure jsonb, p_known jsonb) returns bigint[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg((m.value ->> 'id')::bigint order by m.value ->> 'id'), '{}')
  from jsonb_array_elements(p_structure) m
  where not exists (
    select from jsonb_array_elements(p_known) k where k.value -> 'id' = m.value -> 'id' and k.value -> 'type' = m.value -> 'type'
  )
$$;
revoke execute on function private.modules_beyond from public;
grant execute on function private.modules_beyond to authenticated, service_role;

-- The cells that a person may publish. The English texts of a new module come with the structure, those of a language that goes away go with
-- its settings, and a page that is not live yet takes its parent along.
create function private.cells_that_wait(p_live jsonb, p_draft jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  added bigint[] := private.modules_beyond(p_draft -> 'structure', coalesce(p_live -> 'structure', '[]'));
  kept bigint[] := array(select (m.value ->> 'id')::bigint from jsonb_array_elements(p_draft -> 'structure') m);
begin
  return array(
    select d.cell
    from (
      select cell, private.cell_module(cell) as module_id, private.cell_locale(cell) as locale
      from jsonb_each(p_live) l (cell, value) full join jsonb_each(p_draft) d (cell, value) using (cell)
      where l.value is distinct from d.value
    ) d
    where case
      when d.cell = 'parent' then p_live ? 'parent'
      when d.module_id is null then true
      when d.module_id <> all (kept) then false
      when d.locale = 'en' then d.module_id <> all (added) and p_live ? d.cell and p_draft ? d.cell
      else p_draft ? ('settings:' || d.locale) and (p_draft ? d.cell or d.module_id <> all (added))
    end
    order by d.module_id nulls first, d.cell
  );
end $$;
comment on function private.cells_that_wait is 'The cells in which a draft differs from what is live.';
revoke execute on function private.cells_that_wait from public;
grant execute on function private.cells_that_wait to authenticated, service_role;

-- What is live, with the chosen cells of the draft.
create function private.compose_cells(p_live jsonb, p_draft jsonb, p_chosen text[]) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  added bigint[] := case when 'structure' = any (p_chosen)
    then private.modules_beyond(p_draft -> 'structure', coalesce(p_live -> 'structure', '[]')) else '{}' end;
  composed jsonb;
begin
  select coalesce(jsonb_object_agg(c.cell, c.value), '{}') into composed
  from (
    select l.cell, l.value from jsonb_each(p_live) l (cell, value)
    where l.cell <> all (p_chosen) and coalesce(private.cell_module(l.cell), 0) <> all (added)
    union all
    select d.cell, d.value from jsonb_each(p_draft) d (cell, value)
    where d.cell = any (p_chosen)
      or (private.cell_module(d.cell) = any (added) and private.cell_locale(d.cell) = 'en')
      or (d.cell = 'parent' and not p_live ? 'parent')
  ) c;
  -- Of a page that is in no language with English texts of its own, nothing live tells them: a language that shows them from now on
  -- shows those of the draft.
  return (
    select coalesce(jsonb_object_agg(d.cell, d.value), '{}') from jsonb_each(p_draft) d (cell, value)
    where private.cell_module(d.cell) is not null and private.cell_locale(d.cell) = 'en'
  ) || composed;
end $$;
comment on function private.compose_cells is 'What would be live of a page with some cells of its draft published.';
revoke execute on function private.compose_cells from public;
grant execute on function private.compose_cells to authenticated, service_role;

-- The texts of a module in a language: its own, or the English ones.
create function private.texts_in(p_cells jsonb, p_module_id text, p_locale text) returns jsonb
language sql immutable set search_path = ''
as $$ select coalesce(p_cells -> (p_module_id || ':' || p_locale), p_cells -> (p_module_id || ':en')) $$;
revoke execute on function private.texts_in from public;
grant execute on function private.texts_in to authenticated, service_role;

create function private.tree_of_cells(p_cells jsonb, p_parent jsonb, p_locale text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object('id', m.value -> 'id', 'type', m.value -> 'type', 'slot', m.value -> 'slot', 'v', t.texts -> 'v',
        'fallback', case when not p_cells ? ((m.value ->> 'id') || ':' || p_locale) then true end))
      || jsonb_build_object('data', t.texts -> 'data', 'children', private.tree_of_cells(p_cells, m.value -> 'id', p_locale))
      order by (m.value ->> 'at')::integer, (m.value ->> 'id')::bigint), '[]')
    from jsonb_array_elements(p_cells -> 'structure') m
    cross join lateral private.texts_in(p_cells, m.value ->> 'id', p_locale) t (texts)
    where m.value -> 'parent' = p_parent and t.texts is not null
  );
end $$;
revoke execute on function private.tree_of_cells from public;
grant execute on function private.tree_of_cells to authenticated, service_role;

create function private.contents_of_cells(p_cells jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(private.cell_locale(c.key),
    c.value || jsonb_build_object('modules', private.tree_of_cells(p_cells, 'null', private.cell_locale(c.key)))), '{}')
  from jsonb_each(p_cells) c where starts_with(c.key, 'settings:')
$$;
comment on function private.contents_of_cells is 'Cells as a revision has them, by locale; what falls back to English is worked out anew.';
revoke execute on function private.contents_of_cells from public;
grant execute on function private.contents_of_cells to authenticated, service_role;

-- Whether texts have an item of this id, in which modules may be.
create function private.has_place(p_texts jsonb, p_slot jsonb) returns boolean
language sql immutable set search_path = ''
as $$ select jsonb_path_exists(coalesce(p_texts -> 'data', '{}'), '$.**.id ? (@ == $slot)', jsonb_build_object('slot', p_slot)) $$;
revoke execute on function private.has_place from public;
grant execute on function private.has_place to authenticated, service_role;

-- Which of the chosen cells cannot be live without another one.
create function private.cells_in_need(p_live jsonb, p_draft jsonb, p_chosen text[]) returns table (cell text, needs text)
language plpgsql immutable set search_path = ''
as $$
declare
  waiting text[] := private.cells_that_wait(p_live, p_draft);
  composed jsonb := private.compose_cells(p_live, p_draft, p_chosen);
  added bigint[] := private.modules_beyond(p_draft -> 'structure', coalesce(p_live -> 'structure', '[]'));
  has_structure boolean := 'structure' = any (p_chosen);
begin
  -- Texts of a module that is not live, in a language that is not, and a page of which nothing is.
  return query
  select c.c, n.needs
  from unnest(p_chosen) c (c)
  cross join lateral (values
    (case when not has_structure and (private.cell_module(c.c) = any (added) or not p_live ? 'structure') then 'structure' end),
    (case when private.cell_module(c.c) is not null and private.cell_locale(c.c) <> 'en' and not composed ? ('settings:' || private.cell_locale(c.c))
      then 'settings:' || private.cell_locale(c.c) end)
  ) n (needs)
  where n.needs is not null;
  -- Some language has to be left.
  return query
  select c.c, (
    select 'settings:' || l.locale from (
      select private.cell_locale(d.key)::public.locale as locale from jsonb_object_keys(p_draft) d (key) where starts_with(d.key, 'settings:')
    ) l order by l.locale limit 1
  )
  from unnest(p_chosen[:1]) c (c)
  where not exists (select from jsonb_object_keys(composed) k (key) where starts_with(k.key, 'settings:'));
  -- Modules that are moved into a place which only the new texts around them have.
  return query
  select distinct 'structure', w.cell
  from jsonb_array_elements(case when has_structure then p_draft -> 'structure' else '[]' end) m
  cross join jsonb_object_keys(composed) s (key)
  cross join lateral (select m.value ->> 'parent' as around, private.cell_locale(s.key) as locale) p
  cross join lateral unnest(array[p.around || ':' || p.locale, p.around || ':en']) w (cell)
  where p.around is not null and starts_with(s.key, 'settings:')
    and private.has_place(private.texts_in(p_draft, p.around, p.locale), m.value -> 'slot')
    and not private.has_place(private.texts_in(composed, p.around, p.locale), m.value -> 'slot')
    and w.cell = any (waiting) and w.cell <> all (p_chosen);
  -- New texts without the place in which modules are live, while the draft has them elsewhere.
  return query
  select distinct c.c, 'structure'
  from unnest(p_chosen) c (c)
  join jsonb_array_elements(case when has_structure then '[]' else coalesce(p_live -> 'structure', '[]') end) m
    on (m.value ->> 'parent')::bigint = private.cell_module(c.c)
  where private.has_place(private.texts_in(p_live, m.value ->> 'parent', private.cell_locale(c.c)), m.value -> 'slot')
    and not private.has_place(private.texts_in(composed, m.value ->> 'parent', private.cell_locale(c.c)), m.value -> 'slot')
    and not exists (
      select from jsonb_array_elements(p_draft -> 'structure') d
      where d.value -> 'id' = m.value -> 'id' and d.value -> 'parent' = m.value -> 'parent' and d.value -> 'slot' = m.value -> 'slot'
    );
end $$;
comment on function private.cells_in_need is 'Chosen cells that need another one which is neither live nor chosen.';
revoke execute on function private.cells_in_need from public;
grant execute on function private.cells_in_need to authenticated, service_role;

create function private.needs_of(p_live jsonb, p_draft jsonb, p_chosen text[]) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct jsonb_build_object('cell', n.cell, 'needs', n.needs)), '[]')
  from private.cells_in_need(p_live, p_draft, p_chosen) n
$$;
revoke execute on function private.needs_of from public;
grant execute on function private.needs_of to authenticated, service_role;

create function public.read_chosen_contents(p_page_id bigint, p_cells text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  live jsonb := private.live_cells(p_page_id);
  draft jsonb := private.draft_cells(p_page_id);
  composed jsonb;
  contents jsonb;
begin
  if draft is null then
    return null;
  end if;
  composed := private.compose_cells(live, draft, p_cells);
  contents := private.contents_of_cells(composed);
  return jsonb_build_object(
    'contents', contents,
    'parent_id', composed -> 'parent',
    -- Published meanwhile, or taken back in the draft.
    'settled', to_jsonb(array(select c from unnest(p_cells) c where c <> all (private.cells_that_wait(live, draft)))),
    'needs', private.needs_of(live, draft, p_cells),
    'settings', (
      select coalesce(jsonb_agg(private.cell_locale(c.key) order by c.key), '[]') from jsonb_each(composed) c
      where starts_with(c.key, 'settings:') and c.value is distinct from live -> c.key
    ),
    -- The texts that a language shows other than now: its own, or English ones in place of its own or of other English ones.
    'shown', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'locale', c.key, 'type', f.type, 'fallback', f.fallback,
        'title', coalesce(f.data ->> 'title', f.data #>> '{heading,title}', ''),
        'was_fallback', live ? (f.id || ':en') and live ? ('settings:' || c.key) and not live ? (f.id || ':' || c.key),
        'has_text', draft ? (f.id || ':' || c.key)) order by c.key::public.locale, f.place), '[]')
      from jsonb_each(contents) c
      cross join lateral private.flatten_modules(c.value -> 'modules') f
      where jsonb_build_object('v', f.v, 'data', f.data) is distinct from private.texts_in(live, f.id::text, c.key)
        or f.fallback = live ? (f.id || ':' || c.key) or not live ? ('settings:' || c.key)
    ));
end $$;
comment on function public.read_chosen_contents is
  'What would be live of a page with some cells of its draft published, what these need, and the texts that are shown then; null where there is no page.';
grant execute on function public.read_chosen_contents to authenticated, service_role;

create function public.publish_cells(p_actor uuid, p_page_id bigint, p_cells text[], p_last_save bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  waiting text[];
  needs jsonb;
  composed jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  live := private.live_cells(p_page_id);
  draft := private.draft_cells(p_page_id);
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if waiting <@ p_cells then
    return '{"status": "published"}'::jsonb || public.publish_pages(array[p_page_id]);
  end if;
  needs := private.needs_of(live, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  composed := private.compose_cells(live, draft, p_cells);
  if private.contents_of_cells(composed) is not distinct from private.revision_contents(page.published_revision_id)
    and composed -> 'parent' = live -> 'parent' then
    return '{"status": "published", "published": []}';
  end if;
  perform private.publish_many(jsonb_build_array(jsonb_build_object('id', p_page_id, 'parent_id', composed -> 'parent',
    'contents', private.contents_of_cells(composed))));
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  return jsonb_build_object('status', 'published', 'published', jsonb_build_array(p_page_id));
end $$;
comment on function public.publish_cells is
  'Publishes some cells of a page''s draft, as a revision of what is live with these; the draft stays, and differs in the others. Refused when somebody has saved since, and when a cell does not wait any more or needs another one.';

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

create function public.publish_with_records(
  p_actor uuid, p_page_id bigint, p_records jsonb, p_last_save bigint default null, p_cells text[] default null, p_below jsonb default '[]'
) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC'
as $$
declare
  conflicts jsonb;
  answer jsonb;
begin
  perform private.act_as(p_actor);
  -- Pages before records, as releases lock them.
  perform 1 from public.pages p
  where p.id = p_page_id or p.id in (select b.id from jsonb_to_recordset(p_below) b (id bigint)) order by p.id for no key update;
  conflicts := private.overtaken_drafts(p_records);
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'overtaken', 'published', '[]'::jsonb, 'conflicts', conflicts);
  end if;
  answer := case when p_cells is null then public.publish_with_below(p_actor, p_page_id, p_below, p_last_save)
    else public.publish_cells(p_actor, p_page_id, p_cells, p_last_save) end;
  if coalesce(answer ->> 'status', 'published') = 'published' then
    perform public.publish_records(p_actor, p_records);
  end if;
  return answer;
end $$;
comment on function public.publish_with_records is
  'Publishes the draft of a page as publish_with_below does, or some cells of it as publish_cells does, together with drafts of records as publish_records has them: all of it or nothing.';

-- Taking a publish back: what it changed gets its old values again, as a change of its own.

-- Revisions of a page with all that publishing it again needs, by number; of one that is not there nothing.
create function public.read_revisions(p_ids bigint[]) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(r.id, json_build_object('page', r.page_id, 'number', r.number, 'created_at', r.created_at,
    'by', private.person_name(r.created_by), 'locales', (
      select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo, 'modules', l.modules))
      from public.page_revision_locales l where l.revision_id = r.id
    ))), '{}')
  from public.page_revisions r where r.id = any (p_ids)
$$;
comment on function public.read_revisions is 'Revisions of pages with their content in every language.';
grant execute on function public.read_revisions to authenticated, service_role;

-- The fields of records as they are now; null for a record that is gone.
-- The rows of a record that are no row of its own, by the names of fields: `parts/product_images`.
create function private.parts_of(p_rows jsonb, p_table text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg('parts/' || t.key, t.value), '{}') from jsonb_each(p_rows) t where t.key <> p_table
$$;
revoke execute on function private.parts_of from public;
grant execute on function private.parts_of to authenticated, service_role;

create function private.with_parts(p_rows jsonb, p_values jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_rows || coalesce((select jsonb_object_agg(split_part(v.key, '/', 2), v.value) from jsonb_each(p_values) v where v.key like 'parts/%'), '{}')
$$;
revoke execute on function private.with_parts from public;
grant execute on function private.with_parts to service_role;

create function private.names_of_fields(p_values jsonb) returns text[]
language sql immutable set search_path = ''
as $$
  select array(select n from jsonb_object_keys(p_values) n where n not like 'parts/%')
$$;
revoke execute on function private.names_of_fields from public;
grant execute on function private.names_of_fields to service_role;

create function public.read_changed_parts(p_receipt bigint) returns jsonb
language sql stable set search_path = '' set timezone = 'UTC'
as $$
  with made as (
    select v.kind, v.record_id, min(v.number) as first, max(v.number) as last
    from public.publish_receipt_edits l join public.record_versions v on v.edit_id = l.edit_id
    where l.receipt_id = p_receipt and v.made_by is not null
    group by v.kind, v.record_id
    order by v.kind, v.record_id limit 200
  )
  select coalesce(jsonb_agg(jsonb_build_object('table', k.table_name, 'ref', m.record_id, 'before', c.before, 'after', c.after,
    'now', private.parts_of(private.record_rows(m.kind, m.record_id), k.table_name)) order by m.kind, m.record_id), '[]')
  from made m
  join private.kinds k on k.kind = m.kind
  join public.record_versions b on (b.kind, b.record_id, b.number) = (m.kind, m.record_id, m.first - 1)
  join public.record_versions a on (a.kind, a.record_id, a.number) = (m.kind, m.record_id, m.last)
  cross join lateral (
    select jsonb_object_agg(o.key, o.value) as before, jsonb_object_agg(n.key, n.value) as after
    from jsonb_each(private.parts_of(b.data, k.table_name)) o
    join jsonb_each(private.parts_of(a.data, k.table_name)) n using (key)
    where o.value <> n.value
  ) c
  where c.before is not null
$$;
comment on function public.read_changed_parts is
  'Of the records that people changed with a publish the rows of their parts, by `parts/<table>`: before, after it, and now.';
grant execute on function public.read_changed_parts to authenticated, service_role;

create function public.read_fields(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked record;
  found jsonb;
  answer jsonb := '[]';
begin
  for asked in
    select r.value ->> 'name' as name, r.value ->> 'ref' as ref, k.kind
    from jsonb_array_elements(p_records) with ordinality r
    left join private.kinds k on k.table_name = r.value ->> 'name'
    order by r.ordinality limit 500
  loop
    if asked.kind is null then
      raise exception 'there are no records in %', asked.name using errcode = 'invalid_parameter_value';
    end if;
    execute format('select private.fields_of(to_jsonb(r)) from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind))
      into found using asked.ref;
    answer := answer || jsonb_build_array(found);
  end loop;
  return answer;
end $$;
comment on function public.read_fields is 'The fields of records, in the order in which they are asked for.';
grant execute on function public.read_fields to authenticated, service_role;

-- Publishes pages with these contents, whatever their drafts have, or takes them off the site. Pages: id, parent_id, and the contents by
-- locale as a revision has them, null for none. Answers the new revision of each page.
create function private.publish_many(p_pages jsonb) returns table (page_id bigint, revision_id bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  with asked as materialized (
    select a.id, a.parent_id, a.contents from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb)
    where jsonb_typeof(a.contents) = 'object'
  ), revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select a.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = a.id), 0) + 1, private.actor()
    from asked a order by a.id
    returning id, page_id
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, c.key::public.locale, l.path, l.title, l.nav_title, l.description, l.seo, l.modules
    from revisions r
    join asked a on a.id = r.page_id
    cross join lateral jsonb_each(a.contents) c
    cross join lateral jsonb_to_record(c.value) l (path text, title text, nav_title text, description text, seo jsonb, modules json)
  )
  select coalesce(jsonb_object_agg(r.page_id, r.id), '{}') into made from revisions r;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select p.id, l.locale, p.site_id, (select u.id from public.pages u where u.id = a.parent_id), r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint)
  join public.pages p on p.id = a.id
  join public.page_revisions r on r.id = (made ->> a.id::text)::bigint
  join public.page_revision_locales l on l.revision_id = r.id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;
  delete from public.published_page_locales live
  using jsonb_to_recordset(p_pages) a (id bigint)
  where live.page_id = a.id and live.revision_id is distinct from (made ->> a.id::text)::bigint;
  -- Behind the addresses, which say what has changed.
  update public.pages p set published_revision_id = (made ->> a.id::text)::bigint
  from jsonb_to_recordset(p_pages) a (id bigint)
  where p.id = a.id;
  return query select m.key::bigint, m.value::bigint from jsonb_each_text(made) m;
end $$;
revoke execute on function private.publish_many from public;
grant execute on function private.publish_many to service_role;

-- Gives fields of a record other values, a field without one none. False where one is not what is expected.
-- A row with fields as they were: `slug`, or `localized/de/title`.
create function private.with_fields(p_row jsonb, p_names text[], p_values jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  field record;
begin
  for field in
    select string_to_array(n, '/') as place, p_values -> n as value from unnest(p_names) n
  loop
    if cardinality(field.place) = 1 then
      p_row := jsonb_set(p_row, field.place, coalesce(field.value, 'null'));
    elsif field.value is null then
      p_row := p_row #- field.place;
      -- A language without a text is none, but English, which every record has.
      if p_row #> field.place[:2] = '{}' and field.place[2] <> 'en' then
        p_row := p_row #- field.place[:2];
      end if;
    else
      p_row := jsonb_set(p_row, field.place[:2], coalesce(p_row #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  return p_row;
end $$;
revoke execute on function private.with_fields from public;
grant execute on function private.with_fields to service_role;

create function private.put_back_fields(p_table text, p_ref text, p_expected jsonb, p_values jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  stored jsonb;
  now_fields jsonb;
  columns text;
  kind_of constant text := (select k.kind from private.kinds k where k.table_name = p_table);
  type_of_id constant text := private.type_of_id(kind_of);
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1::%s for update', p_table, type_of_id) into stored using p_ref;
  now_fields := private.fields_of(stored) || private.parts_of(private.record_rows(kind_of, p_ref), p_table);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  stored := private.with_fields(stored, private.names_of_fields(p_expected), p_values);
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2::%3$s',
      p_table, columns, type_of_id) using stored, p_ref;
  end if;
  if exists (select from jsonb_object_keys(p_values) n where n like 'parts/%') then
    perform private.write_records((
      select jsonb_agg(jsonb_build_object('table', c.name, 'row', r.value) order by c.place, r.ordinality)
      from jsonb_each(private.with_parts(private.record_rows(kind_of, p_ref, true), p_values)) t
      join private.content_tables c on c.name = t.key
      cross join lateral jsonb_array_elements(t.value) with ordinality r
    ));
  end if;
  return true;
end $$;
revoke execute on function private.put_back_fields from public;
grant execute on function private.put_back_fields to service_role;

-- Records as p_records of public.take_back has them, with all their rows. One that is not as it is expected is not put back either.
create function public.restored_rows(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', r.ref, 'rows', private.with_parts(jsonb_set(s.rows, array[r.name, '0'],
      private.with_fields(s.rows #> array[r.name, '0'], private.names_of_fields(r.expected), r.values)), r.values)) order by s.kind, r.ref), '[]')
    from jsonb_to_recordset(p_records) r (name text, ref text, expected jsonb, "values" jsonb)
    join lateral (
      select k.kind, private.record_rows(k.kind, r.ref, true) as rows from private.kinds k where k.table_name = r.name
    ) s on s.rows #> array[r.name, '0'] is not null
  );
end $$;
comment on function public.restored_rows is 'The rows of records, by table, as public.take_back would leave them.';

-- What records would share with others that are live, though only one may have it. Records: kind, id, and their rows with their tables.
-- Those among them are not compared with each other.
create function public.find_taken(p_records jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  rule record;
  found jsonb;
  answer jsonb := '[]';
begin
  for rule in
    select c.name, coalesce(c.owner_key, 'id') as owner, k.kind, i.indexrelid, i.indnullsnotdistinct as judges_nulls,
      coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid), 'true') as condition, x.keys, x.columns
    from private.content_tables c
    join private.kinds k on k.table_name = coalesce(c.owner_name, c.name)
    join pg_catalog.pg_index i on i.indrelid = format('public.%I', c.name)::regclass and i.indisunique and not i.indisprimary
    cross join lateral (
      select string_agg(format('(%s)::text', pg_catalog.pg_get_indexdef(i.indexrelid, n, true)), ', ' order by n) as keys,
        to_jsonb(array(
          select a.attname from unnest(i.indkey::smallint[]) with ordinality u (attnum, place)
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum order by u.place
        )) as columns
      from generate_series(1, i.indnkeyatts) n
    ) x
    where c.name in (select r.value ->> 'table' from jsonb_array_elements(p_records) a cross join lateral jsonb_array_elements(a.value -> 'rows') r)
    order by c.place, i.indexrelid
  loop
    execute format('
      with own as materialized (
        select a.kind as of_kind, a.id as of_id, k.key
        from jsonb_to_recordset($1) a (kind text, id text, rows jsonb)
        cross join lateral jsonb_to_recordset(a.rows) w ("table" text, "row" jsonb)
        cross join lateral (select array[%2$s] as key from jsonb_populate_record(null::public.%1$I, w."row") r where %3$s) k
        where w."table" = %1$L and (%4$L or array_position(k.key, null) is null)
      ), live as (
        select r.%5$I::text as owner, array[%2$s] as key from public.%1$I r where %3$s
      )
      select coalesce(jsonb_agg(jsonb_build_object(''kind'', o.of_kind, ''id'', o.of_id, ''columns'', $2,
        ''by'', jsonb_build_object(''kind'', %6$L, ''id'', l.owner)) order by o.of_kind, o.of_id), ''[]'')
      from own o join live l on l.key = o.key
      where not exists (select from jsonb_to_recordset($1) a (kind text, id text) where a.kind = %6$L and a.id = l.owner)
        and (o.of_kind, o.of_id) <> (%6$L, l.owner)',
      rule.name, rule.keys, rule.condition, rule.judges_nulls, rule.owner, rule.kind) into found using p_records, rule.columns;
    answer := answer || found;
  end loop;
  return answer;
end $$;
comment on function public.find_taken is
  'Values of records that another one has which is live, by the columns that must differ: what publishing the records would be refused for.';
grant execute on function public.find_taken to service_role;

-- Says when the keys of records are judged: with each statement, or once all that belongs together is written.
create function private.judge_keys(p_tables text[], p_when text) returns void
language plpgsql set search_path = ''
as $$
declare
  keys text;
begin
  select string_agg(format('public.%I', c.conname), ', ' order by c.conname) into keys
  from pg_catalog.pg_constraint c
  where c.contype = 'u' and c.condeferrable and c.conrelid in (select format('public.%I', t)::regclass from unnest(p_tables) t);
  if keys is not null then
    execute format('set constraints %s %s', keys, case p_when when 'deferred' then 'deferred' else 'immediate' end);
  end if;
end $$;
revoke execute on function private.judge_keys from public;
grant execute on function private.judge_keys to service_role;

create function public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page record;
  row_of record;
  stored public.pages;
  drafts bigint[] := '{}';
  parents jsonb := '{}';
  clean bigint[] := '{}';
  addresses jsonb;
  tables text[] := array(select distinct r.name from jsonb_to_recordset(p_records) r (name text) join private.kinds k on k.table_name = r.name);
begin
  perform private.act_as(p_actor);
  -- Only what the publish has changed.
  if exists (
    select 1 from (
      select 'published_page_locales' as name, p.id::text as ref from jsonb_to_recordset(p_pages) p (id bigint)
      union all
      select r.name, r.ref from jsonb_to_recordset(p_records) r (name text, ref text)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
    ) and not exists (
      select from public.publish_receipt_edits l join public.record_versions v on v.edit_id = l.edit_id
      join private.kinds k on k.kind = v.kind
      where l.receipt_id = p_receipt and k.table_name = a.name and v.record_id = a.ref
    )
  ) then
    raise exception 'receipt % has not changed that', p_receipt using errcode = 'invalid_parameter_value';
  end if;
  for page in
    select * from jsonb_to_recordset(p_pages) p (id bigint, expected bigint, parent_id bigint, contents jsonb) order by p.id
  loop
    select * into stored from public.pages p where p.id = page.id for no key update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if not stored.is_editable then
      raise exception 'page % is locked', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    parents := parents || jsonb_build_object(page.id, stored.parent_id);
    if page.expected is not null and public.page_differs(page.id) then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      clean := clean || page.id;
    end if;
  end loop;
  -- Addresses are judged for all of them.
  perform private.publish_many(p_pages);
  addresses := private.draft_addresses(clean);
  perform set_config('content.draft_step', 'discard', true);
  perform private.record_discard(c, null), private.write_draft(c, private.live_parent(c), private.revision_contents(p.published_revision_id))
  from unnest(clean) c join public.pages p on p.id = c;
  drafts := array(
    select unnest(drafts) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(clean, addresses)) k
  );
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  perform private.judge_keys(tables, 'deferred');
  for row_of in
    select * from jsonb_to_recordset(p_records) r (name text, ref text, expected jsonb, "values" jsonb) order by r.name, r.ref
  loop
    if not exists (select 1 from private.kinds k where k.table_name = row_of.name) then
      raise exception 'there are no records in %', row_of.name using errcode = 'invalid_parameter_value';
    end if;
    if not private.put_back_fields(row_of.name, row_of.ref, row_of.expected, row_of.values) then
      raise exception '% % has been changed since', row_of.name, row_of.ref using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  perform private.judge_keys(tables, 'immediate');
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  drafts := drafts || private.keep_draft_parents(parents);
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $$;
comment on function public.take_back is
  'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

-- Making, filling, scheduling, publishing and taking back releases. Functions that change one answer {"status": "closed"} when it is
-- being published, is live, or is not there.

create function public.create_release(p_actor uuid, p_name text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  made bigint;
begin
  perform private.act_as(p_actor);
  insert into public.releases (name, created_by) values (btrim(p_name), p_actor) returning id into made;
  return made;
end $$;
comment on function public.create_release is 'Makes an empty release.';

create function public.rename_release(p_actor uuid, p_release bigint, p_name text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.releases l set name = btrim(p_name) where l.id = p_release;
  return found;
end $$;
comment on function public.rename_release is 'Gives a release another name; false where there is none.';

create function public.delete_release(p_actor uuid, p_release bigint) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  release public.releases;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is distinct from 'open' and release.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  if release.state = 'open' and (
    exists (select from public.release_pages p where p.release_id = p_release)
    or exists (select from public.record_drafts d where d.release_id = p_release)
  ) then
    return '{"status": "not-empty"}';
  end if;
  delete from public.releases l where l.id = p_release;
  return '{"status": "deleted"}';
end $$;
comment on function public.delete_release is 'Deletes a release that has no drafts any more, or whose drafts are live. What it made live stays.';

create function private.draft_contents(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(l.locale, private.draft_locale(p_page_id, l.locale)) from public.page_locales l where l.page_id = p_page_id
$$;
comment on function private.draft_contents is 'What the draft of a page has in each language, as a revision would have it.';
revoke execute on function private.draft_contents from public;
grant execute on function private.draft_contents to service_role;

create function private.page_title(p_page_id bigint) returns text
language sql stable set search_path = ''
as $$
  select l.title from public.page_locales l where l.page_id = p_page_id order by l.locale limit 1
$$;
revoke execute on function private.page_title from public;
grant execute on function private.page_title to authenticated, service_role;

-- The draft of a page that is in a release, with its live address wherever it has the one of the release: what was kept of it, since another
-- draft has the live one, is no change of its own.
create function private.draft_beside(p_page_id bigint, p_contents jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with live as materialized (
    select r.locale, private.published_locale(p_page_id, r.locale) as content
    from public.pages p join public.page_revision_locales r on r.revision_id = p.published_revision_id where p.id = p_page_id
  )
  select jsonb_object_agg(locale, d.content || case
    when v.locale is not null and d.content -> 'path' = p_contents -> d.locale::text -> 'path' then jsonb_build_object('path', v.content -> 'path')
    else '{}' end)
  from (
    select l.locale, private.draft_locale(p_page_id, l.locale) as content from public.page_locales l where l.page_id = p_page_id
    union all
    select v.locale, v.content from live v
    where not p_contents ? v.locale::text
      and not exists (select from public.page_locales l where l.page_id = p_page_id and l.locale = v.locale)
  ) d left join live v using (locale)
$$;
revoke execute on function private.draft_beside from public;
grant execute on function private.draft_beside to service_role;

create function private.has_draft_beside(p_page_id bigint, p_contents jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select private.draft_beside(p.id, p_contents) is distinct from private.revision_contents(p.published_revision_id)
    or p.parent_id is distinct from private.live_parent(p.id)
  from public.pages p where p.id = p_page_id
$$;
comment on function private.has_draft_beside is 'Whether the draft of a page has changes beside the address that a release has for it.';
revoke execute on function private.has_draft_beside from public;
grant execute on function private.has_draft_beside to service_role;

create function private.cells_beside(p_page_id bigint, p_contents jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select private.draft_cells(p_page_id) || coalesce(jsonb_object_agg('settings:' || d.key, d.value - 'modules'), '{}')
  from jsonb_each(private.draft_beside(p_page_id, p_contents)) d
$$;
revoke execute on function private.cells_beside from public;
grant execute on function private.cells_beside to service_role;

-- The answer where a release has something already that the caller has not seen.
create function private.occupied(p_saved_at timestamptz, p_saved_by uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', 'occupied', 'saved', jsonb_build_object('at', p_saved_at, 'by', private.person_name(p_saved_by)))
$$;
revoke execute on function private.occupied from public;
grant execute on function private.occupied to service_role;

create function public.add_page_to_release(
  p_actor uuid, p_release bigint, p_page_id bigint, p_last_save bigint default null, p_replaces timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  item public.release_pages;
  latest public.draft_saves;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id and l.contents is not null;
  if not public.page_differs(p_page_id)
    or item.page_id is not null and page.published_revision_id is not null and not private.has_draft_beside(p_page_id, item.contents) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if item.cells is not null then
    return public.add_cells_to_release(p_actor, p_release, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.cells_beside(p_page_id, item.contents)), coalesce(latest.id, 0), p_replaces);
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if found and item.contents is distinct from private.draft_contents(p_page_id) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (release_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    kept := private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "added"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $$;
comment on function public.add_page_to_release is
  'Moves the draft of a page into a release: the draft that is published by itself is what is live from then on, but for addresses that another draft has by now, which the answer names. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since. p_replaces: the moment of what the release has of the page already, as far as the caller has seen it; otherwise that is not replaced.';

-- What is chosen waits in the release, and the draft goes on with the rest. What the rest cannot be without stays in the draft as well.
create function public.add_cells_to_release(
  p_actor uuid, p_release bigint, p_page_id bigint, p_cells text[], p_last_save bigint, p_replaces timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  item public.release_pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  -- What the chosen cells are put on: what the release has of the page already, or what is live.
  ground jsonb;
  waiting text[];
  staying text[];
  needs jsonb;
  composed jsonb;
  before jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id and l.contents is not null for update;
  live := private.live_cells(p_page_id);
  draft := case when item.page_id is null or live = '{}' then private.draft_cells(p_page_id)
    else private.cells_beside(p_page_id, item.contents) end;
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_release(p_actor, p_release, p_page_id, p_last_save, p_replaces);
  end if;
  ground := case when item.page_id is null then live else private.cells_of_contents(item.contents, item.parent_id) end;
  -- Modules that came with what is in it already would go.
  if 'structure' = any (p_cells)
    and private.modules_beyond(ground -> 'structure', live -> 'structure') && private.modules_beyond(ground -> 'structure', draft -> 'structure') then
    return '{"status": "other-modules"}';
  end if;
  needs := private.needs_of(ground, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  -- What it has of the same cells.
  if exists (select from unnest(p_cells) c where ground -> c is distinct from live -> c and ground -> c is distinct from draft -> c) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  composed := private.compose_cells(ground, draft, p_cells);
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, cells, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), (composed ->> 'parent')::bigint, page.published_revision_id, private.live_parent(p_page_id),
    private.contents_of_cells(composed), p_cells, p_actor)
  on conflict (release_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, contents = excluded.contents,
      cells = case when item.page_id is null then excluded.cells
        when l.cells is not null then array(select distinct c from unnest(l.cells || excluded.cells) c order by c) end,
      base_revision_id = case when item.page_id is null then excluded.base_revision_id else l.base_revision_id end,
      base_parent_id = case when item.page_id is null then excluded.base_parent_id else l.base_parent_id end,
      saved_by = excluded.saved_by, saved_at = clock_timestamp();
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'added', 'kept', '[]'::jsonb);
  end if;
  staying := array(select w from unnest(waiting) w where w <> all (p_cells));
  loop
    needs := private.needs_of(live, draft, staying);
    exit when needs = '[]';
    staying := staying || array(select distinct n.value ->> 'needs' from jsonb_array_elements(needs) n);
  end loop;
  if staying = '{}' then
    kept := private.reset_draft(p_page_id, null);
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    before := private.draft_addresses(array[p_page_id]);
    perform private.record_discard(p_page_id, null);
    perform private.write_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
    kept := private.settle_addresses(array[p_page_id], before);
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))))
    || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $$;
comment on function public.add_cells_to_release is
  'Moves some cells of a page''s draft into a release, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names. p_replaces: as add_page_to_release has it, where the release has the same cells.';

-- A draft goes along with what has become of the live page: in each cell that was as it was live.
create function private.follow_live(p_page_id bigint, p_was jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  live jsonb := private.live_cells(p_page_id);
  draft jsonb := private.draft_cells(p_page_id);
  moved text[];
  following text[];
  composed jsonb;
begin
  if p_was = '{}' or live = '{}' or draft is null then
    return false;
  end if;
  moved := array(select cell from jsonb_each(p_was) w (cell, value) full join jsonb_each(live) l (cell, value) using (cell) where w.value is distinct from l.value);
  following := array(select m from unnest(moved) m where p_was -> m is not distinct from draft -> m);
  -- A module that goes stays in the draft with a text that somebody has changed there.
  if exists (
    select from unnest(private.modules_beyond(draft -> 'structure', live -> 'structure')) x (id)
    join jsonb_each(draft) c on private.cell_module(c.key) = x.id
    where c.value is distinct from p_was -> c.key
  ) then
    following := array_remove(following, 'structure');
  end if;
  if following <> '{}' then
    composed := private.compose_cells(draft, live, following);
    perform private.write_draft(p_page_id, (select p.id from public.pages p where p.id = (composed ->> 'parent')::bigint), private.contents_of_cells(composed));
  end if;
  -- What the draft has already is not left behind either, nor are texts in a language that is not live.
  return not exists (
    select from unnest(moved) m
    where m <> all (following) and live -> m is distinct from draft -> m
      and (live ? m or private.cell_module(m) is null or live ? ('settings:' || private.cell_locale(m)))
  );
end $$;
comment on function private.follow_live is
  'Changes the cells of a draft that are as they were live to what is live now; whether none of those that have changed is left behind. Addresses are judged by the caller.';
revoke execute on function private.follow_live from public;
grant execute on function private.follow_live to service_role;

create function public.add_removal_to_release(p_actor uuid, p_release bigint, p_page_id bigint, p_replaces timestamptz default null) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  page public.pages;
  item public.release_pages;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable or page.route is not null then
    return '{"status": "not-editable"}';
  end if;
  if page.published_revision_id is null then
    return '{"status": "unchanged"}';
  end if;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if found and item.contents is not null then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_release_page(item, 'replaced');
  end if;
  insert into public.release_pages as l (release_id, page_id, title, parent_id, base_revision_id, base_parent_id, saved_by)
  values (p_release, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id), p_actor)
  on conflict (release_id, page_id) do update
    set contents = null, cells = null, base_revision_id = excluded.base_revision_id, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  return '{"status": "added"}';
end $$;
comment on function public.add_removal_to_release is 'Takes a page off the site with a release; its draft and its history stay. p_replaces: as add_page_to_release has it.';

create function public.take_page_out(
  p_actor uuid, p_release bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean default false, p_saved_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  refusal jsonb;
  page public.pages;
  item public.release_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  -- The page before its place in the release, as everywhere. It may be gone.
  select * into page from public.pages p where p.id = p_page_id for no key update;
  select * into item from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  if p_to_draft and page.id is not null and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.cells_beside(p_page_id, item.contents);
      part := private.cells_of_contents(item.contents, item.parent_id);
      -- Where the draft has something else by now, and an order of modules that is not the live one with a change.
      if exists (select from unnest(item.cells) c where draft -> c is distinct from live -> c and draft -> c is distinct from part -> c)
        or private.needs_of(draft, part, item.cells) <> '[]' then
        return '{"status": "has-draft"}';
      end if;
      if 'structure' = any (item.cells)
        and live -> 'structure' is distinct from private.cells_of_contents(private.revision_contents(item.base_revision_id), item.base_parent_id) -> 'structure' then
        return '{"status": "other-modules"}';
      end if;
      part := private.compose_cells(draft, part, item.cells);
      if part is distinct from private.draft_cells(p_page_id) then
        perform private.record_discard(p_page_id, null);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and private.has_draft_beside(p_page_id, item.contents) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      -- A page that was never published has kept its draft, which somebody may have gone on with.
      if page.published_revision_id is null and exists (
        select from public.draft_saves s where s.page_id = p_page_id and s.saved_at > item.saved_at
      ) then
        return '{"status": "has-draft"}';
      end if;
      perform private.record_discard(p_page_id, 'replaced');
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_to_draft then
    perform private.keep_release_page(item, 'taken-out');
  end if;
  if not p_keep then
    delete from public.release_pages l where l.release_id = p_release and l.page_id = p_page_id;
  end if;
  -- The address that its draft has kept is dropped with the rest.
  if not p_to_draft and item.contents is not null and page.published_revision_id is not null
    and public.page_differs(p_page_id) and not private.has_draft_beside(p_page_id, item.contents) then
    kept := private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "taken-out"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $$;
comment on function public.take_page_out is
  'Takes a page out of a release, unless the release has something else of it than at p_saved_at. p_to_draft: what the release has of it becomes the draft of the page, unless that has changes of its own; otherwise it can be brought back. p_keep: the release keeps it as well, until the changed draft is added again.';

create function public.add_record_to_release(
  p_actor uuid, p_release bigint, p_kind text, p_id text, p_replaces timestamptz default null, p_saved_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  draft public.record_drafts;
  item public.record_drafts;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into draft from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  if not found then
    return '{"status": "unchanged"}';
  end if;
  if draft.saved_at <> p_saved_at then
    return jsonb_build_object('status', 'conflict', 'saved', jsonb_build_object('at', draft.saved_at, 'by', private.person_name(draft.saved_by)));
  end if;
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if found and (item.data, item.file) is distinct from (draft.data, draft.file) then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  update public.record_drafts d set release_id = p_release, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  return '{"status": "added"}';
end $$;
comment on function public.add_record_to_release is 'Moves the draft of a record into a release. p_replaces: as add_page_to_release has it. Refused where somebody has saved it since p_saved_at.';

create function public.take_record_out(
  p_actor uuid, p_release bigint, p_kind text, p_id text, p_to_draft boolean, p_saved_at timestamptz default null
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  item public.record_drafts;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  select d.* into item from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  if not found then
    return '{"status": "not-found"}';
  end if;
  refusal := private.refuse_unseen(item.saved_at, item.saved_by, p_saved_at);
  if refusal is not null then
    return refusal;
  end if;
  if p_to_draft and exists (select from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id is null) then
    return '{"status": "has-draft"}';
  end if;
  if p_to_draft then
    update public.record_drafts d set release_id = null, saved_at = clock_timestamp() where d.id = item.id;
  else
    perform private.keep_record_draft(item, 'taken-out');
    delete from public.record_drafts d where d.id = item.id;
  end if;
  return '{"status": "taken-out"}';
end $$;
comment on function public.take_record_out is 'Takes the draft of a record out of a release, unless it was saved since p_saved_at: it is dropped, from where it can be brought back, or published by itself from then on.';

create function public.schedule_release(p_actor uuid, p_release bigint, p_at timestamptz, p_zone text) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  if p_at is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    return '{"status": "no-zone"}';
  end if;
  update public.releases l
  set state = case when p_at is null then 'open' else 'scheduled' end, publish_at = p_at, time_zone = case when p_at is not null then p_zone end,
    scheduled_by = case when p_at is not null then p_actor end, failure = null
  where l.id = p_release and l.state in ('open', 'scheduled') and coalesce(l.locked_until <= clock_timestamp(), true);
  return case when found then '{"status": "scheduled"}' else '{"status": "closed"}' end::jsonb;
end $$;
comment on function public.schedule_release is 'Says when a release becomes live by itself; without a moment it does not.';

create function public.lock_release(p_release bigint, p_seconds integer) returns boolean
language plpgsql set search_path = ''
as $$
begin
  update public.releases l set locked_until = clock_timestamp() + make_interval(secs => p_seconds)
  where l.id = p_release and l.state in ('open', 'scheduled');
  return found;
end $$;
comment on function public.lock_release is
  'Keeps the drafts of a release as they are while it is being published: what somebody adds meanwhile stays a draft. No seconds let go of it.';

-- Writes pages and records of a release, these with the files that they get (kind, id, file), and answers what was live of each before and what is now.
create function private.write_release(p_actor uuid, p_pages jsonb, p_records jsonb, p_files jsonb default '[]', out pages jsonb, out records jsonb)
language plpgsql set search_path = ''
as $$
declare
  asked record;
  tables text[] := array(
    select distinct private.table_of_kind(r.kind) from jsonb_to_recordset(p_records) r (kind text)
  );
begin
  with before as materialized (
    select p.id, p.published_revision_id as revision, private.live_parent(p.id) as parent_id
    from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  ), made as materialized (
    select * from private.publish_many(p_pages)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'before', b.revision, 'before_parent', b.parent_id, 'revision', m.revision_id)), '[]')
  into pages from before b left join made m on m.page_id = b.id;
  perform private.judge_keys(tables, 'deferred');
  perform private.write_records(coalesce((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(case when jsonb_typeof(r.value -> 'rows') = 'array' then r.value -> 'rows' else '[]' end) with ordinality w
  ), '[]'), coalesce(p_files, '[]'));
  -- What came with a release goes with it: what refers to others before these.
  for asked in
    select r.id, c.name, r.kind from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where jsonb_typeof(r.rows) is distinct from 'array'
    order by c.place desc, r.id desc
  loop
    execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
  end loop;
  records := '[]';
  for asked in
    select r.kind, array_agg(r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    records := records || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id, 'version', v.number))
      from private.add_versions(asked.kind, asked.ids, p_actor) v
    ), '[]');
    delete from public.record_trash t where t.kind = asked.kind and t.record_id = any (asked.ids);
  end loop;
  -- Where another page or record has an address: here, not at the end of the transaction.
  perform private.judge_keys(tables, 'immediate');
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
end $$;
revoke execute on function private.write_release from public;
grant execute on function private.write_release to service_role;

-- Locks the records, and answers those whose live version is not the one that is expected.
create function private.overtaken_records(p_records jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  asked record;
  overtaken jsonb := '[]';
begin
  if exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    where jsonb_typeof(r.rows) = 'array' and (
      r.rows -> 0 ->> 'table' is distinct from private.table_of_kind(r.kind) or r.rows #>> '{0,row,id}' is distinct from r.id
      or exists (
        select from jsonb_array_elements(r.rows) w
        where w.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(r.kind) in (c.name, c.owner_name)
        )
      ))
  ) then
    raise exception 'these are no rows of records of the release' using errcode = 'invalid_parameter_value';
  end if;
  for asked in
    select r.kind, array_agg(r.id order by r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    perform private.lock_records(asked.kind, asked.ids);
    execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.ids;
    overtaken := overtaken || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id))
      from private.add_versions(asked.kind, asked.ids, null) v
      join jsonb_to_recordset(p_records) r (kind text, id text, version integer) on r.kind = asked.kind and r.id = v.id
      where v.number is distinct from r.version
    ), '[]');
  end loop;
  return overtaken;
end $$;
revoke execute on function private.overtaken_records from public;
grant execute on function private.overtaken_records to service_role;

-- What was published since it was read, of the pages and records that are about to be written; null for nothing.
create function private.overtaken_items(p_pages jsonb, p_records jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  records jsonb := private.overtaken_records(p_records);
  pages jsonb := (
    select coalesce(jsonb_agg(a.id), '[]') from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    join public.pages p on p.id = a.id
    where p.published_revision_id is distinct from a.expected
  );
begin
  return case when records <> '[]' or pages <> '[]' then jsonb_build_object('status', 'conflict', 'pages', pages, 'records', records) end;
end $$;
revoke execute on function private.overtaken_items from public;
grant execute on function private.overtaken_items to service_role;

-- What is live of the published pages whose drafts have changes of their own, by page and cell.
create function private.cells_of_others(p_pages jsonb, p_clean bigint[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(p.id, private.live_cells(p.id)), '{}')
  from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  where p.published_revision_id is not null and p.id <> all (p_clean)
$$;
revoke execute on function private.cells_of_others from public;
grant execute on function private.cells_of_others to service_role;

-- Pages: id, saved_at, expected (the live revision), and contents where they are not those of the release, since they were merged with what
-- is live. Records: kind, id, saved_at, version (the live one), rows.
create function public.apply_release(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC' set statement_timeout = '120s'
as $$
declare
  release public.releases;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is null or release.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less.
  if exists (
    select from public.release_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.release_id, p_release) = p_release and (l.saved_at is distinct from a.saved_at or p.id is null)
  ) or exists (
    select from (select * from public.record_drafts d where d.release_id = p_release) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.release_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.release_id = p_release
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_release(p_actor, asked, p_records, private.draft_files(p_records, p_release));
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.release_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.release_id = p_release and l.page_id = a.id;
  insert into public.release_records as l (release_id, kind, record_id, before_version, version)
  select p_release, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (release_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.releases l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint, locked_until = null
  where l.id = p_release;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $$;
comment on function public.apply_release is
  'Writes all drafts of a release in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

-- Nothing of a release is committed before its moment. p_worker: gives up when this publisher keeps others from publishing no longer.
create function private.wait_until(p_at timestamptz, p_worker text) returns void
language plpgsql set search_path = ''
as $$
begin
  while clock_timestamp() < p_at loop
    if p_worker is not null and not exists (select from public.publish_holds h where h.worker = p_worker) then
      raise exception 'the publisher has given up this release' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_sleep(least(0.05, extract(epoch from p_at - clock_timestamp())));
  end loop;
end $$;
comment on function private.wait_until is 'Returns at a moment of the database''s clock, never before.';
revoke execute on function private.wait_until from public;
grant execute on function private.wait_until to service_role;

-- p_due: release, pages and records of each, as in apply_release. p_waits: the caller commits, after `await_releases`.
create function public.apply_due_releases(p_worker text, p_due jsonb, p_waits boolean default true) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC' set statement_timeout = '120s'
as $$
declare
  asked record;
  release public.releases;
  answer jsonb;
  answers jsonb := '[]';
  latest timestamptz := '-infinity';
  detail text;
begin
  -- Nobody has to be signed in then, but whoever chose the moment must still be on the staff.
  perform set_config('app.assured_before', 'on', true);
  begin
    for asked in
      select a.* from jsonb_to_recordset(p_due) a (release bigint, pages jsonb, records jsonb) order by a.release
    loop
      select * into release from public.releases l where l.id = asked.release for update;
      if release.state is distinct from 'scheduled' or release.publish_at > now() + interval '2 minutes' then
        answer := '{"status": "closed"}';
      else
        begin
          -- Each is an edit of its own.
          perform set_config('content.edit', '', true);
          answer := public.apply_release(release.scheduled_by, asked.release, asked.pages, asked.records);
          -- What is checked at the end of a transaction is refused now, while it can be told of this release.
          set constraints all immediate;
          set constraints all deferred;
        exception when others then
          get stacked diagnostics detail = pg_exception_detail;
          answer := jsonb_build_object('status', 'error', 'code', sqlstate, 'message', sqlerrm, 'details', detail);
        end;
      end if;
      if answer ->> 'status' = 'applied' then
        answer := answer || jsonb_build_object('edit', (select l.edit_id from public.releases l where l.id = asked.release));
      end if;
      if answer ->> 'status' in ('applied', 'conflict') then
        latest := greatest(latest, release.publish_at);
      end if;
      answers := answers || (answer || jsonb_build_object('release', asked.release));
    end loop;
    -- There is time to merge it anew, and to write all of them again.
    if answers @> '[{"status": "conflict"}]' and clock_timestamp() < latest then
      raise exception using errcode = 'LN001';
    end if;
  exception when sqlstate 'LN001' then
    return (
      select jsonb_agg(a.value || case when a.value ->> 'status' = 'applied' then '{"status": "undone"}'::jsonb else '{}' end order by a.ordinality)
      from jsonb_array_elements(answers) with ordinality a
    );
  end;
  perform set_config('app.assured_before', '', true);
  if p_waits then
    perform private.wait_until(latest, p_worker);
  end if;
  return answers;
end $$;
comment on function public.apply_due_releases is
  'What apply_release does, for releases that share a moment and in the names of those who chose it. It is done before the moment, and committed at it: until then nobody sees anything of it.';

create function public.await_releases(p_worker text, p_releases bigint[]) returns void
language plpgsql set search_path = '' set statement_timeout = '120s'
as $$
begin
  perform private.wait_until((select max(l.publish_at) from public.releases l where l.id = any (p_releases)), p_worker);
end $$;
comment on function public.await_releases is
  'Returns at the moment of releases that the same transaction has written: whoever calls it commits then.';

-- Pages: id, expected (the live revision), parent_id, contents. Records: kind, id, version (the live one), rows, or null where it goes,
-- and the file that a medium gets again.
create function public.take_release_back(p_actor uuid, p_release bigint, p_pages jsonb, p_records jsonb) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC' set statement_timeout = '120s'
as $$
declare
  release public.releases;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into release from public.releases l where l.id = p_release for update;
  if release.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.release_pages l where l.release_id = p_release and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.release_records l where l.release_id = p_release and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'release % has not changed that', p_release using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_release(p_actor, p_pages, p_records, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
  -- Its drafts can be changed and published again, on what is live now.
  update public.release_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.release_id = p_release and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.release_id = p_release and d.kind = r.kind and d.record_id = r.id;
  update public.releases l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_release;
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $$;
comment on function public.take_release_back is 'Makes live again what was live before a release, in one transaction. The drafts of the release stay in it.';

create function public.settle_release(p_release bigint, p_live_at timestamptz default null, p_failure text default null) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_live_at is not null then
    -- The clock of the database has committed it, and that of the publisher may be behind.
    update public.releases l
    set state = 'live', live_at = case when l.publish_at <= clock_timestamp() then greatest(p_live_at, l.publish_at) else p_live_at end
    where l.id = p_release and l.state = 'publishing';
  else
    -- What cannot be published is not tried again and again: a person looks at it.
    update public.releases l set state = 'open', publish_at = null, time_zone = null, failure = p_failure, failed_at = l.publish_at, locked_until = null
    where l.id = p_release and l.state = 'scheduled';
  end if;
  return found;
end $$;
comment on function public.settle_release is 'Notes when the files of a release were live, or why it could not be published at its moment.';

create function private.release_summary(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
    'scheduled_by', private.person_name(l.scheduled_by), 'created_by', private.person_name(l.created_by), 'created_at', l.created_at,
    'applied_by', private.person_name(l.applied_by), 'applied_at', l.applied_at, 'live_at', l.live_at,
    'taken_back_at', l.taken_back_at, 'failure', l.failure,
    'pages', (select count(*) from public.release_pages p where p.release_id = l.id),
    'records', (select count(*) from public.record_drafts d where d.release_id = l.id))
  from public.releases l where l.id = p_release
$$;
revoke execute on function private.release_summary from public;
grant execute on function private.release_summary to authenticated, service_role;

create function public.list_releases(p_states text[] default null) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(private.release_summary(l.id) order by l.state = 'live', l.publish_at nulls last, l.applied_at desc, l.id desc), '[]')
  from (
    select * from public.releases l where p_states is null or l.state = any (p_states) order by l.state = 'live', l.id desc limit 500
  ) l
$$;
comment on function public.list_releases is 'Releases, all or those of some states: first those that are not live, by their moment.';
grant execute on function public.list_releases to authenticated, service_role;

create function public.read_release(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select private.release_summary(l.id) || jsonb_build_object(
    'edit', l.edit_id,
    'page_items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null, 'is_locked', not coalesce(p.is_editable, true),
        'is_removal', i.contents is null, 'cells', i.cells, 'is_new', i.base_revision_id is null,
        'paths', (
          select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(coalesce(i.contents, private.revision_contents(i.base_revision_id))) c
        ),
        'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'revision', i.revision_id,
        'saved_at', i.saved_at, 'saved_by', private.person_name(i.saved_by)) order by i.title, i.page_id), '[]')
      from public.release_pages i left join public.pages p on p.id = i.page_id where i.release_id = l.id
    ),
    'record_items', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'data', d.data, 'base', d.base_version,
        'before', r.before_version, 'version', r.version,
        'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by)) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      left join public.release_records r on r.release_id = l.id and r.kind = d.kind and r.record_id = d.record_id
      where d.release_id = l.id
    ),
    'receipts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'site', r.site_id, 'changed', r.changed, 'switch_ms', r.switch_ms) order by r.id), '[]')
      from public.publish_receipt_edits e join public.publish_receipts r on r.id = e.receipt_id
      where e.edit_id = l.edit_id and r.changed > 0
    ))
  from public.releases l where l.id = p_release
$$;
comment on function public.read_release is 'A release with its pages and records, and the receipts of its publish; null where there is none.';
grant execute on function public.read_release to authenticated, service_role;

-- The contents that releases give pages, beside what was live when they were written and what is live now.
create function public.read_release_contents(p_release bigint, p_page_ids bigint[]) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', i.page_id, 'saved_at', i.saved_at, 'parent_id', i.parent_id, 'contents', i.contents,
    'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'before_parent', i.before_parent_id, 'revision', i.revision_id)), '[]')
  from public.release_pages i left join public.pages p on p.id = i.page_id
  where i.release_id = p_release and i.page_id = any (p_page_ids)
$$;
comment on function public.read_release_contents is 'What a release makes of pages.';
grant execute on function public.read_release_contents to authenticated, service_role;

create function public.releases_of(p_page_id bigint, p_kind text, p_id text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
      'saved', (
        select jsonb_build_object('at', i.saved_at, 'by', private.person_name(i.saved_by))
        from (
          select p.saved_at, p.saved_by from public.release_pages p where p.release_id = l.id and p.page_id = p_page_id
          union all
          select d.saved_at, d.saved_by from public.record_drafts d where d.release_id = l.id and d.kind = p_kind and d.record_id = p_id
        ) i limit 1
      ))
    order by l.publish_at nulls last, l.id), '[]')
  from public.releases l
  where l.state in ('open', 'scheduled') and (
    exists (select from public.release_pages p where p.release_id = l.id and p.page_id = p_page_id)
    or exists (select from public.record_drafts d where d.release_id = l.id and d.kind = p_kind and d.record_id = p_id))
$$;
comment on function public.releases_of is 'The releases to come that have a draft of a page, or of a record.';
grant execute on function public.releases_of to authenticated, service_role;

create function public.release_clashes(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  with wanted as materialized (
    select i.release_id, i.page_id, i.title, p.site_id, c.key::public.locale as locale, c.value ->> 'path' as path, private.file_of(c.value ->> 'path') as file
    from public.release_pages i
    join public.releases l on l.id = i.release_id
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(case when i.contents is not null then i.contents else '{}' end) c
    where l.state in ('open', 'scheduled') or l.id = p_release
  ), clashes as (
    select w.*, l.page_id as other, l.title as other_title, null::text as release
    from wanted w
    join public.published_page_locales l on l.site_id = w.site_id and l.locale = w.locale and private.file_of(l.path) = w.file and l.page_id <> w.page_id
    where w.release_id = p_release
      -- One that leaves it with the same release is not in the way.
      and not exists (select from public.release_pages i where i.release_id = p_release and i.page_id = l.page_id)
    union
    select w.*, o.page_id, o.title, (select n.name from public.releases n where n.id = o.release_id and o.release_id <> p_release)
    from wanted w
    join wanted o on o.site_id = w.site_id and o.locale = w.locale and o.file = w.file and o.page_id <> w.page_id
    where w.release_id = p_release
  )
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'site', c.site_id, 'locale', c.locale, 'path', c.path,
    'title', c.other_title, 'release', c.release) order by c.site_id, c.locale, c.path, c.other), '[]')
  from clashes c
$$;
comment on function public.release_clashes is
  'Addresses of a release that another page has once it is live; with the name of the release where it is in another one to come.';
grant execute on function public.release_clashes to authenticated, service_role;

create function public.release_circles(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'titles', (
    select jsonb_agg(coalesce(i.title, private.page_title(w.id)) order by w.place)
    from unnest(c.way) with ordinality w (id, place)
    left join public.release_pages i on i.release_id = p_release and i.page_id = w.id and i.contents is not null
  )) order by c.page_id), '[]')
  from private.circles_with((
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'parent_id', case when i.contents is not null then i.parent_id end))
    from public.release_pages i join public.pages p on p.id = i.page_id
    where i.release_id = p_release
  )) c
$$;
comment on function public.release_circles is
  'Pages of a release that would be below themselves once it is live: of each circle one page of the release, and the titles from it up to itself.';
grant execute on function public.release_circles to authenticated, service_role;

-- Pages as private.begin_preview has them, or those of a release. Records: kind, id, and their rows or null.
create function public.change_set_changes(
  p_pages jsonb, p_records jsonb default '[]', p_release bigint default null, p_merged jsonb default null
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  of_records jsonb := public.record_changes(p_records);
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_proposed => (
    select jsonb_agg(a.value) from jsonb_array_elements(p_pages) a
    where a.value ? 'contents' or public.page_differs((a.value ->> 'page')::bigint)
  ));
  -- It is compared with what is live.
  perform set_config('app.preview', 'off', true);
  with items as materialized (
    select p.id, p.site_id, i.parent_id, coalesce(i.contents, '{}') as contents
    from private.proposed_pages i join public.pages p on p.id = i.page_id
  ), news as materialized (
    select private.page_proposal(i.id, i.parent_id, i.contents) as change from items i
  ), places as materialized (
    select i.site_id, i.id, c.key::public.locale as locale, c.value ->> 'path' as path from items i cross join jsonb_each(i.contents) c
  ), redirects_changed as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the set takes it.
    select i.site_id
    from items i
    join public.published_page_locales o on o.page_id = i.id and o.path <> '/'
    where not exists (select from places n where n.site_id = i.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = i.site_id and r.from_path = private.source_of_path(private.public_path(o.locale, o.path))
          and not exists (select from places n where n.id = i.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirects_changed r
        union all
        select jsonb_array_elements_text(of_records -> 'tags')
      ) t
    ),
    'rows', (
      select coalesce(jsonb_agg(distinct r.value), '[]') from (
        select r.value from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r
        union all
        select jsonb_array_elements(of_records -> 'rows')
      ) r (value)
    ),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.id, 'site', i.site_id, 'paths', (
        select coalesce(jsonb_object_agg(c.key, c.value -> 'path'), '{}') from jsonb_each(i.contents) c
      ))), '[]')
      from items i
    ),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.id, 'locale', o.locale)), '[]')
      from items i
      join public.published_page_locales o on o.page_id = i.id and o.parent_id is not distinct from i.parent_id
      where p_release is not null and i.contents -> o.locale::text = private.published_locale(i.id, o.locale)
        -- Every language names the addresses of the others that search engines may list, and English lends its settings for these.
        and (select jsonb_object_agg(n.key, jsonb_build_array(n.value -> 'path', coalesce((n.value -> 'seo' ->> 'noindex')::boolean, false)))
            from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, jsonb_build_array(l.path, l.noindex)) from public.published_page_locales l where l.page_id = i.id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.id, 'en') -> 'seo'
    ))
  into answer;
  perform private.end_preview();
  return answer;
end $$;
comment on function public.change_set_changes is
  'What making pages and records, or a release, live would put on the change queue: tags and rows. Where the pages are then, and the languages in which a page of a release stays as it is.';

-- unused since 0.3.0
create function public.release_changes(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select public.change_set_changes('[]', '[]', p_release)
$$;
comment on function public.release_changes is
  'What publishing the pages of a release would put on the change queue, and the languages in which a page stays as it is.';

create function public.release_preview(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('site', i.site_id, 'title', i.title, 'paths', (
        select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(i.contents) c
      )) order by i.title, i.page_id), '[]')
      from (
        select i.*, p.site_id from public.release_pages i join public.pages p on p.id = i.page_id
        where i.release_id = l.id and i.contents is not null order by i.title, i.page_id limit 100
      ) i
    ),
    'overtaken_pages', (
      select coalesce(jsonb_agg(i.page_id order by i.page_id), '[]') from public.release_pages i join public.pages p on p.id = i.page_id
      where i.release_id = l.id and i.base_revision_id is distinct from p.published_revision_id
    ),
    'overtaken_records', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      where d.release_id = l.id and d.base_version is distinct from (
        select max(v.number) from public.record_versions v where v.kind = d.kind and v.record_id = d.record_id
      )
    ),
    'unfinished', (select count(*) from public.record_drafts d where d.release_id = l.id and d.rows is null))
  from public.releases l where l.id = p_release
$$;
comment on function public.release_preview is
  'What a preview of a release says and leads to, what in it was published with something else since, and how many of its records cannot be previewed.';
grant execute on function public.release_preview to authenticated, service_role;

-- Records with a time in which they are public: of kinds that have these columns. p_titles: by kind, the path of the name in a row.
create function public.release_calendar(p_from timestamptz, p_until timestamptz, p_titles jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  most constant integer := 1000;
  entries jsonb;
  found_here jsonb;
  dated record;
begin
  select coalesce(jsonb_agg(jsonb_build_object('at', e.at, 'what', e.what, 'id', l.id::text, 'title', l.name) order by e.at, l.id), '[]')
  into entries
  from public.releases l
  cross join lateral (values
    (case l.state when 'open' then null when 'live' then l.live_at else l.publish_at end, l.state),
    (case when l.failure is not null then l.failed_at end, 'failed'),
    (l.taken_back_at, 'taken-back')
  ) e (at, what)
  where e.at >= p_from and e.at < p_until;
  for dated in
    select k.kind, k.table_name from private.kinds k
    where p_titles ? k.kind and (
      select count(*) from pg_catalog.pg_attribute a
      where a.attrelid = format('public.%I', k.table_name)::regclass and a.attname in ('is_published', 'publish_from', 'publish_until')
        and not a.attisdropped
    ) = 3
    order by k.kind
  loop
    execute format($query$
      select coalesce(jsonb_agg(f.entry), '[]') from (
        select jsonb_build_object('at', e.at, 'what', e.what, 'kind', %L, 'id', r.id::text, 'title', to_jsonb(r) #>> $3) as entry
        from public.%I r cross join lateral (values (r.publish_from, 'begins'), (r.publish_until, 'ends')) e (at, what)
        where r.is_published and e.at >= $1 and e.at < $2
        order by e.at, r.id limit $4
      ) f
    $query$, dated.kind, dated.table_name)
    into found_here
    using p_from, p_until, array(select jsonb_array_elements_text(p_titles -> dated.kind)), most + 1;
    entries := entries || found_here;
  end loop;
  return (
    select jsonb_build_object('entries', coalesce(jsonb_agg(e.value order by (e.value ->> 'at')::timestamptz, e.ordinality), '[]'),
      'is_cut', jsonb_array_length(entries) > most)
    from (
      select * from jsonb_array_elements(entries) with ordinality e order by (e.value ->> 'at')::timestamptz, e.ordinality limit most
    ) e
  );
end $$;
comment on function public.release_calendar is
  'Releases that become live, have become live, have failed or were taken back in a time, and published records whose own time begins or ends in it.';
grant execute on function public.release_calendar to authenticated, service_role;
