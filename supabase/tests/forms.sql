begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(40);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'admin', null),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'admin', now());
insert into sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');

-- Versions
insert into forms (id, title, content) values (900001, 'Contact', '[{"name": "email"}]');
select results_eq('select version, content from form_versions where form_id = 900001', $$values (1, '[{"name": "email"}]'::jsonb)$$,
  'a new form has its first version');
update forms set title = 'Contact us' where id = 900001;
select results_eq('select version from form_versions where form_id = 900001', array[1], 'another title keeps no copy of the fields');
update forms set content = '[{"name": "email"}, {"name": "text"}]' where id = 900001;
select results_eq('select version from form_versions where form_id = 900001 order by 1', array[1, 3], 'other fields do');
select is((select version from forms where id = 900001), 3, 'at the form''s version');
update forms set content = '[{"name": "email"}]' where id = 900001;
select results_eq('select version from form_versions where form_id = 900001 order by 1', array[1, 3], 'fields that it has again have their number');
select is((select (record ->> 'version')::integer from private.form_records where id = 900001), 1, 'which its pages have again');
update forms set content = '[{"name": "email"}, {"name": "text"}]' where id = 900001;
select throws_ok($$update form_versions set content = '[]' where form_id = 900001$$, '23001', null, 'a version is immutable');

select throws_ok($$insert into forms (title, content) values ('T', '{}')$$, '23514', null, 'the fields are a list');
select throws_ok($$insert into forms (title, content) values ('T', '[{"name":')$$, '22P02', null, 'and JSON');
select throws_ok($$insert into forms (title) values (' ')$$, '23514', null, 'a form has a name');
select throws_ok($$insert into forms (title, success_url) values ('T', 'javascript:1')$$, '23514', null, 'visitors are taken to an address');
select lives_ok($$insert into forms (title, success_url) values ('T', '/thanks')$$, 'or to a path');
select throws_ok($$insert into forms (title, retention_days) values ('T', 0)$$, '23514', null, 'submissions are kept for a day at least');

-- Submissions
prepare submit (integer, jsonb, interval) as
  insert into form_submissions (id, form_id, form_version, form_title, site_id, locale, content, delete_after)
  values (900000 + $1, 900001, $1, 'Contact', 'test', 'en', $2, now() + $3);
select lives_ok($$execute submit(1, '{"email": "a@b.example"}', '180 days')$$, 'a submission is stored with the version it answers');
select throws_ok($$execute submit(2, '{}', '180 days')$$, '23503', null, 'which exists');
select throws_ok($$execute submit(3, '[]', '180 days')$$, '23514', null, 'its content has names');
select throws_ok($$execute submit(3, '{}', '0 days')$$, '23514', null, 'it is kept for a time');
select lives_ok($$execute submit(3, '{}', '1 minute')$$, 'however short');
select is(private.delete_expired_submissions(now()), 0::bigint, 'nothing is deleted before its time');
select is(private.delete_expired_submissions(now() + interval '1 hour'), 1::bigint, 'what is past its time is deleted');

-- Who may
set local role anon;
select throws_ok('select * from forms', '42501', null, 'visitors read no forms from the database');
select throws_ok('select * from form_submissions', '42501', null, 'and no submissions');
select throws_ok($$execute submit(3, '{}', '1 day')$$, '42501', null, 'and store none without the function for it');
set local role service_role;
select throws_ok($$select delete_submissions('00000000-0000-0000-0000-00000000000e', '{900001}')$$, '42501', null, 'for an editor no submission is deleted');
select throws_ok($$select mark_submission('00000000-0000-0000-0000-00000000000d', 900001, true)$$, '42501', null, 'or marked for a disabled member');
select ok(mark_submission('00000000-0000-0000-0000-00000000000e', 900001, true), 'for an editor one is');
select is(note_submission('00000000-0000-0000-0000-00000000000e', 900001, 'Called back', ''), '{"status": "saved"}', 'and noted');
select is(note_submission('00000000-0000-0000-0000-00000000000e', 900001, 'Lost', ''), '{"status": "conflict", "notes": "Called back"}', 'over what the editor has read');
select is(note_submission('00000000-0000-0000-0000-00000000000e', -1, 'Lost', ''), '{"status": "not-found"}', 'as long as it is there');
delete from forms where id = 900001;
select results_eq('select form_id, form_version, form_title from form_submissions where id = 900001',
  $$values (900001::bigint, null::integer, 'Contact')$$, 'the submissions of a deleted form stay, and say which form it was');
select is(delete_submissions('00000000-0000-0000-0000-00000000000a', '{900001,900002}'), '[900001]', 'an administrator deletes submissions');
select results_eq('select deleted_by from form_deletions where form_id = 900001 and deleted_by is not null',
  $$values ('00000000-0000-0000-0000-00000000000a'::uuid)$$, 'which is on record');

-- Forms
create temporary table made as select create_form('00000000-0000-0000-0000-00000000000e', '{"title": "Made", "content": [], "retention_days": 9, "localized": {"en": {}}}') as form;
select is((select form ->> 'version' from made), '1', 'an editor makes a form');
select is(update_form('00000000-0000-0000-0000-00000000000e', (select (form ->> 'id')::bigint from made), 1,
  '{"title": "Made", "content": [{"name": "a"}], "retention_days": 9, "localized": {"en": {}}}'), 2, 'and changes it');
select is(update_form('00000000-0000-0000-0000-00000000000e', (select (form ->> 'id')::bigint from made), 1, '{}'), null, 'as the editor has read it');
select results_eq('select created_by from form_versions where form_id = (select (form ->> ''id'')::bigint from made)',
  $$values ('00000000-0000-0000-0000-00000000000e'::uuid), ('00000000-0000-0000-0000-00000000000e')$$, 'each version says who made it');


-- Secrets
create temporary table added as
select add_recipient('00000000-0000-0000-0000-00000000000e', (select (form ->> 'id')::bigint from made), 'webhook', 'https://crm.test.example/') as answer;
select is((select answer ->> 'secret' from added), (select secret from form_recipients where address = 'https://crm.test.example/'),
  'what a webhook is signed with is told when it is added');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select throws_ok('select secret from form_recipients', '42501', null, 'and never again');
select throws_ok('select * from form_recipients', '42501', null, 'not even to an administrator');
select isnt_empty($$select address from form_recipients where channel = 'webhook'$$, 'who reads all else');

select * from finish();
rollback;
