import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { Island } from '../../islands/Island.tsx';
import { SiteSearch } from '../../search/SiteSearch.tsx';
import { pickSearchTexts } from '#ui/search/search-texts.ts';
import type { SearchContent } from '#view-model/screens/search.ts';

/** The search page, and the prepared searches below it. */
export function SearchScreen({
  action,
  query,
  answer,
  presets,
  suggestions,
  context: { t, locale },
}: SearchContent & { context: ViewContext }): ReactNode {
  return (
    <div className="search-screen">
      <Island
        name="SiteSearch"
        component={SiteSearch}
        id="search"
        props={{ action, locale, query, answer, suggestions, words: pickSearchTexts(t) }}
        slots={{}}
      />
      {answer === null ? (
        <noscript>
          <p className="site-search__hint">
            {query === '' ? (
              t('search.withoutScript')
            ) : (
              <a className="text-link" href={`${action}?query=${encodeURIComponent(query)}`}>
                {t('search.showResults')}
              </a>
            )}
          </p>
        </noscript>
      ) : null}
      {presets.length === 0 ? null : (
        <nav className="search-presets" aria-label={t('search.presets')}>
          <h2 className="search-suggestions__title">{t('search.presets')}</h2>
          <ul>
            {presets.map(({ title, href }) => (
              <li key={href}>
                <a href={href}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}
