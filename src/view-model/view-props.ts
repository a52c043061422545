import type { z } from 'zod';
import type { Language, Locale } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import type { Reference, ReferenceKind } from '#schema/fields.ts';
import type { ListResult } from './list-results.ts';
import type { ResolvedRecords } from './resolved.ts';

/**
 * Data in which every reference is replaced by its record. An optional reference whose record is gone is null, one in
 * a list is left out, and a required one keeps the page from being rendered.
 */
type Resolved<D> =
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
  /**
   * The module that holds the page's h1, or null when the h1 is elsewhere. If undefined, every header holds it: the
   * module is shown alone.
   */
  titleModule?: number | null;
  /** The query of the request that the page is made for, which tabs keep; none in a published page. */
  query?: string;
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
