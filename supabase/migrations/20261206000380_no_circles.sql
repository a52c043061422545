-- Functions are created before the tables that they read.
set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.lock_trees()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Other transactions would be looked for with the eyes of the first statement.
  if current_setting('transaction_isolation') = 'repeatable read' then
    raise exception 'trees are changed in transactions that are read committed or serializable' using errcode = 'invalid_transaction_state';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('trees', 0));
end $function$
;

CREATE OR REPLACE FUNCTION private.find_circle(p_tree text, p_node text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  circle text[];
begin
  execute format('select private.%I($1::%s)::text[]', 'circle_of_' || p_tree, (select t.node_type from private.trees t where t.name = p_tree)) into circle using p_node;
  return circle;
end $function$
;
comment on function private.find_circle(text,text) is 'The nodes of a tree from one up to itself; null where it is not above itself. Sees what others have committed.';

CREATE OR REPLACE FUNCTION private.names_in_tree(p_tree text, p_nodes text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tree private.trees;
  node text;
  found_name text;
  names text[] := '{}';
begin
  select * into strict tree from private.trees t where t.name = p_tree;
  foreach node in array case when cardinality(p_nodes) > 8 then p_nodes[:4] || null::text || p_nodes[cardinality(p_nodes) - 2:] else p_nodes end loop
    execute format('select (%s)', replace(tree.node_name, '$1', '$1::' || tree.node_type)) into found_name using node;
    names := names || case when node is null then '…' else coalesce(found_name, node) end;
  end loop;
  return names;
end $function$
;

CREATE OR REPLACE FUNCTION private.words_of_circle(p_tree text, p_nodes text[])
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select format(t.refusal, array_to_string(private.names_in_tree(p_tree, p_nodes), t.between_names)) from private.trees t where t.name = p_tree
$function$
;
comment on function private.words_of_circle(text,text[]) is 'Why a circle is refused, with the names of what is in it, and what to do.';

CREATE OR REPLACE FUNCTION private.refuse_circle(p_tree text, p_circle text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if p_circle is not null then
    raise exception using errcode = '23C01', message = private.words_of_circle(p_tree, p_circle), table = (select t.table_name from private.trees t where t.name = p_tree),
      detail = jsonb_build_object('tree', p_tree, 'nodes', p_circle);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION private.guard_tree(p_table text, p_place text, p_node_name text, p_refusal text, p_between text DEFAULT '” below “'::text, p_node text DEFAULT 'id'::text, p_first text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into private.trees (name, table_name, place, edges, node_type, node_name, refusal, between_names)
  values (p_table, p_table, p_place, format('select t.%I as node, t.parent_id as above from public.%I t where t.parent_id is not null', p_node, p_table),
    'bigint', p_node_name, p_refusal, p_between);
  -- Always by the index: of what a transaction has written the planner knows nothing yet.
  execute format($q$
    create function private.circle_of_%1$s(p_node bigint) returns bigint[]
    language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
    as $f$
    begin
      -- Most have none below them.
      if not exists (select from public.%1$I t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.%1$I t where t.%2$I = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.%1$I t on t.%2$I = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.%1$I t where t.%2$I = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.%1$I t on t.%2$I = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $f$;
    revoke execute on function private.circle_of_%1$s from public;
    create function private.refuse_circle_of_%1$s() returns trigger
    language plpgsql security definer set search_path = ''
    as $f$
    begin
      if %3$s then
        perform private.lock_trees();
        perform private.refuse_circle(%1$L, private.circle_of_%1$s(new.%2$I)::text[]);
      end if;
      return null;
    end $f$;
    revoke execute on function private.refuse_circle_of_%1$s from public;
    create constraint trigger %1$s_circle_insert after insert on public.%1$I deferrable initially deferred
      for each row when (new.parent_id is not null) execute function private.refuse_circle_of_%1$s();
    create constraint trigger %1$s_circle_update after update on public.%1$I deferrable initially deferred
      for each row when (new.parent_id is not null and (old.%2$I, old.parent_id) is distinct from (new.%2$I, new.parent_id))
      execute function private.refuse_circle_of_%1$s();$q$, p_table, p_node, p_first);
end $function$
;
comment on function private.guard_tree(text,text,text,text,text,text,text) is 'For the schema: the triggers of a table whose column parent_id names the row above, and the words that refuse a circle. p_first: a condition of the row new, where several rows are one node.';

CREATE OR REPLACE FUNCTION private.circle_of_media_folders(p_node bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    begin
      -- Most have none below them.
      if not exists (select from public.media_folders t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.media_folders t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.media_folders t on t.id = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.media_folders t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.media_folders t on t.id = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_media_folders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    begin
      if true then
        perform private.lock_trees();
        perform private.refuse_circle('media_folders', private.circle_of_media_folders(new.id)::text[]);
      end if;
      return null;
    end $function$
;

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
  -- One that was in the deleted one, and around it, is at the top.
  update public.media_folders f set parent_id = nullif(above, f.id) where f.parent_id = p_id;
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

CREATE OR REPLACE FUNCTION private.circle_of_pages(p_node bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    begin
      -- Most have none below them.
      if not exists (select from public.pages t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.pages t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.pages t on t.id = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.pages t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.pages t on t.id = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_pages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    begin
      if true then
        perform private.lock_trees();
        perform private.refuse_circle('pages', private.circle_of_pages(new.id)::text[]);
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION private.circle_of_modules(p_node bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    begin
      -- Most have none below them.
      if not exists (select from public.modules t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.modules t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.modules t on t.id = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.modules t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.modules t on t.id = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_modules()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    begin
      if true then
        perform private.lock_trees();
        perform private.refuse_circle('modules', private.circle_of_modules(new.id)::text[]);
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION private.circle_of_published_page_locales(p_node bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    begin
      -- Most have none below them.
      if not exists (select from public.published_page_locales t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.published_page_locales t where t.page_id = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.published_page_locales t on t.page_id = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.published_page_locales t where t.page_id = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.published_page_locales t on t.page_id = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_published_page_locales()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    begin
      if not exists (
        select from public.published_page_locales l where l.page_id = new.page_id and l.locale < new.locale and l.parent_id = new.parent_id
      ) then
        perform private.lock_trees();
        perform private.refuse_circle('published_page_locales', private.circle_of_published_page_locales(new.page_id)::text[]);
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION private.redirect_path(p_address text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
declare
  path text := regexp_replace(regexp_replace(p_address, '[?#].*$', ''), '/+$', '');
begin
  if not starts_with(p_address, '/') then
    return null;
  end if;
  if path ~ '%[0-9A-Fa-f]{2}' then
    path := convert_from((
      select string_agg(case when p.part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(p.part, 2), 'hex') else convert_to(p.part, 'UTF8') end, ''::bytea order by p.place)
      from (
        select m.part[1] as part, m.place from regexp_matches(path, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') with ordinality m (part, place)
      ) p
    ), 'UTF8');
  end if;
  return normalize(path);
exception when character_not_in_repertoire or untranslatable_character then
  return path;
end $function$
;
comment on function private.redirect_path(text) is 'A path as redirects are looked up: decoded, without a query or a slash at its end; null for what is no path of the site.';

CREATE OR REPLACE FUNCTION private.circle_of_redirects(p_node text)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return (
    with recursive up as (
      select s.above, array[p_node, s.above] as way from private.redirect_steps s where s.node = p_node
      union
      select s.above, up.way || s.above from up join private.redirect_steps s on s.node = up.above
      where up.above <> p_node and s.above <> all (up.way[2:])
    )
    select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
  );
end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_redirects()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.lock_trees();
  perform private.refuse_circle('redirects', private.circle_of_redirects(new.site_id || private.redirect_path(new.from_path)));
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.publish_pages(p_page_ids bigint[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  published bigint[];
begin
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key deferred;
  perform 1 from public.pages where id = any (p_page_ids) order by id for no key update;
  select coalesce(array_agg(p.id order by p.id), '{}') into published
  from public.pages p
  where p.id = any (p_page_ids) and public.page_differs(p.id);

  with revisions as (
    insert into public.page_revisions (page_id, number, created_by)
    select p.id, coalesce((select max(r.number) from public.page_revisions r where r.page_id = p.id), 0) + 1, private.actor()
    from unnest(published) p (id)
    returning id, page_id, created_at
  ), contents as (
    insert into public.page_revision_locales (revision_id, locale, path, title, nav_title, description, seo, modules)
    select r.id, l.locale, l.path, l.title, l.nav_title, l.description, l.seo,
      private.assemble_modules(l.page_id, null, l.locale)
    from revisions r
    join public.page_locales l on l.page_id = r.page_id
  ), pointers as (
    update public.pages p set published_revision_id = r.id
    from revisions r
    where p.id = r.page_id
  )
  insert into public.published_page_locales as live
    (page_id, locale, site_id, parent_id, revision_id, path, title, nav_title, noindex, published_at)
  select l.page_id, l.locale, l.site_id, p.parent_id, r.id, l.path, l.title, l.nav_title,
    coalesce((l.seo ->> 'noindex')::boolean, false), r.created_at
  from revisions r
  join public.page_locales l on l.page_id = r.page_id
  join public.pages p on p.id = r.page_id
  on conflict (page_id, locale) do update
    set parent_id = excluded.parent_id, revision_id = excluded.revision_id, path = excluded.path, title = excluded.title,
      nav_title = excluded.nav_title, noindex = excluded.noindex, published_at = excluded.published_at;

  delete from public.published_page_locales live
  where live.page_id = any (published)
    and not exists (
      select 1 from public.page_locales l where l.page_id = live.page_id and l.locale = live.locale
    );
  -- Nobody is waited for at the end of the transaction, when it has the lock of the trees.
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  return jsonb_build_object('published', to_jsonb(published));
end $function$
;
comment on function public.publish_pages(bigint[]) is 'Publishes the drafts of pages: an immutable revision with all locales, the pointer, and the live addresses, in one transaction.';

CREATE OR REPLACE FUNCTION public.discard_draft(p_actor uuid, p_page_id bigint, p_expected_version integer, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return jsonb_build_object('status', 'not-found');
  end if;
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'not-published');
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if page.structure_version <> p_expected_version or coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'version', page.structure_version, 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return jsonb_build_object('status', 'saved', 'version', page.structure_version);
  end if;
  perform private.record_discard(p_page_id);
  perform set_config('content.draft_step', 'discard', true);
  perform private.replace_draft(p_page_id,
    (select l.parent_id from public.published_page_locales l where l.page_id = p_page_id order by l.locale limit 1),
    private.revision_contents(page.published_revision_id));
  return jsonb_build_object('status', 'saved', 'version', page.structure_version + 1);
end $function$
;
comment on function public.discard_draft(uuid,bigint,integer,bigint) is 'Puts a draft back to what is published, with the ids of its modules, unless somebody has saved since the caller looked.';

CREATE OR REPLACE FUNCTION private.draft_parents(p_pages jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_object_agg(p.id, p.parent_id), '{}') from public.pages p join jsonb_to_recordset(p_pages) a (id bigint) on a.id = p.id
$function$
;
comment on function private.draft_parents(jsonb) is 'The page above each page in the drafts.';

CREATE OR REPLACE FUNCTION private.keep_draft_parents(p_before jsonb)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  moved bigint[] := array(
    select p.id from public.pages p join jsonb_each_text(p_before) b on b.key::bigint = p.id
    where p.parent_id is not null and p.parent_id is distinct from b.value::bigint order by p.id
  );
  kept bigint[] := '{}';
  page bigint;
begin
  if moved = '{}' then
    return kept;
  end if;
  perform private.lock_trees();
  loop
    select m into page from unnest(moved) m where m <> all (kept) and private.find_circle('pages', m::text) is not null limit 1;
    exit when not found;
    update public.pages p set parent_id = (p_before ->> page::text)::bigint where p.id = page;
    kept := kept || page;
  end loop;
  return kept;
end $function$
;
comment on function private.keep_draft_parents(jsonb) is 'Gives those drafts that would be below themselves the page above that they had before, and answers them. Nothing is written after it that others may hold.';

CREATE OR REPLACE FUNCTION private.circle_of_categories(p_node bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
    begin
      -- Most have none below them.
      if not exists (select from public.categories t where t.parent_id = p_node) or not exists (
        with recursive up as (
          select t.parent_id as above from public.categories t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id from up join public.categories t on t.id = up.above where t.parent_id is not null
        )
        select from up where up.above = p_node
      ) then
        return null;
      end if;
      return (
        with recursive up as (
          select t.parent_id as above, array[p_node, t.parent_id] as way from public.categories t where t.id = p_node and t.parent_id is not null
          union
          select t.parent_id, up.way || t.parent_id from up join public.categories t on t.id = up.above
          where up.above <> p_node and t.parent_id <> all (up.way[2:])
        )
        select up.way from up where up.above = p_node order by cardinality(up.way) limit 1
      );
    end $function$
;

CREATE OR REPLACE FUNCTION private.refuse_circle_of_categories()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    begin
      if true then
        perform private.lock_trees();
        perform private.refuse_circle('categories', private.circle_of_categories(new.id)::text[]);
      end if;
      return null;
    end $function$
;

CREATE OR REPLACE FUNCTION public.take_back(p_actor uuid, p_receipt bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page record;
  row_of record;
  stored public.pages;
  had_draft boolean;
  drafts bigint[] := '{}';
  parents jsonb := '{}';
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
    had_draft := page.expected is not null and public.page_differs(page.id);
    perform private.publish_many(jsonb_build_array(to_jsonb(page)));
    if had_draft then
      drafts := drafts || page.id;
    elsif page.expected is not null and nullif(page.contents, 'null') is not null then
      perform public.discard_draft(p_actor, page.id, stored.structure_version,
        (select coalesce(max(s.id), 0) from public.draft_saves s where s.page_id = page.id));
    end if;
  end loop;
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
  update public.content_edits e set takes_back = p_receipt where e.id = private.current_edit();
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  drafts := drafts || private.keep_draft_parents(parents);
  return jsonb_build_object('drafts', to_jsonb(drafts));
end $function$
;
comment on function public.take_back(uuid,bigint,jsonb,jsonb) is 'Undoes what a receipt has published: pages with the content that they are to have again, null for none, and fields of records. Refused when anything is not as it is expected. Answers the pages whose drafts have other changes, which stay as they are.';

CREATE OR REPLACE FUNCTION private.travel_draft(p_page_id bigint, p_step_id bigint, p_locale public.locale, p_is_undone boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  step private.draft_steps;
  obstacle jsonb;
begin
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules where page_id = p_page_id order by id for update;
  select * into step from private.draft_steps s
  where s.id = p_step_id and s.page_id = p_page_id and s.author = private.actor() and s.summary is not null
    and (s.undone_at is null) = p_is_undone;
  if not found then
    return jsonb_build_object('status', 'conflict', 'steps', private.read_draft_steps(p_page_id));
  end if;
  -- The structure is one for all locales, and only changed in the default one.
  if p_locale <> 'en' and (step.summary ->> 'is_structure')::boolean then
    return '{"status": "english-only"}';
  end if;
  obstacle := private.step_obstacle(step, p_is_undone);
  if obstacle is not null then
    return jsonb_build_object('status', 'built-upon', 'obstacle', obstacle, 'steps', private.read_draft_steps(p_page_id));
  end if;
  perform set_config('content.draft_steps', 'off', true);
  perform private.apply_draft_step(step, p_is_undone);
  perform set_config('content.draft_steps', '', true);
  -- Each stands in a place by itself, which may put one into the other.
  if exists (
    with recursive tree as (
      select m.id, 1 as depth from public.modules m where m.page_id = p_page_id and m.parent_id is null
      union all
      select m.id, t.depth + 1 from tree t join public.modules m on m.parent_id = t.id where t.depth <= 3
    )
    select 1 from public.modules m left join tree t on t.id = m.id
    where m.page_id = p_page_id and coalesce(t.depth, 9) > 3
  ) then
    raise exception 'modules of page % would stand inside one another', p_page_id using errcode = 'object_not_in_prerequisite_state';
  end if;
  return jsonb_build_object('status', 'saved', 'step', private.step_of(step), 'steps', private.read_draft_steps(p_page_id));
end $function$
;

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
  perform 1 from public.pages where id = p_parent_id and site_id = p_site for key share;
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

CREATE OR REPLACE FUNCTION private.put_page_names(p_page public.pages, p_parent_id bigint, p_locales jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  taken jsonb;
  details record;
begin
  if not p_page.is_editable or (p_page.route is not null and (p_parent_id is distinct from p_page.parent_id or exists (
    select 1 from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
    where l.path is distinct from n.value ->> 'path'
  ))) then
    return '{"status": "fixed"}';
  end if;
  perform 1 from public.pages where id = p_parent_id and site_id = p_page.site_id for key share;
  if not found and p_parent_id is not null then
    return '{"status": "no-parent"}';
  end if;
  if exists (
    with recursive above as (
      select p_parent_id as id
      union
      select p.parent_id from above a join public.pages p on p.id = a.id
    )
    select 1 from above a where a.id = p_page.id
  ) then
    return '{"status": "below-itself"}';
  end if;
  taken := private.taken_addresses(p_page.id, p_page.site_id, p_locales);
  if taken <> '[]' then
    return jsonb_build_object('status', 'taken', 'pages', taken);
  end if;

  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  for details in
    select n.key::public.locale as locale, n.value ->> 'path' as path, n.value ->> 'title' as title, n.value ->> 'nav_title' as nav_title,
      n.value ->> 'description' as description, n.value -> 'seo' as seo, l.path as old_path
    from jsonb_each(p_locales) n
    left join public.page_locales l on l.page_id = p_page.id and l.locale = n.key::public.locale
  loop
    if details.old_path is distinct from details.path and details.old_path is not null then
      perform public.move_page(p_page.id, details.locale, details.path);
    end if;
    insert into public.page_locales as l (page_id, locale, site_id, path, title, nav_title, description, seo)
    values (p_page.id, details.locale, p_page.site_id, details.path, details.title, coalesce(details.nav_title, ''),
      coalesce(details.description, ''), coalesce(details.seo, '{}'))
    on conflict (page_id, locale) do update
      set title = excluded.title, nav_title = coalesce(details.nav_title, l.nav_title),
        description = coalesce(details.description, l.description), seo = coalesce(details.seo, l.seo)
      where (l.title, l.nav_title, l.description, l.seo) is distinct from (excluded.title, coalesce(details.nav_title, l.nav_title),
        coalesce(details.description, l.description), coalesce(details.seo, l.seo));
  end loop;
  -- A page below may have come to an address that another has: that is detected here, not at the end of the transaction.
  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  update public.pages set parent_id = p_parent_id, structure_version = structure_version + 1
  where id = p_page.id and parent_id is distinct from p_parent_id;
  return null;
end $function$
;
comment on function private.put_page_names(public.pages,bigint,jsonb) is 'Gives the draft of a page titles, addresses and a parent, and what else is named of each language. Pages below move along.';

CREATE OR REPLACE FUNCTION public.change_page(p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  -- Pages that are moved below each other at once name each other: neither waits for the other one.
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into latest from public.draft_saves where page_id = p_page_id order by id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  return coalesce(private.put_page_names(page, p_parent_id, p_locales), '{"status": "saved"}');
end $function$
;
comment on function public.change_page(uuid,bigint,bigint,jsonb,bigint) is 'Gives the draft of a page its titles, addresses and parent, unless somebody has saved since the caller looked. Pages below move along.';

CREATE OR REPLACE FUNCTION public.save_page_settings(p_actor uuid, p_page_id bigint, p_parent_id bigint, p_locales jsonb, p_version bigint, p_from_parent bigint, p_removed public.locale[] DEFAULT '{}'::public.locale[])
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
  refusal jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages where id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  latest := private.settings_save(p_page_id);
  if coalesce(latest.id, 0) <> p_version or page.parent_id is distinct from p_from_parent then
    return jsonb_build_object('status', 'conflict', 'version', coalesce(latest.id, 0), 'settings', private.page_settings(p_page_id),
      'saved_by', latest.saved_by, 'saved_at', latest.saved_at);
  end if;
  -- English is what other languages fall back to, and a page that the site needs is in all of them.
  if cardinality(p_removed) > 0 and (page.route is not null or 'en' = any (p_removed)) then
    return '{"status": "fixed"}';
  end if;
  refusal := private.put_page_names(page, p_parent_id, p_locales);
  if refusal is null and cardinality(p_removed) > 0 then
    insert into public.draft_saves (page_id, locale, action, content, version, saved_by)
    select l.page_id, l.locale, 'describe', '{}', l.version, p_actor
    from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
    delete from public.page_locales l where l.page_id = p_page_id and l.locale = any (p_removed);
  end if;
  return coalesce(refusal, jsonb_build_object('status', 'saved', 'version', coalesce((private.settings_save(p_page_id)).id, 0)));
end $function$
;
comment on function public.save_page_settings(uuid,bigint,bigint,jsonb,bigint,bigint,public.locale[]) is 'Saves the settings of a page''s draft, and takes it out of languages, unless somebody saved them since the version and the parent that the caller started from.';

CREATE OR REPLACE FUNCTION public.publish_cells(p_actor uuid, p_page_id bigint, p_cells text[], p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  waiting text[];
  needs jsonb;
  composed jsonb;
begin
  perform private.act_as(p_actor);
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  live := private.live_cells(p_page_id);
  draft := private.draft_cells(p_page_id);
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  if waiting <@ p_cells then
    return '{"status": "published"}'::jsonb || public.publish_pages(array[p_page_id]);
  end if;
  needs := private.needs_of(live, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  composed := private.compose_cells(live, draft, p_cells);
  if private.contents_of_cells(composed) is not distinct from private.revision_contents(page.published_revision_id)
    and composed -> 'parent' = live -> 'parent' then
    return '{"status": "published", "published": []}';
  end if;
  perform private.publish_many(jsonb_build_array(jsonb_build_object('id', p_page_id, 'parent_id', composed -> 'parent',
    'contents', private.contents_of_cells(composed))));
  set constraints public.published_page_locales_address_key, public.published_page_locales_file_key immediate;
  return jsonb_build_object('status', 'published', 'published', jsonb_build_array(p_page_id));
end $function$
;
comment on function public.publish_cells(uuid,bigint,text[],bigint) is 'Publishes some cells of a page''s draft, as a revision of what is live with these; the draft stays, and differs in the others. Refused when somebody has saved since, and when a cell does not wait any more or needs another one.';

CREATE OR REPLACE FUNCTION public.import_apply(p_import uuid, p_replace boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET statement_timeout TO '1h'
AS $function$
declare
  t record;
  rearranged bigint[];
  published integer;
begin
  -- One import at a time.
  perform pg_advisory_xact_lock(7311);
  perform set_config('content.importing', 'on', true);
  perform private.import_analyze(array['private.import_rows']);
  set constraints public.page_locales_address_key, public.page_locales_file_key deferred;
  if p_replace then
    perform private.import_clear(p_import);
  else
    perform private.import_refuse_collisions(p_import);
  end if;
  delete from private.draft_steps d using private.import_rows s
  where s.import_id = p_import and s.target = 'pages' and d.page_id = (s.content ->> 'id')::bigint;
  perform private.import_number_revisions(p_import);
  perform private.import_sequences(p_import);
  rearranged := private.import_rearranged(p_import);
  rearranged := rearranged || array(
    select (s.content ->> 'id')::bigint from private.import_rows s
    where s.import_id = p_import and s.target = 'pages' and not exists (
      select 1 from public.pages p where p.id = (s.content ->> 'id')::bigint
    )
  );

  for t in select c.* from private.content_tables c where c.name not in ('published_page_locales', 'redirects') order by c.place loop
    if t.name = 'product_images' then
      perform private.import_product_images(p_import);
      continue;
    end if;
    if t.owner_key is not null and not p_replace then
      perform private.import_prune(p_import, t.name, t.keys, t.owner_key, t.owner_name);
    end if;
    if t.name = 'pages' then
      update public.pages p set structure_version = p.structure_version + 1 where p.id = any (rearranged);
    end if;
    perform private.import_table(p_import, t.name, t.keys, t.fixed);
  end loop;
  insert into public.form_versions (form_id, version, content)
  select f.id, f.version, f.content from public.forms f
  on conflict (form_id, version) do nothing;
  perform private.import_analyze(array['public.pages', 'public.page_locales', 'public.modules', 'public.module_locales',
    'public.page_revisions', 'public.page_revision_locales', 'public.draft_saves']);
  perform private.import_history(p_import, rearranged);
  published := private.import_publications(p_import);

  -- The redirects of the bundle take the place of those that the database has for the same addresses.
  delete from public.redirects r
  using private.import_rows s
  where s.import_id = p_import and s.target = 'redirects' and r.site_id = s.content ->> 'site_id'
    and r.id <> (s.content ->> 'id')::bigint
    and (r.from_path = s.content ->> 'from_path'
      or (r.row_kind = s.content ->> 'row_kind' and r.from_slug = s.content ->> 'from_slug'));
  perform private.import_table(p_import, 'redirects', '{id}', '{}');

  set constraints public.page_locales_address_key, public.page_locales_file_key immediate;
  delete from private.import_rows where import_id = p_import;
  perform private.import_analyze((select array_agg('public.' || quote_ident(c.name)) from private.content_tables c));
  delete from private.import_results where finished_at < now() - interval '1 day';
  insert into private.import_results (import_id, result) values (p_import, jsonb_build_object('published', published));
  return jsonb_build_object('published', published);
end $function$
;
comment on function public.import_apply(uuid,boolean) is 'Writes the rows that were put aside, all or none: rows that are there are brought up to date, or, to replace, all other content is deleted first. Publishes the drafts whose record asks for it.';

CREATE OR REPLACE FUNCTION private.lock_records(p_kind text, p_ids text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if cardinality(p_ids) > 200 or exists (
    select from private.kinds k join private.trees t on t.table_name = k.table_name and t.node_type = 'bigint' where k.kind = p_kind
  ) then
    perform pg_advisory_xact_lock(hashtextextended('records ' || p_kind, 0));
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('records ' || p_kind, 0));
  perform pg_advisory_xact_lock(hashtextextended('record ' || p_kind || ':' || i.id, 0))
  from (select distinct u.id from unnest(p_ids) u (id) order by u.id) i;
end $function$
;

CREATE OR REPLACE FUNCTION public.add_page_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_last_save bigint DEFAULT NULL::bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  latest public.draft_saves;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if p_last_save is not null and coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  if not public.page_differs(p_page_id) then
    return '{"status": "unchanged"}';
  end if;
  -- The rest of a page of which a part is in it already.
  if exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.cells is not null and l.contents is not null) then
    return public.add_cells_to_launch(p_actor, p_launch, p_page_id,
      private.cells_that_wait(private.live_cells(p_page_id), private.draft_cells(p_page_id)), coalesce(latest.id, 0));
  end if;
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), page.parent_id, page.published_revision_id, private.live_parent(p_page_id),
    private.draft_contents(p_page_id), p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, base_revision_id = excluded.base_revision_id,
      base_parent_id = excluded.base_parent_id, contents = excluded.contents, cells = null, saved_by = excluded.saved_by, saved_at = clock_timestamp();
  -- What is published by itself goes on from what is live. A page that is not live yet has nothing else to show.
  if page.published_revision_id is not null then
    perform public.discard_draft(p_actor, p_page_id, page.structure_version, coalesce(latest.id, 0));
  end if;
  return '{"status": "added"}';
end $function$
;
comment on function public.add_page_to_launch(uuid,bigint,bigint,bigint) is 'Moves the draft of a page into a launch: the draft that is published by itself is what is live from then on. A page that is not published keeps its draft. With p_last_save: unless somebody has saved since.';

CREATE OR REPLACE FUNCTION public.add_cells_to_launch(p_actor uuid, p_launch bigint, p_page_id bigint, p_cells text[], p_last_save bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  latest public.draft_saves;
  live jsonb;
  draft jsonb;
  -- What the chosen cells are put on: what the launch has of the page already, or what is live.
  ground jsonb;
  waiting text[];
  staying text[];
  needs jsonb;
  composed jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  if not page.is_editable then
    return '{"status": "not-editable"}';
  end if;
  perform 1 from public.modules m where m.page_id = p_page_id order by m.id for update;
  select * into latest from public.draft_saves s where s.page_id = p_page_id order by s.id desc limit 1;
  if coalesce(latest.id, 0) <> p_last_save then
    return jsonb_build_object('status', 'conflict', 'saved', private.save_mark(latest));
  end if;
  live := private.live_cells(p_page_id);
  draft := private.draft_cells(p_page_id);
  waiting := private.cells_that_wait(live, draft);
  if not p_cells <@ waiting or p_cells = '{}' then
    return '{"status": "settled"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id and l.contents is not null for update;
  if item.page_id is null and waiting <@ p_cells then
    return public.add_page_to_launch(p_actor, p_launch, p_page_id, p_last_save);
  end if;
  ground := case when item.page_id is null then live else private.cells_of_contents(item.contents, item.parent_id) end;
  -- Modules that came with what is in it already would go.
  if 'structure' = any (p_cells)
    and private.modules_beyond(ground -> 'structure', live -> 'structure') && private.modules_beyond(ground -> 'structure', draft -> 'structure') then
    return '{"status": "other-modules"}';
  end if;
  needs := private.needs_of(ground, draft, p_cells);
  if needs <> '[]' then
    return jsonb_build_object('status', 'incomplete', 'needs', needs);
  end if;
  composed := private.compose_cells(ground, draft, p_cells);
  insert into public.launch_pages as l (launch_id, page_id, title, parent_id, base_revision_id, base_parent_id, contents, cells, saved_by)
  values (p_launch, p_page_id, private.page_title(p_page_id), (composed ->> 'parent')::bigint, page.published_revision_id, private.live_parent(p_page_id),
    private.contents_of_cells(composed), p_cells, p_actor)
  on conflict (launch_id, page_id) do update
    set title = excluded.title, parent_id = excluded.parent_id, contents = excluded.contents,
      cells = case when item.page_id is null then excluded.cells
        when l.cells is not null then array(select distinct c from unnest(l.cells || excluded.cells) c order by c) end,
      base_revision_id = case when item.page_id is null then excluded.base_revision_id else l.base_revision_id end,
      base_parent_id = case when item.page_id is null then excluded.base_parent_id else l.base_parent_id end,
      saved_by = excluded.saved_by, saved_at = clock_timestamp();
  if page.published_revision_id is null then
    return jsonb_build_object('status', 'added', 'kept', '[]'::jsonb);
  end if;
  staying := array(select w from unnest(waiting) w where w <> all (p_cells));
  loop
    needs := private.needs_of(live, draft, staying);
    exit when needs = '[]';
    staying := staying || array(select distinct n.value ->> 'needs' from jsonb_array_elements(needs) n);
  end loop;
  if staying = '{}' then
    perform public.discard_draft(p_actor, p_page_id, page.structure_version, coalesce(latest.id, 0));
  elsif not waiting <@ staying then
    composed := private.compose_cells(live, draft, staying);
    perform private.record_discard(p_page_id);
    perform private.replace_draft(p_page_id, (composed ->> 'parent')::bigint, private.contents_of_cells(composed));
  end if;
  return jsonb_build_object('status', 'added', 'kept', to_jsonb(array(select c from unnest(p_cells) c where c = any (staying))));
end $function$
;
comment on function public.add_cells_to_launch(uuid,bigint,bigint,text[],bigint) is 'Moves some cells of a page''s draft into a launch, on what it has of the page already. They leave the draft of a published page, but for those that the rest of it needs, which the answer names.';

CREATE OR REPLACE FUNCTION public.take_page_out(p_actor uuid, p_launch bigint, p_page_id bigint, p_to_draft boolean, p_keep boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  page public.pages;
  item public.launch_pages;
  live jsonb;
  draft jsonb;
  part jsonb;
begin
  perform private.act_as(p_actor);
  if not private.is_open_launch(p_launch) then
    return '{"status": "closed"}';
  end if;
  select * into item from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id for update;
  if not found then
    return '{"status": "not-found"}';
  end if;
  select * into page from public.pages p where p.id = p_page_id for no key update;
  if p_to_draft and found and item.contents is not null then
    if item.cells is not null and page.published_revision_id is not null then
      live := private.live_cells(p_page_id);
      draft := private.draft_cells(p_page_id);
      part := private.cells_of_contents(item.contents, item.parent_id);
      -- Where the draft has something else by now, and an order of modules that is not the live one with a change.
      if exists (select from unnest(item.cells) c where draft -> c is distinct from live -> c and draft -> c is distinct from part -> c)
        or private.needs_of(draft, part, item.cells) <> '[]' then
        return '{"status": "has-draft"}';
      end if;
      if 'structure' = any (item.cells)
        and live -> 'structure' is distinct from private.cells_of_contents(private.revision_contents(item.base_revision_id), item.base_parent_id) -> 'structure' then
        return '{"status": "other-modules"}';
      end if;
      part := private.compose_cells(draft, part, item.cells);
      if part is distinct from draft then
        perform private.record_discard(p_page_id);
        perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = (part ->> 'parent')::bigint), private.contents_of_cells(part));
      end if;
    elsif page.published_revision_id is not null and public.page_differs(p_page_id) then
      return '{"status": "has-draft"}';
    elsif private.draft_contents(p_page_id) is distinct from item.contents or page.parent_id is distinct from item.parent_id then
      perform private.record_discard(p_page_id);
      perform private.replace_draft(p_page_id, (select p.id from public.pages p where p.id = item.parent_id), item.contents);
    end if;
  end if;
  if not p_keep then
    delete from public.launch_pages l where l.launch_id = p_launch and l.page_id = p_page_id;
  end if;
  return '{"status": "taken-out"}';
end $function$
;
comment on function public.take_page_out(uuid,bigint,bigint,boolean,boolean) is 'Takes a page out of a launch. p_to_draft: what the launch has of it becomes the draft of the page, unless that has changes of its own. p_keep: the launch keeps it as well, until the changed draft is added again.';

CREATE OR REPLACE FUNCTION public.apply_launch(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  asked jsonb;
  overtaken jsonb;
  clean bigint[];
  was jsonb;
  parents jsonb;
  behind bigint[];
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is null or launch.state not in ('open', 'scheduled') then
    return '{"status": "closed"}';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  -- All of it, as it was read: neither more nor less, and nothing published since.
  overtaken := private.overtaken_records(p_records);
  if overtaken <> '[]' or exists (
    select from public.launch_pages l
    full join jsonb_to_recordset(p_pages) a (id bigint, saved_at timestamptz, expected bigint) on a.id = l.page_id
    left join public.pages p on p.id = l.page_id
    where coalesce(l.launch_id, p_launch) = p_launch
      and (l.saved_at is distinct from a.saved_at or p.id is null or p.published_revision_id is distinct from a.expected)
  ) or exists (
    select from (select * from public.record_drafts d where d.launch_id = p_launch) d
    full join jsonb_to_recordset(p_records) r (kind text, id text, saved_at timestamptz) on r.kind = d.kind and r.id = d.record_id
    where d.saved_at is distinct from r.saved_at
  ) then
    return '{"status": "conflict"}';
  end if;
  asked := (
    select coalesce(jsonb_agg(jsonb_build_object('id', l.page_id, 'parent_id', l.parent_id, 'contents', coalesce(a.contents, l.contents))), '[]')
    from public.launch_pages l
    left join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = l.page_id
    where l.launch_id = p_launch
  );
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(asked) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  was := private.cells_of_others(asked, clean);
  parents := private.draft_parents(asked);
  select * into done from private.write_launch(p_actor, asked, p_records);
  -- A draft without changes of its own is what is live, and others follow in what they have not changed.
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(asked) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  behind := array(select w.key::bigint from jsonb_each(was) w where not private.follow_live(w.key::bigint, w.value));
  update public.launch_pages l set before_revision_id = a.before, before_parent_id = a.before_parent, revision_id = a.revision
  from jsonb_to_recordset(done.pages) a (id bigint, before bigint, before_parent bigint, revision bigint)
  where l.launch_id = p_launch and l.page_id = a.id;
  insert into public.launch_records as l (launch_id, kind, record_id, before_version, version)
  select p_launch, r.kind, r.id, r.version, w.version
  from jsonb_to_recordset(p_records) r (kind text, id text, version integer)
  join jsonb_to_recordset(done.records) w (kind text, id text, version integer) on w.kind = r.kind and w.id = r.id
  on conflict (launch_id, kind, record_id) do update set before_version = excluded.before_version, version = excluded.version;
  update public.launches l
  set state = 'publishing', applied_at = clock_timestamp(), applied_by = p_actor, live_at = null, taken_back_at = null, failure = null,
    edit_id = nullif(current_setting('content.edit', true), '')::bigint
  where l.id = p_launch;
  behind := array(select distinct b from unnest(behind || private.keep_draft_parents(parents)) b);
  return jsonb_build_object('status', 'applied', 'drafts', cardinality(behind));
end $function$
;
comment on function public.apply_launch(uuid,bigint,jsonb,jsonb) is 'Writes all drafts of a launch in one transaction: all of them as they were read, or none. Their files are put live by a publisher.';

CREATE OR REPLACE FUNCTION public.take_launch_back(p_actor uuid, p_launch bigint, p_pages jsonb, p_records jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
 SET statement_timeout TO '120s'
AS $function$
declare
  launch public.launches;
  clean bigint[];
  was jsonb;
  parents jsonb;
  done record;
begin
  perform private.act_as(p_actor);
  select * into launch from public.launches l where l.id = p_launch for update;
  if launch.state is distinct from 'live' then
    return '{"status": "closed"}';
  end if;
  -- Only what it has changed.
  if exists (
    select from jsonb_to_recordset(p_pages) a (id bigint)
    where not exists (select from public.launch_pages l where l.launch_id = p_launch and l.page_id = a.id)
  ) or exists (
    select from jsonb_to_recordset(p_records) r (kind text, id text)
    where not exists (select from public.launch_records l where l.launch_id = p_launch and l.kind = r.kind and l.record_id = r.id)
  ) then
    raise exception 'launch % has not changed that', p_launch using errcode = 'invalid_parameter_value';
  end if;
  perform 1 from public.pages p where p.id in (select a.id from jsonb_to_recordset(p_pages) a (id bigint)) order by p.id for no key update;
  if private.overtaken_records(p_records) <> '[]' or exists (
    select from jsonb_to_recordset(p_pages) a (id bigint, expected bigint)
    left join public.pages p on p.id = a.id
    where p.id is null or not p.is_editable or p.published_revision_id is distinct from a.expected
  ) then
    return '{"status": "conflict"}';
  end if;
  clean := array(
    select p.id from public.pages p join jsonb_to_recordset(p_pages) a (id bigint, contents jsonb) on a.id = p.id
    where p.published_revision_id is not null and jsonb_typeof(a.contents) = 'object' and not public.page_differs(p.id)
  );
  was := private.cells_of_others(p_pages, clean);
  parents := private.draft_parents(p_pages);
  select * into done from private.write_launch(p_actor, p_pages, p_records);
  perform private.replace_draft(a.id, a.parent_id, a.contents)
  from jsonb_to_recordset(p_pages) a (id bigint, parent_id bigint, contents jsonb) where a.id = any (clean);
  perform private.follow_live(w.key::bigint, w.value) from jsonb_each(was) w;
  -- Its drafts can be changed and published again, on what is live now.
  update public.launch_pages l
  set base_revision_id = p.published_revision_id, base_parent_id = private.live_parent(p.id), saved_at = clock_timestamp()
  from public.pages p where l.launch_id = p_launch and p.id = l.page_id;
  update public.record_drafts d set base_version = r.version, saved_at = clock_timestamp()
  from jsonb_to_recordset(done.records) r (kind text, id text, version integer)
  where d.launch_id = p_launch and d.kind = r.kind and d.record_id = r.id;
  update public.launches l
  set state = 'open', publish_at = null, time_zone = null, scheduled_by = null, live_at = null, taken_back_at = clock_timestamp()
  where l.id = p_launch;
  perform private.keep_draft_parents(parents);
  return '{"status": "taken-back"}';
end $function$
;
comment on function public.take_launch_back(uuid,bigint,jsonb,jsonb) is 'Makes live again what was live before a launch, in one transaction. The drafts of the launch stay in it.';

CREATE OR REPLACE FUNCTION private.launch_parent(p_launch bigint, p_page_id bigint)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when i.page_id is null then private.live_parent(p.id) when i.contents is not null then i.parent_id end
  from public.pages p left join public.launch_pages i on i.launch_id = p_launch and i.page_id = p.id
  where p.id = p_page_id
$function$
;

CREATE OR REPLACE FUNCTION public.launch_circles(p_launch bigint)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with recursive items as (
    select i.page_id, i.title, i.parent_id from public.launch_pages i join public.pages p on p.id = i.page_id
    where i.launch_id = p_launch and i.contents is not null
  ), up as (
    select i.page_id as start, i.parent_id as above, array[i.page_id, i.parent_id] as way from items i where i.parent_id is not null
    union all
    select u.start, n.above, u.way || n.above
    from up u cross join lateral (select private.launch_parent(p_launch, u.above)) n (above)
    where u.above <> u.start and n.above is not null and n.above <> all (u.way[2:])
  )
  select coalesce(jsonb_agg(jsonb_build_object('page_id', u.start, 'titles', (
    select jsonb_agg(coalesce(i.title, private.page_title(w.id)) order by w.place)
    from unnest(u.way) with ordinality w (id, place) left join items i on i.page_id = w.id
  )) order by u.start), '[]')
  from up u
  -- Each circle once.
  where u.above = u.start and not exists (select from items i where i.page_id = any (u.way) and i.page_id < u.start)
$function$
;
comment on function public.launch_circles(bigint) is 'Pages of a launch that would be below themselves once it is live: of each circle one page of the launch, and the titles from it up to itself.';

CREATE OR REPLACE FUNCTION private.find_circles()
 RETURNS TABLE(tree text, place text, release bigint, nodes text[], said text)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known private.trees;
begin
  for known in select * from private.trees t order by t.name loop
    return query execute format($q$
      with recursive edges as materialized (%1$s), up as (
        select e.node, e.above from edges e
        union
        select up.node, e.above from up join edges e on e.node = up.above
      ), inside as materialized (
        select up.node from up where up.node = up.above
      ), firsts as (
        select distinct (select min(i.node) from up join inside i on i.node = up.above where up.node = s.node) as node from inside s
      )
      select %2$L, %3$L, null::bigint, c.nodes, private.words_of_circle(%2$L, c.nodes)
      from firsts f cross join lateral private.find_circle(%2$L, f.node::text) c (nodes)$q$, known.edges, known.name, known.place);
  end loop;
  return query
  select 'launch_pages', 'release', l.id, array[c.value ->> 'page_id'],
    format('In the release “%s” a page would be below itself: “%s”.', l.name,
      (select string_agg(t.value, '” below “' order by t.ordinality) from jsonb_array_elements_text(c.value -> 'titles') with ordinality t))
  from public.launches l cross join lateral jsonb_array_elements(public.launch_circles(l.id)) c
  where l.state in ('open', 'scheduled');
end $function$
;
comment on function private.find_circles() is 'Every circle in a tree or chain: of drafts, of what is live, and of what is live once a release is. In the first two nothing makes one; one of a release is told in its plan, and is not published.';

create table private.trees (
  name text primary key,
  table_name text not null,
  -- What editors change, or what visitors see.
  place text not null check (place in ('draft', 'live')),
  -- A query of (node, above), which finds those of one node by an index.
  edges text not null,
  node_type text not null,
  -- A query of the name of node $1.
  node_name text not null,
  -- Why a circle is refused and what to do. %s: its names, each below the next one, or leading to it.
  refusal text not null,
  between_names text not null
);
comment on table private.trees is 'The sets of rows that form trees or chains, and how a circle in each is told.';

create or replace view private.redirect_steps with (security_invoker=true) as
 SELECT (site_id || private.redirect_path(from_path)) AS node,
    (site_id || private.redirect_path(to_path)) AS above
   FROM public.redirects r
  WHERE ((from_path IS NOT NULL) AND (to_path ~ '^/'::text) AND (page_id IS NULL) AND (status <> 410));

CREATE INDEX redirects_path_idx ON public.redirects USING btree (((site_id || private.redirect_path(from_path)))) WHERE (from_path IS NOT NULL);

CREATE CONSTRAINT TRIGGER media_folders_circle_insert AFTER INSERT ON public.media_folders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_circle_of_media_folders();

CREATE CONSTRAINT TRIGGER media_folders_circle_update AFTER UPDATE ON public.media_folders DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND ((old.id IS DISTINCT FROM new.id) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION private.refuse_circle_of_media_folders();

CREATE CONSTRAINT TRIGGER pages_circle_insert AFTER INSERT ON public.pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_circle_of_pages();

CREATE CONSTRAINT TRIGGER pages_circle_update AFTER UPDATE ON public.pages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND ((old.id IS DISTINCT FROM new.id) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION private.refuse_circle_of_pages();

CREATE CONSTRAINT TRIGGER modules_circle_insert AFTER INSERT ON public.modules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_circle_of_modules();

CREATE CONSTRAINT TRIGGER modules_circle_update AFTER UPDATE ON public.modules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND ((old.id IS DISTINCT FROM new.id) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION private.refuse_circle_of_modules();

CREATE CONSTRAINT TRIGGER published_page_locales_circle_insert AFTER INSERT ON public.published_page_locales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_circle_of_published_page_locales();

CREATE CONSTRAINT TRIGGER published_page_locales_circle_update AFTER UPDATE ON public.published_page_locales DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND ((old.page_id IS DISTINCT FROM new.page_id) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION private.refuse_circle_of_published_page_locales();

CREATE CONSTRAINT TRIGGER redirects_circle_insert AFTER INSERT ON public.redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.from_path IS NOT NULL) AND (new.to_path ~ '^/'::text) AND (new.page_id IS NULL) AND (new.status <> 410))) EXECUTE FUNCTION private.refuse_circle_of_redirects();

CREATE CONSTRAINT TRIGGER redirects_circle_update AFTER UPDATE ON public.redirects DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.from_path IS NOT NULL) AND (new.to_path ~ '^/'::text) AND (new.page_id IS NULL) AND (new.status <> 410) AND ((old.site_id <> new.site_id) OR (old.from_path IS DISTINCT FROM new.from_path) OR (old.to_path IS DISTINCT FROM new.to_path) OR (old.page_id IS NOT NULL) OR (old.status = 410)))) EXECUTE FUNCTION private.refuse_circle_of_redirects();

CREATE CONSTRAINT TRIGGER categories_circle_insert AFTER INSERT ON public.categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.parent_id IS NOT NULL)) EXECUTE FUNCTION private.refuse_circle_of_categories();

CREATE CONSTRAINT TRIGGER categories_circle_update AFTER UPDATE ON public.categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((new.parent_id IS NOT NULL) AND ((old.id IS DISTINCT FROM new.id) OR (old.parent_id IS DISTINCT FROM new.parent_id)))) EXECUTE FUNCTION private.refuse_circle_of_categories();

revoke all on table private.trees from public, anon, authenticated, service_role;
grant select on table private.trees to service_role;

revoke all on table private.redirect_steps from public, anon, authenticated, service_role;

revoke all on function private.lock_trees() from public, anon, authenticated, service_role;
grant execute on function private.lock_trees() to service_role;

revoke all on function private.find_circle(text,text) from public, anon, authenticated, service_role;
grant execute on function private.find_circle(text,text) to service_role;

revoke all on function private.names_in_tree(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.names_in_tree(text,text[]) to service_role;

revoke all on function private.words_of_circle(text,text[]) from public, anon, authenticated, service_role;
grant execute on function private.words_of_circle(text,text[]) to service_role;

revoke all on function private.refuse_circle(text,text[]) from public, anon, authenticated, service_role;

revoke all on function private.guard_tree(text,text,text,text,text,text,text) from public, anon, authenticated, service_role;
grant execute on function private.guard_tree(text,text,text,text,text,text,text) to public;

revoke all on function private.circle_of_media_folders(bigint) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_media_folders() from public, anon, authenticated, service_role;

revoke all on function private.circle_of_pages(bigint) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_pages() from public, anon, authenticated, service_role;

revoke all on function private.circle_of_modules(bigint) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_modules() from public, anon, authenticated, service_role;

revoke all on function private.circle_of_published_page_locales(bigint) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_published_page_locales() from public, anon, authenticated, service_role;

revoke all on function private.redirect_path(text) from public, anon, authenticated, service_role;
grant execute on function private.redirect_path(text) to authenticated;
grant execute on function private.redirect_path(text) to public;
grant execute on function private.redirect_path(text) to service_role;

revoke all on function private.circle_of_redirects(text) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_redirects() from public, anon, authenticated, service_role;

revoke all on function private.draft_parents(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.draft_parents(jsonb) to service_role;

revoke all on function private.keep_draft_parents(jsonb) from public, anon, authenticated, service_role;
grant execute on function private.keep_draft_parents(jsonb) to service_role;

revoke all on function private.circle_of_categories(bigint) from public, anon, authenticated, service_role;

revoke all on function private.refuse_circle_of_categories() from public, anon, authenticated, service_role;

revoke all on function private.launch_parent(bigint,bigint) from public, anon, authenticated, service_role;
grant execute on function private.launch_parent(bigint,bigint) to authenticated;
grant execute on function private.launch_parent(bigint,bigint) to service_role;

revoke all on function public.launch_circles(bigint) from public, anon, authenticated, service_role;
grant execute on function public.launch_circles(bigint) to authenticated;
grant execute on function public.launch_circles(bigint) to service_role;

revoke all on function private.find_circles() from public, anon, authenticated, service_role;
grant execute on function private.find_circles() to service_role;

insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "categories", "edges": "select t.id as node, t.parent_id as above from public.categories t where t.parent_id is not null", "place": "live", "refusal": "A category would be below itself: “%s”. Choose another one above one of them, and publish that first.", "node_name": "select c.localized #>> ''{en,title}'' from public.categories c where c.id = $1", "node_type": "bigint", "table_name": "categories", "between_names": "” below “"}');
insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "media_folders", "edges": "select t.id as node, t.parent_id as above from public.media_folders t where t.parent_id is not null", "place": "live", "refusal": "A folder would be inside itself: “%s”. Choose another folder for one of them.", "node_name": "select f.name from public.media_folders f where f.id = $1", "node_type": "bigint", "table_name": "media_folders", "between_names": "” in “"}');
insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "modules", "edges": "select t.id as node, t.parent_id as above from public.modules t where t.parent_id is not null", "place": "draft", "refusal": "A module would stand inside itself: “%s”. Move one of them to another place first.", "node_name": "select m.type::text from public.modules m where m.id = $1", "node_type": "bigint", "table_name": "modules", "between_names": "” in “"}');
insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "pages", "edges": "select t.id as node, t.parent_id as above from public.pages t where t.parent_id is not null", "place": "draft", "refusal": "A page would be below itself: “%s”. Move one of them to another place first.", "node_name": "select l.title from public.page_locales l where l.page_id = $1 order by l.locale limit 1", "node_type": "bigint", "table_name": "pages", "between_names": "” below “"}');
insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "published_page_locales", "edges": "select t.page_id as node, t.parent_id as above from public.published_page_locales t where t.parent_id is not null", "place": "live", "refusal": "On the site a page would be below itself: “%s”. Publish the one of them first that is in another place in its draft, or move one of them.", "node_name": "select l.title from public.published_page_locales l where l.page_id = $1 order by l.locale limit 1", "node_type": "bigint", "table_name": "published_page_locales", "between_names": "” below “"}');
insert into private.trees (name, edges, place, refusal, node_name, node_type, table_name, between_names)
select name, edges, place, refusal, node_name, node_type, table_name, between_names from jsonb_populate_record(null::private.trees, '{"name": "redirects", "edges": "select s.node, s.above from private.redirect_steps s", "place": "live", "refusal": "Visitors would go round in a circle: %s. Lead one of these redirects to a page that is there, or delete one.", "node_name": "select substr($1, strpos($1, ''/''))", "node_type": "text", "table_name": "redirects", "between_names": " → "}');
