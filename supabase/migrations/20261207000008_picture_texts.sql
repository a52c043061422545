-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.overtaken_drafts(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  draft public.record_drafts;
  live integer;
  conflicts jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz, rows jsonb) order by r.kind, r.id loop
    if asked.rows -> 0 ->> 'table' is distinct from private.table_of_kind(asked.kind)
      or asked.rows #>> '{0,row,id}' is distinct from asked.id or exists (
        select from jsonb_array_elements(asked.rows) r
        where r.value ->> 'table' not in (
          select c.name from private.content_tables c where private.table_of_kind(asked.kind) in (c.name, c.owner_name)
        )
      ) then
      raise exception 'these are no rows of % %', asked.kind, asked.id using errcode = 'invalid_parameter_value';
    end if;
    perform private.lock_record(asked.kind, asked.id);
    execute format('select from public.%I r where r.id = $1::%s for update', private.table_of_kind(asked.kind), private.type_of_id(asked.kind))
    using asked.id;
    select d.* into draft from public.record_drafts d
    where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    live := private.add_version(asked.kind, asked.id, null);
    if draft.saved_at is distinct from asked.saved_at or draft.base_version is distinct from live then
      conflicts := conflicts || jsonb_build_object('kind', asked.kind, 'id', asked.id,
        'why', case when draft.saved_at is distinct from asked.saved_at then 'draft' else 'live' end);
    end if;
  end loop;
  return conflicts;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_records(p_actor uuid, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  asked record;
  conflicts jsonb;
  done jsonb := '[]';
begin
  perform private.act_as(p_actor);
  conflicts := private.overtaken_drafts(p_records);
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'conflict', 'conflicts', conflicts);
  end if;
  perform private.write_records((
    select jsonb_agg(w.value order by r.ordinality, w.ordinality)
    from jsonb_array_elements(p_records) with ordinality r
    cross join lateral jsonb_array_elements(r.value -> 'rows') with ordinality w
  ));
  for asked in select * from jsonb_to_recordset(p_records) r (kind text, id text) loop
    done := done || jsonb_build_object('kind', asked.kind, 'id', asked.id, 'version', private.add_version(asked.kind, asked.id, p_actor));
    delete from public.record_drafts d where d.kind = asked.kind and d.record_id = asked.id and d.release_id is null;
    delete from public.record_trash d where d.kind = asked.kind and d.record_id = asked.id;
  end loop;
  return jsonb_build_object('status', 'published', 'records', done,
    'edit', nullif(current_setting('content.edit', true), '')::bigint);
end $function$
;
comment on function public.publish_records(uuid,jsonb) is 'Makes drafts live, all of them or none: none where one was saved again, or its live version is not the one that it was begun with. Says which.';

CREATE OR REPLACE FUNCTION private.alternative_texts(p_localized jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(t.key, t.value -> 'alt') filter (where coalesce(t.value ->> 'alt', '') <> ''), '{}')
  from jsonb_each(case when jsonb_typeof(p_localized) = 'object' then p_localized else '{}' end) t
$function$
;

