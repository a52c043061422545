-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.add_medium(uuid,text,jsonb);

drop function private.conditions_of_view(text,text[],text,jsonb,text,text[]);

drop function public.find_records(text,text,integer,integer,text);

drop function private.find_records(text,text,integer,integer,text);

CREATE OR REPLACE FUNCTION public.add_medium(p_actor uuid, p_kind text, p_row jsonb, p_folder bigint DEFAULT NULL::bigint)
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
    insert into public.filed_media (kind, record_id, folder_id)
    select p_kind, (answer ->> 'id')::bigint, f.id from public.media_folders f where f.id = p_folder;
    answer := answer || '{"is_new": true}';
  end if;
  return jsonb_build_object('id', answer -> 'id', 'is_new', answer ? 'is_new',
    'title', coalesce(nullif(answer ->> 'display', ''), answer ->> 'name', answer ->> 'filename'));
end $function$
;
comment on function public.add_medium(uuid,text,jsonb,bigint) is 'Makes the record of a file that is stored, given by the columns of its row, unless there is one of the same content: answers the id and name of either. A new one is in the given folder, while there is that.';

CREATE OR REPLACE FUNCTION private.folders_within(p_folder bigint)
 RETURNS bigint[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive within as (
    select f.id from public.media_folders f where f.id = p_folder
    union
    select f.id from within w join public.media_folders f on f.parent_id = w.id
  )
  select coalesce(array_agg(w.id), '{}') from within w
$function$
;

CREATE OR REPLACE FUNCTION private.depth_of_folder(p_folder bigint)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive above as (
    select f.id, f.parent_id from public.media_folders f where f.id = p_folder
    union
    select f.id, f.parent_id from above a join public.media_folders f on f.id = a.parent_id
  )
  select count(*)::integer from above
$function$
;

CREATE OR REPLACE FUNCTION private.condition_of_media(p_id text, p_members text, p_probe text, p_in_order boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  few constant integer := 10000;
  ids bigint[];
begin
  execute format('select array(%s limit %s)', p_members, few + 1) into ids;
  return case
    when cardinality(ids) <= few then format('%s = any (%L::bigint[])', p_id, ids)
    when p_in_order then format('(%s)', p_probe)
    else format('%s in (%s)', p_id, p_members)
  end;
end $function$
;

CREATE OR REPLACE FUNCTION private.condition_of_folder(p_kind text, p_id text, p_folder text, p_in_order boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  within bigint[];
begin
  if p_folder = 'none' and p_in_order then
    return format('(select m.folder_id from public.filed_media m where m.kind = %L and m.record_id = %s) is null', p_kind, p_id);
  elsif p_folder = 'none' then
    return format('%s not in (select m.record_id from public.filed_media m where m.kind = %L)', p_id, p_kind);
  end if;
  within := private.folders_within(p_folder::bigint);
  return private.condition_of_media(p_id,
    format('select m.record_id from public.filed_media m where m.folder_id = any (%L::bigint[]) and m.kind = %L', within, p_kind),
    format('select true from public.filed_media m where m.kind = %L and m.record_id = %s and m.folder_id = any (%L::bigint[])', p_kind, p_id, within),
    p_in_order);
end $function$
;

CREATE OR REPLACE FUNCTION private.condition_of_tag(p_kind text, p_id text, p_tag text, p_in_order boolean)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return private.condition_of_media(p_id,
    format('select m.record_id from public.tagged_media m where m.tag_id = %s and m.kind = %L', p_tag::bigint, p_kind),
    format('select true from public.tagged_media m where m.tag_id = %s and m.kind = %L and m.record_id = %s', p_tag::bigint, p_kind, p_id),
    p_in_order);
end $function$
;

CREATE OR REPLACE FUNCTION public.read_media_library()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select jsonb_build_object(
    'folders', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'parent', f.parent_id) order by lower(f.name), f.id), '[]')
      from public.media_folders f
    ),
    'tags', (
      select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by lower(t.name), t.id), '[]') from public.media_tags t
    )
  )
$function$
;
comment on function public.read_media_library() is 'The folders and tags of the library of media, by name.';

