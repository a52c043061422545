import { type ReactNode, useMemo } from 'react';
import { compareWords, splitWords } from './compare-words.ts';

type Props = { before: string; after: string; language: string };

/** Two texts as one: what went is struck out, what came is marked. */
export function ChangedWords({ before, after, language }: Props): ReactNode {
  const runs = useMemo(
    () => compareWords(splitWords(before, language), splitWords(after, language)),
    [before, after, language],
  );
  return (
    <span className="ed-changed-words">
      {runs.map(({ what, words }, index) => {
        const text = words.join('');
        // The runs of one comparison never change their places.
        const key = `${index}`;
        if (what === 'removed') return <del key={key}>{text}</del>;
        return what === 'added' ? <ins key={key}>{text}</ins> : <span key={key}>{text}</span>;
      })}
    </span>
  );
}
