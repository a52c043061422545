-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.search(text,public.locale,text,text[],integer,integer);

CREATE OR REPLACE FUNCTION private.document_entries(p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  -- A document is on the sites of the products that it belongs to.
  return query
  select s.id, 'document', d.id, l.locale, coalesce(d.localized -> l.locale::text, d.localized -> 'en') ->> 'title',
    concat_ws(' ', d.name, h.names), h.codes, '', '',
    h.path, d.storage_path, d.language, d.content_date::timestamptz, null::timestamptz, null::timestamptz
  from public.documents d
  cross join public.sites s
  cross join lateral unnest(s.locales) l (locale)
  cross join lateral (
    select string_agg(distinct p.name, ' ' order by p.name) as names,
      string_agg(distinct private.search_code(p.order_code), ' ' order by private.search_code(p.order_code)) as codes,
      min(o.path) as path
    from public.product_documents pd
    join public.products p on p.id = pd.product_id and p.is_published and s.id = any (p.sites)
    left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale)
    where pd.document_id = d.id
  ) h
  where d.id = any (p_refs) and h.names is not null;
end $function$
;

CREATE OR REPLACE FUNCTION private.entries_of_texts(p_kind text, p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return query
  select s.id, p_kind, v.id, l.locale, t.text ->> v.title, concat_ws(' ', v.names, t.text ->> 'venue', t.text ->> 'city'), '',
    t.text ->> v.summary,
    concat_ws(' ', private.rich_words(t.text -> v.body), v.more,
      (select string_agg(n #>> '{}', ' ') from jsonb_path_query(t.text, '$.positions[*]') n)),
    coalesce(o.path, f.path), null::text, null::public.locale, v.dated_at, v.visible_from, v.visible_until
  from private.searched_texts v
  join private.kinds k on k.kind = v.kind
  join public.sites s on s.id = any (v.sites)
  cross join lateral unnest(s.locales) l (locale)
  cross join lateral (select v.localized -> l.locale::text as text) t
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, v.kind, v.id, l.locale)
  left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, k.shown_on_route, l.locale)
  where v.kind = p_kind and v.id = any (p_refs) and t.text is not null;
end $function$
;

CREATE OR REPLACE FUNCTION private.search_entries(p_kind text, p_refs bigint[])
 RETURNS SETOF private.search_entry
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if to_regproc('private.' || p_kind || '_entries') is not null then
    return query execute format('select * from private.%I($1)', p_kind || '_entries') using p_refs;
  else
    return query select * from private.entries_of_texts(p_kind, p_refs);
  end if;
end $function$
;
comment on function private.search_entries(text,bigint[]) is 'What visitors of each site and locale could find of some records, made from content.';

CREATE OR REPLACE FUNCTION private.search_over(p_entries jsonb, p_locale public.locale, p_query tsquery, p_typed tsquery, p_title_key text, p_at timestamp with time zone)
 RETURNS private.search_candidate[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select row(e.kind, e.ref,
      case when e.names @@ e.query then 3 * ts_rank(e.names, e.query, 32) else ts_rank(e.words, e.query, 32) end
        + case when e.title_key = p_title_key then 4 when starts_with(e.title_key, p_title_key) then 2 else 0 end
        + (select k.search_rank from private.kinds k where k.kind = e.kind)
        - case when e.language is null or e.language = p_locale then 0 when e.language = 'en' then 0.5 else 10 end)::private.search_candidate
    from (
      select o.kind, o.ref, o.language, private.search_tokens(o.title, false) as title_key, n.names,
        n.names || private.search_vector(o.summary, 'B') || private.search_vector(left(o.body, 20000), 'D') as words, q.query
      from jsonb_populate_recordset(null::private.search_entry, p_entries) o
      cross join lateral (
        select private.search_vector(concat_ws(' ', o.title, o.names), 'A') || private.search_vector(o.codes, 'A') as names
      ) n
      cross join unnest(array[p_query, p_typed]) q (query)
      where o.path is not null and (o.visible_from is null or o.visible_from <= p_at) and (o.visible_until is null or o.visible_until > p_at)
    ) e
    where e.words @@ e.query
  );
end $function$
;

CREATE OR REPLACE FUNCTION public.search(p_site text, p_locale public.locale, p_query text, p_kinds text[], p_limit integer, p_offset integer, p_over jsonb DEFAULT NULL::jsonb, p_at timestamp with time zone DEFAULT now())
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  question private.search_question := private.search_question(p_site, p_locale, left(p_query, 200));
  candidates private.search_candidate[];
  over_index private.search_candidate[] := '{}';
  typed text[];
  asked tsquery;
  asked_for tsquery;
  answer jsonb;
begin
  if question.whole is null then
    return '{"total": 0, "facets": [], "results": [], "words": [], "corrections": []}';
  end if;
  if p_over is not null then
    typed := string_to_array(private.search_tokens(left(p_query, 200), false), ' ');
    asked := (select string_agg(private.search_term(t, length(t) > 1), '&') from unnest(typed) t)::tsquery;
  end if;
  foreach asked_for in array array[question.whole, question.part] loop
    candidates := private.search_candidates(p_site, p_locale, asked_for, question.title_key, p_at);
    if p_over is not null then
      over_index := private.search_over(p_over -> 'entries', p_locale, asked_for, asked, question.title_key, p_at);
      candidates := array(
        select c::private.search_candidate from unnest(candidates) c
        where not p_over -> 'changed' @> jsonb_build_array(jsonb_build_array(c.kind, c.ref))
      ) || array(
        select row(o.kind, o.ref, max(o.rank))::private.search_candidate from unnest(over_index) o group by o.kind, o.ref
      );
    end if;
    exit when candidates <> '{}';
  end loop;
  -- A word that only these have is none that was mistyped.
  if over_index <> '{}' then
    question.corrections := '[]';
    question.words := question.words || typed;
  end if;
  with best as (
    select c.*, row_number() over (order by c.rank desc, c.kind, c.ref desc) as place
    from unnest(candidates) c where p_kinds = '{}' or c.kind = any (p_kinds)
  )
  select jsonb_build_object(
    'total', (select count(*) from best),
    'facets', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count) order by f.kind), '[]')
      from (select c.kind, count(*) from unnest(candidates) c group by c.kind) f
    ),
    'words', to_jsonb(question.words),
    'corrections', question.corrections,
    'results', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'ref', d.ref, 'title', d.title, 'summary', d.summary,
        'body', left(d.body, 4000), 'path', d.path, 'address', d.address,
        'language', nullif(d.language, p_locale), 'dated_at', d.dated_at) order by b.place), '[]')
      from best b
      cross join lateral (
        select s.kind, s.ref, s.title, s.summary, s.body, s.path, s.address, s.language, s.dated_at from public.search_documents s
        where (s.site_id, s.kind, s.ref, s.locale) = (p_site, b.kind, b.ref, p_locale)
          and not coalesce(p_over -> 'changed' @> jsonb_build_array(jsonb_build_array(b.kind, b.ref)), false)
        union all
        select o.kind, o.ref, o.title, coalesce(o.summary, ''), coalesce(o.body, ''), o.path, o.address, o.language, o.dated_at
        from jsonb_populate_recordset(null::private.search_entry, p_over -> 'entries') o where (o.kind, o.ref) = (b.kind, b.ref)
      ) d
      where b.place > p_offset and b.place <= p_offset + p_limit
    )
  ) into answer;
  return answer;
