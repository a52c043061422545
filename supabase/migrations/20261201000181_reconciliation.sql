-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.file_removals drop constraint file_removals_site_id_fkey;

alter table public.publish_receipts drop constraint publish_receipts_site_id_fkey;

alter table public.site_builds drop constraint site_builds_site_id_fkey;

alter table public.site_outputs drop constraint site_outputs_site_id_fkey;

alter table public.publish_receipts drop constraint publish_receipts_cause_check;

CREATE OR REPLACE FUNCTION private.is_own(p_xid xid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not pg_catalog.pg_visible_in_snapshot(p_xid::text::pg_catalog.xid8, pg_catalog.pg_current_snapshot())
$function$
;
comment on function private.is_own(xid) is 'Whether a visible row was written by the transaction that asks, given its xmin.';

CREATE OR REPLACE FUNCTION private.queue_row_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  lists_change boolean := false;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists_change := cardinality(list_columns) > 0;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists_change := cardinality(list_columns) > 0;
  else
    -- A change of the id itself is a deletion and an insertion.
    with changes as (
      select to_jsonb(o) as o, to_jsonb(n) as n
      from (select *, row_number() over () as place from old_rows) o
      join (select *, row_number() over () as place from new_rows) n using (place)
    ), changed as (
      select o, n from changes
      where o - array['version', 'updated_at', 'place'] is distinct from n - array['version', 'updated_at', 'place']
    )
    select array_agg(distinct id), coalesce(bool_or(listed), false) into ids, lists_change
    from (
      select (o ->> id_column)::bigint as id,
        cardinality(list_columns) > 0 and exists (
          select 1 from unnest(list_columns || id_column) c where o -> c is distinct from n -> c
        ) as listed
      from changed
      union all
      select (n ->> id_column)::bigint, false from changed
    ) c;
  end if;
  if ids is null then
    return null;
  end if;
  perform private.queue_change(
    (select array_agg(kind || ':' || id) from unnest(ids) id)
      || case when lists_change then array['list:' || kind] else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)) from unnest(ids) id
    ) else '[]' end
  );
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.watch_table(p_table text, p_kind text, p_id_column text, p_list_columns text, p_has_page boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('create trigger %1$s_queue_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  perform private.watch_rows(p_table, p_id_column, array[p_kind], '{}',
    case when p_list_columns <> '' then array['list:' || p_kind] else '{}' end, case when p_has_page then p_kind end);
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- A row that moves has been on two sites.
  sites text[] := array(
    select distinct coalesce(r ->> 'site_id', r ->> 'id') from (values (to_jsonb(old)), (to_jsonb(new))) v (r) where r is not null
  );
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - array['version', 'updated_at'] = to_jsonb(new) - array['version', 'updated_at'] then
    return null;
  end if;
  perform private.queue_change(array(select tg_argv[0] || ':' || s from unnest(sites) s),
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.bucket_of(p_column text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  -- The three sites have names and no numbers.
  select case when p_column is null then '0::bigint' else format('r.%I / 500', p_column) end
$function$
;

CREATE OR REPLACE FUNCTION private.add_fingerprints()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET extra_float_digits TO '1'
AS $function$
declare
  bucket text := private.bucket_of(nullif(tg_argv[0], ''));
  old_hashes text := format('select %s as bucket, -hashtextextended(r::text, 0)::numeric as hash from old_rows r', bucket);
  new_hashes text := format('select %s as bucket, hashtextextended(r::text, 0)::numeric as hash from new_rows r', bucket);
begin
  execute format('insert into private.row_fingerprints (table_name, bucket, total)
    select %L, h.bucket, sum(h.hash) from (%s) h group by h.bucket having sum(h.hash) <> 0',
    tg_table_name, case tg_op
      when 'INSERT' then new_hashes
      when 'DELETE' then old_hashes
      else old_hashes || ' union all ' || new_hashes end);
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
      || watched.other_tags || p_reason,
    case when watched.row_kind is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('kind', watched.row_kind, 'ref', id)), '[]') from unnest(ids) id
    ) end);
  insert into private.site_checks (site_id) select unnest(sites);
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  emptied bigint;
begin
  for emptied in
    insert into private.row_fingerprints (table_name, bucket, total)
    select f.table_name, f.bucket, -sum(f.total) from private.row_fingerprints f
    where f.table_name = tg_table_name
    group by f.table_name, f.bucket having sum(f.total) <> 0
    returning bucket
  loop
    perform private.queue_bucket(tg_table_name, emptied, '{}');
  end loop;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.watch_rows(p_table text, p_id_column text, p_row_tags text[], p_site_tags text[] DEFAULT '{}'::text[], p_other_tags text[] DEFAULT '{}'::text[], p_row_kind text DEFAULT NULL::text, p_id_query text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.watched_tables (name, id_column, row_tags, site_tags, other_tags, row_kind, id_query)
  values (p_table, coalesce(p_id_column, ''), p_row_tags, p_site_tags, p_other_tags, p_row_kind, p_id_query);
  execute format('create trigger %1$s_fingerprint_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_queue_truncate after truncate on public.%1$I
    for each statement execute function private.queue_truncation()', p_table);
end $function$
;
comment on function private.watch_rows(text,text,text[],text[],text[],text,text) is 'For the schema: has the rows of a table fingerprinted and its truncation queued. Arguments: the columns of private.watched_tables.';

CREATE OR REPLACE FUNCTION private.queue_page_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids bigint[];
  routed text[];
begin
  -- A page that changes its number or its site has left what it was.
  select array_agg(distinct id), array_agg(distinct 'globals:' || s) filter (where s is not null and is_routed)
  into ids, routed
  from old_rows o full join new_rows n using (id)
  cross join lateral (values (o.site_id), (n.site_id)) v (s)
  cross join lateral (select (o.route, o.site_id) is distinct from (n.route, n.site_id) and num_nonnulls(o.route, n.route) > 0) r (is_routed)
  where (o.route, o.site_id, o.template, o.is_editable) is distinct from (n.route, n.site_id, n.template, n.is_editable)
    -- A publish changes the addresses as well, which name the page.
    or (o.published_revision_id is distinct from n.published_revision_id and not exists (
      select 1 from public.published_page_locales l where l.page_id = id and private.is_own(l.xmin)
    ))
    or (n.published_revision_id is null and o.parent_id is distinct from n.parent_id);
  if ids is not null then
    perform private.queue_change(
      (select array_agg(t) from unnest(ids) id cross join lateral (values ('page:' || id), ('address:page:' || id)) v (t))
        || coalesce(routed, '{}'),
      '[]');
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_revision_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  revisions bigint[];
  ids bigint[];
begin
  if tg_op in ('INSERT', 'UPDATE') then
    revisions := array(select n.revision_id from new_rows n);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    revisions := revisions || array(select o.revision_id from old_rows o);
  end if;
  ids := array(
    select p.id from public.pages p
    where p.published_revision_id = any (revisions) and not private.is_own(p.xmin)
  );
  perform private.queue_change(
    array(select 'page:' || id from unnest(ids) id) || array(select distinct 'sitemap:page:' || id / 500 from unnest(ids) id), '[]');
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
  touched bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    moved := touched;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    moved := touched;
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, o.title, o.nav_title, o.parent_id, o.noindex)
          is distinct from (n.site_id, n.path, n.title, n.nav_title, n.parent_id, n.noindex) as is_moved
      from old_rows o full join new_rows n using (page_id, locale)
      where o is distinct from n
    )
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_moved),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, moved, sections
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
  if sections is not null then
    tags := tags || (select array_agg('below:page:' || id) from unnest(sections) id);
  end if;
  perform private.queue_change(tags,
    (select jsonb_agg(jsonb_build_object('kind', 'page', 'ref', id)) from unnest(touched) id));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_entries(p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select l.site_id, 'page', l.page_id, l.locale, l.title, l.nav_title, '', r.description, private.module_words(r.modules::jsonb),
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

CREATE OR REPLACE FUNCTION private.list_pages(p_query jsonb, p_site text, p_locale public.locale)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  above bigint := (p_query ->> 'below')::bigint;
begin
  return (
    select jsonb_build_object(
      'items', coalesce(
        jsonb_agg(
          jsonb_build_object('id', l.page_id, 'path', l.path, 'title', l.title, 'nav_title', l.nav_title)
          order by l.page_id <> above, l.page_id
        ),
        '[]'
      ),
      'next_change_at', null)
    from private.live_page_locales l
    where l.site_id = p_site and l.locale = p_locale and (l.parent_id = above or l.page_id = above)
  );
end $function$
;
comment on function private.list_pages(jsonb,text,public.locale) is 'A published page and those below it in one locale: itself first, the others in the order in which they were made.';

CREATE OR REPLACE FUNCTION private.application_entries(p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

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
      site text, kind text, ref bigint, locale public.locale, listed text, seq bigint, path text, tags text[], hash text, bytes integer,
      next_change_at timestamptz, removed boolean, failure jsonb
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

CREATE OR REPLACE FUNCTION public.publish_record(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  receipt bigint;
begin
  insert into public.publish_receipts (site_id, cause, message_ids, worker, started_at, rendered, changed)
  values (p_site, case when p_cause = 'change' and exists (
      select 1 from public.change_log c
      where c.message_ids && p_message_ids and exists (select 1 from unnest(c.tags) t where t like 'reconciled:%')
    ) then 'reconciliation' else p_cause end, p_message_ids, p_worker, p_started_at, p_rendered,
    (select count(*) from jsonb_array_elements(p_items) i where i ->> 'change' in ('new', 'changed', 'removed')))
  returning id into receipt;
  insert into public.publish_receipt_items (receipt_id, path, locale, change, reasons, seen_live_at, failure)
  select receipt, i.path, i.locale, i.change, i.reasons, i.seen_live_at, i.failure
  from jsonb_to_recordset(p_items) as i (
    path text, locale public.locale, change text, reasons text[], seen_live_at timestamptz, failure jsonb
  );
  return receipt;
end $function$
;
comment on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb) is 'Stores the receipt of a publish.';

CREATE OR REPLACE FUNCTION private.count_pending()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null)
    + (select count(*) from private.site_checks c where c.site_id in (select b.site_id from private.built_sites b))
    + (select count(*) from public.wide_changes)
$function$
;

CREATE OR REPLACE FUNCTION public.publish_pending()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'pending', private.count_pending(),
    'tags', (select coalesce(jsonb_agg(distinct t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r), '[]') from pgmq.q_content_changes q, jsonb_array_elements(q.message -> 'rows') r),
    'failed', (select count(*) from public.site_outputs where failure is not null)
  )
