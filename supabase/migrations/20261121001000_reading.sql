-- What pages are made of, read in bulk. The functions run with the rights of the caller: an editor's draft reads under the
-- policies, a publisher with its secret key reads all and is told by `p_at` which moment to show.

create function private.page_addresses(p_page_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
  from public.published_page_locales l
  where l.page_id = p_page_id
$$;

create function private.image_json(p_image_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', i.id, 'hash', i.hash, 'width', i.width, 'height', i.height, 'widths', i.widths,
    'is_decorative', i.is_decorative, 'localized', i.localized)
  from public.images i
  where i.id = p_image_id
$$;

create function private.row_json(p_kind text, p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'product' then (
      select jsonb_build_object('slug', p.slug, 'sites', p.sites, 'is_published', p.is_published,
        'publish_from', p.publish_from, 'publish_until', p.publish_until,
        'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k), 'title', p.display_name)
      from public.products p where p.id = p_id
    )
    when 'article' then (
      select jsonb_build_object('slug', a.slug, 'sites', a.sites, 'is_published', a.is_published,
        'publish_from', a.publish_from, 'publish_until', a.publish_until, 'news_category', a.newsroom_category,
        'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k), 'title', a.localized #>> '{en,title}')
      from public.articles a where a.id = p_id
    )
  end
$$;

create function private.link_json(p_link_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', l.id, 'text', l.text, 'type', l.link_type, 'target', l.target, 'url', l.url,
    'anchor', l.anchor_id, 'page_id', l.page_id, 'page_site', (select p.site_id from public.pages p where p.id = l.page_id),
    'addresses', private.page_addresses(l.page_id),
    'row_kind', l.row_kind, 'row_id', l.row_id, 'row', private.row_json(l.row_kind, l.row_id),
    'document_id', l.document_id,
    'document_path', (select d.storage_path from public.documents d where d.id = l.document_id))
  from public.links l
  where l.id = p_link_id
$$;

create function private.product_json(p_product_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'display_name', p.display_name, 'status', p.status,
    'sites', p.sites, 'is_published', p.is_published, 'publish_from', p.publish_from, 'publish_until', p.publish_until,
    'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
    'taglines', (select jsonb_object_agg(key, value -> 'tagline') from jsonb_each(p.localized)),
    'series_id', p.series_id, 'series', (select s.display_name from public.series s where s.id = p.series_id),
    'category_id', p.primary_category_id,
    'category', (select c.localized from public.categories c where c.id = p.primary_category_id),
    'image', (
      select private.image_json(i.image_id) from public.product_images i
      where i.product_id = p.id and i.image_id is not null order by i.position, i.id limit 1
    ))
  from public.products p
  where p.id = p_product_id
$$;

create function private.document_json(p_document_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', d.id, 'localized', d.localized, 'content_date', d.content_date, 'type', d.document_type,
    'language', d.language, 'size', d.size, 'storage_path', d.storage_path, 'filename', d.filename)
  from public.documents d
  where d.id = p_document_id
$$;

create function private.product_detail_json(p_product_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select private.product_json(p.id) || jsonb_build_object(
    'order_code', p.order_code, 'localized', p.localized,
    'series_slug', (select s.slug from public.series s where s.id = p.series_id),
    'images', (
      select coalesce(jsonb_agg(private.image_json(i.image_id) order by i.position, i.id), '[]')
      from public.product_images i where i.product_id = p.id and i.image_id is not null
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
      select coalesce(jsonb_agg(private.document_json(d.document_id) order by d.position, d.document_id), '[]')
      from public.product_documents d where d.product_id = p.id
    ),
    'applications', (
      select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'localized', a.localized,
        'image', private.image_json(a.image_id)) order by x.position, a.id), '[]')
      from public.product_applications x join public.applications a on a.id = x.application_id where x.product_id = p.id
    ),
    'related', (
      select coalesce(jsonb_agg(private.product_json(r.related_id) order by r.position, r.related_id), '[]')
      from public.product_relations r where r.product_id = p.id
    ))
  from public.products p
  where p.id = p_product_id
$$;

create function private.article_json(p_article_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', a.id, 'slug', a.slug, 'news_category', a.newsroom_category, 'newsroom_type', a.newsroom_type,
    'career_type', a.career_type, 'sites', a.sites, 'is_published', a.is_published, 'publish_from', a.publish_from,
    'publish_until', a.publish_until, 'locales', (select jsonb_agg(k) from jsonb_object_keys(a.localized) k),
    'texts', (
      select jsonb_object_agg(key, jsonb_build_object('title', value -> 'title', 'lead', value -> 'lead'))
      from jsonb_each(a.localized)
    ),
    'image', private.image_json(a.image_id))
  from public.articles a
  where a.id = p_article_id
$$;

create function private.article_detail_json(p_article_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select private.article_json(a.id) || jsonb_build_object('localized', a.localized, 'updated_at', a.updated_at,
    'documents', (
      select coalesce(jsonb_agg(private.document_json(d.document_id) order by d.position, d.document_id), '[]')
      from public.article_documents d where d.article_id = a.id
    ))
  from public.articles a
  where a.id = p_article_id
$$;

create function private.record_json(p_kind text, p_id bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'image' then private.image_json(p_id)
    when 'link' then private.link_json(p_id)
    when 'product' then private.product_json(p_id)
    when 'product_detail' then private.product_detail_json(p_id)
    when 'article' then private.article_json(p_id)
    when 'article_detail' then private.article_detail_json(p_id)
    when 'document' then private.document_json(p_id)
    when 'page' then (select jsonb_build_object('id', p_id, 'addresses', private.page_addresses(p_id)))
    when 'series' then (
      select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'display_name', s.display_name,
        'status', s.status, 'localized', s.localized, 'image', private.image_json(s.image_id))
      from public.series s where s.id = p_id
    )
    when 'category' then (
      select jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized)
      from public.categories c where c.id = p_id
    )
    when 'vector' then (
      select jsonb_build_object('id', v.id, 'storage_path', v.storage_path, 'localized', v.localized)
      from public.vectors v where v.id = p_id
    )
    when 'file' then (
      select jsonb_build_object('id', f.id, 'filename', f.filename, 'storage_path', f.storage_path, 'localized', f.localized)
      from public.files f where f.id = p_id
    )
    when 'video' then (
      select jsonb_build_object('id', v.id, 'video_url', v.video_url, 'localized', v.localized)
      from public.videos v where v.id = p_id
    )
    when 'webinar' then (
      select jsonb_build_object('id', w.id, 'title', w.title, 'url', w.url, 'localized', w.localized)
      from public.webinars w where w.id = p_id
    )
    when 'cv' then (select jsonb_build_object('id', c.id, 'title', c.name) from public.cvs c where c.id = p_id)
    when 'location' then (select jsonb_build_object('id', l.id, 'title', l.name) from public.locations l where l.id = p_id)
    when 'employee_story' then (
      select jsonb_build_object('id', e.id, 'localized', e.localized) from public.employee_stories e where e.id = p_id
    )
    when 'story_group' then (select jsonb_build_object('id', g.id, 'localized', g.localized) from public.story_groups g where g.id = p_id)
    when 'story_category' then (select jsonb_build_object('id', g.id, 'localized', g.localized) from public.story_categories g where g.id = p_id)
    when 'form' then (select jsonb_build_object('id', f.id, 'title', f.title) from public.forms f where f.id = p_id)
  end
$$;

-- {"image": [1, 2], "product": [5]} → {"image": {"1": {…}, "2": null}, …}
create function public.read_records(p_requests jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(r.kind, r.records), '{}')
  from (
    select k.key as kind, jsonb_object_agg(i.id, private.record_json(k.key, i.id::bigint)) as records
    from jsonb_each(p_requests) k
    cross join lateral jsonb_array_elements_text(k.value) i (id)
    group by k.key
  ) r
$$;
comment on function public.read_records is 'Records of several kinds by id; null for one that does not exist or that the caller may not read.';

create function private.list_articles(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
  with matching as (
    select a.id, a.publish_from, a.publish_until
    from public.articles a
    where a.is_published and p_site = any (a.sites) and a.localized ? p_locale
      and a.newsroom_category::text = p_query ->> 'category'
      and (p_query ->> 'type' is null or coalesce(a.newsroom_type::text, a.career_type::text) = p_query ->> 'type')
      and (a.publish_until is null or a.publish_until > p_at)
  )
  select jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(private.article_json(v.id) order by v.publish_from desc, v.id desc), '[]')
      from (
        select m.* from matching m where m.publish_from <= p_at
        order by m.publish_from desc, m.id desc limit (p_query ->> 'limit')::integer
      ) v
    ),
    'next_change_at', least(
      (select min(m.publish_from) from matching m where m.publish_from > p_at),
      (select min(m.publish_until) from matching m)
    ))
