-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_page_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return (
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
        -- A change of data that locales fall back to is listed once, in the locale that has it.
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
      'cells', to_jsonb(private.cells_that_wait(private.live_cells(page.id), private.draft_cells(page.id))),
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
  );
end $function$
;
comment on function public.read_page_changes(bigint) is 'How a page''s draft differs from what is published: its structure before and after, edited modules by locale, and page details.';

CREATE OR REPLACE FUNCTION private.cell_module(p_cell text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select substring(p_cell from '^([0-9]+):')::bigint $function$
;

CREATE OR REPLACE FUNCTION private.cell_locale(p_cell text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select nullif(split_part(p_cell, ':', 2), '') $function$
;

CREATE OR REPLACE FUNCTION private.live_cells(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with live as materialized (
      select r.* from public.pages p join public.page_revision_locales r on r.revision_id = p.published_revision_id where p.id = p_page_id
    ), flat as materialized (
      select l.locale, f.* from live l cross join lateral private.flatten_modules(l.modules::jsonb) f
    ), places as (
      -- Which they are is the same in all languages. A module without any English text is in those only that have their own.
      select f.id, min(f.type) as type, min(f.parent_id) as parent_id, min(f.slot) as slot, max(f.place[cardinality(f.place)]) as place
      from flat f group by f.id
    ), cells (cell, value) as (
      select 'structure', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'type', s.type, 'parent', s.parent_id, 'slot', s.slot, 'at', s.at) order by s.id), '[]')
      from (select p.*, row_number() over (partition by p.parent_id order by p.place, p.id) as at from places p) s
      where exists (select from live)
      having exists (select from live)
      union all
      (select 'parent', coalesce(to_jsonb(l.parent_id), 'null') from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1)
      union all
      select 'settings:' || l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description, 'seo', l.seo)
      from live l
      union all
      select distinct on (f.id, c.locale) f.id || ':' || c.locale, jsonb_build_object('v', f.v, 'data', f.data)
      from flat f cross join lateral (select case when f.fallback then 'en' else f.locale end as locale) c
    )
    select coalesce(jsonb_object_agg(c.cell, c.value), '{}') from cells c
  );
end $function$
;
comment on function private.live_cells(bigint) is 'What is live of a page, by cell.';

CREATE OR REPLACE FUNCTION private.draft_cells(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function private.draft_cells(bigint) is 'What the draft of a page has, by cell; null where there is no page.';

CREATE OR REPLACE FUNCTION private.modules_beyond(p_structure jsonb, p_known jsonb)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((m.value ->> 'id')::bigint order by m.value ->> 'id'), '{}')
  from jsonb_array_elements(p_structure) m
  where not exists (
    select from jsonb_array_elements(p_known) k where k.value -> 'id' = m.value -> 'id' and k.value -> 'type' = m.value -> 'type'
  )
$function$
;

