begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(66);

-- Enumerations
select is(enum_range(null::locale)::text, '{en,de,jp,cn,kr}', 'the locales stand in the order in which they are offered');

-- Texts by locale
select ok(is_localized('{"en": {"title": "A"}}', '{title}'), 'the default locale with its required text is enough');
select ok(is_localized('{"en": {"title": "A"}, "jp": {"title": "あ", "lead": ""}}', '{title}'), 'optional texts may be empty');
select ok(is_localized('{"en": {}}', '{}'), 'a record may have no required texts');
select ok(not is_localized('{"de": {"title": "A"}}', '{title}'), 'the default locale is required');
select ok(not is_localized('{"en": {"title": "A"}, "de": {}}', '{title}'), 'each locale that is there has the required texts');
select ok(not is_localized('{"en": {"title": "  "}}', '{title}'), 'blanks are no text');
select ok(not is_localized('{"en": {"title": 5}}', '{title}'), 'a number is no text');
select ok(not is_localized('{"en": {"title": null}}', '{title}'), 'null is no text');
select ok(not is_localized('{"en": {"title": "A"}, "fr": {"title": "B"}}', '{title}'), 'an unknown locale is refused');
select ok(not is_localized('{"en": "A"}', '{}'), 'a locale holds an object');
select ok(not is_localized('[]', '{}'), 'an array is refused');
select ok(not is_localized('"en"', '{}'), 'a string is refused');
select ok(not is_localized(null, '{}'), 'null is refused');
select ok(is_localized('{"en": {"body": {"type": "doc", "content": []}}}', '{}', '{body}'), 'rich text is a document');
select ok(not is_localized('{"en": {"body": "text"}}', '{}', '{body}'), 'a string is no rich text');
select ok(not is_localized('{"en": {}}', '{}', '{body}'), 'required rich text cannot be missing');

-- Slugs
select ok(private.is_slug('hx41-tr'), 'letters, digits and hyphens are a slug');
select ok(private.is_slug('größe'), 'German letters are');
select ok(private.is_slug('湿度センサー'), 'Japanese is');
select ok(private.is_slug('습도'), 'Korean is');
select ok(private.is_slug('温湿度'), 'Chinese is');
select ok(not private.is_slug('HX41'), 'uppercase is not');
select ok(not private.is_slug('Ärger'), 'uppercase beyond ASCII is not');
select ok(not private.is_slug('a b'), 'a space is not');
select ok(not private.is_slug('a/b'), 'a slash is not');
select ok(not private.is_slug('..'), 'a dot segment is not');
select ok(not private.is_slug('a_b'), 'an underscore is not');
select ok(not private.is_slug('a%2fb'), 'an escape is not');
select ok(not private.is_slug(''), 'nothing is not');
select ok(not private.is_slug('-a'), 'a hyphen at the start is not');
select ok(not private.is_slug('a--b'), 'two hyphens are not');
select ok(not private.is_slug('a　b'), 'an ideographic space is not');
select ok(not private.is_slug(U&'u\0308ber'), 'a decomposed letter is not: one address has one spelling');
select ok(not private.is_slug(repeat('a', 121)), 'more than 120 characters are not');

-- Addresses and sites
select ok(private.is_web_address('https://example.com/a?b=c#d'), 'an https address is a web address');
select ok(not private.is_web_address('javascript:alert(1)'), 'a script is not');
select ok(not private.is_web_address('https://user@example.com/'), 'an address with credentials is not');
select ok(not private.is_web_address('//example.com'), 'an address without a scheme is not');
select ok(private.is_video_address('https://www.youtube.com/watch?v=abcdefghi_-'), 'an address with an 11-character id is a video');
select ok(not private.is_video_address('https://www.youtube.com/watch?v=abc'), 'a shorter id is not');
select ok(not private.is_video_address('https://video.example/watch?v=abcdefghi_-'), 'another platform is not');
select ok(private.are_sites('{main,automotive}'), 'known sites are sites');
select ok(not private.are_sites('{main,main}'), 'a site twice is not');
select ok(not private.are_sites('{shop}'), 'an unknown site is not');

-- Visibility
select ok(private.is_visible(true, null, null, now()), 'a record without times is visible');
select ok(private.is_visible(true, now(), null, now()), 'it is visible from the very moment on');
select ok(not private.is_visible(true, null, now(), now()), 'and not any more at the moment of its end');
select ok(not private.is_visible(false, null, null, now()), 'a record that is not published is not visible');

-- Staff
insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example'),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example'),
  ('00000000-0000-0000-0000-00000000000f', 'nobody@test.example');
insert into staff (user_id, email, role, disabled_at) values
  ('00000000-0000-0000-0000-00000000000a', 'admin@test.example', 'admin', null),
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', 'editor', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', 'admin', now());
select throws_ok($$insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000f', 'Nobody@test.example')$$,
  '23514', null, 'an email address is kept in lowercase');

set local role anon;
select throws_ok('select * from staff', '42501', null, 'visitors cannot read the staff');

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000f';
select is_empty('select * from staff', 'somebody who is signed in but not on the staff reads nobody');
select throws_ok($$insert into staff (user_id, email, role) values ('00000000-0000-0000-0000-00000000000f', 'nobody@test.example', 'admin')$$,
  '42501', null, 'and cannot join it');

set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is_empty('select email from staff', 'a disabled member reads nobody of the staff');
select is(private.is_staff() or private.is_admin(), false, 'and has no rights');

set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is((select count(*) from staff), 3::bigint, 'an editor reads the staff');
select throws_ok($$update staff set role = 'admin' where email = 'editor@test.example'$$, '42501', null, 'an editor cannot become an administrator');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select throws_ok($$insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000f', 'nobody@test.example')$$,
  '42501', null, 'nobody is added at the data API, not even by an administrator');
reset role;
select results_eq($$update staff set role = 'admin' where email = 'editor@test.example' returning version$$, array[2], 'a version counts changes');
select results_eq($$update staff set role = 'admin', version = 7 where email = 'editor@test.example' returning version$$, array[2],
  'a write that changes nothing is no new version, whatever it says');

-- Who acts
set local role service_role;
select throws_ok($$select private.act_as(null)$$, '42501', null, 'nobody in particular does nothing');
select throws_ok($$select private.act_as('00000000-0000-0000-0000-00000000000d')$$, '42501', null, 'nor does a disabled member');
select throws_ok($$select private.act_as('00000000-0000-0000-0000-00000000000f')$$, '42501', null, 'or somebody who is not on the staff');
select lives_ok($$select private.act_as('00000000-0000-0000-0000-00000000000a', true)$$, 'an administrator acts as one');
select is(private.actor(), '00000000-0000-0000-0000-00000000000a'::uuid, 'and is known to have');
set local role authenticated;
select throws_ok($$select private.act_as('00000000-0000-0000-0000-00000000000a')$$, '42501', null, 'nobody but the server says who acts');

select * from finish();
rollback;
