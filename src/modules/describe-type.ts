import type { RegisteredType } from './definitions.ts';

const descriptions = import.meta.glob<string>('./*/schema.ts', { eager: true, import: 'description' });

/**
 * What a module type is, in a few words for editors who look for one: lower case, no full stop. Beside the definition in its folder,
 * not in it: the editor's scripts have all definitions, and need no descriptions.
 */
export function describeType(type: RegisteredType): string {
  return descriptions[`./${type.toLowerCase().replaceAll('_', '-')}/schema.ts`] ?? '';
}
