-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.build_rollback(text,text,text);

drop function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb);

CREATE OR REPLACE FUNCTION private.current_edit()
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  edit bigint := nullif(current_setting('content.edit', true), '')::bigint;
  role_name text := coalesce(nullif(current_setting('role', true), 'none'), session_user);
begin
  if edit is null then
    insert into public.content_edits (actor, source, role_name)
    values (private.actor(), case
      when current_setting('content.reconciling', true) = 'on' then 'reconciliation'
      when current_setting('content.importing', true) = 'on' then 'import'
      when private.actor() is not null then 'person'
      when role_name in ('service_role', 'authenticator') then 'server'
      else 'database'
    end, role_name)
    returning id into edit;
    perform set_config('content.edit', edit::text, true);
  end if;
  return edit;
end $function$
;
comment on function private.current_edit() is 'The number of what this transaction changes, for receipts.';

CREATE OR REPLACE FUNCTION private.fields_of(p_row jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(f.name, f.value), '{}')
  from (
    select c.key as name, c.value from jsonb_each(p_row) c where c.key <> 'localized' or jsonb_typeof(c.value) <> 'object'
    union all
    select 'localized/' || l.key || '/' || t.key, t.value
    from jsonb_each(case when jsonb_typeof(p_row -> 'localized') = 'object' then p_row -> 'localized' else '{}' end) l
    cross join lateral jsonb_each(case when jsonb_typeof(l.value) = 'object' then l.value else '{}' end) t
  ) f
$function$
;
comment on function private.fields_of(jsonb) is 'The fields of a row by name: its columns, and each text of each language as `localized/en/title`.';

CREATE OR REPLACE FUNCTION private.differing_fields(p_old jsonb, p_new jsonb, OUT before jsonb, OUT after jsonb, OUT omitted text[])
 RETURNS record
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  with fields as (
    select name, o.value as old_value, n.value as new_value,
      greatest(length(o.value::text), length(n.value::text)) > 10000 as is_long
    from jsonb_each(private.fields_of(p_old)) o (name, value)
    full join jsonb_each(private.fields_of(p_new)) n (name, value) using (name)
    where o.value is distinct from n.value
  )
  select
    case when p_old is not null then
      coalesce(jsonb_object_agg(f.name, f.old_value) filter (where f.old_value is not null and not f.is_long), '{}') end,
    case when p_new is not null then
      coalesce(jsonb_object_agg(f.name, f.new_value) filter (where f.new_value is not null and not f.is_long), '{}') end,
    coalesce(array_agg(f.name order by f.name) filter (where f.is_long), '{}')
  from fields f
$function$
;

CREATE OR REPLACE FUNCTION private.record_edits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  told_at_most constant integer := 200;
  read_at_most constant integer := 1000;
  id_column text := tg_argv[0];
  -- What is counted, or made of other columns; of a page what its draft has, or its published addresses tell.
  untold text[] := array['version', 'created_at', 'updated_at', 'search_text'] || case tg_table_name
    when 'pages' then array['parent_id', 'structure_version', 'published_revision_id']
    when 'sites' then '{}'
    -- Made of the texts.
    else array['locales']
  end;
  -- A publish of a page is told as a whole: which revision was live in which language, and which is.
  is_whole boolean := tg_table_name = 'published_page_locales';
  edit bigint;
  row_count bigint;
  found jsonb;
