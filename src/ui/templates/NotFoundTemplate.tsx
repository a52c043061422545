import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { Frame, MenuItem } from '#view-model/frame.ts';
import { Icon } from '../primitives/icons.tsx';

type NotFoundTemplateProps = Pick<Frame, 'homeHref' | 'menus'> & { context: ViewContext };

/** The page for an unknown address, with links to the site's sections. */
export function NotFoundTemplate({ homeHref, menus, context: { t } }: NotFoundTemplateProps): ReactNode {
  const sections = menus.main.flatMap(makeLink);
  return (
    <section className="not-found">
      <p className="not-found__code">{t('notFound.code')}</p>
      <h1 className="not-found__title">{t('notFound.title')}</h1>
      <p className="not-found__lead">{t('notFound.lead')}</p>
      <nav className="not-found__nav" aria-label={t('notFound.sections')}>
        <ul>
          {sections.map(({ id, label, description, href, language }) => (
            <li key={id}>
              <a href={href} hrefLang={language}>
                <span className="not-found__label">{label}</span>
                {description === '' ? null : <span className="not-found__description">{description}</span>}
                <Icon name="arrow-right" />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <a className="button button--primary not-found__home" href={homeHref}>
        <span>{t('notFound.home')}</span>
        <Icon name="arrow-right" />
      </a>
    </section>
  );
}

/** A section's own page, or the first one in it. */
function makeLink(item: MenuItem) {
  const lead = item.href === null ? item.children.find((child) => child.href !== null) : item;
  return lead?.href ? [{ ...item, href: lead.href, language: lead.language }] : [];
}
