-- The registry of content is complete: what has a row has everything that the row promises, and nothing exists without a row.
begin;
create extension if not exists pgtap with schema extensions;
set local search_path = public, extensions;
select plan(17);

create temporary view private_views as
select c.oid, c.relname as name, array(
  select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum
) as columns
from pg_class c where c.relnamespace = 'private'::regnamespace and c.relkind = 'v';
create temporary view private_functions as
select p.oid, p.proname as name, p.proretset, p.prorettype, p.prosrc from pg_proc p where p.pronamespace = 'private'::regnamespace;

-- Tables
select bag_eq(
  $$select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')$$,
  $$select name from private.content_tables
    union all
    -- What nobody imports: people, their drafts of records, the publisher's index, the search index, and what visitors have sent.
    select unnest(array['staff', 'record_drafts', 'discarded_drafts', 'record_versions', 'record_trash', 'list_views', 'releases', 'release_pages', 'release_records', 'release_links', 'release_media', 'replaced_files', 'change_log', 'wide_changes', 'output_tags', 'file_removals', 'site_outputs', 'site_builds', 'publish_receipts', 'publish_receipt_items', 'publish_rounds', 'publish_holds', 'taken_leases', 'lost_leases', 'unknown_files', 'cache_purges', 'cache_purge_paths', 'cache_purge_pace', 'output_history', 'receipt_purges', 'probes', 'probe_looks', 'publish_receipt_edits', 'content_edits', 'edited_records', 'staff_edits', 'translations',
      'search_documents', 'search_words', 'form_submissions', 'form_recipients', 'form_deliveries', 'form_deletions'])$$,
  'every table is content that is imported and exported, or named as something else');
select is_empty($$
  select t.name, t.owner_name from private.content_tables t
  where t.owner_key is not null and not exists (
    select from pg_constraint f
    where f.contype = 'f' and f.conrelid = format('public.%I', t.name)::regclass and f.confrelid = format('public.%I', t.owner_name)::regclass
      and f.conkey = array[(select a.attnum from pg_attribute a where a.attrelid = f.conrelid and a.attname = t.owner_key)]
  )$$, 'what belongs to a row refers to it');
select is_empty($$
  select t.name, r.name from pg_constraint f
  join private.content_tables t on f.conrelid = format('public.%I', t.name)::regclass
  join private.content_tables r on f.confrelid = format('public.%I', r.name)::regclass
  where f.contype = 'f' and r.place > t.place and not f.condeferrable$$, 'rows are written after the rows that they refer to');
select is_empty($$
  select name, keys from private.content_tables t
  where keys is not null and not exists (
    select from pg_constraint k
    where k.contype in ('p', 'u') and k.conrelid = format('public.%I', t.name)::regclass and keys <@ array(
      select a.attname::text from pg_attribute a where a.attrelid = k.conrelid and a.attnum = any (k.conkey)
    ) and cardinality(k.conkey) = cardinality(keys)
  )$$, 'rows are found by a key');

-- Kinds
select bag_eq(
  $$select name from private.content_tables where 'id' = any (keys) and owner_key is null$$,
  'select table_name from private.kinds', 'records with an id of their own are of a kind');
select bag_eq(
  $$select name::text from private_views where name like '%\_page_rows'$$,
  $$select kind || '_page_rows' from private.kinds where has_page$$, 'kinds with pages say where these are');
select is((select count(distinct columns) from private_views where name like '%\_page_rows'), 1::bigint, 'all in the same columns');
select results_eq($$select array['kind'] || columns from private_views where name = 'product_page_rows'$$,
  $$select columns from private_views where name = 'page_rows'$$, 'which the pages of all kinds have as well');
select is_empty($$
  select kind from private.kinds where has_page and not exists (
    select from pg_depend d join pg_rewrite r on r.oid = d.objid and d.classid = 'pg_rewrite'::regclass
    where r.ev_class = 'private.page_rows'::regclass and d.refobjid = format('private.%I', kind || '_page_rows')::regclass
  )$$, 'and all of them are among these');
select is_empty($$
  select kind, t.suffix from private.kinds
  cross join unnest(array['queue_insert', 'queue_update', 'queue_delete', 'slugs_insert', 'slugs_update']) t (suffix)
  where has_page and not exists (
    select from pg_trigger g where g.tgrelid = format('public.%I', table_name)::regclass and g.tgname = table_name || '_' || t.suffix
  )$$, 'a change of a record with a page is queued, and leaves a redirect from its earlier slug');
select is_empty($$
  select kind, table_name from private.kinds
  where kind not in ('page_revision', 'draft_save', 'search_synonym', 'media_folder', 'media_tag', 'saved_section') and not exists (
    select from pg_trigger g join pg_proc p on p.oid = g.tgfoid
    where g.tgrelid = case kind when 'page' then 'public.published_page_locales' else format('public.%I', table_name) end::regclass
      and p.proname like 'queue\_%'
  )$$, 'a change of any other record that pages show is queued');
select bag_eq(
  $$select name::text from private_views where name like '%\_choices'$$,
  $$select kind || '_choices' from private.kinds where picker_order is not null$$, 'kinds that are picked have choices');
select bag_eq(
  $$select left(name, -length('_texts')) from private_views where name like '%\_texts' and name <> 'searched_texts'
    union all
    select left(name, -length('_entries')) from private_functions where name like '%\_entries' and name <> 'search_entries'$$,
  $$select kind from private.kinds where search_rank is not null$$, 'kinds that are searched have texts or entries');
select is_empty($$
  select kind from private.kinds where search_rank is not null and not exists (
    select from pg_trigger g
    where g.tgrelid = format('public.%I', table_name)::regclass and g.tgname = table_name || '_search_' || kind || '_update'
  )$$, 'and their changes reach the index');

-- What is read
select is_empty($$select name, columns from private_views where name like '%\_records' and columns <> '{id,record}'$$,
  'a record has an id and a document');
select is_empty($$
  select name from private_views
  where name like '%\_records' and position(format('private.%I r', name) in (select prosrc from pg_proc where oid = 'public.read_records'::regproc)) = 0$$,
  'every record is read');
select is_empty($$
  select name from private_functions
  where name like 'list\_%' and position(format('private.%I(', name) in (select prosrc from pg_proc where oid = 'public.read_lists'::regproc)) = 0$$,
  'every list is read');

select * from finish();
rollback;
