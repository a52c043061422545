begin;
set local search_path = public, extensions;
select plan(49);

-- A small site: one product in two languages, in a series, with a document; a question; an application.
insert into public.sites (id, locales, localized) values
  ('main', '{en,de,jp}', '{"en": {"title": "T", "description": "D"}}'),
  ('developer', '{en}', '{"en": {"title": "T", "description": "D"}}');
insert into public.categories (id, slug, localized) overriding system value values
  (1, 'humidity', '{"en": {"title": "Humidity"}, "de": {"title": "Feuchte"}, "jp": {"title": "湿度"}}'),
  (2, 'gas', '{"en": {"title": "Gas"}}');
insert into public.series (id, name, slug, display_name, status, category_id, localized) overriding system value values
  (1, 'HX4', 'hx4', 'HX4', 'active', 1, '{"en": {"summary": "A family of humidity sensors"}}');
insert into public.documents (id, name, filename, content_date, document_type, language, hash, content_type, size, storage_path, localized)
  overriding system value values
  (1, 'HX41 data sheet', 'hx41.pdf', '2026-01-01', 'datasheet', 'en', 'abc', 'application/pdf', 10, 'documents/abc/hx41.pdf',
    '{"en": {"title": "Data sheet HX41"}}');
insert into public.products (id, name, display_name, slug, order_code, status, series_id, primary_category_id, sites, localized)
  overriding system value values
  (1, 'HX41-D', 'HX41-D humidity sensor', 'hx41-d', 'HX41-D-1R5', 'active', 1, 1, '{main}', '{
    "en": {"tagline": "Small and precise", "description": {"type": "doc", "content": [{"type": "text", "text": "It measures moisture in rooms."}]}},
    "de": {"tagline": "Klein und genau, mit Fühler", "description": {"type": "doc", "content": [{"type": "text", "text": "Ein Feuchtesensor für Räume."}]}},
    "jp": {"tagline": "高精度な温度センサー", "description": {"type": "doc", "content": []}}
  }'),
  (2, 'CX21', 'CX21 carbon dioxide sensor', 'cx21', 'CX21-1', 'active', 1, 2, '{main}',
    '{"en": {"tagline": "For rooms", "description": {"type": "doc", "content": []}}}');
insert into public.product_documents (product_id, document_id) values (1, 1);
insert into public.site_outputs (site_id, kind, ref, locale, path) values
  ('main', 'product', 1, 'en', '/products/catalog/hx41-d'), ('main', 'product', 1, 'de', '/de/produkte/katalog/hx41-d'),
  ('main', 'product', 1, 'jp', '/jp/products/catalog/hx41-d'), ('main', 'product', 2, 'en', '/products/catalog/cx21');

insert into public.pages (id, site_id, route) overriding system value values (1, 'main', 'products.support.faq');
insert into public.faqs (id, category, sites, localized) overriding system value values
  (1, 'g', '{main}', '{"en": {"question": "May I solder it?", "answer": {"type": "doc", "content": [{"type": "text", "text": "Reflow only."}]}}}');
-- Two words that differ in a vowel behind a syllable.
insert into public.faqs (id, category, sites, localized) overriding system value values
  (11, 'g', '{main}', '{"en": {"question": "갸\u11a7", "answer": {"type": "doc", "content": []}}}'),
  (12, 'g', '{main}', '{"en": {"question": "갸나", "answer": {"type": "doc", "content": []}}}');
insert into public.events (id, slug, category, sites, starts_at, ends_at, time_zone, localized) overriding system value values
  (1, 'fair', 'newsroom', '{main}', '2027-01-01', '2027-01-02', 'Europe/Zurich',
    '{"en": {"title": "Meet us", "summary": "A fair", "city": "Nuremberg"}}');
insert into public.site_outputs (site_id, kind, ref, locale, path) values
  ('main', 'page', 1, 'en', '/products/support/faq'), ('main', 'event', 1, 'en', '/company/news/events/event/fair');

create function pg_temp.refresh() returns void language plpgsql as $$
begin
  while public.search_refresh(10) loop
  end loop;