$function$
;
comment on function public.publish_pending() is 'How much waits to be published, and which tags the waiting changes carry.';

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
  into taken, queued, these_tags, these_rows;
  these_tags := these_tags || array(
    select distinct 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (these_tags)
  );
  -- Any change may mend an output whose content cannot be read.
  these_tags := these_tags || 'unreadable'::text;
  insert into public.change_log (message_ids, tags, rows, queued_at)
  values (taken, these_tags, these_rows, queued)
  returning seq into this_seq;

  -- Tag by tag: one look-up of many tags compares each output with all of them.
  reached := array(
    select f.output_id from (
      select o.output_id
      from unnest(these_tags) t (tag)
      cross join lateral (select o.output_id from public.output_tags o where o.tags @> array[t.tag] limit reached_at_once + 1) o
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
  from private.outputs_of_records(these_rows, these_tags) r;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end, class);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, these_tags);
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
      select 'globals:' || g.site_id from private.globals_dependencies g where g.tag = any (p_tags)
    ) as list
  ), affected as (
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash,
      case when o.tags && tags.list then array(select t from unnest(o.tags) t where t = any (tags.list) order by t)
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

CREATE OR REPLACE FUNCTION public.reconcile_rows(p_table text, p_bucket bigint, p_buckets integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET extra_float_digits TO '1'
AS $function$
declare
  id_column text := (select w.id_column from private.watched_tables w where w.name = p_table);
  first bigint;
  differing bigint[];
begin
  perform pg_advisory_xact_lock(7311);
  first := (select min(f.bucket) from private.row_fingerprints f where f.table_name = p_table and f.bucket >= p_bucket);
  if id_column = '' then
    first := case when p_bucket = 0 then 0 end;
  else
    execute format('select least($1, (select min(r.%1$I) / 500 from public.%2$I r where r.%1$I >= $2 * 500))', id_column, p_table)
    into first using first, p_bucket;
  end if;
  if first is null then
    return '{"next": null, "differing": []}';
  end if;
  -- One statement, hence one moment: rows and the fingerprints of their changes are committed together.
  execute format($statement$
    with seen as (
      select f.bucket, sum(f.total) as total from private.row_fingerprints f
      where f.table_name = $1 and f.bucket >= $2 and f.bucket < $2 + $3 group by f.bucket
    ), actual as (
      select h.bucket, sum(h.hash) as total
      from (select %s as bucket, hashtextextended(r::text, 0)::numeric as hash from public.%I r %s) h group by h.bucket
    ), mended as (
      insert into private.row_fingerprints (table_name, bucket, total)
      select $1, bucket, coalesce(a.total, 0) - coalesce(s.total, 0) from seen s full join actual a using (bucket)
      where coalesce(a.total, 0) <> coalesce(s.total, 0)
      returning bucket
    )
    select coalesce(array_agg(bucket order by bucket), '{}') from mended
  $statement$, private.bucket_of(nullif(id_column, '')), p_table,
    case when id_column <> '' then format('where r.%1$I >= $2 * 500 and r.%1$I < ($2 + $3) * 500', id_column) else '' end)
  into differing using p_table, first, p_buckets;
  perform private.queue_bucket(p_table, b, array['reconciled:' || p_table]) from unnest(differing) b;
  with many as (
    select f.bucket from private.row_fingerprints f
    where f.table_name = p_table and f.bucket >= first and f.bucket < first + p_buckets group by f.bucket having count(*) > 1
  ), taken as (
    delete from private.row_fingerprints f using many m where f.table_name = p_table and f.bucket = m.bucket
    returning f.bucket, f.total
  )
  insert into private.row_fingerprints (table_name, bucket, total)
  select p_table, t.bucket, sum(t.total) from taken t group by t.bucket having sum(t.total) <> 0;
  return jsonb_build_object('next', first + p_buckets, 'differing', to_jsonb(differing));
end $function$
;
comment on function public.reconcile_rows(text,bigint,integer) is 'Compares the rows of a table with what the queue was told of them, some buckets of 500 numbers at a time. Answers where to go on, and the buckets that differed, which are queued.';

CREATE OR REPLACE FUNCTION public.reconcile_begin(p_sites text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.site_checks (site_id) select unnest(p_sites);
  return (select coalesce(jsonb_agg(w.name order by w.name), '[]') from private.watched_tables w);
end $function$
;
comment on function public.reconcile_begin(text[]) is 'Asks for a comparison of the outputs of sites. Answers the tables whose rows published files show.';

CREATE OR REPLACE FUNCTION public.reconcile_outputs(p_at timestamp with time zone, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  site text;
  checks bigint[];
  found_missing integer;
  found_extra integer;
  missing jsonb;
  extra jsonb;
  last_seq bigint;
begin
  if not exists (select 1 from private.site_checks) then
    return null;
  end if;
  -- A site that is being built has to wait; what changes on others is in their first build.
  delete from private.site_checks c where c.site_id not in (select b.site_id from private.built_sites b);
  select c.site_id, array_agg(c.id) into site, checks from private.site_checks c
  where not exists (
    select 1 from public.site_builds b where b.site_id = c.site_id and b.finished_at is null and b.lease_until > clock_timestamp()
  )
  group by c.site_id order by min(c.id) limit 1;
  if site is null then
    return null;
  end if;
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.visible_from, r.visible_until from private.routes r where r.site_id = site
  ), wanted as materialized (
    select r.kind, r.ref, r.locale, '' as listed, min(r.visible_from) as visible_from
    from routes r where r.visible_until is null or r.visible_until > p_at
    group by r.kind, r.ref, r.locale
    union all
    select f.kind, f.ref, f.locale, '', null from private.fixed_outputs f where f.site_id = site
    union all
    select distinct 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, null::timestamptz
    from routes r where r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
  ), known as materialized (
    select o.kind, o.ref, o.locale, o.listed_kind as listed, o.stale_seq is not null as is_stale
    from public.site_outputs o where o.site_id = site
  ), missing_ones as (
    select w.* from wanted w
    where not exists (
      select 1 from known k where (k.kind, k.ref, k.locale, k.listed) = (w.kind, w.ref, w.locale, w.listed)
    )
    limit p_limit
  ), extra_ones as (
    select k.* from known k
    where not k.is_stale and not exists (
      select 1 from wanted w where (w.kind, w.ref, w.locale, w.listed) = (k.kind, k.ref, k.locale, k.listed)
    )
    limit p_limit
  )
  select (select jsonb_agg(m) from missing_ones m), (select jsonb_agg(e) from extra_ones e) into missing, extra;

  -- Only now: reading takes long, and whoever publishes waits for this lock.
  perform pg_advisory_xact_lock(7310);
  last_seq := coalesce((select max(l.seq) from public.change_log l), 0);
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn, next_change_at)
  select site, m.kind, m.ref, m.locale, m.listed, case when coalesce(m.visible_from, p_at) <= p_at then last_seq end,
    array['reconciled:' || site], private.turn_of(3, m.kind, true), case when m.visible_from > p_at then m.visible_from end
  from jsonb_to_recordset(missing) m (kind text, ref bigint, locale public.locale, listed text, visible_from timestamptz)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  get diagnostics found_missing = row_count;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of(3, o.kind, true)
  from jsonb_to_recordset(extra) e (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (site, e.kind, e.ref, e.locale, e.listed) and o.stale_seq is null;
  get diagnostics found_extra = row_count;
  -- Whoever asks meanwhile adds a row of its own.
  if coalesce(jsonb_array_length(missing), 0) < p_limit and coalesce(jsonb_array_length(extra), 0) < p_limit then
    delete from private.site_checks c where c.id = any (checks);
  end if;
  return jsonb_build_object('site', site, 'missing', found_missing, 'extra', found_extra);
end $function$
;
comment on function public.reconcile_outputs(timestamp with time zone,integer) is 'Compares the outputs of one site that has to be checked with those that it should have. Answers null when none has to be.';

CREATE OR REPLACE FUNCTION public.publish_health(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with oldest as (
    select least(
      (select min(q.enqueued_at) from pgmq.q_content_changes q),
      (select min(c.queued_at) from public.change_log c where c.seq in (select w.seq from public.wide_changes w)),
      (select min(o.stale_since) from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites))
    ) as since
  ), live as (
    select s.id as site, b.outcome, b.started_at
    from unnest(p_sites) s (id)
    cross join lateral (
      select b.outcome, b.started_at from public.site_builds b
      where b.site_id = s.id and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
    ) b
  )
  select jsonb_build_object(
    'pending', private.count_pending(),
    'failed', (select count(*) from public.site_outputs where failure is not null),
    'oldest_since', o.since,
    'oldest_seconds', greatest(0, coalesce(floor(extract(epoch from clock_timestamp() - o.since)), 0)),
    'failures', (
      select coalesce(jsonb_agg(f.failure order by f.place), '[]')
      from (
        select row_number() over (order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale) as place,
          jsonb_build_object('site', w.site_id, 'kind', w.kind, 'ref', w.ref, 'locale', w.locale, 'path', w.path,
            'code', w.failure ->> 'code', 'message', w.failure ->> 'message', 'since', coalesce(w.stale_since, w.rendered_at)) as failure
        from public.site_outputs w
        where w.failure is not null and w.site_id = any (p_sites)
        order by w.stale_since nulls last, w.site_id, w.kind, w.ref, w.locale limit 20
      ) f
    ),
    'paused', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site, 'since', l.started_at) order by l.site), '[]')
      from live l where l.outcome = 'rolled-back'
    ),
    'last_success', (select r.finished_at from public.publish_receipts r order by r.id desc limit 1)
  )
  from oldest o
