import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { SearchInput } from '../../primitives/SearchInput.tsx';
import type { CatalogTerms } from '#view-model/screens/catalog-entries.ts';
import { type CatalogQuery, buildCatalogHref } from './query.ts';
import { type Selection, listFacetProperties } from './select.ts';

export type CatalogPartProps = {
  query: CatalogQuery;
  terms: CatalogTerms;
  /** Null until the products are there. */
  selection: Selection | null;
  t: Translate;
};

type CatalogToolbarProps = CatalogPartProps & {
  found: number | null;
  onGo: (href: string, isTyping?: boolean) => void;
};

/** How many products there are, words to find them by, their order and the way they are shown. */
export function CatalogToolbar({ query, terms, found, onGo, t }: CatalogToolbarProps): ReactNode {
  const sortable = query.category === '' ? [] : listFacetProperties(query, terms);
  return (
    <div className="catalog__toolbar">
      <search className="catalog__search">
        <SearchInput
          name="q"
          aria-label={t('catalog.search')}
          placeholder={t('catalog.search')}
          words={query.words}
          onSearch={(words) => onGo(buildCatalogHref(query, { words }), true)}
        />
      </search>
      <p className="catalog__count" role="status">
        {found === null ? '' : t(found === 1 ? 'catalog.countOne' : 'catalog.count', { number: found })}
      </p>
      <label className="catalog__order">
        <span>{t('catalog.sort')}</span>
        <select
          className="control"
          value={query.sort}
          onChange={(event) => onGo(buildCatalogHref(query, { sort: event.target.value }))}
        >
          <option value="">{t('catalog.order')}</option>
          <option value="name">{t('catalog.byName')}</option>
          <option value="-name">{t('catalog.byNameDown')}</option>
          {sortable.flatMap(({ key, title }) => [
            <option key={key} value={`p.${key}`}>
              {t('catalog.up', { name: title })}
            </option>,
            <option key={`-${key}`} value={`-p.${key}`}>
              {t('catalog.down', { name: title })}
            </option>,
          ])}
        </select>
      </label>
      <div className="catalog__views" role="group" aria-label={t('catalog.view')}>
        {(['grid', 'table'] as const).map((view) => (
          <a
            key={view}
            href={buildCatalogHref(query, { view, page: query.page })}
            aria-current={query.view === view ? 'true' : undefined}
          >
            {t(`catalog.${view}`)}
          </a>
        ))}
      </div>
    </div>
  );
}
