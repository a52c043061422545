-- Taking a publish back: what it changed gets its old values again, as a change of its own.

-- Revisions of a page with all that publishing it again needs, by number; of one that is not there nothing.
create function public.read_revisions(p_ids bigint[]) returns json
language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(r.id, json_build_object('page', r.page_id, 'number', r.number, 'created_at', r.created_at,
    'by', private.person_name(r.created_by), 'locales', (
      select json_object_agg(l.locale, json_build_object('path', l.path, 'title', l.title, 'nav_title', l.nav_title,
        'description', l.description, 'seo', l.seo, 'modules', l.modules))
      from public.page_revision_locales l where l.revision_id = r.id
    ))), '{}')
  from public.page_revisions r where r.id = any (p_ids)
$$;
comment on function public.read_revisions is 'Revisions of pages with their content in every language.';
grant execute on function public.read_revisions to authenticated, service_role;

-- The fields of records as they are now; null for a record that is gone.
create function public.read_fields(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  asked record;
  found jsonb;
  answer jsonb := '[]';
begin
  for asked in select * from jsonb_to_recordset(p_records) r (name text, ref bigint) limit 500 loop
    if not exists (select 1 from private.kinds k where k.table_name = asked.name) then
      raise exception 'there are no records in %', asked.name using errcode = 'invalid_parameter_value';
    end if;
    execute format('select private.fields_of(to_jsonb(r)) from public.%I r where r.id = $1', asked.name) into found using asked.ref;
    answer := answer || jsonb_build_array(found);
  end loop;
  return answer;
end $$;
comment on function public.read_fields is 'The fields of records, in the order in which they are asked for.';
grant execute on function public.read_fields to authenticated, service_role;

-- Publishes pages with these contents, whatever their drafts have, or takes them off the site. Pages: id, parent_id, and the contents by
-- locale as a revision has them, null for none. Answers the new revision of each page.
create function private.publish_many(p_pages jsonb) returns table (page_id bigint, revision_id bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made jsonb;
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  with asked as materialized (
    select a.id, a.parent_id, a.contents from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb)
    where jsonb_typeof(a.contents) = 'object'
  ), revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select a.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = a.id), 0) + 1, private.actor()
    from asked a order by a.id
    returning id, page_id
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, c.key::public.locale, l.path, l.title, l.nav_title, l.description, l.seo, l.modules
    from revisions r
    join asked a on a.id = r.page_id
    cross join lateral jsonb_each(a.contents) c
    cross join lateral jsonb_to_record(c.value) l (path text, title text, nav_title text, description text, seo jsonb, modules json)
  )
  select coalesce(jsonb_object_agg(r.page_id, r.id), '{}') into made from revisions r;
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select p.id, l.locale, p.site_id, (select u.id from public.pages u where u.id = a.parent_id), r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint)
  join public.pages p on p.id = a.id
  join public.page_revisions r on r.id = (made ->> a.id::text)::bigint
  join public.page_revision_locales l on l.revision_id = r.id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;
  delete from public.published_page_locales live
  using jsonb_to_recordset(p_pages) a (id bigint)
  where live.page_id = a.id and live.revision_id is distinct from (made ->> a.id::text)::bigint;
  -- Behind the addresses, which say what has changed.
  update public.pages p set published_revision_id = (made ->> a.id::text)::bigint
  from jsonb_to_recordset(p_pages) a (id bigint)
  where p.id = a.id;
  return query select m.key::bigint, m.value::bigint from jsonb_each_text(made) m;
end $$;
revoke execute on function private.publish_many from public;
grant execute on function private.publish_many to service_role;

-- Gives fields of a record other values, a field without one none. False where one is not what is expected.
-- A row with fields as they were: `slug`, or `localized/de/title`.
create function private.with_fields(p_row jsonb, p_names text[], p_values jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
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
      -- A language without a text is none.
      if p_row #> field.place[:2] = '{}' then
        p_row := p_row #- field.place[:2];
      end if;
    else
      p_row := jsonb_set(p_row, field.place[:2], coalesce(p_row #> field.place[:2], '{}') || jsonb_build_object(field.place[3], field.value));
    end if;
  end loop;
  return p_row;
end $$;
revoke execute on function private.with_fields from public;
grant execute on function private.with_fields to service_role;

create function private.put_back_fields(p_table text, p_ref bigint, p_expected jsonb, p_values jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  stored jsonb;
  now_fields jsonb;
  columns text;
begin
  execute format('select to_jsonb(r) from public.%I r where r.id = $1 for update', p_table) into stored using p_ref;
  now_fields := private.fields_of(stored);
  if stored is null or exists (
    select 1 from jsonb_each(p_expected) e where coalesce(now_fields -> e.key, 'null') is distinct from e.value
  ) then
    return false;
  end if;
  stored := private.with_fields(stored, array(select jsonb_object_keys(p_expected)), p_values);
  select string_agg(format('%I', a.attname), ', ' order by a.attnum) into columns
  from pg_catalog.pg_attribute a
  where a.attrelid = format('public.%I', p_table)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (select split_part(e.key, '/', 1) from jsonb_each(p_expected) e) and a.attname <> 'id';
  if columns is not null then
    execute format('update public.%1$I r set (%2$s) = (select %2$s from jsonb_populate_record(null::public.%1$I, $1)) where r.id = $2',
      p_table, columns) using stored, p_ref;
  end if;
  return true;
end $$;
revoke execute on function private.put_back_fields from public;
grant execute on function private.put_back_fields to service_role;

-- Records as p_records of public.take_back has them, with all their rows. One that is not as it is expected is not put back either.
create function public.restored_rows(p_records jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('kind', s.kind, 'id', r.ref, 'rows', jsonb_set(s.rows, array[r.name, '0'],
      private.with_fields(s.rows #> array[r.name, '0'], array(select jsonb_object_keys(r.expected)), r.values))) order by s.kind, r.ref), '[]')
    from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb)
    join lateral (
      select k.kind, private.record_rows(k.kind, r.ref::text, true) as rows from private.kinds k where k.table_name = r.name
    ) s on s.rows #> array[r.name, '0'] is not null
  );
end $$;
comment on function public.restored_rows is 'The rows of records, by table, as public.take_back would leave them.';

-- Says when the keys of records are judged: with each statement, or once all that belongs together is written.
create function private.judge_keys(p_tables text[], p_when text) returns void
language plpgsql set search_path = ''
as $$
declare
  keys text;
begin
  select string_agg(format('public.%I', c.conname), ', ' order by c.conname) into keys
  from pg_catalog.pg_constraint c
  where c.contype = 'u' and c.condeferrable and c.conrelid in (select format('public.%I', t)::regclass from unnest(p_tables) t);
  if keys is not null then
    execute format('set constraints %s %s', keys, case p_when when 'deferred' then 'deferred' else 'immediate' end);
  end if;
end $$;
revoke execute on function private.judge_keys from public;
grant execute on function private.judge_keys to service_role;

create function public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
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
      select r.name, r.ref::text from jsonb_to_recordset(p_records) r (name text, ref bigint)
    ) a
    where not exists (
      select 1 from public.publish_receipt_edits l join public.edited_records e on e.edit_id = l.edit_id
      where l.receipt_id = p_receipt and e.table_name = a.name and e.ref = a.ref and e.operation <> 'truncate'
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
    select * from jsonb_to_recordset(p_records) r (name text, ref bigint, expected jsonb, "values" jsonb) order by r.name, r.ref
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
end $$;
comment on function public.take_back is
  'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';
