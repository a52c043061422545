import { type RegisteredType, registeredTypes, definitionOf } from './definitions.ts';
import type { ModuleType } from '#schema/contract.ts';

/** A module type as the sidebar lists it, with its names for the search. */
export type AddableType = { type: RegisteredType; name: string; sought: string };

/** Pages add it automatically. */
const notAdded: ModuleType = 'SECONDARY_HEADER';

const byName = new Intl.Collator('en', { numeric: true });

/** Every type of the registry, sorted by display name. */
export const namedTypes: readonly AddableType[] = registeredTypes
  .map((type) => ({ type, name: definitionOf(type).displayName }))
  .map((named) => ({ ...named, sought: soughtIn(named) }))
  .toSorted((a, b) => byName.compare(a.name, b.name));

/** Every type that editors can add. */
export const addableTypes = namedTypes.filter(({ type }: { type: ModuleType }) => type !== notAdded);

export function isAddable(type: string): type is RegisteredType {
  return addableTypes.some((addable) => addable.type === type);
}

/** @example spokenType('CARD_GROUP') // 'card group' */
export function spokenType(type: string): string {
  return type.replaceAll('_', ' ').toLowerCase();
}

/** All names of a type, separated by a character that is not typed, so that a match is within one of them. */
export function soughtIn({ type, name }: Pick<AddableType, 'type' | 'name'>): string {
  return [name, type, spokenType(type)].join('\n').toLowerCase();
}

/** The types whose display name or type name contains the typed text. */
export function searchTypes(typed: string, types: readonly AddableType[] = addableTypes): readonly AddableType[] {
  const wanted = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  return wanted === '' ? types : types.filter(({ sought }) => sought.includes(wanted));
}
