import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { SitePages } from '#actions/pages.ts';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import { getPageName } from '#domain/pages/page-name.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { showNumber } from '#domain/values/show-number.ts';
import type { CallFailure } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import AddToRelease from '#staff/publishing/AddToRelease.tsx';
import { siteNames } from '#domain/site-names.ts';
import { SearchField } from '../forms/SearchField.tsx';
import { type Loaded, useCall } from '#staff/calls/use-call.ts';
import { SaveTemplate } from '#staff/form/SaveTemplate.tsx';
import { useTitle } from '../forms/use-title.ts';
import { FilterBar } from '../shell/FilterBar.tsx';
import { useAsked } from '../shell/use-asked.ts';
import { useSettled } from '../use-settled.ts';
import { NeededBy } from '../records/NeededBy.tsx';
import { CopyPage } from './CopyPage.tsx';
import { DeletedPages } from './DeletedPages.tsx';
import { DeletePage } from './DeletePage.tsx';
import { MovePage } from './MovePage.tsx';
import { NewPage } from './NewPage.tsx';
import type { PageForm } from './page-form.ts';
import { type PageRow, buildPageRows } from './page-rows.ts';
import { PagesBulk } from './PagesBulk.tsx';
import { type OpenedPage, PagesTable } from './PagesTable.tsx';
import { useLock } from './use-lock.ts';
import { usePagesView } from './use-pages-view.ts';

/** Rows at once; the states of their drafts are asked for together. */
const rowsPerPage = 100;

/** The pages of a site as a tree, with what can be done to each. */
export default function PagesScreen({ site: here }: { site: SiteId }): ReactNode {
  useTitle('Pages');
  const { view, show } = usePagesView(here);
  const { site, search, isTrash } = view;
  const [from, setFrom] = useState(0);
  const isNewAsked = useAsked('new');
  const [opened, setOpened] = useState<OpenedPage | null>(isNewAsked ? { dialog: 'new', parentId: null } : null);
  const [announcement, setAnnouncement] = useState<Announcement>({ message: '', id: null });
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { loaded, failure, reload } = useSitePages(site);
  const status = useRef<HTMLParagraphElement>(null);
  useFocusWhereGone(loaded, status);
  const withText = useCall('findPagesWithText', { site, search: useSettled(search) });
  const rows = loaded ? buildPageRows(loaded.pages, search, withText.current?.ids) : [];
  const shown = rows.slice(from, from + rowsPerPage);
  const states = useCall('findPageStates', { ids: shown.map(({ page }) => page.id) });
  const unchanged = listUnchanged(shown, states.current?.differing);
  // What is not listed any more is not chosen.
  const listed = rows.filter(({ page }) => chosen.has(page.id));
  const done = (message: string, id: number | null = null) => {
    setOpened(null);
    show({ isTrash: false });
    setChosen(new Set());
    setAnnouncement({ message, id });
    reload();
    states.reload();
  };
  const say = (message: string) => setAnnouncement({ message, id: null });
  const onLock = useLock(done, say);
  return (
    <main className="ed-screen__main">
      <Head isReady={loaded !== null} onNew={() => setOpened({ dialog: 'new', parentId: null })} />
      <TrashTabs isTrash={isTrash} onShow={(next) => show({ isTrash: next })} />
      <Filters
        {...{ site, search }}
        onSite={(next) => {
          show({ site: next });
          setFrom(0);
          setChosen(new Set());
        }}
        onSearch={(next) => {
          show({ search: next });
          setFrom(0);
        }}
      />
      {isTrash ? null : (
        <Status
          {...{ announcement, loaded, count: rows.length, hasFailed: failure !== null, isFiltered: search !== '' }}
          element={status}
          onShowAll={() => show({ search: '' })}
        />
      )}
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      <Failures of={[states, withText]} />
      {isTrash ? <DeletedPages key={site} site={site} onRestored={done} /> : null}
      {loaded && !isTrash && rows.length === 0 ? <p className="ed-screen__empty">{describeEmpty(search)}</p> : null}
      {loaded && !isTrash && shown.length > 0 ? (
        <PagesTable
          rows={shown}
          {...{ site, chosen, pages: loaded.pages, origin: loaded.origin, onAnnounce: say }}
          found={states.value}
          onChoose={setChosen}
          onOpen={setOpened}
          onLock={onLock}
        />
      ) : null}
      {isTrash ? null : <Turns {...{ from, count: rows.length }} onFrom={setFrom} />}
      {listed.length > 0 && !isTrash ? (
        <PagesBulk rows={listed} unchanged={unchanged} onClear={() => setChosen(new Set())} onDone={done} />
      ) : null}
      {opened && loaded ? (
        <OpenedDialog
          {...{ opened, site, pages: loaded.pages }}
          onDone={done}
          onCopy={(page) => setOpened({ dialog: 'copy', ...page })}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </main>
  );
}

/** What was done, and the page that is elsewhere since: the search may not find it there. */
type Announcement = { message: string; id: number | null };

/** The pages of a site, which stay while they are read again. */
function useSitePages(site: SiteId): { loaded: SitePages | null; failure: CallFailure | null; reload: () => void } {
  const { value, current, failure, reload } = useCall('listSitePages', { site });
  const [listedSite, setListedSite] = useState<SiteId | null>(null);
  if (current && listedSite !== site) setListedSite(site);
  return { loaded: current ?? (listedSite === site ? value : null), failure, reload };
}

/** What was done is read on where the row that had the focus has gone with it. */
function useFocusWhereGone(list: SitePages | null, status: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const isLost = list !== null && document.activeElement === document.body;
    if (isLost && status.current?.textContent) status.current.focus();
  }, [list, status]);
}

