import { z } from 'zod';
import { builtFormSchema, retentionLimits } from '#domain/forms/built-form.ts';
import { type DraftField, checkFormContent, formFieldSchema, missingTexts } from '#domain/forms/form-fields.ts';
import { type Locale, locales } from '#domain/locales.ts';
import type { Issue } from '#domain/result.ts';
import type { StoredForm } from '#forms/save-form.ts';

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

type ReadableForm = Omit<StoredForm, 'id' | 'version' | 'broken'>;

export function draftOf({ title, titles, content, successUrl, retentionDays }: ReadableForm): FormDraft {
  return { title, titles, fields: content, successUrl: successUrl ?? '', retentionDays };
}

/** A draft as it is saved, or everything that is wrong with it. */
export function readDraft({ fields, ...draft }: FormDraft): ReturnType<typeof builtFormSchema.safeParse> {
  return builtFormSchema.safeParse({ ...draft, content: fields });
}

/** Errors by path, its parts joined by dots; the first one of each path. */
export type Problems = ReadonlyMap<string, string>;

export function problemsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Problems {
  return new Map(issues.toReversed().map(({ path, message }) => [path.map(String).join('.'), message]));
}

/**
 * The errors of the fields by their ids, so that they follow a field that is moved. Texts that are still to be written are errors of
 * the fields that are `asked` for them.
 */
export function problemsOfFields(
  fields: readonly DraftField[],
  asked: ReadonlySet<string>,
): ReadonlyMap<string, Problems> {
  const idOf = ({ path: [index] }: Issue) => fields[Number(index)]?.id ?? '';
  const missing = missingTexts(fields).filter((issue) => asked.has(idOf(issue)));
  const byField = Map.groupBy([...checkFormContent(fields), ...missing], idOf);
  return new Map([...byField].map(([id, issues]) => [id, problemsOf(issues.map(inside))]));
}

function inside({ path, message }: Issue): Issue {
  return { path: path.slice(1), message };
}

/** The locales in which a form can be written: all of them, because a form is not of one site. */
export const draftLocales: readonly Locale[] = locales;
