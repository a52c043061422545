-- The shapes of records, and the columns that each is made of. These say which pages a change reaches; they are not those of
-- `src/kinds/*/shapes.ts`, by which rows are parsed.

-- Reads the columns of all shapes from the catalogue: those of a kind's tables on which the view of the shape depends, through other
-- views too. To be called when a view of a shape has changed.
create function private.derive_shapes() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.shape_columns where table_name is not null;
  with recursive views as (
    select s.kind, s.shape, s.keys, c.oid
    from private.shapes s
    join pg_catalog.pg_class c on c.relname = s.view_name and c.relnamespace = 'private'::regnamespace
    union
    select v.kind, v.shape, v.keys, d.refobjid
    from views v
    join pg_catalog.pg_rewrite r on r.ev_class = v.oid
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> v.oid
    join pg_catalog.pg_class c on c.oid = d.refobjid and c.relkind = 'v'
  )
  insert into private.shape_columns (table_name, shape, column_name, keys)
  select distinct c.relname, v.shape, a.attname,
    -- Texts of the record itself; those of rows that belong to it count as wholes.
    case when a.attname = 'localized' and c.relname in (select k.table_name from private.kinds k) then v.keys end
  from views v
  join pg_catalog.pg_rewrite r on r.ev_class = v.oid
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjsubid > 0
  join pg_catalog.pg_class c on c.oid = d.refobjid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  join private.watched_tables w on w.name = c.relname and v.kind = any (w.row_tags);
  update private.watched_tables w
  set row_tags = array(select t from unnest(w.row_tags) t where strpos(t, '/') = 0)
    || array(select distinct w.row_tags[1] || '/' || c.shape from private.shape_columns c where c.table_name = w.name order by 1)
  where w.row_tags <> '{}';
end $$;
comment on function private.derive_shapes is 'Reads which columns the shapes of private.shapes have from the views. To be called when such a view changes.';

-- `card` is what references and lists show of a record, `link` whether and where it has a page, `file` a picture without its text.
insert into private.shapes (kind, shape, view_name, keys) values
  ('image', 'card', 'image_records', '{alt}'),
  ('image', 'file', 'image_records', '{}'),
  ('vector', 'card', 'vector_records', '{alt}'),
  ('file', 'card', 'file_records', '{title}'),
  ('document', 'card', 'document_records', '{title}'),
  ('video', 'card', 'video_records', '{title}'),
  ('webinar', 'card', 'webinar_records', '{title,summary}'),
  ('category', 'card', 'category_records', '{title,description}'),
  ('category', 'title', 'product_records', '{title}'),
  ('series', 'card', 'series_records', '{summary}'),
  ('series', 'name', 'product_records', '{}'),
  ('product', 'card', 'product_records', '{tagline}'),
  ('product', 'link', 'product_page_rows', '{}'),
  ('tag', 'card', 'tag_records', '{name}'),
  ('tag', 'link', 'tag_page_rows', '{}'),
  ('author', 'card', 'author_records', '{position,bio}'),
  ('author', 'link', 'author_page_rows', '{}'),
  ('article', 'card', 'article_records', '{title,lead}'),
  ('article', 'link', 'article_page_rows', '{}'),
  ('event', 'card', 'event_records', '{title,summary,venue,city}'),
  ('event', 'link', 'event_page_rows', '{}'),
  ('post', 'card', 'post_records', '{title,lead}'),
  ('post', 'link', 'post_page_rows', '{}'),
  ('location', 'card', 'location_records', '{name,title,note}'),
  ('cv', 'card', 'cv_records', '{position,additional_text,summary,experience,education}'),
  ('story_group', 'card', 'story_group_records', '{name,title}'),
  ('story_category', 'card', 'story_category_records', '{name,title}'),
  ('employee_story', 'card', 'employee_story_records', '{title,teaser}'),
  ('employee_story', 'link', 'employee_story_page_rows', '{}'),
  ('job', 'card', 'job_records', '{title,short_description,city,positions}'),
  ('application', 'part', 'product_detail_records', '{title,summary}'),
  ('property', 'value', 'product_detail_records', '{title,unit}'),
  ('channel_partner', 'stock', 'inventory_records', '{}'),
  ('shared_module', 'card', 'shared_module_records', '{data}'),
  ('link', 'card', 'link_records', '{}'),
  ('link', 'titled', 'link_titled_records', '{}'),
  ('link', 'lead', 'link_lead_records', '{}');
select private.derive_shapes();

-- Lists of the rows that have one value in a column.
insert into private.list_groups (table_name, column_name, values_query) values
  ('articles', 'newsroom_category', 'select enum_range(null::public.newsroom_category)::text[]'),
  ('events', 'category', 'select enum_range(null::public.newsroom_category)::text[]'),
  ('products', 'series_id', 'select array_agg(s.id::text) from public.series s');
