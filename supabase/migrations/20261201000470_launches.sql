-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.record_drafts drop constraint record_drafts_pkey;

drop function public.records_with_drafts(text,text[]);

drop function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb);

drop function public.read_record(text,text);

drop function private.draft_summary(text,text);

drop function private.publish_contents(bigint,bigint,jsonb);

CREATE OR REPLACE FUNCTION private.is_open_launch(p_launch bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  launch_state text;
begin
  select l.state into launch_state from public.launches l where l.id = p_launch for share;
  return coalesce(launch_state in ('open', 'scheduled'), false);
end $function$
;

CREATE OR REPLACE FUNCTION private.is_held(p_worker text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (select from public.publish_holds h where h.until > clock_timestamp() and h.worker <> p_worker)
$function$
;

CREATE OR REPLACE FUNCTION public.publish_claim(p_worker text, p_sites text[], p_at timestamp with time zone, p_limit integer, p_lease_seconds integer, p_of_people boolean DEFAULT false, p_without_bulk boolean DEFAULT false, p_bulk boolean DEFAULT false, p_staged_before timestamp with time zone DEFAULT NULL::timestamp with time zone, p_to_seq bigint DEFAULT NULL::bigint, p_after jsonb DEFAULT NULL::jsonb, p_bundle text DEFAULT NULL::text)
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
  due_goes_on boolean := false;
  queue_goes_on boolean;
  first_class integer := case when p_bulk then 3 else 0 end;
  lease_ends timestamptz;
  last_seq bigint;
  claimed jsonb;
  for_people boolean;
begin
  -- One intake at a time, so that the sequence numbers of the log are in the order in which the index received changes.
  perform pg_advisory_xact_lock(7310);
  -- Later claims have later leases.
  lease_ends := clock_timestamp() + make_interval(secs => p_lease_seconds);
  taken := private.take_in_changes(p_at, p_of_people);
  if not p_of_people then
    goes_on := private.search_wide_changes();
    due_goes_on := private.mark_due(p_at);
  end if;
  ready := case when private.is_held(p_worker) then '{}' else private.ready_sites(p_sites, p_bundle) end;
  if p_bulk then
    -- One publisher has all of a site, so that it becomes live together.
    ready := array(
      select s from unnest(ready) s
      where not exists (
        select 1 from public.publish_rounds r where r.site_id = s and r.worker <> p_worker and r.until > clock_timestamp()
      )
    );
  end if;
  if p_bulk or p_staged_before is not null then
    insert into public.publish_rounds as r (worker, site_id, staged_before, until)
    select p_worker, case when p_bulk then ready[1] end, coalesce(p_staged_before, clock_timestamp()), lease_ends
    where ready <> '{}'
    on conflict (worker) do update
      set site_id = excluded.site_id, staged_before = excluded.staged_before, until = excluded.until, switching_until = null;
  end if;
  last_seq := coalesce((select max(seq) from public.change_log), 0);
  ids := private.next_outputs(p_worker, ready, p_limit, first_class, case
    when p_of_people then 1
    -- The changes that wait would make most of what is published now stale again.
    when (select count(*) from (select from pgmq.q_content_changes q where q.vt <= clock_timestamp() limit many_wait) w) = many_wait then 2
    when p_without_bulk then 3
    else 4
  end, p_to_seq, p_after, not (p_of_people or p_without_bulk or p_bulk or p_staged_before is not null));
  perform private.note_taken(p_worker, ids);
  with leased as (
    update public.site_outputs o
    set lease_owner = p_worker, lease_until = lease_ends, lease_seq = o.stale_seq
    where o.id = any (ids)
    returning o.*
  )
  -- Each output looks up its own route: joined as a whole, the view would be read in full, whatever the size of the claim.
  select coalesce(jsonb_agg(jsonb_build_object(
    'site', l.site_id, 'kind', l.kind, 'ref', l.ref, 'locale', l.locale,
    'listed', nullif(l.listed_kind, ''), 'path', l.path, 'taking', l.taking_path, 'hash', l.content_hash, 'given', l.given_hash, 'bytes', l.bytes,
    'seq', l.stale_seq, 'read', l.read_seq, 'reasons', l.stale_reasons, 'address', own.address,
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

  queue_goes_on := exists (
    select 1 from pgmq.q_content_changes q where q.vt <= clock_timestamp() and (q.message ? 'actor' or not p_of_people)
  );
  return jsonb_build_object(
    'watermark', last_seq,
    'message_ids', to_jsonb(taken),
    'outputs', claimed,
    'at', p_at,
    'for_people', for_people,
    'goes_on', goes_on or due_goes_on or queue_goes_on,
    -- Whether more of what comes before changes of many outputs may follow.
    'few_go_on', due_goes_on or queue_goes_on,
    -- In a form that compares as text.
    'lease_until', to_char(lease_ends at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    -- Where a round goes on.
    'after', (
      select jsonb_build_object('turn', l.turn, 'seq', l.stale_seq, 'kind', l.kind, 'ref', l.ref)
      from public.site_outputs l where p_bulk and l.id = ids[cardinality(ids)]
    ),
    -- Whether something of a round that has ended has changed since it was staged.
    'overtaken', p_bulk and ids = '{}' and exists (
      select 1 from public.site_outputs o
      where o.site_id = any (ready) and o.stale_seq is not null and o.turn >= 9 and o.lease_owner = p_worker and o.stale_seq > o.lease_seq
    ),
    -- Whether something waits that comes before changes of many outputs.
    'sooner', p_bulk and exists (
      select 1 from unnest(private.ready_sites(array(select i.id from public.sites i), p_bundle)) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 9
        and (o.lease_until is null or o.lease_until < clock_timestamp() or o.stale_seq > o.lease_seq)
    ),
    'bulk_sites', (
      select coalesce(jsonb_agg(s order by s), '[]') from unnest(ready) s
      where p_without_bulk and ids = '{}'
        and exists (select 1 from public.site_outputs o where o.site_id = s and o.stale_seq is not null and o.turn >= 9)
    ),
    -- The oldest change of a person whose outputs others are publishing.
    'with_others', (
      select min(o.stale_seq) from unnest(ready) s (site_id)
      join public.site_outputs o on o.site_id = s.site_id and o.stale_seq is not null and o.turn < 3
        and o.lease_owner not in (p_worker, 'deferred') and o.lease_until >= clock_timestamp()
    ),
    -- Sites that were built from another code bundle.
    'of_other_code', (
      select coalesce(jsonb_agg(s order by s), '[]') from unnest(p_sites) s where p_bundle <> private.live_bundle(s)
    ),
    'next_change_at', (select min(next_change_at) from public.site_outputs where next_change_at is not null and stale_seq is null)
  );
end $function$
;
comment on function public.publish_claim(text,text[],timestamp with time zone,integer,integer,boolean,boolean,boolean,timestamp with time zone,bigint,jsonb,text) is 'Takes some of the queued changes into the index, marks what the clock changes, and leases stale outputs to a publisher: what people wait for, or all that comes next.';

CREATE OR REPLACE FUNCTION public.publish_hold(p_worker text, p_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  if private.is_held(p_worker) then
    return '{"status": "held"}';
  end if;
  insert into public.publish_holds as h (worker, until) values (p_worker, clock_timestamp() + make_interval(secs => p_seconds))
  on conflict (worker) do update set until = greatest(h.until, excluded.until);
  return jsonb_build_object('status', case
    when exists (
      select from public.site_outputs o where o.lease_until > clock_timestamp() and o.lease_owner not in (p_worker, 'deferred')
    ) or exists (
      select from public.site_builds b where b.finished_at is null and b.lease_until > clock_timestamp()
    ) then 'waiting' else 'alone' end);
end $function$
;
comment on function public.publish_hold(text,integer) is 'Keeps others from reading content for files, so that a launch can be written before its moment. Answers whether some of them still do, or whether another publisher prepares a launch.';

CREATE OR REPLACE FUNCTION public.publish_end_hold(p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.publish_holds where worker = p_worker;
  -- What has waited goes on.
  perform pg_notify('content_changes', '');
end $function$
;
comment on function public.publish_end_hold(text) is 'A launch is live, or was not published: others go on.';

CREATE OR REPLACE FUNCTION public.build_start(p_site text, p_release text, p_bundle text, p_worker text, p_lease_seconds integer, p_by text DEFAULT ''::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  other public.site_builds;
  build bigint;
begin
  perform pg_advisory_xact_lock(7310);
  select * into other from public.site_builds
  where site_id = p_site and finished_at is null and lease_until > clock_timestamp() and lease_owner <> p_worker limit 1;
  if found then
    return jsonb_build_object('status', 'busy', 'worker', other.lease_owner);
  end if;
  if private.is_held(p_worker) then
    return '{"status": "held"}';
  end if;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where site_id = p_site and finished_at is null;
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until, requested_by)
  values (p_site, p_release, p_bundle, coalesce((select max(seq) from public.change_log), 0), p_worker,
    clock_timestamp() + make_interval(secs => p_lease_seconds), p_by)
  returning id into build;
  return jsonb_build_object('status', 'started', 'build', build, 'at', clock_timestamp());
end $function$
;
comment on function public.build_start(text,text,text,text,integer,text) is 'Reserves a site for a full build. Changes that arrive meanwhile are replayed when it finishes.';

CREATE OR REPLACE FUNCTION private.publish_many(p_pages jsonb)
 RETURNS TABLE(page_id bigint, revision_id bigint)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  made jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  with asked as materialized (
    select a.id, a.parent_id, a.contents from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb)
    where jsonb_typeof(a.contents) = 'object'
  ), revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select a.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = a.id), 0) + 1, private.actor()
    from asked a order by a.id
    returning id, page_id
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, c.key::public.locale, l.path, l.title, l.nav_title, l.description, l.seo, l.modules
    from revisions r
    join asked a on a.id = r.page_id
    cross join lateral jsonb_each(a.contents) c
    cross join lateral jsonb_to_record(c.value) l (path text, title text, nav_title text, description text, seo jsonb, modules json)
  )
  select coalesce(jsonb_object_agg(r.page_id, r.id), '{}') into made from revisions r;
  update public.pages p set published_revision_id = (made ->> a.id::text)::bigint
  from jsonb_to_recordset(p_pages) a (id bigint)
  where p.id = a.id;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select p.id, l.locale, p.site_id, (select u.id from public.pages u where u.id = a.parent_id), r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint)
  join public.pages p on p.id = a.id
  join public.page_revisions r on r.id = p.published_revision_id
  join public.page_revision_locales l on l.revision_id = r.id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;
  delete from public.published_page_locales live
  using jsonb_to_recordset(p_pages) a (id bigint)
  where live.page_id = a.id and live.revision_id is distinct from (made ->> a.id::text)::bigint;
  return query select m.key::bigint, m.value::bigint from jsonb_each_text(made) m;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  had_draft boolean;
  drafts bigint[] := '{}';
begin
  perform private.act_as(p_actor);
  -- Only what the publish has changed.
  if exists (
    select 1 from (
      select 'published_page_locales' as name, p.id::text as ref from jsonb_to_recordset(p_pages) p (id bigint)
      union all
      select r.name, r.ref::text from jsonb_to_recordset(p_records) r (name text, ref bigint)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
    )
  ) then
    raise exception 'receipt % has not changed that', p_receipt using errcode = 'invalid_parameter_value';
  end if;
  for page in
    select * from jsonb_to_recordset(p_pages) p (id bigint, expected bigint, parent_id bigint, contents jsonb) order by p.id
  loop
    select * into stored from public.pages p where p.id = page.id for update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    had_draft := page.expected is not null and public.page_differs(page.id);
    perform private.publish_many(jsonb_build_array(to_jsonb(page)));
    if had_draft then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      perform public.discard_draft(p_actor, page.id, stored.structure_version,
        (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = page.id));
    end if;
  end loop;
  for row_of in
    select * from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb) order by r.name, r.ref
  loop
    if not exists (select 1 from private.kinds k where k.table_name = row_of.name) then
      raise exception 'there are no records in %', row_of.name using errcode = 'invalid_parameter_value';
    end if;
    if not private.put_back_fields(row_of.name, row_of.ref, row_of.expected, row_of.values) then
      raise exception '% % has been changed since', row_of.name, row_of.ref using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE OR REPLACE FUNCTION public.search_refresh(p_limit integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  -- What a launch has written is found once it is live.
  if private.is_held('') then
    return false;
  end if;
  with taken as (
    -- A record that is due several times is written once.
    delete from private.search_due d
    using (select distinct n.kind, n.ref from (select * from private.search_due f order by f.id limit p_limit) n) first
    where (d.kind, d.ref) = (first.kind, first.ref)
    returning d.kind, d.ref
  )
  select jsonb_object_agg(t.kind, t.refs) into due from (select kind, jsonb_agg(distinct ref) as refs from taken group by kind) t;
  for due_kind in select jsonb_object_keys(coalesce(due, '{}')) loop
    refs := array(select jsonb_array_elements_text(due -> due_kind)::bigint);
    case due_kind
      when 'series' then
        insert into private.search_due (kind, ref) select 'product', p.id from public.products p where p.series_id = any (refs);
      when 'category' then
        insert into private.search_due (kind, ref)
        select 'product', p.id from public.products p where p.primary_category_id = any (refs);
      when 'product' then
        insert into private.search_due (kind, ref)
        select distinct 'document', pd.document_id from public.product_documents pd where pd.product_id = any (refs);
      when 'author' then
        insert into private.search_due (kind, ref) select 'post', p.id from public.posts p where p.author_id = any (refs);
      when 'tag' then
        insert into private.search_due (kind, ref)
        select distinct 'post', t.post_id from public.post_tags t where t.tag_id = any (refs);
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without their own page are found on the page with a route that shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in (select k.shown_on_route from private.kinds k)
        ) then
          perform private.search_everything(
            array(select 'listed_' || k.kind from private.kinds k where k.shown_on_route is not null));
        end if;
      when 'all' then
        perform private.search_everything(array(select k.kind from private.kinds k where k.search_rank is not null));
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'all') then
      -- A listed record is written alone, without the records that depend on it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $function$
;
comment on function public.search_refresh(integer) is 'Writes some of the entries that are due again; answers whether more are due.';

CREATE OR REPLACE FUNCTION private.draft_summary(p_kind text, p_id text, p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('data', d.data, 'base', d.base_version, 'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by))
  from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is not distinct from p_launch
$function$
;

CREATE OR REPLACE FUNCTION public.records_with_drafts(p_kind text, p_ids text[], p_launch bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', i.id,
    'rows', a.rows,
    'draft', private.draft_summary(p_kind, i.id, p_launch),
    -- A change past the editor is the next version.
    'version', case when s.rows is not null then coalesce(v.number, 0) + (s.rows is distinct from v.data)::integer end) order by i.place), '[]')
  from unnest(p_ids) with ordinality i (id, place)
  left join private.rows_of_records(p_kind, p_ids, true) a on a.id = i.id
  left join private.rows_of_records(p_kind, p_ids) s on s.id = i.id
  left join lateral (
    select v.* from public.record_versions v where v.kind = p_kind and v.record_id = i.id order by v.number desc limit 1
  ) v on true
$function$
;
comment on function public.records_with_drafts(text,text[],bigint) is 'Records with their drafts, and the numbers of their live versions, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION public.read_record(p_kind text, p_id text, p_launch bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select public.records_with_drafts(p_kind, array[p_id], p_launch) -> 0
$function$
;
comment on function public.read_record(text,text,bigint) is 'A record with its draft, the one of a launch where that is named, and the number of its live version.';

CREATE OR REPLACE FUNCTION public.save_record_draft(p_actor uuid, p_kind text, p_id text, p_data jsonb, p_base timestamp with time zone, p_version integer DEFAULT NULL::integer, p_rows jsonb DEFAULT NULL::jsonb, p_launch bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_id text := p_id;
  stored public.record_drafts;
  live integer;
begin
  perform private.act_as(p_actor);
  if p_launch is not null and not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  if own_id is null then
    own_id := nextval(pg_catalog.pg_get_serial_sequence(format('public.%I', private.table_of_kind(p_kind)), 'id'))::text;
  end if;
  perform private.lock_record(p_kind, own_id);
  select d.* into stored from public.record_drafts d
  where d.kind = p_kind and d.record_id = own_id and d.launch_id is not distinct from p_launch;
  if stored.saved_at is distinct from p_base then
    return jsonb_build_object('status', 'conflict', 'draft', private.draft_summary(p_kind, own_id, p_launch));
  end if;
  if stored.kind is null then
    live := private.add_version(p_kind, own_id, null);
    if live is null and p_id is not null then
      return '{"status": "not-found"}';
    end if;
  else
    live := coalesce(p_version, stored.base_version);
  end if;
  insert into public.record_drafts as d (kind, record_id, launch_id, base_version, data, rows, saved_by)
  values (p_kind, own_id, p_launch, live, p_data, p_rows, p_actor)
  on conflict on constraint record_drafts_key do update
    set base_version = excluded.base_version, data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp()
  returning * into stored;
  return jsonb_build_object('status', 'saved', 'id', own_id, 'saved_at', stored.saved_at);
end $function$
;
comment on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint) is 'Saves a record as a draft, unless somebody has saved one since the moment p_base: then answers that one. Without an id it gets a new one. p_version: the live version that the draft has been brought up to. p_rows: the rows that it would be, for previews. p_launch: the launch whose draft it is.';

CREATE OR REPLACE FUNCTION public.discard_record_draft(p_actor uuid, p_kind text, p_id text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null;
  return found;
end $function$
;
comment on function public.discard_record_draft(uuid,text,text) is 'Drops the draft of a record; false where there was none.';

CREATE OR REPLACE FUNCTION public.publish_records(p_actor uuid, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  draft public.record_drafts;
  live integer;
  conflicts jsonb := '[]';
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz, rows jsonb) order by r.kind, r.id loop
    if asked.rows -> 0 ->> 'table' is distinct from private.table_of_kind(asked.kind)
      or asked.rows #>> '{0,row,id}' is distinct from asked.id or exists (
        select from jsonb_array_elements(asked.rows) r
        where r.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
        )
      ) then
      raise exception 'these are no rows of % %', asked.kind, asked.id using errcode = 'invalid_parameter_value';
    end if;
    perform private.lock_record(asked.kind, asked.id);
    execute format('select from public.%I r where r.id = $1::%s for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.id;
    select d.* into draft from public.record_drafts d
    where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null;
    live := private.add_version(asked.kind, asked.id, null);
    if draft.saved_at is distinct from asked.saved_at or draft.base_version is distinct from live then
      conflicts := conflicts || jsonb_build_object('kind', asked.kind, 'id', asked.id,
        'why', case when draft.saved_at is distinct from asked.saved_at then 'draft' else 'live' end);
    end if;
  end loop;
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  perform private.write_records((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(r.value -> 'rows') with ordinality w
  ));
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text) loop
    done := done || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'version', private.add_version(asked.kind, asked.id, p_actor));
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null;
    delete from public.record_trash d where d.kind = asked.kind and d.record_id = asked.id;
  end loop;
  return jsonb_build_object('status', 'published', 'records', done,
    'edit', nullif(current_setting('content.edit', true), '')::bigint);
