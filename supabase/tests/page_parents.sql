-- The parent of a page, also where its languages disagree, which no publish writes.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(3);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'main'), (900002, 'main'), (900003, 'main');
insert into page_locales (page_id, locale, site_id, path, title)
select i, l::public.locale, 'main', '/page-' || i, 'Page ' || i from generate_series(900001, 900003) i, unnest('{en,de}'::text[]) l;
update pages set parent_id = 900001 where id = 900003;
select publish_pages('{900001,900002,900003}');
create function pg_temp.parent() returns bigint language sql as $$ select parent_id from private.page_parents where id = 900003 $$;

select is(pg_temp.parent(), 900001::bigint, 'is the one that it was published with');
update published_page_locales set parent_id = 900002 where page_id = 900003 and locale = 'de';
select is(pg_temp.parent(), 900001::bigint, 'and that of its first language where others say otherwise');
-- The row is written again, behind the other one.
update published_page_locales set noindex = not noindex where page_id = 900003 and locale = 'en';
select is(pg_temp.parent(), 900001::bigint, 'wherever the rows lie');

select * from finish();
rollback;
