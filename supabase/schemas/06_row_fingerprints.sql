-- What the queue was told of the rows that pages show, as fingerprints: a trigger adds up what each statement changes, and
-- reconciliation compares the sums with the rows. They differ where rows were changed while triggers were disabled, as in a restore.

-- The tables whose rows published files show, and what depends on the rows.
create table private.watched_tables (
  name text primary key,
  -- The number that the tags of a row name.
  id_column text not null,
  -- The beginnings of the tags that a row's number completes.
  row_tags text[] not null,
  -- The beginnings of the tags that the name of a site completes.
  site_tags text[] not null,
  other_tags text[] not null,
  -- The kind of the outputs that come and go with a row.
  row_kind text,
  -- The numbers that the tags name, where the column holds others: a query by the first and the last one.
  id_query text
);
comment on table private.watched_tables is 'The tables whose rows published files show, and the tags and outputs that depend on the rows.';
grant select on private.watched_tables to service_role;

-- Rows are only added, so that editors never wait for each other; a check makes one of many.
create table private.row_fingerprints (
  id bigint generated always as identity primary key,
  table_name text not null,
  -- Rows are counted in groups of 500 numbers.
  bucket bigint not null,
  total numeric not null
);
comment on table private.row_fingerprints is 'Sums of the hashes of rows, as triggers saw them change.';
create index row_fingerprints_bucket_idx on private.row_fingerprints (table_name, bucket);
grant select, insert, update, delete on private.row_fingerprints to service_role;

-- Sites whose outputs have to be compared with those that they should have.
create table private.site_checks (
  id bigint generated always as identity primary key,
  site_id text not null
);
comment on table private.site_checks is 'Sites whose index of outputs has to be compared with what they should have.';
grant select, insert, update, delete on private.site_checks to service_role;

create function private.bucket_of(p_column text) returns text
language sql immutable set search_path = ''
as $$
  -- The three sites have names and no numbers.
  select case when p_column is null then '0::bigint' else format('r.%I / 500', p_column) end
$$;

-- Arguments: the column with the number, or nothing.
create function private.add_fingerprints() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set extra_float_digits = 1
as $$
declare
  bucket text := private.bucket_of(nullif(tg_argv[0], ''));
  old_hashes text := format('select %s as bucket, -hashtextextended(r::text, 0)::numeric as hash from old_rows r', bucket);
  new_hashes text := format('select %s as bucket, hashtextextended(r::text, 0)::numeric as hash from new_rows r', bucket);
begin
  execute format('insert into private.row_fingerprints (table_name, bucket, total)
    select %L, h.bucket, sum(h.hash) from (%s) h group by h.bucket having sum(h.hash) <> 0',
    tg_table_name, case tg_op
      when 'INSERT' then new_hashes
      when 'DELETE' then old_hashes
      else old_hashes || ' union all ' || new_hashes end);
  return null;
end $$;

-- Queues everything that depends on the rows of a bucket, whichever rows it has or had.
create function private.queue_bucket(p_table text, p_bucket bigint, p_reason text[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  watched private.watched_tables;
  sites text[] := array(select s.id from public.sites s union select b.site_id from public.site_builds b);
  -- What an old database has of higher numbers no output is of: nobody could read them.
  last bigint := least(p_bucket::numeric * 500 + 499, 9007199254740991);
  ids bigint[] := array(select generate_series(p_bucket * 500, last));
begin
  select * into strict watched from private.watched_tables w where w.name = p_table;
  if watched.id_query is not null then
    execute watched.id_query into ids using p_bucket * 500, last;
  end if;
  perform private.queue_change(
    array(select t || ':' || id from unnest(watched.row_tags) t, unnest(ids) id)
      || array(select t || ':' || s from unnest(watched.site_tags) t, unnest(sites) s)
      || array(select distinct 'sitemap:' || watched.row_kind || ':' || id / 500 from unnest(ids) id where watched.row_kind is not null)
      || case when p_table = 'sites' then private.tags_of_live_pages(sites, null) else '{}' end
      || watched.other_tags || array(select g from unnest(watched.other_tags) t, unnest(private.tags_of_lists(p_table, t)) g) || p_reason,
    case when watched.row_kind is null then '[]' else (
      select coalesce(jsonb_agg(jsonb_build_object('kind', watched.row_kind, 'ref', id)), '[]') from unnest(ids) id
    ) end);
  insert into private.site_checks (site_id) select unnest(sites);
end $$;

-- The rows are gone without having been seen: the fingerprints tell in which buckets there were some.
create function private.queue_truncation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  emptied bigint;
begin
  for emptied in
    insert into private.row_fingerprints (table_name, bucket, total)
    select f.table_name, f.bucket, -sum(f.total) from private.row_fingerprints f
    where f.table_name = tg_table_name
    group by f.table_name, f.bucket having sum(f.total) <> 0
    returning bucket
  loop
    perform private.queue_bucket(tg_table_name, emptied, '{}');
  end loop;
  return null;
end $$;

create function private.watch_rows(
  p_table text, p_id_column text, p_row_tags text[], p_site_tags text[] default '{}', p_other_tags text[] default '{}',
  p_row_kind text default null, p_id_query text default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into private.watched_tables (name, id_column, row_tags, site_tags, other_tags, row_kind, id_query)
  values (p_table, coalesce(p_id_column, ''), p_row_tags, p_site_tags, p_other_tags, p_row_kind, p_id_query);
  execute format('create trigger %1$s_fingerprint_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_fingerprint_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.add_fingerprints(%2$L)', p_table, coalesce(p_id_column, ''));
  execute format('create trigger %1$s_queue_truncate after truncate on public.%1$I
    for each statement execute function private.queue_truncation()', p_table);
  -- Revisions hold both sides by themselves.
  if p_id_query is null then
    -- Tags name another record of some: the product of a stock. What is told of a record is told by its own number.
    perform private.record_table(p_table,
      case when p_id_column <> '' and exists (select from private.kinds k where k.table_name = p_table) then 'id' else p_id_column end);
  end if;
end $$;
comment on function private.watch_rows is
  'For the schema: has the rows of a table fingerprinted, their changes written down and its truncation queued. Arguments: the columns of private.watched_tables.';
