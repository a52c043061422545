import { type WrittenText, tidyText } from '#schema/list-texts.ts';

/** Texts are compared without white space, which views break and join as they like. */
export function textKey(text: string): string {
  return tidyText(text).replaceAll(' ', '');
}

const quote = /\{\{.*?\}\}/;

/**
 * The field of each text that is shown; null for one that is of no field. A text that several fields have belongs to them in
 * their order, again from the first where it is shown more often, as by the copies of a carousel.
 *
 * @param shown the keys of the shown texts, in their order
 */
export function matchTexts(written: readonly WrittenText[], shown: readonly string[]): (string | null)[] {
  const paths = new Map<string, string[]>();
  const quoting: { pattern: RegExp; path: string }[] = [];
  for (const { path, text } of written) {
    const parts = text.split(quote);
    if (parts.length === 1) paths.set(textKey(text), [...(paths.get(textKey(text)) ?? []), path]);
    // Of a quote of a product its value is shown.
    else
      quoting.push({
        pattern: new RegExp(`^${parts.map((part) => textKey(part).replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')).join('.+')}$`),
        path,
      });
  }
  const counts = new Map<string, number>();
  return shown.map((text) => {
    const own = paths.get(text) ?? quoting.flatMap(({ pattern, path }) => (pattern.test(text) ? [path] : []));
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return own[count % own.length] ?? null;
  });
}
