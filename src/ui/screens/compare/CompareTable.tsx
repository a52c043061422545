import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { type Locale, languageCodes } from '#domain/locales.ts';
import { comparedIn, compareHref, readSelection, removeChosen, useSelection } from '../../compare/selection.ts';
import { type IslandTexts, translateWith } from '#ui/i18n/island-texts.ts';
import { CopyButton } from '../../primitives/CopyButton.tsx';
import { Icon } from '../../primitives/icons.tsx';
import { Unit } from '../../primitives/Unit.tsx';
import { NoValue } from '../../primitives/NoValue.tsx';
import { compareRows, getProductStatus } from './compare-rows.ts';
import { type ComparedProduct, readProduct } from './read-product.ts';
import '../../primitives/control.css';

type CompareTableProps = { productPath: string; catalogPath: string | null; locale: Locale; words: IslandTexts };

type Read = ComparedProduct | 'missing' | 'unavailable';

/** Up to four products side by side: those of the address, else those that the browser remembers. */
export function CompareTable({ productPath, catalogPath, locale, words }: CompareTableProps): ReactNode {
  const t = useMemo(() => translateWith(words), [words]);
  const remembered = useSelection();
  /** Null until the address has been read. */
  const [slugs, setSlugs] = useState<readonly string[] | null>(null);
  const [read, setRead] = useState<Readonly<Record<string, Read>>>({});
  const [onlyDifferences, setOnlyDifferences] = useState(false);

  const show = (next: readonly string[]): void => {
    history.replaceState(null, '', next.length === 0 ? location.pathname : compareHref(location.pathname, next));
    setSlugs(next);
  };

  useEffect(() => {
    const named = comparedIn(location.search);
    show(named.length > 0 ? named : readSelection().map(({ slug }) => slug));
  }, []);

  useEffect(() => {
    const stop = new AbortController();
    for (const slug of slugs ?? []) {
      if (read[slug] !== undefined) continue;
      readProduct(productPath, slug, stop.signal).then(
        (product) => setRead((known) => ({ ...known, [slug]: product ?? 'missing' })),
        () => {
          if (!stop.signal.aborted) setRead((known) => ({ ...known, [slug]: 'unavailable' }));
        },
      );
    }
    return () => stop.abort();
    // What has been read is not read again when more arrives.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [slugs, productPath]);

  const remove = (slug: string): void => {
    show((slugs ?? []).filter((other) => other !== slug));
    if (remembered.some((product) => product.slug === slug)) removeChosen(slug);
  };

  // The page is a static file: the choice is known once the script has read the address.
  if (slugs === null) return null;
  if (slugs.length === 0) {
    return (
      <div className="compare__empty">
        <p>{t('compare.empty')}</p>
        {catalogPath === null ? null : (
          <a className="button button--primary" href={catalogPath}>
            {t('compare.choose')}
          </a>
        )}
      </div>
    );
  }
  const products = slugs.flatMap((slug) => {
    const product = read[slug];
    return typeof product === 'object' ? [product] : [];
  });
  const isLoading = slugs.some((slug) => read[slug] === undefined);
  const lost = slugs.filter((slug) => typeof read[slug] === 'string');
  const rows = compareRows(products, languageCodes[locale]).filter(({ differs }) => differs || !onlyDifferences);
  return (
    <>
      <CompareTools
        {...{ onlyDifferences, t }}
        canDiffer={products.length >= 2}
        onOnlyDifferences={setOnlyDifferences}
      />
      <p className="compare__status" role="status">
        {isLoading ? t('compare.loading') : ''}
      </p>
      {lost.map((slug) => (
        <p key={slug} className="compare__lost">
          {t(`compare.${read[slug] === 'missing' ? 'missing' : 'unavailable'}`, { name: slug })}{' '}
          <button type="button" onClick={() => remove(slug)}>
            {t('compare.remove')}
          </button>
        </p>
      ))}
      {products.length === 0 ? null : <ProductColumns {...{ products, rows, t }} onRemove={remove} />}
    </>
  );
}

type HeadProps = { product: ComparedProduct; removeWords: string; onRemove: () => void };

function Head({ product, removeWords, onRemove }: HeadProps): ReactNode {
  const picture = product.image?.[0];
  return (
    <div className="compare__head">
      {picture === undefined ? null : <img src={picture} alt="" width="400" height="300" />}
      <a href={product.href}>{product.name}</a>
      <p>{product.description}</p>
      <button type="button" onClick={onRemove}>
        <Icon name="close" />
        <span className="visually-hidden">
          {removeWords}: {product.name}
        </span>
      </button>
    </div>
  );
}

type LineProps = {
  name: string;
  unit?: string;
  values: readonly string[];
  none: string;
  /** Values that differ by nature are not marked. */
  isPlain?: boolean;
};

function Line({ name, unit = '', values, none, isPlain = false }: LineProps): ReactNode {
  const differs = !isPlain && new Set(values).size > 1;
  return (
    <tr className={differs ? 'compare__line compare__line--differs' : 'compare__line'}>
      <th scope="row">
        {name}
        <Unit unit={unit} />
      </th>
      {values.map((value, index) => (
        <td key={index}>{value === '' ? <NoValue words={none} /> : value}</td>
      ))}
    </tr>
  );
}

type ToolsProps = {
  t: ReturnType<typeof translateWith>;
  canDiffer: boolean;
  onlyDifferences: boolean;
  onOnlyDifferences: (only: boolean) => void;
};

function CompareTools({ t, canDiffer, onlyDifferences, onOnlyDifferences }: ToolsProps): ReactNode {
  return (
    <div className="compare__tools">
      <label className="check compare__switch">
        <input
          type="checkbox"
          checked={onlyDifferences}
          disabled={!canDiffer}
          onChange={(event) => onOnlyDifferences(event.target.checked)}
        />
        {t('compare.differences')}
      </label>
      <span className="compare__copy">
        <span aria-hidden="true">{t('compare.copy')}</span>
        <CopyButton text={location.href} words={{ copy: t('compare.copy'), copied: t('copy.copied') }} />
      </span>
      <button type="button" className="compare__print" onClick={() => print()}>
        {t('compare.print')}
      </button>
    </div>
  );
}

type ColumnsProps = {
  t: ReturnType<typeof translateWith>;
  products: readonly Exclude<Read, string>[];
  rows: ReturnType<typeof compareRows>;
  onRemove: (slug: string) => void;
};

function ProductColumns({ t, products, rows, onRemove }: ColumnsProps): ReactNode {
  return (
    <div className="compare__box" role="group" tabIndex={0} aria-label={t('table.scroll')}>
      <table className={`compare__table compare__table--${products.length}`}>
        <caption className="visually-hidden">{t('compare.title')}</caption>
        <thead>
          <tr>
            <td>
              <span className="visually-hidden">{t('product.parameter')}</span>
            </td>
            {products.map((product) => (
              <th key={product.slug} scope="col">
                <Head product={product} removeWords={t('compare.remove')} onRemove={() => onRemove(product.slug)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Line
            name={t('product.statusLabel')}
            values={products.map((one) => t(`product.status.${getProductStatus(one)}`))}
            none={t('productTable.none')}
          />
          <Line
            name={t('product.orderCode')}
            values={products.map(({ sku }) => sku)}
            none={t('productTable.none')}
            isPlain
          />
          <Line
            name={t('product.category')}
            values={products.map(({ category }) => category)}
            none={t('productTable.none')}
          />
          {rows.map(({ id, name, unit, values }) => (
            <Line key={id} name={name} unit={unit} values={values} none={t('productTable.none')} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