end $function$
;
comment on function public.publish_records(uuid,jsonb) is 'Makes drafts live, all of them or none: none where one was saved again, or its live version is not the one that it was begun with. Says which.';

CREATE OR REPLACE FUNCTION public.import_records(p_actor uuid, p_kind text, p_import uuid, p_publish boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  own_table text;
  ids text[];
  conflicts jsonb;
  written integer := 0;
begin
  perform private.act_as(p_actor);
  own_table := private.table_of_kind(p_kind);
  ids := array(select s.content ->> 'id' from private.import_rows s where s.import_id = p_import and s.target = 'records' order by 1);
  if exists (
    select from private.import_rows s
    cross join lateral jsonb_each(case when jsonb_typeof(s.content -> 'rows') = 'object' then s.content -> 'rows' else '{}' end) r
    where s.import_id = p_import and s.target = 'records' and (
      r.key not in (select c.name from private.content_tables c where own_table in (c.name, c.owner_name))
      or r.key = own_table and (jsonb_array_length(r.value) <> 1 or r.value #>> '{0,id}' is distinct from s.content ->> 'id'))
  ) then
    raise exception 'these are no rows of %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  perform private.lock_records(p_kind, ids);
  execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', own_table, private.type_of_id(p_kind)) using ids;
  select jsonb_agg(jsonb_build_object('id', s.content ->> 'id', 'why', case when d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz then 'draft' else 'live' end))
  into conflicts
  from private.import_rows s
  join private.add_versions(p_kind, ids, null) v on v.id = s.content ->> 'id'
  left join public.record_drafts d on d.kind = p_kind and d.record_id = v.id and d.launch_id is null
  where s.import_id = p_import and s.target = 'records' and (
    d.saved_at is distinct from (s.content ->> 'saved_at')::timestamptz or v.number is distinct from (s.content ->> 'version')::integer);
  if conflicts is not null then
    delete from private.import_rows s where s.import_id = p_import;
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  if p_publish then
    insert into private.import_rows (import_id, target, content)
    select p_import, t.key, r.value
    from private.import_rows s
    cross join lateral jsonb_each(s.content -> 'rows') t
    cross join lateral jsonb_array_elements(t.value) with ordinality r
    where s.import_id = p_import and s.target = 'records'
    order by s.place, r.ordinality;
    perform private.write_staged_records(p_import);
    perform private.add_versions(p_kind, ids, p_actor);
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = any (ids) and d.launch_id is null;
    delete from public.record_trash d where d.kind = p_kind and d.record_id = any (ids);
    written := cardinality(ids);
  else
    perform private.write_machine_values(p_kind, p_import);
    insert into public.record_drafts as d (kind, record_id, base_version, data, rows, saved_by)
    select p_kind, s.content ->> 'id', (s.content ->> 'version')::integer, s.content -> 'data', nullif(s.content -> 'rows', 'null'), p_actor
    from private.import_rows s
    where s.import_id = p_import and s.target = 'records' and jsonb_typeof(s.content -> 'data') = 'object'
    on conflict on constraint record_drafts_key do update
      set data = excluded.data, rows = excluded.rows, saved_by = excluded.saved_by, saved_at = clock_timestamp();
    get diagnostics written = row_count;
    delete from private.import_rows s where s.import_id = p_import;
  end if;
  return jsonb_build_object('status', 'written', 'records', written);
end $function$
;
comment on function public.import_records(uuid,text,uuid,boolean) is 'Makes staged records of a kind live, or saves them as drafts, all of them or none: none where a draft was saved or a record was published since they were read. Says which.';

CREATE OR REPLACE FUNCTION private.condition_of_state(p_kind text, p_state text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  has_dates boolean;
  drafts text := format('array(select d.record_id::%s from public.record_drafts d where d.kind = %L and d.launch_id is null)',
    private.type_of_id(p_kind), p_kind);
  begun constant text := '(r.publish_from is null or r.publish_from <= now())';
begin
  select exists (
    select from pg_catalog.pg_attribute a
    where a.attrelid = format('public.%I', private.table_of_kind(p_kind))::regclass and a.attname = 'is_published'
  ) into has_dates;
  return case
    when p_state = 'changed' then format('r.id = any (%s)', drafts)
    when p_state = 'live' and not has_dates then format('r.id <> all (%s)', drafts)
    when not has_dates then 'false'
    else format('r.id <> all (%s) and ', drafts) || case p_state
      when 'live' then 'r.is_published and ' || begun || ' and (r.publish_until is null or r.publish_until > now())'
      when 'ending' then 'r.is_published and ' || begun || ' and r.publish_until > now()'
      when 'hidden' then 'not r.is_published'
      when 'ended' then 'r.is_published and r.publish_until <= now()'
      when 'scheduled' then 'r.is_published and r.publish_from > now() and (r.publish_until is null or r.publish_until > now())'
      else 'false'
    end
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_of_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  counted_at_most constant integer := 10000;
  source text := private.table_of_kind(p_kind);
  c record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    with found as materialized (select f.id, row_number() over () as place from (%1$s) f)
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', %2$s, 'after', jsonb_build_array((%3$s)::text, r.id), 'title', to_jsonb(r) #>> %4$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text and d.launch_id is null),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %5$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%6$I r using (id)$q$, private.query_of_ids(p_kind, c.matches, p_sort, p_title, p_down, p_after),
    private.picture_of(p_kind), (private.sorting_of(p_kind, p_sort, p_title)).expression, p_title, p_kind, source)
  into live using c.pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, c.matches, counted_at_most)
  into counted using c.pattern;
  -- Drafts that were never published come first.
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
      'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
    from public.record_drafts d
    where d.kind = %1$L and d.launch_id is null and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION private.ids_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  c record;
  ids jsonb;
begin
  if not private.is_staff() then
    return '[]';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    select coalesce(jsonb_agg(f.id), '[]') from (
      (select r.id::text from public.%1$I r where %2$s limit $2)
      union all
      (select d.record_id from public.record_drafts d
       where d.kind = %3$L and d.launch_id is null and d.base_version is null and %4$s and not exists (select from public.%1$I r where r.id = d.record_id::%5$s) limit $2)
      limit $2
    ) f$q$, private.table_of_kind(p_kind), c.matches, p_kind, c.drafts_match, private.type_of_id(p_kind))
  into ids using c.pattern, p_limit;
  return ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_records(p_actor uuid, p_records jsonb, p_keep_used boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  rows jsonb;
  uses jsonb := '[]';
  missing jsonb := '[]';
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, places jsonb) order by r.kind, r.id loop
    perform private.lock_record(asked.kind, asked.id);
    uses := uses || coalesce((
      select jsonb_agg(jsonb_build_object('of', jsonb_build_object('kind', asked.kind, 'id', asked.id)) || to_jsonb(u))
      from private.record_uses(asked.kind, asked.id, coalesce(asked.places, '[]')) u
      where not exists (select from jsonb_to_recordset(p_records) o (kind text, id text) where o.kind = u.kind and o.id = u.id)
    ), '[]');
    if private.record_rows(asked.kind, asked.id) is null and not exists (
      select from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null
    ) then
      missing := missing || jsonb_build_object('kind', asked.kind, 'id', asked.id);
    end if;
  end loop;
  if missing <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'not-found', 'records', missing);
  end if;
  if uses <> '[]' and not p_keep_used then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  select coalesce(jsonb_agg(distinct u.value -> 'of'), '[]') into kept from jsonb_array_elements(uses) u;
  -- What refers to others goes before these.
  for asked in
    select r.*, c.name from jsonb_to_recordset(p_records) r (kind text, id text, title text)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where not kept @> jsonb_build_array(jsonb_build_object('kind', r.kind, 'id', r.id))
    order by c.place desc, r.id desc
  loop
    perform private.add_version(asked.kind, asked.id, null);
    rows := private.record_rows(asked.kind, asked.id, true);
    if rows is not null then
      insert into public.record_trash (kind, record_id, data, title, deleted_by)
      values (asked.kind, asked.id, rows, coalesce(asked.title, ''), p_actor)
      on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
      execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
      perform private.add_version(asked.kind, asked.id, p_actor);
    end if;
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.launch_id is null;
  end loop;
  return jsonb_build_object('status', 'deleted', 'kept', kept);
