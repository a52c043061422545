-- No row of a tree is above itself, in drafts, live, or once a release is live, whichever steps lead there.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(82);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
-- Made before this transaction: the first state of a page is no step.
insert into pages (id, site_id, created_at) overriding system value
select i, 'main', '2026-01-01' from generate_series(9001, 9003) i;
insert into page_locales (page_id, locale, site_id, path, title)
select p.id, l::public.locale, 'main', '/' || lower(p.title), p.title
from (values (9001, 'Xenon'), (9002, 'Yoga'), (9003, 'Zebra')) p (id, title) cross join unnest('{en,de}'::text[]) l;
select publish_pages('{9001,9002,9003}');

create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e1'::uuid $$;
-- What somebody is answered when a transaction ends: a status, or what the database refuses.
create function pg_temp.try(p_call text) returns text language plpgsql as $$
declare
  answer text;
begin
  if p_call ~* '^select' then
    execute p_call into answer;
  else
    execute p_call;
  end if;
  set constraints all immediate;
  set constraints all deferred;
  set constraints public.page_locales_address_key, public.page_locales_file_key, public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  return coalesce(answer::jsonb ->> 'status', answer);
exception when sqlstate '23C01' then
  return sqlerrm;
end $$;
create function pg_temp.move(p_page bigint, p_below bigint) returns text language sql as $$
  select pg_temp.try(format('select change_page(%L, %s, %s, %L, %s)', pg_temp.e(), p_page, coalesce(p_below::text, 'null'),
    (select jsonb_object_agg(l.locale, jsonb_build_object('path', l.path, 'title', l.title)) from public.page_locales l where l.page_id = p_page),
    (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = p_page)))
$$;
create function pg_temp.publish(p_page bigint) returns text language sql as $$
  select pg_temp.try(format('select publish_draft(%L, %s)', pg_temp.e(), p_page))
$$;
create function pg_temp.discard(p_page bigint) returns text language sql as $$
  select pg_temp.try(format('select discard_draft(%L, %s, %s, %s)', pg_temp.e(), p_page, (select structure_version from public.pages where id = p_page),
    (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = p_page)))