$function$
;
comment on function public.publish_health(text[]) is 'How much waits to be published and for how long, which outputs have failed, which sites are paused since they were rolled back, and the last publish.';

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
        from private.link_records l where l.id in (select i.id from link_ids i)
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

CREATE OR REPLACE FUNCTION public.read_pages(p_view text, p_targets jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  pages json;
  above_pages json;
begin
  if p_view = 'published' then
    select json_agg(case when c.path is not null then json_build_object(
      'id', p.id, 'site', p.site_id, 'parent_id', (select u.parent_id from private.page_parents u where u.id = p.id), 'route', p.route, 'template', p.template,
      'is_editable', p.is_editable, 'path', c.path, 'title', c.title, 'nav_title', c.nav_title,
      'description', c.description, 'seo', c.seo, 'version', c.version,
      'modules', case when c.version is distinct from t.value ->> 2 then c.modules end, 'addresses', (
        select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title))
        from private.live_page_locales l where l.page_id = p.id
      )) end order by t.ordinality)
    into pages
    from jsonb_array_elements(p_targets) with ordinality t
    left join lateral (select * from public.pages p where p.id = (t.value ->> 0)::bigint limit 1) p on true
    left join lateral (
      select c.*, c.revision_id || '.' || c.xmin::text as version from public.page_revision_locales c
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
  -- The pages above are those that were above when they were published; only a draft's own parent is the draft's.
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
    from private.live_page_locales l where l.page_id = p.id
  )))
  into above_pages
  from above a cross join lateral (select v.* from private.page_parents v where v.id = a.id limit 1) p;
  return json_build_object('pages', coalesce(pages, '[]'), 'above', coalesce(above_pages, '{}'));
