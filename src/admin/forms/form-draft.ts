import { z } from 'zod';
import { builtFormSchema, retentionLimits } from '#domain/forms/built-form.ts';
import {
  type DraftField,
  checkFormContent,
  formFieldSchema,
  formMessages,
  missingTexts,
} from '#domain/forms/form-fields.ts';
import { type Locale, locales } from '#domain/locales.ts';
import type { Issue } from '#domain/result.ts';
import { type ReadForm, readFormData } from '#schema/form-data.ts';
import type { JsonObject } from '#schema/record-fields.ts';

/** A form in the builder: everything that can be changed. */
export type FormDraft = {
  title: string;
  titles: Partial<Record<Locale, string>>;
  fields: readonly DraftField[];
  successUrl: string;
  /** Null while nothing is entered. */
  retentionDays: number | null;
};

const bound = z.number().nullable();

/** A draft stored in this browser, with the version that it is based on. */
export const unsavedDraftSchema = z.object({
  title: z.string(),
  titles: z.partialRecord(z.enum(locales), z.string()),
  fields: z.array(formFieldSchema.extend({ minValue: bound, maxValue: bound })),
  successUrl: z.string(),
  retentionDays: z.number().nullable(),
}) satisfies z.ZodType<FormDraft>;

export const emptyDraft: FormDraft = {
  title: '',
  titles: {},
  fields: [],
  successUrl: '',
  retentionDays: retentionLimits.default,
};

function toFormDraft({ title, titles, content, successUrl, retentionDays }: ReadForm): FormDraft {
  return { title, titles, fields: content, successUrl: successUrl ?? '', retentionDays };
}

/** A form of the data of its record. */
export function draftOfData(data: JsonObject): FormDraft {
  return toFormDraft(readFormData(data));
}

/** A draft as it is saved, or everything that is wrong with it. */
export function readDraft({ fields, ...draft }: FormDraft): ReturnType<typeof builtFormSchema.safeParse> {
  return builtFormSchema.safeParse({ ...draft, content: fields });
}

/** Errors by path, its parts joined by dots; the first one of each path. */
export type Problems = ReadonlyMap<string, string>;

/** Paths of a record's data are those of the builder, but for the names of columns. */
export function toProblemsOfRecord(
  issues: readonly { path: readonly (string | number)[]; message: string }[],
): Problems {
  return toProblems(issues.map(({ path, message }) => ({ path: pathInBuilder(path), message })));
}

function pathInBuilder([first, ...rest]: readonly (string | number)[]): readonly (string | number)[] {
  switch (first) {
    case undefined:
      return [];
    case 'success_url':
      return ['successUrl'];
    case 'retention_days':
      return ['retentionDays'];
    case 'localized':
      return ['titles', ...rest.slice(0, 1)];
    default:
      return [first, ...rest];
  }
}

export function toProblems(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Problems {
  return new Map(issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]));
}

/**
 * The errors of the fields by their ids, so that they follow a field that is moved. What is still to be written or chosen is an error
 * of the fields that are `asked` for it.
 */
export function problemsOfFields(
  fields: readonly DraftField[],
  asked: ReadonlySet<string>,
): ReadonlyMap<string, Problems> {
  const findFieldId = ({ path: [index] }: Issue) => fields[Number(index)]?.id ?? '';
  const found = [...checkFormContent(fields), ...missingTexts(fields)];
  const byField = Map.groupBy(
    found.filter((issue) => !unfilled.has(issue.message) || asked.has(findFieldId(issue))),
    findFieldId,
  );
  return new Map([...byField].map(([id, issues]) => [id, toProblems(issues.map(inside))]));
}

/** What is said of a place that nobody has filled in yet. */
const unfilled: ReadonlySet<string> = new Set([
  formMessages.text,
  formMessages.controlling,
  formMessages.conditionalValue,
  formMessages.options,
  formMessages.optionValue,
]);

function inside({ path, message }: Issue): Issue {
  return { path: path.slice(1), message };
}

/** The locales in which a form can be written: all of them, because a form is not of one site. */
export const draftLocales: readonly Locale[] = locales;
