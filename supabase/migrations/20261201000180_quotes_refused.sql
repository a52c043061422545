-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.quotes_product(value text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  -- White space is escaped where the text is JSON.
  select value ~* '\{\{(\s|\\[nrt])*product(\s|\\[nrt])*:'
$function$
;
comment on function private.quotes_product(text) is 'Whether a text, or JSON, has a quote of a product in it, as {{product:cx24 co2-range}}.';

CREATE OR REPLACE FUNCTION private.without_quotes(p_text text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when p_text like '%{{%' then regexp_replace(p_text, '\{\{\s*product\s*:([^{}]*\}\})?', '…', 'gi') else p_text end
$function$
;

alter table public.sites add constraint sites_quote_nothing CHECK ((NOT private.quotes_product(concat(settings, localized))));

alter table public.menus add constraint menus_quote_nothing CHECK ((NOT private.quotes_product((items)::text)));

alter table public.forms add constraint forms_quote_nothing CHECK ((NOT private.quotes_product(concat(title, content, localized))));

revoke all on function private.quotes_product(text) from public, anon, authenticated, service_role;
grant execute on function private.quotes_product(text) to authenticated;
grant execute on function private.quotes_product(text) to public;
grant execute on function private.quotes_product(text) to service_role;
