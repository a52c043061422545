-- The library of media: folders and tags for editors, which no page ever learns of.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(46);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example'),
  ('00000000-0000-0000-0000-00000000000d', 'dora@test.example');
insert into staff (user_id, email, name, disabled_at) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'Ada', null),
  ('00000000-0000-0000-0000-00000000000d', 'dora@test.example', 'Dora', now());
insert into images (id, filename, hash, content_type, width, height, bytes, widths, storage_path)
select i, format('sensor-%s.webp', i), 'h' || i, 'image/webp', 640, 480, 10, '{320,640}', format('originals/h%s.webp', i) from generate_series(901, 904) i;
insert into files (id, filename, hash, content_type, size, storage_path) values (901, 'driver.zip', 'f', 'application/zip', 10, 'documents/f/driver.zip');
select pgmq.purge_queue('content_changes');

create function pg_temp.save(p_name text, p_parent text default null, p_id bigint default null) returns text
language sql as $$
  select save_media_folder('00000000-0000-0000-0000-00000000000a', p_id, p_name, (select id from media_folders where name = p_parent)) ->> 'status'
$$;
create function pg_temp.folder(p_name text) returns bigint
language sql as $$ select id from media_folders where name = p_name $$;
create function pg_temp.file(p_ids bigint[], p_folder text, p_kind text default 'image') returns text
language sql as $$ select file_media('00000000-0000-0000-0000-00000000000a', p_kind, p_ids, (select id from media_folders where name = p_folder)) $$;
create function pg_temp.tag(p_ids bigint[], p_add text[], p_remove text[] default '{}', p_kind text default 'image') returns text
language sql as $$ select tag_media('00000000-0000-0000-0000-00000000000a', p_kind, p_ids, p_add, p_remove) $$;
create function pg_temp.shown(p_filters jsonb, p_kind text default 'image') returns jsonb
language sql as $$
  select set_config('request.jwt.claim.sub', '00000000-0000-0000-0000-00000000000a', true);
  select find_record_ids(p_kind, '{filename}', '', p_filters, null, 100);
$$;

create function pg_temp.rename(p_from text, p_to text, p_unite boolean default false) returns text
language sql as $$ select rename_media_tag('00000000-0000-0000-0000-00000000000a', (select id from media_tags where name = p_from), p_to, p_unite) $$;

-- Folders
select is(pg_temp.save('Products'), 'saved', 'a folder is made');
select is(pg_temp.save('Sensors', 'Products'), 'saved', 'and one in it');
select is(pg_temp.save('Sensors', 'Products'), 'taken', 'a name is there once in a folder');
select is(pg_temp.save('Sensors'), 'saved', 'and may be elsewhere as well');
update media_folders set name = 'Other sensors' where name = 'Sensors' and parent_id is null;
select is(save_media_folder('00000000-0000-0000-0000-00000000000a', null, 'New', 987654) ->> 'status', 'not-found', 'nothing is made in a folder that is not there');
select is(pg_temp.save('Products', 'Sensors', pg_temp.folder('Products')), 'circle', 'a folder is not moved into one that is in it');
select is(pg_temp.save('Devices', 'Products', pg_temp.folder('Sensors')), 'saved', 'one is renamed');
select is(pg_temp.save('Devices', null, pg_temp.folder('Devices')), 'saved', 'and moved');
select results_eq($$select name, parent_id from media_folders where name = 'Devices'$$, $$values ('Devices', null::bigint)$$, 'so it is where it was put');
select pg_temp.save('Devices', 'Products', pg_temp.folder('Devices'));
select pg_temp.save('Level 3', 'Devices'), pg_temp.save('Level 4', 'Level 3'), pg_temp.save('Level 5', 'Level 4'), pg_temp.save('Level 6', 'Level 5');
select is(pg_temp.save('Level 7', 'Level 6'), 'too-deep', 'the tree is six folders deep at most');
select is(pg_temp.save('Products', 'Other sensors', pg_temp.folder('Products')), 'too-deep', 'also where a tree is moved');
select throws_ok($$select pg_temp.save('  ')$$, '23514', null, 'a folder has a name');

