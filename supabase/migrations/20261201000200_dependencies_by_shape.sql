-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.publish_receipt_items drop constraint publish_receipt_items_change_check;

CREATE OR REPLACE FUNCTION private.tags_of_lists(p_table text, p_list text)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  tags text[] := '{}';
  lists record;
  members text[];
begin
  for lists in select g.column_name, g.values_query from private.list_groups g where g.table_name = p_table loop
    execute lists.values_query into members;
    tags := tags || array(select p_list || '/' || lists.column_name || '/' || m from unnest(members) m);
  end loop;
  return tags;
end $function$
;

CREATE OR REPLACE FUNCTION private.locales_that_differ(p_old jsonb, p_new jsonb, p_keys text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when jsonb_typeof(p_old) <> 'object' or jsonb_typeof(p_new) <> 'object'
      or (select array_agg(k order by k) from jsonb_object_keys(p_old) k)
        is distinct from (select array_agg(k order by k) from jsonb_object_keys(p_new) k) then null
    else array(
      select l.locale
      from unnest(enum_range(null::public.locale)::text[]) l (locale)
      where exists (
        select 1
        from (
          select jsonb_object_keys(t.texts) as key
          from jsonb_path_query(jsonb_build_array(p_old, p_new), '$[*].* ? (@.type() == "object")') t (texts)
        ) k
        where (p_keys is null or k.key = any (p_keys))
          and coalesce(nullif(p_old -> l.locale -> k.key, 'null'), p_old -> 'en' -> k.key)
            is distinct from coalesce(nullif(p_new -> l.locale -> k.key, 'null'), p_new -> 'en' -> k.key)
      )
      order by l.locale
    )
  end
$function$
;

CREATE OR REPLACE FUNCTION private.tags_of_updates(p_table text, p_kind text, p_id_column text, p_old jsonb[], p_new jsonb[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with differing as (
    select r.o, r.n, d.key as column_name, r.o -> p_id_column <> r.n -> p_id_column as is_renamed
    from unnest(p_old, p_new) r (o, n)
    cross join lateral jsonb_object_keys(r.n) d (key)
    where r.o -> d.key is distinct from r.n -> d.key
  ), touched as (
    select d.*, null::text as shape, null::text[] as keys from differing d
    union all
    select d.*, c.shape, c.keys from differing d
    join private.shape_columns c on c.table_name = p_table and (c.column_name = d.column_name or d.is_renamed)
  ), found as (
    -- The page of a record may show when it was changed, in each language.
    select t.shape, v.id, case when t.column_name = 'localized' and not t.is_renamed and (t.shape is not null or not p.has_page)
      then private.locales_that_differ(t.o -> 'localized', t.n -> 'localized', t.keys) end as locales
    from touched t
    cross join (select exists (select 1 from private.shapes s where (s.kind, s.shape) = (p_kind, 'link')) as has_page) p
    cross join lateral (values (t.o ->> p_id_column), (t.n ->> p_id_column)) v (id)
  ), united as (
    select f.shape, f.id, bool_or(f.locales is null) as is_all, array_agg(distinct l.locale) filter (where l.locale is not null) as locales
    from found f left join lateral unnest(f.locales) l (locale) on true
    group by f.shape, f.id
  )
  select coalesce(array_agg(p_kind || coalesce('/' || u.shape, '') || ':' || u.id
    || case when u.is_all or cardinality(u.locales) = cardinality(enum_range(null::public.locale)) then '' else '@' || array_to_string(u.locales, ',') end), '{}')
  from united u
  where u.is_all or u.locales is not null
$function$
;

CREATE OR REPLACE FUNCTION private.tags_of_records(p_table text, p_kind text, p_ids bigint[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(p_kind || s.suffix || ':' || id), '{}')
  from unnest(p_ids) id
  cross join (
    select '' as suffix union all select distinct '/' || c.shape from private.shape_columns c where c.table_name = p_table
  ) s
$function$
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

CREATE OR REPLACE FUNCTION private.menu_in_locale(p_items jsonb, p_locale text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(i.item || jsonb_build_object('label', i.item -> 'label' -> p_locale,
    'description', i.item -> 'description' -> p_locale,
    'children', case when i.item -> 'children' <> '[]' then private.menu_in_locale(i.item -> 'children', p_locale) end) order by i.place), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_items) when 'array' then p_items end) with ordinality i (item, place)
$function$
;

CREATE OR REPLACE FUNCTION private.locales_of_site_change(p_tag text, p_old jsonb, p_new jsonb)
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    -- The organization has its English name in all languages.
    when p_tag = 'site' and p_old - 'localized' = p_new - 'localized'
      and p_old #> '{localized,en,title}' = p_new #> '{localized,en,title}'
      then private.locales_that_differ(p_old -> 'localized', p_new -> 'localized', null)
    when p_tag = 'globals' and p_old - 'items' = p_new - 'items' then array(
      select l from unnest(enum_range(null::public.locale)::text[]) l
      where private.menu_in_locale(p_old -> 'items', l) <> private.menu_in_locale(p_new -> 'items', l)
    )
  end
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
  locales text[];
begin
  if tg_op = 'UPDATE' then
    locales := private.locales_of_site_change(tg_argv[0], before, after);
    if before = after or locales = '{}' then
      return null;
    end if;
  end if;
  perform private.queue_change(array(select concat_ws('@', tg_argv[0] || ':' || s, array_to_string(locales, ',')) from unnest(sites) s),
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_bucket(p_table text, p_bucket bigint, p_reason text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  watched private.watched_tables;
  sites text[] := array(select s.id from public.sites s union select b.site_id from public.site_builds b);
  ids bigint[] := array(select generate_series(p_bucket * 500, p_bucket * 500 + 499));
begin
  select * into strict watched from private.watched_tables w where w.name = p_table;
  if watched.id_query is not null then
    execute watched.id_query into ids using p_bucket * 500, p_bucket * 500 + 499;
  end if;
  perform private.queue_change(
    array(select t || ':' || id from unnest(watched.row_tags) t, unnest(ids) id)
      || array(select t || ':' || s from unnest(watched.site_tags) t, unnest(sites) s)
      || array(select distinct 'sitemap:' || watched.row_kind || ':' || id / 500 from unnest(ids) id where watched.row_kind is not null)
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
  routed text[];
begin
  -- A page that changes its number or its site has left what it was.
  select array_agg(distinct id), array_agg(distinct id) filter (where is_moved), array_agg(distinct 'globals:' || s) filter (where s is not null and is_routed)
  into ids, moved, routed
  from old_rows o full join new_rows n using (id)
  cross join lateral (values (o.site_id), (n.site_id)) v (s)
  cross join lateral (select (o.route, o.site_id) is distinct from (n.route, n.site_id) and num_nonnulls(o.route, n.route) > 0) r (is_routed)
  cross join lateral (
    -- The parent of a page that is not published is that of its draft.
    select (o.route, o.site_id, o.published_revision_id is null) is distinct from (n.route, n.site_id, n.published_revision_id is null)
      or o.parent_id is distinct from n.parent_id
  ) m (is_moved)
  where (o.route, o.site_id, o.template, o.is_editable) is distinct from (n.route, n.site_id, n.template, n.is_editable)
    -- A publish changes the addresses as well, which name the page.
    or (o.published_revision_id is distinct from n.published_revision_id and not exists (
      select 1 from public.published_page_locales l where l.page_id = id and private.is_own(l.xmin)
    ))
    or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id);
  if ids is not null then
    perform private.queue_change(
      (select array_agg('page:' || id) from unnest(ids) id)
        || array(select t || ':page:' || id from unnest(moved) id, unnest(array['address', 'path']) t)
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_page_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tags text[];
  moved bigint[];
  led_to text[];
  touched bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    moved := touched;
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := touched;
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, o.title, o.nav_title, o.parent_id)
          is distinct from (n.site_id, n.path, n.title, n.nav_title, n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
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
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_moved),
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
    tags := tags || (select array_agg('address:page:' || id) from unnest(moved) id);
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

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- More messages than one step takes in.
  many_wait constant integer := 251;
  taken bigint[];
  ready text[];
  ids bigint[];
  goes_on boolean := false;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  taken := private.take_in_changes(p_at, p_of_people);
  if not p_of_people then
    goes_on := private.search_wide_changes();
    goes_on := private.mark_due(p_at) or goes_on;
  end if;
  ready := private.ready_sites(p_sites);
  ids := private.next_outputs(p_worker, ready, p_limit, case
    when p_of_people then 1
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 2
    else 4
  end);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
    'seq', l.stale_seq, 'reasons', l.stale_reasons, 'address', own.address,
    -- When a record that is hidden now will be shown.
    'shown_from', case when own.address is null then own.visible_from end,
    'shown', case (select k.scope from private.output_kinds k where k.kind = l.kind)
      when 'record' then own.address is not null
      when 'sitemap' then exists (
        select 1 from private.routes m
        where m.site_id = l.site_id and m.kind = l.listed_kind and m.ref >= l.ref * 500 and m.ref < (l.ref + 1) * 500
      )
      else exists (
        select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (l.site_id, l.kind, l.ref, l.locale)
      )
    end
  ) order by l.turn, l.stale_seq, l.site_id, l.kind, l.ref, l.locale, l.listed_kind), '[]'),
    coalesce(bool_or(l.turn < 3), false)
  into claimed, for_people
  from leased l
  cross join lateral (
    select
      min(r.address) filter (
        where (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
      ) as address,
      min(r.visible_from) filter (where r.visible_from > p_at) as visible_from
    from private.routes r
    where (r.site_id, r.kind, r.ref, r.locale) = (l.site_id, l.kind, l.ref, l.locale)
  ) own;

  return jsonb_build_object(
    'watermark', coalesce((select max(seq) from public.change_log), 0),
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'at', p_at,
    'for_people', for_people,
    'goes_on', goes_on or exists (
      select 1 from pgmq.q_content_changes q where q.vt <= clock_timestamp() and (q.message ? 'actor' or not p_of_people)
    ),
    -- The oldest change of a person whose outputs others are publishing.
    'with_others', (
      select min(o.stale_seq) from unnest(ready) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 3
        and o.lease_owner not in (p_worker, 'deferred') and o.lease_until >= clock_timestamp()
    ),
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_complete(p_worker text, p_watermark bigint, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  -- A sitemap that comes or goes changes the index of sitemaps.
  update public.site_outputs i
  set stale_seq = coalesce((select max(seq) from public.change_log), 0), stale_reasons = array['sitemap'], turn = 8
  from jsonb_to_recordset(p_outputs) as r (site text, kind text, ref bigint, listed text, hash text)
  join public.site_outputs o on o.site_id = r.site and o.kind = 'sitemap' and o.ref = r.ref and o.listed_kind = r.listed
  where r.kind = 'sitemap' and (r.hash is null) <> (o.content_hash is null)
    and i.site_id = r.site and i.kind = 'sitemap_index';
  with results as (
    select * from jsonb_to_recordset(p_outputs) as r (
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, given text,
      bytes integer, next_change_at timestamptz, removed boolean, failure jsonb
    )
  ), late as (
    -- A change that the index received after the lease began, and that the new tags name, may not have been read.
    select r.site, r.kind, r.ref, r.locale, r.listed, max(c.seq) as seq
    from results r
    cross join lateral unnest(r.tags) t (tag)
    join (
      select a.tag, max(l.seq) as seq from public.change_log l cross join unnest(l.tags) a (tag) where l.seq > p_watermark group by a.tag
    ) c using (tag)
    group by r.site, r.kind, r.ref, r.locale, r.listed
  ), removed as (
    delete from public.site_outputs o using results r
    where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
      -- An output that content has, and that has nothing to show now, is remembered with what it depends on.
      and r.removed and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq and o.lease_owner = p_worker
  )
  update public.site_outputs o
  set path = case when r.removed then null when r.failure is null then r.path else o.path end,
    taking_path = null,
    content_hash = case when r.removed then null when r.failure is null then r.hash else o.content_hash end,
    given_hash = case when r.removed then null when r.failure is null then r.given else o.given_hash end,
    bytes = case when r.failure is null then coalesce(r.bytes, 0) else o.bytes end,
    tags = r.tags,
    next_change_at = r.next_change_at,
    failure = r.failure,
    rendered_at = clock_timestamp(),
    lease_owner = null,
    lease_until = null,
    read_seq = greatest(o.read_seq, p_watermark),
    stale_reasons = case when o.stale_seq = r.seq then '{}' else o.stale_reasons end,
    turn = case when o.stale_seq = r.seq then 7 else o.turn end,
    stale_seq = case when o.stale_seq <> r.seq then o.stale_seq else l.seq end
  from results r
  left join late l on (l.site, l.kind, l.ref, l.locale) = (r.site, r.kind, r.ref, r.locale) and l.listed is not distinct from r.listed
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker
    and not (coalesce(r.removed, false) and r.tags = '{}' and r.next_change_at is null and o.stale_seq = r.seq);
  delete from public.change_log where seq in (
    select c.seq from public.change_log c where c.taken_in_at < now() - interval '1 day' order by c.taken_in_at limit 500
  );
end $function$
;
comment on function public.publish_complete(text,bigint,jsonb) is 'Records what a publisher rendered: paths, dependencies, hashes. An output that changed meanwhile stays stale.';

CREATE OR REPLACE FUNCTION public.publish_pending()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'pending', private.count_pending(),
    'tags', (select coalesce(jsonb_agg(distinct split_part(t, '@', 1)), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$function$
;
comment on function public.publish_pending() is 'How much waits to be published, and which tags the waiting changes carry.';

CREATE OR REPLACE FUNCTION private.tags_in_locales(p_tags text[])
 RETURNS TABLE(tag text, locales public.locale[])
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select split_part(t, '@', 1), case when strpos(t, '@') > 0 then string_to_array(split_part(t, '@', 2), ',')::public.locale[] end
  from unnest(p_tags) t
$function$
;

CREATE OR REPLACE FUNCTION private.is_in_locales(p_locales public.locale[], p_kind text, p_locale public.locale, p_failure jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_locales is null or p_locale = any (p_locales) or p_failure is not null
    or p_kind in ('sitemap', 'sitemap_index', 'redirects', 'robots')
$function$
;

CREATE OR REPLACE FUNCTION private.reason_of(p_tag text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case
    when starts_with(p_tag, 'path:') then 'address:' || substr(p_tag, 6)
    when starts_with(p_tag, 'list:') then split_part(p_tag, '/', 1)
    when starts_with(p_tag, 'named:') then 'globals:' || split_part(substr(p_tag, 7), '/', 1)
    else regexp_replace(p_tag, '^([a-z_]+)/[a-z_]+:', '\1:')
  end
$function$
;

CREATE OR REPLACE FUNCTION private.outputs_of_records(p_rows jsonb, p_tags text[])
 RETURNS TABLE(id bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  with wanted as materialized (
    select k.kind, r.ref, '' as listed_kind, r.kind || ':' || r.ref as reason, null::public.locale[] as locales
    from private.changed_records(p_rows) r
    join private.output_kinds k on k.content_kind = r.kind
    union
    -- The stock of a product is in a sitemap of its own.
    select 'sitemap', r.ref / 500, 'inventory', 'sitemap:inventory:' || r.ref / 500, null
    from private.changed_records(p_rows) r where r.kind = 'inventory'
    union
    select k.kind, split_part(t.tag, ':', 2)::bigint, null, t.tag, t.locales
    from private.tags_in_locales(p_tags) t
    join private.kinds k on k.kind = split_part(t.tag, ':', 1) and t.tag ~ '^[a-z_]+:\d{1,18}$'
  )
  select o.id, w.reason
  from wanted w
  cross join public.sites s
  -- Looked up one by one: the planner takes them for more than they are, and would read the whole index.
  cross join lateral (
    select o.id, o.tags, o.kind, o.locale, o.failure, o.listed_kind from public.site_outputs o where o.site_id = s.id and o.kind = w.kind and o.ref = w.ref offset 0
  ) o
  where case
    when w.listed_kind is null then w.reason = any (o.tags) and private.is_in_locales(w.locales, o.kind, o.locale, o.failure)
    when w.kind = 'sitemap' then o.listed_kind = w.listed_kind
    -- What comes with a product and depends on it has the product as its reason.
    when w.kind in ('catalog_part', 'inventory') then not exists (select 1 from unnest(o.tags) t join private.tags_in_locales(p_tags) c on c.tag = t)
    else true
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.mark_outputs(p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_class integer, p_own_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    -- Joined: compared one with another, thousands of tags would take seconds.
    select o.id, array_agg(distinct private.reason_of(t.tag)) as tags
    from found f
    join public.site_outputs o on o.id = f.id
    cross join lateral unnest(o.tags) t (tag)
    join unnest(p_tags) c (tag) using (tag)
    group by o.id
  ), due as (
    select o.id, n.reasons,
      private.turn_of(case when f.own is null then p_class else p_own_class end, o.kind,
        f.own is not null or (o.kind || ':' || o.ref) = any (n.reasons)) as turn,
      o.stale_seq is null or o.lease_owner is not null or o.stale_seq <= greatest(o.read_seq, b.start_seq) as is_unseen
    from found f
    join public.site_outputs o on o.id = f.id
    left join builds b on b.site_id = o.site_id
    left join named m on m.id = o.id
    cross join lateral (
      select array(
        select r.reason from (
          select distinct on (x.reason) x.reason, x.place from (
            select unnest(f.own) as reason, 0 as place
            union all select unnest(m.tags), 1
            union all select t, 2 from unnest(o.stale_reasons) t where o.stale_seq is not null
          ) x order by x.reason, x.place
        ) r order by r.place, r.reason limit 20
      ) as reasons
    ) n
    where o.read_seq < p_seq and o.stale_seq is distinct from p_seq
  )
  update public.site_outputs o
  set stale_seq = case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end,
    turn = case when o.stale_seq is null then d.turn else least(o.turn, d.turn) end,
    stale_reasons = array(select r from unnest(d.reasons) r order by r)
  from due d
  where o.id = d.id
    and (d.is_unseen or d.turn < o.turn or (p_class < 3 and not d.reasons <@ o.stale_reasons));
end $function$
;

CREATE OR REPLACE FUNCTION private.search_wide_changes()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at_most constant integer := 500;
  change public.wide_changes;
  scanned_to bigint;
  ids bigint[];
begin
  select * into change from public.wide_changes w where w.searched_to is not null limit 1;
  if not found then
    -- All that wait are searched for together, if they concern the same sites.
    with waiting as (
      delete from public.wide_changes w
      where w.site_id is not distinct from (select f.site_id from public.wide_changes f order by f.id limit 1)
      returning w.*
    )
    insert into public.wide_changes (seq, site_id, tags, searched_to)
    select max(w.seq), min(w.site_id), array(select distinct t from waiting a, unnest(a.tags) t), 0 from waiting w
    having count(*) > 0
    returning * into change;
    if change.seq is null then
      return false;
    end if;
  end if;
  with scanned as materialized (
    select o.id, o.site_id, o.kind, o.locale, o.failure, o.tags from public.site_outputs o where o.id > change.searched_to order by o.id limit at_most * 4
  ), matching as (
    -- Joined: compared one with another, thousands of tags would take seconds.
    select distinct s.id
    from scanned s
    cross join lateral unnest(s.tags) t (tag)
    join private.tags_in_locales(change.tags) c using (tag)
    where (change.site_id is null or s.site_id = change.site_id) and private.is_in_locales(c.locales, s.kind, s.locale, s.failure)
    order by s.id limit at_most
  )
  select array_agg(m.id), case when count(*) = at_most then max(m.id) else (select max(s.id) from scanned s) end
  into ids, scanned_to from matching m;
  if scanned_to is null then
    delete from public.wide_changes w where w.id = change.id;
    return exists (select 1 from public.wide_changes);
  end if;
  perform private.mark_outputs(ids, '{}', '{}', array(select t.tag from private.tags_in_locales(change.tags) t), change.seq, 3, 3);
  update public.wide_changes w set searched_to = scanned_to where w.id = change.id;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION private.take_in_changes(p_at timestamp with time zone, p_of_people boolean DEFAULT false)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  messages_at_once constant integer := 250;
  entries_at_once constant integer := 600;
  few constant integer := 300;
  reached_at_once constant integer := 1500;
  of_people boolean;
  ids bigint[];
  taken bigint[];
  -- As they were sent, with the locales in which a change shows, and without.
  sent_tags text[];
  these_tags text[];
  these_rows jsonb;
  queued timestamptz;
  this_seq bigint;
  class integer;
  reached bigint[];
  is_wide boolean;
  own_ids bigint[];
  own_reasons text[];
begin
  ids := array(
    select q.msg_id from pgmq.q_content_changes q
    where q.message ? 'actor' and q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
  );
  of_people := cardinality(ids) > 0;
  if not of_people and not p_of_people then
    ids := array(
      select q.msg_id from pgmq.q_content_changes q where q.vt <= clock_timestamp() order by q.msg_id limit messages_at_once
    );
  end if;
  if cardinality(ids) = 0 then
    return '{}';
  end if;
  with fitting as (
    select q.msg_id, row_number() over w as place,
      sum(jsonb_array_length(coalesce(q.message -> 'tags', '[]')) + jsonb_array_length(coalesce(q.message -> 'rows', '[]'))) over w as entries
    from pgmq.q_content_changes q where q.msg_id = any (ids)
    window w as (order by q.msg_id)
  ), gone as (
    delete from pgmq.q_content_changes d
    where d.msg_id in (select f.msg_id from fitting f where f.entries <= entries_at_once or f.place = 1)
    returning d.msg_id, d.enqueued_at, d.message
  )
  select
    (select array_agg(g.msg_id order by g.msg_id) from gone g),
    (select min(g.enqueued_at) from gone g),
    array(select distinct t from gone g, jsonb_array_elements_text(g.message -> 'tags') t),
    (select coalesce(jsonb_agg(distinct r), '[]') from gone g, jsonb_array_elements(g.message -> 'rows') r)
  into taken, queued, sent_tags, these_rows;
  sent_tags := sent_tags || array(
    select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
    from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
  );
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, queued_at)
  values (taken, these_tags, these_rows, queued)
  returning seq into this_seq;

  -- Tag by tag: one look-up of many tags compares each output with all of them.
  reached := array(
    select f.output_id from (
      select o.output_id
      from private.tags_in_locales(sent_tags) t
      cross join lateral (
        select o.output_id from public.output_tags o
        where o.tags @> array[t.tag] and (t.locales is null or exists (
          select 1 from public.site_outputs s
          where s.id = o.output_id and private.is_in_locales(t.locales, s.kind, s.locale, s.failure)
        ))
        limit reached_at_once + 1
      ) o
      limit reached_at_once + 1
    ) f
  );
  class := case
    when jsonb_array_length(these_rows) > few / 3 then 3
    when of_people then 0
    else 2
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, class) from private.changed_records(these_rows) r group by r.kind;
  -- A site's locales decide which outputs it has.
  insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
  select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
  from private.fixed_outputs f
  where f.site_id in (select r ->> 'site' from jsonb_array_elements(these_rows) r where r ->> 'kind' = 'site')
    and f.site_id in (select b.site_id from private.built_sites b)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, sent_tags) r;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end, class);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_plan(p_tags text[], p_rows jsonb, p_at timestamp with time zone, p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with asked as (
    select k.kind, r.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    join private.output_kinds k on k.content_kind = r.kind
    union
    -- As in changed_records.
    select c.kind, c.ref
    from jsonb_to_recordset(p_rows) r (kind text, ref bigint)
    cross join lateral (values ('catalog_part', private.catalog_part(r.ref)), ('inventory', r.ref)) c (kind, ref)
    where r.kind = 'product'
  ), tags as (
    select array(
      select unnest(p_tags)
      union
      select g.gives from private.globals_dependencies g where g.tag = any (p_tags)
    ) as list
  ), affected as (
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash,
      case when o.tags && tags.list then array(select distinct private.reason_of(t) from unnest(o.tags) t where t = any (tags.list) order by 1)
        else array[o.kind || ':' || o.ref] end as reasons
    from public.site_outputs o, tags
    where o.tags && tags.list
      or exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
    union all
    select r.site_id, r.kind, r.ref, r.locale, '', null, null, array[r.kind || ':' || r.ref]
    from (
      select v.site_id, v.kind, v.ref, v.locale from private.routes v
      union
      select l.site_id, 'page', l.page_id, l.locale from public.page_locales l
    ) r
    where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
      and not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale) = (r.site_id, r.kind, r.ref, r.locale)
      )
    union all
    -- The first record of a sitemap brings the file with it.
    select b.site_id, 'sitemap', b.part, 'en', b.kind, null, null, array['sitemap:' || b.kind || ':' || b.part]
    from (
      select distinct r.site_id, r.kind, r.ref / 500 as part
      from (
        select v.site_id, v.kind, v.ref from private.routes v
        where v.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
        union
        select l.site_id, 'page', l.page_id from public.page_locales l
      ) r
      where exists (select 1 from asked a where a.kind = r.kind and a.ref = r.ref)
    ) b
    where not exists (
      select 1 from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (b.site_id, 'sitemap', b.part, 'en', b.kind)
    )
  ), shown as (
    select a.*, r.address, r.address is not null
      or a.kind in (select k.kind from private.output_kinds k where k.scope <> 'record') as is_shown
    from (select * from affected order by site_id, kind, ref, locale, listed_kind limit p_limit) a
    left join private.routes r
      on (r.site_id, r.kind, r.ref, r.locale) = (a.site_id, a.kind, a.ref, a.locale)
      and (r.visible_from is null or r.visible_from <= p_at) and (r.visible_until is null or r.visible_until > p_at)
  )
  select jsonb_build_object(
    'total', (select count(*) from affected),
    'outputs', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.site_id, 'kind', s.kind, 'ref', s.ref, 'locale', s.locale,
        'listed', nullif(s.listed_kind, ''), 'path', s.path, 'hash', s.content_hash, 'reasons', s.reasons,
        'address', case when s.kind in ('page', 'list_feed') then coalesce((
          select l.path from public.page_locales l
          where l.page_id = s.ref and l.locale = s.locale and exists (
            select 1 from asked a where a.kind = 'page' and a.ref = s.ref
          )
        ), s.address) else s.address end,
        'shown', s.is_shown)), '[]')
      from shown s
    )
  )
$function$
;
comment on function public.publish_plan(text[],jsonb,timestamp with time zone,integer) is 'The outputs that a change with these tags would make stale, with the tags that are the reason.';

CREATE OR REPLACE FUNCTION public.draft_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else jsonb_build_object(
      'tags', to_jsonb(array['page:' || p.id, 'sitemap:page:' || p.id / 500]
        || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
        || case when d.is_moved then array['path:page:' || p.id] else '{}' end
        || case when d.is_named_anew then array(
          select 'below:page:' || s.id
          from (select p.parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
          where s.id is not null
        ) else '{}' end
        || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
      'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
      'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'parent_id', p.parent_id,
        'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
        'above', (
          with recursive above as (
            select p.parent_id as id
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
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
          from public.page_locales l where l.page_id = p.id
        )))
    end
  from public.pages p
  cross join lateral (
    select
      coalesce(bool_or((n.path, n.title, n.nav_title, p.parent_id) is distinct from (o.path, o.title, o.nav_title, o.parent_id)), false)
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
      select l.locale, l.path, l.title, l.nav_title, coalesce((l.seo ->> 'noindex')::boolean, false) as noindex
      from public.page_locales l where l.page_id = p.id
    ) n
    full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
  ) d
  where p.id = p_page_id
$function$
;
comment on function public.draft_changes(bigint) is 'What publishing a page''s draft would put on the change queue.';

CREATE OR REPLACE FUNCTION public.build_register(p_build bigint, p_lease_seconds integer, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  site text;
  read bigint;
begin
  update public.site_builds set lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds)
  where id = p_build and finished_at is null
  returning site_id, start_seq into site, read;
  if not found then
    raise exception 'build % is no longer running', p_build using errcode = 'object_not_in_prerequisite_state';
  end if;
  insert into public.site_outputs as o
    (site_id, kind, ref, locale, listed_kind, path, tags, content_hash, given_hash, bytes, next_change_at, failure, build_id, rendered_at,
      read_seq)
  select site, r.kind, r.ref, r.locale, coalesce(r.listed, ''), r.path, r.tags, r.hash, r.given, coalesce(r.bytes, 0), r.next_change_at, r.failure,
    p_build, clock_timestamp(), read
  from jsonb_to_recordset(p_outputs) as r (
    kind text, ref bigint, locale public.locale, listed text, path text, tags text[], hash text, given text, bytes integer,
    next_change_at timestamptz, failure jsonb
  )
  on conflict (site_id, kind, ref, locale, listed_kind) do update
    set path = excluded.path, taking_path = null, tags = excluded.tags, content_hash = excluded.content_hash,
      given_hash = excluded.given_hash, bytes = excluded.bytes, next_change_at = excluded.next_change_at, failure = excluded.failure, build_id = excluded.build_id,
      rendered_at = excluded.rendered_at, read_seq = greatest(o.read_seq, excluded.read_seq);
end $function$
;
comment on function public.build_register(bigint,integer,jsonb) is 'Records outputs that a full build has written, and extends its lease.';

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
when 'article_detail' then select jsonb_object_agg(r.id, r.record) into records from private.article_detail_records r where r.id = any (ids);
when 'article' then select jsonb_object_agg(r.id, r.record) into records from private.article_records r where r.id = any (ids);
when 'author' then select jsonb_object_agg(r.id, r.record) into records from private.author_records r where r.id = any (ids);
when 'catalog_part' then select jsonb_object_agg(r.id, r.record) into records from private.catalog_part_records r where r.id = any (ids);
when 'category' then select jsonb_object_agg(r.id, r.record) into records from private.category_records r where r.id = any (ids);
when 'cv' then select jsonb_object_agg(r.id, r.record) into records from private.cv_records r where r.id = any (ids);
when 'document' then select jsonb_object_agg(r.id, r.record) into records from private.document_records r where r.id = any (ids);
when 'employee_story_detail' then select jsonb_object_agg(r.id, r.record) into records from private.employee_story_detail_records r where r.id = any (ids);
when 'employee_story' then select jsonb_object_agg(r.id, r.record) into records from private.employee_story_records r where r.id = any (ids);
when 'event_detail' then select jsonb_object_agg(r.id, r.record) into records from private.event_detail_records r where r.id = any (ids);
when 'event' then select jsonb_object_agg(r.id, r.record) into records from private.event_records r where r.id = any (ids);
when 'file' then select jsonb_object_agg(r.id, r.record) into records from private.file_records r where r.id = any (ids);
when 'form' then select jsonb_object_agg(r.id, r.record) into records from private.form_records r where r.id = any (ids);
when 'image' then select jsonb_object_agg(r.id, r.record) into records from private.image_records r where r.id = any (ids);
when 'inventory' then select jsonb_object_agg(r.id, r.record) into records from private.inventory_records r where r.id = any (ids);
when 'job' then select jsonb_object_agg(r.id, r.record) into records from private.job_records r where r.id = any (ids);
when 'link_lead' then select jsonb_object_agg(r.id, r.record) into records from private.link_lead_records r where r.id = any (ids);
when 'link' then select jsonb_object_agg(r.id, r.record) into records from private.link_records r where r.id = any (ids);
when 'location' then select jsonb_object_agg(r.id, r.record) into records from private.location_records r where r.id = any (ids);
when 'page' then select jsonb_object_agg(r.id, r.record) into records from private.page_records r where r.id = any (ids);
when 'post_detail' then select jsonb_object_agg(r.id, r.record) into records from private.post_detail_records r where r.id = any (ids);
when 'post' then select jsonb_object_agg(r.id, r.record) into records from private.post_records r where r.id = any (ids);
when 'product_detail' then select jsonb_object_agg(r.id, r.record) into records from private.product_detail_records r where r.id = any (ids);
when 'product' then select jsonb_object_agg(r.id, r.record) into records from private.product_records r where r.id = any (ids);
when 'series' then select jsonb_object_agg(r.id, r.record) into records from private.series_records r where r.id = any (ids);
when 'story_category' then select jsonb_object_agg(r.id, r.record) into records from private.story_category_records r where r.id = any (ids);
when 'story_group' then select jsonb_object_agg(r.id, r.record) into records from private.story_group_records r where r.id = any (ids);
when 'tag' then select jsonb_object_agg(r.id, r.record) into records from private.tag_records r where r.id = any (ids);
when 'vector' then select jsonb_object_agg(r.id, r.record) into records from private.vector_records r where r.id = any (ids);
when 'video' then select jsonb_object_agg(r.id, r.record) into records from private.video_records r where r.id = any (ids);
when 'webinar' then select jsonb_object_agg(r.id, r.record) into records from private.webinar_records r where r.id = any (ids);
      else null;
    end case;
    answer := answer || jsonb_build_object(shape, coalesce(records, '{}'));
  end loop;
  return answer;
end $function$
;
comment on function public.read_records(jsonb) is 'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';

CREATE OR REPLACE FUNCTION public.read_globals(p_site text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with link_ids as (
      select distinct private.id_of(jsonb_path_query(m.items, 'strict $.**.link')) as id
      from public.menus m where m.site_id = p_site
    )
    select jsonb_build_object(
      'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
      'og_image', (select r.record from private.image_records r where r.id = private.id_of(s.settings -> 'og_image')),
      'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
      'links', (
        select coalesce(jsonb_object_agg(l.id, l.record), '{}')
        from private.link_lead_records l where l.id in (select i.id from link_ids i)
      ),
      'routes', (
        select coalesce(jsonb_object_agg(p.route, a.addresses), '{}')
        from public.pages p
        -- One page's at a time: joined as a whole, the addresses of all pages of all sites would be gathered.
        cross join lateral (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
          from private.live_page_locales l where l.page_id = p.id
        ) a
        where p.site_id = s.id and p.route is not null and a.addresses is not null
      ))
    from public.sites s
    where s.id = p_site
  );
end $function$
;
comment on function public.read_globals(text) is 'What every page of a site shows: its metadata, settings and menus, and the addresses of its routes.';

CREATE OR REPLACE FUNCTION private.knows_globals(p_site text, p_seq bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p_seq <= coalesce((select max(c.seq) from public.change_log c), 0) and not exists (
    select 1 from public.change_log c
    where c.seq > p_seq and (
      c.tags && (array['globals:' || p_site, 'site:' || p_site]
        || array(select 'image/card:' || (s.settings ->> 'og_image') from public.sites s where s.id = p_site and s.settings ? 'og_image'))
      or exists (select 1 from unnest(c.tags) t where starts_with(t, 'named:' || p_site || '/'))
    )
  )
$function$
;

CREATE OR REPLACE FUNCTION private.derive_shapes()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
    || array(select distinct w.row_tags[1] || '/' || c.shape from private.shape_columns c where c.table_name = w.name)
  where w.row_tags <> '{}';
end $function$
;
comment on function private.derive_shapes() is 'Reads which columns the shapes of private.shapes have from the views. To be called when such a view changes.';

create table private.shapes (
  kind text not null,
  shape text not null,
  -- In the schema private.
  view_name text not null,
  -- The texts of `localized` that readers of the view take; the locales themselves always count.
  keys text[] not null,
  primary key (kind, shape)
);
comment on table private.shapes is 'What pages read of records by one view each. The columns of a shape are those on which its view depends.';

create table private.shape_columns (
  table_name text not null,
  shape text not null,
  column_name text not null,
  -- Null for all texts.
  keys text[],
  primary key (table_name, shape, column_name)
);
comment on table private.shape_columns is 'The columns of each shape, as the catalogue of the database tells (private.derive_shapes).';

create table private.list_groups (
  table_name text not null,
  column_name text not null,
  -- All values that there may be, as texts.
  values_query text not null,
  primary key (table_name, column_name)
);
comment on table private.list_groups is 'Columns by whose value lists choose rows: a change of a row concerns the lists of its values.';

comment on table public.publish_receipt_items is 'Each URL of a receipt: what happened to it, why, and when it was seen live. `same` was read and not drawn, since it shows nothing different; `unchanged` was drawn and has the same bytes.';

alter table public.site_outputs add column given_hash text;

create or replace view private.product_records with (security_invoker=true) as
 SELECT p.id,
    jsonb_build_object('id', p.id, 'slug', p.slug, 'display_name', p.display_name, 'status', p.status, 'sites', p.sites, 'is_published', p.is_published, 'publish_from', p.publish_from, 'publish_until', p.publish_until, 'locales', ( SELECT jsonb_agg(k.k) AS jsonb_agg
           FROM jsonb_object_keys(p.localized) k(k)), 'texts', ( SELECT jsonb_object_agg(jsonb_each.key, jsonb_strip_nulls(jsonb_build_object('tagline', (jsonb_each.value -> 'tagline'::text)))) AS jsonb_object_agg
           FROM jsonb_each(p.localized) jsonb_each(key, value)), 'series_id', p.series_id, 'series', s.display_name, 'category_id', p.primary_category_id, 'category', c.localized, 'image', ( SELECT r.record
           FROM (public.product_images i
             JOIN private.image_records r ON ((r.id = i.image_id)))
          WHERE (i.product_id = p.id)
          ORDER BY i."position", i.id
         LIMIT 1)) AS record
   FROM ((public.products p
     LEFT JOIN public.series s ON ((s.id = p.series_id)))
     LEFT JOIN public.categories c ON ((c.id = p.primary_category_id)));

create or replace view private.product_detail_records with (security_invoker=true) as
 SELECT p.id,
    (r.record || jsonb_build_object('name', p.name, 'order_code', p.order_code, 'localized', p.localized, 'images', ( SELECT COALESCE(jsonb_agg(i.record ORDER BY x."position", x.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_images x
             JOIN private.image_records i ON ((i.id = x.image_id)))
          WHERE ((x.product_id = p.id) AND (x.video_url IS NULL))), 'videos', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('url', x.video_url, 'image', i.record, 'place', x.place) ORDER BY x.place), '[]'::jsonb) AS "coalesce"
           FROM (( SELECT m.video_url,
                    m.image_id,
                    row_number() OVER (ORDER BY m."position", m.id) AS place
                   FROM public.product_images m
                  WHERE (m.product_id = p.id)) x
             LEFT JOIN private.image_records i ON ((i.id = x.image_id)))
          WHERE (x.video_url IS NOT NULL)), 'properties', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', d.id, 'unit', d.unit, 'title', d.localized, 'group', COALESCE(c.role, 'secondary'::text), 'number', v.value_number, 'max', v.value_max, 'text', v.value_text, 'localized', v.localized) ORDER BY COALESCE(c.role, 'secondary'::text), c."position", d.id), '[]'::jsonb) AS "coalesce"
           FROM ((public.product_property_values v
             JOIN public.properties d ON ((d.id = v.property_id)))
             LEFT JOIN public.category_properties c ON (((c.property_id = v.property_id) AND (c.category_id = p.primary_category_id))))
          WHERE (v.product_id = p.id)), 'documents', ( SELECT COALESCE(jsonb_agg(d.record ORDER BY x."position", d.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_documents x
             JOIN private.document_records d ON ((d.id = x.document_id)))
          WHERE (x.product_id = p.id)), 'applications', ( SELECT COALESCE(jsonb_agg(jsonb_build_object('id', a.id, 'localized', a.localized, 'image', i.record) ORDER BY x."position", a.id), '[]'::jsonb) AS "coalesce"
           FROM ((public.product_applications x
             JOIN public.applications a ON ((a.id = x.application_id)))
             LEFT JOIN private.image_records i ON ((i.id = a.image_id)))
          WHERE (x.product_id = p.id)), 'related', ( SELECT COALESCE(jsonb_agg(o.record ORDER BY x."position", o.id), '[]'::jsonb) AS "coalesce"
           FROM (public.product_relations x
             JOIN private.product_records o ON ((o.id = x.related_id)))
          WHERE (x.product_id = p.id)))) AS record
   FROM (public.products p
     JOIN private.product_records r ON ((r.id = p.id)));

create or replace view private.link_targets with (security_invoker=true) as
 SELECT kind,
    id,
    jsonb_build_object('slug', slug, 'sites', sites, 'is_published', is_published, 'publish_from', publish_from, 'publish_until', publish_until, 'news_category', section, 'locales', ( SELECT jsonb_agg(k.k) AS jsonb_agg
           FROM jsonb_object_keys(r.localized) k(k))) AS record
   FROM private.page_rows r;

create or replace view private.globals_dependencies with (security_invoker=true) as
 WITH menu_links AS (
         SELECT m.site_id,
            private.id_of(jsonb_path_query(m.items, 'strict $.**."link"'::jsonpath)) AS link_id
           FROM public.menus m
        )
 SELECT n.site_id,
    ('link/lead:'::text || n.link_id) AS tag,
    ('globals:'::text || n.site_id) AS gives
   FROM menu_links n
  WHERE (n.link_id IS NOT NULL)
UNION
 SELECT n.site_id,
    d.tag,
    ('globals:'::text || n.site_id) AS gives
   FROM ((menu_links n
     JOIN public.links l ON ((l.id = n.link_id)))
     CROSS JOIN LATERAL ( VALUES (('path:page:'::text || l.page_id)), (((l.row_kind || '/link:'::text) || l.row_id)), (('document/card:'::text || l.document_id))) d(tag))
  WHERE (d.tag IS NOT NULL)
UNION
 SELECT p.site_id,
    ('path:page:'::text || p.id) AS tag,
    ('globals:'::text || p.site_id) AS gives
   FROM public.pages p
  WHERE (p.route IS NOT NULL)
UNION
 SELECT p.site_id,
    ('address:page:'::text || p.id) AS tag,
    ((('named:'::text || p.site_id) || '/'::text) || p.route) AS gives
   FROM public.pages p
  WHERE (p.route IS NOT NULL);

create or replace view private.link_lead_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'type', link_type, 'url', url, 'anchor', anchor_id, 'page_id', page_id, 'page_site', ( SELECT p.site_id
           FROM public.pages p
          WHERE (p.id = l.page_id)), 'addresses', ( SELECT jsonb_object_agg(a.locale, jsonb_build_object('path', a.path, 'title', a.title, 'nav_title', a.nav_title)) AS jsonb_object_agg
           FROM private.live_page_locales a
          WHERE (a.page_id = l.page_id)), 'row_kind', row_kind, 'row_id', row_id, 'row', ( SELECT r.record
           FROM private.link_targets r
          WHERE ((r.kind = l.row_kind) AND (r.id = l.row_id))), 'document_id', document_id, 'document_path', ( SELECT d.storage_path
           FROM public.documents d
          WHERE (d.id = l.document_id))) AS record
   FROM public.links l;

