-- Intake: a publisher takes queued changes into the index. One step is bounded in what it reads and touches, and commits; what it
-- leaves is for the next one. Statements that run for every change cache their plans: planning them would take longer.

-- What is asked in each step is in PL/pgSQL, which keeps its plan: a function in SQL with a search_path is planned at each call.

-- The place of an output in the order of claims. Within a priority the output of what has changed comes first, and what only machines
-- read last.
create function private.turn_of(p_priority private.priority, p_kind text, p_is_own boolean) returns smallint
language plpgsql immutable set search_path = ''
as $$
begin
  return private.first_turn(p_priority) + case when p_kind like 'sitemap%' then 2 when p_is_own then 0 else 1 end;
end $$;

-- The routes of records of one kind of content. Those of pages are looked up without the start of the large plan for all kinds.
create function private.routes_of(p_kind text, p_refs bigint[]) returns setof private.routes
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  kinds text[];
begin
  if p_kind = 'page' then
    return query select * from private.page_routes r where r.ref = any (p_refs);
  else
    kinds := array(select k.kind from private.output_kinds k where k.content_kind = p_kind);
    return query select * from private.routes r where r.kind = any (kinds) and r.ref = any (p_refs);
  end if;
end $$;
revoke execute on function private.routes_of from public;
grant execute on function private.routes_of to service_role;

-- Adds the outputs that records have by their routes and the index has not, as stale. The index nearly always has them all, and a
-- statement that inserts nothing runs its triggers all the same: it is asked first.
create function private.add_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamptz, p_priority private.priority) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  shown private.routes[] := array(
    select r from private.routes_of(p_kind, p_refs) r where r.site_id in (select b.site_id from private.built_sites b)
  );
  missing private.routes[] := array(
    select r from unnest(shown) r
    where (r.visible_until is null or r.visible_until > p_at) and not exists (
      select from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site_id, r.kind, r.ref, r.locale, '')
    )
  );
begin
  if missing <> '{}' then
    insert into public.site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, turn, next_change_at)
    select r.site_id, r.kind, r.ref, r.locale,
      case when coalesce(r.visible_from, p_at) <= p_at then p_seq end,
      array[p_kind || ':' || r.ref],
      private.turn_of(p_priority, r.kind, true),
      case when r.visible_from > p_at then r.visible_from end
    from unnest(missing) r
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
  missing := array(
    select r from unnest(shown) r
    where r.kind in (select k.kind from private.output_kinds k where k.kind = p_kind and k.sitemap_order is not null) and not exists (
      select from public.site_outputs o
      where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site_id, 'sitemap', r.ref / 500, 'en', r.kind)
    )
  );
  if missing <> '{}' then
    insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn)
    select distinct r.site_id, 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, p_seq, array['sitemap:' || r.kind || ':' || r.ref / 500],
      private.turn_of(p_priority, 'sitemap', false)
    from unnest(missing) r
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
end $$;

-- A tag of a message in parts: `product:88@de,en` is a change that readers of two locales see.
create function private.tags_in_locales(p_tags text[]) returns table (tag text, locales public.locale[])
language plpgsql immutable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select split_part(t, '@', 1), case when strpos(t, '@') > 0 then string_to_array(split_part(t, '@', 2), ',')::public.locale[] end
  from unnest(p_tags) t;
end $$;

