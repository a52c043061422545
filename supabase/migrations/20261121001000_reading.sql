-- What pages are made of, read in bulk. The functions run with the rights of the caller: an editor's draft reads under the
-- policies, a publisher with its secret key reads all and is told by `p_at` which moment to show.

-- Each kind of record is a view of one JSON document a row. Views are planned as part of the statement that reads them, and
-- the functions below are plpgsql, which keeps plans: a nested SQL function would be planned anew for every row. Left to
-- itself the planner would still make a new plan for each list of ids, which takes three times as long as running it.

create view private.page_addresses with (security_invoker = true) as
select l.page_id as id,
  jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
from public.published_page_locales l
group by l.page_id;

create view private.image_records with (security_invoker = true) as
select i.id, jsonb_build_object('id', i.id, 'hash', i.hash, 'width', i.width, 'height', i.height, 'widths', i.widths,
  'is_decorative', i.is_decorative, 'localized', i.localized) as record
from public.images i;

create view private.document_records with (security_invoker = true) as
select d.id, jsonb_build_object('id', d.id, 'localized', d.localized, 'content_date', d.content_date,
  'type', d.document_type, 'language', d.language, 'size', d.size, 'storage_path', d.storage_path,
  'filename', d.filename) as record
from public.documents d;

create view private.placed_records with (security_invoker = true) as
select 'product'::text as kind, p.id, jsonb_build_object('slug', p.slug, 'sites', p.sites,
  'is_published', p.is_published, 'publish_from', p.publish_from, 'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k), 'title', p.display_name) as record
from public.products p
union all
select 'article', a.id, jsonb_build_object('slug', a.slug, 'sites', a.sites, 'is_published', a.is_published,
  'publish_from', a.publish_from, 'publish_until', a.publish_until, 'news_category', a.newsroom_category,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k), 'title', a.localized #>> '{en,title}')
from public.articles a;

create view private.link_records with (security_invoker = true) as
select l.id, jsonb_build_object('id', l.id, 'text', l.text, 'type', l.link_type, 'target', l.target, 'url', l.url,
  'anchor', l.anchor_id, 'page_id', l.page_id, 'page_site', (select p.site_id from public.pages p where p.id = l.page_id),
  'addresses', (
    select jsonb_object_agg(a.locale, jsonb_build_object('path', a.path, 'title', a.title, 'nav_title', a.nav_title))
    from public.published_page_locales a where a.page_id = l.page_id
  ),
  'row_kind', l.row_kind, 'row_id', l.row_id,
  'row', (select r.record from private.placed_records r where r.kind = l.row_kind and r.id = l.row_id),
  'document_id', l.document_id,
  'document_path', (select d.storage_path from public.documents d where d.id = l.document_id)) as record
from public.links l;

create view private.product_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'display_name', p.display_name,
  'status', p.status, 'sites', p.sites, 'is_published', p.is_published, 'publish_from', p.publish_from,
  'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'taglines', (select jsonb_object_agg(key, value -> 'tagline') from jsonb_each(p.localized)),
  'series_id', p.series_id, 'series', s.display_name,
  'category_id', p.primary_category_id, 'category', c.localized,
  'image', (
    select r.record from public.product_images i join private.image_records r on r.id = i.image_id
    where i.product_id = p.id order by i.position, i.id limit 1
  )) as record
from public.products p
left join public.series s on s.id = p.series_id
left join public.categories c on c.id = p.primary_category_id;

