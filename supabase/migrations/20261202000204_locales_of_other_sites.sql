-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.queue_site_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Nothing shows the addresses of `settings`.
  ignored constant text[] := array['version', 'updated_at'];
  -- A row that moves has been on two sites.
  sites text[] := array(
    select distinct coalesce(r ->> 'site_id', r ->> 'id') from (values (to_jsonb(old)), (to_jsonb(new))) v (r) where r is not null
  );
  before jsonb := to_jsonb(old) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  after jsonb := to_jsonb(new) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  shape text := '';
  locales text[];
  pages text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    locales := private.locales_of_site_change(tg_argv[0], before, after);
    if before = after or locales = '{}' then
      return null;
    end if;
    if tg_argv[0] = 'site' and private.without_text(before, 'description') = private.without_text(after, 'description') then
      shape := '/description';
    end if;
  end if;
  if tg_argv[0] = 'site' and (before -> 'locales') is distinct from (after -> 'locales') then
    -- Its own pages follow by the tag of the site.
    pages := private.tags_of_live_pages(sites, case when tg_op = 'UPDATE' then array(
      select l::public.locale from (
        select jsonb_array_elements_text(before -> 'locales') union all select jsonb_array_elements_text(after -> 'locales')
      ) both_of (l) group by l having count(*) = 1
    ) end);
  end if;
  perform private.queue_change(
    array(select concat_ws('@', tg_argv[0] || shape || ':' || s, array_to_string(locales, ',')) from unnest(sites) s) || pages,
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.queue_bucket(p_table text, p_bucket bigint, p_reason text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  watched private.watched_tables;
  sites text[] := array(select s.id from public.sites s union select b.site_id from public.site_builds b);
  ids bigint[] := array(select generate_series(p_bucket * 500, p_bucket * 500 + 499));
begin
  select * into strict watched from private.watched_tables w where w.name = p_table;
  if watched.id_query is not null then
    execute watched.id_query into ids using p_bucket * 500, p_bucket * 500 + 499;
  end if;
  perform private.queue_change(
    array(select t || ':' || id from unnest(watched.row_tags) t, unnest(ids) id)
      || array(select t || ':' || s from unnest(watched.site_tags) t, unnest(sites) s)
      || array(select distinct 'sitemap:' || watched.row_kind || ':' || id / 500 from unnest(ids) id where watched.row_kind is not null)
      || case when p_table = 'sites' then private.tags_of_live_pages(sites, null) else '{}' end
      || watched.other_tags || array(select g from unnest(watched.other_tags) t, unnest(private.tags_of_lists(p_table, t)) g) || p_reason,
    case when watched.row_kind is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('kind', watched.row_kind, 'ref', id)), '[]') from unnest(ids) id
    ) end);
  insert into private.site_checks (site_id) select unnest(sites);
end $function$
;

CREATE OR REPLACE FUNCTION private.tags_of_live_pages(p_sites text[], p_locales public.locale[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg(distinct t.tag), '{}')
  from public.published_page_locales l
  cross join lateral (values ('address:page:' || l.page_id), ('path:page:' || l.page_id), ('below:page:' || l.parent_id)) t (tag)
  where l.site_id = any (p_sites) and (p_locales is null or l.locale = any (p_locales)) and t.tag is not null
$function$
;

revoke all on function private.tags_of_live_pages(text[],public.locale[]) from public, anon, authenticated, service_role;
grant execute on function private.tags_of_live_pages(text[],public.locale[]) to public;
