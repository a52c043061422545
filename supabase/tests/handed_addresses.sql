-- Addresses that pass from page to page, and from record to record: judged for all that is written together.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(52);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, name) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'Edith');
insert into sites (id, locales, localized) values ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) overriding system value values (9001, 'main'), (9002, 'main'), (9003, 'main');
insert into page_locales (page_id, locale, site_id, path, title) values
  (9001, 'en', 'main', '/a', 'A'), (9001, 'de', 'main', '/a-de', 'A'), (9002, 'en', 'main', '/b', 'B'), (9002, 'de', 'main', '/b-de', 'B'),
  (9003, 'en', 'main', '/c', 'C'), (9003, 'de', 'main', '/c-de', 'C');
select publish_pages('{9001,9002,9003}');
delete from redirects;

create function pg_temp.e() returns uuid language sql as $$ select '00000000-0000-0000-0000-0000000000e1'::uuid $$;
create temporary table l as select create_release(pg_temp.e(), 'Relaunch') as id;
create function pg_temp.l() returns bigint language sql as $$ select id from l $$;
create function pg_temp.add(p_page bigint) returns text language sql as $$ select add_page_to_release(pg_temp.e(), pg_temp.l(), p_page) ->> 'status' $$;
create function pg_temp.add_all(p_pages bigint[]) returns text[] language plpgsql as $$
declare
  page bigint;
  said text[] := '{}';
begin
  foreach page in array p_pages loop said := said || pg_temp.add(page); end loop;
  return said;
end $$;
create function pg_temp.drafts() returns text language sql as $$
  select string_agg(page_id % 10 || path, ' ' order by locale, page_id) from page_locales where page_id between 9001 and 9009
$$;
create function pg_temp.live() returns text language sql as $$
  select string_agg(page_id % 10 || path, ' ' order by locale, page_id) from published_page_locales where page_id between 9001 and 9009
$$;
create function pg_temp.redirects() returns text language sql as $$
  select string_agg(from_path || '=' || coalesce((page_id % 10)::text, status::text), ' ' order by from_path) from redirects where row_kind is null
$$;
create function pg_temp.apply() returns text language sql as $$
  select apply_release(pg_temp.e(), pg_temp.l(), (
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'saved_at', i.saved_at, 'expected', p.published_revision_id))
    from release_pages i join pages p on p.id = i.page_id where i.release_id = pg_temp.l()
  ), '[]') ->> 'status'
$$;
create function pg_temp.take_back() returns text language plpgsql as $$
begin
  update releases set state = 'live', live_at = now() where id = pg_temp.l();
  return take_release_back(pg_temp.e(), pg_temp.l(), (
    select jsonb_agg(jsonb_build_object('id', i.page_id, 'expected', p.published_revision_id, 'parent_id', i.before_parent_id,
      'contents', private.revision_contents(i.before_revision_id)))
    from release_pages i join pages p on p.id = i.page_id where i.release_id = pg_temp.l()
  ), '[]') ->> 'status';
end $$;
-- Puts drafts at addresses, of all languages at once.
create function pg_temp.move(p_paths jsonb) returns void language sql as $$
  update page_locales l set path = m.value from jsonb_each_text(p_paths) m where m.key = l.page_id || ':' || l.locale
$$;

