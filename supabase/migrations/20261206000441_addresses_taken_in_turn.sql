-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.taken_addresses(p_page_id bigint, p_site text, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Two that take one address at once each have their row before they look for others: neither would go on. So the second waits here,
  -- and then sees what the first one has taken.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'address', p_site, a.locale, a.file), 0))
  from (
    select n.key as locale, private.file_of(n.value ->> 'path') as file
    from jsonb_each(p_locales) n
    where not exists (
      select from public.page_locales l
      where l.page_id = p_page_id and l.locale = n.key::public.locale and private.file_of(l.path) = private.file_of(n.value ->> 'path')
    )
    order by 1, 2
  ) a;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('locale', l.locale, 'page_id', l.page_id, 'title', l.title) order by l.locale), '[]')
    from jsonb_each(p_locales) n
    join public.page_locales l on l.site_id = p_site and l.locale = n.key::public.locale
      and private.file_of(l.path) = private.file_of(n.value ->> 'path')
    where l.page_id is distinct from p_page_id
      and not exists (select from private.addresses_given_up(p_site, p_locales) g where g.page_id = l.page_id and g.locale = l.locale)
  );
end $function$
;
comment on function private.taken_addresses(bigint,text,jsonb) is 'The pages whose drafts have the addresses that another page is to get. Whoever asks takes those that are free: nobody else does meanwhile.';
