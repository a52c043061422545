import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldRegistry } from '#schema/field-meta.ts';
import { longestText } from '#schema/fields.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import { kinds } from './kinds.ts';
import { kindNames } from './registry.ts';

/** As the checks of the database have it: `private.bound_columns`, `public.is_localized`. */
const tooLong = 'x'.repeat(longestText + 1);

/** The fields of a kind, and those of its texts, in which people write. */
function written(kind: (typeof kindNames)[number]): [name: string, field: z.core.$ZodType][] {
  const { schema, localized }: { schema: z.ZodObject; localized: Readonly<Record<string, z.core.$ZodType>> | null } =
    kinds[kind];
  return [
    ...Object.entries(schema.shape),
    ...Object.entries(localized ?? {}).map(([name, field]): [string, z.core.$ZodType] => [`localized.${name}`, field]),
  ].filter(([, field]) => {
    const widget = fieldRegistry.get(field)?.widget;
    return widget !== undefined && widget !== 'hidden' && getInnerDef(field).type === 'string';
  });
}

it('have an end in every field of every kind that is a text', () => {
  const endless: string[] = [];
  let count = 0;
  for (const kind of kindNames) {
    for (const [name, field] of written(kind)) {
      count += 1;
      if (z.core.safeParse(field, tooLong).success) endless.push(`${kind}.${name}`);
    }
  }
  expect(count).toBeGreaterThan(60);
  expect(endless).toEqual([]);
});
