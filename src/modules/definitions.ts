import { getKeys } from '#domain/objects.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import * as registry from './registry.ts';

/** Every module type's definition, by type. */
export const definitions = { ...registry } satisfies { [T in keyof typeof registry]: ModuleDefinition<T> };

export type RegisteredType = keyof typeof definitions;
export const registeredTypes = getKeys(definitions);

export function isRegisteredType(value: string): value is RegisteredType {
  return Object.hasOwn(definitions, value);
}

/** The types that have a look of their own. */
export const shownTypes = registeredTypes.filter((type) => getDefinition(type).standsIn === undefined);

export function getDefinition(type: RegisteredType): ModuleDefinition {
  return definitions[type];
}

/** Whether modules of a type can be shared: those that hold no other modules, and that editors add. As `private.is_shareable` of the database. */
export function isShareable(type: string): type is RegisteredType {
  if (!isRegisteredType(type) || type === 'SECONDARY_HEADER') return false;
  const { slots, standsIn } = getDefinition(type);
  return slots === undefined && standsIn === undefined;
}
