import { z } from 'zod';
import { type Answers, type FormField, checkedValue, isAnswered, shownFields, sliderDefaults } from './form-fields.ts';

/** How much a visitor may write into a field. */
export const answerLimits = { line: 500, text: 10_000 } as const;

/** Problems of an answer; their messages are `form.error.<problem>` of each language. */
const answerProblems = ['required', 'tooLong', 'choice', 'range', 'date', 'unreadable'] as const;
export type AnswerProblem = (typeof answerProblems)[number];

/** The values sent, by field name: a list of texts as an HTML form sends it, or null for values that no form sends. */
export type SentAnswers = ReadonlyMap<string, readonly string[] | null>;

/** A stored answer. */
export type StoredAnswer = string | number | boolean | readonly string[];

type ReadAnswers =
  | { ok: true; values: Readonly<Record<string, StoredAnswer>> }
  | { ok: false; problems: ReadonlyMap<string, AnswerProblem> };

/** The answers as conditions ask for them. */
function toAnswers(sent: SentAnswers): Answers {
  return (name) => sent.get(name) ?? [];
}

/** Reads the values of a JSON body. A value that is not a text, number, boolean or list of these becomes null. */
export function sentAnswers(values: Readonly<Record<string, unknown>>): SentAnswers {
  return new Map(Object.entries(values).map(([name, value]) => [name, toTexts(value)]));
}

const scalar = z.union([z.string(), z.number(), z.literal(true)]).transform(String);
const scalars = z.union([
  z.union([z.undefined(), z.null(), z.literal(false)]).transform(() => []),
  scalar.transform((text) => [text]),
  z.array(scalar).max(1000),
]);

function toTexts(value: unknown): readonly string[] | null {
  const parsed = scalars.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/**
 * Validates the values against the fields that they show. Returns the answers to store, or one problem for each invalid
 * field. Answers to hidden and unknown fields are left out.
 */
export function readAnswers(fields: readonly FormField[], sent: SentAnswers): ReadAnswers {
  const problems = new Map<string, AnswerProblem>();
  const values: [string, StoredAnswer][] = [];
  for (const field of shownFields(fields, toAnswers(sent))) {
    if (!isAnswered(field.fieldType)) continue;
    const answer = readAnswer(field, sent.get(field.name));
    if ('problem' in answer) problems.set(field.name, answer.problem);
    else if (answer.value !== null) values.push([field.name, answer.value]);
  }
  return problems.size > 0 ? { ok: false, problems } : { ok: true, values: Object.fromEntries(values) };
}

type ReadAnswer = { value: StoredAnswer | null } | { problem: AnswerProblem };

function readAnswer(field: FormField, sent: readonly string[] | null = []): ReadAnswer {
  if (sent === null) return { problem: 'unreadable' };
  if (field.fieldType === 'Checkbox') {
    const isTick = field.options.length === 0;
    const ticked = new Set(sent);
    const known = new Set(isTick ? [checkedValue] : field.options.map(({ optionValue }) => optionValue));
    if (!ticked.isSubsetOf(known)) return { problem: 'choice' };
    if (field.isRequired && ticked.size === 0) return { problem: 'required' };
    return { value: isTick ? ticked.size > 0 : [...ticked] };
  }
  if (sent.length > 1) return { problem: 'unreadable' };
  const text = (sent[0] ?? '').replaceAll('\r\n', '\n').trim();
  if (text === '') return field.isRequired ? { problem: 'required' } : { value: null };
  const parsed = answerSchema(field).safeParse(text);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: answerProblems.find((problem) => problem === issue?.message) ?? 'unreadable' };
}

/** The schema of an answer that is one text, and not an empty one. */
function answerSchema(field: FormField): z.ZodType<StoredAnswer> {
  const is = (problem: AnswerProblem) => ({ error: problem });
  switch (field.fieldType) {
    case 'SelectList':
    case 'RadioButton':
      return z.enum(
        field.options.map(({ optionValue }) => optionValue),
        is('choice'),
      );
    case 'DatePicker':
      return z.iso.date(is('date'));
    case 'Slider':
      return z.coerce
        .number(is('range'))
        .min(field.minValue, is('range'))
        .max(field.maxValue, is('range'))
        .refine((value) => isStep(value - field.minValue), is('range'));
    default:
      return z
        .string()
        .max(field.fieldType === 'LongTextInput' ? answerLimits.text : answerLimits.line, is('tooLong'))
        .refine((text) => text.isWellFormed() && !text.includes('\u0000'), is('unreadable'));
  }
}

/** Whether a distance is a whole number of steps, as far as fractions can be counted. */
function isStep(distance: number): boolean {
  const steps = distance / sliderDefaults.step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
