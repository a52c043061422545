begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(5);

insert into public.sites (id, locales, localized) values ('main', '{en,jp}', '{"en": {"title": "T", "description": "D"}}');
insert into public.tags (id, slug, sites, localized) values (900001, 'test-a', '{main}', '{"en": {"name": "A"}}');
insert into public.authors (id, slug, name, localized) values (900001, 'test-b', 'Ada', '{"en": {}}');
insert into public.posts (id, slug, author_id, sites, is_published, publish_from, localized) values
  (900001, 'test-c', 900001, '{main}', true, '2026-01-01',
    '{"en": {"title": "E", "lead": "E", "body": {"type": "doc", "content": []}},
      "jp": {"title": "高精度な湿度センサー", "lead": "SENT", "body": {"type": "doc", "content": []}}}');
insert into public.site_outputs (site_id, kind, ref, locale, path) values ('main', 'post', 900001, 'jp', '/jp/newsroom/blog/test-c');
do $$ begin while public.search_refresh(100) loop end loop; end $$;

select is(public.search('main', 'jp', 'sensor', '{}', 10, 0) -> 'corrections', '[{"from": "sensor", "to": "sent"}]',
  'a word that no text has is taken for the nearest one');

insert into public.search_synonyms (sites, locale, terms) values ('{main}', 'jp', '{sensor,センサー}');
select is(public.search('main', 'jp', 'sensor', '{}', 10, 0) -> 'corrections', '[]', 'unless it has synonyms');
select is(public.search('main', 'jp', 'sensor', '{}', 10, 0) -> 'total', '1', 'by which it finds');
select ok(not public.search('main', 'jp', 'sensor', '{}', 10, 0) -> 'words' ? 'sent', 'and what it could be mistaken for is not marked');
select is(public.search('main', 'jp', 'sensr', '{}', 10, 0) -> 'corrections', '[{"from": "sensr", "to": "sent"}]',
  'a mistyped word is still put right');

select * from finish();
rollback;
