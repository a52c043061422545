import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  lazy,
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { defaultLocale } from '#domain/locales.ts';
import { modulesIn } from '#domain/pages/structure.ts';
import { galleryPath } from '#domain/addresses/gallery-path.ts';
import { type AddableType, groupedTypes, otherName, searchTypes } from '#modules/addable-types.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { EnglishPage } from './EnglishPage.tsx';
import { InsertionMark } from './InsertionMark.tsx';
import { findModuleElement } from './module-element.ts';
import { findAnchor, nearbyPlaces } from './new-places.ts';
import { showPageBeside } from './page-beside.ts';
import { atTop, changePlace, chooseType, closeSidebar, useEditorQuery } from './query.ts';
import { TypePicture } from './picker/TypePicture.tsx';
import { nextInGrid } from './picker/next-in-grid.ts';
import { recentTypes, rememberType } from './recent-types.ts';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import type { Structure } from './use-structure.ts';
import { labels } from '#staff/messages/labels.ts';

const SavedSections = lazy(() => import('./sections/SavedSections.tsx'));
const SharedModules = lazy(() => import('./shared/SharedModules.tsx'));

/** As short as one line of the sidebar takes, and as a whole for who hears them. */
const lists = ['Modules', labels.sections, labels.shared] as const;
const wholeLists = ['Modules', labels.savedSections, labels.sharedModules] as const;
const listed = ['modules', 'saved sections', 'shared modules'] as const;

type Props = {
  state: EditorState;
  structure: Structure;
  /** A dialog is open over it. */
  isBlocked: boolean;
};

/**
 * Lists the types of modules, of which choosing one opens the dialog that adds it, or saved sections and shared modules, which are
 * inserted. The whole page is visible beside it.
 */
