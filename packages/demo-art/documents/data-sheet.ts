import { documentOrigin, escape, list, paragraphs, section, table } from './page.ts';
import { type Language, type Line, type Product, categoryTitle, inLanguage, linesOf } from './seed.ts';

const words = {
  en: {
    order: 'Order code',
    family: 'Family',
    category: 'Category',
    primary: 'Key data',
    secondary: 'Further data',
    head: ['Parameter', 'Value', 'Unit'],
  },
  de: {
    order: 'Bestellcode',
    family: 'Familie',
    category: 'Kategorie',
    primary: 'Wichtigste Daten',
    secondary: 'Weitere Daten',
    head: ['Größe', 'Wert', 'Einheit'],
  },
} as const;

/** All that is known of a product: its purpose, how to order it, and all values. */
export function dataSheet(product: Product, language: Language): string {
  const { order, family, category } = words[language];
  const { description, features } = inLanguage(product.localized, language);
  const facts = [
    [order, product.order_code],
    [family, product.series.toUpperCase()],
    [category, categoryTitle(product, language)],
  ];
  return `<div class="opening"><div>${paragraphs(description)}${list(features)}</div><div>
<img src="${documentOrigin}/pictures/product-${product.key}" alt="${escape(product.name)}">
<dl class="facts">${facts.map(([name = '', value = '']) => `<div><dt>${name}</dt><dd>${escape(value)}</dd></div>`).join('')}</dl>
</div></div>${technicalData(product, language)}`;
}

/** The tables of a product's values. */
export function technicalData(product: Product, language: Language): string {
  const lines = linesOf(product, language);
  return (['primary', 'secondary'] as const)
    .filter((group) => lines[group].length > 0)
    .map((group) => section(words[language][group], valueTable(lines[group], language)))
    .join('');
}

function valueTable(lines: readonly Line[], language: Language): string {
  const rows = lines.map(({ title, value, unit }) => [title, value, unit]);
  return `<div class="values">${table(words[language].head, rows)}</div>`;
}
