begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(24);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000f', 'stranger@test.example');
insert into sites (id, locales, localized, settings) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}', '{}');
insert into images (id, filename, hash, content_type, width, height, bytes, widths, storage_path, localized)
values (920001, 'a.webp', 'hash920001', 'image/webp', 640, 480, 10, '{640}', 'hash920001-640.webp', '{"en": {"alt": "A"}}');
insert into cvs (id, name, image_id, localized) values (920001, 'Ada', 920001, '{"en": {"position": "Engineer"}}');
insert into locations (id, name, name_verbose, address_lines) values
  (920001, 'Here', 'Company here', '{"Street 1"}'), (920002, 'There', 'Company there', '{"Street 2"}');
insert into story_groups (id, localized) values (920001, '{"en": {"name": "G"}}'), (920002, '{"en": {"name": "H"}}');
insert into story_categories (id, localized) values (920001, '{"en": {"name": "C"}}'), (920002, '{"en": {"name": "D"}}');
insert into employee_stories (id, slug, category_id, image_id, sites, is_published, publish_from, publish_until, localized)
select i, 'test-' || i, case i when 920002 then 920002 else 920001 end, 920001, '{main}', i <> 920004,
  timestamptz '2026-01-01' + make_interval(days => i - 920001), case i when 920001 then timestamptz '2026-02-01' end,
  '{"en": {"title": "S", "teaser": "T", "body": {"type": "doc", "content": []}}}'
from generate_series(920001, 920004) i;
insert into employee_story_groups (employee_story_id, story_group_id) values (920001, 920001), (920002, 920001);
insert into events (id, slug, category, sites, starts_at, ends_at, time_zone, is_published, localized)
select i, 'test-' || i, case i when 920003 then 'career'::newsroom_category else 'newsroom' end, '{main}',
  timestamptz '2026-01-01' + make_interval(days => 10 * (i - 920001)), timestamptz '2026-01-02' + make_interval(days => 10 * (i - 920001)),
  'Europe/Zurich', i <> 920005, '{"en": {"title": "E", "summary": "S"}}'
from generate_series(920001, 920005) i;
insert into webinars (id, title, url, starts_at, localized) values
  (920001, 'A', 'https://example.org/a', '2026-01-05', '{"en": {"title": "A"}}'),
  (920002, 'B', 'https://example.org/b', '2026-01-15', '{"en": {"title": "B"}}'),
  (920003, 'C', 'https://example.org/c', null, '{"en": {"title": "C"}}');
insert into jobs (id, slug, location_id, city, country, field, publish_from, publish_until, localized)
select i, 'test-' || i, case i when 920001 then 920001 else 920002 end, 'City', 'CH', case i when 920002 then 'quality' end,
  timestamptz '2026-01-01' + make_interval(days => i - 920001), case i when 920002 then timestamptz '2026-03-01' end,
  '{"en": {"title": "J", "short_description": "S"}}'
from generate_series(920001, 920003) i;

create function pg_temp.ids(p_query jsonb, p_at timestamptz, p_locale locale default 'en') returns jsonb language sql as $$
  select jsonb_path_query_array(read_lists('main', p_locale, p_at, jsonb_build_array(p_query)), '$[0].items[*].id')
