begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(10);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, role) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'admin'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor');
insert into forms (id, title, content) values (910301, 'Contact', '[{"name": "email"}]');
insert into form_recipients (id, form_id, channel, address) values
  (910301, 910301, 'mail', 'desk@test.example'), (910302, 910301, 'webhook', 'https://crm.test.example/hook'),
  (910303, 910301, 'mail', 'later@test.example');
insert into form_submissions (id, form_id, form_version, form_title, locale, content, delete_after) values
  (910301, 910301, 1, 'Contact', 'en', '{"email": "Ann@test.example"}', now() + interval '1 day'),
  (910302, 910301, 1, 'Contact', 'en', '{"email": "ann@test.example"}', now() + interval '1 day'),
  (910303, 910301, 1, 'Contact', 'en', '{"email": "bob@test.example"}', now() + interval '1 day');
insert into form_deliveries (submission_id, recipient_id, channel, address, state, attempts)
select d.submission, r.id, r.channel, r.address, d.state::delivery_state, d.attempts
from (values
  (910301, 910301, 'delivered', 1), (910302, 910301, 'delivered', 2), (910301, 910302, 'waiting', 3),
  (910302, 910303, 'waiting', 0), (910303, 910303, 'delivered', 1)
) d (submission, recipient, state, attempts)
join form_recipients r on r.id = d.recipient;

set local role anon;
select throws_ok($$select erase_person('00000000-0000-0000-0000-00000000000e', 'ann@test.example')$$, '42501', null, 'visitors erase nothing');
set local role service_role;
-- Somebody who is not notified any more may have a copy all the same.
select ok(remove_recipient('00000000-0000-0000-0000-00000000000e', id), 'a recipient is removed') from form_recipients where id in (910301, 910303) order by id;
select results_eq('select address, count(*) from form_deliveries where recipient_id is null group by address order by address',
  $$values ('desk@test.example', 2::bigint), ('later@test.example', 1)$$, 'the record of what was sent stays, and what was not is not sent');
select is(claim_form_deliveries(10, 60) -> 0 ->> 'address', 'https://crm.test.example/hook', 'others are notified');
select is(claim_form_deliveries(10, 60), '[]', 'and nobody who was removed');
select throws_ok($$select erase_person('00000000-0000-0000-0000-00000000000e', 'ann@test.example')$$, '42501', null, 'for an editor nothing is erased');
select is(erase_person('00000000-0000-0000-0000-00000000000a', ' ANN@test.example'), '{"erased": 2, "notified": [
  {"channel": "mail", "address": "desk@test.example"}, {"channel": "webhook", "address": "https://crm.test.example/hook"}]}',
  'an administrator learns who may have a copy, each once, and not who was still to be notified');
select is((select array_agg(id) from form_submissions where form_id = 910301), '{910303}'::bigint[], 'others keep theirs');
select is(erase_person('00000000-0000-0000-0000-00000000000a', 'ann@test.example'), '{"erased": 0, "notified": []}', 'and there is nothing left of the first');

select * from finish();
rollback;
