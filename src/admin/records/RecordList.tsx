import { type ReactNode, use, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { exportFormats } from '#domain/spreadsheets/export-formats.ts';
import { isMediaKind } from '#domain/media/media-library.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { isUploadKind } from '#domain/media/upload-kinds.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { focusSoon } from '#staff/controls/focus-soon.ts';
import type { RecordId, RecordRow } from '#view-model/records.ts';
import { useTitle } from '../forms/use-title.ts';
import { GridSwitch } from '../media/GridSwitch.tsx';
import { FolderPanel, openFolder } from '../media/library/FolderPanel.tsx';
import { LibraryProvider, useLibrary } from '../media/library/library-context.tsx';
import { PictureGrid, gridColumns } from '../media/PictureGrid.tsx';
import { hasGrid, useGrid } from '../media/use-grid.ts';
import { UploadPanel } from '../media/UploadPanel.tsx';
import { WaitingTexts } from '../media/WaitingTexts.tsx';
import { ExportLinks } from '../shell/ExportLinks.tsx';
import { ImportDialog } from '../sheets/ImportDialog.tsx';
import { isMadeByPeople } from '#kinds/registry.ts';
import { isDeletable, listTitle } from '../shell/navigation.ts';
import { useMay } from '../shell/use-may.ts';
import { BulkBar } from './BulkBar.tsx';
import { ChooseAll } from './ChooseAll.tsx';
import { ListFilters } from './ListFilters.tsx';
import { type ListView, readView, usualColumns, writeView } from './list-view.ts';
import { type LoadedKind, loadKind } from './load-kind.ts';
import { RecordTable } from './RecordTable.tsx';
import { TrashList } from './TrashList.tsx';
import { type RecordNotice, takeNotice } from './record-notice.ts';
import { TrashNotice } from './TrashNotice.tsx';
import { usePastedTable } from './use-pasted-table.ts';
import { type RecordPages, useRecordPages } from './use-record-pages.ts';

// Read before the screen is rendered: React may render it twice.
const arrived = takeNotice();

/** The records of a kind: searched, sorted, filtered, published and deleted together. */
export default function RecordList({ kind }: { kind: KindName }): ReactNode {
  const definition = use(loadKind(kind));
  const { AboveList } = definition.own;
  const mayEdit = useMay()('edit', { kind });
  const [view, setView] = useState(() => readView(location.search));
  const [notice, setNotice] = useState(arrived);
  useTitle(listTitle(kind));
  const change = (next: ListView) => {
    setView(next);
    history.replaceState(history.state, '', `${location.pathname}${writeView(next)}`);
  };
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">{listTitle(kind)}</h1>
        {mayEdit && isMadeByPeople(kind) ? (
          <a className="ed-button ed-button--primary" href={adminPaths.newRecord(kind)}>
            New {getKindNames(kind).one}
          </a>
        ) : null}
      </div>
      <TrashNotice notice={notice} className="adm-notice" onClose={() => setNotice(null)} />
      {AboveList ? <AboveList /> : null}
      {mayEdit && isDeletable(kind) ? (
        <div className="ed-tabs" role="group" aria-label="Which are shown">
          <button type="button" aria-pressed={!view.isTrash} onClick={() => change({ ...view, isTrash: false })}>
            All
          </button>
          <button type="button" aria-pressed={view.isTrash} onClick={() => change({ ...view, isTrash: true })}>
            Deleted
          </button>
        </div>
      ) : null}
      {view.isTrash ? (
        <TrashList kind={kind} />
      ) : isMediaKind(kind) ? (
        <LibraryProvider>
          <div className="adm-library">
            <FolderPanel kind={kind} view={view} onView={change} />
            <Records definition={definition} view={view} onView={change} />
          </div>
        </LibraryProvider>
      ) : (
        <Records definition={definition} view={view} onView={change} />
      )}
    </main>
  );
}

type RecordsProps = { definition: LoadedKind; view: ListView; onView: (view: ListView) => void };

