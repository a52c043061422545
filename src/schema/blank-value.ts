import { z } from 'zod';
import { fieldRegistry } from './field-meta.ts';
import { emptyRichText } from './rich-text.ts';
import { getInnerDef } from './schema-def.ts';

/** The fields of an object schema, of a list's items or of each language, wrapped in defaults or not. Nothing for any other schema. */
export function getShape(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType>> {
  const def = getInnerDef(schema);
  if (def.type === 'array') return getShape(def.element);
  if (def.type === 'record') return getShape(def.valueType);
  return def.type === 'object' ? def.shape : {};
}

/** The value of an empty field, whether or not it may be saved. */
export function blankValue(schema: z.core.$ZodType): unknown {
  const meta = fieldRegistry.get(schema);
  switch (meta?.widget) {
    case 'text':
    case 'long-text':
    case 'url':
    case 'video':
    case 'date':
    case 'date-time':
    case 'hidden':
    case 'slug':
    case 'email':
    case 'country':
    case 'time-zone':
    case 'site':
    case 'locale':
    case 'file':
      return '';
    case 'rich-text':
      return emptyRichText;
    case 'select':
    case 'radio':
    case 'colour':
      return meta.options[0]?.value ?? '';
    case 'checkbox':
      return false;
    case 'references':
    case 'list':
    case 'texts':
    case 'countries':
    case 'sites':
    case 'locales':
    case 'property-values':
    case 'form-fields':
    case 'menu-items':
    case 'modules':
      return [];
    case 'group':
      return Object.fromEntries(Object.entries(getShape(schema)).map(([name, field]) => [name, emptyValue(field)]));
    case 'localized':
    case 'module-data':
      return {};
    case 'number':
    case 'coordinate':
    case 'reference':
    case undefined:
      return null;
  }
}

/** The default value of a field, else its blank one. */
export function emptyValue(schema: z.core.$ZodType): unknown {
  const byDefault = z.safeParse(schema, undefined);
  return byDefault.success ? byDefault.data : blankValue(schema);
}
