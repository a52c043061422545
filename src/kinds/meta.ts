import type { RouteKey } from '#domain/addresses/routes.ts';
import type { KindGroup } from './groups.ts';

/** The routes of records with pages of their own. */
export type PageKey = Extract<
  RouteKey,
  `${string}.detail` | `${string}.article` | `newsroom.blog.${'post' | 'tag' | 'author'}`
>;
/** The list that a record is found in, and the route of its own page. */
export type Place = { list: RouteKey; page: PageKey };

/** How a picker shows a record. */
type Shown = { title: string; detail: readonly (string | null | undefined)[]; thumbnail?: string | null };

/** How the editor finds and shows the records of a kind. `I` is an item as the action answers with it. */
export type Picker<A extends string = string, I = never> = {
  /** The call that lists records. */
  action: A;
  show: (item: I) => Shown;
  /** Records that are recognised by their pictures are shown in a grid. */
  isGrid?: true;
  /** Records of the site that is edited come first. */
  isOfSite?: true;
};

/**
 * Metadata of a kind, light enough for the browser: the names of its records, where they have pages of their own, and
 * how pickers show them. Its fields and all that needs them are in `kind.ts`.
 */
export type KindMeta = {
  words: { one: string; many: string };
  /** The area of the administration that has its records; none for what nobody edits as a record. */
  group?: KindGroup;
  /** The address below `/admin` of a screen of its own, in place of the list and form that every kind has. */
  screen?: string;
  /** What the navigation calls its records, where that is not their plural. */
  title?: string;
  /** People change its records, and make and delete none. */
  isFixed?: true;
  /** A record is made by uploading its file, not in a form. */
  isUploaded?: true;
  /** For records with a page of their own: where they are, by the section of the site that they are in; the first one counts when none is said. */
  page?: Readonly<Record<string, Place>>;
  picker?: Picker;
};

export function defineMeta<const M extends KindMeta>(meta: M): M {
  return meta;
}

/** A picker with the type of its items. */
export function definePicker<I>() {
  return <const A extends string>(picker: Picker<A, I>): Picker<A, I> => picker;
}