begin
  if tg_op = 'INSERT' then
    -- A new page is a draft.
    if tg_table_name = 'pages' then
      return null;
    end if;
    select count(*) into row_count from new_rows;
    select jsonb_agg(jsonb_build_array(null, to_jsonb(n))) into found from (select * from new_rows limit read_at_most) n;
  elsif tg_op = 'DELETE' then
    select count(*) into row_count from old_rows;
    select jsonb_agg(jsonb_build_array(to_jsonb(o), null)) into found from (select * from old_rows limit read_at_most) o;
  else
    select count(*) into row_count from new_rows;
    select jsonb_agg(jsonb_build_array(p.o, p.n)) into found
    from (
      select to_jsonb(o) - 'place' as o, to_jsonb(n) - 'place' as n
      from (select *, row_number() over () as place from old_rows limit read_at_most) o
      join (select *, row_number() over () as place from new_rows limit read_at_most) n using (place)
    ) p
    where p.o - untold is distinct from p.n - untold;
    -- Of the rows that are not read nobody knows whether they differ.
    row_count := greatest(row_count - read_at_most, 0) + coalesce(jsonb_array_length(found), 0);
  end if;
  if row_count = 0 then
    return null;
  end if;
  edit := private.current_edit();
  with told as (
    insert into public.edited_records (edit_id, table_name, ref, operation, before, after, omitted)
    select edit, tg_table_name, coalesce(v.n, v.o) ->> coalesce(nullif(id_column, ''), 'id'), lower(tg_op),
      d.before, d.after, d.omitted
    from jsonb_array_elements(found) with ordinality r (value, place)
    cross join lateral (
      select nullif(r.value -> 0, 'null') - untold as o, nullif(r.value -> 1, 'null') - untold as n
    ) v
    cross join lateral (
      select w.* from (select v.o as before, v.n as after, '{}'::text[] as omitted) w where is_whole
      union all
      select w.* from private.differing_fields(v.o, v.n) w where not is_whole
    ) d
    where r.place <= told_at_most - (select count(*) from public.edited_records e where e.edit_id = edit)
    returning 1
  )
  update public.content_edits e set further_records = e.further_records + row_count - (select count(*) from told)
  where e.id = edit and row_count > (select count(*) from told);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_truncation()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.edited_records (edit_id, table_name, operation) values (private.current_edit(), tg_table_name, 'truncate');
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.record_table(p_table text, p_id_column text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  execute format('create trigger %1$s_edit_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.record_edits(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_edit_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.record_edits(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_edit_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.record_edits(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_edit_truncate after truncate on public.%1$I
    for each statement execute function private.record_truncation()', p_table);
end $function$
;
comment on function private.record_table(text,text) is 'For the schema: has changes of a table written down with old and new words.';

CREATE OR REPLACE FUNCTION private.queue_change(p_tags text[], p_rows jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  part_size constant integer := 250;
  who jsonb;
begin
  if cardinality(p_tags) = 0 and jsonb_array_length(p_rows) = 0 then
    return;
  end if;
  who := jsonb_strip_nulls(jsonb_build_object('actor', private.actor(), 'edit', private.current_edit()));
  if cardinality(p_tags) <= part_size and jsonb_array_length(p_rows) <= part_size then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows) || who);
  else
    perform pgmq.send_batch('content_changes', array(
      select jsonb_build_object('tags', coalesce(t.tags, '[]'), 'rows', coalesce(r.rows, '[]')) || who
      from (
        select (n - 1) / part_size as part, jsonb_agg(tag) as tags from unnest(p_tags) with ordinality u (tag, n) group by 1
      ) t
      full join (
        select (n - 1) / part_size as part, jsonb_agg(record) as rows
        from jsonb_array_elements(p_rows) with ordinality u (record, n) group by 1
      ) r using (part)
      order by part
    ));
  end if;
  -- Once per transaction, when it commits: PostgreSQL drops equal ones. The payload says that a person may be waiting.
  perform pg_notify('content_changes', case when who ? 'actor' then 'person' else '' end);
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
  -- Revisions hold both sides by themselves.
  if p_id_query is null then
    perform private.record_table(p_table, p_id_column);
  end if;
end $function$
;
comment on function private.watch_rows(text,text,text[],text[],text[],text,text) is 'For the schema: has the rows of a table fingerprinted, their changes written down and its truncation queued. Arguments: the columns of private.watched_tables.';

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
    select r.site, r.kind, r.ref, r.locale, r.listed, max(c.seq) as seq, array_agg(distinct t.tag) as reasons
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
    stale_reasons = case when o.stale_seq = r.seq then coalesce(l.reasons, '{}') else o.stale_reasons end,
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

CREATE OR REPLACE FUNCTION public.publish_record(p_site text, p_cause text, p_message_ids bigint[], p_worker text, p_started_at timestamp with time zone, p_rendered integer, p_items jsonb, p_reads jsonb DEFAULT '{}'::jsonb, p_watermark bigint DEFAULT 0)
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
  perform private.tell_edits(receipt, p_reads, p_watermark);
  return receipt;
end $function$
;
comment on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint) is 'Stores the receipt of a publish. p_reads says for each reason after which change of the log its outputs had been read before.';

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
    array(select distinct (g.message ->> 'edit')::bigint from gone g where g.message ? 'edit')
  into taken, queued, sent_tags, these_rows, these_edits;
  sent_tags := sent_tags || array(
    select distinct concat_ws('@', g.gives, array_to_string(t.locales, ','))
    from private.globals_dependencies g join private.tags_in_locales(sent_tags) t using (tag)
  );
  -- Any change may mend an output whose content cannot be read.
  sent_tags := sent_tags || 'unreadable'::text;
  these_tags := array(select distinct t.tag from private.tags_in_locales(sent_tags) t);
  insert into public.change_log (message_ids, tags, rows, edits, queued_at)
  values (taken, these_tags, these_rows, these_edits, queued)
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
  ), checked as (
    -- As reconcile_outputs does when a site has changed.
    select distinct r.site from jsonb_to_recordset(p_rows) r (kind text, site text)
    where r.kind = 'site' and r.site in (select b.site_id from private.built_sites b)
  ), wanted as materialized (
    select r.site_id, r.kind, r.ref, r.locale, '' as listed_kind, 'reconciled:' || r.site_id as reason
    from private.routes r
    where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
    union
    select f.site_id, f.kind, f.ref, f.locale, '', 'site:' || f.site_id
    from private.fixed_outputs f where f.site_id in (select c.site from checked c)
    union
    select r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, 'reconciled:' || r.site_id
    from private.routes r
    where r.site_id in (select c.site from checked c) and (r.visible_until is null or r.visible_until > p_at)
      and r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
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
    union all
    select w.site_id, w.kind, w.ref, w.locale, w.listed_kind, null, null, array[w.reason]
    from wanted w
    where not exists (
        select 1 from public.site_outputs o
        where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (w.site_id, w.kind, w.ref, w.locale, w.listed_kind)
      )
      and not exists (select 1 from asked a where a.kind = w.kind and a.ref = w.ref)
    union all
    select o.site_id, o.kind, o.ref, o.locale, o.listed_kind, o.path, o.content_hash, array['reconciled:' || o.site_id]
    from public.site_outputs o, tags
    where o.site_id in (select c.site from checked c) and not o.tags && tags.list
      and not exists (select 1 from asked a where a.kind = o.kind and a.ref = o.ref)
      and not exists (
        select 1 from wanted w
        where (w.site_id, w.kind, w.ref, w.locale, w.listed_kind) = (o.site_id, o.kind, o.ref, o.locale, o.listed_kind)
      )
  ), shown as (
    select a.*, r.address, case (select k.scope from private.output_kinds k where k.kind = a.kind)
      when 'record' then r.address is not null
      when 'sitemap' then true
      else exists (
        select 1 from private.fixed_outputs f where (f.site_id, f.kind, f.ref, f.locale) = (a.site_id, a.kind, a.ref, a.locale)
      ) end as is_shown
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

CREATE OR REPLACE FUNCTION private.page_foresight(p_page_id bigint, p_parent_id bigint, p_news jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'tags', to_jsonb(array['page:' || p.id, 'sitemap:page:' || p.id / 500]
      || case when d.is_named_anew then array['address:page:' || p.id] else '{}' end
      || case when d.is_moved then array['path:page:' || p.id] else '{}' end
      || case when d.is_named_anew then array(
        select 'below:page:' || s.id
        from (select p_parent_id union select o.parent_id from public.published_page_locales o where o.page_id = p.id) s (id)
        where s.id is not null
      ) else '{}' end
      || case when d.is_redirected then array['redirects:' || p.site_id] else '{}' end),
    'rows', jsonb_build_array(jsonb_build_object('kind', 'page', 'ref', p.id)),
    'page', jsonb_build_object('id', p.id, 'site', p.site_id, 'route', p.route, 'template', p.template, 'is_editable', p.is_editable,
      'parent_id', p_parent_id,
      'is_listed', d.is_listed, 'is_listed_anew', d.is_listed_anew, 'is_redirected', d.is_redirected, 'is_led_to_anew', d.is_led_to_anew,
      'above', (
        with recursive above as (
          select p_parent_id as id
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
        select jsonb_object_agg(n.key, jsonb_build_object('path', n.value -> 'path', 'title', n.value -> 'title', 'nav_title', n.value -> 'nav_title'))
        from jsonb_each(p_news) n
      )))
  from public.pages p
  cross join lateral (
    select
      coalesce(bool_or((n.path, n.title, n.nav_title, p_parent_id) is distinct from (o.path, o.title, o.nav_title, o.parent_id)), false)
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
      select l.key::public.locale as locale, l.value ->> 'path' as path, l.value ->> 'title' as title, l.value ->> 'nav_title' as nav_title,
        coalesce((l.value -> 'seo' ->> 'noindex')::boolean, false) as noindex
      from jsonb_each(p_news) l
    ) n
    full join (select * from public.published_page_locales l where l.page_id = p.id) o on o.locale = n.locale
  ) d
  where p.id = p_page_id
$function$
;

CREATE OR REPLACE FUNCTION public.draft_changes(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when not public.page_differs(p.id) then '{"tags": [], "rows": [], "page": null}'::jsonb
    else private.page_foresight(p.id, p.parent_id, (
      select coalesce(jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title, 'seo', l.seo)), '{}')
      from public.page_locales l where l.page_id = p.id
    ))
    end
  from public.pages p where p.id = p_page_id
