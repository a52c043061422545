begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(4);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into tags (id, slug, sites, localized) values
  (900499, 'test-a', '{main}', '{"en": {"name": "A"}, "de": {"name": "A"}}'),
  (900501, 'test-b', '{main}', '{"en": {"name": "B"}}'),
  (900502, 'test-c', '{main}', '{"en": {"name": "C"}}');
select is(read_sitemap_index('main', now()), '[["tag", 1800], ["tag", 1801]]', 'records of a kind share a file by ranges of 500, whatever their languages');

insert into authors (id, slug, name, sites, localized) values (900500, 'test-d', 'D', '{main}', '{"en": {}}');
select is(read_sitemap_index('main', now()), '[["tag", 1800], ["tag", 1801], ["author", 1801]]', 'another kind has a file of its own');
select is(read_sitemap_index('main', now()), (
  select jsonb_agg(jsonb_build_array(f.kind, f.part) order by f.kind = 'author', f.part)
  from (select distinct r.kind, r.ref / 500 as part from private.routes r where r.site_id = 'main' and not r.noindex) f
), 'each route that search engines read has its file');
select is(read_sitemap_index('developer', now()), '[]', 'and another site none');

select * from finish();
rollback;
