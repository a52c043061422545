begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(21);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, role) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor');
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into forms (id, title, content) values (900001, 'Contact', '[{"name": "email"}]'), (900002, 'Other', '[]');
insert into form_submissions (id, form_id, form_version, form_title, site_id, locale, content, submitted_at, delete_after, read_at, notes)
values
  (900001, 900001, 1, 'Contact', 'test', 'en', '{"email": "Ann@test.example", "text": "100% dark"}', '2026-01-01', '2036-01-01', null, ''),
  (900002, 900001, 1, 'Contact', 'test', 'de', '{"email": "ben@test.example", "size": 42}', '2026-01-02', '2036-01-01', now(), 'Called back'),
  (900003, 900002, 1, 'Other', 'test', 'en', '{"text": "Write to ann@test.example"}', '2026-01-03', '2036-01-01', null, '');

create function pg_temp.found(answer jsonb) returns text[] language sql as $$
  select coalesce(array_agg(r ->> 'id' order by n), '{}') from jsonb_array_elements(answer -> 'results') with ordinality e (r, n)
$$;

set local role anon;
select throws_ok($$select find_submissions(900001, '', 0, 10)$$, '42501', null, 'visitors search nothing');
select throws_ok($$select find_person('ann@test.example')$$, '42501', null, 'and nobody');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is(find_submissions(900001, '', 0, 10) ->> 'count', '0', 'somebody who is not on the staff finds nothing');
select is(count_submissions('{900001}'), '[]', 'counts nothing');
select is(find_person('ann@test.example'), '[]', 'and finds nobody');

set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(pg_temp.found(find_submissions(900001, '', 0, 10)), '{900002,900001}', 'the newest comes first');
select is(find_submissions(900001, '', 1, 1) ->> 'count', '2', 'a page says how many there are in all');
select is(pg_temp.found(find_submissions(900001, '100%', 0, 10)), '{900001}', 'answers are searched, and a percent sign is one');
select is(pg_temp.found(find_submissions(900001, 'email', 0, 10)), '{}', 'the names of fields are not');
select is(pg_temp.found(find_submissions(900001, 'called', 0, 10)), '{900002}', 'notes are');
reset role;
update form_submissions set content = content || '{"city": "Plzeň"}', notes = E'Called Łukasz of Wolken\u00adbruch' where id = 900001;
set local role authenticated;
select is(pg_temp.found(find_submissions(900001, 'PLZEN', 0, 10)), '{900001}', 'accents make no difference in answers');
select is(pg_temp.found(find_submissions(900001, 'lukasz of wolkenbruch', 0, 10)), '{900001}', 'nor in notes, where soft hyphens part no word');
select is(pg_temp.found(find_submissions(900001, 'Ł', 0, 10)), '{900002,900001}', 'in one letter either');
reset role;
update form_submissions set notes = '' where id = 900001;
set local role authenticated;
select is(pg_temp.found(find_submissions(900001, 'CA', 0, 10)), '{900002}', 'by two letters as well');
select is(pg_temp.found(find_submissions(900001, '%', 0, 10)), '{900001}', 'and a percent sign by itself');
select is(pg_temp.found(find_submissions(900001, '', 0, 10, p_is_read => false, p_locale => 'en', p_from => '2026-01-01', p_until => '2026-01-02')),
  '{900001}', 'filters go together');
select is(find_submissions(900001, '', 0, 10) #> '{versions,1}', '[{"name": "email"}]', 'the fields are those of the version that was answered');
select is(count_submissions('{900001,900002}'),
  '[{"form_id": 900001, "total": 2, "unread": 1}, {"form_id": 900002, "total": 1, "unread": 1}]', 'what is unread is counted');
select is(jsonb_array_length(find_person(' ANN@test.example ')), 2, 'a person is found in all forms, however the address is written');

select is(deleted_forms(), '[]', 'as long as there is a form, nothing is left of it');
reset role;
delete from forms where id = 900002;
set local role authenticated;
select is(deleted_forms(), '[{"id": 900002, "title": "Other", "total": 1, "unread": 1}]',
  'what was sent with one that was deleted is counted under its name');

select * from finish();
rollback;
