import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { Locale } from '#domain/locales.ts';
import {
  type SearchAnswer,
  type SearchHit,
  type SearchKind,
  type SearchQuestion,
  type SearchSuggestion,
  questionParameters,
} from '#domain/search/search.ts';
import { followLink } from '../follow-link.ts';
import { Marked } from './Marked.tsx';
import { SearchField } from './SearchField.tsx';
import { SearchState } from './SearchState.tsx';
import { formatCount } from './describe-answer.ts';
import { useAnswer } from './use-answer.ts';
import type { SearchTexts } from './search-texts.ts';

type SmartSearchProps = {
  action: string;
  locale: Locale;
  suggestions: readonly SearchSuggestion[];
  words: SearchTexts;
};

type Option = Pick<SearchHit, 'href' | 'language' | 'title' | 'text'>;
type Group = { name: string; options: readonly Option[] };

const typingMilliseconds = 300;
const askedFor = 40;
/** Per kind, while all kinds are shown. */
const shownOfAKind = 4;

/**
 * A search that answers while a visitor types: a combobox whose options are the places themselves. Enter without an
 * option goes to the search page, which is also where the form leads without JavaScript.
 */
export function SmartSearch({ action, locale, suggestions, words }: SmartSearchProps): ReactNode {
  const id = `search${useId()}`;
  const { typed, question, ask, narrowTo } = useTyped();
  const [attempt, setAttempt] = useState(0);
  const [isListClosed, setListClosed] = useState(false);
  // Of one answer: another one begins at the field again.
  const [chosen, setChosen] = useState<{ of: SearchAnswer | null; place: number }>({ of: null, place: -1 });
  const answering = useAnswer(question, { locale, size: askedFor, known: null, attempt });
  const { answer } = answering;

  const groups = isListClosed ? [] : makeGroups(answer, { action, suggestions, words });
  const options = groups.flatMap((group) => group.options);

  const starts = listStarts(groups);
  const active = chosen.of === answer && !isListClosed ? chosen.place : -1;

  const type = (value: string) => {
    setListClosed(false);
    ask(value);
  };
  const narrow = (kinds: readonly SearchKind[]) => {
    setListClosed(false);
    narrowTo(kinds);
  };
  const go = () => {
    followLink(options[active]?.href ?? `${action}?${questionParameters({ ...question, query: typed.trim() })}`);
  };
  const press = (event: KeyboardEvent) => {
    // The first one closes the list, the second one empties the field.
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      if (isListClosed) type('');
      else setListClosed(true);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (isListClosed) return setListClosed(false);
    // One place more than there are options: the field itself.
    const places = options.length + 1;
    const place = ((active + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1;
    setChosen({ of: answer, place });
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <div className="smart-search">
      <SearchField
        id={id}
        action={action}
        words={words}
        value={typed}
        onType={type}
        onSubmit={go}
        input={{
          role: 'combobox',
          'aria-expanded': options.length > 0,
          'aria-controls': `${id}-options`,
          'aria-autocomplete': 'list',
          'aria-activedescendant': active < 0 ? undefined : `${id}-${active}`,
          onKeyDown: press,
          onClick: () => setListClosed(false),
        }}
      />
      <SearchState answering={answering} words={words} onRetry={() => setAttempt(attempt + 1)} />
      <Kinds answer={answer} chosen={question.kinds} words={words} onNarrow={narrow} />
      {answer?.total === 0 ? <p className="site-search__hint">{words.noneHint}</p> : null}
      <div
        id={`${id}-options`}
        className="smart-search__options"
        role="listbox"
        aria-label={words.results}
        aria-busy={answering.state === 'waiting'}
      >
        {groups.map((group, index) => (
          <OptionGroup key={group.name} {...{ id, group, index, active }} start={starts[index] ?? 0} />
        ))}
      </div>
      {answer === null || answer.total === 0 ? null : (
        <All
          href={`${action}?${questionParameters(question)}`}
          text={answer.total === 1 ? words.everyOne : words.every.replace('%s', String(answer.total))}
        />
      )}
    </div>
  );
}

/** What is in the field, and the question that follows it once nothing was typed for a moment. */
function useTyped() {
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState<SearchQuestion>({ query: '', kinds: [], page: 1 });
  const typing = useRef<number | undefined>(undefined);
  const ask = (value: string) => {
    setTyped(value);
    clearTimeout(typing.current);
    typing.current = window.setTimeout(
      () => setQuestion({ query: value.trim(), kinds: [], page: 1 }),
      value.trim() === '' ? 0 : typingMilliseconds,
    );
  };
  const narrowTo = (kinds: readonly SearchKind[]) => setQuestion({ ...question, kinds });
  return { typed, question, ask, narrowTo };
}

function suggested({ title, text, query }: SearchSuggestion, action: string): Option {
  const plain = (words: string) => (words === '' ? [] : [{ text: words, isHit: false }]);
  return {
    href: `${action}?${questionParameters({ query, kinds: [], page: 1 })}`,
    language: null,
    title: plain(title),
    text: plain(text),
  };
}

/** What was found, by kind; before anything is looked for, what is suggested. */
function makeGroups(
  answer: SearchAnswer | null,
  { action, suggestions, words }: Pick<SmartSearchProps, 'action' | 'suggestions' | 'words'>,
): Group[] {
  if (answer === null) {
    return [{ name: words.suggestions, options: suggestions.map((suggestion) => suggested(suggestion, action)) }];
  }
  return answer.facets.flatMap(({ kind }): Group[] => {
    const hits = answer.hits.filter((hit) => hit.kind === kind);
    const options = answer.kinds.length > 0 ? hits : hits.slice(0, shownOfAKind);
    return options.length === 0 ? [] : [{ name: words.kinds[kind], options }];
  });
}

type KindsProps = {
  answer: SearchAnswer | null;
  chosen: readonly SearchKind[];
  words: SmartSearchProps['words'];
  onNarrow: (kinds: readonly SearchKind[]) => void;
};

function Kinds({ answer, chosen, words, onNarrow }: KindsProps): ReactNode {
  if (answer === null || answer.facets.length < 2) return null;
  return (
    <div className="search-kinds" role="group" aria-label={words.filter}>
      {answer.facets.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={chosen.includes(kind)}
          onClick={() => onNarrow(chosen.includes(kind) ? [] : [kind])}
        >
          {words.kinds[kind]} <span>{formatCount(count)}</span>
        </button>
      ))}
    </div>
  );
}

