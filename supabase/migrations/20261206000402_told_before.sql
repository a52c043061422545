-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function private.launch_parent(bigint,bigint);

drop function private.words_of_circle(text,text[]);

drop function private.names_in_tree(text,text[]);

CREATE OR REPLACE FUNCTION private.names_in_tree(p_tree text, p_nodes text[], p_names jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tree private.trees;
  node text;
  found_name text;
  names text[] := '{}';
begin
  select * into strict tree from private.trees t where t.name = p_tree;
  foreach node in array case when cardinality(p_nodes) > 8 then p_nodes[:4] || null::text || p_nodes[cardinality(p_nodes) - 2:] else p_nodes end loop
    execute format('select (%s)', replace(tree.node_name, '$1', '$1::' || tree.node_type)) into found_name using node;
    names := names || case when node is null then '…' else coalesce(p_names ->> node, found_name, node) end;
  end loop;
  return names;
end $function$
;

CREATE OR REPLACE FUNCTION private.words_of_circle(p_tree text, p_nodes text[], p_names jsonb DEFAULT '{}'::jsonb)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format(t.refusal, array_to_string(private.names_in_tree(p_tree, p_nodes, p_names), t.between_names)) from private.trees t where t.name = p_tree
$function$
;
comment on function private.words_of_circle(text,text[],jsonb) is 'Why a circle is refused, with the names of what is in it, and what to do.';

CREATE OR REPLACE FUNCTION private.places_of_other_states(p_places jsonb)
 RETURNS TABLE(site text, cause text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.site, case when bool_or(p.database is distinct from o.id) then 'other' else 'later' end
  from jsonb_to_recordset(p_places) p (site text, database uuid, seq bigint)
  -- A database without the site is none that it could be built from.
  join public.sites s on s.id = p.site
  cross join (select (select i.id from private.database_identity i) as id, coalesce((select max(c.seq) from public.change_log c), 0) as seq) o
  where p.seq is not null and (p.database is distinct from o.id or p.seq > o.seq)
  group by p.site
$function$
;

CREATE OR REPLACE FUNCTION private.places_of_other_builds(p_places jsonb)
 RETURNS TABLE(site text, cause text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct p.site, 'release'
  from jsonb_to_recordset(p_places) p (site text, release text)
  join public.sites s on s.id = p.site
  left join lateral (
    select b.release, b.outcome from public.site_builds b
    where b.site_id = p.site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b on true
  where p.release is not null and p.release is distinct from b.release
    -- What is put back becomes live when that is known.
    and b.outcome is distinct from 'rolled-back'
    -- What is being put live is told when it is.
    and not exists (select from public.site_builds o where o.site_id = p.site and o.finished_at is null)
    and not exists (
      select from public.publish_rounds r
      where coalesce(r.site_id, p.site) = p.site and r.switching_until > clock_timestamp()
    )
$function$
;

CREATE OR REPLACE FUNCTION private.note_places(p_places jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  own uuid;
  last_seq bigint;
  seen bigint;
begin
  if p_places = '[]' then
    return;
  end if;
  own := private.database_id();
  last_seq := coalesce((select max(c.seq) from public.change_log c), 0);
  seen := (select max(p.seq) from jsonb_to_recordset(p_places) p (seq bigint));
  if seen <= last_seq and not exists (
    select from jsonb_to_recordset(p_places) p (database uuid) where p.database <> own
  ) then
    return;
  end if;
  insert into public.unknown_files (site_id, cause)
  select o.site, o.cause from private.places_of_other_states(p_places) o on conflict (site_id) do nothing;
  if seen > last_seq then
    insert into public.change_log (seq, message_ids, tags, queued_at) values (seen + 1, '{}', '{}', now());
    perform setval('public.change_log_seq_seq', greatest(seen + 1, (select s.last_value from public.change_log_seq_seq s)));
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_places(p_places jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  perform private.note_places(coalesce(
    (select jsonb_agg(p) from jsonb_array_elements(p_places) p where p -> 'seq' <> 'null'), '[]'
  ));
  insert into public.unknown_files (site_id, cause)
  select o.site, o.cause from private.places_of_other_builds(p_places) o
  on conflict (site_id) do nothing;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause, 'since', u.noticed_at) order by u.site_id), '[]')
    from public.unknown_files u
  );
end $function$
;
comment on function public.publish_places(jsonb) is 'Compares what places say of the files of sites, as [{site, release, database, seq}], with this database. Answers the sites whose files are of a state that it does not know: they are to be built anew.';

CREATE OR REPLACE FUNCTION public.find_unknown_files(p_places jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('site', f.site, 'cause', f.cause, 'since', f.since) order by f.site), '[]')
  from (
    select distinct on (n.site) n.site, n.cause, n.since
    from (
      select u.site_id as site, u.cause, u.noticed_at as since, 1 as rank from public.unknown_files u
      union all
      select o.site, o.cause, null, 2 from private.places_of_other_states(p_places) o
      union all
      select o.site, o.cause, null, 3 from private.places_of_other_builds(p_places) o
    ) n
    order by n.site, n.rank
  ) f
$function$
;
comment on function public.find_unknown_files(jsonb) is 'What publish_places would answer for places, without noting it: since is null where no publisher has noticed it yet.';

CREATE OR REPLACE FUNCTION public.publish_metrics(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'changes', (select count(*) from pgmq.q_content_changes),
    'oldest_change_seconds', (select private.age_seconds(min(q.enqueued_at)) from pgmq.q_content_changes q),
    'lanes', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', private.lane_of(l.class),
        'outputs', l.outputs, 'oldest_seconds', private.age_seconds(l.since)) order by l.site_id, l.class), '[]')
      from (
        select o.site_id, (o.turn / 3 * 3)::smallint as class, count(*) as outputs, min(o.stale_since) as since
        from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites) group by 1, 2
      ) l
    ),
    'failed', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'outputs',
        (select count(*) from public.site_outputs o where o.failure is not null and o.site_id = s.id)) order by s.id), '[]')
      from unnest(p_sites) s (id)
    ),
    'paused', (select coalesce(jsonb_agg(p ->> 'site'), '[]') from jsonb_array_elements(public.paused_sites(p_sites)) p),
    'unknown', (select coalesce(jsonb_agg(u ->> 'site'), '[]') from jsonb_array_elements(public.unknown_sites(p_sites)) u),
    'last', (
      select coalesce(jsonb_agg(jsonb_build_object('site', s.id, 'at', extract(epoch from r.finished_at)) order by s.id), '[]')
      from unnest(p_sites) s (id)
      cross join lateral (
        select r.finished_at from public.publish_receipts r where r.site_id = s.id order by r.id desc limit 1
      ) r
    ),
    'purges', (
      select jsonb_build_object('waiting', count(*) filter (where p.purged_at is null),
        'oldest_seconds', private.age_seconds(min(p.queued_at) filter (where p.purged_at is null)),
        'unseen', count(*) filter (where p.purged_at is not null))
      from public.cache_purges p where p.seen_at is null and p.queued_at > clock_timestamp() - interval '1 day'
    ),
    'deliveries', (
      select jsonb_build_object('waiting', count(*), 'oldest_seconds', private.age_seconds(min(d.created_at)))
      from public.form_deliveries d where d.state = 'waiting' and d.recipient_id is not null
    )
  )
