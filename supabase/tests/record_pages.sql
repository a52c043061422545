begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(37);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into sites (id, locales, localized, settings) values
  ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}', '{}'),
  ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}', '{}');
insert into site_builds (site_id, name, bundle, start_seq, lease_owner, lease_until, finished_at, outcome)
values ('main', 'r1', 'b', 0, 'w', now(), now(), 'live');
insert into images (id, filename, hash, content_type, width, height, bytes, widths, storage_path, localized)
values (940001, 'a.webp', 'hash940001', 'image/webp', 640, 480, 10, '{640}', 'hash940001-640.webp', '{"en": {"alt": "A"}}');
insert into authors (id, slug, name, localized) values (940001, 'ada', 'Ada', '{"en": {}, "de": {}}');
insert into tags (id, slug, localized) values (940001, 'air', '{"en": {"name": "Air"}}');
insert into posts (id, slug, author_id, image_id, sites, publish_from, localized)
select i, 'post-' || i, 940001, 940001, case i when 940003 then '{developer}'::text[] else '{main}' end,
  timestamptz '2026-01-01' + make_interval(days => i - 940001), '{"en": {"title": "P", "lead": "L", "body": {"type": "doc", "content": []}}}'
from generate_series(940001, 940003) i;
insert into post_tags (post_id, tag_id) values (940001, 940001);
insert into events (id, slug, category, sites, starts_at, ends_at, time_zone, localized)
values (940001, 'fair', 'career', '{main}', '2026-03-01', '2026-03-02', 'Europe/Zurich', '{"en": {"title": "E", "summary": "S"}}');
insert into story_categories (id, localized) values (940001, '{"en": {"name": "C"}}');
insert into employee_stories (id, slug, category_id, image_id, sites, publish_from, localized)
values (940001, 'story', 940001, 940001, '{main}', '2026-01-01', '{"en": {"title": "S", "teaser": "T", "body": {"type": "doc", "content": []}}}');
insert into articles (id, slug, newsroom_category, newsroom_type, sites, publish_from, localized)
values (940001, 'figures', 'newsroom', 'ad_hoc', '{main}', '2026-01-01', '{"en": {"title": "A", "lead": "L", "body": {"type": "doc", "content": []}}}');

create function pg_temp.routes(p_kind text, p_ref bigint) returns text language sql as $$
  select string_agg(site_id || '/' || locale || ':' || address, ' ' order by site_id, locale)
  from private.routes where kind = p_kind and ref = p_ref
