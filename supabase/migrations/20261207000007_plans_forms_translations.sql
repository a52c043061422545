-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop trigger redirects_circle_update on public.redirects;

drop trigger redirects_circle_insert on public.redirects;

drop function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb);

drop function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb);

drop function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb);

drop function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb);

drop function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone);

drop function public.delete_form(uuid,bigint,integer);

drop function private.page_proposal(bigint,bigint,jsonb);

drop function public.publish_plan(text[],jsonb,timestamp with time zone,integer);

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

CREATE OR REPLACE FUNCTION private.draft_locale(p_page_id bigint, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'description', l.description,
      'seo', l.seo, 'modules', private.assemble_modules(l.page_id, null, l.locale))
    from public.page_locales l
    where l.page_id = p_page_id and l.locale = p_locale
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.published_locale(p_page_id bigint, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title, 'description', r.description,
      'seo', r.seo, 'modules', r.modules)
    from public.pages p
    join public.page_revision_locales r on r.revision_id = p.published_revision_id
    where p.id = p_page_id and r.locale = p_locale
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_form_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Fields that a form has again have their number again: its pages are as they were.
  insert into public.form_versions (form_id, version, content, created_by)
  select new.id, new.version, new.content, private.actor()
  where not exists (select from public.form_versions v where v.form_id = new.id and v.content = new.content)
  on conflict (form_id, version) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.form_definition(p_form_id bigint, p_version integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', f.id, 'title', f.title, 'version', v.version, 'content', v.content, 'localized', f.localized,
    'success_url', f.success_url, 'latest', (select max(l.version) from public.form_versions l where l.form_id = f.id))
  from public.forms f
  join public.form_versions v on v.form_id = f.id
  where f.id = p_form_id
  -- Versions that differ in other things than the fields have no row of their own.
  order by v.version <= p_version desc, case when v.version <= p_version then -v.version else v.version end
  limit 1
$function$
;
comment on function public.form_definition(bigint,integer) is 'A form with the fields that it had at a version, and the latest version that was published; null when it is gone.';

CREATE OR REPLACE FUNCTION private.outputs_of_rows(p_rows jsonb)
 RETURNS TABLE(kind text, ref bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return query
    select k.kind, r.ref, r.kind || ':' || r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    join private.output_kinds k on k.content_kind = r.kind
    union
    select c.kind, c.ref, 'product:' || r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
    where r.kind = 'product';
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamp with time zone, p_limit integer, p_is_live boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with asked as (
      select o.kind, o.ref from private.outputs_of_rows(p_rows) o
    ), checked as (
      -- As reconcile_outputs does when a site has changed.
      select distinct r.site from jsonb_to_recordset(p_rows) r (kind text, site text)
      where r.kind = 'site' and r.site in (select b.site_id from private.built_sites b)
    ), wanted as materialized (
      select r.site_id, r.kind, r.ref, r.locale, '' as listed_kind, 'reconciled:' || r.site_id as reason
      from private.routes r
      where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
      union
      select f.site_id, f.kind, f.ref, f.locale, '', 'site:' || f.site_id
      from private.fixed_outputs f where f.site_id in (select c.site from checked c)
      union
      select r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, 'reconciled:' || r.site_id
      from private.routes r
      where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
        and r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
    ), tags as (
      select array(
        select unnest(p_tags)
        union
        select g.gives from private.globals_dependencies g where g.tag = any (p_tags)
        union
        -- A record that is named as a whole is meant in each of its shapes.
        select s.kind || '/' || s.shape || ':' || split_part(t, ':', 2)
        from unnest(p_tags) t join private.shapes s on s.kind = split_part(t, ':', 1)
      ) as list
    ), affected as (
      select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash,
        case when o.tags && tags.list then array(select distinct private.reason_of(t) from unnest(o.tags) t where t = any (tags.list) order by 1)
          else array[o.kind || ':' || o.ref] end as reasons
      from public.site_outputs o, tags
      where o.tags && tags.list
        or exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
      union all
      select r.site_id, r.kind, r.ref, r.locale, '', null, null, array[r.kind || ':' || r.ref]
      from (
        select v.site_id, v.kind, v.ref, v.locale from private.routes v
        union
        select l.site_id, 'page', l.page_id, l.locale from public.page_locales l
      ) r
      where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
        and not exists (
          select 1 from public.site_outputs o
          where (o.site_id, o.kind, o.ref, o.locale) = (r.site_id, r.kind, r.ref, r.locale)
        )
      union all
      -- The first record of a sitemap brings the file with it.
      select b.site_id, 'sitemap', b.part, 'en', b.kind, null, null, array['sitemap:' || b.kind || ':' || b.part]
      from (
        select distinct r.site_id, r.kind, r.ref / 500 as part
        from (
          select v.site_id, v.kind, v.ref from private.routes v
          where v.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
          union
          select l.site_id, 'page', l.page_id from public.page_locales l
        ) r
        where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
      ) b
      where not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (b.site_id, 'sitemap', b.part, 'en', b.kind)
      )
      union all
      select w.site_id, w.kind, w.ref, w.locale, w.listed_kind, null, null, array[w.reason]
      from wanted w
      where not exists (
          select 1 from public.site_outputs o
          where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site_id, w.kind, w.ref, w.locale, w.listed_kind)
        )
        and not exists (select 1 from asked a where a.kind = w.kind and a.ref = w.ref)
      union all
      select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash, array['reconciled:' || o.site_id]
      from public.site_outputs o, tags
      where o.site_id in (select c.site from checked c) and not o.tags && tags.list
        and not exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
        and not exists (
          select 1 from wanted w
          where (w.site_id, w.kind, w.ref, w.locale, w.listed_kind) = (o.site_id, o.kind, o.ref, o.locale, o.listed_kind)
        )
    ), shown as (
      select a.*, r.address, case (select k.scope from private.output_kinds k where k.kind = a.kind)
        when 'record' then r.address is not null
        when 'sitemap' then true
        else exists (
          select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (a.site_id, a.kind, a.ref, a.locale)
        ) end as is_shown
      from (select * from affected order by site_id, kind, ref, locale, listed_kind limit p_limit) a
      left join private.routes r
        on (r.site_id, r.kind, r.ref, r.locale) = (a.site_id, a.kind, a.ref, a.locale)
        and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    )
    select jsonb_build_object(
      'total', (select count(*) from affected),
      'outputs', (
        select coalesce(jsonb_agg(jsonb_build_object('site', s.site_id, 'kind', s.kind, 'ref', s.ref, 'locale', s.locale,
          'listed', nullif(s.listed_kind, ''), 'path', s.path, 'hash', s.content_hash, 'reasons', s.reasons,
          'address', case when not p_is_live and s.kind in ('page', 'list_feed') then coalesce((
            select l.path from public.page_locales l
            where l.page_id = s.ref and l.locale = s.locale and exists (
              select 1 from asked a where a.kind = 'page' and a.ref = s.ref
            )
          ), s.address) else s.address end,
          'shown', s.is_shown)), '[]')
        from shown s
      )
    )
  );
end $function$
;
comment on function public.publish_plan(text[],jsonb,timestamp with time zone,integer,boolean) is 'The outputs that a change with these tags would make stale, with the tags that are the reason.';

CREATE OR REPLACE FUNCTION private.page_proposal(p_page_id bigint, p_parent_id bigint, p_news jsonb, p_with_page boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object(
      'tags', to_jsonb(array['page:' || p.id]
        || case when d.is_listed_anew then array['sitemap:page:' || p.id / 500] else '{}' end
        || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
        || case when d.is_moved then array['path:page:' || p.id] else '{}' end
        || case when d.is_named_anew then array(
          select 'below:page:' || s.id
          from (select p_parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
          where s.id is not null
        ) else '{}' end
        || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
      'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
      'page', case when p_with_page then jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'template', p.template, 'is_editable', p.is_editable,
        'parent_id', p_parent_id,
        'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
        'above', (
          with recursive above as (
            select p_parent_id as id
            union
            select v.parent_id from above a join private.page_parents v on v.id = a.id
          )
          select coalesce(jsonb_object_agg(v.id, jsonb_build_object('parent_id', v.parent_id, 'addresses', (
            select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
            from public.published_page_locales l where l.page_id = v.id
          ))), '{}')
          from above a join private.page_parents v on v.id = a.id
        ),
        'addresses', (
          select jsonb_object_agg(n.key, jsonb_build_object('path', n.value -> 'path', 'title', n.value -> 'title', 'nav_title', n.value -> 'nav_title'))
          from jsonb_each(p_news) n
        )) end)
    from public.pages p
    cross join lateral (
      select
        coalesce(bool_or((n.path, private.page_name(n.title, n.nav_title), p_parent_id)
          is distinct from (o.path, private.page_name(o.title, o.nav_title), o.parent_id)), false)
          as is_named_anew,
        coalesce(bool_or(n.path is distinct from o.path), false) as is_moved,
        coalesce(bool_or(not n.noindex), false) as is_listed,
        coalesce(bool_or(o.path <> n.path or exists (
          select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
        ) or (n.locale is null and exists (
          -- It will answer 410, unless the path has a redirect.
          select 1 from public.site_outputs x
          where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
            and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = private.source_of_path(x.path))
        ))), false) as is_redirected,
        -- An old address redirects to the page in its locale, while the page exists.
        coalesce(bool_or((n.locale is null or o.locale is null) and exists (
          select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
        )), false) as is_led_to_anew,
        coalesce(bool_or(
          private.sitemap_line(p.site_id, n.path, n.noindex, now(), private.id_of(p_news #> '{en,seo,og_image}'))
            is distinct from private.sitemap_line(o.site_id, o.path, o.noindex, o.published_at, private.sitemap_picture(o.revision_id))
        ), false) as is_listed_anew
      from (
        select l.key::public.locale as locale, l.value ->> 'path' as path, l.value ->> 'title' as title, l.value ->> 'nav_title' as nav_title,
          coalesce((l.value -> 'seo' ->> 'noindex')::boolean, false) as noindex
        from jsonb_each(p_news) l
      ) n
      full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
    ) d
    where p.id = p_page_id
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.draft_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else private.page_proposal(p.id, p.parent_id, (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    ), true)
    end
  from public.pages p where p.id = p_page_id
$function$
;
comment on function public.draft_changes(bigint) is 'What publishing a page''s draft would put on the change queue.';

CREATE OR REPLACE FUNCTION public.contents_changes(p_page_id bigint, p_contents jsonb, p_parent_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.page_proposal(p_page_id, p_parent_id, p_contents, true)
$function$
;
comment on function public.contents_changes(bigint,jsonb,bigint) is 'What publishing a page with this content, by locale, would put on the change queue.';

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  pictures jsonb;
  answer json;
begin
  -- A view of all kinds takes longer to begin than the pages of a sitemap to be read.
  if p_kind = 'page' then
    pictures := (
      select jsonb_object_agg(p.id, private.id_of(c.seo -> 'og_image'))
      from public.pages p
      join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
      where p.id >= p_part * 500 and p.id < (p_part + 1) * 500 and c.seo ? 'og_image'
    );
  else
    pictures := (
      select jsonb_object_agg(i.id, i.image_id) from private.page_rows i
      where i.kind = p_kind and i.id >= p_part * 500 and i.id < (p_part + 1) * 500 and i.image_id is not null
    );
  end if;
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      (pictures ->> r.ref::text)::bigint as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  ), images as materialized (
    select i.id, i.record from private.image_records i where i.id = any (array(select e.image_id from entries e))
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image_id', e.image_id, 'image', i.record) order by e.ref), '[]')
      from entries e
      left join images i on i.id = e.image_id
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text, p_left text[] DEFAULT '{}'::text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  kinds text[];
  ids bigint[];
  targets jsonb := '{}';
  stocked bigint[] := '{}';
begin
  select array_agg(distinct r.row_kind), array_agg(distinct r.row_id) into kinds, ids
  from private.live_redirects r where r.site_id = p_site and r.row_kind is not null;
  -- Most sites have none of these, and each of the views reads every kind.
  if kinds is not null then
    targets := (
      select coalesce(jsonb_object_agg(t.kind || ':' || t.id, t.record), '{}')
      from private.link_targets t where t.kind = any (kinds) and t.id = any (ids)
    );
    stocked := array(select o.ref from private.routes o where o.site_id = p_site and o.kind = 'inventory' and o.ref = any (ids));
  end if;
  return (
    with own as materialized (
      select r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id
      from private.live_redirects r where r.site_id = p_site
      union all
      -- As private.keep_withdrawn_path() will have them once the index knows that they were left.
      select private.source_of_path(l.path), null, 410, null, null, null, null, null
      from (select distinct unnest(p_left)) l (path)
      where l.path <> '/' and not exists (
          select from private.live_redirects r where r.site_id = p_site and r.from_path = private.source_of_path(l.path)
        )
        and (select count(*) from public.site_outputs o where o.site_id = p_site and l.path in (o.path, o.taking_path)) < 2
    ), addresses as materialized (
      select l.page_id, l.locale, l.path, l.site_id from private.live_page_locales l where l.page_id = any (array(select o.page_id from own o))
    )
    select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
      'page_id', r.page_id, 'locale', r.locale, 'address', l.path, 'page_site', l.site_id,
      'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id, 'row', targets -> (r.row_kind || ':' || r.row_id),
      'has_stock', r.row_kind = 'product' and r.row_id = any (stocked))
      order by r.from_path, r.row_kind, r.from_slug), '[]')
    from own r
    left join addresses l on (l.page_id, l.locale) = (r.page_id, r.locale)
  );
end $function$
;
comment on function public.read_redirects(text,text[]) is 'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';

CREATE OR REPLACE FUNCTION private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text, p_folder bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := p_kind || '_choices';
  matches text;
  sorting text := 'r.sorting';
  direction text;
  words text := private.fold_text(btrim(coalesce(p_search, '')));
  -- Wildcards of `like` are escaped.
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- A number is looked for as an id as well.
  number bigint := case when words ~ '^[1-9][0-9]{0,14}$' then words::bigint end;
  few constant integer := 2000;
  -- Of media: those in a folder, in their order and for their number.
  place text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, true) end;
  together text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, false) end;
  answer jsonb;
