-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop trigger redirects_queue on public.redirects;

drop index public.redirects_path_idx;

drop function private.follow_redirects(text);

CREATE OR REPLACE FUNCTION private.file_of(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Invisible characters go, letters lose their case, among them those whose other case is a letter of ASCII whatever the collation of
  -- the database says of them, and dots and blanks at the end of a name go. ASCII, which most paths are, has only these two.
  select regexp_replace(lower(
      case when octet_length(path) = length(path) then path else replace(replace(replace(replace(replace(replace(replace(translate(normalize(
        regexp_replace(path, '[\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f]', '', 'g'),
        nfc), U&'\017F\0131\212A\1E9E', U&'sik\00DF'), U&'\00DF', 'ss'), U&'\FB00', 'ff'), U&'\FB03', 'ffi'), U&'\FB04', 'ffl'),
        U&'\FB01', 'fi'), U&'\FB02', 'fl'), U&'\0130', U&'i\0307') end
    ), '[. ]+(/|$)', '\1', 'g')
$function$
;
comment on function private.file_of(text) is 'The spelling that paths have in common which lead to one file on some file system or server. What it begins with is compared, so ligatures of st, which begin no reserved name, are left.';

CREATE OR REPLACE FUNCTION private.first_name_read(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select split_part(private.file_of(case when octet_length(path) = length(path) then path else regexp_replace(normalize(path, nfkc),
    '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]', '', 'g') end), '/', 2)
$function$
;
comment on function private.first_name_read(text) is 'The first name of a path as a hasty reader sees it: with full-width letters as plain ones, and without what is not shown.';

CREATE OR REPLACE FUNCTION private.queue_changed_sites()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ignored constant text[] := array['version', 'updated_at'];
  sites text[];
begin
  case tg_op
    when 'INSERT' then sites := array(select distinct n.site_id from new_rows n);
    when 'DELETE' then sites := array(select distinct o.site_id from old_rows o);
    else
      -- A row that moves has been on two sites.
      sites := array(
        select distinct c.content ->> 'site_id' from (
          (select to_jsonb(n) - ignored as content from new_rows n except select to_jsonb(o) - ignored from old_rows o)
          union all
          (select to_jsonb(o) - ignored from old_rows o except select to_jsonb(n) - ignored from new_rows n)
        ) c
      );
  end case;
  perform private.queue_change(array(select tg_argv[0] || ':' || s.site from unnest(sites) s (site) order by s.site), '[]');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.redirect_node(p_site text, p_from text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select p_site || regexp_replace(private.redirect_source_path(p_from), '/\*$', '/:splat')
$function$
;

CREATE OR REPLACE FUNCTION private.redirects_onward(p_node text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  site text := split_part(p_node, '/', 1);
  path text := substr(p_node, length(site) + 1);
begin
  return query
  select distinct site || case when s.above is null or not t.is_open then p.target when path = s.above then t.place else t.place || substr(path, length(s.above) + 1) end
  from (
    select path as source, null as above
    union all
    select w.above || '/*', w.above
    from (
      select array_to_string(s.parts[:n], '/') as above
      from (select string_to_array(path, '/') as parts) s cross join lateral generate_series(1, cardinality(s.parts)) n
      where path <> ''
    ) w
  ) s
  -- By the index of paths, whatever is known of the table: other conditions are true of most rows.
  cross join lateral (
    select r.to_path, r.page_id, r.status from public.redirects r
    where r.from_path is not null and r.site_id || private.redirect_source_path(r.from_path) = site || s.source offset 0
  ) r
  cross join lateral (select private.redirect_path(r.to_path) as target offset 0) p
  cross join lateral (select regexp_replace(p.target, '/:splat$', '') as place, p.target like '%/:splat' as is_open) t
  where r.to_path ~ '^/' and r.page_id is null and r.status <> 410
    -- A wildcard leaves alone where it leads to.
    and not coalesce((t.place = s.above or starts_with(t.place, s.above || '/')) and (path = t.place or (t.is_open and starts_with(path, t.place || '/'))), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.redirects_below(p_node text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
  select private.redirect_node(r.site_id, r.from_path)
  from (
    select r.site_id, r.from_path, r.to_path, r.page_id, r.status from public.redirects r
    where r.from_path is not null and r.site_id || private.redirect_source_path(r.from_path) = p_node
    union all
    select r.site_id, r.from_path, r.to_path, r.page_id, r.status from public.redirects r
    where r.from_path is not null and r.site_id || private.redirect_source_path(r.from_path) ~>=~ (p_node || '/')
      and r.site_id || private.redirect_source_path(r.from_path) ~<~ (p_node || '0')
    offset 0
  ) r
  where r.to_path ~ '^/' and r.page_id is null and r.status <> 410
$function$
;

CREATE OR REPLACE FUNCTION private.follow_redirects(p_starts text[], INOUT followed text[], OUT circle text[], OUT opened text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- By depth: whatever is reached is followed to its end before its neighbours are.
  waiting text[];
  depths integer[];
  way text[] := '{}';
  start text;
  at text;
  depth integer;
  next text;
  leads_on boolean;
begin
  opened := '{}';
  foreach start in array p_starts loop
    waiting := array[start];
    depths := '{0}';
    while cardinality(waiting) > 0 loop
      at := waiting[cardinality(waiting)];
      depth := depths[cardinality(depths)];
      waiting := waiting[:cardinality(waiting) - 1];
      depths := depths[:cardinality(depths) - 1];
      -- The place of the redirect itself is where it leads from.
      if at like '%/:splat' and at <> start then
        opened := opened || left(at, -7);
      end if;
      continue when at = any (followed);
      way := way[:depth] || at;
      leads_on := false;
      for next in select o.node from private.redirects_onward(at) o (node) loop
        if next = any (way) then
          circle := way[array_position(way, next):] || next;
          return;
        end if;
        -- No address has so many parts.
        if length(next) - length(replace(next, '/', '')) > 30 then
          circle := way || next;
          return;
        end if;
        leads_on := true;
        waiting := waiting || next;
        depths := depths || depth + 1;
      end loop;
      if leads_on then
        followed := followed || at;
      end if;
    end loop;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.circle_of_redirects(p_nodes text[])
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  way record;
begin
  -- Most lead to where nothing leads on.
  select f.* into way from private.follow_redirects(array(
    with steps as materialized (
      select n.node, o.node as next from unnest(p_nodes) n (node) cross join lateral private.redirects_onward(n.node) o (node)
    ), leading_on as materialized (
      select s.next from (select distinct s.next from steps s) s
      where length(s.next) - length(replace(s.next, '/', '')) > 30 or exists (select from private.redirects_onward(s.next))
    )
    select n.node from unnest(p_nodes) n (node)
    where n.node like '%/:splat' or n.node in (select s.node from steps s join leading_on l on l.next = s.next)
  ), '{}') f;
  if way.circle is null and cardinality(way.opened) > 0 then
    -- What a wildcard stands for may be the rest of the path of another one, which comes back there.
    select f.* into way from private.follow_redirects(array(
      select b.node from (select distinct o.node from unnest(way.opened) o (node)) o cross join lateral private.redirects_below(o.node) b (node)
    ), way.followed) f;
  end if;
  return way.circle;
end $function$
;

CREATE OR REPLACE FUNCTION private.circle_of_redirects(p_node text)
 RETURNS text[]
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select private.circle_of_redirects(array[p_node])
$function$
;

CREATE OR REPLACE FUNCTION private.note_changed_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  nodes text[];
begin
  if tg_op = 'INSERT' then
    nodes := array(
      select private.redirect_node(n.site_id, n.from_path) from new_rows n
      where n.from_path is not null and n.to_path ~ '^/' and n.page_id is null and n.status <> 410
    );
  else
    nodes := array(
      select private.redirect_node(c.site_id, c.from_path) from (
        select n.site_id, n.from_path, n.to_path from new_rows n
        where n.from_path is not null and n.to_path ~ '^/' and n.page_id is null and n.status <> 410
        except
        select o.site_id, o.from_path, o.to_path from old_rows o where o.page_id is null and o.status <> 410
      ) c
    );
  end if;
  if cardinality(nodes) > 0 then
    insert into private.changed_redirects (nodes) values (nodes);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text[];
begin
  perform private.lock_trees();
  with taken as (delete from private.changed_redirects c where true returning c.nodes)
  select array_agg(distinct n.node order by n.node) into changed from taken t cross join lateral unnest(t.nodes) n (node);
  if changed is not null then
    perform private.refuse_circle('redirects', private.circle_of_redirects(changed));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.import_apply(p_import uuid, p_replace boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '1h'
AS $function$
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
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

CREATE OR REPLACE FUNCTION public.record_changes(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  t record;
  args text[];
  live jsonb;
  olds jsonb[];
  news jsonb[];
  values_of jsonb[];
  tags text[] := '{}';
  rows jsonb := '[]';
  found_tags text[];
  refs bigint[];
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb) loop
    live := private.record_rows(asked.kind, asked.id, true);
    for t in
      select c.name, c.owner_key, g.tgargs, p.proname
      from private.content_tables c
      join pg_catalog.pg_trigger g on g.tgrelid = format('public.%I', c.name)::regclass and not g.tgisinternal
        and g.tgname in (c.name || '_queue_update', c.name || '_queue')
      join pg_catalog.pg_proc p on p.oid = g.tgfoid
      where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
    loop
      args := string_to_array(encode(t.tgargs, 'escape'), '\000');
      olds := array(select r.value from jsonb_array_elements(coalesce(live -> t.name, '[]')) r);
      -- As the columns of the table write the values. What is not written stays.
      execute format($q$
        select array(
          select coalesce(o.row, '{}') || n.row || case when n.row ? 'localized' and coalesce(o.row, '{}') ? 'locales'
            then jsonb_build_object('locales', private.locales_of(n.row -> 'localized')) else '{}' end
          from jsonb_array_elements($1) r
          cross join lateral (
            select jsonb_object_agg(e.key, e.value) as row
            from jsonb_each(to_jsonb(jsonb_populate_record(null::public.%1$I, r.value -> 'row'))) e where r.value -> 'row' ? e.key
          ) n
          left join unnest($2) o (row) on %2$L and o.row -> 'id' = n.row -> 'id'
          where r.value ->> 'table' = %1$L
        )$q$, t.name, t.owner_key is null)
      into news using coalesce(nullif(asked.rows, 'null'), '[]'), olds;
      if t.proname in ('queue_site_change', 'queue_changed_sites') then
        values_of := olds || news;
        tags := tags || array(select distinct args[1] || ':' || coalesce(v ->> 'site_id', v ->> 'id') from unnest(values_of) v where olds <> news);
        rows := rows || (
          select coalesce(jsonb_agg(jsonb_build_object('kind', 'site', 'site', v ->> 'id')), '[]') from unnest(news) v where args[1] = 'site' and olds <> news
        );
        continue;
      end if;
      if t.owner_key is null and cardinality(olds) = 1 and cardinality(news) = 1 then
        found_tags := private.tags_of_updates(t.name, args[1], args[2], olds, news);
      elsif t.owner_key is not null and array(select v - 'id' - 'created_at' from unnest(olds) v) = array(select v - 'id' - 'created_at' from unnest(news) v) then
        continue;
      else
        values_of := olds || news;
        found_tags := private.tags_of_records(t.name, args[1], array(select distinct (v ->> args[2])::bigint from unnest(values_of) v));
      end if;
      values_of := olds || news;
      refs := array(select distinct (v ->> args[2])::bigint from unnest(values_of) v);
      if args[3] <> '' and (cardinality(olds) <> cardinality(news) or exists (
        select from unnest(string_to_array(args[3], ',')) c where olds[1] -> c is distinct from news[1] -> c
      )) then
        found_tags := found_tags || ('list:' || args[1]) || array(
          select distinct 'list:' || args[1] || '/' || g.column_name || '/' || (v ->> g.column_name)
          from private.list_groups g cross join unnest(values_of) v where g.table_name = t.name and v ->> g.column_name is not null
        );
      end if;
      if args[4]::boolean and (cardinality(olds) <> cardinality(news)
        or not exists (select from private.shapes s where s.kind = args[1] and s.shape = 'link')
        or exists (select from unnest(refs) r where args[1] || '/link:' || r = any (found_tags))
      ) then
        rows := rows || (select coalesce(jsonb_agg(jsonb_build_object('kind', args[1], 'ref', r)), '[]') from unnest(refs) r);
        found_tags := found_tags || array(select distinct 'sitemap:' || args[1] || ':' || r / 500 from unnest(refs) r);
      end if;
      tags := tags || found_tags;
    end loop;
  end loop;
  return jsonb_build_object('tags', to_jsonb(array(select distinct u from unnest(tags) u order by u)), 'rows', rows);
end $function$
;
comment on function public.record_changes(jsonb) is 'The tags and rows that publishing drafts of records, or deleting them, would put on the change queue.';

create table private.changed_redirects (
  id bigint generated always as identity primary key,
  nodes text[] not null
);
comment on table private.changed_redirects is 'What the redirects that a transaction has changed are from, from each statement until it ends: nobody else sees a row.';

create or replace view private.redirect_steps with (security_invoker=true) as
 SELECT private.redirect_node(site_id, from_path) AS node
   FROM public.redirects r
  WHERE ((from_path IS NOT NULL) AND (to_path ~ '^/'::text) AND (page_id IS NULL) AND (status <> 410));

CREATE INDEX redirects_path_idx ON public.redirects USING btree (((site_id || private.redirect_source_path(from_path))) text_pattern_ops) WHERE (from_path IS NOT NULL);

CREATE TRIGGER redirects_queue_insert AFTER INSERT ON public.redirects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_changed_sites('redirects');

CREATE TRIGGER redirects_queue_update AFTER UPDATE ON public.redirects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_changed_sites('redirects');

CREATE TRIGGER redirects_queue_delete AFTER DELETE ON public.redirects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_changed_sites('redirects');

CREATE TRIGGER redirects_note_insert AFTER INSERT ON public.redirects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_redirects();

CREATE TRIGGER redirects_note_update AFTER UPDATE ON public.redirects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_redirects();

revoke all on sequence private.changed_redirects_id_seq from public, anon, authenticated, service_role;

revoke all on table private.changed_redirects from public, anon, authenticated, service_role;

revoke all on function private.queue_changed_sites() from public, anon, authenticated, service_role;
grant execute on function private.queue_changed_sites() to public;

revoke all on function private.redirect_node(text,text) from public, anon, authenticated, service_role;

revoke all on function private.redirects_below(text) from public, anon, authenticated, service_role;

revoke all on function private.follow_redirects(text[],text[]) from public, anon, authenticated, service_role;

revoke all on function private.circle_of_redirects(text[]) from public, anon, authenticated, service_role;

revoke all on function private.note_changed_redirects() from public, anon, authenticated, service_role;

update private.trees set edges = 'select distinct on (c.inside) f.node, f.node as above
   from (
     select s.node, (private.follow_redirects(array[s.node], ''{}'')).circle from private.redirect_steps s
     -- Of all together it is asked at once.
     where (select private.circle_of_redirects(array(select a.node from private.redirect_steps a))) is not null
   ) f
   cross join lateral (select array_agg(distinct n.node order by n.node) from unnest(f.circle) n (node)) c (inside)
   where f.circle is not null order by c.inside, f.node'
where name = 'redirects';
