begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(14);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000f', 'stranger@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000e', 'editor@test.example');

-- Constraints
select throws_ok($$insert into stock_quotes (symbol, day, close) values ('ostr', '2026-01-05', 1)$$, '23514', null, 'a symbol has capital letters');
select throws_ok($$insert into stock_quotes (symbol, day, low, close) values ('TEST', '2026-01-05', 2, 1)$$, '23514', null, 'no price is below the lowest');
select throws_ok($$insert into stock_quotes (symbol, day, high, close) values ('TEST', '2026-01-05', 1, 2)$$, '23514', null, 'nor above the highest');
select throws_ok($$insert into investor_publications (key, category, published_at, localized) values ('a', 'gossip', now(), '{"en": {"title": "A"}}')$$,
  '23514', null, 'a publication has one of the categories');
select throws_ok($$insert into investor_publications (key, category, published_at, localized) values ('a', 'ad_hoc', now(), '{"de": {"title": "A"}}')$$,
  '23514', null, 'and an English title');

-- Importing
delete from pgmq.q_content_changes;
set local role service_role;
select is(import_stock_quotes('[{"symbol": "TEST", "day": "2026-01-05", "close": 10}, {"symbol": "TEST", "day": "2026-01-06", "close": 11}]'), 2,
  'a feed brings quotes in');
select is(import_stock_quotes('[{"symbol": "TEST", "day": "2026-01-05", "close": 10}, {"symbol": "TEST", "day": "2026-01-06", "close": 12}]'), 1,
  'and changes those that differ');
select is(import_investor_publications(jsonb_build_array(
    jsonb_build_object('key', 'test-old', 'category', 'ad_hoc', 'published_at', '2026-01-01', 'localized', '{"en": {"title": "Old"}}'::jsonb),
    jsonb_build_object('key', 'test-new', 'category', 'ad_hoc', 'published_at', '2099-01-01', 'localized', '{"en": {"title": "New"}}'::jsonb))), 2,
  'it brings publications in');
reset role;
select ok(exists (select from pgmq.q_content_changes where message -> 'tags' ? 'list:stock_quote'), 'what shows quotes learns of it');
select ok(exists (select from pgmq.q_content_changes where message -> 'tags' ? 'list:investor_publication'), 'and so does what shows publications');

-- Lists
set local role service_role;
select is(jsonb_path_query_array(read_lists('main', 'en', '2026-01-10', '[{"list": "quotes", "symbol": "TEST", "limit": 9}]'), '$[0].items[*].close'),
  '[10.00, 12.00]'::jsonb, 'quotes are listed oldest first');
select is((read_lists('main', 'en', '2026-01-10', '[{"list": "publications", "category": null, "limit": 100}]') #>> '{0,next_change_at}')::timestamptz,
  timestamptz '2099-01-01', 'a publication waits for its moment');

-- Rights
set local role anon;
select throws_ok($$select import_stock_quotes('[]')$$, '42501', null, 'visitors bring nothing in');
set local role authenticated;
select throws_ok($$select import_stock_quotes('[]')$$, '42501', null, 'nor does anybody else');

select * from finish();
rollback;
