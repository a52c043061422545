-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.save_module(p_actor uuid, p_module_id bigint, p_locale public.locale, p_data jsonb, p_data_version integer, p_expected_version integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  current_row public.module_locales;
  saved_version integer;
  is_editable boolean;
begin
  perform private.act_as(p_actor);
  -- The page before its module, as everywhere.
  select p.is_editable into is_editable
  from public.modules m join public.pages p on p.id = m.page_id
  where m.id = p_module_id for share of p;
  perform 1 from public.modules m where m.id = p_module_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if not is_editable then
    return jsonb_build_object('status', 'not-editable');
  end if;
  select * into current_row from public.module_locales where module_id = p_module_id and locale = p_locale;
  -- A locale without its own data is at version 0: saving makes its own.
  if coalesce(current_row.version, 0) <> p_expected_version then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(current_row.version, 0), 'data', current_row.data,
      'updated_by', current_row.updated_by, 'updated_at', current_row.updated_at);
  end if;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  values (p_module_id, p_locale, p_data, p_data_version, private.actor())
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
  returning l.version into saved_version;
  return jsonb_build_object('status', 'saved', 'version', saved_version);
end $function$
;
comment on function public.save_module(uuid,bigint,public.locale,jsonb,integer,integer) is 'Saves a module''s data in one locale, unless somebody saved since the version that the caller started from.';

