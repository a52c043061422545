import type { Locale } from '#domain/locales.ts';
import { countCharacters } from '#schema/fields.ts';
import type { Finding } from './findings.ts';

/** What search engines show of a title and a description, in letters of Latin width, with some room: the settings say it by the pixel. */
const room = { title: 70, description: 200 };

/** Titles and descriptions of which search engines will show a part only. */
export function checkSearch(page: { title: string; description: string }, locale: Locale): Finding[] {
  return (['title', 'description'] as const).flatMap((field): Finding[] => {
    const width = measureWidth(page[field]);
    if (width <= room[field]) return [];
    const part = Math.round((room[field] / width) * 100);
    const message = `Search engines will cut off the ${field}: they show about ${part} % of it.`;
    return [{ kind: 'search', locale, moduleId: null, path: [field], message }];
  });
}

/** Chinese, Japanese and Korean characters are twice as wide as Latin letters. */
function measureWidth(text: string): number {
  const wide = text.match(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu,
  );
  return countCharacters(text) + (wide?.length ?? 0);
}
