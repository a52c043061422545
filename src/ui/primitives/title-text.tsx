import type { ReactNode } from 'react';
import type { Locale } from '#domain/locales.ts';
import { keepFigures } from './keep-terms.ts';

/**
 * A title whose lines do not end within a figure. Chinese has no spaces, and no browser knows its words: lines end with a
 * clause, as long as clauses fit on a line.
 */
export function titleText(text: string, locale: Locale): ReactNode {
  const title = keepFigures(text);
  if (locale !== 'cn') return title;
  const clauses = title.split(/(?<=[，。：；！？、])/u);
  return clauses.length === 1
    ? title
    : clauses.map((clause, index) => (
        <span key={index} className="clause">
          {clause}
        </span>
      ));
}
