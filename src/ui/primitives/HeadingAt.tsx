import type { ReactNode } from 'react';

export type Level = 2 | 3 | 4 | 5 | 6;

const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;

type HeadingProps = {
  level: 1 | Level;
  className: string;
  children: ReactNode;
  /** What it says, where that is more than text: a link, for example. */
  text?: string;
};

/** A title. A Japanese one that is as long as a text is set as one: broken between phrases, it would be a column of scraps. */
export function HeadingAt({ level, className, children, text }: HeadingProps): ReactNode {
  const Tag = tags[level];
  const said = text ?? (typeof children === 'string' ? children : '');
  const isLong = said.length > 40 && /\p{sc=Hiragana}|\p{sc=Katakana}/u.test(said);
  return <Tag className={isLong ? `${className} title--long` : className}>{children}</Tag>;
}
