-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop index public.redirects_path_idx;

alter table public.redirects drop constraint redirects_server_path_check;

alter table public.redirects drop constraint redirects_from_path_check;

CREATE OR REPLACE FUNCTION private.redirect_path(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  path text := regexp_replace(regexp_replace(p_address, '[?#].*$', ''), '/+$', '');
begin
  if not starts_with(p_address, '/') then
    return null;
  end if;
  if path ~ '%[0-9A-Fa-f]{2}' then
    path := convert_from((
      select string_agg(case when p.part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(p.part, 2), 'hex') else convert_to(p.part, 'UTF8') end, ''::bytea order by p.place)
      from (
        select m.part[1] as part, m.place from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality m (part, place)
      ) p
    ), 'UTF8');
  end if;
  return replace(normalize(path), '*', '%2A');
exception when character_not_in_repertoire or untranslatable_character then
  return path;
end $function$
;
comment on function private.redirect_path(text) is 'A path as redirects are looked up: decoded, without a query or a slash at its end; null for what is no path of the site.';

CREATE OR REPLACE FUNCTION private.redirect_source_path(p_from text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select case when split_part(p_from, '?', 1) like '%/*' then coalesce(private.redirect_path(left(split_part(p_from, '?', 1), -2)), '') || '/*' else private.redirect_path(p_from) end
$function$
;
comment on function private.redirect_source_path(text) is 'The path that a redirect is from, with /* at its end where everything below is meant.';

CREATE OR REPLACE FUNCTION private.redirect_pairs(p_from text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
  select array(
    -- Nothing of a pair ends a path.
    select private.redirect_path('/' || replace(replace(p.pair, '+', '%20'), '?', '%3F') || case when strpos(p.pair, '=') = 0 then '=.' else '.' end)
    from unnest(string_to_array(nullif(substr(p_from, length(split_part(p_from, '?', 1)) + 2), ''), '&')) p (pair)
    order by 1
  )
$function$
;
comment on function private.redirect_pairs(text) is 'The pairs of the query that a redirect is from, in one spelling and order.';

CREATE OR REPLACE FUNCTION private.is_redirect_source(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  written text := split_part(value, '?', 1);
  query text := substr(value, length(written) + 2);
  is_wildcard boolean := written like '%/*';
  path text := case when is_wildcard then left(written, -2) else written end;
  decoded text := private.redirect_path(path);
begin
  if not starts_with(value, '/') or value ~ '#' or path ~ '\*' or query ~ '\*' or path ~* '%2f' then
    return false;
  end if;
  if strpos(value, '?') > 0 and (select count(*) > 10 or bool_or(p.pair !~ '^[^=]') from unnest(string_to_array(query, '&')) p (pair)) is not false then
    return false;
  end if;
  if path = '' then
    return is_wildcard;
  end if;
  -- What cannot be decoded is left as it is.
  return decoded <> '' and not (is_wildcard and path like '%/')
    and not (decoded = rtrim(path, '/') and path ~ '%[89A-Fa-f][0-9A-Fa-f]') and path !~* '%00'
    and decoded ~ '^(/[^/\\\x01-\x1f\x7f-\x9f]+)+$' and decoded !~ '/\.{1,2}(/|$)';
end $function$
;
comment on function private.is_redirect_source(text) is 'Whether redirects may be from a value: a path other than the home page''s, with an asterisk at its end for everything below, and a query of pairs.';

CREATE OR REPLACE FUNCTION private.fits_splat(p_from text, p_to text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select strpos(p_to, ':splat') = 0 or (
    split_part(p_from, '?', 1) like '%/*' and p_to !~ ':splat.*:splat'
    and regexp_replace(regexp_replace(p_to, '^https?://[^/?#]*', ''), '[?#].*$', '') like '%/:splat'
  )
$function$
;
comment on function private.fits_splat(text,text) is 'Whether a target names what an asterisk stands for only where there is one, and as the last part of its path.';

CREATE OR REPLACE FUNCTION private.source_of_path(p_path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select replace(replace(replace(p_path, '*', '%2A'), '?', '%3F'), '#', '%23')
$function$
;
comment on function private.source_of_path(text) is 'What a redirect from a path is from: none of its characters means anything else.';

CREATE OR REPLACE FUNCTION private.redirects_onward(p_node text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with sources as (
    select a.site, a.path, a.path as source, null as above
    from (select split_part(p_node, '/', 1) as site, substr(p_node, length(split_part(p_node, '/', 1)) + 1) as path) a
    union all
    select a.site, a.path, p.above || '/*', p.above
    from (select split_part(p_node, '/', 1) as site, substr(p_node, length(split_part(p_node, '/', 1)) + 1) as path) a
    cross join lateral (
      select array_to_string(s.parts[:n], '/') as above
      from (select string_to_array(a.path, '/') as parts) s cross join lateral generate_series(1, cardinality(s.parts)) n
    ) p
    where a.path <> ''
  )
  select distinct s.site || case when s.above is null or not t.is_open then t.path when s.path = s.above then t.place else t.place || substr(s.path, length(s.above) + 1) end
  from sources s
  join public.redirects r on r.site_id || private.redirect_source_path(r.from_path) = s.site || s.source
  cross join lateral (
    select private.redirect_path(r.to_path) as path, regexp_replace(private.redirect_path(r.to_path), '/:splat$', '') as place,
      private.redirect_path(r.to_path) like '%/:splat' as is_open
  ) t
  where r.from_path is not null and r.to_path ~ '^/' and r.page_id is null and r.status <> 410
    -- A wildcard leaves alone where it leads to.
    and not coalesce((t.place = s.above or starts_with(t.place, s.above || '/')) and (s.path = t.place or (t.is_open and starts_with(s.path, t.place || '/'))), false)
$function$
;

CREATE OR REPLACE FUNCTION private.follow_redirects(p_start text, OUT circle text[], OUT opened text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  -- By depth: whatever is reached is followed to its end before its neighbours are.
  waiting text[] := array[p_start];
  depths integer[] := '{0}';
  done text[] := '{}';
  way text[] := '{}';
  at text;
  depth integer;
  next text;
begin
  opened := '{}';
  while cardinality(waiting) > 0 loop
    at := waiting[cardinality(waiting)];
    depth := depths[cardinality(depths)];
    waiting := waiting[:cardinality(waiting) - 1];
    depths := depths[:cardinality(depths) - 1];
    continue when at = any (done);
    done := done || at;
    way := way[:depth] || at;
    -- The place of the redirect itself is where it leads from.
    if at like '%/:splat' and at <> p_start then
      opened := opened || left(at, -7);
    end if;
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
      waiting := waiting || next;
      depths := depths || depth + 1;
    end loop;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION private.circle_of_redirects(p_node text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  way record;
  start text;
begin
  select f.circle, f.opened into way from private.follow_redirects(p_node) f;
  if way.circle is not null or p_node not like '%/:splat' then
    return way.circle;
  end if;
  -- What a wildcard stands for may be the rest of the path of another one, which comes back there.
  for start in
    select distinct s.node from private.redirect_steps s join unnest(way.opened) o (node) on s.node = o.node or starts_with(s.node, o.node || '/') where s.node <> p_node
  loop
    select f.circle into way.circle from private.follow_redirects(start) f;
    if way.circle is not null then
      return way.circle;
    end if;
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_trees();
  perform private.refuse_circle('redirects', private.circle_of_redirects(
    new.site_id || regexp_replace(private.redirect_source_path(new.from_path), '/\*$', '/:splat')));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_old_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.redirects r
  where r.from_path is not null and r.site_id = new.site_id
    and r.from_path = private.source_of_path(private.public_path(new.locale, new.path));
  -- The home page's address never redirects: the next home page answers it. Nor does one that another page has taken with this change.
  if tg_op = 'UPDATE' and old.path is distinct from new.path and old.path <> '/' and not private.is_server_path(old.path) and not exists (
    select from public.published_page_locales l where l.site_id = new.site_id and l.locale = old.locale and l.path = old.path
  ) then
    insert into public.redirects (site_id, from_path, page_id, locale)
    values (new.site_id, private.source_of_path(private.public_path(old.locale, old.path)), new.page_id, new.locale)
    on conflict (site_id, from_path) do update
      set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_withdrawn_path()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.path is not null then
    delete from public.redirects r where r.site_id = new.site_id and r.from_path = private.source_of_path(new.path) and r.status = 410;
  else
    insert into public.redirects (site_id, from_path, status)
    select s.id, private.source_of_path(old.path), 410 from public.sites s
    where s.id = old.site_id and old.path <> '/' and not private.is_server_path(old.path)
      and not exists (select 1 from public.site_outputs o where o.site_id = old.site_id and o.path = old.path)
    on conflict (site_id, from_path) do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.free_published_paths()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.redirects r using new_rows n
  where n.path is not null and r.site_id = n.site_id and r.from_path = private.source_of_path(n.path) and r.status = 410 and private.leaves_address(n.kind);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_foresight(p_page_id bigint, p_parent_id bigint, p_news jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
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
    'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'template', p.template, 'is_editable', p.is_editable,
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
      )))
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
$function$
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
    select l.site_id, private.source_of_path(private.public_path(l.locale, l.path)), p_leads_to, l.locale
    from public.published_page_locales l where l.page_id = p_page_id and l.path <> '/' and not private.is_server_path(l.path)
    on conflict (site_id, from_path) do update set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
    update public.redirects r set page_id = p_leads_to where r.page_id = p_page_id;
  end if;
  delete from public.pages where id = p_page_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_page(uuid,bigint,boolean,bigint,bigint) is 'Deletes a page: it leaves the sites with the next publish, and can be restored for 30 days. Its addresses lead to p_leads_to, or answer that it is gone. Refused where somebody has saved it since p_last_save, where pages are below it, and, unless confirmed, where menus or links lead to it.';

CREATE OR REPLACE FUNCTION public.launch_changes(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_foresight(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.launch_pages i where i.launch_id = p_launch
  ), places as materialized (
    select p.site_id, p.id, c.key::public.locale as locale, c.value ->> 'path' as path
    from public.launch_pages i
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(coalesce(i.contents, '{}')) c
    where i.launch_id = p_launch
  ), redirected as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the launch takes it.
    select distinct p.site_id
    from public.launch_pages i
    join public.pages p on p.id = i.page_id
    join public.published_page_locales o on o.page_id = p.id and o.path <> '/'
    where i.launch_id = p_launch
      and not exists (select from places n where n.site_id = p.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = p.site_id and r.from_path = private.source_of_path(private.public_path(o.locale, o.path))
          and not exists (select from places n where n.id = p.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect, and what leads to a page that is elsewhere then.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.source_of_path(private.public_path(n.locale, n.path))
    union
    select p.site_id from public.launch_pages i
    join public.pages p on p.id = i.page_id
    join public.redirects r on r.page_id = p.id
    left join places n on n.id = r.page_id and n.locale = r.locale
    left join public.published_page_locales o on o.page_id = r.page_id and o.locale = r.locale
    where i.launch_id = p_launch and n.path is distinct from o.path
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirected r
      ) t
    ),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', o.locale)), '[]')
      from public.launch_pages i
      join public.published_page_locales o on o.page_id = i.page_id and o.parent_id is not distinct from i.parent_id
      where i.launch_id = p_launch
        and i.contents -> o.locale::text = private.published_locale(i.page_id, o.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.page_id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.page_id, 'en') -> 'seo'
    ))
$function$
;
comment on function public.launch_changes(bigint) is 'What publishing the pages of a launch would put on the change queue, and the languages in which a page stays as it is.';

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

comment on table public.redirects is 'Old addresses, with a query or with everything below: to a path, to where a page is now, or gone (410).';

drop view private.redirect_steps;
create view private.redirect_steps with (security_invoker=true) as
 SELECT (site_id || regexp_replace(private.redirect_source_path(from_path), '/\*$'::text, '/:splat'::text)) AS node
   FROM public.redirects r
  WHERE ((from_path IS NOT NULL) AND (to_path ~ '^/'::text) AND (page_id IS NULL) AND (status <> 410));

-- Redirects stay what they were published as: a #, an asterisk that is not at the end, and :splat where none is, are encoded.
-- Where they lead stays the same, and a table with checks that wait cannot be altered.
alter table public.redirects disable trigger redirects_circle_update;
with meant as (
  select r.id, r.site_id, case when r.from_path ~ '#' then replace(r.from_path, '#', '%23') else replace(r.from_path, '*', '%2A') end as from_path
  from public.redirects r where not private.is_redirect_source(r.from_path) and r.from_path ~ '[#*]'
)
update public.redirects r set from_path = m.from_path
from meant m
where m.id = r.id and private.is_redirect_source(m.from_path)
  and not exists (select from public.redirects o where o.site_id = m.site_id and o.from_path = m.from_path)
  and not exists (select from meant o where o.site_id = m.site_id and o.from_path = m.from_path and o.id < m.id);
update public.redirects set to_path = replace(to_path, ':splat', '%3Asplat') where not private.fits_splat(from_path, to_path);
-- From what is no address, or from one that the server answers itself, nobody was ever led on.
delete from public.redirects where not private.is_redirect_source(from_path) or private.is_server_path(private.redirect_path(from_path));
alter table public.redirects enable trigger redirects_circle_update;

alter table public.redirects add constraint redirects_source_check CHECK (private.is_redirect_source(from_path));

alter table public.redirects add constraint redirects_splat_check CHECK (private.fits_splat(from_path, to_path));

alter table public.redirects add constraint redirects_server_path_check CHECK ((NOT private.is_server_path(private.redirect_path(from_path))));

CREATE INDEX redirects_path_idx ON public.redirects USING btree (((site_id || private.redirect_source_path(from_path)))) WHERE (from_path IS NOT NULL);

revoke all on function private.redirect_source_path(text) from public, anon, authenticated, service_role;
grant execute on function private.redirect_source_path(text) to authenticated;
grant execute on function private.redirect_source_path(text) to public;
grant execute on function private.redirect_source_path(text) to service_role;

revoke all on function private.redirect_pairs(text) from public, anon, authenticated, service_role;
grant execute on function private.redirect_pairs(text) to authenticated;
grant execute on function private.redirect_pairs(text) to public;
grant execute on function private.redirect_pairs(text) to service_role;

revoke all on function private.is_redirect_source(text) from public, anon, authenticated, service_role;
grant execute on function private.is_redirect_source(text) to authenticated;
grant execute on function private.is_redirect_source(text) to public;
grant execute on function private.is_redirect_source(text) to service_role;

revoke all on function private.fits_splat(text,text) from public, anon, authenticated, service_role;
grant execute on function private.fits_splat(text,text) to authenticated;
grant execute on function private.fits_splat(text,text) to public;
grant execute on function private.fits_splat(text,text) to service_role;

revoke all on function private.source_of_path(text) from public, anon, authenticated, service_role;
grant execute on function private.source_of_path(text) to authenticated;
grant execute on function private.source_of_path(text) to public;
grant execute on function private.source_of_path(text) to service_role;

revoke all on function private.redirects_onward(text) from public, anon, authenticated, service_role;

revoke all on function private.follow_redirects(text) from public, anon, authenticated, service_role;

update private.trees set
  edges = $edges$select distinct on (c.inside) f.node, f.node as above
   from (select s.node, (private.follow_redirects(s.node)).circle from private.redirect_steps s) f
   cross join lateral (select array_agg(distinct n.node order by n.node) from unnest(f.circle) n (node)) c (inside)
   where f.circle is not null order by c.inside, f.node$edges$,
  node_name = $name$select substr($1, length(split_part($1, '/', 1)) + 1)$name$
where name = 'redirects';
