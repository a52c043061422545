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
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', o.locale)), '[]')
      from public.launch_pages i
      join public.published_page_locales o on o.page_id = i.page_id and o.parent_id is not distinct from i.parent_id
      where i.launch_id = p_launch
        and i.contents -> o.locale::text = private.published_locale(i.page_id, o.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.page_id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.page_id, 'en') -> 'seo'
    ))
$function$
;
comment on function public.launch_changes(bigint) is 'What publishing the pages of a launch would put on the change queue, and the languages in which a page stays as it is.';
