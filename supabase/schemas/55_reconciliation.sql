-- Reconciliation: finds what triggers and publishers have missed, and queues it. Each call is short, and one runs at a time.

-- Compares the rows of some buckets with their fingerprints. What differs is queued with all that may depend on it.
create function public.reconcile_rows(p_table text, p_bucket bigint, p_buckets integer) returns jsonb
language plpgsql set search_path = '' set timezone = 'UTC' set datestyle = 'ISO' set extra_float_digits = 1
as $$
declare
  id_column text := (select w.id_column from private.watched_tables w where w.name = p_table);
  first bigint;
  differing bigint[];
begin
  perform pg_advisory_xact_lock(7311);
  first := (select min(f.bucket) from private.row_fingerprints f where f.table_name = p_table and f.bucket >= p_bucket);
  if id_column = '' then
    first := case when p_bucket = 0 then 0 end;
  else
    execute format('select least($1, (select min(r.%1$I) / 500 from public.%2$I r where r.%1$I >= $2 * 500))', id_column, p_table)
    into first using first, p_bucket;
  end if;
  if first is null then
    return '{"next": null, "differing": []}';
  end if;
  -- One statement, hence one moment: rows and the fingerprints of their changes are committed together.
  execute format($statement$
    with seen as (
      select f.bucket, sum(f.total) as total from private.row_fingerprints f
      where f.table_name = $1 and f.bucket >= $2 and f.bucket < $2 + $3 group by f.bucket
    ), actual as (
      select h.bucket, sum(h.hash) as total
      from (select %s as bucket, hashtextextended(r::text, 0)::numeric as hash from public.%I r %s) h group by h.bucket
    ), mended as (
      insert into private.row_fingerprints (table_name, bucket, total)
      select $1, bucket, coalesce(a.total, 0) - coalesce(s.total, 0) from seen s full join actual a using (bucket)
      where coalesce(a.total, 0) <> coalesce(s.total, 0)
      returning bucket
    )
    select coalesce(array_agg(bucket order by bucket), '{}') from mended
  $statement$, private.bucket_of(nullif(id_column, '')), p_table,
    case when id_column <> '' then format('where r.%1$I >= $2 * 500 and r.%1$I < ($2 + $3) * 500', id_column) else '' end)
  into differing using p_table, first, p_buckets;
  perform set_config('content.reconciling', 'on', true);
  perform private.queue_bucket(p_table, b, array['reconciled:' || p_table]) from unnest(differing) b;
  with many as (
    select f.bucket from private.row_fingerprints f
    where f.table_name = p_table and f.bucket >= first and f.bucket < first + p_buckets group by f.bucket having count(*) > 1
  ), taken as (
    delete from private.row_fingerprints f using many m where f.table_name = p_table and f.bucket = m.bucket
    returning f.bucket, f.total
  )
  insert into private.row_fingerprints (table_name, bucket, total)
  select p_table, t.bucket, sum(t.total) from taken t group by t.bucket having sum(t.total) <> 0;
  return jsonb_build_object('next', first + p_buckets, 'differing', to_jsonb(differing));
end $$;
comment on function public.reconcile_rows is
  'Compares the rows of a table with what the queue was told of them, some buckets of 500 numbers at a time. Answers where to go on, and the buckets that differed, which are queued.';
revoke execute on function public.reconcile_rows from public, anon, authenticated;
grant execute on function public.reconcile_rows to service_role;

create function public.reconcile_begin(p_sites text[]) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  insert into private.site_checks (site_id) select unnest(p_sites);
  return (select coalesce(jsonb_agg(w.name order by w.name), '[]') from private.watched_tables w);
end $$;
comment on function public.reconcile_begin is 'Asks for a comparison of the outputs of sites. Answers the tables whose rows published files show.';
revoke execute on function public.reconcile_begin from public, anon, authenticated;
grant execute on function public.reconcile_begin to service_role;

-- Brings the outputs of one site that has to be checked in line with its content: those that are missing are added, those that it
-- should not have become stale, and so do those that the index of tags has lost, at most so many at once.
create function public.reconcile_outputs(p_at timestamptz, p_limit integer) returns jsonb
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  site text;
  checks bigint[];
  found_missing integer;
  found_extra integer;
  missing jsonb;
  extra jsonb;
  lost bigint[];
  last_seq bigint;
