-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.read_redirects(text);

CREATE OR REPLACE FUNCTION private.is_open_launch(p_launch bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  launch public.launches;
begin
  -- Whoever publishes it has its row until it is live: nobody waits for that.
  select * into launch from public.launches l where l.id = p_launch;
  if launch.locked_until > clock_timestamp() then
    return false;
  end if;
  select * into launch from public.launches l where l.id = p_launch for share;
  return coalesce(launch.state in ('open', 'scheduled') and coalesce(launch.locked_until <= clock_timestamp(), true), false);
end $function$
;

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
  where l.id = p_launch and l.state in ('open', 'scheduled') and coalesce(l.locked_until <= clock_timestamp(), true);
  return case when found then '{"status": "scheduled"}' else '{"status": "closed"}' end::jsonb;
end $function$
;
comment on function public.schedule_launch(uuid,bigint,timestamp with time zone,text) is 'Says when a launch becomes live by itself; without a moment it does not.';

CREATE OR REPLACE FUNCTION public.lock_launch(p_launch bigint, p_seconds integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update public.launches l set locked_until = clock_timestamp() + make_interval(secs => p_seconds)
  where l.id = p_launch and l.state in ('open', 'scheduled');
  return found;
end $function$
;
comment on function public.lock_launch(bigint,integer) is 'Keeps the drafts of a launch as they are while it is being published: what somebody adds meanwhile stays a draft. No seconds let go of it.';

CREATE OR REPLACE FUNCTION private.overtaken_items(p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  records jsonb := private.overtaken_records(p_records);
  pages jsonb := (
    select coalesce(jsonb_agg(a.id), '[]') from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    join public.pages p on p.id = a.id
    where p.published_revision_id is distinct from a.expected
  );
begin
  return case when records <> '[]' or pages <> '[]' then jsonb_build_object('status', 'conflict', 'pages', pages, 'records', records) end;
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
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less.
  if exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch and (l.saved_at is distinct from a.saved_at or p.id is null)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
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
    edit_id = nullif(current_setting('content.edit', true), '')::bigint, locked_until = null
  where l.id = p_launch;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION private.wait_until(p_at timestamp with time zone, p_worker text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  while clock_timestamp() < p_at loop
    if p_worker is not null and not exists (select from public.publish_holds h where h.worker = p_worker) then
      raise exception 'the publisher has given up this launch' using errcode = 'object_not_in_prerequisite_state';
    end if;
    perform pg_sleep(least(0.05, extract(epoch from p_at - clock_timestamp())));
  end loop;
end $function$
;
comment on function private.wait_until(timestamp with time zone,text) is 'Returns at a moment of the database''s clock, never before.';

CREATE OR REPLACE FUNCTION public.apply_due_launches(p_worker text, p_due jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  asked record;
  launch public.launches;
  answer jsonb;
  answers jsonb := '[]';
  latest timestamptz := '-infinity';
  detail text;
begin
  -- Nobody has to be signed in then, but whoever chose the moment must still be on the staff.
  perform set_config('app.assured_before', 'on', true);
  begin
    for asked in
      select a.* from jsonb_to_recordset(p_due) a (launch bigint, pages jsonb, records jsonb) order by a.launch
    loop
      select * into launch from public.launches l where l.id = asked.launch for update;
      if launch.state is distinct from 'scheduled' or launch.publish_at > now() + interval '2 minutes' then
        answer := '{"status": "closed"}';
      else
        begin
          -- Each is an edit of its own.
          perform set_config('content.edit', '', true);
          answer := public.apply_launch(launch.scheduled_by, asked.launch, asked.pages, asked.records);
          -- What is checked at the end of a transaction is refused now, while it can be told of this launch.
          set constraints all immediate;
          set constraints all deferred;
        exception when others then
          get stacked diagnostics detail = pg_exception_detail;
          answer := jsonb_build_object('status', 'error', 'code', sqlstate, 'message', sqlerrm, 'details', detail);
        end;
      end if;
      if answer ->> 'status' in ('applied', 'conflict') then
        latest := greatest(latest, launch.publish_at);
      end if;
      answers := answers || (answer || jsonb_build_object('launch', asked.launch));
    end loop;
    -- There is time to merge it anew, and to write all of them again.
    if answers @> '[{"status": "conflict"}]' and clock_timestamp() < latest then
      raise exception using errcode = 'LN001';
    end if;
  exception when sqlstate 'LN001' then
    return (
      select jsonb_agg(a.value || case when a.value ->> 'status' = 'applied' then '{"status": "undone"}'::jsonb else '{}' end order by a.ordinality)
      from jsonb_array_elements(answers) with ordinality a
    );
  end;
  perform set_config('app.assured_before', '', true);
  perform private.wait_until(latest, p_worker);
  return answers;
end $function$
;
comment on function public.apply_due_launches(text,jsonb) is 'What apply_launch does, for launches that share a moment and in the names of those who chose it. It is done before the moment, and committed at it: until then nobody sees anything of it.';

CREATE OR REPLACE FUNCTION public.apply_due_launch(p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  answer jsonb;
begin
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'scheduled' or launch.publish_at > now() + interval '2 minutes' then
    return '{"status": "closed"}';
  end if;
  perform set_config('app.assured_before', 'on', true);
  answer := public.apply_launch(launch.scheduled_by, p_launch, p_pages, p_records);
  perform set_config('app.assured_before', '', true);
  perform private.wait_until(launch.publish_at, null);
  return answer;
end $function$
;
comment on function public.apply_due_launch(bigint,jsonb,jsonb) is 'What apply_due_launches does for one launch, for publishers of an earlier version, which call it some seconds before the moment.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
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
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable
  ) then
    return '{"status": "conflict"}';
  end if;
  overtaken := private.overtaken_items(p_pages, p_records);
  if overtaken is not null then
    return overtaken;
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
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
  perform private.keep_draft_parents(parents);
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
    -- The clock of the database has committed it, and that of the publisher may be behind.
    update public.launches l
    set state = 'live', live_at = case when l.publish_at <= clock_timestamp() then greatest(p_live_at, l.publish_at) else p_live_at end
    where l.id = p_launch and l.state = 'publishing';
  else
    -- What cannot be published is not tried again and again: a person looks at it.
    update public.launches l set state = 'open', publish_at = null, time_zone = null, failure = p_failure, failed_at = l.publish_at, locked_until = null
    where l.id = p_launch and l.state = 'scheduled';
  end if;
  return found;
end $function$
;
comment on function public.settle_launch(bigint,timestamp with time zone,text) is 'Notes when the files of a launch were live, or why it could not be published at its moment.';

CREATE OR REPLACE FUNCTION private.read_as(p_user uuid, p_launch bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  caller text := current_user;
  answer json;
begin
  perform set_config('app.assured_before', 'on', true);
  perform private.act_as(p_user);
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_launch, p_args -> 'p_merged')
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_launch))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_launch, p_args -> 'p_merged')
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_launch,
      p_args -> 'p_merged'))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_launch, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_launch))
  end;
  perform set_config('role', caller, true);
  perform set_config('app.assured_before', '', true);
  perform set_config('app.actor', '', true);
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.read_shared(p_link bigint, p_hash text, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  link public.launch_links;
begin
  select * into link from public.launch_links l where l.id = p_link and l.digest = p_hash;
  if link.id is null or private.state_of_link(link) <> 'open' then
    raise exception 'this link shows nothing' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(link.created_by, link.launch_id, p_call, p_args);
end $function$
;
comment on function public.read_shared(bigint,text,text,jsonb) is 'What a preview function answers for the launch of a link, whatever launch the arguments name. Refused for a link that has ended or was revoked, and once whoever shared it is not on the staff any more.';

CREATE OR REPLACE FUNCTION public.read_due(p_launch bigint, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  launch public.launches;
begin
  select * into launch from public.launches l where l.id = p_launch;
  if launch.state is distinct from 'scheduled' then
    raise exception 'this launch has no moment' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(launch.scheduled_by, p_launch, p_call, p_args);
end $function$
;
comment on function public.read_due(bigint,text,jsonb) is 'What a preview function answers for a launch that has a moment, as whoever chose that would read it: a publisher draws its files before.';

alter table public.launches add column locked_until timestamp with time zone;

revoke all on function public.publish_claim_redirects(text,text,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_claim_redirects(text,text,integer) to service_role;

revoke all on function public.read_redirects(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_redirects(text,text[]) to service_role;

revoke all on function public.lock_launch(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.lock_launch(bigint,integer) to service_role;

revoke all on function private.overtaken_items(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.overtaken_items(jsonb,jsonb) to service_role;

revoke all on function private.wait_until(timestamp with time zone,text) from public, anon, authenticated, service_role;
grant execute on function private.wait_until(timestamp with time zone,text) to service_role;

revoke all on function public.apply_due_launches(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.apply_due_launches(text,jsonb) to service_role;

revoke all on function private.read_as(uuid,bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.read_as(uuid,bigint,text,jsonb) to service_role;

revoke all on function public.read_due(bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.read_due(bigint,text,jsonb) to service_role;
