-- The publish plan: the outputs that a publish would render, and why.

-- The outputs that come and go with rows, by the kind that they have in the index. As in changed_records.
create function private.outputs_of_rows(p_rows jsonb) returns table (kind text, ref bigint, reason text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
revoke execute on function private.outputs_of_rows from public;
grant execute on function private.outputs_of_rows to authenticated, service_role;

-- Processes of 0.2.0 ask for the addresses of drafts.
create function public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamptz, p_limit integer, p_is_live boolean default false) returns jsonb
-- Planning it takes as long as running it: its plan is cached.
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function public.publish_plan is 'The outputs that a change with these tags would make stale, with the tags that are the reason.';

-- What publishing a page with other addresses would change. News: by locale path, title, nav_title and seo. Processes of 0.2.0 have to
-- be told of the page itself.
create function private.page_proposal(p_page_id bigint, p_parent_id bigint, p_news jsonb, p_with_page boolean default false) returns jsonb
-- Planning it takes as long as running it: its plan is cached.
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
revoke execute on function private.page_proposal from public;
grant execute on function private.page_proposal to service_role;

-- unused since 0.3.0
create function public.draft_changes(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else private.page_proposal(p.id, p.parent_id, (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    ), true)
    end
  from public.pages p where p.id = p_page_id
$$;
comment on function public.draft_changes is 'What publishing a page''s draft would put on the change queue.';

-- unused since 0.3.0
create function public.contents_changes(p_page_id bigint, p_contents jsonb, p_parent_id bigint default null) returns jsonb
language sql stable set search_path = ''
as $$
  select private.page_proposal(p_page_id, p_parent_id, p_contents, true)
$$;
comment on function public.contents_changes is 'What publishing a page with this content, by locale, would put on the change queue.';
