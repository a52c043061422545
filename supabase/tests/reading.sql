begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000f', 'stranger@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');
insert into sites (id, locales, localized, settings) values
  ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}', '{"disallow": ["/search"]}'),
  ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}', '{}');
insert into categories (id, slug, localized) values (900001, 'test-c', '{"en": {"title": "C"}}'), (900002, 'test-d', '{"en": {"title": "D"}}');
update categories set parent_id = 900001 where id = 900002;
insert into series (id, name, slug, display_name, status, localized) values (900001, 'S', 'test-s', 'S', 'active', '{"en": {"summary": "S"}}');
insert into products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, position, sites, localized, publish_from, publish_until, is_published)
select i, 'P', 'P' || i, 'test-' || i, 'T-' || i, 'active', 900001, case i when 900001 then 900001 else 900002 end, 900010 - i, '{main}',
  '{"en": {"tagline": "T", "description": {"type": "doc", "content": []}}}',
  case i when 900003 then timestamptz '2026-05-01' end, case i when 900002 then timestamptz '2026-06-01' end, i <> 900004
from generate_series(900001, 900004) i;
insert into articles (id, slug, newsroom_category, newsroom_type, sites, publish_from, publish_until, localized)
select i, 'test-' || i, 'newsroom', 'news', case i when 900004 then '{developer}'::text[] else '{main}' end,
  timestamptz '2026-01-01' + make_interval(days => i - 900001), case i when 900001 then timestamptz '2026-02-01' end,
  '{"en": {"title": "A", "lead": "L", "body": {"type": "doc", "content": []}}}'
from generate_series(900001, 900004) i;
insert into pages (id, site_id, parent_id, route) values (900001, 'main', null, 'search'), (900002, 'main', 900001, null), (900003, 'main', null, null);
insert into page_locales (page_id, locale, site_id, path, title, seo) values
  (900001, 'en', 'main', '/above', 'Above', '{}'), (900001, 'de', 'main', '/oben', 'Oben', '{}'),
  (900002, 'en', 'main', '/above/page', 'Page', '{}'), (900003, 'en', 'main', '/hidden', 'Hidden', '{"noindex": true}');
insert into modules (id, page_id, type, position) values (900001, 900002, 'TEXT_BLOCK', 0);
insert into module_locales (module_id, locale, data) values (900001, 'en', '{"body": "published"}');
select publish_pages('{900001,900002,900003}');
update module_locales set data = '{"body": "draft"}' where module_id = 900001;
update page_locales set path = '/above/draft' where page_id = 900002;
update pages set parent_id = 900003 where id = 900002;
insert into links (id, text, link_type, page_id) values (900001, 'L', 'internal', 900002);
insert into links (id, text, link_type, row_kind, row_id) values (900002, 'R', 'internal', 'product', 900001);
insert into menus (site_id, name, items) values ('main', 'main', '[{"id": "a", "label": {"en": "A"}, "children": [{"id": "b", "label": {"en": "B"}, "link": 900001}]}]');

-- Visitors read files, and call none of this.
set local role anon;
select throws_ok($$select read_records('{}')$$, '42501', null, 'visitors read no records in bulk');
select throws_ok($$select read_lists('main', 'en', now(), '[]')$$, '42501', null, 'nor lists');
select throws_ok($$select read_globals('main')$$, '42501', null, 'nor globals');
select throws_ok($$select read_pages('published', '[]')$$, '42501', null, 'nor pages');
select throws_ok($$select find_page('main', 'en', '/', 'published')$$, '42501', null, 'and find no page');
select throws_ok($$select find_row('product', 'x')$$, '42501', null, 'and no record');
select throws_ok($$select read_sitemap('main', 'page', 0, now())$$, '42501', null, 'nor a sitemap');
select throws_ok($$select read_sitemap_index('main', now())$$, '42501', null, 'nor its index');
select throws_ok($$select read_redirects('main')$$, '42501', null, 'nor redirects');

-- Somebody who is signed in and no editor reads nothing.
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000f';
select is(read_pages('draft', '[[900002, "en"]]')::jsonb -> 'pages' -> 0, 'null'::jsonb, 'a stranger sees no draft');
select is(find_page('main', 'en', '/above/draft', 'draft'), null, 'nor where it is');
select is(read_records('{"product": [900004]}') -> 'product', '{}'::jsonb, 'nor a product that is not published');
select is(read_records('{"product": [900001]}') -> 'product', '{}'::jsonb, 'nor one that is: visitors read files');
select throws_ok($$select read_sitemap('main', 'page', 0, now())$$, '42501', null, 'what only a publisher needs is the publisher''s');

