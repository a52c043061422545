import { siteIds } from '#domain/sites.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import { siteNames } from '#editor/site-names.ts';

/** A record that is known by a choice has the words of that choice for its name, e.g. `Main menu`. */
export function choiceName(field: EditorField | undefined, title: string): string {
  return field?.widget === 'select' ? (field.options.find(({ value }) => value === title)?.label ?? title) : title;
}

/** The value of a column as people say it: sites by their names, moments as the clock of the browser has them. */
export function valueWords({ widget }: Pick<EditorField, 'widget'>, value: string): string {
  if (widget === 'date-time' && !Number.isNaN(Date.parse(value)))
    return new Date(value).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  if (widget !== 'site' && widget !== 'sites') return value;
  return value
    .split('; ')
    .map((name) => {
      const site = siteIds.find((id) => id === name);
      return site ? siteNames[site] : name;
    })
    .join(', ');
}