$function$
;
comment on function public.draft_changes(bigint) is 'What publishing a page''s draft would put on the change queue.';

CREATE OR REPLACE FUNCTION public.contents_changes(p_page_id bigint, p_contents jsonb, p_parent_id bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.page_foresight(p_page_id, p_parent_id, p_contents)
$function$
;
comment on function public.contents_changes(bigint,jsonb,bigint) is 'What publishing a page with this content, by locale, would put on the change queue.';

CREATE OR REPLACE FUNCTION public.build_rollback(p_site text, p_release text, p_worker text, p_by text DEFAULT ''::text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.site_builds (site_id, release, bundle, start_seq, lease_owner, lease_until, finished_at, outcome, requested_by)
  values (p_site, p_release, '', 0, p_worker, now(), now(), 'rolled-back', p_by)
$function$
;
comment on function public.build_rollback(text,text,text,text) is 'Notes that a site was put back to an earlier release; publishing to it pauses until its next full build.';

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
  perform set_config('content.reconciling', 'on', true);
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

CREATE OR REPLACE FUNCTION public.paused_sites(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'since', b.started_at, 'by', b.requested_by) order by s.id), '[]')
  from unnest(p_sites) s (id)
  cross join lateral (
    select b.outcome, b.started_at, b.requested_by from public.site_builds b
    where b.site_id = s.id and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b
  where b.outcome = 'rolled-back'
$function$
;
comment on function public.paused_sites(text[]) is 'The sites to which nothing is published since they were rolled back, until their next full build: since when, and who did it.';

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
    'paused', public.paused_sites(p_sites),
    'last_success', (select r.finished_at from public.publish_receipts r order by r.id desc limit 1)
  )
  from oldest o
$function$
;
comment on function public.publish_health(text[]) is 'How much waits to be published and for how long, which outputs have failed, which sites are paused since they were rolled back, and the last publish.';