-- A page leaves an address, and a new one takes it.
insert into pages (id, site_id) overriding system value values (9004, 'main');
select pg_temp.move('{"9001:en": "/archive"}');
insert into page_locales (page_id, locale, site_id, path, title) values (9004, 'en', 'main', '/a', 'New');
savepoint moved;
select is(pg_temp.add_all('{9001,9004}'), '{added,added}', 'the page that leaves an address and the one that takes it go into a release');
select is(pg_temp.drafts(), '1/archive 2/b 3/c 4/a 1/a-de 2/b-de 3/c-de', 'the draft that left keeps its address while another has the live one');
select is(release_clashes(pg_temp.l()), '[]', 'nothing is in the way');
select is(pg_temp.add(9001), 'unchanged', 'what is kept of the draft is in the release already');
select is(pg_temp.apply(), 'applied', 'they are published together');
select is(pg_temp.live(), '1/archive 2/b 3/c 4/a 1/a-de 2/b-de 3/c-de', 'each at its address');
select is(pg_temp.redirects(), null, 'an address that another page has taken leads nowhere else');
select ok(not page_differs(9001) and not page_differs(9004), 'and the drafts are what is live');
select is(pg_temp.take_back(), 'taken-back', 'they go back');
select is(pg_temp.live(), '1/a 2/b 3/c 1/a-de 2/b-de 3/c-de', 'to where they were');
select is(pg_temp.drafts(), '1/archive 2/b 3/c 4/a 1/a-de 2/b-de 3/c-de', 'with the drafts as they were in the release');
select is(pg_temp.redirects(), '/archive=1', 'what led to them meanwhile leads to them still');
select is(pg_temp.apply(), 'applied', 'and become live again');
rollback to moved;
select is(pg_temp.add_all('{9004,9001}'), '{added,added}', 'in the other order as well');
select is(pg_temp.apply(), 'applied', 'and are published');
select is(pg_temp.live(), '1/archive 2/b 3/c 4/a 1/a-de 2/b-de 3/c-de', 'in the same way');
rollback to moved;
-- What the release has goes back into the draft, or is dropped.
select pg_temp.add_all('{9001,9004}');
update page_locales set title = 'Text of its own' where page_id = 9001 and locale = 'en';
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, true, p_saved_at => (select i.saved_at from release_pages i where i.release_id = pg_temp.l() and i.page_id = 9001)) ->> 'status', 'has-draft', 'a draft with a change of its own is not replaced');
update page_locales set title = 'A' where page_id = 9001 and locale = 'en';
savepoint kept;
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, true, p_saved_at => (select i.saved_at from release_pages i where i.release_id = pg_temp.l() and i.page_id = 9001)) ->> 'status', 'taken-out', 'one with nothing but the address that was kept is');
select is(pg_temp.drafts(), '1/archive 2/b 3/c 4/a 1/a-de 2/b-de 3/c-de', 'and has it');
rollback to kept;
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, false, p_saved_at => (select i.saved_at from release_pages i where i.release_id = pg_temp.l() and i.page_id = 9001)) #- '{addresses,0,page_id}', '{"status": "taken-out", "addresses": [{"title": "A", "path": "/archive", "locale": "en", "live": "/a", "other": "New"}]}', 'what is dropped leaves the address that another draft needs to be free');
rollback to kept;
delete from pages where id = 9004;
select is(take_page_out(pg_temp.e(), pg_temp.l(), 9001, false, p_saved_at => (select i.saved_at from release_pages i where i.release_id = pg_temp.l() and i.page_id = 9001)), '{"status": "taken-out"}', 'and nothing where none does');
select ok(not page_differs(9001), 'the draft is what is live');
rollback to moved;

-- The new page comes after the other one is in the release.
delete from pages where id = 9004;
select pg_temp.add(9001);
select is(pg_temp.drafts(), '1/a 2/b 3/c 1/a-de 2/b-de 3/c-de', 'a draft goes back to its live address where that is free');
savepoint left_with_release;
select is(create_page(pg_temp.e(), 'main', null, '{"en": {"path": "/a", "title": "Late"}}') ->> 'status', 'saved', 'a page is made at an address that another leaves with a release');
select is((select string_agg(title || path, ' ' order by title) from page_locales where locale = 'en'), 'A/archive B/b C/c Late/a', 'which has its new one in the drafts from then on');
rollback to left_with_release;
select is(change_page(pg_temp.e(), 9002, null, '{"en": {"path": "/a", "title": "B"}}', coalesce((select max(id) from draft_saves where page_id = 9002), 0)) ->> 'status', 'saved', 'or moved there');
select is(pg_temp.drafts(), '1/archive 2/a 3/c 1/a-de 2/b-de 3/c-de', 'likewise');
rollback to left_with_release;
select is(create_page(pg_temp.e(), 'main', null, '{"en": {"path": "/b", "title": "Late"}}') ->> 'status', 'taken', 'an address that nobody leaves is taken');
update pages set is_editable = false where id = 9001;
select is(create_page(pg_temp.e(), 'main', null, '{"en": {"path": "/a", "title": "Late"}}') ->> 'status', 'taken', 'and so is that of a locked page');
rollback to moved;
delete from pages where id = 9004;

