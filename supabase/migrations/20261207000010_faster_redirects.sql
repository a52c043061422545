-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop trigger redirects_circle_update on public.redirects;

drop trigger redirects_circle_insert on public.redirects;

drop function private.redirects_onward(text);

CREATE OR REPLACE FUNCTION private.is_server_path(path text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- ASCII, which most paths are, has no other spellings than these of its first two names.
  if octet_length(path) = length(path)
    and rtrim(lower(split_part(path, '/', 2) collate "C"), '. ') <> all (private.server_names())
    and rtrim(lower(split_part(path, '/', 3) collate "C"), '. ') <> all (private.server_names()) then
    return false;
  end if;
  return private.first_name_read(
    case when split_part(path, '/', 2) = any (enum_range(null::public.locale)::text[]) and path ~ '^/[^/]+/' then regexp_replace(path, '^/[^/]+', '') else path end
  ) = any (private.server_names());
end $function$
;
comment on function private.is_server_path(text) is 'Whether the server answers an address itself, with or without the prefix of a locale, so that nothing else can be there.';

CREATE OR REPLACE FUNCTION private.redirect_path(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  path text := rtrim(split_part(split_part(p_address, '?', 1), '#', 1), '/');
begin
  if not starts_with(p_address, '/') then
    return null;
  end if;
  if path ~ '%[0-9A-Fa-f]{2}' then
    begin
      path := convert_from((
        select string_agg(case when p.part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(p.part, 2), 'hex') else convert_to(p.part, 'UTF8') end, ''::bytea order by p.place)
        from (
          select m.part[1] as part, m.place from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality m (part, place)
        ) p
      ), 'UTF8');
    exception when character_not_in_repertoire or untranslatable_character then
      return path;
    end;
  end if;
  return replace(case when octet_length(path) = length(path) then path else private.normalize_text(path) end, '*', '%2A');
end $function$
;
comment on function private.redirect_path(text) is 'A path as redirects are looked up: decoded, without a query or a slash at its end; null for what is no path of the site.';

CREATE OR REPLACE FUNCTION private.redirect_source_path(p_from text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
begin
  if split_part(p_from, '?', 1) like '%/*' then
    return coalesce(private.redirect_path(left(split_part(p_from, '?', 1), -2)), '') || '/*';
  end if;
  return private.redirect_path(p_from);
end $function$
;
comment on function private.redirect_source_path(text) is 'The path that a redirect is from, with /* at its end where everything below is meant.';

CREATE OR REPLACE FUNCTION private.redirects_onward(p_nodes text[])
 RETURNS TABLE(node text, next text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query
  select distinct n.node, n.site || case when s.above is null or not t.is_open then p.target when n.path = s.above then t.place else t.place || substr(n.path, length(s.above) + 1) end
  from (
    select u.node, split_part(u.node, '/', 1) as site, substr(u.node, length(split_part(u.node, '/', 1)) + 1) as path from unnest(p_nodes) u (node)
  ) n
  cross join lateral (
    select n.path as source, null as above
    union all
    select w.above || '/*', w.above
    from (
      select array_to_string(s.parts[:i], '/') as above
      from (select string_to_array(n.path, '/') as parts) s cross join lateral generate_series(1, cardinality(s.parts)) i
      where n.path <> ''
    ) w
  ) s
  -- By the index of paths, whatever is known of the table: other conditions are true of most rows.
  cross join lateral (
    select r.to_path, r.page_id, r.status from public.redirects r
    where r.from_path is not null and r.site_id || private.redirect_source_path(r.from_path) = n.site || s.source offset 0
  ) r
  cross join lateral (select private.redirect_path(r.to_path) as target offset 0) p
  cross join lateral (select regexp_replace(p.target, '/:splat$', '') as place, p.target like '%/:splat' as is_open) t
  where r.to_path ~ '^/' and r.page_id is null and r.status <> 410
    -- A wildcard leaves alone where it leads to.
    and not coalesce((t.place = s.above or starts_with(t.place, s.above || '/')) and (n.path = t.place or (t.is_open and starts_with(n.path, t.place || '/'))), false);
end $function$
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
      for next in select o.next from private.redirects_onward(array[at]) o loop
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
      select o.node, o.next from private.redirects_onward(p_nodes) o
    ), leading_on as materialized (
      select o.node from private.redirects_onward(array(select distinct s.next from steps s)) o
      union all
      select s.next from steps s where length(s.next) - length(replace(s.next, '/', '')) > 30
    )
    select n.node from unnest(p_nodes) n (node)
    where n.node like '%/:splat' or n.node in (select s.node from steps s where s.next in (select l.node from leading_on l))
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

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text, p_left text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from private.live_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'page_site', (select p.site_id from public.pages p where p.id = r.page_id),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.link_targets p where p.kind = r.row_kind and p.id = r.row_id),
    'has_stock', r.row_kind = 'product' and exists (
      select 1 from private.routes o where o.site_id = r.site_id and o.kind = 'inventory' and o.ref = r.row_id
    ))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from (
    select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id
    from public.redirects r where r.site_id = p_site
    union all
    -- As private.keep_withdrawn_path() will have them once the index knows that they were left.
    select p_site, private.source_of_path(l.path), null, 410, null, null, null, null, null
    from (select distinct unnest(p_left)) l (path)
    where l.path <> '/' and not exists (select from public.redirects r where r.site_id = p_site and r.from_path = private.source_of_path(l.path))
      and (select count(*) from public.site_outputs o where o.site_id = p_site and l.path in (o.path, o.taking_path)) < 2
  ) r
$function$
;
comment on function public.read_redirects(text,text[]) is 'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';

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
  -- As autovacuum does: where much was written.
  perform private.import_analyze(array(
    select c.oid::regclass::text from private.content_tables n join pg_catalog.pg_class c on c.oid = format('public.%I', n.name)::regclass
    where pg_catalog.pg_stat_get_xact_tuples_inserted(c.oid) + pg_catalog.pg_stat_get_xact_tuples_updated(c.oid)
      + pg_catalog.pg_stat_get_xact_tuples_deleted(c.oid) > 50 + greatest(c.reltuples, 0) / 10
  ));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

CREATE OR REPLACE FUNCTION private.listed_texts(p_texts text[], p_localized jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if p_localized is null then
    return private.fold_text(array_to_string(p_texts, e'\n'));
  end if;
  return private.fold_text(concat_ws(e'\n', array_to_string(p_texts, e'\n'), (
    select string_agg(t.value #>> '{}', e'\n') from jsonb_path_query(p_localized, '$.*.* ? (@.type() == "string")') t (value)
  )));
end $function$
;

CREATE OR REPLACE FUNCTION private.letters_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select string_to_array(t.plain, null) || array(select substr(t.plain, i, 2) from generate_series(1, length(t.plain) - 1) i) from private.fold_text(p_text) t (plain)
$function$
;

CREATE CONSTRAINT TRIGGER redirects_circle AFTER INSERT ON private.changed_redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.refuse_circle_of_redirects();

revoke all on function private.redirects_onward(text[]) from public, anon, authenticated, service_role;
