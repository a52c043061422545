-- One ranked index of what visitors can find: records, pages and documents, by site and locale. Content changes name what is
-- due; the publisher writes it anew after it has published.

create table public.search_documents (
  site_id text not null references public.sites (id) on delete cascade,
  kind text not null check (kind in (
    'product', 'series', 'application', 'document', 'page', 'faq', 'article', 'event', 'post', 'employee_story', 'job'
  )),
  ref bigint not null,
  locale public.locale not null,
  title text not null,
  summary text not null,
  body text not null,
  -- Where it leads: the live path of its own page, or of the page that shows it. Null while there is none: not found then.
  path text,
  -- What the path needs besides, by kind: a query, a file, an address elsewhere.
  address text,
  -- What a document is written in; null for what is written in the row's locale.
  language public.locale,
  dated_at timestamptz,
  visible_from timestamptz,
  visible_until timestamptz,
  title_key text collate "C" not null,
  names tsvector not null,
  words tsvector not null,
  -- Of all that the row is made from, so that what did not change is not analysed again.
  content_hash text not null,
  primary key (site_id, kind, ref, locale)
);
comment on table public.search_documents is 'What visitors of a site can find in a locale. Made from content by search_refresh; never edited.';
create index search_documents_names_idx on public.search_documents using gin (names) with (gin_pending_list_limit = 256);
create index search_documents_words_idx on public.search_documents using gin (words) with (gin_pending_list_limit = 256);
create index search_documents_title_key_idx on public.search_documents (site_id, locale, title_key);

create table public.search_words (
  site_id text not null references public.sites (id) on delete cascade,
  locale public.locale not null,
  word text collate "C" not null,
  primary key (site_id, locale, word)
);
comment on table public.search_words is 'The words of the index, by which mistyped ones are recognised and compounds found by their parts.';
create index search_words_word_idx on public.search_words using gin (word extensions.gin_trgm_ops);

create table private.search_due (
  id bigint generated always as identity primary key,
  kind text not null,
  ref bigint not null
);
comment on table private.search_due is
  'What has to be written anew. Only appended to: a change that is not committed yet is never covered by one that is.';
create index search_due_record_idx on private.search_due (kind, ref);
grant select, insert, update, delete on private.search_due to service_role;

alter table public.search_documents enable row level security;
alter table public.search_words enable row level security;
create policy search_documents_read on public.search_documents for select to authenticated using ((select private.is_staff()));
create policy search_words_read on public.search_words for select to authenticated using ((select private.is_staff()));
revoke all on public.search_documents, public.search_words from anon, authenticated;
grant select on public.search_documents, public.search_words to authenticated;
grant all on public.search_documents, public.search_words to service_role;

-- Words ---------------------------------------------------------------------------------------------------------------

