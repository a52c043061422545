-- Functions are created before the tables that they read.
set local check_function_bodies = off;

create or replace function private.redirects_onward(p_node text) returns setof text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
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
    and not coalesce((t.place = s.above or starts_with(t.place, s.above || '/')) and (s.path = t.place or (t.is_open and starts_with(s.path, t.place || '/'))), false);
end $$;
