-- What pages show of the catalog: records and lists.

create view private.category_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.slug], r.localized, '{title}') as search_text, r.localized #>> '{en,title}' as sorting
from public.categories r;

create view private.category_records with (security_invoker = true) as
select c.id, jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized) as record
from public.categories c;
grant select on private.category_records to authenticated, service_role;

create view private.series_choices with (security_invoker = true) as
select r.id, private.searchable(array[r.name, r.display_name]) as search_text, r.display_name as sorting
from public.series r;

create view private.series_records with (security_invoker = true) as
select s.id, jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name, 'display_name', s.display_name,
  'status', s.status, 'localized', s.localized, 'image', i.record) as record
from public.series s
left join private.image_records i on i.id = s.image_id;
grant select on private.series_records to authenticated, service_role;

create view private.product_page_rows with (security_invoker = true) as
select p.id, p.slug, null::text as section, p.sites, p.is_published, p.publish_from, p.publish_until,
  p.localized, p.updated_at, p.display_name as title,
  (
    select i.image_id from public.product_images i where i.product_id = p.id and i.image_id is not null
    order by i.position, i.id limit 1
  ) as image_id
from public.products p;
grant select on private.product_page_rows to authenticated, service_role;

create view private.product_choices with (security_invoker = true) as
select r.id, r.search_text, r.position as sorting
from public.products r;

create view private.product_records with (security_invoker = true) as
select p.id, jsonb_build_object('id', p.id, 'slug', p.slug, 'display_name', p.display_name,
  'status', p.status, 'sites', p.sites, 'is_published', p.is_published, 'publish_from', p.publish_from,
  'publish_until', p.publish_until,
  'locales', (select jsonb_agg(k) from jsonb_object_keys(p.localized) k),
  'texts', (select jsonb_object_agg(key, jsonb_strip_nulls(jsonb_build_object('tagline', value -> 'tagline'))) from jsonb_each(p.localized)),
  'series_id', p.series_id, 'series', s.display_name,
  'category_id', p.primary_category_id, 'category', c.localized,
  'image', (
    select r.record from public.product_images i join private.image_records r on r.id = i.image_id
    where i.product_id = p.id order by i.position, i.id limit 1
  )) as record
from public.products p
left join public.series s on s.id = p.series_id
left join public.categories c on c.id = p.primary_category_id;
grant select on private.product_records to authenticated, service_role;

