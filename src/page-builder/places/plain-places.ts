import { isRecord } from '#domain/objects.ts';
import { definitionOf } from '#modules/definitions.ts';
import { type FieldOf, type Values, editorFields, fillIn } from '#schema/editor-fields.ts';
import { textsOf } from '#schema/texts-of.ts';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { fieldAt } from '#staff/form/field-at.ts';
import { textPlaces } from '#staff/preview/text-places.ts';
import { controls } from './use-text-clicks.ts';

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
export function valuesOf({ type, data }: EditorModule): Values {
  return fillIn(editorFields(definitionOf(type).schema), data);
}

export function plainPlaces(element: Element, module: EditorModule): PlainPlace[] {
  const fields = editorFields(definitionOf(module.type).schema);
  const values = valuesOf(module);
  return textPlaces(element, textsOf(fields, module.data)).flatMap(({ path, node }): PlainPlace[] => {
    const parts = path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const field = fieldAt(fields, parts)?.field;
    const text = parts.reduce<unknown>(
      (value, part) => (Array.isArray(value) ? value[Number(part)] : isRecord(value) ? value[part] : undefined),
      values,
    );
    const around = node instanceof Element ? node : node.parentElement;
    if (field?.widget !== 'text' && field?.widget !== 'long-text') return [];
    if (typeof text !== 'string' || !around || around.closest(controls)) return [];
    return [{ path, parts, node, field, text }];
  });
}
