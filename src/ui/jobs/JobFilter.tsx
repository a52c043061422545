import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import './job-filter.css';

type Choice = { value: string; label: string };

export type JobFilterProps = {
  id: string;
  places: readonly Choice[];
  fields: readonly Choice[];
  words: {
    place: string;
    field: string;
    allPlaces: string;
    allFields: string;
    /** With `%s` for how many are shown. */
    shown: string;
    none: string;
  };
  /** Rows carry `data-place` and `data-field`. */
  table: ReactNode;
};

/** Narrows a table of jobs down to a place and a field. The table is the server's: rows are shown and hidden, never made. */
export function JobFilter({ id, places, fields, words, table }: JobFilterProps): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [shown, setShown] = useState<number | null>(null);

  const apply = useCallback((): void => {
    if (!form.current || !root.current) return;
    const chosen = new FormData(form.current);
    const place = chosen.get('place') ?? '';
    const field = chosen.get('field') ?? '';
    let count = 0;
    for (const row of root.current.querySelectorAll<HTMLElement>('tr[data-place]')) {
      row.hidden = (place !== '' && row.dataset['place'] !== place) || (field !== '' && row.dataset['field'] !== field);
      if (!row.hidden) count += 1;
    }
    setShown(place === '' && field === '' ? null : count);
  }, []);

  // A browser that comes back to the page has restored what was chosen.
  useEffect(apply, [apply]);

  return (
    <div ref={root} className="job-filter">
      <form ref={form} className="job-filter__form" onChange={apply} onSubmit={(event) => event.preventDefault()}>
        <Select id={`${id}-place`} name="place" label={words.place} all={words.allPlaces} choices={places} />
        <Select id={`${id}-field`} name="field" label={words.field} all={words.allFields} choices={fields} />
        <p className="job-filter__shown" role="status">
          {shown === null ? '' : shown === 0 ? words.none : words.shown.replace('%s', String(shown))}
        </p>
      </form>
      {table}
    </div>
  );
}

type SelectProps = { id: string; name: string; label: string; all: string; choices: readonly Choice[] };

function Select({ id, name, label, all, choices }: SelectProps): ReactNode {
  return choices.length < 2 ? null : (
    <p className="job-filter__field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name}>
        <option value="">{all}</option>
        {choices.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
