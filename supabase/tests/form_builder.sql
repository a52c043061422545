begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(10);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email, role) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor');
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, site_id, locale, path, title) values
  (900001, 'test', 'en', '/contact', 'Contact'), (900001, 'test', 'de', '/kontakt', 'Kontakt'), (900002, 'test', 'en', '/old', 'Old');
insert into forms (id, title) values (900001, 'Placed'), (900002, 'Live only'), (900003, 'Free');
insert into modules (id, page_id, type, position) values (900001, 900001, 'CUSTOM_FORMS', 0), (900002, 900001, 'TEXT_BLOCK', 1);
insert into module_locales (module_id, locale, data) values
  (900001, 'en', '{"form": 900001}'), (900001, 'de', '{"form": 900001}'), (900002, 'en', '{"form": 900003}');
insert into site_outputs (site_id, kind, ref, locale, path, tags) values
  ('test', 'page', 900001, 'en', '/contact', '{form:900001}'), ('test', 'page', 900002, 'en', '/old', '{form:900002,form:9}');

set local role anon;
select throws_ok('select form_uses(array[900001])', '42501', null, 'visitors do not learn where forms are used');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is(form_uses(array[900001]), '[]', 'nor does somebody who is not on the staff');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select results_eq(
  $$select u ->> 'path', (u ->> 'is_draft')::boolean, (u ->> 'is_live')::boolean from jsonb_array_elements(form_uses(array[900001])) u$$,
  $$values ('/contact', true, true), ('/kontakt', true, false)$$, 'a form is used where its module stands, and where it is live');
select is(form_uses(array[900002]) #>> '{0,title}', 'Old', 'also where only the live page has it');
select is(form_uses(array[900003]), '[]', 'another module with the same data is no use');

set local role service_role;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is(delete_form('00000000-0000-0000-0000-00000000000e', 900002, (select version from forms where id = 900002)) ->> 'status', 'used', 'a form that is used is not deleted');
insert into saved_sections (id, name, content) values (900001, 'Contact', '{"modules": [
  {"type": "ACCORDION", "locales": {"en": {"v": 1, "data": {}}}, "children": [{"type": "CUSTOM_FORMS", "locales": {"de": {"v": 1, "data": {"form": 900003}}}}]}]}');
insert into shared_modules (id, name, type, localized) values (900001, 'Ask us', 'CUSTOM_FORMS', '{"en": {"data": {"form": 9}}, "de": {"data": {"form": 900003}}}');
insert into record_drafts (kind, record_id, data) values
  ('shared_module', '900002', '{"kind": "shared_module", "id": 900002, "name": "Draft only", "type": "CUSTOM_FORMS", "localized": {"en": {"data": {"form": 900003}}}}');
insert into releases (id, name, state) values (900001, 'Spring', 'open'), (900002, 'Winter', 'live');
insert into release_pages (release_id, page_id, title, contents)
select l, 900002, 'Old', '{"en": {"modules": [{"id": 1, "type": "ACCORDION", "children": [{"id": 2, "type": "CUSTOM_FORMS", "data": {"form": 900003}}]}]}}'
from unnest(array[900001, 900002]) l;
select is(
  delete_form('00000000-0000-0000-0000-00000000000e', 900003, (select version from forms where id = 900003)),
  '{"status": "held", "holders": [{"what": "release", "name": "Spring"}, {"what": "saved section", "name": "Contact"},
    {"what": "shared module", "name": "Ask us"}, {"what": "shared module", "name": "Draft only"}]}',
  'nor one that a saved section, a shared module without a page or a coming release shows, inside of other modules as well');
update saved_sections set content = jsonb_set(content, '{modules,0,children,0,locales,de,data,form}', '900002');
update shared_modules set localized = jsonb_set(localized, '{de,data,form}', '900002');
update record_drafts set data = jsonb_set(data, '{localized,en,data,form}', '900002');
update releases set state = 'live' where true;
select is(private.form_holders(900003), '[]', 'another form in them, and what is live already, are no use');
select is(delete_form('00000000-0000-0000-0000-00000000000e', 900003, (select version from forms where id = 900003)) ->> 'status', 'deleted', 'one that is not used is');
select is(delete_form('00000000-0000-0000-0000-00000000000e', 900003, (select version from forms where id = 900003)), '{"status": "not-found"}', 'once');

select * from finish();
rollback;
