begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(62);

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

-- Uploads
prepare add_medium (text, text, text) as
  select jsonb_set(add_medium('00000000-0000-0000-0000-00000000000e', $1, jsonb_build_object('filename', $2, 'hash', $3, 'content_type', 'application/pdf',
    'size', 5, 'storage_path', 'documents/' || $3 || '/' || $2)), '{id}', '0');
select results_eq($$execute add_medium('file', 'a.pdf', 'd1')$$, $$values ('{"id": 0, "title": "a.pdf", "is_new": true}'::jsonb)$$, 'an uploaded file becomes a record');
select results_eq($$execute add_medium('file', 'b.pdf', 'd1')$$, $$values ('{"id": 0, "title": "a.pdf", "is_new": false}'::jsonb)$$, 'the same content is the same record');
select is((select count(*) from files where hash = 'd1'), 1::bigint, 'which is there once');
select throws_ok($$execute add_medium('file', '../b.pdf', 'd2')$$, '23514', null, 'what a table does not take is refused');
select throws_ok($$execute add_medium('page', 'a.pdf', 'd1')$$, '22023', null, 'no file becomes a page');

-- What the library lacks
delete from images;
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path, is_decorative, localized) values
  (900001, 'described.webp', 'g1', 'image/webp', 10, 10, 1, 'images/g1.webp', false, '{"en": {"alt": "A"}, "de": {}}'),
  (900002, 'bare.webp', 'g2', 'image/webp', 10, 10, 1, 'images/g2.webp', false, '{"en": {}}'),
  (900003, 'decorative.webp', 'g3', 'image/webp', 10, 10, 1, 'images/g3.webp', true, '{"en": {}}');
create function pg_temp.gaps(p_gap text, p_locale text) returns jsonb language sql as $$
  select media_gaps('image', p_gap, p_locale, '[{"module": "HERO", "path": "$.\"image\""}, {"kind": "menu", "table": "menus", "column": "items", "path": "$[*].\"image\""}]')
$$;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(pg_temp.gaps('undescribed', 'en'), '[900002]', 'a picture without an alternative text is found, a decorative one is not');
select is(pg_temp.gaps('undescribed', 'de'), '[900002, 900001]', 'in each language');
select is(pg_temp.gaps('unused', ''), '[900003, 900002, 900001]', 'pictures that nothing names are found');
insert into pages (id, site_id) values (900009, 'test');
with made as (insert into modules (page_id, type, position) values (900009, 'HERO', 1) returning id)
insert into module_locales (module_id, locale, data) select id, 'en', '{"image": 900003}' from made;
insert into videos (filename, video_url, image_id, localized) values ('a', 'https://www.youtube.com/watch?v=abcdefghijk', 900002, '{"en": {"title": "V"}}');
select is(pg_temp.gaps('unused', ''), '[900001]', 'not those of modules and of records');
insert into record_drafts (kind, record_id, data, saved_by) values ('event', '900001', '{"image": 900001}', '00000000-0000-0000-0000-00000000000e');
select is(pg_temp.gaps('unused', ''), '[]', 'nor those of drafts');
select throws_ok($$select media_gaps('page', 'unused', '', '[]')$$, '22023', null, 'only media are asked for');
delete from record_drafts;
select is(pg_temp.gaps('waiting', ''), '[]', 'no text waits where there is no draft');
insert into record_drafts (kind, record_id, data) values
  ('image', '900001', '{"display": "Renamed", "is_decorative": false, "localized": {"en": {"alt": "A"}, "de": {"alt": ""}}}'),
  ('image', '900002', '{"is_decorative": false, "localized": {"en": {"alt": "B"}}}'), ('image', '900003', '{"localized": {"en": {}}}');
select is(pg_temp.gaps('waiting', ''), '[900003, 900002]', 'those wait whose texts are others in a draft, or that are not decorative any more');
select is(pg_temp.gaps('undescribed', 'en'), '[]', 'what a draft describes is not without a text');
select is(pg_temp.gaps('undescribed', 'de'), '[900002, 900001]', 'but in the languages that it has none in');
insert into releases (name, publish_at) values ('R', null);
update record_drafts set release_id = (select max(id) from releases) where record_id = '900002';
select is(pg_temp.gaps('waiting', ''), '[900003]', 'the text of a release is published with that');
select is(pg_temp.gaps('undescribed', 'en'), '[]', 'and is on its way as well');
update releases set state = 'live';
select is(pg_temp.gaps('undescribed', 'en'), '[900002]', 'until it was live');
select throws_ok($$select media_gaps('file', 'waiting', '', '[]')$$, '22023', null, 'a file has no alternative text that could wait');

select * from finish();
rollback;
