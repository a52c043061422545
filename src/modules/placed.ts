import type { RegisteredType } from './definitions.ts';
import type { ListResult } from '#view-model/list-results.ts';

/** A module as a page holds it: its references resolved, its lists read, and its child modules by slot. */
export type PlacedModule = {
  id: number;
  type: RegisteredType;
  /** The data of the type's view: the output of its schema with every reference resolved. */
  data: unknown;
  lists: Readonly<Record<string, ListResult>>;
  children: Readonly<Record<string, readonly DraftModule[]>>;
  /** The locale has no data of its own and shows the default locale's. */
  fallback: boolean;
  /** Only in drafts: the module has nothing to show until it gets this. Published pages leave such modules out. */
  waitsFor?: string;
};

/** A module of a draft that cannot be shown, with the field and the reason. */
export type BrokenModule = {
  id: number;
  /** Perhaps of a type that this code does not know. */
  type: string;
  problems: readonly { field: string; reason: string }[];
};

/** A module of a draft. Published pages have placed modules only, which show something. */
export type DraftModule = PlacedModule | BrokenModule;
