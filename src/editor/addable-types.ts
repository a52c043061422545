import { type CatalogType, catalogTypes, definitionOf } from '#modules/catalog.ts';
import type { ModuleType } from '#modules/types.ts';

/** A module type as the sidebar lists it, with what a search looks into. */
export type AddableType = { type: CatalogType; name: string; sought: string };

/** Pages have it by themselves (spec section 2). */
const notAdded: ModuleType = 'SECONDARY_HEADER';

const byName = new Intl.Collator('en', { numeric: true });

/** Every type that editors can add, by the name that they know it by. */
export const addableTypes: readonly AddableType[] = catalogTypes
  .filter((type: ModuleType) => type !== notAdded)
  .map((type) => ({ type, name: definitionOf(type).displayName }))
  .map((addable) => ({ ...addable, sought: soughtIn(addable) }))
  .toSorted((a, b) => byName.compare(a.name, b.name));

export function isAddable(type: string): type is CatalogType {
  return addableTypes.some((addable) => addable.type === type);
}

/** All names of a type, apart by what nobody types: a match is within one of them. */
export function soughtIn({ type, name }: Pick<AddableType, 'type' | 'name'>): string {
  return [name, type, type.replaceAll('_', ' ')].join('\n').toLowerCase();
}

/** The types whose display name or own name contains what was typed. */
export function searchTypes(typed: string, types: readonly AddableType[] = addableTypes): readonly AddableType[] {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return wanted === '' ? types : types.filter(({ sought }) => sought.includes(wanted));
}
