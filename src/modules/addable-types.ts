import { type RegisteredType, shownTypes, getDefinition } from './definitions.ts';
import { foldText } from '#domain/text/fold-text.ts';
import type { ModuleType } from '#schema/contract.ts';
import { type TypeGroup, typeGroups } from '#schema/type-groups.ts';

/** A module type as the sidebar lists it, with its names for the search. */
export type AddableType = {
  type: RegisteredType;
  name: string;
  group: TypeGroup;
  also: readonly string[];
  sought: string;
};

/** Pages add it automatically. */
const notAdded: ModuleType = 'SECONDARY_HEADER';

const byName = new Intl.Collator('en', { numeric: true });

/** Every type that has a look of its own, sorted by display name. */
export const namedTypes: readonly AddableType[] = shownTypes
  .map((type) => {
    const { displayName: name, group = 'Texts', also = [] } = getDefinition(type);
    return { type, name, group, also, sought: soughtIn({ type, name, also }) };
  })
  .toSorted((a, b) => byName.compare(a.name, b.name));

/** Every type that editors can add. */
export const addableTypes = namedTypes.filter(({ type }: { type: ModuleType }) => type !== notAdded);

export function isAddable(type: string): type is RegisteredType {
  return addableTypes.some((addable) => addable.type === type);
}

/** All names of a type, separated by a character that is not typed, so that a match is within one of them. */
function soughtIn({ type, name, also }: Pick<AddableType, 'type' | 'name' | 'also'>): string {
  return [name, type, type.replaceAll('_', ' '), ...also].map(foldText).join('\n');
}

/** The types that can be added, by what they are for. */
export const groupedTypes: readonly { group: TypeGroup; types: readonly AddableType[] }[] = typeGroups.map((group) => ({
  group,
  types: addableTypes.filter((addable) => addable.group === group),
}));

/** The word by which a type is found where its display name does not have the typed text; null where there is none to tell. */
export function otherName({ name, also }: AddableType, typed: string): string | null {
  const wanted = tidy(typed);
  if (foldText(name).includes(wanted)) return null;
  return also.find((other) => foldText(other).includes(wanted)) ?? null;
}

function tidy(typed: string): string {
  return foldText(typed.trim()).replaceAll(/\s+/g, ' ');
}

/** The types whose display name, type name or another word for them contains the typed text; those of the display name first. */
export function searchTypes(typed: string, types: readonly AddableType[] = addableTypes): readonly AddableType[] {
  const wanted = tidy(typed);
  if (wanted === '') return types;
  const found = types.filter(({ sought }) => sought.includes(wanted));
  return found.toSorted(
    (a, b) => Number(!foldText(a.name).includes(wanted)) - Number(!foldText(b.name).includes(wanted)),
  );
}