end $function$
;
comment on function public.delete_records(uuid,jsonb,boolean) is 'Deletes records that nothing else names, from where they can be restored; otherwise answers what names them, or with p_keep_used deletes the others. A draft that was never published is dropped.';

CREATE OR REPLACE FUNCTION public.record_titles(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
  title text;
  answer jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, path text[]) limit 1000 loop
    execute format('select coalesce((select to_jsonb(r) #>> $2 from public.%I r where r.id = $1::%s),
      (select d.data #>> $2 from public.record_drafts d where d.kind = $3 and d.record_id = $1 order by d.launch_id nulls first limit 1))',
      private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    into title using asked.id, asked.path, asked.kind;
    answer := answer || jsonb_build_array(title);
  end loop;
  return answer;
end $function$
;
comment on function public.record_titles(jsonb) is 'What people call records, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION private.previewed_launch()
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select nullif(current_setting('app.launch', true), '')::bigint
$function$
;
comment on function private.previewed_launch() is 'The launch whose drafts are read; null where it is those that are published by themselves.';

CREATE OR REPLACE FUNCTION private.make_draft_rows(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $functionx$
declare
  owner text;
  live_columns text[];
  stored text;
  shown text;
  columns text;
begin
  select c.owner_key, c.fixed || case when c.owner_key is null then k.machine_columns || '{version,created_at,updated_at}' else '{}' end
  into owner, live_columns
  from private.content_tables c, private.kinds k
  where c.name = p_table and k.kind = p_kind;
  select
    string_agg(case
      when a.attname = coalesce(owner, 'id') then format('d.record_id::%s as %I', private.type_of_id(p_kind), a.attname)
      when a.attname = 'id' then 'coalesce(r.id, r.ordinality) as id'
      when a.attname = any (live_columns) and owner is null
        then format('case when l.id is not null then l.%1$I else coalesce(r.%1$I, %2$s) end as %1$I', a.attname, coalesce(a.fallback, 'null'))
      else format('coalesce(r.%1$I, %2$s) as %1$I', a.attname, case when a.attnotnull then coalesce(a.fallback, 'null') else 'null' end)
    end, E',\n    ' order by a.attname) filter (where a.attgenerated = ''),
    string_agg(case when a.attgenerated = '' then format('g.%I', a.attname) else a.fallback end, ', ' order by a.attname),
    string_agg(format('%I %s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)), ', ' order by a.attname)
  into stored, shown, columns
  from (
    select a.*, pg_catalog.pg_get_expr(d.adbin, d.adrelid) as fallback
    from pg_catalog.pg_attribute a
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped
  ) a;
  execute format($function$
create function preview.%1$I() returns table (%7$s)
language plpgsql stable rows 10 set search_path = '' set plan_cache_mode = force_generic_plan
as $body$
#variable_conflict use_column
begin
  -- The live rows are read as well.
  perform set_config('app.preview', 'off', true);
  return query select %4$s from (
    select %3$s
    from public.record_drafts d
    cross join lateral jsonb_populate_recordset(null::public.%2$I, d.rows -> %2$L) with ordinality r
    %5$s
    where d.kind = %6$L and d.launch_id is not distinct from private.previewed_launch() and d.rows is not null
  ) g;
  perform set_config('app.preview', 'on', true);
end $body$
$function$, 'draft_' || p_table, p_table, stored, shown,
    case when owner is null then format('left join public.%I l on l.id = d.record_id::%s', p_table, private.type_of_id(p_kind)) else '' end,
    p_kind, columns);
end $functionx$
;

CREATE OR REPLACE FUNCTION private.make_overlay(p_kind text, p_table text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text;
  owner text;
begin
  select coalesce(c.owner_key, 'id') into owner from private.content_tables c where c.name = p_table;
  perform private.make_draft_rows(p_kind, p_table);
  select string_agg(format('r.%I', a.attname), ', ' order by a.attname) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped;
  execute format('create view preview.%1$I with (security_invoker = true) as
    select %2$s from public.%1$I r union all select %2$s from preview.%3$I() r', p_table, columns, 'draft_' || p_table);
  execute format($policy$create policy %1$I on public.%2$I as restrictive for select to authenticated using (
    (select not private.is_previewing())
    or not exists (select from public.record_drafts d where d.kind = %3$L and d.record_id = %2$I.%4$I::text
      and d.launch_id is not distinct from (select private.previewed_launch()) and d.rows is not null)
  )$policy$, p_table || '_preview', p_table, p_kind, owner);
end $function$
;

CREATE OR REPLACE FUNCTION public.create_launch(p_actor uuid, p_name text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made bigint;
begin
  perform private.act_as(p_actor);
  insert into public.launches (name, created_by) values (btrim(p_name), p_actor) returning id into made;
  return made;
end $function$
;
comment on function public.create_launch(uuid,text) is 'Makes an empty launch.';

CREATE OR REPLACE FUNCTION public.rename_launch(p_actor uuid, p_launch bigint, p_name text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  update public.launches l set name = btrim(p_name) where l.id = p_launch;
  return found;
end $function$
;
comment on function public.rename_launch(uuid,bigint,text) is 'Gives a launch another name; false where there is none.';

CREATE OR REPLACE FUNCTION public.delete_launch(p_actor uuid, p_launch bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  launch public.launches;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'open' and launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  if launch.state = 'open' and (
    exists (select from public.launch_pages p where p.launch_id = p_launch)
    or exists (select from public.record_drafts d where d.launch_id = p_launch)
  ) then
    return '{"status": "not-empty"}';
  end if;
  delete from public.launches l where l.id = p_launch;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_launch(uuid,bigint) is 'Deletes a launch that has no drafts any more, or whose drafts are live. What it made live stays.';

CREATE OR REPLACE FUNCTION private.draft_contents(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(l.locale, private.draft_locale(p_page_id, l.locale)) from public.page_locales l where l.page_id = p_page_id
$function$
;
comment on function private.draft_contents(bigint) is 'What the draft of a page has in each language, as a revision would have it.';

CREATE OR REPLACE FUNCTION private.page_title(p_page_id bigint)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.title from public.page_locales l where l.page_id = p_page_id order by l.locale limit 1
$function$
;

CREATE OR REPLACE FUNCTION private.live_parent(p_page_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select l.parent_id from public.published_page_locales l where l.page_id = p_page_id limit 1
$function$
;

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return '{"status": "unchanged"}';
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    perform public.discard_draft(p_actor, p_page_id, page.structure_version, coalesce(latest.id, 0));
  end if;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since.';

CREATE OR REPLACE FUNCTION public.add_removal_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable or page.route is not null then
    return '{"status": "not-editable"}';
  end if;
  if page.published_revision_id is null then
    return '{"status": "unchanged"}';
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set contents = null, base_revision_id = excluded.base_revision_id, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  return '{"status": "added"}';
end $function$
;
comment on function public.add_removal_to_launch(uuid,bigint,bigint) is 'Takes a page off the site with a launch; its draft and its history stay.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if p_to_draft and found and item.contents is not null then
    if page.published_revision_id is not null and public.page_differs(p_page_id) then
      return '{"status": "has-draft"}';
    end if;
    if private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      perform private.record_discard(p_page_id);
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) is 'Takes a page out of a launch. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION public.add_record_to_launch(p_actor uuid, p_launch bigint, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  if not exists (select from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null) then
    return '{"status": "unchanged"}';
  end if;
  delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  update public.record_drafts d set launch_id = p_launch, saved_at = clock_timestamp(), saved_by = p_actor
  where d.kind = p_kind and d.record_id = p_id and d.launch_id is null;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_record_to_launch(uuid,bigint,text,text) is 'Moves the draft of a record into a launch.';

CREATE OR REPLACE FUNCTION public.take_record_out(p_actor uuid, p_launch bigint, p_kind text, p_id text, p_to_draft boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  perform private.lock_record(p_kind, p_id);
  if p_to_draft and exists (select from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id is null) then
    return '{"status": "has-draft"}';
  end if;
  if p_to_draft then
    update public.record_drafts d set launch_id = null, saved_at = clock_timestamp() where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  else
    delete from public.record_drafts d where d.kind = p_kind and d.record_id = p_id and d.launch_id = p_launch;
  end if;
  return case when found then '{"status": "taken-out"}' else '{"status": "not-found"}' end::jsonb;
end $function$
;
comment on function public.take_record_out(uuid,bigint,text,text,boolean) is 'Takes the draft of a record out of a launch: it is dropped, or published by itself from then on.';

CREATE OR REPLACE FUNCTION public.schedule_launch(p_actor uuid, p_launch bigint, p_at timestamp with time zone, p_zone text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_at is not null and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_zone) then
    return '{"status": "no-zone"}';
  end if;
  update public.launches l
  set state = case when p_at is null then 'open' else 'scheduled' end, publish_at = p_at, time_zone = case when p_at is not null then p_zone end,
    scheduled_by = case when p_at is not null then p_actor end, failure = null
  where l.id = p_launch and l.state in ('open', 'scheduled');
  return case when found then '{"status": "scheduled"}' else '{"status": "closed"}' end::jsonb;
end $function$
;
comment on function public.schedule_launch(uuid,bigint,timestamp with time zone,text) is 'Says when a launch becomes live by itself; without a moment it does not.';

CREATE OR REPLACE FUNCTION private.write_launch(p_actor uuid, p_pages jsonb, p_records jsonb, OUT pages jsonb, OUT records jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
begin
  with before as materialized (
    select p.id, p.published_revision_id as revision, private.live_parent(p.id) as parent_id
    from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  ), made as materialized (
    select * from private.publish_many(p_pages)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'before', b.revision, 'before_parent', b.parent_id, 'revision', m.revision_id)), '[]')
  into pages from before b left join made m on m.page_id = b.id;
  perform private.write_records(coalesce((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(case when jsonb_typeof(r.value -> 'rows') = 'array' then r.value -> 'rows' else '[]' end) with ordinality w
  ), '[]'));
  -- What came with a launch goes with it: what refers to others before these.
  for asked in
    select r.id, c.name, r.kind from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where jsonb_typeof(r.rows) is distinct from 'array'
    order by c.place desc, r.id desc
  loop
    execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
  end loop;
  records := '[]';
  for asked in
    select r.kind, array_agg(r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    records := records || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id, 'version', v.number))
      from private.add_versions(asked.kind, asked.ids, p_actor) v
    ), '[]');
    delete from public.record_trash t where t.kind = asked.kind and t.record_id = any (asked.ids);
  end loop;
  -- Where another page has an address: here, not at the end of the transaction.
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
end $function$
;

CREATE OR REPLACE FUNCTION private.overtaken_records(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  overtaken jsonb := '[]';
begin
  if exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    where jsonb_typeof(r.rows) = 'array' and (
      r.rows -> 0 ->> 'table' is distinct from private.table_of_kind(r.kind) or r.rows #>> '{0,row,id}' is distinct from r.id
      or exists (
        select from jsonb_array_elements(r.rows) w
        where w.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(r.kind) in (c.name, c.owner_name)
        )
      ))
  ) then
    raise exception 'these are no rows of records of the launch' using errcode = 'invalid_parameter_value';
  end if;
  for asked in
    select r.kind, array_agg(r.id order by r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    perform private.lock_records(asked.kind, asked.ids);
    execute format('select from public.%I r where r.id = any ($1::%s[]) order by r.id for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.ids;
    overtaken := overtaken || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id))
      from private.add_versions(asked.kind, asked.ids, null) v
      join jsonb_to_recordset(p_records) r (kind text, id text, version integer) on r.kind = asked.kind and r.id = v.id
      where v.number is distinct from r.version
    ), '[]');
  end loop;
  return overtaken;
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_launch(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  asked jsonb;
  overtaken jsonb;
  clean bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
  -- All of it, as it was read: neither more nor less, and nothing published since.
  overtaken := private.overtaken_records(p_records);
  if overtaken <> '[]' or exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz, expected bigint) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch
      and (l.saved_at is distinct from a.saved_at or p.id is null or p.published_revision_id is distinct from a.expected)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live.
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  update public.launch_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.launch_id = p_launch and l.page_id = a.id;
  insert into public.launch_records as l (launch_id, kind, record_id, before_version, version)
  select p_launch, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (launch_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.launches l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint
  where l.id = p_launch;
  return jsonb_build_object('status', 'applied', 'drafts', (
    select count(*) from jsonb_to_recordset(done.pages) a (id bigint, before bigint) where a.before is not null and a.id <> all (clean)
  ));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  clean bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.launch_records l where l.launch_id = p_launch and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'launch % has not changed that', p_launch using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
  if private.overtaken_records(p_records) <> '[]' or exists (
    select from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or p.published_revision_id is distinct from a.expected
  ) then
    return '{"status": "conflict"}';
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  -- Its drafts can be changed and published again, on what is live now.
  update public.launch_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.launch_id = p_launch and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.launch_id = p_launch and d.kind = r.kind and d.record_id = r.id;
  update public.launches l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_launch;
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';

CREATE OR REPLACE FUNCTION public.settle_launch(p_launch bigint, p_live_at timestamp with time zone, p_failure text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if p_live_at is not null then
    update public.launches l set state = 'live', live_at = p_live_at where l.id = p_launch and l.state = 'publishing';
  else
    -- What cannot be published is not tried again and again: a person looks at it.
    update public.launches l set state = 'open', publish_at = null, time_zone = null, failure = p_failure
    where l.id = p_launch and l.state = 'scheduled';
  end if;
  return found;
end $function$
;
comment on function public.settle_launch(bigint,timestamp with time zone,text) is 'Notes when the files of a launch were live, or why it could not be published at its moment.';

CREATE OR REPLACE FUNCTION private.launch_summary(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', l.id, 'name', l.name, 'state', l.state, 'publish_at', l.publish_at, 'time_zone', l.time_zone,
    'scheduled_by', private.person_name(l.scheduled_by), 'created_by', private.person_name(l.created_by), 'created_at', l.created_at,
    'applied_by', private.person_name(l.applied_by), 'applied_at', l.applied_at, 'live_at', l.live_at,
    'taken_back_at', l.taken_back_at, 'failure', l.failure,
    'pages', (select count(*) from public.launch_pages p where p.launch_id = l.id),
    'records', (select count(*) from public.record_drafts d where d.launch_id = l.id))
  from public.launches l where l.id = p_launch
$function$
;

CREATE OR REPLACE FUNCTION public.list_launches(p_states text[] DEFAULT NULL::text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.launch_summary(l.id) order by l.state = 'live', l.publish_at nulls last, l.applied_at desc, l.id desc), '[]')
  from (
    select * from public.launches l where p_states is null or l.state = any (p_states) order by l.state = 'live', l.id desc limit 500
  ) l
$function$
;
comment on function public.list_launches(text[]) is 'Launches, all or those of some states: first those that are not live, by their moment.';

CREATE OR REPLACE FUNCTION public.read_launch(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.launch_summary(l.id) || jsonb_build_object(
    'edit', l.edit_id,
    'page_items', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.page_id, 'title', i.title, 'site', p.site_id, 'is_there', p.id is not null,
        'is_removal', i.contents is null, 'is_new', i.base_revision_id is null,
        'paths', (
          select jsonb_object_agg(c.key, c.value -> 'path') from jsonb_each(coalesce(i.contents, private.revision_contents(i.base_revision_id))) c
        ),
        'has_draft', p.published_revision_id is not null and l.state in ('open', 'scheduled') and public.page_differs(p.id),
        'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'revision', i.revision_id,
        'saved_at', i.saved_at, 'saved_by', private.person_name(i.saved_by)) order by i.title, i.page_id), '[]')
      from public.launch_pages i left join public.pages p on p.id = i.page_id where i.launch_id = l.id
    ),
    'record_items', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'id', d.record_id, 'data', d.data, 'base', d.base_version,
        'before', r.before_version, 'version', r.version,
        'saved_at', d.saved_at, 'saved_by', private.person_name(d.saved_by)) order by d.kind, d.record_id), '[]')
      from public.record_drafts d
      left join public.launch_records r on r.launch_id = l.id and r.kind = d.kind and r.record_id = d.record_id
      where d.launch_id = l.id
    ),
    'receipts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'site', r.site_id, 'changed', r.changed, 'switch_ms', r.switch_ms) order by r.id), '[]')
      from public.publish_receipt_edits e join public.publish_receipts r on r.id = e.receipt_id
      where e.edit_id = l.edit_id and r.changed > 0
    ))
  from public.launches l where l.id = p_launch
