import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { isMediaKind } from '#domain/media/media-library.ts';
import { isReferenceKind, registry, getKindNames } from '#kinds/registry.ts';
import type { KindName } from '#schema/fields.ts';
import { type Creator, findCreator } from './creators.ts';
import { Failure } from '../calls/Failure.tsx';
import { PickerFolder } from './PickerFolder.tsx';
import { Opening } from '#staff/controls/Opening.tsx';
import { PickerFrame } from './PickerFrame.tsx';
import { PickerPages } from './PickerPages.tsx';
import { recentChoices, rememberChoice } from './recent.ts';
import { type PickerItem, type PickerPage, pickerPageSize, useRecords } from './records.ts';
import { Record } from './Thumbnail.tsx';
import { type Find, usePickerSearch } from './use-picker-search.ts';

type Props = {
  kind: KindName;
  chosen: readonly number[];
  /** Where not all records of the kind can be chosen: finds those that can. */
  find?: Find;
  onPick: (id: number) => void;
  onClose: () => void;
};

/**
 * A searchable, paged list of records, opened under its field. The focus stays in the search box; the arrow keys move through
 * the list, Enter chooses and Escape closes (the combobox pattern of WAI-ARIA).
 */
export function Picker({ kind, chosen, find, onPick, onClose }: Props): ReactNode {
  const name = getKindNames(kind).one;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { search, setSearch, asked, setPage, setFolder, state, shown, retry } = usePickerSearch(kind, find);
  const [isCreating, setCreating] = useState(false);
  const creator = findCreator(kind);

  const recent = useRecentChoices(
    kind,
    !find && asked.search === '' && asked.page === 1 && asked.folder === null && (shown?.count ?? 0) > pickerPageSize,
  );
  const found = shown?.items ?? [];
  const options = [...recent, ...found];
  const count = shown?.count ?? 0;

  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  // The list may open below the visible part.
  useEffect(() => {
    // Newer browsers return a promise, which an effect must not return.
    if (state.status !== 'loading') root.current?.scrollIntoView({ block: 'nearest' });
  }, [state.status]);

  const pick = (record: PickerItem) => {
    if (chosen.includes(record.id)) return;
    rememberChoice(kind, record.id);
    onPick(record.id);
  };
  const { active, onSearchKey } = usePointer({ list, shown, options, onPick: pick });
  const take = (made: number) => {
    setCreating(false);
    rememberChoice(kind, made);
    onPick(made);
  };
  return (
    <PickerFrame ref={root} label={`Choose ${name}`} onClose={onClose}>
      <PickerHead
        {...{ kind, id, input, active, search }}
        hasOptions={options.length > 0}
        onSearch={setSearch}
        onKeyDown={onSearchKey}
        onClose={onClose}
      />
      {isMediaKind(kind) ? <PickerFolder folder={asked.folder} onFolder={setFolder} /> : null}
      <PickerStatus {...{ state, count, creator }} onCreate={() => setCreating(true)} />
      {state.status === 'failed' ? <Failure failure={state.failure} onRetry={retry} /> : null}
      {state.status === 'ready' && count === 0 ? (
        <p className="ed-picker__empty">{emptyText(kind, asked, creator?.label ?? null)}</p>
      ) : null}
      <Options
        {...{ kind, id, list, chosen, recent, found, active }}
        key={`${asked.page} ${asked.search} ${asked.folder}`}
        isLoading={state.status === 'loading'}
        onPick={pick}
      />
      <PickerPages page={asked.page} pages={Math.ceil(count / pickerPageSize)} onPage={setPage} />
      {creator && isCreating ? (
        <Suspense fallback={<Opening />}>
          <creator.Form onClose={() => setCreating(false)} onDone={take} />
        </Suspense>
      ) : null}
    </PickerFrame>
  );
}

/** The option that an arrow key moves to; null for keys that stay in the search box. */
function nextOption(key: string, active: number | null, list: HTMLElement | null): number | null {
  const options = [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])];
  const last = options.length - 1;
  if (last < 0) return null;
  if (key === 'ArrowDown' && active === null) return 0;
  if (key === 'ArrowUp' && active === null) return last;
  if (active === null) return null;
  const current = options[active];
  const isGrid = options.some((other) => other !== current && other.offsetTop === current?.offsetTop);
  if (isGrid && key === 'ArrowLeft') return Math.max(0, active - 1);
  if (isGrid && key === 'ArrowRight') return Math.min(last, active + 1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const by = key === 'ArrowDown' ? 1 : -1;
  // In a grid: the option in the same column of the row below or above.
  for (let index = active + by; index >= 0 && index <= last; index += by) {
    const other = options[index];
    if (
      !isGrid ||
      (other && current && other.offsetTop !== current.offsetTop && other.offsetLeft <= current.offsetLeft)
    ) {
      return index;
    }
  }
  if (isGrid) return by === 1 ? last : 0;
  return by === 1 ? 0 : last;
}

function isPictureGrid(kind: KindName): boolean {
  return isReferenceKind(kind) && 'isGrid' in registry[kind].picker;
}

function emptyText(
  kind: KindName,
  { search, folder }: { search: string; folder: number | null },
  create: string | null,
): string {
  const other = create ? `, or use “${create}”` : '';
  if (search === '' && folder !== null) return `No ${getKindNames(kind).one} is in this folder.`;
  if (search === '') return `There are no ${getKindNames(kind).many} yet${create ? `. Use “${create}”` : ''}.`;
  return `No ${getKindNames(kind).one} matches “${search}”. Search for less of the name, or for the id${other}.`;
}

