-- What the editor's pickers search. Wherever a text stands in a record, and in whatever language, it is found by any part of
-- it, whatever its letter case and width. Part of a word may be one letter or one Chinese character, so a search reads the
-- prepared texts from one end to the other when an index on three letters cannot help.

create function private.searchable(texts text[], localized jsonb default '{}', fields text[] default '{}') returns text
language sql immutable parallel safe set search_path = ''
as $$
  select lower(normalize(
    coalesce((select string_agg(t.value, e'\n') from unnest(texts) t (value)), '') || coalesce((
      select string_agg(e'\n' || (l.value ->> f.name), '' order by l.key, f.place)
      from jsonb_each(localized) l
      cross join unnest(fields) with ordinality f (name, place)
    ), ''), nfkc))
$$;
comment on function private.searchable is
  'Texts, and the named texts of all locales, as searches compare them: in lower case and in one form of each character, a line each.';
revoke execute on function private.searchable from public, anon;
grant execute on function private.searchable to authenticated, service_role;

-- A trigger before the update sees a column that is computed as null: it cannot tell whether something has changed.
create or replace function private.touch() returns trigger
language plpgsql set search_path = ''
as $$
declare
  computed text[] := tg_argv;
  changed boolean;
begin
  -- A write that changes nothing is no new version.
  new.version := old.version;
  new.updated_at := old.updated_at;
  if tg_nargs = 0 then
    changed := new is distinct from old;
  else
    changed := to_jsonb(new) - computed is distinct from to_jsonb(old) - computed;
  end if;
  if changed then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;
comment on function private.touch is
  'Counts versions and dates changes, whatever the writer sends for both columns. Arguments: the computed columns of the table.';

-- The tables that grow large keep the text beside each row; the others make it while they are searched.
alter table public.images add column search_text text not null
  generated always as (private.searchable(array[filename, display], localized, '{alt}')) stored;
alter table public.vectors add column search_text text not null
  generated always as (private.searchable(array[filename], localized, '{alt}')) stored;
alter table public.files add column search_text text not null
  generated always as (private.searchable(array[filename], localized, '{title}')) stored;
alter table public.documents add column search_text text not null
  generated always as (private.searchable(array[name, filename], localized, '{title}')) stored;
alter table public.links add column search_text text not null
  generated always as (private.searchable(array[text, url, anchor_id])) stored;
alter table public.products add column search_text text not null
  generated always as (private.searchable(array[name, display_name, order_code, slug])) stored;
alter table public.page_locales add column search_text text not null
  generated always as (private.searchable(array[title, nav_title, path])) stored;

drop trigger images_touch on public.images;
create trigger images_touch before update on public.images for each row execute function private.touch('search_text');
drop trigger vectors_touch on public.vectors;
create trigger vectors_touch before update on public.vectors for each row execute function private.touch('search_text');
drop trigger files_touch on public.files;
create trigger files_touch before update on public.files for each row execute function private.touch('search_text');
drop trigger documents_touch on public.documents;
create trigger documents_touch before update on public.documents for each row execute function private.touch('search_text');
drop trigger links_touch on public.links;
create trigger links_touch before update on public.links for each row execute function private.touch('search_text');
drop trigger products_touch on public.products;
create trigger products_touch before update on public.products for each row execute function private.touch('search_text');
drop trigger page_locales_touch on public.page_locales;
create trigger page_locales_touch before update on public.page_locales
  for each row execute function private.touch('slug', 'search_text');

-- One index takes the place of those on single columns.
drop index public.images_filename_idx, public.images_display_idx, public.vectors_filename_idx, public.files_filename_idx,
  public.documents_name_idx, public.links_text_idx, public.products_name_idx, public.products_order_code_idx, public.videos_filename_idx,
  public.forms_title_idx;
create index images_search_text_idx on public.images using gin (search_text extensions.gin_trgm_ops);
create index vectors_search_text_idx on public.vectors using gin (search_text extensions.gin_trgm_ops);
create index files_search_text_idx on public.files using gin (search_text extensions.gin_trgm_ops);
create index documents_search_text_idx on public.documents using gin (search_text extensions.gin_trgm_ops);
create index products_search_text_idx on public.products using gin (search_text extensions.gin_trgm_ops);
create index page_locales_search_text_idx on public.page_locales using gin (search_text extensions.gin_trgm_ops);
create index links_search_text_idx on public.links using gin (search_text extensions.gin_trgm_ops);
-- The order in which pictures are offered.
create index images_created_at_idx on public.images (created_at desc, id desc);
-- What finds an equal link to an anchor of the same page.
create index links_anchor_id_idx on public.links (anchor_id) where link_type = 'anchor';

