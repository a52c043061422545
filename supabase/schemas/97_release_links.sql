-- Links by which people without an account see a release before it is live, and nothing else. The server names a link by its number and
-- the hash of its secret. What it reads for it is read as the member of the staff who has shared the release would read it.

create function public.share_release(p_actor uuid, p_release bigint, p_hash text, p_days integer, p_for_whom text) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  made public.release_links;
begin
  perform private.act_as(p_actor);
  if not private.is_open_release(p_release) then
    return '{"status": "closed"}';
  end if;
  insert into public.release_links (release_id, for_whom, digest, created_by, expires_at)
  values (p_release, btrim(p_for_whom), p_hash, p_actor, now() + p_days * interval '1 day')
  returning * into made;
  return jsonb_build_object('status', 'shared', 'id', made.id, 'expires_at', made.expires_at);
end $$;
comment on function public.share_release is 'Makes a link by which a release is seen for some days by people without an account.';

create function public.revoke_release_link(p_actor uuid, p_link bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform private.act_as(p_actor);
  update public.release_links l set revoked_at = coalesce(l.revoked_at, clock_timestamp()), revoked_by = coalesce(l.revoked_by, p_actor)
  where l.id = p_link;
  return found;
end $$;
comment on function public.revoke_release_link is 'Ends a link before its time; false where there is none.';

create function public.release_links_of(p_release bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'for_whom', l.for_whom, 'created_by', private.person_name(l.created_by),
    'created_at', l.created_at, 'expires_at', l.expires_at, 'state', private.state_of_link(l)) order by l.id desc), '[]')
  from public.release_links l where l.release_id = p_release
$$;
comment on function public.release_links_of is 'The links of a release, the newest first, without what opens them.';
grant execute on function public.release_links_of to authenticated, service_role;

create function public.open_shared(p_link bigint, p_hash text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('release', l.release_id, 'expires_at', l.expires_at, 'state', private.state_of_link(l))
  from public.release_links l where l.id = p_link and l.digest = p_hash
$$;
comment on function public.open_shared is 'What a link shows, and whether it still does; null for one that nobody has made.';

-- What a preview function answers for a release, as a member of the staff reads it. What is read is hidden or shown by policies, which the
-- server itself passes over. Without a person it is the server that asks, for whatever set of changes the arguments name.
create function private.read_as(p_user uuid, p_release bigint, p_call text, p_args jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  caller text := current_user;
  planned jsonb := case when p_user is null then nullif(p_args -> 'p_planned', 'null') end;
  proposed jsonb := case when p_user is null then nullif(p_args -> 'p_proposed', 'null') end;
  records jsonb := case when p_user is null then nullif(p_args -> 'p_proposed_records', 'null') end;
  answer json;
begin
  if p_user is null then
    perform set_config('app.reads_for_server', 'on', true);
  else
    perform set_config('app.assured_before', 'on', true);
    perform private.act_as(p_user);
  end if;
  perform set_config('role', 'authenticated', true);
  answer := case p_call
    when 'preview_content' then public.preview_content(p_args ->> 'p_site', p_args ->> 'p_view', (p_args ->> 'p_at')::timestamptz,
      (p_args ->> 'p_globals')::boolean, p_args -> 'p_pages', p_args -> 'p_records', p_args -> 'p_lists', p_release, p_args -> 'p_merged',
      planned, null, proposed, records)
    when 'preview_row' then to_json(public.preview_row(p_args ->> 'p_kind', p_args ->> 'p_slug', p_release))
    when 'preview_sitemap' then public.preview_sitemap(p_args ->> 'p_site', p_args ->> 'p_kind', (p_args ->> 'p_part')::bigint,
      (p_args ->> 'p_at')::timestamptz, p_release, p_args -> 'p_merged', planned, proposed, records)
    when 'preview_sitemap_index' then to_json(public.preview_sitemap_index(p_args ->> 'p_site', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_routes' then to_json(public.preview_routes(p_args -> 'p_rows', (p_args ->> 'p_at')::timestamptz, p_release,
      p_args -> 'p_merged', planned, proposed, records))
    when 'preview_redirects' then to_json(public.preview_redirects(p_args ->> 'p_site', array(select jsonb_array_elements_text(p_args -> 'p_left')),
      array(select jsonb_array_elements_text(p_args -> 'p_taken')), p_release, p_args -> 'p_merged', planned, proposed, records))
    when 'preview_found' then to_json(public.preview_found(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_release, p_args -> 'p_merged'))
    when 'preview_page' then to_json(public.preview_page(p_args ->> 'p_site', (p_args ->> 'p_locale')::public.locale, p_args ->> 'p_path', p_release, proposed))
  end;
  perform set_config('role', caller, true);
  perform set_config(s, '', true) from unnest('{app.reads_for_server,app.assured_before,app.actor}'::text[]) s;
  return answer;
end $$;
revoke execute on function private.read_as from public;
grant execute on function private.read_as to service_role;

create function public.read_planned(p_call text, p_args jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return private.read_as(null, (p_args ->> 'p_release')::bigint, p_call, p_args);
end $$;
comment on function public.read_planned is
  'What a preview function answers to members of the staff, for the server: it plans what a change set would change, also where nobody is signed in.';

create function public.read_shared(p_link bigint, p_hash text, p_call text, p_args jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  link public.release_links;
begin
  select * into link from public.release_links l where l.id = p_link and l.digest = p_hash;
  if link.id is null or private.state_of_link(link) <> 'open' then
    raise exception 'this link shows nothing' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(link.created_by, link.release_id, p_call, p_args);
end $$;
comment on function public.read_shared is
  'What a preview function answers for the release of a link, whatever release the arguments name. Refused for a link that has ended or was revoked, and once whoever shared it is not on the staff any more.';

create function public.read_due(p_release bigint, p_call text, p_args jsonb) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  release public.releases;
begin
  select * into release from public.releases l where l.id = p_release;
  if release.state is distinct from 'scheduled' then
    raise exception 'this release has no moment' using errcode = 'insufficient_privilege';
  end if;
  return private.read_as(release.scheduled_by, p_release, p_call, p_args);
end $$;
comment on function public.read_due is
  'What a preview function answers for a release that has a moment, as whoever chose that would read it: a publisher draws its files before.';

create function public.note_shared_media(p_link bigint, p_hash text, p_names text[]) returns void
language sql set search_path = ''
as $$
  insert into public.release_media (release_id, name)
  select l.release_id, n from public.release_links l cross join unnest(p_names) n
  where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open'
    and not exists (select from public.release_media m where m.release_id = l.release_id and m.name = n)
  on conflict do nothing
$$;
comment on function public.note_shared_media is 'Notes which files a page shows that somebody looks at by a link. Nothing for a link that shows nothing.';

create function public.may_see_medium(p_link bigint, p_hash text, p_name text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from public.release_links l join public.release_media m on m.release_id = l.release_id
    where l.id = p_link and l.digest = p_hash and private.state_of_link(l) = 'open' and m.name = p_name
  )
$$;
comment on function public.may_see_medium is 'Whether the release of a link has shown a file of the media library, and still does.';
