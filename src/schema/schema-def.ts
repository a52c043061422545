import type { z } from 'zod';

/** Zod's definition of a schema: its type and its parts. */
export type SchemaDef = z.core.$ZodTypes['_zod']['def'];

export function getDef(schema: z.core.$ZodType): SchemaDef {
  // How zod's own tools look into a schema: every schema is in this union, discriminated by `type`.
  return (schema as z.core.$ZodTypes)._zod.def;
}

/** The definition inside of defaults and other wrappers. */
export function getInnerDef(schema: z.core.$ZodType): SchemaDef {
  const def = getDef(schema);
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return getInnerDef(def.innerType);
    default:
      return def;
  }
}
