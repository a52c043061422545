-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.page_states(p_page_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id,
    'modules', (select count(*) from public.modules m where m.page_id = p.id),
    'falling_back', (
      select coalesce(jsonb_object_agg(l.locale, (
        select count(*) from public.modules m
        where m.page_id = p.id
          and not exists (select 1 from public.module_locales d where d.module_id = m.id and d.locale = l.locale)
      )), '{}')
      from public.page_locales l where l.page_id = p.id and l.locale <> 'en'
    ),
    'publish_at', (
      select min(c.publish_at) from public.launch_pages i join public.launches c on c.id = i.launch_id
      where i.page_id = p.id and c.state = 'scheduled'
    )
  ) order by p.id), '[]')
  from public.pages p where p.id = any (p_page_ids)
$function$
;
comment on function public.page_states(bigint[]) is 'Of pages how many modules their drafts have, how many of them fall back to English in each other language, and when a release publishes them.';

CREATE OR REPLACE FUNCTION public.pages_with_words(p_site text, p_words text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at_most constant integer := 500;
  patterns text[] := array(
    select '%' || regexp_replace(w, '([%_\\])', '\\\1', 'g') || '%' from unnest(p_words) w where w <> ''
  );
begin
  return (
    select coalesce(jsonb_agg(f.id order by f.id), '[]')
    from (
      -- Page by page, so that a word that most of them have is not looked for in all.
      select p.id
      from public.pages p
      where p.site_id = p_site and exists (
        select 1
        from (
          select string_agg(private.module_words(jsonb_build_array(d.data)), ' ') as words
          from public.modules m
          join public.module_locales d on d.module_id = m.id
          -- Looked at as a text first: taking the words out of all data would take seconds.
          where m.page_id = p.id and d.data::text ilike any (patterns)
          group by d.locale
        ) t
        where t.words ilike all (patterns)
      )
      order by p.id limit at_most
    ) f
  );
end $function$
;
comment on function public.pages_with_words(text,text[]) is 'The pages of a site whose drafts have all of these words in the texts of their modules, in one language; the first 500 of them.';

revoke all on function public.page_states(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.page_states(bigint[]) to authenticated;
grant execute on function public.page_states(bigint[]) to service_role;

revoke all on function public.pages_with_words(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.pages_with_words(text,text[]) to authenticated;
grant execute on function public.pages_with_words(text,text[]) to service_role;
