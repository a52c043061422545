-- A site's sitemap files are told apart by kind and range of ids: of 20,000 products with their stock in two languages there
-- are 80,000 routes and 80 of those. Asking every route for its file took 300 ms.
create or replace function public.read_sitemap_index(p_site text, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(b.bucket order by b.bucket), '[]')
  from (
    select distinct private.sitemap_bucket(g.kind, g.ref) as bucket
    from (
      select distinct r.kind, r.ref / 500 * 500 as ref
      from private.routes r
      where r.site_id = p_site and not r.noindex
        and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
    ) g
  ) b
$$;
