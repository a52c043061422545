-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.publish_with_below(uuid,bigint,jsonb);

drop function public.publish_draft(uuid,bigint);

CREATE OR REPLACE FUNCTION private.refuse_later_save(p_page_id bigint, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  latest public.draft_saves;
begin
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) = p_last_save then
    return null;
  end if;
  return jsonb_build_object('status', 'conflict', 'published', '[]'::jsonb, 'saved', private.save_mark(latest));
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_draft(p_actor uuid, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_editable boolean;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select p.is_editable into is_editable from public.pages p where p.id = p_page_id for no key update;
  if not is_editable then
    return '{"published": [], "status": "not-editable"}';
  end if;
  if p_last_save is not null then
    refusal := private.refuse_later_save(p_page_id, p_last_save);
  end if;
  return coalesce(refusal, public.publish_pages(array[p_page_id]));
end $function$
;
comment on function public.publish_draft(uuid,bigint,bigint) is 'What public.publish_pages does, for a member of the staff and one page. With p_last_save, the newest save that the caller has seen, it is refused when somebody has saved since.';

CREATE OR REPLACE FUNCTION public.publish_with_below(p_actor uuid, p_page_id bigint, p_below jsonb, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  ids bigint[] := array(select b.id from jsonb_to_recordset(p_below) b (id bigint)) || p_page_id;
  titles jsonb;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages p where p.id = any (ids) order by p.id for no key update;
  perform 1 from public.modules m where m.page_id = any (ids) order by m.id for update;
  select jsonb_agg(private.page_title(p.id) order by p.id) into titles from public.pages p where p.id = any (ids) and not p.is_editable;
  if titles is not null then
    return jsonb_build_object('status', 'not-editable', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  -- What nobody has looked at is not published along.
  if p_last_save is not null then
    refusal := private.refuse_later_save(p_page_id, p_last_save);
  end if;
  if refusal is not null then
    return refusal;
  end if;
  select jsonb_agg(coalesce(private.page_title(b.id), '') order by b.id) into titles
  from jsonb_to_recordset(p_below) b (id bigint, last_save bigint)
  where b.last_save is distinct from (
    select coalesce(max(s.id), 0) from public.pages p left join public.draft_saves s on s.page_id = p.id where p.id = b.id having count(p.id) > 0
  );
  if titles is not null then
    return jsonb_build_object('status', 'conflict', 'published', '[]'::jsonb, 'titles', titles);
  end if;
  return public.publish_pages(ids);
end $function$
;
comment on function public.publish_with_below(uuid,bigint,jsonb,bigint) is 'Publishes the drafts of a page and of others, as [{id, last_save}], together: none of them where one is locked, or was saved since, which is answered with their titles; of the page itself, since p_last_save, with who has saved it.';

revoke all on function private.refuse_later_save(bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function private.refuse_later_save(bigint,bigint) to service_role;

revoke all on function public.publish_draft(uuid,bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_draft(uuid,bigint,bigint) to service_role;

revoke all on function public.publish_with_below(uuid,bigint,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.publish_with_below(uuid,bigint,jsonb,bigint) to service_role;
