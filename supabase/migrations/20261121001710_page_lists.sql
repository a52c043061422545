-- Tabs that a section of the site brings by itself: a page with the pages below it.

create function private.list_pages(p_query jsonb, p_site text, p_locale public.locale) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  above bigint := (p_query ->> 'below')::bigint;
begin
  return (
    select jsonb_build_object(
      'items', coalesce(
        jsonb_agg(
          jsonb_build_object('id', l.page_id, 'path', l.path, 'title', l.title, 'nav_title', l.nav_title)
          order by l.page_id <> above, l.page_id
        ),
        '[]'
      ),
      'next_change_at', null)
    from public.published_page_locales l
    where l.site_id = p_site and l.locale = p_locale and (l.parent_id = above or l.page_id = above)
  );
end $$;
comment on function private.list_pages is 'A published page and those below it in one locale: itself first, the others in the order in which they were made.';

-- A page's own output changes with its revision. What links to it changes only with its address or its name, and what lists
-- the pages of its section with that and with its place: where it was and where it is now.
create or replace function private.queue_page_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  tags text[];
  moved bigint[];
  touched bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    moved := touched;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := touched;
  else
    with changed as (
      select n.page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.path, o.title, o.nav_title, o.parent_id, o.noindex) is distinct from (n.path, n.title, n.nav_title, n.parent_id, n.noindex)
          as is_moved
      from old_rows o join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_moved),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, moved, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || (select array_agg(distinct 'sitemap:page:' || id / 500) from unnest(touched) id);
  if moved is not null then
    tags := tags || (select array_agg('address:page:' || id) from unnest(moved) id);
  end if;
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
  return null;
end $$;

-- The receipt before publishing foresees the same.
create or replace function public.draft_changes(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else jsonb_build_object(
      'tags', to_jsonb(array['page:' || p.id, 'sitemap:page:' || p.id / 500]
        || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
        || case when d.is_named_anew then array(
          select 'below:page:' || s.id
          from (select p.parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
          where s.id is not null
        ) else '{}' end
        || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
      'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
      'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'parent_id', p.parent_id,
        'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
        'above', (
          with recursive above as (
            select p.parent_id as id
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
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
          from public.page_locales l where l.page_id = p.id
        )))
    end
  from public.pages p
  cross join lateral (
    select
      coalesce(bool_or((n.path, n.title, n.nav_title, p.parent_id, n.noindex) is distinct from (o.path, o.title, o.nav_title, o.parent_id, o.noindex)), false)
        as is_named_anew,
      coalesce(bool_or(not n.noindex), false) as is_listed,
      coalesce(bool_or(o.path <> n.path or exists (
        select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.public_path(n.locale, n.path)
      ) or (n.locale is null and exists (
        -- Gone, and said to be gone, unless something else is known of the address.
        select 1 from public.site_outputs x
        where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
          and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = x.path)
      ))), false) as is_redirected,
      -- An old address leads to the page in its locale, as long as the page is there.
      coalesce(bool_or((n.locale is null or o.locale is null) and exists (
        select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
      )), false) as is_led_to_anew,
      -- A sitemap holds what search engines may read, and the day on which it changed last.
      coalesce(bool_or(not (coalesce(n.noindex, true) and coalesce(o.noindex, true)) and (
        (n.path, n.noindex) is distinct from (o.path, o.noindex)
        or (o.published_at at time zone 'UTC')::date <> (now() at time zone 'UTC')::date
      )), false) as is_listed_anew
    from (
      select l.locale, l.path, l.title, l.nav_title, coalesce((l.seo ->> 'noindex')::boolean, false) as noindex
      from public.page_locales l where l.page_id = p.id
    ) n
    full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
  ) d
  where p.id = p_page_id
$$;
