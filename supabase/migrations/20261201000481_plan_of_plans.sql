-- Planning this query takes as long as running it: its plan is cached.
create or replace function public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamptz, p_limit integer) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with asked as (
      select k.kind, r.ref
      from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
      join private.output_kinds k on k.content_kind = r.kind
      union
      -- As in changed_records.
      select c.kind, c.ref
      from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
      cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
      where r.kind = 'product'
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
          'address', case when s.kind in ('page', 'list_feed') then coalesce((
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