$$;

create function private.list_products(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
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
  )
  select jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(private.product_json(v.id) order by v.position, v.id), '[]')
      from (
        select m.* from matching m where m.publish_from is null or m.publish_from <= p_at
        order by m.position, m.id limit (p_query ->> 'limit')::integer
      ) v
    ),
    'next_change_at', least(
      (select min(m.publish_from) from matching m where m.publish_from > p_at),
      (select min(m.publish_until) from matching m)
    ))
$$;

create function public.read_lists(p_site text, p_locale public.locale, p_at timestamptz, p_queries jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    case q.query ->> 'list'
      when 'articles' then private.list_articles(q.query, p_site, p_locale::text, p_at)
      when 'products' then private.list_products(q.query, p_site, p_locale::text, p_at)
    end order by q.place
  ), '[]')
  from jsonb_array_elements(p_queries) with ordinality q (query, place)
$$;
comment on function public.read_lists is 'The answers of list queries in their order, each with the moment at which it will change by the clock.';

create function public.read_globals(p_site text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
    'og_image', private.image_json((s.settings ->> 'og_image')::bigint),
    'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
    'links', (
      select coalesce(jsonb_object_agg(l.id, private.link_json(l.id)), '{}')
      from (
        select distinct (jsonb_path_query(m.items, 'strict $.**.link') #>> '{}')::bigint as id
        from public.menus m where m.site_id = s.id
      ) l
      where l.id is not null
    ),
    'routes', (
      select coalesce(jsonb_object_agg(p.route, private.page_addresses(p.id)), '{}')
      from public.pages p
      where p.site_id = s.id and p.route is not null and p.published_revision_id is not null
    ))
  from public.sites s
  where s.id = p_site
$$;
comment on function public.read_globals is 'What stands on every page of a site: its metadata, settings and menus, and where its routes are.';

-- Pages by [id, locale], in the published or the draft view, with the addresses of the pages above them.
create function public.read_pages(p_view text, p_targets jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  with recursive targets as (
    select (t.value ->> 0)::bigint as page_id, (t.value ->> 1)::public.locale as locale, t.ordinality as place
    from jsonb_array_elements(p_targets) with ordinality t
  ), above as (
    select distinct p.parent_id as id
    from targets t join public.pages p on p.id = t.page_id where p.parent_id is not null
    union
    select p.parent_id from above a join public.pages p on p.id = a.id where p.parent_id is not null
  )
  select jsonb_build_object(
    'pages', (
      select coalesce(jsonb_agg(
        case when c.path is null then null else jsonb_build_object(
          'id', p.id, 'site', p.site_id, 'parent_id', p.parent_id, 'route', p.route, 'template', p.template,
          'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
          'description', c.description, 'seo', c.seo, 'modules', c.modules, 'addresses', case
            when p_view = 'draft' then (
              select jsonb_object_agg(d.locale, jsonb_build_object('path', d.path, 'title', d.title, 'nav_title', d.nav_title))
              from public.page_locales d where d.page_id = p.id
            )
            else private.page_addresses(p.id)
          end
        ) end order by t.place
      ), '[]')
      from targets t
      left join public.pages p on p.id = t.page_id
      left join lateral (
        select r.path, r.title, r.nav_title, r.description, r.seo, r.modules
        from public.page_revision_locales r
        where p_view = 'published' and r.revision_id = p.published_revision_id and r.locale = t.locale
        union all
        select d.path, d.title, d.nav_title, d.description, d.seo, private.assemble_modules(d.page_id, null, d.locale)
        from public.page_locales d
        where p_view = 'draft' and d.page_id = p.id and d.locale = t.locale
      ) c on true
    ),
    'above', (
      select coalesce(jsonb_object_agg(p.id, jsonb_build_object('parent_id', p.parent_id,
        'addresses', private.page_addresses(p.id))), '{}')
      from above a join public.pages p on p.id = a.id
    )
  )
$$;
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
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id, 'row', private.row_json(r.row_kind, r.row_id))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from public.redirects r
  where r.site_id = p_site
$$;
comment on function public.read_redirects is 'All redirects of a site, with where each leads now.';

revoke execute on function public.read_records, public.read_lists, public.read_globals, public.read_pages, public.find_page,
  public.find_row, public.read_sitemap, public.read_sitemap_index, public.read_redirects from public, anon;
grant execute on function public.read_records, public.read_lists, public.read_globals, public.read_pages, public.find_page,
  public.find_row to authenticated, service_role;
grant execute on function public.read_sitemap, public.read_sitemap_index, public.read_redirects to service_role;
