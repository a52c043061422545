-- What always holds, asked of the rows that there are: of what nothing refuses there are none, but rows may have been written without
-- triggers, by a restore or by an older version, and the functions that constraints call change.

-- How a row is named in a report: by its primary key, or by its place where it has none.
create function private.key_columns(p_table oid) returns text
language sql stable set search_path = ''
as $$
  select coalesce((
    select string_agg(format('t.%I::text', a.attname), $s$ || '/' || $s$ order by k.place)
    from pg_catalog.pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.conrelid = p_table and c.contype = 'p'
  ), 't.ctid::text')
$$;
revoke execute on function private.key_columns from public;
grant execute on function private.key_columns to service_role;

-- Constraints, asked again of each row.
create function private.find_broken_constraints(p_limit integer)
returns table (code text, table_name text, ids text[], says text)
language plpgsql stable security definer set search_path = ''
as $$
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
end $$;
comment on function private.find_broken_constraints is
  'Checks and references that rows do not satisfy, and triggers and indexes that are out of use. Of each at most p_limit rows.';
revoke execute on function private.find_broken_constraints from public;
grant execute on function private.find_broken_constraints to service_role;

create function private.find_broken_content(p_limit integer)
returns table (code text, table_name text, ids text[], says text)
language plpgsql stable set search_path = ''
as $$
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
      format('The redirects of %s begin at one address: %s.', r.site_id, min(r.from_path))
    from public.redirects r where r.from_path is not null
    group by r.site_id, private.redirect_source_path(r.from_path), private.redirect_pairs(r.from_path) having count(*) > 1 limit p_limit
  );
  return query (
    select 'redirect of a live page', 'redirects', array[r.id::text], format('Redirect %s begins at %s of %s, where page %s is.', r.id, r.from_path, r.site_id, l.page_id)
    from public.redirects r
    join private.live_page_locales l on l.site_id = r.site_id and r.from_path = private.source_of_path(private.public_path(l.locale, l.path))
    limit p_limit
  );

  -- Releases
  return query (
    select 'release of no page', 'release_pages', array[i.release_id::text, i.page_id::text],
      format('The release “%s” has “%s”, a page that is neither there nor in the trash: take it out.', l.name, i.title)
    from public.release_pages i join public.releases l on l.id = i.release_id
    where l.state in ('open', 'scheduled') and not exists (select from public.pages p where p.id = i.page_id)
      and not exists (select from public.record_trash t where t.kind = 'page' and t.record_id = i.page_id::text)
    limit p_limit
  );
  return query (
    select 'release in parts', 'release_pages', array[i.release_id::text, i.page_id::text],
      format('The release “%s” is published, and “%s” of it was not.', l.name, i.title)
    from public.release_pages i join public.releases l on l.id = i.release_id
    where l.state in ('publishing', 'live') and l.taken_back_at is null and i.contents is not null and i.revision_id is null limit p_limit
  );
  return query (
    select 'release not ended', 'releases', array[l.id::text],
      format('The release “%s” has been publishing since %s: look whether a publisher runs.', l.name, l.applied_at)
    from public.releases l where l.state = 'publishing' and l.applied_at < now() - interval '1 hour' limit p_limit
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
end $$;
comment on function private.find_broken_content is 'What holds between rows of several tables, where it does not. Of each at most p_limit rows.';
revoke execute on function private.find_broken_content from public;
grant execute on function private.find_broken_content to service_role;

create function public.find_broken_invariants(p_limit integer default 20)
returns table (code text, table_name text, ids text[], says text)
language sql stable set search_path = '' set statement_timeout = '60s'
as $$
  select * from private.find_broken_content(p_limit) union all select * from private.find_broken_constraints(p_limit)
$$;
comment on function public.find_broken_invariants is
  'What does not hold of the rows that there are, though it always should: none in a database that is well. Each with a code, its table, its ids and a sentence for the operator.';
