-- Where tags had no order, two databases of the same schema could differ.

create or replace function private.derive_shapes() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.shape_columns where table_name is not null;
  with recursive views as (
    select s.kind, s.shape, s.keys, c.oid
    from private.shapes s
    join pg_catalog.pg_class c on c.relname = s.view_name and c.relnamespace = 'private'::regnamespace
    union
    select v.kind, v.shape, v.keys, d.refobjid
    from views v
    join pg_catalog.pg_rewrite r on r.ev_class = v.oid
    join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
      and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid <> v.oid
    join pg_catalog.pg_class c on c.oid = d.refobjid and c.relkind = 'v'
  )
  insert into private.shape_columns (table_name, shape, column_name, keys)
  select distinct c.relname, v.shape, a.attname,
    -- Texts of the record itself; those of rows that belong to it count as wholes.
    case when a.attname = 'localized' and c.relname in (select k.table_name from private.kinds k) then v.keys end
  from views v
  join pg_catalog.pg_rewrite r on r.ev_class = v.oid
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::regclass and d.objid = r.oid
    and d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjsubid > 0
  join pg_catalog.pg_class c on c.oid = d.refobjid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
  join private.watched_tables w on w.name = c.relname and v.kind = any (w.row_tags);
  update private.watched_tables w
  set row_tags = array(select t from unnest(w.row_tags) t where strpos(t, '/') = 0)
    || array(select distinct w.row_tags[1] || '/' || c.shape from private.shape_columns c where c.table_name = w.name order by 1)
  where w.row_tags <> '{}';
end $$;

select private.derive_shapes();