create view private.product_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object(
  'order_code', p.order_code, 'localized', p.localized,
  'series_slug', (select s.slug from public.series s where s.id = p.series_id),
  'images', (
    select coalesce(jsonb_agg(i.record order by x.position, x.id), '[]')
    from public.product_images x join private.image_records i on i.id = x.image_id where x.product_id = p.id
  ),
  'properties', (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized,
      'group', coalesce(c.role::text, 'secondary'), 'number', v.value_number, 'max', v.value_max, 'text', v.value_text,
      'localized', v.localized) order by coalesce(c.role::text, 'secondary'), c.position nulls last, d.id), '[]')
    from public.product_property_values v
    join public.properties d on d.id = v.property_id
    left join public.category_properties c on c.property_id = v.property_id and c.category_id = p.primary_category_id
    where v.product_id = p.id
  ),
  'documents', (
    select coalesce(jsonb_agg(d.record order by x.position, d.id), '[]')
    from public.product_documents x join private.document_records d on d.id = x.document_id where x.product_id = p.id
  ),
  'applications', (
    select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'localized', a.localized, 'image', i.record)
      order by x.position, a.id), '[]')
    from public.product_applications x
    join public.applications a on a.id = x.application_id
    left join private.image_records i on i.id = a.image_id
    where x.product_id = p.id
  ),
  'related', (
    select coalesce(jsonb_agg(o.record order by x.position, o.id), '[]')
    from public.product_relations x join private.product_records o on o.id = x.related_id where x.product_id = p.id
  )) as record
from public.products p
join private.product_records r on r.id = p.id;

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

create view private.article_detail_records with (security_invoker = true) as
select a.id, r.record || jsonb_build_object('localized', a.localized, 'updated_at', a.updated_at,
  'documents', (
    select coalesce(jsonb_agg(d.record order by x.position, d.id), '[]')
    from public.article_documents x join private.document_records d on d.id = x.document_id where x.article_id = a.id
  )) as record
from public.articles a
join private.article_records r on r.id = a.id;

create view private.series_records with (security_invoker = true) as
select s.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'display_name', s.display_name,
  'status', s.status, 'localized', s.localized, 'image', i.record) as record
from public.series s
left join private.image_records i on i.id = s.image_id;

-- {"image": [1, 2], "product": [5]} → {"image": {"1": {…}}, "product": {"5": {…}}}
create function public.read_records(p_requests jsonb) returns jsonb
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
        select jsonb_object_agg(f.id, jsonb_build_object('id', f.id, 'filename', f.filename,
          'storage_path', f.storage_path, 'localized', f.localized))
        into records from public.files f where f.id = any (ids);
      when 'video' then
        select jsonb_object_agg(v.id, jsonb_build_object('id', v.id, 'video_url', v.video_url, 'localized', v.localized))
        into records from public.videos v where v.id = any (ids);
      when 'webinar' then
        select jsonb_object_agg(w.id, jsonb_build_object('id', w.id, 'title', w.title, 'url', w.url, 'localized', w.localized))
        into records from public.webinars w where w.id = any (ids);
      when 'cv' then
        select jsonb_object_agg(c.id, jsonb_build_object('id', c.id, 'title', c.name))
        into records from public.cvs c where c.id = any (ids);
      when 'location' then
        select jsonb_object_agg(l.id, jsonb_build_object('id', l.id, 'title', l.name))
        into records from public.locations l where l.id = any (ids);
      when 'employee_story' then
        select jsonb_object_agg(e.id, jsonb_build_object('id', e.id, 'localized', e.localized))
        into records from public.employee_stories e where e.id = any (ids);
      when 'story_group' then
        select jsonb_object_agg(g.id, jsonb_build_object('id', g.id, 'localized', g.localized))
        into records from public.story_groups g where g.id = any (ids);
      when 'story_category' then
        select jsonb_object_agg(g.id, jsonb_build_object('id', g.id, 'localized', g.localized))
        into records from public.story_categories g where g.id = any (ids);
      when 'form' then
        select jsonb_object_agg(f.id, jsonb_build_object('id', f.id, 'title', f.title))
        into records from public.forms f where f.id = any (ids);
      else
        records := null;
    end case;
    answer := answer || jsonb_build_object(kind, coalesce(records, '{}'));
  end loop;
  return answer;
end $$;
comment on function public.read_records is
  'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';

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

