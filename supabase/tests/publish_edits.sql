-- What was changed by whom, with old and new words, and in which receipt it is.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(29);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into tags (id, slug, sites, localized) overriding system value
select n, 'tag-' || n, '{main}', '{"en": {"name": "Air"}, "de": {"name": "Luft"}}' from generate_series(1, 1500) n;
delete from content_edits where true;
delete from pgmq.q_content_changes where true;

-- A transaction has one edit; a test is one transaction.
create function pg_temp.begin_edit() returns void language sql as $$
  select set_config('content.edit', '', true), set_config('app.actor', '', true), set_config('content.importing', '', true)
$$;
create function pg_temp.edit() returns content_edits language sql as $$
  select e from content_edits e order by e.id desc limit 1
$$;

select pg_temp.begin_edit();
select set_config('app.actor', '00000000-0000-0000-0000-0000000000e1', true);
update tags set localized = jsonb_set(localized, '{de,name}', '"Atemluft"') where id = 1;
select is((pg_temp.edit()).source, 'person', 'what the server does for a person is of that person');
select is((pg_temp.edit()).actor, '00000000-0000-0000-0000-0000000000e1'::uuid, 'who it was');
select results_eq('select table_name, ref, operation, before, after from edited_records',
  $$values ('tags', '1', 'update', '{"localized/de/name": "Luft"}'::jsonb, '{"localized/de/name": "Atemluft"}'::jsonb)$$,
  'only the field that differs is told, in its language, with its old and its new value');
select is((select message ->> 'edit' from pgmq.q_content_changes), (pg_temp.edit()).id::text, 'the message on the queue names the edit');

update tags set localized = jsonb_set(localized, '{en,name}', '"Fresh air"') where id = 1;
select is((select count(*) from content_edits), 1::bigint, 'what a transaction changes is one edit');
select is((select after from edited_records order by id desc limit 1), '{"localized/en/name": "Fresh air"}', 'with all its records');
update tags set slug = slug where id = 1;
select is((select count(*) from edited_records), 2::bigint, 'a write that changes nothing is none');

select pg_temp.begin_edit();
set local role service_role;
update tags set slug = 'by-server' where id = 2;
reset role;
select is((pg_temp.edit()).source, 'server', 'what the server does by itself is said to be so');

select pg_temp.begin_edit();
update tags set slug = 'by-sql' where id = 2;
select is(array[(pg_temp.edit()).source, (pg_temp.edit()).role_name], array['database', session_user::text], 'SQL is said to be SQL, with its role');

select pg_temp.begin_edit();
select set_config('request.headers', '{"x-request-id": "1f0c-a-request"}', true);
update tags set slug = 'by-request' where id = 3;
select is((pg_temp.edit()).request, '1f0c-a-request', 'the request that it was made for is noted as the log names it');
select pg_temp.begin_edit();
select set_config('request.headers', '{"x-request-id": "a name\nof two lines"}', true);
update tags set slug = 'by-stranger' where id = 3;
select is((pg_temp.edit()).request, null, 'unless no log would name one like that');
select set_config('request.headers', '', true);

select pg_temp.begin_edit();
select set_config('content.importing', 'on', true);
delete from tags where id = 2;
select is((pg_temp.edit()).source, 'import', 'an import is said to be one');
select is((select array[e.operation, e.before ->> 'slug', e.after::text] from edited_records e order by id desc limit 1),
  array['delete', 'by-sql', null], 'a record that went has its old words');

select pg_temp.begin_edit();
update tags set localized = jsonb_set(localized, '{en,name}', '"Bulk"') where true;
select is((select count(*) from edited_records where edit_id = (pg_temp.edit()).id), 200::bigint, 'of a bulk change the first records are told in words');
select is((pg_temp.edit()).further_records, 1499 - 200, 'and the others are counted');

select pg_temp.begin_edit();
update tags set localized = jsonb_set(localized, '{en,name}', to_jsonb(repeat('x', 20000))) where id = 1;
select is((select array[before::text, after::text, omitted::text] from edited_records order by id desc limit 1),
  array['{}', '{}', '{localized/en/name}'], 'what is too long is named');

