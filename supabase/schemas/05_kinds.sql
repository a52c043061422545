-- The registry of content: the tables that an import writes and an export reads, and the kinds of records in them. Each
-- row is inserted next to its table. Generic functions find everything about a kind by its row, and by the names of
-- views and functions in the schema private:
--   <kind>_page_rows   view      where and when a record's page is shown     kinds.has_page
--   <kind>_choices     view      what a picker offers                        kinds.picker_order
--   <kind>_entries     function  what visitors can find of a record, or      kinds.search_rank
--   <kind>_texts       view      where that is only texts by locale          kinds.search_rank
--   <shape>_records    view      a record as pages read it
--   list_<list>        function  a list as pages read it

create table private.content_tables (
  name text primary key,
  -- A row comes after the rows that it refers to: tables are written in this order, and deleted from in the opposite one.
  place integer not null unique,
  -- The columns by which a row is found again; null where all rows of an owner are replaced.
  keys text[],
  -- A row belongs to a row of another table, and goes when that one is written without it.
  owner_key text,
  owner_name text,
  -- Columns whose difference is no reason to change a row.
  fixed text[] not null default '{}',
  check ((owner_key is null) = (owner_name is null))
);
comment on table private.content_tables is 'The tables that an import writes and an export reads.';
grant select on private.content_tables to authenticated, service_role;

create table private.kinds (
  kind text primary key check (kind ~ '^[a-z]+(_[a-z]+)*$'),
  table_name text not null unique references private.content_tables (name),
  -- Every record has its own page.
  has_page boolean not null default false,
  -- The place of the kind's pages among the sitemaps of a site.
  sitemap_order integer unique,
  -- Added to the rank of a match among other kinds; null where visitors do not search the kind.
  search_rank double precision,
  -- The route of the page that shows records without their own page.
  shown_on_route text,
  -- How pickers sort the records; null without a picker.
  picker_order text check (picker_order in ('asc', 'desc')),
  -- What links and redirects refer to: the kind, if its records have pages.
  page_kind text generated always as (case when has_page then kind end) stored unique,
  -- Columns that machines write: no draft changes them, but for the file that the draft of a medium gives it (record_drafts.file).
  machine_columns text[] not null default '{}',
  check (not has_page or sitemap_order is not null),
  check (shown_on_route is null or search_rank is not null)
);
comment on table private.kinds is 'The kinds of content, and what the database does for each.';
grant select on private.kinds to authenticated, service_role;

-- What visitors can find of a record on a site in a locale.
create type private.search_entry as (
  site_id text, kind text, ref bigint, locale public.locale, title text, names text, codes text, summary text, body text,
  path text, address text, language public.locale, dated_at timestamptz, visible_from timestamptz, visible_until timestamptz
);
