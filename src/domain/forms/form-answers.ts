import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { type FormField, fieldIn } from './form-fields.ts';
import type { Locale } from '#domain/locales.ts';

/** A stored answer to a field. */
export const answerSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
type StoredAnswer = z.output<typeof answerSchema>;

/** An answer in the words that the visitor chose from; an option that the field does not have is shown by its value. */
function describeAnswer(field: FormField | null, answer: StoredAnswer): string {
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No';
  if (typeof answer === 'number') return String(answer);
  const describeValue = (value: string) =>
    field?.options.find(({ optionValue }) => optionValue === value)?.optionLabel || value;
  return Array.isArray(answer) ? answer.map(describeValue).join(', ') : describeValue(answer);
}

type Answered = { name: string; label: string; words: string };

/**
 * The answers as a person reads them: in the order of the form, in the language of the visitor; answers to unknown
 * fields come last.
 */
export function readableAnswers(
  fields: readonly FormField[],
  answers: Readonly<Record<string, StoredAnswer>>,
  locale: Locale,
): Answered[] {
  const known = new Map(fields.map((field) => [field.name, fieldIn(field, locale)]));
  const names = new Set([...known.keys(), ...Object.keys(answers)]);
  return [...names].flatMap((name) => {
    const answer = Object.hasOwn(answers, name) ? ownValue(answers, name) : undefined;
    const field = known.get(name) ?? null;
    return answer === undefined ? [] : [{ name, label: field?.label || name, words: describeAnswer(field, answer) }];
  });
}
