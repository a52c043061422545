import { releaseQuery } from '#domain/addresses/release-query.ts';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Locale } from '#domain/locales.ts';
import {
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
  type SearchQuestion,
  type SearchSuggestion,
  questionParameters,
  readQuestion,
  searchPageSize,
  searchPageSizes,
} from '#domain/search/search.ts';
import { Day } from '../primitives/dates.tsx';
import { offeredPages, pageCount } from '../primitives/pagination-pages.ts';
import { Marked } from './Marked.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchState } from './SearchState.tsx';
import { formatCount } from './describe-answer.ts';
import { useAnswer } from './use-answer.ts';
import type { SearchTexts } from './search-texts.ts';

type SiteSearchProps = {
  action: string;
  locale: Locale;
  query: string;
  answer: SearchAnswer | null;
  suggestions: readonly SearchSuggestion[];
  words: SearchTexts;
};

const typingMilliseconds = 300;

/**
 * Field, kinds and hits of the search page. The query is in the address, so each state can be linked to; every link
 * leads to a page that the server renders with the answer.
 */
export function SiteSearch({ action, locale, query, answer: known, suggestions, words }: SiteSearchProps): ReactNode {
  const id = `search${useId()}`;
  const [question, setQuestion] = useState<SearchQuestion>(() => ({
    query,
    kinds: known?.kinds ?? [],
    page: known?.page ?? 1,
    size: searchPageSizes.find((size) => size === known?.size) ?? searchPageSize,
  }));
  const [typed, setTyped] = useState(query);
  const [attempt, setAttempt] = useState(0);
  const answering = useAnswer(question, { locale, known, attempt });
  const { answer } = answering;
  const typing = useRef<number | undefined>(undefined);
  const status = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const read = (isFirst: boolean) => {
      const asked = readQuestion(new URLSearchParams(location.search));
      if (asked.query === '') asked.query = query;
      setQuestion(asked);
      // Text that is being typed stays.
      setTyped((now) => (isFirst && now !== query ? now : asked.query));
    };
    const follow = () => read(false);
    read(true);
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [query]);

  const ask = (next: SearchQuestion, how: 'push' | 'replace') => {
    clearTimeout(typing.current);
    setQuestion(next);
    const address = `${location.pathname}?${new URLSearchParams([...questionParameters(next), ...releaseQuery(location.search)])}`;
    if (how === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  };
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(typing.current);
    typing.current = window.setTimeout(
      () => ask({ query: value.trim(), kinds: [], page: 1, size: question.size }, 'replace'),
      typingMilliseconds,
    );
  };
  const makeHref = (next: Partial<SearchQuestion>) =>
    `${action}?${questionParameters({ ...question, page: 1, ...next })}`;
  const follow = (next: Partial<SearchQuestion>) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    ask({ ...question, page: 1, ...next }, 'push');
    status.current?.scrollIntoView({ block: 'center' });
  };

  return (
    <div className="site-search">
      <SearchField
        id={id}
        action={action}
        words={words}
        value={typed}
        onType={type}
        onSubmit={() => ask({ ...question, query: typed.trim(), page: 1 }, 'push')}
      />
      <div ref={status}>
        <SearchState answering={answering} words={words} onRetry={() => setAttempt(attempt + 1)} />
      </div>
      <Kinds {...{ answer, words, hrefOf: makeHref, follow }} chosen={question.kinds} />
      <Results {...{ answering, locale, suggestions, action, words, hrefOf: makeHref, follow }} />
    </div>
  );
}

function Hit({ hit, locale, words }: { hit: SearchHit; locale: Locale; words: SearchTexts }): ReactNode {
  return (
    <li className="search-hit">
      <p className="search-hit__kind">
        <span>{words.one[hit.kind]}</span>
        {hit.language === null ? null : <span>{hit.language.name}</span>}
        {hit.date === null ? null : <Day iso={hit.date} locale={locale} />}
      </p>
      <div>
        <h2 className="search-hit__title">
          <a href={hit.href} hrefLang={hit.language?.code}>
            <Marked text={hit.title} />
          </a>
        </h2>
        {hit.text.length === 0 ? null : (
          <p className="search-hit__text">
            <Marked text={hit.text} />
          </p>
        )}
      </div>
    </li>
  );
}

