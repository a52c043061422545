begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(7);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900011, 'main');
insert into page_locales (page_id, locale, site_id, path, title, seo) values (900011, 'en', 'main', '/known', 'Known', '{}');
insert into modules (id, page_id, type, position) values (900011, 900011, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900011, 'en', '{"body": "first"}');
select publish_pages('{900011}');

create function pg_temp.read(known text) returns jsonb language sql as $$
  select read_pages('published', jsonb_build_array(jsonb_build_array(900011, 'en', known)))::jsonb #> '{pages,0}'
$$;
create temporary table versions as select pg_temp.read(null) ->> 'version' as first;

select isnt((select first from versions), null, 'published modules have a version');
select is(pg_temp.read(null) #>> '{modules,0,data,body}', 'first', 'whoever knows none of them is sent them');
select is(pg_temp.read((select first from versions)) -> 'modules', 'null'::jsonb, 'and whoever has them is not');
select is(pg_temp.read((select first from versions)) ->> 'title', 'Known', 'but is told all the rest of the page');
update module_locales set data = '{"body": "second"}' where module_id = 900011;
select is(pg_temp.read((select first from versions)) -> 'modules', 'null'::jsonb, 'a draft changes nothing of that');
select publish_pages('{900011}');
select is(pg_temp.read((select first from versions)) #>> '{modules,0,data,body}', 'second', 'another revision is sent, also one of the same moment');
select is(read_pages('draft', '[[900011, "en"]]')::jsonb #>> '{pages,0,version}', null, 'a draft has no version');

select * from finish();
rollback;
