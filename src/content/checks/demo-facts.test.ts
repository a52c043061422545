import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type NamedProduct, type ProductFact, findContradictions } from '#domain/facts/contradictions.ts';
import { type Locale, languageCodes, locales } from '#domain/locales.ts';
import { findForeignNumbers } from '../../../tests/fixtures/foreign-numbers.ts';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { formatMeasured } from '#domain/values/measured-values.ts';
import { withoutQuotes } from '#domain/quotes/product-quotes.ts';
import { readSeed } from '../transfer/read-seed.ts';
import { textsToCheck } from './texts-to-check.ts';

/** The demo's texts agree with its products, and what is planted in them is found. */

const byLocale = z.partialRecord(z.enum(locales), z.unknown());
const record = z.looseObject({
  kind: z.string(),
  localized: byLocale.optional(),
  locales: byLocale.optional().catch(undefined),
});
const named = z.object({ id: z.number(), name: z.string(), display_name: z.string() });
const value = z.object({
  property: z.number(),
  number: z.number().nullish(),
  max: z.number().nullish(),
  text: z.string().nullish(),
});
const productRecord = named.extend({ series: z.number(), properties: z.array(value) });
const property = z.object({ id: z.number(), key: z.string(), unit: z.string().nullable() });
const page = z.object({ modules: z.array(z.looseObject({ data: byLocale })).default([]) });

let products: NamedProduct[] = [];
let texts: { text: string; subject: string; locale: Locale; place: string }[] = [];

beforeAll(async () => {
  const { records } = await readSeed(fileURLToPath(new URL('../../../supabase/seed', import.meta.url)));
  const all = records.map((one) => record.parse(one.record));
  const of = (kind: string) => all.filter((one) => one.kind === kind);
  const properties = new Map(
    of('property')
      .map((one) => property.parse(one))
      .map((one) => [one.id, one]),
  );
  const series = new Map(
    of('series')
      .map((one) => named.parse(one))
      .map(({ id, name }) => [id, name]),
  );
  products = of('product').map((one) => {
    const product = productRecord.parse(one);
    return {
      displayName: product.display_name,
      names: [product.name, product.display_name, series.get(product.series) ?? ''].map((name) => name.toLowerCase()),
      facts: product.properties.map(({ property: id, number = null, max = null, text = null }): ProductFact => {
        const { key = '', unit = null } = properties.get(id) ?? {};
        return { key, title: key, unit, number, max, text };
      }),
    };
  });
  texts = all.flatMap((one) => {
    const parts = one.kind === 'page' ? page.parse(one).modules.map(({ data }) => data) : [];
    // The texts of a product or a series are about it.
    const about = one.kind === 'product' || one.kind === 'series' ? named.parse(one).name : '';
    return [one.localized, one.locales, ...parts].flatMap((localized) =>
      locales.flatMap((locale) =>
        textsToCheck(localized?.[locale]).map(({ text, subject, path }) => ({
          text: withoutQuotes(text),
          subject: `${subject}\n${about}`,
          locale,
          place: `${one.kind} ${String(one['slug'] ?? one['id'])} ${path.join('.')}`,
        })),
      ),
    );
  });
});

const check = (text: string, locale: Locale, subject = '') =>
  findContradictions(text, { language: languageCodes[locale], subject, products });

describe('the demo', () => {
  it('has no marks of Markdown left in its texts', () => {
    expect(
      texts.filter(({ text }) => /\*\*|\]\(/.test(text)).map(({ place, locale }) => `${place} (${locale})`),
    ).toEqual([]);
  });

  it('has no English words within texts of another script', () => {
    const found = texts
      .filter(({ text }) => /[\u3040-\u9fff\uac00-\ud7af]/.test(text) && / (?:of|the|and|with|from) /.test(text))
      .map(({ text, place, locale }) => `${place} (${locale}): ${text.slice(0, 60)}`);
    expect(found).toEqual([]);
  });

  it('groups the thousands of amounts as its data do', () => {
    const amount = /(?<![\d.,:/A-Za-z-])\d{4}(?=[\u00a0 ]?(?:ppm|Pa|µg|ml|mAh)(?![A-Za-z]))/g;
    const found = texts.flatMap(({ text, locale, place }) =>
      [...text.matchAll(amount)]
        .filter(([digits]) => digits !== formatMeasured(Number(digits), languageCodes[locale]))
        .map(([digits]) => `${place} (${locale}): ${digits}`),
    );
    expect(found).toEqual([]);
  });

  it('contradicts no product in any text of any language', () => {
    expect(texts.length).toBeGreaterThan(10_000);
    const found = texts.flatMap(({ text, subject, locale, place }) =>
      check(text, locale, subject).map(
        ({ product, fact, ...one }) => `${place} (${locale}): ${one.written}, ${product.displayName} ${fact.key}`,
      ),
    );
    expect(found).toEqual([]);
  });

  it('writes large numbers as each language does', () => {
    const found = texts.flatMap(({ text, locale, place }) =>
      findForeignNumbers(text, languageCodes[locale]).map((number) => `${place} (${locale}): ${number}`),
    );
    expect(found).toEqual([]);
  });
});

