import { type KeyboardEvent, type ReactNode, use, useEffect, useId, useMemo, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { foldText } from '#domain/text/fold-text.ts';
import { capital, recordKinds, getKindNames } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { siteHere } from '#staff/calls/editor-site.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { type Hit, allCommands, rankHits } from './commands.ts';
import { Grants } from './use-may.ts';

/** How long a person stops typing before records are asked for, in milliseconds. */
const searchDelay = 250;
const perKind = 4;
/** Kinds that are asked at the same time. */
const batchSize = 6;

/** Finds screens, commands, pages and records by their names; Enter opens the chosen one. */
export function CommandPalette({ onClose }: { onClose: () => void }): ReactNode {
  const [search, setSearch] = useState('');
  /** What was gone to with the arrows; null for the first, whatever is found by then. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { found, isSearching } = useFound(search.trim());
  const grants = use(Grants);
  const commands = useMemo(() => allCommands(grants), [grants]);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = foldText(search.trim());
  const matching = commands.filter(({ title, detail }) => foldText(`${title} ${detail}`).includes(wanted));
  const hits = [...rankHits(matching, wanted).slice(0, wanted === '' ? 12 : 6), ...rankHits(found, wanted)];
  const active = Math.max(
    0,
    hits.findIndex((hit) => makeKey(hit) === chosen),
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const hit = hits[active];
      if (hit) location.assign(hit.href);
      return;
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const next = Math.max(0, Math.min(hits.length - 1, active + (event.key === 'ArrowDown' ? 1 : -1)));
    const hit = hits[next];
    setChosen(hit ? makeKey(hit) : null);
    list.current?.querySelectorAll('[role="option"]')[next]?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Dialog title="Search" size="medium" onClose={onClose}>
      <div className="adm-palette">
        <input
          className="ed-input"
          type="search"
          role="combobox"
          aria-label="Search screens, pages and content"
          aria-expanded={hits.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={hits.length > 0 ? `${id}-${active}` : undefined}
          placeholder="A product, a page, a screen …"
          autoComplete="off"
          maxLength={200}
          data-autofocus
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={`${id}-list`} ref={list} className="adm-palette__list" role="listbox" aria-label="Found">
          {hits.map((hit, index) => (
            <button
              type="button"
              key={makeKey(hit)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className="adm-palette__hit"
              onMouseMove={() => setChosen(makeKey(hit))}
              onClick={() => location.assign(hit.href)}
            >
              <span className="adm-palette__title">{hit.title}</span>
              <span className="adm-palette__detail">{hit.detail}</span>
            </button>
          ))}
        </div>
        <p className="ed-picker__status" role="status">
          {isSearching ? 'Searching …' : hits.length === 0 ? `Nothing is called “${search.trim()}”.` : null}
        </p>
      </div>
    </Dialog>
  );
}

function makeKey({ href, title }: Hit): string {
  return `${href} ${title}`;
}

/** Pages and records whose names match, as they are found. */
function useFound(search: string): { found: readonly Hit[]; isSearching: boolean } {
  const [answer, setAnswer] = useState<{ search: string; found: readonly Hit[]; isDone: boolean } | null>(null);
  useEffect(() => {
    if (search.length < 2) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void findEverywhere(search, (found, isDone) => {
        if (isCurrent) setAnswer({ search, found, isDone });
        return isCurrent;
      });
    }, searchDelay);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);
  if (search.length < 2) return { found: [], isSearching: false };
  return { found: answer?.found ?? [], isSearching: answer?.search !== search || !answer.isDone };
}

/** Asks for pages and each kind in turns; `tell` gets what is found so far, and says whether it is still wanted. */
async function findEverywhere(
  search: string,
  tell: (found: readonly Hit[], isDone: boolean) => boolean,
): Promise<void> {
  let found: Hit[] = await findPages(search);
  if (!tell(found, false)) return;
  for (let start = 0; start < recordKinds.length; start += batchSize) {
    const kinds = recordKinds.slice(start, start + batchSize);
    const answers = await Promise.all(kinds.map((kind) => call('listRecords', { kind, search, limit: perKind })));
    const hits = answers.flatMap((answer, index) => {
      const kind = kinds[index];
      if (!answer.ok || kind === undefined) return [];
      return answer.value.rows.map(({ id, title }) => ({
        title,
        detail: capital(getKindNames(kind).one),
        href: adminPaths.record(kind, id),
      }));
    });
    found = [...found, ...hits];
    if (!tell(found, start + batchSize >= recordKinds.length)) return;
  }
}

async function findPages(search: string): Promise<Hit[]> {
  const answer = await call('fetchPages', { search, site: siteHere() });
  if (!answer.ok) return [];
  // Pages of other sites are edited on their own hosts.
  return answer.value.results
    .flatMap(({ title, url, site }) =>
      url === null || site !== siteHere() ? [] : [{ title, detail: `Page · ${url}`, href: `${url}?draft=true` }],
    )
    .slice(0, perKind);
}