-- Two change places, three rotate, in one language or all, in every order.
select pg_temp.move('{"9001:en": "/b", "9002:en": "/a"}');
savepoint swapped;
select is(pg_temp.add_all('{9001,9002}'), '{added,added}', 'two pages that change places go in');
select is(pg_temp.apply(), 'applied', 'and are published');
select is(pg_temp.live(), '1/b 2/a 3/c 1/a-de 2/b-de 3/c-de', 'each in the place of the other');
select is(pg_temp.redirects(), null, 'with no redirect from an address that a page has');
select is(pg_temp.take_back(), 'taken-back', 'they go back');
select is(pg_temp.live() || ' · ' || pg_temp.drafts(), '1/a 2/b 3/c 1/a-de 2/b-de 3/c-de · 1/a 2/b 3/c 1/a-de 2/b-de 3/c-de', 'live and in drafts');
rollback to swapped;
select pg_temp.add_all('{9002,9001}');
-- Both have something else in their drafts when the release becomes live.
update page_locales set description = 'own' where page_id in (9001, 9002) and locale = 'de';
select is(pg_temp.apply(), 'applied', 'drafts with changes of their own follow');
select is(pg_temp.drafts(), '1/b 2/a 3/c 1/a-de 2/b-de 3/c-de', 'in what they have not changed');
select is((select count(*) from page_locales where description = 'own'), 2::bigint, 'and keep what they have');
rollback to swapped;
select throws_ok($$select publish_draft(pg_temp.e(), 9001); set constraints all immediate$$, '23505', null, 'one of the two is not published alone');
rollback to swapped;
select lives_ok($$select publish_pages('{9001,9002}'); set constraints all immediate$$, 'both are');
select is(pg_temp.redirects(), null, 'with no redirect from an address that a page has');
rollback to swapped;
-- By several statements of one transaction, as pages are taken back.
select private.publish_many(jsonb_build_array(jsonb_build_object('id', 9001, 'parent_id', null, 'contents', private.draft_contents(9001))));
select private.publish_many(jsonb_build_array(jsonb_build_object('id', 9002, 'parent_id', null, 'contents', private.draft_contents(9002))));
select is(pg_temp.redirects(), null, 'nor when they are written one after the other');
rollback to swapped;
select pg_temp.move('{"9001:en": "/a", "9002:en": "/b"}');
select pg_temp.move('{"9001:en": "/b", "9002:en": "/c", "9003:en": "/a", "9001:de": "/c-de", "9002:de": "/a-de", "9003:de": "/b-de"}');
savepoint rotated;
create temporary table orders (pages bigint[]);
insert into orders values ('{9001,9002,9003}'), ('{9001,9003,9002}'), ('{9002,9001,9003}'), ('{9002,9003,9001}'), ('{9003,9001,9002}'), ('{9003,9002,9001}');
create function pg_temp.outcome_of(p_pages bigint[]) returns text language plpgsql as $$
declare
  outcome text;
begin
  begin
    outcome := array_to_string(pg_temp.add_all(p_pages), ' ') || ' ' || pg_temp.apply() || ' ' || pg_temp.live();
    outcome := outcome || ' ' || coalesce(pg_temp.redirects(), '-') || ' ' || pg_temp.take_back() || ' ' || pg_temp.live();
    raise exception using errcode = 'RH000';
  exception when sqlstate 'RH000' then
    null;
  end;
  return outcome;
end $$;
select is(count(*), 6::bigint, 'three that rotate in one language this way and in the other that way: in every order')
from orders where pg_temp.outcome_of(pages)
  = 'added added added applied 1/b 2/c 3/a 1/c-de 2/a-de 3/b-de - taken-back 1/a 2/b 3/c 1/a-de 2/b-de 3/c-de';
rollback to swapped;

-- A draft whose address another page holds that stays.
select pg_temp.add(9001);
select is(release_clashes(pg_temp.l()) -> 0 ->> 'title', 'B', 'the page in the way is named while it is not in the release');
select throws_ok('select pg_temp.apply()', '23505', null, 'and what comes to its address is not published');
rollback to swapped;

-- Records.
insert into articles (id, slug, newsroom_category, newsroom_type, sites, publish_from, localized)
select 900 + n, slug, 'newsroom', 'news', '{main}', '2026-01-01', jsonb_build_object('en', jsonb_build_object('title', slug, 'lead', 'L', 'body', '{"type": "doc"}'::jsonb))
from unnest('{one,two}'::text[]) with ordinality s (slug, n);
select lives_ok($$select private.write_records(jsonb_agg(jsonb_build_object('table', 'articles',
  'row', to_jsonb(a) || jsonb_build_object('slug', case a.id when 901 then 'two' else 'one' end)))) from articles a where id in (901, 902)$$,
  'two records change places');
select is((select count(*) from redirects where row_kind = 'article'), 0::bigint, 'and neither redirects away from the other');
select lives_ok($$select private.write_release(pg_temp.e(), '[]', (
  select jsonb_agg(jsonb_build_object('kind', 'article', 'id', n.id::text, 'rows', jsonb_build_array(jsonb_build_object('table', 'articles',
    'row', to_jsonb(a) || jsonb_build_object('id', n.id, 'slug', n.slug)))))
  from articles a cross join (values (901, 'three'), (903, 'two')) n (id, slug) where a.id = 901
))$$, 'a new record takes the address that another leaves');
select is((select string_agg(id || slug, ' ' order by id) from articles where id between 901 and 909), '901three 902one 903two', 'each has its own');
select is((select count(*) from redirects where row_kind = 'article'), 0::bigint, 'the new one is not redirected away from');
select lives_ok($$select private.write_release(pg_temp.e(), '[]', jsonb_build_array(
  '{"kind": "article", "id": "903", "rows": null}'::jsonb, (
  select jsonb_build_object('kind', 'article', 'id', '901', 'rows', jsonb_build_array(jsonb_build_object('table', 'articles',
    'row', to_jsonb(a) || '{"slug": "two"}'))) from articles a where a.id = 901
)))$$, 'and they go back');
select is((select string_agg(from_slug || '=' || row_id, ' ') from redirects where row_kind = 'article'), 'three=901', 'with what led to them meanwhile');

select * from finish();
rollback;