end $function$
;
comment on function public.search(text,public.locale,text,text[],integer,integer,jsonb,timestamp with time zone) is 'What a site''s visitors find in a locale, best first, with how many there are of each kind. For the server alone, which limits how often it is asked.';

CREATE OR REPLACE FUNCTION private.make_previews()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET check_function_bodies TO 'off'
AS $function$
declare
  old record;
  part record;
  overlaid text[];
  copied text[];
  waiting text[] := '{}';
  made text[];
begin
  for old in
    select p.polname as name, p.polrelid::regclass::text as place from pg_catalog.pg_policy p
    where p.polname like '%\_preview' and not p.polpermissive
  loop
    execute format('drop policy %I on %s', old.name, old.place);
  end loop;
  drop schema if exists preview cascade;
  create schema preview;

  create temporary table preview_parts on commit drop as
  with recursive objects as (
    select p.oid, n.nspname || '.' || p.proname as name, 'function' as sort, pg_catalog.pg_get_functiondef(p.oid) as definition
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prokind = 'f' and pg_catalog.has_function_privilege('service_role', p.oid, 'execute')
    union all
    -- What is live has an address in the index of outputs. Here it has the kind and the address that it would have there.
    select c.oid, n.nspname || '.' || c.relname, 'view', case c.oid
      when 'private.live_paths'::regclass then
        'select r.site_id, r.kind, r.ref, r.locale, r.kind || '' '' || r.address as path from private.routes r'
      when 'private.route_paths'::regclass then
        'select p.site_id, p.route, l.locale, ''page '' || l.path as path
          from public.pages p join private.live_page_locales l on l.page_id = p.id where p.route is not null'
      else pg_catalog.pg_get_viewdef(c.oid)
    end
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind = 'v' and pg_catalog.has_table_privilege('service_role', c.oid, 'select')
    union all
    select format('public.%I', t.name)::regclass, 'public.' || t.name, 'table', 'page'
    from unnest('{pages,published_page_locales,page_revision_locales}'::text[]) t (name)
    union all
    select c.oid, 'public.' || t.name, 'table', k.kind
    from private.content_tables t
    join private.kinds k on k.table_name in (t.name, t.owner_name) and k.kind not in ('page', 'page_revision', 'draft_save')
    join pg_catalog.pg_class c on c.oid = format('public.%I', t.name)::regclass
  ), reached as (
    select o.* from objects o
    where o.name in ('public.read_content', 'public.find_row', 'public.find_page', 'public.read_sitemap', 'public.read_sitemap_index')
      or (o.name like 'private.%\_entries' and o.name <> 'private.search_entries') or o.name = 'private.entries_of_texts'
    union
    select o.* from reached r
    cross join lateral private.names_in(case when r.sort <> 'table' then r.definition end) n
    join objects o on o.name = n
  )
  select * from reached;

  select coalesce(array_agg(p.name), '{}') into overlaid from pg_temp.preview_parts p where p.sort = 'table';
  copied := overlaid;
  loop
    select array_agg(p.name) into made from pg_temp.preview_parts p
    where p.name <> all (copied) and exists (select from private.names_in(p.definition) n where n = any (copied) and n <> p.name);
    exit when made is null;
    copied := copied || made;
  end loop;

  perform private.make_page_overlays();
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'table' and p.definition <> 'page' order by p.name loop
    perform private.make_overlay(part.definition, split_part(part.name, '.', 2));
  end loop;
  update pg_temp.preview_parts p set definition = (
    select string_agg(case when s.text = any (copied) then 'preview.' || split_part(s.text, '.', 2) else s.text end, '' order by s.place)
    from regexp_split_to_table(regexp_replace(p.definition, '\m((?:public|private)\.[a-z_0-9]+)\M', E'\x01\\1\x01', 'g'), E'\x01')
      with ordinality s (text, place)
  ) where p.sort <> 'table' and p.name = any (copied);
  for part in select p.* from pg_temp.preview_parts p where p.sort = 'function' and p.name = any (copied) order by p.name loop
    execute part.definition;
  end loop;
  -- A view after those that it reads.
  select coalesce(array_agg(p.name), '{}') into waiting from pg_temp.preview_parts p where p.sort = 'view' and p.name = any (copied);
  while cardinality(waiting) > 0 loop
    made := '{}';
    for part in
      select p.* from pg_temp.preview_parts p
      where p.name = any (waiting) and not exists (
        select from regexp_matches(p.definition, '\mpreview\.([a-z_0-9]+)\M', 'g') m
        where 'private.' || m[1] = any (waiting) or 'public.' || m[1] = any (waiting)
      )
      order by p.name
    loop
      execute format('create view preview.%I with (security_invoker = true) as %s', split_part(part.name, '.', 2), part.definition);
      made := made || part.name;
    end loop;
    if made = '{}' then
      raise exception 'these views read each other: %', waiting;
    end if;
    waiting := array(select w from unnest(waiting) w where w <> all (made));
  end loop;
  drop table pg_temp.preview_parts;

  revoke all on schema preview from public, anon, service_role;
  revoke all on all tables in schema preview from public, anon, service_role;
  revoke all on all functions in schema preview from public, anon, service_role;
  grant usage on schema preview to authenticated;
  grant select on all tables in schema preview to authenticated;
  grant execute on all functions in schema preview to authenticated;
  -- Rows that no longer fit their tables are no longer previewed.
  update public.record_drafts set rows = rows where rows is not null;
