-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.add_medium(p_actor uuid, p_kind text, p_row jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  target text;
  columns text;
  answer jsonb;
begin
  perform private.act_as(p_actor);
  if p_kind not in ('image', 'vector', 'file', 'document') then
    raise exception 'no file becomes a %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  target := private.table_of_kind(p_kind);
  -- The same file, brought by two people at once, is one record.
  perform pg_advisory_xact_lock(hashtextextended('medium ' || (p_row ->> 'hash'), 0));
  execute format('select to_jsonb(r) from public.%I r where r.hash = $1 order by r.id limit 1', target) into answer using p_row ->> 'hash';
  if answer is null then
    select string_agg(quote_ident(k), ', ') into columns from jsonb_object_keys(p_row) k;
    execute format('insert into public.%1$I as r (%2$s) select %2$s from jsonb_populate_record(null::public.%1$I, $1) returning to_jsonb(r)', target, columns)
    into answer using p_row;
    answer := answer || '{"is_new": true}';
  end if;
  return jsonb_build_object('id', answer -> 'id', 'is_new', answer ? 'is_new',
    'title', coalesce(nullif(answer ->> 'display', ''), answer ->> 'name', answer ->> 'filename'));
end $function$
;
comment on function public.add_medium(uuid,text,jsonb) is 'Makes the record of a file that is stored, given by the columns of its row, unless there is one of the same content: answers the id and name of either.';

CREATE INDEX vectors_hash_idx ON public.vectors USING btree (hash);

CREATE INDEX files_hash_idx ON public.files USING btree (hash);

CREATE INDEX documents_hash_idx ON public.documents USING btree (hash);

revoke all on function public.add_medium(uuid,text,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.add_medium(uuid,text,jsonb) to service_role;
