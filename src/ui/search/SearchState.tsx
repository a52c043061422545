import type { ReactNode } from 'react';
import { describeAnswer } from './describe-answer.ts';
import type { Answering } from './use-answer.ts';
import type { SearchTexts } from './search-texts.ts';

type SearchStateProps = { answering: Answering; words: SearchTexts; onRetry: () => void };

/** The state of the query: the number of hits, loading, or no answer. */
export function SearchState({ answering: { answer, state }, words, onRetry }: SearchStateProps): ReactNode {
  return (
    <>
      <p className="site-search__status" role="status">
        {answer !== null ? describeAnswer(answer, words) : state === 'waiting' ? words.loading : ''}
      </p>
      {state === 'failed' ? (
        <div className="site-search__failed" role="alert">
          <p>{words.failed}</p>
          <button type="button" className="button button--secondary" onClick={onRetry}>
            {words.retry}
          </button>
        </div>
      ) : null}
    </>
  );
}
