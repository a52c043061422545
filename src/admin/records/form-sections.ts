import type { EditorField } from '#schema/editor-fields.ts';

/** A form in the order in which people think: the thing itself, what it belongs to, and what is hardly ever touched. */
type FormSections = {
  content: readonly EditorField[];
  place: readonly EditorField[];
  settings: readonly EditorField[];
};

const placeWidgets: ReadonlySet<EditorField['widget']> = new Set(['site', 'sites']);
const placeNames: ReadonlySet<string> = new Set(['is_published', 'publish_from', 'publish_until']);
const nameNames: ReadonlySet<string> = new Set(['name', 'display_name', 'title', 'filename', 'question', 'text']);

/** Divides the fields of a form; hidden ones are in none of the sections. */
export function groupSections(fields: readonly EditorField[]): FormSections {
  const shown = fields.filter(({ widget }) => widget !== 'hidden');
  // Its type says which texts there are.
  const hasModule = fields.some(
    (field) => field.widget === 'localized' && field.fields.some(({ widget }) => widget === 'module-data'),
  );
  const isPlace = ({ name, widget }: EditorField) => placeWidgets.has(widget) || placeNames.has(name);
  const isSetting = ({ name, widget }: EditorField) => widget === 'number' && name.startsWith('position');
  return {
    content: shown
      .filter((field) => !isPlace(field) && !isSetting(field))
      .toSorted((a, b) => getRank(a, hasModule) - getRank(b, hasModule)),
    place: shown.filter(isPlace),
    settings: shown.filter(isSetting),
  };
}

/** Names come first, then the texts, then the address that they make, then everything else as it is defined. */
function getRank({ name, widget }: EditorField, hasModule: boolean): number {
  if (nameNames.has(name) || (hasModule && name === 'type')) return 0;
  if (widget === 'localized') return 1;
  return widget === 'slug' ? 2 : 3;
}
