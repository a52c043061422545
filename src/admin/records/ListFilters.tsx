import { type ReactNode, useEffect, useState } from 'react';
import { gapName, listGaps } from '#domain/media/media-gaps.ts';
import { englishNames, locales } from '#domain/locales.ts';
import { isMediaKind } from '#domain/media/media-library.ts';
import { siteIds } from '#domain/sites.ts';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { getKindNames } from '#kinds/registry.ts';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { siteNames } from '#domain/site-names.ts';
import { type ListState, listStates, untranslatedFilter } from '#view-model/records.ts';
import { SearchField } from '../forms/SearchField.tsx';
import { FilterBar } from '../shell/FilterBar.tsx';
import { TagFilter } from '../media/library/TagFilter.tsx';
import { type ListView, columnFields, filterFields, withFilter } from './list-view.ts';
import type { LoadedKind } from './load-kind.ts';
import { SavedViews } from './SavedViews.tsx';
import { listStateNames } from '#admin/messages/record-states.ts';

/** How long a person stops typing before the list follows, in milliseconds. */
const searchDelay = 250;

type Props = {
  definition: LoadedKind;
  view: ListView;
  /** Null where there are none to choose. */
  columns: readonly string[] | null;
  onView: (view: ListView) => void;
};

/** The search, filters and columns of a list. */
export function ListFilters({ definition, view, columns, onView }: Props): ReactNode {
  const { kind, fields } = definition;
  const [search, setSearch] = useState(view.search);
  useEffect(() => {
    if (search === view.search) return undefined;
    const timer = setTimeout(() => onView({ ...view, search }), searchDelay);
    return () => clearTimeout(timer);
  }, [search, view, onView]);
  // Cleared from elsewhere.
  const [seen, setSeen] = useState(view.search);
  if (seen !== view.search) {
    setSeen(view.search);
    setSearch(view.search);
  }
  return (
    <FilterBar
      count={view.filters.length + (view.state ? 1 : 0) + (view.gap ? 1 : 0)}
      search={
        <SearchField
          label={`Search ${getKindNames(kind).many}`}
          placeholder="Any word of it"
          value={search}
          onChange={setSearch}
        />
      }
    >
      <Choice
        label="State"
        value={view.state ?? ''}
        options={pickStates(definition).map((value) => ({ value, label: listStateNames[value] }))}
        onChange={(value) => onView({ ...view, state: listStates.find((state) => state === value) ?? null })}
      />
      {hasTexts(definition) ? (
        <Choice
          label="No text in"
          value={view.filters.find(({ by }) => by === untranslatedFilter)?.is ?? ''}
          options={[
            { value: 'any', label: 'Any language of its sites' },
            ...locales.map((value) => ({ value, label: englishNames[value] })),
          ]}
          onChange={(value) => onView(withFilter(view, untranslatedFilter, value))}
        />
      ) : null}
      {isUploadKind(kind) ? (
        <Choice
          label="Missing"
          value={view.gap ?? ''}
          options={listGaps(kind).map((value) => ({ value, label: gapName(value) }))}
          onChange={(value) => onView({ ...view, gap: listGaps(kind).find((gap) => gap === value) ?? null })}
        />
      ) : null}
      {filterFields(fields).map((field) => (
        <Choice
          key={field.name}
          label={field.label}
          value={view.filters.find(({ by }) => by === field.name)?.is ?? ''}
          options={
            field.widget === 'select' ? field.options : siteIds.map((value) => ({ value, label: siteNames[value] }))
          }
          onChange={(value) => onView(withFilter(view, field.name, value))}
        />
      ))}
      {isMediaKind(kind) ? <TagFilter {...{ view, onView }} /> : null}
      <div className="adm-list-menus">
        <SavedViews {...{ kind, view, onView }} />
        {columns ? (
          <Columns
            fields={columnFields(definition.columns)}
            columns={columns}
            onChange={(next) => onView({ ...view, columns: next })}
          />
        ) : null}
      </div>
    </FilterBar>
  );
}

/** The states that records of a kind can be in. */
function pickStates({ hasVisibility }: LoadedKind): readonly ListState[] {
  return hasVisibility ? listStates : ['live', 'changed', 'draft'];
}

function hasTexts({ localized }: LoadedKind): boolean {
  return localized !== null && Object.keys(localized).length > 0;
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps): ReactNode {
  return (
    <LabeledField label={label}>
      {({ labelId: _, ...ids }) => (
        <select
          {...ids}
          className="ed-input ed-input--select"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">All</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </LabeledField>
  );
}

type ColumnsProps = {
  fields: ReturnType<typeof columnFields>;
  columns: readonly string[];
  onChange: (columns: string[]) => void;
};

function Columns({ fields, columns, onChange }: ColumnsProps): ReactNode {
  if (fields.length === 0) return null;
  return (
    <>
      <button type="button" className="ed-button" popoverTarget="list-columns">
        Columns
      </button>
      <fieldset id="list-columns" className="adm-popover" popover="auto">
        <legend className="adm-popover__legend">Columns</legend>
        {fields.map(({ name, label }) => (
          <label key={name} className="ed-check adm-popover__check">
            <input
              type="checkbox"
              checked={columns.includes(name)}
              onChange={({ target }) =>
                onChange(
                  fields.flatMap((field) =>
                    (field.name === name ? target.checked : columns.includes(field.name)) ? [field.name] : [],
                  ),
                )
              }
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
