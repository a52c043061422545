import type { Embedded } from '#embedded/start-embedded.ts';
import { makeRandom } from '../../tests/fixtures/random.ts';

/**
 * Documents of one site and locale, as the index holds them. Their words are as unevenly spread as in real texts: one is in
 * nearly all of them, thousands are in a few.
 */

const base = [
  'sensor humidity temperature pressure flow gas liquid particle carbon dioxide formaldehyde module meter kit evaluation digital',
  'analog output supply voltage accuracy drift response time range interface filter cover housing calibration industrial medical',
  'automotive building air quality monitoring ventilation process control low power compact robust certified long term stability',
  'datasheet manual application note drawing certificate software driver sample support delivery replacement successor mounting',
].flatMap((line) => line.split(' '));
/** The words themselves, then what two of them make: early ones are taken far more often. */
const words = [...base, ...base.flatMap((first) => base.map((second) => first + second))];
const kinds = ['product', 'document', 'article', 'page', 'faq'];

const perStatement = 5000;

/** Puts documents into the index as the importer's rows end there. One in five is a product, with a code of its own. */
export async function addSearchDocuments(database: Embedded, count: number): Promise<void> {
  const random = makeRandom(1);
  const some = (length: number) =>
    Array.from({ length }, () => words[Math.floor(base.length ** 2 * random.next() ** 4)] ?? '').join(' ');
  await database.execute(`
    insert into public.sites (id, locales, localized) values ('main', '{en}', '{"en": {"title": "T", "description": "D"}}');
    -- An index that is made of what is there already takes a fraction of the time.
    create temporary table kept_indexes as
      select indexdef, indexname from pg_indexes where tablename = 'search_documents' and indexdef like '%gin%';
    drop index public.search_documents_names_idx, public.search_documents_words_idx;
  `);
  for (let first = 0; first < count; first += perStatement) {
    const rows = Array.from({ length: Math.min(perStatement, count - first) }, (_, index) => {
      const ref = first + index + 1;
      const kind = kinds[ref % kinds.length] ?? '';
      return { ref, kind, title: some(4), body: some(40), code: kind === 'product' ? `hx${100_000 + ref}` : '' };
    });
    await database.query(
      `insert into public.search_documents (site_id, kind, ref, locale, title, summary, body, path, title_key, names, words, content_hash)
      select 'main', r.kind, r.ref, 'en', r.title, '', r.body, '/' || r.ref, lower(r.title), d.names,
        d.names || setweight(to_tsvector('simple', r.body), 'D'), ''
      from json_to_recordset($1) r (ref bigint, kind text, title text, body text, code text)
      cross join lateral (
        select array_to_tsvector(array['@main/en', '@main/en/' || r.kind])
          || setweight(to_tsvector('simple', r.title || ' ' || r.code), 'A') as names
      ) d`,
      [JSON.stringify(rows)],
    );
  }
  await database.execute(`
    do $$ declare kept text; begin
      for kept in select indexdef from pg_temp.kept_indexes loop execute kept; end loop;
    end $$;
    drop table pg_temp.kept_indexes;
    insert into public.search_words (site_id, locale, word)
      select 'main', 'en', w.word from ts_stat('select words from public.search_documents') w where w.word ~ '^[a-z]{3,40}$';
    analyze public.search_documents;
    analyze public.search_words;
  `);
}
