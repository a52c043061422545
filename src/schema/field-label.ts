import { ownValue } from '#domain/objects.ts';
import type { z } from 'zod';
import { fieldRegistry } from './fields.ts';
import { type SchemaDef, getInnerDef } from './schema-def.ts';

/** What editors call the field at a path of a schema, e.g. `Card 2, Link` for `cards.1.link`; empty when the path leads nowhere. */
export function fieldLabel(schema: z.core.$ZodType, path: readonly (string | number)[]): string {
  const parts: string[] = [];
  let at: z.core.$ZodType = schema;
  for (const step of path) {
    let def: SchemaDef = getInnerDef(at);
    // Of an item wherever it is in its list.
    while (def.type === 'array' && Number.isNaN(Number(step))) {
      at = def.element;
      def = getInnerDef(at);
    }
    if (def.type === 'array') {
      // The label of a list is replaced by its item's name and number.
      const list = parts.pop() ?? '';
      const name = itemName(at, list);
      parts.push(capitalised(`${name} ${Number(step) + 1}`.trim()));
      at = def.element;
    } else if (def.type === 'object') {
      const field: z.core.$ZodType | undefined = ownValue(def.shape, step);
      if (!field) break;
      const label = fieldRegistry.get(field)?.label;
      if (label) parts.push(label);
      at = field;
    } else break;
  }
  return parts.join(', ');
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function itemName(list: z.core.$ZodType, label: string): string {
  const meta = fieldRegistry.get(list);
  return meta?.widget === 'list' ? meta.itemLabel : label;
}