type StatusProps = {
  element: RefObject<HTMLParagraphElement | null>;
  announcement: Announcement;
  loaded: SitePages | null;
  count: number;
  hasFailed: boolean;
  isFiltered: boolean;
  onShowAll: () => void;
};

/** What was done, how many pages are listed, and the way to one that was put somewhere else. */
function Status({ element, announcement, loaded, count, hasFailed, isFiltered, onShowAll }: StatusProps): ReactNode {
  return (
    <>
      <p
        ref={element}
        className={announcement.message === '' ? 'ed-picker__status' : 'adm-said'}
        role="status"
        tabIndex={-1}
      >
        {announcement.message}
      </p>
      {loaded ? (
        <Whereabouts
          page={loaded.pages.find(({ id }) => id === announcement.id)}
          origin={loaded.origin}
          {...{ isFiltered, onShowAll }}
        />
      ) : null}
      <p className="ed-picker__status" role="status">
        {loaded ? describeFound(count, loaded.isComplete) : hasFailed ? '' : 'Loading …'}
      </p>
    </>
  );
}

type WhereaboutsProps = {
  page: ListedPage | undefined;
  origin: string;
  isFiltered: boolean;
  onShowAll: () => void;
};

/** The way to a page that was just put somewhere else. */
function Whereabouts({ page, origin, isFiltered, onShowAll }: WhereaboutsProps): ReactNode {
  if (!page) return null;
  const { title, path } = getPageName(page.locales);
  return (
    <p className="adm-whereabouts">
      <a className="ed-button ed-button--small" href={`${origin}${encodeURI(path)}?draft=true`}>
        Open “{title}”
      </a>
      {isFiltered ? (
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onShowAll}>
          Show all pages
        </button>
      ) : null}
    </p>
  );
}

function Head({ isReady, onNew }: { isReady: boolean; onNew: () => void }): ReactNode {
  return (
    <div className="ed-screen__head">
      <h1 className="ed-screen__title">Pages</h1>
      <button type="button" className="ed-button ed-button--primary" disabled={!isReady} onClick={onNew}>
        New page
      </button>
    </div>
  );
}

/** Published pages that are known to have nothing to publish. */
function listUnchanged(rows: readonly PageRow[], differing: readonly number[] | undefined): ReadonlySet<number> {
  const known = differing ? rows.filter(({ page }) => page.isPublished && !differing.includes(page.id)) : [];
  return new Set(known.map(({ page }) => page.id));
}

/** What could not be read beside the pages themselves. */
function Failures({ of }: { of: readonly Pick<Loaded<unknown>, 'failure' | 'reload'>[] }): ReactNode {
  return of.map(({ failure, reload }, index) =>
    failure ? <Failure key={index} failure={failure} onRetry={reload} /> : null,
  );
}

type TrashTabsProps = { isTrash: boolean; onShow: (isTrash: boolean) => void };

