-- Lists of records: every order page by page, filters by state and language, searches, and the indexes that make them fast.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(34);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example');
insert into staff (user_id, email) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example');
insert into sites (id, locales, localized) values
  ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}'), ('automotive', '{en,jp}', '{"en": {"title": "T", "description": "D"}}');
insert into locations (id, name, name_verbose, address_lines) values (901, 'Bern', 'Company Bern', '{"Street 1"}');
insert into jobs (id, slug, location_id, city, country, field, pensum_min, pensum_max, sites, is_published, publish_from, publish_until, localized)
select i, 'job-' || i, 901, (array['Bern', 'Aarau', 'Chur'])[1 + i % 3], 'CH', case when i % 2 = 0 then 'sales' end, 10 * (1 + i % 4), 100,
  case when i = 6 then '{automotive}' else '{main}' end::text[], i <> 3,
  case when i = 2 then '2999-01-01' else '2026-01-01' end::timestamptz + make_interval(secs => i * 0.001),
  case i when 4 then '2026-02-01'::timestamptz when 5 then '2999-01-01' end,
  case when i in (1, 6) then '{"en": {"title": "Engineer", "short_description": "S"}}'
    else '{"en": {"title": "Engineer", "short_description": "Second word"}, "de": {"title": "Ingenieur", "short_description": "S"}}' end::jsonb
from generate_series(1, 6) i;
insert into tags (id, slug, localized) values (901, 'air', '{"en": {"name": "Air"}, "jp": {"name": "湿度"}}'), (902, 'humidity', '{"en": {"name": "湿度計"}}');
insert into record_drafts (kind, record_id, base_version, data) values ('job', '1', 1, '{}'), ('job', '990', null, '{"slug": "new"}');

create function pg_temp.listed(p_kind text, p_sort text, p_down boolean, p_state text default null, p_filters jsonb default '[]', p_search text default '')
returns text language plpgsql as $$
declare
  place jsonb;
  page jsonb;
  found text[] := '{}';
begin
  loop
    page := list_records(p_kind, array['localized', 'en', case p_kind when 'job' then 'title' else 'name' end], p_search, p_sort, p_down, p_filters, p_state, place, 2);
    found := found || array(select r.value ->> 'id' from jsonb_array_elements(page -> 'rows') with ordinality r where r.ordinality <= 2 order by r.ordinality);
    exit when jsonb_array_length(page -> 'rows') < 3;
    place := page #> '{rows,1,after}';
  end loop;
  return array_to_string(found, ' ');
end $$;

set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';

select is(pg_temp.listed('job', 'city', false), '1 4 3 6 2 5', 'by a text, page by page, and by id where it is the same');
select is(pg_temp.listed('job', 'field', false), '2 4 6 1 3 5', 'those without a value come last');
select is(pg_temp.listed('job', 'field', true), '6 4 2 5 3 1', 'downwards as well');
select is(pg_temp.listed('job', 'publish_from', false), '1 3 4 5 6 2', 'by a moment, to the fraction of a second');
select is(pg_temp.listed('job', 'sites', false), '6 1 2 3 4 5', 'by a list');
select is(pg_temp.listed('job', 'pensum_min', true), '3 6 2 5 1 4', 'by a number');
select is(pg_temp.listed('job', null, false), '1 2 3 4 5 6', 'by what they are called');

select is(pg_temp.listed('job', 'id', false, 'live'), '5 6', 'live are those that visitors see as their draft is');
select is(pg_temp.listed('job', 'id', false, 'changed'), '1', 'and that have a draft');
select is(pg_temp.listed('job', 'id', false, 'scheduled'), '2', 'later ones');
select is(pg_temp.listed('job', 'id', false, 'hidden'), '3', 'withdrawn ones');
select is(pg_temp.listed('job', 'id', false, 'ended'), '4', 'past ones');
select is(pg_temp.listed('job', 'id', false, 'ending'), '5', 'and those that a date will end');
select is(pg_temp.listed('job', 'id', false, null, '[{"by": "untranslated", "is": "de"}]'), '1', 'a text lacks in a language of its sites only');
select is(pg_temp.listed('job', 'id', false, null, '[{"by": "untranslated", "is": "any"}]'), '1 6', 'in whichever of them');
select is(pg_temp.listed('job', 'id', false, null, '[]', 'second WORD'), '2 3 4 5', 'all short texts are searched');
select is(pg_temp.listed('tag', 'id', false, null, '[]', '湿度'), '902', 'two characters in names');
select is((select array_agg(i.value order by i.value) from jsonb_array_elements_text(find_record_ids('job', '{localized,en,title}', '', '[]', null, 10)) i),
  '{1,2,3,4,5,6,990}', 'all that a list finds are its drafts as well');