end $$;
create function pg_temp.found(p_query text, p_locale public.locale default 'en', p_site text default 'main') returns text language sql as $$
  select coalesce(string_agg(r ->> 'kind' || ':' || (r ->> 'ref'), ' ' order by place), '')
  from jsonb_array_elements(public.search(p_site, p_locale, p_query, '{}', 10, 0) -> 'results') with ordinality a (r, place)
$$;
select pg_temp.refresh();

select is(private.search_fold('Größe: ÄÖÜ, CO₂ ½ — ＨＸ４'), 'grosse aou co2 1 2 hx4', 'texts are compared without case, accents and punctuation');
select is(private.fold_text(E'Wolken\u00adbruch\u200b, Plzeň, ŁÓDŹ, Győr, Ærø, Œuvre, GROẞ, ΟΔΟΣ'), 'wolkenbruch, plzen, lodz, gyor, aero, oeuvre, gross, οδοσ',
  'without what is not seen and without accents');
select is(private.fold_text(E'が カ\u3099 ｶﾞ 한국어'), 'が ガ ガ 한국어', 'the letters of other scripts stay whole');
select is(private.search_tokens('温度センサー', true), '温度 度セ セン ンサ サー ー', 'Japanese is cut into pairs');
select is(private.search_tokens('HX4 温度', false), 'hx4 温度', 'beside words in other scripts');

select is(pg_temp.found('humidity sensor'), 'product:1', 'a product is found by its name');
select is(pg_temp.found('HUMIDITY sensors'), 'product:1', 'in any case and number');
select is(pg_temp.found('rooms'), 'product:2 product:1', 'by its text, after what says so earlier');
select is(pg_temp.found('hx41-d-1'), 'product:1 document:1', 'by the beginning of its order code, and so are its documents');
select is(pg_temp.found('HX41 D1r'), 'product:1 document:1', 'however the code is spaced');

insert into public.faqs (id, category, sites, localized) overriding system value values
  (2, 'g', '{main}', E'{"en": {"question": "Wolken\u00adbruch\u00adwarnanlage in Plzeň", "answer": {"type": "doc", "content": [{"type": "text", "text": "Łódź, Győr."}]}}}');
select pg_temp.refresh();
select is(pg_temp.found('Wolkenbruchwarnanlage'), 'faq:2', 'soft hyphens part no word');
select is(pg_temp.found(E'Wolken\u200bbruch\u00adwarnanlage'), 'faq:2', 'nor does what is typed');
select is(pg_temp.found('Plzen'), 'faq:2', 'accents make no difference');
select is(pg_temp.found('PLZEŇ'), 'faq:2', 'in any case');
select is(pg_temp.found('Lodz Gyor'), 'faq:2', 'nor do strokes');
select is(public.search('main', 'en', 'Lodz Gyor Plzen', '{}', 10, 0) -> 'corrections', '[]', 'and nothing of it is corrected');
delete from public.faqs where id = 2;
select pg_temp.refresh();
select is(pg_temp.found('Lodz'), '', 'what is gone is not found');

insert into public.documents (id, name, filename, content_date, document_type, language, hash, content_type, size, storage_path, localized)
  overriding system value values
  (2, 'HX41 Datenblatt', 'hx41-de.pdf', '2026-01-01', 'datasheet', 'de', 'abd', 'application/pdf', 10, 'documents/abd/hx41-de.pdf',
    '{"en": {"title": "Data sheet HX41"}, "de": {"title": "Datenblatt HX41"}}');
insert into public.product_documents (product_id, document_id) values (1, 2);
select pg_temp.refresh();
select is(pg_temp.found('hx41'), 'product:1 document:1 document:2', 'a document in another language stands behind everything else');
select is(pg_temp.found('hx41', 'de'), 'product:1 document:2 document:1', 'in each locale');
select is(jsonb_path_query_array(public.search('main', 'en', 'hx41', '{document}', 10, 0), '$.results[*].language'), '[null, "de"]',
  'and says which');
delete from public.product_documents where document_id = 2;
select pg_temp.refresh();

