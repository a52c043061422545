begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(45);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, role) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'admin'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor');
insert into sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into forms (id, title, content) values (900001, 'Contact', '[{"name": "email"}]');
update forms set title = 'Contact us' where id = 900001;
update forms set content = '[{"name": "email"}, {"name": "text"}]' where id = 900001;
insert into form_recipients (id, form_id, channel, address) values
  (900001, 900001, 'mail', 'desk@test.example'), (900002, 900001, 'webhook', 'https://crm.test.example/hook');

-- E-mail addresses in what was sent
select is(private.emails_in('{"a": "Ann <Ann@Test.example>, or\nbob.b+c@mail.test.example.", "b": ["x@y.example"], "c": "a@b"}'),
  '{ann@test.example,bob.b+c@mail.test.example,x@y.example}', 'addresses are found in texts and lists, in lower case');
select is(private.emails_in('{"a": 1, "b": true}'), '{}', 'and none where there is none');

-- The definition at a version
select is(form_definition(900001, 1) -> 'content', '[{"name": "email"}]', 'a form has the fields of the version asked for');
select is((form_definition(900001, 2) ->> 'version')::integer, 1, 'a version that differs in its title only has those of the one before');
select is((form_definition(900001, 3) ->> 'version')::integer, 3, 'and the latest those of today');
select is((form_definition(900001, 99) ->> 'version')::integer, 3, 'what is newer than all is taken for the latest');
select is((form_definition(900001, 0) ->> 'version')::integer, 1, 'and what is older for the first');
select is(form_definition(900099, 1), null, 'a form that is gone has none');
select is((select r.record ->> 'version' from private.form_records r where r.id = 900001), '3', 'a page shows the version of its fields');
select isnt(form_secret(), null, 'there is a secret');
select is(form_secret(), form_secret(), 'and it stays the same');

-- Taking in
create function pg_temp.store(p_key text, p_solution text, p_sender text, p_limit integer) returns jsonb language sql as $$
  select store_submission(900001, 3, 'test', 'en', '/contact', '{"email": "Ann@Test.example"}',
    p_key, p_solution, now() + interval '10 minutes', p_sender, p_limit, 600)
$$;
select is(pg_temp.store('k1', 's1', 'one', 3), '{"status": "stored", "isNew": true}', 'a submission is stored');
select is((select (form_version, page_path, emails)::text from form_submissions where idempotency_key = 'k1'),
  '(3,/contact,{ann@test.example})', 'with the version, the page and the addresses in it');
select is((select delete_after::date from form_submissions where idempotency_key = 'k1'), (now() + interval '180 days')::date,
  'until the form''s retention is over');
select is(pg_temp.store('k1', 's2', 'one', 3), '{"status": "stored", "isNew": false}', 'sent again it is answered the same');
select is(pg_temp.store('k1', 's1', 'one', 3), '{"status": "stored", "isNew": false}', 'with the same token as well');
select is((select count(*) from form_submissions where form_id = 900001), 1::bigint, 'and stored once');
select is(pg_temp.store('k2', 's1', 'one', 3), '{"status": "used"}', 'a token is used once');
select is(pg_temp.store('k3', 's3', 'one', 3) ->> 'status', 'stored', 'a sender has a number of submissions');
select is(pg_temp.store('k4', 's4', 'one', 3) ->> 'status', 'limited', 'and no more in the same time');
select ok((pg_temp.store('k4', 's4', 'one', 3) ->> 'retryAfterSeconds')::integer between 1 and 600, 'and is told how long to wait');
select is(pg_temp.store('k4', 's4', 'two', 3) ->> 'status', 'stored', 'another sender is not concerned, and a refused token can be used');
update private.form_senders set ends_at = now() where sender = 'one';
select is(pg_temp.store('k5', 's5', 'one', 3) ->> 'status', 'stored', 'nor is the same when the time is over');
select is(store_submission(900099, 1, 'test', 'en', '/', '{}', 'k9', 's9', now(), 'one', 3, 600), '{"status": "gone"}', 'a form that is gone takes nothing');

-- Announcements
select is((select count(*) from form_deliveries d join form_submissions s on s.id = d.submission_id where s.idempotency_key = 'k1'), 2::bigint,
  'each recipient is told of each submission');
select is(jsonb_array_length(claim_form_deliveries(3, 60)), 3, 'deliveries are leased in portions');
select is((select count(*) from form_deliveries where attempts = 1), 3::bigint, 'each lease is an attempt');
select is(jsonb_array_length(claim_form_deliveries(100, 60)), 5, 'and nothing is leased twice');
select is(claim_form_deliveries(100, 60), '[]', 'until the lease is over');
select is(finish_form_delivery(min(id), null), 'delivered', 'an attempt succeeds') from form_deliveries;
select is(finish_form_delivery(max(id), 'no answer'), 'waiting', 'or is made again') from form_deliveries;
select is((select next_attempt_at from form_deliveries order by id desc limit 1), now() + interval '1 minute', 'in a while');
update form_deliveries set attempts = 16 where id = (select max(id) from form_deliveries);
select is(finish_form_delivery(max(id), 'no answer'), 'failed', 'until it is given up') from form_deliveries;
select throws_ok($$insert into form_recipients (form_id, channel, address) values (900001, 'webhook', 'ftp://a')$$, '23514', null,
  'a webhook has an address of the web');
select throws_ok($$insert into form_recipients (form_id, channel, address) values (900001, 'mail', 'a@b, c@d')$$, '23514', null,
  'a mail goes to one address');

-- Who may
set local role anon;
select throws_ok('select * from form_recipients', '42501', null, 'visitors read no recipients');
select throws_ok('select form_secret()', '42501', null, 'nor the secret');
select throws_ok($$select store_submission(900001, 3, 'test', 'en', '/', '{}', 'k', 's', now(), 'o', 3, 600)$$, '42501', null, 'and store nothing by themselves');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select throws_ok($$select store_submission(900001, 3, 'test', 'en', '/', '{}', 'k', 's', now(), 'o', 3, 600)$$, '42501', null, 'nor does the staff');
select throws_ok($$update form_submissions set content = '{}' where idempotency_key = 'k1'$$, '42501', null, 'and changes nothing of what was sent');
set local role service_role;
select throws_ok($$select erase_person('00000000-0000-0000-0000-00000000000e', 'ann@test.example')$$, '42501', null, 'for an editor nothing is erased');
select is(erase_person('00000000-0000-0000-0000-00000000000a', ' ANN@test.example') ->> 'erased', '4', 'an administrator erases what holds an address');
reset role;
insert into form_submissions (form_id, form_version, form_title, locale, content, submitted_at, delete_after)
values (900001, 1, 'Contact', 'en', '{}', now() - interval '2 days', now() - interval '1 day');
select is(delete_expired_submissions(), 1::bigint, 'what is past its time is deleted');
select results_eq($$select reason, submissions, deleted_by from form_deletions where form_id = 900001 order by id$$,
  $$values ('erasure', 4, '00000000-0000-0000-0000-00000000000a'::uuid), ('retention', 1, '00000000-0000-0000-0000-00000000000a'::uuid)$$,
  'both are on record');
select is((select count(*) from form_deliveries), 0::bigint, 'and no announcement outlives its submission');

select * from finish();
rollback;
