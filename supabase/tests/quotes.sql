-- What quotes no product, whoever writes it: texts of forms, menus and settings.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(9);

select ok(private.quotes_product('Up to {{product:cx24 co2-range max}}'), 'a quote is found');
select ok(private.quotes_product(jsonb_build_object('a', e'{{\n product :cx24')::text), 'so is half of one in JSON, however it is spaced');
select ok(not private.quotes_product('{{name}} {product:cx24} product:'), 'other braces are none');
select is(private.without_quotes('From {{ product : cx24 range }} on, {{product:half'), 'From … on, …half', 'the search index has no braces');

insert into sites (id, locales, localized) values ('test', '{en}', '{"en": {"title": "T", "description": "D"}}');
select throws_ok($$update sites set localized = '{"en": {"title": "T", "description": "{{product:a b}}"}}' where id = 'test'$$, '23514', null, 'a site');
select throws_ok($$insert into menus (site_id, name, items) values ('test', 'main', '[{"id": "a", "label": {"en": "{{product:a b}}"}}]')$$, '23514', null, 'a menu');
select throws_ok($$insert into forms (title) values ('{{product:a b}}')$$, '23514', null, 'a form''s name');
select throws_ok($$insert into forms (title, content) values ('A', '[{"label": "{{Product: a"}]')$$, '23514', null, 'its fields');
select throws_ok($$insert into forms (title, localized) values ('A', '{"en": {}, "de": {"title": "{{product:a b}}"}}')$$, '23514', null, 'its name in another language');

select * from finish();
rollback;
