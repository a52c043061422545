import { type SubmitEvent, type ReactNode, useRef } from 'react';
import { formatMeasured } from '#domain/values/measured-values.ts';
import type { Translate } from '#view-model/view-props.ts';
import { productStatuses } from '#domain/vocabulary.ts';
import { Icon } from '../../primitives/icons.tsx';
import type { CatalogPartProps } from './CatalogToolbar.tsx';
import type { CatalogCategory } from '#view-model/screens/catalog-entries.ts';
import { type CatalogQuery, type ListFacet, buildCatalogHref, toParameters, readQuery, toggled } from './query.ts';
import type { PropertyFacet } from './select.ts';

type CatalogFiltersProps = CatalogPartProps & {
  found: number | null;
  language: string;
  onGo: (href: string) => void;
  /** Leads to the products that are left. */
  onShow: () => void;
};

const classes = ['sensor', 'module', 'meter', 'evaluation_kit'] as const;

/** What products are narrowed down by, each with how many would be left. All choices are links. */
export function CatalogFilters(props: CatalogFiltersProps): ReactNode {
  const { query, selection, found, language, onGo, onShow, t } = props;
  const opener = useRef<HTMLDetailsElement>(null);
  const show = (): void => {
    // Closed first: the products move up to where the filters were.
    if (opener.current) opener.current.open = false;
    onShow();
  };
  return (
    <div className="catalog__filters">
      {/* Opens before hydration. The filters follow it in the markup, since on wide screens they are always open next to the products. */}
      <details ref={opener} className="catalog__show-filters">
        <summary>
          {t('catalog.showFilters')}
          <Icon name="chevron" />
        </summary>
      </details>
      <nav className="catalog__facets" aria-label={t('catalog.filters')}>
        <Categories {...props} />
        {listFacets.map((name) => (
          <ListFacetLinks key={name} {...props} name={name} />
        ))}
        {selection?.properties.map((facet, index) => (
          <Facet
            key={facet.property.id}
            title={
              facet.property.unit === '' ? facet.property.title : `${facet.property.title} (${facet.property.unit})`
            }
            isOpen={index < 3 || isInUse(facet)}
          >
            {facet.kind === 'texts' ? (
              <TextOptions facet={facet} query={query} />
            ) : (
              <Numbers facet={facet} query={query} language={language} onGo={onGo} t={t} />
            )}
          </Facet>
        ))}
      </nav>
      <button type="button" className="button button--primary catalog__show-found" onClick={show}>
        <span>{t('catalog.showFound')}</span>
        <span className="catalog__found">{found ?? ''}</span>
      </button>
    </div>
  );
}

/** Another category has other properties. */
function withoutProperties(category: string): Partial<CatalogQuery> {
  return { category, texts: {}, bounds: {}, sort: '' };
}

function isInUse(facet: PropertyFacet): boolean {
  return facet.kind === 'texts'
    ? facet.options.some(({ isChosen }) => isChosen)
    : facet.chosen.from !== null || facet.chosen.to !== null;
}

function measureDepth(category: CatalogCategory, categories: readonly CatalogCategory[]): number {
  let depth = 0;
  for (let { parent } = category; parent !== null && depth < 3; depth += 1) {
    parent = categories.find(({ id }) => id === parent)?.parent ?? null;
  }
  return depth;
}

function Facet({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }): ReactNode {
  return (
    <details className="catalog__facet" open={isOpen}>
      <summary>
        {title}
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  );
}

type ChoiceProps = { href: string; label: string; count: number | null; isChosen: boolean; isOneOfMany?: boolean };

function Choice({ href, label, count, isChosen, isOneOfMany = false }: ChoiceProps): ReactNode {
  return (
    <a
      className={isOneOfMany ? 'catalog__choice catalog__choice--many' : 'catalog__choice'}
      href={href}
      rel="nofollow"
      aria-current={isChosen ? 'true' : undefined}
    >
      <span>{label}</span>
      <span className="catalog__choice-count">{count ?? ''}</span>
    </a>
  );
}

type NumbersProps = {
  facet: Extract<PropertyFacet, { kind: 'numbers' }>;
  query: CatalogQuery;
  language: string;
  onGo: (href: string) => void;
  t: Translate;
};