$function$
;
comment on function public.publish_metrics(text[]) is 'What waits to be published, by site and lane, and to be announced: how much, and for how long. For `GET /metrics`.';

CREATE OR REPLACE FUNCTION public.publishing_state(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with stale as materialized (
    select o.site_id, private.lane_of(o.turn) as lane, o.stale_since,
      case
        when o.lease_owner is distinct from 'deferred' and (o.lease_until >= clock_timestamp() or exists (
          select 1 from public.publish_rounds r where r.worker = o.lease_owner and r.until > clock_timestamp()
        )) then o.lease_owner
      end as worker
    from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites)
  )
  select jsonb_build_object(
    'changes', (
      select jsonb_build_object('count', count(*), 'since', min(q.enqueued_at)) from pgmq.q_content_changes q
    ),
    'lines', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site_id, 'lane', l.lane, 'worker', l.worker, 'count', l.count, 'since', l.since)
        order by l.worker is null, l.site_id, l.lane), '[]')
      from (select s.site_id, s.lane, s.worker, count(*), min(s.stale_since) as since from stale s group by 1, 2, 3) l
    ),
    'failed_count', (select count(*) from public.site_outputs o where o.failure is not null and o.site_id = any (p_sites)),
    'failed', (
      select coalesce(jsonb_agg(f.failed order by f.place), '[]')
      from (
        select row_number() over (order by coalesce(o.stale_since, o.rendered_at) desc, o.id) as place,
          jsonb_build_object('id', o.id, 'site', o.site_id, 'kind', o.kind, 'ref', o.ref, 'locale', o.locale, 'path', o.path,
            'failure', o.failure, 'since', coalesce(o.stale_since, o.rendered_at), 'waits', o.stale_seq is not null) as failed
        from public.site_outputs o
        where o.failure is not null and o.site_id = any (p_sites)
        order by coalesce(o.stale_since, o.rendered_at) desc, o.id limit 50
      ) f
    ),
    'paused', public.paused_sites(p_sites),
    'unknown', public.unknown_sites(p_sites),
    'builds', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'site', b.site_id, 'release', b.release, 'worker', b.lease_owner,
        'started_at', b.started_at, 'finished_at', b.finished_at, 'by', b.requested_by,
        -- One whose publisher is gone has not said how it ended.
        'outcome', case when b.finished_at is null and b.lease_until < clock_timestamp() then 'abandoned' else b.outcome end
      ) order by b.id desc), '[]')
      from unnest(p_sites) s (id)
      cross join lateral (select * from public.site_builds b where b.site_id = s.id order by b.id desc limit 5) b
    )
  )