function Suggestions({
  suggestions,
  action,
  words,
}: Pick<SiteSearchProps, 'suggestions' | 'action' | 'words'>): ReactNode {
  return suggestions.length === 0 ? null : (
    <section className="search-suggestions">
      <h2 className="search-suggestions__title">{words.suggestions}</h2>
      <ul>
        {suggestions.map(({ title, text, query }) => (
          <li key={query}>
            <a href={`${action}?${questionParameters({ query, kinds: [], page: 1 })}`}>
              <span>{title}</span>
              <span className="search-suggestions__text">{text}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Following = {
  hrefOf: (next: Partial<SearchQuestion>) => string;
  follow: (next: Partial<SearchQuestion>) => (event: MouseEvent) => void;
};

/** The pages of the hits, and how many a page has. Nothing while all are on one page of the default size. */
function Pages({ answer, hrefOf, follow, words }: Following & { answer: SearchAnswer; words: SearchTexts }): ReactNode {
  const size = searchPageSizes.find((offered) => offered === answer.size) ?? searchPageSize;
  const last = pageCount(answer.total, size);
  if (last === 1 && size === searchPageSize) return null;
  return (
    <nav className="pagination" aria-label={words.pages}>
      {last === 1 ? null : (
        <ul className="pagination__pages">
          {offeredPages(answer.page, last).map((page, index) => (
            <li key={index}>
              {page === 'gap' ? (
                <span className="pagination__gap">…</span>
              ) : (
                <a
                  className="pagination__link"
                  href={hrefOf({ page })}
                  onClick={follow({ page })}
                  aria-current={page === answer.page ? 'page' : undefined}
                >
                  {page}
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="pagination__sizes" role="group" aria-label={words.sizes}>
        <span className="pagination__label" aria-hidden="true">
          {words.sizes}
        </span>
        {searchPageSizes.map((offered) => (
          <a
            key={offered}
            className="pagination__link"
            href={hrefOf({ size: offered })}
            onClick={follow({ size: offered })}
            aria-current={offered === size ? 'true' : undefined}
          >
            {offered === 'all' ? words.allHits : offered}
          </a>
        ))}
      </div>
    </nav>
  );
}

type Links = {
  hrefOf: (next: Partial<SearchQuestion>) => string;
  follow: (next: Partial<SearchQuestion>) => (event: MouseEvent) => void;
};

type KindsProps = Links & { answer: SearchAnswer | null; chosen: readonly SearchKind[]; words: SearchTexts };

function Kinds({ answer, chosen, words, hrefOf, follow }: KindsProps): ReactNode {
  if (answer === null || answer.facets.length < 2) return null;
  const found = answer.facets.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav className="search-kinds" aria-label={words.filter}>
      <a
        href={hrefOf({ kinds: [] })}
        onClick={follow({ kinds: [] })}
        aria-current={chosen.length === 0 ? 'true' : undefined}
      >
        {words.all} <span>{found}</span>
      </a>
      {answer.facets.map(({ kind, count }) => (
        <a
          key={kind}
          href={hrefOf({ kinds: [kind] })}
          onClick={follow({ kinds: [kind] })}
          aria-current={chosen.includes(kind) ? 'true' : undefined}
        >
          {words.kinds[kind]} <span>{formatCount(count)}</span>
        </a>
      ))}
    </nav>
  );
}

type ResultsProps = Links &
  Pick<SiteSearchProps, 'locale' | 'suggestions' | 'action' | 'words'> & { answering: ReturnType<typeof useAnswer> };

function Results({ answering, locale, suggestions, action, words, hrefOf, follow }: ResultsProps): ReactNode {
  const { answer, state } = answering;
  return answer === null ? (
    <>
      {state === 'ready' ? <Suggestions suggestions={suggestions} action={action} words={words} /> : null}
      {state === 'waiting' ? <div className="site-search__room" /> : null}
    </>
  ) : answer.total === 0 ? (
    <>
      <p className="site-search__hint">{words.noneHint}</p>
      <Suggestions suggestions={suggestions} action={action} words={words} />
    </>
  ) : (
    <>
      <ol className="search-hits" aria-label={words.results} aria-busy={state === 'waiting'}>
        {answer.hits.map((hit) => (
          <Hit
            key={`${hit.kind} ${hit.href} ${hit.title.map(({ text }) => text).join('')}`}
            hit={hit}
            locale={locale}
            words={words}
          />
        ))}
      </ol>
      <Pages answer={answer} hrefOf={hrefOf} follow={follow} words={words} />
    </>
  );
}
