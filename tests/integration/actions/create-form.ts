import { builtFormSchema } from '#domain/forms/built-form.ts';
import type { ActionEntry } from './entry.ts';
import { formCall, optionalOfForm, wrongForms } from './form-call.ts';

export const entry: ActionEntry = {
  name: 'createForm',
  access: 'staff',
  send: 'json',
  valid: () => formCall,
  checks: builtFormSchema,
  optional: optionalOfForm,
  malformed: () => wrongForms((form) => form),
};
