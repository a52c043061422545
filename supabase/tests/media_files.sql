-- The files of media: replaced by whoever saw the one that is there, and never lost.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(20);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'Ada');
insert into images (id, filename, hash, content_type, width, height, bytes, widths, storage_path)
values (901, 'sensor.webp', 'one', 'image/webp', 640, 480, 10, '{320,640}', 'originals/one.webp');
insert into documents (id, name, content_date, document_type, language, localized)
values (901, 'Soon', '2026-01-01', 'manual', 'en', '{"en": {"title": "Soon"}}');
select pgmq.purge_queue('content_changes');

create function pg_temp.picture(p_hash text) returns jsonb
language sql as $$
  select jsonb_build_object('hash', p_hash, 'content_type', 'image/webp', 'width', 800, 'height', 600, 'bytes', 20,
    'widths', array[320, 640], 'storage_path', format('originals/%s.webp', p_hash))
$$;
create function pg_temp.replace(p_hash text, p_file jsonb, p_kind text default 'image') returns text
language sql as $$ select replace_medium('00000000-0000-0000-0000-00000000000a', p_kind, 901, p_hash, p_file) $$;
create function pg_temp.file() returns text
language sql as $$ select hash from images where id = 901 $$;

select is(pg_temp.replace('one', pg_temp.picture('two')), 'replaced', 'a picture gets another file');
select results_eq('select hash, width, storage_path from images where id = 901', $$values ('two', 800, 'originals/two.webp')$$, 'with all that is known of it');
select results_eq($$select number, file ->> 'hash', file ->> 'width', replaced_by::text from replaced_files where kind = 'image' and record_id = 901$$,
  $$values (1, 'one', '640', '00000000-0000-0000-0000-00000000000a')$$, 'what it had before is written down, with who replaced it');
select is_empty($$select from jsonb_object_keys((select file from replaced_files where record_id = 901)) k where k in ('filename', 'localized', 'version')$$,
  'its texts are not: they are no part of the file');
select ok((select exists (select from pgmq.q_content_changes where message::text like '%image/card:901%')), 'pages that show it are told');
select is(pg_temp.replace('one', pg_temp.picture('three')), 'conflict', 'who saw the first file replaces nothing');
select is(pg_temp.file(), 'two', 'and the second one stays');
select is(pg_temp.replace('two', pg_temp.picture('two')), 'same', 'the same file is no other one');
select is(replace_medium('00000000-0000-0000-0000-00000000000a', 'image', 999901, 'one', pg_temp.picture('two')), 'not-found', 'one that is gone has no file');
select throws_ok($$select pg_temp.replace('two', pg_temp.picture('three') || '{"localized": {"en": {}}}')$$, '22023', null, 'texts are no part of a file');
select throws_ok($$select pg_temp.replace('two', pg_temp.picture('../keys'))$$, '23514', null, 'a path that leads elsewhere is none');
select throws_ok($$select replace_medium('00000000-0000-0000-0000-00000000000a', 'product', 901, 'one', '{"hash": "x"}')$$, '22023', null, 'a product has no file');

select is(restore_medium('00000000-0000-0000-0000-00000000000a', 'image', 901, 'two', 1), 'replaced', 'an earlier file takes its place again');
select is(pg_temp.file(), 'one', 'as it was');
select is(restore_medium('00000000-0000-0000-0000-00000000000a', 'image', 901, 'one', 7), 'not-found', 'one that it never had does not');
select is((files_of_medium('image', 901) #>> '{earlier,0,file,hash}'), 'two', 'the last one that was replaced comes first');
select is((files_of_medium('image', 901) #>> '{earlier,0,replaced_by}'), 'Ada', 'with the name of who replaced it');

-- A document that was announced gets its file.
select is(pg_temp.replace(null, '{"hash": "doc", "content_type": "application/pdf", "size": 5, "storage_path": "documents/doc/a.pdf", "filename": "a.pdf"}', 'document'),
  'replaced', 'a document without a file gets one');
select is_empty($$select from replaced_files where kind = 'document'$$, 'and had none before');

-- A draft of texts that was read before the file was replaced.
select save_record_draft('00000000-0000-0000-0000-00000000000a', 'image', '901', '{"filename": "sensor.webp", "display": "Sensor", "localized": {"en": {}}}', null);
create temporary table read_before as
select jsonb_build_array(jsonb_build_object('table', 'images', 'row', to_jsonb(i) - 'search_text' || '{"display": "Sensor"}')) as rows from images i where id = 901;
select pg_temp.replace('one', pg_temp.picture('three'));
select publish_records('00000000-0000-0000-0000-00000000000a', (select jsonb_build_array(jsonb_build_object('kind', 'image', 'id', '901',
  'saved_at', (select saved_at from record_drafts where kind = 'image' and record_id = '901'), 'rows', rows)) from read_before));
select results_eq('select hash, display from images where id = 901', $$values ('three', 'Sensor')$$, 'publishing its texts leaves the file that it has by then');

select * from finish();
rollback;
