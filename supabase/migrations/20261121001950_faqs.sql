-- The frequently asked questions as a list of their own page.

select private.watch_table('faqs', 'faq', 'id', 'category,position,sites,localized', false);

create function private.list_faqs(p_site text, p_locale text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with shown as (
      select f.*, min(f.id) over (partition by f.category) as first_of_group
      from public.faqs f
      where p_site = any (f.sites) and f.localized ? p_locale
    )
    select jsonb_build_object('items', coalesce(
      jsonb_agg(jsonb_build_object('id', s.id, 'category', s.category, 'localized', s.localized)
        order by s.first_of_group, s.position, s.id), '[]'))
    from shown s
  );
end $$;
comment on function private.list_faqs is 'The questions of a site that are there in a locale, group by group.';
