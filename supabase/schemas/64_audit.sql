-- The audit log: every edit that was written down, with who made it and the old and new words. It is read, and grows; nobody changes it.

-- Accounts are not content: no receipt names their changes, which are numbered with those of content in the order of time.
create table public.staff_edits (
  id bigint primary key default nextval('public.content_edits_id_seq'),
  made_at timestamptz not null default now(),
  actor uuid,
  role_name text not null default coalesce(nullif(current_setting('role', true), 'none'), session_user),
  -- Null for the rules of signing in, which are of nobody.
  user_id uuid,
  operation text not null check (operation in ('insert', 'update', 'delete')),
  -- The fields that differ.
  before jsonb,
  after jsonb
);
comment on table public.staff_edits is 'Who may edit, as it changed: whose row, by whom, with old and new words.';
create index staff_edits_actor_idx on public.staff_edits (actor, id);
select private.protect_table('staff_edits');

create function private.record_staff_edit() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  untold constant text[] := '{user_id,version,created_at,updated_at}';
  o jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - untold end;
  n jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - untold end;
begin
  if o is not distinct from n then
    return null;
  end if;
  insert into public.staff_edits (actor, user_id, operation, before, after)
  select private.actor(), coalesce(new.user_id, old.user_id), lower(tg_op), d.before, d.after
  from private.differing_fields(o, n) d;
  return null;
end $$;
revoke execute on function private.record_staff_edit from public;
create trigger staff_history after insert or update or delete on public.staff
  for each row execute function private.record_staff_edit();

create index content_edits_actor_idx on public.content_edits (actor, id);
create index edited_records_table_name_idx on public.edited_records (table_name, edit_id);

-- The server writes edits by triggers, says once which publish an edit takes back, and deletes what is old by public.publish_prune.
create function private.protect_audit() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'service_role' or (tg_op = 'DELETE' and current_setting('content.pruning', true) = 'on') then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'content_edits' then
    if to_jsonb(old) ->> 'takes_back' is null and to_jsonb(new) - 'takes_back' = to_jsonb(old) - 'takes_back' then
      return new;
    end if;
  end if;
  raise exception '% rows are immutable', tg_table_name using errcode = 'restrict_violation';
end $$;
revoke execute on function private.protect_audit from public;
create trigger content_edits_immutable before update or delete on public.content_edits
  for each row execute function private.protect_audit();
create trigger edited_records_immutable before update or delete on public.edited_records
  for each row execute function private.protect_audit();
create trigger staff_edits_immutable before update or delete on public.staff_edits
  for each row execute function private.protect_audit();
revoke truncate on public.content_edits, public.edited_records, public.staff_edits from service_role;

create function private.staff_edit_summary(p_edit bigint) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('id', e.id, 'made_at', e.made_at, 'by', private.person_name(e.actor),
      'source', case when e.actor is not null then 'person' when e.role_name in ('service_role', 'authenticator') then 'server' else 'database' end,
      'role', e.role_name, 'takes_back', null, 'further_records', 0)
    from public.staff_edits e where e.id = p_edit
  );
end $$;
revoke execute on function private.staff_edit_summary from public;
grant execute on function private.staff_edit_summary to authenticated, service_role;

-- Filter: `person`, `from`, `until`, and `tables`, of which only the changed rows are told then.
create function public.list_edits(p_filter jsonb, p_limit integer, p_before bigint default null) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  told_at_most constant integer := 40;
  person uuid := (p_filter ->> 'person')::uuid;
  since timestamptz := (p_filter ->> 'from')::timestamptz;
  until timestamptz := (p_filter ->> 'until')::timestamptz;
  tables text[] := case when jsonb_typeof(p_filter -> 'tables') = 'array' then array(select jsonb_array_elements_text(p_filter -> 'tables')) end;
begin
  return (
    with shown as materialized (
      select e.id, e.of_staff
      from (
        (select e.id, false as of_staff
        from public.content_edits e
        where (p_before is null or e.id < p_before)
          and (person is null or e.actor = person)
          and (since is null or e.made_at >= since)
          and (until is null or e.made_at < until)
          and exists (
            select 1 from public.edited_records r where r.edit_id = e.id and (tables is null or r.table_name = any (tables))
          )
        order by e.id desc limit least(p_limit, 200))
        union all
        (select e.id, true
        from public.staff_edits e
        where (p_before is null or e.id < p_before)
          and (person is null or e.actor = person)
          and (since is null or e.made_at >= since)
          and (until is null or e.made_at < until)
          and (tables is null or 'staff' = any (tables))
        order by e.id desc limit least(p_limit, 200))
      ) e
      order by e.id desc limit least(p_limit, 200)
    ), rows as (
      select r.edit_id, r.id, jsonb_build_object('edit', r.edit_id, 'table', r.table_name, 'ref', r.ref,
        'operation', r.operation, 'before', r.before, 'after', r.after, 'omitted', r.omitted) as told
      from shown s
      cross join lateral (
        select r.* from public.edited_records r
        where r.edit_id = s.id and (tables is null or r.table_name = any (tables))
        order by r.id limit told_at_most
      ) r
      where not s.of_staff
      union all
      select e.id, e.id, jsonb_build_object('edit', e.id, 'table', 'staff', 'ref', e.user_id,
        'operation', e.operation, 'before', e.before, 'after', e.after, 'omitted', '[]'::jsonb)
      from shown s join public.staff_edits e on e.id = s.id
      where s.of_staff
    )
    select jsonb_build_object(
      'edits', (
        select coalesce(jsonb_agg(case when s.of_staff then private.staff_edit_summary(s.id) else private.edit_summary(s.id) end
          order by s.id desc), '[]')
        from shown s
      ),
      'records', (select coalesce(jsonb_agg(r.told order by r.edit_id desc, r.id), '[]') from rows r),
      'totals', (
        select coalesce(jsonb_object_agg(s.id, case when s.of_staff then 1 else (
          select count(*) from public.edited_records r where r.edit_id = s.id and (tables is null or r.table_name = any (tables))
        ) end), '{}')
        from shown s
      )
    )
  );
end $$;
comment on function public.list_edits is 'The newest edits that match a filter, or those before one of them: who made each, when and how, and the changed rows.';
grant execute on function public.list_edits to authenticated, service_role;