-- A row of a product's pictures is a picture, or a video with the picture shown before it plays.
create view private.product_detail_records with (security_invoker = true) as
select p.id, r.record || jsonb_build_object(
  'name', p.name, 'order_code', p.order_code, 'localized', p.localized,
  'images', (
    select coalesce(jsonb_agg(i.record order by x.position, x.id), '[]')
    from public.product_images x join private.image_records i on i.id = x.image_id
    where x.product_id = p.id and x.video_url is null
  ),
  'videos', (
    -- The place is that among pictures and videos together, from 1.
    select coalesce(jsonb_agg(jsonb_build_object('url', x.video_url, 'image', i.record, 'place', x.place) order by x.place), '[]')
    from (
      select m.video_url, m.image_id, row_number() over (order by m.position, m.id) as place
      from public.product_images m where m.product_id = p.id
    ) x
    left join private.image_records i on i.id = x.image_id
    where x.video_url is not null
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
grant select on private.product_detail_records to authenticated, service_role;

create function private.product_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'product', p.id, l.locale, p.display_name, concat_ws(' ', p.name, r.name, r.display_name,
      coalesce(c.localized -> l.locale::text, c.localized -> 'en') ->> 'title', p.localized -> l.locale::text ->> 'tagline'),
    concat_ws(' ', private.search_code(p.order_code), private.search_code(p.name), private.search_code(r.name)),
    p.localized -> l.locale::text ->> 'tagline',
    concat_ws(' ', private.rich_words(p.localized -> l.locale::text -> 'description'),
      (select string_agg(f #>> '{}', ' ') from jsonb_path_query(p.localized -> l.locale::text, '$.features[*]') f)),
    o.path, null::text, null::public.locale, null::timestamptz, p.publish_from, p.publish_until
  from public.products p
  join public.series r on r.id = p.series_id
  join public.categories c on c.id = p.primary_category_id
  join public.sites s on s.id = any (p.sites)
  cross join lateral unnest(s.locales) l (locale)
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale)
  where p.id = any (p_refs) and p.is_published and p.localized ? l.locale::text;
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

-- The products of a table, each with the same properties in the same order: the primary ones of the category. A product
-- without a value has one that is empty.
create function private.list_product_rows(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  products jsonb := private.list_products(p_query, p_site, p_locale, p_at);
  category bigint := case p_query ->> 'by'
    when 'category' then (p_query ->> 'id')::bigint
    else (select s.category_id from public.series s where s.id = (p_query ->> 'id')::bigint)
  end;
begin
  return (
    select products || jsonb_build_object('category_id', category, 'items', (
      select coalesce(jsonb_agg(item.value || jsonb_build_object(
        'order_code', p.order_code,
        'properties', (
          select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized, 'group', 'primary',
            'number', v.value_number, 'max', v.value_max, 'text', v.value_text, 'localized', v.localized)
            order by c.position, d.id), '[]')
          from public.category_properties c
          join public.properties d on d.id = c.property_id
          left join public.product_property_values v on v.property_id = d.id and v.product_id = p.id
          where c.category_id = category and c.role = 'primary'
        )) order by item.ordinality), '[]')
      from jsonb_array_elements(products -> 'items') with ordinality item
      join public.products p on p.id = (item.value ->> 'id')::bigint
    ))
  );
end $$;

create function private.series_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'series', r.id, l.locale, r.display_name, r.name, private.search_code(r.name),
    coalesce(r.localized -> l.locale::text, r.localized -> 'en') ->> 'summary',
    private.rich_words(coalesce(r.localized -> l.locale::text, r.localized -> 'en') -> 'description'),
    o.path, r.name, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from public.series r
  join public.sites s on exists (
    select 1 from public.products p where p.series_id = r.id and s.id = any (p.sites) and p.is_published
  )
  cross join lateral unnest(s.locales) l (locale)
  left join private.route_paths o on (o.site_id, o.route, o.locale) = (s.id, 'search', l.locale)
  where r.id = any (p_refs);
end $$;

-- The families of the products that a site shows, in the order of the catalog.
create function private.list_series(p_site text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name,
      'display_name', s.display_name, 'localized', s.localized) order by s.id), '[]'), 'next_change_at', (
        select min(moment) from public.products p cross join lateral unnest(array[p.publish_from, p.publish_until]) moment
        where p_site = any (p.sites) and p.is_published and moment > p_at
      ))
    from public.series s
    where exists (
      select 1 from public.products p
      where p.series_id = s.id and p_site = any (p.sites)
        and private.is_visible(p.is_published, p.publish_from, p.publish_until, p_at)
    )
  );
end $$;
comment on function private.list_series is 'The families of the products that a site shows at a moment.';

-- What texts quote, and what is compared with the numbers in them: products by id or slug, or by their or their
-- series' names in small letters.
create function private.list_product_values(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
end $$;
comment on function private.list_product_values is 'Products by slug, name or series, with all values of their properties.';

-- The categories below one, or those at the top.
create function private.list_categories(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('next_change_at', null, 'items', coalesce(
      jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized) order by c.id), '[]'))
    from public.categories c
    where c.parent_id is not distinct from (p_query ->> 'parent')::bigint
  );
end $$;