select pg_temp.begin_edit();
truncate redirects;
select is((select array[table_name, operation] from edited_records order by id desc limit 1), array['redirects', 'truncate'], 'a truncation is told');

-- Nothing that people send, and no account or secret.
select is_empty($$
  select t.tgrelid::regclass from pg_trigger t
  where t.tgfoid = 'private.record_edits()'::regprocedure and t.tgrelid::regclass::text ~ 'submission|recipient|deliver|staff|secret|draft'$$,
  'submissions, recipients and accounts are not written down');
select set_eq(
  $$select distinct t.tgrelid::regclass::text from pg_trigger t where t.tgfoid = 'private.record_edits()'::regprocedure$$,
  $$select name from private.watched_tables where id_query is null
    union values ('media_folders'), ('filed_media'), ('media_tags'), ('tagged_media'), ('saved_sections')$$,
  'all others that files show are, by which editors sort media, and what they keep for pages');

-- Which receipt tells of what.
delete from content_edits where true;
delete from pgmq.q_content_changes where true;
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, tags)
values ('main', 'page', 910001, 'en', '/a', 'h', 1, '{tag:3}'), ('main', 'page', 910002, 'en', '/b', 'h', 1, '{tag:4}');
create function pg_temp.publish() returns bigint language plpgsql as $$
declare
  claim jsonb := public.publish_claim('worker', '{main}', now(), 10, 60);
  reads jsonb;
begin
  select jsonb_object_agg(r, o -> 'read') into reads from jsonb_array_elements(claim -> 'outputs') o, jsonb_array_elements_text(o -> 'reasons') r;
  perform public.publish_complete('worker', (claim ->> 'watermark')::bigint, (
    select jsonb_agg(o || jsonb_build_object('hash', 'n', 'tags', (select to_jsonb(s.tags) from site_outputs s where s.path = o ->> 'path'), 'bytes', 1))
    from jsonb_array_elements(claim -> 'outputs') o
  ));
  return public.publish_record('main', 'change', '{}', 'worker', now(), 1,
    (select jsonb_agg(jsonb_build_object('path', o ->> 'path', 'locale', 'en', 'change', 'failed', 'reasons', o -> 'reasons', 'failure', '{"message": "No"}'::jsonb))
      from jsonb_array_elements(claim -> 'outputs') o),
    reads, (claim ->> 'watermark')::bigint);
end $$;
select pg_temp.begin_edit();
select set_config('app.actor', '00000000-0000-0000-0000-0000000000e1', true);
update tags set localized = '{"en": {"name": "Three"}}' where id = 3;
create temporary table receipts as select pg_temp.publish() as id;
select pg_temp.begin_edit();
update tags set localized = '{"en": {"name": "Four"}}' where id = 4;
insert into receipts select pg_temp.publish();
select is((select count(*) from publish_receipt_edits), 2::bigint, 'each publish tells of its own change');
select is((select requested_by from publish_receipts order by id limit 1), '00000000-0000-0000-0000-0000000000e1'::uuid, 'who asked, where it is one person');
select is((select requested_by from publish_receipts order by id desc limit 1), null, 'and nobody for what SQL has changed');
select is(list_receipts(10) #>> '{1,edits,0,by}', 'Edith', 'the list names people');
select is(list_receipts(10) #>> '{0,edits,0,source}', 'database', 'and what was no person');
select is(read_receipt((select min(id) from publish_receipts)) #>> '{items,0,failure,message}', 'No', 'a failure stays with its receipt');
select is(read_receipt((select min(id) from publish_receipts)) #>> '{records,0,after,localized/en/name}', 'Three', 'and old and new words');

-- Not for strangers.
set local role authenticated;
select is(list_receipts(10), '[]'::jsonb, 'who is not on the staff reads no receipts');
reset role;

-- Retention: what no receipt tells any more goes.
update content_edits set made_at = now() - interval '2 days' where true;
delete from publish_receipts where id = (select min(id) from publish_receipts);
select publish_prune(180, 100, 500);
select is((select count(*) from content_edits), 1::bigint, 'a change goes with its receipts');
select is((select count(*) from edited_records), 1::bigint, 'and its words with it');

select * from finish();
rollback;
