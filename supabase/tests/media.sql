begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());
insert into sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test');

prepare add_image (text, integer) as
  insert into images (filename, hash, content_type, width, height, bytes, widths, storage_path)
  values ('a.webp', 'abc', $1, $2, 10, 100, array[$2], 'images/abc.webp');
select lives_ok($$execute add_image('image/webp', 640)$$, 'an image is stored');
select throws_ok($$execute add_image('image/svg+xml', 640)$$, '23514', null, 'a vector drawing is no image');
select throws_ok($$execute add_image('text/html', 640)$$, '23514', null, 'a page is no image');
select throws_ok($$execute add_image('image/webp', 0)$$, '23514', null, 'an image has a width');
select throws_ok($$insert into vectors (filename, hash, content_type, bytes, storage_path) values ('a.html', 'h', 'text/html', 1, 'p')$$,
  '23514', null, 'a vector is an SVG');

-- Documents
prepare add_document (text, text, bigint) as
  insert into documents (name, content_date, document_type, language, filename, hash, content_type, size, storage_path, localized)
  values ('Datasheet', '2026-01-01', $1, 'en', $2, 'abc', 'application/pdf', $3, 'documents/x.pdf', '{"en": {"title": "Datasheet"}}');
select lives_ok($$execute add_document('datasheet', 'a.pdf', 5)$$, 'a document is stored');
select throws_ok($$execute add_document('novel', 'a.pdf', 5)$$, '23514', null, 'its type is one of the list');
select throws_ok($$execute add_document('datasheet', 'a.pdf', null)$$, '23514', null, 'its file is described whole or not at all');
select throws_ok($$execute add_document('datasheet', null, 5)$$, '23514', null, 'a stored file has a name');
select lives_ok($$insert into documents (name, content_date, document_type, language, localized)
  values ('Soon', '2026-01-01', 'manual', 'de', '{"en": {"title": "Soon"}}')$$, 'a document may be announced without its file');

-- Videos
prepare add_video (text) as insert into videos (filename, video_url, localized) values ('a', $1, '{"en": {"title": "V"}}');
select lives_ok($$execute add_video('https://www.youtube.com/watch?v=abcdefghijk')$$, 'a video has an 11-character id');
select throws_ok($$execute add_video('https://www.youtube.com/watch?v=abcdefghijkl')$$, '23514', null, 'not a longer one');

-- Links
prepare add_link (link_type, link_target, text, bigint, text) as
  insert into links (text, link_type, target, url, page_id, anchor_id) values ('Text', $1, $2, $3, $4, $5);
select lives_ok($$execute add_link('internal', null, null, 900001, null)$$, 'an internal link leads to a page');
select lives_ok($$execute add_link('internal', 'auto', null, 900001, '#specs')$$, 'and to an anchor on it');
select lives_ok($$execute add_link('internal', 'auto', '/products/catalog', null, null)$$, 'or to a path of the site');
select throws_ok($$execute add_link('internal', 'auto', 'https://example.com/', null, null)$$, '23514', null, 'not to another site');
select throws_ok($$execute add_link('internal', 'auto', '//example.com/', null, null)$$, '23514', null, 'not even without a scheme');
select throws_ok($$execute add_link('internal', 'auto', '/\example.com/', null, null)$$, '23514', null, 'or with a backslash');
select lives_ok($$execute add_link('external', '_blank', 'https://example.com/', null, null)$$, 'an external link has a web address');
select lives_ok($$execute add_link('external', '_blank', 'https://example.com/', null, null)$$, 'an equal link is not forbidden');
select lives_ok($$execute add_link('external', 'auto', 'mailto:info@example.com', null, null)$$, 'or a mail address');
select throws_ok($$execute add_link('external', 'auto', 'javascript:alert(1)', null, null)$$, '23514', null, 'not a script');
select throws_ok($$execute add_link('external', 'auto', null, null, null)$$, '23514', null, 'it needs its address');
select throws_ok($$execute add_link('external', null, 'https://example.com/', null, null)$$, '23514', null, 'and a target');
select throws_ok($$execute add_link('external', 'auto', 'https://example.com/', 900001, null)$$, '23514', null, 'a link has one destination');
select throws_ok($$execute add_link('download', null, 'https://example.com/a.pdf', null, null)$$, '23514', null, 'a download needs a target');
select throws_ok($$execute add_link('anchor', 'auto', null, null, null)$$, '23514', null, 'an anchor link needs its anchor');
select lives_ok($$execute add_link('anchor', 'auto', null, null, '#featured-products')$$, 'an anchor link has one');
select throws_ok($$execute add_link('anchor', 'auto', null, null, '#two words')$$, '23514', null, 'an anchor is one word');
select throws_ok($$insert into links (text, link_type, page_id) values (' ', 'internal', 900001)$$, '23514', null, 'a link has a text');
select throws_ok($$insert into links (text, link_type, row_kind) values ('T', 'internal', 'product')$$, '23514', null, 'a record has a kind and an id');
select throws_ok($$insert into links (text, link_type, row_kind, row_id) values ('T', 'internal', 'job', 1)$$, '23503', null,
  'only records with a page of their own are linked');
delete from pages where id = 900001;
select results_eq($$select count(*) from links where link_type = 'internal' and num_nonnulls(url, page_id, row_id) = 0$$, array[2::bigint],
  'a link outlives the page that it led to');

-- Who stores files
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select throws_ok($$insert into storage.objects (bucket_id, name) values ('media', 'images/x.webp')$$, '42501', null, 'only the server stores files');
reset role;
insert into storage.objects (bucket_id, name) values ('media', 'images/x.webp');
set local role authenticated;
select isnt_empty($$select 1 from storage.objects where bucket_id = 'media'$$, 'an editor sees what is stored');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is_empty($$select 1 from storage.objects where bucket_id = 'media'$$, 'a disabled member does not');
set local role anon;
select is_empty($$select 1 from storage.objects where bucket_id = 'media'$$, 'nor do visitors');

reset role;
-- Alternative texts
select is(private.with_alternative_texts('{"en": {"alt": "A"}, "de": {"alt": "B", "title": "T"}}', '{"en": "New", "de": "", "jp": "C", "cn": ""}'),
  '{"en": {"alt": "New"}, "de": {"title": "T"}, "jp": {"alt": "C"}}'::jsonb, 'texts are changed, added and taken out by locale, and nothing else');
select is(private.with_alternative_texts('{"en": {"alt": "A"}}', '{}'), '{"en": {"alt": "A"}}'::jsonb, 'texts that are not given stay');
select is(private.with_alternative_texts('{"en": {"alt": "A"}, "de": {"alt": "B", "title": "T"}}', '{"en": "New", "de": null, "jp": null}'),
  '{"en": {"alt": "New"}, "de": {"title": "T"}}'::jsonb, 'null takes a text out as an empty one does, and is not stored');
prepare describe (text, integer, text) as
  select describe_picture('00000000-0000-0000-0000-00000000000e', $1, max(i.id), $2, jsonb_build_object('decorative', false, 'alt', jsonb_build_object('en', $3)))
  from images i;
select results_eq($$execute describe('image', 1, 'A sensor')$$, 'values (2)', 'saving texts answers the new version');
select results_eq($$execute describe('image', 1, 'Another')$$, 'values (null::integer)', 'nothing is saved against an old version');
select results_eq($$execute describe('product', 1, 'A sensor')$$, 'values (null::integer)', 'only pictures have them');

select * from finish();
rollback;
