import { z } from 'zod';

/** The fields of a custom form (spec section 3), as they are stored. */
export const formFieldTypes = [
  'Title',
  'SelectList',
  'TextInput',
  'LongTextInput',
  'Checkbox',
  'Button',
  'RadioButton',
  'Slider',
  'DatePicker',
] as const;

/** What a slider has when its field says nothing else (spec section 5). */
export const sliderDefaults = { min: 1, max: 1000, step: 1 } as const;

export const formFieldSchema = z.object({
  id: z.string(),
  fieldType: z.enum(formFieldTypes),
  name: z.string(),
  label: z.string().default(''),
  placeholder: z.string().default(''),
  isPlaceholderVisible: z.boolean().default(false),
  helpBlockText: z.string().default(''),
  isHelpBlockVisible: z.boolean().default(false),
  isRequired: z.boolean().default(false),
  isConditional: z.boolean().default(false),
  conditionalName: z.string().default(''),
  /** The values of the controlling field that show this one, with semicolons between them. */
  conditionalValue: z.string().default(''),
  options: z.array(z.object({ optionLabel: z.string(), optionValue: z.string() })).default([]),
  buttonText: z.string().default(''),
  minValue: z.coerce.number().default(sliderDefaults.min),
  maxValue: z.coerce.number().default(sliderDefaults.max),
});
export type FormField = z.output<typeof formFieldSchema>;
