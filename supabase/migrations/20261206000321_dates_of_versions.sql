-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.record_dates(p_kind text, p_ids text[])
 RETURNS TABLE(id text, changed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query execute format('select r.id::text, r.updated_at from public.%I r where r.id = any ($1::%s[])',
    private.table_of_kind(p_kind), private.type_of_id(p_kind))
  using p_ids;
end $function$
;

CREATE OR REPLACE FUNCTION private.add_versions(p_kind text, p_ids text[], p_made_by uuid)
 RETURNS TABLE(id text, number integer)
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with now as materialized (
    select i.id, r.rows, v.number as latest, v.data, v.made_at
    from unnest(p_ids) i (id)
    left join private.rows_of_records(p_kind, p_ids) r on r.id = i.id
    left join lateral (
      select l.number, l.data, l.made_at from public.record_versions l where l.kind = p_kind and l.record_id = i.id order by l.number desc limit 1
    ) v on true
  ), added as (
    insert into public.record_versions as v (kind, record_id, number, data, made_by, made_at, edit_id)
    select p_kind, n.id, coalesce(n.latest, 0) + 1, n.rows, p_made_by,
      -- What nobody of the staff made is older than the moment at which it is found.
      case when p_made_by is null and d.changed_at > coalesce(n.made_at, '-infinity') then d.changed_at else clock_timestamp() end,
      nullif(current_setting('content.edit', true), '')::bigint
    from now n left join private.record_dates(p_kind, p_ids) d on d.id = n.id
    where n.data is distinct from n.rows
    returning v.record_id, v.number
  )
  select n.id, case when n.rows is not null then coalesce(a.number, n.latest) end
  from now n left join added a on a.record_id = n.id
$function$
;

revoke all on function private.record_dates(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.record_dates(text,text[]) to service_role;
