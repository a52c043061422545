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
