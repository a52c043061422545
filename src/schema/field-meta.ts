import { z } from 'zod';

/** The kinds of record that module data can point to by id. */
export const referenceKinds = [
  'image',
  'vector',
  'file',
  'document',
  'video',
  'webinar',
  'link',
  'page',
  'product',
  'series',
  'category',
  'cv',
  'location',
  'employee_story',
  'story_group',
  'story_category',
  'form',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** A field that shows only while another field of the same object has one of these values. */
export type Condition = { field: string; equals: readonly (string | boolean)[] };

export type Option<V extends string = string> = { value: V; label: string };

/** How the editor shows a field. */
export type FieldMeta = { label: string; help?: string; when?: Condition } & (
  | { widget: 'text' | 'long-text'; max?: number }
  | { widget: 'url' | 'video' | 'date' | 'date-time' | 'rich-text' | 'checkbox' | 'group' | 'hidden' }
  | { widget: 'number'; min?: number; max?: number; step?: number }
  | { widget: 'select' | 'radio' | 'colour'; options: readonly Option[] }
  | { widget: 'reference'; kind: ReferenceKind; required: boolean }
  | { widget: 'references'; kind: ReferenceKind; max?: number }
  | { widget: 'list'; max?: number; itemLabel: string }
);

export const fieldRegistry = z.registry<FieldMeta>();
