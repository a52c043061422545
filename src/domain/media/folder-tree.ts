import { idsInCircles } from '#domain/circles.ts';
import type { MediaFolder } from './media-library.ts';

export type FolderRow = MediaFolder & {
  /** How many folders are above it. */
  level: number;
  /** With the names of those above it, as `Products / Sensors`. */
  path: string;
};

/**
 * Folders in the order of a tree: each is followed by those in it. Siblings stay in the order in which they are given.
 *
 * @example folderTree([{ id: 2, name: 'B', parent: 1 }, { id: 1, name: 'A', parent: null }]) // A, then A / B
 */
export function folderTree(folders: readonly MediaFolder[]): FolderRow[] {
  const inCircles = idsInCircles(folders.map(({ id, parent }) => ({ id, parentId: parent })));
  const below = Map.groupBy(folders, ({ id, parent }) => (inCircles.has(id) ? null : parent));
  const listRows = (parent: number | null, level: number, above: string): FolderRow[] =>
    (below.get(parent) ?? []).flatMap((folder) => {
      const path = `${above}${folder.name}`;
      return [{ ...folder, level, path }, ...listRows(folder.id, level + 1, `${path} / `)];
    });
  return listRows(null, 0, '');
}

/** The ids of a folder and of all that are in it: it is moved into none of these. */
export function foldersWithin(folders: readonly MediaFolder[], id: number): ReadonlySet<number> {
  const rows = folderTree(folders);
  const start = rows.findIndex((row) => row.id === id);
  const first = rows[start];
  if (!first) return new Set();
  const end = rows.findIndex((row, index) => index > start && row.level <= first.level);
  return new Set(rows.slice(start, end < 0 ? undefined : end).map((row) => row.id));
}
