import type { ReactNode } from 'react';
import { keepFigures } from './keep-terms.ts';

export type Level = 2 | 3 | 4 | 5 | 6;

const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;
const kana = /\p{sc=Hiragana}|\p{sc=Katakana}/u;

type HeadingProps = {
  level: 1 | Level;
  className: string;
  /** What it says. */
  text: string;
  /** What stands around the words, where that is more than the title: a link, for example. */
  children?: (words: ReactNode) => ReactNode;
};

/**
 * A title, set as its language asks, which its script tells: a page shows the texts of another one where its own are missing. A
 * Japanese title that is as long as a text is set as one: broken between phrases, it would be a column of scraps.
 */
export function HeadingAt({ level, className, text, children = (words) => words }: HeadingProps): ReactNode {
  const Tag = tags[level];
  const isLong = text.length > 40 && kana.test(text);
  return <Tag className={isLong ? `${className} title--long` : className}>{children(typeset(text))}</Tag>;
}

/**
 * The words of a title whose lines do not end within a figure. Chinese has no spaces, and no browser knows its words: lines end
 * with a clause, as long as clauses fit on a line.
 */
function typeset(text: string): ReactNode {
  const title = keepFigures(text);
  if (!/\p{sc=Han}/u.test(title) || kana.test(title)) return title;
  const clauses = title.split(/(?<=[，。：；！？、])/u);
  return clauses.length === 1
    ? title
    : clauses.map((clause, index) => (
        <span key={index} className="clause">
          {clause}
        </span>
      ));
}
