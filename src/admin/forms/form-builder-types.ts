import type { BrokenField } from '#domain/forms/stored-fields.ts';
import type { FormDraft } from './form-draft.ts';

/** A stored form with its version, or a new one. */
export type OpenedForm = {
  stored: { id: number; version: number } | null;
  draft: FormDraft;
  /** Stored fields that cannot be read, which the draft is without. */
  broken?: readonly BrokenField[];
};

/** Unsaved changes, stored in this browser until they are saved or forgotten. */
export type Unsaved = { forget: () => void };

/** The result of the last save. */
export type SavedForm = { id: number; version: number; title: string };