create or replace view private.link_records with (security_invoker=true) as
 SELECT l.id,
    (r.record || jsonb_build_object('text', l.text, 'target', l.target)) AS record
   FROM (public.links l
     JOIN private.link_lead_records r ON ((r.id = l.id)));

alter table public.publish_receipt_items add constraint publish_receipt_items_change_check CHECK ((change = ANY (ARRAY['new'::text, 'changed'::text, 'removed'::text, 'unchanged'::text, 'same'::text, 'failed'::text])));

revoke all on table private.shapes from public, anon, authenticated, service_role;
grant select on table private.shapes to service_role;

revoke all on table private.shape_columns from public, anon, authenticated, service_role;
grant select on table private.shape_columns to service_role;

revoke all on table private.list_groups from public, anon, authenticated, service_role;
grant select on table private.list_groups to service_role;

revoke all on table private.link_lead_records from public, anon, authenticated, service_role;
grant select on table private.link_lead_records to authenticated;
grant select on table private.link_lead_records to service_role;

revoke all on function private.tags_of_lists(text,text) from public, anon, authenticated, service_role;
grant execute on function private.tags_of_lists(text,text) to public;

revoke all on function private.locales_that_differ(jsonb,jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.locales_that_differ(jsonb,jsonb,text[]) to public;

revoke all on function private.tags_of_updates(text,text,text,jsonb[],jsonb[]) from public, anon, authenticated, service_role;
grant execute on function private.tags_of_updates(text,text,text,jsonb[],jsonb[]) to public;

revoke all on function private.tags_of_records(text,text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.tags_of_records(text,text,bigint[]) to public;

revoke all on function private.menu_in_locale(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.menu_in_locale(jsonb,text) to public;

revoke all on function private.locales_of_site_change(text,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.locales_of_site_change(text,jsonb,jsonb) to public;

revoke all on function private.tags_in_locales(text[]) from public, anon, authenticated, service_role;
grant execute on function private.tags_in_locales(text[]) to public;

revoke all on function private.is_in_locales(public.locale[],text,public.locale,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.is_in_locales(public.locale[],text,public.locale,jsonb) to public;

revoke all on function private.reason_of(text) from public, anon, authenticated, service_role;
grant execute on function private.reason_of(text) to public;

revoke all on function private.derive_shapes() from public, anon, authenticated, service_role;
grant execute on function private.derive_shapes() to public;

-- What reconciliation names of a page.
update private.watched_tables set row_tags = '{page,address:page,path:page,below:page}' where name in ('pages', 'published_page_locales');

-- `card` is what references and lists show of a record, `link` whether and where it has a page.
insert into private.shapes (kind, shape, view_name, keys) values
  ('image', 'card', 'image_records', '{alt}'),
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
  ('link', 'card', 'link_records', '{}'),
  ('link', 'lead', 'link_lead_records', '{}');
select private.derive_shapes();

-- Lists of the rows that have one value in a column.
insert into private.list_groups (table_name, column_name, values_query) values
  ('articles', 'newsroom_category', 'select enum_range(null::public.newsroom_category)::text[]'),
  ('events', 'category', 'select enum_range(null::public.newsroom_category)::text[]'),
  ('products', 'series_id', 'select array_agg(s.id::text) from public.series s');
