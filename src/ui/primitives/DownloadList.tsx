import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { formatSize } from './dates.tsx';
import { Icon } from './icons.tsx';
import { preventTermBreaks } from './prevent-breaks.ts';
import './document-list.css';

type Download = {
  title: string;
  /** Null for one that is to be had on request. */
  href: string | null;
  /** It is on another site. */
  isExternal?: boolean;
  size: number | null;
  /** Its kind and its date. */
  notes: readonly ReactNode[];
};

/** Downloads as rows: title, kind, size. */
export function DownloadList({
  downloads,
  context,
}: {
  downloads: readonly Download[];
  context: ViewContext;
}): ReactNode {
  const { t, locale } = context;
  return (
    <ul className="document-list">
      {downloads.map(({ title, href, isExternal = false, size, notes }, index) => (
        <li key={index} className="document-list__row">
          {href === null ? (
            <span className="document-list__title">{preventTermBreaks(title)}</span>
          ) : (
            <a
              className="document-list__title"
              href={href}
              target={isExternal ? '_blank' : undefined}
              rel={isExternal ? 'noopener' : undefined}
            >
              <span>
                {preventTermBreaks(title)}
                <span className="visually-hidden"> ({t(isExternal ? 'link.newTab' : 'link.download')})</span>
              </span>
              <Icon name={isExternal ? 'external' : 'download'} />
            </a>
          )}
          <span className="document-list__meta">
            {notes.map((note, place) => (
              <span key={place}>{note}</span>
            ))}
            <span>{href === null ? t('document.onRequest') : size === null ? null : formatSize(size, locale)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