create function private.list_products(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with recursive categories as (
      select c.id from public.categories c where p_query ->> 'by' = 'category' and c.id = (p_query ->> 'id')::bigint
      union
      select c.id from public.categories c join categories above on c.parent_id = above.id
    ), matching as (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p.localized ? p_locale
        and (p.publish_until is null or p.publish_until > p_at)
        and case p_query ->> 'by'
          when 'series' then p.series_id = (p_query ->> 'id')::bigint
          else p.primary_category_id in (select id from categories)
        end
    ), shown as (
      select m.* from matching m where m.publish_from is null or m.publish_from <= p_at
      order by m.position, m.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by v.position, v.id), '[]')
        from shown v join private.product_records r on r.id = v.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

create function public.read_lists(p_site text, p_locale public.locale, p_at timestamptz, p_queries jsonb) returns jsonb
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
    end);
  end loop;
  return answers;
end $$;
comment on function public.read_lists is 'The answers of list queries in their order, each with the moment at which it will change by the clock.';

create function public.read_globals(p_site text) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with link_ids as (
      select distinct (jsonb_path_query(m.items, 'strict $.**.link') #>> '{}')::bigint as id
      from public.menus m where m.site_id = p_site
    )
    select jsonb_build_object(
      'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
      'og_image', (select r.record from private.image_records r where r.id = (s.settings ->> 'og_image')::bigint),
      'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
      'links', (
        select coalesce(jsonb_object_agg(l.id, l.record), '{}')
        from private.link_records l where l.id in (select i.id from link_ids i)
      ),
      'routes', (
        select coalesce(jsonb_object_agg(p.route, a.addresses), '{}')
        from public.pages p
        -- One page's at a time: joined as a whole, the addresses of all pages of all sites would be gathered.
        cross join lateral (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
          from public.published_page_locales l where l.page_id = p.id
        ) a
        where p.site_id = s.id and p.route is not null and a.addresses is not null
      ))
    from public.sites s
    where s.id = p_site
  );
end $$;
comment on function public.read_globals is 'What stands on every page of a site: its metadata, settings and menus, and where its routes are.';

-- The page that a page stands below: for a published page the one that was published with it.
create view private.page_parents with (security_invoker = true) as
select p.id, case when p.published_revision_id is null then p.parent_id
  else (select l.parent_id from public.published_page_locales l where l.page_id = p.id limit 1) end as parent_id
from public.pages p;

