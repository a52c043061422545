import { describe, expect, it } from 'vitest';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { getKind } from './kinds.ts';
import { listedKinds } from './registry.ts';

/** The labels that stand in one form: texts of a language are beside the other fields. */
function labelsIn(fields: readonly EditorField[]): string[] {
  return fields.flatMap((field) => {
    if (field.widget === 'hidden') return [];
    return field.widget === 'localized' ? labelsIn(field.fields) : [field.label];
  });
}

describe('the fields of a form', () => {
  it.each(listedKinds)('of %s have labels of their own', (kind) => {
    const labels = labelsIn(editorFields(getKind(kind).schema));
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });
});