CREATE OR REPLACE FUNCTION private.cells_that_wait(p_live jsonb, p_draft jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function private.cells_that_wait(jsonb,jsonb) is 'The cells in which a draft differs from what is live.';

CREATE OR REPLACE FUNCTION private.compose_cells(p_live jsonb, p_draft jsonb, p_chosen text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function private.compose_cells(jsonb,jsonb,text[]) is 'What would be live of a page with some cells of its draft published.';

CREATE OR REPLACE FUNCTION private.texts_in(p_cells jsonb, p_module_id text, p_locale text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(p_cells -> (p_module_id || ':' || p_locale), p_cells -> (p_module_id || ':en')) $function$
;

CREATE OR REPLACE FUNCTION private.tree_of_cells(p_cells jsonb, p_parent jsonb, p_locale text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.contents_of_cells(p_cells jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(private.cell_locale(c.key),
    c.value || jsonb_build_object('modules', private.tree_of_cells(p_cells, 'null', private.cell_locale(c.key)))), '{}')
  from jsonb_each(p_cells) c where starts_with(c.key, 'settings:')
$function$
;
comment on function private.contents_of_cells(jsonb) is 'Cells as a revision has them, by locale; what falls back to English is worked out anew.';

CREATE OR REPLACE FUNCTION private.has_place(p_texts jsonb, p_slot jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select jsonb_path_exists(coalesce(p_texts -> 'data', '{}'), '$.**.id ? (@ == $slot)', jsonb_build_object('slot', p_slot)) $function$
;

CREATE OR REPLACE FUNCTION private.cells_in_need(p_live jsonb, p_draft jsonb, p_chosen text[])
 RETURNS TABLE(cell text, needs text)
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function private.cells_in_need(jsonb,jsonb,text[]) is 'Chosen cells that need another one which is neither live nor chosen.';

CREATE OR REPLACE FUNCTION private.needs_of(p_live jsonb, p_draft jsonb, p_chosen text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(distinct jsonb_build_object('cell', n.cell, 'needs', n.needs)), '[]')
  from private.cells_in_need(p_live, p_draft, p_chosen) n
$function$
;

CREATE OR REPLACE FUNCTION public.read_chosen_contents(p_page_id bigint, p_cells text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
end $function$
;
comment on function public.read_chosen_contents(bigint,text[]) is 'What would be live of a page with some cells of its draft published, what these need, and the texts that are shown then; null where there is no page.';

CREATE OR REPLACE FUNCTION public.publish_cells(p_actor uuid, p_page_id bigint, p_cells text[], p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  select * into page from public.pages p where p.id = p_page_id for update;
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
  return jsonb_build_object('status', 'published', 'published', jsonb_build_array(p_page_id));
end $function$
;
comment on function public.publish_cells(uuid,bigint,text[],bigint) is 'Publishes some cells of a page''s draft, as a revision of what is live with these; the draft stays, and differs in the others. Refused when somebody has saved since, and when a cell does not wait any more or needs another one.';

revoke all on function private.cell_module(text) from public, anon, authenticated, service_role;
grant execute on function private.cell_module(text) to authenticated;
grant execute on function private.cell_module(text) to service_role;

revoke all on function private.cell_locale(text) from public, anon, authenticated, service_role;
grant execute on function private.cell_locale(text) to authenticated;
grant execute on function private.cell_locale(text) to service_role;

revoke all on function private.live_cells(bigint) from public, anon, authenticated, service_role;
grant execute on function private.live_cells(bigint) to authenticated;
grant execute on function private.live_cells(bigint) to service_role;

revoke all on function private.draft_cells(bigint) from public, anon, authenticated, service_role;
grant execute on function private.draft_cells(bigint) to authenticated;
grant execute on function private.draft_cells(bigint) to service_role;

revoke all on function private.modules_beyond(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.modules_beyond(jsonb,jsonb) to authenticated;
grant execute on function private.modules_beyond(jsonb,jsonb) to service_role;

revoke all on function private.cells_that_wait(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.cells_that_wait(jsonb,jsonb) to authenticated;
grant execute on function private.cells_that_wait(jsonb,jsonb) to service_role;

revoke all on function private.compose_cells(jsonb,jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.compose_cells(jsonb,jsonb,text[]) to authenticated;
grant execute on function private.compose_cells(jsonb,jsonb,text[]) to service_role;

revoke all on function private.texts_in(jsonb,text,text) from public, anon, authenticated, service_role;
grant execute on function private.texts_in(jsonb,text,text) to authenticated;
grant execute on function private.texts_in(jsonb,text,text) to service_role;

revoke all on function private.tree_of_cells(jsonb,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.tree_of_cells(jsonb,jsonb,text) to authenticated;
grant execute on function private.tree_of_cells(jsonb,jsonb,text) to service_role;

revoke all on function private.contents_of_cells(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.contents_of_cells(jsonb) to authenticated;
grant execute on function private.contents_of_cells(jsonb) to service_role;

revoke all on function private.has_place(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.has_place(jsonb,jsonb) to authenticated;
grant execute on function private.has_place(jsonb,jsonb) to service_role;

revoke all on function private.cells_in_need(jsonb,jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.cells_in_need(jsonb,jsonb,text[]) to authenticated;
grant execute on function private.cells_in_need(jsonb,jsonb,text[]) to service_role;

revoke all on function private.needs_of(jsonb,jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.needs_of(jsonb,jsonb,text[]) to authenticated;
grant execute on function private.needs_of(jsonb,jsonb,text[]) to service_role;

revoke all on function public.read_chosen_contents(bigint,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_chosen_contents(bigint,text[]) to authenticated;
grant execute on function public.read_chosen_contents(bigint,text[]) to service_role;

revoke all on function public.publish_cells(uuid,bigint,text[],bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_cells(uuid,bigint,text[],bigint) to service_role;
