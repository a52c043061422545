-- A change of many records is queued in parts, each with whole records: what is made for a row knows all that changes of it.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(8);

insert into sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
select pgmq.purge_queue('content_changes');
insert into tags (id, slug, localized) select 900000 + i, 'part-' || i, jsonb_build_object('en', jsonb_build_object('name', 'Part ' || i)) from generate_series(1, 600) i;

create temporary view parts as
select q.msg_id, q.message -> 'tags' as tags, q.message -> 'rows' as rows, (q.message ->> 'all')::integer as all_rows from pgmq.q_content_changes q;
create temporary view sent as
select p.msg_id, t.tag, (regexp_match(t.tag, '^tag(?:/[a-z_]+)?:(\d+)$'))[1] as ref from parts p cross join jsonb_array_elements_text(p.tags) t (tag);

select cmp_ok((select count(*) from parts), '>', 2::bigint, 'a large change has several parts');
select is((select count(distinct r ->> 'ref') from parts p cross join jsonb_array_elements(p.rows) r), 600::bigint, 'every record is in one of them');
select is_empty($$
  select s.tag from sent s
  where s.ref is not null and not exists (select from parts p cross join jsonb_array_elements(p.rows) r where p.msg_id = s.msg_id and r ->> 'ref' = s.ref)$$,
  'with all of its tags');
select is_empty('select tag from sent group by tag having count(*) > 1', 'each tag once');
select is((select min(s.msg_id) from sent s where s.ref is null), (select max(msg_id) from parts), 'what is about no record comes last');
select is_empty('select msg_id from parts where jsonb_array_length(tags) > 250 or jsonb_array_length(rows) > 250', 'no part is larger than others');
select results_eq('select distinct all_rows from parts', array[600], 'each says how large the change is');

-- A site that is built, so that it has outputs.
delete from pgmq.q_content_changes where msg_id > (select min(msg_id) from pgmq.q_content_changes);
insert into site_outputs (site_id, kind, ref, locale, stale_seq, stale_reasons, turn) select 'main', 'tag', (r ->> 'ref')::bigint, 'en', null, '{}', 0
from parts p cross join jsonb_array_elements(p.rows) r limit 1;
select publish_take_in(now());
select results_eq($$select distinct turn / 3 from site_outputs where kind = 'tag' and stale_seq is not null$$, array[3], 'so that a small part of it is one of many outputs');

select * from finish();
rollback;
