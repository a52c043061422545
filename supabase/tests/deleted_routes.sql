begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(2);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id, template, route) values (910001, 'main', 'list', 'newsroom.blog'), (910002, 'main', 'content', null);
create function pg_temp.messages() returns text language sql as $$
  select coalesce(string_agg(message::text, ' '), '') from pgmq.q_content_changes
$$;
delete from pgmq.q_content_changes;
delete from pages where id = 910002;
select unalike(pg_temp.messages(), '%globals:main%', 'deleting a page concerns what shows it');
delete from pages where id = 910001;
select alike(pg_temp.messages(), '%globals:main%', 'deleting one with a route concerns its whole site');

select * from finish();
rollback;
