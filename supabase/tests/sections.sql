-- Saved sections: who saves, replaces and deletes them, how large they may be, and what counts as used by them.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(28);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example');
insert into staff (user_id, email, name, role) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'Ada', 'editor'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example', 'Ben', 'editor');
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path)
select n, n || '.webp', 'section' || n, 'image/webp', 1, 1, 1, 'originals/' || n || '.webp' from generate_series(910001, 910003) n;

-- A module in two languages with a picture, around one with another picture.
create function pg_temp.content(p_image bigint, p_inside bigint) returns jsonb language sql as $$
  select jsonb_build_object('format', 'page-modules', 'version', 1, 'site', 'main', 'modules', jsonb_build_array(jsonb_build_object(
    'type', 'ACCORDION', 'slot', null,
    'locales', jsonb_build_object('en', jsonb_build_object('v', 1, 'data', '{}'::jsonb), 'de', jsonb_build_object('v', 1, 'data', jsonb_build_object('image', p_image))),
    'children', jsonb_build_array(jsonb_build_object('type', 'HERO', 'slot', 'a', 'children', '[]'::jsonb,
      'locales', jsonb_build_object('en', jsonb_build_object('v', 1, 'data', jsonb_build_object('image', p_inside)))))
  ))) $$;
create function pg_temp.ada() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000a'::uuid $$;
create function pg_temp.ben() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000b'::uuid $$;
create function pg_temp.section() returns saved_sections language sql as $$ select s from saved_sections s where s.name like 'Release%' $$;
create function pg_temp.places() returns jsonb language sql as $$
  select '[{"module": "HERO", "path": "$.\"image\" ? (@ == $id)"}, {"module": "ACCORDION", "path": "$.\"image\" ? (@ == $id)"}]'::jsonb $$;

-- Saving
select is(save_section(pg_temp.ada(), ' Release ', 'For new sensors', pg_temp.content(910001, 910002)) ->> 'status', 'saved', 'a section is saved');
select is((pg_temp.section()).name, 'Release', 'its name without blanks around it');
select is((pg_temp.section()).version, 1, 'as its first version');
select is(save_section(pg_temp.ben(), 'Release', '', pg_temp.content(910001, 910002)), '{"status": "name-taken"}', 'a name is given once');
select throws_ok($$select save_section(pg_temp.ada(), ' ', '', pg_temp.content(1, 2))$$, '23514', null, 'a section has a name');
select throws_ok($$select save_section(pg_temp.ada(), 'Empty', '', '{"modules": []}')$$, '23514', null, 'and modules');
select throws_ok($$select save_section(pg_temp.ada(), 'None', '', '{"modules": {}}')$$, '23514', null, 'which are a list');
select throws_ok($$select save_section(pg_temp.ada(), 'Null', '', null)$$, '23502', null, 'and not left out');
select throws_ok($$select save_section(pg_temp.ada(), 'Large', '', jsonb_build_object('modules', jsonb_build_array(repeat('x', 1200001))))$$,
  '23514', null, 'no more of it than a paste takes');
select throws_ok($$select save_section(pg_temp.ada(), 'Many', '', jsonb_build_object('modules', (select jsonb_agg(n) from generate_series(1, 101) n)))$$,
  '23514', null, 'and no more modules');
select throws_ok($$select save_section(pg_temp.ada(), 'Noted', repeat('x', 501), pg_temp.content(1, 2))$$, '23514', null, 'a note is short');

-- The list
select is(list_sections() #- '{0,saved_at}', jsonb_build_array(jsonb_build_object('id', (pg_temp.section()).id, 'name', 'Release', 'note', 'For new sensors',
  'version', 1, 'site', 'main', 'types', '["ACCORDION"]'::jsonb, 'count', 2, 'locales', '["de", "en"]'::jsonb, 'saved_by', 'Ada')),
  'the list tells what is in a section, and who saved it');

-- Another name, other content
select is(save_section(pg_temp.ben(), 'Release 2', '', null, (pg_temp.section()).id, 1) ->> 'status', 'saved', 'a section gets another name');
select is((pg_temp.section()).content #>> '{modules,0,type}', 'ACCORDION', 'and keeps its modules');
select is((pg_temp.section()).saved_by, pg_temp.ada(), 'and whose they are');
select is(save_section(pg_temp.ben(), 'Release 3', '', null, (pg_temp.section()).id, 1),
  '{"status": "conflict", "version": 2, "saved_by": "Ada"}', 'but not by who has seen an earlier version');
select is(save_section(pg_temp.ben(), 'Release 2', '', pg_temp.content(910003, 910002), (pg_temp.section()).id, 2) ->> 'status', 'saved', 'its modules are replaced');
select is((pg_temp.section()).saved_by, pg_temp.ben(), 'by whom, is said');
select is(save_section(pg_temp.ada(), 'Gone', '', null, 987654, 1), '{"status": "not-found"}', 'one that is gone is not changed');

-- What counts as used
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select results_eq(
  $$select u ->> 'kind', u ->> 'id', u ->> 'module', u ->> 'locale' from jsonb_array_elements(record_uses('image', '910003', pg_temp.places())) u$$,
  $$select 'saved_section', (pg_temp.section()).id::text, 'ACCORDION', 'de'$$, 'a section names the pictures in each of its languages');
select results_eq(
  $$select u ->> 'kind', u ->> 'module' from jsonb_array_elements(record_uses('image', '910002', pg_temp.places())) u$$,
  $$values ('saved_section', 'HERO')$$, 'those of modules inside of others as well');
select is(record_uses('image', '910001', pg_temp.places()), '[]', 'and not those that it had before');
select is((select array_agg(i::bigint order by i) from jsonb_array_elements_text(
    media_gaps('image', 'unused', 'en', '[{"module": "HERO", "path": "$.\"image\""}, {"module": "ACCORDION", "path": "$.\"image\""}]')) i),
  '{910001}', 'so that they are not among the unused');
select throws_ok($$insert into saved_sections (name, content) values ('Mine', '{"modules": [1]}')$$, '42501', null, 'nobody but the server writes');
select throws_ok($$select delete_section('00000000-0000-0000-0000-00000000000a', 1, 1)$$, '42501', null, 'or deletes');
reset role;
select is(delete_records(pg_temp.ada(), jsonb_build_array(jsonb_build_object('kind', 'image', 'id', '910003', 'places', pg_temp.places()))) #>> '{uses,0,kind}',
  'saved_section', 'a picture in a section is not deleted');

-- Deleting
select is(delete_section(pg_temp.ada(), (pg_temp.section()).id, 1) ->> 'status', 'conflict', 'who has seen an earlier version deletes nothing');
select is(delete_section(pg_temp.ada(), (pg_temp.section()).id, 3), '{"status": "deleted"}', 'a section is deleted');

select * from finish();
rollback;
