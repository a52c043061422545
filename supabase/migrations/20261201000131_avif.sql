-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mark_avif(p_hashes text[])
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  update public.images i set avif_hash = i.hash where i.hash = any (p_hashes) and i.avif_hash is distinct from i.hash
$function$
;
comment on function public.mark_avif(text[]) is 'Notes that Storage has the AVIF files of the pictures with these hashes.';

CREATE OR REPLACE FUNCTION public.images_without_avif(p_besides text[], p_limit integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('hash', i.hash, 'storage_path', i.storage_path, 'widths', i.widths)), '[]')
  from (
    select distinct on (i.hash) i.hash, i.storage_path, i.widths
    from public.images i where i.avif_hash is distinct from i.hash and i.hash <> all (p_besides)
    order by i.hash, i.id limit p_limit
  ) i
$function$
;
comment on function public.images_without_avif(text[],integer) is 'Pictures whose AVIF files are still to be made.';

alter table public.images add column avif_hash text;

create or replace view private.image_records with (security_invoker=true) as
 SELECT id,
    jsonb_build_object('id', id, 'hash', hash, 'width', width, 'height', height, 'widths', widths, 'has_avif', (NOT (avif_hash IS DISTINCT FROM hash)), 'is_decorative', is_decorative, 'localized', localized) AS record
   FROM public.images i;

alter table public.images add constraint images_avif_hash_check CHECK (private.is_media_hash(avif_hash));

CREATE INDEX images_without_avif_idx ON public.images USING btree (hash, id) WHERE (avif_hash IS DISTINCT FROM hash);

revoke all on function public.mark_avif(text[]) from public, anon, authenticated, service_role;
grant execute on function public.mark_avif(text[]) to service_role;

revoke all on function public.images_without_avif(text[],integer) from public, anon, authenticated, service_role;
grant execute on function public.images_without_avif(text[],integer) to service_role;

update private.content_tables set fixed = '{avif_hash}' where name = 'images';
