import { type NamedProduct, type ProductFact, findContradictions, namesIn } from '#domain/facts/contradictions.ts';
import { type Locale, defaultLocale, languageCodes } from '#domain/locales.ts';
import { formatMeasured } from '#domain/values/measured-values.ts';
import { withoutQuotes } from '#domain/quotes/product-quotes.ts';
import type { ProductValuesRow } from '#kinds/product/shapes.ts';
import { localText } from '#kinds/reading/local-text.ts';
import type { CheckedModule, Finding } from './findings.ts';
import { type CheckedText, textsToCheck } from './texts-to-check.ts';

/** The texts of a page in one locale. */
type PageTexts = { title: string; description: string; modules: readonly CheckedModule[] };

function* listTexts({ title, description, modules }: PageTexts): Generator<CheckedText & { moduleId: number | null }> {
  for (const text of textsToCheck({ title, description })) yield { ...text, moduleId: null };
  for (const { id, data } of modules) {
    for (const text of textsToCheck(data)) yield { ...text, moduleId: id };
  }
}

/** What may be names of products in the texts of a page, in small letters. */
export function namesInPage(page: PageTexts): string[] {
  return [...new Set([...listTexts(page)].flatMap(({ text, subject }) => [...namesIn(text), ...namesIn(subject)]))];
}

/** Numbers that contradict the products which the texts of a page name. Quoted values cannot. */
export function checkFacts(page: PageTexts, rows: readonly ProductValuesRow[], locale: Locale): Finding[] {
  const products = rows.map(asNamed);
  if (products.length === 0) return [];
  return [...listTexts(page)].flatMap(({ text, subject, moduleId, path }) =>
    findContradictions(withoutQuotes(text), { language: languageCodes[locale], subject, products }).map(
      ({ product, fact, written }): Finding => ({
        kind: 'fact',
        locale,
        moduleId,
        path,
        message: `The text says “${written}”, and ${product.displayName} has ${formatValue(fact)} (${fact.title}).`,
      }),
    ),
  );
}

/** A product as texts may name it: by its own name, or by that of its series. */
function asNamed({ name, display_name, series, properties }: ProductValuesRow): NamedProduct {
  return {
    displayName: display_name,
    names: [name, display_name, ...(series === null ? [] : [series])].map((one) => one.toLowerCase()),
    facts: properties.map(({ key, title, unit, number, max, text }) => ({
      key,
      title: localText(title, defaultLocale, 'title') ?? key,
      unit,
      number,
      max,
      text,
    })),
  };
}

function formatValue({ number, max, text, unit }: ProductFact): string {
  const value = number === null ? (text ?? '') : max === null ? number : ([number, max] as const);
  return [formatMeasured(value, languageCodes[defaultLocale]), unit ?? ''].join('\u00a0').trim();
}