$function$
;
comment on function public.publishing_state(text[]) is 'What waits to be published and since when, what is being published by whom, what failed and why, which sites are paused or have files of a state that is not known, and the last builds.';

CREATE OR REPLACE FUNCTION private.circles_with(p_pages jsonb)
 RETURNS TABLE(page_id bigint, way bigint[])
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive pages as (
    select p.id, p.parent_id from jsonb_to_recordset(p_pages) p (id bigint, parent_id bigint)
  ), up as (
    select p.id as start, p.parent_id as above, array[p.id, p.parent_id] as way from pages p where p.parent_id is not null
    union all
    select u.start, n.above, u.way || n.above
    from up u
    left join pages p on p.id = u.above
    cross join lateral (select case when p.id is null then private.live_parent(u.above) else p.parent_id end) n (above)
    where u.above <> u.start and n.above is not null and n.above <> all (u.way[2:])
  )
  select u.start, u.way from up u
  -- Each circle once.
  where u.above = u.start and not exists (select from pages p where p.id = any (u.way) and p.id < u.start)
$function$
;

CREATE OR REPLACE FUNCTION public.publish_obstacles(p_page_ids bigint[], p_parent_id bigint DEFAULT NULL::bigint, p_contents jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with pages as (
    select p.id, p.site_id, case when p_contents is null then p.parent_id else p_parent_id end as parent_id
    from public.pages p where p.id = any (p_page_ids)
  ), wanted as (
    select l.page_id, l.site_id, l.locale, l.path, l.title from public.page_locales l where l.page_id = any (p_page_ids) and p_contents is null
    union all
    select p.id, p.site_id, c.key::public.locale, c.value ->> 'path', c.value ->> 'title' from pages p cross join jsonb_each(p_contents) c
  ), titles as (
    select coalesce(jsonb_object_agg(w.page_id, w.title), '{}') as of_pages
    from (select distinct on (page_id) page_id, title from wanted order by page_id, locale) w
  )
  select jsonb_build_object(
    'circles', (
      select coalesce(jsonb_agg(private.words_of_circle('published_page_locales', c.way::text[], t.of_pages) order by c.page_id), '[]')
      from private.circles_with((select jsonb_agg(jsonb_build_object('id', p.id, 'parent_id', p.parent_id)) from pages p)) c
    ),
    'taken', (
      select coalesce(jsonb_agg(jsonb_build_object('locale', w.locale, 'path', l.path, 'title', l.title) order by w.locale, l.path), '[]')
      from wanted w
      join public.published_page_locales l on l.site_id = w.site_id and l.locale = w.locale and private.file_of(l.path) = private.file_of(w.path)
      where l.page_id <> all (p_page_ids)
    )
  )
  from titles t
$function$
;
comment on function public.publish_obstacles(bigint[],bigint,jsonb) is 'Why publishing the drafts of these pages, or of one page with other contents, would be refused: how a page would come below itself, and addresses that other pages have.';

CREATE OR REPLACE FUNCTION private.differs_beyond_path(p_page_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from unnest(private.cells_that_wait(v.live, v.draft)) c
    where not starts_with(c, 'settings:') or (v.live -> c) - 'path' is distinct from (v.draft -> c) - 'path'
  )
  from (select private.live_cells(p_page_id) as live, private.draft_cells(p_page_id) as draft) v
$function$
;

CREATE OR REPLACE FUNCTION public.find_moved_below(p_page_id bigint, p_after bigint DEFAULT 0, p_limit integer DEFAULT 50)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive below as (
    select p.id from public.pages p where p.parent_id = p_page_id
    union
    select p.id from public.pages p join below b on p.parent_id = b.id
  ), moved as (
    select distinct on (l.page_id) l.page_id, l.locale, l.title, l.path, o.path as live
    from below b
    join public.pages p on p.id = b.id and p.is_editable
    join public.page_locales l on l.page_id = b.id
    join public.published_page_locales o on o.page_id = l.page_id and o.locale = l.locale and o.path <> l.path
    join public.page_locales top on top.page_id = p_page_id and top.locale = l.locale and starts_with(l.path, top.path || '/')
    where b.id > p_after
    order by l.page_id, l.locale
    limit least(p_limit, 100)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', m.page_id, 'title', m.title, 'locale', m.locale, 'path', m.path, 'live', m.live,
    'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = m.page_id), 0),
    'has_more', private.differs_beyond_path(m.page_id)) order by m.page_id), '[]')
  from moved m
