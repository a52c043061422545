import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import type { Frame } from '#view-model/frame.ts';
import './breadcrumbs.css';

export function Breadcrumbs({ breadcrumbs, t }: Pick<Frame, 'breadcrumbs'> & { t: Translate }): ReactNode {
  if (breadcrumbs.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label={t('nav.breadcrumb')}>
      <ol>
        {breadcrumbs.map(({ title, href, language }, index) => (
          <li key={index}>
            {href === null ? (
              <span aria-current="page">{title}</span>
            ) : (
              <a href={href} hrefLang={language}>
                {title}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
