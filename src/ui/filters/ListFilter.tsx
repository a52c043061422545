import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import './list-filter.css';

type Choice = { value: string; label: string };

export type ListFilterProps = {
  id: string;
  /** What rows are narrowed down by: each row carries `data-<name>` with its values between spaces. */
  fields: readonly { name: string; label: string; all: string; choices: readonly Choice[] }[];
  /** The field that rows are searched with by their words; none where rows are few. */
  search: string | null;
  words: {
    /** With `%s` for how many are shown. */
    shown: string;
    none: string;
  };
};

const searchDelay = 300;

/**
 * Narrows a list down. The list is the server's: its rows (`data-row`) are shown and hidden, never made, and so are groups of
 * them (`data-group`). What is chosen stands in the address.
 */
export function ListFilter({
  id,
  fields,
  search,
  words,
  list,
}: ListFilterProps & Record<'list', ReactNode>): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const [shown, setShown] = useState<number | null>(null);

  const apply = useCallback((): void => {
    if (!form.current || !root.current) return;
    const chosen = [...new FormData(form.current)].flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
    );
    let count = 0;
    for (const row of root.current.querySelectorAll<HTMLElement>('[data-row]')) {
      row.hidden = !chosen.every(([name, value]) => matches(row, name, value));
      if (!row.hidden) count += 1;
    }
    for (const group of root.current.querySelectorAll<HTMLElement>('[data-group]')) {
      group.hidden = group.querySelector('[data-row]:not([hidden])') === null;
    }
    setShown(chosen.length === 0 ? null : count);
    const query = new URLSearchParams(chosen).toString();
    history.replaceState(history.state, '', `${location.pathname}${query === '' ? '' : `?${query}`}${location.hash}`);
  }, []);

  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    if (form.current) fillIn(form.current, asked);
    if (asked.size > 0) apply();
  }, [apply]);

  const change = (event: { target: EventTarget }): void => {
    if (timer.current) clearTimeout(timer.current);
    if (event.target instanceof HTMLInputElement) timer.current = setTimeout(apply, searchDelay);
    else apply();
  };

  return (
    <div ref={root} className="list-filter">
      <form
        ref={form}
        className="list-filter__form"
        onChange={change}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {search === null ? null : (
          <p className="list-filter__field">
            <label htmlFor={`${id}-q`}>{search}</label>
            <input id={`${id}-q`} type="search" name="q" />
          </p>
        )}
        {fields.map(({ name, label, all, choices }) =>
          choices.length < 2 ? null : (
            <p key={name} className="list-filter__field">
              <label htmlFor={`${id}-${name}`}>{label}</label>
              <select id={`${id}-${name}`} name={name}>
                <option value="">{all}</option>
                {choices.map(({ value, label: text }) => (
                  <option key={value} value={value}>
                    {text}
                  </option>
                ))}
              </select>
            </p>
          ),
        )}
        <p className="list-filter__shown" role="status">
          {shown === null ? '' : shown === 0 ? words.none : words.shown.replace('%s', String(shown))}
        </p>
      </form>
      {list}
    </div>
  );
}

function fillIn(form: HTMLFormElement, asked: URLSearchParams): void {
  for (const element of form.elements) {
    if (!(element instanceof HTMLSelectElement || element instanceof HTMLInputElement)) continue;
    element.value = asked.get(element.name) ?? '';
    // What nobody can choose is not chosen.
    if (element instanceof HTMLSelectElement && element.selectedIndex < 0) element.value = '';
  }
}

function matches(row: HTMLElement, name: string, value: string): boolean {
  if (name === 'q') {
    const text = row.textContent?.toLowerCase() ?? '';
    return value
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }
  return (row.dataset[name] ?? '').split(' ').includes(value);
}
