import type { BrokenField } from '#domain/forms/stored-fields.ts';
import type { FormDraft } from './form-draft.ts';

/** What a builder starts from: a stored form and its version, or a new one. */
export type OpenedForm = {
  stored: { id: number; version: number } | null;
  draft: FormDraft;
  /** Stored fields that cannot be read, which the draft is without. */
  broken?: readonly BrokenField[];
};

/** Something that has not been saved: kept in this browser until it is, or is forgotten. */
export type Unsaved = { forget: () => void };

/** What the last save led to. */
export type SavedForm = { id: number; version: number; title: string };
