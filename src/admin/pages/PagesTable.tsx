import { type DragEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ActionOutput } from '#staff/calls/api.ts';
import type { ListedPage } from '#content/tree/list-site-pages.ts';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type Locale, englishNames, isTargetLocale, languageCodes } from '#domain/locales.ts';
import { type SiteId, getLocales, withLocale } from '#domain/sites.ts';
import { type Command, CommandMenu } from '#staff/controls/CommandMenu.tsx';
import { Moment } from '#staff/controls/Moment.tsx';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import { labels } from '#staff/messages/labels.ts';
import type { PageForm } from './page-form.ts';
import { type PageRow, type Translation, describeTexts, getTranslationState, mayBeBelow } from './page-rows.ts';
import { type WarningCount, type WarningCounts, makeWarningCounts } from './warning-counts.ts';

/** The dialog that is open, and for which page. */
export type OpenedPage =
  | { dialog: 'new'; parentId: number | null }
  | { dialog: 'move'; id: number; title: string; to?: number }
  | { dialog: 'copy'; id: number; title: string; typed?: PageForm }
  | { dialog: 'template' | 'release' | 'removal' | 'delete'; id: number; title: string };

type Found = ActionOutput<'findPageStates'>;

type TableProps = {
  rows: readonly PageRow[];
  /** All of the site. */
  pages: readonly ListedPage[];
  site: SiteId;
  origin: string;
  /** The states of the pages; they arrive later. */
  found: Found | null;
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  onOpen: (opened: OpenedPage) => void;
  /** Locks a page, or unlocks it; null for who may not. */
  onLock: ((page: PageRow) => void) | null;
  /** Called with what was done, in words. */
  onAnnounce: (message: string) => void;
};

