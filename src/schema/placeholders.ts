import { isRecord, ownValue } from '#domain/objects.ts';
import { isBlank as isBlankText } from '#domain/text/is-blank.ts';
import { type EditorField, type Values, fillIn, newItem, shownFields } from './editor-fields.ts';
import { type RichText, isEmptyRichText, richTextSchema } from './rich-text.ts';

/** The example inside of another, by the name of a field or the index of an item. Items without an own example share the first. */
function within(placeholders: unknown, key: string | number): unknown {
  if (Array.isArray(placeholders)) return placeholders[Number(key)] ?? placeholders[0];
  return isRecord(placeholders) ? ownValue(placeholders, String(key)) : undefined;
}

/**
 * The example for the text at a path of a module's data; empty without one.
 *
 * @example placeholderAt({ cards: [{ title: 'A card' }] }, 'cards.3.title'); // 'A card'
 */
export function placeholderAt(placeholders: unknown, path: string): string {
  const found = path.split('.').reduce(within, placeholders);
  return typeof found === 'string' ? found : '';
}

/** The values that a new module's form begins with: the defaults, and blank items in the required lists that have examples. */
export function newValues(fields: readonly EditorField[], defaults: unknown, placeholders: unknown): Values {
  const values = fillIn(fields, defaults);
  for (const field of shownFields(fields, values)) {
    const examples = within(placeholders, field.name);
    if (field.widget !== 'list' || !field.required || !Array.isArray(examples)) continue;
    const items: Values[] = [];
    for (const _ of examples) items.push(newItem(field.fields, items));
    values[field.name] = items;
  }
  return values;
}

/**
 * The values with an example, or else its label, in each required text that is empty; and the words that were put there, which a
 * preview has to mark. Never to be saved.
 */
export function withPlaceholders(
  fields: readonly EditorField[],
  values: Values,
  placeholders: unknown,
): { values: Values; words: ReadonlySet<string> } {
  const words = new Set<string>();
  const fill = (some: readonly EditorField[], current: Values, examples: unknown): Values => {
    const filled = { ...current };
    for (const field of shownFields(some, current)) {
      const value = ownValue(current, field.name);
      const example = within(examples, field.name);
      if (field.widget === 'group') filled[field.name] = fill(field.fields, isRecord(value) ? value : {}, example);
      else if (field.widget === 'list' && Array.isArray(value)) {
        filled[field.name] = value.map((item, index) =>
          isRecord(item) ? fill(field.fields, item, within(example, index)) : item,
        );
      } else if (field.required && isBlank(field, value)) {
        const text = typeof example === 'string' ? example : field.label;
        words.add(text);
        filled[field.name] = field.widget === 'rich-text' ? paragraph(text) : text;
      }
    }
    return filled;
  };
  return { values: fill(fields, values, placeholders), words };
}

function isBlank({ widget }: EditorField, value: unknown): boolean {
  if (widget === 'text' || widget === 'long-text') return typeof value === 'string' && isBlankText(value);
  if (widget !== 'rich-text') return false;
  const document = richTextSchema.safeParse(value);
  return document.success && isEmptyRichText(document.data);
}

function paragraph(text: string): RichText {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] };
}
