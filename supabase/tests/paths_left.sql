begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(10);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
insert into change_log (message_ids, tags, queued_at) values ('{}', '{}', now());
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, bytes, stale_seq, turn, lease_owner, lease_until) values
  ('main', 'product', 910001, 'en', '/a', 'h', 1, 1, 6, 'a', now() + interval '1 minute'),
  ('main', 'product', 910002, 'en', '/b', 'h', 1, null, 7, null, null),
  ('main', 'page', 910003, 'en', '/c', 'h', 1, 1, 1, 'b', now() + interval '1 minute'),
  ('main', 'page', 910004, 'en', '/d', 'h', 1, 1, 1, null, null);
create temporary view stale as select ref, stale_seq, turn, stale_reasons from site_outputs order by ref;

-- The product 910001 was put at all of these, by a lane that had claimed it before they passed on.
create temporary table answers as
  select publish_leave_paths('a', 'main', '{/a,/b,/c,/d,/e}', '[{"kind": "product", "ref": 910001, "locale": "en"}]', 60) as free;
select is((select free from answers), '["/a", "/e"]'::jsonb, 'a path may be removed that no other output has');
select results_eq('select path from file_removals order by path', array['/a', '/e'], 'nobody takes it meanwhile');
select is((select stale_reasons from stale where ref = 910002), '{product:910002}', 'an output that has one of the others is published again');
select ok((select stale_seq > 1 from stale where ref = 910003), 'and once more if it is being published now');
select is((select turn from stale where ref = 910003), 1::smallint, 'in its turn');
select is((select stale_seq from stale where ref = 910004), 1::bigint, 'but not twice if it has not been claimed yet');

-- Two that leave one path, of which the first has it no more.
update site_outputs set path = '/two' where ref in (910001, 910003);
create temporary table first_left as
  select publish_leave_paths('a', 'main', '{/two}', '[{"kind": "product", "ref": 910001, "locale": "en"}]', 60) as free;
select is((select free from first_left), '[]'::jsonb, 'a path that another output has is not removed by the one that leaves it first');
select is(publish_leave_paths('b', 'main', '{/two}', '[{"kind": "page", "ref": 910003, "locale": "en"}]', 60), '["/two"]'::jsonb,
  'and by the one that leaves it last');

-- One that had it, and one that it was reserved for: it is given up, and only that.
update site_outputs set path = '/three', leaving_paths = '{}' where ref = 910001;
update site_outputs set path = '/kept', taking_path = '/three', leaving_paths = '{}' where ref = 910003;
create temporary table owner_left as
  select publish_leave_paths('a', 'main', '{/three}', '[{"kind": "product", "ref": 910001, "locale": "en"}]', 60) as free;
select is(publish_leave_paths('b', 'main', '{/three}', '[{"kind": "page", "ref": 910003, "locale": "en"}]', 60), '["/three"]'::jsonb,
  'a path that is left to one that it was reserved for is removed by that one');
select is(publish_leave_paths('a', 'main', '{/kept}', '[{"kind": "product", "ref": 910001, "locale": "en"}]', 60), '[]'::jsonb,
  'which keeps its own');

select * from finish();
rollback;
