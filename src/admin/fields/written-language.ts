import { createContext } from 'react';
import { type Locale, defaultLocale } from '#domain/locales.ts';

/** The language whose texts are open in a form: that of the preview beside it, too. */
export const WrittenLanguage = createContext<{ written: Locale; write: (locale: Locale) => void }>({
  written: defaultLocale,
  write: () => {},
});
