import { type ReactNode, useState } from 'react';
import { type FolderRow, folderTree } from '#domain/media/folder-tree.ts';
import { type MediaFolder, folderFilter, inNoFolder } from '#domain/media/media-library.ts';
import type { KindName } from '#kinds/registry.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type ListView, withFilter } from '../../records/list-view.ts';
import { useMay } from '../../shell/use-may.ts';
import { DeleteFolder } from './DeleteFolder.tsx';
import { FolderDialog } from './FolderDialog.tsx';
import { useLibrary } from './library-context.tsx';

type Props = { kind: KindName; view: ListView; onView: (view: ListView) => void };

/** The folder that a view shows: its id, `none` for media in no folder, empty for all. */
export function openFolder(view: ListView): string {
  return view.filters.find(({ by }) => by === folderFilter)?.is ?? '';
}

type Open = { name: 'new' } | { name: 'change' | 'delete'; folder: MediaFolder };

/** The folders of the library beside its list: one is opened by pressing it. */
export function FolderPanel({ kind, view, onView }: Props): ReactNode {
  const loaded = useLibrary();
  const mayEdit = useMay()('edit', { kind });
  const [open, setOpen] = useState<Open | null>(null);
  const [isUnfolded, setUnfolded] = useState(false);
  const folders = loaded?.library?.folders ?? [];
  const rows = folderTree(folders);
  const shown = openFolder(view);
  const here = rows.find(({ id }) => String(id) === shown);
  const show = (folder: string) => {
    setUnfolded(false);
    onView(withFilter(view, folderFilter, folder));
  };
  const done = (folder: string) => {
    setOpen(null);
    loaded?.reload();
    show(folder);
  };
  const all = `All ${getKindNames(kind).many}`;
  return (
    <nav className={isUnfolded ? 'adm-folders adm-folders--open' : 'adm-folders'} aria-label="Folders">
      <button
        type="button"
        className="ed-button adm-folders__fold"
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        Folder: {here?.path ?? (shown === inNoFolder ? 'In no folder' : all)}
      </button>
      <ul className="adm-folders__list">
        <Place name={all} isHere={shown === ''} onShow={() => show('')} />
        {rows.map((row) => (
          <Place
            key={row.id}
            name={row.name}
            row={row}
            isHere={row === here}
            onShow={() => show(String(row.id))}
            onChange={mayEdit ? () => setOpen({ name: 'change', folder: row }) : undefined}
            onDelete={mayEdit ? () => setOpen({ name: 'delete', folder: row }) : undefined}
          />
        ))}
        {rows.length > 0 ? (
          <Place name="In no folder" isHere={shown === inNoFolder} onShow={() => show(inNoFolder)} />
        ) : null}
      </ul>
      {mayEdit ? (
        <button
          type="button"
          className="ed-button ed-button--small ed-button--quiet adm-folders__new"
          onClick={() => setOpen({ name: 'new' })}
        >
          New folder{here ? ` in ${here.name}` : ''}
        </button>
      ) : null}
      {open?.name === 'new' || open?.name === 'change' ? (
        <FolderDialog
          folders={folders}
          folder={open.name === 'change' ? open.folder : null}
          parent={here?.id ?? null}
          onSaved={(id) => done(open.name === 'new' ? String(id) : shown)}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open?.name === 'delete' ? (
        <DeleteFolder
          folder={open.folder}
          above={rows.find(({ id }) => id === open.folder.parent)?.name ?? null}
          onDeleted={() => done(String(open.folder.id) === shown ? String(open.folder.parent ?? '') : shown)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </nav>
  );
}

type PlaceProps = {
  name: string;
  row?: FolderRow;
  isHere: boolean;
  onShow: () => void;
  onChange?: (() => void) | undefined;
  onDelete?: (() => void) | undefined;
};

function Place({ name, row, isHere, onShow, onChange, onDelete }: PlaceProps): ReactNode {
  return (
    <li className={`adm-folders__row adm-folders__row--${row?.level ?? 0}`}>
      <button
        type="button"
        className="adm-folders__name"
        aria-current={isHere ? 'true' : undefined}
        aria-label={row?.path}
        title={row?.path}
        onClick={onShow}
      >
        {name}
      </button>
      {isHere && row && onChange && onDelete ? (
        <span className="adm-folders__acts">
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            aria-label={`Change the folder ${name}`}
            onClick={onChange}
          >
            Change
          </button>
          <button
            type="button"
            className="ed-button ed-button--small ed-button--quiet"
            aria-label={`Delete the folder ${name}`}
            onClick={onDelete}
          >
            Delete
          </button>
        </span>
      ) : null}
    </li>
  );
}