end $function$
;
comment on function public.read_pages(text,jsonb) is 'Pages with their module trees in one locale each, published or draft; null for one that is not there. Published modules have a version, and are null where the target names that version.';

CREATE OR REPLACE FUNCTION public.find_page(p_site text, p_locale public.locale, p_path text, p_view text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
begin
  return (
    select case p_view
      when 'published' then (
        select l.page_id from private.live_page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
      else (
        select l.page_id from public.page_locales l
        where l.site_id = p_site and l.locale = p_locale and l.path = p_path
      )
    end
  );
end $function$
;
comment on function public.find_page(text,public.locale,text,text) is 'The page at a path (decoded, without locale prefix), or null.';

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      case when p_kind = 'page' then (
        select private.id_of(c.seo -> 'og_image')
        from public.pages p
        join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
        where p.id = r.ref
      ) else (select i.image_id from private.page_rows i where i.kind = p_kind and i.id = r.ref) end as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image_id', e.image_id, 'image', (select i.record from private.image_records i where i.id = e.image_id)) order by e.ref), '[]')
      from entries e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('from_path', r.from_path, 'to_path', r.to_path, 'status', r.status,
    'page_id', r.page_id, 'locale', r.locale, 'address', (
      select l.path from private.live_page_locales l where l.page_id = r.page_id and l.locale = r.locale
    ),
    'row_kind', r.row_kind, 'from_slug', r.from_slug, 'row_id', r.row_id,
    'row', (select p.record from private.link_targets p where p.kind = r.row_kind and p.id = r.row_id),
    'has_stock', r.row_kind = 'product' and exists (
      select 1 from private.routes o where o.site_id = r.site_id and o.kind = 'inventory' and o.ref = r.row_id
    ))
    order by r.from_path, r.row_kind, r.from_slug), '[]')
  from public.redirects r
  where r.site_id = p_site
$function$
;
comment on function public.read_redirects(text) is 'All redirects of a site, with where each leads now.';

create table private.watched_tables (
  name text primary key,
  -- The number that the tags of a row name.
  id_column text not null,
  -- The beginnings of the tags that a row's number completes.
  row_tags text[] not null,
  -- The beginnings of the tags that the name of a site completes.
  site_tags text[] not null,
  other_tags text[] not null,
  -- The kind of the outputs that come and go with a row.
  row_kind text,
  -- The numbers that the tags name, where the column holds others: a query by the first and the last one.
  id_query text
);
comment on table private.watched_tables is 'The tables whose rows published files show, and the tags and outputs that depend on the rows.';

create table private.row_fingerprints (
  id bigint generated always as identity primary key,
  table_name text not null,
  -- Rows are counted in groups of 500 numbers.
  bucket bigint not null,
  total numeric not null
);
comment on table private.row_fingerprints is 'Sums of the hashes of rows, as triggers saw them change.';

create table private.site_checks (
  id bigint generated always as identity primary key,
  site_id text not null
);
comment on table private.site_checks is 'Sites whose index of outputs has to be compared with what they should have.';

create or replace view private.live_page_locales with (security_invoker=true) as
 SELECT l.page_id,
    l.locale,
    l.site_id,
    l.parent_id,
    l.revision_id,
    l.path,
    l.title,
    l.nav_title,
    l.noindex,
    l.published_at
   FROM (public.published_page_locales l
     JOIN public.sites s ON (((s.id = l.site_id) AND (l.locale = ANY (s.locales)))));
comment on view private.live_page_locales is 'The live addresses and names of published pages, in the locales that their site has.';

create or replace view private.page_records with (security_invoker=true) as
 SELECT page_id AS id,
    jsonb_build_object('id', page_id, 'addresses', jsonb_object_agg(locale, jsonb_build_object('path', path, 'title', title, 'nav_title', nav_title))) AS record
   FROM private.live_page_locales l
  GROUP BY page_id;

create or replace view private.routes with (security_invoker=true) as
 SELECT l.site_id,
    'page'::text AS kind,
    l.page_id AS ref,
    l.locale,
    l.path AS address,
    l.noindex,
    l.published_at AS changed_at,
    NULL::timestamp with time zone AS visible_from,
    NULL::timestamp with time zone AS visible_until
   FROM private.live_page_locales l
