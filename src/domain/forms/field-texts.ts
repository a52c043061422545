import type { DraftField, FormFieldType } from './form-fields.ts';

/** Examples of what visitors read of a field: the builder shows them where nothing is written yet, and nothing saves them. */
export const exampleTexts: Record<FormFieldType, string> = {
  Title: 'What is it about?',
  SelectList: 'Subject',
  TextInput: 'Company',
  LongTextInput: 'Your message',
  Checkbox: 'Send me a copy',
  Button: 'Send',
  RadioButton: 'How may we reply?',
  Slider: 'Quantity',
  DatePicker: 'Needed by',
};

/** The example of an option by its place, from 0. */
export function exampleOption(index: number): string {
  return `Option ${index + 1}`;
}

/** A field with examples in place of the texts that it lacks, and the words that were put there. */
export function withExamples<F extends DraftField>(field: F): { field: F; words: readonly string[] } {
  const words: string[] = [];
  const fill = (text: string, example: string): string => {
    if (text.trim() !== '') return text;
    words.push(example);
    return example;
  };
  const options = field.options.map(({ optionLabel, optionValue }, index) => ({
    optionLabel: fill(optionLabel, exampleOption(index)),
    optionValue,
  }));
  const label = field.fieldType === 'Button' ? field.label : fill(field.label, exampleTexts[field.fieldType]);
  return { field: { ...field, label, options }, words };
}
