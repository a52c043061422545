-- What the product screens read: the catalog with its data for browsers, stock, partners and downloads.

select private.watch_table('inventory_items', 'inventory', 'product_id', 'product_id,channel_partner_id,quantity,as_of,url', true);
select private.watch_table('channel_partners', 'channel_partner', 'id', 'name,region,countries', false);
select private.watch_table('representatives', 'representative', 'id', 'name,region,countries', false);

-- Which products have documents is a list of its own: a product's pages need not learn of all of them.
create trigger product_documents_lists_insert after insert on public.product_documents referencing new table as new_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');
create trigger product_documents_lists_delete after delete on public.product_documents referencing old table as old_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');
create trigger product_documents_lists_update after update on public.product_documents
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.queue_row_changes('product_document', 'document_id', 'product_id,position', 'false');

-- The locales that a product has texts in, beside them: a list of thousands of products would read the texts of all to see.
create function private.locales_of(p_localized jsonb) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select l from jsonb_object_keys(p_localized) l order by l);
end $$;
comment on function private.locales_of is 'The locales of texts by locale.';
revoke execute on function private.locales_of from public, anon;
grant execute on function private.locales_of to authenticated, service_role;
alter table public.products add column locales text[] not null generated always as (private.locales_of(localized)) stored;
drop trigger products_touch on public.products;
create trigger products_touch before update on public.products
  for each row execute function private.touch('search_text', 'locales');
create index products_publish_from_idx on public.products (publish_from) where publish_from is not null;
create index products_publish_until_idx on public.products (publish_until) where publish_until is not null;

-- Outputs ----------------------------------------------------------------------------------------------------------------

-- The catalog's data is published in parts of this many products by id, so that a change of one rewrites a small file.
create function private.catalog_part(p_product_id bigint) returns bigint
language sql immutable set search_path = ''
as $$ select p_product_id / 500 $$;

-- A site shows the stock of each product when it has a page for the stock of all.
create function private.queue_stock_pages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_change(
    array(
      select distinct 'sitemap:inventory:' || i.product_id / 500 from public.inventory_items i
      union all
      select 'redirects:' || s.id from public.sites s
    ),
    (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', 'inventory', 'ref', i.product_id)), '[]')
      from public.inventory_items i
    ));
  return null;
end $$;
create trigger pages_stock_insert after insert on public.pages
  for each row when (new.route = 'products.inventory') execute function private.queue_stock_pages();
create trigger pages_stock_update after update of route, site_id on public.pages
  for each row when ((old.route = 'products.inventory' or new.route = 'products.inventory')
    and (old.route, old.site_id) is distinct from (new.route, new.site_id))
  execute function private.queue_stock_pages();
create trigger pages_stock_delete after delete on public.pages
  for each row when (old.route = 'products.inventory') execute function private.queue_stock_pages();

-- Records ----------------------------------------------------------------------------------------------------------------

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

-- The stock of a product, the largest first.
create view private.inventory_records with (security_invoker = true) as
select p.id, jsonb_build_object('product', p.record, 'order_code', d.order_code, 'items', (
  select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'quantity', i.quantity, 'as_of', i.as_of, 'url', i.url,
    'partner', jsonb_build_object('id', c.id, 'name', c.name, 'region', c.region, 'countries', c.countries))
    order by i.quantity desc, i.id), '[]')
  from public.inventory_items i join public.channel_partners c on c.id = i.channel_partner_id
  where i.product_id = p.id
)) as record
from private.product_records p
join public.products d on d.id = p.id;

grant select on private.inventory_records to authenticated, service_role;

-- Lists ------------------------------------------------------------------------------------------------------------------

-- What the catalog begins with: its first products, all categories with how many products each has, its series, and the
-- properties that facets are made of.
create function private.list_catalog(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    -- Not a list of thousands of rows that everything below goes through: whoever counts reads them, once.
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

-- The stock of all products, product by product.
create function private.list_inventory(p_query jsonb, p_site text, p_locale text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with matching as (
      select p.id, p.position, p.publish_from, p.publish_until
      from public.products p
      where p.is_published and p_site = any (p.sites) and p_locale = any (p.locales)
        and (p.publish_until is null or p.publish_until > p_at)
        and exists (select 1 from public.inventory_items i where i.product_id = p.id)
    ), shown as (
      select m.* from matching m where m.publish_from is null or m.publish_from <= p_at
      order by m.position, m.id limit (p_query ->> 'limit')::integer
    )
    select jsonb_build_object(
      'items', (
        select coalesce(jsonb_agg(r.record order by s.position, s.id), '[]')
        from shown s join private.inventory_records r on r.id = s.id
      ),
      'next_change_at', least(
        (select min(m.publish_from) from matching m where m.publish_from > p_at),
        (select min(m.publish_until) from matching m)
      ))
  );
end $$;

-- Who sells the products, or advises customers, region by region.
create function private.list_sellers(p_query jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(
      jsonb_agg(to_jsonb(s) - array['version', 'created_at', 'updated_at'] order by s.region nulls last, s.name, s.id), '[]'))
    from (
      select c.* from public.channel_partners c where p_query ->> 'of' = 'channel_partners'
      union all
      select r.* from public.representatives r where p_query ->> 'of' = 'representatives'
    ) s
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
