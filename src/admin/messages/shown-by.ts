import { type KindName, isRowKind } from '#kinds/registry.ts';
import { getDefinition, shownTypes } from '#modules/definitions.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';

/** The names of the modules in which records of a kind are chosen one by one. */
export function choosingModules(kind: KindName): string[] {
  return shownTypes
    .map(getDefinition)
    .filter(({ schema }) => holds(editorFields(schema), kind))
    .map(({ displayName }) => displayName);
}

function holds(fields: readonly EditorField[], kind: KindName): boolean {
  return fields.some((field) => {
    if (field.widget === 'reference' || field.widget === 'references') return field.kind === kind;
    return 'fields' in field && holds(field.fields, kind);
  });
}

/** At most so many are named. */
const glance = 3;

/**
 * Says of a record that no page shows how it comes to be on one, where a module has to name it.
 *
 * @example describeShownBy('cv') // 'No page shows it yet. Pages show it once it is chosen in a module there, such as “People grid”.'
 */
export function describeShownBy(kind: KindName): string {
  const modules = choosingModules(kind);
  const none = 'No page shows it yet.';
  if (isRowKind(kind) || modules.length === 0) return none;
  const named = modules.slice(0, glance).map((name) => `“${name}”`);
  return `${none} Pages show it once it is chosen in a module there, such as ${named.join(' or ')}.`;
}