-- Pages by [id, locale], in the published or the draft view, with the addresses of the pages above them. Module trees are
-- large, and this is read for every page that is rendered: as `json` they are written once, as `jsonb` copied at each level.
create function public.read_pages(p_view text, p_targets jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  pages json;
  above_pages json;
begin
  if p_view = 'published' then
    select json_agg(case when c.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', (select u.parent_id from private.page_parents u where u.id = p.id), 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
      'description', c.description, 'seo', c.seo, 'modules', c.modules, 'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.published_page_locales l where l.page_id = p.id
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join lateral (select * from public.pages p where p.id = (t.value ->> 0)::bigint limit 1) p on true
    left join lateral (
      select * from public.page_revision_locales c
      where c.revision_id = p.published_revision_id and c.locale = (t.value ->> 1)::public.locale limit 1
    ) c on true;
  else
    select json_agg(case when d.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', p.parent_id, 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', d.path, 'title', d.title, 'nav_title', d.nav_title,
      'description', d.description, 'seo', d.seo, 'modules', private.assemble_modules(p.id, null, d.locale),
      'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from public.page_locales l where l.page_id = p.id
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join public.pages p on p.id = (t.value ->> 0)::bigint
    left join public.page_locales d on d.page_id = p.id and d.locale = (t.value ->> 1)::public.locale;
  end if;
  -- Above a page stand the pages that were above when they were published; only a draft's own parent is the draft's.
  with recursive above as (
    select case when p_view = 'published' then u.parent_id else p.parent_id end as id
    from public.pages p
    cross join lateral (select v.parent_id from private.page_parents v where v.id = p.id limit 1) u
    where p.id = any (array(select (t ->> 0)::bigint from jsonb_array_elements(p_targets) t))
    union
    select u.parent_id from above a cross join lateral (select v.parent_id from private.page_parents v where v.id = a.id limit 1) u
  )
  select json_object_agg(p.id, json_build_object('parent_id', p.parent_id, 'addresses', (
    select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
    from public.published_page_locales l where l.page_id = p.id
  )))
  into above_pages
  from above a cross join lateral (select v.* from private.page_parents v where v.id = a.id limit 1) p;
  return json_build_object('pages', coalesce(pages, '[]'), 'above', coalesce(above_pages, '{}'));
end $$;
comment on function public.read_pages is 'Pages with their module trees in one locale each, published or draft; null for one that is not there.';

-- Who answers a path: a page by its address, in the published or the draft view.
create function public.find_page(p_site text, p_locale public.locale, p_path text, p_view text) returns bigint
language sql stable set search_path = ''
as $$
  select case p_view
    when 'published' then (
      select l.page_id from public.published_page_locales l
      where l.site_id = p_site and l.locale = p_locale and l.path = p_path
    )
    else (
      select l.page_id from public.page_locales l
      where l.site_id = p_site and l.locale = p_locale and l.path = p_path
    )
  end
$$;
comment on function public.find_page is 'The page at a path (decoded, without locale prefix), or null.';

create function public.find_row(p_kind text, p_slug text) returns bigint
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'product' then (select p.id from public.products p where p.slug = p_slug)
    when 'article' then (select a.id from public.articles a where a.slug = p_slug)
  end
$$;
comment on function public.find_row is 'The record with a page of its own that has this slug, or null.';

create function public.read_sitemap(p_site text, p_bucket bigint, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with routes as (
    select r.* from private.routes r
    where r.site_id = p_site and r.ref >= (p_bucket / 10) * 500 and r.ref < (p_bucket / 10 + 1) * 500
      and private.sitemap_bucket(r.kind, r.ref) = p_bucket and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  )
  select jsonb_build_object(
    'entries', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at) order by e.kind, e.ref), '[]')
      from (
        select r.kind, r.ref, max(r.changed_at) as changed_at, jsonb_object_agg(r.locale, r.address) as locales
        from routes r
        where r.visible_from is null or r.visible_from <= p_at
        group by r.kind, r.ref
      ) e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
$$;
create function public.read_sitemap_index(p_site text, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(b.bucket order by b.bucket), '[]')
  from (
    select distinct private.sitemap_bucket(r.kind, r.ref) as bucket
    from private.routes r
    where r.site_id = p_site and not r.noindex
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  ) b
$$;
comment on function public.read_sitemap is 'The routes of one sitemap file.';
comment on function public.read_sitemap_index is 'The numbers of a site''s sitemap files.';

create function public.read_redirects(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from public.published_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.placed_records p where p.kind = r.row_kind and p.id = r.row_id))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from public.redirects r
  where r.site_id = p_site
$$;
comment on function public.read_redirects is 'All redirects of a site, with where each leads now.';

revoke execute on function public.read_records, public.read_lists, public.read_globals, public.read_pages, public.find_page,
  public.find_row, public.read_sitemap, public.read_sitemap_index, public.read_redirects from public, anon;
revoke execute on function public.read_sitemap, public.read_sitemap_index, public.read_redirects from authenticated;
grant execute on function public.read_records, public.read_lists, public.read_globals, public.read_pages, public.find_page,
  public.find_row to authenticated, service_role;
grant execute on function public.read_sitemap, public.read_sitemap_index, public.read_redirects to service_role;

grant select on private.page_addresses, private.image_records, private.document_records, private.placed_records,
  private.link_records, private.product_records, private.product_detail_records, private.article_records,
  private.article_detail_records, private.series_records, private.page_parents
  to authenticated, service_role;