UNION ALL
 SELECT s.id AS site_id,
    r.kind,
    r.id AS ref,
    l.locale,
    (COALESCE((r.section || '/'::text), ''::text) || r.slug) AS address,
    false AS noindex,
    r.updated_at AS changed_at,
    r.publish_from AS visible_from,
    r.publish_until AS visible_until
   FROM ((private.page_rows r
     JOIN public.sites s ON ((s.id = ANY (r.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
  WHERE (r.is_published AND (r.localized ? (l.locale)::text))
UNION ALL
 SELECT s.id AS site_id,
    'calendar'::text AS kind,
    e.id AS ref,
    l.locale,
    ((e.category || '/'::text) || e.slug) AS address,
    true AS noindex,
    e.updated_at AS changed_at,
    e.publish_from AS visible_from,
    e.publish_until AS visible_until
   FROM ((public.events e
     JOIN public.sites s ON ((s.id = ANY (e.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
  WHERE (e.is_published AND (e.localized ? (l.locale)::text))
UNION ALL
 SELECT l.site_id,
    'list_feed'::text AS kind,
    l.page_id AS ref,
    l.locale,
    l.path AS address,
    true AS noindex,
    l.published_at AS changed_at,
    NULL::timestamp with time zone AS visible_from,
    NULL::timestamp with time zone AS visible_until
   FROM (private.live_page_locales l
     JOIN public.pages p ON ((p.id = l.page_id)))
  WHERE (p.route = ANY (ARRAY['newsroom.blog'::text, 'company.press'::text, 'company.ad-hoc'::text, 'career.news'::text]))
UNION ALL
 SELECT s.id AS site_id,
    'inventory'::text AS kind,
    p.id AS ref,
    l.locale,
    p.slug AS address,
    false AS noindex,
    p.updated_at AS changed_at,
    p.publish_from AS visible_from,
    p.publish_until AS visible_until
   FROM ((public.products p
     JOIN public.sites s ON ((s.id = ANY (p.sites))))
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
  WHERE (p.is_published AND (p.localized ? (l.locale)::text) AND (EXISTS ( SELECT 1
           FROM public.inventory_items i
          WHERE (i.product_id = p.id))) AND (EXISTS ( SELECT 1
           FROM public.pages g
          WHERE ((g.site_id = s.id) AND (g.route = 'products.inventory'::text)))))
UNION ALL
 SELECT s.id AS site_id,
    'catalog_part'::text AS kind,
    b.part AS ref,
    l.locale,
    ''::text AS address,
    true AS noindex,
    NULL::timestamp with time zone AS changed_at,
    NULL::timestamp with time zone AS visible_from,
    NULL::timestamp with time zone AS visible_until
   FROM ((public.sites s
     CROSS JOIN LATERAL unnest(s.locales) l(locale))
     CROSS JOIN LATERAL ( SELECT g.part
           FROM generate_series((0)::bigint, ( SELECT private.catalog_part(max(p.id)) AS catalog_part
                   FROM public.products p)) g(part)) b)
  WHERE (EXISTS ( SELECT 1
           FROM public.products p
          WHERE ((p.id >= (b.part * 500)) AND (p.id < ((b.part + 1) * 500)) AND p.is_published AND (s.id = ANY (p.sites)))));

create or replace view private.link_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'text', text, 'type', link_type, 'target', target, 'url', url, 'anchor', anchor_id, 'page_id', page_id, 'page_site', ( SELECT p.site_id
           FROM public.pages p
          WHERE (p.id = l.page_id)), 'addresses', ( SELECT jsonb_object_agg(a.locale, jsonb_build_object('path', a.path, 'title', a.title, 'nav_title', a.nav_title)) AS jsonb_object_agg
           FROM private.live_page_locales a
          WHERE (a.page_id = l.page_id)), 'row_kind', row_kind, 'row_id', row_id, 'row', ( SELECT r.record
           FROM private.link_targets r
          WHERE ((r.kind = l.row_kind) AND (r.id = l.row_id))), 'document_id', document_id, 'document_path', ( SELECT d.storage_path
           FROM public.documents d
          WHERE (d.id = l.document_id))) AS record
   FROM public.links l;

create or replace view private.application_pages with (security_invoker=true) as
 SELECT DISTINCT ON (e.site_id, a.id) e.site_id,
    a.id AS application_id,
    e.page_id
   FROM (public.applications a
     JOIN private.live_page_locales e ON (((e.locale = 'en'::public.locale) AND (e.site_id = ANY (a.sites)) AND (e.path ~~ ('%/'::text || a.slug)))))
  ORDER BY e.site_id, a.id, e.page_id;

alter table public.publish_receipts add constraint publish_receipts_cause_check CHECK ((cause = ANY (ARRAY['change'::text, 'clock'::text, 'build'::text, 'rollback'::text, 'reconciliation'::text])));

CREATE INDEX row_fingerprints_bucket_idx ON private.row_fingerprints USING btree (table_name, bucket);

CREATE TRIGGER sites_fingerprint_insert AFTER INSERT ON public.sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('');

CREATE TRIGGER sites_fingerprint_update AFTER UPDATE ON public.sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('');

CREATE TRIGGER sites_fingerprint_delete AFTER DELETE ON public.sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('');

CREATE TRIGGER sites_queue_truncate AFTER TRUNCATE ON public.sites FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER menus_fingerprint_insert AFTER INSERT ON public.menus REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER menus_fingerprint_update AFTER UPDATE ON public.menus REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER menus_fingerprint_delete AFTER DELETE ON public.menus REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER menus_queue_truncate AFTER TRUNCATE ON public.menus FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER images_fingerprint_insert AFTER INSERT ON public.images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER images_fingerprint_update AFTER UPDATE ON public.images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER images_fingerprint_delete AFTER DELETE ON public.images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER images_queue_truncate AFTER TRUNCATE ON public.images FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER vectors_fingerprint_insert AFTER INSERT ON public.vectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER vectors_fingerprint_update AFTER UPDATE ON public.vectors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER vectors_fingerprint_delete AFTER DELETE ON public.vectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER vectors_queue_truncate AFTER TRUNCATE ON public.vectors FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER files_fingerprint_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER files_fingerprint_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER files_fingerprint_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER files_queue_truncate AFTER TRUNCATE ON public.files FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER documents_fingerprint_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER documents_fingerprint_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER documents_fingerprint_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER documents_queue_truncate AFTER TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER videos_fingerprint_insert AFTER INSERT ON public.videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER videos_fingerprint_update AFTER UPDATE ON public.videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER videos_fingerprint_delete AFTER DELETE ON public.videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER videos_queue_truncate AFTER TRUNCATE ON public.videos FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER webinars_fingerprint_insert AFTER INSERT ON public.webinars REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER webinars_fingerprint_update AFTER UPDATE ON public.webinars REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER webinars_fingerprint_delete AFTER DELETE ON public.webinars REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER webinars_queue_truncate AFTER TRUNCATE ON public.webinars FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER pages_fingerprint_insert AFTER INSERT ON public.pages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER pages_fingerprint_update AFTER UPDATE ON public.pages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER pages_fingerprint_delete AFTER DELETE ON public.pages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER pages_queue_truncate AFTER TRUNCATE ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER page_revision_locales_fingerprint_insert AFTER INSERT ON public.page_revision_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('revision_id');

CREATE TRIGGER page_revision_locales_fingerprint_update AFTER UPDATE ON public.page_revision_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('revision_id');

CREATE TRIGGER page_revision_locales_fingerprint_delete AFTER DELETE ON public.page_revision_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('revision_id');

CREATE TRIGGER page_revision_locales_queue_truncate AFTER TRUNCATE ON public.page_revision_locales FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER page_revision_locales_queue_insert AFTER INSERT ON public.page_revision_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_revision_changes();

CREATE TRIGGER page_revision_locales_queue_update AFTER UPDATE ON public.page_revision_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_revision_changes();

CREATE TRIGGER page_revision_locales_queue_delete AFTER DELETE ON public.page_revision_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.queue_revision_changes();

CREATE TRIGGER published_page_locales_fingerprint_insert AFTER INSERT ON public.published_page_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('page_id');

CREATE TRIGGER published_page_locales_fingerprint_update AFTER UPDATE ON public.published_page_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('page_id');

CREATE TRIGGER published_page_locales_fingerprint_delete AFTER DELETE ON public.published_page_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('page_id');

CREATE TRIGGER published_page_locales_queue_truncate AFTER TRUNCATE ON public.published_page_locales FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER links_fingerprint_insert AFTER INSERT ON public.links REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER links_fingerprint_update AFTER UPDATE ON public.links REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER links_fingerprint_delete AFTER DELETE ON public.links REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER links_queue_truncate AFTER TRUNCATE ON public.links FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER redirects_fingerprint_insert AFTER INSERT ON public.redirects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER redirects_fingerprint_update AFTER UPDATE ON public.redirects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER redirects_fingerprint_delete AFTER DELETE ON public.redirects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER redirects_queue_truncate AFTER TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER properties_fingerprint_insert AFTER INSERT ON public.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER properties_fingerprint_update AFTER UPDATE ON public.properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER properties_fingerprint_delete AFTER DELETE ON public.properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER properties_queue_truncate AFTER TRUNCATE ON public.properties FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER categories_fingerprint_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER categories_fingerprint_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER categories_fingerprint_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER categories_queue_truncate AFTER TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER category_properties_fingerprint_insert AFTER INSERT ON public.category_properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('category_id');

CREATE TRIGGER category_properties_fingerprint_update AFTER UPDATE ON public.category_properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('category_id');

CREATE TRIGGER category_properties_fingerprint_delete AFTER DELETE ON public.category_properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('category_id');

CREATE TRIGGER category_properties_queue_truncate AFTER TRUNCATE ON public.category_properties FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER applications_fingerprint_insert AFTER INSERT ON public.applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER applications_fingerprint_update AFTER UPDATE ON public.applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER applications_fingerprint_delete AFTER DELETE ON public.applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER applications_queue_truncate AFTER TRUNCATE ON public.applications FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER series_fingerprint_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER series_fingerprint_update AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER series_fingerprint_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER series_queue_truncate AFTER TRUNCATE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER products_fingerprint_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER products_fingerprint_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER products_fingerprint_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER products_queue_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER product_images_fingerprint_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_images_fingerprint_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_images_fingerprint_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_images_queue_truncate AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER product_property_values_fingerprint_insert AFTER INSERT ON public.product_property_values REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_property_values_fingerprint_update AFTER UPDATE ON public.product_property_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_property_values_fingerprint_delete AFTER DELETE ON public.product_property_values REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_property_values_queue_truncate AFTER TRUNCATE ON public.product_property_values FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER product_documents_fingerprint_insert AFTER INSERT ON public.product_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_documents_fingerprint_update AFTER UPDATE ON public.product_documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_documents_fingerprint_delete AFTER DELETE ON public.product_documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_documents_queue_truncate AFTER TRUNCATE ON public.product_documents FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER product_relations_fingerprint_insert AFTER INSERT ON public.product_relations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_relations_fingerprint_update AFTER UPDATE ON public.product_relations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_relations_fingerprint_delete AFTER DELETE ON public.product_relations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_relations_queue_truncate AFTER TRUNCATE ON public.product_relations FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER product_applications_fingerprint_insert AFTER INSERT ON public.product_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_applications_fingerprint_update AFTER UPDATE ON public.product_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_applications_fingerprint_delete AFTER DELETE ON public.product_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER product_applications_queue_truncate AFTER TRUNCATE ON public.product_applications FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER channel_partners_fingerprint_insert AFTER INSERT ON public.channel_partners REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER channel_partners_fingerprint_update AFTER UPDATE ON public.channel_partners REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER channel_partners_fingerprint_delete AFTER DELETE ON public.channel_partners REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER channel_partners_queue_truncate AFTER TRUNCATE ON public.channel_partners FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER representatives_fingerprint_insert AFTER INSERT ON public.representatives REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER representatives_fingerprint_update AFTER UPDATE ON public.representatives REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER representatives_fingerprint_delete AFTER DELETE ON public.representatives REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER representatives_queue_truncate AFTER TRUNCATE ON public.representatives FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER inventory_items_fingerprint_insert AFTER INSERT ON public.inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER inventory_items_fingerprint_update AFTER UPDATE ON public.inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER inventory_items_fingerprint_delete AFTER DELETE ON public.inventory_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('product_id');

CREATE TRIGGER inventory_items_queue_truncate AFTER TRUNCATE ON public.inventory_items FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER faqs_fingerprint_insert AFTER INSERT ON public.faqs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER faqs_fingerprint_update AFTER UPDATE ON public.faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER faqs_fingerprint_delete AFTER DELETE ON public.faqs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER faqs_queue_truncate AFTER TRUNCATE ON public.faqs FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER tags_fingerprint_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER tags_fingerprint_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER tags_fingerprint_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER tags_queue_truncate AFTER TRUNCATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER authors_fingerprint_insert AFTER INSERT ON public.authors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER authors_fingerprint_update AFTER UPDATE ON public.authors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER authors_fingerprint_delete AFTER DELETE ON public.authors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER authors_queue_truncate AFTER TRUNCATE ON public.authors FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER articles_fingerprint_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER articles_fingerprint_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER articles_fingerprint_delete AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER articles_queue_truncate AFTER TRUNCATE ON public.articles FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER article_documents_fingerprint_insert AFTER INSERT ON public.article_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('article_id');

CREATE TRIGGER article_documents_fingerprint_update AFTER UPDATE ON public.article_documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('article_id');

CREATE TRIGGER article_documents_fingerprint_delete AFTER DELETE ON public.article_documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('article_id');

CREATE TRIGGER article_documents_queue_truncate AFTER TRUNCATE ON public.article_documents FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER events_fingerprint_insert AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER events_fingerprint_update AFTER UPDATE ON public.events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER events_fingerprint_delete AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER events_queue_truncate AFTER TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER posts_fingerprint_insert AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER posts_fingerprint_update AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER posts_fingerprint_delete AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER posts_queue_truncate AFTER TRUNCATE ON public.posts FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER post_tags_fingerprint_insert AFTER INSERT ON public.post_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('post_id');

CREATE TRIGGER post_tags_fingerprint_update AFTER UPDATE ON public.post_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('post_id');

CREATE TRIGGER post_tags_fingerprint_delete AFTER DELETE ON public.post_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('post_id');

CREATE TRIGGER post_tags_queue_truncate AFTER TRUNCATE ON public.post_tags FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER locations_fingerprint_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER locations_fingerprint_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER locations_fingerprint_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER locations_queue_truncate AFTER TRUNCATE ON public.locations FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER cvs_fingerprint_insert AFTER INSERT ON public.cvs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER cvs_fingerprint_update AFTER UPDATE ON public.cvs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER cvs_fingerprint_delete AFTER DELETE ON public.cvs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER cvs_queue_truncate AFTER TRUNCATE ON public.cvs FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER story_groups_fingerprint_insert AFTER INSERT ON public.story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_groups_fingerprint_update AFTER UPDATE ON public.story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_groups_fingerprint_delete AFTER DELETE ON public.story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_groups_queue_truncate AFTER TRUNCATE ON public.story_groups FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER story_categories_fingerprint_insert AFTER INSERT ON public.story_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_categories_fingerprint_update AFTER UPDATE ON public.story_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_categories_fingerprint_delete AFTER DELETE ON public.story_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER story_categories_queue_truncate AFTER TRUNCATE ON public.story_categories FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER employee_stories_fingerprint_insert AFTER INSERT ON public.employee_stories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER employee_stories_fingerprint_update AFTER UPDATE ON public.employee_stories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER employee_stories_fingerprint_delete AFTER DELETE ON public.employee_stories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER employee_stories_queue_truncate AFTER TRUNCATE ON public.employee_stories FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER employee_story_groups_fingerprint_insert AFTER INSERT ON public.employee_story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('employee_story_id');

CREATE TRIGGER employee_story_groups_fingerprint_update AFTER UPDATE ON public.employee_story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('employee_story_id');

CREATE TRIGGER employee_story_groups_fingerprint_delete AFTER DELETE ON public.employee_story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('employee_story_id');

CREATE TRIGGER employee_story_groups_queue_truncate AFTER TRUNCATE ON public.employee_story_groups FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER jobs_fingerprint_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER jobs_fingerprint_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER jobs_fingerprint_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER jobs_queue_truncate AFTER TRUNCATE ON public.jobs FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER stock_quotes_fingerprint_insert AFTER INSERT ON public.stock_quotes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER stock_quotes_fingerprint_update AFTER UPDATE ON public.stock_quotes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER stock_quotes_fingerprint_delete AFTER DELETE ON public.stock_quotes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER stock_quotes_queue_truncate AFTER TRUNCATE ON public.stock_quotes FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER investor_publications_fingerprint_insert AFTER INSERT ON public.investor_publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER investor_publications_fingerprint_update AFTER UPDATE ON public.investor_publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER investor_publications_fingerprint_delete AFTER DELETE ON public.investor_publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER investor_publications_queue_truncate AFTER TRUNCATE ON public.investor_publications FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

CREATE TRIGGER forms_fingerprint_insert AFTER INSERT ON public.forms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER forms_fingerprint_update AFTER UPDATE ON public.forms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER forms_fingerprint_delete AFTER DELETE ON public.forms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.add_fingerprints('id');

CREATE TRIGGER forms_queue_truncate AFTER TRUNCATE ON public.forms FOR EACH STATEMENT EXECUTE FUNCTION private.queue_truncation();

revoke all on table private.watched_tables from public, anon, authenticated, service_role;
grant select on table private.watched_tables to service_role;

revoke all on sequence private.row_fingerprints_id_seq from public, anon, authenticated, service_role;

revoke all on table private.row_fingerprints from public, anon, authenticated, service_role;
grant delete, insert, select, update on table private.row_fingerprints to service_role;

revoke all on sequence private.site_checks_id_seq from public, anon, authenticated, service_role;

revoke all on table private.site_checks from public, anon, authenticated, service_role;
grant delete, insert, select, update on table private.site_checks to service_role;

revoke all on table private.live_page_locales from public, anon, authenticated, service_role;
grant select on table private.live_page_locales to authenticated;
grant select on table private.live_page_locales to service_role;

revoke all on function private.is_own(xid) from public, anon, authenticated, service_role;

revoke all on function private.bucket_of(text) from public, anon, authenticated, service_role;
grant execute on function private.bucket_of(text) to public;

revoke all on function private.add_fingerprints() from public, anon, authenticated, service_role;
grant execute on function private.add_fingerprints() to public;

revoke all on function private.queue_bucket(text,bigint,text[]) from public, anon, authenticated, service_role;
grant execute on function private.queue_bucket(text,bigint,text[]) to public;

revoke all on function private.queue_truncation() from public, anon, authenticated, service_role;
grant execute on function private.queue_truncation() to public;

revoke all on function private.watch_rows(text,text,text[],text[],text[],text,text) from public, anon, authenticated, service_role;
grant execute on function private.watch_rows(text,text,text[],text[],text[],text,text) to public;

revoke all on function private.queue_revision_changes() from public, anon, authenticated, service_role;
grant execute on function private.queue_revision_changes() to public;

revoke all on function private.count_pending() from public, anon, authenticated, service_role;
grant execute on function private.count_pending() to public;

revoke all on function public.reconcile_rows(text,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_rows(text,bigint,integer) to service_role;

revoke all on function public.reconcile_begin(text[]) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_begin(text[]) to service_role;

revoke all on function public.reconcile_outputs(timestamp with time zone,integer) from public, anon, authenticated, service_role;
grant execute on function public.reconcile_outputs(timestamp with time zone,integer) to service_role;

insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "applications", "id_query": null, "row_kind": null, "row_tags": ["application"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "article_documents", "id_query": null, "row_kind": null, "row_tags": ["article"], "id_column": "article_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "articles", "id_query": null, "row_kind": "article", "row_tags": ["article"], "id_column": "id", "site_tags": [], "other_tags": ["list:article"]}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "authors", "id_query": null, "row_kind": "author", "row_tags": ["author"], "id_column": "id", "site_tags": [], "other_tags": ["list:author"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "categories", "id_query": null, "row_kind": null, "row_tags": ["category"], "id_column": "id", "site_tags": [], "other_tags": ["list:category"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "category_properties", "id_query": null, "row_kind": null, "row_tags": ["category"], "id_column": "category_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "channel_partners", "id_query": null, "row_kind": null, "row_tags": ["channel_partner"], "id_column": "id", "site_tags": [], "other_tags": ["list:channel_partner"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "cvs", "id_query": null, "row_kind": null, "row_tags": ["cv"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "documents", "id_query": null, "row_kind": null, "row_tags": ["document"], "id_column": "id", "site_tags": [], "other_tags": ["list:document"]}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "employee_stories", "id_query": null, "row_kind": "employee_story", "row_tags": ["employee_story"], "id_column": "id", "site_tags": [], "other_tags": ["list:employee_story"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "employee_story_groups", "id_query": null, "row_kind": null, "row_tags": ["employee_story"], "id_column": "employee_story_id", "site_tags": [], "other_tags": ["list:employee_story"]}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "events", "id_query": null, "row_kind": "event", "row_tags": ["event"], "id_column": "id", "site_tags": [], "other_tags": ["list:event"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "faqs", "id_query": null, "row_kind": null, "row_tags": ["faq"], "id_column": "id", "site_tags": [], "other_tags": ["list:faq"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "files", "id_query": null, "row_kind": null, "row_tags": ["file"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "forms", "id_query": null, "row_kind": null, "row_tags": ["form"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "images", "id_query": null, "row_kind": null, "row_tags": ["image"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "inventory_items", "id_query": null, "row_kind": "inventory", "row_tags": ["inventory"], "id_column": "product_id", "site_tags": [], "other_tags": ["list:inventory"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "investor_publications", "id_query": null, "row_kind": null, "row_tags": ["investor_publication"], "id_column": "id", "site_tags": [], "other_tags": ["list:investor_publication"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "jobs", "id_query": null, "row_kind": null, "row_tags": ["job"], "id_column": "id", "site_tags": [], "other_tags": ["list:job"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "links", "id_query": null, "row_kind": null, "row_tags": ["link"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "locations", "id_query": null, "row_kind": null, "row_tags": ["location"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "menus", "id_query": null, "row_kind": null, "row_tags": [], "id_column": "id", "site_tags": ["globals"], "other_tags": []}');
insert into private.watched_tables (name, id_query, row_kind, row_tags, id_column, site_tags, other_tags)
select name, id_query, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "page_revision_locales", "id_query": "select coalesce(array_agg(p.id), ''{}'') from public.pages p where p.published_revision_id between $1 and $2", "row_kind": "page", "row_tags": ["page"], "id_column": "revision_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "pages", "id_query": null, "row_kind": "page", "row_tags": ["page", "address:page", "below:page"], "id_column": "id", "site_tags": ["globals", "redirects"], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "post_tags", "id_query": null, "row_kind": null, "row_tags": ["post"], "id_column": "post_id", "site_tags": [], "other_tags": ["list:post"]}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "posts", "id_query": null, "row_kind": "post", "row_tags": ["post"], "id_column": "id", "site_tags": [], "other_tags": ["list:post"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "product_applications", "id_query": null, "row_kind": null, "row_tags": ["product"], "id_column": "product_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "product_documents", "id_query": null, "row_kind": null, "row_tags": ["product"], "id_column": "product_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "product_images", "id_query": null, "row_kind": "product", "row_tags": ["product"], "id_column": "product_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "product_property_values", "id_query": null, "row_kind": null, "row_tags": ["product"], "id_column": "product_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "product_relations", "id_query": null, "row_kind": null, "row_tags": ["product"], "id_column": "product_id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "products", "id_query": null, "row_kind": "product", "row_tags": ["product"], "id_column": "id", "site_tags": [], "other_tags": ["list:product"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "properties", "id_query": null, "row_kind": null, "row_tags": ["property"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "published_page_locales", "id_query": null, "row_kind": "page", "row_tags": ["page", "address:page", "below:page"], "id_column": "page_id", "site_tags": ["globals"], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "redirects", "id_query": null, "row_kind": null, "row_tags": [], "id_column": "id", "site_tags": ["redirects"], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "representatives", "id_query": null, "row_kind": null, "row_tags": ["representative"], "id_column": "id", "site_tags": [], "other_tags": ["list:representative"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "series", "id_query": null, "row_kind": null, "row_tags": ["series"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "sites", "id_query": null, "row_kind": null, "row_tags": [], "id_column": "", "site_tags": ["site"], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "stock_quotes", "id_query": null, "row_kind": null, "row_tags": ["stock_quote"], "id_column": "id", "site_tags": [], "other_tags": ["list:stock_quote"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "story_categories", "id_query": null, "row_kind": null, "row_tags": ["story_category"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "story_groups", "id_query": null, "row_kind": null, "row_tags": ["story_group"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_kind, row_tags, id_column, site_tags, other_tags)
select name, row_kind, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "tags", "id_query": null, "row_kind": "tag", "row_tags": ["tag"], "id_column": "id", "site_tags": [], "other_tags": ["list:tag"]}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "vectors", "id_query": null, "row_kind": null, "row_tags": ["vector"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "videos", "id_query": null, "row_kind": null, "row_tags": ["video"], "id_column": "id", "site_tags": [], "other_tags": []}');
insert into private.watched_tables (name, row_tags, id_column, site_tags, other_tags)
select name, row_tags, id_column, site_tags, other_tags from jsonb_populate_record(null::private.watched_tables, '{"name": "webinars", "id_query": null, "row_kind": null, "row_tags": ["webinar"], "id_column": "id", "site_tags": [], "other_tags": ["list:webinar"]}');

-- What is published now was told of the rows as they are.
do $$
declare
  watched private.watched_tables;
begin
  perform set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('extra_float_digits', '1', true);
  for watched in select * from private.watched_tables loop
    execute format('insert into private.row_fingerprints (table_name, bucket, total)
      select %L, h.bucket, sum(h.hash) from (select %s as bucket, hashtextextended(r::text, 0)::numeric as hash from public.%I r) h
      group by h.bucket', watched.name, private.bucket_of(nullif(watched.id_column, '')), watched.name);
  end loop;
end $$;
