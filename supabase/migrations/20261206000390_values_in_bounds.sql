-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.menus drop constraint menus_items_check;

alter table public.sites drop constraint sites_settings_check;

alter table public.representatives drop constraint representatives_countries_check;

alter table public.channel_partners drop constraint channel_partners_countries_check;

alter table public.sites drop constraint sites_locales_check;

CREATE OR REPLACE FUNCTION public.is_localized(value jsonb, required text[], required_rich text[] DEFAULT '{}'::text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(value) is distinct from 'object' or not value ? 'en' then false
    else not exists (
      select 1
      from jsonb_each(value) l
      where l.key not in ('en', 'de', 'jp', 'cn', 'kr')
        or jsonb_typeof(l.value) <> 'object'
        or exists (
          select 1 from unnest(required) field
          where jsonb_typeof(l.value -> field) is distinct from 'string' or btrim(l.value ->> field) = ''
        )
        -- A text, a rich text, a list of texts, or what a module has: none longer than all that is made of it can hold.
        or exists (
          select 1 from jsonb_each(case when jsonb_typeof(l.value) = 'object' then l.value else '{}' end) f
          where case jsonb_typeof(f.value)
            when 'string' then length(f.value #>> '{}') > 20000
            when 'array' then jsonb_path_exists(f.value, 'strict $[*] ? (@.type() != "string")')
            when 'object' then f.key <> 'data' and f.value ->> 'type' is distinct from 'doc'
            else jsonb_typeof(f.value) <> 'null'
          end
        )
        or exists (
          select 1 from unnest(required_rich) field where l.value #>> array[field, 'type'] is distinct from 'doc'
        )
    )
  end
$function$
;
comment on function public.is_localized(jsonb,text[],text[]) is 'Whether a value holds texts by locale: the default locale is there, and every locale that is there has the required texts and rich texts.';

CREATE OR REPLACE FUNCTION private.is_moment(value timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select value >= '0001-01-01 00:00:00+00'::timestamptz and value < '10000-01-01 00:00:00+00'::timestamptz
$function$
;
comment on function private.is_moment(timestamp with time zone) is 'Whether a moment is in a year from 1 to 9999 of UTC, and so none that never comes or is always over.';

CREATE OR REPLACE FUNCTION private.is_list(value anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case
    when cardinality(value) = 0 then true
    when array_ndims(value) <> 1 or array_lower(value, 1) <> 1 or cardinality(value) > 1000 then false
    else array_position(value, null) is null
  end
$function$
;
comment on function private.is_list(anyarray) is 'Whether an array is a plain list of at most 1000 values: of one dimension, counted from 1, with nothing missing.';

CREATE OR REPLACE FUNCTION private.is_set(value anyarray)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select cardinality(value) = (select count(distinct u.one) from unnest(value) u (one))
$function$
;
comment on function private.is_set(anyarray) is 'Whether no value of an array is missing or there twice.';

CREATE OR REPLACE FUNCTION private.are_texts(value text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.is_list(value) and not exists (select from unnest(value) t (text) where btrim(t.text) = '' or length(t.text) > 20000)
$function$
;
comment on function private.are_texts(text[]) is 'Whether an array is a plain list of texts, none of them blank or longer than a text of a record can be.';

CREATE OR REPLACE FUNCTION private.are_countries(value text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select not exists (select from unnest(value) c (code) where c.code !~ '^[A-Z]{2}$')
$function$
;
comment on function private.are_countries(text[]) is 'Whether each of a list is the code of a country: two capital letters.';

CREATE OR REPLACE FUNCTION private.are_labels(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(value) is distinct from 'object' then false else not exists (
    select from jsonb_each(value) l
    where l.key not in ('en', 'de', 'jp', 'cn', 'kr') or jsonb_typeof(l.value) <> 'string' or length(l.value #>> '{}') > 20000
  ) end
$function$
;
comment on function private.are_labels(jsonb) is 'Whether a value is a text in each of some locales.';

CREATE OR REPLACE FUNCTION private.are_menu_items(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  with recursive items as (
    select i.item, 1 as depth from jsonb_array_elements(case when jsonb_typeof(value) = 'array' then value else '[]' end) i (item)
    union all
    select c.item, i.depth + 1
    from items i
    cross join lateral jsonb_array_elements(case when jsonb_typeof(i.item -> 'children') = 'array' then i.item -> 'children' else '[]' end) c (item)
    where i.depth < 50
  )
  select jsonb_typeof(value) = 'array' and not exists (
    select from items i
    where jsonb_typeof(i.item) <> 'object' or jsonb_typeof(i.item -> 'id') is distinct from 'string'
      or not private.are_labels(i.item -> 'label')
      or (coalesce(jsonb_typeof(i.item -> 'description'), 'null') <> 'null' and not private.are_labels(i.item -> 'description'))
      or coalesce(jsonb_typeof(i.item -> 'children'), 'array') <> 'array' or i.depth = 50
  )
$function$
;
comment on function private.are_menu_items(jsonb) is 'Whether a value is a list of items of a menu, each with an id and labels by locale, and such a list below it.';

CREATE OR REPLACE FUNCTION private.are_site_settings(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(value) = 'object'
    and coalesce(jsonb_typeof(value -> 'disallow'), 'array') = 'array' and coalesce(jsonb_typeof(value -> 'social_links'), 'array') = 'array'
    and not jsonb_path_exists(value, 'strict $.disallow[*] ? (@.type() != "string")', silent => true)
    and not exists (
      select from jsonb_path_query(value, 'lax $.social_links[*]') l (link)
      where jsonb_typeof(l.link) <> 'object' or jsonb_typeof(l.link -> 'network') is distinct from 'string'
        or not coalesce(private.is_web_address(l.link ->> 'url'), false)
    )
$function$
;
comment on function private.are_site_settings(jsonb) is 'Whether the settings of a site that each of its pages is drawn with are of their types.';

CREATE OR REPLACE FUNCTION private.is_bounded_json(value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if value is null then
    return true;
  end if;
  if jsonb_path_exists(value, 'strict $.**{101}') then
    return false;
  end if;
  -- JavaScript has no number of so many digits.
  if value::text ~ '[0-9]{250}' and jsonb_path_exists(value, 'strict $.** ? (@.type() == "number" && (@ > 1.7e308 || @ < -1.7e308))') then
    return false;
  end if;
  -- A value takes two characters at least.
  if octet_length(value::text) <= 200000 then
    return true;
  end if;
  return (
    select count(*) <= 100000 and coalesce(sum(case when jsonb_typeof(v) = 'string' then length(v #>> '{}') end), 0) <= 4000000
    from jsonb_path_query(value, 'strict $.**') v
  );
end $function$
;
comment on function private.is_bounded_json(jsonb) is 'Whether a value is at most 100 levels deep, has at most 100000 values and 4 million characters, and no number beyond those of JavaScript.';

CREATE OR REPLACE FUNCTION private.signs_of(p_text text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Cut at once: `substr` counts from the beginning each time.
  select case when octet_length(p_text) > length(p_text) then array(
    select distinct s.signs
    from (
      select c.sign, lead(c.sign) over (order by c.place) as next
      from unnest(string_to_array(p_text, null)) with ordinality c (sign, place)
    ) c
    cross join lateral unnest(array[c.sign, c.sign || c.next]) s (signs)
    where octet_length(s.signs) > length(s.signs)
  ) end
$function$
;
comment on function private.signs_of(text) is 'The characters of a text and its pairs of neighbours, as far as they are not ASCII; null where all is.';

CREATE OR REPLACE FUNCTION private.queue_bucket(p_table text, p_bucket bigint, p_reason text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  watched private.watched_tables;
  sites text[] := array(select s.id from public.sites s union select b.site_id from public.site_builds b);
  -- What an old database has of higher numbers no output is of: nobody could read them.
  last bigint := least(p_bucket::numeric * 500 + 499, 9007199254740991);
  ids bigint[] := array(select generate_series(p_bucket * 500, last));
begin
  select * into strict watched from private.watched_tables w where w.name = p_table;
  if watched.id_query is not null then
    execute watched.id_query into ids using p_bucket * 500, last;
  end if;
  perform private.queue_change(
    array(select t || ':' || id from unnest(watched.row_tags) t, unnest(ids) id)
      || array(select t || ':' || s from unnest(watched.site_tags) t, unnest(sites) s)
      || array(select distinct 'sitemap:' || watched.row_kind || ':' || id / 500 from unnest(ids) id where watched.row_kind is not null)
      || case when p_table = 'sites' then private.tags_of_live_pages(sites, null) else '{}' end
      || watched.other_tags || array(select g from unnest(watched.other_tags) t, unnest(private.tags_of_lists(p_table, t)) g) || p_reason,
    case when watched.row_kind is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('kind', watched.row_kind, 'ref', id)), '[]') from unnest(ids) id
    ) end);
  insert into private.site_checks (site_id) select unnest(sites);
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_page_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids bigint[];
  moved bigint[];
  relisted bigint[];
  routed text[];
begin
  -- A page that changes its number or its site has left what it was.
  select array_agg(distinct id) filter (where not is_told), array_agg(distinct id) filter (where is_moved and not is_told),
    array_agg(distinct 'globals:' || s) filter (where s is not null and is_routed and not is_told),
    -- The picture in the sitemap is that of the published revision. What a publish changes with it may have been of another one before.
    array_agg(distinct id) filter (where o.published_revision_id is distinct from n.published_revision_id
      and (not is_told or private.sitemap_picture(o.published_revision_id) is distinct from private.sitemap_picture(n.published_revision_id)))
  into ids, moved, routed, relisted
  from old_rows o full join new_rows n using (id)
  cross join lateral (values (o.site_id), (n.site_id)) v (s)
  cross join lateral (select (o.route, o.site_id) is distinct from (n.route, n.site_id) and num_nonnulls(o.route, n.route) > 0) r (is_routed)
  cross join lateral (
    -- The parent of a page that is not published is that of its draft.
    select (o.route, o.site_id, o.published_revision_id is null) is distinct from (n.route, n.site_id, n.published_revision_id is null)
      or o.parent_id is distinct from n.parent_id
  ) m (is_moved)
  cross join lateral (
    select (o.route, o.site_id, o.template, o.is_editable) is distinct from (n.route, n.site_id, n.template, n.is_editable)
      or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id)
  ) c (is_changed)
  -- A publish changes the addresses as well, which name the page.
  cross join lateral (select not is_changed and exists (
    select 1 from public.published_page_locales l where l.page_id = id and private.is_own(l.xmin)
  )) t (is_told)
  where is_changed or o.published_revision_id is distinct from n.published_revision_id;
  if ids is not null or relisted is not null then
    perform private.queue_change(
      array(select 'page:' || id from unnest(ids) id)
        || array(select distinct 'sitemap:page:' || id / 500 from unnest(relisted) id)
        || array(select t || ':page:' || id from unnest(moved) id, unnest(array['address', 'path']) t)
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.bound_columns(p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  bound record;
begin
  for bound in
    select a.attname as name, b.suffix, b.condition
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    cross join lateral (select exists (
      -- A tree of an index takes no entry of more than 2704 bytes.
      select from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      join pg_catalog.pg_am m on m.oid = c.relam and m.amname = 'btree'
      where i.indrelid = a.attrelid and a.attnum = any (i.indkey)
    ) as is_indexed) x
    cross join lateral (
      select 'range' as suffix, case
          when t.typname = 'timestamptz' then format('private.is_moment(%I)', a.attname)
          when t.typname = 'date' then format('%I between %L::date and %L::date', a.attname, '0001-01-01', '9999-12-31')
          when t.typname = 'int8' and a.attidentity <> '' then format('%I between 1 and 9007199254740991', a.attname)
          when t.typname = 'int8' then format('%I between -9007199254740991 and 9007199254740991', a.attname)
          when t.typname in ('numeric', 'float8', 'float4') then format('%I between -1.7e308 and 1.7e308', a.attname)
        end as condition
      union all
      select 'length', case when t.typname in ('text', 'varchar') then
          format(case when x.is_indexed then 'octet_length(%I) <= 2000' else 'length(%I) <= 20000' end, a.attname)
        end
      union all
      select 'list', case
          when t.typname = '_text' then format('private.are_texts(%I)', a.attname)
          when t.typcategory = 'A' then format('private.is_list(%I)', a.attname)
        end
    ) b
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and b.condition is not null
    order by a.attnum
  loop
    execute format('alter table public.%I add constraint %I check (%s)',
      p_table, p_table || '_' || bound.name || '_' || bound.suffix, bound.condition);
  end loop;
end $function$
;
comment on function private.bound_columns(text) is 'For the schema: a check of each column of a table by its type, `<table>_<column>_range`, `_length` or `_list`.';

-- What has one meaning only is mended: an array's entries that are nothing, and moments that never come. Before the bounds are there: a row
-- that is beyond another one stays as it is.
do $$
declare
  found record;
begin
  for found in
    select c.oid::regclass as relation, a.attname as name, t.typname as type, a.attnotnull as is_required
    from private.content_tables m
    join pg_catalog.pg_class c on c.oid = format('public.%I', m.name)::regclass
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_catalog.pg_type t on t.oid = a.atttypid
      and (t.typname = '_text' or (t.typname = 'timestamptz' and a.attname in ('publish_from', 'publish_until') and not a.attnotnull))
  loop
    begin
      if found.type = '_text' then
        execute format('update %1$s set %2$I = array(select u.text from unnest(%2$I) with ordinality u (text, place) where btrim(u.text) <> %3$L order by u.place)
          where array_ndims(%2$I) > 1 or array_lower(%2$I, 1) <> 1 or exists (select from unnest(%2$I) u (text) where coalesce(btrim(u.text), %3$L) = %3$L)',
          found.relation, found.name, '');
      else
        execute format('update %1$s set %2$I = null where %2$I = %3$L', found.relation, found.name,
          case when found.name = 'publish_until' then 'infinity' else '-infinity' end);
      end if;
    exception when check_violation then
      raise warning 'Rows of %.% are not mended: %', found.relation, found.name, sqlerrm;
    end;
  end loop;
  -- An update without rows would have the whole index of searches made again.
  if exists (select from public.sites s where not private.is_set(s.locales)) then
    update public.sites set locales = array(select u.l from unnest(locales) with ordinality u (l, place) where u.l is not null group by u.l order by min(u.place))
    where not private.is_set(locales);
  end if;
exception when check_violation then
  raise warning 'The languages of a site are not mended: %', sqlerrm;
end $$;
set constraints all immediate;

alter table public.sites add constraint sites_locales_check CHECK (((cardinality(locales) > 0) AND (locales[1] = 'en'::public.locale) AND private.is_set(locales))) not valid;

alter table public.sites add constraint sites_settings_check CHECK ((private.are_site_settings(settings) AND private.names_ids(settings, '{og_image}'::text[]))) not valid;

alter table public.menus add constraint menus_items_check CHECK ((private.are_menu_items(items) AND private.names_ids(items, '{link,image}'::text[]))) not valid;

alter table public.channel_partners add constraint channel_partners_countries_check CHECK (private.are_countries(countries)) not valid;

alter table public.representatives add constraint representatives_countries_check CHECK (private.are_countries(countries)) not valid;

alter table public.sites add constraint sites_id_length CHECK ((octet_length(id) <= 2000)) not valid;

alter table public.sites add constraint sites_locales_list CHECK (private.is_list(locales)) not valid;

alter table public.sites add constraint sites_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.sites add constraint sites_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.images add constraint images_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.images add constraint images_filename_length CHECK ((length(filename) <= 20000)) not valid;

alter table public.images add constraint images_display_length CHECK ((length(display) <= 20000)) not valid;

alter table public.images add constraint images_hash_length CHECK ((octet_length(hash) <= 2000)) not valid;

alter table public.images add constraint images_content_type_length CHECK ((length(content_type) <= 20000)) not valid;

alter table public.images add constraint images_bytes_range CHECK (((bytes >= '-9007199254740991'::bigint) AND (bytes <= '9007199254740991'::bigint))) not valid;

alter table public.images add constraint images_widths_list CHECK (private.is_list(widths)) not valid;

alter table public.images add constraint images_storage_path_length CHECK ((length(storage_path) <= 20000)) not valid;

alter table public.images add constraint images_avif_hash_length CHECK ((length(avif_hash) <= 20000)) not valid;

alter table public.images add constraint images_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.images add constraint images_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.vectors add constraint vectors_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.vectors add constraint vectors_filename_length CHECK ((length(filename) <= 20000)) not valid;

alter table public.vectors add constraint vectors_hash_length CHECK ((octet_length(hash) <= 2000)) not valid;

alter table public.vectors add constraint vectors_content_type_length CHECK ((length(content_type) <= 20000)) not valid;

alter table public.vectors add constraint vectors_bytes_range CHECK (((bytes >= '-9007199254740991'::bigint) AND (bytes <= '9007199254740991'::bigint))) not valid;

alter table public.vectors add constraint vectors_storage_path_length CHECK ((length(storage_path) <= 20000)) not valid;

alter table public.vectors add constraint vectors_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.vectors add constraint vectors_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.files add constraint files_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.files add constraint files_filename_length CHECK ((length(filename) <= 20000)) not valid;

alter table public.files add constraint files_hash_length CHECK ((octet_length(hash) <= 2000)) not valid;

alter table public.files add constraint files_content_type_length CHECK ((length(content_type) <= 20000)) not valid;

alter table public.files add constraint files_size_range CHECK (((size >= '-9007199254740991'::bigint) AND (size <= '9007199254740991'::bigint))) not valid;

alter table public.files add constraint files_storage_path_length CHECK ((length(storage_path) <= 20000)) not valid;

alter table public.files add constraint files_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.files add constraint files_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.documents add constraint documents_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.documents add constraint documents_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.documents add constraint documents_content_date_range CHECK (((content_date >= '0001-01-01'::date) AND (content_date <= '9999-12-31'::date))) not valid;

alter table public.documents add constraint documents_document_type_length CHECK ((octet_length(document_type) <= 2000)) not valid;

alter table public.documents add constraint documents_filename_length CHECK ((length(filename) <= 20000)) not valid;

alter table public.documents add constraint documents_hash_length CHECK ((octet_length(hash) <= 2000)) not valid;

alter table public.documents add constraint documents_content_type_length CHECK ((length(content_type) <= 20000)) not valid;

alter table public.documents add constraint documents_size_range CHECK (((size >= '-9007199254740991'::bigint) AND (size <= '9007199254740991'::bigint))) not valid;

alter table public.documents add constraint documents_storage_path_length CHECK ((length(storage_path) <= 20000)) not valid;

alter table public.documents add constraint documents_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.documents add constraint documents_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.videos add constraint videos_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.videos add constraint videos_filename_length CHECK ((length(filename) <= 20000)) not valid;

alter table public.videos add constraint videos_video_url_length CHECK ((length(video_url) <= 20000)) not valid;

alter table public.videos add constraint videos_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.videos add constraint videos_size_range CHECK (((size >= '-9007199254740991'::bigint) AND (size <= '9007199254740991'::bigint))) not valid;

alter table public.videos add constraint videos_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.videos add constraint videos_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.webinars add constraint webinars_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.webinars add constraint webinars_title_length CHECK ((length(title) <= 20000)) not valid;

alter table public.webinars add constraint webinars_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.webinars add constraint webinars_starts_at_range CHECK (private.is_moment(starts_at)) not valid;

alter table public.webinars add constraint webinars_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.webinars add constraint webinars_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.properties add constraint properties_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.properties add constraint properties_key_length CHECK ((octet_length(key) <= 2000)) not valid;

alter table public.properties add constraint properties_unit_length CHECK ((length(unit) <= 20000)) not valid;

alter table public.properties add constraint properties_value_type_length CHECK ((length(value_type) <= 20000)) not valid;

alter table public.properties add constraint properties_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.properties add constraint properties_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.categories add constraint categories_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.categories add constraint categories_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.categories add constraint categories_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint))) not valid;

alter table public.categories add constraint categories_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.categories add constraint categories_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.category_properties add constraint category_properties_category_id_range CHECK (((category_id >= '-9007199254740991'::bigint) AND (category_id <= '9007199254740991'::bigint))) not valid;

alter table public.category_properties add constraint category_properties_property_id_range CHECK (((property_id >= '-9007199254740991'::bigint) AND (property_id <= '9007199254740991'::bigint))) not valid;

alter table public.category_properties add constraint category_properties_role_length CHECK ((length(role) <= 20000)) not valid;

alter table public.category_properties add constraint category_properties_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.applications add constraint applications_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.applications add constraint applications_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.applications add constraint applications_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.applications add constraint applications_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.applications add constraint applications_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.applications add constraint applications_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.series add constraint series_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.series add constraint series_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.series add constraint series_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.series add constraint series_display_name_length CHECK ((length(display_name) <= 20000)) not valid;

alter table public.series add constraint series_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.series add constraint series_category_id_range CHECK (((category_id >= '-9007199254740991'::bigint) AND (category_id <= '9007199254740991'::bigint))) not valid;

alter table public.series add constraint series_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.series add constraint series_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.products add constraint products_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.products add constraint products_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.products add constraint products_display_name_length CHECK ((length(display_name) <= 20000)) not valid;

alter table public.products add constraint products_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.products add constraint products_order_code_length CHECK ((octet_length(order_code) <= 2000)) not valid;

alter table public.products add constraint products_series_id_range CHECK (((series_id >= '-9007199254740991'::bigint) AND (series_id <= '9007199254740991'::bigint))) not valid;

alter table public.products add constraint products_primary_category_id_range CHECK (((primary_category_id >= '-9007199254740991'::bigint) AND (primary_category_id <= '9007199254740991'::bigint))) not valid;

alter table public.products add constraint products_product_class_length CHECK ((length(product_class) <= 20000)) not valid;

alter table public.products add constraint products_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.products add constraint products_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.products add constraint products_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.products add constraint products_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.products add constraint products_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.product_images add constraint product_images_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.product_images add constraint product_images_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_images add constraint product_images_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_images add constraint product_images_video_url_length CHECK ((length(video_url) <= 20000)) not valid;

alter table public.product_images add constraint product_images_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.product_property_values add constraint product_property_values_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_property_values add constraint product_property_values_property_id_range CHECK (((property_id >= '-9007199254740991'::bigint) AND (property_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_property_values add constraint product_property_values_value_number_range CHECK (((value_number >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (value_number <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.product_property_values add constraint product_property_values_value_max_range CHECK (((value_max >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (value_max <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.product_property_values add constraint product_property_values_value_text_length CHECK ((length(value_text) <= 20000)) not valid;

alter table public.product_property_values add constraint product_property_values_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.product_property_values add constraint product_property_values_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.product_documents add constraint product_documents_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_documents add constraint product_documents_document_id_range CHECK (((document_id >= '-9007199254740991'::bigint) AND (document_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_documents add constraint product_documents_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.product_relations add constraint product_relations_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_relations add constraint product_relations_related_id_range CHECK (((related_id >= '-9007199254740991'::bigint) AND (related_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_relations add constraint product_relations_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.product_applications add constraint product_applications_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_applications add constraint product_applications_application_id_range CHECK (((application_id >= '-9007199254740991'::bigint) AND (application_id <= '9007199254740991'::bigint))) not valid;

alter table public.product_applications add constraint product_applications_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.channel_partners add constraint channel_partners_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.channel_partners add constraint channel_partners_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.channel_partners add constraint channel_partners_region_length CHECK ((octet_length(region) <= 2000)) not valid;

alter table public.channel_partners add constraint channel_partners_countries_list CHECK (private.are_texts(countries)) not valid;

alter table public.channel_partners add constraint channel_partners_address_lines_list CHECK (private.are_texts(address_lines)) not valid;

alter table public.channel_partners add constraint channel_partners_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.channel_partners add constraint channel_partners_email_length CHECK ((length(email) <= 20000)) not valid;

alter table public.channel_partners add constraint channel_partners_phone_length CHECK ((length(phone) <= 20000)) not valid;

alter table public.channel_partners add constraint channel_partners_latitude_range CHECK (((latitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (latitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.channel_partners add constraint channel_partners_longitude_range CHECK (((longitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (longitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.channel_partners add constraint channel_partners_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.channel_partners add constraint channel_partners_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.representatives add constraint representatives_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.representatives add constraint representatives_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.representatives add constraint representatives_region_length CHECK ((octet_length(region) <= 2000)) not valid;

alter table public.representatives add constraint representatives_countries_list CHECK (private.are_texts(countries)) not valid;

alter table public.representatives add constraint representatives_address_lines_list CHECK (private.are_texts(address_lines)) not valid;

alter table public.representatives add constraint representatives_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.representatives add constraint representatives_email_length CHECK ((length(email) <= 20000)) not valid;

alter table public.representatives add constraint representatives_phone_length CHECK ((length(phone) <= 20000)) not valid;

alter table public.representatives add constraint representatives_latitude_range CHECK (((latitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (latitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.representatives add constraint representatives_longitude_range CHECK (((longitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (longitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.representatives add constraint representatives_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.representatives add constraint representatives_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.inventory_items add constraint inventory_items_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.inventory_items add constraint inventory_items_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.inventory_items add constraint inventory_items_channel_partner_id_range CHECK (((channel_partner_id >= '-9007199254740991'::bigint) AND (channel_partner_id <= '9007199254740991'::bigint))) not valid;

alter table public.inventory_items add constraint inventory_items_as_of_range CHECK (private.is_moment(as_of)) not valid;

alter table public.inventory_items add constraint inventory_items_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.inventory_items add constraint inventory_items_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.inventory_items add constraint inventory_items_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.faqs add constraint faqs_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.faqs add constraint faqs_category_length CHECK ((octet_length(category) <= 2000)) not valid;

alter table public.faqs add constraint faqs_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.faqs add constraint faqs_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.faqs add constraint faqs_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.faq_products add constraint faq_products_faq_id_range CHECK (((faq_id >= '-9007199254740991'::bigint) AND (faq_id <= '9007199254740991'::bigint))) not valid;

alter table public.faq_products add constraint faq_products_product_id_range CHECK (((product_id >= '-9007199254740991'::bigint) AND (product_id <= '9007199254740991'::bigint))) not valid;

alter table public.faq_products add constraint faq_products_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.tags add constraint tags_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.tags add constraint tags_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.tags add constraint tags_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.tags add constraint tags_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.tags add constraint tags_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.authors add constraint authors_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.authors add constraint authors_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.authors add constraint authors_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.authors add constraint authors_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.authors add constraint authors_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.authors add constraint authors_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.authors add constraint authors_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.articles add constraint articles_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.articles add constraint articles_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.articles add constraint articles_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.articles add constraint articles_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.articles add constraint articles_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.articles add constraint articles_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.articles add constraint articles_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.articles add constraint articles_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.article_documents add constraint article_documents_article_id_range CHECK (((article_id >= '-9007199254740991'::bigint) AND (article_id <= '9007199254740991'::bigint))) not valid;

alter table public.article_documents add constraint article_documents_document_id_range CHECK (((document_id >= '-9007199254740991'::bigint) AND (document_id <= '9007199254740991'::bigint))) not valid;

alter table public.article_documents add constraint article_documents_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.events add constraint events_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.events add constraint events_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.events add constraint events_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.events add constraint events_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.events add constraint events_starts_at_range CHECK (private.is_moment(starts_at)) not valid;

alter table public.events add constraint events_ends_at_range CHECK (private.is_moment(ends_at)) not valid;

alter table public.events add constraint events_time_zone_length CHECK ((length(time_zone) <= 20000)) not valid;

alter table public.events add constraint events_country_length CHECK ((length(country) <= 20000)) not valid;

alter table public.events add constraint events_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.events add constraint events_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.events add constraint events_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.events add constraint events_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.events add constraint events_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.posts add constraint posts_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.posts add constraint posts_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.posts add constraint posts_author_id_range CHECK (((author_id >= '-9007199254740991'::bigint) AND (author_id <= '9007199254740991'::bigint))) not valid;

alter table public.posts add constraint posts_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.posts add constraint posts_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.posts add constraint posts_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.posts add constraint posts_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.posts add constraint posts_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.posts add constraint posts_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.post_tags add constraint post_tags_post_id_range CHECK (((post_id >= '-9007199254740991'::bigint) AND (post_id <= '9007199254740991'::bigint))) not valid;

alter table public.post_tags add constraint post_tags_tag_id_range CHECK (((tag_id >= '-9007199254740991'::bigint) AND (tag_id <= '9007199254740991'::bigint))) not valid;

alter table public.post_tags add constraint post_tags_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.locations add constraint locations_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.locations add constraint locations_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.locations add constraint locations_name_verbose_length CHECK ((length(name_verbose) <= 20000)) not valid;

alter table public.locations add constraint locations_address_lines_list CHECK (private.are_texts(address_lines)) not valid;

alter table public.locations add constraint locations_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.locations add constraint locations_latitude_range CHECK (((latitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (latitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.locations add constraint locations_longitude_range CHECK (((longitude >= ('-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision) AND (longitude <= ('170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric)::double precision))) not valid;

alter table public.locations add constraint locations_country_length CHECK ((length(country) <= 20000)) not valid;

alter table public.locations add constraint locations_phone_length CHECK ((length(phone) <= 20000)) not valid;

alter table public.locations add constraint locations_email_length CHECK ((length(email) <= 20000)) not valid;

alter table public.locations add constraint locations_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.locations add constraint locations_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.cvs add constraint cvs_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.cvs add constraint cvs_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.cvs add constraint cvs_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.cvs add constraint cvs_contact_url_length CHECK ((length(contact_url) <= 20000)) not valid;

alter table public.cvs add constraint cvs_linkedin_url_length CHECK ((length(linkedin_url) <= 20000)) not valid;

alter table public.cvs add constraint cvs_organisation_level_length CHECK ((octet_length(organisation_level) <= 2000)) not valid;

alter table public.cvs add constraint cvs_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.cvs add constraint cvs_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.story_groups add constraint story_groups_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.story_groups add constraint story_groups_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.story_groups add constraint story_groups_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.story_categories add constraint story_categories_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.story_categories add constraint story_categories_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.story_categories add constraint story_categories_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.employee_stories add constraint employee_stories_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.employee_stories add constraint employee_stories_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.employee_stories add constraint employee_stories_category_id_range CHECK (((category_id >= '-9007199254740991'::bigint) AND (category_id <= '9007199254740991'::bigint))) not valid;

alter table public.employee_stories add constraint employee_stories_image_id_range CHECK (((image_id >= '-9007199254740991'::bigint) AND (image_id <= '9007199254740991'::bigint))) not valid;

alter table public.employee_stories add constraint employee_stories_video_url_length CHECK ((length(video_url) <= 20000)) not valid;

alter table public.employee_stories add constraint employee_stories_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.employee_stories add constraint employee_stories_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.employee_stories add constraint employee_stories_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.employee_stories add constraint employee_stories_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.employee_stories add constraint employee_stories_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.employee_story_groups add constraint employee_story_groups_employee_story_id_range CHECK (((employee_story_id >= '-9007199254740991'::bigint) AND (employee_story_id <= '9007199254740991'::bigint))) not valid;

alter table public.employee_story_groups add constraint employee_story_groups_story_group_id_range CHECK (((story_group_id >= '-9007199254740991'::bigint) AND (story_group_id <= '9007199254740991'::bigint))) not valid;

alter table public.employee_story_groups add constraint employee_story_groups_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.jobs add constraint jobs_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.jobs add constraint jobs_slug_length CHECK ((octet_length(slug) <= 2000)) not valid;

alter table public.jobs add constraint jobs_location_id_range CHECK (((location_id >= '-9007199254740991'::bigint) AND (location_id <= '9007199254740991'::bigint))) not valid;

alter table public.jobs add constraint jobs_city_length CHECK ((length(city) <= 20000)) not valid;

alter table public.jobs add constraint jobs_country_length CHECK ((length(country) <= 20000)) not valid;

alter table public.jobs add constraint jobs_field_length CHECK ((octet_length(field) <= 2000)) not valid;

alter table public.jobs add constraint jobs_direct_link_length CHECK ((length(direct_link) <= 20000)) not valid;

alter table public.jobs add constraint jobs_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.jobs add constraint jobs_publish_from_range CHECK (private.is_moment(publish_from)) not valid;

alter table public.jobs add constraint jobs_publish_until_range CHECK (private.is_moment(publish_until)) not valid;

alter table public.jobs add constraint jobs_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.jobs add constraint jobs_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.forms add constraint forms_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.forms add constraint forms_title_length CHECK ((length(title) <= 20000)) not valid;

alter table public.forms add constraint forms_success_url_length CHECK ((length(success_url) <= 20000)) not valid;

alter table public.forms add constraint forms_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.forms add constraint forms_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.form_versions add constraint form_versions_form_id_range CHECK (((form_id >= '-9007199254740991'::bigint) AND (form_id <= '9007199254740991'::bigint))) not valid;

alter table public.form_versions add constraint form_versions_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.pages add constraint pages_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.pages add constraint pages_site_id_length CHECK ((octet_length(site_id) <= 2000)) not valid;

alter table public.pages add constraint pages_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint))) not valid;

alter table public.pages add constraint pages_route_length CHECK ((octet_length(route) <= 2000)) not valid;

alter table public.pages add constraint pages_template_length CHECK ((length(template) <= 20000)) not valid;

alter table public.pages add constraint pages_published_revision_id_range CHECK (((published_revision_id >= '-9007199254740991'::bigint) AND (published_revision_id <= '9007199254740991'::bigint))) not valid;

alter table public.pages add constraint pages_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.pages add constraint pages_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.page_locales add constraint page_locales_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.page_locales add constraint page_locales_site_id_length CHECK ((octet_length(site_id) <= 2000)) not valid;

alter table public.page_locales add constraint page_locales_path_length CHECK ((octet_length(path) <= 2000)) not valid;

alter table public.page_locales add constraint page_locales_title_length CHECK ((length(title) <= 20000)) not valid;

alter table public.page_locales add constraint page_locales_nav_title_length CHECK ((length(nav_title) <= 20000)) not valid;

alter table public.page_locales add constraint page_locales_description_length CHECK ((length(description) <= 20000)) not valid;

alter table public.page_locales add constraint page_locales_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.page_locales add constraint page_locales_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.modules add constraint modules_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.modules add constraint modules_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.modules add constraint modules_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint))) not valid;

alter table public.modules add constraint modules_slot_length CHECK ((length(slot) <= 20000)) not valid;

alter table public.modules add constraint modules_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.module_locales add constraint module_locales_module_id_range CHECK (((module_id >= '-9007199254740991'::bigint) AND (module_id <= '9007199254740991'::bigint))) not valid;

alter table public.module_locales add constraint module_locales_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.module_locales add constraint module_locales_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.page_revisions add constraint page_revisions_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.page_revisions add constraint page_revisions_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.page_revisions add constraint page_revisions_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.page_revision_locales add constraint page_revision_locales_revision_id_range CHECK (((revision_id >= '-9007199254740991'::bigint) AND (revision_id <= '9007199254740991'::bigint))) not valid;

alter table public.page_revision_locales add constraint page_revision_locales_path_length CHECK ((length(path) <= 20000)) not valid;

alter table public.page_revision_locales add constraint page_revision_locales_title_length CHECK ((length(title) <= 20000)) not valid;

alter table public.page_revision_locales add constraint page_revision_locales_nav_title_length CHECK ((length(nav_title) <= 20000)) not valid;

alter table public.page_revision_locales add constraint page_revision_locales_description_length CHECK ((length(description) <= 20000)) not valid;

alter table public.draft_saves add constraint draft_saves_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.draft_saves add constraint draft_saves_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.draft_saves add constraint draft_saves_module_id_range CHECK (((module_id >= '-9007199254740991'::bigint) AND (module_id <= '9007199254740991'::bigint))) not valid;

alter table public.draft_saves add constraint draft_saves_action_length CHECK ((length(action) <= 20000)) not valid;

alter table public.draft_saves add constraint draft_saves_saved_at_range CHECK (private.is_moment(saved_at)) not valid;

alter table public.links add constraint links_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.links add constraint links_text_length CHECK ((length(text) <= 20000)) not valid;

alter table public.links add constraint links_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.links add constraint links_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.links add constraint links_row_kind_length CHECK ((octet_length(row_kind) <= 2000)) not valid;

alter table public.links add constraint links_row_id_range CHECK (((row_id >= '-9007199254740991'::bigint) AND (row_id <= '9007199254740991'::bigint))) not valid;

alter table public.links add constraint links_document_id_range CHECK (((document_id >= '-9007199254740991'::bigint) AND (document_id <= '9007199254740991'::bigint))) not valid;

alter table public.links add constraint links_anchor_id_length CHECK ((octet_length(anchor_id) <= 2000)) not valid;

alter table public.links add constraint links_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.links add constraint links_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.menus add constraint menus_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.menus add constraint menus_site_id_length CHECK ((octet_length(site_id) <= 2000)) not valid;

alter table public.menus add constraint menus_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.menus add constraint menus_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.menus add constraint menus_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.published_page_locales add constraint published_page_locales_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.published_page_locales add constraint published_page_locales_site_id_length CHECK ((octet_length(site_id) <= 2000)) not valid;

alter table public.published_page_locales add constraint published_page_locales_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint))) not valid;

alter table public.published_page_locales add constraint published_page_locales_revision_id_range CHECK (((revision_id >= '-9007199254740991'::bigint) AND (revision_id <= '9007199254740991'::bigint))) not valid;

alter table public.published_page_locales add constraint published_page_locales_path_length CHECK ((octet_length(path) <= 2000)) not valid;

alter table public.published_page_locales add constraint published_page_locales_title_length CHECK ((length(title) <= 20000)) not valid;

alter table public.published_page_locales add constraint published_page_locales_nav_title_length CHECK ((length(nav_title) <= 20000)) not valid;

alter table public.published_page_locales add constraint published_page_locales_published_at_range CHECK (private.is_moment(published_at)) not valid;

alter table public.redirects add constraint redirects_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.redirects add constraint redirects_site_id_length CHECK ((octet_length(site_id) <= 2000)) not valid;

alter table public.redirects add constraint redirects_from_path_length CHECK ((octet_length(from_path) <= 2000)) not valid;

alter table public.redirects add constraint redirects_row_kind_length CHECK ((octet_length(row_kind) <= 2000)) not valid;

alter table public.redirects add constraint redirects_from_slug_length CHECK ((octet_length(from_slug) <= 2000)) not valid;

alter table public.redirects add constraint redirects_row_id_range CHECK (((row_id >= '-9007199254740991'::bigint) AND (row_id <= '9007199254740991'::bigint))) not valid;

alter table public.redirects add constraint redirects_to_path_length CHECK ((length(to_path) <= 20000)) not valid;

alter table public.redirects add constraint redirects_page_id_range CHECK (((page_id >= '-9007199254740991'::bigint) AND (page_id <= '9007199254740991'::bigint))) not valid;

alter table public.redirects add constraint redirects_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.redirects add constraint redirects_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.stock_quotes add constraint stock_quotes_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.stock_quotes add constraint stock_quotes_symbol_length CHECK ((octet_length(symbol) <= 2000)) not valid;

alter table public.stock_quotes add constraint stock_quotes_day_range CHECK (((day >= '0001-01-01'::date) AND (day <= '9999-12-31'::date))) not valid;

alter table public.stock_quotes add constraint stock_quotes_open_range CHECK (((open >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (open <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.stock_quotes add constraint stock_quotes_high_range CHECK (((high >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (high <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.stock_quotes add constraint stock_quotes_low_range CHECK (((low >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (low <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.stock_quotes add constraint stock_quotes_close_range CHECK (((close >= '-170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric) AND (close <= '170000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000'::numeric))) not valid;

alter table public.stock_quotes add constraint stock_quotes_volume_range CHECK (((volume >= '-9007199254740991'::bigint) AND (volume <= '9007199254740991'::bigint))) not valid;

alter table public.stock_quotes add constraint stock_quotes_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.stock_quotes add constraint stock_quotes_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.investor_publications add constraint investor_publications_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.investor_publications add constraint investor_publications_key_length CHECK ((octet_length(key) <= 2000)) not valid;

alter table public.investor_publications add constraint investor_publications_category_length CHECK ((length(category) <= 20000)) not valid;

alter table public.investor_publications add constraint investor_publications_published_at_range CHECK (private.is_moment(published_at)) not valid;

alter table public.investor_publications add constraint investor_publications_url_length CHECK ((length(url) <= 20000)) not valid;

alter table public.investor_publications add constraint investor_publications_document_id_range CHECK (((document_id >= '-9007199254740991'::bigint) AND (document_id <= '9007199254740991'::bigint))) not valid;

alter table public.investor_publications add constraint investor_publications_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.investor_publications add constraint investor_publications_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.search_synonyms add constraint search_synonyms_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.search_synonyms add constraint search_synonyms_sites_list CHECK (private.are_texts(sites)) not valid;

alter table public.search_synonyms add constraint search_synonyms_terms_list CHECK (private.are_texts(terms)) not valid;

alter table public.search_synonyms add constraint search_synonyms_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.search_synonyms add constraint search_synonyms_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.media_folders add constraint media_folders_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.media_folders add constraint media_folders_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.media_folders add constraint media_folders_parent_id_range CHECK (((parent_id >= '-9007199254740991'::bigint) AND (parent_id <= '9007199254740991'::bigint))) not valid;

alter table public.media_folders add constraint media_folders_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.media_folders add constraint media_folders_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.filed_media add constraint filed_media_kind_length CHECK ((octet_length(kind) <= 2000)) not valid;

alter table public.filed_media add constraint filed_media_record_id_range CHECK (((record_id >= '-9007199254740991'::bigint) AND (record_id <= '9007199254740991'::bigint))) not valid;

alter table public.filed_media add constraint filed_media_folder_id_range CHECK (((folder_id >= '-9007199254740991'::bigint) AND (folder_id <= '9007199254740991'::bigint))) not valid;

alter table public.media_tags add constraint media_tags_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.media_tags add constraint media_tags_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.media_tags add constraint media_tags_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.media_tags add constraint media_tags_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.tagged_media add constraint tagged_media_tag_id_range CHECK (((tag_id >= '-9007199254740991'::bigint) AND (tag_id <= '9007199254740991'::bigint))) not valid;

alter table public.tagged_media add constraint tagged_media_kind_length CHECK ((octet_length(kind) <= 2000)) not valid;

alter table public.tagged_media add constraint tagged_media_record_id_range CHECK (((record_id >= '-9007199254740991'::bigint) AND (record_id <= '9007199254740991'::bigint))) not valid;

alter table public.shared_modules add constraint shared_modules_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.shared_modules add constraint shared_modules_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.shared_modules add constraint shared_modules_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.shared_modules add constraint shared_modules_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.saved_sections add constraint saved_sections_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.saved_sections add constraint saved_sections_name_length CHECK ((octet_length(name) <= 2000)) not valid;

alter table public.saved_sections add constraint saved_sections_note_length CHECK ((length(note) <= 20000)) not valid;

alter table public.saved_sections add constraint saved_sections_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.saved_sections add constraint saved_sections_updated_at_range CHECK (private.is_moment(updated_at)) not valid;

alter table public.launches add constraint launches_id_range CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) not valid;

alter table public.launches add constraint launches_name_length CHECK ((length(name) <= 20000)) not valid;

alter table public.launches add constraint launches_state_length CHECK ((length(state) <= 20000)) not valid;

alter table public.launches add constraint launches_publish_at_range CHECK (private.is_moment(publish_at)) not valid;

alter table public.launches add constraint launches_time_zone_length CHECK ((length(time_zone) <= 20000)) not valid;

alter table public.launches add constraint launches_created_at_range CHECK (private.is_moment(created_at)) not valid;

alter table public.launches add constraint launches_applied_at_range CHECK (private.is_moment(applied_at)) not valid;

alter table public.launches add constraint launches_live_at_range CHECK (private.is_moment(live_at)) not valid;

alter table public.launches add constraint launches_edit_id_range CHECK (((edit_id >= '-9007199254740991'::bigint) AND (edit_id <= '9007199254740991'::bigint))) not valid;

alter table public.launches add constraint launches_taken_back_at_range CHECK (private.is_moment(taken_back_at)) not valid;

alter table public.launches add constraint launches_failure_length CHECK ((length(failure) <= 20000)) not valid;

alter table public.launches add constraint launches_failed_at_range CHECK (private.is_moment(failed_at)) not valid;

revoke all on function private.is_moment(timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.is_moment(timestamp with time zone) to authenticated;
grant execute on function private.is_moment(timestamp with time zone) to service_role;

revoke all on function private.is_list(anyarray) from public, anon, authenticated, service_role;
grant execute on function private.is_list(anyarray) to authenticated;
grant execute on function private.is_list(anyarray) to service_role;

revoke all on function private.is_set(anyarray) from public, anon, authenticated, service_role;
grant execute on function private.is_set(anyarray) to authenticated;
grant execute on function private.is_set(anyarray) to service_role;

revoke all on function private.are_texts(text[]) from public, anon, authenticated, service_role;
grant execute on function private.are_texts(text[]) to authenticated;
grant execute on function private.are_texts(text[]) to service_role;

revoke all on function private.are_countries(text[]) from public, anon, authenticated, service_role;
grant execute on function private.are_countries(text[]) to authenticated;
grant execute on function private.are_countries(text[]) to service_role;

revoke all on function private.are_labels(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.are_labels(jsonb) to authenticated;
grant execute on function private.are_labels(jsonb) to service_role;

revoke all on function private.are_menu_items(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.are_menu_items(jsonb) to authenticated;
grant execute on function private.are_menu_items(jsonb) to service_role;

revoke all on function private.are_site_settings(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.are_site_settings(jsonb) to authenticated;
grant execute on function private.are_site_settings(jsonb) to service_role;

revoke all on function private.bound_columns(text) from public, anon, authenticated, service_role;

-- Rows that are there and are beyond a bound keep it from being checked of them, and are refused when they are written again.
do $$
declare
  bound record;
begin
  for bound in
    select k.conrelid::regclass as relation, k.conname as name from pg_catalog.pg_constraint k
    where k.connamespace = 'public'::regnamespace and k.contype = 'c' and not k.convalidated
  loop
    begin
      execute format('alter table %s validate constraint %I', bound.relation, bound.name);
    exception when check_violation then
      raise warning 'Rows of % are beyond %: they are shown as before, and refused when they are saved', bound.relation, bound.name;
    end;
  end loop;
end $$;