$$;
create function pg_temp.travel(p_way text, p_page bigint) returns text language sql as $$
  select pg_temp.try(format('select %s_draft(%L, %s, %s, ''en'')', p_way, pg_temp.e(), p_page,
    read_draft_steps(pg_temp.e(), p_page) #>> array[p_way, 'id']))
$$;
create function pg_temp.circles() returns setof text language sql as $$ select c.said from private.find_circles() c order by 1 $$;
create function pg_temp.parents() returns text language sql as $$
  select string_agg(concat_ws('<', p.id, p.parent_id, private.live_parent(p.id)), ' ' order by p.id) from public.pages p where p.id between 9001 and 9003
$$;
-- The receipt of the last publish.
create function pg_temp.note() returns bigint language plpgsql as $$
declare
  receipt bigint;
begin
  insert into publish_receipts (site_id, cause, worker, started_at, rendered, changed) values ('main', 'change', 'w', now(), 1, 1) returning id into receipt;
  insert into publish_receipt_edits (receipt_id, edit_id) select receipt, max(id) from content_edits;
  perform set_config('content.edit', '', true);
  return receipt;
end $$;

-- Every tree, by the catalogue
create view pg_temp.own_keys as
select c.conrelid::regclass::text as name
from pg_constraint c
where c.contype = 'f' and c.conrelid = c.confrelid and c.connamespace = 'public'::regnamespace;
select set_eq($$select name from pg_temp.own_keys$$, $$values ('categories'), ('media_folders'), ('modules'), ('pages')$$,
  'these tables refer to themselves');
select is_empty($$
  select k.name, e.event
  from pg_temp.own_keys k cross join (values (4), (16)) e (event)
  where not exists (
    select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = k.name::regclass and f.proname = 'refuse_circle_of_' || k.name and t.tgdeferrable and t.tginitdeferred and t.tgenabled = 'O'
      and t.tgtype::integer & e.event > 0
  )$$, 'and each refuses a circle, at the end of what adds or changes a row');
select is_empty($$
  select r.name, e.event
  from (select t.name, t.table_name from private.trees t union select k.name, k.name from pg_temp.own_keys k) r cross join (values (4), (16)) e (event)
  where not exists (select from private.trees t where t.name = r.name) or not exists (
    select from pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where t.tgrelid = r.table_name::regclass and f.proname = 'refuse_circle_of_' || r.name and t.tginitdeferred and t.tgtype::integer & e.event > 0
  ) and not exists (
    -- Or each statement notes what it has changed, and that is followed at the end.
    select from pg_trigger n join pg_proc nf on nf.oid = n.tgfoid cross join pg_trigger t join pg_proc f on f.oid = t.tgfoid
    where n.tgrelid = r.table_name::regclass and nf.proname = 'note_changed_' || r.name and n.tgenabled = 'O' and n.tgtype::integer & e.event > 0
      and t.tgrelid = to_regclass('private.changed_' || r.name) and f.proname = 'refuse_circle_of_' || r.name
      and t.tgdeferrable and t.tginitdeferred and t.tgenabled = 'O' and t.tgtype::integer & 4 > 0
  )$$, 'as each known tree does');
select is_empty($$select c from pg_temp.circles() c$$, 'there is none');

-- Drafts
select is(pg_temp.move(9001, 9002), 'saved', 'a page is moved below another');
select is(pg_temp.move(9002, 9001), 'below-itself', 'which is not moved below it');
select is(pg_temp.move(9001, 9001), 'below-itself', 'nor is a page below itself');
select is(pg_temp.try('update public.pages set parent_id = 9001 where id = 9002'),
  'A page would be below itself: “Yoga” below “Xenon” below “Yoga”. Move one of them to another place first.', 'whoever writes it');
select is(pg_temp.try('with m as (update public.pages set parent_id = null where id = 9001) update public.pages set parent_id = 9001 where id = 9002'), null,
  'two that change places do so in one transaction');
select is(pg_temp.parents(), '9001 9002<9001 9003', 'as they are then');
select alike(pg_temp.try('update public.pages set parent_id = case id when 9001 then 9003 when 9003 then 9002 end where id in (9001, 9003)'),
  'A page would be below itself: “%” below “%” below “%” below “%”. Move one of them to another place first.', 'three make a circle as well');
select is(pg_temp.try($$insert into public.pages (id, site_id, parent_id) overriding system value values (9011, 'main', 9012), (9012, 'main', 9011)$$),
  'A page would be below itself: “9011” below “9012” below “9011”. Move one of them to another place first.', 'and new ones');
select is(pg_temp.try('update public.pages set parent_id = null where id = 9002'), null, 'at the top again');

-- (a) X below Y, undone, Y below X, done again
select is(pg_temp.move(9001, 9002), 'saved', 'a page is moved');
select is(pg_temp.travel('undo', 9001), 'saved', 'which is undone');
select is(pg_temp.move(9002, 9001), 'saved', 'the other one is moved below it');
select is(pg_temp.travel('redo', 9001), 'A page would be below itself: “Xenon” below “Yoga” below “Xenon”. Move one of them to another place first.',
  'and the first is not moved once more');
select is(pg_temp.travel('undo', 9002), 'saved', 'until the other one is back');
select is(pg_temp.travel('redo', 9001), 'saved', 'then it is');
select is(pg_temp.travel('undo', 9001), 'saved', 'all at the top');

-- (b) X below Y in a release, Y below X published, the release published
create temporary table l as select create_release(pg_temp.e(), 'Spring') as id;
create function pg_temp.l() returns bigint language sql as $$ select id from l $$;
create function pg_temp.add(p_page bigint) returns text language sql as $$
  select pg_temp.try(format('select add_page_to_release(%L, %s, %s)', pg_temp.e(), pg_temp.l(), p_page))
$$;
create function pg_temp.apply() returns text language sql as $$
  select pg_temp.try(format('select apply_release(%L, %s, %L, ''[]'')', pg_temp.e(), pg_temp.l(), (
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'saved_at', i.saved_at, 'expected', p.published_revision_id))
    from public.release_pages i join public.pages p on p.id = i.page_id where i.release_id = pg_temp.l()
  )))
