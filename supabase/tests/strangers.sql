-- Visitors, and accounts that are not on the staff, read nothing: words are planted in every column of every table, and looked for.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(11);

create temporary view tables as
select c.oid, c.relname::text collate "default" as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p');

-- The rows need not make sense: whatever would refuse or follow them is taken away until the end of this test.
do $$
declare
  r record;
begin
  for r in select c.conrelid::regclass as place, c.conname from pg_constraint c join tables t on t.oid = c.conrelid where c.contype = 'f' loop
    execute format('alter table %s drop constraint %I', r.place, r.conname);
  end loop;
  for r in select c.conrelid::regclass as place, c.conname from pg_constraint c join tables t on t.oid = c.conrelid where c.contype = 'c' loop
    execute format('alter table %s drop constraint %I', r.place, r.conname);
  end loop;
  for r in select oid::regclass as place from tables loop
    execute format('alter table %s disable trigger user', r.place);
  end loop;
end $$;

-- As visible as can be: published, of all time, on the main site, in the default locale, and below nothing.
create function pg_temp.planted(p_table text, p_column text, p_type oid) returns text language sql as $$
  select case
    when p_column in ('parent_id', 'withdrawn_at', 'disabled_at') then 'null'
    when p_column in ('sites', 'site_id') or (p_table, p_column) = ('sites', 'id') then case when p_type = 'text[]'::regtype then '''{main,planted}''' else '''main''' end
    when (p_table, p_column) = ('form_submissions', 'content') then '''{"email": "planted@test.example"}'''
    when p_type = 'boolean'::regtype then 'true'
    when p_type in ('json'::regtype, 'jsonb'::regtype) then
      case when p_column in ('modules', 'items', 'content', 'rows') then '''[]''' else '''{"en": {"title": "planted", "name": "planted"}}''' end
    when p_type in ('timestamptz'::regtype, 'date'::regtype) then case when p_column ~ 'until$|^ends|^delete' then '''2999-01-01''' else '''2000-01-01''' end
    when p_type = 'uuid'::regtype then '''00000000-0000-0000-0000-0000000000ff'''
    when p_type = 'text[]'::regtype then '''{planted}'''
    when p_type = 'public.locale[]'::regtype then '''{en}'''
    when (select typtype from pg_type where oid = p_type) = 'e' then
      (select quote_literal(e.enumlabel) from pg_enum e where e.enumtypid = p_type order by e.enumsortorder limit 1)
    when (select typcategory from pg_type where oid = p_type) = 'A' then '''{1}'''
    when (select typcategory from pg_type where oid = p_type) = 'N' then '1'
    when p_type = 'tsvector'::regtype then '''planted'''
    when p_type = 'text'::regtype then case when p_column ~ 'path|url' then '''/planted''' else '''planted''' end
    else 'null'
  end
$$;
do $$
declare
  t record;
begin
  for t in
    select c.oid::regclass as place, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
      string_agg(pg_temp.planted(c.name, a.attname, a.atttypid), ', ' order by a.attnum) as given
    from tables c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.name <> 'staff'
    group by c.oid
  loop
    execute format('insert into %s (%s) overriding system value values (%s)', t.place, t.columns, t.given);
  end loop;
end $$;
insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example'), ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'),
  ('00000000-0000-0000-0000-00000000000c', 'two-steps@test.example'), ('00000000-0000-0000-0000-00000000000f', 'nobody@test.example');
