-- Functions are created before the tables that they read.
set local check_function_bodies = off;

alter table public.employee_stories drop constraint employee_stories_slug_key;

alter table public.posts drop constraint posts_slug_key;

alter table public.events drop constraint events_slug_key;

alter table public.articles drop constraint articles_slug_key;

alter table public.products drop constraint products_slug_key;

CREATE OR REPLACE FUNCTION private.keep_old_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.redirects r
  where r.from_path is not null and r.site_id = new.site_id
    and r.from_path = private.public_path(new.locale, new.path);
  -- The home page's address never redirects: the next home page answers it. Nor does one that another page has taken with this change.
  if tg_op = 'UPDATE' and old.path is distinct from new.path and old.path <> '/' and not private.is_server_path(old.path) and not exists (
    select from public.published_page_locales l where l.site_id = new.site_id and l.locale = old.locale and l.path = old.path
  ) then
    insert into public.redirects (site_id, from_path, page_id, locale)
    values (new.site_id, private.public_path(old.locale, old.path), new.page_id, new.locale)
    on conflict (site_id, from_path) do update
      set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_old_slugs()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_taken boolean;
begin
  delete from public.redirects r where r.row_kind = tg_argv[0] and r.from_slug = new.slug;
  -- By another record, with this change.
  execute format('select exists (select from public.%I r where r.slug = $1 and r.id <> $2)', tg_table_name) into is_taken using old.slug, old.id;
  if is_taken then
    return null;
  end if;
  insert into public.redirects (site_id, row_kind, from_slug, row_id)
  select s.id, tg_argv[0], old.slug, new.id from public.sites s
  where coalesce((to_jsonb(old) ->> 'is_published')::boolean, true) and s.id = any (old.sites) and s.id = any (new.sites)
  on conflict (site_id, row_kind, from_slug) do update set row_id = excluded.row_id, status = 301;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.write_draft(p_page_id bigint, p_parent_id bigint, p_contents jsonb)
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
  update public.pages p set structure_version = p.structure_version + 1, parent_id = p_parent_id where p.id = p_page_id;
end $function$
;
comment on function private.write_draft(bigint,bigint,jsonb) is 'Gives the draft of a page other contents, also where another draft has one of its addresses: that is judged later.';

CREATE OR REPLACE FUNCTION private.replace_draft(p_page_id bigint, p_parent_id bigint, p_contents jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.write_draft(p_page_id, p_parent_id, p_contents);
  -- Another draft may have the address by now: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
end $function$
;
comment on function private.replace_draft(bigint,bigint,jsonb) is 'Gives the draft of a page other contents. Raises where another draft has one of its addresses.';

CREATE OR REPLACE FUNCTION private.draft_addresses(p_page_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('page_id', l.page_id, 'locale', l.locale, 'path', l.path)), '[]')
  from public.page_locales l where l.page_id = any (p_page_ids)
$function$
;

