import type { Language } from '#domain/locales.ts';
import japanese from '../fonts-ja.css?url';
import korean from '../fonts-ko.css?url';
import chinese from '../fonts-zh.css?url';

/** The fonts of the languages whose script those of the site do not have. Browsers fetch only the files that a text needs. */
export const fontStylesheets: Partial<Record<Language, string>> = { ja: japanese, ko: korean, zh: chinese };
