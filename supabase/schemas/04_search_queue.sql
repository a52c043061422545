-- The queue of the search index: triggers append the records whose entries have to be written again.

create table private.search_due (
  id bigint generated always as identity primary key,
  kind text not null,
  ref bigint not null
);
comment on table private.search_due is
  'Records whose search entries have to be written again. Only appended to, so that a change that is not committed yet is never hidden by one that is.';
create index search_due_record_idx on private.search_due (kind, ref);
grant select, insert, update, delete on private.search_due to service_role;

-- One row for each record that a statement touched. Arguments: the kind, and the column that holds its id.
create function private.search_queue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, o.%I from old_rows o', tg_argv[0], tg_argv[1]);
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, n.%I from new_rows n', tg_argv[0], tg_argv[1]);
  end if;
  -- A publisher writes the search index.
  perform pg_notify('content_changes', '');
  return null;
end $$;

create function private.search_table(p_table text, p_kind text, p_id_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_search_%2$s_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
end $$;

create function private.search_queue_all() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref) values ('all', 0);
  perform pg_notify('content_changes', '');
  return null;
end $$;
