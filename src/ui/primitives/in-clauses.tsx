import { Fragment, type ReactNode } from 'react';

/** A text whose lines end at matches of `ends`, if its clauses fit on a line. A space there is outside of them. */
export function inClauses(text: string, ends: RegExp): ReactNode {
  const clauses = text.split(ends);
  return clauses.length === 1
    ? text
    : clauses.map((clause, index) => (
        <Fragment key={index}>
          <span className="clause">{clause}</span>
          {clause.endsWith(',') ? ' ' : null}
        </Fragment>
      ));
}

/** A place, broken between its parts: a number stays with its street, and no name is split. */
export function placeInClauses(place: string): ReactNode {
  return inClauses(place, /(?<=,) |(?<=[，、\u3000])/u);
}

/** An office or a similar name: where its line is too short, it breaks at the ends of a katakana word, not within. */
export function nameInWords(name: string): ReactNode {
  return name.split(/(?<=[\p{sc=Katakana}ー])(?=\p{sc=Han})|(?<=\p{sc=Han})(?=\p{sc=Katakana})/u).map((word, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {word}
    </Fragment>
  ));
}

/** A title whose line may end before a full-width bracket, which belongs to the word before it where words are kept together. */
export function beforeBrackets(title: string): ReactNode {
  return title.split(/(?=（)/u).map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ));
}
