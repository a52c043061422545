-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.read_redirects(text);

CREATE OR REPLACE FUNCTION public.publish_claim_redirects(p_worker text, p_site text, p_lease_seconds integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  found_here public.site_outputs;
begin
  perform pg_advisory_xact_lock(7310);
  select * into found_here from public.site_outputs o where o.site_id = p_site and o.kind = 'redirects';
  if not found then
    return '{"status": "none"}';
  end if;
  if found_here.lease_owner not in (p_worker, 'deferred') and (
    found_here.lease_until >= clock_timestamp()
    or exists (select from public.publish_rounds r where r.worker = found_here.lease_owner and r.until > clock_timestamp())
  ) and not exists (
    -- A round that has staged it, and is not putting it live: what it has is older.
    select from public.publish_rounds r
    where r.worker = found_here.lease_owner and r.site_id = p_site and found_here.lease_until <= r.staged_before
      and coalesce(r.switching_until < clock_timestamp(), true)
  ) then
    return '{"status": "busy"}';
  end if;
  perform private.note_taken(p_worker, array[found_here.id]);
  update public.site_outputs o
  set stale_seq = w.seq, lease_seq = w.seq,
    turn = case when o.stale_seq is null then private.turn_of(2, o.kind, false) else o.turn end,
    stale_reasons = case when o.stale_seq is null then array['redirects:' || p_site] else o.stale_reasons end,
    lease_owner = p_worker, lease_until = clock_timestamp() + make_interval(secs => p_lease_seconds), leaving_paths = '{}'
  from (select coalesce(found_here.stale_seq, (select max(c.seq) from public.change_log c), 0) as seq) w
  where o.id = found_here.id
  returning o.* into found_here;
  return jsonb_build_object('status', 'claimed', 'output', jsonb_build_object(
    'site', p_site, 'kind', found_here.kind, 'ref', found_here.ref, 'locale', found_here.locale, 'listed', null, 'path', found_here.path,
    'taking', found_here.taking_path, 'hash', found_here.content_hash, 'given', found_here.given_hash, 'bytes', found_here.bytes,
    'seq', found_here.stale_seq, 'read', found_here.read_seq, 'reasons', found_here.stale_reasons, 'address', null, 'of_frame', false,
    'next_change_at', null, 'shown_from', null, 'shown', exists (
      select from private.fixed_outputs f
      where (f.site_id, f.kind, f.ref, f.locale) = (p_site, found_here.kind, found_here.ref, found_here.locale)
    )));
end $function$
;
comment on function public.publish_claim_redirects(text,text,integer) is 'Leases the redirects of a site to a publisher that is about to remove files, stale or not, so that they are live in the same switch: busy while another publisher has them.';

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
  these_edits bigint[];
  queued timestamptz;
  -- The rows of the largest change of which these are, or of which they are a part.
  row_count integer;
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
    (select coalesce(jsonb_agg(distinct r), '[]') from gone g, jsonb_array_elements(g.message -> 'rows') r),
    array(select distinct (g.message ->> 'edit')::bigint from gone g where g.message ? 'edit'),
    (select coalesce(max((g.message ->> 'all')::integer), 0) from gone g)
  into taken, queued, sent_tags, these_rows, these_edits, row_count;
  row_count := greatest(row_count, jsonb_array_length(these_rows));
  if exists (select from unnest(sent_tags) t where private.may_be_of_globals(t)) then
    sent_tags := sent_tags || array(
      select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
      from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
    );
  end if;
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, edits, queued_at)
  values (taken, these_tags, these_rows, these_edits, queued)
  returning seq into this_seq;

  reached := private.outputs_with_tags(sent_tags, null, reached_at_once + 1);
  class := case
    when row_count > few / 3 then 3
    when of_people then 0
    else 2
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, class) from private.changed_records(these_rows) r group by r.kind;
  if these_rows @> '[{"kind": "site"}]' then
    -- A site's locales decide which outputs it has.
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons)
    select f.site_id, f.kind, f.ref, f.locale, this_seq, array['site:' || f.site_id]
    from private.fixed_outputs f
    where f.site_id in (select r ->> 'site' from jsonb_array_elements(these_rows) r where r ->> 'kind' = 'site')
      and f.site_id in (select b.site_id from private.built_sites b)
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
  is_wide := cardinality(reached) > reached_at_once;
  select coalesce(array_agg(r.id), '{}'), coalesce(array_agg(r.reason), '{}') into own_ids, own_reasons
  from private.outputs_of_records(these_rows, sent_tags) r;
  if of_people and cardinality(reached) > few then
    -- Where an old address leads, and what sitemaps list, is live with the page of which a person has changed that.
    select own_ids || coalesce(array_agg(f.id), '{}'), own_reasons || coalesce(array_agg(f.reason), '{}') into own_ids, own_reasons
    from (
      select o.id, min(private.reason_of(t.tag)) as reason
      from public.sites s
      join public.site_outputs o on o.site_id = s.id and o.kind in ('redirects', 'sitemap', 'sitemap_index')
      join unnest(these_tags) t (tag) on t.tag = any (o.tags)
      group by o.id
    ) f;
  end if;
  perform private.mark_outputs(case when is_wide then '{}' else reached end, own_ids, own_reasons, these_tags, this_seq,
    case when cardinality(reached) > few then 3 else class end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 3 else class end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_redirects(p_site text, p_left text[] DEFAULT '{}'::text[])
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
  from (
    select r.site_id, r.from_path, r.to_path, r.status, r.page_id, r.locale, r.row_kind, r.from_slug, r.row_id
    from public.redirects r where r.site_id = p_site
    union all
    -- As private.keep_withdrawn_path() will have them once the index knows that they were left.
    select p_site, l.path, null, 410, null, null, null, null, null
    from (select distinct unnest(p_left)) l (path)
    where l.path <> '/' and not exists (select from public.redirects r where r.site_id = p_site and r.from_path = l.path)
      and (select count(*) from public.site_outputs o where o.site_id = p_site and l.path in (o.path, o.taking_path)) < 2
  ) r
$function$
;
comment on function public.read_redirects(text,text[]) is 'All redirects of a site, with where each leads now. The paths p_left, of which each is left by the only output that has it, are gone (410) where they have no redirect.';

revoke all on function public.publish_claim_redirects(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim_redirects(text,text,integer) to service_role;

revoke all on function public.read_redirects(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_redirects(text,text[]) to service_role;
