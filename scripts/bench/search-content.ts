/**
 * Documents of one site and locale, as the index holds them. Their words are as unevenly spread as in real texts: one is in
 * nearly all of them, thousands are in a few.
 */

const words = [
  'sensor humidity temperature pressure flow gas liquid particle carbon dioxide formaldehyde module meter kit evaluation digital',
  'analog output supply voltage accuracy drift response time range interface filter cover housing calibration industrial medical',
  'automotive building air quality monitoring ventilation process control low power compact robust certified long term stability',
  'datasheet manual application note drawing certificate software driver sample support delivery replacement successor mounting',
].flatMap((line) => line.split(' '));

/** A word by its place in the vocabulary, early ones far more often. */
const word = (salt: string) =>
  `w[1 + floor(cardinality(w) * power((hashtext(i || ${salt} || n) & 2147483647) / 2147483648.0, 4))::int]`;

/** Made in the database, where a hundred thousand rows travel nowhere. One in five is a product, with a code of its own. */
export function searchContent(count: number): string {
  return `
  create temporary table vocabulary as
    select array_agg(word order by place) as w from (
      select word, place from unnest('{${words.join(',')}}'::text[]) with ordinality base (word, place)
      union all
      select a || b, 1000 + (p - 1) * 100 + q from unnest('{${words.join(',')}}'::text[]) with ordinality one (a, p),
        unnest('{${words.join(',')}}'::text[]) with ordinality two (b, q)
    ) all_words;
  insert into public.sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
  insert into public.search_documents (site_id, kind, ref, locale, title, summary, body, path, title_key, names, words, content_hash)
  select 'main', d.kind, i, 'en', d.title, '', d.body, '/' || i, lower(d.title), d.names,
    d.names || setweight(to_tsvector('simple', d.body), 'D'), ''
  from generate_series(1, ${count}) i
  cross join lateral (
    select (array['product', 'document', 'article', 'page', 'faq'])[1 + i % 5] as kind,
      (select string_agg(${word("':'")}, ' ') from generate_series(1, 4) n) as title,
      (select string_agg(${word("'/'")}, ' ') from generate_series(1, 60) n) as body
    from vocabulary v
  ) t
  cross join lateral (
    select t.kind, t.title, t.body, array_to_tsvector(array['@main/en', '@main/en/' || t.kind])
      || setweight(to_tsvector('simple', t.title || case when t.kind = 'product' then ' hx' || 100000 + i else '' end), 'A') as names
  ) d;
  insert into public.search_words (site_id, locale, word) select distinct 'main', 'en'::public.locale, unnest(w) from vocabulary;
  drop table vocabulary;
  select gin_clean_pending_list('public.search_documents_names_idx'), gin_clean_pending_list('public.search_documents_words_idx');
  analyze public.search_documents;
  analyze public.search_words;
`;
}
