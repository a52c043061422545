import type { Language } from '#domain/locales.ts';
import { type Claim, isAboutHumidity, isLimit, readClaims } from './claims.ts';
import { type Measurement, findMeasurements, simplify } from './measurements.ts';
import { type Quantity, inBase, findUnit } from './units.ts';

/** A property of a product that texts may speak of. */
export type ProductFact = {
  key: string;
  title: string;
  unit: string | null;
  number: number | null;
  max: number | null;
  text: string | null;
};
/** A product as texts name it. */
export type NamedProduct = {
  displayName: string;
  /** Of the product and of its series, in small letters. */
  names: readonly string[];
  facts: readonly ProductFact[];
};
/** A number in a text that a product contradicts. */
type Contradiction = { product: NamedProduct; fact: ProductFact; written: string };

/** Names of products in a text: letters and figures together, such as CX24, in small letters. */
export function namesIn(text: string): string[] {
  const found = simplify(text).matchAll(/(?<![A-Za-z0-9])[A-Za-z]{1,6}-?\d{1,5}[A-Za-z]{0,3}(?![A-Za-z0-9])/g);
  return [...new Set([...found].map(([name]) => name.toLowerCase()))];
}

/**
 * Numbers in a text that contradict the products that the text names, or else `subject` names: what stands beside it, such as the
 * title of a card. Only numbers that the text presents as properties count.
 *
 * @example findContradictions('CX24 measures up to 4 %.', { language: 'en', subject: '', products: [cx24] });
 */
export function findContradictions(
  text: string,
  { language, subject, products }: { language: Language; subject: string; products: readonly NamedProduct[] },
): Contradiction[] {
  const named = (words: string) => {
    const names = new Set(namesIn(words));
    return products.filter((product) => product.names.some((name) => names.has(name)));
  };
  const ofSubject = named(subject);
  return simplify(text)
    .split('\n')
    .flatMap((line) => {
      const ofLine = named(line);
      let before = ofSubject;
      return splitSentences(line).flatMap((sentence) => {
        const own = named(sentence);
        if (own.length > 0) before = own;
        return inSentence(sentence, language, before, [...ofLine, ...ofSubject]);
      });
    });
}

function splitSentences(line: string): string[] {
  return line.split(/(?<=[.!?])\s+(?=[^\sa-z\d])|(?<=[。！？])/u).filter((sentence) => sentence.trim() !== '');
}

/** @param near products that the number may be about as well: what one of them has is no contradiction */
function inSentence(
  sentence: string,
  language: Language,
  products: readonly NamedProduct[],
  near: readonly NamedProduct[],
): Contradiction[] {
  const measurements = findMeasurements(sentence, language);
  return measurements.flatMap((found, index): Contradiction[] => {
    const previous = measurements[index - 1];
    const next = measurements[index + 1];
    const clause = {
      before: lastClause(sentence.slice(previous ? previous.index + previous.text.length : 0, found.index)),
      behind: firstClause(sentence.slice(found.index + found.text.length, next?.index)),
    };
    // An accuracy up to 100 ppm, or from 10 to 90 %: the conditions of another number.
    if (!found.isDeviation && (previous?.isDeviation || next?.isDeviation)) return [];
    const measurement = isAboutHumidity(clause) ? found : withoutHumidity(found);
    const form = { isDeviation: measurement.isDeviation, isRange: measurement.values.length === 2 };
    const nearName = products.some(({ names }) =>
      namesIn(clause.before.slice(-24)).some((name) => names.includes(name)),
    );
    const claims = readClaims(clause, form, nearName);
    const isKnown = [...products, ...near].some(({ facts }) =>
      facts.some((fact) => agrees(measurement, fact, isLimit(clause))),
    );
    if (claims.length === 0 || isKnown) return [];
    for (const claim of claims) {
      for (const product of products) {
        const fact = product.facts.find((one) => claim.keys.test(one.key) && contradicts(measurement, one, claim));
        if (fact) return [{ product, fact, written: measurement.text }];
      }
    }
    return [];
  });
}

/** A percentage is a humidity only where the words say so, or the unit. */
function withoutHumidity(measurement: Measurement): Measurement {
  const { quantities } = measurement;
  return quantities.length < 2
    ? measurement
    : { ...measurement, quantities: quantities.filter((quantity) => quantity !== 'humidity') };
}

/** Commas part what is said of one number from what is said of the next. */
function lastClause(words: string): string {
  return words.split(/[,;、，；](?!\d)/u).at(-1) ?? '';
}

function firstClause(words: string): string {
  return words.split(/[,;、，；](?!\d)/u)[0] ?? '';
}

type Comparable = { quantities: readonly Quantity[]; factor: number; values: number[]; isRange: boolean };

function comparable({ key, unit: written, number, max, text }: ProductFact): Comparable | null {
  const unit = findUnit(key === 'lifetime' ? 'years' : (written ?? ''));
  if (!unit) return null;
  const { quantities, factor } = unit;
  if (number !== null) {
    const values = (max === null ? [number] : [number, max]).map((value) => inBase(value, unit));
    return { quantities, factor, values, isRange: max !== null };
  }
  const figures = [...(text ?? '').matchAll(/\d+(?:\.\d+)?/g)].map(([figure]) => inBase(Number(figure), unit));
  return figures.length === 0 ? null : { quantities, factor, values: figures, isRange: false };
}

function isSameQuantity(measurement: Measurement, fact: Comparable): boolean {
  return fact.quantities.some((quantity) => measurement.quantities.includes(quantity));
}

/** Whether a number that agrees with nothing is said to be this property. */
function contradicts(measurement: Measurement, fact: ProductFact, { says, isStrict }: Claim): boolean {
  const known = comparable(fact);
  if (!known || !isSameQuantity(measurement, known)) return false;
  const [from, to] = measurement.values;
  const [lowest = 0, highest = 0] = known.values;
  switch (says) {
    case 'number':
      return !to && !known.isRange;
    case 'range':
      if (!from || !to || !known.isRange || from.value >= to.value) return false;
      // A part of the range may be what a sentence is about.
      return isStrict || to.value > highest || from.value < lowest;
    case 'upper-end':
      if (!from || !known.isRange || from.value > highest) return known.isRange;
      if (isStrict) return true;
      return !known.quantities.includes('temperature') && from.value > highest / 10;
  }
}

/** Whether the values of a measurement are those of the property, as far as the text has decimals. */
function agrees(measurement: Measurement, fact: ProductFact, isLimitOfIt: boolean): boolean {
  const known = comparable(fact);
  if (!known || !isSameQuantity(measurement, known)) return false;
  // In another unit, the property's own value is rounded too.
  const rounding = known.factor === measurement.factor ? 1e-9 : 0.003;
  const isOne = ({ value, tolerance }: { value: number; tolerance: number }, one: number) =>
    Math.abs(one - value) <= tolerance + Math.abs(one) * rounding;
  const [from, to] = measurement.values;
  if (!from) return false;
  const [lowest = 0, highest = lowest] = known.values;
  // Sensors measure nothing at zero: a range may begin with the smallest value that is measured.
  if (to) return isOne(to, highest) && (isOne(from, lowest) || (from.value > lowest && from.value <= highest / 10));
  if (isLimitOfIt && !known.isRange && known.values.some((one) => one <= from.value)) return true;
  return known.values.some((one) => isOne(from, one));
}
