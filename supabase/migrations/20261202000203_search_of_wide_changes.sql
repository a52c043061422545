-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.outputs_of_records(p_rows jsonb, p_tags text[])
 RETURNS TABLE(id bigint, reason text)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
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
end $function$
;

CREATE OR REPLACE FUNCTION private.search_wide_changes()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  at_most constant integer := 500;
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
  end if;
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
  if scanned_to is null then
    delete from public.wide_changes w where w.id = change.id;
    return exists (select 1 from public.wide_changes);
  end if;
  perform private.mark_outputs(ids, '{}', '{}', array(select t.tag from private.tags_in_locales(change.tags) t), change.seq, 3, 3);
  update public.wide_changes w set searched_to = scanned_to where w.id = change.id;
  return true;
end $function$
;