function TrashTabs({ isTrash, onShow }: TrashTabsProps): ReactNode {
  return (
    <div className="ed-tabs" role="group" aria-label="Which are shown">
      <button type="button" aria-pressed={!isTrash} onClick={() => onShow(false)}>
        All
      </button>
      <button type="button" aria-pressed={isTrash} onClick={() => onShow(true)}>
        Deleted
      </button>
    </div>
  );
}

type OpenedProps = {
  opened: OpenedPage;
  site: SiteId;
  pages: SitePages['pages'];
  onDone: (message: string, id?: number) => void;
  /** A page is copied in place of making an empty one. */
  onCopy: (page: { id: number; title: string; typed: PageForm }) => void;
  onClose: () => void;
};

function OpenedDialog({ opened, site, pages, onDone, onCopy, onClose }: OpenedProps): ReactNode {
  switch (opened.dialog) {
    case 'new':
      return <NewPage {...{ site, pages, parentId: opened.parentId, onCopy, onClose }} />;
    case 'move':
      return (
        <MovePage
          {...{ id: opened.id, title: opened.title, to: opened.to, pages, onClose }}
          onDone={({ title, path }) =>
            onDone(`“${title}” is at ${path} in the draft. Publish it to bring it live.`, opened.id)
          }
        />
      );
    case 'release':
    case 'removal':
      return (
        <AddToRelease
          items={[{ page: opened.id }]}
          title={opened.title}
          isRemoval={opened.dialog === 'removal'}
          above={opened.dialog === 'removal' ? <NeededBy leaving={{ pages: [opened.id] }} /> : null}
          onClose={(isDone) => (isDone ? onDone(`“${opened.title}” is in the release.`) : onClose())}
        />
      );
    case 'template':
      return <SaveTemplate {...{ id: opened.id, title: opened.title, onClose }} onSaved={onDone} />;
    case 'copy':
      return <CopyPage {...{ id: opened.id, title: opened.title, typed: opened.typed ?? null, site, onClose }} />;
    case 'delete':
      return (
        <DeletePage
          {...{ id: opened.id, title: opened.title, pages, onClose }}
          onDeleted={(isLive) =>
            onDone(
              isLive
                ? `“${opened.title}” is deleted.`
                : `“${opened.title}” is deleted. It leaves the website as soon as publishing goes on.`,
            )
          }
        />
      );
  }
}

type FilterProps = { site: SiteId; search: string; onSite: (site: SiteId) => void; onSearch: (search: string) => void };

function Filters({ site, search, onSite, onSearch }: FilterProps): ReactNode {
  return (
    <FilterBar
      count={0}
      search={
        <SearchField
          label="Search pages"
          placeholder="Any word of its title, address or texts"
          value={search}
          onChange={onSearch}
        />
      }
    >
      <LabeledField label="Site">
        {({ labelId: _, ...ids }) => (
          <select
            {...ids}
            className="ed-input ed-input--select"
            value={site}
            onChange={({ target }) => onSite(siteIds.find((id) => id === target.value) ?? site)}
          >
            {siteIds.map((id) => (
              <option key={id} value={id}>
                {siteNames[id]}
              </option>
            ))}
          </select>
        )}
      </LabeledField>
    </FilterBar>
  );
}

function describeFound(count: number, isComplete: boolean): string {
  const counted = `${showNumber(count)} ${count === 1 ? 'page' : 'pages'}`;
  return isComplete ? counted : `${counted}. Only the first ones by address are listed.`;
}

function describeEmpty(search: string): string {
  return search === ''
    ? 'This site has no pages yet. Create the first one.'
    : `No page matches “${search}”. Search for a part of its title, its address or its texts.`;
}

type TurnsProps = { from: number; count: number; onFrom: (from: number) => void };

function Turns({ from, count, onFrom }: TurnsProps): ReactNode {
  if (count <= rowsPerPage) return null;
  const last = from + rowsPerPage >= count;
  return (
    <nav className="ed-picker__pages" aria-label="Parts of the list">
      <button
        type="button"
        className="ed-button"
        aria-disabled={from === 0 ? true : undefined}
        onClick={() => onFrom(Math.max(0, from - rowsPerPage))}
      >
        Previous
      </button>
      <span>
        {from + 1} to {Math.min(count, from + rowsPerPage)} of {showNumber(count)}
      </span>
      <button
        type="button"
        className="ed-button"
        aria-disabled={last ? true : undefined}
        onClick={() => last || onFrom(from + rowsPerPage)}
      >
        Next
      </button>
    </nav>
  );
}
