-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.keeps_order(p_table text, p_old jsonb[], p_new jsonb[])
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ignored constant text[] := array['version', 'updated_at', 'position'];
  -- Of rows that are no part of a record there is none.
  owner text;
  keys text[];
  query text;
  is_kept boolean;
begin
  select c.owner_key, coalesce(c.keys, '{id}') into owner, keys from private.content_tables c where c.name = p_table;
  if owner is null or current_setting('transaction_isolation') <> 'read committed'
    or exists (select from unnest(p_old, p_new) r (o, n) where not r.o ? 'position' or r.o - ignored <> r.n - ignored)
  then
    return false;
  end if;
  query := format($q$
    select not exists (
      select from (
        select row_number() over (partition by p.owner order by p.was, %3$s) as was, row_number() over (partition by p.owner order by p.is_now, %3$s) as is_now
        from (
          select (r.o ->> 'position')::integer as was, t.position as is_now, t.%2$I as owner, t.*
          from unnest($1, $2) r (o, n) cross join jsonb_populate_record(null::public.%1$I, r.n) t
          union all
          select t.position, t.position, t.%2$I, t.* from public.%1$I t
          where t.%2$I in (select (r ->> %2$L)::bigint from unnest($2) r)
            and not exists (select from unnest($2) r where r - $3 = to_jsonb(t) - $3)
        ) p
      ) o where o.was <> o.is_now
    )$q$, p_table, owner, (select string_agg(format('p.%I', k), ', ') from unnest(keys) k));
  execute query into is_kept using p_old, p_new, ignored;
  if is_kept then
    begin
      execute format('lock table public.%I in share mode nowait', p_table);
    exception when lock_not_available then
      return false;
    end;
    -- What others have committed until now counts.
    execute query into is_kept using p_old, p_new, ignored;
  end if;
  return is_kept;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_row_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Of more rows at once it is not looked up what differs.
  few constant integer := 300;
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  olds jsonb[];
  news jsonb[];
  tags text[];
  placed bigint[];
  lists_change boolean := cardinality(list_columns) > 0;
  lists text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(n) ->> g.column_name)
      from private.list_groups g cross join new_rows n where g.table_name = tg_table_name
    );
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(o) ->> g.column_name)
      from private.list_groups g cross join old_rows o where g.table_name = tg_table_name
    );
  else
    with changes as (
      select to_jsonb(o) - ignored as o, to_jsonb(n) - ignored as n
      from (select *, row_number() over () as place from old_rows) o
      join (select *, row_number() over () as place from new_rows) n using (place)
      cross join (values (array['version', 'updated_at', 'place'])) i (ignored)
    )
    select array_agg(c.o), array_agg(c.n) into olds, news from changes c where c.o is distinct from c.n;
    -- A change of the id itself is a deletion and an insertion.
    select array_agg(distinct (r ->> id_column)::bigint) into ids from unnest(olds || news) r;
    lists := array(
      select distinct g.column_name || '/' || (r ->> g.column_name)
      from private.list_groups g cross join unnest(olds || news) r where g.table_name = tg_table_name
    );
    lists_change := exists (
      select 1 from unnest(olds, news) r (o, n) cross join unnest(list_columns || id_column) c
      where cardinality(list_columns) > 0 and r.o -> c is distinct from r.n -> c
        -- A list has the records that exist in its locale.
        and (c <> 'localized' or private.locales_that_differ(r.o -> c, r.n -> c, '{}') is null)
    );
  end if;
  if ids is null then
    return null;
  end if;
  placed := ids;
  if tg_op = 'UPDATE' and cardinality(olds) <= few then
    if private.keeps_order(tg_table_name, olds, news) then
      return null;
    end if;
    tags := private.tags_of_updates(tg_table_name, kind, id_column, olds, news);
    if exists (select 1 from private.shapes s where s.kind = tg_argv[0] and s.shape = 'link') then
      -- Whether and where a record has a page is the same.
      placed := array(select id from unnest(ids) id where kind || '/link:' || id = any (tags));
    end if;
  else
    tags := private.tags_of_records(tg_table_name, kind, ids);
  end if;
  perform private.queue_change(
    tags
      || case when lists_change then 'list:' || kind || array(select 'list:' || kind || '/' || l from unnest(lists) l where l is not null) else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)), '[]') from unnest(placed) id
    ) else '[]' end
  );
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.without_text(p_row jsonb, p_key text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_row || jsonb_build_object('localized', (
    select jsonb_object_agg(t.key, t.value - p_key) from jsonb_each(p_row -> 'localized') t
  ))
$function$
;

CREATE OR REPLACE FUNCTION private.queue_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Nothing shows the addresses of `settings`.
  ignored constant text[] := array['version', 'updated_at'];
  -- A row that moves has been on two sites.
  sites text[] := array(
    select distinct coalesce(r ->> 'site_id', r ->> 'id') from (values (to_jsonb(old)), (to_jsonb(new))) v (r) where r is not null
  );
  before jsonb := to_jsonb(old) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  after jsonb := to_jsonb(new) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  shape text := '';
  locales text[];
begin
  if tg_op = 'UPDATE' then
    locales := private.locales_of_site_change(tg_argv[0], before, after);
    if before = after or locales = '{}' then
      return null;
    end if;
    if tg_argv[0] = 'site' and private.without_text(before, 'description') = private.without_text(after, 'description') then
      shape := '/description';
    end if;
  end if;
  perform private.queue_change(array(select concat_ws('@', tg_argv[0] || shape || ':' || s, array_to_string(locales, ',')) from unnest(sites) s),
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_name(p_title text, p_nav_title text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select coalesce(nullif(p_nav_title, ''), p_title) $function$
;

CREATE OR REPLACE FUNCTION private.queue_page_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tags text[];
  moved text[];
  led_to text[];
  touched bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, private.page_name(o.title, o.nav_title), o.parent_id)
          is distinct from (n.site_id, n.path, private.page_name(n.title, n.nav_title), n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
        -- Readers of the locale, and of those that the page does not have.
        case when o.site_id = n.site_id then array(
          select l::text from unnest(enum_range(null::public.locale)) l
          where l = locale or (locale = 'en' and not exists (
            select 1 from public.published_page_locales p where p.page_id = n.page_id and p.locale = l
          ))
        ) end as readers
      from old_rows o full join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id),
      -- An address is shown in all languages, by the switch between them; a name in its own.
      array_agg(distinct concat_ws('@', 'address:page:' || c.page_id, case when c.is_only_renamed then array_to_string(c.readers, ',') end)) filter (where c.is_moved),
      array_agg(distinct concat_ws('@', 'path:page:' || c.page_id, array_to_string(c.readers, ','))) filter (where c.is_led_to),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, moved, led_to, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || (select array_agg(distinct 'sitemap:page:' || id / 500) from unnest(touched) id);
  if moved is not null then
    tags := tags || moved;
  end if;
  if led_to is not null then
    tags := tags || led_to;
  end if;
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_foresight(p_page_id bigint, p_parent_id bigint, p_news jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'tags', to_jsonb(array['page:' || p.id, 'sitemap:page:' || p.id / 500]
      || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
      || case when d.is_moved then array['path:page:' || p.id] else '{}' end
      || case when d.is_named_anew then array(
        select 'below:page:' || s.id
        from (select p_parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
        where s.id is not null
      ) else '{}' end
      || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
    'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
    'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'template', p.template, 'is_editable', p.is_editable,
      'parent_id', p_parent_id,
      'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
      'above', (
        with recursive above as (
          select p_parent_id as id
          union
          select v.parent_id from above a join private.page_parents v on v.id = a.id
        )
        select coalesce(jsonb_object_agg(v.id, jsonb_build_object('parent_id', v.parent_id, 'addresses', (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
          from public.published_page_locales l where l.page_id = v.id
        ))), '{}')
        from above a join private.page_parents v on v.id = a.id
      ),
      'addresses', (
        select jsonb_object_agg(n.key, jsonb_build_object('path', n.value -> 'path', 'title', n.value -> 'title', 'nav_title', n.value -> 'nav_title'))
        from jsonb_each(p_news) n
      )))
  from public.pages p
  cross join lateral (
    select
      coalesce(bool_or((n.path, private.page_name(n.title, n.nav_title), p_parent_id)
        is distinct from (o.path, private.page_name(o.title, o.nav_title), o.parent_id)), false)
        as is_named_anew,
      coalesce(bool_or(n.path is distinct from o.path), false) as is_moved,
      coalesce(bool_or(not n.noindex), false) as is_listed,
      coalesce(bool_or(o.path <> n.path or exists (
        select 1 from public.redirects r where r.site_id = p.site_id and r.from_path = private.public_path(n.locale, n.path)
      ) or (n.locale is null and exists (
        -- It will answer 410, unless the path has a redirect.
        select 1 from public.site_outputs x
        where (x.site_id, x.kind, x.ref, x.locale) = (p.site_id, 'page', p.id, o.locale) and x.path <> '/'
          and not exists (select 1 from public.redirects r where r.site_id = x.site_id and r.from_path = x.path)
      ))), false) as is_redirected,
      -- An old address redirects to the page in its locale, while the page exists.
      coalesce(bool_or((n.locale is null or o.locale is null) and exists (
        select 1 from public.redirects r where r.page_id = p.id and r.locale = coalesce(n.locale, o.locale)
      )), false) as is_led_to_anew,
      -- A sitemap holds what search engines may read, and the day on which it changed last.
      coalesce(bool_or(not (coalesce(n.noindex, true) and coalesce(o.noindex, true)) and (
        (n.path, n.noindex) is distinct from (o.path, o.noindex)
        or (o.published_at at time zone 'UTC')::date <> (now() at time zone 'UTC')::date
      )), false) as is_listed_anew
    from (
      select l.key::public.locale as locale, l.value ->> 'path' as path, l.value ->> 'title' as title, l.value ->> 'nav_title' as nav_title,
        coalesce((l.value -> 'seo' ->> 'noindex')::boolean, false) as noindex
      from jsonb_each(p_news) l
    ) n
    full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
  ) d
  where p.id = p_page_id
$function$
;

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

CREATE OR REPLACE FUNCTION private.knows_globals(p_site text, p_seq bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_seq <= coalesce((select max(c.seq) from public.change_log c), 0) and not exists (
    select 1 from public.change_log c
    where c.seq > p_seq and (
      c.tags && (array['globals:' || p_site, 'site:' || p_site, 'site/description:' || p_site]
        || array(select 'image/card:' || (s.settings ->> 'og_image') from public.sites s where s.id = p_site and s.settings ? 'og_image'))
      or exists (select 1 from unnest(c.tags) t where starts_with(t, 'named:' || p_site || '/'))
    )
  )
$function$
;

create or replace view private.link_titled_records with (security_invoker=true) as
 SELECT l.id,
    (r.record || jsonb_build_object('target', l.target)) AS record
   FROM (public.links l
     JOIN private.link_lead_records r ON ((r.id = l.id)));

create or replace view private.link_records with (security_invoker=true) as
 SELECT l.id,
    (r.record || jsonb_build_object('text', l.text)) AS record
   FROM (public.links l
     JOIN private.link_titled_records r ON ((r.id = l.id)));

create or replace view private.document_records with (security_invoker = true) as
select d.id, jsonb_build_object('id', d.id, 'localized', d.localized, 'content_date', d.content_date,
  'type', d.document_type, 'language', d.language, 'size', d.size, 'storage_path', d.storage_path) as record
from public.documents d;

create or replace view private.inventory_records with (security_invoker = true) as
select p.id, jsonb_build_object('product', p.record, 'order_code', d.order_code, 'items', (
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'quantity', i.quantity, 'as_of', i.as_of, 'url', i.url,
    'partner', jsonb_build_object('id', c.id, 'name', c.name))
    order by i.quantity desc, i.id), '[]')
  from public.inventory_items i join public.channel_partners c on c.id = i.channel_partner_id
  where i.product_id = p.id
)) as record
from private.product_records p
join public.products d on d.id = p.id;

create or replace view private.job_records with (security_invoker = true) as
select j.id, jsonb_build_object('id', j.id, 'sites', j.sites, 'is_published', j.is_published,
  'publish_from', j.publish_from, 'publish_until', j.publish_until, 'city', j.city, 'country', j.country,
  'field', j.field, 'pensum_min', j.pensum_min, 'pensum_max', j.pensum_max, 'is_remote', j.is_remote,
  'direct_link', j.direct_link, 'localized', j.localized) as record
from public.jobs j;

revoke all on table private.link_titled_records from public, anon, authenticated, service_role;
grant select on table private.link_titled_records to authenticated;
grant select on table private.link_titled_records to service_role;

revoke all on function private.keeps_order(text,jsonb[],jsonb[]) from public, anon, authenticated, service_role;
grant execute on function private.keeps_order(text,jsonb[],jsonb[]) to public;

revoke all on function private.without_text(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.without_text(jsonb,text) to public;

revoke all on function private.page_name(text,text) from public, anon, authenticated, service_role;
grant execute on function private.page_name(text,text) to public;

insert into private.shapes (kind, shape, view_name, keys) values
  ('image', 'file', 'image_records', '{}'),
  ('channel_partner', 'stock', 'inventory_records', '{}'),
  ('link', 'titled', 'link_titled_records', '{}');
select private.derive_shapes();

select private.make_previews();
