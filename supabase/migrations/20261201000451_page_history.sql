-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function private.published_structure(bigint);

CREATE OR REPLACE FUNCTION private.structure_of(p_contents jsonb)
 RETURNS TABLE(id bigint, type public.module_type, parent_id bigint, slot text, place integer)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select f.id, f.type::public.module_type, f.parent_id, f.slot, f.place[cardinality(f.place)] - 1
  from (select c.value from jsonb_each(p_contents) c order by c.key::public.locale limit 1) base
  cross join lateral private.flatten_modules(base.value -> 'modules') f
$function$
;

CREATE OR REPLACE FUNCTION private.revision_contents(p_revision_id bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(r.locale, jsonb_build_object('path', r.path, 'title', r.title, 'nav_title', r.nav_title,
    'description', r.description, 'seo', r.seo, 'modules', r.modules::jsonb))
  from public.page_revision_locales r where r.revision_id = p_revision_id
$function$
;
comment on function private.revision_contents(bigint) is 'What a revision has in each language.';

CREATE OR REPLACE FUNCTION private.replace_draft(p_page_id bigint, p_parent_id bigint, p_contents jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;

  -- Structure: each module in its place. Modules inside an added one are moved out first.
  insert into public.modules (id, page_id, type, parent_id, slot, position)
  select w.id, p_page_id, w.type, w.parent_id, w.slot, w.place from private.structure_of(p_contents) w
  where not exists (select 1 from public.modules o where o.id = w.id);
  update public.modules m set parent_id = w.parent_id, slot = w.slot, position = w.place
  from private.structure_of(p_contents) w
  where m.id = w.id and m.page_id = p_page_id
    and (m.parent_id, m.slot, m.position) is distinct from (w.parent_id, w.slot, w.place);
  delete from public.modules m
  where m.page_id = p_page_id and not exists (select 1 from private.structure_of(p_contents) w where w.id = m.id);

  -- Data: each locale's own, and none where it falls back.
  delete from public.module_locales l
  using jsonb_each(p_contents) c, lateral private.flatten_modules(c.value -> 'modules') f
  where l.module_id = f.id and l.locale::text = c.key and f.fallback;
  insert into public.module_locales as l (module_id, locale, data, data_version, updated_by)
  select distinct on (f.id, s.locale) f.id, s.locale, f.data, f.v, private.actor()
  from jsonb_each(p_contents) c
  cross join lateral private.flatten_modules(c.value -> 'modules') f
  -- Data that a locale falls back to is the default locale's, also where the page itself is not in it.
  cross join lateral (select case when f.fallback then 'en'::public.locale else c.key::public.locale end as locale) s
  order by f.id, s.locale
  on conflict (module_id, locale) do update
    set data = excluded.data, data_version = excluded.data_version, updated_by = excluded.updated_by
    where (l.data, l.data_version) is distinct from (excluded.data, excluded.data_version);

  -- Page details and the place in the tree.
  delete from public.page_locales l where l.page_id = p_page_id and not p_contents ? l.locale::text;
  insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
  select p.id, c.key::public.locale, p.site_id, d.path, d.title, d.nav_title, d.description, d.seo
  from public.pages p
  cross join jsonb_each(p_contents) c
  cross join lateral jsonb_to_record(c.value) d (path text, title text, nav_title text, description text, seo jsonb)
  where p.id = p_page_id
  on conflict (page_id, locale) do update
    set path = excluded.path, title = excluded.title, nav_title = excluded.nav_title,
      description = excluded.description, seo = excluded.seo
    where (l.path, l.title, l.nav_title, l.description, l.seo)
      is distinct from (excluded.path, excluded.title, excluded.nav_title, excluded.description, excluded.seo);
  -- Another draft may have the address by now: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages p set structure_version = p.structure_version + 1, parent_id = p_parent_id where p.id = p_page_id;
end $function$
;
comment on function private.replace_draft(bigint,bigint,jsonb) is 'Gives the draft of a page other contents. Raises where another draft has one of its addresses.';

CREATE OR REPLACE FUNCTION public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.record_discard(p_page_id);
  perform private.replace_draft(p_page_id,
    (select l.parent_id from public.published_page_locales l where l.page_id = p_page_id limit 1),
    private.revision_contents(page.published_revision_id));
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $function$
;
comment on function public.discard_draft(uuid,bigint,integer,bigint) is 'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

CREATE OR REPLACE FUNCTION public.list_page_revisions(p_page_id bigint, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with edits as materialized (
      -- A publish writes its revision in the transaction that its edit is of.
      select distinct e.id, e.made_at, e.takes_back
      from public.edited_records d join public.content_edits e on e.id = d.edit_id
      where d.table_name = 'published_page_locales' and d.ref = p_page_id::text
    )
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'number', r.number, 'at', r.created_at, 'by', private.person_name(r.created_by),
      'is_live', r.id = p.published_revision_id,
      'receipt', (
        select min(l.receipt_id) from edits e join public.publish_receipt_edits l on l.edit_id = e.id where e.made_at = r.created_at
      ),
      'takes_back', (select min(e.takes_back) from edits e where e.made_at = r.created_at),
      'locales', (
        select coalesce(jsonb_agg(l.locale order by l.locale), '[]') from public.page_revision_locales l where l.revision_id = r.id
      )) order by r.number desc), '[]')
    from (
      select * from public.page_revisions r where r.page_id = p_page_id order by r.number desc limit least(p_limit, 500)
    ) r
    left join public.pages p on p.id = r.page_id
  );