-- The documents of a product, or of the products of a category, in the reader's language or the default one: newest first
-- in each type. With the products that were looked at, because what they have can change.
create function private.list_documents(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  products jsonb := case p_query ->> 'by'
    when 'category' then private.list_products(p_query || '{"limit": 1000}', p_site, p_locale, p_at)
    else jsonb_build_object('items', jsonb_build_array(jsonb_build_object('id', p_query -> 'id')), 'next_change_at', null)
  end;
  product_ids bigint[] := array(select (i ->> 'id')::bigint from jsonb_array_elements(products -> 'items') i);
begin
  return (
    with shown as (
      select d.id, d.content_date, d.document_type
      from public.documents d
      where d.language in (p_locale::public.locale, 'en')
        and (p_query ->> 'type' is null or d.document_type = p_query ->> 'type')
        and d.id in (select x.document_id from public.product_documents x where x.product_id = any (product_ids))
      order by d.document_type, d.content_date desc, d.id
      limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object('product_ids', to_jsonb(product_ids), 'next_change_at', products -> 'next_change_at', 'items', (
      select coalesce(jsonb_agg(r.record order by s.document_type, s.content_date desc, s.id), '[]')
      from shown s join private.document_records r on r.id = s.id
    ))
  );
end $$;

-- The documents of the products of a site, newest first in each type, with the products that each belongs to.
create function private.list_downloads(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as materialized (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_until is null or p.publish_until > p_at)
    ), owners as materialized (
      select x.document_id, p.id, p.position
      from public.product_documents x join matching p on p.id = x.product_id
      where p.publish_from is null or p.publish_from <= p_at
    ), shown as (
      select d.id, d.document_type, d.content_date from public.documents d
      where d.id in (select o.document_id from owners o)
      order by d.document_type, d.content_date desc, d.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object('document', r.record, 'products', (
          select jsonb_agg(n.record order by o.position, o.id)
          from owners o join private.product_records n on n.id = o.id where o.document_id = s.id
        )) order by s.document_type, s.content_date desc, s.id), '[]')
        from shown s join private.document_records r on r.id = s.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- The catalog's data is published in parts of this many products by id, so that a change of one rewrites a small file.
create function private.catalog_part(p_product_id bigint) returns bigint
language sql immutable set search_path = ''
as $$ select p_product_id / 500 $$;

-- A part of the catalog's data for all sites and locales: each product with the values that its category, or one above it,
-- has among its primary properties.
create function private.read_catalog_part(p_part bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with recursive above as (
      select c.id as category_id, c.id as above_id, c.parent_id from public.categories c
      union
      select a.category_id, c.id, c.parent_id from above a join public.categories c on c.id = a.parent_id
    ), facets as materialized (
      select distinct a.category_id, x.property_id
      from above a join public.category_properties x on x.category_id = a.above_id and x.role = 'primary'
    ), shown as materialized (
      select p.id, p.order_code, p.product_class, p.position, p.primary_category_id
      from public.products p where p.id >= p_part * 500 and p.id < (p_part + 1) * 500
    ), facet_values as materialized (
      select s.id, jsonb_agg(jsonb_build_object('id', v.property_id, 'number', v.value_number, 'max', v.value_max,
        'text', v.value_text, 'localized', v.localized) order by v.property_id) as list
      from shown s
      join public.product_property_values v on v.product_id = s.id
      join facets f on f.category_id = s.primary_category_id and f.property_id = v.property_id
      group by s.id
    )
    select jsonb_build_object(
      'products', coalesce(jsonb_agg(r.record || jsonb_build_object('order_code', s.order_code,
        'product_class', s.product_class, 'position', s.position, 'values', coalesce(v.list, '[]')) order by s.id), '[]'),
      'above', (select coalesce(jsonb_object_agg(c.category_id, c.list), '{}') from (
        select a.category_id, jsonb_agg(a.above_id order by a.above_id) as list from above a group by a.category_id
      ) c))
    from shown s
    join private.product_records r on r.id = s.id
    left join facet_values v on v.id = s.id
  );
end $$;

create view private.catalog_part_records with (security_invoker = true) as
select p.part as id, private.read_catalog_part(p.part) as record
from generate_series(0, (select private.catalog_part(max(p.id)) from public.products p)) p (part);
grant select on private.catalog_part_records to authenticated, service_role;

-- The first page of the catalog: its first products, all categories with how many products each has, its series, and
-- the properties that facets are made of.
create function private.list_catalog(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    -- Not materialized: `groups` reads the rows once, and the others only some of them.
    with visible as not materialized (
      select p.id, p.position, p.series_id, p.primary_category_id, p.slug, p.display_name, p.order_code, p.product_class
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_from is null or p.publish_from <= p_at) and (p.publish_until is null or p.publish_until > p_at)
    ), groups as materialized (
      select v.primary_category_id as category_id, v.series_id, v.id / 500 as part, count(*) as products, min(v.position) as place
      from visible v group by 1, 2, 3
    ), total as materialized (
      select coalesce(sum(g.products), 0)::integer as products from groups g
    ), first as (
      select v.* from visible v order by v.position, v.id limit (p_query ->> 'limit')::integer
    ), indexed as (
      select v.* from visible v where (select t.products from total t) <= (p_query ->> 'index')::integer
    )
    select jsonb_build_object(
      'total', (select t.products from total t),
      'items', (
        select coalesce(jsonb_agg(r.record || jsonb_build_object('order_code', f.order_code,
          'product_class', f.product_class, 'position', f.position, 'values', '[]'::jsonb)
          order by f.position, f.id), '[]')
        from first f join private.product_records r on r.id = f.id
      ),
      -- Every product by its name, while they are few.
      'index', (
        select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'slug', i.slug, 'name', i.display_name,
          'category_id', i.primary_category_id) order by i.position, i.id), '[]')
        from indexed i
      ),
      'parts', (
        select coalesce(jsonb_agg(distinct g.part order by g.part), '[]') from groups g
      ),
      'categories', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'parent_id', c.parent_id,
          'localized', c.localized, 'products', coalesce(n.products, 0), 'primary', (
            select coalesce(jsonb_agg(x.property_id order by x.position, x.property_id), '[]')
            from public.category_properties x where x.category_id = c.id and x.role = 'primary'
          )) order by c.id), '[]')
        from public.categories c left join (
          select g.category_id as id, sum(g.products)::integer as products from groups g group by g.category_id
        ) n on n.id = c.id
      ),
      'series', (
        select coalesce(jsonb_agg(r.record order by s.place, r.id), '[]')
        from (
          select g.series_id, min(g.place) as place from groups g group by g.series_id
        ) s join private.series_records r on r.id = s.series_id
      ),
      'properties', (
        select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'key', d.key, 'unit', d.unit, 'type', d.value_type,
          'localized', d.localized) order by d.id), '[]')
        from public.properties d
        where exists (select 1 from public.category_properties x where x.property_id = d.id and x.role = 'primary')
      ),
      'next_change_at', (
        -- Along the indexes: hardly any product has a period.
        select min(t.moment) from (
          select p.publish_from as moment from public.products p
          where p.publish_from > p_at and p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
          union all
          select p.publish_until from public.products p
          where p.publish_until > p_at and p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        ) t
      ))
  );
end $$;

create function private.application_entries(p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, 'application', a.id, l.locale, a.localized -> l.locale::text ->> 'title', n.title, '',
    a.localized -> l.locale::text ->> 'summary', private.module_words(r.modules::jsonb),
    coalesce(o.path, f.path), case when o.path is null then a.localized -> l.locale::text ->> 'title' end,
    null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
  from public.applications a
  join public.sites s on s.id = any (a.sites)
  cross join lateral unnest(s.locales) l (locale)
  left join private.application_pages g on g.site_id = s.id and g.application_id = a.id
  left join private.live_page_locales n on n.page_id = g.page_id and n.locale = l.locale
  left join public.page_revision_locales r on r.revision_id = n.revision_id and r.locale = n.locale
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'page', g.page_id, l.locale)
  left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, 'search', l.locale)
  where a.id = any (p_refs) and a.localized ? l.locale::text;
end $$;