-- Whether a change that shows in some locales may be one of an output. Files for machines show all, and what has failed may be mended.
create function private.is_in_locales(p_locales public.locale[], p_kind text, p_locale public.locale, p_failure jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_locales is null or p_locale = any (p_locales) or p_failure is not null
    or p_kind in ('sitemap', 'sitemap_index', 'redirects', 'robots');
end $$;

-- What a tag of an output says to people: of which record or page it is.
create function private.reason_of(p_tag text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case
    when starts_with(p_tag, 'path:') then 'address:' || substr(p_tag, 6)
    when starts_with(p_tag, 'list:') then split_part(p_tag, '/', 1)
    when starts_with(p_tag, 'named:') then 'globals:' || split_part(substr(p_tag, 7), '/', 1)
    else regexp_replace(p_tag, '^([a-z_]+)/[a-z_]+:', '\1:')
  end;
end $$;

-- The records of messages, and those that come with them: a product is also a line of the catalog's data, and its stock has a page.
create function private.changed_records(p_rows jsonb) returns table (kind text, ref bigint)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  with named as (
    select distinct r.kind, r.ref from jsonb_to_recordset(p_rows) r (kind text, ref bigint) where r.ref is not null
  )
  select n.kind, n.ref from named n
  union
  select c.kind, c.ref
  from named n cross join lateral (values ('catalog_part', private.catalog_part(n.ref)), ('inventory', n.ref)) c (kind, ref)
  where n.kind = 'product';
end $$;

-- The outputs of the records themselves that changed, with the reason for which they become stale.
create function private.outputs_of_records(p_rows jsonb, p_tags text[]) returns table (id bigint, reason text)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
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
  ), found as materialized (
    select o.*, w.kind as wanted_kind, w.listed_kind as wanted_list, w.reason, w.locales
    from wanted w
    cross join public.sites s
    -- Looked up one by one: the planner takes them for more than they are, and would read the whole index.
    cross join lateral (
      select o.id, o.tags, o.kind, o.locale, o.failure, o.listed_kind from public.site_outputs o where o.site_id = s.id and o.kind = w.kind and o.ref = w.ref offset 0
    ) o
  ), tagged as materialized (
    select f.id, t.tag from found f cross join lateral unnest(f.tags) t (tag) where f.wanted_kind in ('catalog_part', 'inventory')
  ), changed as materialized (
    select c.tag from private.tags_in_locales(p_tags) c
  ), depending as materialized (
    -- Joined once and as a whole, as in the search for wide changes.
    select distinct t.id from tagged t join changed c using (tag)
  )
  select f.id, f.reason
  from found f
  left join depending d using (id)
  where case
    when f.wanted_list is null then f.reason = any (f.tags) and private.is_in_locales(f.locales, f.kind, f.locale, f.failure)
    when f.wanted_kind = 'sitemap' then f.listed_kind = f.wanted_list
    -- What comes with a product and depends on it has the product as its reason.
    when f.wanted_kind in ('catalog_part', 'inventory') then d.id is null
    else true
  end;
end $$;

-- Makes outputs stale, each once whatever the number of reasons. One that is stale already is touched again only if it has to be:
-- when its turn comes sooner, when somebody who waits for few outputs asks why they were published, while it is leased, and while
-- its site is being built, since the number tells what the lease and the build have not seen; and when it was stale for settings and
-- menus of its site alone, and is not any more.
create function private.mark_outputs(
  p_ids bigint[], p_own_ids bigint[], p_own_reasons text[], p_tags text[], p_seq bigint, p_priority private.priority,
  p_own_priority private.priority
) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  few_tags constant integer := 8;
begin
  with found as (
    select f.id, array_agg(f.reason) filter (where f.reason is not null) as own
    from (select unnest(p_ids) as id, null::text as reason union all select * from unnest(p_own_ids, p_own_reasons)) f
    group by f.id
  ), builds as (
    select b.site_id, max(b.start_seq) as start_seq from public.site_builds b where b.finished_at is null group by b.site_id
  ), named as (
    select m.id, array_agg(distinct private.reason_of(m.tag)) as tags, bool_and(m.tag = 'globals:' || m.site_id) as are_of_frame
    from (
      select o.id, o.site_id, c.tag
      from found f
      join public.site_outputs o on o.id = f.id
      join unnest(p_tags) c (tag) on c.tag = any (o.tags)
      where cardinality(p_tags) <= few_tags
      union all
      -- Joined: compared one with another, thousands of tags would take seconds.
      select o.id, o.site_id, t.tag
      from found f
      join public.site_outputs o on o.id = f.id
      cross join lateral unnest(o.tags) t (tag)
      join unnest(p_tags) c (tag) using (tag)
      where cardinality(p_tags) > few_tags
    ) m
    group by m.id
  ), due as (
    select o.id, n.reasons, is_of_frame,
      private.turn_of(case when f.own is null then p_priority else p_own_priority end, o.kind,
        f.own is not null or (o.kind || ':' || o.ref) = any (n.reasons)) as turn,
      o.stale_seq is null or o.lease_owner is not null or o.stale_seq <= greatest(o.read_seq, b.start_seq) as is_unseen
    from found f
    join public.site_outputs o on o.id = f.id
    left join builds b on b.site_id = o.site_id
    left join named m on m.id = o.id
    cross join lateral (select f.own is null and coalesce(m.are_of_frame, false) as is_of_frame) w
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
    where o.read_seq < p_seq and (o.stale_seq is distinct from p_seq or (o.frame_seq is not null and not is_of_frame))
  )
  update public.site_outputs o
  set stale_seq = case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end,
    frame_seq = case
      when d.is_of_frame and (o.stale_seq is null or o.frame_seq = o.stale_seq)
        then case when d.is_unseen or d.turn < o.turn then p_seq else o.stale_seq end
    end,
    turn = case when o.stale_seq is null then d.turn else least(o.turn, d.turn) end,
    stale_reasons = array(select r from unnest(d.reasons) r order by r)
  from due d
  where o.id = d.id
    and (d.is_unseen or d.turn < o.turn or (p_priority < 'bulk' and not d.reasons <@ o.stale_reasons)
      or (o.frame_seq is not null and not d.is_of_frame));
end $$;

-- Outputs that have one of the tags, of one site or of all, as soon as so many are found; more than once if they have several.
create function private.outputs_with_tags(p_tags text[], p_site_id text, p_at_most integer) returns bigint[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  -- Tag by tag: one look-up of many tags compares each output with all of them.
  return array(
    select f.output_id
    from private.tags_in_locales(p_tags) t
    cross join lateral (
      select o.output_id from public.output_tags o
      where o.tags @> array[t.tag] and ((t.locales is null and p_site_id is null) or exists (
        select from public.site_outputs s
        where s.id = o.output_id and (p_site_id is null or s.site_id = p_site_id) and private.is_in_locales(t.locales, s.kind, s.locale, s.failure)
      ))
      limit p_at_most
    ) f
    limit p_at_most
  );
end $$;
revoke execute on function private.outputs_with_tags from public;
grant execute on function private.outputs_with_tags to service_role;

-- One step of the search for changes that reach many outputs. Returns whether something is left of it.
create function private.search_wide_changes() returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- The lock is held meanwhile, and a person's claim waits for it. A claim of many gives 150: the search stays ahead of them.
  at_most constant integer := 200;
  held_at_most constant integer := 10000;
  few_tags constant integer := 8;
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
    -- Where they are few of a large index, most of what a search reads is not what it is for.
    ids := private.outputs_with_tags(change.tags, change.site_id, held_at_most + 1);
    if cardinality(ids) <= held_at_most then
      change.output_ids := array(select distinct i from unnest(ids) i order by i);
      update public.wide_changes w set output_ids = change.output_ids where w.id = change.id;
    end if;
  end if;
  if change.output_ids is not null then
    ids := array(select i from unnest(change.output_ids) i where i > change.searched_to order by i limit at_most);
    scanned_to := ids[cardinality(ids)];
  else
    with scanned as materialized (
      select o.id, o.site_id, o.kind, o.locale, o.failure, o.tags from public.site_outputs o where o.id > change.searched_to order by o.id limit at_most * 4
    ), changed as materialized (
      select c.tag, c.locales from private.tags_in_locales(change.tags) c
    ), tagged as (
      -- Thousands are joined once and as a whole: for each output anew, or compared one with another, they would take seconds.
      select s.*, t.tag as has
      from scanned s cross join lateral unnest(s.tags) t (tag)
      where cardinality(change.tags) > few_tags and (change.site_id is null or s.site_id = change.site_id)
    ), matching as (
      select distinct t.id
      from tagged t
      join changed c on c.tag = t.has
      where private.is_in_locales(c.locales, t.kind, t.locale, t.failure)
      union
      select s.id
      from scanned s
      where cardinality(change.tags) <= few_tags and (change.site_id is null or s.site_id = change.site_id) and exists (
        select from changed c where c.tag = any (s.tags) and private.is_in_locales(c.locales, s.kind, s.locale, s.failure)
      )
      order by 1 limit at_most
    )
    select array_agg(m.id), case when count(*) = at_most then max(m.id) else (select max(s.id) from scanned s) end
    into ids, scanned_to from matching m;
  end if;
  if scanned_to is null then
    delete from public.wide_changes w where w.id = change.id;
    return exists (select 1 from public.wide_changes);
  end if;
  perform private.mark_outputs(ids, '{}', '{}', array(select t.tag from private.tags_in_locales(change.tags) t), change.seq, 'bulk', 'bulk');
  update public.wide_changes w set searched_to = scanned_to where w.id = change.id;
  return true;
end $$;

-- One step: receives some of the queued messages at once, what people have changed before everything else. Changes that reach few
-- outputs make them stale; those that reach more wait in `wide_changes`. Returns the messages.
create function private.take_in_changes(p_at timestamptz, p_of_people boolean default false) returns bigint[]
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
  priority private.priority;
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
  priority := case
    when row_count > few / 3 then 'bulk'
    when of_people then 'people'
    else 'changes'
  end;
  perform private.add_outputs(r.kind, array_agg(r.ref), this_seq, p_at, priority) from private.changed_records(these_rows) r group by r.kind;
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
    case when cardinality(reached) > few then 'bulk' else priority end,
    -- What nobody waits for becomes live together with all that shows it.
    case when cardinality(reached) > few and not of_people then 'bulk' else priority end);
  if is_wide then
    insert into public.wide_changes (seq, tags) values (this_seq, sent_tags);
  end if;
  return taken;
end $$;

create function public.publish_take_in(p_at timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_index();
  return cardinality(private.take_in_changes(p_at)) > 0;
end $$;
comment on function public.publish_take_in is
  'Takes some of the queued changes into the index. Returns whether there were any: call it again until there are none.';
revoke execute on function public.publish_take_in from public, anon, authenticated;
grant execute on function public.publish_take_in to service_role;
