import { useEffect, useState } from 'react';
import type { Locale } from '#domain/locales.ts';
import { type SearchAnswer, type SearchQuestion, searchUrl } from '#domain/search.ts';

/** `waiting` keeps the answer before, so that nothing jumps while somebody types. */
export type Answering = { answer: SearchAnswer | null; state: 'ready' | 'waiting' | 'failed' };

function isAnswer(value: unknown): value is SearchAnswer {
  return typeof value === 'object' && value !== null && 'hits' in value && Array.isArray(value.hits);
}

function answers(answer: SearchAnswer | null, { query, kinds, page }: SearchQuestion): boolean {
  return answer !== null && answer.query === query && answer.page === page && answer.kinds.join() === kinds.join();
}

/** The server's answer to a question, asked again when the question or `attempt` changes. An empty question has none. */
export function useAnswer(
  question: SearchQuestion,
  { locale, size, known, attempt }: { locale: Locale; size?: number; known: SearchAnswer | null; attempt: number },
): Answering {
  const [answering, setAnswering] = useState<Answering>({ answer: known, state: 'ready' });
  const url = searchUrl(question, locale) + (size === undefined ? '' : `&size=${size}`);

  useEffect(() => {
    if (question.query === '') return setAnswering({ answer: null, state: 'ready' });
    if (answers(known, question)) return setAnswering({ answer: known, state: 'ready' });
    const asking = new AbortController();
    setAnswering(({ answer }) => ({ answer, state: 'waiting' }));
    fetch(url, { signal: asking.signal })
      .then(async (response) => {
        const body: unknown = await response.json();
        if (!response.ok || !isAnswer(body)) throw new Error(`The search answered ${response.status}`);
        setAnswering({ answer: body, state: 'ready' });
      })
      .catch(() => {
        if (!asking.signal.aborted) setAnswering({ answer: null, state: 'failed' });
      });
    return () => asking.abort();
    // The address is the question.
  }, [url, attempt, known]);

  return answering;
}
