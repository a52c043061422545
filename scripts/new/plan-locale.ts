import { getLanguages, isLocale, locales } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type Plan, addLast } from './plan.ts';

export const localeSources = {
  locales: 'src/domain/locales.ts',
  words: 'src/ui/i18n/translate.ts',
  unavailable: 'src/edge/unavailable.ts',
  checks: 'supabase/schemas/01_checks.sql',
  english: 'public/locales/en/translation.json',
} as const;

type Sources = Readonly<Record<keyof typeof localeSources, string>>;

/** The locales as SQL lists them: all of one list are between its brackets. */
export const localeList = /(?<=\()'en'(?:, '[a-z]+')+(?=\))/g;

/**
 * What a new locale needs: its definition, its values in the database and, where its language is new, the words of the interface, in
 * English until they are translated. Which sites offer it is for people to say.
 *
 * @param name the prefix of its paths, such as `fr`
 * @param language its BCP 47 language, such as `fr`
 * @param sources the texts of the files that are read and edited
 */
export function planLocale(name: string, language: string, sources: Sources): Result<Plan> {
  if (!/^[a-z]{2,3}$/.test(name) || !/^[a-z]{2,3}$/.test(language))
    return fail('invalid', 'A locale and its language are two or three small letters, as in: locale se sv');
  if (isLocale(name)) return fail('invalid', `There is a locale ${name} already. There are ${locales.join(', ')}.`);
  const names = { native: findLanguageName(language, language), english: findLanguageName(language, 'en') };
  if (names.native === null || names.english === null)
    return fail('invalid', `"${language}" is no language that this Node knows: use its ISO 639 code, such as sv.`);
  const { region = '' } = new Intl.Locale(language).maximize();
  const territory = `${language}_${region}`;
  const isNew = !getLanguages().some((known) => known === language);
  const folder = `public/locales/${language}`;
  const importStatement = `import ${language} from '../../../${folder}/translation.json' with { type: 'json' };`;
  const withImport = (text: string, line: string) => addLast(text, /^import \w+ from '[./]+public\/locales\//, line);
  return ok({
    created: isNew ? [{ file: `${folder}/translation.json`, text: sources.english }] : [],
    edited: [
      {
        file: localeSources.locales,
        text: [names.native, names.english, territory].reduce(
          (text, value, index) => addToTable(text, tables[index] ?? '', `  ${name}: '${value}',`),
          sources.locales.replace(
            /^(export const languageCodes = \{.*)(?= \} as const;$)/m,
            `$1, ${name}: '${language}'`,
          ),
        ),
      },
      {
        file: localeSources.checks,
        text: sources.checks.replace(localeList, (list) => `${list}, '${name}'`),
      },
      ...(isNew
        ? [
            {
              file: localeSources.words,
              text: addLast(
                withImport(sources.words, importStatement),
                /^ {2}\w+: \{ translation: /,
                `  ${language}: { translation: ${language} },`,
              ),
            },
            {
              file: localeSources.unavailable,
              text: addLast(
                withImport(sources.unavailable, importStatement.replace('../../../', '../../')),
                /^ {2}\w+: \w+\.unavailable,/,
                `  ${language}: ${language}.unavailable,`,
              ),
            },
          ]
        : []),
    ],
    next: [
      `npm run db -- migration add_locale_${name}    writes the migration of the new value`,
      'npm run db -- types    writes the types of the database',
      ...(isNew
        ? [`npx vitest run --project unit src/ui/i18n    fails until ${folder}/translation.json is translated`]
        : []),
      'src/domain/sites.ts    says which sites offer it, and so do the settings of these sites',
      'src/domain/addresses/routes.ts    has routes of its own for it, where they are not to be as in English',
      'src/ui/write-font-stylesheets.ts and src/ui/layouts/font-stylesheets.ts    for a script that the fonts do not have',
    ],
  });
}

/** The tables of what else is known of a locale. */
const tables = ['nativeNames', 'englishNames', 'openGraphLocales'];

/** Adds a line at the end of a table. */
function addToTable(text: string, table: string, line: string): string {
  const whole = new RegExp(`^export const ${table}\\b[^]*?^\\};$`, 'm').exec(text)?.[0];
  if (whole === undefined) throw new Error(`There is no table ${table} to put "${line}" into`);
  return text.replace(whole, () => whole.replace(/\};$/, () => `${line}\n};`));
}

/** The name of a language in another one, as it begins a line; null where there is none. */
function findLanguageName(language: string, shownIn: string): string | null {
  const name = new Intl.DisplayNames([shownIn], { type: 'language', fallback: 'none' }).of(language);
  return name === undefined ? null : name.charAt(0).toLocaleUpperCase(shownIn) + name.slice(1);
}
