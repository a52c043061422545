import type { CatalogType } from './catalog.ts';
import type { ListResult } from './lists.ts';

/** A module as a page holds it: its references resolved, its lists read, and its child modules by slot. */
export type PlacedModule = {
  id: number;
  type: CatalogType;
  /** What the type's view takes: the output of its schema with every reference resolved. */
  data: unknown;
  lists: Readonly<Record<string, ListResult>>;
  children: Readonly<Record<string, readonly PlacedModule[]>>;
  /** The locale has no data of its own and shows the default locale's. */
  fallback: boolean;
};