$function$
;
comment on function public.find_moved_below(bigint,bigint,integer) is 'The live pages below a page whose addresses have moved along with it in their drafts: where they are and will be, and whether their drafts have other changes. In the order of their numbers, those after one.';

CREATE OR REPLACE FUNCTION public.publish_with_below(p_actor uuid, p_page_id bigint, p_below jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids bigint[] := array(select b.id from jsonb_to_recordset(p_below) b (id bigint)) || p_page_id;
  titles jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages p where p.id = any (ids) order by p.id for no key update;
  perform 1 from public.modules m where m.page_id = any (ids) order by m.id for update;
  select jsonb_agg(private.page_title(p.id) order by p.id) into titles from public.pages p where p.id = any (ids) and not p.is_editable;
  if titles is not null then
    return jsonb_build_object('status', 'not-editable', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  -- What nobody has looked at is not published along.
  select jsonb_agg(coalesce(private.page_title(b.id), '') order by b.id) into titles
  from jsonb_to_recordset(p_below) b (id bigint, last_save bigint)
  where b.last_save is distinct from (
    select coalesce(max(s.id), 0) from public.pages p left join public.draft_saves s on s.page_id = p.id where p.id = b.id having count(p.id) > 0
  );
  if titles is not null then
    return jsonb_build_object('status', 'conflict', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  return public.publish_pages(ids);
end $function$
;
comment on function public.publish_with_below(uuid,bigint,jsonb) is 'Publishes the drafts of a page and of others, as [{id, last_save}], together: none of them where one is locked, or was saved since, which is answered with their titles.';

CREATE OR REPLACE FUNCTION public.launch_circles(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('page_id', c.page_id, 'titles', (
    select jsonb_agg(coalesce(i.title, private.page_title(w.id)) order by w.place)
    from unnest(c.way) with ordinality w (id, place)
    left join public.launch_pages i on i.launch_id = p_launch and i.page_id = w.id and i.contents is not null
  )) order by c.page_id), '[]')
  from private.circles_with((
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'parent_id', case when i.contents is not null then i.parent_id end))
    from public.launch_pages i join public.pages p on p.id = i.page_id
    where i.launch_id = p_launch
  )) c
$function$
;
comment on function public.launch_circles(bigint) is 'Pages of a launch that would be below themselves once it is live: of each circle one page of the launch, and the titles from it up to itself.';

revoke all on function private.names_in_tree(text,text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.names_in_tree(text,text[],jsonb) to service_role;

revoke all on function private.words_of_circle(text,text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.words_of_circle(text,text[],jsonb) to service_role;

revoke all on function private.places_of_other_states(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.places_of_other_states(jsonb) to service_role;

revoke all on function private.places_of_other_builds(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.places_of_other_builds(jsonb) to service_role;

revoke all on function public.find_unknown_files(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.find_unknown_files(jsonb) to service_role;

revoke all on function private.circles_with(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.circles_with(jsonb) to authenticated;
grant execute on function private.circles_with(jsonb) to service_role;

revoke all on function public.publish_obstacles(bigint[],bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_obstacles(bigint[],bigint,jsonb) to service_role;

revoke all on function private.differs_beyond_path(bigint) from public, anon, authenticated, service_role;
grant execute on function private.differs_beyond_path(bigint) to authenticated;
grant execute on function private.differs_beyond_path(bigint) to service_role;

revoke all on function public.find_moved_below(bigint,bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.find_moved_below(bigint,bigint,integer) to authenticated;
grant execute on function public.find_moved_below(bigint,bigint,integer) to service_role;

revoke all on function public.publish_with_below(uuid,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_with_below(uuid,bigint,jsonb) to service_role;