function Records({ definition, view, onView }: RecordsProps): ReactNode {
  const { kind, fields } = definition;
  const columns = view.columns ?? usualColumns(definition);
  const [isGrid, setGrid] = useGrid(kind);
  const list = useRecordPages(kind, view, isGrid ? gridColumns : columns);
  const [chosen, setChosen] = useState<ReadonlySet<RecordId>>(new Set());
  /** What was done with what was chosen, in the place of the bar in which it was done. */
  const [done, setDone] = useState<RecordNotice | null>(null);
  const [pasted, setPasted] = usePastedTable();
  const { turn, reload } = useReload(list);
  // What is not listed any more is not chosen.
  const [seen, setSeen] = useState(view);
  if (seen !== view) {
    setSeen(view);
    setChosen(new Set());
  }
  const count = useRef<HTMLParagraphElement>(null);
  const choose = (next: ReadonlySet<RecordId>) => {
    setChosen(next);
    // The bar goes with what was chosen, and the focus with it.
    if (next.size === 0) focusSoon(() => (document.activeElement === document.body ? count.current : null));
  };
  const isFiltered = view.search !== '' || view.gap !== null || view.state !== null || view.filters.length > 0;
  const records = (
    <div className="adm-records">
      <ListFilters {...{ definition, view, onView }} columns={isGrid ? null : columns} />
      <div className="adm-count-row">
        <div className="adm-count-row__all">
          <p ref={count} className="adm-count" role="status" tabIndex={-1}>
            {list.total === null ? 'Loading …' : describeFound(kind, list.total)}
          </p>
          <ChooseShown rows={list.rows} isGrid={isGrid} {...{ chosen }} onChoose={setChosen} />
        </div>
        <div className="adm-count-row__actions">
          {hasGrid(kind) ? <GridSwitch isGrid={isGrid} onGrid={setGrid} /> : null}
          <Import definition={definition} pasted={pasted} onPasted={setPasted} onDone={list.reload} />
          {list.total ? (
            <ExportLinks
              formats={exportFormats}
              hrefOf={(format) => `${adminPaths.recordsExport(kind, format)}${writeView(view)}`}
            />
          ) : null}
        </div>
      </div>
      <WaitingTexts key={turn} {...{ kind, view }} onPublished={reload} />
      {list.failure ? <Failure failure={list.failure} onRetry={list.reload} /> : null}
      {list.total === 0 ? (
        <Empty
          kind={kind}
          isFiltered={isFiltered}
          onClear={() => onView({ ...view, search: '', state: null, gap: null, filters: [] })}
        />
      ) : isGrid ? (
        <PictureGrid
          {...{ kind, chosen }}
          rows={list.rows}
          isLoading={list.isLoading}
          onChoose={setChosen}
          onDescribed={reload}
        />
      ) : (
        <RecordTable {...{ definition, view, columns, chosen, list, onView }} onChoose={setChosen} />
      )}
      <ShowMore list={list} />
      {chosen.size > 0 ? (
        <Chosen {...{ definition, view, columns, list, chosen }} onChoose={choose} onDone={setDone} />
      ) : null}
      <TrashNotice notice={chosen.size > 0 ? null : done} className="adm-bulk" onClose={() => setDone(null)} />
    </div>
  );
  if (!isUploadKind(kind)) return records;
  return (
    <UploadPanel kind={kind} fields={fields} folder={folderIn(view)} onChanged={reload}>
      {records}
    </UploadPanel>
  );
}

function ShowMore({ list: { hasMore, isLoading, loadMore } }: { list: RecordPages }): ReactNode {
  if (!hasMore) return null;
  return (
    <button type="button" className="ed-button" aria-disabled={isLoading ? true : undefined} onClick={loadMore}>
      {isLoading ? 'Loading …' : 'Show more'}
    </button>
  );
}

/** Reads a list again; `turn` counts how often, for what else is to be read again then. */
function useReload(list: RecordPages): { turn: number; reload: () => void } {
  const [turn, setTurn] = useState(0);
  const reload = () => {
    setTurn(turn + 1);
    list.reload();
  };
  return { turn, reload };
}