$function$
;
comment on function public.read_launch(bigint) is 'A launch with its pages and records, and the receipts of its publish; null where there is none.';

CREATE OR REPLACE FUNCTION public.read_launch_contents(p_launch bigint, p_page_ids bigint[])
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(json_agg(json_build_object('id', i.page_id, 'saved_at', i.saved_at, 'parent_id', i.parent_id, 'contents', i.contents,
    'base', i.base_revision_id, 'live', p.published_revision_id, 'before', i.before_revision_id, 'before_parent', i.before_parent_id, 'revision', i.revision_id)), '[]')
  from public.launch_pages i left join public.pages p on p.id = i.page_id
  where i.launch_id = p_launch and i.page_id = any (p_page_ids)
$function$
;
comment on function public.read_launch_contents(bigint,bigint[]) is 'What a launch makes of pages.';

CREATE OR REPLACE FUNCTION public.launches_of(p_page_id bigint, p_kind text, p_id text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'publish_at', l.publish_at, 'time_zone', l.time_zone)
    order by l.publish_at nulls last, l.id), '[]')
  from public.launches l
  where l.state in ('open', 'scheduled') and (
    exists (select from public.launch_pages p where p.launch_id = l.id and p.page_id = p_page_id)
    or exists (select from public.record_drafts d where d.launch_id = l.id and d.kind = p_kind and d.record_id = p_id))
