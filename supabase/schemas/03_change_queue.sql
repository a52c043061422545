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
  row_count integer := jsonb_array_length(p_rows);
  -- Of so many records a part has the rows and tags.
  rows_of_part integer := greatest(1, part_size * row_count / greatest(cardinality(p_tags), row_count, 1));
  who jsonb;
begin
  if cardinality(p_tags) = 0 and row_count = 0 then
    return;
  end if;
  who := jsonb_strip_nulls(jsonb_build_object('actor', private.actor(), 'edit', private.current_edit()));
  if cardinality(p_tags) <= part_size and row_count <= part_size then
    perform pgmq.send('content_changes', jsonb_build_object('tags', to_jsonb(p_tags), 'rows', p_rows) || who);
  else
    -- The tags of a record go with its row: an output that was published for the row before they came would be published once more. What
    -- is about no row comes last. `all`: a part of many rows is one of many, however few it has.
    perform pgmq.send_batch('content_changes', array(
      with records as materialized (
        select u.record, (u.n - 1) / rows_of_part as part, u.record ->> 'kind' as kind, u.record ->> 'ref' as ref
        from jsonb_array_elements(p_rows) with ordinality u (record, n)
      ), named as (
        select u.tag, u.n, min(r.part) as part
        from unnest(p_tags) with ordinality u (tag, n)
        left join records r
          on r.kind = split_part(split_part(u.tag, ':', 1), '/', 1) and r.ref = split_part(split_part(u.tag, ':', 2), '@', 1)
        group by u.tag, u.n
      ), tagged as (
        select coalesce(n.part, 1 + (row_count - 1) / rows_of_part + (row_number() over (partition by n.part is null order by n.n) - 1) / part_size) as part,
          n.tag, n.n
        from named n
      )
      select jsonb_build_object('tags', coalesce(t.tags, '[]'), 'rows', coalesce(r.rows, '[]'), 'all', row_count) || who
      from (select d.part, jsonb_agg(d.tag order by d.n) as tags from tagged d group by d.part) t
      full join (select d.part, jsonb_agg(d.record) as rows from records d group by d.part) r using (part)
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

-- Of a row that is visible: one whose transaction is in progress was written here, in a subtransaction perhaps. A snapshot does not
-- tell: it leaves out its own transaction, as one that has ended, once others that began later have.
create function private.is_own(p_xid xid) returns boolean
language sql volatile set search_path = ''
as $$
  select coalesce(pg_catalog.pg_xact_status(p_xid::text::pg_catalog.xid8) = 'in progress', false)
$$;
comment on function private.is_own is 'Whether a visible row was written by the transaction that asks, given its xmin.';
revoke execute on function private.is_own from public;

-- What pages read of records by one view each, where that is less than all of a record. Tags name the shape before the record:
-- `product/card:88`.
create table private.shapes (
  kind text not null,
  shape text not null,
  -- In the schema private.
  view_name text not null,
  -- The texts of `localized` that readers of the view take; the locales themselves always count.
  keys text[] not null,
  primary key (kind, shape)
);
comment on table private.shapes is 'What pages read of records by one view each. The columns of a shape are those on which its view depends.';
grant select on private.shapes to authenticated, service_role;

create table private.shape_columns (
  table_name text not null,
  shape text not null,
  column_name text not null,
  -- Null for all texts.
  keys text[],
  primary key (table_name, shape, column_name)
);
comment on table private.shape_columns is 'The columns of each shape, as the catalogue of the database tells (private.derive_shapes).';
grant select on private.shape_columns to service_role;

-- Lists of the rows that have one value in a column: a tag names column and value, `list:article/newsroom_category/career`.
create table private.list_groups (
  table_name text not null,
  column_name text not null,
  -- All values that there may be, as texts.
  values_query text not null,
  primary key (table_name, column_name)
);
comment on table private.list_groups is 'Columns by whose value lists choose rows: a change of a row concerns the lists of its values.';
grant select on private.list_groups to service_role;

-- The tags of every list that may show rows of a table.
create function private.tags_of_lists(p_table text, p_list text) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  tags text[] := '{}';
  lists record;
  members text[];
begin
  for lists in select g.column_name, g.values_query from private.list_groups g where g.table_name = p_table loop
    execute lists.values_query into members;
    tags := tags || array(select p_list || '/' || lists.column_name || '/' || m from unnest(members) m);
  end loop;
  return tags;
end $$;

-- The locales whose readers see other texts: those of `p_keys`, or all where that is null. Null for every locale: a locale came or went,
-- or the texts differ in a way that is not looked into. A text that a locale has not is that of English.
create function private.locales_that_differ(p_old jsonb, p_new jsonb, p_keys text[]) returns text[]
language sql immutable set search_path = ''
as $$
  select case
    when jsonb_typeof(p_old) <> 'object' or jsonb_typeof(p_new) <> 'object'
      or (select array_agg(k order by k) from jsonb_object_keys(p_old) k)
        is distinct from (select array_agg(k order by k) from jsonb_object_keys(p_new) k) then null
    else array(
      select l.locale
      from unnest(enum_range(null::public.locale)::text[]) l (locale)
      where exists (
        select 1
        from (
          select jsonb_object_keys(t.texts) as key
          from jsonb_path_query(jsonb_build_array(p_old, p_new), '$[*].* ? (@.type() == "object")') t (texts)
        ) k
        where (p_keys is null or k.key = any (p_keys))
          and coalesce(nullif(p_old -> l.locale -> k.key, 'null'), p_old -> 'en' -> k.key)
            is distinct from coalesce(nullif(p_new -> l.locale -> k.key, 'null'), p_new -> 'en' -> k.key)
      )
      order by l.locale
    )
  end
$$;

-- The tags of rows of a table that were updated, given as objects: of each record as a whole, and of its shapes of which a column
-- differs. Where only texts differ, a tag names the locales whose readers see it: `product/card:88@de,en`.
create function private.tags_of_updates(p_table text, p_kind text, p_id_column text, p_old jsonb[], p_new jsonb[]) returns text[]
language sql stable set search_path = ''
as $$
  with differing as (
    select r.o, r.n, d.key as column_name, r.o -> p_id_column <> r.n -> p_id_column as is_renamed
    from unnest(p_old, p_new) r (o, n)
    cross join lateral jsonb_object_keys(r.n) d (key)
    where r.o -> d.key is distinct from r.n -> d.key
  ), touched as (
    select d.*, null::text as shape, null::text[] as keys from differing d
    union all
    select d.*, c.shape, c.keys from differing d
    join private.shape_columns c on c.table_name = p_table and (c.column_name = d.column_name or d.is_renamed)
  ), found as (
    -- The page of a record may show when it was changed, in each language.
    select t.shape, v.id, case when t.column_name = 'localized' and not t.is_renamed and (t.shape is not null or not p.has_page)
      then private.locales_that_differ(t.o -> 'localized', t.n -> 'localized', t.keys) end as locales
    from touched t
    cross join (select exists (select 1 from private.shapes s where (s.kind, s.shape) = (p_kind, 'link')) as has_page) p
    cross join lateral (values (t.o ->> p_id_column), (t.n ->> p_id_column)) v (id)
  ), united as (
    select f.shape, f.id, bool_or(f.locales is null) as is_all, array_agg(distinct l.locale) filter (where l.locale is not null) as locales
    from found f left join lateral unnest(f.locales) l (locale) on true
    group by f.shape, f.id
  )
  select coalesce(array_agg(p_kind || coalesce('/' || u.shape, '') || ':' || u.id
    || case when u.is_all or cardinality(u.locales) = cardinality(enum_range(null::public.locale)) then '' else '@' || array_to_string(u.locales, ',') end), '{}')
  from united u
  where u.is_all or u.locales is not null
$$;

-- The tags of records as wholes and of all shapes that show rows of a table.
create function private.tags_of_records(p_table text, p_kind text, p_ids bigint[]) returns text[]
language sql stable set search_path = ''
as $$
  select coalesce(array_agg(p_kind || s.suffix || ':' || id), '{}')
  from unnest(p_ids) id
  cross join (
    select '' as suffix union all select distinct '/' || c.shape from private.shape_columns c where c.table_name = p_table
  ) s
$$;

-- Whether a statement that changed nothing but positions left the parts of each record in the order in which they were: a position says
-- nothing but that, and parts with the same one go by their keys. Nobody else may be changing the table meanwhile, whose changes could meet these in between: what two
-- transactions do to the same rows is in order for each of them, and not for both.
create function private.keeps_order(p_table text, p_old jsonb[], p_new jsonb[]) returns boolean
language plpgsql volatile set search_path = ''
as $$
declare
  ignored constant text[] := array['version', 'updated_at', 'position'];
  -- Of rows that are no part of a record there is none.
  owner text;
  keys text[];
  query text;
  is_kept boolean;
begin
  select c.owner_key, coalesce(c.keys, '{id}') into owner, keys from private.content_tables c where c.name = p_table;
  if owner is null or current_setting('transaction_isolation') <> 'read committed'
    or exists (select from unnest(p_old, p_new) r (o, n) where not r.o ? 'position' or r.o - ignored <> r.n - ignored)
  then
    return false;
  end if;
  query := format($q$
    select not exists (
      select from (
        select row_number() over (partition by p.owner order by p.was, %3$s) as was, row_number() over (partition by p.owner order by p.is_now, %3$s) as is_now
        from (
          select (r.o ->> 'position')::integer as was, t.position as is_now, t.%2$I as owner, t.*
          from unnest($1, $2) r (o, n) cross join jsonb_populate_record(null::public.%1$I, r.n) t
          union all
          select t.position, t.position, t.%2$I, t.* from public.%1$I t
          where t.%2$I in (select (r ->> %2$L)::bigint from unnest($2) r)
            and not exists (select from unnest($2) r where r - $3 = to_jsonb(t) - $3)
        ) p
      ) o where o.was <> o.is_now
    )$q$, p_table, owner, (select string_agg(format('p.%I', k), ', ') from unnest(keys) k));
  execute query into is_kept using p_old, p_new, ignored;
  if is_kept then
    begin
      execute format('lock table public.%I in share mode nowait', p_table);
    exception when lock_not_available then
      return false;
    end;
    -- What others have committed until now counts.
    execute query into is_kept using p_old, p_new, ignored;
  end if;
  return is_kept;
end $$;

-- Once a statement, however many rows it touched. Arguments: the kind of record, the column that holds its id, the
-- columns that decide in which lists the record is ('' for none), and whether a change is one of the record's page.
create function private.queue_row_changes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Of more rows at once it is not looked up what differs.
  few constant integer := 300;
  kind text := tg_argv[0];
  id_column text := tg_argv[1];
  list_columns text[] := string_to_array(tg_argv[2], ',');
  has_page boolean := tg_argv[3]::boolean;
  ids bigint[];
  ignored constant text[] := array['version', 'updated_at'];
  olds jsonb[];
  news jsonb[];
  tags text[];
  placed bigint[];
  lists_change boolean := cardinality(list_columns) > 0;
  lists text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct (to_jsonb(n) ->> id_column)::bigint) into ids from new_rows n;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(n) ->> g.column_name)
      from private.list_groups g cross join new_rows n where g.table_name = tg_table_name
    );
  elsif tg_op = 'DELETE' then
    select array_agg(distinct (to_jsonb(o) ->> id_column)::bigint) into ids from old_rows o;
    lists := array(
      select distinct g.column_name || '/' || (to_jsonb(o) ->> g.column_name)
      from private.list_groups g cross join old_rows o where g.table_name = tg_table_name
    );
  else
    -- Side by side without a join: the rows of a statement are planned as one row, and thousands were compared each with all others.
    olds := array(select to_jsonb(o) - ignored from old_rows o);
    news := array(select to_jsonb(n) - ignored from new_rows n);
    select array_agg(c.o), array_agg(c.n) into olds, news from unnest(olds, news) c (o, n) where c.o is distinct from c.n;
    -- A change of the id itself is a deletion and an insertion.
    select array_agg(distinct (r ->> id_column)::bigint) into ids from unnest(olds || news) r;
    lists := array(
      select distinct g.column_name || '/' || (r ->> g.column_name)
      from private.list_groups g cross join unnest(olds || news) r where g.table_name = tg_table_name
    );
    lists_change := exists (
      select 1 from unnest(olds, news) r (o, n) cross join unnest(list_columns || id_column) c
      where cardinality(list_columns) > 0 and r.o -> c is distinct from r.n -> c
        -- A list has the records that exist in its locale.
        and (c <> 'localized' or private.locales_that_differ(r.o -> c, r.n -> c, '{}') is null)
    );
  end if;
  if ids is null then
    return null;
  end if;
  placed := ids;
  if tg_op = 'UPDATE' and cardinality(olds) <= few then
    if private.keeps_order(tg_table_name, olds, news) then
      return null;
    end if;
    tags := private.tags_of_updates(tg_table_name, kind, id_column, olds, news);
    if exists (select 1 from private.shapes s where s.kind = tg_argv[0] and s.shape = 'link') then
      -- Whether and where a record has a page is the same.
      placed := array(select id from unnest(ids) id where kind || '/link:' || id = any (tags));
    end if;
  else
    tags := private.tags_of_records(tg_table_name, kind, ids);
  end if;
  perform private.queue_change(
    tags
      || case when lists_change then 'list:' || kind || array(select 'list:' || kind || '/' || l from unnest(lists) l where l is not null) else '{}' end
      || case when has_page then (
        select array_agg(distinct 'sitemap:' || kind || ':' || id / 500) from unnest(ids) id
      ) else '{}' end,
    case when has_page then (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'ref', id)), '[]') from unnest(placed) id
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

