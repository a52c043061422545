-- One ranked index of what visitors can find: records, pages and documents, by site and locale. Content changes mark
-- entries as due; the publisher writes them after it has published.

create table public.search_documents (
  site_id text not null references public.sites (id) on delete cascade,
  kind text not null,
  ref bigint not null,
  locale public.locale not null,
  title text not null,
  summary text not null,
  body text not null,
  -- The live path of its own page, or of the page that shows it. Null while there is none; then it is not found.
  path text,
  -- The suffix of the path, by kind: a query, a file, an external address.
  address text,
  -- The language of a document; null if it is the row's locale.
  language public.locale,
  dated_at timestamptz,
  visible_from timestamptz,
  visible_until timestamptz,
  title_key text collate "C" not null,
  names tsvector not null,
  words tsvector not null,
  -- Of everything that the row is made from, so that only changes are analysed.
  content_hash text not null,
  primary key (site_id, kind, ref, locale)
);
comment on table public.search_documents is 'What visitors of a site can find in a locale. Made from content by search_refresh; never edited.';
create index search_documents_names_idx on public.search_documents using gin (names) with (gin_pending_list_limit = 256);
create index search_documents_words_idx on public.search_documents using gin (words) with (gin_pending_list_limit = 256);
create index search_documents_title_key_idx on public.search_documents (site_id, locale, title_key);
select private.protect_table('search_documents');

create table public.search_words (
  site_id text not null references public.sites (id) on delete cascade,
  locale public.locale not null,
  word text collate "C" not null,
  primary key (site_id, locale, word)
);
comment on table public.search_words is 'The words of the index, by which mistyped ones are recognised and compounds found by their parts.';
create index search_words_word_idx on public.search_words using gin (word extensions.gin_trgm_ops);
select private.protect_table('search_words');

create view private.live_paths with (security_invoker = true) as
select o.site_id, o.kind, o.ref, o.locale, o.path from public.site_outputs o where o.path is not null;
grant select on private.live_paths to service_role;

-- The live path of the page with a route, in each locale.
create view private.route_paths with (security_invoker = true) as
select p.site_id, p.route, o.locale, o.path
from public.pages p
join public.site_outputs o on o.site_id = p.site_id and o.kind = 'page' and o.ref = p.id
where p.route is not null and o.path is not null;
grant select on private.route_paths to service_role;

-- An application's page is the one that is named like it in English. It is found as the application.
create view private.application_pages with (security_invoker = true) as
select distinct on (e.site_id, a.id) e.site_id, a.id as application_id, e.page_id
from public.applications a
join private.live_page_locales e on e.locale = 'en' and e.site_id = any (a.sites) and e.path like '%/' || a.slug
order by e.site_id, a.id, e.page_id;
grant select on private.application_pages to service_role;

-- The kinds that have nothing but texts by locale: the names of the texts that are title, summary and body.
do $$
begin
  execute (
    select 'create view private.searched_texts with (security_invoker = true) as ' || string_agg(
      format('select %L::text as kind, t.* from private.%I t', k.kind, k.kind || '_texts'), ' union all ' order by k.kind)
    from private.kinds k where to_regclass('private.' || k.kind || '_texts') is not null
  );
end $$;
grant select on private.searched_texts to service_role;

