import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { Document } from '#modules/resolved.ts';
import { Day, formatSize } from './dates.tsx';
import { Icon } from './icons.tsx';
import './document-list.css';

/** Documents as rows: title, type, date, size. One without a file is to be had on request. */
export function DocumentList({
  documents,
  context,
}: {
  documents: readonly Document[];
  context: ViewContext;
}): ReactNode {
  return (
    <ul className="document-list">
      {documents.map((document) => (
        <li key={document.id} className="document-list__row">
          {document.href === null ? (
            <span className="document-list__title">{document.title}</span>
          ) : (
            <a className="document-list__title" href={document.href}>
              {document.title}
              <Icon name="download" />
            </a>
          )}
          <span className="document-list__meta">
            <span>{context.t(`document.types.${document.typeLabel}`)}</span>
            <Day iso={document.contentDate} locale={context.locale} />
            <span>
              {document.href === null
                ? context.t('document.onRequest')
                : document.size === null
                  ? null
                  : formatSize(document.size, context.locale)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
