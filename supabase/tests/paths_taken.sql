begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(13);

-- Each path at which a publisher that was interrupted may have put a file is known until the output is published, however often that
-- happens: else the file stays there for good, and no output has it.

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
delete from pgmq.q_content_changes;
delete from site_outputs;
insert into change_log (message_ids, tags, queued_at) values ('{}', '{test:before}', now());
insert into site_outputs (site_id, kind, ref, locale, path, content_hash, stale_seq, stale_reasons, turn)
  values ('main', 'product', 950001, 'en', '/a', 'h', 1, '{product:950001}', 3);
-- A worker claims it, is to put it somewhere, and ends.
create function pg_temp.interrupted(worker text, path text) returns jsonb language plpgsql as $$
declare
  claimed jsonb;
begin
  claimed := publish_claim(worker, '{main}', now(), 10, 60) #> '{outputs,0}';
  perform publish_take_paths(worker, jsonb_build_array(claimed || jsonb_build_object('path', path, 'paths', jsonb_build_array(path))));
  perform publish_release_leases(worker, true);
  return claimed;
end $$;
create function pg_temp.known() returns text[] language sql as $$
  select array_remove(o.taken_paths || o.taking_path, null) from site_outputs o where ref = 950001
$$;

select is(pg_temp.interrupted('first', '/b') -> 'taken', '[]', 'nothing is known at first');
select is(pg_temp.known(), '{/b}', 'where a file may be is');
select is(pg_temp.interrupted('second', '/c') ->> 'taking', '/b', 'whoever publishes it next is told');
select is(pg_temp.known(), '{/b,/c}', 'and does not forget it with another path');
select is(pg_temp.interrupted('third', '/b') -> 'taken', '["/b"]', 'nor does the next one');
select is(pg_temp.known(), '{/c,/b}', 'one that comes back is the one where it goes');
select is(pg_temp.interrupted('fourth', '/b') -> 'taken', '["/c"]', 'also twice');
select is(pg_temp.known(), '{/c,/b}', 'and once');

select is(publish_adopt('nobody', 'fifth', '[]', 60, true), '[]', 'who adopts nothing is told nothing');
create temporary table claims as select publish_claim('fifth', '{main}', now(), 10, 60) as answer;
select is(publish_adopt('fifth', 'sixth', '[{"site": "main", "kind": "product", "ref": 950001, "locale": "en", "listed": null}]', 60, true) #> '{0,taken}', '["/c"]',
  'whoever reports for another one knows of it too');
select is(publish_leave_paths('sixth', 'main', '{/a,/c}', '[{"kind": "product", "ref": 950001, "locale": "en"}]', 60), '["/a", "/c"]',
  'they may be removed, since nobody else has them');
select is(publish_report('sixth', 1, (
  select jsonb_build_array((answer #> '{outputs,0}') || jsonb_build_object('path', '/b', 'hash', 'n', 'tags', '[]'::jsonb, 'types', '[]'::jsonb,
    'lease', (select lease_number from site_outputs where ref = 950001))) from claims
)) -> 'lost', '[]', 'once it is published');
select is(pg_temp.known(), '{}', 'there is nothing that anybody has to remember');
select * from finish();
rollback;