/** The folder that is open, to which uploads go. */
function folderIn(view: ListView): string {
  const folder = openFolder(view);
  return /^\d+$/.test(folder) ? folder : '';
}

type ChosenProps = Omit<RecordsProps, 'onView'> & {
  columns: readonly string[];
  list: RecordPages;
  chosen: ReadonlySet<RecordId>;
  onChoose: (chosen: ReadonlySet<RecordId>) => void;
  onDone: (notice: RecordNotice | null) => void;
};

type ChooseShownProps = {
  rows: readonly RecordRow[];
  isGrid: boolean;
  chosen: ReadonlySet<RecordId>;
  onChoose: (chosen: ReadonlySet<RecordId>) => void;
};

/** Chooses all that is shown where no head of a table does: in a grid, and on phones. The bar then offers all that the list finds. */
function ChooseShown({ rows, isGrid, chosen, onChoose }: ChooseShownProps): ReactNode {
  if (rows.length === 0) return null;
  const areAllChosen = rows.every(({ id }) => chosen.has(id));
  return (
    <label className={isGrid ? 'ed-check adm-choose-shown' : 'ed-check adm-choose-shown adm-choose-shown--phone'}>
      <input
        type="checkbox"
        checked={areAllChosen}
        onChange={() => onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
      />
      <span>Choose all shown</span>
    </label>
  );
}

/** What is done with the chosen records, and how all are chosen that the list finds. */
function Chosen({ definition, view, columns, list, chosen, onChoose, onDone }: ChosenProps): ReactNode {
  const { rows, hasMore, total } = list;
  const library = useLibrary();
  const areAllShown = chosen.size === rows.length && rows.every(({ id }) => chosen.has(id));
  return (
    <BulkBar
      {...{ definition, columns }}
      ids={[...chosen]}
      rows={rows.filter(({ id }) => chosen.has(id))}
      chooseAll={
        hasMore && areAllShown ? (
          <ChooseAll {...{ kind: definition.kind, view }} total={total ?? 0} onIds={(ids) => onChoose(new Set(ids))} />
        ) : null
      }
      onClear={() => onChoose(new Set())}
      onDone={() => {
        onChoose(new Set());
        onDone(takeNotice());
        list.reload();
        library?.reload();
      }}
    />
  );
}

type ImportProps = {
  definition: LoadedKind;
  /** Cells that were pasted into the list. */
  pasted: string | null;
  onPasted: (text: null) => void;
  onDone: () => void;
};

function Import({ definition, pasted, onPasted, onDone }: ImportProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={() => setOpen(true)}>
        Import …
      </button>
      {isOpen || pasted !== null ? (
        <ImportDialog
          definition={definition}
          pasted={pasted}
          onClose={(isDone) => {
            setOpen(false);
            onPasted(null);
            if (isDone) onDone();
          }}
        />
      ) : null}
    </>
  );
}

function describeFound(kind: KindName, count: number): string {
  const { one, many } = getKindNames(kind);
  if (count > sheetLimits.rows) return `More than ${showNumber(sheetLimits.rows)} ${many}`;
  return `${showNumber(count)} ${count === 1 ? one : many}`;
}

function Empty({ kind, isFiltered, onClear }: { kind: KindName; isFiltered: boolean; onClear: () => void }): ReactNode {
  const mayEdit = useMay()('edit', { kind });
  const { one, many } = getKindNames(kind);
  return (
    <div className="ed-screen__empty adm-empty">
      <p>
        {isFiltered
          ? `No ${one} matches what you look for.`
          : isUploadKind(kind)
            ? `There are no ${many} yet. Drop files here, or use “Upload ${many}”.`
            : `There are no ${many} yet. What you make here is a draft until you publish it.`}
      </p>
      {isFiltered ? (
        <button type="button" className="ed-button" onClick={onClear}>
          Show all {many}
        </button>
      ) : mayEdit && isMadeByPeople(kind) ? (
        <a className="ed-button ed-button--primary" href={adminPaths.newRecord(kind)}>
          New {one}
        </a>
      ) : null}
    </div>
  );
}