export default function Sidebar({ state, structure, isBlocked }: Props): ReactNode {
  const { position, where } = useEditorQuery();
  const [typed, setTyped] = useState('');
  const sidebar = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const isEnglish = state.locale === defaultLocale;
  const found = searchTypes(typed);
  const { parentId, slot } = where ?? {};
  // Does not depend on the search.
  const { places, beside, isAbove } = useMemo(() => {
    const place = { position, where: parentId === undefined || slot === undefined ? null : { parentId, slot } };
    const first = position === atTop ? modulesIn(state.structure, place.where)[0] : undefined;
    return {
      places: nearbyPlaces(state, place),
      beside: first ?? findAnchor(state, place),
      isAbove: first !== undefined,
    };
  }, [state, position, parentId, slot]);
  const { choose, close } = useSidebarFocus({ sidebar, search, isBlocked, place: { position, parentId, slot } });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      if (typed === '') close();
      else setTyped('');
      return;
    }
    const items = [...(sidebar.current?.querySelectorAll<HTMLElement>('.ed-type') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const isSearching = document.activeElement === search.current;
    const isFirst = isSearching && event.key === 'Enter' && typed !== '';
    if (at === -1 && !isFirst && (!isSearching || event.key !== 'ArrowDown')) return;
    const boxes = items.map((item) => item.getBoundingClientRect());
    const next = at === -1 ? 0 : nextInGrid(event.key, at, boxes);
    if (next === null) return;
    event.preventDefault();
    if (isFirst) items[0]?.click();
    else if (next === -1) search.current?.focus();
    else items[next]?.focus();
  };

  return (
    <>
      <PageBeside />
      {/* The arrow keys move within the list, whichever of its elements has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <aside
        ref={sidebar}
        className="ed-sidebar"
        aria-label={labels.addModule}
        aria-hidden={isBlocked ? true : undefined}
        inert={isBlocked}
        onKeyDown={onKeyDown}
      >
        <div className="ed-sidebar__head">
          <h2 className="ed-sidebar__title">{labels.addModule}</h2>
          <button type="button" className="ed-icon-button" aria-label="Close" onClick={close}>
            <ToolIcon name="close" />
          </button>
        </div>
        {!state.isEditable || !isEnglish ? (
          <>
            <p className="ed-sidebar__note">{isEnglish ? labels.notEditable : labels.englishOnly}</p>
            {state.isEditable ? <EnglishPage state={state} /> : null}
          </>
        ) : (
          <TypeList {...{ state, structure, places, found, typed, search }} onType={setTyped} onChoose={choose} />
        )}
      </aside>
      {beside && isEnglish && state.isEditable && !isBlocked ? (
        <InsertionMark beside={findModuleElement(beside.id)} edge={isAbove ? 'top' : 'bottom'} />
      ) : null}
    </>
  );
}

/** Rendered before the mark of the new place, which scrolls the page in its new layout. */
function PageBeside(): null {
  useLayoutEffect(showPageBeside, []);
  return null;
}

type CardProps = {
  addable: AddableType;
  /** The other name by which it is found, which says why it is in the list. */
  also: string | null;
  onChoose: (type: string, card: HTMLElement) => void;
};

/** One type. Memoized, since typing into the search does not change it. */
const TypeCard = memo(function TypeCard({ addable: { type, name }, also, onChoose }: CardProps): ReactNode {
  return (
    <li>
      <button type="button" className="ed-type" onClick={({ currentTarget }) => onChoose(type, currentTarget)}>
        <TypePicture type={type} />
        <span className="ed-type__name">{name}</span>
        {also === null ? null : <span className="ed-type__type">also called “{also}”</span>}
      </button>
    </li>
  );
});

/** The gallery of modules, with a link back to the place that a module is chosen for. */
function makeGalleryHref({ locale }: EditorState): string {
  const parameters = new URLSearchParams({ locale, page: `${location.pathname}${location.search}` });
  return `${galleryPath}?${parameters.toString()}`;
}

type FocusOptions = {
  sidebar: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  isBlocked: boolean;
  place: { position: number | null; parentId: number | undefined; slot: string | undefined };
};

/** Focuses the sidebar for each new place, and returns the focus when it closes. */
function useSidebarFocus({ sidebar, search, isBlocked, place: { position, parentId, slot } }: FocusOptions) {
  const opener = useRef<Element | null>(null);
  const chosenType = useRef<HTMLElement | null>(null);
  const focusedFor = useRef('');
  // Before the next key is read.
  useLayoutEffect(() => {
    const place = JSON.stringify([isBlocked, position, parentId, slot]);
    if (focusedFor.current === place) return;
    focusedFor.current = place;
    if (isBlocked || sidebar.current?.contains(document.activeElement)) return;
    opener.current ??= document.activeElement;
    // Back from the dialog: focus the chosen type again.
    (chosenType.current?.isConnected ? chosenType.current : search.current)?.focus({ preventScroll: true });
    chosenType.current = null;
  }, [isBlocked, position, parentId, slot, sidebar, search]);

  const choose = useCallback((type: string, card: HTMLElement) => {
    chosenType.current = card;
    rememberType(type);
    chooseType(type);
  }, []);
  const close = () => {
    const back = opener.current;
    closeSidebar();
    const bar = document.querySelector<HTMLElement>('#editor-root [data-control="add-last"]');
    if (back instanceof HTMLElement && back !== document.body && back.isConnected) back.focus({ preventScroll: true });
    else bar?.focus();
  };
  return { choose, close };
}

const listId = 'editor-module-types';

/** All types by what they are for, below those that were used last. */
function GroupedTypes({ onChoose }: Pick<CardProps, 'onChoose'>): ReactNode {
  const [recent] = useState(recentTypes);
  const groups = [...(recent.length > 0 ? [{ group: 'Recently used', types: recent }] : []), ...groupedTypes];
  return (
    <div className="ed-types" id={listId}>
      {groups.map(({ group, types }) => (
        <section key={group} aria-label={group}>
          <h3 className="ed-types__group" aria-hidden="true">
            {group}
          </h3>
          <ul>
            {types.map((addable) => (
              <TypeCard key={addable.type} addable={addable} also={null} onChoose={onChoose} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type TypeListProps = {
  state: EditorState;
  structure: Structure;
  places: ReturnType<typeof nearbyPlaces>;
  found: readonly AddableType[];
  typed: string;
  search: RefObject<HTMLInputElement | null>;
  onType: (typed: string) => void;
  onChoose: CardProps['onChoose'];
};

/** Where the module goes, and the types, the saved sections or the shared modules to choose from. */
function TypeList({ state, structure, places, found, typed, search, onType, onChoose }: TypeListProps): ReactNode {
  const [list, setList] = useState<0 | 1 | 2>(0);
  const what = listed[list];
  return (
    <>
      {places.length > 1 ? (
        <label className="ed-sidebar__place">
          Where
          <select
            className="ed-input"
            value="0"
            onChange={(event) => {
              const chosen = places[Number(event.target.value)];
              if (chosen) changePlace(chosen);
            }}
          >
            {places.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ) : (
        <p className="ed-sidebar__place">{places[0]?.label}</p>
      )}
      <div className="ed-sidebar__lists" role="group" aria-label="Show">
        {([0, 1, 2] as const).map((index) => (
          <button
            key={index}
            aria-label={wholeLists[index]}
            type="button"
            className="ed-button ed-button--small"
            aria-pressed={list === index}
            onClick={() => setList(index)}
          >
            {lists[index]}
          </button>
        ))}
      </div>
      <div className="ed-sidebar__search">
        <ToolIcon name="search" />
        <input
          ref={search}
          type="search"
          className="ed-input"
          placeholder={`Search ${what}...`}
          aria-label={`Search ${what}`}
          aria-controls={listId}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
      <Suspense>
        {list === 0 ? <Types {...{ state, found, typed, onChoose }} /> : null}
        {list === 1 ? (
          <SavedSections id={listId} place={places[0] ?? atEnd} {...{ search, state, structure, typed }} />
        ) : null}
        {list === 2 ? <SharedModules id={listId} place={places[0] ?? atEnd} {...{ state, structure, typed }} /> : null}
      </Suspense>
    </>
  );
}

const atEnd = { position: null, where: null };

type TypesProps = Pick<TypeListProps, 'state' | 'found' | 'typed' | 'onChoose'>;

function Types({ state, found, typed, onChoose }: TypesProps): ReactNode {
  return (
    <>
      {typed.trim() === '' ? (
        <GroupedTypes onChoose={onChoose} />
      ) : (
        <ul className="ed-types" id={listId}>
          {found.map((addable) => (
            <TypeCard key={addable.type} addable={addable} also={otherName(addable, typed)} onChoose={onChoose} />
          ))}
        </ul>
      )}
      <p className="ed-sidebar__note" role="status">
        {found.length === 0
          ? `No module is called “${typed.trim()}”. Try another word, such as “header” or “text”.`
          : `${found.length} ${found.length === 1 ? 'module' : 'modules'}`}
      </p>
      <a className="ed-sidebar__gallery" href={makeGalleryHref(state)}>
        See what they look like
      </a>
    </>
  );
}
