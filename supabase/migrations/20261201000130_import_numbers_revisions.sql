-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.import_refuse_collisions(p_import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_id bigint;
  found_page bigint;
begin
  select m.id, m.page_id into found_id, found_page
  from private.import_rows s
  join public.modules m on m.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'modules' and m.page_id <> (s.content ->> 'page_id')::bigint
  order by m.id limit 1;
  if found then
    raise exception 'The module % is on the page % in the database', found_id, found_page using errcode = 'unique_violation';
  end if;
  select r.id, r.page_id into found_id, found_page
  from private.import_rows s
  join public.page_revisions r on r.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'page_revisions'
    and (r.page_id, r.created_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'created_at')::timestamptz)
  order by r.id limit 1;
  if found then
    raise exception 'The revision % is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
  select d.id, d.page_id into found_id, found_page
  from private.import_rows s
  join public.draft_saves d on d.id = (s.content ->> 'id')::bigint
  where s.import_id = p_import and s.target = 'draft_saves'
    and (d.page_id, d.saved_at) is distinct from
      ((s.content ->> 'page_id')::bigint, (s.content ->> 'saved_at')::timestamptz)
  order by d.id limit 1;
  if found then
    raise exception 'The save % of the history is another one in the database, of the page %', found_id, found_page
      using errcode = 'unique_violation';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.import_number_revisions(p_import uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update private.import_rows s
  set content = s.content || jsonb_build_object('number', (s.content ->> 'number')::integer + h.highest)
  from (
    select r.page_id, max(r.number) as highest
    from public.page_revisions r
    where not exists (select from public.pages p where p.id = r.page_id)
    group by r.page_id
  ) h
  where s.import_id = p_import and s.target = 'page_revisions' and (s.content ->> 'page_id')::bigint = h.page_id
    and not exists (select from public.page_revisions r where r.id = (s.content ->> 'id')::bigint)
$function$
;

CREATE OR REPLACE FUNCTION public.import_apply(p_import uuid, p_replace boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '1h'
AS $function$
declare
  t record;
  rearranged bigint[];
  published integer;
begin
  -- One import at a time.
  perform pg_advisory_xact_lock(7311);
  perform set_config('content.importing', 'on', true);
  perform private.import_analyze(array['private.import_rows']);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  perform private.import_number_revisions(p_import);
  perform private.import_sequences(p_import);
  rearranged := private.import_rearranged(p_import);
  rearranged := rearranged || array(
    select (s.content ->> 'id')::bigint from private.import_rows s
    where s.import_id = p_import and s.target = 'pages' and not exists (
      select 1 from public.pages p where p.id = (s.content ->> 'id')::bigint
    )
  );

  for t in select c.* from private.content_tables c where c.name not in ('published_page_locales', 'redirects') order by c.place loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null and not p_replace then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    if t.name = 'pages' then
      update public.pages p set structure_version = p.structure_version + 1 where p.id = any (rearranged);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  insert into public.form_versions (form_id, version, content)
  select f.id, f.version, f.content from public.forms f
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.site_id = s.content ->> 'site_id'
    and r.id <> (s.content ->> 'id')::bigint
    and (r.from_path = s.content ->> 'from_path'
      or (r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug'));
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  delete from private.import_rows where import_id = p_import;
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

revoke all on function private.import_number_revisions(uuid) from public, anon, authenticated, service_role;
grant execute on function private.import_number_revisions(uuid) to public;
