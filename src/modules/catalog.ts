import { keysOf } from '#domain/objects.ts';
import type { ModuleDefinition } from '#schema/contract.ts';
import * as registry from './registry.ts';

/** Every module type's definition, by type. */
export const catalog = { ...registry } satisfies { [T in keyof typeof registry]: ModuleDefinition<T> };

export type CatalogType = keyof typeof catalog;
export const catalogTypes = keysOf(catalog);

export function isCatalogType(value: string): value is CatalogType {
  return Object.hasOwn(catalog, value);
}

export function definitionOf(type: CatalogType): ModuleDefinition {
  return catalog[type];
}