end $function$
;
comment on function public.list_page_revisions(bigint,integer) is 'What was published of a page, the newest first: who, when, and the receipt that tells of it, while that is on record.';

CREATE OR REPLACE FUNCTION public.read_draft_contents(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select jsonb_build_object('site', p.site_id, 'is_editable', p.is_editable, 'structure_version', p.structure_version,
      'last_save', coalesce((select max(s.id) from public.draft_saves s where s.page_id = p.id), 0),
      'locales', (
        select coalesce(jsonb_object_agg(l.locale, private.draft_locale(p.id, l.locale)), '{}')
        from public.page_locales l where l.page_id = p.id
      ))
    from public.pages p where p.id = p_page_id
  );
end $function$
;
comment on function public.read_draft_contents(bigint) is 'A page''s draft by locale as a revision would have it, with the versions that a change of it is made against.';

CREATE OR REPLACE FUNCTION public.restore_draft(p_actor uuid, p_page_id bigint, p_contents jsonb, p_expected_version integer, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  -- Only modules that are, or were, of this page.
  if exists (
    select 1 from jsonb_each(p_contents) c
    cross join lateral private.flatten_modules(c.value -> 'modules') f
    join public.modules m on m.id = f.id
    where m.page_id <> p_page_id
  ) then
    raise exception 'the contents have a module of another page than %', p_page_id using errcode = 'invalid_parameter_value';
  end if;
  perform private.record_discard(p_page_id);
  perform private.replace_draft(p_page_id, page.parent_id, p_contents);
  return '{"status": "saved"}';
end $function$
;
comment on function public.restore_draft(uuid,bigint,jsonb,integer,bigint) is 'Gives the draft of a page other contents, by locale as a revision has them, unless somebody has saved since the caller looked. What it had stays in the history.';

revoke all on function private.structure_of(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.structure_of(jsonb) to service_role;

revoke all on function private.revision_contents(bigint) from public, anon, authenticated, service_role;
grant execute on function private.revision_contents(bigint) to service_role;

revoke all on function private.replace_draft(bigint,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.replace_draft(bigint,bigint,jsonb) to service_role;

revoke all on function public.list_page_revisions(bigint,integer) from public, anon, authenticated, service_role;
grant execute on function public.list_page_revisions(bigint,integer) to authenticated;
grant execute on function public.list_page_revisions(bigint,integer) to service_role;

revoke all on function public.read_draft_contents(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_draft_contents(bigint) to authenticated;
grant execute on function public.read_draft_contents(bigint) to service_role;

revoke all on function public.restore_draft(uuid,bigint,jsonb,integer,bigint) from public, anon, authenticated, service_role;
grant execute on function public.restore_draft(uuid,bigint,jsonb,integer,bigint) to service_role;