-- What can be found of the kinds that have nothing but texts by locale.
create function private.entries_of_texts(p_kind text, p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select s.id, p_kind, v.id, l.locale, t.text ->> v.title, concat_ws(' ', v.names, t.text ->> 'venue', t.text ->> 'city'), '',
    t.text ->> v.summary,
    concat_ws(' ', private.rich_words(t.text -> v.body), v.more,
      (select string_agg(n #>> '{}', ' ') from jsonb_path_query(t.text, '$.positions[*]') n)),
    coalesce(o.path, f.path), null::text, null::public.locale, v.dated_at, v.visible_from, v.visible_until
  from private.searched_texts v
  join private.kinds k on k.kind = v.kind
  join public.sites s on s.id = any (v.sites)
  cross join lateral unnest(s.locales) l (locale)
  cross join lateral (select v.localized -> l.locale::text as text) t
  left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, v.kind, v.id, l.locale)
  left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, k.shown_on_route, l.locale)
  where v.kind = p_kind and v.id = any (p_refs) and t.text is not null;
end $$;

-- Everything of a kind that a site has in a locale, live or not. `names` are found like the title, `codes` by their beginning.
create function private.search_entries(p_kind text, p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if to_regproc('private.' || p_kind || '_entries') is not null then
    return query execute format('select * from private.%I($1)', p_kind || '_entries') using p_refs;
  else
    return query select * from private.entries_of_texts(p_kind, p_refs);
  end if;
end $$;
comment on function private.search_entries is 'What visitors of each site and locale could find of some records, made from content.';

-- A text may quote a value of a product, as {{product:cx24 co2-range}}. The index follows the records that hold texts and not what
-- these quote, so the value stays out.
create function private.without_quotes(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case when p_text like '%{{%' then regexp_replace(p_text, '\{\{\s*product\s*:([^{}]*\}\})?', '…', 'gi') else p_text end
$$;

create function private.search_write(p_kind text, p_refs bigint[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  -- The number is that of what reads the words: where that changes, all entries are read anew.
  with fresh as (
    select e.*, md5('2' || e::text) as content_hash
    from private.search_entries(p_kind, p_refs) entry
    cross join lateral jsonb_populate_record(entry, jsonb_build_object(
      'title', private.without_quotes(entry.title), 'names', private.without_quotes(entry.names),
      'summary', private.without_quotes(entry.summary), 'body', private.without_quotes(entry.body))) e
  ), gone as (
    delete from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
      and not exists (select 1 from fresh f where (f.site_id, f.kind, f.ref, f.locale) = (d.site_id, d.kind, d.ref, d.locale))
  ), present as materialized (
    -- Along the key, however many rows there are.
    select d.site_id, d.ref, d.locale, d.content_hash from public.search_documents d
    where d.site_id = any (array(select s.id from public.sites s)) and d.kind = p_kind and d.ref = any (p_refs)
  ), changed as (
    select f.* from fresh f
    where not exists (
      select 1 from present d
      where (d.site_id, d.ref, d.locale) = (f.site_id, f.ref, f.locale) and d.content_hash = f.content_hash
    )
  ), analysed as (
    select c.*, array_to_tsvector(array[private.search_scope(c.site_id, c.locale, null), private.search_scope(c.site_id, c.locale,
          case when c.language <> c.locale then 'foreign-document' else c.kind end)])
        || private.search_vector(concat_ws(' ', c.title, c.names), 'A') || private.search_vector(c.codes, 'A') as name_words,
      private.search_vector(c.summary, 'B') || private.search_vector(left(c.body, 20000), 'D') as other_words
    from changed c
  ), written as (
    insert into public.search_documents as d (site_id, kind, ref, locale, title, summary, body, path, address, language, dated_at,
      visible_from, visible_until, title_key, names, words, content_hash)
    select a.site_id, a.kind, a.ref, a.locale, a.title, coalesce(a.summary, ''), left(coalesce(a.body, ''), 20000), a.path,
      a.address, a.language, a.dated_at, a.visible_from, a.visible_until, private.search_tokens(a.title, false), a.name_words,
      a.name_words || a.other_words, a.content_hash
    from analysed a
    on conflict (site_id, kind, ref, locale) do update
      set title = excluded.title, summary = excluded.summary, body = excluded.body, path = excluded.path,
        address = excluded.address, language = excluded.language, dated_at = excluded.dated_at, visible_from = excluded.visible_from,
        visible_until = excluded.visible_until, title_key = excluded.title_key, names = excluded.names,
        words = excluded.words, content_hash = excluded.content_hash
    returning d.site_id, d.locale, d.words
  )
  insert into public.search_words (site_id, locale, word)
  select distinct w.site_id, w.locale, u.lexeme
  from written w cross join lateral unnest(w.words) u
  where u.lexeme ~ '^[a-z]{3,40}$'
  on conflict do nothing;
end $$;

create function private.search_everything(p_kinds text[]) returns void
language plpgsql set search_path = ''
as $$
declare
  wanted record;
begin
  for wanted in
    select w.kind as due_kind, k.kind, k.table_name from unnest(p_kinds) w (kind) join private.kinds k on k.kind = replace(w.kind, 'listed_', '')
  loop
    execute format('insert into private.search_due (kind, ref)
      select $1, a.ref from (
        select d.ref from public.search_documents d where d.kind = $2
        union select t.id from public.%I t
      ) a', wanted.table_name) using wanted.due_kind, wanted.kind;
  end loop;
end $$;

create function public.search_refresh(p_limit integer) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  -- What a release has written is found once it is live.
  if private.is_held('') then
    return false;
  end if;
  with taken as (
    -- A record that is due several times is written once.
    delete from private.search_due d
    using (select distinct n.kind, n.ref from (select * from private.search_due f order by f.id limit p_limit) n) first
    where (d.kind, d.ref) = (first.kind, first.ref)
    returning d.kind, d.ref
  )
  select jsonb_object_agg(t.kind, t.refs) into due from (select kind, jsonb_agg(distinct ref) as refs from taken group by kind) t;
  for due_kind in select jsonb_object_keys(coalesce(due, '{}')) loop
    refs := array(select jsonb_array_elements_text(due -> due_kind)::bigint);
    case due_kind
      when 'series' then
        insert into private.search_due (kind, ref) select 'product', p.id from public.products p where p.series_id = any (refs);
      when 'category' then
        insert into private.search_due (kind, ref)
        select 'product', p.id from public.products p where p.primary_category_id = any (refs);
      when 'product' then
        insert into private.search_due (kind, ref)
        select distinct 'document', pd.document_id from public.product_documents pd where pd.product_id = any (refs);
      when 'author' then
        insert into private.search_due (kind, ref) select 'post', p.id from public.posts p where p.author_id = any (refs);
      when 'tag' then
        insert into private.search_due (kind, ref)
        select distinct 'post', t.post_id from public.post_tags t where t.tag_id = any (refs);
      when 'shared_module' then
        insert into private.search_due (kind, ref)
        select distinct 'page', o.ref from public.site_outputs o
        where o.kind = 'page' and o.tags && array(select 'shared_module/card:' || r from unnest(refs) r);
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without their own page are found on the page with a route that shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in (select k.shown_on_route from private.kinds k)
        ) then
          perform private.search_everything(
            array(select 'listed_' || k.kind from private.kinds k where k.shown_on_route is not null));
        end if;
      when 'all' then
        perform private.search_everything(array(select k.kind from private.kinds k where k.search_rank is not null));
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'shared_module', 'all') then
      -- A listed record is written alone, without the records that depend on it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $$;
comment on function public.search_refresh is
  'Writes some of the entries that are due again; answers whether more are due.';

-- Only live pages are found: a page that is published, moved or removed is due.
create function private.search_queue_output() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  output public.site_outputs := coalesce(new, old);
begin
  insert into private.search_due (kind, ref)
  select k.kind, output.ref from private.kinds k where k.kind = output.kind and k.search_rank is not null;
  return null;
end $$;

-- A full build writes thousands of outputs.
create function private.search_queue_new_outputs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref)
  select distinct n.kind, n.ref from new_rows n
  where n.path is not null and n.kind in (select k.kind from private.kinds k where k.search_rank is not null);
  return null;
end $$;
create trigger site_outputs_search_insert after insert on public.site_outputs referencing new table as new_rows
  for each statement execute function private.search_queue_new_outputs();
create trigger site_outputs_search_update after update of path on public.site_outputs
  for each row when (old.path is distinct from new.path) execute function private.search_queue_output();
create trigger site_outputs_search_delete after delete on public.site_outputs
  for each row when (old.path is not null) execute function private.search_queue_output();

insert into private.search_due (kind, ref) values ('all', 0);