-- Media in folders
select is(pg_temp.file('{901,902}', 'Devices'), 'filed', 'media are put into a folder');
select is(pg_temp.file('{901}', 'Devices', 'file'), 'filed', 'of any kind');
select is(file_media('00000000-0000-0000-0000-00000000000a', 'image', '{901}', 987654), 'not-found', 'not into one that is gone');
select pg_temp.file('{999901}', 'Devices');
select results_eq($$select record_id from filed_media where kind = 'image' order by 1$$, array[901, 902]::bigint[], 'what is not there is in no folder');
select throws_ok($$select pg_temp.file('{1}', 'Devices', 'product')$$, '22023', null, 'a product is no medium');
select is(pg_temp.shown(jsonb_build_array(jsonb_build_object('by', 'folder', 'is', pg_temp.folder('Devices')))), '["901", "902"]', 'a list shows what is in a folder');
select is(pg_temp.shown(jsonb_build_array(jsonb_build_object('by', 'folder', 'is', pg_temp.folder('Products')))), '["901", "902"]', 'and in those below it');
select is(pg_temp.shown('[{"by": "folder", "is": "none"}]'), '["903", "904"]', 'or what is in none');
select is((select find_records('image', '', 0, 10, null, pg_temp.folder('Devices')) -> 'count'), '2', 'pickers find what is in a folder');
select is((select find_records('image', 'sensor-902', 0, 10, null, pg_temp.folder('Devices')) -> 'ids'), '[902]', 'by a search as well');
select is((select find_records('image', '903', 0, 10, null, pg_temp.folder('Devices')) -> 'ids'), '[]', 'and nothing else');

-- Tags
select is(pg_temp.tag('{901,903}', '{blue,metal}'), 'tagged', 'media get tags');
select is(pg_temp.tag('{903}', '{}', '{metal}'), 'tagged', 'and lose some');
select is(pg_temp.shown(jsonb_build_array(jsonb_build_object('by', 'tag', 'is', (select id from media_tags where name = 'blue')))), '["901", "903"]', 'a list shows what has a tag');
select is(pg_temp.shown((select jsonb_agg(jsonb_build_object('by', 'tag', 'is', id)) from media_tags)), '["901"]', 'or all of several');
select pg_temp.tag('{901}', '{}', '{metal}');
select results_eq('select name from media_tags', array['blue'], 'a tag that nothing has is gone');
select is(pg_temp.rename('blue', 'Blue'), 'renamed', 'a tag gets another name');
select pg_temp.tag('{903,904}', '{red}');
select is(pg_temp.rename('red', 'BLUE'), 'taken', 'not that of another one, however it is written');
select is(pg_temp.rename('red', 'blue', true), 'united', 'unless the two are to be one');
select results_eq('select name from media_tags', array['Blue'], 'which is the one that had the name');
select is(pg_temp.shown(jsonb_build_array(jsonb_build_object('by', 'tag', 'is', (select id from media_tags)))), '["901", "903", "904"]', 'and all that had either have it, once');
select is(pg_temp.rename('red', 'green'), 'not-found', 'the other is gone');
select results_eq($$select read_media_places('image', '{901,904}') #> '{0,folder}'$$, $$select to_jsonb(pg_temp.folder('Devices'))$$, 'a form learns where a medium is');

-- Nobody else
select throws_ok($$select save_media_folder('00000000-0000-0000-0000-00000000000b', null, 'X', null)$$, '42501', null, 'a stranger makes no folder');
select throws_ok($$select file_media('00000000-0000-0000-0000-00000000000d', 'image', '{901}', null)$$, '42501', null, 'and a disabled member moves nothing');
select throws_ok($$select rename_media_tag('00000000-0000-0000-0000-00000000000d', 1, 'X', false)$$, '42501', null, 'and renames nothing');
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000a';
select throws_ok($$insert into filed_media values ('image', 904, 1)$$, '42501', null, 'nobody writes with a token of their own');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000b';
set local app.actor = '';
select is(read_media_library(), '{"tags": [], "folders": []}', 'a stranger sees no folder');
reset role;

-- Deleted folders
select is(delete_media_folder('00000000-0000-0000-0000-00000000000a', pg_temp.folder('Devices')) ->> 'status', 'deleted', 'a folder is deleted');
select results_eq($$select kind, record_id, folder_id from filed_media order by 1, 2$$, $$select v.kind, v.id, pg_temp.folder('Products') from (values ('file', 901::bigint), ('image', 901), ('image', 902)) v (kind, id)$$, 'what was in it is in the one above');
select pg_temp.save('Level 3');
select is(delete_media_folder('00000000-0000-0000-0000-00000000000a', pg_temp.folder('Products')) - 'status', '{"name": "Level 3"}', 'not where a folder of the same name is above');

-- Told to the audit log, and to nobody else
select is((select count(*) from pgmq.q_content_changes), 0::bigint, 'no page is told');
select results_eq($$select distinct table_name from edited_records where table_name in ('media_folders', 'filed_media', 'media_tags', 'tagged_media') order by 1$$,
  array['filed_media', 'media_folders', 'media_tags', 'tagged_media'], 'every change is written down');
update content_edits set made_at = now() - interval '2 days' where id in (select edit_id from edited_records where table_name = 'filed_media');
select publish_prune(30, 100, 1000);
select is_empty($$select from edited_records where table_name = 'filed_media' having count(*) = 0$$, 'and stays when what no page shows is forgotten');

select * from finish();
rollback;