CREATE OR REPLACE FUNCTION private.tell_edits(p_receipt bigint, p_reads jsonb, p_watermark bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- Each has up to 250 messages: behind a large import those before are counted out.
  changes_at_most constant integer := 40;
  told_at_most constant integer := 200;
  edits bigint[];
begin
  edits := array(
    with reads as materialized (
      select r.key as reason, r.value::bigint as since from jsonb_each_text(p_reads) r
    ), changes as materialized (
      select c.seq, c.edits, c.tags, c.rows from public.change_log c
      where c.seq > (select min(r.since) from reads r) and c.seq <= p_watermark
      order by c.seq desc limit changes_at_most
    ), reasons as (
      select c.seq, t.tag from changes c cross join lateral unnest(c.tags) t (tag)
      union all
      -- As the outputs of records that have changed are marked.
      select c.seq, r.kind || ':' || r.ref from changes c cross join lateral private.changed_records(c.rows) r
      union all
      -- A sitemap that comes or goes changes their index.
      select c.seq, 'sitemap' from changes c where exists (select 1 from unnest(c.tags) t where t like 'sitemap:%')
    )
    select distinct e.id
    from reasons s
    join reads r on r.reason = s.tag and r.since < s.seq
    join changes c on c.seq = s.seq
    cross join lateral unnest(c.edits) u (id)
    join public.content_edits e on e.id = u.id
    order by e.id desc
  );
  insert into public.publish_receipt_edits (receipt_id, edit_id) select p_receipt, e from unnest(edits[:told_at_most]) e;
  update public.publish_receipts r
  set further_edits = greatest(cardinality(edits) - told_at_most, 0),
    requested_by = (
      select min(e.actor::text)::uuid from public.content_edits e where e.id = any (edits[:told_at_most])
      having count(distinct e.actor) = 1 and count(*) = count(e.actor)
    )
  where r.id = p_receipt and edits <> '{}';
end $function$
;
comment on function private.tell_edits(bigint,jsonb,bigint) is 'Notes the changes for which a publish was made.';

CREATE OR REPLACE FUNCTION private.person_name(p_person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(nullif(s.name, ''), s.email) from public.staff s where s.user_id = p_person
$function$
;
comment on function private.person_name(uuid) is 'How a member of the staff is called; null for one who is gone.';

CREATE OR REPLACE FUNCTION private.edit_summary(p_edit bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('id', e.id, 'made_at', e.made_at, 'by', private.person_name(e.actor),
      'source', e.source, 'role', e.role_name, 'takes_back', e.takes_back, 'further_records', e.further_records)
    from public.content_edits e where e.id = p_edit
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.receipt_summary(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (select jsonb_build_object(
    'id', r.id, 'site', r.site_id, 'cause', r.cause, 'started_at', r.started_at,
    'finished_at', r.finished_at, 'further_edits', r.further_edits,
    'counts', (
      select coalesce(jsonb_object_agg(c.change, c.count), '{}')
      from (select i.change, count(*) from public.publish_receipt_items i where i.receipt_id = p_receipt group by i.change) c
    ),
    'edits', (
      select coalesce(jsonb_agg(private.edit_summary(e.edit_id) order by e.edit_id), '[]')
      from (
        select l.edit_id from public.publish_receipt_edits l where l.receipt_id = p_receipt order by l.edit_id desc limit 20
      ) e
    ),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('table', d.table_name, 'ref', d.ref)), '[]')
      from (
        select c.table_name, c.ref from public.publish_receipt_edits l join public.edited_records c on c.edit_id = l.edit_id
        where l.receipt_id = p_receipt group by c.table_name, c.ref order by min(c.id) limit 4
      ) d
    ),
    'taken_back', (
      select jsonb_agg(private.edit_summary(e.id) order by e.id) from public.content_edits e where e.takes_back = p_receipt
    ))
    from public.publish_receipts r where r.id = p_receipt);
end $function$
;

CREATE OR REPLACE FUNCTION public.list_receipts(p_limit integer, p_before bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(private.receipt_summary(r.id) order by r.id desc), '[]')
  from (
    select r.id from public.publish_receipts r
    where (p_before is null or r.id < p_before)
      -- Where all that was drawn is as it was, nothing was published.
      and (r.changed > 0 or exists (select 1 from public.publish_receipt_items i where i.receipt_id = r.id and i.change = 'failed'))
    order by r.id desc limit least(p_limit, 100)
  ) r
$function$
;
comment on function public.list_receipts(integer,bigint) is 'The newest publishes that changed anything, or those before one: what each did in numbers, who asked, and which records changed.';

CREATE OR REPLACE FUNCTION public.read_receipt(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.receipt_summary(r.id) || jsonb_build_object(
    'items', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'locale', i.locale, 'change', i.change, 'reasons', i.reasons,
        'seen_live_at', i.seen_live_at, 'failure', i.failure) order by i.change = 'unchanged', i.id), '[]')
      from public.publish_receipt_items i where i.receipt_id = r.id
    ),
    'records', (
      select coalesce(jsonb_agg(jsonb_build_object('edit', e.edit_id, 'table', e.table_name, 'ref', e.ref,
        'operation', e.operation, 'before', e.before, 'after', e.after, 'omitted', e.omitted) order by e.id), '[]')
      from (
        select e.* from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
        where l.receipt_id = r.id order by e.id limit 400
      ) e
    ),
    'records_total', (
      select count(*) from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id where l.receipt_id = r.id
    ),
    -- Publishes of the same changes: those on other sites, and of more URLs than are published at once.
    'others', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'site', o.site_id) order by o.id), '[]')
      from (
        select distinct o.id, o.site_id
        from public.publish_receipt_edits l
        join public.publish_receipt_edits m on m.edit_id = l.edit_id and m.receipt_id <> l.receipt_id
        join public.publish_receipts o on o.id = m.receipt_id
        where l.receipt_id = r.id and (o.changed > 0 or exists (
          select 1 from public.publish_receipt_items i where i.receipt_id = o.id and i.change = 'failed'
        ))
        order by o.id limit 20
      ) o
    ),
    'back_in', (
      select max(l.receipt_id) from public.content_edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.takes_back = r.id
    ))
  from public.publish_receipts r where r.id = p_receipt
$function$
;
comment on function public.read_receipt(bigint) is 'A publish with each URL, and each change that it was made for; null where there is none.';

CREATE OR REPLACE FUNCTION public.read_revisions(p_ids bigint[])
 RETURNS json
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(json_object_agg(r.id, json_build_object('page', r.page_id, 'number', r.number, 'created_at', r.created_at,
    'by', private.person_name(r.created_by), 'locales', (
      select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo, 'modules', l.modules))
      from public.page_revision_locales l where l.revision_id = r.id
    ))), '{}')
  from public.page_revisions r where r.id = any (p_ids)
$function$
;
comment on function public.read_revisions(bigint[]) is 'Revisions of pages with their content in every language.';

CREATE OR REPLACE FUNCTION public.read_fields(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
  found jsonb;
  answer jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (name text, ref bigint) limit 500 loop
    if not exists (select 1 from private.kinds k where k.table_name = asked.name) then
      raise exception 'there are no records in %', asked.name using errcode = 'invalid_parameter_value';
    end if;
    execute format('select private.fields_of(to_jsonb(r)) from public.%I r where r.id = $1', asked.name) into found using asked.ref;
    answer := answer || jsonb_build_array(found);
  end loop;
  return answer;
end $function$
;
comment on function public.read_fields(jsonb) is 'The fields of records, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION private.publish_contents(p_page_id bigint, p_parent_id bigint, p_contents jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  revision public.page_revisions;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  insert into public.page_revisions (page_id, number, created_by)
  values (p_page_id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = p_page_id), 0) + 1, private.actor())
  returning * into revision;
  insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
  select revision.id, c.key::public.locale, l.path, l.title, l.nav_title, l.description, l.seo, l.modules
  from jsonb_each(p_contents) c
  cross join lateral jsonb_to_record(c.value) l (path text, title text, nav_title text, description text, seo jsonb, modules json);
  update public.pages p set published_revision_id = revision.id where p.id = p_page_id;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select p.id, l.locale, p.site_id, (select a.id from public.pages a where a.id = p_parent_id), revision.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), revision.created_at
  from public.page_revision_locales l join public.pages p on p.id = p_page_id
  where l.revision_id = revision.id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;
  delete from public.published_page_locales live where live.page_id = p_page_id and live.revision_id <> revision.id;
end $function$
;