type HeadProps = {
  kind: KindName;
  id: string;
  input: RefObject<HTMLInputElement | null>;
  active: number | null;
  search: string;
  hasOptions: boolean;
  onSearch: (search: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClose: () => void;
};

function PickerHead({
  kind,
  id,
  input,
  active,
  search,
  hasOptions,
  onSearch,
  onKeyDown,
  onClose,
}: HeadProps): ReactNode {
  return (
    <div className="ed-picker__head">
      <input
        ref={input}
        type="search"
        className="ed-input"
        role="combobox"
        aria-label={`Search ${getKindNames(kind).many}`}
        aria-expanded={hasOptions}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        placeholder="Search by name or id"
        autoComplete="off"
        maxLength={200}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClose}>
        Close
      </button>
    </div>
  );
}

type OptionsProps = {
  kind: KindName;
  id: string;
  list: RefObject<HTMLDivElement | null>;
  chosen: readonly number[];
  recent: readonly PickerItem[];
  found: readonly PickerItem[];
  /** The active option, counted through both groups. */
  active: number | null;
  isLoading: boolean;
  onPick: (record: PickerItem) => void;
};

function Options({ kind, id, list, chosen, recent, found, active, isLoading, onPick }: OptionsProps): ReactNode {
  const option = (record: PickerItem, index: number) => (
    // The search box has the focus and handles the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      key={index < recent.length ? `recent-${record.id}` : record.id}
      id={`${id}-${index}`}
      role="option"
      tabIndex={-1}
      className={index === active ? 'ed-picker__item ed-picker__item--active' : 'ed-picker__item'}
      aria-selected={chosen.includes(record.id)}
      aria-disabled={chosen.includes(record.id) ? true : undefined}
      title={record.title}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(record)}
    >
      <Record record={record} title={record.title} />
    </div>
  );
  const groupClass = isPictureGrid(kind) ? 'ed-picker__items ed-picker__items--pictures' : 'ed-picker__items';
  return (
    <div
      ref={list}
      id={`${id}-list`}
      className="ed-picker__list"
      role="listbox"
      aria-label={getKindNames(kind).many}
      aria-busy={isLoading}
      hidden={recent.length + found.length === 0}
    >
      {recent.length > 0 ? (
        <div role="group" aria-labelledby={`${id}-recent`} className={`${groupClass} ed-picker__items--recent`}>
          <p id={`${id}-recent`} className="ed-picker__group" role="presentation">
            Chosen recently
          </p>
          {recent.map((record, index) => option(record, index))}
        </div>
      ) : null}
      {recent.length > 0 ? (
        <div role="group" aria-labelledby={`${id}-all`} className={groupClass}>
          <p id={`${id}-all`} className="ed-picker__group" role="presentation">
            All {getKindNames(kind).many}
          </p>
          {found.map((record, index) => option(record, recent.length + index))}
        </div>
      ) : (
        <div role="presentation" className={groupClass}>
          {found.map((record, index) => option(record, index))}
        </div>
      )}
    </div>
  );
}

/** Recent choices, offered before a search is typed; deleted records are left out. */
function useRecentChoices(kind: KindName, isBrowsing: boolean): readonly PickerItem[] {
  const [ids] = useState(() => recentChoices(kind));
  const records = useRecords(kind, ids);
  return isBrowsing ? records.filter((record) => record !== null && record !== undefined) : [];
}

type StatusProps = {
  state: ReturnType<typeof usePickerSearch>['state'];
  count: number;
  creator: Creator | null;
  onCreate: () => void;
};

function PickerStatus({ state, count, creator, onCreate }: StatusProps): ReactNode {
  return (
    <div className="ed-picker__state">
      <p className="ed-picker__status" role="status">
        {state.status === 'loading' ? 'Searching …' : null}
        {state.status === 'ready' ? (count === 0 ? 'Nothing found' : `${count.toLocaleString('en')} found`) : null}
      </p>
      {creator ? (
        <button type="button" className="ed-button ed-button--small" onClick={onCreate}>
          {creator.label}
        </button>
      ) : null}
    </div>
  );
}

type PointerOptions = {
  list: RefObject<HTMLDivElement | null>;
  shown: PickerPage | null;
  options: readonly PickerItem[];
  onPick: (record: PickerItem) => void;
};

/** The active option of the arrow keys, which Enter chooses. */
function usePointer({ list, shown, options, onPick }: PointerOptions) {
  // Valid only for the list in which the keys were used.
  const [pointed, setPointed] = useState<{ list: PickerPage | null; index: number } | null>(null);
  const active = pointed && pointed.list === shown ? pointed.index : null;
  const pointTo = (index: number) => {
    setPointed({ list: shown, index });
    list.current?.querySelectorAll('[role="option"]')[index]?.scrollIntoView({ block: 'nearest' });
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      // Enter in the search box must not submit the form.
      event.preventDefault();
      const record = active === null ? undefined : options[active];
      if (record) onPick(record);
      return;
    }
    const next = nextOption(event.key, active, list.current);
    if (next === null) return;
    event.preventDefault();
    pointTo(next);
  };
  return { active, onSearchKey };
}
