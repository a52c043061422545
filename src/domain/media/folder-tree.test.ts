import { expect, it } from 'vitest';
import { folderTree, foldersWithin } from './folder-tree.ts';

const folders = [
  { id: 3, name: 'Deep', parent: 2 },
  { id: 4, name: 'Other', parent: null },
  { id: 1, name: 'Products', parent: null },
  { id: 2, name: 'Sensors', parent: 1 },
];

it('lists folders as a tree, siblings in the order given', () => {
  expect(folderTree(folders).map(({ path, level }) => [path, level])).toEqual([
    ['Other', 0],
    ['Products', 0],
    ['Products / Sensors', 1],
    ['Products / Sensors / Deep', 2],
  ]);
});

it('leaves out what hangs on nothing', () => {
  expect(folderTree([{ id: 2, name: 'B', parent: 9 }])).toEqual([]);
});

it('lists folders that are in each other at the top, from where they are moved apart', () => {
  const circle = [
    { id: 5, name: 'Five', parent: 6 },
    { id: 6, name: 'Six', parent: 5 },
    { id: 7, name: 'Seven', parent: 6 },
  ];
  expect(folderTree(circle).map(({ path }) => path)).toEqual(['Five', 'Six', 'Six / Seven']);
});

it('knows what is in a folder', () => {
  expect(foldersWithin(folders, 2)).toEqual(new Set([2, 3]));
  expect(foldersWithin(folders, 1)).toEqual(new Set([1, 2, 3]));
  expect(foldersWithin(folders, 4)).toEqual(new Set([4]));
  expect(foldersWithin(folders, 9)).toEqual(new Set());
});
