import type { DraftField, FormFieldType } from '#domain/forms/form-fields.ts';

/** What editors call the field types. */
export const typeNames: Record<FormFieldType, string> = {
  Title: 'Title',
  SelectList: 'Select list',
  TextInput: 'Text input',
  LongTextInput: 'Long text input',
  Checkbox: 'Checkbox',
  Button: 'Button',
  RadioButton: 'Radio button',
  Slider: 'Slider',
  DatePicker: 'Date picker',
};

/** The title of a field in the builder: what visitors read of it, or else what it is. */
export function getFieldTitle({ fieldType, label, buttonText }: DraftField): string {
  return (fieldType === 'Button' && buttonText) || label || typeNames[fieldType];
}
