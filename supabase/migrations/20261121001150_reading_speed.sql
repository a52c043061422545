-- What a full build reads and writes most is kept in the form that costs least.

-- A revision's modules are written once and then only handed out as they are: as text they need not be put together again
-- for each reader, which took three quarters of the time of reading a page.
alter table public.page_revision_locales drop constraint page_revision_locales_modules_check;
alter table public.page_revision_locales alter column modules type json using modules::json;
alter table public.page_revision_locales
  add constraint page_revision_locales_modules_check check (json_typeof(modules) = 'array');

-- Outputs are looked up by tags that each stands on many or on few of them; ten of a sample tell that as well as a hundred,
-- and a full build need not wait for them.
alter table public.site_outputs alter column tags set statistics 10;
alter table public.site_outputs alter column site_id set statistics 10;
alter table public.site_outputs alter column kind set statistics 10;
alter table public.site_outputs alter column ref set statistics 10;
alter table public.site_outputs alter column locale set statistics 10;
alter table public.site_outputs alter column stale_seq set statistics 10;
alter table public.site_outputs alter column next_change_at set statistics 10;

-- As text from the start: a site's outputs are thousands, and nothing looks into the answer.
drop function public.build_targets(text, timestamptz);
create function public.build_targets(p_site text, p_at timestamptz) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_agg(json_build_array(t.kind, t.ref, t.locale, t.address) order by t.kind, t.ref, t.locale), '[]')
  from (
    select r.kind, r.ref, r.locale, r.address from private.routes r
    where r.site_id = p_site and (r.visible_from is null or r.visible_from <= p_at)
      and (r.visible_until is null or r.visible_until > p_at)
    union all
    select f.kind, f.ref, f.locale, null from private.fixed_outputs f where f.site_id = p_site
    union all
    select distinct 'sitemap', private.sitemap_bucket(r.kind, r.ref), 'en'::public.locale, null
    from private.routes r where r.site_id = p_site
  ) t
$$;
comment on function public.build_targets is 'Every output of a site, as [kind, ref, locale, address].';
revoke execute on function public.build_targets from public, anon, authenticated;
grant execute on function public.build_targets to service_role;

-- A page asks for several things at once, and each call takes as long as what it reads.
create function public.read_content(
  p_site text, p_view text, p_at timestamptz, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb
) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  globals jsonb;
  pages json;
  records jsonb;
  lists jsonb;
begin
  if p_globals then
    globals := public.read_globals(p_site);
  end if;
  if p_pages <> '[]' then
    pages := public.read_pages(p_view, p_pages);
  end if;
  if p_records <> '{}' then
    records := public.read_records(p_records);
  end if;
  if p_lists <> '{}' then
    select jsonb_object_agg(l.key, public.read_lists(p_site, l.key::public.locale, p_at, l.value)) into lists
    from jsonb_each(p_lists) l;
  end if;
  return json_build_object('globals', globals, 'pages', pages, 'records', records, 'lists', lists);
end $$;
comment on function public.read_content is
  'What a page asks for at once: globals, pages by [id, locale], records by kind, lists by locale. What is not asked for is null.';
revoke execute on function public.read_content from public, anon;
grant execute on function public.read_content to authenticated, service_role;
