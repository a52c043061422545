import type { ReactNode } from 'react';
import { languageCodes, nativeNames } from '#domain/locales.ts';
import type { Translate } from '#view-model/view-props.ts';
import type { Frame } from '#view-model/frame.ts';
import { Icon } from './primitives/icons.tsx';
import './language-switcher.css';

/** Leads to this page in its other languages, each named in its own script, with the query of the page. */
export function LanguageSwitcher({ languages, t }: Pick<Frame, 'languages'> & { t: Translate }): ReactNode {
  const current = languages.find((language) => language.current);
  if (!current || languages.length < 2) return null;
  return (
    <details className="language-switcher" name="site-menu">
      <summary className="language-switcher__current">
        <Icon name="globe" />
        <span className="visually-hidden">{t('nav.language')}: </span>
        <span>{nativeNames[current.locale]}</span>
        <Icon name="chevron" />
      </summary>
      <ul className="language-switcher__list">
        {languages.map(({ locale, href, current: isCurrent }) => (
          <li key={locale}>
            <a
              data-keep-query=""
              href={href}
              lang={languageCodes[locale]}
              hrefLang={languageCodes[locale]}
              aria-current={isCurrent ? 'true' : undefined}
            >
              {nativeNames[locale]}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
