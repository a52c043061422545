begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(19);

insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into images (id, filename, hash, content_type, width, height, bytes, storage_path) values (900001, 'a', 'a', 'image/webp', 1, 1, 1, 'a');
insert into tags (id, slug, sites, localized) values
  (900499, 'test-a', '{main}', '{"en": {"name": "A"}, "de": {"name": "A"}}'),
  (900501, 'test-b', '{main}', '{"en": {"name": "B"}}'),
  (900502, 'test-c', '{developer}', '{"en": {"name": "C"}}');
insert into authors (id, slug, name, image_id, sites, localized) values (900500, 'test-d', 'D', 900001, '{main}', '{"en": {}}');
insert into events (id, slug, category, sites, localized, starts_at, ends_at, time_zone, publish_from, publish_until) values
  (900503, 'test-e', 'newsroom', '{main}', '{"en": {"title": "E", "summary": "E"}}', '2026-05-01', '2026-05-02', 'Europe/Zurich', '2026-04-01', '2026-06-01');

select is(read_sitemap('main', 'tag', 1800, now())::jsonb -> 'entries' -> 0 -> 'locales', '{"en": "test-a", "de": "test-a"}', 'an entry has the address of each language');
select is(read_sitemap('main', 'tag', 1801, now())::jsonb #> '{entries}' -> 1, null, 'a file holds its own range, and what is of this site');
select is(read_sitemap('main', 'author', 1801, now())::jsonb #>> '{entries,0,image,hash}', 'a', 'a record stands with its picture');
select is(jsonb_array_length(read_sitemap('main', 'event', 1801, '2026-05-01')::jsonb -> 'entries'), 1, 'what is shown at a moment is there then');
select is(read_sitemap('main', 'event', 1801, '2026-03-01')::jsonb, '{"entries": [], "next_change_at": "2026-04-01T00:00:00+00:00"}', 'not before');
select is(read_sitemap('main', 'event', 1801, '2026-07-01')::jsonb, '{"entries": [], "next_change_at": null}', 'and not after');
select is((
  select jsonb_agg(distinct f.file || jsonb_build_array(e -> 'kind', e -> 'ref'))
  from jsonb_array_elements(read_sitemap_index('main', '2026-05-01')) f (file)
  cross join lateral jsonb_array_elements(
    read_sitemap('main', f.file ->> 0, (f.file ->> 1)::bigint, '2026-05-01')::jsonb -> 'entries') e
), (
  select jsonb_agg(distinct jsonb_build_array(r.kind, r.ref / 500, r.kind, r.ref))
  from private.routes r where r.site_id = 'main' and not r.noindex
), 'each route that search engines read stands in the file that the index names');
select is((
  select jsonb_agg(t order by t) from jsonb_array_elements(build_targets('main', '2026-05-01')::jsonb) t
), (
  select jsonb_agg(t.target order by t.target) from (
    select jsonb_build_array(r.kind, r.ref, r.locale, r.address, null) as target from private.routes r where r.site_id = 'main'
    union
    select jsonb_build_array(f.kind, f.ref, f.locale, null, null) from private.fixed_outputs f where f.site_id = 'main'
    union
    select jsonb_build_array('sitemap', r.ref / 500, 'en', null, r.kind) from private.routes r where r.site_id = 'main' and r.kind <> 'calendar'
  ) t
), 'a build has every route, what each site has once, and the sitemap of each route');
select is((
  select count(*) from jsonb_array_elements(build_targets('main', '2026-07-01')::jsonb) t where t ->> 0 in ('event', 'calendar')
), 0::bigint, 'but no route that is not shown at its moment');

-- What need not be read by code that differs in the type QUOTE alone.
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, given_hash, module_types, next_change_at) values
  ('main', 'tag', 900499, 'en', '/test-a', 'c', 'g', '{HERO}', '2026-05-02'), ('main', 'tag', 900499, 'de', '/de/test-a', 'c', 'g', '{HERO,QUOTE}', null);
create function pg_temp.current_outputs(types text[]) returns text language sql as $$
  select string_agg(t ->> 5, ' ' order by t ->> 5) from jsonb_array_elements(build_targets('main', '2026-05-01', true, types)::jsonb) t where (t ->> 9)::boolean
$$;
select is(pg_temp.current_outputs('{QUOTE}'), '/test-a', 'an output without the types that have changed need not be read');
select is(pg_temp.current_outputs('{}'), '/de/test-a /test-a', 'where no type has, none need');
select is(pg_temp.current_outputs(null), null, 'without types all have to');
insert into site_outputs (site_id, kind, locale, path, content_hash) values ('main', 'sitemap_index', 'en', '/sitemap.xml', 'c');
select is(pg_temp.current_outputs('{QUOTE}'), '/test-a', 'the index of sitemaps has to, which goes by the others');
update site_outputs set next_change_at = '2026-05-01' where path = '/test-a';
select is(pg_temp.current_outputs('{QUOTE}'), null, 'one whose time has come has to');
update site_outputs set next_change_at = null, stale_seq = 1 where path = '/test-a';
select is(pg_temp.current_outputs('{QUOTE}'), null, 'one that is stale has to');
update site_outputs set stale_seq = null, failure = '{}' where path = '/test-a';
select is(pg_temp.current_outputs('{QUOTE}'), null, 'one that failed has to');
update site_outputs set failure = null where path = '/test-a';
insert into wide_changes (seq, site_id, tags) values (1, 'main', '{tag/card:900499}');
select is(pg_temp.current_outputs('{QUOTE}'), null, 'and all have to while the outputs of a change are searched for');

-- The picture of a page whose live revision somebody had changed by hand.
insert into pages (id, site_id) values (900600, 'main');
insert into page_locales (page_id, locale, site_id, path, title) values (900600, 'en', 'main', '/pictured', 'Pictured');
select publish_pages('{900600}');
insert into page_revisions (id, page_id, number) values (900601, 900600, 99);
insert into page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
values (900601, 'en', '/pictured', 'Pictured', '', '', '{"og_image": 900001}', '[]');
update pages set published_revision_id = 900601 where id = 900600;
select is(read_sitemap('main', 'page', 1801, now())::jsonb #>> '{entries,0,image,hash}', 'a', 'a page stands with the picture of its live revision');
delete from pgmq.q_content_changes;
select publish_pages('{900600}');
select is((
  select array_agg(distinct t) from pgmq.q_content_changes q cross join lateral jsonb_array_elements_text(q.message -> 'tags') t where t like 'sitemap:%'
), '{sitemap:page:1801}', 'and its publish concerns the sitemap, which shows the picture no more');

select * from finish();
rollback;
