-- What no row may hold, whoever writes it: the database can be written by other hands than the server's.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(14);

insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'en', 'test', '/one', 'One'), (900002, 'en', 'test', '/two', 'Two');
insert into modules (id, page_id, type, position) values (900001, 900001, 'TAB', 0), (900002, 900001, 'TEXT_BLOCK', 1);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{}');
insert into images (filename, hash, content_type, width, height, bytes, storage_path) values ('a.webp', 'a', 'image/webp', 1, 1, 1, 'originals/a.webp');
insert into vectors (filename, hash, bytes, storage_path) values ('a.svg', 'a', 1, 'vectors/a.svg');
insert into files (filename, hash, content_type, size, storage_path) values ('a.zip', 'a', 'application/zip', 1, 'documents/a/a.zip');
insert into documents (name, content_date, document_type, language, filename, hash, content_type, size, storage_path, localized)
values ('A', '2026-01-01', 'manual', 'en', 'a.pdf', 'a', 'application/pdf', 1, 'documents/a/a.pdf', '{"en": {"title": "A"}}');
insert into videos (filename, video_url, localized) values ('a', 'https://www.youtube.com/watch?v=abcdefghijk', '{"en": {"title": "A"}}');

-- How a value is answered in a column of whatever row a table has: the code of the error, or that it was taken.
create function pg_temp.answer_to(p_table text, p_column text, p_value text) returns text language plpgsql as $$
declare
  written integer;
begin
  execute format('update public.%1$I set %2$I = $1 where true', p_table, p_column) using p_value;
  get diagnostics written = row_count;
  return case when written = 0 then 'no row' else 'taken' end;
exception when others then
  return sqlstate;
end $$;

-- Media: every column of these names, in whichever table it is.
create temporary table hostile (name text, value text);
insert into hostile values
  ('storage_path', '../keys.json'), ('storage_path', '%2e%2e/rest/v1/staff?select=*'), ('storage_path', '/etc/passwd'),
  ('storage_path', 'a\b'), ('storage_path', 'a//b'), ('storage_path', '.hidden'), ('storage_path', 'a#b'), ('storage_path', e'a\nb'), ('storage_path', ''),
  ('hash', '../keys'), ('hash', 'a/b'), ('hash', 'a.b'), ('hash', ''), ('hash', repeat('a', 101)),
  ('content_type', 'text/html'), ('content_type', 'text/javascript'), ('content_type', 'application/xhtml+xml'), ('content_type', 'image'),
  ('content_type', 'image/png; charset=x'), ('content_type', e'image/png\nx: y'), ('content_type', 'IMAGE/SVG+XML'),
  ('filename', '../a'), ('filename', 'a/b'), ('filename', e'a\nb'), ('filename', ''), ('filename', '..'), ('filename', repeat('a', 256));
create temporary view columns as
select c.table_name::text as place, c.column_name::text as name
from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
where c.table_schema = 'public' and t.table_type = 'BASE TABLE';
select is_empty($$
  select c.place, c.name, h.value, pg_temp.answer_to(c.place, c.name, h.value)
  from columns c join hostile h on h.name = c.name
  where pg_temp.answer_to(c.place, c.name, h.value) <> '23514'$$, 'every table of media refuses what is no name of a stored file');
select is((select count(*) from columns where name = 'storage_path'), 4::bigint, 'of which there are four');

-- Addresses
select is_empty($$
  select p, pg_temp.answer_to('page_locales', 'path', p)
  from unnest(array['/_release.json', '/index.html', '/de/index.html', '/Robots.TXT', '/sitemap.xml', '/404.html', '/catalog-0.json', '/media',
    '/EN/a', '/a/..', '/.well-known/a', '/robots.tx' || U&'\200d' || 't', '/' || U&'robot\017F.txt', '/index.html. .', '/a%2fb', '/a\b',
    '/' || repeat('x', 256)]) p
  where pg_temp.answer_to('page_locales', 'path', p) <> '23514'$$, 'a page takes the place of no file of the site');
select is_empty($$
  select c.place from columns c where c.name = 'path' and c.place ~ '^(page|published)' and not exists (
    select from pg_constraint k
    where k.conrelid = format('public.%I', c.place)::regclass and pg_get_constraintdef(k.oid) like '%is_page_address(path)%'
  )$$, 'nor does a revision, or what is live');
set constraints all immediate;
select throws_ok($$update page_locales set path = '/One' where page_id = 900002$$, '23P01', null, 'two addresses of one file are one address');
select throws_ok($$update page_locales set path = '/one.' where page_id = 900002$$, '23P01', null, 'however they are written');
select is(pg_temp.answer_to('pages', 'route', 'constructor'), '23514', 'a page answers a route that there is');
select throws_ok($$update modules set parent_id = 900001, slot = 'toString' where id = 900002$$, '23514', null, 'a slot is the id of an item');
insert into redirects (site_id, from_path, to_path) values ('test', '/old', '/one');
select is_empty($$
  select u, pg_temp.answer_to('redirects', 'to_path', u)
  from unnest(array['javascript:alert(1)', '/\evil.example', '//evil.example', 'https://a@evil.example', 'https://evil.example\a', 'data:text/html,a']) u
  where pg_temp.answer_to('redirects', 'to_path', u) <> '23514'$$, 'a redirect leads to a path of the site or to the web');

-- JSON
select is_empty($$
  select c.relname, a.attname
  from private.content_tables t
  join pg_class c on c.relname = t.name and c.relnamespace = 'public'::regnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid in ('json'::regtype, 'jsonb'::regtype)
  where not exists (
    select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
      and pg_get_constraintdef(k.oid) ~ ('is_(bounded|shallow)_json\(\(?' || a.attname)
  )$$, 'all JSON of the content has bounds');
select throws_ok($$update module_locales set data = jsonb_build_object('a', (repeat('[', 101) || repeat(']', 101))::jsonb) where module_id = 900001$$,
  '23514', null, 'a module is not as deep as a stack');
select throws_ok($$update sites set settings = jsonb_build_object('a', (select jsonb_agg(n) from generate_series(1, 100001) n)) where id = 'test'$$,
  '23514', null, 'and nothing is larger than a person writes');
select lives_ok($$update module_locales set data = jsonb_build_object('a', (repeat('[', 99) || repeat(']', 99))::jsonb) where module_id = 900001$$,
  'whatever people write has its place');

-- Some 10 s while the answer was put together by jsonb_object_agg, which takes the square of the time for many long texts at one place.
insert into forms (id, title, content) values (900001, 'Of many texts', jsonb_build_array(jsonb_build_object('id', 'a', 'name', 'a',
  'fieldType', 'TextInput', 'label', 'A', 'localized', jsonb_build_object('de', jsonb_build_object('optionLabels',
  (select jsonb_object_agg(n, repeat('x', 200)) from generate_series(1, 4000) n))))));
set local statement_timeout = '5s';
select lives_ok($$select read_records('{"form": [900001]}')$$, 'a large record is read in the time that its size takes');

select * from finish();
rollback;
