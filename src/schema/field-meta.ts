import { z } from 'zod';

/**
 * The kinds of content by name, and whether the editor can choose among their records for module data. This room does not
 * know them: the registry of kinds adds them to this interface.
 */
export interface KnownKinds {}
export type KindName = keyof KnownKinds;
/** The kinds of record that module data can point to by id: those that the editor has a picker for. */
export type ReferenceKind = { [K in KindName]: KnownKinds[K] extends true ? K : never }[KindName];

/** A field that shows only while another field of the same object has one of these values. */
export type Condition = { field: string; equals: readonly (string | boolean)[] };

export type Option<V extends string = string> = { value: V; label: string };

/** What a form shows for a field, of module data as of a record. */
type FormWidget =
  | { widget: 'text' | 'long-text' | 'rich-text'; max?: number }
  | { widget: 'url' | 'video' | 'date' | 'date-time' | 'checkbox' | 'group' | 'hidden' }
  | { widget: 'number'; min?: number; max?: number; step?: number }
  | { widget: 'select' | 'radio' | 'colour'; options: readonly Option[] }
  | { widget: 'reference'; kind: KindName; required: boolean }
  | { widget: 'references'; kind: KindName; max?: number }
  | { widget: 'list'; max?: number; itemLabel: string };

/** Widgets that only the fields of records have. */
type RecordWidget =
  | { widget: 'texts'; max?: number; itemLabel: string }
  | {
      widget:
        | 'slug'
        | 'email'
        | 'country'
        | 'countries'
        | 'time-zone'
        | 'site'
        | 'sites'
        | 'locale'
        | 'locales'
        | 'file';
    }
  | { widget: 'coordinate'; axis: 'latitude' | 'longitude' }
  | { widget: 'localized' | 'module-data' | 'property-values' | 'form-fields' | 'menu-items' | 'modules' };

/** How the editor shows a field. */
export type FieldMeta = { label: string; help?: string; when?: Condition } & (FormWidget | RecordWidget);

/**
 * The kind that a field of module data names. `reference` and its like take any kind, as records name all of them; a test over
 * all module types checks that theirs can be picked.
 */
export function pickedKind({ kind }: { kind: KindName }): ReferenceKind {
  return kind as ReferenceKind;
}

export const fieldRegistry = z.registry<FieldMeta>();
