import { isRecord, ownValue } from '#domain/objects.ts';
import { type ProductQuote, type QuotePiece, mayQuote, splitQuotes, writeQuote } from './product-quotes.ts';
import { type Issue, type Result, fail } from '#domain/result.ts';

/** Objects that hold no quotes. What many pages show is the same object, and looked through once. */
const plain = new WeakSet<object>();
/** How deep in a value objects are remembered: remembering the small ones takes longer than looking through them again. */
const rememberedDepth = 4;

/** Hardly a value holds quotes, and each is asked when it is published: this allocates nothing. */
function holdsQuotes(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return mayQuote(value);
  if (typeof value !== 'object' || value === null) return false;
  const isRemembered = depth < rememberedDepth;
  if (isRemembered && plain.has(value)) return false;
  if (Array.isArray(value)) {
    for (const item of value) if (holdsQuotes(item, depth + 1)) return true;
  } else if (isRecord(value)) {
    for (const key in value) if (holdsQuotes(ownValue(value, key), depth + 1)) return true;
  }
  if (isRemembered) plain.add(value);
  return false;
}

type Visit = (text: string, path: readonly (string | number)[]) => string;

/** A value with each text that may hold quotes as `visit` answers it. What has none is the same object as before. */
function mapTexts(value: unknown, visit: Visit, path: readonly (string | number)[]): unknown {
  if (!holdsQuotes(value, path.length)) return value;
  if (typeof value === 'string') return visit(value, path);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => mapTexts(item, visit, [...path, index]));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value ?? {}).map(
    ([key, item]: [string, unknown]) => [key, item, mapTexts(item, visit, [...path, key])] as const,
  );
  if (entries.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(entries.map(([key, , after]) => [key, after]));
}

type Quotation = Exclude<QuotePiece, string>;

function quotationsIn(value: unknown): Quotation[] {
  const found: Quotation[] = [];
  mapTexts(
    value,
    (text) => {
      found.push(...splitQuotes(text).filter((piece) => typeof piece !== 'string'));
      return text;
    },
    [],
  );
  return found;
}

/** The places of the texts in a value that hold quotes, or what begins like one. */
export function findQuotes(value: unknown): Issue['path'][] {
  const found: Issue['path'][] = [];
  mapTexts(
    value,
    (text, path) => {
      found.push(path);
      return text;
    },
    [],
  );
  return found;
}

/** The slugs of the products that a value's texts quote; an empty one for quotes that are malformed. */
export function quotedProducts(value: unknown): string[] {
  const slugs = quotationsIn(value).map((quote) => ('malformed' in quote ? '' : quote.product));
  return [...new Set(slugs)].toSorted();
}

/** The quotes in a value's texts, each as `writeQuote` writes it. */
export function writtenQuotes(value: unknown): string[] {
  return [...new Set(quotationsIn(value).flatMap((quote) => ('malformed' in quote ? [] : [writeQuote(quote)])))];
}

/**
 * A value whose texts have the quoted values in place of their quotes, with an issue for each quote that has none: its text stays as
 * it is. Where `isOptional`, a quote that has none is an ellipsis instead.
 */
export function fillQuotes<T>(
  value: T,
  answer: (quote: ProductQuote) => Result<string>,
  isOptional: (path: Issue['path']) => boolean = () => false,
): { value: T; issues: Issue[] } {
  const issues: Issue[] = [];
  const filled = mapTexts(
    value,
    (text, path) => {
      const before = issues.length;
      const words = splitQuotes(text).map((piece) => {
        if (typeof piece === 'string') return piece;
        const answered =
          'malformed' in piece ? fail('invalid', `“${piece.malformed}” names no value of a product`) : answer(piece);
        if (answered.ok) return answered.value;
        if (!isOptional(path)) issues.push({ path, message: answered.failure.message });
        return '…';
      });
      return issues.length > before ? text : words.join('');
    },
    [],
  );
  // Only texts were replaced, by texts.
  return { value: filled as T, issues };
}
