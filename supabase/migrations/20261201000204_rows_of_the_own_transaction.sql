-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.is_own(p_xid xid)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  select coalesce(pg_catalog.pg_xact_status(p_xid::text::pg_catalog.xid8) = 'in progress', false)
$function$
;
comment on function private.is_own(xid) is 'Whether a visible row was written by the transaction that asks, given its xmin.';
