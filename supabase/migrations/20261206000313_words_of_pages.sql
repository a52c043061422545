-- Functions are created before the tables that they read.
set local check_function_bodies = off;

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