/** Pages as a tree, with what can be done to each. One is put below another by dragging it there, or by its menu. */
export function PagesTable({
  rows,
  pages,
  site,
  origin,
  found,
  chosen,
  onChoose,
  onOpen,
  onLock,
  onAnnounce,
}: TableProps): ReactNode {
  const [dragged, setDragged] = useState<PageRow | null>(null);
  const [counts] = useState(makeWarningCounts);
  const areAllChosen = rows.every(({ page }) => chosen.has(page.id));
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <div className="ed-table ed-table--tight" role="region" aria-label="Pages" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="adm-table__check">
              <input
                type="checkbox"
                aria-label="Choose all pages"
                checked={areAllChosen}
                onChange={() => onChoose(new Set(areAllChosen ? [] : rows.map(({ page }) => page.id)))}
              />
            </th>
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
              {...{ row, site, origin, onOpen, onLock, onAnnounce }}
              differs={found?.differing.includes(row.page.id) ?? null}
              state={found?.states.find(({ id }) => id === row.page.id) ?? null}
              counts={counts}
              isChosen={chosen.has(row.page.id)}
              onToggle={() => toggle(row.page.id)}
              drag={{
                onStart: () => setDragged(row),
                onEnd: () => setDragged(null),
                takes: dragged !== null && mayBeBelow(pages, dragged.page.id, row.page.id),
                onDrop: () => {
                  if (dragged) onOpen({ dialog: 'move', id: dragged.page.id, title: dragged.title, to: row.page.id });
                },
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Drag = {
  onStart: () => void;
  onEnd: () => void;
  /** Whether what is dragged may be put below this page. */
  takes: boolean;
  onDrop: () => void;
};

type RowProps = Pick<TableProps, 'site' | 'origin' | 'onOpen' | 'onLock' | 'onAnnounce'> & {
  row: PageRow;
  differs: boolean | null;
  state: Found['states'][number] | null;
  counts: WarningCounts;
  isChosen: boolean;
  onToggle: () => void;
  drag: Drag;
};

function Row(props: RowProps): ReactNode {
  const { row, site, origin, differs, state, counts, isChosen, onToggle, drag, onOpen, onLock, onAnnounce } = props;
  const [isOver, setOver] = useState(false);
  const { page, title, path, depth, isBelowItself } = row;
  const href = `${origin}${encodeURI(path)}`;
  const indent = { marginInlineStart: depth * 18 };
  const allow = (event: DragEvent) => {
    if (drag.takes) event.preventDefault();
  };
  return (
    <tr
      aria-selected={isChosen}
      data-over={isOver && drag.takes ? '' : undefined}
      draggable={page.isEditable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', title);
        drag.onStart();
      }}
      onDragEnd={drag.onEnd}
      onDragEnter={allow}
      onDragOver={(event) => {
        allow(event);
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (drag.takes) drag.onDrop();
      }}
    >
      <td className="adm-table__check">
        <input type="checkbox" aria-label={`Choose ${title}`} checked={isChosen} onChange={onToggle} />
      </td>
      <th scope="row">
        <a className="adm-page" style={indent} href={`${href}?draft=true`} draggable={false}>
          {title}
        </a>
        <small style={indent}>{path}</small>
        {isBelowItself ? (
          <small className="adm-warned">
            <ToolIcon name="warning" />
            Below itself: the pages above it lead back to it. Move it to another place.
          </small>
        ) : null}
      </th>
      <td data-label="Languages">
        <span className="ed-locales">
          {getLocales(site).map((locale) => (
            <Language key={locale} {...{ page, locale, state }} />
          ))}
        </span>
      </td>
      <td data-label="State">
        <State isPublished={page.isPublished} differs={differs} />
        {state?.publishAt ? (
          <small>
            Goes live <Moment at={state.publishAt} />
          </small>
        ) : null}
        {page.isEditable ? (
          <Warnings {...{ page, title, counts }} href={`${href}?draft=true&show_outline=true`} />
        ) : (
          <small className="adm-locked" title="Nobody changes it until an administrator unlocks it">
            <ToolIcon name="lock" />
            Locked
          </small>
        )}
      </td>
      <td data-label="Last change">
        <LastChange saved={page.saved} />
      </td>
      <td>
        <Tools {...{ row, href, onOpen, onLock, onAnnounce }} differs={differs ?? false} />
      </td>
    </tr>
  );
}

type WarningsProps = { page: ListedPage; title: string; counts: WarningCounts; href: string };

/** What is wrong with a draft, in the outline of which each of it can be mended; looked for once the row is in view. */
function Warnings({ page: { id, saved }, title, counts, href }: WarningsProps): ReactNode {
  const place = useRef<HTMLSpanElement>(null);
  const savedAt = saved?.at ?? null;
  const count = useSyncExternalStore(counts.subscribe, () => counts.of({ id, savedAt }));
  useEffect(() => {
    if (!place.current) return undefined;
    let leave = () => {};
    const observer = new IntersectionObserver((entries) => {
      leave();
      leave = entries.at(-1)?.isIntersecting ? counts.want({ id, savedAt }) : () => {};
    });
    observer.observe(place.current);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [counts, id, savedAt]);
  return <span ref={place}>{count && count.all > 0 ? <WarningsLink {...{ count, title, href }} /> : null}</span>;
}

function WarningsLink({ count, title, href }: { count: WarningCount; title: string; href: string }): ReactNode {
  const { all, blocking, first } = count;
  const counted = `${all} ${all === 1 ? 'warning' : 'warnings'}`;
  return (
    <a className="adm-warned" href={href} title={first} aria-label={`${counted} for ${title}`} draggable={false}>
      <ToolIcon name="warning" />
      {blocking > 0 ? `${counted}, cannot be published` : counted}
    </a>
  );
}

function LastChange({ saved }: Pick<ListedPage, 'saved'>): ReactNode {
  if (!saved) return <span className="ed-table__quiet">None</span>;
  return (
    <>
      <Moment at={saved.at} />
      <small>{saved.by ?? 'The system'}</small>
    </>
  );
}

type ToolProps = { href: string; differs: boolean } & Pick<TableProps, 'onOpen' | 'onLock' | 'onAnnounce'>;

function Tools(props: ToolProps & { row: PageRow }): ReactNode {
  const { row, ...tools } = props;
  const { page, title } = row;
  return (
    <div className="ed-table__tools">
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        aria-label={`Add below: ${title}`}
        onClick={() => tools.onOpen({ dialog: 'new', parentId: page.id })}
      >
        Add below
      </button>
      <CommandMenu className="ed-button--small" about={title} commands={makeCommands(row, tools)} />
    </div>
  );
}

function makeCommands(row: PageRow, { href, differs, onOpen, onLock, onAnnounce }: ToolProps): Command[] {
  const { page, title } = row;
  const { id, isEditable, isPublished, route } = page;
  const isFixed = route !== null || !isEditable;
  const copy = () =>
    void navigator.clipboard.writeText(href).then(
      () => onAnnounce(`${labels.copied}: ${href}`),
      () => onAnnounce(`The browser does not let the link be copied: ${href}`),
    );
  const open = (label: string, dialog: 'move' | 'copy' | 'template' | 'release' | 'removal' | 'delete'): Command => ({
    label,
    onPress: () => onOpen({ dialog, id, title }),
  });
  return [
    { label: labels.copyLink, onPress: copy },
    ...(isEditable ? [open(route === null ? 'Rename or move' : 'Rename', 'move')] : []),
    open('Copy page', 'copy'),
    open('Save as template', 'template'),
    ...(isEditable && (differs || !isPublished) ? [open('Add to release', 'release')] : []),
    ...(isFixed || !isPublished ? [] : [open('Take off the site', 'removal')]),
    ...(onLock ? [{ label: isEditable ? 'Lock page' : 'Unlock page', onPress: () => onLock(row) }] : []),
    ...(isFixed ? [] : [open('Delete', 'delete')]),
  ];
}

const translationLabels: Record<Translation, string> = {
  absent: 'not there',
  english: 'shows English',
  partly: 'partly in English',
  stale: '',
  translated: '',
};

type LanguageProps = { page: ListedPage; locale: Locale; state: Found['states'][number] | null };

/** A language of a page: how far it is translated, where, and whether visitors have it; it leads to its texts. */
function Language({ page, locale, state }: LanguageProps): ReactNode {
  const path = page.locales[locale]?.path;
  const how = getTranslationState(page, locale, state);
  const notes = [
    path === undefined ? '' : withLocale(locale, path),
    translationLabels[how],
    ...(state ? describeTexts(state.texts, locale) : []),
    path !== undefined && !page.live.includes(locale) ? 'not published' : '',
  ].filter(Boolean);
  const mark = (
    <abbr title={`${englishNames[locale]}: ${notes.join(', ')}`} data-translation={how}>
      {languageCodes[locale].toUpperCase()}
    </abbr>
  );
  if (!isTargetLocale(locale) || how === 'absent') return mark;
  return <a href={adminPaths.translation('page', page.id, locale)}>{mark}</a>;
}

/** The state of a page; whether its draft has changes arrives later. */
function State({ isPublished, differs }: { isPublished: boolean; differs: boolean | null }): ReactNode {
  if (!isPublished) return <span className="ed-state ed-state--ring">Not published</span>;
  if (differs) return <span className="ed-state ed-state--half">Live, draft differs</span>;
  return <span className="ed-state ed-state--full">Live</span>;
}
