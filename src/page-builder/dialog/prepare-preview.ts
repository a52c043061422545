import { fillQuotes, writtenQuotes } from '#domain/quotes/fill-quotes.ts';
import { writeQuote } from '#domain/quotes/product-quotes.ts';
import { fail } from '#domain/result.ts';
import { type KindName, aOrAn, withArticle } from '#kinds/registry.ts';
import { type RegisteredType, getDefinition } from '#modules/definitions.ts';
import { waitsFor } from '#modules/waits-for.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { ListResult } from '#view-model/list-results.ts';
import { type ReferenceTarget, collectReferences, resolveReferences } from '#schema/references.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import { fieldAt } from '#schema/field-at.ts';
import type { ResolvedRecords } from './resolved-records.ts';

/** The view's properties for values that are being edited, or why there are none. */
export type Prepared =
  | { status: 'ready'; data: unknown; lists: Readonly<Record<string, ListResult>> }
  /** A required reference is not chosen, or its record was deleted. */
  | { status: 'incomplete'; hints: readonly string[] }
  | {
      status: 'loading';
      references: readonly ReferenceTarget[];
      lists: readonly ListQuery[];
      quotes: readonly string[];
    }
  /** The module has nothing to show, and waits for something. */
  | { status: 'empty'; hint: string }
  | { status: 'broken' };

type Known = Pick<ResolvedRecords, 'record' | 'list' | 'quote'>;

/**
 * Resolves the values of a form to the properties of the module's view, from records that are already loaded. Values that the
 * schema would refuse, such as a text that is too long, are shown all the same.
 */
export function preparePreview(
  type: RegisteredType,
  fields: readonly EditorField[],
  values: Readonly<Record<string, unknown>>,
  known: Known,
): Prepared {
  const definition = getDefinition(type);
  const parsed = definition.schema.safeParse(values);
  const hints = new Set<string>();
  let missing: string | null = null;
  for (const { path } of parsed.error?.issues ?? []) {
    const keys = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    const found = fieldAt(fields, keys);
    missing ??= keys.length === 1 && found ? findFirstItem(found.field, values) : null;
    if (found?.field.widget !== 'reference' || !found.field.required) continue;
    hints.add(hintFor(found.field.kind, found.labels));
  }
  if (hints.size > 0) return { status: 'incomplete', hints: [...hints] };
  if (missing) return { status: 'empty', hint: missing };
  const data: unknown = parsed.success ? parsed.data : values;
  try {
    const queries = Object.entries(definition.lists?.(data) ?? {});
    const references = collectReferences(definition.schema, data);
    const unknown = references.filter(({ kind, id }) => known.record(kind, id) === undefined);
    const unread = queries.flatMap(([, query]) => (known.list(query) === undefined ? [query] : []));
    const unanswered = writtenQuotes(data).filter((text) => known.quote(text) === undefined);
    if (unknown.length + unread.length + unanswered.length > 0) {
      return { status: 'loading', references: unknown, lists: unread, quotes: unanswered };
    }
    const resolved = resolveReferences(definition.schema, data, (kind, id) => known.record(kind, id));
    if (resolved.issues.length > 0) {
      return { status: 'incomplete', hints: resolved.issues.map(({ message }) => `${message}. Choose another.`) };
    }
    const filled = fillQuotes(
      resolved.data,
      (quote) => known.quote(writeQuote(quote)) ?? fail('invalid', 'The value was not found'),
    );
    if (filled.issues.length > 0) return { status: 'incomplete', hints: filled.issues.map(({ message }) => message) };
    const lists = queries.flatMap(([name, query]) => {
      const answer = known.list(query);
      return answer ? [[name, answer] as const] : [];
    });
    const answers = Object.fromEntries(lists);
    const hint = waitsFor(type, filled.value, answers);
    return hint === null ? { status: 'ready', data: filled.value, lists: answers } : { status: 'empty', hint };
  } catch {
    // Stored data that never satisfied the schema: the form beside the preview shows the errors.
    return { status: 'broken' };
  }
}

/** `Choose an image`, and where, if it is inside a list or group. */
function hintFor(kind: KindName, labels: readonly string[]): string {
  const place = labels.slice(0, -1).join(' › ');
  return `Choose ${withArticle(kind)}${place === '' ? '' : ` for ${place}`}`;
}

/** What a module is made of, and has none of yet: with it a heading alone, or nothing at all, would be shown. */
function findFirstItem(field: EditorField, values: Readonly<Record<string, unknown>>): string | null {
  const value = values[field.name];
  if (!field.required || !Array.isArray(value) || value.length > 0) return null;
  if (field.widget === 'list') return `Add ${aOrAn(field.itemLabel)}.`;
  return field.widget === 'references' ? `Choose ${withArticle(field.kind)}.` : null;
}