CREATE OR REPLACE FUNCTION private.forget_second_factor(p_user_id uuid, p_is_everywhere boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  had_one boolean;
begin
  -- Of two that end it at once one has ended it.
  perform pg_advisory_xact_lock(hashtextextended('second factor ' || p_user_id, 0));
  had_one := private.has_second_factor(p_user_id);
  delete from auth.sessions s
  where s.user_id = p_user_id
    and (p_is_everywhere or had_one and not exists (select from private.checked_sessions c where c.session_id = s.id));
  delete from auth.mfa_factors f where f.user_id = p_user_id;
  delete from private.second_factors f where f.user_id = p_user_id;
  delete from private.recovery_codes r where r.user_id = p_user_id;
  delete from private.checked_sessions c where c.user_id = p_user_id;
  return had_one;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_page(p_actor uuid, p_page_id bigint, p_is_confirmed boolean, p_leads_to bigint DEFAULT NULL::bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    select l.site_id, private.public_path(l.locale, l.path), p_leads_to, l.locale
    from public.published_page_locales l where l.page_id = p_page_id and l.path <> '/' and not private.is_server_path(l.path)
    on conflict (site_id, from_path) do update set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
    update public.redirects r set page_id = p_leads_to where r.page_id = p_page_id;
  end if;
  delete from public.pages where id = p_page_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_page(uuid,bigint,boolean,bigint,bigint) is 'Deletes a page: it leaves the sites with the next publish, and can be restored for 30 days. Its addresses lead to p_leads_to, or answer that it is gone. Refused where somebody has saved it since p_last_save, where pages are below it, and, unless confirmed, where menus or links lead to it.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  page public.pages;
  item public.launch_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  -- The page before its place in the launch, as everywhere. It may be gone.
  select * into page from public.pages p where p.id = p_page_id for no key update;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
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
    perform private.keep_launch_page(item, 'taken-out');
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  -- The address that its draft has kept is dropped with the rest.
  if not p_to_draft and item.contents is not null and page.published_revision_id is not null
    and public.page_differs(p_page_id) and not private.has_draft_beside(p_page_id, item.contents) then
    kept := private.reset_draft(p_page_id, null);
  end if;
  return '{"status": "taken-out"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean,timestamp with time zone) is 'Takes a page out of a launch, unless the launch has something else of it than at p_saved_at. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own; otherwise it can be brought back. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION private.find_circles()
 RETURNS TABLE(tree text, place text, release bigint, nodes text[], said text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  known private.trees;
begin
  for known in select * from private.trees t order by t.name loop
    return query execute format($q$
      with recursive edges as materialized (%1$s), up as (
        select e.node, e.above from edges e
        union
        select up.node, e.above from up join edges e on e.node = up.above
      ), inside as materialized (
        select up.node from up where up.node = up.above
      ), firsts as (
        select distinct (select min(i.node) from up join inside i on i.node = up.above where up.node = s.node) as node from inside s
      )
      select %2$L, %3$L, null::bigint, c.nodes, private.words_of_circle(%2$L, c.nodes)
      from firsts f cross join lateral private.find_circle(%2$L, f.node::text) c (nodes)$q$, known.edges, known.name, known.place);
  end loop;
  return query
  select 'launch_pages', 'release', l.id, array[c.value ->> 'page_id'],
    format('In the release “%s” a page would be below itself: “%s”.', l.name,
      (select string_agg(t.value, '” below “' order by t.ordinality) from jsonb_array_elements_text(c.value -> 'titles') with ordinality t))
  from public.launches l cross join lateral jsonb_array_elements(public.launch_circles(l.id)) c
  where l.state in ('open', 'scheduled');
end $function$
;
comment on function private.find_circles() is 'Every circle in a tree or chain: of drafts, of what is live, and of what is live once a release is. In the first two nothing makes one; one of a release is told in its plan, and is not published.';

CREATE OR REPLACE FUNCTION private.key_columns(p_table oid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce((
    select string_agg(format('t.%I::text', a.attname), $s$ || '/' || $s$ order by k.place)
    from pg_catalog.pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.conrelid = p_table and c.contype = 'p'
  ), 't.ctid::text')
$function$
;

CREATE OR REPLACE FUNCTION private.find_broken_constraints(p_limit integer)
 RETURNS TABLE(code text, table_name text, ids text[], says text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked record;
begin
  for asked in
    select t.oid::regclass::text as name, keys.row_id,
      string_agg(format('(%L, (%s))', c.conname, pg_catalog.pg_get_expr(c.conbin, c.conrelid)), ', ' order by c.conname) as checks
    from pg_catalog.pg_class t
    join pg_catalog.pg_namespace n on n.oid = t.relnamespace and n.nspname in ('public', 'private')
    join pg_catalog.pg_constraint c on c.conrelid = t.oid and c.contype = 'c'
    cross join lateral (select private.key_columns(t.oid)) keys (row_id)
    where t.relkind = 'r'
    group by t.oid, n.nspname, t.relname, keys.row_id order by n.nspname, t.relname
  loop
    return query execute format($q$
      select 'constraint', %1$L, array[c.name] || array_agg(c.ids), format('%%s rows of %%s do not satisfy %%s.', count(*), %1$L, c.name)
      from (
        select c.name, %2$s as ids from %3$s t cross join lateral (values %4$s) c (name, holds) where not c.holds limit $1
      ) c group by c.name$q$, asked.name, asked.row_id, asked.name, asked.checks) using p_limit;
  end loop;
  for asked in
    select c.conname as name, c.conrelid::regclass::text as from_table, c.confrelid::regclass::text as to_table, keys.row_id,
      string_agg(format('t.%I is not null', a.attname), ' and ') as present,
      string_agg(format('o.%I = t.%I', b.attname, a.attname), ' and ') as equal
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_namespace n on n.oid = c.connamespace and n.nspname in ('public', 'private')
    cross join lateral unnest(c.conkey, c.confkey) k (mine, theirs)
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.mine
    join pg_catalog.pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.theirs
    cross join lateral (select private.key_columns(c.conrelid)) keys (row_id)
    where c.contype = 'f'
    group by c.oid, c.conname, c.conrelid, c.confrelid, keys.row_id order by c.conrelid::regclass::text, c.conname
  loop
    return query execute format($q$
      select 'reference', %1$L, array_agg(f.ids), format('%%s rows of %%s name rows of %%s that are not there (%%s).', count(*), %1$L, %2$L, %3$L)
      from (
        select %4$s as ids from %5$s t where %6$s and not exists (select from %7$s o where %8$s) limit $1
      ) f having count(*) > 0$q$, asked.from_table, asked.to_table, asked.name, asked.row_id, asked.from_table, asked.present, asked.to_table, asked.equal)
    using p_limit;
  end loop;
  -- What guards them: a restore may have left it off.
  return query
  select 'trigger off', t.tgrelid::regclass::text, array[t.tgname::text],
    format('The trigger %s of %s is off, and what it refuses can be written.', t.tgname, t.tgrelid::regclass)
  from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and t.tgenabled in ('D', 'R') limit p_limit;
  return query
  select 'index invalid', i.indrelid::regclass::text, array[i.indexrelid::regclass::text],
    format('The index %s of %s is not valid: build it again with reindex.', i.indexrelid::regclass, i.indrelid::regclass)
  from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not i.indisvalid limit p_limit;
end $function$
;
comment on function private.find_broken_constraints(integer) is 'Checks and references that rows do not satisfy, and triggers and indexes that are out of use. Of each at most p_limit rows.';

CREATE OR REPLACE FUNCTION private.find_broken_content(p_limit integer)
 RETURNS TABLE(code text, table_name text, ids text[], says text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
begin
  -- One of a release is told in its plan, and is not published.
  return query (select 'circle', c.tree, c.nodes, c.said from private.find_circles() c where c.place <> 'release' limit p_limit);

  -- Live pages
  return query (
    select 'page without addresses', 'pages', array[p.id::text], format('Page %s is published, and has no address on the site.', p.id)
    from public.pages p
    where p.published_revision_id is not null and not exists (select from public.published_page_locales l where l.page_id = p.id) limit p_limit
  );
  return query (
    select 'live page of another revision', 'published_page_locales', array[l.page_id::text, l.locale::text],
      format('Page %s shows revision %s in %s, and is published as %s.', l.page_id, l.revision_id, l.locale, coalesce(p.published_revision_id::text, 'nothing'))
    from public.published_page_locales l join public.pages p on p.id = l.page_id
    where l.revision_id is distinct from p.published_revision_id limit p_limit
  );
  return query (
    select 'revision of another page', 'pages', array[p.id::text], format('Page %s is published as revision %s, which is one of page %s.', p.id, r.id, r.page_id)
    from public.pages p join public.page_revisions r on r.id = p.published_revision_id where r.page_id <> p.id limit p_limit
  );
  return query (
    select 'revision without contents', 'published_page_locales', array[l.page_id::text, l.locale::text],
      format('Page %s is on the site in %s, at %s, and its revision %s has %s there.', l.page_id, l.locale, l.path, l.revision_id, coalesce(r.path, 'nothing'))
    from public.published_page_locales l
    left join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
    where r.path is distinct from l.path limit p_limit
  );
  return query (
    select 'page on two sites', t.name, array[t.page_id::text, t.locale], format('Page %s is one of the site %s, and has an address on %s.', t.page_id, p.site_id, t.site_id)
    from (
      select 'page_locales' as name, l.page_id, l.locale::text, l.site_id from public.page_locales l
      union all select 'published_page_locales', l.page_id, l.locale::text, l.site_id from public.published_page_locales l
    ) t join public.pages p on p.id = t.page_id where p.site_id <> t.site_id limit p_limit
  );
  return query (
    select 'page below another site', 'pages', array[p.id::text], format('Page %s of the site %s is below page %s of the site %s.', p.id, p.site_id, a.id, a.site_id)
    from public.pages p join public.pages a on a.id = p.parent_id where a.site_id <> p.site_id limit p_limit
  );
  -- The exclusion constraints keep what the function said when the rows were written.
  return query (
    select 'two pages of one file', t.name, t.pages, format('The pages %s have one address on the site %s: %s.', array_to_string(t.pages, ', '), t.site_id, t.file)
    from (
      select 'page_locales' as name, l.site_id, l.locale, private.file_of(l.path) as file, array_agg(l.page_id::text order by l.page_id) as pages
      from public.page_locales l group by l.site_id, l.locale, private.file_of(l.path)
      union all
      select 'published_page_locales', l.site_id, l.locale, private.file_of(l.path), array_agg(l.page_id::text order by l.page_id)
      from public.published_page_locales l group by l.site_id, l.locale, private.file_of(l.path)
    ) t where cardinality(t.pages) > 1 limit p_limit
  );

  -- Drafts of pages
  return query (
    select 'page without texts', 'pages', array[p.id::text], format('Page %s has no title and no address in any language, and no list shows it.', p.id)
    from public.pages p where not exists (select from public.page_locales l where l.page_id = p.id) limit p_limit
  );
  return query (
    select 'module of another page', 'modules', array[m.id::text], format('Module %s of page %s is in module %s of page %s.', m.id, m.page_id, a.id, a.page_id)
    from public.modules m join public.modules a on a.id = m.parent_id where a.page_id <> m.page_id limit p_limit
  );
  return query (
    select 'module without texts', 'modules', array[m.id::text], format('Module %s of page %s has no data in any language, and nobody sees it.', m.id, m.page_id)
    from public.modules m where not exists (select from public.module_locales l where l.module_id = m.id) limit p_limit
  );
  return query (
    select 'steps of no page', 'draft_steps', array[s.page_id::text], format('There are steps to undo on page %s, which is not there.', s.page_id)
    from (select distinct d.page_id from private.draft_steps d) s where not exists (select from public.pages p where p.id = s.page_id) limit p_limit
  );

  -- Redirects
  return query (
    select 'two redirects of one address', 'redirects', array_agg(r.id::text order by r.id),
      format('The redirects of %s begin at one address: %s.', r.site_id, private.redirect_path(r.from_path))
    from public.redirects r where r.from_path is not null
    group by r.site_id, private.redirect_path(r.from_path) having count(*) > 1 limit p_limit
  );
  return query (
    select 'redirect of a live page', 'redirects', array[r.id::text], format('Redirect %s begins at %s of %s, where page %s is.', r.id, r.from_path, r.site_id, l.page_id)
    from public.redirects r
    join private.live_page_locales l on l.site_id = r.site_id and r.from_path = private.public_path(l.locale, l.path)
    limit p_limit
  );

  -- Releases
  return query (
    select 'release of no page', 'launch_pages', array[i.launch_id::text, i.page_id::text],
      format('The release “%s” has “%s”, a page that is neither there nor in the trash: take it out.', l.name, i.title)
    from public.launch_pages i join public.launches l on l.id = i.launch_id
    where l.state in ('open', 'scheduled') and not exists (select from public.pages p where p.id = i.page_id)
      and not exists (select from public.record_trash t where t.kind = 'page' and t.record_id = i.page_id::text)
    limit p_limit
  );
  return query (
    select 'release in parts', 'launch_pages', array[i.launch_id::text, i.page_id::text],
      format('The release “%s” is published, and “%s” of it was not.', l.name, i.title)
    from public.launch_pages i join public.launches l on l.id = i.launch_id
    where l.state in ('publishing', 'live') and l.taken_back_at is null and i.contents is not null and i.revision_id is null limit p_limit
  );
  return query (
    select 'release not ended', 'launches', array[l.id::text],
      format('The release “%s” has been publishing since %s: look whether a publisher runs.', l.name, l.applied_at)
    from public.launches l where l.state = 'publishing' and l.applied_at < now() - interval '1 hour' limit p_limit
  );

  -- Records
  for asked in
    select k.kind, k.table_name, private.type_of_id(k.kind) as id_type from private.kinds k
    where exists (select from public.record_drafts d where d.kind = k.kind) or exists (select from public.record_trash t where t.kind = k.kind)
    order by k.kind
  loop
    return query execute format($q$
      select 'draft of no record', 'record_drafts', array[d.kind, d.record_id], format('There is a draft of %%s %%s, which is not there.', d.kind, d.record_id)
      from public.record_drafts d
      where d.kind = $1 and d.base_version is not null
        and not exists (select from public.%1$I r where r.id = d.record_id::%2$s)
        and not exists (select from public.record_trash t where t.kind = d.kind and t.record_id = d.record_id)
      limit $2$q$, asked.table_name, asked.id_type) using asked.kind, p_limit;
    return query execute format($q$
      select 'record in the trash', 'record_trash', array[t.kind, t.record_id], format('%%s %%s is there and in the trash.', t.kind, t.record_id)
      from public.record_trash t where t.kind = $1 and exists (select from public.%1$I r where r.id = t.record_id::%2$s)
      limit $2$q$, asked.table_name, asked.id_type) using asked.kind, p_limit;
  end loop;
  return query (
    select 'form without its fields', 'forms', array[f.id::text], format('The fields of form %s at its version %s are not kept.', f.id, f.version)
    from public.forms f
    where not exists (select from public.form_versions v where v.form_id = f.id and v.content = f.content) limit p_limit
  );

  if exists (select from public.staff) and not exists (select from public.staff s where s.role = 'admin' and s.disabled_at is null) then
    return query select 'no administrator', 'staff', '{}'::text[],
      'No administrator is active, so that nobody can add or enable people: npm run user makes one.';
  end if;
end $function$
;
comment on function private.find_broken_content(integer) is 'What holds between rows of several tables, where it does not. Of each at most p_limit rows.';

CREATE OR REPLACE FUNCTION public.find_broken_invariants(p_limit integer DEFAULT 20)
 RETURNS TABLE(code text, table_name text, ids text[], says text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET statement_timeout TO '60s'
AS $function$
  select * from private.find_broken_content(p_limit) union all select * from private.find_broken_constraints(p_limit)
$function$
;
comment on function public.find_broken_invariants(integer) is 'What does not hold of the rows that there are, though it always should: none in a database that is well. Each with a code, its table, its ids and a sentence for the operator.';

revoke all on function private.key_columns(oid) from public, anon, authenticated, service_role;
grant execute on function private.key_columns(oid) to service_role;

revoke all on function private.find_broken_constraints(integer) from public, anon, authenticated, service_role;
grant execute on function private.find_broken_constraints(integer) to service_role;

revoke all on function private.find_broken_content(integer) from public, anon, authenticated, service_role;
grant execute on function private.find_broken_content(integer) to service_role;

revoke all on function public.find_broken_invariants(integer) from public, anon, authenticated, service_role;
grant execute on function public.find_broken_invariants(integer) to service_role;
