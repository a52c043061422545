begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(15);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());

prepare add_article (bigint, newsroom_category, newsroom_type, career_type, timestamptz, boolean) as
  insert into articles (id, slug, newsroom_category, newsroom_type, career_type, sites, publish_from, is_published, localized)
  values ($1, 'test-' || $1, $2, $3, $4, '{main}', $5, $6, '{"en": {"title": "T", "lead": "L", "body": {"type": "doc"}}}');
select lives_ok($$execute add_article(900001, 'newsroom', 'ad_hoc', null, now(), true)$$, 'news of the newsroom has a newsroom type');
select lives_ok($$execute add_article(900002, 'career', null, 'career_news', now(), false)$$, 'career news has a career type');
select lives_ok($$execute add_article(900003, 'newsroom', 'news', null, now() + interval '1 hour', true)$$, 'an article may wait for its time');
select throws_ok($$execute add_article(900009, 'newsroom', null, null, now(), true)$$, '23514', null, 'the type cannot be missing');
select throws_ok($$execute add_article(900009, 'newsroom', null, 'career_news', now(), true)$$, '23514', null, 'or be of the other category');
select throws_ok($$execute add_article(900009, 'career', 'news', 'career_news', now(), true)$$, '23514', null, 'or be two types');
select throws_ok($$execute add_article(900009, 'newsroom', 'news', null, null, true)$$, '23502', null, 'an article has a date');

prepare add_event (bigint, timestamptz, timestamptz, text, text) as
  insert into events (id, slug, category, sites, starts_at, ends_at, time_zone, country, localized)
  values ($1, 'test-' || $1, 'newsroom', '{main}', $2, $3, $4, $5, '{"en": {"title": "T", "summary": "S"}}');
select lives_ok($$execute add_event(900001, now(), now(), 'Europe/Zurich', 'CH')$$, 'an event may be a moment');
select throws_ok($$execute add_event(900002, now(), now() - interval '1 second', 'Europe/Zurich', 'CH')$$, '23514', null, 'it ends after it began');
select throws_ok($$execute add_event(900002, now(), now(), 'Zurich time; drop', 'CH')$$, '23514', null, 'its time zone is a name');
select throws_ok($$execute add_event(900002, now(), now(), 'Europe/Zurich', 'Switzerland')$$, '23514', null, 'its country is a code');

insert into authors (id, slug, name) values (900001, 'test-author', 'A');
insert into tags (id, slug, localized) values (900001, 'test-tag', '{"en": {"name": "T"}}');
prepare add_post (bigint, boolean) as
  insert into posts (id, slug, author_id, sites, publish_from, is_published, localized)
  values ($1, 'test-' || $1, 900001, '{main}', now(), $2, '{"en": {"title": "T", "lead": "L", "body": {"type": "doc"}}}');
select lives_ok($$execute add_post(900001, true)$$, 'a post is stored');
select lives_ok($$execute add_post(900002, false)$$, 'and a draft of one');
insert into post_tags (post_id, tag_id) values (900001, 900001), (900002, 900001);
select throws_ok($$delete from authors where id = 900001$$, '23503', null, 'an author with posts stays');
select throws_ok($$insert into tags (slug, localized) values ('test-tag-2', '{"en": {"name": ""}}')$$, '23514', null, 'a tag has a name');


select * from finish();
rollback;
