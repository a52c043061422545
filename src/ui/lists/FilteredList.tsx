import { type ChangeEvent, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { hasWords, splitSearch } from '#domain/search/search-words.ts';
import { type IslandTexts, translateWith } from '#ui/i18n/island-texts.ts';
import { Pagination } from '../primitives/Pagination.tsx';
import { type PageSize, defaultPageSize, pageCount, pageSizes } from '../primitives/pagination-pages.ts';
import { SearchInput } from '../primitives/SearchInput.tsx';
import { showQuery, takeQueryLink } from './query-links.ts';
import '../primitives/control.css';
import './filtered-list.css';

export type Filter = {
  /** In the query of the address, and `data-<name>` of the items, where their values are separated by spaces. */
  name: string;
  label: string;
  /** A choice of one in a list, one of a few links, yes or no, or words that are searched for in the text of the items. */
  as: 'select' | 'links' | 'flag' | 'search';
  /** What no choice is called, where there is one to make. */
  all: string;
  /** A link without script leads to the part of the list that `anchor` names. */
  options: readonly { value: string; label: string; anchor?: string }[];
};

type FilteredListProps = {
  id: string;
  filters: readonly Filter[];
  /** How many items there are in all. */
  total: number;
  /** Shows them page by page. */
  isPaged: boolean;
  words: {
    /** With `%s` for how many there are. */
    shown: string;
    none: string;
    pages: IslandTexts;
  };
  /** The list of the server. Items carry `data-item` and what filters ask for; parts of it `data-part`. */
  list: ReactNode;
};

type State = { chosen: Readonly<Record<string, string>>; page: number; size: PageSize; shown: number };

/**
 * Filters and paginates a list. The choice is stored in the address, so that it can be shared and gone back to. The
 * items are server markup: they are shown and hidden, never rendered here.
 */
export function FilteredList({ id, filters, total, isPaged, words, list }: FilteredListProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>({ chosen: {}, page: 1, size: defaultPageSize, shown: total });

  const apply = useCallback((): void => {
    if (!root.current) return;
    const query = new URLSearchParams(location.search);
    const chosen = chosenIn(query, filters);
    const size = isPaged ? parseSize(query.get('size')) : 'all';
    const items = [...root.current.querySelectorAll<HTMLElement>('[data-item]')];
    const matching = items.filter((item) =>
      filters.every(({ name, as }) => chosen[name] === undefined || matches(item, name, as, chosen[name])),
    );
    const page = Math.min(Math.max(Number(query.get('page')) || 1, 1), pageCount(matching.length, size));
    const visible = new Set(size === 'all' ? matching : matching.slice((page - 1) * size, page * size));
    for (const item of items) item.hidden = !visible.has(item);
    for (const part of root.current.querySelectorAll<HTMLElement>('[data-part]'))
      part.hidden = !part.querySelector('[data-item]:not([hidden])');
    root.current.dataset['ready'] = 'true';
    setState({ chosen, page, size, shown: matching.length });
  }, [filters, isPaged]);

  useEffect(() => {
    if (root.current) showEarlyChoices(root.current);
    // An item that the address names is shown regardless of the filters.
    const reach = () => {
      apply();
      const item = document.getElementById(location.hash.slice(1));
      if (!item?.hidden || !root.current?.contains(item)) return;
      const query = new URLSearchParams(location.search);
      for (const name of ['page', ...filters.map((filter) => filter.name)]) query.delete(name);
      if (isPaged) query.set('size', 'all');
      history.replaceState(null, '', `?${query.toString()}${location.hash}`);
      apply();
      item.scrollIntoView();
    };
    reach();
    addEventListener('popstate', reach);
    return () => removeEventListener('popstate', reach);
  }, [apply, filters, isPaged]);

  /** Other parameters stay in the address, such as the one of a draft. */
  const go = (change: Readonly<Record<string, string>>, isTyping = false): void => {
    const query = new URLSearchParams(location.search);
    query.delete('page');
    for (const [name, value] of Object.entries(change)) {
      if (value === '') query.delete(name);
      else query.set(name, value);
    }
    showQuery(`?${query.toString()}`, isTyping);
    apply();
  };

  const follow = (event: MouseEvent): void => {
    const taken = takeQueryLink(event);
    if (!taken) return;
    go(Object.fromEntries(new URLSearchParams(taken.query)));
    if (taken.link.closest('.pagination')) root.current?.scrollIntoView({ block: 'start' });
  };

  const isNarrowed = Object.keys(state.chosen).length > 0;
  const { chosen } = state;
  return (
    // The links inside work from the keyboard; this only handles their clicks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div ref={root} className="filtered-list" onClick={follow}>
      {filters.length === 0 ? null : (
        <Choices
          {...{ id, filters, chosen }}
          onChoose={(filter, value) => go({ [filter.name]: value }, filter.as === 'search')}
        >
          {state.shown === 0 ? words.none : isNarrowed ? words.shown.replace('%s', String(state.shown)) : ''}
        </Choices>
      )}
      {list}
      {isPaged ? (
        <Pagination
          page={state.page}
          size={state.size}
          total={state.shown}
          hrefOf={makeHref}
          t={translateWith(words.pages)}
        />
      ) : null}
    </div>
  );
}

/** A choice that was made before hydration counts as well, unless the address has another. */
function showEarlyChoices(root: HTMLElement): void {
  const query = new URLSearchParams(location.search);
  const before = query.size;
  for (const control of root.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input[type="checkbox"]')) {
    const isChosen = 'checked' in control ? control.checked : control.value !== '';
    if (isChosen && !query.has(control.name)) query.set(control.name, control.value);
  }
  if (query.size > before) showQuery(`?${query.toString()}`, true);
}

function matches(item: HTMLElement, name: string, as: Filter['as'], value: string): boolean {
  if (as !== 'search') return (item.dataset[name] ?? '').split(' ').includes(value);
  return hasWords(item.textContent, splitSearch(value));
}

function parseSize(value: string | null): PageSize {
  return pageSizes.find((size) => String(size) === value) ?? defaultPageSize;
}

/** Empty values are taken out of the address. */
function makeHref(page: number, size: PageSize): string {
  const query = { page: page === 1 ? '' : String(page), size: size === defaultPageSize ? '' : String(size) };
  return `?${new URLSearchParams(query).toString()}`;
}

type ChoiceProps = { id: string; filter: Filter; chosen: string; onChoose: (value: string) => void };

function Choice({ id, filter: { name, label, as, all, options }, chosen, onChoose }: ChoiceProps): ReactNode {
  const [only] = options;
  if (as === 'flag') {
    return only === undefined ? null : (
      <label className="check filtered-list__flag">
        <input
          type="checkbox"
          name={name}
          value={only.value}
          checked={chosen !== ''}
          onChange={(event) => onChoose(event.target.checked ? only.value : '')}
        />
        <span>{only.label}</span>
      </label>
    );
  }
  if (as === 'search')
    return (
      <p className="filtered-list__field">
        <label htmlFor={id}>{label}</label>
        <SearchInput id={id} name={name} words={chosen} onSearch={onChoose} />
      </p>
    );
  if (options.length < 2) return null;
  if (as === 'select') {
    return (
      <p className="filtered-list__field">
        <label htmlFor={id}>{label}</label>
        <select
          id={id}
          className="control"
          name={name}
          value={chosen}
          onChange={(event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value)}
        >
          <option value="">{all}</option>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </p>
    );
  }
  return (
    <nav className="filtered-list__links" aria-label={label}>
      <ul>
        {[{ value: '', label: all }, ...options].map((option) => (
          <li key={option.value}>
            <a
              id={`${id}-${option.value || 'all'}`}
              href={`?${name}=${encodeURIComponent(option.value)}#${'anchor' in option && option.anchor ? option.anchor : `${id}-${option.value || 'all'}`}`}
              aria-current={option.value === chosen ? 'true' : undefined}
            >
              {option.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What an address chooses of the filters; what none of them offers is left out. */
function chosenIn(query: URLSearchParams, filters: readonly Filter[]): Record<string, string> {
  const chosen: Record<string, string> = {};
  for (const { name, as, options } of filters) {
    const value = query.get(name) ?? '';
    if (as === 'search' ? value !== '' : options.some((option) => option.value === value)) chosen[name] = value;
  }
  return chosen;
}

type ChoicesProps = {
  id: string;
  filters: readonly Filter[];
  chosen: Readonly<Record<string, string>>;
  onChoose: (filter: Filter, value: string) => void;
  /** What is left of the list, in words. */
  children: ReactNode;
};

function Choices({ id, filters, chosen, onChoose, children }: ChoicesProps): ReactNode {
  return (
    <div className="filtered-list__filters">
      {filters.map((filter) => (
        <Choice
          key={filter.name}
          id={`${id}-${filter.name}`}
          filter={filter}
          chosen={chosen[filter.name] ?? ''}
          onChoose={(value) => onChoose(filter, value)}
        />
      ))}
      <p className="filtered-list__shown" role="status">
        {children}
      </p>
    </div>
  );
}