$$;
savepoint releases;
select pg_temp.move(9001, 9002);
select is(pg_temp.add(9001), 'added', 'X below Y waits in a release');
select is(release_circles(pg_temp.l()), '[]', 'in which nothing is wrong');
select pg_temp.move(9002, 9001);
select is(pg_temp.publish(9002), '{"published": [9002]}', 'Y is published below X, which is at the top');
select is(release_circles(pg_temp.l()), '[{"page_id": 9001, "titles": ["Xenon", "Yoga", "Xenon"]}]', 'then the plan of the release tells a circle');
select results_eq($$select place, said from private.find_circles()$$,
  $$values ('release', 'In the release “Spring” a page would be below itself: “Xenon” below “Yoga” below “Xenon”.')$$, 'as does who looks for circles');
select is(pg_temp.apply(), 'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”. Publish the one of them first that is in another place in its draft, or move one of them.',
  'and it is not published');
select is(private.live_parent(9001), null, 'nothing of it');
select pg_temp.move(9002, null);
select is(pg_temp.add(9002), 'added', 'with Y at the top in the release as well');
select is(release_circles(pg_temp.l()), '[]', 'nothing is wrong with it');
select is(pg_temp.apply(), 'applied', 'and it is published');
select is(pg_temp.parents(), '9001<9002<9002 9002 9003', 'X below Y, live and in the drafts');
rollback to releases;

-- A release finds a draft of somebody else in the way of its own drafts: the drafts stay where they are, and it is published.
select pg_temp.move(9001, 9002);
select pg_temp.add(9001);
select is(pg_temp.move(9002, 9001), 'saved', 'Y below X, in a draft alone');
select is(pg_temp.apply(), 'applied', 'X below Y is published all the same');
select is(pg_temp.parents(), '9001<9002 9002<9001 9003', 'X is below Y live, and Y below X in the drafts');
select ok(page_differs(9001), 'where X is in another place than live');
select is(pg_temp.discard(9001), 'A page would be below itself: “Xenon” below “Yoga” below “Xenon”. Move one of them to another place first.',
  'to which it goes back when Y is not in the way');
-- (c) the draft of X is discarded, Y published
select is(pg_temp.publish(9002), 'On the site a page would be below itself: “Yoga” below “Xenon” below “Yoga”. Publish the one of them first that is in another place in its draft, or move one of them.',
  'Y is not published below X either');
select is(pg_temp.publish(9001), '{"published": [9001]}', 'X at the top is');
select is(pg_temp.publish(9002), '{"published": [9002]}', 'then Y below it');
select is(pg_temp.parents(), '9001 9002<9001<9001 9003', 'as the drafts say');
-- (d) A above B live, B to the top and A below B in drafts, A published alone
select pg_temp.move(9002, null), pg_temp.move(9001, 9002);
select alike(pg_temp.publish(9001), 'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”.%', 'A is not published before B');
rollback to releases;

-- In parts
select pg_temp.move(9002, 9001);
select pg_temp.publish(9002);
select pg_temp.move(9002, null), pg_temp.move(9001, 9002);
update page_locales set title = 'Xylophone' where page_id = 9001 and locale = 'de';
select is(publish_obstacles('{9001}') -> 'circles', to_jsonb(array[
    'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”. Publish the one of them first that is in another place in its draft, or move one of them.']),
  'the plan of a page says it with the words of the refusal');
select is(publish_obstacles('{9001,9002}') -> 'circles', '[]', 'both together make none');
select is(publish_obstacles('{9001}', null, private.revision_contents((select published_revision_id from pages where id = 9001))), '{"taken": [], "circles": []}',
  'nor does the page at the top');
