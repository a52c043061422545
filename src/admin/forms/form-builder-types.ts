import type { BrokenField } from '#domain/forms/stored-fields.ts';
import type { OpenedRecord } from '#view-model/records.ts';
import type { FormDraft } from './form-draft.ts';

/** What a save is checked against: when the draft was saved that it goes on from, null for none, and then the live version. */
export type FormBase = { savedAt: string | null; version?: number };

/** A stored form, or a new one. */
export type OpenedForm = {
  stored: ({ id: number } & FormBase) | null;
  draft: FormDraft;
  /** Stored fields that cannot be read, which the draft is without. */
  broken?: readonly BrokenField[];
};

/** Unsaved changes, stored in this browser until they are saved or forgotten. */
export type Unsaved = { forget: () => void };

/** The result of the last save. */
export type SavedForm = { id: number; title: string };

/** What the commands of a form need besides the builder. */
export type FormRecord = OpenedRecord & { id: number };