begin
  if not exists (select 1 from private.site_checks) then
    return null;
  end if;
  -- A site that is being built has to wait; what changes on others is in their first build.
  delete from private.site_checks c where c.site_id not in (select b.site_id from private.built_sites b);
  select c.site_id, array_agg(c.id) into site, checks from private.site_checks c
  where not exists (
    select 1 from public.site_builds b where b.site_id = c.site_id and b.finished_at is null
  )
  group by c.site_id order by min(c.id) limit 1;
  if site is null then
    return null;
  end if;
  with routes as materialized (
    select r.kind, r.ref, r.locale, r.visible_from, r.visible_until from private.routes r where r.site_id = site
  ), wanted as materialized (
    select r.kind, r.ref, r.locale, '' as listed, min(r.visible_from) as visible_from
    from routes r where r.visible_until is null or r.visible_until > p_at
    group by r.kind, r.ref, r.locale
    union all
    select f.kind, f.ref, f.locale, '', null from private.fixed_outputs f where f.site_id = site
    union all
    select distinct 'sitemap', r.ref / 500, 'en'::public.locale, r.kind, null::timestamptz
    from routes r where r.kind in (select k.kind from private.output_kinds k where k.sitemap_order is not null)
  ), known as materialized (
    select o.id, o.kind, o.ref, o.locale, o.listed_kind as listed, o.stale_seq is not null as is_stale,
      o.tags <> coalesce(t.tags, '{}') as is_lost
    from public.site_outputs o left join public.output_tags t on t.output_id = o.id where o.site_id = site
  ), missing_ones as (
    select w.* from wanted w
    where not exists (
      select 1 from known k where (k.kind, k.ref, k.locale, k.listed) = (w.kind, w.ref, w.locale, w.listed)
    )
    limit p_limit
  ), extra_ones as (
    select k.* from known k
    where not k.is_stale and not exists (
      select 1 from wanted w where (w.kind, w.ref, w.locale, w.listed) = (k.kind, k.ref, k.locale, k.listed)
    )
    limit p_limit
  )
  select (select jsonb_agg(m) from missing_ones m), (select jsonb_agg(e) from extra_ones e),
    array(select k.id from known k where k.is_lost limit p_limit)
  into missing, extra, lost;

  -- Only now: reading takes long, and whoever publishes waits for this lock.
  perform private.lock_index();
  last_seq := coalesce((select max(l.seq) from public.change_log l), 0);
  insert into public.site_outputs (site_id, kind, ref, locale, listed_kind, stale_seq, stale_reasons, turn, next_change_at)
  select site, m.kind, m.ref, m.locale, m.listed, case when coalesce(m.visible_from, p_at) <= p_at then last_seq end,
    array['reconciled:' || site], private.turn_of('bulk', m.kind, true), case when m.visible_from > p_at then m.visible_from end
  from jsonb_to_recordset(missing) m (kind text, ref bigint, locale public.locale, listed text, visible_from timestamptz)
  on conflict (site_id, kind, ref, locale, listed_kind) do nothing;
  get diagnostics found_missing = row_count;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of('bulk', o.kind, true)
  from jsonb_to_recordset(extra) e (kind text, ref bigint, locale public.locale, listed text)
  where (o.site_id, o.kind, o.ref, o.locale, o.listed_kind) = (site, e.kind, e.ref, e.locale, e.listed) and o.stale_seq is null;
  get diagnostics found_extra = row_count;
  -- No change could find these by their tags.
  insert into public.output_tags as t (output_id, tags) select o.id, o.tags from public.site_outputs o where o.id = any (lost)
  on conflict (output_id) do update set tags = excluded.tags;
  update public.site_outputs o
  set stale_seq = last_seq, stale_reasons = array['reconciled:' || site], turn = private.turn_of('bulk', o.kind, true)
  where o.id = any (lost) and o.stale_seq is null;
  -- Whoever asks meanwhile adds a row of its own.
  if coalesce(jsonb_array_length(missing), 0) < p_limit and coalesce(jsonb_array_length(extra), 0) < p_limit
    and cardinality(lost) < p_limit then
    delete from private.site_checks c where c.id = any (checks);
  end if;
  return jsonb_build_object('site', site, 'missing', found_missing, 'extra', found_extra + cardinality(lost));
end $$;
comment on function public.reconcile_outputs is
  'Compares the outputs of one site that has to be checked with those that it should have. Answers null when none has to be.';
revoke execute on function public.reconcile_outputs from public, anon, authenticated;
grant execute on function public.reconcile_outputs to service_role;

create function public.reconcile_files(p_site text, p_after bigint, p_limit integer) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'path', o.path, 'hash', o.content_hash) order by o.id), '[]')
  from (
    select o.id, o.path, o.content_hash from public.site_outputs o
    where o.site_id = p_site and o.id > p_after and o.path is not null and o.content_hash is not null and o.stale_seq is null
      -- One that was put back to an earlier build has other files until its next build.
      and p_site = any (private.ready_sites(array[p_site], null))
    order by o.id limit p_limit
  ) o
$$;
comment on function public.reconcile_files is
  'What the index says of the files of a site, some outputs behind an id: those that nobody is to publish.';
revoke execute on function public.reconcile_files from public, anon, authenticated;
grant execute on function public.reconcile_files to service_role;

create function public.reconcile_files_found(p_site text, p_outputs jsonb) returns integer
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  found_files integer;
begin
  perform private.lock_index();
  update public.site_outputs o
  set stale_seq = coalesce((select max(l.seq) from public.change_log l), 0), stale_reasons = array['reconciled:' || p_site],
    turn = private.turn_of('bulk', o.kind, true)
  from jsonb_to_recordset(p_outputs) f (id bigint, path text, hash text)
  -- One that was published meanwhile was compared with what was there before.
  where o.id = f.id and o.site_id = p_site and o.path = f.path and o.content_hash = f.hash and o.stale_seq is null;
  get diagnostics found_files = row_count;
  return found_files;
end $$;
comment on function public.reconcile_files_found is
  'Outputs whose files are missing or others than the index says are published again. Answers how many still are as they were read.';
revoke execute on function public.reconcile_files_found from public, anon, authenticated;
grant execute on function public.reconcile_files_found to service_role;
