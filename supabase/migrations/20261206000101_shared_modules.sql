-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter type public.module_type add value 'SHARED_MODULE';

CREATE OR REPLACE FUNCTION private.page_entries(p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select l.site_id, 'page', l.page_id, l.locale, l.title, l.nav_title, '', r.description, concat_ws(' · ', private.module_words(r.modules::jsonb), nullif(private.shared_words(r.modules::jsonb, l.locale::text), '')),
    o.path, null::text, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from private.live_page_locales l
  join public.pages p on p.id = l.page_id
  join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (l.site_id, 'page', l.page_id, l.locale)
  where l.page_id = any (p_refs) and not l.noindex and coalesce(p.route, '') not in ('search', 'smart-search', 'login')
    and not exists (select 1 from public.pages a where a.id = p.parent_id and a.route = 'search')
    and not exists (
      select 1 from private.application_pages g join public.applications a on a.id = g.application_id
      where g.page_id = l.page_id and a.localized ? l.locale::text
    );
end $function$
;

CREATE OR REPLACE FUNCTION private.is_shareable(p_type text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select p_type not in ('ACCORDION', 'MANUAL_TABS', 'SECONDARY_HEADER', 'SHARED_MODULE')
$function$
;

CREATE OR REPLACE FUNCTION private.has_data(p_localized jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select not exists (select from jsonb_each(p_localized) l where jsonb_typeof(l.value -> 'data') is distinct from 'object')
$function$
;

CREATE OR REPLACE FUNCTION private.shared_words(p_modules jsonb, p_locale text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(string_agg(private.module_words(jsonb_build_array(coalesce(s.localized -> p_locale, s.localized -> 'en'))), ' · ' order by s.id), '')
    from public.shared_modules s
    where s.id in (
      select (v.value #>> '{}')::bigint
      from jsonb_path_query(p_modules, 'strict $.** ? (@.type == "SHARED_MODULE").data.shared ? (@.type() == "number")') v (value)
    )
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.pages_with_shared(p_ids bigint[])
 RETURNS TABLE(shared bigint, page bigint, site text, path text, title text, is_live boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  with drafts as (
    select i.id as shared, m.page_id
    from unnest(p_ids) i (id)
    join public.module_locales l on l.data ? 'shared' and l.data -> 'shared' = to_jsonb(i.id)
    join public.modules m on m.id = l.module_id and m.type::text = 'SHARED_MODULE'
  ), live as (
    select i.id as shared, o.ref as page_id
    from unnest(p_ids) i (id)
    join public.site_outputs o on o.kind = 'page' and o.path is not null and o.tags @> array['shared_module/card:' || i.id]
  )
  select u.shared, u.page_id, p.site_id, l.path, l.title, exists (select from live v where (v.shared, v.page_id) = (u.shared, u.page_id))
  from (select * from drafts union select * from live) u
  join public.pages p on p.id = u.page_id
  join public.page_locales l on l.page_id = p.id and l.locale = 'en'
  order by u.shared, p.site_id, l.path;
end $function$
;

CREATE OR REPLACE FUNCTION public.pages_with_shared(p_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(u)), '[]') from private.pages_with_shared(p_ids) u
$function$
;
comment on function public.pages_with_shared(bigint[]) is 'The pages that show shared modules in their drafts or to visitors, each with the shared module that it shows. For staff; others get an empty answer.';

CREATE OR REPLACE FUNCTION private.replace_module(p_page_id bigint, p_module_id bigint, p_module jsonb, p_what text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  replaced public.modules;
  made bigint;
  beside bigint[];
begin
  select * into replaced from public.modules m where m.id = p_module_id and m.page_id = p_page_id;
  perform set_config('content.draft_step', p_what, true);
  beside := array(
    select m.id from public.modules m
    where m.page_id = p_page_id and m.parent_id is not distinct from replaced.parent_id and m.slot is not distinct from replaced.slot
    order by m.position, m.id
  );
  made := private.insert_tree(p_page_id, replaced.parent_id, replaced.slot, private.no_position(), p_module);
  delete from public.modules m where m.id = p_module_id;
  perform private.place_modules(p_page_id, replaced.parent_id, replaced.slot, array_replace(beside, p_module_id, made));
  update public.pages p set structure_version = p.structure_version + 1 where p.id = p_page_id;
  return made;
end $function$
;

CREATE OR REPLACE FUNCTION public.share_module(p_actor uuid, p_page_id bigint, p_module_id bigint, p_expected_version integer, p_name text, p_data_version integer, p_localized jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  own_type public.module_type;
  shared bigint;
  made bigint;
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  select m.type into own_type from public.modules m where m.id = p_module_id and m.page_id = p_page_id;
  if not found then
    return '{"status": "not-found"}';
  end if;
  -- One after another, so that two of the same name are answered and no error.
  perform pg_advisory_xact_lock(hashtext('shared_modules'));
  if exists (select from public.shared_modules s where s.name = btrim(p_name)) then
    return '{"status": "name-taken"}';
  end if;
  insert into public.shared_modules (name, type, data_version, localized)
  values (btrim(p_name), own_type, p_data_version, p_localized) returning id into shared;
  perform private.add_version('shared_module', shared::text, p_actor);
  made := private.replace_module(p_page_id, p_module_id, jsonb_build_object('type', 'SHARED_MODULE', 'children', '[]'::jsonb,
    'locales', jsonb_build_object('en', jsonb_build_object('v', 1, 'data', jsonb_build_object('shared', shared)))), 'share');
  return jsonb_build_object('status', 'saved', 'id', made, 'shared', shared, 'version', p_expected_version + 1);
end $function$
;
comment on function public.share_module(uuid,bigint,bigint,integer,text,integer,jsonb) is 'Makes a shared module of a module''s texts in all languages, which no page has shown before, and puts it in the place of that module in the draft, unless the structure has changed since.';

CREATE OR REPLACE FUNCTION public.part_module(p_actor uuid, p_page_id bigint, p_module_id bigint, p_expected_version integer, p_module jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if not exists (select from public.modules m where m.id = p_module_id and m.page_id = p_page_id and m.type::text = 'SHARED_MODULE') then
    return '{"status": "not-found"}';
  end if;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1,
    'id', private.replace_module(p_page_id, p_module_id, p_module, 'part'));
end $function$
;
comment on function public.part_module(uuid,bigint,bigint,integer,jsonb) is 'Puts a module of the page''s own in the place of a shared one in a draft, unless the structure has changed since.';

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
when 'link_lead' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_lead_records r where r.id = any (ids);
when 'link' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_records r where r.id = any (ids);
when 'link_titled' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_titled_records r where r.id = any (ids);
when 'location' then select json_object_agg(r.id, r.record)::jsonb into records from private.location_records r where r.id = any (ids);
when 'page' then select json_object_agg(r.id, r.record)::jsonb into records from private.page_records r where r.id = any (ids);
when 'post_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_detail_records r where r.id = any (ids);
when 'post' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_records r where r.id = any (ids);
when 'product_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_detail_records r where r.id = any (ids);
when 'product' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_records r where r.id = any (ids);
when 'series' then select json_object_agg(r.id, r.record)::jsonb into records from private.series_records r where r.id = any (ids);
when 'shared_module' then select json_object_agg(r.id, r.record)::jsonb into records from private.shared_module_records r where r.id = any (ids);
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
comment on function public.read_records(jsonb) is 'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';

CREATE OR REPLACE FUNCTION public.search_refresh(p_limit integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  -- What a launch has written is found once it is live.
  if private.is_held('') then
    return false;
  end if;
  with taken as (
    -- A record that is due several times is written once.
    delete from private.search_due d
    using (select distinct n.kind, n.ref from (select * from private.search_due f order by f.id limit p_limit) n) first
    where (d.kind, d.ref) = (first.kind, first.ref)
    returning d.kind, d.ref
  )
  select jsonb_object_agg(t.kind, t.refs) into due from (select kind, jsonb_agg(distinct ref) as refs from taken group by kind) t;
  for due_kind in select jsonb_object_keys(coalesce(due, '{}')) loop
    refs := array(select jsonb_array_elements_text(due -> due_kind)::bigint);
    case due_kind
      when 'series' then
        insert into private.search_due (kind, ref) select 'product', p.id from public.products p where p.series_id = any (refs);
      when 'category' then
        insert into private.search_due (kind, ref)
        select 'product', p.id from public.products p where p.primary_category_id = any (refs);
      when 'product' then
        insert into private.search_due (kind, ref)
        select distinct 'document', pd.document_id from public.product_documents pd where pd.product_id = any (refs);
      when 'author' then
        insert into private.search_due (kind, ref) select 'post', p.id from public.posts p where p.author_id = any (refs);
      when 'tag' then
        insert into private.search_due (kind, ref)
        select distinct 'post', t.post_id from public.post_tags t where t.tag_id = any (refs);
      when 'shared_module' then
        insert into private.search_due (kind, ref)
        select distinct 'page', o.ref from public.site_outputs o
        where o.kind = 'page' and o.tags && array(select 'shared_module/card:' || r from unnest(refs) r);
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without their own page are found on the page with a route that shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in (select k.shown_on_route from private.kinds k)
        ) then
          perform private.search_everything(
            array(select 'listed_' || k.kind from private.kinds k where k.shown_on_route is not null));
        end if;
      when 'all' then
        perform private.search_everything(array(select k.kind from private.kinds k where k.search_rank is not null));
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'shared_module', 'all') then
      -- A listed record is written alone, without the records that depend on it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $function$
;
comment on function public.search_refresh(integer) is 'Writes some of the entries that are due again; answers whether more are due.';

CREATE OR REPLACE FUNCTION private.form_uses(p_form_ids bigint[])
 RETURNS TABLE(form_id bigint, page_id bigint, site text, locale public.locale, path text, title text, is_draft boolean, is_live boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not private.is_staff() then
    return;
  end if;
  return query
  with drafts as (
    select distinct f.id as form, m.page_id as page, l.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.modules m on m.type = 'CUSTOM_FORMS'
    join public.module_locales l on l.module_id = m.id and l.data -> 'form' = to_jsonb(f.id)
    union
    select f.id, m.page_id, k.locale::public.locale
    from unnest(p_form_ids) f (id)
    join public.shared_modules s on s.type = 'CUSTOM_FORMS'
    cross join lateral jsonb_each(s.localized) k (locale, texts)
    join public.module_locales l on l.data ? 'shared' and l.data -> 'shared' = to_jsonb(s.id)
    join public.modules m on m.id = l.module_id and m.type::text = 'SHARED_MODULE'
    where k.texts #> '{data,form}' = to_jsonb(f.id)
  ), live as (
    select distinct f.id as form, o.ref as page, o.locale as used_in
    from unnest(p_form_ids) f (id)
    join public.site_outputs o on o.kind = 'page' and o.path is not null and o.tags @> array['form:' || f.id]
  ), uses as (
    select form, page, used_in, bool_or(u.is_draft) as in_draft, bool_or(u.is_live) as in_live
    from (
      select d.form, d.page, d.used_in, true as is_draft, false as is_live from drafts d
      union all
      select v.form, v.page, v.used_in, false, true from live v
    ) u
    group by form, page, used_in
  )
  select u.form, u.page, p.site_id, u.used_in, coalesce(own.path, english.path), coalesce(own.title, english.title),
    u.in_draft, u.in_live
  from uses u
  join public.pages p on p.id = u.page
  left join public.page_locales own on own.page_id = u.page and own.locale = u.used_in
  left join public.page_locales english on english.page_id = u.page and english.locale = 'en'
  order by u.form, p.site_id, coalesce(english.path, own.path), u.used_in;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_uses(p_kind text, p_id text, p_places jsonb)
 RETURNS TABLE(kind text, id text, table_name text, column_name text, module text, path text, locale text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  at_most constant integer := 1000;
  own text := private.table_of_kind(p_kind);
  f record;
begin
  if not private.is_staff() then
    return;
  end if;
  for f in
    select c.name, coalesce(c.owner_key, 'id') as key, k.kind, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    join private.kinds k on k.table_name = coalesce(c.owner_name, c.name)
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', own)::regclass
      -- The part that belongs to the record itself.
      and (c.owner_name is distinct from own or a.attname <> c.owner_key)
    order by c.place, a.attnum
  loop
    return query execute format('select %L, r.%I::text, %L, %L, null::text, null::text, null::text from public.%I r where r.%I = $1::%s
      and (%L <> %L or r.%I::text <> $1) order by 2 limit %s',
      f.kind, f.key, f.name, f.col, f.name, f.col, private.type_of_id(p_kind), f.kind, p_kind, f.key, at_most) using p_id;
  end loop;
  if p_kind <> 'site' then
    return query select 'link', l.id::text, 'links', 'row_id', null::text, null::text, null::text
      from public.links l where l.row_kind = p_kind and l.row_id = p_id::bigint order by l.id limit at_most;
  end if;
  for f in select * from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text) where x.kind is not null loop
    return query execute format('select %L, r.id::text, %L, %L, null::text, %L, null::text from public.%I r
      where jsonb_path_exists(to_jsonb(r.%I), %L::jsonpath, jsonb_build_object(''id'', $1), true) and (%L <> %L or r.id::text <> $2)
      order by r.id limit %s', f.kind, f."table", f."column", f.path, f."table", f."column", f.path, f.kind, p_kind, at_most)
    using case when p_id ~ '^[0-9]+$' then to_jsonb(p_id::bigint) else to_jsonb(p_id) end, p_id;
  end loop;
  if p_id ~ '^[0-9]+$' then
    return query
    with places as materialized (
      select x.module, x.path from jsonb_to_recordset(p_places) x (module text, path text) where x.module is not null
    ), drafts as (
      select m.page_id, p.module, p.path, l.locale
      from places p
      join public.modules m on m.type::text = p.module
      join public.module_locales l on l.module_id = m.id
        and jsonb_path_exists(l.data, p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    ), live as (
      select l.page_id, p.module, p.path, l.locale
      from public.site_outputs o
      join public.published_page_locales l on l.page_id = o.ref and l.locale = o.locale
      join public.page_revision_locales r on r.revision_id = l.revision_id and r.locale = l.locale
      cross join lateral private.flatten_modules(r.modules::jsonb) m
      join places p on p.module = m.type
      where o.kind = 'page' and o.path is not null
        and o.tags && (array[p_kind || ':' || p_id] || array(select p_kind || '/' || s.shape || ':' || p_id from private.shapes s where s.kind = p_kind))
        and jsonb_path_exists(m.data, p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    )
    select 'page', u.page_id::text, 'modules', null::text, u.module, u.path, string_agg(distinct u.locale::text, ',')
    from (select * from drafts union select * from live) u group by u.page_id, u.module, u.path order by u.page_id limit at_most;
    return query
    select 'shared_module', s.id::text, 'shared_modules', null::text, p.module, p.path, string_agg(distinct l.key, ',')
    from public.shared_modules s
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    group by s.id, p.module, p.path order by s.id limit at_most;
    return query
    select 'saved_section', s.id::text, 'saved_sections', null::text, p.module, p.path, string_agg(distinct l.key, ',')
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, jsonb_build_object('id', p_id::bigint), true)
    group by s.id, p.module, p.path order by s.id limit at_most;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.used_media(p_kind text, p_places jsonb)
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  f record;
begin
  for f in
    select c.name, a.attname as col
    from pg_catalog.pg_constraint x
    join pg_catalog.pg_attribute a on a.attrelid = x.conrelid and a.attnum = x.conkey[1]
    join private.content_tables c on format('public.%I', c.name)::regclass = x.conrelid
    where x.contype = 'f' and cardinality(x.conkey) = 1 and x.confrelid = format('public.%I', private.table_of_kind(p_kind))::regclass
  loop
    return query execute format('select distinct r.%1$I from public.%2$I r where r.%1$I is not null', f.col, f.name);
  end loop;
  for f in
    select x.* from jsonb_to_recordset(p_places) x (kind text, "table" text, "column" text, path text)
    join private.content_tables c on c.name = x."table"
    where x.kind is not null
  loop
    return query execute format('select v.value::bigint from public.%I r
      cross join lateral jsonb_path_query(to_jsonb(r.%I), %L::jsonpath, ''{}'', true) v (value) where jsonb_typeof(v.value) = ''number''',
      f."table", f."column", f.path);
  end loop;
  return query select v.value::bigint
    from jsonb_to_recordset(p_places) p (module text, path text)
    join public.modules m on m.type::text = p.module
    join public.module_locales l on l.module_id = m.id
    cross join lateral jsonb_path_query(l.data, p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  return query select v.value::bigint
    from public.shared_modules s
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    cross join lateral jsonb_path_query(l.value -> 'data', p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  return query select v.value::bigint
    from public.saved_sections s
    cross join lateral private.section_modules(s.content) m
    join jsonb_to_recordset(p_places) p (module text, path text) on p.module = m.type
    cross join lateral jsonb_each(m.locales) l
    cross join lateral jsonb_path_query(l.value -> 'data', p.path::jsonpath, '{}', true) v (value)
    where jsonb_typeof(v.value) = 'number';
  -- Published pages and records know what they show.
  return query select distinct split_part(t.tag, ':', 2)::bigint
    from public.site_outputs o cross join lateral unnest(o.tags) t (tag)
    where t.tag ~ format('^%s(/[^:]+)?:[0-9]{1,15}$', p_kind);
  -- Any number of a draft may be the id of something that it shows.
  return query select distinct trunc(v.value::numeric)::bigint
    from public.record_drafts d cross join lateral jsonb_path_query(d.data, '$.** ? (@.type() == "number")') v (value)
    where v.value::numeric between 1 and 1000000000000;
end $function$
;

create index module_locales_shared_idx on public.module_locales ((data -> 'shared')) where data ? 'shared';

create table public.shared_modules (
  id bigint generated by default as identity primary key,
  -- For editors alone.
  name text not null unique check (name = btrim(name) and length(name) between 1 and 120),
  type public.module_type not null check (private.is_shareable(type::text)),
  -- Version of the module type's schema that the data satisfies, in all locales.
  data_version integer not null default 1 check (data_version > 0),
  -- As a whole by locale: {en: {data: {…}}}.
  localized jsonb not null check (public.is_localized(localized, '{}') and private.has_data(localized)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.shared_modules enable row level security;
comment on table public.shared_modules is 'Modules that stand on many pages with one content. A locale without data shows the default locale''s.';

create or replace view private.shared_module_choices with (security_invoker=true) as
 SELECT id,
    private.searchable(ARRAY[name, replace((type)::text, '_'::text, ' '::text)]) AS search_text,
    lower(name) AS sorting
   FROM public.shared_modules s;

create or replace view private.shared_module_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'type', type, 'v', data_version, 'localized', localized) AS record
   FROM public.shared_modules s;

alter table public.shared_modules add constraint shared_modules_localized_bounds CHECK (private.is_bounded_json(localized));

CREATE TRIGGER shared_modules_touch BEFORE UPDATE ON public.shared_modules FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE TRIGGER shared_modules_queue_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_row_changes('shared_module', 'id', '', 'f');

CREATE TRIGGER shared_modules_queue_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_row_changes('shared_module', 'id', '', 'f');

CREATE TRIGGER shared_modules_queue_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_row_changes('shared_module', 'id', '', 'f');

CREATE TRIGGER shared_modules_fingerprint_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER shared_modules_fingerprint_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER shared_modules_fingerprint_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER shared_modules_queue_truncate AFTER TRUNCATE ON public.shared_modules FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER shared_modules_edit_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER shared_modules_edit_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER shared_modules_edit_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER shared_modules_edit_truncate AFTER TRUNCATE ON public.shared_modules FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER shared_modules_search_shared_module_insert AFTER INSERT ON public.shared_modules REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.search_queue('shared_module', 'id');

CREATE TRIGGER shared_modules_search_shared_module_update AFTER UPDATE ON public.shared_modules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.search_queue('shared_module', 'id');

CREATE TRIGGER shared_modules_search_shared_module_delete AFTER DELETE ON public.shared_modules REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.search_queue('shared_module', 'id');

create policy shared_modules_read on public.shared_modules for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.shared_modules_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.shared_modules_id_seq to anon;
grant select, update, usage on sequence public.shared_modules_id_seq to authenticated;
grant select, update, usage on sequence public.shared_modules_id_seq to service_role;

revoke all on table public.shared_modules from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.shared_modules to service_role;
grant select on table public.shared_modules to authenticated;

revoke all on table private.shared_module_choices from public, anon, authenticated, service_role;

revoke all on table private.shared_module_records from public, anon, authenticated, service_role;
grant select on table private.shared_module_records to authenticated;
grant select on table private.shared_module_records to service_role;

revoke all on function private.is_shareable(text) from public, anon, authenticated, service_role;
grant execute on function private.is_shareable(text) to authenticated;
grant execute on function private.is_shareable(text) to public;
grant execute on function private.is_shareable(text) to service_role;

revoke all on function private.has_data(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.has_data(jsonb) to authenticated;
grant execute on function private.has_data(jsonb) to public;
grant execute on function private.has_data(jsonb) to service_role;

revoke all on function private.shared_words(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.shared_words(jsonb,text) to public;
grant execute on function private.shared_words(jsonb,text) to service_role;

revoke all on function private.pages_with_shared(bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.pages_with_shared(bigint[]) to authenticated;
grant execute on function private.pages_with_shared(bigint[]) to service_role;

revoke all on function public.pages_with_shared(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.pages_with_shared(bigint[]) to authenticated;
grant execute on function public.pages_with_shared(bigint[]) to service_role;

revoke all on function private.replace_module(bigint,bigint,jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.replace_module(bigint,bigint,jsonb,text) to service_role;

revoke all on function public.share_module(uuid,bigint,bigint,integer,text,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.share_module(uuid,bigint,bigint,integer,text,integer,jsonb) to service_role;

revoke all on function public.part_module(uuid,bigint,bigint,integer,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.part_module(uuid,bigint,bigint,integer,jsonb) to service_role;

insert into private.shapes (keys, kind, shape, view_name)
select keys, kind, shape, view_name from jsonb_populate_record(null::private.shapes, '{"keys": ["data"], "kind": "shared_module", "shape": "card", "view_name": "shared_module_records"}');

insert into private.shape_columns (keys, shape, table_name, column_name)
select keys, shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": ["data"], "shape": "card", "table_name": "shared_modules", "column_name": "localized"}');
insert into private.shape_columns (shape, table_name, column_name)
select shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": null, "shape": "card", "table_name": "shared_modules", "column_name": "data_version"}');
insert into private.shape_columns (shape, table_name, column_name)
select shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": null, "shape": "card", "table_name": "shared_modules", "column_name": "id"}');
insert into private.shape_columns (shape, table_name, column_name)
select shape, table_name, column_name from jsonb_populate_record(null::private.shape_columns, '{"keys": null, "shape": "card", "table_name": "shared_modules", "column_name": "type"}');

insert into private.content_tables (keys, name, fixed, place)
select keys, name, fixed, place from jsonb_populate_record(null::private.content_tables, '{"keys": ["id"], "name": "shared_modules", "fixed": [], "place": 95, "owner_key": null, "owner_name": null}');

insert into private.kinds (kind, has_page, table_name, picker_order, machine_columns)
select kind, has_page, table_name, picker_order, machine_columns from jsonb_populate_record(null::private.kinds, '{"kind": "shared_module", "has_page": false, "page_kind": null, "table_name": "shared_modules", "search_rank": null, "picker_order": "asc", "sitemap_order": null, "shown_on_route": null, "machine_columns": []}');

insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "shared_modules", "id_query": null, "row_kind": null, "row_tags": ["shared_module", "shared_module/card"], "id_column": "id", "site_tags": [], "other_tags": []}');

select private.make_previews();