end $function$
;
comment on function private.make_previews() is 'Makes the schema preview of the views and functions that pages are read by. To be called when one of them, or a content table, changes.';

CREATE OR REPLACE FUNCTION public.preview_sitemap(p_site text, p_kind text, p_part bigint, p_at timestamp with time zone, p_launch bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer json;
begin
  perform private.begin_preview(p_launch, p_merged);
  answer := preview.read_sitemap(p_site, p_kind, p_part, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb) is 'What public.read_sitemap answers once a launch is live.';

CREATE OR REPLACE FUNCTION public.preview_sitemap_index(p_site text, p_at timestamp with time zone, p_launch bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  answer jsonb;
begin
  perform private.begin_preview(p_launch, p_merged);
  answer := preview.read_sitemap_index(p_site, p_at);
  perform private.end_preview();
  return answer;
end $function$
;
comment on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb) is 'What public.read_sitemap_index answers once a launch is live.';

CREATE OR REPLACE FUNCTION private.found_in_launch(p_launch bigint)
 RETURNS TABLE(kind text, ref bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
#variable_conflict use_column
begin
  return query
  with named as materialized (
    select 'page' as kind, l.page_id as ref from public.launch_pages l where l.launch_id = p_launch
    union
    select d.kind, d.record_id::bigint from public.record_drafts d
    where d.launch_id = p_launch and d.rows is not null
      and d.kind in (select k.kind from private.kinds k where k.search_rank is not null union select unnest('{category,author,tag}'::text[]))
  ), others as (
    select n.* from named n
    union
    select 'product', p.id from named n join public.products p
      on (n.kind = 'series' and p.series_id = n.ref) or (n.kind = 'category' and p.primary_category_id = n.ref)
    union
    select 'document', d.document_id from named n join public.product_documents d on n.kind = 'product' and d.product_id = n.ref
    union
    select 'post', p.id from named n join public.posts p on n.kind = 'author' and p.author_id = n.ref
    union
    select 'post', t.post_id from named n join public.post_tags t on n.kind = 'tag' and t.tag_id = n.ref
    union
    select 'application', a.id from public.applications a where exists (select from named n where n.kind = 'page')
    union
    select 'page', g.page_id from preview.application_pages g where exists (select from named n where n.kind = 'application')
  )
  select o.kind, o.ref from others o where o.kind in (select k.kind from private.kinds k where k.search_rank is not null)
  order by (o.kind, o.ref) in (select n.kind, n.ref from named n) desc, o.kind, o.ref limit 1000;
end $function$
;
comment on function private.found_in_launch(bigint) is 'What may be found otherwise once a launch is live: 1,000 at most, what is in it first.';

CREATE OR REPLACE FUNCTION public.preview_found(p_site text, p_locale public.locale, p_launch bigint, p_merged jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
  asked record;
  found_here jsonb;
  entries jsonb := '[]';
begin
  changed := (select coalesce(jsonb_agg(jsonb_build_array(f.kind, f.ref)), '[]') from private.found_in_launch(p_launch) f);
  perform private.begin_preview(p_launch, p_merged);
  for asked in
    select c.value ->> 0 as kind, array_agg((c.value ->> 1)::bigint) as refs from jsonb_array_elements(changed) c group by 1 order by 1
  loop
    execute format(
      'select coalesce(jsonb_agg(to_jsonb(e)), ''[]'') from preview.%s as e where e.site_id = $3 and e.locale = $4',
      case when to_regproc('preview.' || asked.kind || '_entries') is null then 'entries_of_texts($1, $2)' else format('%I($2)', asked.kind || '_entries') end)
    into found_here using asked.kind, asked.refs, p_site, p_locale;
    entries := entries || found_here;
  end loop;
  perform private.end_preview();
  return jsonb_build_object('changed', changed, 'entries', entries);
end $function$
;
comment on function public.preview_found(text,public.locale,bigint,jsonb) is 'What is found of a site in a locale otherwise once a launch is live: its records and pages, what depends on them, and what is to be found of these. A path is a kind and an address.';

CREATE OR REPLACE FUNCTION public.read_shared(p_link bigint, p_hash text, p_call text, p_args jsonb)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  link public.launch_links;
  caller text := current_user;
  answer json;
begin
  select * into link from public.launch_links l where l.id = p_link and l.digest = p_hash;
  if link.id is null or private.state_of_link(link) <> 'open' then
    raise exception 'this link shows nothing' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('app.assured_before', 'on', true);
  perform private.act_as(link.created_by);
  -- What it reads is hidden or shown by policies, which the server itself passes over.
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', link.launch_id, p_args -> 'p_merged')
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', link.launch_id))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, link.launch_id, p_args -> 'p_merged')
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, link.launch_id,
      p_args -> 'p_merged'))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, link.launch_id, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', link.launch_id))
  end;
  perform set_config('role', caller, true);
  perform set_config('app.assured_before', '', true);
  perform set_config('app.actor', '', true);
  return answer;
end $function$
;
comment on function public.read_shared(bigint,text,text,jsonb) is 'What a preview function answers for the launch of a link, whatever launch the arguments name. Refused for a link that has ended or was revoked, and once whoever shared it is not on the staff any more.';

CREATE OR REPLACE FUNCTION public.note_shared_media(p_link bigint, p_hash text, p_names text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into public.launch_media (launch_id, name)
  select l.launch_id, n from public.launch_links l cross join unnest(p_names) n
  where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open'
    and not exists (select from public.launch_media m where m.launch_id = l.launch_id and m.name = n)
  on conflict do nothing
$function$
;
comment on function public.note_shared_media(bigint,text,text[]) is 'Notes which files a page shows that somebody looks at by a link. Nothing for a link that shows nothing.';

CREATE OR REPLACE FUNCTION public.may_see_medium(p_link bigint, p_hash text, p_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select exists (
    select from public.launch_links l join public.launch_media m on m.launch_id = l.launch_id
    where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open' and m.name = p_name
  )
$function$
;
comment on function public.may_see_medium(bigint,text,text) is 'Whether the launch of a link has shown a file of the media library, and still does.';

create table public.launch_media (
  launch_id bigint not null references public.launches (id) on delete cascade,
  -- As it is below /media/.
  name text not null check (length(name) between 1 and 400),
  primary key (launch_id, name)
);
alter table public.launch_media enable row level security;
comment on table public.launch_media is 'The files of the media library that pages of a launch have shown to whoever looked by a link: these may be asked for by links.';

create policy launch_media_read on public.launch_media for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on table public.launch_media from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.launch_media to service_role;
grant select on table public.launch_media to authenticated;

revoke all on function private.entries_of_texts(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.entries_of_texts(text,bigint[]) to public;

revoke all on function private.search_over(jsonb,public.locale,tsquery,tsquery,text,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function private.search_over(jsonb,public.locale,tsquery,tsquery,text,timestamp with time zone) to public;

revoke all on function public.search(text,public.locale,text,text[],integer,integer,jsonb,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.search(text,public.locale,text,text[],integer,integer,jsonb,timestamp with time zone) to service_role;

revoke all on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap(text,text,bigint,timestamp with time zone,bigint,jsonb) to authenticated;

revoke all on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_sitemap_index(text,timestamp with time zone,bigint,jsonb) to authenticated;

revoke all on function private.found_in_launch(bigint) from public, anon, authenticated, service_role;
grant execute on function private.found_in_launch(bigint) to authenticated;
grant execute on function private.found_in_launch(bigint) to service_role;

revoke all on function public.preview_found(text,public.locale,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.preview_found(text,public.locale,bigint,jsonb) to authenticated;

revoke all on function public.note_shared_media(bigint,text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.note_shared_media(bigint,text,text[]) to service_role;

revoke all on function public.may_see_medium(bigint,text,text) from public, anon, authenticated, service_role;
grant execute on function public.may_see_medium(bigint,text,text) to service_role;

select private.make_previews();
