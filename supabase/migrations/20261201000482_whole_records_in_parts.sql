-- The parts of a large change have whole records, and say how large it is.
create or replace function private.queue_change(p_tags text[], p_rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  part_size constant integer := 250;
  row_count integer := jsonb_array_length(p_rows);
  -- Of so many records a part has the rows and tags.
  rows_of_part integer := greatest(1, part_size * row_count / greatest(cardinality(p_tags), row_count, 1));
  who jsonb;
begin
  if cardinality(p_tags) = 0 and row_count = 0 then
    return;
  end if;
  who := jsonb_strip_nulls(jsonb_build_object('actor', private.actor(), 'edit', private.current_edit()));
  if cardinality(p_tags) <= part_size and row_count <= part_size then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows) || who);
  else
    -- The tags of a record go with its row: an output that was published for the row before they came would be published once more. What
    -- is about no row comes last. `all`: a part of many rows is one of many, however few it has.
    perform pgmq.send_batch('content_changes', array(
      with records as materialized (
        select u.record, (u.n - 1) / rows_of_part as part, u.record ->> 'kind' as kind, u.record ->> 'ref' as ref
        from jsonb_array_elements(p_rows) with ordinality u (record, n)
      ), named as (
        select u.tag, u.n, min(r.part) as part
        from unnest(p_tags) with ordinality u (tag, n)
        left join records r
          on r.kind = split_part(split_part(u.tag, ':', 1), '/', 1) and r.ref = split_part(split_part(u.tag, ':', 2), '@', 1)
        group by u.tag, u.n
      ), tagged as (
        select coalesce(n.part, 1 + (row_count - 1) / rows_of_part + (row_number() over (partition by n.part is null order by n.n) - 1) / part_size) as part,
          n.tag, n.n
        from named n
      )
      select jsonb_build_object('tags', coalesce(t.tags, '[]'), 'rows', coalesce(r.rows, '[]'), 'all', row_count) || who
      from (select d.part, jsonb_agg(d.tag order by d.n) as tags from tagged d group by d.part) t
      full join (select d.part, jsonb_agg(d.record) as rows from records d group by d.part) r using (part)
      order by part
    ));
  end if;
  -- Once per transaction, when it commits: PostgreSQL drops equal ones. The payload says that a person may be waiting.
  perform pg_notify('content_changes', case when who ? 'actor' then 'person' else '' end);
end $$;

create or replace function private.take_in_changes(p_at timestamptz, p_of_people boolean default false) returns bigint[]
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
    when row_count > few / 3 then 3
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
    case when cardinality(reached) > few then 3 else class end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 3 else class end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $$;
