import type { ReactNode } from 'react';
import { formatMeasured } from '#domain/values/measured-values.ts';
import { Icon } from '../../primitives/icons.tsx';
import type { CatalogPartProps } from './CatalogToolbar.tsx';
import { type CatalogQuery, firstQuery, buildCatalogHref, toggled } from './query.ts';

/** The active filters, each with the link that removes it. */
export function ChosenFilters({ query, terms, t, language }: CatalogPartProps & { language: string }): ReactNode {
  const chosen: { label: string; change: Partial<CatalogQuery> }[] = [];
  if (query.words !== '') chosen.push({ label: `“${query.words}”`, change: { words: '' } });
  const category = terms.categories.find(({ slug }) => slug === query.category);
  if (query.category !== '') {
    chosen.push({
      label: category?.title ?? query.category,
      change: { category: '', texts: {}, bounds: {}, sort: '' },
    });
  }
  for (const slug of query.series) {
    const name = terms.series.find((one) => one.slug === slug)?.name ?? slug;
    chosen.push({ label: name, change: { series: toggled(query.series, slug) } });
  }
  for (const status of query.status) {
    chosen.push({ label: t(`product.status.${status}`), change: { status: toggled(query.status, status) } });
  }
  for (const one of query.class) {
    chosen.push({ label: t(`product.class.${one}`), change: { class: toggled(query.class, one) } });
  }
  const findProperty = (key: string) => terms.properties.find((property) => property.key === key);
  const getTitle = (key: string) => findProperty(key)?.title ?? key;
  for (const [key, values] of Object.entries(query.texts)) {
    for (const value of values) {
      const texts = { ...query.texts, [key]: toggled(values, value) };
      chosen.push({ label: `${getTitle(key)}: ${value}`, change: { texts } });
    }
  }
  for (const [key, { from, to }] of Object.entries(query.bounds)) {
    const ends = [from, to].map((end) => (end === null ? '' : formatMeasured(end, language))).join(' … ');
    const bounds = Object.fromEntries(Object.entries(query.bounds).filter(([other]) => other !== key));
    chosen.push({
      label: `${getTitle(key)}: ${ends.trim()} ${findProperty(key)?.unit ?? ''}`.trim(),
      change: { bounds },
    });
  }
  if (chosen.length === 0) return null;
  const { sort, view, size } = query;
  return (
    <ul className="catalog__chosen">
      {chosen.map(({ label, change }, index) => (
        <li key={index}>
          <a href={buildCatalogHref(query, change)}>
            {label}
            <span className="visually-hidden"> {t('catalog.remove')}</span>
            <Icon name="close" />
          </a>
        </li>
      ))}
      <li>
        <a className="catalog__clear" href={buildCatalogHref({ ...firstQuery, sort, view, size }, {})}>
          {t('catalog.clear')}
        </a>
      </li>
    </ul>
  );
}
