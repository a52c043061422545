import type { ReactNode } from 'react';
import { englishNames, locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import type { Filters } from './inbox-filters.ts';
import { FilterBar } from '../shell/FilterBar.tsx';
import { SearchField } from './SearchField.tsx';
import { siteNames } from '#domain/site-names.ts';

type Props = {
  filters: Filters;
  /** The typed search, before it is debounced. */
  search: string;
  onSearch: (search: string) => void;
  onFilter: (change: Partial<Filters>) => void;
};

/** The filters of a form's submissions. */
export function InboxFilters({ filters, search, onSearch, onFilter }: Props): ReactNode {
  return (
    <FilterBar
      count={[filters.state, filters.from, filters.until, filters.site, filters.locale].filter(Boolean).length}
      isSearch
      search={<SearchField label="Search" placeholder="Search answers and notes" value={search} onChange={onSearch} />}
    >
      <Choice
        label="State"
        value={filters.state}
        options={[
          ['', 'All'],
          ['unread', 'Unread'],
          ['read', 'Read'],
        ]}
        onChange={(state) => onFilter({ state })}
      />
      <Day label="From" value={filters.from} onChange={(from) => onFilter({ from })} />
      <Day label="Until" value={filters.until} onChange={(until) => onFilter({ until })} />
      <Choice
        label="Site"
        value={filters.site}
        options={[['', 'All'], ...siteIds.map((site) => [site, siteNames[site]] as const)]}
        onChange={(site) => onFilter({ site })}
      />
      <Choice
        label="Language"
        value={filters.locale}
        options={[['', 'All'], ...locales.map((locale) => [locale, englishNames[locale]] as const)]}
        onChange={(locale) => onFilter({ locale })}
      />
    </FilterBar>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  options: readonly (readonly [value: T, label: string])[];
  onChange: (value: T) => void;
};

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactNode {
  return (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input"
          value={value}
          onChange={(event) => onChange(options.find(([one]) => one === event.target.value)?.[0] ?? value)}
        >
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}

function Day({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }): ReactNode {
  return (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <input
          {...ids}
          type="date"
          className="ed-input ed-date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </LabeledField>
  );
}