-- With the rights of the owner: under row level security PostgreSQL may use neither its statistics nor an index for `like`,
-- and takes three times as long. Staff read every row of these tables; nobody else is answered.
create function private.find_records(p_kind text, p_search text, p_offset integer, p_limit integer, p_site text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  source text;
  matches text := 'r.search_text like $1';
  sorting text;
  direction text := 'asc';
  words text := lower(normalize(btrim(coalesce(p_search, '')), nfkc));
  -- What means something to `like` is looked for as it stands.
  pattern text := '%' || replace(replace(replace(words, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  -- A number is looked for as an id as well.
  number bigint := case when words ~ '^[1-9][0-9]{0,14}$' then words::bigint end;
  few constant integer := 2000;
  answer jsonb;
begin
  if not private.is_staff() then
    return '{"count": 0, "ids": []}';
  end if;
  case p_kind
    when 'image' then source := 'images'; sorting := 'r.created_at'; direction := 'desc';
    when 'vector' then source := 'vectors'; sorting := 'r.created_at'; direction := 'desc';
    when 'file' then source := 'files'; sorting := 'r.created_at'; direction := 'desc';
    when 'document' then source := 'documents'; sorting := 'r.content_date'; direction := 'desc';
    when 'link' then source := 'links'; sorting := 'lower(r.text)';
    when 'product' then source := 'products'; sorting := 'r.position';
    when 'video' then
      source := 'videos'; sorting := 'r.created_at'; direction := 'desc';
      matches := $m$private.searchable(array[r.filename], r.localized, '{title}') like $1$m$;
    when 'webinar' then
      source := 'webinars'; sorting := 'coalesce(r.starts_at, r.created_at)'; direction := 'desc';
      matches := $m$private.searchable(array[r.title, r.url], r.localized, '{title}') like $1$m$;
    when 'series' then
      source := 'series'; sorting := 'r.display_name';
      matches := $m$private.searchable(array[r.name, r.display_name]) like $1$m$;
    when 'category' then
      source := 'categories'; sorting := $m$r.localized #>> '{en,title}'$m$;
      matches := $m$private.searchable(array[r.slug], r.localized, '{title}') like $1$m$;
    when 'cv' then
      source := 'cvs'; sorting := 'r.name';
      matches := $m$private.searchable(array[r.name], r.localized, '{position}') like $1$m$;
    when 'location' then
      source := 'locations'; sorting := 'r.name';
      matches := $m$private.searchable(r.name || (r.name_verbose || r.address_lines)) like $1$m$;
    when 'employee_story' then
      source := 'employee_stories'; sorting := 'r.publish_from'; direction := 'desc';
      matches := $m$private.searchable(array[r.slug], r.localized, '{title}') like $1$m$;
    when 'story_group' then
      source := 'story_groups'; sorting := $m$r.localized #>> '{en,name}'$m$;
      matches := $m$private.searchable('{}', r.localized, '{name}') like $1$m$;
    when 'story_category' then
      source := 'story_categories'; sorting := $m$r.localized #>> '{en,name}'$m$;
      matches := $m$private.searchable('{}', r.localized, '{name}') like $1$m$;
    when 'form' then
      source := 'forms'; sorting := 'r.title';
      matches := $m$private.searchable(array[r.title], r.localized, '{title}') like $1$m$;
    when 'page' then
      -- The asked site first, and along the addresses in the default language. Searched in the texts of all languages.
      source := 'pages';
      sorting := format($m$case when r.site_id = %L then '' else r.site_id end
        || coalesce((select e.path from public.page_locales e where e.page_id = r.id and e.locale = 'en'), '')$m$, p_site);
      matches := 'r.id in (select l.page_id from public.page_locales l where l.search_text like $1)';
    else
      raise exception 'no kind of record %', p_kind using errcode = 'invalid_parameter_value';
  end case;
  if words = '' then
    execute format($q$
      select jsonb_build_object(
        'count', (select count(*) from public.%1$I),
        'ids', coalesce((select jsonb_agg(p.id) from (
          select r.id from public.%1$I r order by %2$s %3$s, r.id %3$s offset $1 limit $2
        ) p), '[]')
      )$q$, source, sorting, direction)
    into answer using p_offset, p_limit;
    return answer;
  end if;
  -- Few matches are read once, and sorted.
  execute format($q$
    with found as materialized (select r.id, %2$s as sorting from public.%1$I r where %4$s or r.id = $2 limit $5)
    select jsonb_build_object(
      'count', (select count(*) from found),
      'ids', coalesce((select jsonb_agg(p.id) from (
        select f.id from found f
        order by f.id is not distinct from $2 desc, f.sorting %3$s, f.id %3$s offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches)
  into answer using pattern, number, p_offset, p_limit, few + 1;
  if (answer ->> 'count')::integer <= few then
    return answer;
  end if;
  -- Of many, a page is soon found along the order, behind the record with the id; the rest is only counted.
  execute format($q$
    select jsonb_build_object(
      'count', (select count(*) from public.%1$I r where %4$s or r.id = $2),
      'ids', coalesce((select jsonb_agg(p.id order by p.place) from (
        select r.id, 0::bigint as place from public.%1$I r where r.id = $2
        union all
        select o.id, row_number() over () from (
          select r.id from public.%1$I r where %4$s and r.id is distinct from $2 order by %2$s %3$s, r.id %3$s limit $3 + $4
        ) o
        order by place offset $3 limit $4
      ) p), '[]')
    )$q$, source, sorting, direction, matches)
  into answer using pattern, number, p_offset, p_limit;
  return answer;
end $$;
comment on function private.find_records is 'What public.find_records answers, for staff.';
revoke execute on function private.find_records from public, anon;
grant execute on function private.find_records to authenticated;

create function public.find_records(
  p_kind text, p_search text, p_offset integer, p_limit integer, p_site text default null
) returns jsonb
language sql stable set search_path = ''
as $$
  select private.find_records(p_kind, p_search, p_offset, p_limit, p_site)
$$;
comment on function public.find_records is
  'A page of the records of a kind that hold a text, as ids in their order, and how many there are in all. For staff; others find nothing. Pages of the given site come first.';
revoke execute on function public.find_records from public, anon;
grant execute on function public.find_records to authenticated;