begin
  if not private.is_staff() then
    return '{"count": 0, "ids": []}';
  end if;
  select k.picker_order into direction from private.kinds k where k.kind = p_kind;
  if direction is null then
    raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'page' then
    -- The given site first, then by the address in the default locale. Searched in the texts of all locales.
    sorting := format($m$case when r.site_id = %L then '' else r.site_id end || r.sorting$m$, p_site);
    matches := format('r.id in (select l.page_id from public.page_locales l where %s)', private.condition_of_words(p_kind, 'l', words));
  else
    matches := private.condition_of_words(p_kind, 'r', words);
  end if;
  if p_kind = 'link' and p_site is not null then
    sorting := format(
      $m$case when r.page_id in (select p.id from public.pages p where p.site_id <> %L) then '1' else '0' end || r.sorting$m$, p_site);
  end if;
  if words = '' then
    execute format($q$
      select jsonb_build_object(
        'count', (select count(*) from private.%1$I r where %5$s),
        'ids', coalesce((select jsonb_agg(p.id) from (
          select r.id from private.%1$I r where %4$s order by %2$s %3$s, r.id %3$s offset $1 limit $2
        ) p), '[]')
      )$q$, source, sorting, direction, place, together)
    into answer using p_offset, p_limit;
    return answer;
  end if;
  -- Few matches are read once, and sorted.
  execute format($q$
    with found as materialized (select r.id, %2$s as sorting from private.%1$I r where (%4$s or r.id = $2) and %5$s limit $5)
    select jsonb_build_object(
      'count', (select count(*) from found),
      'ids', coalesce((select jsonb_agg(p.id) from (
        select f.id from found f
        order by f.id is not distinct from $2 desc, f.sorting %3$s, f.id %3$s offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, together)
  into answer using pattern, number, p_offset, p_limit, few + 1;
  if (answer ->> 'count')::integer <= few then
    return answer;
  end if;
  -- Of many, a page is soon found along the order, behind the record with the id; the rest is only counted.
  execute format($q$
    select jsonb_build_object(
      'count', (select count(*) from private.%1$I r where (%4$s or r.id = $2) and %6$s),
      'ids', coalesce((select jsonb_agg(p.id order by p.place) from (
        select r.id, 0::bigint as place from private.%1$I r where r.id = $2 and %5$s
        union all
        select o.id, row_number() over () from (
          select r.id from private.%1$I r where %4$s and %5$s and r.id is distinct from $2 order by %2$s %3$s, r.id %3$s limit $3 + $4
        ) o
        order by place offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, place, together)
  into answer using pattern, number, p_offset, p_limit;
  return answer;
end $function$
;
comment on function private.find_records(text,text,integer,integer,text,bigint) is 'What public.find_records answers, for staff.';

CREATE OR REPLACE FUNCTION public.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text DEFAULT NULL::text, p_folder bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site, p_folder)
$function$
;
comment on function public.find_records(text,text,integer,integer,text,bigint) is 'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first, links to pages of other sites last; media are those of the given folder.';

CREATE OR REPLACE FUNCTION public.delete_form(p_actor uuid, p_form_id bigint, p_version integer DEFAULT NULL::integer, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present integer;
  titled text;
  draft record;
  uses jsonb;
  holders jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record('form', p_form_id::text);
  select f.version, f.title into present, titled from public.forms f where f.id = p_form_id for update;
  select d.* into draft from public.record_drafts d
  where d.kind = 'form' and d.record_id = p_form_id::text and d.release_id is null;
  if present is null and draft.id is null then
    return '{"status": "not-found"}';
  end if;
  if present is distinct from p_version or draft.saved_at is distinct from p_saved_at then
    return jsonb_build_object('status', case when p_version is null and p_saved_at is null then 'unseen' else 'newer' end);
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  holders := private.form_holders(p_form_id);
  if holders <> '[]' then
    return jsonb_build_object('status', 'held', 'holders', holders);
  end if;
  return public.delete_records(p_actor, jsonb_build_array(jsonb_build_object(
    'kind', 'form', 'id', p_form_id::text, 'title', coalesce(titled, draft.data ->> 'title', ''), 'saved_at', draft.saved_at)));
end $function$
;
comment on function public.delete_form(uuid,bigint,integer,timestamp with time zone) is 'Deletes a form that no page shows, neither in a draft nor live, and no saved section, shared module or coming release; otherwise answers which do. Not one that was published since p_version, or whose draft was saved at another moment than p_saved_at, null for none. It can be restored for 30 days; its submissions stay until they expire.';

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
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

CREATE OR REPLACE FUNCTION public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '60s'
AS $function$
declare
  own_table text;
  ids text[];
  conflicts jsonb;
  written integer := 0;
begin
  perform private.act_as(p_actor);
  own_table := private.table_of_kind(p_kind);
  ids := array(select s.content ->> 'id' from private.import_rows s where s.import_id = p_import and s.target = 'records' order by 1);
  if exists (
    select from private.import_rows s
    cross join lateral jsonb_each(case when jsonb_typeof(s.content -> 'rows') = 'object' then s.content -> 'rows' else '{}' end) r
    where s.import_id = p_import and s.target = 'records' and (
      r.key not in (select c.name from private.content_tables c where own_table in (c.name, c.owner_name))
      or r.key = own_table and (jsonb_array_length(r.value) <> 1 or r.value #>> '{0,id}' is distinct from s.content ->> 'id'))
  ) then
    raise exception 'these are no rows of %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_records(p_kind, ids);
  execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', own_table, private.type_of_id(p_kind)) using ids;
  select jsonb_agg(jsonb_build_object('id', s.content ->> 'id', 'why', case when d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz then 'draft' else 'live' end))
  into conflicts
  from private.import_rows s
  join private.add_versions(p_kind, ids, null) v on v.id = s.content ->> 'id'
  left join public.record_drafts d on d.kind = p_kind and d.record_id = v.id and d.release_id is null
  where s.import_id = p_import and s.target = 'records' and (
    d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz or v.number is distinct from (s.content ->> 'version')::integer);
  if conflicts is not null then
    delete from private.import_rows s where s.import_id = p_import;
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  if p_publish then
    insert into private.import_rows (import_id, target, content)
    select p_import, t.key, r.value
    from private.import_rows s
    cross join lateral jsonb_each(s.content -> 'rows') t
    cross join lateral jsonb_array_elements(t.value) with ordinality r
    where s.import_id = p_import and s.target = 'records'
    order by s.place, r.ordinality;
    perform private.write_staged_records(p_import);
    perform private.add_versions(p_kind, ids, p_actor);
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = any (ids) and d.release_id is null;
    delete from public.record_trash d where d.kind = p_kind and d.record_id = any (ids);
    written := cardinality(ids);
  else
    perform private.write_machine_values(p_kind, p_import);
    insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
    select p_kind, s.content ->> 'id', (s.content ->> 'version')::integer, s.content -> 'data', nullif(s.content -> 'rows', 'null'), p_actor
    from private.import_rows s
    where s.import_id = p_import and s.target = 'records' and jsonb_typeof(s.content -> 'data') = 'object'
    on conflict on constraint record_drafts_key do update
      set data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp();
    get diagnostics written = row_count;
    delete from private.import_rows s where s.import_id = p_import;
  end if;
  return jsonb_build_object('status', 'written', 'records', written);
end $function$
;
comment on function public.import_records(uuid,text,uuid,boolean) is 'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';

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

CREATE OR REPLACE FUNCTION private.reads_no_drafts()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(current_setting('app.planned', true) = '{}' and coalesce(current_setting('app.version', true), '') = ''
    and coalesce(current_setting('app.records', true), '') = '', false);
end $function$
;
comment on function private.reads_no_drafts() is 'Whether pages alone are proposed: all records are read as they are live.';

CREATE OR REPLACE FUNCTION private.proposed_contents()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('app.pages', true), '')::jsonb
$function$
;
comment on function private.proposed_contents() is 'Pages as they are proposed, besides those of a release: [{"page", "parent", "contents": without modules, or null where it is gone, "stays"}].';

CREATE OR REPLACE FUNCTION private.proposed_page_ids()
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(nullif(current_setting('app.page_ids', true), ''), '{}')::bigint[];
end $function$
;

CREATE OR REPLACE FUNCTION private.proposed_records(p_kind text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(current_setting('app.records', true), '')::jsonb -> p_kind, '{}')
$function$
;
comment on function private.proposed_records(text) is 'Records of a kind as they are proposed, besides their drafts: {id: rows by table, or null where it is gone}.';

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  owner text;
  live_columns text[];
  stored text;
  shown text;
  columns text;
  generated text[];
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'))
      else format('coalesce(r.%1$I, %2$s) as %1$I', a.attname, case when a.attnotnull then coalesce(a.fallback, 'null') else 'null' end)
    end, E',\n    ' order by a.attname) filter (where a.attgenerated = ''),
    string_agg(case
      when a.attgenerated <> '' then a.fallback
      -- As private.touch() would date it: sitemaps tell the day of a change.
      when a.attname = 'updated_at' and owner is null
        then 'case when to_jsonb(g) - ''live'' = g.live then g.updated_at else now() end'
      else format('g.%I', a.attname)
    end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname),
    coalesce(array_agg(a.attname) filter (where a.attgenerated <> ''), '{}')
  into stored, shown, columns, generated
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  if owner is null then
    stored := stored || format(E',\n    to_jsonb(l) - %L::text[] as live', generated);
  end if;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
declare
  merged jsonb;
  planned text[];
  shown jsonb;
begin
  if private.reads_no_drafts() then
    return;
  end if;
  merged := private.merged_in_release();
  planned := private.planned_records(%6$L);
  shown := private.shown_version(%6$L);
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from (
      select d.record_id, coalesce(merged -> 'records' -> (d.kind || ':' || d.record_id), d.rows) as rows
      from public.record_drafts d
      where d.kind = %6$L and d.release_id is not distinct from private.previewed_release() and d.rows is not null
        and (planned is null or d.record_id = any (planned))
      union all
      select v.record_id, v.data from public.record_versions v
      where v.kind = %6$L and v.record_id = shown ->> 'id' and v.number = (shown ->> 'number')::integer
      union all
      select p.key, p.value from jsonb_each(private.proposed_records(%6$L)) p where p.value <> 'null'
    ) d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end,
    p_kind, columns);
end $functionx$
;

CREATE OR REPLACE FUNCTION private.make_overlay(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text;
  owner text;
begin
  select coalesce(c.owner_key, 'id') into owner from private.content_tables c where c.name = p_table;
  perform private.make_draft_rows(p_kind, p_table);
  select string_agg(format('r.%I', a.attname), ', ' order by a.attname) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('create view preview.%1$I with (security_invoker = true) as
    select %2$s from public.%1$I r union all select %2$s from preview.%3$I() r', p_table, columns, 'draft_' || p_table);
  execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
    (select not private.is_previewing() or private.reads_no_drafts())
    or %2$I.%4$I::text is distinct from (select private.shown_version(%3$L) ->> 'id')
    and %2$I.%4$I::text <> all ((select array(select jsonb_object_keys(private.proposed_records(%3$L))))::text[])
    and not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text
      and d.release_id is not distinct from (select private.previewed_release()) and d.rows is not null
      and ((select private.planned_records(%3$L)) is null or d.record_id = any ((select private.planned_records(%3$L))::text[])))
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION private.make_page_overlays()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page_table text;
  owner text;
  contents text := $contents$select l.page_id, l.parent_id, c.key::public.locale as locale, r.*
      from private.proposed_pages l
      cross join lateral jsonb_each(l.contents) c
      cross join lateral jsonb_to_record(c.value) r (path text, title text, nav_title text, description text, seo jsonb, modules json)$contents$;
begin
  create function preview.draft_pages() returns setof public.pages
  language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
  as $body$
  begin
    return query select * from jsonb_populate_recordset(null::public.pages, nullif(current_setting('app.page_rows', true), '')::jsonb);
  end $body$;
  create view preview.pages with (security_invoker = true) as
    select * from public.pages union all select * from preview.draft_pages();
  execute format($view$create view preview.published_page_locales with (security_invoker = true) as
    select r.page_id, r.locale, r.site_id, r.parent_id, r.revision_id, r.path, r.title, r.nav_title, r.noindex, r.published_at
    from public.published_page_locales r
    union all
    select c.page_id, c.locale, p.site_id, (select u.id from preview.pages u where u.id = c.parent_id), -c.page_id, c.path, c.title, c.nav_title,
      coalesce((c.seo ->> 'noindex')::boolean, false), now()
    from (%s) c join preview.draft_pages() p on p.id = c.page_id$view$, contents);
  execute format($view$create view preview.page_revision_locales with (security_invoker = true) as
    select r.xmin, r.revision_id, r.locale, r.path, r.title, r.nav_title, r.description, r.seo, r.modules from public.page_revision_locales r
    union all
    select '0'::xid, -c.page_id, c.locale, c.path, c.title, c.nav_title, c.description, c.seo,
      coalesce(c.modules, private.proposed_modules(c.page_id, c.locale)) from (%s) c$view$, contents);
  foreach page_table in array '{pages,published_page_locales}'::text[] loop
    owner := case page_table when 'pages' then 'id' else 'page_id' end;
    execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
      (select not private.is_previewing()) or %2$I.%3$I <> all ((select private.proposed_page_ids())::bigint[])
    )$policy$, page_table || '_preview', page_table, owner);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_redirect_overlay()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  create function preview.moved_redirects() returns setof public.redirects
  language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
  as $body$
  begin
    return query select * from jsonb_populate_recordset(null::public.redirects, nullif(current_setting('app.redirects', true), '')::jsonb);
  end $body$;
end $function$
;

CREATE OR REPLACE FUNCTION private.make_previews()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET check_function_bodies TO 'off'
AS $function$
declare
  old record;
  part record;
  overlaid text[];
  copied text[];
  waiting text[] := '{}';
  made text[];
begin
  for old in
    select p.polname as name, p.polrelid::regclass::text as place from pg_catalog.pg_policy p
    where p.polname like '%\_preview' and not p.polpermissive
  loop
    execute format('drop policy %I on %s', old.name, old.place);
  end loop;
  drop schema if exists preview cascade;
  create schema preview;

  create temporary table preview_parts on commit drop as
  with recursive objects as (
    select p.oid, n.nspname || '.' || p.proname as name, 'function' as sort, pg_catalog.pg_get_functiondef(p.oid) as definition
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f' and pg_catalog.has_function_privilege('service_role', p.oid, 'execute')
    union all
    -- What is live has an address in the index of outputs. Here it has the kind and the address that it would have there.
    select c.oid, n.nspname || '.' || c.relname, 'view', case c.oid
      when 'private.live_paths'::regclass then
        'select r.site_id, r.kind, r.ref, r.locale, r.kind || '' '' || r.address as path from private.routes r'
      when 'private.route_paths'::regclass then
        'select p.site_id, p.route, l.locale, ''page '' || l.path as path
          from public.pages p join private.live_page_locales l on l.page_id = p.id where p.route is not null'
      when 'private.live_redirects'::regclass then
        'select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id from public.redirects r
          where not exists (select from preview.moved_redirects() m
            where m.site_id = r.site_id and (m.from_path = r.from_path or (m.row_kind, m.from_slug) = (r.row_kind, r.from_slug)))
          union all
          select m.site_id, m.from_path, null, m.status, m.page_id, m.locale, m.row_kind, m.from_slug, m.row_id
          from preview.moved_redirects() m where m.status is not null'
      else pg_catalog.pg_get_viewdef(c.oid)
    end
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'v' and pg_catalog.has_table_privilege('service_role', c.oid, 'select')
    union all
    select format('public.%I', t.name)::regclass, 'public.' || t.name, 'table', 'page'
    from unnest('{pages,published_page_locales,page_revision_locales}'::text[]) t (name)
    union all
    select c.oid, 'public.' || t.name, 'table', k.kind
    from private.content_tables t
    join private.kinds k on k.table_name in (t.name, t.owner_name) and k.kind not in ('page', 'page_revision', 'draft_save')
    join pg_catalog.pg_class c on c.oid = format('public.%I', t.name)::regclass
  ), reached as (
    select o.* from objects o
    where o.name in ('public.read_content', 'public.find_row', 'public.find_page', 'public.read_sitemap', 'public.read_sitemap_index',
      'public.read_redirects')
      or (o.name like 'private.%\_entries' and o.name <> 'private.search_entries') or o.name = 'private.entries_of_texts'
    union
    select o.* from reached r
    cross join lateral private.names_in(case when r.sort <> 'table' then r.definition end) n
    join objects o on o.name = n
  )
  select * from reached;

  select coalesce(array_agg(p.name), '{}') into overlaid from pg_temp.preview_parts p where p.sort = 'table';
  copied := overlaid;
  loop
    select array_agg(p.name) into made from pg_temp.preview_parts p
    where p.name <> all (copied) and exists (select from private.names_in(p.definition) n where n = any (copied) and n <> p.name);
    exit when made is null;
    copied := copied || made;
  end loop;

  perform private.make_page_overlays();
  perform private.make_redirect_overlay();
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'table' and p.definition <> 'page' order by p.name loop
    perform private.make_overlay(part.definition, split_part(part.name, '.', 2));
  end loop;
  update pg_temp.preview_parts p set definition = (
    select string_agg(case when s.text = any (copied) then 'preview.' || split_part(s.text, '.', 2) else s.text end, '' order by s.place)
    from regexp_split_to_table(regexp_replace(p.definition, '\m((?:public|private)\.[a-z_0-9]+)\M', E'\x01\\1\x01', 'g'), E'\x01')
      with ordinality s (text, place)
  ) where p.sort <> 'table' and p.name = any (copied);
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'function' and p.name = any (copied) order by p.name loop
    execute part.definition;
  end loop;
  -- A view after those that it reads.
  select coalesce(array_agg(p.name), '{}') into waiting from pg_temp.preview_parts p where p.sort = 'view' and p.name = any (copied);
  while cardinality(waiting) > 0 loop
    made := '{}';
    for part in
      select p.* from pg_temp.preview_parts p
      where p.name = any (waiting) and not exists (
        select from regexp_matches(p.definition, '\mpreview\.([a-z_0-9]+)\M', 'g') m
        where 'private.' || m[1] = any (waiting) or 'public.' || m[1] = any (waiting)
      )
      order by p.name
    loop
      execute format('create view preview.%I with (security_invoker = true) as %s', split_part(part.name, '.', 2), part.definition);
      made := made || part.name;
    end loop;
    if made = '{}' then
      raise exception 'these views read each other: %', waiting;
    end if;
    waiting := array(select w from unnest(waiting) w where w <> all (made));
  end loop;
  drop table pg_temp.preview_parts;

  revoke all on schema preview from public, anon, service_role;
  revoke all on all tables in schema preview from public, anon, service_role;
  revoke all on all functions in schema preview from public, anon, service_role;
  grant usage on schema preview to authenticated;
  grant select on all tables in schema preview to authenticated;
  grant execute on all functions in schema preview to authenticated;
  -- Rows that no longer fit their tables are no longer previewed.
  update public.record_drafts set rows = rows where rows is not null;
end $function$
;
comment on function private.make_previews() is 'Makes the schema preview of the views and functions that pages are read by. To be called when one of them, or a content table, changes.';

CREATE OR REPLACE FUNCTION private.begin_preview(p_release bigint, p_merged jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_records jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  page_ids bigint[];
  page_rows jsonb;
begin
  perform set_config('app.release', coalesce(p_release::text, ''), true);
  perform set_config('app.merged', coalesce(p_merged::text, ''), true);
  perform set_config('app.planned', coalesce(p_planned::text, ''), true);
  perform set_config('app.version', coalesce(p_version::text, ''), true);
  perform set_config('app.records', coalesce(p_records::text, ''), true);
  -- Modules are large, and most of what reads a page does without them.
  perform set_config('app.pages', case when p_proposed is null then '' else (
    select coalesce(jsonb_agg(case when a.value ? 'contents'
      then jsonb_build_object('page', p.id, 'parent', a.value -> 'parent', 'stays', a.value -> 'stays', 'contents', (
        select jsonb_object_agg(c.key, c.value - 'modules') from jsonb_each(nullif(a.value -> 'contents', 'null')) c
      ))
      else jsonb_build_object('page', p.id, 'parent', p.parent_id, 'contents', (
        select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
          'description', l.description, 'seo', l.seo))
        from public.page_locales l where l.page_id = p.id
      )) end), '[]')
    from jsonb_array_elements(p_proposed) a join public.pages p on p.id = (a.value ->> 'page')::bigint
  )::text end, true);
  perform set_config('app.modules', coalesce((
    select jsonb_object_agg(a.value ->> 'page', (
      select jsonb_object_agg(c.key, c.value -> 'modules') from jsonb_each(a.value -> 'contents') c
    ))
    from jsonb_array_elements(p_proposed) a where jsonb_typeof(a.value -> 'contents') = 'object'
  )::text, ''), true);
  -- What reads pages asks for these once for each view that it reads.
  select array_agg(p.id), jsonb_agg(to_jsonb(p) || jsonb_build_object('published_revision_id', case when l.contents is not null then -p.id end))
  into page_ids, page_rows
  from private.proposed_pages l join public.pages p on p.id = l.page_id
  where p_release is not null or p_proposed is not null;
  perform set_config('app.page_ids', coalesce(page_ids::text, ''), true);
  perform set_config('app.page_rows', coalesce(page_rows::text, ''), true);
  perform set_config('app.preview', 'on', true);
end $function$
;

CREATE OR REPLACE FUNCTION private.end_preview()
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform set_config('app.preview', 'off', true);
  perform set_config(s, '', true) from unnest('{app.release,app.merged,app.planned,app.version,app.pages,app.modules,app.page_ids,app.page_rows,app.records,app.redirects}'::text[]) s;
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_content(p_site text, p_view text, p_at timestamp with time zone, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_version jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_version, p_proposed, p_proposed_records);
  answer := preview.read_content(p_site, p_view, p_at, p_globals, p_pages, p_records, p_lists);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) is 'What public.read_content answers, with drafts of records in place of the records: those that are published by themselves, or of these the planned ones ({"kind": [ids]}), or everything of a release; in place of one record a version of it ({"kind", "id", "number"}), and pages and further records as they are proposed. For staff; others see nothing in it.';

CREATE OR REPLACE FUNCTION public.preview_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_sitemap answers once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION public.preview_sitemap_index(p_site text, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_sitemap_index answers once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION public.preview_routes(p_rows jsonb, p_at timestamp with time zone, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  own jsonb;
  kinds text[];
  refs bigint[];
  answer jsonb;
begin
  select coalesce(jsonb_agg(to_jsonb(o)), '[]'), array_agg(distinct o.kind), array_agg(distinct o.ref) into own, kinds, refs
  from private.outputs_of_rows(p_rows) o;
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  answer := (
    select coalesce(jsonb_agg(jsonb_build_object('site', r.site_id, 'kind', r.kind, 'ref', r.ref, 'locale', r.locale, 'address', r.address)), '[]')
    from preview.routes r
    where r.kind = any (kinds) and r.ref = any (refs) and own @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'ref', r.ref))
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  );
  perform private.end_preview();
  return jsonb_build_object('own', own, 'routes', answer, 'live', (
    select coalesce(jsonb_agg(jsonb_build_object('site', o.site_id, 'kind', o.kind, 'ref', o.ref, 'locale', o.locale, 'path', o.path, 'hash', o.content_hash)), '[]')
    from public.site_outputs o
    where o.kind = any (kinds) and o.ref = any (refs) and own @> jsonb_build_array(jsonb_build_object('kind', o.kind, 'ref', o.ref)) and o.path is not null
  ));
end $function$
;
comment on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) is 'The outputs that come and go with records ("own"), those of them that are live, and those that there are at a moment ("routes") once a release, or planned records and proposed pages, are live.';

CREATE OR REPLACE FUNCTION private.moved_redirects(p_site text, p_left text[], p_taken text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  records jsonb;
  kinds text[];
  refs bigint[];
  pages_before jsonb;
  rows_before jsonb;
  renamed jsonb := '[]';
begin
  perform set_config('app.preview', 'off', true);
  select coalesce(jsonb_agg(to_jsonb(i)), '[]'), array_agg(distinct i.kind), array_agg(distinct i.id) into records, kinds, refs
  from (
    select d.kind, case when k.has_page then d.record_id::bigint end as id
    from public.record_drafts d join private.kinds k on k.kind = d.kind and k.has_page
    where d.release_id is not distinct from private.previewed_release() and d.rows is not null
      and (private.planned_records(d.kind) is null or d.record_id = any (private.planned_records(d.kind)))
    union
    select k.kind, case when k.has_page then p.key::bigint end from private.kinds k cross join lateral jsonb_each(private.proposed_records(k.kind)) p where k.has_page
  ) i;
  pages_before := (
    select jsonb_agg(to_jsonb(o)) from public.published_page_locales o where o.site_id = p_site and o.page_id = any (private.proposed_page_ids())
  );
  if refs is not null then
    rows_before := (
      select jsonb_agg(jsonb_build_object('kind', r.kind, 'id', r.id, 'slug', r.slug, 'sites', r.sites, 'is_published', r.is_published))
      from private.page_rows r
      where r.kind = any (kinds) and r.id = any (refs) and records @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
    );
  end if;
  perform set_config('app.preview', 'on', true);
  if refs is not null then
    renamed := (
      select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'id', n.id, 'before', o.slug, 'slug', n.slug,
        'is_kept', o.slug is not null and o.is_published and p_site = any (o.sites) and p_site = any (n.sites) and not exists (
          select from preview.page_rows x where x.kind = o.kind and x.slug = o.slug and x.id <> o.id
        ))), '[]')
      from preview.page_rows n
      left join jsonb_to_recordset(rows_before) o (kind text, id bigint, slug text, sites text[], is_published boolean)
        on (o.kind, o.id) = (n.kind, n.id)
      where n.kind = any (kinds) and n.id = any (refs) and records @> jsonb_build_array(jsonb_build_object('kind', n.kind, 'id', n.id))
        and n.slug is distinct from o.slug
    );
  end if;
  return (
    with pages_after as materialized (
      select l.page_id, l.locale, l.path, private.source_of_path(private.public_path(l.locale, l.path)) as from_path
      from preview.published_page_locales l where l.site_id = p_site and l.page_id = any (private.proposed_page_ids())
    ), moved_pages as materialized (
      select private.source_of_path(private.public_path(o.locale, o.path)) as from_path, o.page_id, o.locale
      from jsonb_populate_recordset(null::public.published_page_locales, pages_before) o
      join pages_after n on (n.page_id, n.locale) = (o.page_id, o.locale) and n.path <> o.path
      where o.path <> '/' and not private.is_server_path(o.path) and not exists (
        select from preview.published_page_locales l where l.site_id = p_site and l.locale = o.locale and l.path = o.path
      )
    ), kept as materialized (
      select m.from_path, null::text as row_kind, null::text as from_slug, null::bigint as row_id, 301 as status, m.page_id, m.locale from moved_pages m
      union all
      select null, r.kind, r.before, r.id, 301, null, null from jsonb_to_recordset(renamed) r (kind text, id bigint, before text, is_kept boolean) where r.is_kept
    ), freed as materialized (
      select n.from_path, null::text as row_kind, null::text as from_slug from pages_after n
      union
      select null, r.kind, r.slug from jsonb_to_recordset(renamed) r (kind text, slug text)
      union
      select t.from_path, null, null
      from (select private.source_of_path(u.path) as from_path from unnest(p_taken) u (path)) t
      join public.redirects r on r.site_id = p_site and r.from_path = t.from_path and r.status = 410
      union
      select r.from_path, null, null from public.redirects r join private.proposed_pages p on p.page_id = r.page_id
      where r.site_id = p_site and p.is_deleted
    ), withdrawn as (
      select distinct private.source_of_path(u.path) as from_path from unnest(p_left) u (path)
      where u.path <> '/' and not private.is_server_path(u.path)
    )
    select jsonb_agg(to_jsonb(m) || jsonb_build_object('site_id', p_site))
    from (
      select k.* from kept k
      union all
      select f.from_path, f.row_kind, f.from_slug, null, null, null, null from freed f
      where not exists (select from kept k where k.from_path = f.from_path or (k.row_kind, k.from_slug) = (f.row_kind, f.from_slug))
      union all
      select w.from_path, null, null, null, 410, null, null from withdrawn w
      where not exists (select from kept k where k.from_path = w.from_path)
        and (exists (select from freed f where f.from_path = w.from_path)
          or not exists (select from preview.redirects r where r.site_id = p_site and r.from_path = w.from_path))
    ) m
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.preview_redirects(p_site text, p_left text[], p_taken text[], p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb, p_planned jsonb DEFAULT NULL::jsonb, p_proposed jsonb DEFAULT NULL::jsonb, p_proposed_records jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_release, p_merged, p_planned, p_proposed => p_proposed, p_records => p_proposed_records);
  perform set_config('app.redirects', coalesce(private.moved_redirects(p_site, p_left, p_taken)::text, ''), true);
  answer := preview.read_redirects(p_site);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) is 'What public.read_redirects answers once a release, or planned records and proposed pages, are live, and with that the paths p_left are withdrawn and p_taken are published.';

CREATE OR REPLACE FUNCTION private.comparable_text(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select btrim(regexp_replace(
    case when octet_length(p_text) = length(p_text) then p_text else translate(private.normalize_text(p_text, 'nfkc'),
      e'\u201e\u201c\u201d\u201f\u00ab\u00bb\u2018\u2019\u201a\u201b\u2039\u203a\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00ad\u200b\u200c\u200d\u2060\ufeff',
      '""""""''''''''''''-------') end,
    '\s+', ' ', 'g'))
$function$
;
comment on function private.comparable_text(text) is 'A text without what is typography alone: quotation marks, dashes, kinds of spaces, invisible characters.';

CREATE OR REPLACE FUNCTION private.text_hash(p_text text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select md5(private.comparable_text(p_text))::uuid
$function$
;

CREATE OR REPLACE FUNCTION private.lines_of_rich_text(p_node jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_node -> 'content') is distinct from 'array' then
    return null;
  end if;
  if p_node -> 'content' @> '[{"type": "text"}]' then
    return (
      select string_agg(coalesce(c.value ->> 'text', ' '), '' order by c.ordinality)
      from jsonb_array_elements(p_node -> 'content') with ordinality c
    );
  end if;
  return (
    select string_agg(private.lines_of_rich_text(c.value), e'\n' order by c.ordinality)
    from jsonb_array_elements(p_node -> 'content') with ordinality c
  );
end $function$
;
comment on function private.lines_of_rich_text(jsonb) is 'What a formatted text says without its formatting, each block on a line of its own.';

CREATE OR REPLACE FUNCTION private.find_texts(p_fields jsonb, p_data jsonb, p_path text DEFAULT ''::text)
 RETURNS TABLE(path text, body text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  field jsonb;
  value jsonb;
  place text;
begin
  if jsonb_typeof(p_data) is distinct from 'object' then
    return;
  end if;
  for field in select f from jsonb_array_elements(p_fields) f loop
    continue when field ? 'when' and exists (
      select from jsonb_array_elements(field -> 'when') w where not coalesce(w -> 'equals' @> (p_data -> (w ->> 'field')), false)
    );
    value := p_data -> (field ->> 'name');
    place := p_path || (field ->> 'name');
    case field ->> 'is'
      when 'text' then
        if jsonb_typeof(value) = 'string' then
          return query select place, value #>> '{}';
        end if;
      when 'rich-text' then
        return query select place, private.lines_of_rich_text(value);
      when 'texts' then
        if jsonb_typeof(value) = 'array' then
          return query select place || '.' || t.ordinality - 1, t.value #>> '{}'
          from jsonb_array_elements(value) with ordinality t where jsonb_typeof(t.value) = 'string';
        end if;
      when 'group' then
        return query select * from private.find_texts(field -> 'fields', value, place || '.');
      when 'list' then
        if jsonb_typeof(value) = 'array' then
          -- By its own id, which stays when others come and go before it.
          return query select t.* from jsonb_array_elements(value) with ordinality i
          cross join lateral private.find_texts(field -> 'fields', i.value,
            place || '.' || coalesce(i.value ->> 'id', (i.ordinality - 1)::text) || '.') t;
        end if;
      else
        null;
    end case;
  end loop;
end $function$
;
comment on function private.find_texts(jsonb,jsonb,text) is 'The texts of data in one language, by the shape that private.text_shapes has for it.';

CREATE OR REPLACE FUNCTION private.find_texts_by_locale(p_value jsonb, p_path text)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(p_value) = 'array' then
    return query select t.* from jsonb_array_elements(p_value) with ordinality i
    cross join lateral private.find_texts_by_locale(i.value, p_path || '.' || coalesce(i.value ->> 'id', (i.ordinality - 1)::text)) t;
  elsif jsonb_typeof(p_value) = 'object' and jsonb_typeof(p_value -> 'en') = 'string' then
    return query select p_path, l.key, l.value #>> '{}' from jsonb_each(p_value) l where jsonb_typeof(l.value) = 'string';
  elsif jsonb_typeof(p_value) = 'object' then
    return query select t.* from jsonb_each(p_value) e
    cross join lateral private.find_texts_by_locale(e.value, p_path || '.' || e.key) t where e.key <> 'id';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.find_texts_of_form(p_content jsonb, p_path text)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_path || '.' || coalesce(f.value ->> 'id', (f.ordinality - 1)::text) || '.' || t.name, l.locale, t.body
  from jsonb_array_elements(case jsonb_typeof(p_content) when 'array' then p_content end) with ordinality f
  cross join lateral (
    select 'en' as locale, f.value - 'localized' || jsonb_build_object('optionLabels', (
      select jsonb_object_agg(o.value ->> 'optionValue', o.value -> 'optionLabel')
      from jsonb_array_elements(case jsonb_typeof(f.value -> 'options') when 'array' then f.value -> 'options' end) o
      where o.value ->> 'optionValue' is not null
    )) as texts
    union all
    select e.key, e.value from jsonb_each(case jsonb_typeof(f.value -> 'localized') when 'object' then f.value -> 'localized' end) e
  ) l
  cross join lateral (
    select n as name, l.texts ->> n as body from unnest('{label,placeholder,helpBlockText,buttonText}'::text[]) n
    union all
    select 'options.' || o.key, o.value #>> '{}'
    from jsonb_each(case jsonb_typeof(l.texts -> 'optionLabels') when 'object' then l.texts -> 'optionLabels' end) o
  ) t
$function$
;

CREATE OR REPLACE FUNCTION private.find_texts_of_record(p_kind text, p_rows jsonb)
 RETURNS TABLE(path text, locale text, body text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.path, t.locale, t.body
  from private.text_shapes s
  join private.kinds k on k.kind = s.owner
  cross join lateral jsonb_array_elements(s.fields) f
  cross join lateral (select p_rows -> k.table_name -> 0 as own) r
  cross join lateral (
    -- Most records have plain texts alone: they are read without a call for each.
    select n ->> 'name' as path, l.key as locale, l.value ->> (n ->> 'name') as body
    from jsonb_each(case when f ->> 'is' = 'localized' and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    cross join lateral jsonb_path_query(f, '$.fields[*] ? (@.is == "text" && !exists(@.when))') n
    where jsonb_typeof(l.value -> (n ->> 'name')) = 'string'
    union all
    select x.path, l.key, x.body
    from jsonb_each(case when jsonb_path_exists(f, '$.fields[*] ? (@.is != "text" || exists(@.when))') and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    cross join lateral private.find_texts(jsonb_path_query_array(f, '$.fields[*] ? (@.is != "text" || exists(@.when))'), l.value) x
    where f ->> 'is' = 'localized'
    union all
    -- The data of a shared module is that of its type.
    select x.path, l.key, x.body
    from jsonb_each(case when f ->> 'is' = 'localized' and f -> 'fields' @> '[{"is": "module"}]' and jsonb_typeof(r.own -> 'localized') = 'object' then r.own -> 'localized' end) l
    join private.text_shapes m on m.owner = r.own ->> 'type'
    cross join lateral private.find_texts(m.fields, l.value -> 'data', 'data.') x
    union all
    select x.* from private.find_texts_by_locale(r.own -> (f ->> 'name'), f ->> 'name') x where f ->> 'is' = 'by-locale'
    union all
    select x.* from private.find_texts_of_form(r.own -> (f ->> 'name'), f ->> 'name') x where f ->> 'is' = 'form-fields'
  ) t
  where s.owner = p_kind
  union all
  -- Rows of its parts that have languages, by what tells them apart.
  select concat_ws('.', c.name, (select string_agg(p.value ->> key, '.' order by key) from unnest(c.keys) key where key <> c.owner_key), t.key), l.key, t.value #>> '{}'
  from private.kinds k
  join private.content_tables c on c.owner_name = k.table_name and c.keys is not null
  cross join lateral jsonb_array_elements(case jsonb_typeof(p_rows -> c.name) when 'array' then p_rows -> c.name end) p
  cross join lateral jsonb_each(case jsonb_typeof(p.value -> 'localized') when 'object' then p.value -> 'localized' end) l
  cross join lateral jsonb_each(case jsonb_typeof(l.value) when 'object' then l.value end) t
  where k.kind = p_kind and jsonb_typeof(t.value) = 'string'
$function$
;
comment on function private.find_texts_of_record(text,jsonb) is 'The texts of a record in each language, by their place.';

CREATE OR REPLACE FUNCTION private.rows_to_translate(p_kind text, p_ids text[])
 RETURNS TABLE(id text, rows jsonb)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select d.record_id, d.rows from public.record_drafts d
  where d.kind = p_kind and d.record_id = any (p_ids) and d.release_id is null and d.rows is not null
  union all
  select r.id, r.rows from private.rows_of_records(p_kind, array(
    select i from unnest(p_ids) i where not exists (
      select from public.record_drafts d where d.kind = p_kind and d.record_id = i and d.release_id is null and d.rows is not null
    )
  )) r
$function$
;

CREATE OR REPLACE FUNCTION private.read_texts(p_changed jsonb)
 RETURNS TABLE(part text, path text, locale public.locale, kind text, ref text, body text)
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  select t.part, t.path, t.locale::public.locale, t.kind, t.ref, t.body
  from (
    select 'module:' || m.id as part, x.path, l.locale::text, 'page' as kind, m.page_id::text as ref, x.body
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
    join public.modules m on c.is_module and m.id = c.ref::bigint
    join private.text_shapes s on s.owner = m.type::text
    join public.module_locales l on l.module_id = m.id
    cross join lateral private.find_texts(s.fields, l.data) x
    union all
    select 'page:' || l.page_id, x.path, l.locale::text, 'page', l.page_id::text, x.body
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
    join public.page_locales l on not c.is_module and c.kind = 'page' and l.page_id = c.ref::bigint
    cross join lateral (values ('title', l.title), ('nav_title', l.nav_title), ('description', l.description)) x (path, body)
    union all
    select c.kind || ':' || r.id, x.path, x.locale, c.kind, r.id, x.body
    from (
      select o.kind, array_agg(distinct o.ref) as refs from jsonb_to_recordset(p_changed) o (kind text, ref text, is_module boolean)
      where o.kind <> 'page' group by o.kind
    ) c
    cross join lateral private.rows_to_translate(c.kind, c.refs) r
    cross join lateral private.find_texts_of_record(c.kind, r.rows) x
  ) t
  where t.body ~ '[A-Za-z\u00c0-\u1fff\u2c00-\U0010ffff]' and t.locale = any (enum_range(null::public.locale)::text[]);
end $function$
;

CREATE OR REPLACE FUNCTION private.state_of_pair(p_locale public.locale, p_source uuid, p_target uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select t.state from public.translations t
  where t.locale = p_locale and t.target_hash = p_target and t.source_hash = p_source
  order by t.id desc limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.follow_texts(p_changed jsonb, p_by uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with parts as materialized (
    select distinct case when c.is_module then 'module:' || c.ref else c.kind || ':' || c.ref end as part
    from jsonb_to_recordset(p_changed) c (kind text, ref text, is_module boolean)
  ), fresh as materialized (
    select t.part, t.path, t.locale, t.kind, t.ref, t.body, private.text_hash(t.body) as hash from private.read_texts(p_changed) t
  ), known as materialized (
    select f.part, f.path, f.locale, f.hash, f.is_current, f.kind, f.ref from private.text_fields f where f.part in (select p.part from parts p)
  ), pairs as (
    select f.locale, s.hash as source_hash, f.hash as target_hash,
      -- The field has never said it.
      bool_or(not exists (
        select from known k where (k.part, k.path, k.locale, k.hash) = (f.part, f.path, f.locale, f.hash)
      )) as is_new,
      -- It was written beside a source that was there before: not copied with it.
      bool_or(exists (
        select from known k where k.is_current and (k.part, k.path, k.locale, k.hash) = (s.part, s.path, s.locale, s.hash)
      )) as is_beside
    from fresh f
    join fresh s on s.locale = 'en' and (s.part, s.path) = (f.part, f.path)
    where f.locale <> 'en' and f.hash <> s.hash
    group by f.locale, s.hash, f.hash
  ), said as (
    insert into public.translations (locale, source_hash, target_hash, state, made_by)
    select p.locale, p.source_hash, p.target_hash, case when p.is_new then 'translated' else 'stale' end, p_by
    from pairs p
    cross join lateral (select private.state_of_pair(p.locale, p.source_hash, p.target_hash) as state) l
    where l.state is null or (l.state = 'stale' and p.is_new and p.is_beside)
    returning locale, source_hash, target_hash
  ), uncounted as (
    insert into private.uncounted_texts (kind, ref)
    select f.kind, f.ref from fresh f
    union
    select k.kind, k.ref from known k
    union
    -- Others that say the same.
    select t.kind, t.ref from said p
    join private.text_fields t on t.hash = p.target_hash and t.locale = p.locale and t.is_current
  ), bodies as (
    insert into private.texts (hash, body, words)
    select distinct on (f.hash) f.hash, f.body, cardinality(regexp_split_to_array(btrim(f.body), '\s+'))
    from fresh f
    -- A look-up for each, not a pass over all that was ever said.
    left join lateral (select t.id from private.texts t where t.hash = f.hash limit 1) t on true
    where t.id is null
  ), compared as materialized (
    select part, path, locale, hash, f.kind, f.ref, f.part is null as is_left, k.part is null or (f.kind, f.ref) is distinct from (k.kind, k.ref) as is_new
    from fresh f full join (select * from known where is_current) k using (part, path, locale, hash)
  ), left_behind as (
    update private.text_fields t set is_current = false
    from compared c
    where c.is_left and (t.part, t.path, t.locale, t.hash) = (c.part, c.path, c.locale, c.hash)
    returning 1
  )
  insert into private.text_fields as t (part, path, locale, hash, kind, ref)
  select c.part, c.path, c.locale, c.hash, c.kind, c.ref from compared c, (select count(*) from left_behind) after_them
  where not c.is_left and c.is_new
  on conflict (part, path, locale, hash) do update set is_current = true, kind = excluded.kind, ref = excluded.ref;
end $function$
;

CREATE OR REPLACE FUNCTION private.follow_changed_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
begin
  -- The first of a transaction follows all of it.
  if current_setting('app.texts_followed', true) = 'on' then
    return null;
  end if;
  perform set_config('app.texts_followed', 'on', true);
  with mine as (
    delete from private.changed_texts c where c.transaction = pg_current_xact_id() returning c.kind, c.ref, c.is_module
  )
  select jsonb_agg(distinct jsonb_build_object('kind', m.kind, 'ref', m.ref, 'is_module', m.is_module)) into changed from mine m;
  if changed is not null then
    perform private.follow_texts(changed, private.actor());
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.note_changed_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed text;
begin
  changed := concat_ws(' union ', case when tg_op <> 'INSERT' then 'select * from old_rows' end, case when tg_op <> 'DELETE' then 'select * from new_rows' end);
  execute format('insert into private.changed_texts (kind, ref, is_module)
    select distinct %1$s, r.%2$I::text, %3$L::boolean from (%4$s) r where r.%2$I is not null%5$s',
    case when tg_argv[0] = '' then 'r.kind' else quote_literal(tg_argv[0]) end, tg_argv[1], tg_argv[2], changed,
    case when tg_argv[0] = '' then ' and r.release_id is null' else '' end);
  perform set_config('app.texts_followed', 'off', true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.watch_texts(p_table text, p_kind text, p_id_column text, p_is_module boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  op record;
begin
  for op in select * from (values ('insert', 'new table as new_rows'), ('update', 'old table as old_rows new table as new_rows'), ('delete', 'old table as old_rows')) o (name, seen) loop
    execute format('create trigger %1$s_texts_%2$s after %2$s on public.%1$I referencing %3$s for each statement execute function private.note_changed_texts(%4$L, %5$L, %6$L)',
      p_table, op.name, op.seen, p_kind, p_id_column, p_is_module);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.states_of_texts(p_kind text, p_refs text[])
 RETURNS TABLE(ref text, part text, path text, locale public.locale, state text, source_hash uuid, target_hash uuid)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select s.ref, s.part, s.path, l.locale,
    case
      when t.hash is null then 'absent'
      when t.hash = s.hash then coalesce(nullif(p.state, 'stale'), 'partly')
      else coalesce(p.state, 'stale')
    end,
    s.hash, t.hash
  from private.text_fields s
  cross join (select l from unnest(enum_range(null::public.locale)) l where l <> 'en') l (locale)
  left join private.text_fields t on t.is_current and (t.part, t.path) = (s.part, s.path) and t.locale = l.locale
  left join lateral (
    select m.state from public.translations m
    where m.locale = l.locale and m.target_hash = t.hash and m.source_hash = s.hash
    order by m.id desc limit 1
  ) p on true
  where s.kind = p_kind and s.ref = any (p_refs) and s.is_current and s.locale = 'en'
$function$
;
comment on function private.states_of_texts(text,text[]) is 'The state of each text in each language: translated, checked, stale (its source says something else since), partly (it says what its source says), kept (and is meant to), absent.';

CREATE OR REPLACE FUNCTION private.sites_of(p_kind text, p_refs text[])
 RETURNS TABLE(ref text, sites text[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.id::text, array[p.site_id] from public.pages p where p_kind = 'page' and p.id = any (case when p_kind = 'page' then p_refs::bigint[] end)
  union all
  select r.id, array(select s.value #>> '{}' from jsonb_array_elements(t.own -> 'sites') s)
  from private.kinds k
  cross join lateral private.rows_to_translate(p_kind, p_refs) r
  cross join lateral (select r.rows -> k.table_name -> 0 as own) t
  where p_kind <> 'page' and k.kind = p_kind and jsonb_typeof(t.own -> 'sites') = 'array'
  union all
  -- Sites, and what belongs to one.
  select r.id, array[coalesce(t.own ->> 'site_id', case when p_kind = 'site' then r.id end)]
  from private.kinds k
  cross join lateral private.rows_to_translate(p_kind, p_refs) r
  cross join lateral (select r.rows -> k.table_name -> 0 as own) t
  where p_kind <> 'page' and k.kind = p_kind and jsonb_typeof(t.own -> 'sites') is distinct from 'array' and (p_kind = 'site' or t.own ? 'site_id')
$function$
;

CREATE OR REPLACE FUNCTION public.count_translations()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
  of_kind record;
begin
  -- One counts at a time; what comes in meanwhile is counted by the next one.
  perform pg_advisory_xact_lock(hashtextextended('translation counts', 0));
  with gone as (delete from private.uncounted_texts where true returning kind, ref)
  select jsonb_agg(distinct jsonb_build_object('kind', g.kind, 'ref', g.ref)) into changed from gone g;
  for of_kind in
    select c.kind, array_agg(c.ref) as refs from jsonb_to_recordset(coalesce(changed, '[]')) c (kind text, ref text) group by c.kind
  loop
    delete from private.translation_counts t where t.kind = of_kind.kind and t.ref = any (of_kind.refs);
    insert into private.translation_counts (kind, ref, locale, texts, words, translated, checked, stale, partly, absent, words_to_do, sites)
    select of_kind.kind, s.ref, s.locale, count(*), sum(w.words),
      count(*) filter (where s.state = 'translated'), count(*) filter (where s.state in ('checked', 'kept')), count(*) filter (where s.state = 'stale'),
      count(*) filter (where s.state = 'partly'), count(*) filter (where s.state = 'absent'),
      coalesce(sum(w.words) filter (where s.state in ('stale', 'absent')), 0), min(o.sites)
    from private.states_of_texts(of_kind.kind, of_kind.refs) s
    cross join lateral (select t.words from private.texts t where t.hash = s.source_hash limit 1) w
    left join private.sites_of(of_kind.kind, of_kind.refs) o on o.ref = s.ref
    group by s.ref, s.locale;
  end loop;
end $function$
;
comment on function public.count_translations() is 'Brings private.translation_counts up to date with all that has been committed.';

CREATE OR REPLACE FUNCTION public.judge_translation(p_actor uuid, p_locale public.locale, p_source uuid, p_target uuid, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_state not in ('translated', 'checked', 'kept', 'stale') or (p_state = 'kept') <> (p_source = p_target) then
    return 'invalid';
  end if;
  if not exists (
    select from private.text_fields t
    join private.text_fields s on s.is_current and s.locale = 'en' and (s.part, s.path) = (t.part, t.path) and s.hash = p_source
    where t.is_current and t.locale = p_locale and t.hash = p_target
  ) then
    return 'not-found';
  end if;
  insert into public.translations (locale, source_hash, target_hash, state, made_by) values (p_locale, p_source, p_target, p_state, private.actor());
  insert into private.uncounted_texts (kind, ref)
  select distinct t.kind, t.ref from private.text_fields t where t.hash = p_target and t.locale = p_locale and t.is_current;
  return 'saved';
end $function$
;
comment on function public.judge_translation(uuid,public.locale,uuid,uuid,text) is 'What somebody says of a text beside its source, as they stand somewhere now: checked, kept (meant to say the same), translated again, or stale. not-found: one of them has changed meanwhile.';

CREATE OR REPLACE FUNCTION public.list_translations(p_site text, p_locales public.locale[], p_titles jsonb, p_kind text DEFAULT NULL::text, p_state text DEFAULT NULL::text, p_limit integer DEFAULT 50, p_offset integer DEFAULT 0)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    with counts as materialized (
      select c.* from private.translation_counts c
      where c.locale = any (p_locales) and (c.sites is null or p_site = any (c.sites)) and (p_kind is null or c.kind = p_kind)
    ), items as (
      select c.kind, c.ref, sum(c.words_to_do) as words_to_do,
        jsonb_object_agg(c.locale, jsonb_build_object('texts', c.texts, 'stale', c.stale, 'absent', c.absent, 'partly', c.partly, 'checked', c.checked, 'words', c.words_to_do)) as locales
      from counts c
      group by c.kind, c.ref
      having case p_state when 'stale' then sum(c.stale) when 'absent' then sum(c.absent) when 'partly' then sum(c.partly) when 'to-do' then sum(c.stale + c.absent) else 1 end > 0
    ), shown as materialized (
      select * from items i order by i.words_to_do desc, i.kind, length(i.ref), i.ref limit least(p_limit, 200) offset p_offset
    ), titles as (
      select 'page' as kind, s.ref, (select l.title from public.page_locales l where l.page_id = s.ref::bigint order by l.locale limit 1) as title
      from shown s where s.kind = 'page'
      union all
      select g.kind, r.id, (r.rows -> k.table_name -> 0) #>> array(select jsonb_array_elements_text(p_titles -> g.kind))
      from (select s.kind, array_agg(s.ref) as refs from shown s where s.kind <> 'page' group by s.kind) g
      join private.kinds k on k.kind = g.kind
      cross join lateral private.rows_to_translate(g.kind, g.refs) r
    )
    select jsonb_build_object(
      'total', (select count(*) from items),
      'locales', (
        select jsonb_object_agg(t.locale, t.sums) from (
          select c.locale, jsonb_build_object('texts', sum(c.texts), 'stale', sum(c.stale), 'absent', sum(c.absent), 'partly', sum(c.partly), 'checked', sum(c.checked), 'words', sum(c.words_to_do)) as sums
          from counts c group by c.locale
        ) t
      ),
      'kinds', (
        select coalesce(jsonb_agg(distinct c.kind), '[]') from private.translation_counts c where c.sites is null or p_site = any (c.sites)
      ),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', s.ref, 'locales', s.locales, 'words', s.words_to_do, 'title', t.title) order by s.words_to_do desc, s.kind, length(s.ref), s.ref), '[]')
        from shown s left join titles t using (kind, ref)
      ))
  );
end $function$
;
comment on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) is 'How far the pages and records of a site are in each language, those with most to do first. p_titles: where each kind has its title.';

CREATE OR REPLACE FUNCTION public.read_translation(p_kind text, p_ref text, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select jsonb_agg(jsonb_build_object('kind', c.kind, 'ref', c.ref, 'is_module', c.is_module)) as parts
    from (
      select p_kind as kind, p_ref as ref, false as is_module
      union all
      select 'page', m.id::text, true from public.modules m where p_kind = 'page' and m.page_id = p_ref::bigint
    ) c
  ), places as (
    -- In the order of the page: of each module those above it come before.
    with recursive below as (
      select m.id, m.type, array[m.position, m.id] as place from public.modules m where p_kind = 'page' and m.page_id = (case when p_kind = 'page' then p_ref::bigint end) and m.parent_id is null
      union all
      select m.id, m.type, b.place || m.position::bigint || m.id from below b join public.modules m on m.parent_id = b.id
    )
    select 'module:' || b.id as part, b.type::text as type, row_number() over (order by b.place) as place from below b
  ), texts as materialized (
    select t.*, row_number() over () as number from asked a, private.read_texts(a.parts) t
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'part', s.part, 'type', p.type, 'path', s.path, 'state', f.state, 'source', s.body, 'target', t.body, 'source_hash', f.source_hash, 'target_hash', f.target_hash,
    -- What the source said when the text was made.
    'source_before', case when f.state = 'stale' then (
      select x.body from public.translations m join private.texts x on x.hash = m.source_hash
      where m.locale = p_locale and m.target_hash = f.target_hash and m.state <> 'stale' order by m.id desc limit 1
    ) end) order by p.place nulls first, s.number), '[]')
  from texts s
  join private.states_of_texts(p_kind, array[p_ref]) f on (f.part, f.path) = (s.part, s.path) and f.locale = p_locale
  left join texts t on (t.part, t.path) = (s.part, s.path) and t.locale = p_locale
  left join places p on p.part = s.part
  where s.locale = 'en'
$function$
;
comment on function public.read_translation(text,text,public.locale) is 'The texts of a page or record beside their English ones, in their order, each with its state.';

CREATE OR REPLACE FUNCTION private.with_fields(p_row jsonb, p_names text[], p_values jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
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
      -- A language without a text is none.
      if p_row #> field.place[:2] = '{}' then
        p_row := p_row #- field.place[:2];
      end if;
    else
      p_row := jsonb_set(p_row, field.place[:2], coalesce(p_row #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  return p_row;
end $function$
;

CREATE OR REPLACE FUNCTION private.put_back_fields(p_table text, p_ref bigint, p_expected jsonb, p_values jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb;
  now_fields jsonb;
  columns text;
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1 for update', p_table) into stored using p_ref;
  now_fields := private.fields_of(stored);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  stored := private.with_fields(stored, array(select jsonb_object_keys(p_expected)), p_values);
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2',
      p_table, columns) using stored, p_ref;
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.restored_rows(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', r.ref, 'rows', jsonb_set(s.rows, array[r.name, '0'],
      private.with_fields(s.rows #> array[r.name, '0'], array(select jsonb_object_keys(r.expected)), r.values))) order by s.kind, r.ref), '[]')
    from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb)
    join lateral (
      select k.kind, private.record_rows(k.kind, r.ref::text, true) as rows from private.kinds k where k.table_name = r.name
    ) s on s.rows #> array[r.name, '0'] is not null
  );
end $function$
;
comment on function public.restored_rows(jsonb) is 'The rows of records, by table, as public.take_back would leave them.';

CREATE OR REPLACE FUNCTION public.add_record_to_release(p_actor uuid, p_release bigint, p_kind text, p_id text, p_replaces timestamp with time zone DEFAULT NULL::timestamp with time zone, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  if found and item.data is distinct from draft.data then
    if item.saved_at is distinct from p_replaces then
      return private.occupied(item.saved_at, item.saved_by);
    end if;
    perform private.keep_record_draft(item, 'replaced');
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.release_id = p_release;
  update public.record_drafts d set release_id = p_release, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.release_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) is 'Moves the draft of a record into a release. p_replaces: as add_page_to_release has it. Refused where somebody has saved it since p_saved_at.';

CREATE OR REPLACE FUNCTION public.change_set_changes(p_pages jsonb, p_records jsonb DEFAULT '[]'::jsonb, p_release bigint DEFAULT NULL::bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;
comment on function public.change_set_changes(jsonb,jsonb,bigint,jsonb) is 'What making pages and records, or a release, live would put on the change queue: tags and rows. Where the pages are then, and the languages in which a page of a release stays as it is.';

CREATE OR REPLACE FUNCTION private.read_as(p_user uuid, p_release bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  caller text := current_user;
  planned jsonb := case when p_user is null then nullif(p_args -> 'p_planned', 'null') end;
  proposed jsonb := case when p_user is null then nullif(p_args -> 'p_proposed', 'null') end;
  records jsonb := case when p_user is null then nullif(p_args -> 'p_proposed_records', 'null') end;
  answer json;
begin
  if p_user is null then
    perform set_config('app.reads_for_server', 'on', true);
  else
    perform set_config('app.assured_before', 'on', true);
    perform private.act_as(p_user);
  end if;
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_release, p_args -> 'p_merged',
      planned, null, proposed, records)
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_release))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_release, p_args -> 'p_merged', planned, proposed, records)
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_routes' then to_json(public.preview_routes(p_args -> 'p_rows', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_redirects' then to_json(public.preview_redirects(p_args ->> 'p_site', array(select jsonb_array_elements_text(p_args -> 'p_left')),
      array(select jsonb_array_elements_text(p_args -> 'p_taken')), p_release, p_args -> 'p_merged', planned, proposed, records))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_release, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_release, proposed))
  end;
  perform set_config('role', caller, true);
  perform set_config(s, '', true) from unnest('{app.reads_for_server,app.assured_before,app.actor}'::text[]) s;
  return answer;
end $function$
;

comment on table public.forms is 'Forms made with the form builder, as visitors see them. What is not published yet is a draft of the record.';

comment on table public.form_versions is 'The fields that a form had, each with the version at which it got them first, so that a submission can be read as it was sent. Written by a trigger.';

create table private.text_shapes (
  -- A module type, or a kind.
  owner text primary key,
  -- As src/schema/text-shape.ts makes it of the schemas.
  fields jsonb not null check (jsonb_typeof(fields) = 'array')
);
comment on table private.text_shapes is 'Where the data of a module, or the columns of a record, have texts that are translated.';

create table private.text_fields (
  -- The page, module or record whose field it is: 'page:7', 'module:12', 'product:3'.
  part text not null,
  path text not null,
  locale public.locale not null,
  -- private.text_hash() of what it says.
  hash uuid not null,
  -- The page or record that shows it.
  kind text not null,
  ref text not null,
  is_current boolean not null default true,
  primary key (part, path, locale, hash)
);
comment on table private.text_fields is 'What the texts of pages and records say in each language, now and before.';

create table private.texts (
  id bigint generated always as identity primary key,
  hash uuid not null,
  body text not null,
  words integer not null
);
comment on table private.texts is 'What a text says, by its hash.';

create table public.translations (
  id bigint generated always as identity primary key,
  locale public.locale not null check (locale <> 'en'),
  source_hash uuid not null,
  target_hash uuid not null,
  -- stale: they have met, and the text was made from another one. kept: it is meant to say the same as its source.
  state text not null check (state in ('translated', 'checked', 'stale', 'kept')),
  made_by uuid,
  made_at timestamptz not null default clock_timestamp()
);
alter table public.translations enable row level security;
comment on table public.translations is 'Which text was made from which English one: of the rows with the same two the last one counts. Rows are added only, so nobody waits for anybody.';

create table private.translation_counts (
  kind text not null,
  ref text not null,
  locale public.locale not null,
  texts integer not null,
  words integer not null,
  translated integer not null,
  checked integer not null,
  stale integer not null,
  partly integer not null,
  absent integer not null,
  -- Words of the texts that are stale or absent.
  words_to_do integer not null,
  -- The sites that show it; null for all.
  sites text[],
  primary key (kind, ref, locale)
);
comment on table private.translation_counts is 'How many texts of a page or record are in which state, by language.';

create table private.uncounted_texts (
  id bigint generated always as identity primary key,
  kind text not null,
  ref text not null
);
comment on table private.uncounted_texts is 'Pages and records whose texts have changed since they were counted. Rows are added only, so nobody waits for anybody.';

create table private.changed_texts (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- A module by its own number, so that one save reads one module.
  ref text not null,
  is_module boolean not null
);
comment on table private.changed_texts is 'The pages, modules and records whose texts the transactions that run have changed.';

create or replace view private.link_choices with (security_invoker=true) as
 SELECT id,
    search_text,
    lower(text) AS sorting,
    page_id
   FROM public.links r;

create or replace view private.form_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'title', title, 'content', content, 'localized', localized, 'version', COALESCE(( SELECT max(v.version) AS max
           FROM public.form_versions v
          WHERE ((v.form_id = f.id) AND (v.content = f.content))), (version + ((EXISTS ( SELECT
           FROM public.form_versions v
          WHERE (v.form_id = f.id))))::integer))) AS record
   FROM public.forms f;

create or replace view private.live_redirects with (security_invoker=true) as
 SELECT site_id,
    from_path,
    to_path,
    status,
    page_id,
    locale,
    row_kind,
    from_slug,
    row_id
   FROM public.redirects r;

create or replace view private.form_choices with (security_invoker=true) as
 SELECT r.id,
    private.searchable(ARRAY[r.title], r.localized, '{title}'::text[]) AS search_text,
    r.title AS sorting
   FROM public.forms r
UNION ALL
 SELECT d.id,
    private.searchable(ARRAY[d.title], d.localized, '{title}'::text[]) AS search_text,
    d.title AS sorting
   FROM ( SELECT DISTINCT ON (d_1.record_id) (d_1.record_id)::bigint AS id,
            COALESCE((d_1.data ->> 'title'::text), ''::text) AS title,
            COALESCE((d_1.data -> 'localized'::text), '{}'::jsonb) AS localized
           FROM public.record_drafts d_1
          WHERE ((d_1.kind = 'form'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.forms f
                  WHERE (f.id = (d_1.record_id)::bigint)))))
          ORDER BY d_1.record_id, d_1.release_id NULLS FIRST) d;

create or replace view private.proposed_pages with (security_invoker=true) as
 SELECT l.page_id,
    l.parent_id,
    COALESCE(((( SELECT private.merged_in_release() AS merged_in_release) -> 'pages'::text) -> (l.page_id)::text), l.contents) AS contents,
    (l.contents IS NULL) AS is_deleted
   FROM public.release_pages l
  WHERE (l.release_id = ( SELECT private.previewed_release() AS previewed_release))
UNION ALL
 SELECT p.page AS page_id,
    p.parent AS parent_id,
    p.contents,
    ((p.contents IS NULL) AND (NOT COALESCE(p.stays, false))) AS is_deleted
   FROM jsonb_to_recordset(( SELECT private.proposed_contents() AS proposed_contents)) p(page bigint, parent bigint, contents jsonb, stays boolean);

CREATE INDEX text_fields_owner_idx ON private.text_fields USING btree (kind, ref) WHERE is_current;

CREATE INDEX text_fields_hash_idx ON private.text_fields USING btree (hash, locale) WHERE is_current;

CREATE UNIQUE INDEX text_fields_current_idx ON private.text_fields USING btree (part, path, locale) WHERE is_current;

CREATE INDEX texts_hash_idx ON private.texts USING btree (hash);

CREATE INDEX translations_pair_idx ON public.translations USING btree (locale, target_hash, source_hash, id);

CREATE INDEX changed_texts_transaction_idx ON private.changed_texts USING btree (transaction);

CREATE CONSTRAINT TRIGGER redirects_circle AFTER INSERT ON private.changed_redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.refuse_circle_of_redirects();

CREATE TRIGGER translations_immutable BEFORE UPDATE ON public.translations FOR EACH ROW EXECUTE FUNCTION private.refuse_change();

CREATE CONSTRAINT TRIGGER changed_texts_follow AFTER INSERT ON private.changed_texts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.follow_changed_texts();

CREATE TRIGGER module_locales_texts_insert AFTER INSERT ON public.module_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER module_locales_texts_update AFTER UPDATE ON public.module_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER module_locales_texts_delete AFTER DELETE ON public.module_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'module_id', 't');

CREATE TRIGGER page_locales_texts_insert AFTER INSERT ON public.page_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER page_locales_texts_update AFTER UPDATE ON public.page_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER page_locales_texts_delete AFTER DELETE ON public.page_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('page', 'page_id', 'f');

CREATE TRIGGER record_drafts_texts_insert AFTER INSERT ON public.record_drafts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER record_drafts_texts_update AFTER UPDATE ON public.record_drafts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER record_drafts_texts_delete AFTER DELETE ON public.record_drafts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('', 'record_id', 'f');

CREATE TRIGGER sites_texts_insert AFTER INSERT ON public.sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER sites_texts_update AFTER UPDATE ON public.sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER sites_texts_delete AFTER DELETE ON public.sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('site', 'id', 'f');

CREATE TRIGGER images_texts_insert AFTER INSERT ON public.images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER images_texts_update AFTER UPDATE ON public.images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER images_texts_delete AFTER DELETE ON public.images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('image', 'id', 'f');

CREATE TRIGGER vectors_texts_insert AFTER INSERT ON public.vectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER vectors_texts_update AFTER UPDATE ON public.vectors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER vectors_texts_delete AFTER DELETE ON public.vectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('vector', 'id', 'f');

CREATE TRIGGER files_texts_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER files_texts_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER files_texts_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('file', 'id', 'f');

CREATE TRIGGER documents_texts_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER documents_texts_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER documents_texts_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('document', 'id', 'f');

CREATE TRIGGER videos_texts_insert AFTER INSERT ON public.videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER videos_texts_update AFTER UPDATE ON public.videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER videos_texts_delete AFTER DELETE ON public.videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('video', 'id', 'f');

CREATE TRIGGER webinars_texts_insert AFTER INSERT ON public.webinars REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER webinars_texts_update AFTER UPDATE ON public.webinars REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER webinars_texts_delete AFTER DELETE ON public.webinars REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('webinar', 'id', 'f');

CREATE TRIGGER properties_texts_insert AFTER INSERT ON public.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER properties_texts_update AFTER UPDATE ON public.properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER properties_texts_delete AFTER DELETE ON public.properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('property', 'id', 'f');

CREATE TRIGGER categories_texts_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER categories_texts_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER categories_texts_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('category', 'id', 'f');

CREATE TRIGGER applications_texts_insert AFTER INSERT ON public.applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER applications_texts_update AFTER UPDATE ON public.applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER applications_texts_delete AFTER DELETE ON public.applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('application', 'id', 'f');

CREATE TRIGGER series_texts_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER series_texts_update AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER series_texts_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('series', 'id', 'f');

CREATE TRIGGER products_texts_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER products_texts_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER products_texts_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'id', 'f');

CREATE TRIGGER product_property_values_texts_insert AFTER INSERT ON public.product_property_values REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER product_property_values_texts_update AFTER UPDATE ON public.product_property_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER product_property_values_texts_delete AFTER DELETE ON public.product_property_values REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('product', 'product_id', 'f');

CREATE TRIGGER channel_partners_texts_insert AFTER INSERT ON public.channel_partners REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER channel_partners_texts_update AFTER UPDATE ON public.channel_partners REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER channel_partners_texts_delete AFTER DELETE ON public.channel_partners REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('channel_partner', 'id', 'f');

CREATE TRIGGER representatives_texts_insert AFTER INSERT ON public.representatives REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER representatives_texts_update AFTER UPDATE ON public.representatives REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER representatives_texts_delete AFTER DELETE ON public.representatives REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('representative', 'id', 'f');

CREATE TRIGGER faqs_texts_insert AFTER INSERT ON public.faqs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER faqs_texts_update AFTER UPDATE ON public.faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER faqs_texts_delete AFTER DELETE ON public.faqs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('faq', 'id', 'f');

CREATE TRIGGER tags_texts_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER tags_texts_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER tags_texts_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('tag', 'id', 'f');

CREATE TRIGGER authors_texts_insert AFTER INSERT ON public.authors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER authors_texts_update AFTER UPDATE ON public.authors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER authors_texts_delete AFTER DELETE ON public.authors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('author', 'id', 'f');

CREATE TRIGGER articles_texts_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER articles_texts_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER articles_texts_delete AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('article', 'id', 'f');

CREATE TRIGGER events_texts_insert AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER events_texts_update AFTER UPDATE ON public.events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER events_texts_delete AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('event', 'id', 'f');

CREATE TRIGGER posts_texts_insert AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER posts_texts_update AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER posts_texts_delete AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('post', 'id', 'f');

CREATE TRIGGER locations_texts_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER locations_texts_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER locations_texts_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('location', 'id', 'f');

CREATE TRIGGER cvs_texts_insert AFTER INSERT ON public.cvs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER cvs_texts_update AFTER UPDATE ON public.cvs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER cvs_texts_delete AFTER DELETE ON public.cvs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('cv', 'id', 'f');

CREATE TRIGGER story_groups_texts_insert AFTER INSERT ON public.story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_groups_texts_update AFTER UPDATE ON public.story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_groups_texts_delete AFTER DELETE ON public.story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_group', 'id', 'f');

CREATE TRIGGER story_categories_texts_insert AFTER INSERT ON public.story_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER story_categories_texts_update AFTER UPDATE ON public.story_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER story_categories_texts_delete AFTER DELETE ON public.story_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('story_category', 'id', 'f');

CREATE TRIGGER employee_stories_texts_insert AFTER INSERT ON public.employee_stories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER employee_stories_texts_update AFTER UPDATE ON public.employee_stories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER employee_stories_texts_delete AFTER DELETE ON public.employee_stories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('employee_story', 'id', 'f');

CREATE TRIGGER jobs_texts_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER jobs_texts_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER jobs_texts_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('job', 'id', 'f');

CREATE TRIGGER forms_texts_insert AFTER INSERT ON public.forms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER forms_texts_update AFTER UPDATE ON public.forms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER forms_texts_delete AFTER DELETE ON public.forms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('form', 'id', 'f');

CREATE TRIGGER menus_texts_insert AFTER INSERT ON public.menus REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER menus_texts_update AFTER UPDATE ON public.menus REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER menus_texts_delete AFTER DELETE ON public.menus REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('menu', 'id', 'f');

CREATE TRIGGER investor_publications_texts_insert AFTER INSERT ON public.investor_publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER investor_publications_texts_update AFTER UPDATE ON public.investor_publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER investor_publications_texts_delete AFTER DELETE ON public.investor_publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('investor_publication', 'id', 'f');

CREATE TRIGGER shared_modules_texts_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

CREATE TRIGGER shared_modules_texts_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

CREATE TRIGGER shared_modules_texts_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.note_changed_texts('shared_module', 'id', 'f');

create policy translations_read on public.translations for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table private.live_redirects from public, anon, authenticated, service_role;
grant select on table private.live_redirects to service_role;

revoke all on table private.text_shapes from public, anon, authenticated, service_role;
grant select on table private.text_shapes to authenticated;
grant select on table private.text_shapes to service_role;

revoke all on table private.text_fields from public, anon, authenticated, service_role;
grant select on table private.text_fields to service_role;

revoke all on sequence private.texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.texts from public, anon, authenticated, service_role;
grant select on table private.texts to service_role;

revoke all on sequence public.translations_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.translations_id_seq to service_role;

revoke all on table public.translations from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.translations to service_role;
grant select on table public.translations to authenticated;

revoke all on table private.translation_counts from public, anon, authenticated, service_role;
grant delete, insert, select on table private.translation_counts to service_role;

revoke all on sequence private.uncounted_texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.uncounted_texts from public, anon, authenticated, service_role;
grant delete, insert, select on table private.uncounted_texts to service_role;

revoke all on sequence private.changed_texts_id_seq from public, anon, authenticated, service_role;

revoke all on table private.changed_texts from public, anon, authenticated, service_role;

revoke all on function private.redirects_onward(text[]) from public, anon, authenticated, service_role;

revoke all on function private.outputs_of_rows(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.outputs_of_rows(jsonb) to authenticated;
grant execute on function private.outputs_of_rows(jsonb) to service_role;

revoke all on function public.publish_plan(text[],jsonb,timestamp with time zone,integer,boolean) from public, anon, authenticated, service_role;
grant execute on function public.publish_plan(text[],jsonb,timestamp with time zone,integer,boolean) to service_role;

revoke all on function private.page_proposal(bigint,bigint,jsonb,boolean) from public, anon, authenticated, service_role;
grant execute on function private.page_proposal(bigint,bigint,jsonb,boolean) to service_role;

revoke all on function public.delete_form(uuid,bigint,integer,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.delete_form(uuid,bigint,integer,timestamp with time zone) to service_role;

revoke all on function private.proposed_records(text) from public, anon, authenticated, service_role;
grant execute on function private.proposed_records(text) to authenticated;
grant execute on function private.proposed_records(text) to service_role;

revoke all on function private.make_redirect_overlay() from public, anon, authenticated, service_role;

revoke all on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to authenticated;
grant execute on function private.begin_preview(bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to service_role;

revoke all on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_content(text,text,timestamp with time zone,boolean,jsonb,jsonb,jsonb,bigint,jsonb,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_routes(jsonb,timestamp with time zone,bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function private.moved_redirects(text,text[],text[]) from public, anon, authenticated, service_role;
grant execute on function private.moved_redirects(text,text[],text[]) to authenticated;
grant execute on function private.moved_redirects(text,text[],text[]) to service_role;

revoke all on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_redirects(text,text[],text[],bigint,jsonb,jsonb,jsonb,jsonb) to authenticated;

revoke all on function private.comparable_text(text) from public, anon, authenticated, service_role;
grant execute on function private.comparable_text(text) to authenticated;
grant execute on function private.comparable_text(text) to service_role;

revoke all on function private.text_hash(text) from public, anon, authenticated, service_role;
grant execute on function private.text_hash(text) to authenticated;
grant execute on function private.text_hash(text) to service_role;

revoke all on function private.lines_of_rich_text(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.lines_of_rich_text(jsonb) to service_role;

revoke all on function private.find_texts(jsonb,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts(jsonb,jsonb,text) to service_role;

revoke all on function private.find_texts_by_locale(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_by_locale(jsonb,text) to service_role;

revoke all on function private.find_texts_of_form(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_of_form(jsonb,text) to service_role;

revoke all on function private.find_texts_of_record(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.find_texts_of_record(text,jsonb) to service_role;

revoke all on function private.rows_to_translate(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.rows_to_translate(text,text[]) to service_role;

revoke all on function private.read_texts(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.read_texts(jsonb) to service_role;

revoke all on function private.state_of_pair(public.locale,uuid,uuid) from public, anon, authenticated, service_role;
grant execute on function private.state_of_pair(public.locale,uuid,uuid) to authenticated;
grant execute on function private.state_of_pair(public.locale,uuid,uuid) to service_role;

revoke all on function private.follow_texts(jsonb,uuid) from public, anon, authenticated, service_role;

revoke all on function private.follow_changed_texts() from public, anon, authenticated, service_role;

revoke all on function private.note_changed_texts() from public, anon, authenticated, service_role;

revoke all on function private.watch_texts(text,text,text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.states_of_texts(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.states_of_texts(text,text[]) to authenticated;
grant execute on function private.states_of_texts(text,text[]) to service_role;

revoke all on function private.sites_of(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.sites_of(text,text[]) to service_role;

revoke all on function public.count_translations() from public, anon, authenticated, service_role;
grant execute on function public.count_translations() to service_role;

revoke all on function public.judge_translation(uuid,public.locale,uuid,uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.judge_translation(uuid,public.locale,uuid,uuid,text) to service_role;

revoke all on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.list_translations(text,public.locale[],jsonb,text,text,integer,integer) to service_role;

revoke all on function public.read_translation(text,text,public.locale) from public, anon, authenticated, service_role;
grant execute on function public.read_translation(text,text,public.locale) to service_role;

revoke all on function private.with_fields(jsonb,text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.with_fields(jsonb,text[],jsonb) to service_role;

revoke all on function public.restored_rows(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.restored_rows(jsonb) to service_role;

revoke all on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.add_record_to_release(uuid,bigint,text,text,timestamp with time zone,timestamp with time zone) to service_role;

insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "ACCORDION", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "items", "fields": [{"is": "text", "name": "title"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "APPLICATION_HEADER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "BENEFITS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "iconBlocks", "when": [{"field": "display", "equals": ["icon"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}]}, {"is": "list", "name": "imageBlocks", "when": [{"field": "display", "equals": ["image"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CARD_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "COMPANY_LOCATION", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "tag"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CONTACT_LOCATIONS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CONVERSION_DRIVEN", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "list", "name": "points", "fields": [{"is": "text", "name": "name"}]}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CORRESPONDING", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CTA", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "name"}, {"is": "text", "name": "position"}, {"is": "text", "name": "phone"}, {"is": "text", "name": "email"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CTA_BLOCK", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "rich-text", "name": "body"}, {"is": "list", "name": "additionalButtons", "fields": [{"is": "text", "name": "label"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CUSTOM_FORMS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "CV", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "DOCUMENT_CATEGORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EMPLOYEE_STORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EQS_INVESTORS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EQS_STOCK_CHART", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "symbol"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EVALUATION_CATEGORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "categories", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "EVENTS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "FULL_WIDTH_SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "slides", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "HERO", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "HIGHLIGHTS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "highlights", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "subtitle"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "IMAGE_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "images", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "caption"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "INTERRUPTER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "JOB_OPENINGS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "text", "name": "field"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "KEY_FIGURES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "figures", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "subtitle"}, {"is": "text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LATEST_EMPLOYEE_STORIES", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LINK_HERO", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}, {"is": "text", "name": "linkSummary"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "LINK_LIST", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "MANUAL_TABS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "tabs", "fields": [{"is": "text", "name": "title"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "MEDIA_TEASER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "teasers", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "NEWS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "OFFICE_MAP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PARTNERS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_DETAILS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "PRODUCT_TABLE", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "QUOTE", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "quotes", "fields": [{"is": "text", "name": "quote"}, {"is": "text", "name": "name"}, {"is": "text", "name": "position"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SECONDARY_HEADER", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SLIDER", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "slides", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "SOFTWARE_DOWNLOADS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "files", "fields": [{"is": "text", "name": "filename"}]}, {"is": "list", "name": "documents", "fields": [{"is": "text", "name": "filename"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TAB", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "tabs", "when": [{"field": "source", "equals": ["manual"]}], "fields": [{"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TEXT_BLOCK", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "rich-text", "name": "body"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "TEXT_HEADER", "fields": [{"is": "text", "name": "tag"}, {"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "list", "name": "links", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "VIDEO_GROUP", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "videos", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "WAY_TO_START", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}, {"is": "list", "name": "cards", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "body"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "WEBINARS", "fields": [{"is": "group", "name": "heading", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "text", "name": "linkTitle"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "application", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "article", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "author", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "position"}, {"is": "text", "name": "bio"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "category", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "channel_partner", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "cv", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "position"}, {"is": "text", "name": "additional_text"}, {"is": "text", "name": "summary"}, {"is": "text", "name": "experience"}, {"is": "text", "name": "education"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "document", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "employee_story", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "teaser"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "event", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}, {"is": "rich-text", "name": "body"}, {"is": "text", "name": "venue"}, {"is": "text", "name": "city"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "faq", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "question"}, {"is": "rich-text", "name": "answer"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "file", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "form", "fields": [{"is": "form-fields", "name": "content"}, {"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "image", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "alt"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "investor_publication", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "job", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "short_description"}, {"is": "text", "name": "city"}, {"is": "texts", "name": "positions"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "location", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}, {"is": "text", "name": "title"}, {"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "menu", "fields": [{"is": "by-locale", "name": "items"}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "post", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "lead"}, {"is": "rich-text", "name": "body"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "product", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "tagline"}, {"is": "rich-text", "name": "description"}, {"is": "texts", "name": "features"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "property", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "unit"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "representative", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "note"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "series", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "summary"}, {"is": "rich-text", "name": "description"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "shared_module", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "module", "name": "data"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "site", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "description"}, {"is": "text", "name": "tagline"}, {"is": "text", "name": "copyright"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "story_category", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "story_group", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "tag", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "name"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "vector", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "alt"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "video", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}]}]}');
insert into private.text_shapes (owner, fields)
select owner, fields from jsonb_populate_record(null::private.text_shapes, '{"owner": "webinar", "fields": [{"is": "localized", "name": "localized", "fields": [{"is": "text", "name": "title"}, {"is": "text", "name": "summary"}]}]}');

select private.make_previews();

-- by hand: what stands beside each other now was made from each other.
select private.follow_texts(jsonb_agg(jsonb_build_object('kind', c.kind, 'ref', c.ref, 'is_module', c.is_module)), null)
from (
  select 'page' as kind, p.id::text as ref, false as is_module from public.pages p
  union all
  select 'page', m.id::text, true from public.modules m
) c
having count(*) > 0;
do $do$
declare
  k record;
begin
  for k in select x.kind, x.table_name from private.kinds x join private.text_shapes s on s.owner = x.kind order by x.kind loop
    execute format($q$
      select private.follow_texts(jsonb_agg(jsonb_build_object('kind', %1$L, 'ref', r.id, 'is_module', false)), null)
      from (
        select t.id::text as id from public.%2$I t
        union
        select d.record_id from public.record_drafts d where d.kind = %1$L and d.release_id is null
      ) r
      having count(*) > 0
    $q$, k.kind, k.table_name);
  end loop;
end $do$;

CREATE OR REPLACE FUNCTION public.suggest_translations(p_locale public.locale, p_source uuid, p_limit integer DEFAULT 5)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select t.body from private.texts t where t.hash = p_source limit 1
  ), sources as materialized (
    select x.hash, min(x.body) as body, max(extensions.similarity(x.body, a.body)) as likeness
    from asked a
    -- The index finds those; what is less alike than that is no help.
    join private.texts x on x.body operator(extensions.%) a.body and extensions.similarity(x.body, a.body) >= 0.6
    group by x.hash
    order by (x.hash = p_source) desc, likeness desc
    limit 50
  ), found as (
    select distinct on (m.target_hash) s.body as source, t.body as target, m.target_hash,
      case when s.hash = p_source then 100 else least(99, floor(s.likeness * 100)) end as percentage
    from sources s
    join (select distinct m.source_hash, m.target_hash from public.translations m where m.locale = p_locale) m on m.source_hash = s.hash
    cross join lateral (select x.body from private.texts x where x.hash = m.target_hash limit 1) t
    where coalesce(private.state_of_pair(p_locale, m.source_hash, m.target_hash), 'stale') in ('translated', 'checked')
    order by m.target_hash, percentage desc
  )
  select coalesce(jsonb_agg(jsonb_build_object('source', f.source, 'target', f.target, 'target_hash', f.target_hash, 'percentage', f.percentage) order by f.percentage desc, f.target), '[]')
  from (select * from found order by percentage desc, target limit least(p_limit, 20)) f
$function$
;
comment on function public.suggest_translations(public.locale,uuid,integer) is 'What stands, or has stood, on any site in a language beside this English text or one much like it, the likest first. 100: the very same.';

CREATE INDEX texts_body_idx ON private.texts USING gin (body extensions.gin_trgm_ops);

CREATE INDEX translations_source_idx ON public.translations USING btree (locale, source_hash);

revoke all on function public.suggest_translations(public.locale,uuid,integer) from public, anon, authenticated, service_role;
grant execute on function public.suggest_translations(public.locale,uuid,integer) to service_role;