-- What readers of a locale see of the items of a menu: an item shows in the locales that its label has.
create function private.menu_in_locale(p_items jsonb, p_locale text) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_agg(i.item || jsonb_build_object('label', i.item -> 'label' -> p_locale,
    'description', i.item -> 'description' -> p_locale,
    'children', case when i.item -> 'children' <> '[]' then private.menu_in_locale(i.item -> 'children', p_locale) end) order by i.place), '[]')
  from jsonb_array_elements(case jsonb_typeof(p_items) when 'array' then p_items end) with ordinality i (item, place)
$$;

-- The locales in which a change of a site, a menu or a redirect shows; null for all.
create function private.locales_of_site_change(p_tag text, p_old jsonb, p_new jsonb) returns text[]
language sql stable set search_path = ''
as $$
  select case
    -- The organization has its English name in all languages.
    when p_tag = 'site' and p_old - 'localized' = p_new - 'localized'
      and p_old #> '{localized,en,title}' = p_new #> '{localized,en,title}'
      then private.locales_that_differ(p_old -> 'localized', p_new -> 'localized', null)
    when p_tag = 'globals' and p_old - 'items' = p_new - 'items' then array(
      select l from unnest(enum_range(null::public.locale)::text[]) l
      where private.menu_in_locale(p_old -> 'items', l) <> private.menu_in_locale(p_new -> 'items', l)
    )
  end
