-- A file of a sitemap holds records of one kind: the others' routes need not be looked at, and which file a route stands in
-- need not be worked out for each. Statements are planned once for a connection, which took half of the time.
drop function public.read_sitemap(text, bigint, timestamptz);
create function public.read_sitemap(p_site text, p_bucket bigint, p_at timestamptz) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- As in private.sitemap_bucket, but for kinds that search engines do not read.
  shown_kind text := (array['page', 'product', 'article', 'event', 'post', 'employee_story', 'tag', 'author', 'inventory'])[p_bucket % 10];
  first_ref bigint := p_bucket / 10 * 500;
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = shown_kind and r.ref >= first_ref and r.ref < first_ref + 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      case when shown_kind = 'page' then (
        select (c.seo ->> 'og_image')::bigint
        from public.pages p
        join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
        where p.id = r.ref
      ) else (select i.image_id from private.page_rows i where i.kind = shown_kind and i.id = r.ref) end as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', shown_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image', (select i.record from private.image_records i where i.id = e.image_id)) order by e.ref), '[]')
      from entries e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $$;
comment on function public.read_sitemap is 'The routes of one sitemap file.';
revoke execute on function public.read_sitemap from public, anon, authenticated;
grant execute on function public.read_sitemap to service_role;

-- The same here: the files of a sitemap are told apart by kind and range of ids, not route by route.
create or replace function public.build_targets(p_site text, p_at timestamptz) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer json;
begin
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.address, r.visible_from, r.visible_until from private.routes r where r.site_id = p_site
  )
  select coalesce(json_agg(json_build_array(t.kind, t.ref, t.locale, t.address) order by t.kind, t.ref, t.locale), '[]')
  into answer
  from (
    select r.kind, r.ref, r.locale, r.address from routes r
    where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    union all
    select f.kind, f.ref, f.locale, null from private.fixed_outputs f where f.site_id = p_site
    union all
    select distinct 'sitemap', private.sitemap_bucket(g.kind, g.ref), 'en'::public.locale, null
    from (select distinct r.kind, r.ref / 500 * 500 as ref from routes r) g
  ) t;
  return answer;
end $$;
