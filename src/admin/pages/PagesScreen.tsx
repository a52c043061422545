import { type ReactNode, useState } from 'react';
import type { SitePages } from '#actions/pages.ts';
import { englishNameOf, languageOf } from '#domain/locales.ts';
import { type SiteId, localesOf, siteIds, withLocale } from '#domain/sites.ts';
import { Moment } from '#editor/dialog/Moment.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { LabeledField } from '#editor/form/LabeledField.tsx';
import AddToRelease from '#editor/publishing/AddToRelease.tsx';
import { siteNames } from '#editor/site-names.ts';
import { words } from '#editor/words.ts';
import { SearchField } from '../forms/SearchField.tsx';
import { useCall } from '#editor/use-call.ts';
import { useTitle } from '../forms/use-title.ts';
import { CopyPage } from './CopyPage.tsx';
import { DeletedPages } from './DeletedPages.tsx';
import { DeletePage } from './DeletePage.tsx';
import { MovePage } from './MovePage.tsx';
import { NewPage } from './NewPage.tsx';
import { type PageRow, rowsOf } from './page-rows.ts';

/** Rows at once; the states of their drafts are asked for together. */
const rowsAtOnce = 100;

type Opened =
  | { window: 'new'; parentId: number | null }
  | { window: 'move' | 'copy' | 'release' | 'removal' | 'delete'; id: number; title: string };

/** The pages of a site as a tree, with what can be done to each. */
export default function PagesScreen({ site: here }: { site: SiteId }): ReactNode {
  useTitle('Pages');
  const [site, setSite] = useState(here);
  const [search, setSearch] = useState('');
  const [from, setFrom] = useState(0);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [said, setSaid] = useState('');
  const [isTrash, setTrash] = useState(false);
  const { value, current, failure, reload, isLoading } = useCall('listSitePages', { site });
  const loaded = isLoading && !current ? null : value;
  const rows = loaded ? rowsOf(loaded.pages, search) : [];
  const shown = rows.slice(from, from + rowsAtOnce);
  const states = useCall('findPageStates', {
    ids: shown.flatMap(({ page }) => (page.isPublished ? [page.id] : [])),
  });
  const close = () => setOpened(null);
  const done = (message: string) => {
    close();
    setTrash(false);
    setSaid(message);
    reload();
    states.reload();
  };
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">Pages</h1>
        <button
          type="button"
          className="ed-button ed-button--primary"
          disabled={!loaded}
          onClick={() => setOpened({ window: 'new', parentId: null })}
        >
          New page
        </button>
      </div>
      <TrashTabs {...{ isTrash, setTrash }} />
      <Filters
        {...{ site, search }}
        onSite={(next) => {
          setSite(next);
          setFrom(0);
        }}
        onSearch={(next) => {
          setSearch(next);
          setFrom(0);
        }}
      />
      <p className="ed-picker__status" role="status">
        {isTrash
          ? ''
          : [said, loaded ? countWords(rows.length, loaded.isComplete) : failure ? '' : 'Loading …']
              .filter(Boolean)
              .join(' ')}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {states.failure ? <Failure failure={states.failure} onRetry={states.reload} /> : null}
      {isTrash ? <DeletedPages key={site} site={site} onRestored={done} /> : null}
      {loaded && !isTrash && rows.length === 0 ? <p className="ed-screen__empty">{emptyWords(search)}</p> : null}
      {loaded && !isTrash && shown.length > 0 ? (
        <PagesTable
          rows={shown}
          {...{ site, origin: loaded.origin }}
          differing={states.value?.differing ?? null}
          onOpen={setOpened}
        />
      ) : null}
      {isTrash ? null : <Turns {...{ from, count: rows.length }} onFrom={setFrom} />}
      {opened && loaded ? (
        <OpenedWindow {...{ opened, site, pages: loaded.pages }} onDone={done} onClose={close} />
      ) : null}
    </main>
  );
}

type TrashTabsProps = { isTrash: boolean; setTrash: (isTrash: boolean) => void };

function TrashTabs({ isTrash, setTrash }: TrashTabsProps): ReactNode {
  return (
    <div className="adm-tabs" role="group" aria-label="Which are shown">
      <button type="button" aria-pressed={!isTrash} onClick={() => setTrash(false)}>
        All
      </button>
      <button type="button" aria-pressed={isTrash} onClick={() => setTrash(true)}>
        Deleted
      </button>
    </div>
  );
}

type OpenedProps = {
  opened: Opened;
  site: SiteId;
  pages: SitePages['pages'];
  onDone: (message: string) => void;
  onClose: () => void;
};

function OpenedWindow({ opened, site, pages, onDone, onClose }: OpenedProps): ReactNode {
  switch (opened.window) {
    case 'new':
      return <NewPage {...{ site, pages, parentId: opened.parentId, onClose }} />;
    case 'move':
      return (
        <MovePage
          {...{ id: opened.id, title: opened.title, pages, onClose }}
          onDone={() => onDone('Saved in the draft. Publish the page to bring it live.')}
        />
      );
    case 'release':
    case 'removal':
      return (
        <AddToRelease
          items={[{ page: opened.id }]}
          title={opened.title}
          isRemoval={opened.window === 'removal'}
          onClose={(isDone) => (isDone ? onDone(`“${opened.title}” is in the release.`) : onClose())}
        />
      );
    case 'copy':
      return <CopyPage {...{ id: opened.id, title: opened.title, site, onClose }} />;
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
    <div className="ed-filters">
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
      <SearchField label="Search pages" placeholder="Search by title or address" value={search} onChange={onSearch} />
    </div>
  );
}

