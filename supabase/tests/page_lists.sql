begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id, parent_id) values (900001, 'main', null), (900002, 'main', 900001), (900003, 'main', 900001), (900004, 'main', null);
insert into page_locales (page_id, locale, site_id, path, title, nav_title)
select i, 'en', 'main', '/test-' || i, 'Test ' || i, case when i = 900003 then 'Short' else '' end from generate_series(900001, 900004) i;
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'de', 'main', '/test-de', 'Test');

create function pg_temp.tags() returns text language sql as $$
  with taken as (delete from pgmq.q_content_changes returning message)
  select string_agg(distinct tag, ' ' order by tag) from (select jsonb_array_elements_text(message -> 'tags') as tag from taken) t
$$;
create function pg_temp.listed(p_locale locale) returns jsonb language sql as $$
  select jsonb_path_query_array(read_lists('main', p_locale, now(), '[{"list": "pages", "below": 900001}]'), '$[0].items[*].path')
$$;

select is(pg_temp.listed('en'), '[]'::jsonb, 'drafts are not listed');
select publish_pages('{900002, 900003, 900001, 900004}');
select is(pg_temp.listed('en'), '["/test-900001", "/test-900002", "/test-900003"]'::jsonb, 'a page is listed before those below it');
select is(pg_temp.listed('de'), '["/test-de"]'::jsonb, 'each locale lists what it has');
select alike(pg_temp.tags(), '%below:page:900001%', 'a page that appears changes the list of its section');

update page_locales set title = 'Other' where page_id = 900002;
select publish_pages('{900002}');
select alike(pg_temp.tags(), '%below:page:900001%', 'and one that is renamed');
select publish_pages('{900002}');
select unalike(coalesce(pg_temp.tags(), ''), '%below:page:%', 'other content does not');
update pages set parent_id = 900004 where id = 900002;
select publish_pages('{900002}');
select alike(pg_temp.tags(), '%below:page:900001 below:page:900004%', 'one that moves changes both sections');
select is(pg_temp.listed('en'), '["/test-900001", "/test-900003"]'::jsonb, 'and is listed where it is now');
select unpublish_page(900003);
select alike(pg_temp.tags(), '%below:page:900001%', 'one that is taken off changes its section');

select * from finish();
rollback;
