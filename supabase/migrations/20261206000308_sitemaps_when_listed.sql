-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_page_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids bigint[];
  moved bigint[];
  relisted bigint[];
  routed text[];
begin
  -- A page that changes its number or its site has left what it was.
  select array_agg(distinct id), array_agg(distinct id) filter (where is_moved), array_agg(distinct 'globals:' || s) filter (where s is not null and is_routed),
    -- The picture in the sitemap is that of the published revision.
    array_agg(distinct id) filter (where o.published_revision_id is distinct from n.published_revision_id)
  into ids, moved, routed, relisted
  from old_rows o full join new_rows n using (id)
  cross join lateral (values (o.site_id), (n.site_id)) v (s)
  cross join lateral (select (o.route, o.site_id) is distinct from (n.route, n.site_id) and num_nonnulls(o.route, n.route) > 0) r (is_routed)
  cross join lateral (
    -- The parent of a page that is not published is that of its draft.
    select (o.route, o.site_id, o.published_revision_id is null) is distinct from (n.route, n.site_id, n.published_revision_id is null)
      or o.parent_id is distinct from n.parent_id
  ) m (is_moved)
  where (o.route, o.site_id, o.template, o.is_editable) is distinct from (n.route, n.site_id, n.template, n.is_editable)
    -- A publish changes the addresses as well, which name the page.
    or (o.published_revision_id is distinct from n.published_revision_id and not exists (
      select 1 from public.published_page_locales l where l.page_id = id and private.is_own(l.xmin)
    ))
    or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id);
  if ids is not null then
    perform private.queue_change(
      (select array_agg('page:' || id) from unnest(ids) id)
        || array(select distinct 'sitemap:page:' || id / 500 from unnest(relisted) id)
        || array(select t || ':page:' || id from unnest(moved) id, unnest(array['address', 'path']) t)
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.sitemap_picture(p_revision_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.id_of(c.seo -> 'og_image') from public.page_revision_locales c where c.revision_id = p_revision_id and c.locale = 'en'
$function$
;

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
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, private.page_name(o.title, o.nav_title), o.parent_id)
          is distinct from (n.site_id, n.path, private.page_name(n.title, n.nav_title), n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
        -- A sitemap has the day of a change, and not its time.
        (o.site_id, o.path, o.noindex, (o.published_at at time zone 'UTC')::date)
          is distinct from (n.site_id, n.path, n.noindex, (n.published_at at time zone 'UTC')::date)
          or (o.revision_id <> n.revision_id
            and private.sitemap_picture(o.revision_id) is distinct from private.sitemap_picture(n.revision_id)) as is_listed_anew,
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
  tags := tags || array(
    select distinct 'sitemap:page:' || id / 500 from unnest(case tg_op when 'UPDATE' then listed else touched end) id
  );
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

revoke all on function private.sitemap_picture(bigint) from public, anon, authenticated, service_role;
grant execute on function private.sitemap_picture(bigint) to public;
