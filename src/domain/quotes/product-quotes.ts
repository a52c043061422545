/** A property of a product that a text quotes: `{{product:cx24 co2-range max}}`. */
export type ProductQuote = {
  /** The slug of the product. */
  product: string;
  /** The key of the property, or the end of one that the product has once: `range` for `co2-range`. */
  property: string;
  /** One end of a range instead of all of it. */
  end: 'min' | 'max' | null;
};

/** Every quote begins with it, and little else holds it. */
export const quoteBegin = '{{';

const opening = /\{\{\s*product\s*:/i;
const quotePattern = /\{\{\s*product\s*:\s*([^\s{}]+)\s+([^\s{}]+)(?:\s+(min|max))?\s*\}\}/gi;

/** A text in pieces: what it says itself, quotes, and what begins like a quote and is none. */
export type QuotePiece = string | ProductQuote | { malformed: string };

/** Whether a text may hold quotes. */
export function mayQuote(text: string): boolean {
  return text.includes(quoteBegin) && opening.test(text);
}

/** Said of a quote in a text that is not filled in. */
export const quoteRefused = 'A product cannot be quoted here. Write the value itself';

const anyQuote = new RegExp(`${quotePattern.source}|${opening.source}`, 'gi');

/** Where the quotes in a text begin and end, and the openings of what begins like a quote and is none. */
export function quoteSpans(text: string): { from: number; to: number }[] {
  return mayQuote(text)
    ? Array.from(text.matchAll(anyQuote), ({ index, 0: whole }) => ({ from: index, to: index + whole.length }))
    : [];
}

/**
 * Splits a text at its quotes.
 *
 * @example splitQuotes('Up to {{product:cx24 co2-range max}}.'); // ['Up to ', { product: 'cx24', property: 'co2-range', end: 'max' }, '.']
 */
export function splitQuotes(text: string): QuotePiece[] {
  const pieces: QuotePiece[] = [];
  const say = (words: string) => {
    const at = words.search(opening);
    if (at < 0) return void (words === '' || pieces.push(words));
    if (at > 0) pieces.push(words.slice(0, at));
    pieces.push({
      malformed:
        words
          .slice(at)
          .split(/(?<=\}\})/)[0]
          ?.slice(0, 80) ?? '',
    });
  };
  let from = 0;
  for (const match of text.matchAll(quotePattern)) {
    say(text.slice(from, match.index));
    const [whole, product = '', property = '', end] = match;
    const which = end?.toLowerCase();
    pieces.push({
      product: product.toLowerCase(),
      property: property.toLowerCase(),
      end: which === 'min' || which === 'max' ? which : null,
    });
    from = match.index + whole.length;
  }
  say(text.slice(from));
  return pieces;
}

/**
 * A quote as it is written in a text.
 *
 * @example writeQuote({ product: 'cx24', property: 'co2-range', end: 'max' }); // '{{product:cx24 co2-range max}}'
 */
export function writeQuote({ product, property, end }: ProductQuote): string {
  return `{{product:${product} ${property}${end === null ? '' : ` ${end}`}}}`;
}

/** A text without its quotes. */
export function withoutQuotes(text: string): string {
  return mayQuote(text)
    ? splitQuotes(text)
        .filter((piece) => typeof piece === 'string')
        .join('')
    : text;
}