-- Editors
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select is(read_pages('draft', '[[900002, "en"]]')::jsonb #>> '{pages,0,modules,0,data,body}', 'draft', 'an editor reads drafts');
select is(read_pages('draft', '[[900002, "en"]]')::jsonb #>> '{pages,0,path}', '/above/draft', 'with their own address');
select is(read_pages('draft', '[[900002, "en"]]')::jsonb #>> '{pages,0,parent_id}', '900003', 'and their own parent');
select is(find_page('main', 'en', '/above/draft', 'draft'), 900002::bigint, 'and finds them');
select is(read_records('{"product": [900004]}') #>> '{product,900004,display_name}', 'P900004', 'and sees what is not published');
select throws_ok($$select read_sitemap_index('main', now())$$, '42501', null, 'sitemaps are the publisher''s');
select throws_ok($$select read_redirects('main')$$, '42501', null, 'and so are redirects');

-- Publishers: pages
set local role service_role;
select is(read_pages('published', '[[900002, "en"]]')::jsonb #>> '{pages,0,modules,0,data,body}', 'published', 'the published view shows the revision');
select is(read_pages('published', '[[900002, "en"]]')::jsonb #>> '{pages,0,path}', '/above/page', 'at its published address');
select is(read_pages('published', '[[900002, "en"]]')::jsonb #>> '{pages,0,parent_id}', '900001', 'below its published parent');
select is(read_pages('published', '[[900002, "en"]]')::jsonb #>> '{above,900001,addresses,de,path}', '/oben', 'with the addresses of what is above');
select is(jsonb_path_query_array(read_pages('published', '[[900002, "en"], [1, "en"], [900001, "de"]]')::jsonb, '$.pages[*].id'),
  '[900002, 900001]'::jsonb, 'many pages in the order asked for, null for those that are not there');
select is(read_pages('published', '[[900002, "de"]]')::jsonb -> 'pages' -> 0, 'null'::jsonb, 'and for a locale that a page has not got');
select is(find_page('main', 'en', '/above/page', 'published'), 900002::bigint, 'a page is found where it was published');
select is(find_page('main', 'en', '/above/draft', 'published'), null, 'and not where its draft is');
select is(find_page('developer', 'en', '/above/page', 'published'), null, 'nor on another site');

-- Records and lists
select is(read_records('{"product": [900001, 1], "nothing": [1]}') #> '{nothing}', '{}'::jsonb, 'an unknown kind has no records');
select is(read_records('{"link": [900001]}') #>> '{link,900001,addresses,en,path}', '/above/page', 'a link leads to the published address');
select is(read_records('{"link": [900002]}') #>> '{link,900002,row,slug}', 'test-900001', 'or to the record');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-04-01', '[{"list": "products", "by": "category", "id": 900001, "limit": 9}]'), '$[0].items[*].id'),
  '[900002, 900001]'::jsonb, 'a list of a category has the products of those below, in their order, that are shown');
select is((read_lists('main', 'en', '2026-04-01', '[{"list": "products", "by": "series", "id": 900001, "limit": 1}]') #>> '{0,next_change_at}')::timestamptz,
  timestamptz '2026-05-01', 'and says when the clock changes it');
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-01-02 12:00', '[{"list": "articles", "category": "newsroom", "limit": 9}]'), '$[0].items[*].id'),
  '[900002, 900001]'::jsonb, 'articles are listed newest first, of this site and this moment');
select is((read_lists('main', 'en', '2026-01-05', '[{"list": "articles", "category": "newsroom", "limit": 9}]') #>> '{0,next_change_at}')::timestamptz,
  timestamptz '2026-02-01', 'until one is taken away');

-- Globals, sitemaps, redirects
select is(read_globals('main') #>> '{links,900001,addresses,en,path}', '/above/page', 'menus come with where their links lead, at any depth');
select is(read_globals('main') #>> '{routes,search,de,path}', '/oben', 'and routes with their pages');
select is(jsonb_path_query_array(read_sitemap('main', 'page', 1800, now())::jsonb, '$.entries[*].ref'), '[900001, 900002]'::jsonb,
  'a sitemap lists what search engines may read');
select is((read_sitemap('main', 'product', 1800, '2026-04-01') ->> 'next_change_at')::timestamptz, timestamptz '2026-05-01', 'and says when that changes');
reset role;
update products set slug = 'test-renamed' where id = 900001;
insert into redirects (site_id, from_path, page_id, locale) values ('developer', '/test-elsewhere', 900001, 'en');
set local role service_role;
select is(jsonb_path_query_array(read_redirects('main'), '$[*] ? (@.row_kind == "product").row.slug'), '["test-renamed"]'::jsonb,
  'an earlier slug leads to the record of today');
select is(jsonb_path_query_first(read_redirects('developer'), '$[*] ? (@.from_path == "/test-elsewhere").page_site'), '"main"'::jsonb,
  'and a page of another site comes with its site');

select * from finish();
rollback;
