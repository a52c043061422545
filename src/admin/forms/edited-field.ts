import type { DraftField, FieldTexts } from '#domain/forms/form-fields.ts';
import type { Locale } from '#domain/locales.ts';
import type { Problems } from './form-draft.ts';

/** A field that is being edited, among the others of its form, with its commands. */
export type EditedField = {
  field: DraftField;
  fields: readonly DraftField[];
  locale: Locale;
  problems: Problems;
  /** Changes properties; consecutive changes of one property, named by `subject`, are one step of the history. */
  onChange: (change: Partial<DraftField>, subject?: string) => void;
  onTexts: (texts: FieldTexts, subject: string) => void;
  onOptionValue: (index: number, value: string) => void;
  onAddOption: () => void;
  onDuplicate: () => void;
  onRemove: () => void;
};
