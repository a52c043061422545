-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.list_product_values(p_query jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  wanted text[] := array(select jsonb_array_elements_text(p_query -> 'names'));
  ids bigint[] := case p_query ->> 'by'
    when 'id' then wanted::bigint[]
    when 'slug' then array(select p.id from public.products p where p.slug = any (wanted))
    else array(
      select p.id from public.products p join public.series r on r.id = p.series_id
      where lower(p.name) = any (wanted) or lower(p.display_name) = any (wanted) or lower(r.name) = any (wanted)
    )
  end;
begin
  return jsonb_build_object('items', (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'display_name', p.display_name,
      'series', (select r.name from public.series r where r.id = p.series_id), 'is_published', p.is_published, 'publish_from', p.publish_from, 'publish_until', p.publish_until, 'properties', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'key', d.key, 'unit', d.unit, 'title', d.localized,
          'number', v.value_number, 'max', v.value_max, 'text', v.value_text, 'localized', v.localized) order by d.id), '[]')
        from public.product_property_values v join public.properties d on d.id = v.property_id
        where v.product_id = p.id
      )) order by p.id), '[]')
    from public.products p where p.id = any (ids)
  ));
end $function$
;
comment on function private.list_product_values(jsonb) is 'Products by slug, name or series, with all values of their properties.';

CREATE OR REPLACE FUNCTION public.read_lists(p_site text, p_locale public.locale, p_at timestamp with time zone, p_queries jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answers jsonb := '[]';
  query jsonb;
begin
  for query in select jsonb_array_elements(p_queries) loop
    answers := answers || jsonb_build_array(case query ->> 'list'
when 'articles' then private.list_articles(query, p_site, p_locale::text, p_at)
when 'catalog' then private.list_catalog(query, p_site, p_locale::text, p_at)
when 'categories' then private.list_categories(query)
when 'documents' then private.list_documents(query, p_site, p_locale::text, p_at)
when 'downloads' then private.list_downloads(query, p_site, p_locale::text, p_at)
when 'events' then private.list_events(query, p_site, p_locale::text, p_at)
when 'faqs' then private.list_faqs(p_site, p_locale::text)
when 'inventory' then private.list_inventory(query, p_site, p_locale::text, p_at)
when 'jobs' then private.list_jobs(query, p_site, p_locale::text, p_at)
when 'pages' then private.list_pages(query, p_site, p_locale)
when 'posts' then private.list_posts(query, p_site, p_locale::text, p_at)
when 'product_rows' then private.list_product_rows(query, p_site, p_locale::text, p_at)
when 'product_values' then private.list_product_values(query)
when 'products' then private.list_products(query, p_site, p_locale::text, p_at)
when 'publications' then private.list_publications(query, p_at)
when 'quotes' then private.list_quotes(query)
when 'sellers' then private.list_sellers(query)
when 'series' then private.list_series(p_site, p_at)
when 'stories' then private.list_stories(query, p_site, p_locale::text, p_at)
when 'webinars' then private.list_webinars(query, p_at)
    end);
  end loop;
  return answers;
end $function$
;
comment on function public.read_lists(text,public.locale,timestamp with time zone,jsonb) is 'The answers of list queries in their order, each with the moment at which it will change by the clock.';

CREATE OR REPLACE FUNCTION private.without_quotes(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_text like '%{{%' then regexp_replace(p_text, '\{\{\s*product:[^{}]*\}\}', '…', 'gi') else p_text end
$function$
;

CREATE OR REPLACE FUNCTION private.search_write(p_kind text, p_refs bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with fresh as (
    select e.*, md5(e::text) as content_hash
    from private.search_entries(p_kind, p_refs) entry
    cross join lateral jsonb_populate_record(entry, jsonb_build_object(
      'title', private.without_quotes(entry.title), 'names', private.without_quotes(entry.names),
      'summary', private.without_quotes(entry.summary), 'body', private.without_quotes(entry.body))) e
  ), gone as (
    delete from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
      and not exists (select 1 from fresh f where (f.site_id, f.kind, f.ref, f.locale) = (d.site_id, d.kind, d.ref, d.locale))
  ), present as materialized (
    -- Along the key, however many rows there are.
    select d.site_id, d.ref, d.locale, d.content_hash from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
  ), changed as (
    select f.* from fresh f
    where not exists (
      select 1 from present d
      where (d.site_id, d.ref, d.locale) = (f.site_id, f.ref, f.locale) and d.content_hash = f.content_hash
    )
  ), analysed as (
    select c.*, array_to_tsvector(array[private.search_scope(c.site_id, c.locale, null), private.search_scope(c.site_id, c.locale,
          case when c.language <> c.locale then 'foreign-document' else c.kind end)])
        || private.search_vector(concat_ws(' ', c.title, c.names), 'A') || private.search_vector(c.codes, 'A') as name_words,
      private.search_vector(c.summary, 'B') || private.search_vector(left(c.body, 20000), 'D') as other_words
    from changed c
  ), written as (
    insert into public.search_documents as d (site_id, kind, ref, locale, title, summary, body, path, address, language, dated_at,
      visible_from, visible_until, title_key, names, words, content_hash)
    select a.site_id, a.kind, a.ref, a.locale, a.title, coalesce(a.summary, ''), left(coalesce(a.body, ''), 20000), a.path,
      a.address, a.language, a.dated_at, a.visible_from, a.visible_until, private.search_tokens(a.title, false), a.name_words,
      a.name_words || a.other_words, a.content_hash
    from analysed a
    on conflict (site_id, kind, ref, locale) do update
      set title = excluded.title, summary = excluded.summary, body = excluded.body, path = excluded.path,
        address = excluded.address, language = excluded.language, dated_at = excluded.dated_at, visible_from = excluded.visible_from,
        visible_until = excluded.visible_until, title_key = excluded.title_key, names = excluded.names,
        words = excluded.words, content_hash = excluded.content_hash
    returning d.site_id, d.locale, d.words
  )
  insert into public.search_words (site_id, locale, word)
  select distinct w.site_id, w.locale, u.lexeme
  from written w cross join lateral unnest(w.words) u
  where u.lexeme ~ '^[a-z]{3,40}$'
  on conflict do nothing;
end $function$
;

revoke all on function private.list_product_values(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.list_product_values(jsonb) to public;

revoke all on function private.without_quotes(text) from public, anon, authenticated, service_role;
grant execute on function private.without_quotes(text) to public;
