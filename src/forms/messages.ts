import type { AnswerProblem } from '#domain/forms/answers.ts';
import type { FormAddress } from '#domain/forms/form-address.ts';
import type { SiteId } from '#domain/sites.ts';
import type { FormDefinition } from './submissions.ts';

/** Every reason why a submission is not stored. The texts are `form.problem.<problem>` of each language. */
export const formProblems = {
  invalid: 422,
  captcha: 403,
  limited: 429,
  gone: 410,
  unpublished: 409,
  malformed: 400,
  tooLarge: 413,
  files: 415,
  unavailable: 503,
} as const;
export type FormProblem = keyof typeof formProblems;

/** The result of a submission. */
export type Outcome =
  | { status: 'stored'; successUrl: string | null }
  | { status: 'invalid'; problems: ReadonlyMap<string, AnswerProblem>; definition: FormDefinition }
  | { status: 'limited'; retryAfterSeconds: number }
  | { status: Exclude<FormProblem, 'invalid' | 'limited'> };

/** The values sent by an HTML form, to be shown or sent again. */
export type SentTexts = ReadonlyMap<string, readonly string[]>;

/** A page that answers a form which was sent without a script. */
export type FormPage = { site: SiteId; address: FormAddress; status: number } & (
  | {
      kind: 'edit';
      definition: FormDefinition;
      sent: SentTexts;
      problems: ReadonlyMap<string, AnswerProblem>;
    }
  | { kind: 'confirm'; definition: FormDefinition; sent: SentTexts; token: string; isRepeated: boolean }
  | { kind: 'problem'; problem: FormProblem; retryAfterSeconds: number; sent: SentTexts }
  | { kind: 'sent' }
);
