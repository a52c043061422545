import { showNumber } from '#domain/values/show-number.ts';
import type { EditorField } from '#schema/editor-fields.ts';

/** A record that is known by a choice has the words of that choice for its name, e.g. `Main menu`. */
export function choiceName(field: EditorField | undefined, title: string): string {
  return field?.widget === 'select' ? (field.options.find(({ value }) => value === title)?.label ?? title) : title;
}

/**
 * The value of a column as people say it: moments as the clock of the browser has them, numbers in groups of three figures, so that
 * they stand below each other.
 *
 * @example describeValue({ widget: 'number' }, '27500') // '27,500'
 */
export function describeValue({ widget }: Pick<EditorField, 'widget'>, value: string): string {
  if (widget === 'date-time' && !Number.isNaN(Date.parse(value)))
    return new Date(value).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  if (widget === 'number' && value !== '' && Number.isFinite(Number(value))) return showNumber(Number(value));
  return value;
}