select alike(pg_temp.try(format('select publish_cells(%L, 9001, ''{parent}'', %s)', pg_temp.e(), (select coalesce(max(id), 0) from draft_saves where page_id = 9001))),
  'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”.%', 'a place alone is not published either');
select is(pg_temp.try(format('select publish_cells(%L, 9001, ''{settings:de}'', %s)', pg_temp.e(), (select coalesce(max(id), 0) from draft_saves where page_id = 9001))), 'published',
  'something else of the page is');
select is(pg_temp.try($$insert into public.published_page_locales (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, published_at)
  select 9001, 'cn', 'main', 9002, l.revision_id, '/xenon', 'CN', '', now() from public.published_page_locales l where l.page_id = 9001 and l.locale = 'en'$$),
  'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”. Publish the one of them first that is in another place in its draft, or move one of them.',
  'one language alone makes none');
rollback to releases;

-- Taking back: of pages
select pg_temp.move(9001, 9002), pg_temp.publish(9001);
select set_config('content.edit', '', true);
select pg_temp.move(9001, null);
select is(pg_temp.publish(9001), '{"published": [9001]}', 'X is published at the top');
create temporary table back as select pg_temp.note() as receipt;
create function pg_temp.back() returns text language sql as $$
  select pg_temp.try(format('select take_back(%L, %s, %L, ''[]'')', pg_temp.e(), (select receipt from pg_temp.back), (
    select jsonb_build_array(jsonb_build_object('id', 9001, 'expected', p.published_revision_id, 'parent_id', 9002, 'contents', private.revision_contents(p.published_revision_id)))
    from public.pages p where p.id = 9001
  )))
$$;
select pg_temp.move(9002, 9001);
savepoint drafts;
select is(pg_temp.back(), '{"drafts": [9001]}', 'which is taken back, though the draft of Y is below it: its own draft stays at the top');
select is(pg_temp.parents(), '9001<9002 9002<9001 9003', 'as the drafts and the site have them');
rollback to drafts;
select is(pg_temp.publish(9002), '{"published": [9002]}', 'Y is published below X');
select alike(pg_temp.back(), 'On the site a page would be below itself: “Xenon” below “Yoga” below “Xenon”.%', 'then it is not taken back');
rollback to releases;

-- (e) categories: A below B published, A to the top, B below A, the second publish taken back
insert into categories (id, slug, parent_id, localized) overriding system value values
  (901, 'air', null, '{"en": {"title": "Air"}}'), (902, 'basin', null, '{"en": {"title": "Basin"}}'), (903, 'cold', null, '{"en": {"title": "Cold"}}');
create function pg_temp.publish_below(p_category bigint, p_above bigint) returns text language plpgsql as $$
declare
  saved jsonb;
begin
  saved := save_record_draft(pg_temp.e(), 'category', p_category::text, '{}', null);
  return pg_temp.try(format('select publish_records(%L, %L)', pg_temp.e(), (
    select jsonb_build_array(jsonb_build_object('kind', 'category', 'id', c.id::text, 'saved_at', saved ->> 'saved_at', 'rows',
      jsonb_build_array(jsonb_build_object('table', 'categories', 'row', jsonb_build_object('id', c.id, 'slug', c.slug, 'localized', c.localized, 'parent_id', p_above)))))
    from public.categories c where c.id = p_category
  )));
end $$;
create function pg_temp.category_circle() returns text language sql as $$
  select 'A category would be below itself: “Air” below “Basin” below “Air”. Choose another one above one of them, and publish that first.'
$$;
select is(pg_temp.publish_below(901, 902), 'published', 'a category is published below another');
select alike(pg_temp.publish_below(902, 901), 'A category would be below itself: “Basin” below “Air” below “Basin”.%', 'which is not published below it');
select set_config('content.edit', '', true);
delete from record_drafts;
select is(pg_temp.publish_below(901, null), 'published', 'the first is published at the top');
create temporary table receipts as select pg_temp.note() as id;
select is(pg_temp.publish_below(902, 901), 'published', 'then the other one below it');
select is(pg_temp.try(format('select take_back(%L, %s, ''[]'', %L)', pg_temp.e(), (select id from receipts), jsonb_build_array(jsonb_build_object(
  'name', 'categories', 'ref', 901, 'expected', '{"parent_id": null}'::jsonb, 'values', '{"parent_id": 902}'::jsonb)))), pg_temp.category_circle(),
  'what was published in between is not taken back');
