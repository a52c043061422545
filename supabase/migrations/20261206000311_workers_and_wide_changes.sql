-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.sitemap_line(p_site_id text, p_path text, p_noindex boolean, p_published_at timestamp with time zone, p_picture bigint)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when not p_noindex then jsonb_build_array(p_site_id, p_path, (p_published_at at time zone 'UTC')::date, p_picture) end $function$
;

CREATE OR REPLACE FUNCTION private.queue_page_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tags text[];
  moved text[];
  led_to text[];
  touched bigint[];
  -- Of which the sitemap shows something else.
  listed bigint[];
  sections bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from new_rows;
    listed := array(select distinct page_id from new_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct page_id), array_agg(distinct parent_id) filter (where parent_id is not null)
    into touched, sections from old_rows;
    listed := array(select distinct page_id from old_rows where not noindex);
    moved := array(select 'address:page:' || id from unnest(touched) id);
    led_to := array(select 'path:page:' || id from unnest(touched) id);
  else
    with changed as (
      select page_id, o.parent_id as old_parent, n.parent_id as new_parent,
        (o.site_id, o.path, private.page_name(o.title, o.nav_title), o.parent_id)
          is distinct from (n.site_id, n.path, private.page_name(n.title, n.nav_title), n.parent_id) as is_moved,
        (o.site_id, o.path) is distinct from (n.site_id, n.path) as is_led_to,
        (o.site_id, o.path, o.parent_id) is not distinct from (n.site_id, n.path, n.parent_id) as is_only_renamed,
        private.sitemap_line(o.site_id, o.path, o.noindex, o.published_at, private.sitemap_picture(o.revision_id))
          is distinct from private.sitemap_line(n.site_id, n.path, n.noindex, n.published_at, private.sitemap_picture(n.revision_id)) as is_listed_anew,
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
    select array_agg(distinct c.page_id), array_agg(distinct c.page_id) filter (where c.is_listed_anew),
      -- An address is shown in all languages, by the switch between them; a name in its own.
      array_agg(distinct concat_ws('@', 'address:page:' || c.page_id, case when c.is_only_renamed then array_to_string(c.readers, ',') end)) filter (where c.is_moved),
      array_agg(distinct concat_ws('@', 'path:page:' || c.page_id, array_to_string(c.readers, ','))) filter (where c.is_led_to),
      (select array_agg(distinct s) from changed m cross join lateral (values (m.old_parent), (m.new_parent)) v (s)
        where m.is_moved and s is not null)
    into touched, listed, moved, led_to, sections
    from changed c;
  end if;
  if touched is null then
    return null;
  end if;
  select array_agg('page:' || id) into tags from unnest(touched) id;
  tags := tags || array(select distinct 'sitemap:page:' || id / 500 from unnest(listed) id);
  if moved is not null then
    tags := tags || moved;
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

CREATE OR REPLACE FUNCTION public.publish_release(p_worker text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 5000;
  released integer;
begin
  update public.site_outputs set lease_owner = null, lease_until = null
  where id in (select o.id from public.site_outputs o where o.lease_owner = p_worker limit at_most);
  get diagnostics released = row_count;
  delete from public.file_removals where worker = p_worker;
  delete from public.publish_rounds where worker = p_worker;
  delete from public.publish_holds where worker = p_worker;
  delete from public.taken_leases where worker = p_worker;
  update public.site_builds set finished_at = now(), outcome = 'abandoned' where lease_owner = p_worker and finished_at is null;
  return released = at_most;
end $function$
;
comment on function public.publish_release(text) is 'Gives back what a publisher of this name held when it ended. Returns whether some of it is left: then call it again.';

CREATE OR REPLACE FUNCTION public.publish_workers()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(distinct w.worker), '[]')
  from (
    select o.lease_owner as worker from public.site_outputs o where o.lease_owner <> 'deferred'
    union all select f.worker from public.file_removals f
    union all select r.worker from public.publish_rounds r
    union all select h.worker from public.publish_holds h
    union all select t.worker from public.taken_leases t
    union all select b.lease_owner from public.site_builds b where b.finished_at is null
  ) w
$function$
;
comment on function public.publish_workers() is 'The names of all that hold outputs, removals, rounds, builds, or others up.';

CREATE OR REPLACE FUNCTION private.outputs_with_tags(p_tags text[], p_site_id text, p_at_most integer)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.search_wide_changes()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- The lock is held meanwhile, and a person's claim waits for it. A claim of many gives 150: the search stays ahead of them.
  at_most constant integer := 200;
  held_at_most constant integer := 10000;
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
    ), tagged as materialized (
      select s.id, s.kind, s.locale, s.failure, t.tag
      from scanned s cross join lateral unnest(s.tags) t (tag)
      where change.site_id is null or s.site_id = change.site_id
    ), changed as materialized (
      select c.tag, c.locales from private.tags_in_locales(change.tags) c
    ), matching as (
      -- Joined once and as a whole: for each output anew, or compared one with another, thousands of tags would take seconds.
      select distinct t.id
      from tagged t
      join changed c using (tag)
      where private.is_in_locales(c.locales, t.kind, t.locale, t.failure)
      order by t.id limit at_most
    )
    select array_agg(m.id), case when count(*) = at_most then max(m.id) else (select max(s.id) from scanned s) end
    into ids, scanned_to from matching m;
  end if;
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

CREATE OR REPLACE FUNCTION private.page_foresight(p_page_id bigint, p_parent_id bigint, p_news jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'tags', to_jsonb(array['page:' || p.id]
      || case when d.is_listed_anew then array['sitemap:page:' || p.id / 500] else '{}' end
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
      coalesce(bool_or((n.path, private.page_name(n.title, n.nav_title), p_parent_id)
        is distinct from (o.path, private.page_name(o.title, o.nav_title), o.parent_id)), false)
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
      coalesce(bool_or(
        private.sitemap_line(p.site_id, n.path, n.noindex, now(), private.id_of(p_news #> '{en,seo,og_image}'))
          is distinct from private.sitemap_line(o.site_id, o.path, o.noindex, o.published_at, private.sitemap_picture(o.revision_id))
      ), false) as is_listed_anew
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

alter table public.wide_changes add column output_ids bigint[];

revoke all on function private.sitemap_picture(bigint) from public, anon, authenticated, service_role;
grant execute on function private.sitemap_picture(bigint) to service_role;

revoke all on function private.sitemap_line(text,text,boolean,timestamp with time zone,bigint) from public, anon, authenticated, service_role;
grant execute on function private.sitemap_line(text,text,boolean,timestamp with time zone,bigint) to service_role;

revoke all on function public.publish_workers() from public, anon, authenticated, service_role;
grant execute on function public.publish_workers() to service_role;

revoke all on function private.outputs_with_tags(text[],text,integer) from public, anon, authenticated, service_role;
grant execute on function private.outputs_with_tags(text[],text,integer) to service_role;