CREATE OR REPLACE FUNCTION private.put_back_fields(p_table text, p_ref bigint, p_expected jsonb, p_values jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb;
  now_fields jsonb;
  field record;
  columns text;
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1 for update', p_table) into stored using p_ref;
  now_fields := private.fields_of(stored);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  for field in
    select e.key as name, string_to_array(e.key, '/') as place, p_values -> e.key as value from jsonb_each(p_expected) e
  loop
    if cardinality(field.place) = 1 then
      stored := jsonb_set(stored, field.place, coalesce(field.value, 'null'));
    elsif field.value is null then
      stored := stored #- field.place;
      -- A language without a text is none.
      if stored #> field.place[:2] = '{}' then
        stored := stored #- field.place[:2];
      end if;
    else
      stored := jsonb_set(stored, field.place[:2], coalesce(stored #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2',
      p_table, columns) using stored, p_ref;
  end if;
  return true;
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
    if nullif(page.contents, 'null') is null then
      perform public.unpublish_page(page.id);
    else
      perform private.publish_contents(page.id, page.parent_id, page.contents);
    end if;
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
when 'article_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.article_detail_records r where r.id = any (ids);
when 'article' then select json_object_agg(r.id, r.record)::jsonb into records from private.article_records r where r.id = any (ids);
when 'author' then select json_object_agg(r.id, r.record)::jsonb into records from private.author_records r where r.id = any (ids);
when 'catalog_part' then select json_object_agg(r.id, r.record)::jsonb into records from private.catalog_part_records r where r.id = any (ids);
when 'category' then select json_object_agg(r.id, r.record)::jsonb into records from private.category_records r where r.id = any (ids);
when 'cv' then select json_object_agg(r.id, r.record)::jsonb into records from private.cv_records r where r.id = any (ids);
when 'document' then select json_object_agg(r.id, r.record)::jsonb into records from private.document_records r where r.id = any (ids);
when 'employee_story_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.employee_story_detail_records r where r.id = any (ids);
when 'employee_story' then select json_object_agg(r.id, r.record)::jsonb into records from private.employee_story_records r where r.id = any (ids);
when 'event_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.event_detail_records r where r.id = any (ids);
when 'event' then select json_object_agg(r.id, r.record)::jsonb into records from private.event_records r where r.id = any (ids);
when 'file' then select json_object_agg(r.id, r.record)::jsonb into records from private.file_records r where r.id = any (ids);
when 'form' then select json_object_agg(r.id, r.record)::jsonb into records from private.form_records r where r.id = any (ids);
when 'image' then select json_object_agg(r.id, r.record)::jsonb into records from private.image_records r where r.id = any (ids);
when 'inventory' then select json_object_agg(r.id, r.record)::jsonb into records from private.inventory_records r where r.id = any (ids);
when 'job' then select json_object_agg(r.id, r.record)::jsonb into records from private.job_records r where r.id = any (ids);
when 'link_lead' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_lead_records r where r.id = any (ids);
when 'link' then select json_object_agg(r.id, r.record)::jsonb into records from private.link_records r where r.id = any (ids);
when 'location' then select json_object_agg(r.id, r.record)::jsonb into records from private.location_records r where r.id = any (ids);
when 'page' then select json_object_agg(r.id, r.record)::jsonb into records from private.page_records r where r.id = any (ids);
when 'post_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_detail_records r where r.id = any (ids);
when 'post' then select json_object_agg(r.id, r.record)::jsonb into records from private.post_records r where r.id = any (ids);
when 'product_detail' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_detail_records r where r.id = any (ids);
when 'product' then select json_object_agg(r.id, r.record)::jsonb into records from private.product_records r where r.id = any (ids);
when 'series' then select json_object_agg(r.id, r.record)::jsonb into records from private.series_records r where r.id = any (ids);
when 'story_category' then select json_object_agg(r.id, r.record)::jsonb into records from private.story_category_records r where r.id = any (ids);
when 'story_group' then select json_object_agg(r.id, r.record)::jsonb into records from private.story_group_records r where r.id = any (ids);
when 'tag' then select json_object_agg(r.id, r.record)::jsonb into records from private.tag_records r where r.id = any (ids);
when 'vector' then select json_object_agg(r.id, r.record)::jsonb into records from private.vector_records r where r.id = any (ids);
when 'video' then select json_object_agg(r.id, r.record)::jsonb into records from private.video_records r where r.id = any (ids);
when 'webinar' then select json_object_agg(r.id, r.record)::jsonb into records from private.webinar_records r where r.id = any (ids);
      else null;
    end case;
    answer := answer || jsonb_build_object(shape, coalesce(records, '{}'));
  end loop;
  return answer;
end $function$
;
comment on function public.read_records(jsonb) is 'Records of several kinds by id. One that does not exist, or that the caller may not read, is left out.';

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
  edits integer;
begin
  with kept as (
    select s.id as site_id, (
      select r.id from public.publish_receipts r where r.site_id = s.id order by r.id desc offset p_count limit 1
    ) as beyond
    from public.sites s
  )
  delete from public.publish_receipts
  where id in (
    select r.id
    from public.publish_receipts r
    join kept k on k.site_id = r.site_id
    where r.finished_at < before or r.id <= k.beyond
    order by r.id limit p_limit
  );
  get diagnostics receipts = row_count;
  -- The builds that say what is live, and what happened since, stay.
  delete from public.site_builds
  where id in (
    select b.id
    from public.site_builds b
    where b.finished_at < before
      and b.id < (
        select max(l.id) from public.site_builds l where l.site_id = b.site_id and l.outcome in ('live', 'rolled-back')
      )
    order by b.id limit p_limit
  );
  get diagnostics builds = row_count;
  -- Without a receipt they changed nothing that is published, or their receipt is gone.
  delete from public.content_edits
  where id in (
    select e.id from public.content_edits e
    where e.made_at < now() - interval '1 day'
      and not exists (select 1 from public.publish_receipt_edits r where r.edit_id = e.id)
    order by e.id limit p_limit
  );
  get diagnostics edits = row_count;
  delete from public.change_log where taken_in_at < now() - interval '1 day';
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds, edits) = p_limit);
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

create table public.content_edits (
  id bigint generated by default as identity primary key,
  made_at timestamptz not null default now(),
  -- The person for whom the server changed it; null for everything else.
  actor uuid,
  source text not null check (source in ('person', 'import', 'server', 'database', 'reconciliation')),
  -- The role of the database in which it was changed.
  role_name text not null,
  -- Changed rows besides those of edited_records: of a bulk change only the first ones are told in words.
  further_records integer not null default 0,
  -- The receipt whose changes it undoes.
  takes_back bigint
);
alter table public.content_edits enable row level security;
comment on table public.content_edits is 'Each transaction that changed what published files show: who made it, and how. Receipts name them.';

