-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.page_states(p_page_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id,
      'modules', (select count(*) from public.modules m where m.page_id = p.id),
      'falling_back', (
        select coalesce(jsonb_object_agg(l.locale, (
          select count(*) from public.modules m
          where m.page_id = p.id
            and not exists (select 1 from public.module_locales d where d.module_id = m.id and d.locale = l.locale)
            and not exists (select 1 from private.shared_on_pages s where s.module_id = m.id and s.localized ? l.locale::text)
        )), '{}')
        from public.page_locales l where l.page_id = p.id and l.locale <> 'en'
      ),
      'publish_at', (
        select min(c.publish_at) from public.launch_pages i join public.launches c on c.id = i.launch_id
        where i.page_id = p.id and c.state = 'scheduled'
      )
    ) order by p.id), '[]')
    from public.pages p where p.id = any (p_page_ids)
  );
end $function$
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
  -- The same as they stand in the text of JSON.
  escaped text[] := array(
    select '%' || regexp_replace(substr(j.word, 2, length(j.word) - 2), '([%_\\])', '\\\1', 'g') || '%'
    from unnest(p_words) w cross join lateral (select to_jsonb(w)::text as word) j
    where w <> ''
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
          select jsonb_agg(d.data) as data
          from (
            select d.locale, d.data from public.modules m join public.module_locales d on d.module_id = m.id where m.page_id = p.id
            union all
            select l.locale, coalesce(s.localized -> l.locale::text, s.localized -> 'en') -> 'data'
            from private.shared_on_pages s join public.page_locales l on l.page_id = s.page_id where s.page_id = p.id
          ) d
          -- Looked at as a text first: taking the words out of all data would take seconds.
          where d.data::text ilike any (escaped)
          group by d.locale
          having string_agg(d.data::text, ' ') ilike all (escaped)
        ) t
        where private.module_words(t.data) ilike all (patterns)
      )
      order by p.id limit at_most
    ) f
  );
end $function$
;
comment on function public.pages_with_words(text,text[]) is 'The pages of a site whose drafts have all of these words in the texts of their modules, shared ones included, in one language; the first 500 of them.';

create or replace view private.shared_on_pages with (security_invoker=true) as
 SELECT m.page_id,
    m.id AS module_id,
    COALESCE((d.data -> 'localized'::text), s.localized) AS localized
   FROM (((public.modules m
     JOIN public.module_locales l ON (((l.module_id = m.id) AND (l.locale = 'en'::public.locale))))
     LEFT JOIN public.shared_modules s ON ((s.id =
        CASE
            WHEN ((l.data ->> 'shared'::text) ~ '^\d{1,18}$'::text) THEN ((l.data ->> 'shared'::text))::bigint
            ELSE NULL::bigint
        END)))
     LEFT JOIN public.record_drafts d ON (((d.kind = 'shared_module'::text) AND (d.record_id = (l.data ->> 'shared'::text)) AND (d.launch_id IS NULL))))
  WHERE ((m.type)::text = 'SHARED_MODULE'::text);

revoke all on table private.shared_on_pages from public, anon, authenticated, service_role;
grant select on table private.shared_on_pages to authenticated;
grant select on table private.shared_on_pages to service_role;
