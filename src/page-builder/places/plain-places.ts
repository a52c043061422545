import { isRecord } from '#domain/objects.ts';
import { getDefinition } from '#modules/definitions.ts';
import { type FieldOf, type Values, editorFields, fillIn } from '#schema/editor-fields.ts';
import { listTexts } from '#schema/list-texts.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { fieldAt } from '#schema/field-at.ts';
import { controls, textPlaces } from '#staff/preview/text-places.ts';

/** A text of a module where the page shows it, which can be typed over: it is plain, and no part of a control. */
export type PlainPlace = {
  path: string;
  parts: readonly (string | number)[];
  node: Node;
  field: FieldOf<'text' | 'long-text'>;
  /** As it is stored, with quotes in place of their values. */
  text: string;
};

/** The data of a module as its form has them. */
export function listValues({ type, data }: EditorModule): Values {
  return fillIn(editorFields(getDefinition(type).schema), data);
}

export function plainPlaces(element: Element, module: EditorModule): PlainPlace[] {
  const fields = editorFields(getDefinition(module.type).schema);
  const values = listValues(module);
  return textPlaces(element, listTexts(fields, module.data)).flatMap(({ path, node }): PlainPlace[] => {
    const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const field = fieldAt(fields, parts)?.field;
    const text = parts.reduce<unknown>(
      (value, part) => (Array.isArray(value) ? value[Number(part)] : isRecord(value) ? value[part] : undefined),
      values,
    );
    const place = node instanceof Element ? node : node.parentElement;
    if (field?.widget !== 'text' && field?.widget !== 'long-text') return [];
    if (typeof text !== 'string' || !place || place.closest(controls)) return [];
    return [{ path, parts, node, field, text }];
  });
}
