import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { answerSchema, readableAnswers } from '#domain/forms/form-answers.ts';
import { formFieldSchema } from '#domain/forms/form-fields.ts';
import { locales } from '#domain/locales.ts';
import { siteIds } from '#domain/sites.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { postWebhook } from './post-webhook.ts';
import type { MailPlace, SendMail } from './send-mail.ts';

/** An e-mail or a webhook call that is due, with its submission. */
export const delivery = z.object({
  id: z.number(),
  attempts: z.number(),
  channel: z.enum(['mail', 'webhook']),
  address: z.string(),
  secret: z.string(),
  submission: z.object({
    id: z.number(),
    form_id: z.number().nullable(),
    form_title: z.string(),
    form_version: z.number().nullable(),
    site: z.enum(siteIds).nullable(),
    locale: z.enum(locales),
    page_path: z.string().nullable(),
    submitted_at: z.string(),
    values: z.record(z.string(), answerSchema),
    fields: z.array(formFieldSchema).catch([]),
  }),
});
export type Delivery = z.output<typeof delivery>;

/** The services that deliver notifications. */
export type Post = {
  config: { origins: Origins; allowPrivateWebhooks: boolean; mail: MailPlace };
  sendMail: SendMail | null;
  now: () => Date;
};

/** Sends one e-mail or webhook call, or throws with the reason of the failure. */
export async function deliver(due: Delivery, { config, sendMail, now }: Post): Promise<void> {
  const { submission, address, secret } = due;
  if (due.channel === 'webhook') {
    const { fields: _, ...event } = submission;
    await postWebhook({
      address,
      secret,
      id: String(due.id),
      body: JSON.stringify({ type: 'form.submitted', ...event }),
      allowPrivate: config.allowPrivateWebhooks,
      now: now(),
    });
    return;
  }
  if (!sendMail) throw new Error('No mail server is named: set SMTP_URL and MAIL_FROM');
  await sendMail(
    {
      to: address,
      subject: `New submission: ${submission.form_title.replaceAll(/\s+/g, ' ')}`,
      text: writeText(submission, config.origins[submission.site ?? 'main']),
    },
    { submission: submission.id },
  );
}

/** The text of a notification e-mail: the answers under the labels that the visitor saw, and a link to the inbox. */
function writeText(submission: Delivery['submission'], origin: string): string {
  const { form_id: formId, form_title: title, locale, page_path: page, submitted_at: at, values } = submission;
  const answers = readableAnswers(submission.fields, values, locale).map(
    ({ label, words }) => `${label}\n${words || '–'}\n`,
  );
  return [
    `“${title}” was sent on ${at.slice(0, 16).replace('T', ' ')} UTC${page === null ? '' : ` from ${page}`}.`,
    '',
    ...answers,
    formId === null ? '' : `All submissions: ${origin}${adminPaths.submissions(formId)}`,
    '',
  ].join('\n');
}