$$;

-- A row without one of its texts in all languages.
create function private.without_text(p_row jsonb, p_key text) returns jsonb
language sql immutable set search_path = ''
as $$
  select p_row || jsonb_build_object('localized', (
    select jsonb_object_agg(t.key, t.value - p_key) from jsonb_each(p_row -> 'localized') t
  ))
$$;

-- Sites, menus and redirects are few; their tags name the site, and the shape of a site that has its description, which few pages show.
create function private.queue_site_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Nothing shows the addresses of `settings`.
  ignored constant text[] := array['version', 'updated_at'];
  -- A row that moves has been on two sites.
  sites text[] := array(
    select distinct coalesce(r ->> 'site_id', r ->> 'id') from (values (to_jsonb(old)), (to_jsonb(new))) v (r) where r is not null
  );
  before jsonb := to_jsonb(old) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  after jsonb := to_jsonb(new) - ignored #- '{settings,contact_email}' #- '{settings,phone}';
  shape text := '';
  locales text[];
  pages text[] := '{}';
begin
  if tg_op = 'UPDATE' then
    locales := private.locales_of_site_change(tg_argv[0], before, after);
    if before = after or locales = '{}' then
      return null;
    end if;
    if tg_argv[0] = 'site' and private.without_text(before, 'description') = private.without_text(after, 'description') then
      shape := '/description';
    end if;
  end if;
  if tg_argv[0] = 'site' and (before -> 'locales') is distinct from (after -> 'locales') then
    -- Its own pages follow by the tag of the site.
    pages := private.tags_of_live_pages(sites, case when tg_op = 'UPDATE' then array(
      select l::public.locale from (
        select jsonb_array_elements_text(before -> 'locales') union all select jsonb_array_elements_text(after -> 'locales')
      ) both_of (l) group by l having count(*) = 1
    ) end);
  end if;
  perform private.queue_change(
    array(select concat_ws('@', tg_argv[0] || shape || ':' || s, array_to_string(locales, ',')) from unnest(sites) s) || pages,
    case when tg_argv[0] = 'site' then (
      select jsonb_agg(jsonb_build_object('kind', 'site', 'site', s)) from unnest(sites) s
    ) else '[]' end);
  if tg_argv[0] = 'site' then
    insert into private.site_checks (site_id) select unnest(sites);
  end if;
  return null;
end $$;

-- For a table whose rows are many, and belong to sites: one message for all that a statement has changed.
create function private.queue_changed_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  ignored constant text[] := array['version', 'updated_at'];
  sites text[];
begin
  case tg_op
    when 'INSERT' then sites := array(select distinct n.site_id from new_rows n);
    when 'DELETE' then sites := array(select distinct o.site_id from old_rows o);
    else
      -- A row that moves has been on two sites.
      sites := array(
        select distinct c.content ->> 'site_id' from (
          (select to_jsonb(n) - ignored as content from new_rows n except select to_jsonb(o) - ignored from old_rows o)
          union all
          (select to_jsonb(o) - ignored from old_rows o except select to_jsonb(n) - ignored from new_rows n)
        ) c
      );
  end case;
  perform private.queue_change(array(select tg_argv[0] || ':' || s.site from unnest(sites) s (site) order by s.site), '[]');
  return null;
end $$;
