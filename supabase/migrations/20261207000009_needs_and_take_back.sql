-- Functions are created before the tables that they read.
set local check_function_bodies = off;

drop function public.count_translations();

drop function private.put_back_fields(text,bigint,jsonb,jsonb);

CREATE OR REPLACE FUNCTION private.record_needs(p_leaving jsonb, p_places jsonb)
 RETURNS TABLE(kind text, id bigint, module text, path text, module_id bigint, locale text, data jsonb, named bigint[])
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  at_most constant integer := 1000;
  gone record;
  known jsonb;
  names text[];
  places jsonb;
begin
  if not private.is_staff() then
    return;
  end if;
  for gone in
    with leaving as (
      select x.kind, n.value::bigint as id from jsonb_to_recordset(p_leaving) x (kind text, ids jsonb) cross join lateral jsonb_array_elements_text(x.ids) n
    )
    select g.kind, array_agg(distinct g.id) as ids
    from (
      select * from leaving
      union all
      select 'link', l.id from leaving g join public.links l on (g.kind = 'page' and l.page_id = g.id) or (l.row_kind = g.kind and l.row_id = g.id)
    ) g group by g.kind order by g.kind
  loop
    places := (select jsonb_agg(p.value) from jsonb_array_elements(p_places) p where p.value ->> 'kind' = gone.kind);
    continue when places is null;
    known := jsonb_build_object('ids', to_jsonb(gone.ids));
    names := array(
      select t.prefix || n.id
      from unnest(gone.ids) n (id)
      cross join lateral (
        select gone.kind || ':' union all select gone.kind || '/' || s.shape || ':' from private.shapes s where s.kind = gone.kind
      ) t (prefix)
    );
    return query
    with needing as materialized (
      select x.module, x.path from jsonb_to_recordset(places) x (module text, path text)
    ), drafts as (
      select distinct on (m.page_id, m.id, p.path) m.page_id, p.module, p.path, m.id as module_id, l.locale::text as locale, l.data
      from needing p
      join public.modules m on m.type::text = p.module
      join public.module_locales l on l.module_id = m.id and jsonb_path_exists(l.data, p.path::jsonpath, known, true)
      order by m.page_id, m.id, p.path, l.locale
    ), live as (
      select distinct l.page_id, p.module, p.path
      from public.site_outputs o
      join public.published_page_locales l on l.page_id = o.ref and l.locale = o.locale
      join public.page_revision_locales r on r.revision_id = l.revision_id and r.locale = l.locale
      cross join lateral private.flatten_modules(r.modules::jsonb) m
      join needing p on p.module = m.type
      where o.kind = 'page' and o.path is not null and o.tags && names
        and jsonb_path_exists(m.data, p.path::jsonpath, known, true)
    )
    select 'page', coalesce(d.page_id, v.page_id) as page_id, coalesce(d.module, v.module), coalesce(d.path, v.path),
      d.module_id, d.locale, d.data, gone.ids
    from drafts d full join live v on v.page_id = d.page_id and v.module = d.module and v.path = d.path
    order by page_id, d.module_id limit at_most;
    return query
    select distinct on (s.id, p.path) 'shared_module', s.id, p.module, p.path, null::bigint, l.key, l.value -> 'data', gone.ids
    from public.shared_modules s
    join jsonb_to_recordset(places) p (module text, path text) on p.module = s.type::text
    cross join lateral jsonb_each(s.localized) l
    where jsonb_path_exists(l.value -> 'data', p.path::jsonpath, known, true)
    order by s.id, p.path, l.key limit at_most;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION public.record_needs(p_leaving jsonb, p_places jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(to_jsonb(n)), '[]') from private.record_needs(p_leaving, p_places) n
$function$
;
comment on function public.record_needs(jsonb,jsonb) is 'The modules of pages, and shared modules, that cannot be shown once some records and pages are not on the site any more, each with those of a kind that it may name. For staff; others get an empty answer.';

