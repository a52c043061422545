import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type FormField, fieldIn } from '#domain/forms/form-fields.ts';
import { anyFormVersion } from '#domain/forms/form-address.ts';
import { readStoredFields } from '#domain/forms/stored-fields.ts';
import { problemOfSize } from '#domain/values/json-limits.ts';
import type { StoredAnswer } from '#domain/forms/answers.ts';
import { type Locale, locales } from '#domain/locales.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import { localText } from '#kinds/reading/local-text.ts';

/** A form with the fields of one version, in the texts of a locale. */
export type FormDefinition = {
  id: number;
  title: string;
  /** The version of the fields, stored with each submission. */
  version: number;
  fields: readonly FormField[];
  successUrl: string | null;
};

const definitionRow = z
  .object({
    id: z.number(),
    title: z.string(),
    version: z.number(),
    /** Each field is parsed by itself: a form with an invalid field cannot be sent. */
    content: z.unknown(),
    localized: z.partialRecord(z.enum(locales), z.object({ title: z.string().optional() })).catch({}),
    success_url: z.string().nullable().catch(null),
    latest: z.number().nullable(),
  })
  .nullable();

/** Why there is no form to send: it was deleted or its stored fields are invalid, or a preview of its draft was sent. */
export type MissingForm = 'gone' | 'unpublished';

/** The form as a visitor saw it, or why there is none. */
export async function readFormDefinition(
  client: Client,
  asked: { formId: number; version: number; locale: Locale },
): Promise<FormDefinition | MissingForm> {
  const row = await callFunction(client, 'form_definition', definitionRow, {
    p_form_id: asked.formId,
    p_version: asked.version,
  });
  if (!row || !Array.isArray(row.content) || problemOfSize(row.content) !== null) return 'gone';
  if (asked.version !== anyFormVersion && asked.version > (row.latest ?? 0)) return 'unpublished';
  const { fields, broken } = readStoredFields(row.content);
  if (broken.length > 0) return 'gone';
  return {
    id: row.id,
    title: localText(row.localized, asked.locale, 'title') ?? row.title,
    version: row.version,
    fields: fields.map((field) => fieldIn(field, asked.locale)),
    successUrl: row.success_url,
  };
}

/** The token of a submission, good for one use. */
export type Token = { id: string; expiresAt: Date };

type NewSubmission = {
  formId: number;
  version: number;
  site: SiteId;
  locale: Locale;
  page: string | null;
  values: Readonly<Record<string, StoredAnswer>>;
  /** The idempotency key. */
  key: string;
  token: Token;
  /** The sender as a hash, and how many submissions are allowed in how many seconds. */
  sender: { hash: string; limit: number; windowSeconds: number };
};

const stored = z.discriminatedUnion('status', [
  /** `isNew` is false when it was stored before, under the same key. */
  z.object({ status: z.literal('stored'), isNew: z.boolean() }),
  z.object({ status: z.literal('limited'), retryAfterSeconds: z.number() }),
  /** The token was used for something else. */
  z.object({ status: z.literal('used') }),
  z.object({ status: z.literal('gone') }),
]);
type StoredSubmission = z.output<typeof stored>;

/** Stores a submission once, with its notifications, in one transaction. */
export async function storeSubmission(client: Client, submission: NewSubmission): Promise<StoredSubmission> {
  const { token, sender } = submission;
  return callFunction(client, 'store_submission', stored, {
    p_form_id: submission.formId,
    p_version: submission.version,
    p_site: submission.site,
    p_locale: submission.locale,
    // An empty path is stored as null.
    p_page_path: submission.page ?? '',
    p_values: toJsonValues(submission.values),
    p_key: submission.key,
    p_solution: token.id,
    p_solution_expires_at: token.expiresAt.toISOString(),
    p_sender: sender.hash,
    p_limit: sender.limit,
    p_window_seconds: sender.windowSeconds,
  });
}

function toJsonValues(values: NewSubmission['values']): Record<string, string | number | boolean | string[]> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );
}

/** The key that signs tokens when the environment has none: the same for all processes of an installation. */
export async function readFormSecret(client: Client): Promise<string> {
  return callFunction(client, 'form_secret', z.string().min(32));
}
