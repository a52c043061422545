import { escape, section, table } from './page.ts';
import { type Language, inLanguage, products, series } from './seed.ts';

const head = { en: ['Product', 'What it is for', 'Order code'], de: ['Produkt', 'Wofür es da ist', 'Bestellcode'] };

/** The whole range, family by family. */
export function overview(language: Language): string {
  return series
    .map(({ key, name, localized }) =>
      section(
        name,
        `<p>${escape(inLanguage(localized, language).summary)}</p>${table(
          head[language],
          products
            .filter((product) => product.series === key && product.status !== 'obsolete')
            .map((product) => [product.name, inLanguage(product.localized, language).tagline, product.order_code]),
        )}`,
      ),
    )
    .join('');
}
