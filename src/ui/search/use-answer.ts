import { useEffect, useState } from 'react';
import { releaseQuery } from '#domain/addresses/release-query.ts';
import type { Locale } from '#domain/locales.ts';
import { type SearchAnswer, type SearchQuestion, searchPageSize, searchUrl } from '#domain/search/search.ts';

/** `waiting` has the previous answer, so that nothing jumps while a visitor types. */
export type Answering = { answer: SearchAnswer | null; state: 'ready' | 'waiting' | 'failed' };

function isAnswer(value: unknown): value is SearchAnswer {
  return typeof value === 'object' && value !== null && 'hits' in value && Array.isArray(value.hits);
}

function answers(answer: SearchAnswer | null, question: SearchQuestion): boolean {
  const { query, kinds, page, size = searchPageSize } = question;
  return (
    answer !== null &&
    answer.query === query &&
    answer.page === page &&
    answer.size === size &&
    answer.kinds.join() === kinds.join()
  );
}

/** The server's answer to a question, asked again when the question or `attempt` changes. An empty question has none. */
export function useAnswer(
  question: SearchQuestion,
  { locale, size, known, attempt }: { locale: Locale; size?: number; known: SearchAnswer | null; attempt: number },
): Answering {
  const [got, setGot] = useState<{ url: string; attempt: number; answer: SearchAnswer | null } | null>(null);
  const url = searchUrl(question, locale) + (size === undefined ? '' : `&size=${size}`);
  const isAsked = question.query !== '' && !answers(known, question);

  useEffect(() => {
    if (!isAsked) return undefined;
    const asking = new AbortController();
    const release = releaseQuery(location.search);
    fetch(release.size === 0 ? url : `${url}&${release}`, { signal: asking.signal })
      .then(async (response) => {
        const body: unknown = await response.json();
        if (!response.ok || !isAnswer(body)) throw new Error(`The search answered ${response.status}`);
        setGot({ url, attempt, answer: body });
      })
      .catch(() => {
        if (!asking.signal.aborted) setGot({ url, attempt, answer: null });
      });
    return () => asking.abort();
  }, [url, attempt, isAsked]);

  if (question.query === '') return { answer: null, state: 'ready' };
  if (!isAsked) return { answer: known, state: 'ready' };
  if (got?.url !== url || got.attempt !== attempt) return { answer: got?.answer ?? known, state: 'waiting' };
  return { answer: got.answer, state: got.answer === null ? 'failed' : 'ready' };
}
