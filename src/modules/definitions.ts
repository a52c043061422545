import { keysOf } from '#domain/objects.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import * as registry from './registry.ts';

/** Every module type's definition, by type. */
export const definitions = { ...registry } satisfies { [T in keyof typeof registry]: ModuleDefinition<T> };

export type RegisteredType = keyof typeof definitions;
export const registeredTypes = keysOf(definitions);

export function isRegisteredType(value: string): value is RegisteredType {
  return Object.hasOwn(definitions, value);
}

export function definitionOf(type: RegisteredType): ModuleDefinition {
  return definitions[type];
}