insert into staff (user_id, email, name, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000c', 'two-steps@test.example', 'planted', 'admin', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'planted', 'editor', now()),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'planted', 'editor', null);
insert into auth.sessions (id, user_id, aal) values ('00000000-0000-0000-0000-0000000000c1', '00000000-0000-0000-0000-00000000000c', 'aal1');
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values
  ('00000000-0000-0000-0000-0000000000cf', '00000000-0000-0000-0000-00000000000c', 'totp', 'verified', now(), now());

-- Every call that somebody who has signed in can make.
create temporary table calls (name text, call text);
insert into calls
select p.proname::text, null from pg_proc p
where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e');
update calls c set call = g.call
from (values
  ('count_submissions', $q$count_submissions('{1}')$q$),
  ('deleted_forms', $q$deleted_forms()$q$),
  ('files_of_medium', $q$files_of_medium('image', 1)$q$),
  ('find_page', $q$find_page('main', 'en', '/planted', 'published')$q$),
  ('find_person', $q$find_person('planted@test.example')$q$),
  ('find_records', $q$(select jsonb_agg(find_records(k.kind, '', 0, 10)) from private.kinds k where k.picker_order is not null)$q$),
  ('find_row', $q$find_row('product', 'planted')$q$),
  ('find_submissions', $q$find_submissions(1, '', 0, 10)$q$),
  ('differing_pages', $q$differing_pages('{1}')$q$),
  ('find_moved_below', $q$find_moved_below(1)$q$),
  ('page_states', $q$page_states('{1}')$q$),
  ('own_page_drafts', $q$own_page_drafts((select min(saved_by::text)::uuid from draft_saves), 10)$q$),
  ('pages_with_words', $q$pages_with_words('main', '{planted}')$q$),
  ('form_uses', $q$form_uses('{1}')$q$),
  ('free_slugs', $q$(select (not free_slugs('product', '{planted}') ? 'planted')::integer)$q$),
  ('list_deleted_records', $q$(select jsonb_agg(list_deleted_records(k.kind)) from private.kinds k)$q$),
  ('list_releases', 'list_releases()'), ('read_release', 'read_release(1)'), ('read_release_contents', $q$read_release_contents(1, '{1}')::jsonb$q$),
  ('release_clashes', 'release_clashes(1)'), ('release_circles', 'release_circles(1)'), ('release_preview', 'release_preview(1)'), ('release_links_of', 'release_links_of(1)'),
  ('release_calendar', $q$release_calendar(now(), now() + interval '1 day', '{}')$q$),
  ('preview_sitemap', $q$preview_sitemap('main', 'page', 0, now(), 987654)::jsonb$q$), ('preview_sitemap_index', $q$preview_sitemap_index('main', now(), 987654)$q$),
  ('preview_found', $q$preview_found('main', 'en', 987654)$q$),
  ('preview_routes', $q$preview_routes('[{"kind": "product", "ref": 1}]', now())$q$), ('preview_redirects', $q$preview_redirects('main', '{}', '{}')$q$),
  ('preview_page', $q$preview_page('main', 'en', '/planted', 987654)$q$),
  ('releases_of', $q$releases_of(1, 'event', '1')$q$),
  ('list_records', $q$(select jsonb_agg(list_records(k.kind, '{id}', '', 'id', false, '[]', null, null, 10)) from private.kinds k)$q$),
  ('find_record_ids', $q$(select jsonb_agg(find_record_ids(k.kind, '{id}', '', '[]', null, 10)) from private.kinds k)$q$),
  ('read_record', $q$(select jsonb_agg(read_record(k.kind, '1')) from private.kinds k where k.kind <> 'site')$q$),
  ('records_with_drafts', $q$(select jsonb_agg(records_with_drafts(k.kind, '{1}')) from private.kinds k where k.kind <> 'site')$q$),
  ('media_gaps', $q$media_gaps('image', 'unused', 'en', '[]')$q$),
  ('read_media_library', 'read_media_library()'), ('read_media_places', $q$read_media_places('image', '{1}')$q$),
  ('record_pages', $q$(select jsonb_agg(record_pages(k.kind, 1)) from private.kinds k)$q$),
  ('record_titles', $q$(select record_titles(jsonb_agg(jsonb_build_object('kind', k.kind, 'id', '1'))) from private.kinds k where k.kind <> 'site')$q$),
  ('record_needs', $q$(select record_needs(jsonb_agg(jsonb_build_object('kind', k.kind, 'ids', '[1]'::jsonb)), '[]') from private.kinds k)$q$),
  ('record_uses', $q$(select jsonb_agg(record_uses(k.kind, '1', '[]')) from private.kinds k where k.kind <> 'site')$q$),
  ('list_discarded_drafts', $q$(select jsonb_agg(list_discarded_drafts(k.kind, '1', true)) from private.kinds k)$q$),
  ('read_discarded_draft', $q$read_discarded_draft(1)$q$),
  ('read_seen_records', $q$(select jsonb_agg(s.value - 'id') from private.kinds k, jsonb_array_elements(read_seen_records(k.kind, '{1}')) s)$q$),
  ('record_versions_of', $q$(select jsonb_agg(record_versions_of(k.kind, '1')) from private.kinds k)$q$),
  ('list_edits', $q$list_edits('{}', 10)$q$),
  ('list_colleagues', $q$list_colleagues()$q$),
  ('list_deleted_pages', $q$list_deleted_pages('main')$q$),
  ('list_sections', $q$list_sections()$q$),
  ('pages_with_shared', $q$pages_with_shared('{1,987654}')$q$),
  ('list_site_pages', $q$list_site_pages('main', 10)$q$),
  ('page_uses', $q$page_uses(1)$q$),
  ('read_page_settings', $q$read_page_settings(1)$q$),
  ('list_page_revisions', $q$list_page_revisions(1, 10)$q$),
  ('read_draft_contents', $q$read_draft_contents(1)$q$),
  ('read_chosen_contents', $q$read_chosen_contents(1, '{structure}')$q$),
  ('read_own_profile', $q$read_own_profile()$q$),
  ('is_localized', $q$null$q$),
  ('page_differs', $q$page_differs(1)$q$),
  ('read_content', $q$read_content('main', 'draft', now(), true, '[[1, "en"]]', '{"product": [1]}', '{}')$q$),
  ('preview_content', $q$preview_content('main', 'draft', now(), true, '[[1, "en"]]', '{"product": [1]}', '{}')$q$),
  ('preview_row', $q$preview_row('product', 'planted')$q$),
  ('read_draft_state', $q$read_draft_state(1)$q$),
  ('list_receipts', $q$list_receipts(10)$q$),
  ('read_changed_parts', 'read_changed_parts(1)'),
  ('read_fields', $q$(select jsonb_agg(read_fields(jsonb_build_array(jsonb_build_object('name', k.table_name, 'ref', 1))))
    from private.kinds k where k.kind not in ('site', 'search_synonym'))$q$),
  ('read_receipt', $q$read_receipt(1)$q$),
  ('read_revisions', $q$read_revisions('{1}')$q$),
  ('read_globals', $q$read_globals('main')$q$),
  ('read_lists', $q$read_lists('main', 'en', now(), '[{"list": "webinars", "when": "past", "limit": 9}, {"list": "quotes", "symbol": "planted", "limit": 9}]')$q$),
  ('read_own_staff', $q$null$q$),
  ('read_page_changes', $q$read_page_changes(1)$q$),
  ('read_pages', $q$read_pages('draft', '[[1, "en"]]')$q$),
  ('read_records', $q$(select jsonb_agg(read_records(jsonb_build_object(k.kind, '[1]'::jsonb))) from private.kinds k)$q$)
) g (name, call)
where g.name = c.name;
select is_empty('select name from calls where call is null', 'every function that can be called is called here');

-- How many rows of tables, and how much of what functions answer, somebody gets to see. What is refused shows nothing.
create function pg_temp.rows_of(p_table text) returns bigint language plpgsql as $$
declare
  seen bigint;
begin
  execute format('select count(*) from public.%I', p_table) into seen;
  return seen;
exception when insufficient_privilege then
  return 0;
end $$;
create function pg_temp.answer_to(p_call text) returns text language plpgsql as $$
declare
  answer text;
begin
  execute 'select (' || p_call || ')::text' into answer;
  return answer;
exception when others then
  return sqlerrm;
end $$;
create temporary view seen as
select t.name from tables t where pg_temp.rows_of(t.name) > 0
union all
select c.name || '()' from calls c where pg_temp.answer_to(c.call) ~ 'planted|"?(count|id|total)"?: *[1-9]|^[1-9]|\[1\]';
grant select on calls, tables, seen to anon, authenticated;

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is_empty('select name from tables except select name from seen', 'an editor reads every table');
select set_has('select name from seen', $$values ('read_pages()'), ('read_records()'), ('find_records()'), ('read_globals()'), ('find_person()'),
  ('find_page()'), ('preview_content()'), ('preview_row()'), ('preview_page()'), ('find_submissions()'), ('read_lists()'), ('list_edits()'), ('list_receipts()'), ('list_site_pages()'), ('read_fields()'),
  ('read_receipt()'), ('read_revisions()')$$, 'and what the functions find');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000f';
select is_empty('select name from seen', 'an account that is not on the staff reads nothing');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is_empty('select name from seen', 'and neither does a disabled member');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000c';
set local request.jwt.claims = '{"sub": "00000000-0000-0000-0000-00000000000c", "session_id": "00000000-0000-0000-0000-0000000000c1", "aal": "aal1"}';
select is_empty('select name from seen', 'nor a session for which the code of a second factor was not given yet');
set local request.jwt.claims = '{"sub": "00000000-0000-0000-0000-00000000000c", "session_id": "00000000-0000-0000-0000-0000000000c1", "aal": "aal2"}';
select is_empty('select name from seen', 'nor one that was raised past the server');
select is(read_own_staff() ->> 'needs', 'code', 'which learns what it lacks');
set local request.jwt.claims = '';
set local role anon;
select is_empty('select name from seen', 'visitors read nothing');
select throws_ok('select * from private.page_records', '42501', null, 'and nothing by way of views');
reset role;
select cmp_ok((select count(*) from tables), '>', 50::bigint, 'this is all of the content');

select * from finish();
rollback;
