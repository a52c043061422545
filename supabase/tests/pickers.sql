begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());

-- What is searched
select is(private.searchable(array['Hello', null, 'WORLD']), e'hello\nworld', 'texts are joined in lower case');
select is(private.searchable(array['ＨＸ４１']), 'hx41', 'wide letters are the same letters');
select is(private.searchable(array['a'], '{"de": {"alt": "Ä"}, "en": {"alt": "B", "title": "C"}}', '{alt}'), e'a\na\nb',
  'the texts of all locales are in it, but only those that are named');

set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
insert into images (id, filename, display, hash, content_type, width, height, bytes, widths, storage_path, localized, created_at)
values
  (900001, 'first.webp', 'Board', 'h1', 'image/webp', 640, 480, 1, '{640}', 'p1', '{"en": {"alt": "A sensor"}, "jp": {"alt": "湿度センサ"}}', '2020-01-01'),
  (900002, '100%_\.webp', '', 'h2', 'image/webp', 640, 480, 1, '{640}', 'p2', '{"en": {}}', '2020-01-03'),
  (900003, 'third 900001.webp', '', 'h3', 'image/webp', 640, 480, 1, '{640}', 'p3', '{"en": {"alt": "A SENSOR board"}}', '2020-01-02');

create function pg_temp.found(kind text, search text) returns text language sql as $$
  select (find_records(kind, search, 0, 12) ->> 'count') || ' ' || (find_records(kind, search, 0, 12) ->> 'ids')
$$;
select is(pg_temp.found('image', ''), '3 [900002, 900003, 900001]', 'pictures come newest first');
select is(pg_temp.found('image', null), '3 [900002, 900003, 900001]', 'no search finds all');
select is(find_records('image', '', 1, 1), '{"count": 3, "ids": [900003]}', 'a page is part of them');
select is(find_records('image', '', 12, 12), '{"count": 3, "ids": []}', 'behind the last page there is nothing');
select is(pg_temp.found('image', ' Sensor '), '2 [900003, 900001]', 'letter case and spaces around do not matter');
select is(pg_temp.found('image', '度'), '1 [900001]', 'one character is enough');
select is(pg_temp.found('image', '湿度'), '1 [900001]', 'and two');
select is(pg_temp.found('image', '度湿'), '0 []', 'in their order');
select is(pg_temp.found('image', '湿度セ'), '1 [900001]', 'part of a Japanese text');
select is(pg_temp.found('image', '%'), '1 [900002]', 'a per cent sign is a per cent sign');
select is(pg_temp.found('image', '_'), '1 [900002]', 'an underscore is an underscore');
select is(pg_temp.found('image', '\'), '1 [900002]', 'a backslash is a backslash');
select is(pg_temp.found('image', ''' or true --'), '0 []', 'a quote is a quote');
select is(pg_temp.found('image', '900001'), '2 [900001, 900003]', 'a number is an id first, and a text as well');
select is(pg_temp.found('image', '99999999999999999999'), '0 []', 'a number may be longer than any id');
select throws_ok($$select find_records('staff', '', 0, 12)$$, '22023', null, 'there is no other kind of record');
select throws_ok($$select find_records(null, '', 0, 12)$$, '22023', null, 'a kind is named');

insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test'), (900002, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values
  (900001, 'en', 'test', '/b', 'Pressure'), (900001, 'de', 'test', '/a', 'Druck'), (900002, 'en', 'test', '/a', 'Flow');
select is(pg_temp.found('page', ''), '2 [900002, 900001]', 'pages come along their English addresses');
update page_locales set title = 'Ölung' where page_id = 900001 and locale = 'de';
select is(pg_temp.found('page', 'öl'), '1 [900001]', 'also by two characters');
update page_locales set title = 'Druck' where page_id = 900001 and locale = 'de';
select is(pg_temp.found('page', 'druck'), '1 [900001]', 'they are found in every language, once');
insert into sites (id, locales, localized) values ('first', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900003, 'first');
select is(find_records('page', '', 0, 12, 'test') ->> 'ids', '[900002, 900001, 900003]', 'the pages of a site come first where it is named');
insert into links (id, text, link_type, target, url, page_id) values
  (900001, 'Contact', 'internal', 'auto', null, 900003), (900002, 'Contact', 'internal', 'auto', null, 900001),
  (900003, 'Welcome', 'external', 'auto', 'https://example.com', null);
select is(find_records('link', '', 0, 12, 'test') ->> 'ids', '[900002, 900003, 900001]', 'links to pages of other sites come last where a site is named');
select is(find_records('link', 'contact', 0, 12, 'test') ->> 'ids', '[900002, 900001]', 'of those with a word as well');
insert into locations (id, name, name_verbose, address_lines) values (900001, 'Zug', 'Ostrevo Zug', '{Bahnhof 1, 6300 Zug}');
select is(pg_temp.found('location', 'bahnhof'), '1 [900001]', 'places are found by their addresses');
select lives_ok(format('select find_records(%L, ''x'', 0, 12), find_records(%1$L, '''', 0, 12)', kind), kind || ' is a kind')
from unnest('{document,form,story_group}'::text[]) kind;

-- Many matches are answered in another way than few
insert into links (id, text, link_type, target, url)
select 910000 + i, 'Many ' || lpad(i::text, 4, '0'), 'external', 'auto', 'https://example.com/' || i from generate_series(1, 2500) i;
select is(find_records('link', 'many', 12, 2), '{"count": 2500, "ids": [910013, 910014]}', 'many are counted and paged');
select is(find_records('link', 'many 00', 12, 2), '{"count": 99, "ids": [910013, 910014]}', 'few are');
insert into links (id, text, link_type, target, url)
values (900007, 'Seventh', 'external', 'auto', 'https://example.com/seventh'), (900008, 'Eighth', 'external', 'auto', 'https://example.com/eighth');
insert into links (text, link_type, target, url)
select '900007 of ' || lpad(i::text, 4, '0'), 'external', 'auto', 'https://example.com/of-' || i from generate_series(1, 2100) i;
select is(find_records('link', '900007', 0, 1) -> 'ids', '[900007]', 'of many, the record with the id comes first');
select is(find_records('link', '900007', 1, 2500) -> 'ids' @> '[900007]', false, 'and only there');

-- Computed texts are no change
update images set filename = filename where id = 900001;
select is((select version from images where id = 900001), 1, 'a write that changes nothing is no new version');
update images set display = 'Other' where id = 900001;
select is((select version from images where id = 900001), 2, 'one that changes something is');
select is(pg_temp.found('image', 'other'), '1 [900001]', 'and is found');
update page_locales set title = title where page_id = 900002;
select is((select version from page_locales where page_id = 900002), 1, 'nor is it one of a page');

-- Who may
set local role anon;
select throws_ok($$select find_records('image', '', 0, 12)$$, '42501', null, 'visitors do not search');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is(find_records('image', '', 0, 12), '{"count": 0, "ids": []}', 'a disabled member finds nothing');
select is(find_records('page', '', 0, 12) ->> 'count', '0', 'nor drafts of pages');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(find_records('page', '', 0, 12) ->> 'count', '3', 'an editor does');

reset role;
select is_empty($$
  select a.attrelid::regclass from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'search_text' and not a.attisdropped and not exists (
    select from pg_index x where x.indrelid = a.attrelid and pg_get_indexdef(x.indexrelid) like '%USING gin (private.signs_of(search_text))%')$$,
  'whatever texts are kept for searches have an index of their signs');

select * from finish();
rollback;