CREATE OR REPLACE FUNCTION public.count_translations(p_kind text DEFAULT NULL::text, p_refs text[] DEFAULT NULL::text[], p_limit integer DEFAULT 200)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed jsonb;
  of_kind record;
begin
  -- One counts at a time; what comes in meanwhile is counted by the next one.
  perform pg_advisory_xact_lock(hashtextextended('translation counts', 0));
  with chosen as (
    select distinct u.kind, u.ref from private.uncounted_texts u
    where p_kind is null or (u.kind = p_kind and u.ref = any (p_refs))
    limit p_limit
  ), gone as (
    delete from private.uncounted_texts u using chosen c where (u.kind, u.ref) = (c.kind, c.ref) returning u.kind, u.ref
  )
  select jsonb_agg(distinct jsonb_build_object('kind', g.kind, 'ref', g.ref)) into changed from gone g;
  for of_kind in
    select c.kind, array_agg(c.ref) as refs from jsonb_to_recordset(coalesce(changed, '[]')) c (kind text, ref text) group by c.kind
  loop
    delete from private.translation_counts t where t.kind = of_kind.kind and t.ref = any (of_kind.refs);
    insert into private.translation_counts (kind, ref, locale, texts, words, translated, checked, stale, partly, absent, words_to_do, sites)
    select of_kind.kind, s.ref, s.locale, count(*), sum(w.words),
      count(*) filter (where s.state = 'translated'), count(*) filter (where s.state in ('checked', 'kept')), count(*) filter (where s.state = 'stale'),
      count(*) filter (where s.state = 'partly'), count(*) filter (where s.state = 'absent'),
      coalesce(sum(w.words) filter (where s.state in ('stale', 'absent')), 0), min(o.sites)
    from private.states_of_texts(of_kind.kind, of_kind.refs) s
    cross join lateral (select t.words from private.texts t where t.hash = s.source_hash limit 1) w
    left join private.sites_of(of_kind.kind, of_kind.refs) o on o.ref = s.ref
    group by s.ref, s.locale;
  end loop;
  return exists (select from private.uncounted_texts);
end $function$
;
comment on function public.count_translations(text,text[],integer) is 'Brings some of private.translation_counts up to date with what has been committed: those of a kind, or any. Says whether some are left.';

CREATE OR REPLACE FUNCTION public.read_translation_counts(p_kind text, p_refs text[])
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(i.ref, i.locales), '{}')
  from (
    select c.ref, jsonb_object_agg(c.locale, jsonb_build_object(
      'texts', c.texts, 'stale', c.stale, 'absent', c.absent, 'partly', c.partly, 'checked', c.checked, 'words', c.words_to_do)) as locales
    from private.translation_counts c where c.kind = p_kind and c.ref = any (p_refs)
    group by c.ref
  ) i
$function$
;
comment on function public.read_translation_counts(text,text[]) is 'How far pages or records are in each language, by id.';

CREATE OR REPLACE FUNCTION public.find_stale_texts(p_page bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('part', s.part, 'path', s.path, 'locale', s.locale, 'before', (
    select x.body from public.translations m join private.texts x on x.hash = m.source_hash
    where m.locale = s.locale and m.target_hash = s.target_hash and m.state <> 'stale' order by m.id desc limit 1
  )) order by s.part, s.path, s.locale), '[]')
  from private.states_of_texts('page', array[p_page::text]) s
  where s.state = 'stale'
$function$
;
comment on function public.find_stale_texts(bigint) is 'The texts of a page whose English ones say something else since, by module and language, with what those said before.';

CREATE OR REPLACE FUNCTION private.parts_of(p_rows jsonb, p_table text)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg('parts/' || t.key, t.value), '{}') from jsonb_each(p_rows) t where t.key <> p_table
$function$
;

