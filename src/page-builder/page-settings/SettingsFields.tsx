import { type ReactNode, useEffect, useRef } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { suggestPath } from '#domain/addresses/suggest-path.ts';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { isRecord, valueAt } from '#domain/objects.ts';
import { getLocales } from '#domain/sites.ts';
import { type EditorField, type FieldOf, fillIn } from '#schema/editor-fields.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { EnglishProvider } from '#staff/fields/english.tsx';
import { TextLanguage } from '#staff/calls/editor-site.ts';
import { Fields } from '#staff/fields/Fields.tsx';
import { QuotingTexts } from '#staff/fields/use-text-quote.tsx';
import { AddressNote } from './AddressNote.tsx';
import { LanguageTabs } from '#staff/controls/LanguageTabs.tsx';
import { useAddressesBelow } from './use-addresses-below.ts';

type Opened = ActionOutput<'openPageSettings'>;
type Props = {
  opened: Opened;
  fields: readonly EditorField[];
  locale: Locale;
  onLocale: (locale: Locale) => void;
  /** What is not changed here. */
  about: ReactNode;
};

/** The texts of a page in one language at a time, and its place, which is the same in all of them. */
export function SettingsFields({ opened, fields, locale, onLocale, about }: Props): ReactNode {
  const texts: unknown = useWatch({ name: 'locales' });
  const { errors } = useFormState();
  const localized = fields.find((field): field is FieldOf<'localized'> => field.widget === 'localized');
  const above = useAddressesBelow(opened.settings.parentId ?? null, opened.isFixed);
  const own = valueAt(texts, [locale]);
  if (!localized) return null;
  const english = locale === defaultLocale ? null : { locales: { [locale]: valueAt(texts, [defaultLocale]) } };
  return (
    <div className="ed-edit__fields">
      <LanguageTabs
        locales={getLocales(opened.site)}
        chosen={locale}
        getNote={(one) =>
          valueAt(errors, ['locales', one]) ? 'to complete' : valueAt(texts, [one]) === undefined ? 'none' : null
        }
        onChoose={onLocale}
      >
        {own === undefined ? (
          <NoPage {...{ localized, locale }} stored={opened.settings.locales[locale]} />
        ) : (
          <TextLanguage value={languageCodes[locale]}>
            <EnglishProvider key={locale} values={english}>
              <TextFields {...{ localized, locale, opened }} above={above[locale] ?? null} />
            </EnglishProvider>
          </TextLanguage>
        )}
      </LanguageTabs>
      <fieldset className="ed-group ed-group--layout">
        <legend className="ed-group__legend">In every language</legend>
        {opened.isFixed ? (
          <p className="ed-field__help">The site needs this page at its place: it is not moved.</p>
        ) : (
          <Fields fields={fields.filter(({ name }) => name === 'parentId')} path="" />
        )}
      </fieldset>
      {about}
    </div>
  );
}

type TextProps = { localized: FieldOf<'localized'>; locale: Locale; opened: Opened; above: string | null };

function TextFields({ localized, locale, opened, above }: TextProps): ReactNode {
  const path = `locales.${locale}`;
  const part = (...names: string[]) => localized.fields.filter(({ name }) => names.includes(name));
  useSuggestedAddress(path, above, opened.settings.locales[locale] === undefined);
  return (
    <>
      <Fields fields={part('title', 'nav_title')} path={path} />
      {opened.isFixed ? null : (
        <QuotingTexts value="none">
          <Fields fields={part('path')} path={path} />
        </QuotingTexts>
      )}
      <AddressNote {...{ locale, opened }} />
      <Fields fields={part('description', 'og_image', 'noindex')} path={path} />
      {locale === defaultLocale || opened.isFixed ? null : <TakeAway locale={locale} />}
    </>
  );
}

/** A page that is new in a language gets an address by its title, until somebody writes one. */
function useSuggestedAddress(path: string, above: string | null, isNew: boolean): void {
  const { getValues, setValue } = useFormContext();
  const title: unknown = useWatch({ name: `${path}.title` });
  const suggested = useRef('');
  useEffect(() => {
    if (!isNew || typeof title !== 'string' || getValues(`${path}.path`) !== suggested.current) return;
    suggested.current = title.trim() === '' ? '' : suggestPath(above, title);
    setValue(`${path}.path`, suggested.current);
  }, [isNew, title, above, path, getValues, setValue]);
}

/** Takes the page out of a language: its texts there go, and those of its modules stay. */
function TakeAway({ locale }: { locale: Locale }): ReactNode {
  const { setValue, getValues } = useFormContext();
  const take = () => {
    const texts: unknown = getValues('locales');
    if (!isRecord(texts)) return;
    const { [locale]: _, ...others } = texts;
    setValue('locales', others, { shouldDirty: true });
  };
  return (
    <button type="button" className="ed-button ed-button--small ed-settings__take" onClick={take}>
      Take the page out of {englishNames[locale]}
    </button>
  );
}

type NoPageProps = Pick<TextProps, 'localized' | 'locale'> & {
  /** What the draft has there as it is stored: it is taken out by saving. */
  stored: Opened['settings']['locales'][Locale];
};

function NoPage({ localized, locale, stored }: NoPageProps): ReactNode {
  const { setValue, getValues } = useFormContext();
  const name = englishNames[locale];
  const add = () => {
    const before: unknown = getValues('locales');
    const texts = { ...(isRecord(before) ? before : {}), [locale]: fillIn(localized.fields, stored ?? {}) };
    setValue('locales', texts, { shouldDirty: true });
  };
  return (
    <div className="ed-settings__none">
      {stored ? (
        <p>
          Saving takes the draft out of {name}. Once the page is published, its {name} address answers that it is gone.
          The {name} texts of its modules are kept, and shown again once you add {name} again.
        </p>
      ) : (
        <p>
          This page is not in {name}: visitors who read {name} do not find it. In {name} its modules show English until
          they are translated.
        </p>
      )}
      <button type="button" className="ed-button" onClick={add}>
        {stored ? 'Keep' : 'Add'} {name}
      </button>
    </div>
  );
}
