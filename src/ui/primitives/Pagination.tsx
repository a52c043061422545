import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { Icon } from './icons.tsx';
import { type PageSize, defaultPageSize, offeredPages, pageCount, pageSizes } from './pagination-pages.ts';
import './pagination.css';

type PaginationProps = {
  page: number;
  size: PageSize;
  total: number;
  /** Where a page in a size is found. Another size starts at the first page. */
  hrefOf: (page: number, size: PageSize) => string;
  t: Translate;
};

/** The pages of a list, as links. Nothing while all is on one page of the default size. */
export function Pagination({ page, size, total, hrefOf, t }: PaginationProps): ReactNode {
  const last = pageCount(total, size);
  if (last === 1 && size === defaultPageSize) return null;
  const current = Math.min(Math.max(page, 1), last);
  return (
    <nav className="pagination" aria-label={t('pagination.label')}>
      {last === 1 ? null : (
        <ul className="pagination__pages">
          <Step href={current > 1 ? hrefOf(current - 1, size) : null} icon="arrow-left" label={t('slider.previous')} />
          {offeredPages(current, last).map((offered, index) => (
            <li key={index}>
              {offered === 'gap' ? (
                <span className="pagination__gap">…</span>
              ) : (
                <a
                  className="pagination__link"
                  href={hrefOf(offered, size)}
                  aria-label={t('pagination.page', { number: offered })}
                  aria-current={offered === current ? 'page' : undefined}
                >
                  {offered}
                </a>
              )}
            </li>
          ))}
          <Step href={current < last ? hrefOf(current + 1, size) : null} icon="arrow-right" label={t('slider.next')} />
        </ul>
      )}
      <div className="pagination__sizes" role="group" aria-label={t('pagination.size')}>
        <span className="pagination__label" aria-hidden="true">
          {t('pagination.size')}
        </span>
        {pageSizes.map((offered) => (
          <a
            key={offered}
            className="pagination__link"
            href={hrefOf(1, offered)}
            aria-current={offered === size ? 'true' : undefined}
          >
            {offered === 'all' ? t('pagination.all') : offered}
          </a>
        ))}
      </div>
    </nav>
  );
}

function Step({
  href,
  icon,
  label,
}: {
  href: string | null;
  icon: 'arrow-left' | 'arrow-right';
  label: string;
}): ReactNode {
  if (href === null) return null;
  return (
    <li>
      <a className="pagination__link" href={href} aria-label={label}>
        <Icon name={icon} />
      </a>
    </li>
  );
}
