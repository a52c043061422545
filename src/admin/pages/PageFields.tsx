import { type ReactNode, useId } from 'react';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import { type Locale, defaultLocale, englishNames, languageCodes } from '#domain/locales.ts';
import { type SiteId, getLocales } from '#domain/sites.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { PageChoice } from './PageChoice.tsx';
import { type PageForm, listParents, withLocaleForm, withParent } from './page-form.ts';
import { type PageRow, buildPageRows } from './page-rows.ts';

type Errors = Readonly<Record<string, string>>;

type Props = {
  form: PageForm;
  pages: readonly ListedPage[];
  /** A page that moves: nothing is below itself. */
  moved?: number;
  /** Why its place and its address stay as they are. */
  fixed?: string | null;
  errors: Errors;
  onChange: (form: PageForm) => void;
};

/** Where a page is, and its title and address in each language of the site. */
export function PageFields({ form, pages, moved, fixed = null, errors, onChange }: Props): ReactNode {
  const parents = listParents(pages);
  return (
    <>
      {fixed === null ? (
        <PageChoice
          label="Below the page"
          help="Its address and breadcrumbs follow from it"
          error={errors['parentId']}
          rows={parentRows(pages, moved)}
          value={form.parentId}
          none={{ text: 'None: at the top of the site', command: 'Put at the top' }}
          onChange={(parentId) => onChange(withParent(form, parentId, parents))}
        />
      ) : (
        <p className="ed-table__quiet">{fixed}</p>
      )}
      {getLocales(form.site).map((locale) => (
        <LanguageFields
          key={locale}
          {...{ locale, form, errors }}
          isFixed={fixed !== null}
          onChange={(change) => onChange(withLocaleForm(form, locale, change, parents))}
        />
      ))}
    </>
  );
}

/** All pages but the one that moves and those below it. */
function parentRows(pages: readonly ListedPage[], moved: number | undefined): PageRow[] {
  const rows = buildPageRows(pages, '');
  const from = rows.findIndex(({ page }) => page.id === moved);
  const own = rows[from];
  if (!own) return rows;
  const behind = rows.findIndex(({ depth }, index) => index > from && depth <= own.depth);
  return [...rows.slice(0, from), ...(behind === -1 ? [] : rows.slice(behind))];
}

type LanguageProps = {
  locale: Locale;
  form: PageForm;
  isFixed: boolean;
  errors: Errors;
  onChange: (change: { isOn?: boolean; title?: string; path?: string; isPathTyped?: boolean }) => void;
};

function LanguageFields({ locale, form, isFixed, errors, onChange }: LanguageProps): ReactNode {
  const legend = useId();
  const own = form.locales[locale];
  if (!own) return null;
  const name = englishNames[locale];
  const isDefault = locale === defaultLocale;
  if (isFixed && !own.isOn) return null;
  return (
    <div className="ed-language" role="group" aria-labelledby={legend}>
      {isDefault || isFixed ? (
        <span className="ed-language__switch" id={legend}>
          {name}
        </span>
      ) : (
        <label className="ed-check" id={legend}>
          <input type="checkbox" checked={own.isOn} onChange={({ target }) => onChange({ isOn: target.checked })} />
          <span>Also in {name}</span>
        </label>
      )}
      {own.isOn ? (
        <>
          <LabeledField
            path={`locales.${locale}.title`}
            label={isDefault ? 'Title' : `Title in ${name}`}
            required
            error={errors[`locales.${locale}.title`]}
          >
            {({ labelId: _, ...ids }) => (
              <input
                {...ids}
                className="ed-input"
                lang={languageCodes[locale]}
                maxLength={200}
                autoComplete="off"
                {...(isDefault ? { 'data-autofocus': true } : {})}
                value={own.title}
                onChange={({ target }) => onChange({ title: target.value })}
              />
            )}
          </LabeledField>
          <LabeledField
            path={`locales.${locale}.path`}
            label={isDefault ? 'Address' : `Address in ${name}`}
            required={!isFixed}
            error={errors[`locales.${locale}.path`]}
            help={isFixed ? '' : addressHelp(form.site, locale)}
          >
            {({ labelId: _, ...ids }) => (
              <input
                {...ids}
                className="ed-input"
                maxLength={500}
                autoComplete="off"
                spellCheck={false}
                readOnly={isFixed}
                value={own.path}
                onChange={({ target }) => onChange({ path: target.value, isPathTyped: true })}
              />
            )}
          </LabeledField>
        </>
      ) : null}
    </div>
  );
}

function addressHelp(site: SiteId, locale: Locale): string {
  return locale === defaultLocale || !getLocales(site).includes(locale)
    ? 'Suggested from the title'
    : `Without /${locale}, which is put in front`;
}
