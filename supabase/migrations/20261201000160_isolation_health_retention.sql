-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.page_revision_locales drop constraint page_revision_locales_seo_check;

alter table public.page_locales drop constraint page_locales_seo_check;

alter table public.menus drop constraint menus_items_check;

alter table public.sites drop constraint sites_settings_check;

CREATE OR REPLACE FUNCTION private.is_slug(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- Everything but a-z, 0-9, the hyphen and letters beyond ASCII is excluded by code point, since the matches of a
  -- character class such as [:alnum:] depend on the collation of the database.
  select value ~ '^[^\x01-\x2c\x2e\x2f\x3a-\x60\x7b-\xde\xf7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]+$'
    and value !~ '^-|-$|--' and value is nfc normalized and length(value) <= 120
    -- The name of a file takes 255 bytes, endings included: 85 letters of Japanese are as long.
    and octet_length(value) <= 240
$function$
;
comment on function private.is_slug(text) is 'Whether a value is a path segment of lowercase letters, digits and single hyphens.';

CREATE OR REPLACE FUNCTION private.id_of(value jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(value) = 'number' and value #>> '{}' ~ '^[0-9]{1,18}$' then (value #>> '{}')::bigint end
$function$
;
comment on function private.id_of(jsonb) is 'The id that a value is, or null. A cast fails for what is none, and with it whatever reads that row beside others.';

CREATE OR REPLACE FUNCTION private.names_ids(value jsonb, keys text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select not exists (
    select from jsonb_path_query(value, 'strict $.** ? (@.type() == "object")') o (object)
    cross join unnest(keys) k (key)
    where coalesce(jsonb_typeof(o.object -> k.key), 'null') <> 'null' and private.id_of(o.object -> k.key) is null
  )
$function$
;
comment on function private.names_ids(jsonb,text[]) is 'Whether these keys, wherever they are in a value, hold ids or nothing.';

CREATE OR REPLACE FUNCTION private.is_seo(value jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.names_ids(value, '{og_image}') and coalesce(jsonb_typeof(value -> 'noindex'), 'null') in ('boolean', 'null')
$function$
;
comment on function private.is_seo(jsonb) is 'Whether the fields of a page for search engines that the database reads are of their types.';

CREATE OR REPLACE FUNCTION private.is_media_path(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- The length is counted as the server counts it, where a character beyond the basic plane is two.
  select value ~ '^[^/\\%?#\x01-\x1f\x7f-\x9f]+(/[^/\\%?#\x01-\x1f\x7f-\x9f]+)*$' and value !~ '(^|/)\.' and value !~ '[^/]{201}'
    and length(value) + regexp_count(value, '[\U00010000-\U0010ffff]') <= 500
    -- The cache of media adds an ending to the name of a file.
    and not exists (select from unnest(string_to_array(value, '/')) s (name) where octet_length(s.name) > 240)
$function$
;
comment on function private.is_media_path(text) is 'Whether a value is a path in the bucket of media: it means the same on a disk, in a URL and to Storage, and leads nowhere else.';

CREATE OR REPLACE FUNCTION private.note_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.stale_since := case when new.stale_seq is not null then clock_timestamp() end;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_defer(p_worker text, p_outputs jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  perform pg_advisory_xact_lock(7310);
  update public.site_outputs o
  set failure = coalesce(r.failure, o.failure),
    lease_owner = case when r.seconds > 0 then 'deferred' end,
    lease_until = case when r.seconds > 0 then clock_timestamp() + make_interval(secs => r.seconds) end
  from jsonb_to_recordset(p_outputs) as r (
    site text, kind text, ref bigint, locale public.locale, listed text, failure jsonb, seconds double precision
  )
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (r.site, r.kind, r.ref, r.locale, coalesce(r.listed, ''))
    and o.lease_owner = p_worker;
end $function$
;
comment on function public.publish_defer(text,jsonb) is 'Gives back leased outputs that were not published: nobody claims them before their seconds have passed, and they stay stale with their reasons. The paths that they were to take stay reserved.';

CREATE OR REPLACE FUNCTION public.publish_health(p_sites text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with oldest as (
    select least(
      (select min(q.enqueued_at) from pgmq.q_content_changes q),
      (select min(o.stale_since) from public.site_outputs o where o.stale_seq is not null and o.site_id = any (p_sites))
    ) as since
  ), live as (
    select s.id as site, b.outcome, b.started_at
    from unnest(p_sites) s (id)
    cross join lateral (
      select b.outcome, b.started_at from public.site_builds b
      where b.site_id = s.id and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
    ) b
  )
  select jsonb_build_object(
    'pending', (select count(*) from pgmq.q_content_changes) + (select count(*) from public.site_outputs where stale_seq is not null),
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
    'paused', (
      select coalesce(jsonb_agg(jsonb_build_object('site', l.site, 'since', l.started_at) order by l.site), '[]')
      from live l where l.outcome = 'rolled-back'
    ),
    'last_success', (select r.finished_at from public.publish_receipts r order by r.id desc limit 1)
  )
  from oldest o
$function$
;
comment on function public.publish_health(text[]) is 'How much waits to be published and for how long, which outputs have failed, which sites are paused since they were rolled back, and the last publish.';

CREATE OR REPLACE FUNCTION public.read_globals(p_site text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with link_ids as (
      select distinct private.id_of(jsonb_path_query(m.items, 'strict $.**.link')) as id
      from public.menus m where m.site_id = p_site
    )
    select jsonb_build_object(
      'locales', s.locales, 'settings', s.settings, 'localized', s.localized,
      'og_image', (select r.record from private.image_records r where r.id = private.id_of(s.settings -> 'og_image')),
      'menus', (select coalesce(jsonb_object_agg(m.name, m.items), '{}') from public.menus m where m.site_id = s.id),
      'links', (
        select coalesce(jsonb_object_agg(l.id, l.record), '{}')
        from private.link_records l where l.id in (select i.id from link_ids i)
      ),
      'routes', (
        select coalesce(jsonb_object_agg(p.route, a.addresses), '{}')
        from public.pages p
        -- One page's at a time: joined as a whole, the addresses of all pages of all sites would be gathered.
        cross join lateral (
          select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title)) as addresses
          from public.published_page_locales l where l.page_id = p.id
        ) a
        where p.site_id = s.id and p.route is not null and a.addresses is not null
      ))
    from public.sites s
    where s.id = p_site
  );
end $function$
;
comment on function public.read_globals(text) is 'What every page of a site shows: its metadata, settings and menus, and the addresses of its routes.';

CREATE OR REPLACE FUNCTION public.read_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  answer json;
begin
  with routes as materialized (
    select r.* from private.routes r
    where r.site_id = p_site and r.kind = p_kind and r.ref >= p_part * 500 and r.ref < (p_part + 1) * 500 and not r.noindex
      and (r.visible_until is null or r.visible_until > p_at)
  ), entries as materialized (
    select r.ref, max(r.changed_at) as changed_at, json_object_agg(r.locale, r.address) as locales,
      case when p_kind = 'page' then (
        select private.id_of(c.seo -> 'og_image')
        from public.pages p
        join public.page_revision_locales c on c.revision_id = p.published_revision_id and c.locale = 'en'
        where p.id = r.ref
      ) else (select i.image_id from private.page_rows i where i.kind = p_kind and i.id = r.ref) end as image_id
    from routes r
    where r.visible_from is null or r.visible_from <= p_at
    group by r.ref
  )
  select json_build_object(
    'entries', (
      select coalesce(json_agg(json_build_object('kind', p_kind, 'ref', e.ref, 'locales', e.locales,
        'changed_at', e.changed_at, 'image', (select i.record from private.image_records i where i.id = e.image_id)) order by e.ref), '[]')
      from entries e
    ),
    'next_change_at', (
      select least(min(r.visible_from) filter (where r.visible_from > p_at), min(r.visible_until)) from routes r
    ))
  into answer;
  return answer;
end $function$
;
comment on function public.read_sitemap(text,text,bigint,timestamp with time zone) is 'The routes of one sitemap file: up to 500 records of a kind.';

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
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
  delete from public.change_log where taken_in_at < now() - interval '1 day';
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds) = p_limit);
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

alter table public.site_outputs add column stale_since timestamp with time zone;

create or replace view private.globals_dependencies with (security_invoker=true) as
 WITH menu_links AS (
         SELECT m.site_id,
            private.id_of(jsonb_path_query(m.items, 'strict $.**."link"'::jsonpath)) AS link_id
           FROM public.menus m
        )
 SELECT n.site_id,
    ('link:'::text || n.link_id) AS tag
   FROM menu_links n
  WHERE (n.link_id IS NOT NULL)
UNION
 SELECT n.site_id,
    d.tag
   FROM ((menu_links n
     JOIN public.links l ON ((l.id = n.link_id)))
     CROSS JOIN LATERAL ( VALUES (('address:page:'::text || l.page_id)), (((l.row_kind || ':'::text) || l.row_id)), (('document:'::text || l.document_id))) d(tag))
  WHERE (d.tag IS NOT NULL)
UNION
 SELECT m.site_id,
    ('image:'::text || (jsonb_path_query(m.items, 'strict $.**."image"'::jsonpath) #>> '{}'::text[])) AS tag
   FROM public.menus m
UNION
 SELECT p.site_id,
    ('address:page:'::text || p.id) AS tag
   FROM public.pages p
  WHERE (p.route IS NOT NULL)
UNION
 SELECT s.id AS site_id,
    ('image:'::text || (s.settings ->> 'og_image'::text)) AS tag
   FROM public.sites s
  WHERE (s.settings ? 'og_image'::text);

alter table public.sites add constraint sites_settings_check CHECK (((jsonb_typeof(settings) = 'object'::text) AND private.names_ids(settings, '{og_image}'::text[])));

alter table public.menus add constraint menus_items_check CHECK (((jsonb_typeof(items) = 'array'::text) AND private.names_ids(items, '{link,image}'::text[])));

alter table public.page_locales add constraint page_locales_seo_check CHECK (((jsonb_typeof(seo) = 'object'::text) AND private.is_seo(seo)));

alter table public.page_revision_locales add constraint page_revision_locales_seo_check CHECK ((private.is_bounded_json(seo) AND private.is_seo(seo)));

CREATE INDEX site_outputs_failure_idx ON public.site_outputs USING btree (site_id) WHERE (failure IS NOT NULL);

CREATE TRIGGER site_outputs_waiting_insert BEFORE INSERT ON public.site_outputs FOR EACH ROW WHEN ((new.stale_seq IS NOT NULL)) EXECUTE FUNCTION private.note_waiting();

CREATE TRIGGER site_outputs_waiting_update BEFORE UPDATE OF stale_seq ON public.site_outputs FOR EACH ROW WHEN (((new.stale_seq IS NULL) <> (new.stale_since IS NULL))) EXECUTE FUNCTION private.note_waiting();

revoke all on function private.id_of(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.id_of(jsonb) to authenticated;
grant execute on function private.id_of(jsonb) to public;
grant execute on function private.id_of(jsonb) to service_role;

revoke all on function private.names_ids(jsonb,text[]) from public, anon, authenticated, service_role;
grant execute on function private.names_ids(jsonb,text[]) to authenticated;
grant execute on function private.names_ids(jsonb,text[]) to public;
grant execute on function private.names_ids(jsonb,text[]) to service_role;

revoke all on function private.is_seo(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.is_seo(jsonb) to authenticated;
grant execute on function private.is_seo(jsonb) to public;
grant execute on function private.is_seo(jsonb) to service_role;

revoke all on function private.note_waiting() from public, anon, authenticated, service_role;
grant execute on function private.note_waiting() to public;

revoke all on function public.publish_defer(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_defer(text,jsonb) to service_role;

revoke all on function public.publish_health(text[]) from public, anon, authenticated, service_role;
grant execute on function public.publish_health(text[]) to service_role;

revoke all on function public.publish_prune(integer,integer,integer) from public, anon, authenticated, service_role;
grant execute on function public.publish_prune(integer,integer,integer) to service_role;
