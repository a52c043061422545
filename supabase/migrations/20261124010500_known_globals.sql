-- Menus and settings stand on every page and change once a month. A publisher that has read them says up to which change it knows them,
-- and is not sent them again while none since then has named them. Changes that nobody has taken in yet do not count: they are taken in
-- later, and every page of the site is rendered again then. The log is kept for a day, and what was read is offered for less.
create function private.knows_globals(p_site text, p_seq bigint) returns boolean
language sql stable set search_path = ''
as $$
  select p_seq <= coalesce((select max(c.seq) from public.change_log c), 0) and not exists (
    select 1 from public.change_log c where c.seq > p_seq and c.tags && array['globals:' || p_site, 'site:' || p_site]
  )
$$;
revoke execute on function private.knows_globals from public;
grant execute on function private.knows_globals to service_role;

drop function public.read_content(text, text, timestamptz, boolean, jsonb, jsonb, jsonb);
create function public.read_content(
  p_site text, p_view text, p_at timestamptz, p_globals boolean, p_pages jsonb, p_records jsonb, p_lists jsonb,
  p_known_globals bigint default null
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
    if p_known_globals is null then
      globals := public.read_globals(p_site);
    elsif not private.knows_globals(p_site, p_known_globals) then
      globals := public.read_globals(p_site);
    end if;
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
  'What a page asks for at once: globals, pages by [id, locale], records by kind, lists by locale. What is not asked for is null, and so are globals that have not changed since the change that the caller knows them by.';
revoke execute on function public.read_content from public, anon;
grant execute on function public.read_content to authenticated, service_role;

-- A link that is deleted is a change as well, and by the time it is taken in there is no such link any more.
create or replace view private.globals_dependencies with (security_invoker = true) as
with menu_links as (
  select m.site_id, (jsonb_path_query(m.items, 'strict $.**.link') #>> '{}')::bigint as link_id
  from public.menus m
)
select n.site_id, 'link:' || n.link_id as tag from menu_links n
where n.link_id is not null
union
select n.site_id, d.tag
from menu_links n
join public.links l on l.id = n.link_id
cross join lateral (
  values ('address:page:' || l.page_id), (l.row_kind || ':' || l.row_id), ('document:' || l.document_id)
) d (tag)
where d.tag is not null
union
select m.site_id, 'image:' || (jsonb_path_query(m.items, 'strict $.**.image') #>> '{}') from public.menus m
union
select p.site_id, 'address:page:' || p.id from public.pages p where p.route is not null
union
select s.id, 'image:' || (s.settings ->> 'og_image') from public.sites s where s.settings ? 'og_image';