CREATE OR REPLACE FUNCTION public.read_media_places(p_kind text, p_ids bigint[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'folder', m.folder, 'tags', m.tags) order by m.id), '[]')
  from (
    select p.id, max(p.folder) as folder, coalesce(jsonb_agg(p.tag order by p.tag) filter (where p.tag is not null), '[]') as tags
    from (
      select f.record_id as id, f.folder_id as folder, null::bigint as tag from public.filed_media f
      where f.kind = p_kind and f.record_id = any (p_ids)
      union all
      select t.record_id, null, t.tag_id from public.tagged_media t where t.kind = p_kind and t.record_id = any (p_ids)
    ) p
    group by p.id
  ) m
$function$
;
comment on function public.read_media_places(text,bigint[]) is 'In which folder media are, and which tags they have; those that have neither are left out.';

CREATE OR REPLACE FUNCTION public.save_media_folder(p_actor uuid, p_id bigint, p_name text, p_parent bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  deepest constant integer := 6;
  most constant integer := 1000;
  within bigint[];
  saved bigint;
begin
  perform private.act_as(p_actor);
  -- One change of the tree after another, or two of them would make a circle.
  perform pg_advisory_xact_lock(hashtextextended('media folders', 0));
  within := private.folders_within(p_id);
  if p_parent is not null and not exists (select from public.media_folders f where f.id = p_parent)
    or p_id is not null and cardinality(within) = 0 then
    return '{"status": "not-found"}';
  elsif p_parent = any (within) then
    return '{"status": "circle"}';
  elsif private.depth_of_folder(p_parent) + greatest(1, (
    select max(private.depth_of_folder(w) - private.depth_of_folder(p_id) + 1) from unnest(within) w
  )) > deepest then
    return '{"status": "too-deep"}';
  elsif exists (select from public.media_folders f where f.parent_id is not distinct from p_parent and f.name = p_name and f.id is distinct from p_id) then
    return '{"status": "taken"}';
  elsif p_id is null and (select count(*) from public.media_folders) >= most then
    return '{"status": "too-many"}';
  end if;
  if p_id is null then
    insert into public.media_folders (name, parent_id) values (p_name, p_parent) returning id into saved;
  else
    update public.media_folders f set name = p_name, parent_id = p_parent
    where f.id = p_id and (f.name, f.parent_id) is distinct from (p_name, p_parent);
    saved := p_id;
  end if;
  return jsonb_build_object('status', 'saved', 'id', saved);
end $function$
;
comment on function public.save_media_folder(uuid,bigint,text,bigint) is 'Makes a folder of the library, or renames and moves one. Answers saved, not-found, circle, too-deep, taken (the name is there already) or too-many.';

CREATE OR REPLACE FUNCTION public.delete_media_folder(p_actor uuid, p_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  above bigint;
  clash text;
begin
  perform private.act_as(p_actor);
  perform pg_advisory_xact_lock(hashtextextended('media folders', 0));
  select f.parent_id into above from public.media_folders f where f.id = p_id;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select f.name into clash from public.media_folders f
  join public.media_folders o on o.parent_id is not distinct from above and o.name = f.name and o.id <> p_id
  where f.parent_id = p_id order by f.name limit 1;
  if found then
    return jsonb_build_object('status', 'taken', 'name', clash);
  end if;
  update public.media_folders f set parent_id = above where f.parent_id = p_id;
  if above is null then
    delete from public.filed_media m where m.folder_id = p_id;
  else
    update public.filed_media m set folder_id = above where m.folder_id = p_id;
  end if;
  delete from public.media_folders f where f.id = p_id;
  return '{"status": "deleted"}';
end $function$
;
comment on function public.delete_media_folder(uuid,bigint) is 'Deletes a folder of the library; what was in it is in the folder above then, or in none. Answers deleted, not-found, or taken with the name of a folder that is above already.';

CREATE OR REPLACE FUNCTION private.known_media(p_kind text, p_ids bigint[])
 RETURNS SETOF bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if p_kind not in ('image', 'vector', 'file', 'document', 'video') then
    raise exception 'a % is no medium', p_kind using errcode = 'invalid_parameter_value';
  end if;
  return query execute format('select r.id from public.%I r where r.id = any ($1)', private.table_of_kind(p_kind)) using p_ids;
  return query select d.record_id::bigint from public.record_drafts d
    where d.kind = p_kind and d.launch_id is null and d.base_version is null and d.record_id = any (p_ids::text[]);
end $function$
;

CREATE OR REPLACE FUNCTION public.file_media(p_actor uuid, p_kind text, p_ids bigint[], p_folder bigint)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform private.act_as(p_actor);
  if p_folder is null then
    delete from public.filed_media m where m.kind = p_kind and m.record_id = any (p_ids);
    return 'filed';
  end if;
  perform from public.media_folders f where f.id = p_folder for key share;
  if not found then
    return 'not-found';
  end if;
  insert into public.filed_media as m (kind, record_id, folder_id)
  select distinct p_kind, k.id, p_folder from private.known_media(p_kind, p_ids) k (id)
  on conflict (kind, record_id) do update set folder_id = excluded.folder_id where m.folder_id <> excluded.folder_id;
  return 'filed';
end $function$
;
comment on function public.file_media(uuid,text,bigint[],bigint) is 'Moves media of a kind to a folder of the library, or, without one, out of all. Answers filed or not-found.';

CREATE OR REPLACE FUNCTION public.tag_media(p_actor uuid, p_kind text, p_ids bigint[], p_add text[], p_remove text[])
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  most constant integer := 1000;
begin
  perform private.act_as(p_actor);
  -- Tags come with the first medium and go with the last one.
  perform pg_advisory_xact_lock(hashtextextended('media tags', 0));
  if (select count(*) from public.media_tags) + cardinality(p_add) > most and exists (
    select from unnest(p_add) a (name) where not exists (select from public.media_tags t where t.name = a.name)
  ) then
    return 'too-many';
  end if;
  insert into public.media_tags (name)
  select distinct a.name from unnest(p_add) a (name)
  where a.name <> all (p_remove) and not exists (select from public.media_tags t where t.name = a.name);
  insert into public.tagged_media (tag_id, kind, record_id)
  select distinct t.id, p_kind, k.id from public.media_tags t cross join private.known_media(p_kind, p_ids) k (id)
  where t.name = any (p_add) and t.name <> all (p_remove)
  on conflict do nothing;
  delete from public.tagged_media m using public.media_tags t
  where t.name = any (p_remove) and m.tag_id = t.id and m.kind = p_kind and m.record_id = any (p_ids);
  delete from public.media_tags t
  where t.name = any (p_add || p_remove) and not exists (select from public.tagged_media m where m.tag_id = t.id);
  return 'tagged';
end $function$
;
comment on function public.tag_media(uuid,text,bigint[],text[],text[]) is 'Gives media of a kind tags by their names, and takes others from them. A tag that no medium has is gone. Answers tagged or too-many.';

CREATE OR REPLACE FUNCTION private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text, p_folder bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text := p_kind || '_choices';
  matches text := 'r.search_text like $1';
  sorting text := 'r.sorting';
  direction text;
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  -- Wildcards of `like` are escaped.
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- A number is looked for as an id as well.
  number bigint := case when words ~ '^[1-9][0-9]{0,14}$' then words::bigint end;
  few constant integer := 2000;
  -- Of media: those in a folder, in their order and for their number.
  place text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, true) end;
  together text := case when p_folder is null then 'true' else private.condition_of_folder(p_kind, 'r.id', p_folder::text, false) end;
  answer jsonb;
begin
  if not private.is_staff() then
    return '{"count": 0, "ids": []}';
  end if;
  select k.picker_order into direction from private.kinds k where k.kind = p_kind;
  if direction is null then
    raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end if;
  if p_kind = 'page' then
    -- The given site first, then by the address in the default locale. Searched in the texts of all locales.
    sorting := format($m$case when r.site_id = %L then '' else r.site_id end || r.sorting$m$, p_site);
    matches := 'r.id in (select l.page_id from public.page_locales l where l.search_text like $1)';
  end if;
  if words = '' then
    execute format($q$
      select jsonb_build_object(
        'count', (select count(*) from private.%1$I r where %5$s),
        'ids', coalesce((select jsonb_agg(p.id) from (
          select r.id from private.%1$I r where %4$s order by %2$s %3$s, r.id %3$s offset $1 limit $2
        ) p), '[]')
      )$q$, source, sorting, direction, place, together)
    into answer using p_offset, p_limit;
    return answer;
  end if;
  -- Few matches are read once, and sorted.
  execute format($q$
    with found as materialized (select r.id, %2$s as sorting from private.%1$I r where (%4$s or r.id = $2) and %5$s limit $5)
    select jsonb_build_object(
      'count', (select count(*) from found),
      'ids', coalesce((select jsonb_agg(p.id) from (
        select f.id from found f
        order by f.id is not distinct from $2 desc, f.sorting %3$s, f.id %3$s offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, together)
  into answer using pattern, number, p_offset, p_limit, few + 1;
  if (answer ->> 'count')::integer <= few then
    return answer;
  end if;
  -- Of many, a page is soon found along the order, behind the record with the id; the rest is only counted.
  execute format($q$
    select jsonb_build_object(
      'count', (select count(*) from private.%1$I r where (%4$s or r.id = $2) and %6$s),
      'ids', coalesce((select jsonb_agg(p.id order by p.place) from (
        select r.id, 0::bigint as place from private.%1$I r where r.id = $2 and %5$s
        union all
        select o.id, row_number() over () from (
          select r.id from private.%1$I r where %4$s and %5$s and r.id is distinct from $2 order by %2$s %3$s, r.id %3$s limit $3 + $4
        ) o
        order by place offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches, place, together)
  into answer using pattern, number, p_offset, p_limit;
  return answer;
end $function$
;
comment on function private.find_records(text,text,integer,integer,text,bigint) is 'What public.find_records answers, for staff.';

CREATE OR REPLACE FUNCTION public.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text DEFAULT NULL::text, p_folder bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site, p_folder)
$function$
;
comment on function public.find_records(text,text,integer,integer,text,bigint) is 'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first; media are those of the given folder.';

CREATE OR REPLACE FUNCTION private.import_table(p_import uuid, p_name text, p_keys text[], p_fixed text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  columns text;
  contents text;
  changeable text[];
  on_conflict text := '';
begin
  select
    string_agg(quote_ident(a.attname), ', ' order by a.attnum),
    string_agg(
      case when a.attnotnull and d.adbin is not null
        then format('coalesce(r.%I, %s)', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
        else format('r.%I', a.attname)
      end, ', ' order by a.attnum),
    array_agg(a.attname::text) filter (
      where a.attname <> all (coalesce(p_keys, '{}') || p_fixed || array['version', 'created_at', 'updated_at'])
    )
  into columns, contents, changeable
  from pg_catalog.pg_attribute a
  left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = format('public.%I', p_name)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and (a.attidentity = '' or a.attname = any (p_keys));

  if p_keys is not null then
    on_conflict := format(' on conflict (%s) do ', array_to_string(p_keys, ', ')) || case
      when p_name in ('page_revisions', 'page_revision_locales', 'draft_saves', 'form_versions') or changeable is null then 'nothing'
      else (
        select format('update set %s where (%s) is distinct from (%s)',
          string_agg(format('%1$I = excluded.%1$I', c), ', ')
            || case when p_name = 'module_locales' then ', updated_by = excluded.updated_by' else '' end,
          string_agg(format('t.%I', c), ', '),
          string_agg(format('excluded.%I', c), ', '))
        from unnest(changeable) c
      )
    end;
  end if;
  execute format(
    'insert into public.%1$I as t (%2$s)
      select %3$s from private.import_rows s
      cross join lateral jsonb_populate_record(null::public.%1$I, s.content) r
      where s.import_id = $1 and s.target = %1$L
      order by s.place',
    p_name, columns, contents) || on_conflict
  using p_import;
end $function$
;

CREATE OR REPLACE FUNCTION private.conditions_of_view(p_kind text, p_title text[], p_search text, p_filters jsonb, p_state text, p_ids text[], OUT matches text, OUT counted text, OUT drafts_match text, OUT pattern text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  source text := private.table_of_kind(p_kind);
  id_type text := private.type_of_id(p_kind);
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  f record;
  -- The places of media, for records in an order and for their number.
  in_order text := '';
  together text := '';
begin
  pattern := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  matches := 'true';
  drafts_match := case when p_state is null or p_state = 'draft' then 'true' else 'false' end;
  if words <> '' then
    matches := format('(%s%s)', private.condition_of_search(p_kind, p_title, words),
      case when words ~ '^[1-9][0-9]{0,14}$' and id_type = 'bigint' then ' or r.id = ' || words else '' end);
    drafts_match := drafts_match || ' and lower(normalize(d.data::text, nfkc)) like $1';
  end if;
  for f in select x."by" as field, x."is" as value from jsonb_to_recordset(p_filters) x ("by" text, "is" jsonb) loop
    if f.field = 'untranslated' then
      matches := matches || ' and ' || private.condition_of_untranslated(p_kind, f.value #>> '{}');
      drafts_match := 'false';
      continue;
    elsif f.field = 'folder' then
      in_order := in_order || ' and ' || private.condition_of_folder(p_kind, 'r.id', f.value #>> '{}', true);
      together := together || ' and ' || private.condition_of_folder(p_kind, 'r.id', f.value #>> '{}', false);
      drafts_match := drafts_match || ' and ' || private.condition_of_folder(p_kind, 'd.record_id::bigint', f.value #>> '{}', true);
      continue;
    elsif f.field = 'tag' then
      in_order := in_order || ' and ' || private.condition_of_tag(p_kind, 'r.id', f.value #>> '{}', true);
      together := together || ' and ' || private.condition_of_tag(p_kind, 'r.id', f.value #>> '{}', false);
      drafts_match := drafts_match || ' and ' || private.condition_of_tag(p_kind, 'd.record_id::bigint', f.value #>> '{}', true);
      continue;
    end if;
    matches := matches || ' and ' || private.filter_of(source, f.field, f.value);
    drafts_match := drafts_match || format(case when jsonb_typeof(f.value) = 'null' then ' and coalesce(d.data -> %1$L, d.data -> %2$L, ''null'') = ''null'''
      else ' and (coalesce(d.data ->> %1$L, d.data ->> %2$L) = %3$L or d.data -> %1$L @> to_jsonb(%3$L::text))' end,
      f.field, regexp_replace(f.field, '_id$', ''), f.value #>> '{}');
  end loop;
  if p_ids is not null then
    matches := matches || format(' and r.id = any (%L::%s[])', p_ids, id_type);
    drafts_match := drafts_match || format(' and d.record_id = any (%L::text[])', p_ids);
  end if;
  if p_state is not null then
    matches := matches || ' and ' || private.condition_of_state(p_kind, p_state);
  end if;
  counted := matches || together;
  matches := matches || in_order;
end $function$
;

CREATE OR REPLACE FUNCTION private.page_of_records(p_kind text, p_title text[], p_search text, p_sort text, p_down boolean, p_filters jsonb, p_state text, p_after jsonb, p_limit integer, p_ids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  counted_at_most constant integer := 10000;
  source text := private.table_of_kind(p_kind);
  c record;
  live jsonb;
  drafts jsonb := '[]';
  counted bigint;
begin
  if not private.is_staff() then
    return '{"rows": [], "drafts": [], "total": 0}';
  end if;
  select * into c from private.conditions_of_view(p_kind, p_title, p_search, p_filters, p_state, p_ids);
  execute format($q$
    with found as materialized (select f.id, row_number() over () as place from (%1$s) f)
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'row', to_jsonb(r) - '{search_text,content}'::text[],
      'picture', %2$s, 'after', jsonb_build_array((%3$s)::text, r.id), 'title', to_jsonb(r) #>> %4$L,
      'has_draft', exists (select from public.record_drafts d where d.kind = %5$L and d.record_id = r.id::text and d.launch_id is null),
      'changed_by', (
        select private.person_name(v.made_by) from public.record_versions v
        where v.kind = %5$L and v.record_id = r.id::text order by v.number desc limit 1
      )) order by f.place), '[]')
    from found f join public.%6$I r using (id)$q$, private.query_of_ids(p_kind, c.matches, p_sort, p_title, p_down, p_after),
    private.picture_of(p_kind), (private.sorting_of(p_kind, p_sort, p_title)).expression, p_title, p_kind, source)
  into live using c.pattern, p_limit + 1;
  execute format('select count(*) from (select from public.%I r where (%s) limit %s) c', source, c.counted, counted_at_most)
  into counted using c.pattern;
  -- Drafts that were never published come first.
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', d.record_id, 'row', d.data, 'title', d.data #>> %2$L,
      'changed_by', private.person_name(d.saved_by), 'changed_at', d.saved_at) order by d.saved_at desc, d.record_id), '[]')
    from public.record_drafts d
    where d.kind = %1$L and d.launch_id is null and d.base_version is null and %3$s
      and not exists (select from public.%4$I r where r.id = d.record_id::%5$s)$q$, p_kind, p_title, c.drafts_match, source, private.type_of_id(p_kind))
  into drafts using c.pattern;
  return jsonb_build_object('rows', live, 'drafts', drafts,
    'total', least(counted + jsonb_array_length(drafts), counted_at_most));
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_prune(p_days integer, p_count integer, p_limit integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  before timestamptz := now() - make_interval(days => p_days);
  receipts integer;
  builds integer;
  edits integer;
begin
  with kept as (
    select s.id as site_id, (
      select r.id from public.publish_receipts r where r.site_id = s.id order by r.id desc offset p_count limit 1
    ) as beyond
    from public.sites s
  )
  delete from public.publish_receipts
  where id in (
    select r.id
    from public.publish_receipts r
    join kept k on k.site_id = r.site_id
    where r.finished_at < before or r.id <= k.beyond
    order by r.id limit p_limit
  );
  get diagnostics receipts = row_count;
  -- The builds that say what is live, and what happened since, stay.
  delete from public.site_builds
  where id in (
    select b.id
    from public.site_builds b
    where b.finished_at < before
      and b.id < (
        select max(l.id) from public.site_builds l where l.site_id = b.site_id and l.outcome in ('live', 'rolled-back')
      )
    order by b.id limit p_limit
  );
  get diagnostics builds = row_count;
  -- Without a receipt they changed nothing that is published, or their receipt is gone. What is for editors alone never has one.
  perform set_config('content.pruning', 'on', true);
  delete from public.content_edits
  where id in (
    select e.id from public.content_edits e
    where e.made_at < now() - interval '1 day'
      and not exists (select 1 from public.publish_receipt_edits r where r.edit_id = e.id)
      and (e.made_at < before or not exists (
        select 1 from public.edited_records r
        where r.edit_id = e.id and r.table_name in ('media_folders', 'filed_media', 'media_tags', 'tagged_media')
      ))
    order by e.id limit p_limit
  );
  get diagnostics edits = row_count;
  perform set_config('content.pruning', '', true);
  delete from public.change_log where taken_in_at < now() - interval '1 day';
  delete from public.cache_purges where id in (
    select p.id from public.cache_purges p
    where p.queued_at < now() - interval '1 day' and not exists (select from public.receipt_purges r where r.purge_id = p.id)
    order by p.id limit p_limit
  );
  delete from public.file_removals where until < now() - interval '1 hour';
  delete from private.import_rows where staged_at < now() - interval '1 day';
  delete from private.draft_steps where made_at < now() - interval '30 days';
  with gone as (
    delete from public.record_trash where deleted_at < now() - interval '30 days' returning kind, record_id
  ), media as materialized (
    select g.kind, case when g.record_id ~ '^[0-9]{1,18}$' then g.record_id::bigint end as id from gone g
  ), filed as (
    delete from public.filed_media m using media g where (m.kind, m.record_id) = (g.kind, g.id)
  )
  delete from public.tagged_media m using media g where (m.kind, m.record_id) = (g.kind, g.id);
  delete from public.media_tags t where not exists (select 1 from public.tagged_media m where m.tag_id = t.id);
  delete from private.import_results where finished_at < now() - interval '1 day';
  return jsonb_build_object('receipts', receipts, 'builds', builds, 'more', greatest(receipts, builds, edits) = p_limit);
end $function$
;
comment on function public.publish_prune(integer,integer,integer) is 'Deletes receipts and builds that are older than so many days, and of each site all but so many receipts, at most p_limit of each; and what a day or an hour after its use nobody asks for. Says whether there are more.';

create table public.media_folders (
  id bigint generated by default as identity primary key,
  name text not null check (name = btrim(name) and length(name) between 1 and 80),
  parent_id bigint references public.media_folders (id) on delete restrict,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique nulls not distinct (parent_id, name),
  check (parent_id <> id)
);
alter table public.media_folders enable row level security;
comment on table public.media_folders is 'Folders of the library of media, as a tree.';

create table public.filed_media (
  kind text not null references private.kinds (kind) check (kind in ('image', 'vector', 'file', 'document', 'video')),
  record_id bigint not null check (record_id > 0),
  folder_id bigint not null references public.media_folders (id) on delete cascade,
  primary key (kind, record_id) include (folder_id)
);
alter table public.filed_media enable row level security;
comment on table public.filed_media is 'The folder that a medium is in; one without a row is in none.';

create table public.media_tags (
  id bigint generated by default as identity primary key,
  name text not null unique check (name = btrim(name) and length(name) between 1 and 40),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.media_tags enable row level security;
comment on table public.media_tags is 'Words by which editors find media. Visitors do not see them.';

create table public.tagged_media (
  tag_id bigint not null references public.media_tags (id) on delete cascade,
  kind text not null references private.kinds (kind) check (kind in ('image', 'vector', 'file', 'document', 'video')),
  record_id bigint not null check (record_id > 0),
  primary key (tag_id, kind, record_id)
);
alter table public.tagged_media enable row level security;
comment on table public.tagged_media is 'The tags that media have.';

CREATE INDEX filed_media_folder_id_idx ON public.filed_media USING btree (folder_id, kind, record_id);

CREATE INDEX tagged_media_record_idx ON public.tagged_media USING btree (kind, record_id);

CREATE TRIGGER media_folders_touch BEFORE UPDATE ON public.media_folders FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE TRIGGER media_folders_edit_insert AFTER INSERT ON public.media_folders REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_folders_edit_update AFTER UPDATE ON public.media_folders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_folders_edit_delete AFTER DELETE ON public.media_folders REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_folders_edit_truncate AFTER TRUNCATE ON public.media_folders FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER filed_media_edit_insert AFTER INSERT ON public.filed_media REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('folder_id');

CREATE TRIGGER filed_media_edit_update AFTER UPDATE ON public.filed_media REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('folder_id');

CREATE TRIGGER filed_media_edit_delete AFTER DELETE ON public.filed_media REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('folder_id');

CREATE TRIGGER filed_media_edit_truncate AFTER TRUNCATE ON public.filed_media FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER media_tags_touch BEFORE UPDATE ON public.media_tags FOR EACH ROW EXECUTE FUNCTION private.touch();

CREATE TRIGGER media_tags_edit_insert AFTER INSERT ON public.media_tags REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_tags_edit_update AFTER UPDATE ON public.media_tags REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_tags_edit_delete AFTER DELETE ON public.media_tags REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('id');

CREATE TRIGGER media_tags_edit_truncate AFTER TRUNCATE ON public.media_tags FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

CREATE TRIGGER tagged_media_edit_insert AFTER INSERT ON public.tagged_media REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('tag_id');

CREATE TRIGGER tagged_media_edit_update AFTER UPDATE ON public.tagged_media REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('tag_id');

CREATE TRIGGER tagged_media_edit_delete AFTER DELETE ON public.tagged_media REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION private.record_edits('tag_id');

CREATE TRIGGER tagged_media_edit_truncate AFTER TRUNCATE ON public.tagged_media FOR EACH STATEMENT EXECUTE FUNCTION private.record_truncation();

create policy media_folders_read on public.media_folders for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy filed_media_read on public.filed_media for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy media_tags_read on public.media_tags for select to authenticated using (( SELECT private.is_staff() AS is_staff));

create policy tagged_media_read on public.tagged_media for select to authenticated using (( SELECT private.is_staff() AS is_staff));

revoke all on sequence public.media_folders_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.media_folders_id_seq to anon;
grant select, update, usage on sequence public.media_folders_id_seq to authenticated;
grant select, update, usage on sequence public.media_folders_id_seq to service_role;

revoke all on table public.media_folders from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.media_folders to service_role;
grant select on table public.media_folders to authenticated;

revoke all on table public.filed_media from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.filed_media to service_role;
grant select on table public.filed_media to authenticated;

revoke all on sequence public.media_tags_id_seq from public, anon, authenticated, service_role;
grant select, update, usage on sequence public.media_tags_id_seq to anon;
grant select, update, usage on sequence public.media_tags_id_seq to authenticated;
grant select, update, usage on sequence public.media_tags_id_seq to service_role;

revoke all on table public.media_tags from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.media_tags to service_role;
grant select on table public.media_tags to authenticated;

revoke all on table public.tagged_media from public, anon, authenticated, service_role;
grant delete, insert, maintain, references, select, trigger, truncate, update on table public.tagged_media to service_role;
grant select on table public.tagged_media to authenticated;

revoke all on function public.add_medium(uuid,text,jsonb,bigint) from public, anon, authenticated, service_role;
grant execute on function public.add_medium(uuid,text,jsonb,bigint) to service_role;

revoke all on function private.folders_within(bigint) from public, anon, authenticated, service_role;
grant execute on function private.folders_within(bigint) to authenticated;
grant execute on function private.folders_within(bigint) to service_role;

revoke all on function private.depth_of_folder(bigint) from public, anon, authenticated, service_role;
grant execute on function private.depth_of_folder(bigint) to service_role;

revoke all on function private.condition_of_media(text,text,text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_folder(text,text,text,boolean) from public, anon, authenticated, service_role;

revoke all on function private.condition_of_tag(text,text,text,boolean) from public, anon, authenticated, service_role;

revoke all on function public.read_media_library() from public, anon, authenticated, service_role;
grant execute on function public.read_media_library() to authenticated;
grant execute on function public.read_media_library() to service_role;

revoke all on function public.read_media_places(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function public.read_media_places(text,bigint[]) to authenticated;
grant execute on function public.read_media_places(text,bigint[]) to service_role;

revoke all on function public.save_media_folder(uuid,bigint,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.save_media_folder(uuid,bigint,text,bigint) to service_role;

revoke all on function public.delete_media_folder(uuid,bigint) from public, anon, authenticated, service_role;
grant execute on function public.delete_media_folder(uuid,bigint) to service_role;

revoke all on function private.known_media(text,bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.known_media(text,bigint[]) to service_role;

revoke all on function public.file_media(uuid,text,bigint[],bigint) from public, anon, authenticated, service_role;
grant execute on function public.file_media(uuid,text,bigint[],bigint) to service_role;

revoke all on function public.tag_media(uuid,text,bigint[],text[],text[]) from public, anon, authenticated, service_role;
grant execute on function public.tag_media(uuid,text,bigint[],text[],text[]) to service_role;

revoke all on function private.find_records(text,text,integer,integer,text,bigint) from public, anon, authenticated, service_role;
grant execute on function private.find_records(text,text,integer,integer,text,bigint) to authenticated;

revoke all on function public.find_records(text,text,integer,integer,text,bigint) from public, anon, authenticated, service_role;
grant execute on function public.find_records(text,text,integer,integer,text,bigint) to authenticated;
grant execute on function public.find_records(text,text,integer,integer,text,bigint) to service_role;

insert into private.content_tables (keys, name, fixed, place)
select keys, name, fixed, place from jsonb_populate_record(null::private.content_tables, '{"keys": ["id"], "name": "media_folders", "fixed": [], "place": 91, "owner_key": null, "owner_name": null}');
insert into private.content_tables (keys, name, fixed, place)
select keys, name, fixed, place from jsonb_populate_record(null::private.content_tables, '{"keys": ["id"], "name": "media_tags", "fixed": [], "place": 93, "owner_key": null, "owner_name": null}');
insert into private.content_tables (keys, name, fixed, place, owner_key, owner_name)
select keys, name, fixed, place, owner_key, owner_name from jsonb_populate_record(null::private.content_tables, '{"keys": ["kind", "record_id"], "name": "filed_media", "fixed": [], "place": 92, "owner_key": "folder_id", "owner_name": "media_folders"}');
insert into private.content_tables (keys, name, fixed, place, owner_key, owner_name)
select keys, name, fixed, place, owner_key, owner_name from jsonb_populate_record(null::private.content_tables, '{"keys": ["tag_id", "kind", "record_id"], "name": "tagged_media", "fixed": [], "place": 94, "owner_key": "tag_id", "owner_name": "media_tags"}');

insert into private.kinds (kind, has_page, table_name, machine_columns)
select kind, has_page, table_name, machine_columns from jsonb_populate_record(null::private.kinds, '{"kind": "media_folder", "has_page": false, "page_kind": null, "table_name": "media_folders", "search_rank": null, "picker_order": null, "sitemap_order": null, "shown_on_route": null, "machine_columns": []}');
insert into private.kinds (kind, has_page, table_name, machine_columns)
select kind, has_page, table_name, machine_columns from jsonb_populate_record(null::private.kinds, '{"kind": "media_tag", "has_page": false, "page_kind": null, "table_name": "media_tags", "search_rank": null, "picker_order": null, "sitemap_order": null, "shown_on_route": null, "machine_columns": []}');

revoke execute on function private.conditions_of_view from public;