CREATE OR REPLACE FUNCTION private.media_gaps(p_kind text, p_gap text, p_locale text, p_places jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 10000;
  condition text;
  answer jsonb;
begin
  if not private.is_staff() then
    return '[]';
  end if;
  if p_kind not in ('image', 'vector', 'file', 'document') then
    raise exception 'a % is no medium', p_kind using errcode = 'invalid_parameter_value';
  end if;
  -- What a draft describes waits for it, and lacks nothing any more.
  condition := case
    when p_gap = 'unused' then 'r.id not in (select u from private.used_media($1, $2) u)'
    when p_gap = 'undescribed' and p_kind in ('image', 'vector') then format($q$%s and coalesce(r.localized #>> array[$3, 'alt'], '') = ''
      and not exists (select from public.record_drafts d left join public.releases l on l.id = d.release_id
        where d.kind = $1 and d.record_id = r.id::text and coalesce(l.state, 'open') in ('open', 'scheduled')
        and (d.data -> 'is_decorative' = 'true' or coalesce(d.data #>> array['localized', $3, 'alt'], '') <> ''))$q$,
      case p_kind when 'image' then 'not r.is_decorative' else 'true' end)
    when p_gap = 'waiting' and p_kind in ('image', 'vector') then format($q$exists (
      select from public.record_drafts d where d.kind = $1 and d.record_id = r.id::text and d.release_id is null
        and (private.alternative_texts(d.data -> 'localized') <> private.alternative_texts(r.localized) or %s))$q$,
      case p_kind when 'image' then $q$coalesce(d.data -> 'is_decorative', 'false') <> to_jsonb(r.is_decorative)$q$ else 'false' end)
  end;
  if condition is null then
    raise exception 'a % is never %', p_kind, p_gap using errcode = 'invalid_parameter_value';
  end if;
  execute format('select coalesce(jsonb_agg(r.id), ''[]'') from (select r.id from public.%I r where %s order by r.id desc limit %s) r',
    private.table_of_kind(p_kind), condition, at_most)
  into answer using p_kind, p_places, p_locale;
  return answer;
end $function$
;

CREATE OR REPLACE FUNCTION public.media_gaps(p_kind text, p_gap text, p_locale text, p_places jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.media_gaps(p_kind, p_gap, p_locale, p_places)
$function$
;
comment on function public.media_gaps(text,text,text,jsonb) is 'The ids of up to 10,000 media, the newest first, that nothing names (unused), that do not say in a language what they show (undescribed), or whose texts are others in a draft that is published by itself (waiting). Places: as those of record_uses, with paths to the ids. For staff; others find nothing.';

CREATE OR REPLACE FUNCTION public.publish_with_records(p_actor uuid, p_page_id bigint, p_records jsonb, p_last_save bigint DEFAULT NULL::bigint, p_cells text[] DEFAULT NULL::text[], p_below jsonb DEFAULT '[]'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  conflicts jsonb;
  answer jsonb;
begin
  perform private.act_as(p_actor);
  -- Pages before records, as releases lock them.
  perform 1 from public.pages p
  where p.id = p_page_id or p.id in (select b.id from jsonb_to_recordset(p_below) b (id bigint)) order by p.id for no key update;
  conflicts := private.overtaken_drafts(p_records);
  if conflicts <> '[]' then
    return jsonb_build_object('status', 'overtaken', 'published', '[]'::jsonb, 'conflicts', conflicts);
  end if;
  answer := case when p_cells is null then public.publish_with_below(p_actor, p_page_id, p_below, p_last_save)
    else public.publish_cells(p_actor, p_page_id, p_cells, p_last_save) end;
  if coalesce(answer ->> 'status', 'published') = 'published' then
    perform public.publish_records(p_actor, p_records);
  end if;
  return answer;
end $function$
;
comment on function public.publish_with_records(uuid,bigint,jsonb,bigint,text[],jsonb) is 'Publishes the draft of a page as publish_with_below does, or some cells of it as publish_cells does, together with drafts of records as publish_records has them: all of it or nothing.';

CREATE OR REPLACE FUNCTION private.with_fields(p_row jsonb, p_names text[], p_values jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  field record;
begin
  for field in
    select string_to_array(n, '/') as place, p_values -> n as value from unnest(p_names) n
  loop
    if cardinality(field.place) = 1 then
      p_row := jsonb_set(p_row, field.place, coalesce(field.value, 'null'));
    elsif field.value is null then
      p_row := p_row #- field.place;
      -- A language without a text is none, but English, which every record has.
      if p_row #> field.place[:2] = '{}' and field.place[2] <> 'en' then
        p_row := p_row #- field.place[:2];
      end if;
    else
      p_row := jsonb_set(p_row, field.place[:2], coalesce(p_row #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  return p_row;
end $function$
;

revoke all on function private.overtaken_drafts(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.overtaken_drafts(jsonb) to service_role;

revoke all on function private.alternative_texts(jsonb) from public, anon, authenticated, service_role;

revoke all on function public.publish_with_records(uuid,bigint,jsonb,bigint,text[],jsonb) from public, anon, authenticated, service_role;
grant execute on function public.publish_with_records(uuid,bigint,jsonb,bigint,text[],jsonb) to service_role;
