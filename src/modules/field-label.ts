import type { z } from 'zod';
import { fieldRegistry } from './fields.ts';

/** What editors call the field at a path of a schema, e.g. `Card 2, Link` for `cards.1.link`; empty when the path leads nowhere. */
export function fieldLabel(schema: z.core.$ZodType, path: readonly (string | number)[]): string {
  const parts: string[] = [];
  let at: z.core.$ZodType | null = schema;
  for (const step of path) {
    const inner: z.core.$ZodTypes | null = at && unwrap(at);
    if (inner?._zod.def.type === 'array') {
      // The list's own label is told by its item's name and number.
      const list = parts.pop() ?? '';
      const index = Number(step);
      const name = at && itemName(at, list);
      parts.push(capitalised(`${name} ${Number.isInteger(index) ? index + 1 : step}`.trim()));
      at = inner._zod.def.element;
    } else if (inner?._zod.def.type === 'object') {
      const field: z.core.$ZodType | undefined = inner._zod.def.shape[step];
      if (!field) break;
      const label = fieldRegistry.get(field as z.ZodType)?.label;
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
  const meta = fieldRegistry.get(list as z.ZodType);
  return meta?.widget === 'list' ? meta.itemLabel : label;
}

/** The schema below defaults and the like. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodTypes {
  const inner = schema as z.core.$ZodTypes;
  const { def } = inner._zod;
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return unwrap(def.innerType);
    default:
      return inner;
  }
}