/** The numbers between which values lie: a form that would send itself to the same address. */
function Numbers({ facet, query, language, onGo, t }: NumbersProps): ReactNode {
  const { property, least, most, chosen } = facet;
  const others = toParameters({ ...query, page: 1, bounds: withoutKey(query.bounds, property.key) });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const parameters = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string') parameters.append(name, value);
    }
    onGo(buildCatalogHref(readQuery(parameters.toString()), {}));
  };
  return (
    <form key={`${chosen.from} ${chosen.to}`} className="catalog__numbers" method="get" onSubmit={submit}>
      {others.map(([name, value], index) => (
        <input key={index} type="hidden" name={name} value={value} />
      ))}
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          <span>{t(`catalog.${end}`)}</span>
          <input
            className="control"
            type="text"
            inputMode="decimal"
            name={`p.${property.key}.${end}`}
            defaultValue={typedNumber(chosen[end], language)}
            placeholder={formatMeasured(end === 'from' ? least : most, language)}
          />
        </label>
      ))}
      <button type="submit">{t('catalog.apply')}</button>
    </form>
  );
}

/** A number in the format of the input field, to be parsed again. */
function typedNumber(value: number | null, language: string): string {
  if (value === null) return '';
  return new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 6 }).format(value);
}

function withoutKey<V>(record: Readonly<Record<string, V>>, key: string): Readonly<Record<string, V>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

const listFacets = ['series', 'status', 'class'] as const satisfies readonly ListFacet[];

function Categories({ query, terms, selection, t }: CatalogFiltersProps): ReactNode {
  return (
    <Facet title={t('catalog.category')} isOpen>
      <ul>
        <li>
          <Choice
            href={buildCatalogHref(query, withoutProperties(''))}
            isChosen={query.category === ''}
            label={t('catalog.allCategories')}
            count={selection?.categories[''] ?? null}
          />
        </li>
        {terms.categories.map((category) => (
          <li key={category.id} className={`catalog__depth-${measureDepth(category, terms.categories)}`}>
            <Choice
              // Without a script the link leads to the category's products in the index below.
              href={`${buildCatalogHref(query, withoutProperties(category.slug))}${category.anchor === null ? '' : `#category-${category.anchor}`}`}
              isChosen={query.category === category.slug}
              label={category.title}
              count={selection ? (selection.categories[category.slug] ?? 0) : category.products}
            />
          </li>
        ))}
      </ul>
    </Facet>
  );
}

/** What is chosen from a list that is the same in every category. */
function ListFacetLinks({ name, query, terms, selection, t }: CatalogFiltersProps & { name: ListFacet }): ReactNode {
  const options: Record<ListFacet, { value: string; label: string }[]> = {
    series: terms.series.map((series) => ({ value: series.slug, label: series.name })),
    status: productStatuses.map((status) => ({ value: status, label: t(`product.status.${status}`) })),
    class: classes.map((one) => ({ value: one, label: t(`product.class.${one}`) })),
  };
  const chosen = query[name];
  const offered = options[name].filter(
    ({ value }) => selection === null || selection.lists[name][value] || chosen.includes(value),
  );
  if (name !== 'series' && selection === null) return null;
  return offered.length < 2 && chosen.length === 0 ? null : (
    <Facet title={t(`catalog.${name}`)} isOpen={name !== 'class' || chosen.length > 0}>
      <ul>
        {offered.map(({ value, label }) => (
          <li key={value}>
            <Choice
              href={buildCatalogHref(query, { [name]: toggled(chosen, value) })}
              isChosen={chosen.includes(value)}
              isOneOfMany
              label={label}
              count={selection ? (selection.lists[name][value] ?? 0) : null}
            />
          </li>
        ))}
      </ul>
    </Facet>
  );
}

type TextFacet = Extract<PropertyFacet, { kind: 'texts' }>;

function TextOptions({ facet, query }: { facet: TextFacet; query: CatalogQuery }): ReactNode {
  return (
    <ul>
      {facet.options.map(({ value, label, count, isChosen }) => (
        <li key={value}>
          <Choice
            href={buildCatalogHref(query, {
              texts: {
                ...query.texts,
                [facet.property.key]: toggled(query.texts[facet.property.key] ?? [], value),
              },
            })}
            isChosen={isChosen}
            isOneOfMany
            label={label}
            count={count}
          />
        </li>
      ))}
    </ul>
  );
}