type Says = Readonly<Partial<Record<Locale, (name: string, amount: string) => string>>>;

/** Sentences that say what a property is, in each language. */
const sentences: readonly { keys: RegExp; says: Says }[] = [
  {
    keys: /^(?:co2|pm|hcho|gas-flow|differential-pressure|humidity|temperature|liquid-flow|particle-size)-range$/,
    says: {
      en: (name, amount) => `The measuring range of the ${name} is ${amount}.`,
      de: (name, amount) => `Der Messbereich des ${name} beträgt ${amount}.`,
      jp: (name, amount) => `${name}の測定範囲は${amount}です。`,
      cn: (name, amount) => `${name} 的测量范围为 ${amount}。`,
      kr: (name, amount) => `${name}의 측정 범위는 ${amount}입니다.`,
    },
  },
  {
    keys: /^supply-voltage$/,
    says: {
      en: (name, amount) => `${name} is supplied with ${amount}.`,
      de: (name, amount) => `Versorgung des ${name}: ${amount}.`,
      jp: (name, amount) => `${name}の電源電圧は${amount}です。`,
      cn: (name, amount) => `${name} 的供电电压为 ${amount}。`,
      kr: (name, amount) => `${name}의 전원 전압은 ${amount}입니다.`,
    },
  },
  {
    keys: /^operating-temperature$/,
    says: {
      en: (name, amount) => `The ${name} operates at ${amount}.`,
      de: (name, amount) => `Betriebstemperatur des ${name}: ${amount}.`,
      jp: (name, amount) => `${name}の動作温度は${amount}です。`,
      cn: (name, amount) => `${name} 的工作温度为 ${amount}。`,
      kr: (name, amount) => `${name}의 동작 온도는 ${amount}입니다.`,
    },
  },
  {
    keys: /response-time$/,
    says: {
      en: (name, amount) => `The ${name} responds in ${amount}.`,
      de: (name, amount) => `Die Ansprechzeit des ${name} beträgt ${amount}.`,
      jp: (name, amount) => `${name}の応答時間は${amount}です。`,
      cn: (name, amount) => `${name} 的响应时间为 ${amount}。`,
      kr: (name, amount) => `${name}의 응답 시간은 ${amount}입니다.`,
    },
  },
  {
    keys: /^burst-pressure$/,
    says: {
      en: (name, amount) => `Burst pressure of the ${name}: ${amount}.`,
      de: (name, amount) => `Berstdruck des ${name}: ${amount}.`,
      jp: (name, amount) => `${name}の破壊圧力は${amount}です。`,
      cn: (name, amount) => `${name} 的爆破压力为 ${amount}。`,
      kr: (name, amount) => `${name}의 파열 압력은 ${amount}입니다.`,
    },
  },
];

const betweens: Readonly<Partial<Record<Locale, string>>> = { de: ' bis ', jp: '〜', cn: ' 至 ', kr: '~' };

/** A property as a sentence writes it, some of its numbers changed by a factor. */
function written({ unit, number, max }: ProductFact, locale: Locale, factor: number): string {
  const language = languageCodes[locale];
  const between = betweens[locale] ?? ' to ';
  const ends = max === null ? [(number ?? 0) * factor] : [number ?? 0, max * factor];
  return `${ends.map((end) => formatMeasured(Number(end.toPrecision(6)), language)).join(between)} ${unit ?? ''}`;
}

describe('a number planted about a product of the demo', () => {
  // Those that a site offers: others have no content.
  const offered = locales.filter((locale) => siteIds.some((site) => siteHasLocale(site, locale)));
  it.each(offered)('is found, and the true one is not: %s', (locale) => {
    const missed: string[] = [];
    let planted = 0;
    for (const product of products) {
      for (const fact of product.facts) {
        const sentence = sentences.find(({ keys }) => keys.test(fact.key));
        if (!sentence || fact.number === null) continue;
        const { number, max } = fact;
        // Ranges go from the lower to the upper value.
        const factors = [1, 0.7, 1.6].filter((factor) => max === null || max * factor > number);
        for (const factor of factors) {
          const say = sentence.says[locale] ?? expect.fail(`There is no sentence in ${locale} for ${fact.key}`);
          const text = say(product.displayName, written(fact, locale, factor));
          const found = check(text, locale);
          planted += 1;
          if (found.length !== (factor === 1 ? 0 : 1)) missed.push(`${text} → ${found.length}`);
        }
      }
    }
    expect(planted).toBeGreaterThan(300);
    expect(missed).toEqual([]);
  });
});
