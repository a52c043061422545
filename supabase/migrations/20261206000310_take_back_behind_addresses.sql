-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.publish_many(p_pages jsonb)
 RETURNS TABLE(page_id bigint, revision_id bigint)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  made jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  with asked as materialized (
    select a.id, a.parent_id, a.contents from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb)
    where jsonb_typeof(a.contents) = 'object'
  ), revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select a.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = a.id), 0) + 1, private.actor()
    from asked a order by a.id
    returning id, page_id
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, c.key::public.locale, l.path, l.title, l.nav_title, l.description, l.seo, l.modules
    from revisions r
    join asked a on a.id = r.page_id
    cross join lateral jsonb_each(a.contents) c
    cross join lateral jsonb_to_record(c.value) l (path text, title text, nav_title text, description text, seo jsonb, modules json)
  )
  select coalesce(jsonb_object_agg(r.page_id, r.id), '{}') into made from revisions r;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select p.id, l.locale, p.site_id, (select u.id from public.pages u where u.id = a.parent_id), r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint)
  join public.pages p on p.id = a.id
  join public.page_revisions r on r.id = (made ->> a.id::text)::bigint
  join public.page_revision_locales l on l.revision_id = r.id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;
  delete from public.published_page_locales live
  using jsonb_to_recordset(p_pages) a (id bigint)
  where live.page_id = a.id and live.revision_id is distinct from (made ->> a.id::text)::bigint;
  -- Behind the addresses, which say what has changed.
  update public.pages p set published_revision_id = (made ->> a.id::text)::bigint
  from jsonb_to_recordset(p_pages) a (id bigint)
  where p.id = a.id;
  return query select m.key::bigint, m.value::bigint from jsonb_each_text(made) m;
end $function$
;