select is(pg_temp.try('update public.categories set parent_id = case id when 901 then 903 else 901 end where id in (901, 903)'),
  'A category would be below itself: “Cold” below “Air” below “Cold”. Choose another one above one of them, and publish that first.', 'two that are published at once make none');

-- Redirects
insert into pages (id, site_id, created_at) overriding system value values (9021, 'main', '2026-01-01');
insert into page_locales (page_id, locale, site_id, path, title) values (9021, 'en', 'main', '/target', 'Target');
select is(pg_temp.try($$insert into public.redirects (site_id, from_path, to_path) values ('main', '/ra', '/rb'), ('main', '/rb', '/ra')$$),
  'Visitors would go round in a circle: /ra → /rb → /ra. Lead one of these redirects to a page that is there, or delete one.', 'redirects do not lead to each other');
select is(pg_temp.try($$insert into public.redirects (site_id, from_path, to_path, status) values ('main', '/ra', '/rb', 301), ('main', '/rb', '/r%C3%BC/?a=b', 302), ('main', '/rü', '/ra/#c', 301)$$),
  'Visitors would go round in a circle: /ra → /rb → /rü → /ra. Lead one of these redirects to a page that is there, or delete one.', 'in any spelling');
select is(pg_temp.try($$insert into public.redirects (site_id, from_path, to_path, status) values ('main', '/ra', '/rb', 301), ('main', '/rb', null, 410)$$), null, 'to what is gone one leads');
select is(pg_temp.try($$update public.redirects set to_path = '/ra', status = 302 where from_path = '/rb'$$),
  'Visitors would go round in a circle: /rb → /ra → /rb. Lead one of these redirects to a page that is there, or delete one.', 'not when that leads back');
select is(pg_temp.try($$update public.redirects set page_id = 9021, locale = 'en', status = 301 where from_path = '/rb'$$), null, 'or to a page');

create function pg_temp.lead(variadic p_pairs text[]) returns text language sql as $$
  select pg_temp.try(format('insert into public.redirects (site_id, from_path, to_path) values %s',
    (select string_agg(format('(''main'', %L, %L)', p_pairs[n], p_pairs[n + 1]), ', ') from generate_series(1, cardinality(p_pairs), 2) n)))
$$;
select is(pg_temp.lead('/wa/*', '/wb/:splat', '/wb/*', '/wa/:splat'),
  'Visitors would go round in a circle: /wa/:splat → /wb/:splat → /wa/:splat. Lead one of these redirects to a page that is there, or delete one.', 'wildcards do not lead to each other');
select alike(pg_temp.lead('/wa/*', '/wb/x/:splat', '/wb/*', '/wa/:splat'), 'Visitors would go round in a circle: /wa/:splat → /wb/x/:splat → /wa/x/:splat → % → /wa/x/x/x%', 'or on and on');
select is(pg_temp.lead('/wb/q', '/wa/q', '/wa/*', '/wb/:splat'),
  'Visitors would go round in a circle: /wb/q → /wa/q → /wb/q. Lead one of these redirects to a page that is there, or delete one.', 'nor by what an asterisk stands for');
select is(pg_temp.lead('/wp?a=1', '/wq', '/wq?b=1', '/wp'),
  'Visitors would go round in a circle: /wp → /wq → /wp. Lead one of these redirects to a page that is there, or delete one.', 'whatever the query is');
