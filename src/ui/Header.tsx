import type { ReactNode } from 'react';
import { maxQueryLength } from '#domain/search/search.ts';
import type { Translate } from '#view-model/view-props.ts';
import type { Frame, MenuItem } from '#view-model/frame.ts';
import { Icon } from './primitives/icons.tsx';
import { Mark } from './primitives/Mark.tsx';
import './header.css';
import './search/search-field.css';

type HeaderProps = Pick<Frame, 'siteName' | 'homeHref' | 'searchHref'> & {
  menu: readonly MenuItem[];
  t: Translate;
};

/**
 * Brand and mega menu. It works without any script: on narrow screens the menu is a popover, which the browser closes
 * with Escape; each section is a disclosure, of which one is open at a time. It knows nothing of the current page, so
 * that its markup serves every page of a site and locale.
 */
export function Header({ siteName, homeHref, searchHref, menu, t }: HeaderProps): ReactNode {
  return (
    <>
      <a className="brand" href={homeHref}>
        <Mark />
        <Brand name={siteName} />
      </a>
      <button type="button" className="menu-button" popoverTarget="site-menu">
        <Icon name="menu" />
        <Icon name="close" />
        <span>{t('nav.menu')}</span>
      </button>
      <nav id="site-menu" className="site-menu" popover="auto" aria-label={t('nav.main')}>
        <ul className="site-menu__list">
          {menu.map((item) => (
            <li key={item.id}>{item.children.length > 0 ? <Section item={item} t={t} /> : <TopLink item={item} />}</li>
          ))}
        </ul>
      </nav>
      {searchHref === null ? null : <HeaderSearch action={searchHref} t={t} />}
    </>
  );
}

/** A field that opens over the page, by the browser alone; the search page answers it. */
function HeaderSearch({ action, t }: { action: string; t: Translate }): ReactNode {
  return (
    <>
      <button type="button" className="search-button" popoverTarget="site-search">
        <Icon name="search" />
        <span className="visually-hidden">{t('search.label')}</span>
      </button>
      <search id="site-search" className="header-search" popover="auto">
        <form className="search-field" action={action} method="get">
          <label className="visually-hidden" htmlFor="site-search-query">
            {t('search.label')}
          </label>
          <input
            id="site-search-query"
            className="search-field__input"
            type="search"
            name="query"
            maxLength={maxQueryLength}
            placeholder={t('search.placeholder')}
            autoComplete="off"
            autoFocus
          />
          <button type="submit" className="button search-field__submit">
            <Icon name="search" />
            <span>{t('search.submit')}</span>
          </button>
        </form>
      </search>
    </>
  );
}

/** The company's name strong, what follows it ("Developer portal") quiet. */
function Brand({ name }: { name: string }): ReactNode {
  const [first = '', ...rest] = name.split(' ');
  return (
    <span className="brand__name">
      <strong>{first}</strong>
      {rest.length > 0 ? <span> {rest.join(' ')}</span> : null}
    </span>
  );
}

function TopLink({ item }: { item: MenuItem }): ReactNode {
  return item.href === null ? null : (
    <a className="site-menu__top" href={item.href} {...anchorProps(item)}>
      {item.label}
    </a>
  );
}

function Section({ item, t }: { item: MenuItem; t: Translate }): ReactNode {
  return (
    <details className="site-menu__section" name="site-menu">
      <summary className="site-menu__top">
        <span>{item.label}</span>
        <Icon name="chevron" />
      </summary>
      <div className="site-menu__panel">
        <div className="site-menu__intro">
          <p className="site-menu__intro-title">{item.label}</p>
          {item.description === '' ? null : <p className="site-menu__intro-text">{item.description}</p>}
          {item.href === null ? null : (
            <a className="text-link" href={item.href} {...anchorProps(item)}>
              <span>{t('nav.overview')}</span>
              <span className="visually-hidden"> {item.label}</span>
              <Icon name="arrow-right" />
            </a>
          )}
        </div>
        <ul className="site-menu__entries">
          {item.children.map((child) => (
            <li key={child.id} className="site-menu__entry">
              <Entry item={child} />
              {child.children.length > 0 ? (
                <ul className="site-menu__leaves">
                  {child.children.map((leaf) => (
                    <li key={leaf.id}>
                      {leaf.href === null ? (
                        leaf.label
                      ) : (
                        <a href={leaf.href} {...anchorProps(leaf)}>
                          {leaf.label}
                        </a>
                      )}
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function Entry({ item }: { item: MenuItem }): ReactNode {
  const content = (
    <>
      <span className="site-menu__entry-title">{item.label}</span>
      {item.description === '' ? null : <span className="site-menu__entry-text">{item.description}</span>}
    </>
  );
  return item.href === null ? (
    <span className="site-menu__entry-head">{content}</span>
  ) : (
    <a className="site-menu__entry-head" href={item.href} {...anchorProps(item)}>
      {content}
    </a>
  );
}

export function anchorProps(item: MenuItem) {
  return { hrefLang: item.language, ...(item.external ? { target: '_blank', rel: 'noopener' } : {}) };
}
