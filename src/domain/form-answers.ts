import { z } from 'zod';
import type { FormField } from './form-fields.ts';

/** What is stored of an answer to a field. */
export const answerSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type StoredAnswer = z.output<typeof answerSchema>;

/** An answer in the words that the visitor chose from; an option that the field does not have is shown by its value. */
export function answerWords(field: FormField | null, answer: StoredAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return String(answer);
  const wordsOf = (value: string) =>
    field?.options.find(({ optionValue }) => optionValue === value)?.optionLabel || value;
  return Array.isArray(answer) ? answer.map(wordsOf).join(', ') : wordsOf(answer);
}
