import { type ReactNode, useContext } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { type Locale, defaultLocale, englishNames, languageCodes, locales } from '#domain/locales.ts';
import { isRecord, valueAt } from '#domain/objects.ts';
import { type FieldOf, fillIn } from '#schema/editor-fields.ts';
import { LanguageTabs } from '#staff/controls/LanguageTabs.tsx';
import { EnglishProvider } from '#staff/fields/english.tsx';
import { TextLanguage } from '#staff/calls/editor-site.ts';
import { Fields } from '#staff/fields/Fields.tsx';
import { QuotingTexts } from '#staff/fields/use-text-quote.tsx';
import { WrittenLanguage } from './written-language.ts';

/** The texts of a record in each language, one tab for each; beside the others is the English text. */
export function LanguagesField({ field, path }: { field: FieldOf<'localized'>; path: string }): ReactNode {
  const values: unknown = useWatch({ name: path });
  const { errors } = useFormState({ name: path });
  const { written: chosen, write: setChosen } = useContext(WrittenLanguage);
  const texts = isRecord(values) ? values : {};
  const isWrong = (locale: Locale) => Boolean(valueAt(errors, [...path.split('.'), locale]));
  const english = chosen === defaultLocale ? null : { [path]: { [chosen]: texts[defaultLocale] } };
  const quoting = useContext(QuotingTexts);
  return (
    <section className="adm-languages" aria-label={field.label}>
      <LanguageTabs
        locales={locales}
        chosen={chosen}
        getNote={(locale) => (isWrong(locale) ? 'to complete' : texts[locale] === undefined ? 'none' : null)}
        isToDo={isWrong}
        onChoose={setChosen}
      >
        {texts[chosen] === undefined ? (
          <NoTexts field={field} path={path} locale={chosen} />
        ) : (
          <TextLanguage value={languageCodes[chosen]}>
            <EnglishProvider key={chosen} values={english}>
              <QuotingTexts value={quoting === 'none' ? 'none' : 'all'}>
                <Fields fields={field.fields} path={`${path}.${chosen}`} />
              </QuotingTexts>
              {chosen === defaultLocale ? null : <RemoveLanguage path={path} locale={chosen} />}
            </EnglishProvider>
          </TextLanguage>
        )}
      </LanguageTabs>
    </section>
  );
}

type LanguageProps = { path: string; locale: Locale };

function NoTexts({ field, path, locale }: LanguageProps & { field: FieldOf<'localized'> }): ReactNode {
  const { setValue } = useFormContext();
  const name = englishNames[locale];
  return (
    <div className="ed-screen__empty adm-empty">
      <p>
        There is no {name} text. Visitors who read {name} see the English one, or nothing, as their site is set.
      </p>
      <button
        type="button"
        className="ed-button"
        onClick={() => setValue(`${path}.${locale}`, fillIn(field.fields, {}), { shouldDirty: true })}
      >
        Write in {name}
      </button>
    </div>
  );
}

function RemoveLanguage({ path, locale }: LanguageProps): ReactNode {
  const { getValues, setValue } = useFormContext();
  const remove = () => {
    const texts: unknown = getValues(path);
    const left = Object.entries(isRecord(texts) ? texts : {}).filter(([other]) => other !== locale);
    setValue(path, Object.fromEntries(left), { shouldDirty: true });
  };
  return (
    <button
      type="button"
      className="ed-button ed-button--small ed-button--quiet adm-languages__remove"
      onClick={remove}
    >
      Delete the {englishNames[locale]} texts
    </button>
  );
}
