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

const base = `'{${words.join(',')}}'::text[]`;

/** A word, early ones far more often: the words themselves, then what two of them make. */
const word = (salt: string) => `(
  select case when p.place < ${words.length} then w.base[1 + p.place]
    else w.base[1 + p.place / ${words.length} % ${words.length}] || w.base[1 + p.place % ${words.length}] end
  from (select floor(${words.length * words.length} * power((hashtext(i || ${salt} || n) & 2147483647) / 2147483648.0::float8, 4))::int as place) p)`;

/** Made in the database, where a hundred thousand rows travel nowhere. One in five is a product, with a code of its own. */
export function searchContent(count: number): string {
  return `
  insert into public.sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
  insert into public.search_documents (site_id, kind, ref, locale, title, summary, body, path, title_key, names, words, content_hash)
  select 'main', d.kind, i, 'en', d.title, '', d.body, '/' || i, lower(d.title), d.names,
    d.names || setweight(to_tsvector('simple', d.body), 'D'), ''
  from generate_series(1, ${count}) i
  cross join lateral (
    select (array['product', 'document', 'article', 'page', 'faq'])[1 + i % 5] as kind,
      (select string_agg(${word("':'")}, ' ') from generate_series(1, 4) n) as title,
      (select string_agg(${word("'/'")}, ' ') from generate_series(1, 40) n) as body
    from (select ${base} as base) w
  ) t
  cross join lateral (
    select t.kind, t.title, t.body, array_to_tsvector(array['@main/en', '@main/en/' || t.kind])
      || setweight(to_tsvector('simple', t.title || case when t.kind = 'product' then ' hx' || 100000 + i else '' end), 'A') as names
  ) d;
  insert into public.search_words (site_id, locale, word)
    select distinct 'main', 'en'::public.locale, w from (
      select unnest(${base}) w
      union select a || b from unnest(${base}) a, unnest(${base}) b
    ) all_words where length(w) between 3 and 40;
  select gin_clean_pending_list('public.search_documents_names_idx'), gin_clean_pending_list('public.search_documents_words_idx');
  analyze public.search_documents;
  analyze public.search_words;
`;
}
