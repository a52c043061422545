-- What pages show of news, events and the blog: records and lists.

create view private.article_page_rows with (security_invoker = true) as
select a.id, a.slug, a.newsroom_category::text as section, a.sites, a.is_published, a.publish_from, a.publish_until,
  a.localized, a.updated_at, a.localized #>> '{en,title}' as title, a.image_id
from public.articles a;
grant select on private.article_page_rows to authenticated, service_role;

create view private.article_records with (security_invoker = true) as
select a.id, jsonb_build_object('id', a.id, 'slug', a.slug, 'news_category', a.newsroom_category,
  'newsroom_type', a.newsroom_type, 'career_type', a.career_type, 'sites', a.sites, 'is_published', a.is_published,
  'publish_from', a.publish_from, 'publish_until', a.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
    from jsonb_each(a.localized)
  ),
  'image', i.record) as record
from public.articles a
left join private.image_records i on i.id = a.image_id;
grant select on private.article_records to authenticated, service_role;

create view private.article_detail_records with (security_invoker = true) as
select a.id, r.record || jsonb_build_object('localized', a.localized, 'updated_at', a.updated_at,
  'documents', (
    select coalesce(jsonb_agg(d.record order by x.position, d.id), '[]')
    from public.article_documents x join private.document_records d on d.id = x.document_id where x.article_id = a.id
  )) as record
from public.articles a
join private.article_records r on r.id = a.id;
grant select on private.article_detail_records to authenticated, service_role;

create view private.article_texts with (security_invoker = true) as
select a.id, a.sites, a.localized, 'title'::text as title, 'lead'::text as summary, 'body'::text as body, null::text as names,
  null::text as more, a.publish_from as dated_at, a.publish_from as visible_from, a.publish_until as visible_until
from public.articles a where a.is_published;
grant select on private.article_texts to service_role;

create function private.list_articles(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select a.id, a.publish_from, a.publish_until
      from public.articles a
      where a.is_published and p_site = any (a.sites) and a.localized ? p_locale
        and a.newsroom_category::text = p_query ->> 'category'
        and (p_query ->> 'type' is null or coalesce(a.newsroom_type::text, a.career_type::text) = p_query ->> 'type')
        and (a.publish_until is null or a.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.article_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

create view private.event_page_rows with (security_invoker = true) as
select e.id, e.slug, e.category::text as section, e.sites, e.is_published, e.publish_from, e.publish_until,
  e.localized, e.updated_at, e.localized #>> '{en,title}' as title, e.image_id
from public.events e;
grant select on private.event_page_rows to authenticated, service_role;

create view private.event_records with (security_invoker = true) as
select e.id, jsonb_build_object('id', e.id, 'slug', e.slug, 'sites', e.sites, 'is_published', e.is_published,
  'publish_from', e.publish_from, 'publish_until', e.publish_until, 'news_category', e.category,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(e.localized) k),
  'starts_at', e.starts_at, 'ends_at', e.ends_at, 'time_zone', e.time_zone, 'is_online', e.is_online,
  'country', e.country, 'url', e.url,
  'texts', (
    select jsonb_object_agg(key, jsonb_strip_nulls(jsonb_build_object('title', value -> 'title', 'summary', value -> 'summary',
      'venue', value -> 'venue', 'city', value -> 'city')))
    from jsonb_each(e.localized)
  ),
  'image', i.record) as record
from public.events e
left join private.image_records i on i.id = e.image_id;
grant select on private.event_records to authenticated, service_role;

create view private.event_detail_records with (security_invoker = true) as
select e.id, r.record || jsonb_build_object('localized', e.localized, 'updated_at', e.updated_at) as record
from public.events e
join private.event_records r on r.id = e.id;
grant select on private.event_detail_records to authenticated, service_role;

create view private.event_texts with (security_invoker = true) as
select e.id, e.sites, e.localized, 'title'::text as title, 'summary'::text as summary, 'body'::text as body, null::text as names,
  null::text as more, e.starts_at as dated_at, e.publish_from as visible_from, e.publish_until as visible_until
from public.events e where e.is_published;
grant select on private.event_texts to service_role;

create function private.list_events(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  is_past boolean := p_query ->> 'when' = 'past';
begin
  return (
    with matching as (
      select e.id, e.starts_at, e.ends_at, e.publish_from, e.publish_until
      from public.events e
      where e.is_published and p_site = any (e.sites) and e.localized ? p_locale
        and (p_query ->> 'category' is null or e.category::text = p_query ->> 'category')
        and (e.publish_until is null or e.publish_until > p_at)
    ), shown as (
      -- The next one first; of those that are over, the last one.
      select m.id, row_number() over (order by case when is_past then p_at - m.starts_at else m.starts_at - p_at end, m.id) as place
      from matching m
      where (m.publish_from is null or m.publish_from <= p_at) and (m.ends_at <= p_at) = is_past
      order by place limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.place), '[]')
        from shown v join private.event_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m),
        (select min(m.ends_at) from matching m where m.ends_at > p_at)
      ))
  );
