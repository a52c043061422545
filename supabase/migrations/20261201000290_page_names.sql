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
        (o.site_id, o.path, o.title, o.nav_title, o.parent_id)
          is distinct from (n.site_id, n.path, n.title, n.nav_title, n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
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
    select array_agg(distinct c.page_id),
      -- An address is shown in all languages, by the switch between them; a name in its own.
      array_agg(distinct concat_ws('@', 'address:page:' || c.page_id, case when c.is_only_renamed then array_to_string(c.readers, ',') end)) filter (where c.is_moved),
      array_agg(distinct concat_ws('@', 'path:page:' || c.page_id, array_to_string(c.readers, ','))) filter (where c.is_led_to),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, moved, led_to, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || (select array_agg(distinct 'sitemap:page:' || id / 500) from unnest(touched) id);
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

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      case when p_kind = 'page' then (
        select case when c.seo -> 'og_image' is not null then private.id_of(c.seo -> 'og_image') end
        from public.pages p
        join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
        where p.id = r.ref
      ) else (select i.image_id from private.page_rows i where i.kind = p_kind and i.id = r.ref) end as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image_id', e.image_id, 'image', (select i.record from private.image_records i where i.id = e.image_id)) order by e.ref), '[]')
      from entries e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';
