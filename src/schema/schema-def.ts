import type { z } from 'zod';

/** What zod knows of a schema: what it is, and what it is made of. */
export type SchemaDef = z.core.$ZodTypes['_zod']['def'];

export function defOf(schema: z.core.$ZodType): SchemaDef {
  // How zod's own tools look into a schema: every one that it makes is of this union, told apart by `type`.
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The same of what stands below defaults and the like. */
export function innerDefOf(schema: z.core.$ZodType): SchemaDef {
  const def = defOf(schema);
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return innerDefOf(def.innerType);
    default:
      return def;
  }
}