create table public.edited_records (
  id bigint generated by default as identity primary key,
  edit_id bigint not null references public.content_edits (id) on delete cascade,
  table_name text not null,
  -- The number that tags name: of the record, or of the one to which the row belongs. Sites have a name.
  ref text,
  operation text not null check (operation in ('insert', 'update', 'delete', 'truncate')),
  -- The fields that differ, as private.fields_of names them; all of a row that came or went.
  before jsonb,
  after jsonb,
  -- Fields whose values are too long to be told.
  omitted text[] not null default '{}'
);
alter table public.edited_records enable row level security;
comment on table public.edited_records is 'The rows that an edit changed: each field with its old and its new value.';

create table public.publish_receipt_edits (
  receipt_id bigint not null references public.publish_receipts (id) on delete cascade,
  edit_id bigint not null references public.content_edits (id) on delete cascade,
  primary key (receipt_id, edit_id)
);
alter table public.publish_receipt_edits enable row level security;
comment on table public.publish_receipt_edits is 'The changes for which a publish was made: what was changed, and by whom.';

alter table public.change_log add column edits bigint[] not null default '{}'::bigint[];

alter table public.site_builds add column requested_by text not null default ''::text;

alter table public.publish_receipts add column further_edits integer not null default 0;

CREATE INDEX content_edits_takes_back_idx ON public.content_edits USING btree (takes_back) WHERE (takes_back IS NOT NULL);

CREATE INDEX edited_records_edit_id_idx ON public.edited_records USING btree (edit_id, id);

CREATE INDEX publish_receipt_edits_edit_id_idx ON public.publish_receipt_edits USING btree (edit_id);

CREATE TRIGGER sites_edit_insert AFTER INSERT ON public.sites REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('');

CREATE TRIGGER sites_edit_update AFTER UPDATE ON public.sites REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('');

CREATE TRIGGER sites_edit_delete AFTER DELETE ON public.sites REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('');

CREATE TRIGGER sites_edit_truncate AFTER TRUNCATE ON public.sites FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER menus_edit_insert AFTER INSERT ON public.menus REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER menus_edit_update AFTER UPDATE ON public.menus REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER menus_edit_delete AFTER DELETE ON public.menus REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER menus_edit_truncate AFTER TRUNCATE ON public.menus FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER images_edit_insert AFTER INSERT ON public.images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER images_edit_update AFTER UPDATE ON public.images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER images_edit_delete AFTER DELETE ON public.images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER images_edit_truncate AFTER TRUNCATE ON public.images FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER vectors_edit_insert AFTER INSERT ON public.vectors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER vectors_edit_update AFTER UPDATE ON public.vectors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER vectors_edit_delete AFTER DELETE ON public.vectors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER vectors_edit_truncate AFTER TRUNCATE ON public.vectors FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER files_edit_insert AFTER INSERT ON public.files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER files_edit_update AFTER UPDATE ON public.files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER files_edit_delete AFTER DELETE ON public.files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER files_edit_truncate AFTER TRUNCATE ON public.files FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER documents_edit_insert AFTER INSERT ON public.documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER documents_edit_update AFTER UPDATE ON public.documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER documents_edit_delete AFTER DELETE ON public.documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER documents_edit_truncate AFTER TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER videos_edit_insert AFTER INSERT ON public.videos REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER videos_edit_update AFTER UPDATE ON public.videos REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER videos_edit_delete AFTER DELETE ON public.videos REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER videos_edit_truncate AFTER TRUNCATE ON public.videos FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER webinars_edit_insert AFTER INSERT ON public.webinars REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER webinars_edit_update AFTER UPDATE ON public.webinars REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER webinars_edit_delete AFTER DELETE ON public.webinars REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER webinars_edit_truncate AFTER TRUNCATE ON public.webinars FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER pages_edit_insert AFTER INSERT ON public.pages REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER pages_edit_update AFTER UPDATE ON public.pages REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER pages_edit_delete AFTER DELETE ON public.pages REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER pages_edit_truncate AFTER TRUNCATE ON public.pages FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER published_page_locales_edit_insert AFTER INSERT ON public.published_page_locales REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('page_id');

CREATE TRIGGER published_page_locales_edit_update AFTER UPDATE ON public.published_page_locales REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('page_id');

CREATE TRIGGER published_page_locales_edit_delete AFTER DELETE ON public.published_page_locales REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('page_id');

CREATE TRIGGER published_page_locales_edit_truncate AFTER TRUNCATE ON public.published_page_locales FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER links_edit_insert AFTER INSERT ON public.links REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER links_edit_update AFTER UPDATE ON public.links REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER links_edit_delete AFTER DELETE ON public.links REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER links_edit_truncate AFTER TRUNCATE ON public.links FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER redirects_edit_insert AFTER INSERT ON public.redirects REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER redirects_edit_update AFTER UPDATE ON public.redirects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER redirects_edit_delete AFTER DELETE ON public.redirects REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER redirects_edit_truncate AFTER TRUNCATE ON public.redirects FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER properties_edit_insert AFTER INSERT ON public.properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER properties_edit_update AFTER UPDATE ON public.properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER properties_edit_delete AFTER DELETE ON public.properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER properties_edit_truncate AFTER TRUNCATE ON public.properties FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER categories_edit_insert AFTER INSERT ON public.categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER categories_edit_update AFTER UPDATE ON public.categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER categories_edit_delete AFTER DELETE ON public.categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER categories_edit_truncate AFTER TRUNCATE ON public.categories FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER category_properties_edit_insert AFTER INSERT ON public.category_properties REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('category_id');

CREATE TRIGGER category_properties_edit_update AFTER UPDATE ON public.category_properties REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('category_id');

CREATE TRIGGER category_properties_edit_delete AFTER DELETE ON public.category_properties REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('category_id');

