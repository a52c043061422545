-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.delete_form(uuid,bigint,integer);

CREATE OR REPLACE FUNCTION private.keep_form_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Fields that a form has again have their number again: its pages are as they were.
  insert into public.form_versions (form_id, version, content, created_by)
  select new.id, new.version, new.content, private.actor()
  where not exists (select from public.form_versions v where v.form_id = new.id and v.content = new.content)
  on conflict (form_id, version) do nothing;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.form_definition(p_form_id bigint, p_version integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object('id', f.id, 'title', f.title, 'version', v.version, 'content', v.content, 'localized', f.localized,
    'success_url', f.success_url, 'latest', (select max(l.version) from public.form_versions l where l.form_id = f.id))
  from public.forms f
  join public.form_versions v on v.form_id = f.id
  where f.id = p_form_id
  -- Versions that differ in other things than the fields have no row of their own.
  order by v.version <= p_version desc, case when v.version <= p_version then -v.version else v.version end
  limit 1
$function$
;
comment on function public.form_definition(bigint,integer) is 'A form with the fields that it had at a version, and the latest version that was published; null when it is gone.';

CREATE OR REPLACE FUNCTION public.delete_form(p_actor uuid, p_form_id bigint, p_version integer DEFAULT NULL::integer, p_saved_at timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  present integer;
  titled text;
  draft record;
  uses jsonb;
  holders jsonb;
begin
  perform private.act_as(p_actor);
  perform private.lock_record('form', p_form_id::text);
  select f.version, f.title into present, titled from public.forms f where f.id = p_form_id for update;
  select d.* into draft from public.record_drafts d
  where d.kind = 'form' and d.record_id = p_form_id::text and d.release_id is null;
  if present is null and draft.id is null then
    return '{"status": "not-found"}';
  end if;
  if present is distinct from p_version or draft.saved_at is distinct from p_saved_at then
    return jsonb_build_object('status', case when p_version is null and p_saved_at is null then 'unseen' else 'newer' end);
  end if;
  uses := public.form_uses(array[p_form_id]);
  if uses <> '[]' then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  holders := private.form_holders(p_form_id);
  if holders <> '[]' then
    return jsonb_build_object('status', 'held', 'holders', holders);
  end if;
  return public.delete_records(p_actor, jsonb_build_array(jsonb_build_object(
    'kind', 'form', 'id', p_form_id::text, 'title', coalesce(titled, draft.data ->> 'title', ''), 'saved_at', draft.saved_at)));
end $function$
;
comment on function public.delete_form(uuid,bigint,integer,timestamp with time zone) is 'Deletes a form that no page shows, neither in a draft nor live, and no saved section, shared module or coming release; otherwise answers which do. Not one that was published since p_version, or whose draft was saved at another moment than p_saved_at, null for none. It can be restored for 30 days; its submissions stay until they expire.';

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
  -- What people have written since the last publish of a page that gets another draft.
  perform private.keep_page_draft(p.id, 'replaced')
  from public.pages p
  left join public.page_revisions r on r.id = p.published_revision_id
  where (p_replace or exists (
      select from private.import_rows s where s.import_id = p_import and s.target = 'pages' and s.content ->> 'id' = p.id::text
    ))
    and exists (
      select from public.draft_saves s
      where s.page_id = p.id and s.saved_by is not null and (r.created_at is null or s.saved_at > r.created_at)
    );
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  delete from private.draft_steps d using private.import_rows s
  where s.import_id = p_import and s.target = 'pages' and d.page_id = (s.content ->> 'id')::bigint;
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
  where not exists (select from public.form_versions v where v.form_id = f.id and v.content = f.content)
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.id <> (s.content ->> 'id')::bigint
    and r.site_id = s.content ->> 'site_id' and r.from_path = s.content ->> 'from_path';
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.id <> (s.content ->> 'id')::bigint
    and r.site_id = s.content ->> 'site_id' and r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug';
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  delete from private.import_rows where import_id = p_import;
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

comment on table public.forms is 'Forms made with the form builder, as visitors see them. What is not published yet is a draft of the record.';

comment on table public.form_versions is 'The fields that a form had, each with the version at which it got them first, so that a submission can be read as it was sent. Written by a trigger.';

create or replace view private.form_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'title', title, 'content', content, 'localized', localized, 'version', COALESCE(( SELECT max(v.version) AS max
           FROM public.form_versions v
          WHERE ((v.form_id = f.id) AND (v.content = f.content))), (version + ((EXISTS ( SELECT
           FROM public.form_versions v
          WHERE (v.form_id = f.id))))::integer))) AS record
   FROM public.forms f;

create or replace view private.form_choices with (security_invoker=true) as
 SELECT r.id,
    private.searchable(ARRAY[r.title], r.localized, '{title}'::text[]) AS search_text,
    r.title AS sorting
   FROM public.forms r
UNION ALL
 SELECT d.id,
    private.searchable(ARRAY[d.title], d.localized, '{title}'::text[]) AS search_text,
    d.title AS sorting
   FROM ( SELECT DISTINCT ON (d_1.record_id) (d_1.record_id)::bigint AS id,
            COALESCE((d_1.data ->> 'title'::text), ''::text) AS title,
            COALESCE((d_1.data -> 'localized'::text), '{}'::jsonb) AS localized
           FROM public.record_drafts d_1
          WHERE ((d_1.kind = 'form'::text) AND (NOT (EXISTS ( SELECT
                   FROM public.forms f
                  WHERE (f.id = (d_1.record_id)::bigint)))))
          ORDER BY d_1.record_id, d_1.release_id NULLS FIRST) d;

revoke all on function public.delete_form(uuid,bigint,integer,timestamp with time zone) from public, anon, authenticated, service_role;
grant execute on function public.delete_form(uuid,bigint,integer,timestamp with time zone) to service_role;

select private.make_previews();
