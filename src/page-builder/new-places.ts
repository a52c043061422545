import { isRecord } from '#domain/objects.ts';
import { depthIn, maxDepth, modulesIn, getSlot } from '#domain/pages/structure.ts';
import { getDefinition } from '#modules/definitions.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { editorFields, itemTitle } from '#schema/editor-fields.ts';
import { type NewPlace, atTop } from './query.ts';

/** A place for a new module, with a label. */
type NamedPlace = NewPlace & { label: string };

/** The place that the address names, first, and those near it: inside the module above, or outside of the one around. */
export function nearbyPlaces(state: EditorState, place: NewPlace): NamedPlace[] {
  const anchor = findAnchor(state, place);
  const parent = state.modules.find(({ id }) => id === place.where?.parentId);
  const here: NamedPlace = {
    ...place,
    position: modulesIn(state.structure, place.where).length > 0 ? place.position : null,
    label: describe(state, place),
  };
  const inside = anchor ? listInside(state, anchor) : [];
  const outside = parent ? [...listInside(state, parent), below(state, parent)] : [];
  const spot = ({ position, where }: NewPlace) =>
    `${where?.parentId} ${where?.slot} ${Math.min(position ?? Infinity, modulesIn(state.structure, where).length - 1)}`;
  return [here, ...inside, ...outside].filter(
    (each, index, all) => all.findIndex((other) => spot(other) === spot(each)) === index,
  );
}

/** The module below which a new one goes; null at the top and in an empty place. */
export function findAnchor(state: EditorState, { position, where }: NewPlace): EditorModule | null {
  if (position === atTop) return null;
  const siblings = modulesIn(state.structure, where);
  const id = siblings[position ?? siblings.length - 1]?.id ?? siblings.at(-1)?.id;
  return state.modules.find((module) => module.id === id) ?? null;
}

function describe(state: EditorState, place: NewPlace): string {
  const { where } = place;
  const siblings = modulesIn(state.structure, where);
  const parent = state.modules.find(({ id }) => id === where?.parentId);
  if (where && !parent) return 'Inside a module that this page does not have any more';
  const inside = parent && where ? `in ${slotName(parent, where.slot)}` : null;
  const anchor = findAnchor(state, place);
  if (place.position === atTop && siblings.length > 0) {
    return inside === null ? 'At the top of the page' : `At the top, ${inside}`;
  }
  const isLast = place.position === null || place.position >= siblings.length - 1;
  if (!anchor) return inside === null ? 'On the page, which is empty' : `Alone ${inside}`;
  if (place.position === null || place.position >= siblings.length) {
    return inside === null ? 'At the end of the page' : `At the end, ${inside}`;
  }
  const end = isLast && inside === null ? ', at the end of the page' : '';
  return `Below “${anchor.name}”${inside === null ? end : `, ${inside}`}`;
}

function below(state: EditorState, module: EditorModule): NamedPlace {
  const where = getSlot(module);
  const position = modulesIn(state.structure, where).findIndex(({ id }) => id === module.id);
  return { where, position, label: `Below “${module.name}”` };
}

/** A place at the end of each slot that a module has. */
function listInside(state: EditorState, module: EditorModule): NamedPlace[] {
  return listSlots(module).flatMap((slot) => {
    const where = { parentId: module.id, slot };
    return depthIn(state.structure, where) > maxDepth
      ? []
      : [{ where, position: null, label: describe(state, { where, position: null }) }];
  });
}

/** The slots that a module has for others. */
export function listSlots({ type, data }: EditorModule): readonly string[] {
  const { slots, schema } = getDefinition(type);
  const parsed = schema.safeParse(data);
  return slots && parsed.success ? slots(parsed.data) : [];
}

/** The editor's name for the part of the module with the slot, such as an entry of an accordion. */
function slotName(module: EditorModule, slot: string): string {
  const title = slotTitle(module, slot);
  return title === '' ? `“${module.name}”` : `“${title}” of “${module.name}”`;
}

/** The title of the part of a module with the slot; empty where it has none. */
export function slotTitle({ type, data }: EditorModule, slot: string): string {
  for (const field of editorFields(getDefinition(type).schema)) {
    if (field.widget !== 'list') continue;
    const items = isRecord(data) ? data[field.name] : undefined;
    const item = Array.isArray(items) ? items.find((each) => isRecord(each) && each['id'] === slot) : undefined;
    const title = itemTitle(field.fields, item);
    if (title !== '') return title;
  }
  return '';
}