CREATE TRIGGER category_properties_edit_truncate AFTER TRUNCATE ON public.category_properties FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER applications_edit_insert AFTER INSERT ON public.applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER applications_edit_update AFTER UPDATE ON public.applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER applications_edit_delete AFTER DELETE ON public.applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER applications_edit_truncate AFTER TRUNCATE ON public.applications FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER series_edit_insert AFTER INSERT ON public.series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER series_edit_update AFTER UPDATE ON public.series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER series_edit_delete AFTER DELETE ON public.series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER series_edit_truncate AFTER TRUNCATE ON public.series FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER products_edit_insert AFTER INSERT ON public.products REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER products_edit_update AFTER UPDATE ON public.products REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER products_edit_delete AFTER DELETE ON public.products REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER products_edit_truncate AFTER TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER product_images_edit_insert AFTER INSERT ON public.product_images REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_images_edit_update AFTER UPDATE ON public.product_images REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_images_edit_delete AFTER DELETE ON public.product_images REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_images_edit_truncate AFTER TRUNCATE ON public.product_images FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER product_property_values_edit_insert AFTER INSERT ON public.product_property_values REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_property_values_edit_update AFTER UPDATE ON public.product_property_values REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_property_values_edit_delete AFTER DELETE ON public.product_property_values REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_property_values_edit_truncate AFTER TRUNCATE ON public.product_property_values FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER product_documents_edit_insert AFTER INSERT ON public.product_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_documents_edit_update AFTER UPDATE ON public.product_documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_documents_edit_delete AFTER DELETE ON public.product_documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_documents_edit_truncate AFTER TRUNCATE ON public.product_documents FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER product_relations_edit_insert AFTER INSERT ON public.product_relations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_relations_edit_update AFTER UPDATE ON public.product_relations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_relations_edit_delete AFTER DELETE ON public.product_relations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_relations_edit_truncate AFTER TRUNCATE ON public.product_relations FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER product_applications_edit_insert AFTER INSERT ON public.product_applications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_applications_edit_update AFTER UPDATE ON public.product_applications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_applications_edit_delete AFTER DELETE ON public.product_applications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER product_applications_edit_truncate AFTER TRUNCATE ON public.product_applications FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER channel_partners_edit_insert AFTER INSERT ON public.channel_partners REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER channel_partners_edit_update AFTER UPDATE ON public.channel_partners REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER channel_partners_edit_delete AFTER DELETE ON public.channel_partners REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER channel_partners_edit_truncate AFTER TRUNCATE ON public.channel_partners FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER representatives_edit_insert AFTER INSERT ON public.representatives REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER representatives_edit_update AFTER UPDATE ON public.representatives REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER representatives_edit_delete AFTER DELETE ON public.representatives REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER representatives_edit_truncate AFTER TRUNCATE ON public.representatives FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER inventory_items_edit_insert AFTER INSERT ON public.inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER inventory_items_edit_update AFTER UPDATE ON public.inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER inventory_items_edit_delete AFTER DELETE ON public.inventory_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('product_id');

CREATE TRIGGER inventory_items_edit_truncate AFTER TRUNCATE ON public.inventory_items FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER faqs_edit_insert AFTER INSERT ON public.faqs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER faqs_edit_update AFTER UPDATE ON public.faqs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER faqs_edit_delete AFTER DELETE ON public.faqs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER faqs_edit_truncate AFTER TRUNCATE ON public.faqs FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER tags_edit_insert AFTER INSERT ON public.tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER tags_edit_update AFTER UPDATE ON public.tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER tags_edit_delete AFTER DELETE ON public.tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER tags_edit_truncate AFTER TRUNCATE ON public.tags FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER authors_edit_insert AFTER INSERT ON public.authors REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER authors_edit_update AFTER UPDATE ON public.authors REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER authors_edit_delete AFTER DELETE ON public.authors REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER authors_edit_truncate AFTER TRUNCATE ON public.authors FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER articles_edit_insert AFTER INSERT ON public.articles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER articles_edit_update AFTER UPDATE ON public.articles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER articles_edit_delete AFTER DELETE ON public.articles REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER articles_edit_truncate AFTER TRUNCATE ON public.articles FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER article_documents_edit_insert AFTER INSERT ON public.article_documents REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('article_id');

CREATE TRIGGER article_documents_edit_update AFTER UPDATE ON public.article_documents REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('article_id');

CREATE TRIGGER article_documents_edit_delete AFTER DELETE ON public.article_documents REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('article_id');

CREATE TRIGGER article_documents_edit_truncate AFTER TRUNCATE ON public.article_documents FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER events_edit_insert AFTER INSERT ON public.events REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER events_edit_update AFTER UPDATE ON public.events REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER events_edit_delete AFTER DELETE ON public.events REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER events_edit_truncate AFTER TRUNCATE ON public.events FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER posts_edit_insert AFTER INSERT ON public.posts REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER posts_edit_update AFTER UPDATE ON public.posts REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER posts_edit_delete AFTER DELETE ON public.posts REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER posts_edit_truncate AFTER TRUNCATE ON public.posts FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER post_tags_edit_insert AFTER INSERT ON public.post_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('post_id');

CREATE TRIGGER post_tags_edit_update AFTER UPDATE ON public.post_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('post_id');

CREATE TRIGGER post_tags_edit_delete AFTER DELETE ON public.post_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('post_id');

CREATE TRIGGER post_tags_edit_truncate AFTER TRUNCATE ON public.post_tags FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER locations_edit_insert AFTER INSERT ON public.locations REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER locations_edit_update AFTER UPDATE ON public.locations REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER locations_edit_delete AFTER DELETE ON public.locations REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER locations_edit_truncate AFTER TRUNCATE ON public.locations FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER cvs_edit_insert AFTER INSERT ON public.cvs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER cvs_edit_update AFTER UPDATE ON public.cvs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER cvs_edit_delete AFTER DELETE ON public.cvs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER cvs_edit_truncate AFTER TRUNCATE ON public.cvs FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER story_groups_edit_insert AFTER INSERT ON public.story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_groups_edit_update AFTER UPDATE ON public.story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_groups_edit_delete AFTER DELETE ON public.story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_groups_edit_truncate AFTER TRUNCATE ON public.story_groups FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER story_categories_edit_insert AFTER INSERT ON public.story_categories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_categories_edit_update AFTER UPDATE ON public.story_categories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_categories_edit_delete AFTER DELETE ON public.story_categories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER story_categories_edit_truncate AFTER TRUNCATE ON public.story_categories FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER employee_stories_edit_insert AFTER INSERT ON public.employee_stories REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER employee_stories_edit_update AFTER UPDATE ON public.employee_stories REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER employee_stories_edit_delete AFTER DELETE ON public.employee_stories REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER employee_stories_edit_truncate AFTER TRUNCATE ON public.employee_stories FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER employee_story_groups_edit_insert AFTER INSERT ON public.employee_story_groups REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('employee_story_id');

