import { getKeys } from '#domain/objects.ts';
import { kinds } from '#kinds/kinds.ts';
import { getDefinition, registeredTypes } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { type TextShape, getTextShape } from '#schema/text-shape.ts';

/** What is in several languages of a record: a column for each. */
export type ColumnShape =
  | { name: string; is: 'localized'; fields: TextShape[] }
  | { name: string; is: 'by-locale' | 'form-fields' };

/** Where module types and kinds have texts that are translated, as `private.text_shapes` has it. */
export function getTextShapes(): Record<string, TextShape[] | ColumnShape[]> {
  const ofModules = registeredTypes.map(
    (type) => [type, getTextShape(editorFields(getDefinition(type).schema))] as const,
  );
  // Pages have rows of their own for each language.
  const ofKinds = getKeys(kinds).flatMap((kind) => (kind === 'page' ? [] : [[kind, getColumns(kind)] as const]));
  return Object.fromEntries([...ofModules, ...ofKinds].filter(([, fields]) => fields.length > 0));
}

function getColumns(kind: keyof typeof kinds): ColumnShape[] {
  return Object.entries(kinds[kind].schema.shape).flatMap(([name, schema]): ColumnShape[] => {
    switch (fieldRegistry.get(schema)?.widget) {
      case 'localized': {
        const fields = getTextShape(editorFields(schema));
        return fields.length > 0 ? [{ name, is: 'localized', fields }] : [];
      }
      case 'menu-items':
        return [{ name, is: 'by-locale' }];
      case 'form-fields':
        return [{ name, is: 'form-fields' }];
      default:
        return [];
    }
  });
}

const marks = { begin: '-- shapes begin\n', end: '-- shapes end\n' };

/** The schema file with the rows of all shapes between its marks. */
export function withTextShapes(text: string): string {
  const [before, rest] = text.split(marks.begin);
  const after = rest?.split(marks.end)[1];
  if (before === undefined || after === undefined) throw new Error('94_text_shapes.sql has lost its marks');
  const rows = Object.entries(getTextShapes()).map(
    ([owner, fields]) => `  ('${owner}', '${JSON.stringify(fields).replaceAll("'", "''")}')`,
  );
  return `${before}${marks.begin}insert into private.text_shapes (owner, fields) values\n${rows.join(',\n')};\n${marks.end}${after}`;
}
