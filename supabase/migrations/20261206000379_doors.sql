-- What is made in `public` is given to nobody by itself.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;

-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.server_names()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select array['_actions', '_preview', '_publish', '_search', 'admin', 'dev', 'editor', 'forms', 'healthz', 'livez', 'login', 'metrics']
$function$
;
comment on function private.server_names() is 'What the addresses begin with that the server answers itself, whatever files there are.';

CREATE OR REPLACE FUNCTION private.first_name_read(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select split_part(private.file_of(regexp_replace(normalize(path, nfkc),
    '[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U000e0000-\U000e0fff]', '', 'g')), '/', 2)
$function$
;
comment on function private.first_name_read(text) is 'The first name of a path as a hasty reader sees it: with full-width letters as plain ones, and without what is not shown.';

CREATE OR REPLACE FUNCTION private.is_server_path(path text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select private.first_name_read(
    case when split_part(path, '/', 2) = any (enum_range(null::public.locale)::text[]) and path ~ '^/[^/]+/' then regexp_replace(path, '^/[^/]+', '') else path end
  ) = any (private.server_names())
$function$
;
comment on function private.is_server_path(text) is 'Whether the server answers an address itself, with or without the prefix of a locale, so that nothing else can be there.';

CREATE OR REPLACE FUNCTION private.is_page_address(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select value = '/' or (
    value ~ '^(/[^/]+)+$' and value !~ '[%\\\x01-\x1f\x7f-\x9f]' and value is nfc normalized
    and not exists (
      select from unnest(string_to_array(private.file_of(value), '/')) with ordinality f (name, place)
      where f.place > 1 and (f.name = '' or f.name ~ '^[._]'
        or f.name ~ '\.(html?|xml|txt|json|ics|css|m?js|map|svg|ico|png|jpe?g|gif|webp|avif|pdf|zip|gz|br|zst|csv|woff2?|wasm|webmanifest)$')
    )
    and private.first_name_read(value) <> all (private.server_names() || 'media'::text || enum_range(null::public.locale)::text[])
    and not exists (select from unnest(string_to_array(value, '/')) s (name) where octet_length(s.name) > 255)
  )
$function$
;
comment on function private.is_page_address(text) is 'Whether a page can have a path, which is stored decoded and without the prefix of its locale: none of a file of the site itself, in any spelling that leads to it.';

CREATE OR REPLACE FUNCTION private.end_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s where s.user_id = old.user_id;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_old_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from public.redirects r
  where r.from_path is not null and r.site_id = new.site_id
    and r.from_path = private.public_path(new.locale, new.path);
  -- The home page's address never redirects: the next home page answers it.
  if tg_op = 'UPDATE' and old.path is distinct from new.path and old.path <> '/' and not private.is_server_path(old.path) then
    insert into public.redirects (site_id, from_path, page_id, locale)
    values (new.site_id, private.public_path(old.locale, old.path), new.page_id, new.locale)
    on conflict (site_id, from_path) do update
      set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION private.keep_withdrawn_path()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.path is not null then
    delete from public.redirects r where r.site_id = new.site_id and r.from_path = new.path and r.status = 410;
  else
    insert into public.redirects (site_id, from_path, status)
    select s.id, old.path, 410 from public.sites s
    where s.id = old.site_id and old.path <> '/' and not private.is_server_path(old.path)
      and not exists (select 1 from public.site_outputs o where o.site_id = old.site_id and o.path = old.path)
    on conflict (site_id, from_path) do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.delete_page(p_actor uuid, p_page_id bigint, p_is_confirmed boolean, p_leads_to bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  uses jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if page.route is not null or not page.is_editable then
    return '{"status": "fixed"}';
  end if;
  if p_leads_to is not null then
    perform 1 from public.pages t where t.id = p_leads_to and t.id <> p_page_id and t.site_id = page.site_id for share;
    if not found then
      return '{"status": "no-target"}';
    end if;
  end if;
  uses := public.page_uses(p_page_id);
  if uses -> 'below' <> '[]' or (not p_is_confirmed and (uses -> 'menus' <> '[]' or uses -> 'links' <> '[]')) then
    return jsonb_build_object('status', 'used', 'uses', uses);
  end if;
  -- The whole draft stays in the history.
  perform private.record_discard(p_page_id);
  insert into public.record_trash (kind, record_id, data, title, deleted_by)
  values ('page', p_page_id::text, private.page_rows_of(p_page_id),
    coalesce((select l.title from public.page_locales l where l.page_id = p_page_id order by l.locale limit 1), ''), p_actor)
  on conflict (kind, record_id) do update set data = excluded.data, title = excluded.title, deleted_by = excluded.deleted_by, deleted_at = clock_timestamp();
  -- Otherwise its addresses answer that it is gone.
  if p_leads_to is not null then
    insert into public.redirects (site_id, from_path, page_id, locale)
    select l.site_id, private.public_path(l.locale, l.path), p_leads_to, l.locale
    from public.published_page_locales l where l.page_id = p_page_id and l.path <> '/' and not private.is_server_path(l.path)
    on conflict (site_id, from_path) do update set page_id = excluded.page_id, locale = excluded.locale, to_path = null, status = 301;
    update public.redirects r set page_id = p_leads_to where r.page_id = p_page_id;
  end if;
  delete from public.pages where id = p_page_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_page(uuid,bigint,boolean,bigint) is 'Deletes a page: it leaves the sites with the next publish, and can be restored for 30 days. Its addresses lead to p_leads_to, or answer that it is gone. Refused where pages are below it, and, unless confirmed, where menus or links lead to it.';

-- The server answers these addresses itself: none of these redirects was ever followed.
delete from public.redirects r where private.is_server_path(r.from_path);
alter table public.redirects add constraint redirects_server_path_check CHECK ((NOT private.is_server_path(from_path)));

CREATE TRIGGER staff_sessions_disabled AFTER UPDATE OF disabled_at ON public.staff FOR EACH ROW WHEN ((new.disabled_at IS NOT NULL)) EXECUTE FUNCTION private.end_sessions();

CREATE TRIGGER staff_sessions_deleted AFTER DELETE ON public.staff FOR EACH ROW EXECUTE FUNCTION private.end_sessions();

revoke all on all sequences in schema public from anon, authenticated;

revoke all on function private.server_names() from public, anon, authenticated, service_role;
grant execute on function private.server_names() to authenticated;
grant execute on function private.server_names() to service_role;

revoke all on function private.first_name_read(text) from public, anon, authenticated, service_role;
grant execute on function private.first_name_read(text) to authenticated;
grant execute on function private.first_name_read(text) to service_role;

revoke all on function private.is_server_path(text) from public, anon, authenticated, service_role;
grant execute on function private.is_server_path(text) to authenticated;
grant execute on function private.is_server_path(text) to service_role;

revoke all on function private.end_sessions() from public, anon, authenticated, service_role;