function countWords(count: number, isComplete: boolean): string {
  const counted = `${count.toLocaleString('en')} ${count === 1 ? 'page' : 'pages'}`;
  return isComplete ? counted : `${counted}. Only the first ones by address are listed.`;
}

function emptyWords(search: string): string {
  return search === ''
    ? 'This site has no pages yet. Create the first one.'
    : `No page matches “${search}”. Search for a part of its title or address.`;
}

type TurnsProps = { from: number; count: number; onFrom: (from: number) => void };

function Turns({ from, count, onFrom }: TurnsProps): ReactNode {
  if (count <= rowsAtOnce) return null;
  const last = from + rowsAtOnce >= count;
  return (
    <nav className="ed-picker__pages" aria-label="Parts of the list">
      <button
        type="button"
        className="ed-button"
        aria-disabled={from === 0 ? true : undefined}
        onClick={() => onFrom(Math.max(0, from - rowsAtOnce))}
      >
        Previous
      </button>
      <span>
        {from + 1} to {Math.min(count, from + rowsAtOnce)} of {count.toLocaleString('en')}
      </span>
      <button
        type="button"
        className="ed-button"
        aria-disabled={last ? true : undefined}
        onClick={() => last || onFrom(from + rowsAtOnce)}
      >
        Next
      </button>
    </nav>
  );
}

type TableProps = {
  rows: readonly PageRow[];
  site: SiteId;
  origin: string;
  differing: readonly number[] | null;
  onOpen: (opened: Opened) => void;
};

function PagesTable({ rows, site, origin, differing, onOpen }: TableProps): ReactNode {
  return (
    <div className="ed-table ed-table--tight" role="region" aria-label="Pages" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Page</th>
            <th scope="col">Languages</th>
            <th scope="col">State</th>
            <th scope="col">Last change</th>
            <th scope="col">
              <span className="ed-unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.page.id}
              {...{ row, site, origin, onOpen }}
              differs={differing?.includes(row.page.id) ?? null}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = Omit<TableProps, 'rows' | 'differing'> & { row: PageRow; differs: boolean | null };

function Row({ row: { page, title, path, depth }, site, origin, differs, onOpen }: RowProps): ReactNode {
  const href = `${origin}${encodeURI(path)}`;
  const indent = { marginInlineStart: depth * 18 };
  const isFixed = page.route !== null || !page.isEditable;
  return (
    <tr>
      <th scope="row">
        <a style={indent} href={`${href}?draft=true`}>
          {title}
        </a>
        <small style={indent}>{path}</small>
      </th>
      <td data-label="Languages">
        <span className="ed-locales">
          {localesOf(site)
            .filter((locale) => page.locales[locale])
            .map((locale) => (
              <abbr key={locale} title={languageTitle(page, locale)}>
                {languageOf[locale].toUpperCase()}
              </abbr>
            ))}
        </span>
      </td>
      <td data-label="State">
        <State isPublished={page.isPublished} differs={differs} />
      </td>
      <td data-label="Last change">
        {page.saved ? (
          <>
            <Moment at={page.saved.at} />
            <small>{page.saved.by ?? 'The system'}</small>
          </>
        ) : (
          <span className="ed-table__quiet">None</span>
        )}
      </td>
      <td>
        <div className="ed-table__tools ed-table__tools--wrap">
          <CopyAddress {...{ href, title }} />
          <Tool label="Add below" title={title} onClick={() => onOpen({ window: 'new', parentId: page.id })} />
          {page.isEditable ? (
            <Tool label="Move" title={title} onClick={() => onOpen({ window: 'move', id: page.id, title })} />
          ) : null}
          <Tool label="Copy" title={title} onClick={() => onOpen({ window: 'copy', id: page.id, title })} />
          {page.isEditable && (differs || !page.isPublished) ? (
            <Tool
              label="Add to release"
              title={title}
              onClick={() => onOpen({ window: 'release', id: page.id, title })}
            />
          ) : null}
          {isFixed || !page.isPublished ? null : (
            <Tool
              label="Take off the site"
              title={title}
              onClick={() => onOpen({ window: 'removal', id: page.id, title })}
            />
          )}
          {isFixed ? null : (
            <Tool label="Delete" title={title} onClick={() => onOpen({ window: 'delete', id: page.id, title })} />
          )}
        </div>
      </td>
    </tr>
  );
}

function languageTitle({ locales, live }: PageRow['page'], locale: keyof typeof englishNameOf): string {
  const path = withLocale(locale, locales[locale]?.path ?? '/');
  return `${englishNameOf[locale]}: ${path}${live.includes(locale) ? '' : ', not published'}`;
}

function Tool({ label, title, onClick }: { label: string; title: string; onClick: () => void }): ReactNode {
  return (
    <button
      type="button"
      className="ed-button ed-button--small ed-button--quiet"
      aria-label={`${label}: ${title}`}
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function CopyAddress({ href, title }: { href: string; title: string }): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(href).then(
      () => setCopied(true),
      (error: unknown) => console.error('The link could not be copied', error),
    );
  return <Tool label={isCopied ? words.copied : words.copyLink} title={title} onClick={() => void copy()} />;
}

/** The state of a page; whether its draft has changes arrives later. */
function State({ isPublished, differs }: { isPublished: boolean; differs: boolean | null }): ReactNode {
  if (!isPublished) return <span className="ed-state ed-state--ring">Never published</span>;
  if (differs) return <span className="ed-state ed-state--half">Live, draft differs</span>;
  return <span className="ed-state ed-state--full">Live</span>;
}
