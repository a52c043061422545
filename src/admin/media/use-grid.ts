import { useState } from 'react';
import { type KindName, isReferenceKind, registry } from '#kinds/registry.ts';

const storageKey = 'admin-pictures-as-list';

/** Whether records of a kind are recognised by their pictures. */
export function hasGrid(kind: KindName): boolean {
  return isReferenceKind(kind) && 'isGrid' in registry[kind].picker;
}

/** Whether pictures are shown as a grid, as the person has chosen in this browser. */
export function useGrid(kind: KindName): [isGrid: boolean, setGrid: (isGrid: boolean) => void] {
  const [isList, setList] = useState(() => readChoice());
  const setGrid = (isGrid: boolean) => {
    setList(!isGrid);
    try {
      if (isGrid) localStorage.removeItem(storageKey);
      else localStorage.setItem(storageKey, 'true');
    } catch {
      // A browser that stores nothing shows the grid again next time.
    }
  };
  return [hasGrid(kind) && !isList, setGrid];
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}