select is(pg_temp.found('humidty'), 'product:1', 'a mistyped word finds what was meant');
select is(public.search('main', 'en', 'humidty', '{}', 10, 0) -> 'corrections', '[{"from": "humidty", "to": "humidity"}]', 'and says so');
select is(pg_temp.found('Sensor', 'de'), 'product:1', 'a compound is found by its part');
select is(pg_temp.found('Fuehler', 'de'), 'product:1', 'an umlaut is found as it is written without one');
select is(pg_temp.found('温度', 'jp'), 'product:1', 'Japanese is found by a word of two characters');
select is(pg_temp.found('温', 'jp'), 'product:1', 'and of one');
select is(pg_temp.found('湿気', 'jp'), '', 'but not by other characters');
select is(pg_temp.found(E'갸\u11a7'), 'faq:11', 'Korean is found by a vowel behind a syllable');
select is(pg_temp.found('갸나'), 'faq:12', 'and by a syllable');
select is(pg_temp.found('sensor for rooms'), 'product:2 product:1', 'words that say nothing are passed over');
select is(pg_temp.found('humidity unicorns'), 'product:1', 'where nothing has all words, some are enough');
select is(pg_temp.found('   '), '', 'nothing is found by nothing');
select is(pg_temp.found(''':* & | !<->\ ('), '', 'signs of the query language are only signs');
select is(pg_temp.found('soldering reflow'), 'faq:1', 'a question is found by its answer');
select is(public.search('main', 'en', 'reflow', '{}', 1, 0) #>> '{results,0,path}', '/products/support/faq', 'and leads to the page that shows it');
select is(pg_temp.found('nuremberg'), 'event:1', 'an event is found by its place');
select is(pg_temp.found('humidity', 'en', 'developer'), '', 'another site does not show it');
select is((select count(*)::int from public.search_documents where path is null and kind = 'series'), 3,
  'a series is not found on a site without a search page');

insert into public.pages (id, site_id, route) overriding system value values (2, 'main', 'search');
insert into public.site_outputs (site_id, kind, ref, locale, path) values ('main', 'page', 2, 'en', '/search');
insert into private.search_due (kind, ref) values ('all', 0);
select pg_temp.refresh();
select is(split_part(pg_temp.found('hx4'), ' ', 1), 'series:1', 'what is called exactly so comes first');

insert into public.search_synonyms (sites, locale, terms) values ('{main}', 'en', '{CO2,carbon dioxide}');
select is(pg_temp.found('co2'), 'product:2', 'a synonym finds what it stands for');
select is(pg_temp.found('co2 sensor'), 'product:2', 'among other words');

update public.products set localized = localized || '{"en": {"tagline": "Tiny", "description": {"type": "doc", "content": []}}}' where id = 1;
select pg_temp.refresh();
select is(pg_temp.found('moisture'), '', 'what was rewritten is not found by its old text');
update public.site_outputs set path = null where kind = 'product' and ref = 1 and locale = 'en';
select pg_temp.refresh();
select is(pg_temp.found('tiny'), '', 'what is not live is not found');
select is(pg_temp.found('genau', 'de'), 'product:1', 'in that locale');
update public.products set publish_from = now() + interval '1 day' where id = 1;
select pg_temp.refresh();
select is(pg_temp.found('genau', 'de'), '', 'nor what is shown later');
delete from public.product_documents;
delete from public.products where id = 1;
select pg_temp.refresh();
select is((select count(*)::int from public.search_documents where (kind, ref) in (('product', 1), ('document', 1))), 0,
  'what is deleted leaves the index, with the documents that it alone showed');

create temporary table before as select site_id, kind, ref, locale, content_hash from public.search_documents;
delete from public.search_documents;
insert into private.search_due (kind, ref) values ('all', 0);
select pg_temp.refresh();
select results_eq('select * from before order by 1, 2, 3, 4',
  'select site_id, kind, ref, locale, content_hash from public.search_documents order by 1, 2, 3, 4',
  'the index made anew is the one that followed every change');

set local role anon;
select throws_ok($$select public.search('main', 'en', 'x', '{}', 1, 0)$$, '42501', null, 'only the server searches');
select throws_ok('select * from public.search_documents', '42501', null, 'and nobody else reads the index');
reset role;

select * from finish();
rollback;