CREATE OR REPLACE FUNCTION private.with_parts(p_rows jsonb, p_values jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select p_rows || coalesce((select jsonb_object_agg(split_part(v.key, '/', 2), v.value) from jsonb_each(p_values) v where v.key like 'parts/%'), '{}')
$function$
;

CREATE OR REPLACE FUNCTION private.names_of_fields(p_values jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select array(select n from jsonb_object_keys(p_values) n where n not like 'parts/%')
$function$
;

CREATE OR REPLACE FUNCTION public.read_changed_parts(p_receipt bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
  with made as (
    select v.kind, v.record_id, min(v.number) as first, max(v.number) as last
    from public.publish_receipt_edits l join public.record_versions v on v.edit_id = l.edit_id
    where l.receipt_id = p_receipt and v.made_by is not null
    group by v.kind, v.record_id
    order by v.kind, v.record_id limit 200
  )
  select coalesce(jsonb_agg(jsonb_build_object('table', k.table_name, 'ref', m.record_id, 'before', c.before, 'after', c.after,
    'now', private.parts_of(private.record_rows(m.kind, m.record_id), k.table_name)) order by m.kind, m.record_id), '[]')
  from made m
  join private.kinds k on k.kind = m.kind
  join public.record_versions b on (b.kind, b.record_id, b.number) = (m.kind, m.record_id, m.first - 1)
  join public.record_versions a on (a.kind, a.record_id, a.number) = (m.kind, m.record_id, m.last)
  cross join lateral (
    select jsonb_object_agg(o.key, o.value) as before, jsonb_object_agg(n.key, n.value) as after
    from jsonb_each(private.parts_of(b.data, k.table_name)) o
    join jsonb_each(private.parts_of(a.data, k.table_name)) n using (key)
    where o.value <> n.value
  ) c
  where c.before is not null
$function$
;
comment on function public.read_changed_parts(bigint) is 'Of the records that people changed with a publish the rows of their parts, by `parts/<table>`: before, after it, and now.';

CREATE OR REPLACE FUNCTION public.read_fields(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked record;
  found jsonb;
  answer jsonb := '[]';
begin
  for asked in
    select r.value ->> 'name' as name, r.value ->> 'ref' as ref, k.kind
    from jsonb_array_elements(p_records) with ordinality r
    left join private.kinds k on k.table_name = r.value ->> 'name'
    order by r.ordinality limit 500
  loop
    if asked.kind is null then
      raise exception 'there are no records in %', asked.name using errcode = 'invalid_parameter_value';
    end if;
    execute format('select private.fields_of(to_jsonb(r)) from public.%I r where r.id = $1::%s', asked.name, private.type_of_id(asked.kind))
      into found using asked.ref;
    answer := answer || jsonb_build_array(found);
  end loop;
  return answer;
end $function$
;
comment on function public.read_fields(jsonb) is 'The fields of records, in the order in which they are asked for.';

CREATE OR REPLACE FUNCTION private.put_back_fields(p_table text, p_ref text, p_expected jsonb, p_values jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stored jsonb;
  now_fields jsonb;
  columns text;
  kind_of constant text := (select k.kind from private.kinds k where k.table_name = p_table);
  type_of_id constant text := private.type_of_id(kind_of);
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1::%s for update', p_table, type_of_id) into stored using p_ref;
  now_fields := private.fields_of(stored) || private.parts_of(private.record_rows(kind_of, p_ref), p_table);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  stored := private.with_fields(stored, private.names_of_fields(p_expected), p_values);
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2::%3$s',
      p_table, columns, type_of_id) using stored, p_ref;
  end if;
  if exists (select from jsonb_object_keys(p_values) n where n like 'parts/%') then
    perform private.write_records((
      select jsonb_agg(jsonb_build_object('table', c.name, 'row', r.value) order by c.place, r.ordinality)
      from jsonb_each(private.with_parts(private.record_rows(kind_of, p_ref, true), p_values)) t
      join private.content_tables c on c.name = t.key
      cross join lateral jsonb_array_elements(t.value) with ordinality r
    ));
  end if;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION public.restored_rows(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', r.ref, 'rows', private.with_parts(jsonb_set(s.rows, array[r.name, '0'],
      private.with_fields(s.rows #> array[r.name, '0'], private.names_of_fields(r.expected), r.values)), r.values)) order by s.kind, r.ref), '[]')
    from jsonb_to_recordset(p_records) r (name text, ref text, expected jsonb, "values" jsonb)
    join lateral (
      select k.kind, private.record_rows(k.kind, r.ref, true) as rows from private.kinds k where k.table_name = r.name
    ) s on s.rows #> array[r.name, '0'] is not null
  );
end $function$
;
comment on function public.restored_rows(jsonb) is 'The rows of records, by table, as public.take_back would leave them.';

CREATE OR REPLACE FUNCTION public.find_taken(p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  rule record;
  found jsonb;
  answer jsonb := '[]';
begin
  for rule in
    select c.name, coalesce(c.owner_key, 'id') as owner, k.kind, i.indexrelid, i.indnullsnotdistinct as judges_nulls,
      coalesce(pg_catalog.pg_get_expr(i.indpred, i.indrelid), 'true') as condition, x.keys, x.columns
    from private.content_tables c
    join private.kinds k on k.table_name = coalesce(c.owner_name, c.name)
    join pg_catalog.pg_index i on i.indrelid = format('public.%I', c.name)::regclass and i.indisunique and not i.indisprimary
    cross join lateral (
      select string_agg(format('(%s)::text', pg_catalog.pg_get_indexdef(i.indexrelid, n, true)), ', ' order by n) as keys,
        to_jsonb(array(
          select a.attname from unnest(i.indkey::smallint[]) with ordinality u (attnum, place)
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.attnum order by u.place
        )) as columns
      from generate_series(1, i.indnkeyatts) n
    ) x
    where c.name in (select r.value ->> 'table' from jsonb_array_elements(p_records) a cross join lateral jsonb_array_elements(a.value -> 'rows') r)
    order by c.place, i.indexrelid
  loop
    execute format('
      with own as materialized (
        select a.kind as of_kind, a.id as of_id, k.key
        from jsonb_to_recordset($1) a (kind text, id text, rows jsonb)
        cross join lateral jsonb_to_recordset(a.rows) w ("table" text, "row" jsonb)
        cross join lateral (select array[%2$s] as key from jsonb_populate_record(null::public.%1$I, w."row") r where %3$s) k
        where w."table" = %1$L and (%4$L or array_position(k.key, null) is null)
      ), live as (
        select r.%5$I::text as owner, array[%2$s] as key from public.%1$I r where %3$s
      )
      select coalesce(jsonb_agg(jsonb_build_object(''kind'', o.of_kind, ''id'', o.of_id, ''columns'', $2,
        ''by'', jsonb_build_object(''kind'', %6$L, ''id'', l.owner)) order by o.of_kind, o.of_id), ''[]'')
      from own o join live l on l.key = o.key
      where not exists (select from jsonb_to_recordset($1) a (kind text, id text) where a.kind = %6$L and a.id = l.owner)
        and (o.of_kind, o.of_id) <> (%6$L, l.owner)',
      rule.name, rule.keys, rule.condition, rule.judges_nulls, rule.owner, rule.kind) into found using p_records, rule.columns;
    answer := answer || found;
  end loop;
  return answer;
end $function$
;
comment on function public.find_taken(jsonb) is 'Values of records that another one has which is live, by the columns that must differ: what publishing the records would be refused for.';

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  drafts bigint[] := '{}';
  parents jsonb := '{}';
  clean bigint[] := '{}';
  addresses jsonb;
  tables text[] := array(select distinct r.name from jsonb_to_recordset(p_records) r (name text) join private.kinds k on k.table_name = r.name);
begin
  perform private.act_as(p_actor);
  -- Only what the publish has changed.
  if exists (
    select 1 from (
      select 'published_page_locales' as name, p.id::text as ref from jsonb_to_recordset(p_pages) p (id bigint)
      union all
      select r.name, r.ref from jsonb_to_recordset(p_records) r (name text, ref text)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
    ) and not exists (
      select from public.publish_receipt_edits l join public.record_versions v on v.edit_id = l.edit_id
      join private.kinds k on k.kind = v.kind
      where l.receipt_id = p_receipt and k.table_name = a.name and v.record_id = a.ref
    )
  ) then
    raise exception 'receipt % has not changed that', p_receipt using errcode = 'invalid_parameter_value';
  end if;
  for page in
    select * from jsonb_to_recordset(p_pages) p (id bigint, expected bigint, parent_id bigint, contents jsonb) order by p.id
  loop
    select * into stored from public.pages p where p.id = page.id for no key update;
    if not found or stored.published_revision_id is distinct from page.expected then
      raise exception 'page % has been published since', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    if not stored.is_editable then
      raise exception 'page % is locked', page.id using errcode = 'object_not_in_prerequisite_state';
    end if;
    parents := parents || jsonb_build_object(page.id, stored.parent_id);
    if page.expected is not null and public.page_differs(page.id) then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      clean := clean || page.id;
    end if;
  end loop;
  -- Addresses are judged for all of them.
  perform private.publish_many(p_pages);
  addresses := private.draft_addresses(clean);
  perform set_config('content.draft_step', 'discard', true);
  perform private.record_discard(c, null), private.write_draft(c, private.live_parent(c), private.revision_contents(p.published_revision_id))
  from unnest(clean) c join public.pages p on p.id = c;
  drafts := array(
    select unnest(drafts) union select (k.value ->> 'page_id')::bigint from jsonb_array_elements(private.settle_addresses(clean, addresses)) k
  );
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  perform private.judge_keys(tables, 'deferred');
  for row_of in
    select * from jsonb_to_recordset(p_records) r (name text, ref text, expected jsonb, "values" jsonb) order by r.name, r.ref
  loop
    if not exists (select 1 from private.kinds k where k.table_name = row_of.name) then
      raise exception 'there are no records in %', row_of.name using errcode = 'invalid_parameter_value';
    end if;
    if not private.put_back_fields(row_of.name, row_of.ref, row_of.expected, row_of.values) then
      raise exception '% % has been changed since', row_of.name, row_of.ref using errcode = 'object_not_in_prerequisite_state';
    end if;
  end loop;
  perform private.judge_keys(tables, 'immediate');
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  drafts := drafts || private.keep_draft_parents(parents);
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE INDEX uncounted_texts_place_idx ON private.uncounted_texts USING btree (kind, ref);

revoke all on function private.record_needs(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.record_needs(jsonb,jsonb) to authenticated;
grant execute on function private.record_needs(jsonb,jsonb) to service_role;

revoke all on function public.record_needs(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function public.record_needs(jsonb,jsonb) to authenticated;
grant execute on function public.record_needs(jsonb,jsonb) to service_role;

revoke all on function public.count_translations(text,text[],integer) from public, anon, authenticated, service_role;
grant execute on function public.count_translations(text,text[],integer) to service_role;

revoke all on function public.read_translation_counts(text,text[]) from public, anon, authenticated, service_role;
grant execute on function public.read_translation_counts(text,text[]) to service_role;

revoke all on function public.find_stale_texts(bigint) from public, anon, authenticated, service_role;
grant execute on function public.find_stale_texts(bigint) to service_role;

revoke all on function private.parts_of(jsonb,text) from public, anon, authenticated, service_role;
grant execute on function private.parts_of(jsonb,text) to authenticated;
grant execute on function private.parts_of(jsonb,text) to service_role;

revoke all on function private.with_parts(jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.with_parts(jsonb,jsonb) to service_role;

revoke all on function private.names_of_fields(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.names_of_fields(jsonb) to service_role;

revoke all on function public.read_changed_parts(bigint) from public, anon, authenticated, service_role;
grant execute on function public.read_changed_parts(bigint) to authenticated;
grant execute on function public.read_changed_parts(bigint) to service_role;

revoke all on function private.put_back_fields(text,text,jsonb,jsonb) from public, anon, authenticated, service_role;
grant execute on function private.put_back_fields(text,text,jsonb,jsonb) to service_role;

revoke all on function public.find_taken(jsonb) from public, anon, authenticated, service_role;
grant execute on function public.find_taken(jsonb) to service_role;