$$;
create function pg_temp.next_change(p_query jsonb, p_at timestamptz) returns timestamptz language sql as $$
  select (read_lists('main', 'en', p_at, jsonb_build_array(p_query)) #>> '{0,next_change_at}')::timestamptz
$$;
create function pg_temp.sent() returns jsonb language sql as $$
  select coalesce(jsonb_agg(distinct t order by t), '[]') from pgmq.q_content_changes q, jsonb_array_elements_text(q.message -> 'tags') t
$$;

-- Events
select is(pg_temp.ids('{"list": "events", "category": null, "when": "upcoming", "limit": 9}', '2026-01-05'), '[920002, 920003, 920004]',
  'events to come, the next one first, none that is not published');
select is(pg_temp.ids('{"list": "events", "category": "newsroom", "when": "upcoming", "limit": 1}', '2026-01-05'), '[920002]', 'of one category, as many as asked for');
select is(pg_temp.ids('{"list": "events", "category": null, "when": "upcoming", "limit": 9}', '2026-01-01 12:00'), '[920001, 920002, 920003, 920004]',
  'an event is to come until it is over');
select is(pg_temp.ids('{"list": "events", "category": null, "when": "past", "limit": 9}', '2026-01-25'), '[920003, 920002, 920001]', 'of past ones the last comes first');
select is(pg_temp.next_change('{"list": "events", "category": null, "when": "upcoming", "limit": 9}', '2026-01-05'), timestamptz '2026-01-12',
  'the list changes when the next one is over');
select is(pg_temp.ids('{"list": "events", "category": null, "when": "upcoming", "limit": 9}', '2026-01-05', 'de'), '[]', 'none in a locale that they have not got');

-- Webinars
select is(pg_temp.ids('{"list": "webinars", "when": "upcoming", "limit": 9}', '2026-01-10'), '[920002]', 'webinars to come');
select is(pg_temp.ids('{"list": "webinars", "when": "past", "limit": 9}', '2026-01-10'), '[920001, 920003]', 'and recordings, the undated last');
select is(pg_temp.next_change('{"list": "webinars", "when": "past", "limit": 9}', '2026-01-10'), timestamptz '2026-01-15', 'which change when the next one begins');

-- Jobs
select is(pg_temp.ids('{"list": "jobs", "field": null, "location": null, "limit": 9}', '2026-01-02 12:00'), '[920002, 920001]', 'jobs, the newest first');
select is(pg_temp.ids('{"list": "jobs", "field": "quality", "location": null, "limit": 9}', '2026-01-10'), '[920002]', 'of one field');
select is(pg_temp.ids('{"list": "jobs", "field": null, "location": 920001, "limit": 9}', '2026-01-10'), '[920001]', 'or one location');
select is(pg_temp.next_change('{"list": "jobs", "field": null, "location": null, "limit": 9}', '2026-01-10'), timestamptz '2026-03-01', 'until one is taken off');

-- Stories
select is(pg_temp.ids('{"list": "stories", "group": null, "category": null, "limit": 9}', '2026-01-10'), '[920003, 920002, 920001]', 'stories, the newest first');
select is(pg_temp.ids('{"list": "stories", "group": 920001, "category": null, "limit": 9}', '2026-01-10'), '[920002, 920001]', 'of one group');
select is(pg_temp.ids('{"list": "stories", "group": null, "category": 920002, "limit": 9}', '2026-01-10'), '[920002]', 'or one category');
select is(pg_temp.next_change('{"list": "stories", "group": null, "category": null, "limit": 9}', '2026-01-01'), timestamptz '2026-01-02', 'until the next one appears');

-- Records
select is(read_records('{"cv": [920001]}') #>> '{cv,920001,image,hash}', 'hash920001', 'a person comes with the picture');
select is(read_records('{"location": [920001]}') #> '{location,920001,address_lines}', '["Street 1"]', 'a location with its address');
select is(read_records('{"employee_story": [920001]}') #>> '{employee_story,920001,groups,0,localized,en,name}', 'G', 'a story with its groups');

-- Changes
delete from pgmq.q_content_changes;
insert into employee_story_groups (employee_story_id, story_group_id) values (920003, 920002);
select is(pg_temp.sent(), '["employee_story/card:920003", "employee_story:920003", "list:employee_story"]', 'a story in another group changes the lists of stories');
delete from pgmq.q_content_changes;
update jobs set city = 'Town' where id = 920001;
select is(pg_temp.sent(), '["job/card:920001", "job:920001"]', 'a job that changes its words changes where it stands');
delete from pgmq.q_content_changes;
update jobs set field = 'quality' where id = 920001;
update events set ends_at = ends_at + interval '1 day' where id = 920001;
update webinars set starts_at = null where id = 920001;
select is(pg_temp.sent(), '["event/card:920001", "event:920001", "job/card:920001", "job:920001", "list:event", "list:event/category/newsroom", "list:job", "list:webinar", "sitemap:event:1840", "webinar/card:920001", "webinar:920001"]',
  'and one that moves changes the lists');

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000f';
select is(read_records('{"employee_story": [920004]}') -> 'employee_story', '{}'::jsonb, 'a stranger reads no story that is not published');

select * from finish();
rollback;
