import { createInstance } from 'i18next';
import { type Language, type Locale, languageCodes, languages } from '#domain/locales.ts';
import { makeTable } from '#domain/objects.ts';
import type { Translate } from '#view-model/view-props.ts';
import de from '../../../public/locales/de/translation.json' with { type: 'json' };
import en from '../../../public/locales/en/translation.json' with { type: 'json' };
import ja from '../../../public/locales/ja/translation.json' with { type: 'json' };
import ko from '../../../public/locales/ko/translation.json' with { type: 'json' };
import zh from '../../../public/locales/zh/translation.json' with { type: 'json' };

const resources = {
  en: { translation: en },
  de: { translation: de },
  ja: { translation: ja },
  zh: { translation: zh },
  ko: { translation: ko },
} satisfies Record<Language, unknown>;

const instance = createInstance();
void instance.init({
  resources,
  fallbackLng: 'en',
  // Resources are in the code bundle, so that the first call is synchronous.
  initAsync: false,
  // React escapes what it renders.
  interpolation: { escapeValue: false },
});

/**
 * Words of the interface in one language. The language is bound here and never switched on the instance: two pages that
 * render at the same time in two languages must not see each other's.
 */
function bind(language: Language): Translate {
  const fixed = instance.getFixedT(language);
  // A page asks for the same words dozens of times, and i18next resolves a key again each time.
  const known = new Map<string, string>();
  return (key, values) => {
    if (values !== undefined) return fixed(key, values);
    let words = known.get(key);
    if (words === undefined) known.set(key, (words = fixed(key)));
    return words;
  };
}

const bound = makeTable(languages, bind);

export function translateFor(locale: Locale): Translate {
  return bound[languageCodes[locale]];
}
