-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_pages(p_view text, p_targets jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  pages json;
  above_pages json;
begin
  if p_view = 'published' then
    select json_agg(case when c.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', (select u.parent_id from private.page_parents u where u.id = p.id), 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
      'description', c.description, 'seo', c.seo, 'version', c.version,
      'modules', case when c.version is distinct from t.value ->> 2 then c.modules end, 'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from private.live_page_locales l where l.page_id = p.id
      ), 'hidden', (
        select json_agg(l.locale order by l.locale) from private.live_page_locales l where l.page_id = p.id and l.noindex
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join lateral (select * from public.pages p where p.id = (t.value ->> 0)::bigint limit 1) p on true
    left join lateral (
      select c.*, c.revision_id || '.' || c.xmin::text as version from public.page_revision_locales c
      where c.revision_id = p.published_revision_id and c.locale = (t.value ->> 1)::public.locale limit 1
    ) c on true;
  else
    select json_agg(case when d.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', p.parent_id, 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', d.path, 'title', d.title, 'nav_title', d.nav_title,
      'description', d.description, 'seo', d.seo, 'modules', private.assemble_modules(p.id, null, d.locale),
      'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.page_locales l where l.page_id = p.id
      ), 'hidden', (
        select json_agg(l.locale order by l.locale) from public.page_locales l where l.page_id = p.id and l.seo -> 'noindex' = 'true'
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join public.pages p on p.id = (t.value ->> 0)::bigint
    left join public.page_locales d on d.page_id = p.id and d.locale = (t.value ->> 1)::public.locale;
  end if;
  -- The pages above are those that were above when they were published; only a draft's own parent is the draft's.
  with recursive above as (
    select case when p_view = 'published' then u.parent_id else p.parent_id end as id
    from public.pages p
    cross join lateral (select v.parent_id from private.page_parents v where v.id = p.id limit 1) u
    where p.id = any (array(select (t ->> 0)::bigint from jsonb_array_elements(p_targets) t))
    union
    select u.parent_id from above a cross join lateral (select v.parent_id from private.page_parents v where v.id = a.id limit 1) u
  )
  select json_object_agg(p.id, json_build_object('parent_id', p.parent_id, 'addresses', (
    select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
    from private.live_page_locales l where l.page_id = p.id
  )))
  into above_pages
  from above a cross join lateral (select v.* from private.page_parents v where v.id = a.id limit 1) p;
  return json_build_object('pages', coalesce(pages, '[]'), 'above', coalesce(above_pages, '{}'));
end $function$
;
comment on function public.read_pages(text,jsonb) is 'Pages with their module trees in one locale each, published or draft; null for one that is not there. Published modules have a version, and are null where the target names that version.';

select private.make_previews();
