-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.create_page(p_actor uuid, p_site text, p_parent_id bigint, p_locales jsonb, p_modules jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made bigint;
  taken jsonb;
  inserted jsonb;
begin
  perform private.act_as(p_actor);
  perform 1 from public.pages where id = p_parent_id and site_id = p_site for share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  taken := private.taken_addresses(null, p_site, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;
  insert into public.pages (site_id, parent_id) values (p_site, p_parent_id) returning id into made;
  insert into public.page_locales (page_id, locale, site_id, path, title)
  select made, l.key::public.locale, p_site, l.value ->> 'path', l.value ->> 'title'
  from jsonb_each(p_locales) l;
  if jsonb_array_length(p_modules) > 0 then
    select public.insert_modules(p_actor, made, p_modules, 0, 'paste', p.structure_version) into inserted
    from public.pages p where p.id = made;
    if inserted ->> 'status' is distinct from 'saved' then
      raise exception 'the modules of a new page were not inserted: %', inserted ->> 'status';
    end if;
  end if;
  return jsonb_build_object('status', 'saved', 'id', made);
end $function$
;
comment on function public.create_page(uuid,text,bigint,jsonb,jsonb) is 'Makes a page with a title and an address in each language, without modules or with those given as insert_modules takes them; it is a draft.';