type GroupProps = {
  id: string;
  group: Group;
  index: number;
  /** How many options are in the groups before. */
  start: number;
  active: number;
};

function OptionGroup({ id, group, index, start, active }: GroupProps): ReactNode {
  return (
    <div className="smart-search__group" role="group" aria-labelledby={`${id}-group-${index}`}>
      <p id={`${id}-group-${index}`} className="smart-search__name" role="none">
        {group.name}
      </p>
      {group.options.map((option, at) => {
        const place = start + at;
        return (
          <a
            key={place}
            id={`${id}-${place}`}
            className="smart-search__option"
            role="option"
            aria-selected={place === active}
            tabIndex={-1}
            href={option.href}
            hrefLang={option.language?.code}
          >
            <span className="smart-search__title">
              <Marked text={option.title} />
              {option.language === null ? null : <span className="smart-search__language">{option.language.name}</span>}
            </span>
            {option.text.length === 0 ? null : (
              <span className="smart-search__text">
                <Marked text={option.text} />
              </span>
            )}
          </a>
        );
      })}
    </div>
  );
}

/** How many options are in the groups before each. */
function listStarts(groups: readonly Group[]): number[] {
  return groups.map((_, index) => groups.slice(0, index).reduce((sum, group) => sum + group.options.length, 0));
}

function All({ href, text }: { href: string; text: string }): ReactNode {
  return (
    <p className="smart-search__all">
      <a className="text-link" href={href}>
        {text}
      </a>
    </p>
  );
}