CREATE OR REPLACE FUNCTION private.settle_addresses(p_page_ids bigint[], p_before jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  kept jsonb := '[]';
begin
  loop
    select coalesce(jsonb_agg(distinct jsonb_build_object('page_id', l.page_id, 'title', l.title, 'locale', l.locale, 'path', b.path, 'live', l.path, 'other', (
      select o.title from public.page_locales o
      where o.site_id = l.site_id and o.locale = l.locale and private.file_of(o.path) = private.file_of(l.path) and o.page_id <> l.page_id
      order by o.page_id limit 1
    ))), '[]') into taken
    from public.page_locales l
    left join jsonb_to_recordset(p_before) b (page_id bigint, locale public.locale, path text) on b.page_id = l.page_id and b.locale = l.locale
    where l.page_id = any (p_page_ids) and l.path is distinct from b.path and exists (
      select from public.page_locales o
      where o.site_id = l.site_id and o.locale = l.locale and private.file_of(o.path) = private.file_of(l.path) and o.page_id <> l.page_id
    );
    exit when taken = '[]';
    kept := kept || taken;
    update public.page_locales l set path = t.path
    from jsonb_to_recordset(taken) t (page_id bigint, locale public.locale, path text)
    where l.page_id = t.page_id and l.locale = t.locale and t.path is not null;
    delete from public.page_locales l
    using jsonb_to_recordset(taken) t (page_id bigint, locale public.locale, path text)
    where l.page_id = t.page_id and l.locale = t.locale and t.path is null;
  end loop;
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  return kept;
end $function$
;
comment on function private.settle_addresses(bigint[],jsonb) is 'Ends the writing of drafts: those whose new address another draft has keep that of before. Answers which, with the title of the other page.';

CREATE OR REPLACE FUNCTION private.reset_draft(p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before jsonb := private.draft_addresses(array[p_page_id]);
begin
  perform private.record_discard(p_page_id);
  perform set_config('content.draft_step', 'discard', true);
  perform private.write_draft(p_page_id, private.live_parent(p_page_id), private.revision_contents(p.published_revision_id))
  from public.pages p where p.id = p_page_id;
  return private.settle_addresses(array[p_page_id], before);
end $function$
;
comment on function private.reset_draft(bigint) is 'Makes the draft of a published page what is live, but for addresses that another draft has by now. Answers those that it has kept.';

CREATE OR REPLACE FUNCTION private.judge_keys(p_tables text[], p_when text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  keys text;
begin
  select string_agg(format('public.%I', c.conname), ', ' order by c.conname) into keys
  from pg_catalog.pg_constraint c
  where c.contype = 'u' and c.condeferrable and c.conrelid in (select format('public.%I', t)::regclass from unnest(p_tables) t);
  if keys is not null then
    execute format('set constraints %s %s', keys, case p_when when 'deferred' then 'deferred' else 'immediate' end);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  drafts bigint[] := '{}';
  clean bigint[] := '{}';
  addresses jsonb;
  tables text[] := array(select distinct r.name from jsonb_to_recordset(p_records) r (name text) join private.kinds k on k.table_name = r.name);
begin
  perform private.act_as(p_actor);
  -- Only what the publish has changed.
  if exists (
    select 1 from (
      select 'published_page_locales' as name, p.id::text as ref from jsonb_to_recordset(p_pages) p (id bigint)
      union all
      select r.name, r.ref::text from jsonb_to_recordset(p_records) r (name text, ref bigint)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
    )
  ) then
    raise exception 'receipt % has not changed that', p_receipt using errcode = 'invalid_parameter_value';
  end if;
  for page in
    select * from jsonb_to_recordset(p_pages) p (id bigint, expected bigint, parent_id bigint, contents jsonb) order by p.id
  loop
    select * into stored from public.pages p where p.id = page.id for update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if not stored.is_editable then
      raise exception 'page % is locked', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if page.expected is not null and public.page_differs(page.id) then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      clean := clean || page.id;
    end if;
  end loop;
  -- Addresses are judged for all of them.
  perform private.publish_many(p_pages);
  addresses := private.draft_addresses(clean);
  perform set_config('content.draft_step', 'discard', true);
  perform private.record_discard(c), private.write_draft(c, private.live_parent(c), private.revision_contents(p.published_revision_id))
  from unnest(clean) c join public.pages p on p.id = c;
  drafts := array(
    select unnest(drafts) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(clean, addresses)) k
  );
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  perform private.judge_keys(tables, 'deferred');
  for row_of in
    select * from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb) order by r.name, r.ref
  loop
    if not exists (select 1 from private.kinds k where k.table_name = row_of.name) then
      raise exception 'there are no records in %', row_of.name using errcode = 'invalid_parameter_value';
    end if;
    if not private.put_back_fields(row_of.name, row_of.ref, row_of.expected, row_of.values) then
      raise exception '% % has been changed since', row_of.name, row_of.ref using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  perform private.judge_keys(tables, 'immediate');
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE OR REPLACE FUNCTION private.addresses_given_up(p_site text, p_locales jsonb)
 RETURNS TABLE(page_id bigint, locale public.locale, path text)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select distinct on (d.page_id, d.locale) d.page_id, d.locale, i.contents #>> array[d.locale::text, 'path']
  from jsonb_each(p_locales) n
  join public.page_locales d on d.site_id = p_site and d.locale = n.key::public.locale
    and private.file_of(d.path) = private.file_of(n.value ->> 'path')
  join public.pages p on p.id = d.page_id and p.is_editable
  join public.published_page_locales v on v.page_id = d.page_id and v.locale = d.locale and v.path = d.path
  join public.launch_pages i on i.page_id = d.page_id and i.contents #>> array[d.locale::text, 'path'] <> d.path
  join public.launches s on s.id = i.launch_id and s.state in ('open', 'scheduled')
  where not exists (
    select from public.page_locales o
    where o.site_id = d.site_id and o.locale = d.locale and o.page_id <> d.page_id
      and private.file_of(o.path) = private.file_of(i.contents #>> array[d.locale::text, 'path'])
  )
  order by d.page_id, d.locale, s.publish_at nulls last, s.id
$function$
;

CREATE OR REPLACE FUNCTION private.give_up_addresses(p_page_id bigint, p_site text, p_locales jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  steps text := coalesce(current_setting('content.draft_steps', true), '');
begin
  -- It is no step of the drafts that make way.
  perform set_config('content.draft_steps', 'off', true);
  update public.page_locales l set path = g.path
  from private.addresses_given_up(p_site, p_locales) g
  where l.page_id = g.page_id and l.locale = g.locale and l.page_id is distinct from p_page_id;
  perform set_config('content.draft_steps', steps, true);
end $function$
;
comment on function private.give_up_addresses(bigint,text,jsonb) is 'Makes way for a draft: others that leave these addresses with a launch get the address that they have there.';

CREATE OR REPLACE FUNCTION private.taken_addresses(p_page_id bigint, p_site text, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('locale', l.locale, 'page_id', l.page_id, 'title', l.title) order by l.locale), '[]')
  from jsonb_each(p_locales) n
  join public.page_locales l on l.site_id = p_site and l.locale = n.key::public.locale
    and private.file_of(l.path) = private.file_of(n.value ->> 'path')
  where l.page_id is distinct from p_page_id
    and not exists (select from private.addresses_given_up(p_site, p_locales) g where g.page_id = l.page_id and g.locale = l.locale)
$function$
;
comment on function private.taken_addresses(bigint,text,jsonb) is 'The pages whose drafts have the addresses that another page is to get.';

CREATE OR REPLACE FUNCTION public.create_page(p_actor uuid, p_site text, p_parent_id bigint, p_locales jsonb, p_modules jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made bigint;
  taken jsonb;
  inserted jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages where id = p_parent_id and site_id = p_site for share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  taken := private.taken_addresses(null, p_site, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(null, p_site, p_locales);
  insert into public.pages (site_id, parent_id) values (p_site, p_parent_id) returning id into made;
  insert into public.page_locales (page_id, locale, site_id, path, title)
  select made, l.key::public.locale, p_site, l.value ->> 'path', l.value ->> 'title'
  from jsonb_each(p_locales) l;
  if jsonb_array_length(p_modules) > 0 then
    select public.insert_modules(p_actor, made, p_modules, 0, 'paste', p.structure_version) into inserted
    from public.pages p where p.id = made;
    if inserted ->> 'status' is distinct from 'saved' then
      raise exception 'the modules of a new page were not inserted: %', inserted ->> 'status';
    end if;
  end if;
  return jsonb_build_object('status', 'saved', 'id', made);
end $function$
;
comment on function public.create_page(uuid,text,bigint,jsonb,jsonb) is 'Makes a page with a title and an address in each language, without modules or with those given as insert_modules takes them; it is a draft.';

CREATE OR REPLACE FUNCTION private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  if exists (
    with recursive above as (
      select p_parent_id as id
      union
      select p.parent_id from above a join public.pages p on p.id = a.id
    )
    select 1 from above a where a.id = p_page.id
  ) then
    return '{"status": "below-itself"}';
  end if;
  taken := private.taken_addresses(p_page.id, p_page.site_id, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(p_page.id, p_page.site_id, p_locales);

  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  for details in
    select n.key::public.locale as locale, n.value ->> 'path' as path, n.value ->> 'title' as title, n.value ->> 'nav_title' as nav_title,
      n.value ->> 'description' as description, n.value -> 'seo' as seo, l.path as old_path
    from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
  loop
    if details.old_path is distinct from details.path and details.old_path is not null then
      perform public.move_page(p_page.id, details.locale, details.path);
    end if;
    insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
    values (p_page.id, details.locale, p_page.site_id, details.path, details.title, coalesce(details.nav_title, ''),
      coalesce(details.description, ''), coalesce(details.seo, '{}'))
    on conflict (page_id, locale) do update
      set title = excluded.title, nav_title = coalesce(details.nav_title, l.nav_title),
        description = coalesce(details.description, l.description), seo = coalesce(details.seo, l.seo)
      where (l.title, l.nav_title, l.description, l.seo) is distinct from (excluded.title, coalesce(details.nav_title, l.nav_title),
        coalesce(details.description, l.description), coalesce(details.seo, l.seo));
  end loop;
  -- A page below may have come to an address that another has: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages set parent_id = p_parent_id, structure_version = structure_version + 1
  where id = p_page.id and parent_id is distinct from p_parent_id;
  return null;
end $function$
;
comment on function private.put_page_names(public.pages,bigint,jsonb) is 'Gives the draft of a page titles, addresses and a parent, and what else is named of each language. Pages below move along.';

CREATE OR REPLACE FUNCTION public.restore_page(p_actor uuid, p_page_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  deleted public.record_trash;
  page public.pages;
  taken jsonb;
begin
  perform private.act_as(p_actor);
  select * into deleted from public.record_trash t where t.kind = 'page' and t.record_id = p_page_id::text for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from jsonb_populate_record(null::public.pages, deleted.data #> '{pages,0}');
  taken := private.taken_addresses(null, page.site_id, (
    select jsonb_object_agg(l.value ->> 'locale', l.value) from jsonb_array_elements(deleted.data -> 'page_locales') l
  ));
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  perform private.give_up_addresses(null, page.site_id, (
    select jsonb_object_agg(l.value ->> 'locale', l.value) from jsonb_array_elements(deleted.data -> 'page_locales') l
  ));
  -- A draft: what was live is published again by whoever restores it. The page above may be gone.
  insert into public.pages (id, site_id, parent_id, route, template, is_editable)
  values (page.id, page.site_id, (select a.id from public.pages a where a.id = page.parent_id and a.site_id = page.site_id), page.route, page.template, page.is_editable);
  insert into public.page_locales (page_id, locale, site_id, path, title, nav_title, description, seo)
  select l.page_id, l.locale, l.site_id, l.path, l.title, l.nav_title, l.description, l.seo
  from jsonb_populate_recordset(null::public.page_locales, deleted.data -> 'page_locales') l;
  insert into public.modules (id, page_id, parent_id, slot, type, position)
  select m.id, m.page_id, m.parent_id, m.slot, m.type, m.position from jsonb_populate_recordset(null::public.modules, deleted.data -> 'modules') m;
  insert into public.module_locales (module_id, locale, data, data_version, updated_by)
  select l.module_id, l.locale, l.data, l.data_version, p_actor
  from jsonb_populate_recordset(null::public.module_locales, deleted.data -> 'module_locales') l;
  delete from public.record_trash t where t.kind = 'page' and t.record_id = p_page_id::text;
  return '{"status": "restored"}';
end $function$
;
comment on function public.restore_page(uuid,bigint) is 'Puts a deleted page back as a draft, with its modules in all languages and the same ids. Answers the pages that have its addresses by now, if there are any.';

CREATE OR REPLACE FUNCTION private.draft_beside(p_page_id bigint, p_contents jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with live as materialized (
    select r.locale, private.published_locale(p_page_id, r.locale) as content
    from public.pages p join public.page_revision_locales r on r.revision_id = p.published_revision_id where p.id = p_page_id
  )
  select jsonb_object_agg(locale, d.content || case
    when v.locale is not null and d.content -> 'path' = p_contents -> d.locale::text -> 'path' then jsonb_build_object('path', v.content -> 'path')
    else '{}' end)
  from (
    select l.locale, private.draft_locale(p_page_id, l.locale) as content from public.page_locales l where l.page_id = p_page_id
    union all
    select v.locale, v.content from live v
    where not p_contents ? v.locale::text
      and not exists (select from public.page_locales l where l.page_id = p_page_id and l.locale = v.locale)
  ) d left join live v using (locale)
$function$
;

CREATE OR REPLACE FUNCTION private.has_draft_beside(p_page_id bigint, p_contents jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.draft_beside(p.id, p_contents) is distinct from private.revision_contents(p.published_revision_id)
    or p.parent_id is distinct from private.live_parent(p.id)
  from public.pages p where p.id = p_page_id
$function$
;
comment on function private.has_draft_beside(bigint,jsonb) is 'Whether the draft of a page has changes beside the address that a launch has for it.';

CREATE OR REPLACE FUNCTION private.cells_beside(p_page_id bigint, p_contents jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.draft_cells(p_page_id) || coalesce(jsonb_object_agg('settings:' || d.key, d.value - 'modules'), '{}')
  from jsonb_each(private.draft_beside(p_page_id, p_contents)) d
$function$
;

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null;
  if not public.page_differs(p_page_id)
    or item.page_id is not null and page.published_revision_id is not null and not private.has_draft_beside(p_page_id, item.contents) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if item.cells is not null then
    return public.add_cells_to_launch(p_actor, p_launch, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.cells_beside(p_page_id, item.contents)), coalesce(latest.id, 0));
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    kept := private.reset_draft(p_page_id);
  end if;
  return '{"status": "added"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on, but for addresses that another draft has by now, which the answer names. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since.';

CREATE OR REPLACE FUNCTION public.add_cells_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_cells text[], p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  -- What the chosen cells are put on: what the launch has of the page already, or what is live.
  ground jsonb;
  waiting text[];
  staying text[];
  needs jsonb;
  composed jsonb;
  before jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null for update;
  live := private.live_cells(p_page_id);
  draft := case when item.page_id is null or live = '{}' then private.draft_cells(p_page_id)
    else private.cells_beside(p_page_id, item.contents) end;
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_launch(p_actor, p_launch, p_page_id, p_last_save);
  end if;
  ground := case when item.page_id is null then live else private.cells_of_contents(item.contents, item.parent_id) end;
  -- Modules that came with what is in it already would go.
  if 'structure' = any (p_cells)
    and private.modules_beyond(ground -> 'structure', live -> 'structure') && private.modules_beyond(ground -> 'structure', draft -> 'structure') then
    return '{"status": "other-modules"}';
  end if;
  needs := private.needs_of(ground, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  composed := private.compose_cells(ground, draft, p_cells);
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, cells, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), (composed ->> 'parent')::bigint, page.published_revision_id, private.live_parent(p_page_id),
    private.contents_of_cells(composed), p_cells, p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, contents = excluded.contents,
      cells = case when item.page_id is null then excluded.cells
        when l.cells is not null then array(select distinct c from unnest(l.cells || excluded.cells) c order by c) end,
      base_revision_id = case when item.page_id is null then excluded.base_revision_id else l.base_revision_id end,
      base_parent_id = case when item.page_id is null then excluded.base_parent_id else l.base_parent_id end,
      saved_by = excluded.saved_by, saved_at = clock_timestamp();
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'added', 'kept', '[]'::jsonb);
  end if;
  staying := array(select w from unnest(waiting) w where w <> all (p_cells));
  loop
    needs := private.needs_of(live, draft, staying);
    exit when needs = '[]';
    staying := staying || array(select distinct n.value ->> 'needs' from jsonb_array_elements(needs) n);
  end loop;
  if staying = '{}' then
    kept := private.reset_draft(p_page_id);
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    before := private.draft_addresses(array[p_page_id]);
    perform private.record_discard(p_page_id);
    perform private.write_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
    kept := private.settle_addresses(array[p_page_id], before);
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))))
    || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) is 'Moves some cells of a page''s draft into a launch, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names.';

CREATE OR REPLACE FUNCTION private.follow_live(p_page_id bigint, p_was jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  live jsonb := private.live_cells(p_page_id);
  draft jsonb := private.draft_cells(p_page_id);
  moved text[];
  following text[];
  composed jsonb;
begin
  if p_was = '{}' or live = '{}' or draft is null then
    return false;
  end if;
  moved := array(select cell from jsonb_each(p_was) w (cell, value) full join jsonb_each(live) l (cell, value) using (cell) where w.value is distinct from l.value);
  following := array(select m from unnest(moved) m where p_was -> m is not distinct from draft -> m);
  -- A module that goes stays in the draft with a text that somebody has changed there.
  if exists (
    select from unnest(private.modules_beyond(draft -> 'structure', live -> 'structure')) x (id)
    join jsonb_each(draft) c on private.cell_module(c.key) = x.id
    where c.value is distinct from p_was -> c.key
  ) then
    following := array_remove(following, 'structure');
  end if;
  if following <> '{}' then
    composed := private.compose_cells(draft, live, following);
    perform private.write_draft(p_page_id, (select p.id from public.pages p where p.id = (composed ->> 'parent')::bigint), private.contents_of_cells(composed));
  end if;
  -- What the draft has already is not left behind either, nor are texts in a language that is not live.
  return not exists (
    select from unnest(moved) m
    where m <> all (following) and live -> m is distinct from draft -> m
      and (live ? m or private.cell_module(m) is null or live ? ('settings:' || private.cell_locale(m)))
  );
end $function$
;
comment on function private.follow_live(bigint,jsonb) is 'Changes the cells of a draft that are as they were live to what is live now; whether none of those that have changed is left behind. Addresses are judged by the caller.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
  kept jsonb := '[]';
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for update;
  if p_to_draft and found and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.cells_beside(p_page_id, item.contents);
      part := private.cells_of_contents(item.contents, item.parent_id);
      -- Where the draft has something else by now, and an order of modules that is not the live one with a change.
      if exists (select from unnest(item.cells) c where draft -> c is distinct from live -> c and draft -> c is distinct from part -> c)
        or private.needs_of(draft, part, item.cells) <> '[]' then
        return '{"status": "has-draft"}';
      end if;
      if 'structure' = any (item.cells)
        and live -> 'structure' is distinct from private.cells_of_contents(private.revision_contents(item.base_revision_id), item.base_parent_id) -> 'structure' then
        return '{"status": "other-modules"}';
      end if;
      part := private.compose_cells(draft, part, item.cells);
      if part is distinct from private.draft_cells(p_page_id) then
        perform private.record_discard(p_page_id);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and private.has_draft_beside(p_page_id, item.contents) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      perform private.record_discard(p_page_id);
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  -- The address that its draft has kept is dropped with the rest.
  if not p_to_draft and item.contents is not null and page.published_revision_id is not null
    and public.page_differs(p_page_id) and not private.has_draft_beside(p_page_id, item.contents) then
    kept := private.reset_draft(p_page_id);
  end if;
  return '{"status": "taken-out"}'::jsonb || case when kept <> '[]' then jsonb_build_object('addresses', kept) else '{}' end;
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) is 'Takes a page out of a launch. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION private.write_launch(p_actor uuid, p_pages jsonb, p_records jsonb, OUT pages jsonb, OUT records jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  asked record;
  tables text[] := array(
    select distinct private.table_of_kind(r.kind) from jsonb_to_recordset(p_records) r (kind text)
  );
begin
  with before as materialized (
    select p.id, p.published_revision_id as revision, private.live_parent(p.id) as parent_id
    from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
  ), made as materialized (
    select * from private.publish_many(p_pages)
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'before', b.revision, 'before_parent', b.parent_id, 'revision', m.revision_id)), '[]')
  into pages from before b left join made m on m.page_id = b.id;
  perform private.judge_keys(tables, 'deferred');
  perform private.write_records(coalesce((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(case when jsonb_typeof(r.value -> 'rows') = 'array' then r.value -> 'rows' else '[]' end) with ordinality w
  ), '[]'));
  -- What came with a launch goes with it: what refers to others before these.
  for asked in
    select r.id, c.name, r.kind from jsonb_to_recordset(p_records) r (kind text, id text, rows jsonb)
    join private.kinds k on k.kind = r.kind join private.content_tables c on c.name = k.table_name
    where jsonb_typeof(r.rows) is distinct from 'array'
    order by c.place desc, r.id desc
  loop
    execute format('delete from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind)) using asked.id;
  end loop;
  records := '[]';
  for asked in
    select r.kind, array_agg(r.id) as ids from jsonb_to_recordset(p_records) r (kind text, id text) group by r.kind order by r.kind
  loop
    records := records || coalesce((
      select jsonb_agg(jsonb_build_object('kind', asked.kind, 'id', v.id, 'version', v.number))
      from private.add_versions(asked.kind, asked.ids, p_actor) v
    ), '[]');
    delete from public.record_trash t where t.kind = asked.kind and t.record_id = any (asked.ids);
  end loop;
  -- Where another page or record has an address: here, not at the end of the transaction.
  perform private.judge_keys(tables, 'immediate');
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
end $function$
;

CREATE OR REPLACE FUNCTION public.apply_launch(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  asked jsonb;
  overtaken jsonb;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
  -- All of it, as it was read: neither more nor less, and nothing published since.
  overtaken := private.overtaken_records(p_records);
  if overtaken <> '[]' or exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz, expected bigint) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch
      and (l.saved_at is distinct from a.saved_at or p.id is null or p.published_revision_id is distinct from a.expected)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not private.has_draft_beside(p.id, a.contents)
  );
  ids := array(select a.id from jsonb_to_recordset(asked) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(asked, clean);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  behind := array(
    select unnest(behind) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(ids, addresses)) k
  );
  update public.launch_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.launch_id = p_launch and l.page_id = a.id;
  insert into public.launch_records as l (launch_id, kind, record_id, before_version, version)
  select p_launch, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (launch_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.launches l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint
  where l.id = p_launch;
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  ids bigint[];
  addresses jsonb;
  clean bigint[];
  was jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.launch_records l where l.launch_id = p_launch and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'launch % has not changed that', p_launch using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for update;
  if private.overtaken_records(p_records) <> '[]' or exists (
    select from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable or p.published_revision_id is distinct from a.expected
  ) then
    return '{"status": "conflict"}';
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  ids := array(select a.id from jsonb_to_recordset(p_pages) a (id bigint));
  addresses := private.draft_addresses(ids);
  was := private.cells_of_others(p_pages, clean);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.write_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  perform private.settle_addresses(ids, addresses);
  -- Its drafts can be changed and published again, on what is live now.
  update public.launch_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.launch_id = p_launch and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.launch_id = p_launch and d.kind = r.kind and d.record_id = r.id;
  update public.launches l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_launch;
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';

CREATE OR REPLACE FUNCTION public.launch_changes(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with news as materialized (
    select private.page_foresight(i.page_id, i.parent_id, coalesce(i.contents, '{}')) as change from public.launch_pages i where i.launch_id = p_launch
  ), places as materialized (
    select p.site_id, p.id, c.key::public.locale as locale, c.value ->> 'path' as path
    from public.launch_pages i
    join public.pages p on p.id = i.page_id
    cross join jsonb_each(coalesce(i.contents, '{}')) c
    where i.launch_id = p_launch
  ), redirected as (
    -- An address that a page leaves redirects to it, or answers 410, unless another page of the launch takes it.
    select distinct p.site_id
    from public.launch_pages i
    join public.pages p on p.id = i.page_id
    join public.published_page_locales o on o.page_id = p.id and o.path <> '/'
    where i.launch_id = p_launch
      and not exists (select from places n where n.site_id = p.site_id and n.locale = o.locale and n.path = o.path)
      and not exists (
        select from public.redirects r
        where r.site_id = p.site_id and r.from_path = private.public_path(o.locale, o.path)
          and not exists (select from places n where n.id = p.id and n.locale = o.locale)
      )
    union
    -- One that has a redirect, and what leads to a page that is elsewhere then.
    select n.site_id from places n
    join public.redirects r on r.site_id = n.site_id and r.from_path = private.public_path(n.locale, n.path)
    union
    select p.site_id from public.launch_pages i
    join public.pages p on p.id = i.page_id
    join public.redirects r on r.page_id = p.id
    left join places n on n.id = r.page_id and n.locale = r.locale
    left join public.published_page_locales o on o.page_id = r.page_id and o.locale = r.locale
    where i.launch_id = p_launch and n.path is distinct from o.path
  )
  select jsonb_build_object(
    'tags', (
      select coalesce(jsonb_agg(distinct t.tag), '[]') from (
        select t.value #>> '{}' as tag from news n cross join lateral jsonb_array_elements(n.change -> 'tags') t
        where not starts_with(t.value #>> '{}', 'redirects:')
        union all
        select 'redirects:' || r.site_id from redirected r
      ) t
    ),
    'rows', (select coalesce(jsonb_agg(distinct r.value), '[]') from news n cross join lateral jsonb_array_elements(n.change -> 'rows') r),
    'same', (
      select coalesce(jsonb_agg(jsonb_build_object('page', i.page_id, 'locale', o.locale)), '[]')
      from public.launch_pages i
      join public.published_page_locales o on o.page_id = i.page_id and o.parent_id is not distinct from i.parent_id
      where i.launch_id = p_launch
        and i.contents -> o.locale::text = private.published_locale(i.page_id, o.locale)
        -- Every language names the addresses of the others, and English lends its settings for search engines.
        and (select jsonb_object_agg(n.key, n.value -> 'path') from jsonb_each(i.contents) n)
          = (select jsonb_object_agg(l.locale, l.path) from public.published_page_locales l where l.page_id = i.page_id)
        and i.contents #> '{en,seo}' is not distinct from private.published_locale(i.page_id, 'en') -> 'seo'
    ))
$function$
;
comment on function public.launch_changes(bigint) is 'What publishing the pages of a launch would put on the change queue, and the languages in which a page stays as it is.';

alter table public.products add constraint products_slug_key UNIQUE (slug) DEFERRABLE;

alter table public.articles add constraint articles_slug_key UNIQUE (slug) DEFERRABLE;

alter table public.events add constraint events_slug_key UNIQUE (slug) DEFERRABLE;

alter table public.posts add constraint posts_slug_key UNIQUE (slug) DEFERRABLE;

alter table public.employee_stories add constraint employee_stories_slug_key UNIQUE (slug) DEFERRABLE;

revoke all on function private.write_draft(bigint,bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.write_draft(bigint,bigint,jsonb) to service_role;

revoke all on function private.draft_addresses(bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.draft_addresses(bigint[]) to service_role;

revoke all on function private.settle_addresses(bigint[],jsonb) from public, anon, authenticated, service_role;
grant execute on function private.settle_addresses(bigint[],jsonb) to service_role;

revoke all on function private.reset_draft(bigint) from public, anon, authenticated, service_role;
grant execute on function private.reset_draft(bigint) to service_role;

revoke all on function private.judge_keys(text[],text) from public, anon, authenticated, service_role;
grant execute on function private.judge_keys(text[],text) to service_role;

revoke all on function private.addresses_given_up(text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.addresses_given_up(text,jsonb) to service_role;

revoke all on function private.give_up_addresses(bigint,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.give_up_addresses(bigint,text,jsonb) to service_role;

revoke all on function private.draft_beside(bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.draft_beside(bigint,jsonb) to service_role;

revoke all on function private.has_draft_beside(bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.has_draft_beside(bigint,jsonb) to service_role;

revoke all on function private.cells_beside(bigint,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.cells_beside(bigint,jsonb) to service_role;
