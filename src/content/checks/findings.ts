import type { Locale } from '#domain/locales.ts';
import type { RegisteredType } from '#modules/definitions.ts';

/** What may be found on a page before it is published, the worst first. */
export const findingKinds = [
  'invalid',
  'link',
  'record',
  'fact',
  'empty',
  'alternative-text',
  'translation',
  'stale',
  'description',
  'search',
] as const;

/** A warning before a page is published, in one locale of the page. */
export type Finding = {
  kind: (typeof findingKinds)[number];
  locale: Locale;
  /** Null for what concerns the page itself. */
  moduleId: number | null;
  /** Within the module's data, or the name of a detail of the page; of a link in a formatted text also which of them it is. */
  path: readonly (string | number)[];
  /** A sentence for the editor. */
  message: string;
  /** The picture that needs a text. */
  picture?: { kind: 'image' | 'vector'; id: number };
};

/** A module of a page as it is checked: its data has passed its schema. */
export type CheckedModule = { id: number; type: RegisteredType; data: unknown; fallback: boolean };
