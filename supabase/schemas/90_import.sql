-- Imports a content bundle. Rows are staged in chunks and written in one transaction.

create table private.import_rows (
  import_id uuid not null,
  place bigint generated always as identity,
  -- A content table, or 'publications': the live revisions of pages.
  target text not null,
  content jsonb not null,
  staged_at timestamptz not null default now(),
  primary key (import_id, target, place)
);
comment on table private.import_rows is 'Rows on their way into the content tables.';
create index import_rows_staged_at_idx on private.import_rows (staged_at);
grant select, insert, update, delete on private.import_rows to service_role;

create table private.import_results (
  import_id uuid primary key,
  result jsonb not null,
  finished_at timestamptz not null default now()
);
comment on table private.import_results is 'Imports that were written, for a caller whose connection did not last that long.';
grant select, insert, update, delete on private.import_results to service_role;

create function public.import_stage(p_import uuid, p_rows jsonb) returns void
language sql set search_path = ''
as $$
  delete from private.import_rows where staged_at < now() - interval '1 day';
  insert into private.import_rows (import_id, target, content)
  select p_import, r.value ->> 'table', r.value -> 'row'
  from jsonb_array_elements(p_rows) with ordinality r
  order by r.ordinality;
$$;
comment on function public.import_stage is 'Puts rows aside for an import. Nothing is content yet.';

create function public.import_abandon(p_import uuid) returns void
language sql set search_path = ''
as $$
  delete from private.import_rows where import_id = p_import;
$$;
comment on function public.import_abandon is 'Throws away the rows that were put aside for an import.';