-- Lower case without accents, letters and digits apart from everything else. What is a letter is told by code points, since
-- character classes depend on how the database was made.
create function private.search_fold(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return btrim(regexp_replace(
    translate(replace(replace(replace(lower(normalize(p_text, nfkc)), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      'ÄÖÜÀÁÂÃÅÇÈÉÊËÌÍÎÏÑÒÓÔÕØÙÚÛÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿ', 'aouaaaaaceeeeiiiinooooouuuyaaaaaaceeeeiiiinoooooouuuuyy'),
    '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u2bff\u3000-\u3004\u3008-\u303f\u30fb\ufe00-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff5b-\uff65]+',
    ' ', 'g'));
end $$;
comment on function private.search_fold is 'A text as it is compared: lower case, without accents and punctuation.';

-- Chinese, Japanese and Korean are cut into pairs of neighbouring characters: most words there have two, which trigrams would
-- not find. With the tail the last character stands alone as well, so that it is found by itself.
create function private.search_tokens(p_text text, p_tail boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded text := private.search_fold(p_text);
begin
  if folded !~ '[\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]' then
    return folded;
  end if;
  return (
    select string_agg(case when part.run[1] is null then part.run[2] else (
        select string_agg(substr(part.run[1], i, 2), ' ' order by i)
        from generate_series(1, greatest(length(part.run[1]) - case when p_tail then 0 else 1 end, 1)) i
      ) end, ' ' order by part.place)
    from regexp_matches(folded,
      '([\u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)|([^ \u1100-\u11ff\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)',
      'g') with ordinality part (run, place)
  );
end $$;
comment on function private.search_tokens is 'The words of a text with spaces between them, as the index holds them.';

-- An order code is found however it is spaced.
create function private.search_code(p_text text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(private.search_fold(p_text), ' ', '');
end $$;

create function private.search_vector(p_text text, p_weight text) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg('''' || w.word || ''':' || least(w.place, 16383) || p_weight, ' '), '')::tsvector
  from unnest(string_to_array(private.search_tokens(p_text, true), ' ')) with ordinality w (word, place)
  where w.word <> '' and length(w.word) <= 100);
end $$;

-- Each row holds its site, locale and kind as words: one look-up intersects them with what is searched for.
create function private.search_scope(p_site text, p_locale public.locale, p_kind text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '@' || p_site || '/' || p_locale::text || coalesce('/' || p_kind, '');
end $$;

create function private.rich_words(p_rich jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(t #>> '{}', ' '), '') from jsonb_path_query(p_rich, 'strict $.**.text') t);
end $$;
comment on function private.rich_words is 'The text of a rich text.';

-- The fields of modules that hold what visitors read; a test compares them with the schemas of all module types.
create function private.searched_fields() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array['body', 'caption', 'description', 'lead', 'linkSummary', 'name', 'position', 'quote', 'subtitle', 'tag', 'text', 'title'];
end $$;

create function private.module_words(p_modules jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select coalesce(string_agg(f ->> 'value', ' · '), '')
  from jsonb_path_query(p_modules, 'strict $.** ? (@.type() == "object").keyvalue() ? (@.value.type() == "string")') f
  where f ->> 'key' = any (private.searched_fields()));
end $$;
comment on function private.module_words is 'What visitors read in a tree of modules.';

-- What there is to be found ----------------------------------------------------------------------------------------------

create view private.live_paths with (security_invoker = true) as
select o.site_id, o.kind, o.ref, o.locale, o.path from public.site_outputs o where o.path is not null;

-- The live path of the page with a route, in each locale.
create view private.route_paths with (security_invoker = true) as
select p.site_id, p.route, o.locale, o.path
from public.pages p
join public.site_outputs o on o.site_id = p.site_id and o.kind = 'page' and o.ref = p.id
where p.route is not null and o.path is not null;

-- An application's page is the one that is named like it in English. It is found as the application.
create view private.application_pages with (security_invoker = true) as
select distinct on (e.site_id, a.id) e.site_id, a.id as application_id, e.page_id
from public.applications a
join public.published_page_locales e on e.locale = 'en' and e.site_id = any (a.sites) and e.path like '%/' || a.slug
order by e.site_id, a.id, e.page_id;

-- What is written once in each language: which of its texts is the title, which says what it is about, and which is read. What
-- has no page of its own is found on the page with a route.
create view private.searched_texts with (security_invoker = true) as
select 'article'::text as kind, a.id, a.sites, a.localized, 'title'::text as title, 'lead'::text as summary, 'body'::text as body,
  null::text as names, null::text as more, null::text as route, a.publish_from as dated_at, a.publish_from as visible_from,
  a.publish_until as visible_until
from public.articles a where a.is_published
union all
select 'event', e.id, e.sites, e.localized, 'title', 'summary', 'body', null, null, null, e.starts_at, e.publish_from, e.publish_until
from public.events e where e.is_published
union all
select 'post', p.id, p.sites, p.localized, 'title', 'lead', 'body', null, concat_ws(' ', a.name, (
    select string_agg(n #>> '{}', ' ' order by t.id, n #>> '{}')
    from public.post_tags pt
    join public.tags t on t.id = pt.tag_id
    cross join lateral jsonb_path_query(t.localized, 'strict $.*.name') n
    where pt.post_id = p.id
  )), null, p.publish_from, p.publish_from, p.publish_until
from public.posts p join public.authors a on a.id = p.author_id where p.is_published
union all
select 'employee_story', s.id, s.sites, s.localized, 'title', 'teaser', 'body', null, null, null, s.publish_from, s.publish_from,
  s.publish_until
from public.employee_stories s where s.is_published
union all
select 'job', j.id, j.sites, j.localized, 'title', 'short_description', null, j.city, null, 'career.list', j.publish_from,
  j.publish_from, j.publish_until
from public.jobs j where j.is_published
union all
select 'faq', f.id, f.sites, f.localized, 'question', null, 'answer', null, null, 'products.support.faq', null, null, null
from public.faqs f;

create type private.search_entry as (
  site_id text, kind text, ref bigint, locale public.locale, title text, names text, codes text, summary text, body text,
  path text, address text, language public.locale, dated_at timestamptz, visible_from timestamptz, visible_until timestamptz
);

-- Everything of a kind that a site has in a locale, live or not. `names` are found like the title, `codes` by their beginning.
create function private.search_entries(p_kind text, p_refs bigint[]) returns setof private.search_entry
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  case p_kind
    when 'product' then
      return query
      select s.id, p_kind, p.id, l.locale, p.display_name, concat_ws(' ', p.name, r.name, r.display_name,
          coalesce(c.localized -> l.locale::text, c.localized -> 'en') ->> 'title', p.localized -> l.locale::text ->> 'tagline'),
        concat_ws(' ', private.search_code(p.order_code), private.search_code(p.name), private.search_code(r.name)),
        p.localized -> l.locale::text ->> 'tagline',
        concat_ws(' ', private.rich_words(p.localized -> l.locale::text -> 'description'),
          (select string_agg(f #>> '{}', ' ') from jsonb_path_query(p.localized -> l.locale::text, '$.features[*]') f)),
        o.path, null::text, null::public.locale, null::timestamptz, p.publish_from, p.publish_until
      from public.products p
      join public.series r on r.id = p.series_id
      join public.categories c on c.id = p.primary_category_id
      join public.sites s on s.id = any (p.sites)
      cross join lateral unnest(s.locales) l (locale)
      left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale)
      where p.id = any (p_refs) and p.is_published and p.localized ? l.locale::text;
    when 'series' then
      return query
      select s.id, p_kind, r.id, l.locale, r.display_name, r.name, private.search_code(r.name),
        coalesce(r.localized -> l.locale::text, r.localized -> 'en') ->> 'summary',
        private.rich_words(coalesce(r.localized -> l.locale::text, r.localized -> 'en') -> 'description'),
        o.path, r.name, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
      from public.series r
      join public.sites s on exists (
        select 1 from public.products p where p.series_id = r.id and s.id = any (p.sites) and p.is_published
      )
      cross join lateral unnest(s.locales) l (locale)
      left join private.route_paths o on (o.site_id, o.route, o.locale) = (s.id, 'search', l.locale)
      where r.id = any (p_refs);
    when 'application' then
      return query
      select s.id, p_kind, a.id, l.locale, a.localized -> l.locale::text ->> 'title', n.title, '',
        a.localized -> l.locale::text ->> 'summary', private.module_words(r.modules::jsonb),
        coalesce(o.path, f.path), case when o.path is null then a.localized -> l.locale::text ->> 'title' end,
        null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
      from public.applications a
      join public.sites s on s.id = any (a.sites)
      cross join lateral unnest(s.locales) l (locale)
      left join private.application_pages g on g.site_id = s.id and g.application_id = a.id
      left join public.published_page_locales n on n.page_id = g.page_id and n.locale = l.locale
      left join public.page_revision_locales r on r.revision_id = n.revision_id and r.locale = n.locale
      left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'page', g.page_id, l.locale)
      left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, 'search', l.locale)
      where a.id = any (p_refs) and a.localized ? l.locale::text;
    when 'document' then
      -- A document is on a site once a page there shows it: that of a product that has it.
      return query
      select s.id, p_kind, d.id, l.locale, coalesce(d.localized -> l.locale::text, d.localized -> 'en') ->> 'title',
        concat_ws(' ', d.name, h.names), h.codes, '', '',
        h.path, d.storage_path, d.language, d.content_date::timestamptz, null::timestamptz, null::timestamptz
      from public.documents d
      cross join public.sites s
      cross join lateral unnest(s.locales) l (locale)
      cross join lateral (
        select string_agg(distinct p.name, ' ' order by p.name) as names,
          string_agg(distinct private.search_code(p.order_code), ' ' order by private.search_code(p.order_code)) as codes,
          min(o.path) as path
        from public.product_documents pd
        join public.products p on p.id = pd.product_id and p.is_published and s.id = any (p.sites)
        left join public.site_outputs o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, 'product', p.id, l.locale) and o.path is not null
        where pd.document_id = d.id
      ) h
      where d.id = any (p_refs) and h.names is not null;
    when 'page' then
      return query
      select l.site_id, p_kind, l.page_id, l.locale, l.title, l.nav_title, '', r.description, private.module_words(r.modules::jsonb),
        o.path, null::text, null::public.locale, null::timestamptz, null::timestamptz, null::timestamptz
      from public.published_page_locales l
      join public.pages p on p.id = l.page_id
      join public.page_revision_locales r on (r.revision_id, r.locale) = (l.revision_id, l.locale)
      left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (l.site_id, 'page', l.page_id, l.locale)
      where l.page_id = any (p_refs) and not l.noindex and coalesce(p.route, '') not in ('search', 'smart-search', 'login')
        and not exists (select 1 from public.pages a where a.id = p.parent_id and a.route = 'search')
        and not exists (
          select 1 from private.application_pages g join public.applications a on a.id = g.application_id
          where g.page_id = l.page_id and a.localized ? l.locale::text
        );
    else
      return query
      select s.id, p_kind, v.id, l.locale, t.text ->> v.title, concat_ws(' ', v.names, t.text ->> 'venue', t.text ->> 'city'), '',
        t.text ->> v.summary,
        concat_ws(' ', private.rich_words(t.text -> v.body), v.more,
          (select string_agg(n #>> '{}', ' ') from jsonb_path_query(t.text, '$.positions[*]') n)),
        coalesce(o.path, f.path), null::text, null::public.locale, v.dated_at, v.visible_from, v.visible_until
      from private.searched_texts v
      join public.sites s on s.id = any (v.sites)
      cross join lateral unnest(s.locales) l (locale)
      cross join lateral (select v.localized -> l.locale::text as text) t
      left join private.live_paths o on (o.site_id, o.kind, o.ref, o.locale) = (s.id, v.kind, v.id, l.locale)
      left join private.route_paths f on (f.site_id, f.route, f.locale) = (s.id, v.route, l.locale)
      where v.kind = p_kind and v.id = any (p_refs) and t.text is not null;
  end case;
end $$;
comment on function private.search_entries is 'What visitors of each site and locale could find of some records, made from content.';

-- Keeping it in step --------------------------------------------------------------------------------------------------------

create function private.search_write(p_kind text, p_refs bigint[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  with fresh as (
    select e.*, md5(e::text) as content_hash from private.search_entries(p_kind, p_refs) e
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

create function public.search_refresh(p_limit integer) returns boolean
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  due_kind text;
  refs bigint[];
  due jsonb;
begin
  perform pg_advisory_xact_lock(7320);
  with taken as (
    -- What was changed several times is written once.
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
      when 'application' then
        insert into private.search_due (kind, ref) select 'listed_page', g.page_id from private.application_pages g;
      when 'page' then
        insert into private.search_due (kind, ref) select 'listed_application', a.id from public.applications a;
        -- Records without a page of their own are found where a page with a route shows them.
        if exists (
          select 1 from public.pages p
          where p.id = any (refs) and p.route in ('search', 'products.support.faq', 'career.list')
        ) then
          perform private.search_everything(array['listed_series', 'faq', 'job']);
        end if;
      when 'all' then
        perform private.search_everything(array['product', 'series', 'application', 'document', 'page', 'faq', 'article',
          'event', 'post', 'employee_story', 'job']);
      else
        null;
    end case;
    if due_kind not in ('category', 'author', 'tag', 'all') then
      -- What is listed somewhere is written by itself: nothing follows from it.
      perform private.search_write(replace(due_kind, 'listed_', ''), refs);
    end if;
  end loop;
  return exists (select 1 from private.search_due);
end $$;
comment on function public.search_refresh is
  'Writes some of what is due in the search index anew; answers whether more is due.';

create function private.search_everything(p_kinds text[]) returns void
language sql set search_path = ''
as $$
  insert into private.search_due (kind, ref)
  select a.kind, a.ref from (
    select d.kind, d.ref from public.search_documents d
    union select 'product', id from public.products
    union select 'series', id from public.series
    union select 'listed_series', id from public.series
    union select 'application', id from public.applications
    union select 'document', id from public.documents
    union select 'page', id from public.pages
    union select 'faq', id from public.faqs
    union select 'article', id from public.articles
    union select 'event', id from public.events
    union select 'post', id from public.posts
    union select 'employee_story', id from public.employee_stories
    union select 'job', id from public.jobs
  ) a (kind, ref)
  where a.kind = any (p_kinds)
$$;

-- One row for each record that a statement touched. Arguments: the kind, and the column that holds its id.
create function private.search_queue() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, o.%I from old_rows o', tg_argv[0], tg_argv[1]);
  end if;
  if tg_op <> 'DELETE' then
    execute format('insert into private.search_due (kind, ref) select distinct %L, n.%I from new_rows n', tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;

create function private.search_table(p_table text, p_kind text, p_id_column text) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('create trigger %1$s_search_%2$s_insert after insert on public.%1$I referencing new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_update after update on public.%1$I
    referencing old table as old_rows new table as new_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
  execute format('create trigger %1$s_search_%2$s_delete after delete on public.%1$I referencing old table as old_rows
    for each statement execute function private.search_queue(%2$L, %3$L)', p_table, p_kind, p_id_column);
end $$;

select private.search_table('products', 'product', 'id');
-- A series is on the sites that show one of its products.
select private.search_table('products', 'listed_series', 'series_id');
select private.search_table('product_documents', 'document', 'document_id');
select private.search_table('series', 'series', 'id');
select private.search_table('categories', 'category', 'id');
select private.search_table('applications', 'application', 'id');
select private.search_table('documents', 'document', 'id');
select private.search_table('published_page_locales', 'page', 'page_id');
select private.search_table('pages', 'page', 'id');
select private.search_table('faqs', 'faq', 'id');
select private.search_table('articles', 'article', 'id');
select private.search_table('events', 'event', 'id');
select private.search_table('posts', 'post', 'id');
select private.search_table('post_tags', 'post', 'post_id');
select private.search_table('authors', 'author', 'id');
select private.search_table('tags', 'tag', 'id');
select private.search_table('employee_stories', 'employee_story', 'id');
select private.search_table('jobs', 'job', 'id');

create function private.search_queue_all() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref) values ('all', 0);
  return null;
end $$;
-- A site's locales decide which rows it has.
create trigger sites_search after insert or delete or update of locales on public.sites
  for each statement execute function private.search_queue_all();

-- What is live is what is found: a page that is published, moved or removed is due.
create function private.search_queue_output() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  output public.site_outputs := coalesce(new, old);
begin
  insert into private.search_due (kind, ref) values (output.kind, output.ref);
  return null;
end $$;
-- A full build writes thousands of outputs.
create function private.search_queue_new_outputs() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.search_due (kind, ref)
  select distinct n.kind, n.ref from new_rows n
  where n.path is not null and n.kind in ('page', 'product', 'article', 'event', 'post', 'employee_story');
  return null;
end $$;
create trigger site_outputs_search_insert after insert on public.site_outputs referencing new table as new_rows
  for each statement execute function private.search_queue_new_outputs();
create trigger site_outputs_search_update after update of path on public.site_outputs
  for each row when (old.path is distinct from new.path
    and new.kind in ('page', 'product', 'article', 'event', 'post', 'employee_story'))
  execute function private.search_queue_output();
create trigger site_outputs_search_delete after delete on public.site_outputs
  for each row when (old.path is not null and old.kind in ('page', 'product', 'article', 'event', 'post', 'employee_story'))
  execute function private.search_queue_output();

-- Synonyms ---------------------------------------------------------------------------------------------------------------

create function private.search_keys(p_terms text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select private.search_fold(t) from unnest(p_terms) t);
end $$;

create table public.search_synonyms (
  id bigint generated by default as identity primary key,
  sites text[] not null check (private.are_sites(sites) and cardinality(sites) > 0),
  locale public.locale not null,
  -- Words or short phrases, any of which finds all.
  terms text[] not null check (cardinality(terms) > 1 and '' <> all (terms)),
  keys text[] generated always as (private.search_keys(terms)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.search_synonyms is 'Terms that mean the same to whoever searches a site in a locale.';
create index search_synonyms_keys_idx on public.search_synonyms using gin (keys);
select private.protect_content('search_synonyms', null);
grant execute on function private.search_fold, private.search_keys to authenticated, service_role;

insert into private.content_table_list (place, name, kind, keys, owner_key, owner_name, fixed)
values (90, 'search_synonyms', 'search_synonym', '{id}', null, null, '{}');

-- Searching -----------------------------------------------------------------------------------------------------------------

create type private.search_question as (
  -- Everything that was asked for, and any of it.
  whole tsquery,
  part tsquery,
  -- Folded beginnings of the words by which something is found: what is highlighted.
  words text[],
  -- [{"from": "humidty", "to": "humidity"}]
  corrections jsonb,
  title_key text
);

-- A word, or the beginning of one, as a part of a tsquery.
create function private.search_term(p_word text, p_is_beginning boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '''' || p_word || '''' || case when p_is_beginning then ':*' else '' end;
end $$;

-- Words such as "for" or "und".
create function private.is_stop_word(p_locale public.locale, p_word text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{}' = case
    when p_word !~ '^[a-z]+$' then null
    when p_locale = 'en' then pg_catalog.ts_lexize('pg_catalog.english_stem', p_word)
    when p_locale = 'de' then pg_catalog.ts_lexize('pg_catalog.german_stem', p_word)
  end;
end $$;

-- The alternatives for one word: the words that begin like it or like its stem, compounds with it, and what it was probably
-- meant to be. They are looked up first, since whole words are far quicker to intersect than beginnings.
create function private.search_word(
  p_site text, p_locale public.locale, p_word text, out part text, out words text[], out correction text
)
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  stem text;
  known text[] := '{}';
begin
  words := array[p_word];
  if p_word ~ '[^a-z0-9]' then
    -- Two characters of Chinese, Japanese or Korean are a word as they stand in the index; one is the beginning of some.
    part := private.search_term(p_word, length(p_word) <> 2);
    return;
  end if;
  if p_word !~ '^[a-z]{2,40}$' then
    part := private.search_term(p_word, length(p_word) > 1);
    return;
  end if;
  stem := case p_locale
    when 'en' then (pg_catalog.ts_lexize('pg_catalog.english_stem', p_word))[1]
    when 'de' then (pg_catalog.ts_lexize('pg_catalog.german_stem', p_word))[1]
  end;
  if length(stem) >= 3 and stem <> p_word then
    words := words || stem;
  end if;
  if p_locale = 'de' and p_word ~ '[aou]e' then
    words := words || replace(replace(replace(p_word, 'ae', 'a'), 'oe', 'o'), 'ue', 'u');
  end if;
  known := array(
    select distinct on (length(w.word), w.word) w.word from unnest(words) b
    join public.search_words w on w.site_id = p_site and w.locale = p_locale and w.word >= b and w.word < b || '{'
    order by length(w.word), w.word limit 10
  );
  if p_locale = 'de' and length(p_word) >= 5 then
    -- Feuchtesensor is found by Sensor.
    known := known || array(
      select w.word from public.search_words w
      where w.site_id = p_site and w.locale = p_locale and w.word like '%_' || coalesce(stem, p_word) || '%'
      order by length(w.word), w.word limit 10
    );
  end if;
  if known = '{}' and length(p_word) >= 4 then
    known := array(
      select w.word from public.search_words w
      where w.site_id = p_site and w.locale = p_locale and w.word operator(extensions.%) p_word
        and abs(length(w.word) - length(p_word)) <= 3
      order by extensions.similarity(w.word, p_word) desc, w.word limit 3
    );
    correction := known[1];
  end if;
  part := (select string_agg(private.search_term(k, false), '|') from unnest(known || p_word) k);
  words := words || known;
end $$;

create function private.search_question(p_site text, p_locale public.locale, p_query text) returns private.search_question
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  chunks text[] := array(
    select c from unnest(regexp_split_to_array(normalize(p_query, nfkc), '\s+')) c where private.search_fold(c) <> '' limit 8
  );
  folded text[] := private.search_keys(chunks);
  parts text[] := '{}';
  question private.search_question;
  alternatives text[];
  tokens text[];
  token text;
  term text;
  found record;
  taken integer;
  i integer := 1;
begin
  question.words := '{}';
  question.corrections := '[]';
  question.title_key := private.search_tokens(p_query, false);
  while i <= cardinality(chunks) loop
    taken := 1;
    alternatives := '{}';
    -- A synonym may have several words: the longest that stands here counts.
    for len in reverse least(3, cardinality(chunks) - i + 1)..1 loop
      for term in
        select distinct t from public.search_synonyms s, unnest(s.keys) t
        where p_site = any (s.sites) and s.locale = p_locale
          and s.keys @> array[array_to_string(folded[i:i + len - 1], ' ')]
          and t <> array_to_string(folded[i:i + len - 1], ' ')
        order by t
      loop
        tokens := string_to_array(private.search_tokens(term, false), ' ');
        alternatives := alternatives
          || (select string_agg(private.search_term(t, length(t) > 3), '&') from unnest(tokens) t);
        question.words := question.words || tokens;
      end loop;
      if alternatives <> '{}' then
        taken := len;
        exit;
      end if;
    end loop;
    if taken = 1 and cardinality(chunks) > 1 and private.is_stop_word(p_locale, folded[i]) then
      i := i + 1;
      continue;
    end if;
    tokens := string_to_array(private.search_tokens(array_to_string(chunks[i:i + taken - 1], ' '), false), ' ');
    term := '';
    foreach token in array tokens loop
      found := private.search_word(p_site, p_locale, token);
      term := concat_ws('&', nullif(term, ''), '(' || found.part || ')');
      question.words := question.words || found.words;
      if found.correction is not null then
        question.corrections := question.corrections || jsonb_build_object('from', token, 'to', found.correction);
      end if;
    end loop;
    alternatives := array[term] || alternatives;
    -- HX41-D is the beginning of the code HX41D1R5.
    if cardinality(tokens) > 1 and taken = 1 and private.search_code(chunks[i]) ~ '^[a-z0-9]+$' then
      alternatives := alternatives || private.search_term(private.search_code(chunks[i]), true);
    end if;
    parts := parts || ('((' || array_to_string(alternatives, ')|(') || '))');
    i := i + taken;
  end loop;
  if parts <> '{}' then
    question.whole := array_to_string(parts, '&')::tsquery;
    -- Where nothing has all of it: of a run of Chinese, Japanese or Korean characters, any pair.
    question.part := replace(array_to_string(parts, '|'), '&', '|')::tsquery;
  end if;
  return question;
end $$;

create type private.search_candidate as (kind text, ref bigint, rank real);

-- Some of what satisfies a condition on `d`, with its rank. The statement is planned with what is searched for in it: of a word
-- that stands everywhere the planner reads rows until it has enough, and of any other it looks into the index.
create function private.search_some(
  p_condition text, p_vector text, p_site text, p_locale public.locale, p_lookup tsquery, p_query tsquery, p_title_key text,
  p_at timestamptz, p_limit integer
) returns private.search_candidate[]
-- Comparing a row with a question takes longer than the planner thinks.
language plpgsql stable set search_path = '' set cpu_operator_cost = 0.02
as $$
declare
  found private.search_candidate[];
begin
  execute format($q$
    select array_agg(row(d.kind, d.ref,
      -- Between 0 and 1 however often a word stands there (32), so that being called exactly so counts for more.
      case %L when 'names' then 3 else 1 end * ts_rank(d.%I, $4, 32)
        + case when d.title_key = $5 then 4 when starts_with(d.title_key, $5) then 2 else 0 end
        + case d.kind when 'product' then 0.8 when 'series' then 0.6 when 'application' then 0.4 when 'page' then 0.4 when 'faq' then 0.2
          when 'employee_story' then 0 else 0.1 end
        -- What is written in another language than the reader's stands back: in English a little, else behind everything.
        - case when d.language is null or d.language = $2 then 0 when d.language = 'en' then 0.5 else 10 end
    )::private.search_candidate)
    from (
      select n.kind, n.ref, n.language, n.title_key, n.%I from public.search_documents n
      where %s and n.path is not null
        and (n.visible_from is null or n.visible_from <= $6) and (n.visible_until is null or n.visible_until > $6)
      limit $7
    ) d$q$, p_vector, p_vector, p_vector, p_condition)
  into found using p_site, p_locale, p_lookup, p_query, p_title_key, p_at, p_limit;
  return coalesce(found, '{}');
end $$;

-- Candidates for an answer. How many are looked at is limited: nobody pages further than that. A kind of which few are among
-- them is looked up by itself, so that none is crowded out.
create function private.search_candidates(
  p_site text, p_locale public.locale, p_query tsquery, p_title_key text, p_at timestamptz
) returns private.search_candidate[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 600;
  most_of_a_kind constant integer := 100;
  enough constant integer := 400;
  found private.search_candidate[];
  scope text;
begin
  found := private.search_some('n.names @@ $3', 'names', p_site, p_locale,
    private.search_term(private.search_scope(p_site, p_locale, null), false)::tsquery && p_query, p_query, p_title_key, p_at, most);
  if cardinality(found) = most then
    for scope in
      with counts as materialized (select f.kind, count(*) from unnest(found) f group by f.kind)
      select k.scope
      from (
        select k, k from unnest(array['product', 'series', 'application', 'document', 'page', 'faq', 'article', 'event', 'post',
          'employee_story', 'job']) k
        union all
        select 'document', 'foreign-document'
      ) k (kind, scope)
      where not exists (select 1 from counts c where c.kind = k.kind and c.count >= most_of_a_kind)
        and exists (select 1 from public.search_documents d where d.site_id = p_site and d.kind = k.kind and d.locale = p_locale)
    loop
      found := found || private.search_some('n.names @@ $3', 'names', p_site, p_locale,
        private.search_term(private.search_scope(p_site, p_locale, scope), false)::tsquery && p_query, p_query, p_title_key, p_at,
        most_of_a_kind);
    end loop;
  end if;
  if p_title_key <> '' then
    found := found || private.search_some(
      'n.site_id = $1 and n.locale = $2 and n.title_key >= $5 and n.title_key < $5 || chr(1114109)',
      'names', p_site, p_locale, null, p_query, p_title_key, p_at, 50);
  end if;
  if cardinality(found) < enough then
    found := found || private.search_some('n.words @@ $3', 'words', p_site, p_locale,
      private.search_term(private.search_scope(p_site, p_locale, null), false)::tsquery && p_query, p_query, p_title_key, p_at,
      enough - cardinality(found));
  end if;
  return array(
    select row(b.kind, b.ref, b.rank)::private.search_candidate from (
      select f.kind, f.ref, max(f.rank) as rank, row_number() over (partition by f.kind order by max(f.rank) desc, f.ref desc) as place
      from unnest(found) f group by f.kind, f.ref
    ) b where b.place <= most_of_a_kind
  );
end $$;

create function public.search(
  p_site text, p_locale public.locale, p_query text, p_kinds text[], p_limit integer, p_offset integer
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  question private.search_question := private.search_question(p_site, p_locale, left(p_query, 200));
  candidates private.search_candidate[];
  answer jsonb;
begin
  if question.whole is null then
    return '{"total": 0, "facets": [], "results": [], "words": [], "corrections": []}';
  end if;
  candidates := private.search_candidates(p_site, p_locale, question.whole, question.title_key, now());
  if candidates = '{}' then
    candidates := private.search_candidates(p_site, p_locale, question.part, question.title_key, now());
  end if;
  with best as (
    select c.*, row_number() over (order by c.rank desc, c.kind, c.ref desc) as place
    from unnest(candidates) c where p_kinds = '{}' or c.kind = any (p_kinds)
  )
  select jsonb_build_object(
    'total', (select count(*) from best),
    'facets', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'count', f.count) order by f.kind), '[]')
      from (select c.kind, count(*) from unnest(candidates) c group by c.kind) f
    ),
    'words', to_jsonb(question.words),
    'corrections', question.corrections,
    'results', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'ref', d.ref, 'title', d.title, 'summary', d.summary,
        'body', left(d.body, 4000), 'path', d.path, 'address', d.address,
        'language', nullif(d.language, p_locale), 'dated_at', d.dated_at) order by b.place), '[]')
      from best b
      join public.search_documents d on (d.site_id, d.kind, d.ref, d.locale) = (p_site, b.kind, b.ref, p_locale)
      where b.place > p_offset and b.place <= p_offset + p_limit
    )
  ) into answer;
  return answer;
end $$;
comment on function public.search is
  'What a site''s visitors find in a locale, best first, with how many there are of each kind. For the server alone, which limits how often it is asked.';

revoke execute on function public.search, public.search_refresh from public, anon, authenticated;
grant execute on function public.search, public.search_refresh to service_role;
grant select on private.live_paths, private.route_paths, private.application_pages, private.searched_texts to service_role;

-- What a database already holds.
insert into private.search_due (kind, ref) values ('all', 0);

-- The families of the products that a site shows, in the order of the catalog.
create function private.list_series(p_site text, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select jsonb_build_object('items', coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name,
      'display_name', s.display_name, 'localized', s.localized) order by s.id), '[]'), 'next_change_at', (
        select min(moment) from public.products p cross join lateral unnest(array[p.publish_from, p.publish_until]) moment
        where p_site = any (p.sites) and p.is_published and moment > p_at
      ))
    from public.series s
    where exists (
      select 1 from public.products p
      where p.series_id = s.id and p_site = any (p.sites)
        and private.is_visible(p.is_published, p.publish_from, p.publish_until, p_at)
    )
  );
end $$;
comment on function private.list_series is 'The families of the products that a site shows at a moment.';
