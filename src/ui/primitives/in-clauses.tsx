import { Fragment, type ReactNode } from 'react';

/** A text whose lines end where `ends` parts it, as long as its clauses fit on a line. A space there stays outside them. */
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

/** A place, which is read in its parts: a number stands with its street, and no name is parted. */
export function placeInClauses(place: string): ReactNode {
  return inClauses(place, /(?<=,) |(?<=[，、\u3000])/u);
}

/** An office or a similar name: where its line is too short for it, one of katakana is parted from the signs around it, and not torn. */
export function nameInWords(name: string): ReactNode {
  return name.split(/(?<=[\p{sc=Katakana}ー])(?=\p{sc=Han})|(?<=\p{sc=Han})(?=\p{sc=Katakana})/u).map((word, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {word}
    </Fragment>
  ));
}
