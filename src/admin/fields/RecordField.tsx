import type { ReactNode } from 'react';
import { englishNames, locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import { timeZones } from '#domain/values/time-zones.ts';
import type { FieldOf, RecordWidget } from '#schema/editor-fields.ts';
import { siteNames } from '#domain/site-names.ts';
import { CheckList } from './CheckList.tsx';
import { CoordinateField } from './CoordinateField.tsx';
import { CountriesField } from './CountriesField.tsx';
import { InputField } from './InputField.tsx';
import { LanguagesField } from './LanguagesField.tsx';
import { countryOptions } from './country-options.ts';
import { ModuleDataField } from './ModuleDataField.tsx';
import { OptionField } from './OptionField.tsx';
import { SlugField } from './SlugField.tsx';
import { TextsField } from './TextsField.tsx';

const siteOptions = siteIds.map((value) => ({ value, label: siteNames[value] }));
const localeOptions = locales.map((value) => ({ value, label: englishNames[value] }));

/** The widgets that only records have. */
export function RecordField({ field, path }: { field: FieldOf<RecordWidget>; path: string }): ReactNode {
  switch (field.widget) {
    case 'localized':
      return <LanguagesField field={field} path={path} />;
    case 'texts':
      return <TextsField field={field} path={path} />;
    case 'slug':
      return <SlugField field={field} path={path} />;
    case 'email':
      return <InputField field={field} path={path} type="email" />;
    case 'time-zone':
      return <InputField field={field} path={path} type="text" suggestions={timeZones()} />;
    case 'country':
      return <OptionField field={field} path={path} options={countryOptions()} />;
    case 'countries':
      return <CountriesField field={field} path={path} />;
    case 'site':
      return <OptionField field={field} path={path} options={siteOptions} />;
    case 'locale':
      return <OptionField field={field} path={path} options={localeOptions} />;
    case 'sites':
      return <CheckList field={field} path={path} options={siteOptions} />;
    case 'locales':
      return <CheckList field={field} path={path} options={localeOptions} />;
    case 'coordinate':
      return <CoordinateField field={field} path={path} />;
    case 'module-data':
      return <ModuleDataField path={path} />;
    // Drawn by the form of the kind, or not at all.
    case 'form-fields':
    case 'menu-items':
    case 'file':
      return null;
  }
}
