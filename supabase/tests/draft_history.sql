begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(20);

-- Every way in which a draft is saved leaves a row in its history: who, when, what, in which locale, as which version.
insert into auth.users (id, email) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example'), ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example');
insert into staff (user_id, email, disabled_at) values
  ('00000000-0000-0000-0000-00000000000e', 'editor@test.example', null),
  ('00000000-0000-0000-0000-00000000000d', 'disabled@test.example', now());
insert into sites (id, locales, localized) values ('test', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) values (900001, 'test');
insert into page_locales (page_id, locale, site_id, path, title) values (900001, 'en', 'test', '/one', 'One');

create function pg_temp.latest() returns jsonb language sql as $$
  select jsonb_build_object('action', action, 'locale', locale, 'version', version, 'by', right(saved_by::text, 1))
  from public.draft_saves where page_id = 900001 order by id desc limit 1
$$;
create temporary table made (id bigint);
grant all on made to service_role;

-- The person of the call counts, whoever has signed in.
set local role service_role;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select private.act_as('00000000-0000-0000-0000-00000000000e');
insert into made select (add_module(900001, 'TEXT_BLOCK', 0, null, null, '{"body": "1"}', 1, 1) ->> 'id')::bigint;
select results_eq(
  $$select action, locale::text, version, content #>> '{data,body}' from draft_saves where module_id = (select id from made)$$,
  $$values ('add', 'en', 1, '1')$$, 'adding a module');
select is(pg_temp.latest(), '{"action": "arrange", "locale": null, "version": 2, "by": "e"}', 'and the structure that it makes');
select save_module('00000000-0000-0000-0000-00000000000e', (select id from made), 'en', '{"body": "2"}', 1, 1);
select is(pg_temp.latest(), '{"action": "edit", "locale": "en", "version": 2, "by": "e"}', 'saving it');
select save_module('00000000-0000-0000-0000-00000000000e', (select id from made), 'de', '{"body": "zwei"}', 1, 0);
select is(pg_temp.latest(), '{"action": "add", "locale": "de", "version": 1, "by": "e"}', 'its first text in another locale');
select is(save_module('00000000-0000-0000-0000-00000000000e', (select id from made), 'en', '{"body": "lost"}', 1, 1) ->> 'status', 'conflict', 'a stale save is refused');
select is(pg_temp.latest() ->> 'locale', 'de', 'and is no save');
select arrange_page(900001, array[(select id from made)], 2);
select is(pg_temp.latest(), '{"action": "arrange", "locale": null, "version": 3, "by": "e"}', 'arranging');
update page_locales set title = 'One, renamed' where page_id = 900001 and locale = 'en';
select is(pg_temp.latest() - 'version', '{"action": "describe", "locale": "en", "by": "e"}', 'describing the page');
select is((select count(*) from draft_saves where page_id = 900001 and saved_at is null), 0::bigint, 'each says when');
create temporary table before as select count(*) as saves from draft_saves;
select publish_pages('{900001}');
select is((select count(*) from draft_saves), (select saves from before), 'publishing makes a revision and saves nothing');

-- Staff read it, and nobody writes in it
select set_config('app.actor', '', true);
set local role authenticated;
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000e';
select isnt_empty($$select 1 from draft_saves where page_id = 900001$$, 'an editor reads the history');
select throws_ok($$insert into draft_saves (page_id, action, content, version) values (900001, 'edit', '{}', 9)$$, '42501', null,
  'and adds nothing to it');
select throws_ok($$update draft_saves set content = '{}'$$, '42501', null, 'changes nothing in it');
select throws_ok($$delete from draft_saves$$, '42501', null, 'and takes nothing away');
set local request.jwt.claim.sub = '00000000-0000-0000-0000-00000000000d';
select is_empty($$select 1 from draft_saves$$, 'a disabled member does not see it');
set local role anon;
select throws_ok($$select 1 from draft_saves$$, '42501', null, 'nor do visitors');
set local role service_role;
select throws_ok($$update draft_saves set content = '{}' where page_id = 900001$$, '23001', null, 'not even the server changes it');


-- Who and when is not up to the writer, and a revision outlives its page
select private.act_as('00000000-0000-0000-0000-00000000000e');
select publish_draft('00000000-0000-0000-0000-00000000000e', 900001);
select results_eq('select created_by, created_at from page_revisions where page_id = 900001 order by number desc limit 1',
  $$values ('00000000-0000-0000-0000-00000000000e'::uuid, now())$$, 'a revision knows who published it, and when');
select unpublish_page(900001);
delete from pages where id = 900001;
select isnt_empty('select 1 from page_revisions r join page_revision_locales l on l.revision_id = r.id where r.page_id = 900001',
  'it outlives its page, with its content');
select isnt_empty('select 1 from draft_saves where page_id = 900001', 'and so does the history');

select * from finish();
rollback;
