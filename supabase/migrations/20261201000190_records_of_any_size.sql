-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.read_records(p_requests jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer jsonb := '{}';
  shape text;
  ids bigint[];
  records jsonb;
begin
  for shape in select jsonb_object_keys(p_requests) loop
    ids := array(select jsonb_array_elements_text(p_requests -> shape)::bigint);
    records := null;
    case shape
when 'article_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.article_detail_records r where r.id = any (ids);
when 'article' then select json_object_agg(r.id, r.record)::jsonb into records from private.article_records r where r.id = any (ids);
when 'author' then select json_object_agg(r.id, r.record)::jsonb into records from private.author_records r where r.id = any (ids);
when 'catalog_part' then select json_object_agg(r.id, r.record)::jsonb into records from private.catalog_part_records r where r.id = any (ids);
when 'category' then select json_object_agg(r.id, r.record)::jsonb into records from private.category_records r where r.id = any (ids);
when 'cv' then select json_object_agg(r.id, r.record)::jsonb into records from private.cv_records r where r.id = any (ids);
when 'document' then select json_object_agg(r.id, r.record)::jsonb into records from private.document_records r where r.id = any (ids);
when 'employee_story_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.employee_story_detail_records r where r.id = any (ids);
when 'employee_story' then select json_object_agg(r.id, r.record)::jsonb into records from private.employee_story_records r where r.id = any (ids);
when 'event_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.event_detail_records r where r.id = any (ids);
when 'event' then select json_object_agg(r.id, r.record)::jsonb into records from private.event_records r where r.id = any (ids);
when 'file' then select json_object_agg(r.id, r.record)::jsonb into records from private.file_records r where r.id = any (ids);
when 'form' then select json_object_agg(r.id, r.record)::jsonb into records from private.form_records r where r.id = any (ids);
when 'image' then select json_object_agg(r.id, r.record)::jsonb into records from private.image_records r where r.id = any (ids);
when 'inventory' then select json_object_agg(r.id, r.record)::jsonb into records from private.inventory_records r where r.id = any (ids);
when 'job' then select json_object_agg(r.id, r.record)::jsonb into records from private.job_records r where r.id = any (ids);
when 'link' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_records r where r.id = any (ids);
when 'location' then select json_object_agg(r.id, r.record)::jsonb into records from private.location_records r where r.id = any (ids);
when 'page' then select json_object_agg(r.id, r.record)::jsonb into records from private.page_records r where r.id = any (ids);
when 'post_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_detail_records r where r.id = any (ids);
when 'post' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_records r where r.id = any (ids);
when 'product_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_detail_records r where r.id = any (ids);
when 'product' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_records r where r.id = any (ids);
when 'series' then select json_object_agg(r.id, r.record)::jsonb into records from private.series_records r where r.id = any (ids);
when 'story_category' then select json_object_agg(r.id, r.record)::jsonb into records from private.story_category_records r where r.id = any (ids);
when 'story_group' then select json_object_agg(r.id, r.record)::jsonb into records from private.story_group_records r where r.id = any (ids);
when 'tag' then select json_object_agg(r.id, r.record)::jsonb into records from private.tag_records r where r.id = any (ids);
when 'vector' then select json_object_agg(r.id, r.record)::jsonb into records from private.vector_records r where r.id = any (ids);
when 'video' then select json_object_agg(r.id, r.record)::jsonb into records from private.video_records r where r.id = any (ids);
when 'webinar' then select json_object_agg(r.id, r.record)::jsonb into records from private.webinar_records r where r.id = any (ids);
      else null;
    end case;
    answer := answer || jsonb_build_object(shape, coalesce(records, '{}'));
  end loop;
  return answer;
end $function$
;
