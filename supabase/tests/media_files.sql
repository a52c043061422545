-- The files of media: replaced by whoever saw the one that is there, and never lost.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(43);

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

create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-00000000000a'::uuid $$;
create function pg_temp.data(p_display text) returns jsonb
language sql as $$ select jsonb_build_object('filename', 'sensor.webp', 'display', p_display, 'localized', '{"en": {}}'::jsonb) $$;
create function pg_temp.saved_at() returns timestamptz
language sql as $$ select saved_at from record_drafts where kind = 'image' and record_id = '901' and release_id is null $$;
create function pg_temp.save(p_display text, p_file jsonb default null, p_replaces boolean default false) returns text
language sql as $$
  select save_record_draft(pg_temp.e(), 'image', '901', pg_temp.data(p_display), pg_temp.saved_at(), p_file => p_file, p_replaces => p_replaces,
    p_rows => (select jsonb_build_object('images', jsonb_build_array(to_jsonb(i) - 'search_text')) from images i where id = 901)) ->> 'status'
$$;
-- With the rows that a publisher has read, whatever file these name.
create function pg_temp.publish(p_display text, p_hash text) returns text
language sql as $$
  select publish_records(pg_temp.e(), jsonb_build_array(jsonb_build_object('kind', 'image', 'id', '901', 'saved_at', pg_temp.saved_at(), 'rows',
    jsonb_build_array(jsonb_build_object('table', 'images', 'row',
      (select to_jsonb(i) - 'search_text' || jsonb_build_object('display', p_display, 'hash', p_hash) from images i where id = 901)))))) ->> 'status'
$$;
create function pg_temp.shown() returns text
language sql as $$
  select private.begin_preview(null, null);
  select format('%s %s %s', hash, width, avif_hash) from preview.draft_images() where id = 901;
$$;
create function pg_temp.latest() returns text
language sql as $$ select file ->> 'hash' from record_versions where kind = 'image' and record_id = '901' order by number desc limit 1 $$;

-- What machines write is none of a draft of texts.
select pg_temp.save('Sensor');
select is(pg_temp.publish('Sensor', 'stale'), 'published', 'a draft of texts is published');
select is(pg_temp.file(), 'one', 'and leaves the file that there is, whichever was read');

-- A draft with another file.
update images set avif_hash = 'one' where id = 901;
select is(pg_temp.save('Sensor', pg_temp.picture('four')), 'saved', 'another file is saved as a draft');
select is(pg_temp.file(), 'one', 'visitors keep the one that they have');
select is(files_of_medium('image', 901) #>> '{draft,file,hash}', 'four', 'and staff are told both');
select is(pg_temp.shown(), 'four 800 one', 'previews show it, without the smaller copies that are made once it is live');
select private.end_preview();
select pg_temp.save('Sensor 4');
select is(files_of_medium('image', 901) #>> '{draft,file,hash}', 'four', 'saving texts keeps the file of the draft');
select throws_ok($$select pg_temp.save('Sensor', '{"localized": {}}')$$, '22023', null, 'texts are no part of a file');
select is(pg_temp.publish('Sensor 4', 'one'), 'published', 'it is published');
select results_eq('select hash, width, display from images where id = 901', $$values ('four', 800, 'Sensor 4')$$, 'with its texts');
select is((files_of_medium('image', 901) #>> '{earlier,0,file,hash}'), 'one', 'and what it had before is written down');
select is(pg_temp.latest(), 'four', 'the version has its file');

select pg_temp.save('Sensor 4', pg_temp.picture('five'));
select pg_temp.save('Sensor 4', pg_temp.picture('four'), true);
select is((select file from record_drafts where kind = 'image' and record_id = '901'), null, 'the file that is live is none of a draft');
select is((select file ->> 'hash' from discarded_drafts where kind = 'image' and record_id = '901' order by id desc limit 1), 'five',
  'and a draft with another file is kept where it is put back');
select discard_record_draft(pg_temp.e(), 'image', '901', pg_temp.saved_at());
select is(pg_temp.save('Sensor 4', pg_temp.picture('five')), 'saved', 'a file alone is a draft');
select is(pg_temp.publish('Sensor 4', 'four'), 'published', 'which is published');
select is(pg_temp.latest(), 'five', 'as a version of its own');
select pg_temp.save('Sensor 4', pg_temp.picture('six'));
update images set hash = 'seven' where id = 901;
select is(pg_temp.publish('Sensor 4', 'five'), 'conflict', 'one that was begun with another file is overtaken');
select is(pg_temp.latest(), 'seven', 'by a change past the editor');

-- A version of before, which does not say its file.
alter table record_versions disable trigger record_versions_immutable;
update record_versions set file = null where kind = 'image';
alter table record_versions enable trigger record_versions_immutable;
select pg_temp.save('Sensor 4', null, true);
delete from record_drafts where kind = 'image';
select is(pg_temp.save('Sensor 8'), 'saved', 'a draft on it');
select is(pg_temp.publish('Sensor 8', 'seven'), 'published', 'is published');
select is((select count(*) from record_versions where kind = 'image' and record_id = '901' and file is null), (select count(*) - 2 from record_versions where kind = 'image'),
  'the version that was live says its file from then on');
select throws_ok($$update record_versions set file = '{"hash": "other"}' where kind = 'image' and file is not null$$, null, null, 'and stays as it is');
select throws_ok($$update record_versions set file = '{}', number = number + 100 where kind = 'image' and file is null$$, null, null, 'so does all else of the others');

select * from finish();
rollback;