end $$;

create view private.tag_page_rows with (security_invoker = true) as
select t.id, t.slug, null::text as section, t.sites, true as is_published, null::timestamptz as publish_from,
  null::timestamptz as publish_until, t.localized, t.updated_at, t.localized #>> '{en,name}' as title, null::bigint as image_id
from public.tags t;
grant select on private.tag_page_rows to authenticated, service_role;

create view private.tag_records with (security_invoker = true) as
select t.id, jsonb_build_object('id', t.id, 'slug', t.slug, 'sites', t.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(t.localized) k), 'localized', t.localized) as record
from public.tags t;
grant select on private.tag_records to authenticated, service_role;

create view private.author_page_rows with (security_invoker = true) as
select a.id, a.slug, null::text as section, a.sites, true as is_published, null::timestamptz as publish_from,
  null::timestamptz as publish_until, a.localized, a.updated_at, a.name as title, a.image_id
from public.authors a;
grant select on private.author_page_rows to authenticated, service_role;

create view private.author_records with (security_invoker = true) as
select a.id, jsonb_build_object('id', a.id, 'slug', a.slug, 'sites', a.sites, 'is_published', true, 'publish_from', null,
  'publish_until', null, 'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k), 'name', a.name,
  'localized', a.localized, 'image', i.record) as record
from public.authors a
left join private.image_records i on i.id = a.image_id;
grant select on private.author_records to authenticated, service_role;

create view private.post_page_rows with (security_invoker = true) as
select p.id, p.slug, null::text as section, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.localized #>> '{en,title}' as title, p.image_id
from public.posts p;
grant select on private.post_page_rows to authenticated, service_role;

create view private.post_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'sites', p.sites, 'is_published', p.is_published,
  'publish_from', p.publish_from, 'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'texts', (
    select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
    from jsonb_each(p.localized)
  ),
  'author', a.record,
  'tags', (
    select coalesce(jsonb_agg(t.record order by x.position, t.id), '[]')
    from public.post_tags x join private.tag_records t on t.id = x.tag_id where x.post_id = p.id
  ),
  'image', i.record) as record
from public.posts p
join private.author_records a on a.id = p.author_id
left join private.image_records i on i.id = p.image_id;
grant select on private.post_records to authenticated, service_role;

create view private.post_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object('localized', p.localized, 'updated_at', p.updated_at) as record
from public.posts p
join private.post_records r on r.id = p.id;
grant select on private.post_detail_records to authenticated, service_role;

create view private.post_texts with (security_invoker = true) as
select p.id, p.sites, p.localized, 'title'::text as title, 'lead'::text as summary, 'body'::text as body, null::text as names,
  concat_ws(' ', a.name, (
    select string_agg(n #>> '{}', ' ' order by t.id, n #>> '{}')
    from public.post_tags pt
    join public.tags t on t.id = pt.tag_id
    cross join lateral jsonb_path_query(t.localized, 'strict $.*.name') n
    where pt.post_id = p.id
  )) as more, p.publish_from as dated_at, p.publish_from as visible_from, p.publish_until as visible_until
from public.posts p join public.authors a on a.id = p.author_id where p.is_published;
grant select on private.post_texts to service_role;

create function private.list_posts(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select p.id, p.publish_from, p.publish_until
      from public.posts p
      where p.is_published and p_site = any (p.sites) and p.localized ? p_locale
        and (p_query ->> 'author' is null or p.author_id = (p_query ->> 'author')::bigint)
        and (p_query ->> 'tag' is null or exists (
          select 1 from public.post_tags t where t.post_id = p.id and t.tag_id = (p_query ->> 'tag')::bigint
        ))
        and (p.publish_until is null or p.publish_until > p_at)
    ), shown as (
      select m.* from matching m where m.publish_from <= p_at
      order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.publish_from desc, v.id desc), '[]')
        from shown v join private.post_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;
