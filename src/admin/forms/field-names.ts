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

/** What a field is called in the builder: as visitors know it, or else by its name. */
export function titleOf({ fieldType, label, buttonText, name }: DraftField): string {
  return (fieldType === 'Button' && buttonText) || label || name;
}
