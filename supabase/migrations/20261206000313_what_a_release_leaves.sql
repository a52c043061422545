-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.launch_changes(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_foresight(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.launch_pages i where i.launch_id = p_launch
  )
  select jsonb_build_object(
    'tags', (select coalesce(jsonb_agg(distinct t.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', l.locale)), '[]')
      from public.launch_pages i
      join public.pages p on p.id = i.page_id
      join public.page_revision_locales l on l.revision_id = p.published_revision_id
      join public.published_page_locales o on o.page_id = p.id and o.locale = l.locale
      where i.launch_id = p_launch and o.parent_id is not distinct from i.parent_id
        and i.contents -> l.locale::text = private.published_locale(i.page_id, l.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(r.locale, r.path) from public.page_revision_locales r where r.revision_id = p.published_revision_id)
        and i.contents #> '{en,seo}' is not distinct from (
          select r.seo from public.page_revision_locales r where r.revision_id = p.published_revision_id and r.locale = 'en'
        )
    ))
$function$
;
comment on function public.launch_changes(bigint) is 'What publishing the pages of a launch would put on the change queue, and the languages in which a page stays as it is.';
