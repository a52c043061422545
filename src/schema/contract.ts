import type { z } from 'zod';
import { withConditions } from './conditions.ts';
import type { Reference } from './fields.ts';
import type { ListQuery } from './lists.ts';
import type { TypeGroup } from './type-groups.ts';

/** The name of a module type, as the database's enumeration has it. Which there are says the registry of the modules. */
export type ModuleType = Uppercase<string>;

/** Data as a page shows it, as far as a schema knows: in the place of each reference is its record, whatever that holds. */
type Shown<D> = D extends Reference
  ? object
  : D extends readonly (infer I)[]
    ? readonly Shown<I>[]
    : D extends object
      ? { readonly [P in keyof D]: Shown<D[P]> }
      : D;

/** Sample texts in the shape of data, those of formatted text as plain words. */
type Placeholders<D> = D extends string
  ? string
  : D extends { type: 'doc' }
    ? string
    : D extends readonly (infer I)[]
      ? readonly Placeholders<I>[]
      : D extends object
        ? { readonly [P in keyof D]?: Placeholders<D[P]> }
        : unknown extends D
          ? unknown
          : never;

/**
 * A module type. The schema of its data is the single source of form, validation and TypeScript type; views get the
 * data with every reference resolved, and never fetch.
 */
export type ModuleDefinition<T extends ModuleType = ModuleType, S extends z.ZodType = z.ZodType> = {
  readonly type: T;
  /** The name that editors see. */
  readonly displayName: string;
  /** Under which heading editors find it; among the texts without one. */
  readonly group?: TypeGroup;
  /** What other websites and editors call it: it is found by these words as well. */
  readonly also?: readonly string[];
  /** Of the stored data. Raised with every change of the schema that old data does not satisfy. */
  readonly version: number;
  readonly schema: S;
  /**
   * Data of a module just added: layout and choices, no texts. What only an editor can write or choose is left out and asked for
   * in the dialog.
   */
  readonly defaults: Partial<z.input<S>>;
  /**
   * Examples of texts, shown where none is written yet: in the form, and of required ones in its preview. They are no data and are
   * never saved. A required list begins with as many items.
   */
  readonly placeholders?: Placeholders<z.input<S>>;
  /** The lists that the module reads, by the name under which its view receives them. */
  readonly lists?: (data: z.output<S>) => Readonly<Record<string, ListQuery>>;
  /**
   * What the module waits for while it has nothing to show, as a sentence for editors; null once it shows something. Drafts say
   * it in its place, and visitors get nothing of it. `count` has the number of items that a list answered with.
   *
   * @example ({ products }) => (products.length === 0 ? 'Choose a product.' : null)
   */
  readonly waitsFor?: (data: Shown<z.output<S>>, count: (list: string) => number) => string | null;
  /** A header: the first such module of a page holds the h1. */
  readonly holdsTitle?: true;
  /** Pages show another module in its place: it has no look of its own, and nobody adds it by its type. */
  readonly standsIn?: true;
  /** The slots that child modules can be placed in, for a type that contains modules. */
  readonly slots?: (data: z.output<S>) => readonly string[];
};

export function defineModule<const T extends ModuleType, S extends z.ZodType>(
  definition: ModuleDefinition<T, S>,
): ModuleDefinition<T, S> {
  return { ...definition, schema: withConditions(definition.schema) };
}
