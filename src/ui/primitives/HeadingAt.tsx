import type { ReactNode } from 'react';
import { inClauses } from './in-clauses.tsx';
import { preventFigureBreaks } from './prevent-breaks.ts';

export type Level = 2 | 3 | 4 | 5 | 6;

const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;
const kana = /\p{sc=Hiragana}|\p{sc=Katakana}/u;
const characters = /\p{sc=Han}/u;

type HeadingProps = {
  level: 1 | Level;
  className: string;
  /** The title itself. */
  text: string;
  /** The rendered title, where that is more than its text: with a link, for example. */
  children?: (words: ReactNode) => ReactNode;
};

/**
 * A title, typeset by the rules of its language. The script of the text decides which, since a missing translation
 * falls back to another language. A Japanese or Chinese title as long as a text is set like one: broken between phrases
 * or clauses, it would have many short lines.
 */
export function HeadingAt({ level, className, text, children = (words) => words }: HeadingProps): ReactNode {
  const Tag = tags[level];
  const title = preventFigureBreaks(text);
  const isLong = title.length > 40 && (kana.test(title) || characters.test(title));
  return (
    <Tag className={isLong ? `${className} title--long` : className}>
      {children(isLong ? title : splitClauses(title))}
    </Tag>
  );
}

/**
 * Chinese has no spaces, and no browser knows its words: lines end with a clause, if clauses fit on a line. Browsers
 * know the phrases of Japanese, so only parts that end with a colon or a full stop stay together.
 */
function splitClauses(title: string): ReactNode {
  if (kana.test(title)) return inClauses(title, /(?<=[。：！？])/u);
  return characters.test(title) ? inClauses(title, /(?<=[，。：；！？、])/u) : title;
}
