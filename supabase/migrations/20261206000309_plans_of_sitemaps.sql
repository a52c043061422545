-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_page_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tags text[];
  moved text[];
  led_to text[];
  touched bigint[];
  -- Of which the sitemap shows something else.
  listed bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    listed := array(select distinct page_id from new_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    listed := array(select distinct page_id from old_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, private.page_name(o.title, o.nav_title), o.parent_id)
          is distinct from (n.site_id, n.path, private.page_name(n.title, n.nav_title), n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
        -- A sitemap has what search engines may list, with the day of its change and not the time.
        not (coalesce(o.noindex, true) and coalesce(n.noindex, true)) and (
          (o.site_id, o.path, o.noindex, (o.published_at at time zone 'UTC')::date)
            is distinct from (n.site_id, n.path, n.noindex, (n.published_at at time zone 'UTC')::date)
          or (o.revision_id <> n.revision_id
            and private.sitemap_picture(o.revision_id) is distinct from private.sitemap_picture(n.revision_id))
        ) as is_listed_anew,
        -- Readers of the locale, and of those that the page does not have.
        case when o.site_id = n.site_id then array(
          select l::text from unnest(enum_range(null::public.locale)) l
          where l = locale or (locale = 'en' and not exists (
            select 1 from public.published_page_locales p where p.page_id = n.page_id and p.locale = l
          ))
        ) end as readers
      from old_rows o full join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_listed_anew),
      -- An address is shown in all languages, by the switch between them; a name in its own.
      array_agg(distinct concat_ws('@', 'address:page:' || c.page_id, case when c.is_only_renamed then array_to_string(c.readers, ',') end)) filter (where c.is_moved),
      array_agg(distinct concat_ws('@', 'path:page:' || c.page_id, array_to_string(c.readers, ','))) filter (where c.is_led_to),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, listed, moved, led_to, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || array(select distinct 'sitemap:page:' || id / 500 from unnest(listed) id);
  if moved is not null then
    tags := tags || moved;
  end if;
  if led_to is not null then
    tags := tags || led_to;
  end if;
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
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
        select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.public_path(n.locale, n.path)
      ) or (n.locale is null and exists (
        -- It will answer 410, unless the path has a redirect.
        select 1 from public.site_outputs x
        where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
          and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = x.path)
      ))), false) as is_redirected,
      -- An old address redirects to the page in its locale, while the page exists.
      coalesce(bool_or((n.locale is null or o.locale is null) and exists (
        select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
      )), false) as is_led_to_anew,
      -- A sitemap holds what search engines may read, the day on which it changed last, and its picture.
      coalesce(bool_or(not (coalesce(n.noindex, true) and coalesce(o.noindex, true)) and (
        (n.path, n.noindex) is distinct from (o.path, o.noindex)
        or (o.published_at at time zone 'UTC')::date <> (now() at time zone 'UTC')::date
        or private.sitemap_picture(o.revision_id) is distinct from private.id_of(p_news #> '{en,seo,og_image}')
      )), false) as is_listed_anew
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