$function$
;
comment on function public.launches_of(bigint,text,text) is 'The launches to come that have a draft of a page, or of a record.';

CREATE OR REPLACE FUNCTION public.launch_clashes(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with wanted as materialized (
    select i.launch_id, i.page_id, i.title, p.site_id, c.key::public.locale as locale, c.value ->> 'path' as path, private.file_of(c.value ->> 'path') as file
    from public.launch_pages i
    join public.launches l on l.id = i.launch_id
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(case when i.contents is not null then i.contents else '{}' end) c
    where l.state in ('open', 'scheduled') or l.id = p_launch
  ), clashes as (
    select w.*, l.page_id as other, l.title as other_title, null::text as launch
    from wanted w
    join public.published_page_locales l on l.site_id = w.site_id and l.locale = w.locale and private.file_of(l.path) = w.file and l.page_id <> w.page_id
    where w.launch_id = p_launch
      -- One that leaves it with the same launch is not in the way.
      and not exists (select from public.launch_pages i where i.launch_id = p_launch and i.page_id = l.page_id)
    union
    select w.*, o.page_id, o.title, (select n.name from public.launches n where n.id = o.launch_id and o.launch_id <> p_launch)
    from wanted w
    join wanted o on o.site_id = w.site_id and o.locale = w.locale and o.file = w.file and o.page_id <> w.page_id
    where w.launch_id = p_launch
  )
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'site', c.site_id, 'locale', c.locale, 'path', c.path,
    'title', c.other_title, 'launch', c.launch) order by c.site_id, c.locale, c.path, c.other), '[]')
  from clashes c