$$;
create function pg_temp.sent() returns jsonb language sql as $$
  select coalesce(jsonb_agg(distinct t order by t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t
$$;
create function pg_temp.ids(p_query jsonb, p_site text default 'main') returns jsonb language sql as $$
  select jsonb_path_query_array(read_lists(p_site, 'en', '2026-06-01', jsonb_build_array(p_query)), '$[0].items[*].id')
$$;
create function pg_temp.gone() returns text language sql as $$
  select string_agg(from_path, ' ' order by from_path) from redirects where status = 410
$$;

-- Where records are
select is(pg_temp.routes('post', 940001), 'main/en:post-940001', 'a post has a page in each locale that it is written in');
select is(pg_temp.routes('event', 940001), 'main/en:career/fair', 'an event stands in its section');
select is(pg_temp.routes('calendar', 940001), 'main/en:career/fair', 'and brings a file for calendars');
select is(pg_temp.routes('employee_story', 940001), 'main/en:story', 'a story has a page');
select is(pg_temp.routes('tag', 940001), 'main/en:air', 'a tag has a page on its sites');
select is(pg_temp.routes('author', 940001), 'main/en:ada main/de:ada', 'and so has an author');
select is(find_row('post', 'post-940001'), 940001::bigint, 'a record is found by its slug');
select is(find_row('tag', 'post-940001'), null, 'among those of its kind');
select is((select record ->> 'news_category' from private.link_targets where kind = 'event' and id = 940001), 'career', 'a link knows the section');
select is((select noindex from private.routes where kind = 'calendar' and ref = 940001), true, 'search engines are not sent to calendar files');

-- Lists and records
select is(pg_temp.ids('{"list": "posts", "tag": null, "author": null, "limit": 9}'), '[940002, 940001]', 'posts, newest first');
select is(pg_temp.ids('{"list": "posts", "tag": 940001, "author": null, "limit": 9}'), '[940001]', 'those with a tag');
select is(pg_temp.ids('{"list": "posts", "tag": null, "author": 940001, "limit": 9}', 'developer'), '[940003]', 'those of an author on a site');
select is(read_records('{"post_detail": [940001]}') #>> '{post_detail,940001,tags,0,slug}', 'air', 'a post comes with its tags');
select is(read_records('{"author": [940001]}') #>> '{author,940001,name}', 'Ada', 'an author is read');
select is(read_records('{"event_detail": [940001], "employee_story_detail": [940001], "tag": [940001]}') #>> '{tag,940001,slug}', 'air', 'and the others');

-- The queue
delete from pgmq.q_content_changes;
update posts set localized = localized || '{"de": {"title": "P", "lead": "L", "body": {"type": "doc", "content": []}}}' where id = 940001;
select is(pg_temp.sent(), '["list:post", "post/card:940001", "post/link:940001", "post:940001", "sitemap:post:1880"]', 'a change of a post is told');
delete from pgmq.q_content_changes;
update events set localized = jsonb_set(localized, '{en,summary}', '"New"') where id = 940001;
select is((select message -> 'rows' from pgmq.q_content_changes limit 1), '[]', 'a text is no reason for a page to come, go or move');
select is(pg_temp.sent(), '["event/card:940001", "event:940001", "sitemap:event:1880"]', 'but one that shows it changes');
delete from pgmq.q_content_changes;
delete from post_tags where post_id = 940001;
select is(pg_temp.sent(), '["list:post", "post/card:940001", "post:940001"]', 'tags are part of their post');
delete from pgmq.q_content_changes;
update tags set localized = '{"en": {"name": "Clean air"}}' where id = 940001;
select is(pg_temp.sent(), '["sitemap:tag:1880", "tag/card:940001", "tag:940001"]', 'and have pages of their own');

-- Old addresses
update tags set slug = 'clean-air' where id = 940001;
select is((select row_id from redirects where site_id = 'main' and row_kind = 'tag' and from_slug = 'air'), 940001::bigint, 'an old slug leads to the record');
update events set slug = 'fair-2026' where id = 940001;
select is((select count(*) from redirects where row_kind = 'event'), 1::bigint, 'of every kind');
update events set category = 'newsroom' where id = 940001;
select is((select string_agg(from_slug, ' ' order by from_slug) from redirects where row_kind = 'event'), 'fair fair-2026', 'one that changes its section leaves its address as well');
update events set category = 'career' where id = 940001;

-- What is withdrawn
insert into site_outputs (site_id, kind, ref, locale, path) values
  ('main', 'post', 940001, 'en', '/newsroom/blog/post-940001'), ('main', 'event', 940001, 'en', '/event/fair'),
  ('main', 'page', 940001, 'en', '/page'), ('main', 'post', 940002, 'en', null);
update site_outputs set path = null where kind = 'post' and ref = 940001;
select is(pg_temp.gone(), '/newsroom/blog/post-940001', 'a page of a record that goes answers 410');
update site_outputs set path = '/newsroom/blog/post-940001' where kind = 'post' and ref = 940002;
select is(pg_temp.gone(), null, 'until something stands there again');
delete from site_outputs where kind in ('event', 'page') and ref = 940001;
select is(pg_temp.gone(), '/event/fair /page', 'also when it is deleted, and pages as well');
insert into site_outputs (site_id, kind, ref, locale, path) values ('main', 'page', 940001, 'en', '/page');
insert into site_outputs (site_id, kind, ref, locale, path) values ('main', 'page', 940002, 'en', '/');
delete from site_outputs where kind = 'page' and ref = 940002;
select is(pg_temp.gone(), '/event/fair', 'a home page does not give up its address');
update site_outputs set path = '/newsroom/blog/moved' where kind = 'post' and ref = 940002;
select is(pg_temp.gone(), '/event/fair', 'one that moves has left a redirect');
insert into site_outputs (site_id, kind, ref, locale, path) values ('main', 'event', 940001, 'en', '/event/fair');
select is(pg_temp.gone(), null, 'a full build writes paths at once');
delete from sites where id = 'developer';
select pass('a site goes with all its outputs');

-- Ad hoc announcements
select private.act_as('00000000-0000-0000-0000-00000000000e');
select throws_ok($$delete from articles where id = 940001$$, '23001', null, 'an ad hoc announcement cannot be deleted');
select throws_ok($$update articles set is_published = false where id = 940001$$, '23001', null, 'or unpublished');
select throws_ok($$update articles set publish_until = now() where id = 940001$$, '23001', null, 'or run out');
select throws_ok($$update articles set newsroom_type = 'news' where id = 940001$$, '23001', null, 'or become something else');
select lives_ok($$update articles set localized = jsonb_set(localized, '{en,lead}', '"Corrected"') where id = 940001$$, 'its text can be corrected');
select set_config('app.actor', '', true);
set local role service_role;
select lives_ok($$delete from articles where id = 940001$$, 'an import is not held up');

select * from finish();
rollback;