-- {"image": [1, 2], "site": ["main"]} → those that the database does not have, in the same form.
create function public.import_missing(p_references jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  answer jsonb := '{}';
  missing jsonb;
  asked record;
begin
  for asked in
    select k.kind, r.value as ids, k.table_name as name
    from jsonb_each(p_references) r
    join private.kinds k on k.kind = r.key
  loop
    execute format(
      'select coalesce(jsonb_agg(i.value), ''[]'') from jsonb_array_elements($1) i
        where not exists (select 1 from public.%I t where t.id::text = i.value #>> ''{}'')',
      asked.name) into missing using asked.ids;
    answer := answer || jsonb_build_object(asked.kind, missing);
  end loop;
  return answer;
end $$;
comment on function public.import_missing is 'Which of the named records the database does not have.';

-- Writes the staged rows of one table. A row that is there already is changed only if something in it differs.
create function private.import_table(p_import uuid, p_name text, p_keys text[], p_fixed text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  columns text;
  contents text;
  changeable text[];
  on_conflict text := '';
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(
      case when a.attnotnull and d.adbin is not null
        then format('coalesce(r.%I, %s)', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
        else format('r.%I', a.attname)
      end, ', ' order by a.attnum),
    array_agg(a.attname::text) filter (
      where a.attname <> all (coalesce(p_keys, '{}') || p_fixed || array['version', 'created_at', 'updated_at'])
    )
  into columns, contents, changeable
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', p_name)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and (a.attidentity = '' or a.attname = any (p_keys));

  if p_keys is not null then
    on_conflict := format(' on conflict (%s) do ', array_to_string(p_keys, ', ')) || case
      when p_name in ('page_revisions', 'page_revision_locales', 'draft_saves', 'form_versions') or changeable is null then 'nothing'
      else (
        select format('update set %s where (%s) is distinct from (%s)',
          string_agg(format('%1$I = excluded.%1$I', c), ', ')
            || case when p_name = 'module_locales' then ', updated_by = excluded.updated_by' else '' end,
          string_agg(format('t.%I', c), ', '),
          string_agg(format('excluded.%I', c), ', '))
        from unnest(changeable) c
      )
    end;
  end if;
  execute format(
    'insert into public.%1$I as t (%2$s)
      select %3$s from private.import_rows s
      cross join lateral jsonb_populate_record(null::public.%1$I, s.content) r
      where s.import_id = $1 and s.target = %1$L
      order by s.place',
    p_name, columns, contents) || on_conflict
  using p_import;
end $$;

-- Deletes rows of a written record that it no longer has.
create function private.import_prune(p_import uuid, p_name text, p_keys text[], p_owner_key text, p_owner_name text)
returns void
language plpgsql set search_path = ''
as $$
begin
  execute format(
    'with owners as materialized (
        select (o.content ->> ''id'')::bigint as id from private.import_rows o where o.import_id = $1 and o.target = %3$L
      ), staged as materialized (
        select r.* from private.import_rows s
        cross join lateral jsonb_populate_record(null::public.%1$I, s.content) r
        where s.import_id = $1 and s.target = %1$L
      )
      delete from public.%1$I t
      using owners
      where t.%2$I = owners.id and not exists (select 1 from staged r where %4$s)',
    p_name, p_owner_key, p_owner_name,
    (select string_agg(format('r.%1$I = t.%1$I', k), ' and ') from unnest(p_keys) k))
  using p_import;
end $$;

-- No id is assigned twice: neither one of the bundle nor one that the database has assigned before.
create function private.import_sequences(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  t record;
  highest bigint;
  given bigint;
begin
  for t in
    select c.name, pg_catalog.pg_get_serial_sequence(format('public.%I', c.name), 'id') as sequence
    from private.content_tables c
    where 'id' = any (c.keys) and c.name <> 'sites'
  loop
    select max((s.content ->> 'id')::bigint) into highest
    from private.import_rows s where s.import_id = p_import and s.target = t.name;
    if highest is not null then
      execute format('select case when is_called then last_value else 0 end from %s', t.sequence) into given;
      perform setval(t.sequence::regclass, greatest(highest, given));
    end if;
  end loop;
end $$;

create function private.import_refuse_collisions(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  found_id bigint;
  found_page bigint;
begin
  select m.id, m.page_id into found_id, found_page
  from private.import_rows s
  join public.modules m on m.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'modules' and m.page_id <> (s.content ->> 'page_id')::bigint
  order by m.id limit 1;
  if found then
    raise exception 'The module % is on the page % in the database', found_id, found_page using errcode = 'unique_violation';
  end if;
  select r.id, r.page_id into found_id, found_page
  from private.import_rows s
  join public.page_revisions r on r.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'page_revisions'
    and (r.page_id, r.created_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'created_at')::timestamptz)
  order by r.id limit 1;
  if found then
    raise exception 'The revision % is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
  select d.id, d.page_id into found_id, found_page
  from private.import_rows s
  join public.draft_saves d on d.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'draft_saves'
    and (d.page_id, d.saved_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'saved_at')::timestamptz)
  order by d.id limit 1;
  if found then
    raise exception 'The save % of the history is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
end $$;

-- Revisions outlive their page. Those of a page that comes back under the same id are counted on from there.
create function private.import_number_revisions(p_import uuid) returns void
language sql set search_path = ''
as $$
  update private.import_rows s
  set content = s.content || jsonb_build_object('number', (s.content ->> 'number')::integer + h.highest)
  from (
    select r.page_id, max(r.number) as highest
    from public.page_revisions r
    where not exists (select from public.pages p where p.id = r.page_id)
    group by r.page_id
  ) h
  where s.import_id = p_import and s.target = 'page_revisions' and (s.content ->> 'page_id')::bigint = h.page_id
    and not exists (select from public.page_revisions r where r.id = (s.content ->> 'id')::bigint)
$$;

-- Sites and forms that the bundle has as well are not deleted: builds and submissions refer to them.
create function private.import_clear(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  t record;
begin
  for t in select c.name, c.name in ('sites', 'forms') as is_referenced from private.content_tables c order by c.place desc loop
    if t.name = 'form_versions' then
      continue;
    end if;
    -- Hosted Supabase refuses a delete without a condition.
    execute format('delete from public.%I t where %s', t.name, case when t.is_referenced then format(
      'not exists (
          select 1 from private.import_rows s where s.import_id = $1 and s.target = %L and s.content ->> ''id'' = t.id::text
        )', t.name) else 'true' end)
    using p_import;
  end loop;
end $$;

-- Pictures of a product have no key of their own: all are replaced unless they are the same in the same order.
create function private.import_product_images(p_import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.product_images i
  using private.import_rows s
  where s.import_id = p_import and s.target = 'products' and i.product_id = (s.content ->> 'id')::bigint
    and (
      select jsonb_agg(jsonb_build_array(h.image_id, h.video_url) order by h.position, h.id)
      from public.product_images h where h.product_id = i.product_id
    ) is distinct from (
      select jsonb_agg(jsonb_build_array(n.content -> 'image_id', n.content -> 'video_url') order by (n.content ->> 'position')::integer)
      from private.import_rows n
      where n.import_id = p_import and n.target = 'product_images' and (n.content ->> 'product_id')::bigint = i.product_id
    );
  insert into public.product_images (product_id, position, image_id, video_url)
  select r.product_id, r.position, r.image_id, r.video_url
  from private.import_rows s
  cross join lateral jsonb_populate_record(null::public.product_images, s.content) r
  where s.import_id = p_import and s.target = 'product_images'
    and not exists (select 1 from public.product_images i where i.product_id = r.product_id)
  order by s.place;
end $$;

-- Pages whose modules, or their order, differ from those in the database.
create function private.import_rearranged(p_import uuid) returns bigint[]
language sql stable set search_path = ''
as $$
  with staged as materialized (
    select r.page_id, jsonb_agg(jsonb_build_array(r.id, r.type, r.parent_id, r.slot)
      order by r.parent_id nulls first, r.position, r.id) as structure
    from private.import_rows s
    cross join lateral jsonb_populate_record(null::public.modules, s.content) r
    where s.import_id = p_import and s.target = 'modules'
    group by r.page_id
  ), present as materialized (
    select m.page_id, jsonb_agg(jsonb_build_array(m.id, m.type, m.parent_id, m.slot)
      order by m.parent_id nulls first, m.position, m.id) as structure
    from public.modules m
    group by m.page_id
  )
  select coalesce(array_agg(p.id), '{}')
  from private.import_rows i
  join public.pages p on p.id = (i.content ->> 'id')::bigint
  left join staged s on s.page_id = p.id
  left join present h on h.page_id = p.id
  where i.import_id = p_import and i.target = 'pages' and s.structure is distinct from h.structure
$$;

-- The history entries of an import, for pages without a history in the content bundle.
create function private.import_history(p_import uuid, p_rearranged bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  plain bigint[];
begin
  select coalesce(array_agg(id order by id), '{}') into plain
  from (
    select (s.content ->> 'id')::bigint as id
    from private.import_rows s where s.import_id = p_import and s.target = 'pages'
    except
    select (s.content ->> 'page_id')::bigint
    from private.import_rows s where s.import_id = p_import and s.target = 'draft_saves'
  ) p;
  insert into public.draft_saves (page_id, locale, action, content, version)
  select l.page_id, l.locale, 'import', jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
    'description', l.description, 'seo', l.seo), l.version
  from unnest(plain) p (id)
  join public.page_locales l on l.page_id = p.id
  where not exists (
    select 1 from public.draft_saves d
    where d.page_id = l.page_id and d.module_id is null and d.locale = l.locale and d.version = l.version
  )
  order by l.page_id, l.locale;
  insert into public.draft_saves (page_id, action, content, version)
  select p.id, 'import', coalesce((
      select jsonb_agg(jsonb_build_object('id', m.id, 'type', m.type, 'parent', m.parent_id, 'slot', m.slot) order by m.position, m.id)
      from public.modules m where m.page_id = p.id
    ), '[]'), p.structure_version
  from unnest(plain) i (id)
  join public.pages p on p.id = i.id
  where p.id = any (p_rearranged)
  order by p.id;
  insert into public.draft_saves (page_id, module_id, locale, action, content, version)
  select m.page_id, m.id, l.locale, 'import', jsonb_build_object('type', m.type, 'v', l.data_version, 'data', l.data), l.version
  from unnest(plain) p (id)
  join public.modules m on m.page_id = p.id
  join public.module_locales l on l.module_id = m.id
  where not exists (
    select 1 from public.draft_saves d where d.module_id = m.id and d.locale = l.locale and d.version = l.version
  )
  order by m.id, l.locale;
end $$;

-- Sets the live revision: none, one that the content bundle names, or the current draft. Returns the number of
-- published drafts.
create function private.import_publications(p_import uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  wrong bigint;
  drafts bigint[];
  done jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  create temporary table import_publications on commit drop as
  select (s.content ->> 'page_id')::bigint as page_id, s.content -> 'published' as published,
    (s.content #>> '{published,revision}')::bigint as revision_id,
    (s.content #>> '{published,parent}')::bigint as parent_id,
    (s.content #>> '{published,published_at}')::timestamptz as published_at
  from private.import_rows s
  where s.import_id = p_import and s.target = 'publications';

  select p.revision_id into wrong
  from pg_temp.import_publications p
  left join public.page_revisions r on r.id = p.revision_id and r.page_id = p.page_id
  where p.revision_id is not null and r.id is null
  order by p.revision_id limit 1;
  if found then
    raise exception 'The revision % is not of the page that is to show it', wrong using errcode = 'foreign_key_violation';
  end if;

  delete from public.published_page_locales l
  using pg_temp.import_publications p
  where l.page_id = p.page_id and p.published = 'false';
  update public.pages p set published_revision_id = i.revision_id
  from pg_temp.import_publications i
  where p.id = i.page_id and i.published <> 'true' and p.published_revision_id is distinct from i.revision_id;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select i.page_id, r.locale, p.site_id, i.parent_id, i.revision_id, r.path, r.title, r.nav_title,
    coalesce((r.seo ->> 'noindex')::boolean, false), i.published_at
  from pg_temp.import_publications i
  join public.pages p on p.id = i.page_id
  join public.page_revision_locales r on r.revision_id = i.revision_id
  order by i.page_id, r.locale
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at
    where (live.parent_id, live.revision_id, live.path, live.title, live.nav_title, live.noindex, live.published_at)
      is distinct from (excluded.parent_id, excluded.revision_id, excluded.path, excluded.title, excluded.nav_title,
        excluded.noindex, excluded.published_at);
  delete from public.published_page_locales l
  using pg_temp.import_publications i
  where l.page_id = i.page_id and i.revision_id is not null and not exists (
    select 1 from public.page_revision_locales r where r.revision_id = i.revision_id and r.locale = l.locale
  );

  select coalesce(array_agg(i.page_id order by i.page_id), '{}') into drafts
  from pg_temp.import_publications i where i.published = 'true';
  done := public.publish_pages(drafts);
  drop table pg_temp.import_publications;
  return jsonb_array_length(done -> 'published');
end $$;

-- After thousands of rows were written at once the planner needs statistics before autovacuum gathers them.
create function private.import_analyze(p_tables text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  t text;
begin
  foreach t in array p_tables loop
    execute format('analyze %s', t::regclass);
  end loop;
end $$;
revoke execute on function private.import_analyze from public;
grant execute on function private.import_analyze to service_role;

create function public.import_apply(p_import uuid, p_replace boolean) returns jsonb
language plpgsql set search_path = '' set statement_timeout = '1h'
as $$
declare
  t record;
  rearranged bigint[];
  published integer;
begin
  -- One import at a time.
  perform pg_advisory_xact_lock(7311);
  perform set_config('content.importing', 'on', true);
  perform private.import_analyze(array['private.import_rows']);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  -- What people have written since the last publish of a page that gets another draft.
  perform private.keep_page_draft(p.id, 'replaced')
  from public.pages p
  left join public.page_revisions r on r.id = p.published_revision_id
  where (p_replace or exists (
      select from private.import_rows s where s.import_id = p_import and s.target = 'pages' and s.content ->> 'id' = p.id::text
    ))
    and exists (
      select from public.draft_saves s
      where s.page_id = p.id and s.saved_by is not null and (r.created_at is null or s.saved_at > r.created_at)
    );
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  delete from private.draft_steps d using private.import_rows s
  where s.import_id = p_import and s.target = 'pages' and d.page_id = (s.content ->> 'id')::bigint;
  perform private.import_number_revisions(p_import);
  perform private.import_sequences(p_import);
  rearranged := private.import_rearranged(p_import);
  rearranged := rearranged || array(
    select (s.content ->> 'id')::bigint from private.import_rows s
    where s.import_id = p_import and s.target = 'pages' and not exists (
      select 1 from public.pages p where p.id = (s.content ->> 'id')::bigint
    )
  );

  for t in select c.* from private.content_tables c where c.name not in ('published_page_locales', 'redirects') order by c.place loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null and not p_replace then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    if t.name = 'pages' then
      update public.pages p set structure_version = p.structure_version + 1 where p.id = any (rearranged);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  insert into public.form_versions (form_id, version, content)
  select f.id, f.version, f.content from public.forms f
  where not exists (select from public.form_versions v where v.form_id = f.id and v.content = f.content)
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.id <> (s.content ->> 'id')::bigint
    and r.site_id = s.content ->> 'site_id' and r.from_path = s.content ->> 'from_path';
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.id <> (s.content ->> 'id')::bigint
    and r.site_id = s.content ->> 'site_id' and r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug';
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  delete from private.import_rows where import_id = p_import;
  -- As autovacuum does: where much was written.
  perform private.import_analyze(array(
    select c.oid::regclass::text from private.content_tables n join pg_catalog.pg_class c on c.oid = format('public.%I', n.name)::regclass
    where pg_catalog.pg_stat_get_xact_tuples_inserted(c.oid) + pg_catalog.pg_stat_get_xact_tuples_updated(c.oid)
      + pg_catalog.pg_stat_get_xact_tuples_deleted(c.oid) > 50 + greatest(c.reltuples, 0) / 10
  ));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $$;
comment on function public.import_apply is
  'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

create function public.import_result(p_import uuid) returns jsonb
language sql volatile set search_path = ''
as $$
  select case
    when r.import_id is not null then jsonb_build_object('status', 'written') || r.result
    -- A running import holds the lock.
    when pg_try_advisory_xact_lock(7311) then '{"status": "not-written"}'
    else '{"status": "running"}'
  end
  from (select p_import as id) i
  left join private.import_results r on r.import_id = i.id
$$;
comment on function public.import_result is 'Whether an import was written, for a caller who lost the connection while it was.';

-- The import sets the sequences behind the ids that it brings.
grant usage, select, update on all sequences in schema public to service_role;