select is(pg_temp.lead('/wa/*', '/wa/b/:splat', '/wc/*', '/:splat', '/wd/*', '/wd'), null, 'a wildcard may lead to a place of its own, or up');
select throws_like($$insert into public.redirects (site_id, from_path, to_path) values ('main', '/old#part', '/x')$$, '%redirects_source_check%', 'nothing behind a # leads on');
select throws_like($$insert into public.redirects (site_id, from_path, to_path) values ('main', '/old', '/x/:splat')$$, '%redirects_splat_check%', 'an asterisk that is not there stands for nothing');
select throws_like($$insert into public.redirects (site_id, from_path, to_path) values ('main', '/de/admin/*', '/x')$$, '%redirects_server_path_check%', 'what the server answers itself leads nowhere');
select throws_like($$insert into public.redirects (site_id, from_path, to_path) values ('main', '/%61dmin?a=1', '/x')$$, '%redirects_server_path_check%', 'in whatever spelling');

-- A bundle, whole
create function pg_temp.import(p_rows jsonb) returns text language plpgsql as $$
declare
  batch uuid := gen_random_uuid();
begin
  perform import_stage(batch, p_rows);
  return pg_temp.try(format('select import_apply(%L, false)', batch));
end $$;
select is(pg_temp.import('[{"table": "categories", "row": {"id": 911, "slug": "x", "parent_id": 912, "localized": {"en": {"title": "X"}}}},
  {"table": "categories", "row": {"id": 912, "slug": "y", "parent_id": 911, "localized": {"en": {"title": "Y"}}}}]'),
  'A category would be below itself: “X” below “Y” below “X”. Choose another one above one of them, and publish that first.', 'a bundle makes none either');
select is(pg_temp.import('[{"table": "redirects", "row": {"id": 911, "site_id": "main", "from_path": "/rc", "to_path": "/rd", "status": 301}},
  {"table": "redirects", "row": {"id": 912, "site_id": "main", "from_path": "/rd", "to_path": "/rc", "status": 301}}]'),
  'Visitors would go round in a circle: /rc → /rd → /rc. Lead one of these redirects to a page that is there, or delete one.', 'not of redirects');
select ok(not exists (select from categories where id in (911, 912)) and not exists (select from redirects where id in (911, 912)), 'nothing of it is written');

-- Folders and modules
insert into media_folders (id, name, parent_id) overriding system value values (901, 'Fog', null), (902, 'Gas', 901);
select is(pg_temp.try('update public.media_folders set parent_id = 902 where id = 901'),
  'A folder would be inside itself: “Gas” in “Fog” in “Gas”. Choose another folder for one of them.', 'folders are not inside each other');
insert into modules (id, page_id, type, position) overriding system value values (9001, 9001, 'ACCORDION', 0);
insert into modules (id, page_id, type, position, parent_id, slot) overriding system value values (9002, 9001, 'ACCORDION', 0, 9001, 'a');
select is(pg_temp.try($$update public.modules set parent_id = 9002, slot = 'a' where id = 9001$$),
  'A module would stand inside itself: “ACCORDION” in “ACCORDION” in “ACCORDION”. Move one of them to another place first.', 'nor are modules');

-- One that is there all the same is told, listed, and parted.
set constraints all immediate;
set constraints all deferred;
alter table pages disable trigger pages_circle_update;
update pages set parent_id = case id when 9001 then 9002 when 9002 then 9001 else 9001 end where id in (9001, 9002, 9003);
set constraints all immediate;
set constraints all deferred;
alter table pages enable trigger pages_circle_update;
select results_eq('select tree, place, release, nodes from private.find_circles()', $$values ('pages', 'draft', null::bigint, '{9001,9002,9001}'::text[])$$, 'it is found once');
select is((select count(*) from jsonb_array_elements(list_site_pages('main', 100)) p where (p ->> 'id')::bigint in (9001, 9002, 9003)), 3::bigint, 'its pages are listed');
select is(pg_temp.move(9021, 9003), 'saved', 'nobody who works elsewhere is stopped, or below it');
select is(pg_temp.move(9001, null), 'saved', 'and a page of it is moved away');
select is_empty('select c from pg_temp.circles() c', 'then there is none');

select * from finish();
rollback;
