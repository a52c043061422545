import { z } from 'zod';
import { endpoints } from '#domain/addresses/endpoints.ts';
import { type SentAnswers, sentAnswers } from '#domain/forms/answers.ts';
import { honeypot, reservedNames } from '#domain/forms/names.ts';
import type { FormProblem, SentTexts } from './messages.ts';

/** How the server reads request bodies. */
export type BodyReader = {
  /** Null above the limit. The rest is read and discarded: a browser that is still sending would not receive the answer. */
  readBody: (request: Request, limit: number) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Whether the body is JSON within the limits. */
  isJson: (body: Uint8Array) => boolean;
};

/** What a script sends. */
export const submissionBody = z.object({
  values: z.record(z.string(), z.unknown()),
  /** The solved puzzle. */
  solution: z.string().max(2000).default(''),
  /** An idempotency key: chosen by the page for one submission, and the same when it is sent again. */
  key: z.string().max(100).default(''),
  page: z.string().max(2000).nullable().default(null),
});

export type SubmissionBody = z.output<typeof submissionBody>;

export type Submission = {
  answers: SentAnswers;
  /** The honeypot field, which people do not see, was filled in. */
  isTrapped: boolean;
} & (
  | { by: 'script'; solution: string; key: string; page: string | null }
  | { by: 'form'; token: string; wantsToEdit: boolean; texts: SentTexts }
);

type ReadSubmission = { ok: true; submission: Submission } | { ok: false; problem: Exclude<FormProblem, 'invalid'> };

/** Whether a request was made by an HTML form, whose answer is a page. */
export function isFromForm(request: Request): boolean {
  return getType(request) !== 'application/json';
}

export async function readSubmission(request: Request, { readBody, isJson }: BodyReader): Promise<ReadSubmission> {
  const type = getType(request);
  const isSentByScript = type === 'application/json';
  if (!isSentByScript && type !== 'application/x-www-form-urlencoded') {
    await readBody(request, 0);
    return { ok: false, problem: type === 'multipart/form-data' ? 'files' : 'malformed' };
  }
  const body = await readBody(request, endpoints.form.bodyLimit);
  if (!body) return { ok: false, problem: 'tooLarge' };
  if (!isSentByScript) return { ok: true, submission: readForm(new URLSearchParams(new TextDecoder().decode(body))) };
  if (!isJson(body)) return { ok: false, problem: 'malformed' };
  const parsed = submissionBody.safeParse(JSON.parse(new TextDecoder().decode(body)));
  return parsed.success ? { ok: true, submission: fromScript(parsed.data) } : { ok: false, problem: 'malformed' };
}

export function fromScript({ values, ...rest }: SubmissionBody): Submission {
  return { by: 'script', answers: sentAnswers(values), isTrapped: Boolean(values[honeypot]), ...rest };
}

function readForm(body: URLSearchParams): Submission {
  const texts = new Map(
    [...new Set(body.keys())].filter((name) => !name.startsWith('_')).map((name) => [name, body.getAll(name)]),
  );
  return {
    by: 'form',
    answers: texts,
    texts,
    isTrapped: Boolean(body.get(honeypot)),
    token: body.get(reservedNames.token) ?? '',
    wantsToEdit: body.get(reservedNames.step) === 'edit',
  };
}

function getType(request: Request): string | undefined {
  return request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
}