select is(pg_temp.listed('tag', 'id', false, null, '[]', '902'), '902', 'a number, as that of a record');
select is(record_titles('[{"kind": "tag", "id": "902", "path": ["localized", "en", "name"]}, {"kind": "job", "id": "990", "path": ["slug"]},
  {"kind": "tag", "id": "1", "path": ["localized", "en", "name"]}, {"kind": "tag", "id": "902", "path": ["slug"]}, {"kind": "tag", "id": "901", "path": ["localized", "en", "name"]}]'),
  '["湿度計", "new", null, "humidity", "Air"]', 'what records are called, in the order in which they are asked for');
select is(record_titles('[]'), '[]', 'nothing of nothing');
select is(pg_temp.listed('tag', 'id', false, null, '[]', 'zq'), '', 'two letters that no name has');
select is(list_records('inventory_item', '{id}', 'e', null, false, '[]', null, null, 2) ->> 'total', '0', 'what has no name is not searched for a letter');

reset role;
insert into images (id, filename, display, hash, content_type, width, height, bytes, widths, storage_path, localized)
select 900000 + i, i || '.webp', '', 's' || i, 'image/webp', 640, 480, 1, '{640}', 's' || i, jsonb_build_object('en', '{}'::jsonb, 'jp', jsonb_build_object('alt', case when i = 2100 then '湿度' else '温度' end))
from generate_series(1, 2100) i;
insert into tags (id, slug, localized) select 900000 + i, 'many-' || i, jsonb_build_object('en', jsonb_build_object('name', 'Öl ' || i)) from generate_series(1, 2001) i;
analyze images;
analyze tags;
set local role authenticated;
select is(list_records('image', '{filename}', w, null, false, '[]', null, null, 1) ->> 'total', n, format('signs that %s pictures have', n))
from (values ('温度', '2099'), ('度', '2100'), ('湿度', '1'), ('湿', '1'), ('湿温', '0')) t (w, n);
select is(list_records('tag', '{localized,en,name}', 'öl', null, false, '[]', null, null, 1) ->> 'total', '2001', 'letters that many names have');
select is(list_records('image', '{filename}', '900007', null, false, '[]', null, null, 1) ->> 'total', '1', 'a number, among pictures');
select is(list_records('image', '{filename}', '', null, false, '[{"by": "untranslated", "is": "en"}]', null, null, 1) ->> 'total', '0', 'nothing is without English');

select is(list_records('image', '{filename}', '900007', null, false, '[]', null, null, 1) #> '{rows,0,picture}', '{"hash": "s7", "widths": [640]}', 'a picture, by its file');
reset role;
insert into record_drafts (kind, record_id, base_version, data) values
  ('tag', '990', null, '{"image": 900007}'), ('tag', '991', null, '{"image": "1e400"}'), ('tag', '992', null, '{"image": 99999999999999999999}');
set local role authenticated;
select is((select jsonb_agg(d.value -> 'picture' order by d.value -> 'id') from jsonb_array_elements(list_records('tag', '{localized,en,name}', '', null, false, '[]', null, null, 1) -> 'drafts') d),
  '[{"hash": "s7", "widths": [640]}, null, null]', 'and that of a draft, if it names one');

reset role;
select is_empty($$
  select k.table_name, c from private.kinds k
  cross join unnest(array['updated_at']) c
  where k.kind in ('product', 'image', 'article', 'tag', 'link', 'redirect', 'document', 'inventory_item', 'stock_quote') and not exists (
    select from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
    where x.indrelid = format('public.%I', k.table_name)::regclass and a.attname = c)$$, 'lists that grow have indexes of their orders');

select * from finish();
rollback;
