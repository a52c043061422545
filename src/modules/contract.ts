import type { z } from 'zod';
import type { Language, Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import { withConditions } from './conditions.ts';
import type { ListQuery, ListResult } from './lists.ts';
import type { Reference, ReferenceKind } from './fields.ts';
import type { ResolvedRecords } from './resolved.ts';
import type { ModuleType } from './types.ts';

/**
 * What a module type is. The data's schema is the single source of its form, its check and its type; views get the data
 * with every reference resolved, and never fetch.
 */
export type ModuleDefinition<T extends ModuleType = ModuleType, S extends z.ZodType = z.ZodType> = {
  readonly type: T;
  /** The name that editors see (spec section 3). */
  readonly displayName: string;
  /** Of the stored data. Raised with every change of the schema that old data does not satisfy. */
  readonly version: number;
  readonly schema: S;
  /** Data of a module just added. What only an editor can choose, such as a picture, is left out and asked for in the dialog. */
  readonly defaults: Partial<z.input<S>>;
  /** Data of an older version made into data of the next one: `upgrades[1]` takes version 1 to version 2. */
  readonly upgrades?: Readonly<Record<number, (data: unknown) => unknown>>;
  /** The lists that the module reads, by the name under which its view receives them. */
  readonly lists?: (data: z.output<S>) => Readonly<Record<string, ListQuery>>;
  /** Its title is what the page is about: the first such module of a page holds the h1. */
  readonly holdsTitle?: true;
  /** The slots that child modules can be placed in, for a type that contains modules. */
  readonly slots?: (data: z.output<S>) => readonly string[];
};

export function defineModule<const T extends ModuleType, S extends z.ZodType>(
  definition: ModuleDefinition<T, S>,
): ModuleDefinition<T, S> {
  return { ...definition, schema: withConditions(definition.schema) };
}

/**
 * Data in which every reference stands as the record it names. An optional reference whose record is gone is null, one in
 * a list is left out, and a required one keeps the page from being rendered.
 */
export type Resolved<D> =
  D extends Reference<infer K>
    ? K extends ReferenceKind
      ? ResolvedRecords[K]
      : never
    : D extends readonly (infer I)[]
      ? Resolved<I>[]
      : D extends object
        ? { [P in keyof D]: Resolved<D[P]> }
        : D;

/** Words of the interface, in the page's language. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

export type ViewContext = {
  site: SiteId;
  locale: Locale;
  t: Translate;
  /** The language of the editors' own words, where it is not that of the page. */
  textLanguage?: Language;
  /** The module that holds the page's h1, or null when the h1 stands elsewhere. Left out, every header does: it is shown by itself. */
  titleModule?: number | null;
};

/** What every view receives. */
export type ViewProps<D extends ModuleDefinition> = {
  id: number;
  data: Resolved<z.output<D['schema']>>;
  /** Answers of the module's lists, by name. */
  lists: Readonly<Record<string, ListResult>>;
  /** Rendered child modules, by slot: markup made by the same mounts. */
  slots: Readonly<Record<string, string>>;
  context: ViewContext;
};