CREATE TRIGGER employee_story_groups_edit_update AFTER UPDATE ON public.employee_story_groups REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('employee_story_id');

CREATE TRIGGER employee_story_groups_edit_delete AFTER DELETE ON public.employee_story_groups REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('employee_story_id');

CREATE TRIGGER employee_story_groups_edit_truncate AFTER TRUNCATE ON public.employee_story_groups FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER jobs_edit_insert AFTER INSERT ON public.jobs REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER jobs_edit_update AFTER UPDATE ON public.jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER jobs_edit_delete AFTER DELETE ON public.jobs REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER jobs_edit_truncate AFTER TRUNCATE ON public.jobs FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER stock_quotes_edit_insert AFTER INSERT ON public.stock_quotes REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER stock_quotes_edit_update AFTER UPDATE ON public.stock_quotes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER stock_quotes_edit_delete AFTER DELETE ON public.stock_quotes REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER stock_quotes_edit_truncate AFTER TRUNCATE ON public.stock_quotes FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER investor_publications_edit_insert AFTER INSERT ON public.investor_publications REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER investor_publications_edit_update AFTER UPDATE ON public.investor_publications REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER investor_publications_edit_delete AFTER DELETE ON public.investor_publications REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER investor_publications_edit_truncate AFTER TRUNCATE ON public.investor_publications FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER forms_edit_insert AFTER INSERT ON public.forms REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER forms_edit_update AFTER UPDATE ON public.forms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER forms_edit_delete AFTER DELETE ON public.forms REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER forms_edit_truncate AFTER TRUNCATE ON public.forms FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

create policy content_edits_read on public.content_edits for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy edited_records_read on public.edited_records for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy publish_receipt_edits_read on public.publish_receipt_edits for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.content_edits_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.content_edits_id_seq to anon;
grant select, update, usage on sequence public.content_edits_id_seq to authenticated;
grant select, update, usage on sequence public.content_edits_id_seq to service_role;

revoke all on table public.content_edits from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.content_edits to service_role;
grant select on table public.content_edits to authenticated;

revoke all on sequence public.edited_records_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.edited_records_id_seq to anon;
grant select, update, usage on sequence public.edited_records_id_seq to authenticated;
grant select, update, usage on sequence public.edited_records_id_seq to service_role;

revoke all on table public.edited_records from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.edited_records to service_role;
grant select on table public.edited_records to authenticated;

revoke all on table public.publish_receipt_edits from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.publish_receipt_edits to service_role;
grant select on table public.publish_receipt_edits to authenticated;

revoke all on function private.current_edit() from public, anon, authenticated, service_role;
grant execute on function private.current_edit() to service_role;

revoke all on function private.fields_of(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.fields_of(jsonb) to authenticated;
grant execute on function private.fields_of(jsonb) to service_role;

revoke all on function private.differing_fields(jsonb,jsonb) from public, anon, authenticated, service_role;

revoke all on function private.record_edits() from public, anon, authenticated, service_role;
grant execute on function private.record_edits() to public;

revoke all on function private.record_truncation() from public, anon, authenticated, service_role;
grant execute on function private.record_truncation() to public;

revoke all on function private.record_table(text,text) from public, anon, authenticated, service_role;

revoke all on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_record(text,text,bigint[],text,timestamp with time zone,integer,jsonb,jsonb,bigint) to service_role;

revoke all on function private.page_foresight(bigint,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.page_foresight(bigint,bigint,jsonb) to service_role;

revoke all on function public.contents_changes(bigint,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.contents_changes(bigint,jsonb,bigint) to service_role;

revoke all on function public.build_rollback(text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function public.build_rollback(text,text,text,text) to service_role;

revoke all on function public.paused_sites(text[]) from public, anon, authenticated, service_role;
grant execute on function public.paused_sites(text[]) to service_role;

revoke all on function private.tell_edits(bigint,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function private.tell_edits(bigint,jsonb,bigint) to service_role;

revoke all on function private.person_name(uuid) from public, anon, authenticated, service_role;
grant execute on function private.person_name(uuid) to authenticated;
grant execute on function private.person_name(uuid) to service_role;

revoke all on function private.edit_summary(bigint) from public, anon, authenticated, service_role;
grant execute on function private.edit_summary(bigint) to authenticated;
grant execute on function private.edit_summary(bigint) to service_role;

revoke all on function private.receipt_summary(bigint) from public, anon, authenticated, service_role;
grant execute on function private.receipt_summary(bigint) to authenticated;
grant execute on function private.receipt_summary(bigint) to service_role;

revoke all on function public.list_receipts(integer,bigint) from public, anon, authenticated, service_role;
grant execute on function public.list_receipts(integer,bigint) to authenticated;
grant execute on function public.list_receipts(integer,bigint) to service_role;

revoke all on function public.read_receipt(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_receipt(bigint) to authenticated;
grant execute on function public.read_receipt(bigint) to service_role;

revoke all on function public.read_revisions(bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.read_revisions(bigint[]) to authenticated;
grant execute on function public.read_revisions(bigint[]) to service_role;

revoke all on function public.read_fields(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.read_fields(jsonb) to authenticated;
grant execute on function public.read_fields(jsonb) to service_role;

revoke all on function private.publish_contents(bigint,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.publish_contents(bigint,bigint,jsonb) to service_role;

revoke all on function private.put_back_fields(text,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_back_fields(text,bigint,jsonb,jsonb) to service_role;

revoke all on function public.take_back(uuid,bigint,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.take_back(uuid,bigint,jsonb,jsonb) to service_role;
