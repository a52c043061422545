begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(18);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());

prepare add_location (text[], double precision, text) as
  insert into locations (id, name, name_verbose, address_lines, latitude, longitude, country) values (900001, 'L', 'L AG', $1, $2, 8, $3);
select throws_ok($$execute add_location('{}', 47, 'CH')$$, '23514', null, 'a location has an address');
select throws_ok($$execute add_location('{A}', -91, 'CH')$$, '23514', null, 'a latitude begins at -90 degrees');
select throws_ok($$execute add_location('{A}', 47, 'ch')$$, '23514', null, 'a country code is uppercase');
select lives_ok($$execute add_location('{A,B}', 47, 'CH')$$, 'a location is stored');

prepare add_cv (text, text, jsonb) as
  insert into cvs (name, contact_url, organisation_level, localized) values ('N', $1, $2, $3);
select lives_ok($$execute add_cv('mailto:n@example.com', 'board', '{"en": {"position": "P"}}')$$, 'a CV is stored');
select throws_ok($$execute add_cv('javascript:1', 'board', '{"en": {"position": "P"}}')$$, '23514', null, 'its contact is an address');
select throws_ok($$execute add_cv(null, 'intern', '{"en": {"position": "P"}}')$$, '23514', null, 'its level is one of the list');
select throws_ok($$execute add_cv(null, 'team', '{"en": {}}')$$, '23514', null, 'it says the position');

prepare add_job (bigint, integer, integer, timestamptz) as
  insert into jobs (id, slug, location_id, city, country, field, pensum_min, pensum_max, publish_from, localized)
  values ($1, 'test-' || $1, 900001, 'C', 'CH', 'it-software', $2, $3, $4, '{"en": {"title": "T", "short_description": "S"}}');
select lives_ok($$execute add_job(900001, 80, 100, now())$$, 'a job has a range of per cent');
select lives_ok($$execute add_job(900002, null, null, now() + interval '1 day')$$, 'or does not say');
select throws_ok($$execute add_job(900003, 100, 80, now())$$, '23514', null, 'the range is in order');
select throws_ok($$execute add_job(900003, 80, 101, now())$$, '23514', null, 'and ends at 100');
select throws_ok($$execute add_job(900003, 80, null, now())$$, '23514', null, 'and has both ends');
select throws_ok($$delete from locations where id = 900001$$, '23503', null, 'a location with jobs stays');

insert into images (id, filename, hash, content_type, width, height, bytes, storage_path) values (900001, 'a', 'a', 'image/webp', 1, 1, 1, 'a');
insert into story_categories (id, localized) values (900001, '{"en": {"name": "C"}}');
insert into story_groups (id, localized) values (900001, '{"en": {"name": "G"}}');
prepare add_story (bigint, bigint, boolean) as
  insert into employee_stories (id, slug, category_id, image_id, sites, publish_from, is_published, localized)
  values ($1, 'test-' || $1, 900001, $2, '{main}', now(), $3, '{"en": {"title": "T", "teaser": "T", "body": {"type": "doc"}}}');
select lives_ok($$execute add_story(900001, 900001, true)$$, 'a story is stored');
select lives_ok($$execute add_story(900002, 900001, false)$$, 'and a draft of one');
select throws_ok($$execute add_story(900003, null, true)$$, '23502', null, 'a story has a picture');
select throws_ok($$delete from images where id = 900001$$, '23503', null, 'a picture in use stays');
insert into employee_story_groups (employee_story_id, story_group_id) values (900001, 900001), (900002, 900001);


select * from finish();
rollback;
