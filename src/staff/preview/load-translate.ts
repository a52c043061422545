import { z } from 'zod';
import { type Locale, languageCodes } from '#domain/locales.ts';
import type { Translate } from '#view-model/view-props.ts';

/**
 * The translations of views in the browser: the same files as on the server, read as i18next reads them, reduced to the features
 * in use (keys by path, `{{values}}`, plurals by `count`), since i18next itself is larger. A test compares the two.
 */
export type Translations = { readonly [key: string]: string | Translations };

const words: z.ZodType<Translations> = z.lazy(() => z.record(z.string(), z.union([z.string(), words])));

export function makeTranslate(language: string, own: Translations, fallback: Translations = {}): Translate {
  const plurals = new Intl.PluralRules(language);
  const look = (key: string) => find(own, key) ?? find(fallback, key);
  return (key, values) => {
    if (!values) return look(key) ?? key;
    const { count } = values;
    const counted = typeof count === 'number' ? look(`${key}_${plurals.select(count)}`) : null;
    const found = counted ?? look(key) ?? key;
    return found.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => String(values[name] ?? place));
  };
}

function find(within: Translations, key: string): string | null {
  let at: string | Translations | undefined = within;
  for (const part of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === 'string' ? at : null;
}

const loaded = new Map<string, Promise<Translations>>();

function load(language: string): Promise<Translations> {
  let file = loaded.get(language);
  if (!file) {
    file = fetch(`/locales/${language}/translation.json`)
      .then(async (response) => words.parse(await response.json()))
      .catch(() => {
        // While translations cannot be loaded their keys are shown; the next preview tries again.
        loaded.delete(language);
        return {};
      });
    loaded.set(language, file);
  }
  return file;
}

/** Translates into the language of a locale, with English as the fallback, as the page does. */
export async function loadTranslate(locale: Locale): Promise<Translate> {
  const language = languageCodes[locale];
  const [own, english] = await Promise.all([load(language), language === 'en' ? {} : load('en')]);
  return makeTranslate(language, own, english);
}
