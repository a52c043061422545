-- Where files are published. Each place notes, before it has them, how far the log of which database its files go: so a database that
-- was put back to an earlier state, and another one, are told from the one that the files are of.

create table private.database_identity (
  id uuid not null default gen_random_uuid(),
  is_only boolean primary key default true check (is_only)
);
comment on table private.database_identity is 'Names this database. It stays the same in backups, and in all that is put back.';

create function private.database_id() returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  own uuid := (select i.id from private.database_identity i);
begin
  if own is null then
    insert into private.database_identity default values on conflict do nothing;
    own := (select i.id from private.database_identity i);
  end if;
  return own;
end $$;
comment on function private.database_id is 'The name of this database, which it is given when it is asked for first.';
revoke execute on function private.database_id from public;
grant execute on function private.database_id to service_role;

create table public.unknown_files (
  site_id text primary key,
  -- Of a later state of this database, of another database, or of a build that it does not know as the one that is live.
  cause text not null check (cause in ('later', 'other', 'build')),
  noticed_at timestamptz not null default clock_timestamp()
);
comment on table public.unknown_files is
  'Sites whose published files are of a state that this database does not know. Nothing is published to them until they are built anew.';
select private.protect_table('unknown_files');

-- The sites whose files are of another state, by what their places say, as [{site, database, seq}].
create function private.places_of_other_states(p_places jsonb) returns table (site text, cause text)
language sql stable security definer set search_path = ''
as $$
  select p.site, case when bool_or(p.database is distinct from o.id) then 'other' else 'later' end
  from jsonb_to_recordset(p_places) p (site text, database uuid, seq bigint)
  -- A database without the site is none that it could be built from.
  join public.sites s on s.id = p.site
  cross join (select (select i.id from private.database_identity i) as id, coalesce((select max(c.seq) from public.change_log c), 0) as seq) o
  where p.seq is not null and (p.database is distinct from o.id or p.seq > o.seq)
  group by p.site
$$;
revoke execute on function private.places_of_other_states from public;
grant execute on function private.places_of_other_states to service_role;

-- The sites whose live build is not the one that this database names, as [{site, build}].
create function private.places_of_other_builds(p_places jsonb) returns table (site text, cause text)
language sql stable set search_path = ''
as $$
  select distinct p.site, 'build'
  from jsonb_to_recordset(p_places) p (site text, build text)
  join public.sites s on s.id = p.site
  left join lateral (
    select b.name, b.outcome from public.site_builds b
    where b.site_id = p.site and b.outcome in ('live', 'rolled-back') order by b.id desc limit 1
  ) b on true
  where p.build is not null and p.build is distinct from b.name
    -- What is put back becomes live when that is known.
    and b.outcome is distinct from 'rolled-back'
    -- What is being put live is told when it is.
    and not exists (select from public.site_builds o where o.site_id = p.site and o.finished_at is null)
    and not exists (
      select from public.publish_rounds r
      where coalesce(r.site_id, p.site) = p.site and r.switching_until > clock_timestamp()
    )
$$;
revoke execute on function private.places_of_other_builds from public;
grant execute on function private.places_of_other_builds to service_role;

-- Notes the sites whose files are of another state. The numbers of the log go on behind those that the places have seen, so that nothing
-- takes what is new for what is old.
create function private.note_places(p_places jsonb, p_own uuid) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  last_seq bigint := coalesce((select max(c.seq) from public.change_log c), 0);
  seen bigint;
begin
  if not exists (
    select from jsonb_to_recordset(p_places) p (database uuid, seq bigint) where p.database <> p_own or p.seq > last_seq
  ) then
    return;
  end if;
  seen := (select max(p.seq) from jsonb_to_recordset(p_places) p (seq bigint));
  insert into public.unknown_files (site_id, cause)
  select o.site, o.cause from private.places_of_other_states(p_places) o on conflict (site_id) do nothing;
  if seen > last_seq then
    insert into public.change_log (seq, message_ids, tags, queued_at) values (seen + 1, '{}', '{}', now());
    perform setval('public.change_log_seq_seq', greatest(seen + 1, (select s.last_value from public.change_log_seq_seq s)));
  end if;
end $$;
revoke execute on function private.note_places from public;
grant execute on function private.note_places to service_role;

-- The numbers of builds go on behind the largest one that a place has seen.
create function private.number_builds_above(p_number bigint) returns void
language sql security definer set search_path = ''
as $$
  select setval('public.site_builds_id_seq', p_number) from public.site_builds_id_seq s where s.last_value < p_number
$$;
revoke execute on function private.number_builds_above from public;
grant execute on function private.number_builds_above to service_role;

create function public.publish_places(p_places jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_index();
  perform private.note_places(coalesce(
    (select jsonb_agg(p) from jsonb_array_elements(p_places) p where p -> 'seq' <> 'null'), '[]'
  ), private.database_id());
  insert into public.unknown_files (site_id, cause)
  select o.site, o.cause from private.places_of_other_builds(p_places) o
  on conflict (site_id) do nothing;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site', u.site_id, 'cause', u.cause, 'since', u.noticed_at) order by u.site_id), '[]')
    from public.unknown_files u
  );
end $$;
comment on function public.publish_places is
  'Compares what places say of the files of sites, as [{site, build, database, seq}], with this database. Answers the sites whose files are of a state that it does not know: they are to be built anew.';
revoke execute on function public.publish_places from public, anon, authenticated;
grant execute on function public.publish_places to service_role;

create function public.find_unknown_files(p_places jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('site', f.site, 'cause', f.cause, 'since', f.since) order by f.site), '[]')
  from (
    select distinct on (n.site) n.site, n.cause, n.since
    from (
      select u.site_id as site, u.cause, u.noticed_at as since, 1 as rank from public.unknown_files u
      union all
      select o.site, o.cause, null, 2 from private.places_of_other_states(p_places) o
      union all
      select o.site, o.cause, null, 3 from private.places_of_other_builds(p_places) o
    ) n
    order by n.site, n.rank
  ) f
$$;
comment on function public.find_unknown_files is
  'What publish_places would answer for places, without noting it: since is null where no publisher has noticed it yet.';
revoke execute on function public.find_unknown_files from public, anon, authenticated;
grant execute on function public.find_unknown_files to service_role;
