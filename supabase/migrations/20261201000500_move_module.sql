-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.move_module(p_actor uuid, p_page_id bigint, p_module_id bigint, p_position integer, p_expected_version integer, p_parent_id bigint DEFAULT NULL::bigint, p_slot text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  refusal jsonb;
  beside bigint[];
begin
  perform private.act_as(p_actor);
  refusal := private.refuse_structure_change(p_page_id, p_expected_version);
  if refusal is not null then
    return refusal;
  end if;
  if not exists (select 1 from public.modules where id = p_module_id and page_id = p_page_id)
    or p_parent_id is not null and not exists (
      -- Nor is a module its own place, or what is inside of it.
      with recursive around as (
        select m.id, m.parent_id from public.modules m where m.id = p_parent_id and m.page_id = p_page_id
        union
        select m.id, m.parent_id from around a join public.modules m on m.id = a.parent_id
      )
      select 1 from around having count(*) > 0 and bool_and(id <> p_module_id)
    ) then
    return jsonb_build_object('status', 'not-found');
  end if;
  beside := array(
    select id from public.modules
    where page_id = p_page_id and parent_id is not distinct from p_parent_id and slot is not distinct from p_slot
      and id <> p_module_id
    order by position, id
  );
  perform private.place_modules(p_page_id, p_parent_id, p_slot, beside[:p_position] || p_module_id || beside[p_position + 1:]);
  update public.pages set structure_version = structure_version + 1 where id = p_page_id;
  return jsonb_build_object('status', 'saved', 'version', p_expected_version + 1);
end $function$
;
comment on function public.move_module(uuid,bigint,bigint,integer,integer,bigint,text) is 'Moves a module, with what is inside of it, to a position of a page or of a slot of another module of it, unless the structure has changed since.';

revoke all on function public.move_module(uuid,bigint,bigint,integer,integer,bigint,text) from public, anon, authenticated, service_role;
grant execute on function public.move_module(uuid,bigint,bigint,integer,integer,bigint,text) to service_role;