$function$
;
comment on function public.launch_clashes(bigint) is 'Addresses of a launch that another page has once it is live; with the name of the launch where it is in another one to come.';

CREATE OR REPLACE FUNCTION public.launch_changes(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_foresight(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.launch_pages i where i.launch_id = p_launch
  )
  select jsonb_build_object(
    'tags', (select coalesce(jsonb_agg(distinct t.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r))
$function$
;
comment on function public.launch_changes(bigint) is 'What publishing the pages of a launch would put on the change queue.';

create table public.launches (
  id bigint generated by default as identity primary key,
  name text not null check (name = btrim(name) and length(name) between 1 and 120),
  -- open: drafts are added and changed. scheduled: the same, until the moment comes. publishing: its content is written, and its files are
  -- being put live. live: visitors see it.
  state text not null default 'open' check (state in ('open', 'scheduled', 'publishing', 'live')),
  -- The moment at which it becomes live by itself, and the time zone in which a person has chosen it.
  publish_at timestamptz,
  time_zone text,
  scheduled_by uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  applied_by uuid,
  live_at timestamptz,
  -- The edit of its publish, while that is on record.
  edit_id bigint,
  taken_back_at timestamptz,
  -- Why it could not be published, in words.
  failure text,
  check ((publish_at is null) = (time_zone is null)),
  check (state <> 'scheduled' or publish_at is not null)
);
alter table public.launches enable row level security;
comment on table public.launches is 'Named sets of drafts that become live together. People call them releases.';

create table public.launch_pages (
  launch_id bigint not null references public.launches (id) on delete cascade,
  -- It outlives the page.
  page_id bigint not null,
  title text not null,
  parent_id bigint,
  -- What was live when its contents were written.
  base_revision_id bigint,
  base_parent_id bigint,
  -- By locale as a revision has it; null where the page leaves the site.
  contents jsonb check (jsonb_typeof(contents) = 'object' and private.is_shallow_json(contents)),
  saved_by uuid,
  saved_at timestamptz not null default clock_timestamp(),
  -- What was live before the launch, and what it made live.
  before_revision_id bigint,
  before_parent_id bigint,
  revision_id bigint,
  primary key (launch_id, page_id)
);
alter table public.launch_pages enable row level security;
comment on table public.launch_pages is 'The pages of launches, each with the draft that becomes live.';

create table public.launch_records (
  launch_id bigint not null references public.launches (id) on delete cascade,
  kind text not null references private.kinds (kind),
  record_id text not null,
  -- The live versions before and after; null where there was none.
  before_version integer,
  version integer,
  primary key (launch_id, kind, record_id)
);
alter table public.launch_records enable row level security;
comment on table public.launch_records is 'The records that a launch has changed, for taking it back. Their drafts are in record_drafts.';

create table public.publish_holds (
  worker text primary key,
  until timestamptz not null
);
alter table public.publish_holds enable row level security;
comment on table public.publish_holds is 'The publisher that prepares a launch: its content is written before its moment, and until then nobody else reads content for files.';

comment on table public.record_drafts is 'What people have saved of records and not published: one draft a record, and one more in each launch.';

alter table public.record_drafts add column id bigint not null generated always as identity;

alter table public.record_drafts add column launch_id bigint;

alter table public.record_drafts add constraint record_drafts_pkey PRIMARY KEY (id);

alter table public.record_drafts add constraint record_drafts_key UNIQUE NULLS NOT DISTINCT (kind, record_id, launch_id);

alter table public.record_drafts add constraint record_drafts_launch_id_fkey FOREIGN KEY (launch_id) REFERENCES public.launches(id) ON DELETE CASCADE;

CREATE INDEX launches_publish_at_idx ON public.launches USING btree (publish_at) WHERE (state = ANY (ARRAY['scheduled'::text, 'publishing'::text]));

CREATE INDEX launch_pages_page_id_idx ON public.launch_pages USING btree (page_id);

CREATE INDEX launch_records_kind_idx ON public.launch_records USING btree (kind);

CREATE INDEX record_drafts_launch_id_idx ON public.record_drafts USING btree (launch_id);

create policy launches_read on public.launches for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy launch_pages_read on public.launch_pages for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy launch_records_read on public.launch_records for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy publish_holds_read on public.publish_holds for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.launches_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.launches_id_seq to anon;
grant select, update, usage on sequence public.launches_id_seq to authenticated;
grant select, update, usage on sequence public.launches_id_seq to service_role;

revoke all on table public.launches from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.launches to service_role;
grant select on table public.launches to authenticated;

revoke all on table public.launch_pages from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.launch_pages to service_role;
grant select on table public.launch_pages to authenticated;

revoke all on table public.launch_records from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.launch_records to service_role;
grant select on table public.launch_records to authenticated;

revoke all on table public.publish_holds from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.publish_holds to service_role;
grant select on table public.publish_holds to authenticated;

revoke all on sequence public.record_drafts_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.record_drafts_id_seq to anon;
grant select, update, usage on sequence public.record_drafts_id_seq to authenticated;
grant select, update, usage on sequence public.record_drafts_id_seq to service_role;

revoke all on function private.revision_contents(bigint) from public, anon, authenticated, service_role;
grant execute on function private.revision_contents(bigint) to authenticated;
grant execute on function private.revision_contents(bigint) to service_role;

revoke all on function private.is_open_launch(bigint) from public, anon, authenticated, service_role;
grant execute on function private.is_open_launch(bigint) to service_role;

revoke all on function private.is_held(text) from public, anon, authenticated, service_role;
grant execute on function private.is_held(text) to service_role;

revoke all on function public.publish_hold(text,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_hold(text,integer) to service_role;

revoke all on function public.publish_end_hold(text) from public, anon, authenticated, service_role;
grant execute on function public.publish_end_hold(text) to service_role;

revoke all on function private.publish_many(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.publish_many(jsonb) to service_role;

revoke all on function private.draft_summary(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function private.draft_summary(text,text,bigint) to authenticated;
grant execute on function private.draft_summary(text,text,bigint) to service_role;

revoke all on function public.records_with_drafts(text,text[],bigint) from public, anon, authenticated, service_role;
grant execute on function public.records_with_drafts(text,text[],bigint) to authenticated;
grant execute on function public.records_with_drafts(text,text[],bigint) to service_role;

revoke all on function public.read_record(text,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_record(text,text,bigint) to authenticated;
grant execute on function public.read_record(text,text,bigint) to service_role;

revoke all on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.save_record_draft(uuid,text,text,jsonb,timestamp with time zone,integer,jsonb,bigint) to service_role;

revoke all on function private.previewed_launch() from public, anon, authenticated, service_role;
grant execute on function private.previewed_launch() to authenticated;

revoke all on function public.create_launch(uuid,text) from public, anon, authenticated, service_role;
grant execute on function public.create_launch(uuid,text) to service_role;

revoke all on function public.rename_launch(uuid,bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.rename_launch(uuid,bigint,text) to service_role;

revoke all on function public.delete_launch(uuid,bigint) from public, anon, authenticated, service_role;
grant execute on function public.delete_launch(uuid,bigint) to service_role;

revoke all on function private.draft_contents(bigint) from public, anon, authenticated, service_role;
grant execute on function private.draft_contents(bigint) to service_role;

revoke all on function private.page_title(bigint) from public, anon, authenticated, service_role;
grant execute on function private.page_title(bigint) to authenticated;
grant execute on function private.page_title(bigint) to service_role;

revoke all on function private.live_parent(bigint) from public, anon, authenticated, service_role;
grant execute on function private.live_parent(bigint) to service_role;

revoke all on function public.add_page_to_launch(uuid,bigint,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.add_page_to_launch(uuid,bigint,bigint,bigint) to service_role;

revoke all on function public.add_removal_to_launch(uuid,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.add_removal_to_launch(uuid,bigint,bigint) to service_role;

revoke all on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) from public, anon, authenticated, service_role;
grant execute on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) to service_role;

revoke all on function public.add_record_to_launch(uuid,bigint,text,text) from public, anon, authenticated, service_role;
grant execute on function public.add_record_to_launch(uuid,bigint,text,text) to service_role;

revoke all on function public.take_record_out(uuid,bigint,text,text,boolean) from public, anon, authenticated, service_role;
grant execute on function public.take_record_out(uuid,bigint,text,text,boolean) to service_role;

revoke all on function public.schedule_launch(uuid,bigint,timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function public.schedule_launch(uuid,bigint,timestamp with time zone,text) to service_role;

revoke all on function private.write_launch(uuid,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_launch(uuid,jsonb,jsonb) to service_role;

revoke all on function private.overtaken_records(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.overtaken_records(jsonb) to service_role;

revoke all on function public.apply_launch(uuid,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_launch(uuid,bigint,jsonb,jsonb) to service_role;

revoke all on function public.take_launch_back(uuid,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.take_launch_back(uuid,bigint,jsonb,jsonb) to service_role;

revoke all on function public.settle_launch(bigint,timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function public.settle_launch(bigint,timestamp with time zone,text) to service_role;

revoke all on function private.launch_summary(bigint) from public, anon, authenticated, service_role;
grant execute on function private.launch_summary(bigint) to authenticated;
grant execute on function private.launch_summary(bigint) to service_role;

revoke all on function public.list_launches(text[]) from public, anon, authenticated, service_role;
grant execute on function public.list_launches(text[]) to authenticated;
grant execute on function public.list_launches(text[]) to service_role;

revoke all on function public.read_launch(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_launch(bigint) to authenticated;
grant execute on function public.read_launch(bigint) to service_role;

revoke all on function public.read_launch_contents(bigint,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.read_launch_contents(bigint,bigint[]) to authenticated;
grant execute on function public.read_launch_contents(bigint,bigint[]) to service_role;

revoke all on function public.launches_of(bigint,text,text) from public, anon, authenticated, service_role;
grant execute on function public.launches_of(bigint,text,text) to authenticated;
grant execute on function public.launches_of(bigint,text,text) to service_role;

revoke all on function public.launch_clashes(bigint) from public, anon, authenticated, service_role;
grant execute on function public.launch_clashes(bigint) to authenticated;
grant execute on function public.launch_clashes(bigint) to service_role;

revoke all on function public.launch_changes(bigint) from public, anon, authenticated, service_role;
grant execute on function public.launch_changes(bigint) to service_role;

select private.make_previews();
