-- What always holds is asked of the rows that there are, whoever wrote them and how.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(22);

insert into auth.users (id, email) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example');
insert into staff (user_id, email, role) values ('00000000-0000-0000-0000-0000000000e1', 'edith@test.example', 'admin');
insert into sites (id, locales, localized) values
  ('main', '{en,de}', '{"en": {"title": "T", "description": "D"}}'), ('other', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into pages (id, site_id) overriding system value select i, 'main' from generate_series(9001, 9003) i;
insert into page_locales (page_id, locale, site_id, path, title)
select i, l::public.locale, 'main', '/page-' || i, 'Page ' || i from generate_series(9001, 9003) i cross join unnest('{en,de}'::text[]) l;
insert into modules (id, page_id, type, position) overriding system value values (9011, 9001, 'ACCORDION', 0), (9012, 9001, 'HERO', 1), (9021, 9002, 'ACCORDION', 0);
insert into module_locales (module_id, locale, data) select i, 'en', '{}' from unnest(array[9011, 9012, 9021]) i;
select publish_pages('{9001,9002}');
insert into tags (id, slug, localized) overriding system value values (9031, 'tag-9031', '{"en": {"name": "Tag"}}');
insert into releases (id, name) overriding system value values (9041, 'Autumn');
select create_form('00000000-0000-0000-0000-0000000000e1', '{"title": "Form", "content": [], "retention_days": 30, "localized": {"en": {}}}');
-- Nothing waits for the end of the transaction, so that tables can be altered.
set constraints all immediate;
set constraints all deferred;

create function pg_temp.broken() returns table (said text) language sql as $$
  select b.code || ' ' || array_to_string(b.ids, ' ') from public.find_broken_invariants() b
$$;
create function pg_temp.breaks(p_writes text, p_says text[], p_about text) returns text language plpgsql as $$
declare
  found text[];
begin
  begin
    execute p_writes;
    found := array(select b.said from pg_temp.broken() b order by 1);
    raise exception 'undo' using errcode = 'XX123';
  exception when sqlstate 'XX123' then
    null;
  end;
  return is(found, p_says, p_about);
end $$;

select is_empty('select * from pg_temp.broken()', 'nothing is broken in a database that is well');
select pg_temp.breaks(w, s, a) from (values
  ($$update pages set parent_id = 9002 where id = 9001; update pages set parent_id = 9001 where id = 9002$$, array['circle 9001 9002 9001'], 'a circle'),
  ($$update pages set published_revision_id = null where id = 9001$$,
    array['live page of another revision 9001 de', 'live page of another revision 9001 en'], 'a live page that is not published'),
  ($$delete from published_page_locales where page_id = 9001$$, array['page without addresses 9001'], 'a published page without addresses'),
  ($$update pages set published_revision_id = (select published_revision_id from pages where id = 9002) where id = 9001;
    update published_page_locales set revision_id = (select published_revision_id from pages where id = 9002) where page_id = 9001$$,
    array['revision of another page 9001', 'revision without contents 9001 de', 'revision without contents 9001 en'], 'a revision of another page'),
  ($$delete from page_revision_locales r using pages p where p.id = 9001 and r.revision_id = p.published_revision_id and r.locale = 'de'$$,
    array['revision without contents 9001 de'], 'a revision without contents in a language'),
  ($$update page_locales set site_id = 'other' where page_id = 9003 and locale = 'de'$$, array['page on two sites 9003 de'], 'a page on two sites'),
  ($$insert into pages (id, site_id, parent_id) overriding system value values (9004, 'other', 9001);
    insert into page_locales (page_id, locale, site_id, path, title) values (9004, 'en', 'other', '/far', 'Far')$$,
    array['page below another site 9004'], 'a page below one of another site'),
  ($$insert into pages (id, site_id) overriding system value values (9004, 'main')$$, array['page without texts 9004'], 'a page without texts'),
  ($$update modules set parent_id = 9021, slot = 'a' where id = 9012$$, array['module of another page 9012'], 'a module in one of another page'),
  ($$delete from module_locales where module_id = 9012$$, array['module without texts 9012'], 'a module without texts'),
  ($$insert into private.draft_steps (page_id) values (9999)$$, array['steps of no page 9999'], 'steps of a page that is not there'),
  ($$insert into redirects (id, site_id, from_path, to_path) overriding system value values (9051, 'main', '/a b', '/x'), (9052, 'main', '/a%20b', '/y')$$,
    array['two redirects of one address 9051 9052'], 'two redirects that begin at one address'),
  ($$insert into redirects (id, site_id, from_path, to_path) overriding system value values (9051, 'main', '/de/page-9001', '/x')$$,
    array['redirect of a live page 9051'], 'a redirect where a page is'),
  ($$insert into release_pages (release_id, page_id, title) values (9041, 9999, 'Gone')$$, array['release of no page 9041 9999'], 'a release of a page that is not there'),
  ($$insert into release_pages (release_id, page_id, title, contents) values (9041, 9001, 'Page', '{}');
    update releases set state = 'live' where id = 9041$$, array['release in parts 9041 9001'], 'a release that is published in parts'),
  ($$update releases set state = 'publishing', applied_at = now() - interval '2 hours' where id = 9041$$, array['release not ended 9041'], 'a release that does not end'),
  ($$insert into record_drafts (kind, record_id, base_version, data) values ('tag', '9999', 3, '{}'); insert into record_drafts (kind, record_id, data) values ('tag', '9998', '{}')$$,
    array['draft of no record tag 9999'], 'a draft of a record that is not there, but for a new one'),
  ($$insert into record_trash (kind, record_id, data) values ('tag', '9031', '{}')$$, array['record in the trash tag 9031'], 'a record that is there and in the trash'),
  ($$update staff set role = 'editor'$$, array['no administrator '], 'nobody who is an administrator'),
  ($$alter table tags add constraint tags_of_few check (id < 100) not valid; alter table release_links add constraint links_of_few check (id > 0) not valid$$,
    array['constraint tags_of_few 9031'], 'a constraint that was not asked of earlier rows'),
  ($$alter table pages drop constraint pages_published_revision_id_fkey; update pages set published_revision_id = 12345 where id = 9003;
    alter table pages add constraint pages_of_revisions foreign key (published_revision_id) references page_revisions (id) not valid;
    alter table tags disable trigger tags_touch$$,
    array['page without addresses 9003', 'reference 9003', 'trigger off tags_touch'], 'a reference that was not asked of earlier rows, and a trigger that is off')
) c (w, s, a);

select * from finish();
rollback;
