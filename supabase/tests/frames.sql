begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(21);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
create function pg_temp.add(first integer, last integer, more text[] default '{}') returns void language sql as $$
  insert into site_outputs (site_id, kind, ref, locale, path, content_hash, given_hash, bytes, tags, next_change_at)
  select 'main', 'page', n, 'en', '/many/' || n, 'h', 'g', 1, array['page:' || n, 'globals:main', 'site:main'] || more, now() + interval '1 day'
  from generate_series(first, last) n
$$;
-- Those that a claim says have another frame and nothing else, of all that it gives.
create function pg_temp.claimed(bulk boolean default false) returns table (ref bigint, of_frame boolean, next_change_at text) language sql as $$
  select (o ->> 'ref')::bigint, (o ->> 'of_frame')::boolean, o ->> 'next_change_at'
  from jsonb_array_elements(publish_claim('a', '{main}', now(), 320, 60, p_bulk => bulk) -> 'outputs') o
$$;
create function pg_temp.frames() returns bigint[] language sql as $$
  select coalesce(array_agg(c.ref order by c.ref) filter (where c.of_frame), '{}') from pg_temp.claimed() c
$$;
create function pg_temp.completed() returns void language sql as $$
  select publish_complete('a', (select max(seq) from change_log), coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'kind', kind, 'ref', ref,
    'locale', locale, 'listed', null, 'seq', stale_seq, 'path', path, 'tags', null, 'types', null, 'hash', 'n', 'given', 'n', 'bytes', 1,
    'next_change_at', next_change_at)), '[]'))
  from site_outputs where lease_owner = 'a'
$$;
create function pg_temp.changed(variadic tags text[]) returns void language sql as $$
  select private.queue_change(tags, '[]')
$$;

select pg_temp.add(930001, 930004, '{product:7}');
update site_outputs set failure = '{}' where ref = 930002;
update site_outputs set path = null where ref = 930003;
update site_outputs set next_change_at = now() where ref = 930004;
select pg_temp.changed('globals:main');
select results_eq('select * from pg_temp.claimed() order by 1', $$
  select 930000::bigint + n, n = 1, to_jsonb(case when n = 4 then now() else now() + interval '1 day' end) #>> '{}' from generate_series(1, 4) n
$$, 'a change of menus alone is told of, but of what has failed, is nowhere or is due');
select pg_temp.completed();
select is((select tags from site_outputs where ref = 930001), '{page:930001,globals:main,site:main,product:7}', 'what it depends on is as it was');
select is((select frame_seq from site_outputs where ref = 930001), null, 'it is over when it is published');
select is((select content_hash from site_outputs where ref = 930001), 'n', 'with its new file');
update site_outputs set failure = null, path = '/many/' || ref, next_change_at = null, stale_seq = null;

select pg_temp.changed('globals:main');
select publish_take_in(now());
select is((select count(*) from site_outputs where frame_seq = stale_seq), 4::bigint, 'menus changed');
select pg_temp.changed('product:7');
select is(pg_temp.frames(), '{}', 'and then something that the page shows');
select pg_temp.completed();
select pg_temp.changed('product:7');
select publish_take_in(now());
select pg_temp.changed('globals:main');
select is(pg_temp.frames(), '{}', 'in whatever order');
select pg_temp.completed();
select pg_temp.changed('globals:main', 'product:7');
select is(pg_temp.frames(), '{}', 'or both at once');
select pg_temp.completed();
select pg_temp.changed('globals:main', 'page:930002');
select is(pg_temp.frames(), '{930001,930003,930004}', 'a change concerns its own page');
select pg_temp.completed();
select pg_temp.changed('site:main');
select is(pg_temp.frames(), '{}', 'settings that other tags name are no menus');
select pg_temp.completed();
select pg_temp.changed('globals:developer');
select is((select count(*) from pg_temp.claimed()), 0::bigint, 'those of another site concern nobody here');

select pg_temp.changed('globals:main');
select is(pg_temp.frames(), '{930001,930002,930003,930004}', 'menus change');
select pg_temp.changed('globals:main');
select is(pg_temp.frames(), '{930001,930002,930003,930004}', 'and once more while they are being published');
select pg_temp.changed('product:7');
select publish_take_in(now());
select pg_temp.completed();
select is(pg_temp.frames(), '{}', 'what was changed meanwhile is read');
select pg_temp.completed();
update site_outputs set next_change_at = now() where ref = 930001;
select is(pg_temp.frames(), '{}', 'what the clock changes is read');
select pg_temp.completed();

-- Changes that are searched for step by step.
select pg_temp.add(940001, 941700);
select pg_temp.changed('globals:main');
select publish_take_in(now());
select isnt_empty('select 1 from wide_changes', 'a change of menus of many pages is searched for');
select cmp_ok((select count(*) from pg_temp.claimed(true) where of_frame), '>=', 100::bigint, 'and known of those that were found');
-- Another one waits.
insert into wide_changes (seq, tags) values ((select max(seq) from change_log), '{product:7}');
select results_eq('select distinct of_frame from pg_temp.claimed(true)', '{false}'::boolean[],
  'but not while something else is still to be searched for');
do $$ begin while private.search_wide_changes() loop end loop; end $$;
select is((select count(*) from site_outputs where tags @> '{product:7}' and frame_seq is not null), 0::bigint,
  'which reaches those that have been found before, though its number is the same');
select is((select count(*) from site_outputs where not tags @> '{product:7}' and frame_seq = stale_seq), 1700::bigint, 'and no others');
select is((select bool_and(of_frame) from pg_temp.claimed(true) where ref > 940000), true, 'and is known of then');
select * from finish();
rollback;
