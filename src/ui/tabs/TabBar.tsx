import type { Language } from '#domain/locales.ts';
import { type ReactNode, useRef } from 'react';
import { Icon } from '../primitives/icons.tsx';
import { ScrollStrip } from './ScrollStrip.tsx';

export type TabLink = {
  text: string;
  href: string;
  kind: 'page' | 'anchor' | 'external' | 'download';
  isCurrent: boolean;
  /** That of the page, where it is another one than the reader's. */
  language?: Language | undefined;
};
type TabBarProps = {
  tabs: readonly TabLink[];
  words: { label: string; back: string; forward: string; newTab: string };
};

/** Links to the pages of a section, in a row that scrolls sideways where it is too long. */
export function TabBar({ tabs, words }: TabBarProps): ReactNode {
  const list = useRef<HTMLUListElement>(null);

  return (
    <nav className="tab-bar" aria-label={words.label}>
      <ScrollStrip strip={list} words={words}>
        <ul ref={list} className="tabs">
          {tabs.map(({ text, href, kind, isCurrent, language }, index) => (
            <li key={index}>
              {kind === 'external' ? (
                <a className="tabs__tab" href={href} hrefLang={language} target="_blank" rel="noopener">
                  <span>{text}</span>
                  <span className="visually-hidden"> ({words.newTab})</span>
                  <Icon name="external" />
                </a>
              ) : (
                <a
                  className="tabs__tab"
                  data-keep-query={kind === 'page' ? '' : undefined}
                  href={href}
                  hrefLang={language}
                  aria-current={isCurrent ? 'page' : undefined}
                >
                  {text}
                </a>
              )}
            </li>
          ))}
        </ul>
      </ScrollStrip>
    </nav>
  );
}
