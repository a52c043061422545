-- The queue of content changes: triggers send what has changed, publishers receive it.

select pgmq.create('content_changes');
grant usage on schema pgmq to service_role;
grant select, insert, update, delete on all tables in schema pgmq to service_role;
grant execute on all functions in schema pgmq to service_role;

-- What people have changed is received first, however much waits.
create index q_content_changes_people_idx on pgmq.q_content_changes (msg_id) where message ? 'actor';

-- A publisher receives whole messages, so a large change is sent in parts.
create function private.queue_change(p_tags text[], p_rows jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  part_size constant integer := 250;
  who jsonb;
begin
  if cardinality(p_tags) = 0 and jsonb_array_length(p_rows) = 0 then
    return;
  end if;
  who := jsonb_strip_nulls(jsonb_build_object('actor', private.actor(), 'edit', private.current_edit()));
  if cardinality(p_tags) <= part_size and jsonb_array_length(p_rows) <= part_size then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows) || who);
  else
    perform pgmq.send_batch('content_changes', array(
      select jsonb_build_object('tags', coalesce(t.tags, '[]'), 'rows', coalesce(r.rows, '[]')) || who
      from (
        select (n - 1) / part_size as part, jsonb_agg(tag) as tags from unnest(p_tags) with ordinality u (tag, n) group by 1
      ) t
      full join (
        select (n - 1) / part_size as part, jsonb_agg(record) as rows
        from jsonb_array_elements(p_rows) with ordinality u (record, n) group by 1
      ) r using (part)
      order by part
    ));
  end if;
  -- Once per transaction, when it commits: PostgreSQL drops equal ones. The payload says that a person may be waiting.
  perform pg_notify('content_changes', case when who ? 'actor' then 'person' else '' end);
end $$;

-- For tables whose changes let publishers go on although no content has changed.
create function private.wake_publishers() returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('content_changes', '');
  return null;
end $$;

-- Of a row that is visible: one that the snapshot does not know was written here, in a subtransaction perhaps.
create function private.is_own(p_xid xid) returns boolean
language sql stable set search_path = ''
as $$
  select not pg_catalog.pg_visible_in_snapshot(p_xid::text::pg_catalog.xid8, pg_catalog.pg_current_snapshot())
$$;
comment on function private.is_own is 'Whether a visible row was written by the transaction that asks, given its xmin.';
revoke execute on function private.is_own from public;

-- Once a statement, however many rows it touched. Arguments: the kind of record, the column that holds its id, the
-- columns that decide in which lists the record is ('' for none), and whether a change is one of the record's page.
create function private.queue_row_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  lists_change boolean := false;
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists_change := cardinality(list_columns) > 0;
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists_change := cardinality(list_columns) > 0;
  else
    -- A change of the id itself is a deletion and an insertion.
    with changes as (
      select to_jsonb(o) as o, to_jsonb(n) as n
      from (select *, row_number() over () as place from old_rows) o
      join (select *, row_number() over () as place from new_rows) n using (place)
    ), changed as (
      select o, n from changes
      where o - array['version', 'updated_at', 'place'] is distinct from n - array['version', 'updated_at', 'place']
    )
    select array_agg(distinct id), coalesce(bool_or(listed), false) into ids, lists_change
    from (
      select (o ->> id_column)::bigint as id,
        cardinality(list_columns) > 0 and exists (
          select 1 from unnest(list_columns || id_column) c where o -> c is distinct from n -> c
        ) as listed
      from changed
      union all
      select (n ->> id_column)::bigint, false from changed
    ) c;
  end if;
  if ids is null then
    return null;
  end if;
  perform private.queue_change(
    (select array_agg(kind || ':' || id) from unnest(ids) id)
      || case when lists_change then array['list:' || kind] else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)) from unnest(ids) id
    ) else '[]' end
  );
  return null;
end $$;

create function private.watch_table(p_table text, p_kind text, p_id_column text, p_list_columns text, p_has_page boolean)
returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_queue_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  execute format('create trigger %1$s_queue_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.queue_row_changes(%2$L, %3$L, %4$L, %5$L)',
    p_table, p_kind, p_id_column, p_list_columns, p_has_page);
  perform private.watch_rows(p_table, p_id_column, array[p_kind], '{}',
    case when p_list_columns <> '' then array['list:' || p_kind] else '{}' end, case when p_has_page then p_kind end);
end $$;

-- Sites, menus and redirects are few; their tags name the site.
create function private.queue_site_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A row that moves has been on two sites.
  sites text[] := array(
    select distinct coalesce(r ->> 'site_id', r ->> 'id') from (values (to_jsonb(old)), (to_jsonb(new))) v (r) where r is not null
  );
begin
  if tg_op = 'UPDATE' and to_jsonb(old) - array['version', 'updated_at'] = to_jsonb(new) - array['version', 'updated_at'] then
    return null;
  end if;
  perform private.queue_change(array(select tg_argv[0] || ':' || s from unnest(sites) s),
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $$;
