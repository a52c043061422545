-- Which kinds of records and of lists a reader can ask for: each with the view or the function that answers.

create or replace function public.read_records(p_requests jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answer jsonb := '{}';
  kind text;
  ids bigint[];
  records jsonb;
begin
  for kind in select jsonb_object_keys(p_requests) loop
    ids := array(select jsonb_array_elements_text(p_requests -> kind)::bigint);
    case kind
      when 'image' then
        select jsonb_object_agg(r.id, r.record) into records from private.image_records r where r.id = any (ids);
      when 'link' then
        select jsonb_object_agg(r.id, r.record) into records from private.link_records r where r.id = any (ids);
      when 'product' then
        select jsonb_object_agg(r.id, r.record) into records from private.product_records r where r.id = any (ids);
      when 'product_detail' then
        select jsonb_object_agg(r.id, r.record) into records from private.product_detail_records r where r.id = any (ids);
      when 'article' then
        select jsonb_object_agg(r.id, r.record) into records from private.article_records r where r.id = any (ids);
      when 'article_detail' then
        select jsonb_object_agg(r.id, r.record) into records from private.article_detail_records r where r.id = any (ids);
      when 'document' then
        select jsonb_object_agg(r.id, r.record) into records from private.document_records r where r.id = any (ids);
      when 'page' then
        select jsonb_object_agg(r.id, jsonb_build_object('id', r.id, 'addresses', r.addresses)) into records
        from private.page_addresses r where r.id = any (ids);
      when 'series' then
        select jsonb_object_agg(r.id, r.record) into records from private.series_records r where r.id = any (ids);
      when 'category' then
        select jsonb_object_agg(c.id, jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized))
        into records from public.categories c where c.id = any (ids);
      when 'vector' then
        select jsonb_object_agg(v.id, jsonb_build_object('id', v.id, 'storage_path', v.storage_path, 'localized', v.localized))
        into records from public.vectors v where v.id = any (ids);
      when 'file' then
        select jsonb_object_agg(r.id, r.record) into records from private.file_records r where r.id = any (ids);
      when 'video' then
        select jsonb_object_agg(r.id, r.record) into records from private.video_records r where r.id = any (ids);
      when 'webinar' then
        select jsonb_object_agg(r.id, r.record) into records from private.webinar_records r where r.id = any (ids);
      when 'cv' then
        select jsonb_object_agg(r.id, r.record) into records from private.cv_records r where r.id = any (ids);
      when 'location' then
        select jsonb_object_agg(r.id, r.record) into records from private.location_records r where r.id = any (ids);
      when 'employee_story' then
        select jsonb_object_agg(r.id, r.record) into records from private.employee_story_records r where r.id = any (ids);
      when 'story_group' then
        select jsonb_object_agg(g.id, jsonb_build_object('id', g.id, 'localized', g.localized))
        into records from public.story_groups g where g.id = any (ids);
      when 'story_category' then
        select jsonb_object_agg(g.id, jsonb_build_object('id', g.id, 'localized', g.localized))
        into records from public.story_categories g where g.id = any (ids);
      when 'event_detail' then
        select jsonb_object_agg(r.id, r.record) into records from private.event_detail_records r where r.id = any (ids);
      when 'post_detail' then
        select jsonb_object_agg(r.id, r.record) into records from private.post_detail_records r where r.id = any (ids);
      when 'employee_story_detail' then
        select jsonb_object_agg(r.id, r.record) into records from private.employee_story_detail_records r where r.id = any (ids);
      when 'tag' then
        select jsonb_object_agg(r.id, r.record) into records from private.tag_records r where r.id = any (ids);
      when 'author' then
        select jsonb_object_agg(r.id, r.record) into records from private.author_records r where r.id = any (ids);
      when 'form' then
        select jsonb_object_agg(r.id, r.record) into records from private.form_records r where r.id = any (ids);
      when 'catalog_part' then
        select jsonb_object_agg(p.id, private.read_catalog_part(p.id)) into records from unnest(ids) p (id);
      when 'inventory' then
        select jsonb_object_agg(r.id, r.record) into records from private.inventory_records r where r.id = any (ids);
      else
        records := null;
    end case;
    answer := answer || jsonb_build_object(kind, coalesce(records, '{}'));
  end loop;
  return answer;
end $$;

create or replace function public.read_lists(p_site text, p_locale public.locale, p_at timestamptz, p_queries jsonb)
returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  answers jsonb := '[]';
  query jsonb;
begin
  for query in select jsonb_array_elements(p_queries) loop
    answers := answers || jsonb_build_array(case query ->> 'list'
      when 'articles' then private.list_articles(query, p_site, p_locale::text, p_at)
      when 'products' then private.list_products(query, p_site, p_locale::text, p_at)
      when 'pages' then private.list_pages(query, p_site, p_locale)
      when 'events' then private.list_events(query, p_site, p_locale::text, p_at)
      when 'webinars' then private.list_webinars(query, p_at)
      when 'jobs' then private.list_jobs(query, p_site, p_locale::text, p_at)
      when 'stories' then private.list_stories(query, p_site, p_locale::text, p_at)
      when 'posts' then private.list_posts(query, p_site, p_locale::text, p_at)
      when 'product_rows' then private.list_product_rows(query, p_site, p_locale::text, p_at)
      when 'documents' then private.list_documents(query, p_site, p_locale::text, p_at)
      when 'categories' then private.list_categories(query)
      when 'quotes' then private.list_quotes(query)
      when 'publications' then private.list_publications(query, p_at)
      when 'series' then private.list_series(p_site, p_at)
      when 'faqs' then private.list_faqs(p_site, p_locale::text)
      when 'catalog' then private.list_catalog(query, p_site, p_locale::text, p_at)
      when 'inventory' then private.list_inventory(query, p_site, p_locale::text, p_at)
      when 'sellers' then private.list_sellers(query)
      when 'downloads' then private.list_downloads(query, p_site, p_locale::text, p_at)
    end);
  end loop;
  return answers;
end $$;
