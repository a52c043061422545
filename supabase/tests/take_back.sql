-- Taking a publish back: pages get an earlier content as a new revision, records their old values.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(20);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) overriding system value values (9001, 'main'), (9002, 'main');
insert into page_locales (page_id, locale, site_id, path, title, nav_title)
values (9001, 'en', 'main', '/a', 'First', 'A'), (9001, 'de', 'main', '/a-de', 'Erste', 'A'), (9002, 'en', 'main', '/b', 'B', 'B');
select publish_pages('{9001,9002}');
create temporary table first as select published_revision_id as id from pages where id = 9001;
update page_locales set title = 'Second', path = '/a-new' where page_id = 9001 and locale = 'en';
delete from content_edits where true;
select set_config('content.edit', '', true);
select publish_draft('00000000-0000-0000-0000-0000000000e1', 9001);
create function pg_temp.receipt() returns bigint language sql as $$ select max(id) from publish_receipts $$;
create function pg_temp.note() returns void language plpgsql as $$
declare receipt bigint;
begin
  insert into publish_receipts (site_id, cause, worker, started_at, rendered, changed) values ('main', 'change', 'w', now(), 1, 1) returning id into receipt;
  insert into publish_receipt_edits (receipt_id, edit_id) select receipt, max(id) from content_edits;
  perform set_config('content.edit', '', true);
end $$;
select pg_temp.note();

select results_eq($$select (before ->> 'revision_id')::bigint, before ->> 'path', after ->> 'path' from edited_records
    where table_name = 'published_page_locales' and after ->> 'locale' = 'en'$$,
  $$select id, '/a', '/a-new' from first$$, 'a publish of a page is told with both revisions and addresses');
select is(jsonb_object_agg(k, v -> 'title'), '{"de": "Erste", "en": "First"}', 'revisions are read with their content')
from first, json_each(read_revisions(array[first.id]) -> first.id::text -> 'locales') l (k, v);

create function pg_temp.back(p_actor uuid, p_expected bigint) returns jsonb language sql as $$
  select take_back(p_actor, pg_temp.receipt(), jsonb_build_array(jsonb_build_object('id', 9001, 'expected', p_expected, 'parent_id', null,
    'contents', read_revisions(array[first.id]) -> first.id::text -> 'locales')), '[]') from first
$$;
select throws_ok($$select pg_temp.back('00000000-0000-0000-0000-0000000000ff', 1)$$, '42501', null, 'only staff take something back');
select throws_ok($$select pg_temp.back('00000000-0000-0000-0000-0000000000e1', (select id from first))$$, '55000', null,
  'a page that was published since is left alone');
select throws_ok($$select take_back('00000000-0000-0000-0000-0000000000e1', pg_temp.receipt(),
  '[{"id": 9002, "expected": 1, "contents": null}]', '[]')$$, '22023', null, 'what another publish has changed is left alone');
select is(pg_temp.back('00000000-0000-0000-0000-0000000000e1', (select published_revision_id from pages where id = 9001)), '{"drafts": []}', 'it is taken back');
select results_eq('select locale::text, path, title from published_page_locales where page_id = 9001 order by path',
  $$values ('en', '/a', 'First'), ('de', '/a-de', 'Erste')$$, 'every language is live as it was');
select is((select max(number) from page_revisions where page_id = 9001), 3, 'by a new revision');
select is((select count(*) from page_revisions r where r.page_id = 9001 and created_by = '00000000-0000-0000-0000-0000000000e1' and number = 3), 1::bigint,
  'of the person who took it back');
select ok(not page_differs(9001), 'the draft follows, where it had no other changes');
select is((select takes_back from content_edits order by id desc limit 1), pg_temp.receipt(), 'the edit says what it takes back');
select is(list_receipts(1) #>> '{0,taken_back,0,by}', 'Edith', 'and the receipt says by whom it was');

-- A draft with other changes stays.
update page_locales set title = 'Third' where page_id = 9001 and locale = 'en';
select publish_draft('00000000-0000-0000-0000-0000000000e1', 9001);
select pg_temp.note();
update page_locales set title = 'Unpublished' where page_id = 9001 and locale = 'en';
select is(pg_temp.back('00000000-0000-0000-0000-0000000000e1', (select published_revision_id from pages where id = 9001)), '{"drafts": [9001]}',
  'a draft with other changes is named');
select is((select title from page_locales where page_id = 9001 and locale = 'en'), 'Unpublished', 'and stays as it is');

-- Records.
select set_config('content.edit', '', true);
insert into tags (id, slug, sites, localized) overriding system value values (9001, 'air', '{main}', '{"en": {"name": "Old"}}');
select set_config('content.edit', '', true);
update tags set localized = '{"en": {"name": "New"}, "de": {"name": "Neu"}}' where id = 9001;
select pg_temp.note();
select lives_ok($$select take_back('00000000-0000-0000-0000-0000000000e1', pg_temp.receipt(), '[]',
  '[{"name": "tags", "ref": 9001, "expected": {"localized/en/name": "New", "localized/de/name": "Neu"}, "values": {"localized/en/name": "Old"}}]')$$,
  'fields of records get their old values');
select is((select localized -> 'en' from tags where id = 9001), '{"name": "Old"}', 'each by itself');
select throws_ok($$select take_back('00000000-0000-0000-0000-0000000000e1', pg_temp.receipt(), '[]',
  '[{"name": "tags", "ref": 9001, "expected": {"localized/en/name": "New"}, "values": {"localized/en/name": "Old"}}]')$$, '55000', null,
  'and none that was changed since');

select set_config('content.edit', '', true);
insert into vectors (id, filename, hash, bytes, storage_path, localized) values (9001, 'a.svg', 'g1', 1, 'vectors/g1.svg', '{"en": {}}');
select set_config('content.edit', '', true);
update vectors set localized = '{"en": {"alt": "A"}, "de": {"alt": "B"}}' where id = 9001;
select pg_temp.note();
select lives_ok($$select take_back('00000000-0000-0000-0000-0000000000e1', pg_temp.receipt(), '[]',
  '[{"name": "vectors", "ref": 9001, "expected": {"localized/en/alt": "A", "localized/de/alt": "B"}, "values": {}}]')$$,
  'texts of a picture that had none are taken back');
select is((select localized from vectors where id = 9001), '{"en": {}}', 'in English it has none again, and the other language is gone');

select is((select string_agg(coalesce(f ->> 'filename', f ->> 'slug'), ' ' order by n) from jsonb_array_elements(read_fields(
  '[{"name": "vectors", "ref": 9001}, {"name": "tags", "ref": 9001}, {"name": "vectors", "ref": "9001"}]')) with ordinality r (f, n)),
  'a.svg air a.svg', 'fields are read in the order in which they are asked for');

select * from finish();
rollback;
