-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.may_be_of_globals(p_tag text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_tag ~ '^([a-z_]+/link|link/lead|path:page|address:page|document/card):'
$function$
;

CREATE OR REPLACE FUNCTION private.routes_of(p_kind text, p_refs bigint[])
 RETURNS SETOF private.routes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  kinds text[];
begin
  if p_kind = 'page' then
    return query select * from private.page_routes r where r.ref = any (p_refs);
  else
    kinds := array(select k.kind from private.output_kinds k where k.content_kind = p_kind);
    return query select * from private.routes r where r.kind = any (kinds) and r.ref = any (p_refs);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_outputs(p_kind text, p_refs bigint[], p_seq bigint, p_at timestamp with time zone, p_class integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
      private.turn_of(p_class, r.kind, true),
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
      private.turn_of(p_class, 'sitemap', false)
    from unnest(missing) r
    on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  end if;
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

create or replace view private.page_routes with (security_invoker=true) as
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
  WHERE (p.route = ANY (ARRAY['newsroom.blog'::text, 'company.press'::text, 'company.ad-hoc'::text, 'career.news'::text]));

create or replace view private.routes with (security_invoker=true) as
 SELECT r.site_id,
    r.kind,
    r.ref,
    r.locale,
    r.address,
    r.noindex,
    r.changed_at,
    r.visible_from,
    r.visible_until
   FROM private.page_routes r
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

revoke all on table private.page_routes from public, anon, authenticated, service_role;
grant select on table private.page_routes to service_role;

revoke all on function private.may_be_of_globals(text) from public, anon, authenticated, service_role;
grant execute on function private.may_be_of_globals(text) to service_role;

revoke all on function private.routes_of(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.routes_of(text,bigint[]) to service_role;

select private.make_previews();
