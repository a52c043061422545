-- What was public at each path, and since when.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(14);

insert into site_outputs (site_id, kind, ref, locale, path, content_hash, build_id) values
  ('main', 'page', 900, 'en', '/one', 'hash-one', 1),
  ('main', 'page', 901, 'en', '/two', 'hash-two', 1),
  ('main', 'page', 902, 'en', null, null, 1);
select is((select count(*) from output_history where path in ('/one', '/two')), 0::bigint, 'what a build writes is not public yet');
select lives_ok($$select private.note_build_history('main')$$);
select is((select output_at('main', '/one', clock_timestamp()) ->> 'hash'), 'hash-one', 'until the build is');
select lives_ok($$select private.note_build_history('main')$$);
select is((select count(*) from output_history where path = '/one'), 1::bigint, 'what stays the same is noted once');

-- Two outputs change addresses, the one that takes first.
update site_outputs set path = '/one' where (kind, ref) = ('page', 901);
update site_outputs set path = '/two' where (kind, ref) = ('page', 900);
select is((select output_at('main', '/one', clock_timestamp()) ->> 'hash'), 'hash-two', 'an address that was taken before it was given up has what took it');
select is((select output_at('main', '/two', clock_timestamp()) ->> 'hash'), 'hash-one', 'and so has the other');

delete from site_outputs where (kind, ref) = ('page', 900);
select is((select output_at('main', '/two', clock_timestamp()) ->> 'hash'), null, 'where an output is gone there is nothing');
select isnt((select output_at('main', '/two', clock_timestamp()) ->> 'earlier'), null, 'and something was before');
update site_outputs set failure = '{"code": "x"}', tags = '{a}' where (kind, ref) = ('page', 901);
select is((select count(*) from output_history where path = '/one'), 2::bigint, 'what leaves the bytes as they are is not noted');

select is((select output_at('main', '/one', '2001-01-01') ->> 'hash'), null, 'nothing is known of a moment before');
select is(output_history_named('{hash-one, hash-two, other}'), '{hash-one,hash-two}', 'bytes that history names are needed');

update output_history set since = since - interval '40 days' where path in ('/one', '/two');
select is(output_history_prune(30, 100), 4, 'what was not public any more when the retention began is deleted');
select is((select output_at('main', '/one', now() - interval '31 days') ->> 'hash'), 'hash-two', 'and what was stays');

select finish();
rollback;
