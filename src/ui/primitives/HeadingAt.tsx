import type { ReactNode } from 'react';
import { inClauses } from './in-clauses.tsx';
import { keepFigures } from './keep-terms.ts';

export type Level = 2 | 3 | 4 | 5 | 6;

const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;
const kana = /\p{sc=Hiragana}|\p{sc=Katakana}/u;
const signs = /\p{sc=Han}/u;

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
 * Japanese or Chinese title that is as long as a text is set as one: broken between phrases or clauses, it would be a column of scraps.
 */
export function HeadingAt({ level, className, text, children = (words) => words }: HeadingProps): ReactNode {
  const Tag = tags[level];
  const title = keepFigures(text);
  const isLong = title.length > 40 && (kana.test(title) || signs.test(title));
  return (
    <Tag className={isLong ? `${className} title--long` : className}>{children(isLong ? title : clausesOf(title))}</Tag>
  );
}

/**
 * Chinese has no spaces, and no browser knows its words: lines end with a clause, as long as clauses fit on a line. Phrases of
 * Japanese are known to browsers, and only what a colon or a full stop ends is kept together.
 */
function clausesOf(title: string): ReactNode {
  if (kana.test(title)) return inClauses(title, /(?<=[。：！？])/u);
  return signs.test(title) ? inClauses(title, /(?<=[，。：；！？、])/u) : title;
}
