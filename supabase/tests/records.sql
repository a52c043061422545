-- Drafts, versions and the trash of records: rights, conflicts, and what is not touched.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(27);

insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example');
insert into staff (user_id, email, name) values
  ('00000000-0000-0000-0000-00000000000a', 'ada@test.example', 'Ada'), ('00000000-0000-0000-0000-00000000000b', 'ben@test.example', 'Ben');
insert into tags (id, slug, localized) values (901, 'air', '{"en": {"name": "Air"}}'), (902, 'water', '{"en": {"name": "Water"}}');
insert into authors (id, slug, name, localized) values (901, 'ada', 'Ada', '{"en": {}}');
insert into posts (id, slug, author_id, sites, publish_from, localized)
values (901, 'first', 901, '{main}', '2026-01-01', '{"en": {"title": "First", "lead": "A lead", "body": {"type": "doc", "content": []}}}');
insert into post_tags (post_id, tag_id, position) values (901, 901, 0);
select pgmq.purge_queue('content_changes');

create function pg_temp.save(p_kind text, p_id text, p_data jsonb, p_base timestamptz, p_actor text default 'a') returns jsonb
language sql as $$ select save_record_draft(('00000000-0000-0000-0000-00000000000' || p_actor)::uuid, p_kind, p_id, p_data, p_base) $$;
create function pg_temp.saved_at(p_kind text, p_id text) returns timestamptz
language sql as $$ select saved_at from record_drafts where kind = p_kind and record_id = p_id $$;
create function pg_temp.publish(p_kind text, p_id text, p_rows jsonb) returns jsonb
language sql as $$
  select publish_records('00000000-0000-0000-0000-00000000000a', jsonb_build_array(jsonb_build_object(
    'kind', p_kind, 'id', p_id, 'saved_at', pg_temp.saved_at(p_kind, p_id), 'rows', p_rows)))
$$;

-- Every kind with numbered records, whatever its table.
select is_empty($$
  select k.kind from private.kinds k where k.kind <> 'site' and (private.record_rows(k.kind, '999999999999') is not null)$$,
  'of a record that is not there, of any kind, there are no rows');
select is_empty($$
  select k.kind, c from private.kinds k cross join unnest(k.machine_columns) c
  where not exists (select from pg_attribute a where a.attrelid = format('public.%I', k.table_name)::regclass and a.attname = c)$$,
  'machines write columns that are there');

-- Saving.
select is(pg_temp.save('tag', '901', '{"slug": "air", "localized": {"en": {"name": "Clean air"}}}', null) ->> 'status', 'saved', 'a draft is saved');
select is((select base_version from record_drafts where kind = 'tag' and record_id = '901'), 1, 'it was begun with the first version');
select is((select data #>> '{tags,0,slug}' from record_versions where kind = 'tag' and record_id = '901'), 'air', 'which is written down, since it was made past the editor');
select is((select localized #>> '{en,name}' from tags where id = 901), 'Air', 'nothing of the draft is live');
select is((select count(*) from pgmq.q_content_changes), 0::bigint, 'and nothing is published');
select is(pg_temp.save('tag', '901', '{}', null, 'b') #>> '{draft,saved_by}', 'Ada', 'who saves over a draft that he does not know is told whose it is');
select is(pg_temp.save('tag', '901', '{}', now() - interval '1 day', 'b') ->> 'status', 'conflict', 'and so is who knows an older one');
select is(pg_temp.save('tag', '999999', '{}', null) ->> 'status', 'not-found', 'there is no draft of a record that is not there');
select is(pg_temp.save('tag', null, '{"slug": "new"}', null) ->> 'id', (select last_value::text from tags_id_seq), 'a new record gets the next id');
select throws_ok($$select pg_temp.save('nothing', null, '{}', null)$$, '22023', null, 'of an unknown kind there are no records');

-- Publishing.
select is(pg_temp.publish('tag', '901', '[{"table": "tags", "row": {"id": 901, "slug": "air", "localized": {"en": {"name": "Clean air"}}}}]') #>> '{records,0,version}',
  '2', 'publishing makes the next version');
select is((select localized #>> '{en,name}' from tags where id = 901), 'Clean air', 'which is live');
select is((select count(*) from record_drafts where record_id = '901'), 0::bigint, 'without a draft');
select is((select made_by from record_versions where kind = 'tag' and record_id = '901' and number = 2),
  '00000000-0000-0000-0000-00000000000a'::uuid, 'by the person who published it');
select throws_ok($$select pg_temp.publish('tag', '901', '[{"table": "staff", "row": {"id": 901}}]')$$, '22023', null, 'no other table is written');
select throws_ok($$select pg_temp.publish('tag', '901', '[{"table": "tags", "row": {"id": 902}}]')$$, '22023', null, 'and no other record');

select pg_temp.save('tag', '902', '{"slug": "water"}', null);
update tags set localized = '{"en": {"name": "Fresh water"}}' where id = 902;
select is(pg_temp.publish('tag', '902', '[{"table": "tags", "row": {"id": 902, "slug": "water", "localized": {"en": {"name": "Lake"}}}}]'),
  '{"status": "conflict", "conflicts": [{"kind": "tag", "id": "902", "why": "live"}]}', 'a change by SQL since is a conflict');
select is((select localized #>> '{en,name}' from tags where id = 902), 'Fresh water', 'which overwrites nothing');
select is((select data #>> '{tags,0,localized,en,name}' from record_versions where kind = 'tag' and record_id = '902' order by number desc limit 1),
  'Fresh water', 'and the change is a version');

-- Parts of a record that are the same are not touched.
select pg_temp.save('post', '901', '{}', null);
select pgmq.purge_queue('content_changes');
select pg_temp.publish('post', '901', jsonb_build_array(
  jsonb_build_object('table', 'posts', 'row', (select to_jsonb(p) - 'version' - 'updated_at' from posts p where id = 901)),
  '{"table": "post_tags", "row": {"post_id": 901, "tag_id": 901, "position": 0}}'::jsonb));
select is((select count(*) from pgmq.q_content_changes), 0::bigint, 'what is published as it is concerns no page');
select pg_temp.save('post', '901', '{}', null);
select pg_temp.publish('post', '901', jsonb_build_array(
  jsonb_build_object('table', 'posts', 'row', (select to_jsonb(p) - 'version' - 'updated_at' from posts p where id = 901))));
select is((select count(*) from post_tags where post_id = 901), 0::bigint, 'parts that it has no longer go');

-- Deleting.
insert into post_tags (post_id, tag_id, position) values (901, 902, 0);
create function pg_temp.remove(p_kind text, p_id text) returns jsonb
language sql as $$
  select delete_records('00000000-0000-0000-0000-00000000000a', jsonb_build_array(jsonb_build_object('kind', p_kind, 'id', p_id, 'title', 'It',
    'saved_at', (select d.saved_at from record_drafts d where d.kind = p_kind and d.record_id = p_id))))
$$;
select is(pg_temp.remove('tag', '902') #>> '{uses,0,kind}', 'post', 'what is used is not deleted, and the answer says where');
select is(pg_temp.remove('post', '901') ->> 'status', 'deleted', 'what is not used is');
select is(restore_record('00000000-0000-0000-0000-00000000000b', 'post', '901') ->> 'status', 'restored', 'and restored');
select is((select tag_id from post_tags where post_id = 901), 902::bigint, 'with its parts');

select * from finish();
rollback;
