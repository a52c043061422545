import { z } from 'zod';
import { newRecipientSchema } from '#domain/forms/form-recipient.ts';
import { ok } from '#domain/result.ts';
import { storableText } from '#domain/text/text.ts';
import { readDeletions } from '#forms/inbox/deletions.ts';
import { addRecipient, readRecipients, removeRecipient } from '#forms/inbox/recipients.ts';
import {
  countSubmissions as count,
  deleteSubmissions as remove,
  erasePerson,
  findPerson as findMentions,
  findSubmissions,
  markSubmission as mark,
  noteSubmission as note,
  readDeletedForms,
} from '#forms/inbox/submissions.ts';
import { sweepMailbox } from '#forms/notifications/sweep-mailbox.ts';
import { submissionFilter } from '#forms/inbox/submission-filter.ts';
import { asHolder } from './as-holder.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();
const ids = z.array(id).min(1).max(100);
const email = z.string().trim().pipe(z.email('Enter an e-mail address').max(320));
const notes = storableText(10_000);
const deletionRefusal = 'Only administrators delete what visitors have sent. Ask one.';

/** One page of the submissions of a form, newest first. */
export const fetchSubmissions = defineAction({
  input: submissionFilter.extend({
    page: z.int().min(1).max(100_000).default(1),
    pageSize: z.union([z.literal(12), z.literal(24), z.literal(100)]).default(24),
  }),
  handler: ({ page, pageSize, ...filter }, context) =>
    asStaff(context, async ({ session }) =>
      ok(await findSubmissions(session.client, filter, { offset: (page - 1) * pageSize, limit: pageSize })),
    ),
});

/** The number of submissions and of unread ones, by form. */
export const countSubmissions = defineAction({
  input: z.object({ ids: z.array(id).max(100) }),
  handler: (asked, context) => asStaff(context, async ({ session }) => ok(await count(session.client, asked.ids))),
});

/** Deleted forms that still have submissions, with their number. */
export const findDeletedForms = defineAction({
  input: z.object({}),
  handler: (_, context) => asStaff(context, async ({ session }) => ok(await readDeletedForms(session.client))),
});

export const markSubmission = defineAction({
  input: z.object({ id, isRead: z.boolean().default(true) }),
  handler: (input, context) => asStaff(context, ({ actor }) => mark(actor, input.id, input.isRead)),
});

/** Writes a note; refused when the stored note is not the one that the caller has read. */
export const noteSubmission = defineAction({
  input: z.object({ id, notes, before: notes }),
  handler: (input, context) => asStaff(context, ({ actor }) => note(actor, input.id, input.notes, input.before)),
});

/** Deletes submissions for good. The database only records how many were deleted. */
export const deleteSubmissions = defineAction({
  input: z.object({ ids }),
  handler: (input, context) =>
    asHolder(
      context,
      'erase submissions',
      async ({ actor, session, runtime }) => {
        const deleted = await remove(actor, input.ids);
        await sweepMailbox(runtime.config.mail, session.client);
        return ok(deleted);
      },
      deletionRefusal,
    ),
});

/** The submissions to any form that contain a person's e-mail address. */
export const findPerson = defineAction({
  input: z.object({ email }),
  handler: (input, context) =>
    asStaff(context, async ({ session }) => ok(await findMentions(session.client, input.email))),
});

/** Deletes these submissions, and returns the recipients that may have a copy: the administrator has to inform them. */
export const erasePersonsSubmissions = defineAction({
  input: z.object({ email }),
  handler: (input, context) =>
    asHolder(
      context,
      'erase submissions',
      async ({ actor, session, runtime }) => {
        const { mail } = runtime.config;
        const { erased, notified } = await erasePerson(actor, input.email);
        const emails = await sweepMailbox(mail, session.client);
        // Notifications in the local mailbox are erased with the rest.
        return ok({
          erased,
          emails,
          notified: notified.filter(({ channel }) => channel !== 'mail' || mail.by !== 'mailbox'),
        });
      },
      deletionRefusal,
    ),
});

/** When submissions of a form were deleted, how many, and why. */
export const findFormDeletions = defineAction({
  input: z.object({ formId: id }),
  handler: ({ formId }, context) =>
    asStaff(context, async ({ session }) => ok(await readDeletions(session.client, formId))),
});

/** The recipients of a form's notifications. */
export const findFormRecipients = defineAction({
  input: z.object({ formId: id }),
  handler: ({ formId }, context) =>
    asStaff(context, async ({ session }) => ok(await readRecipients(session.client, formId))),
});

export const addFormRecipient = defineAction({
  input: newRecipientSchema,
  handler: (input, context) => asStaff(context, ({ actor }) => addRecipient(actor, input)),
});

export const deleteFormRecipient = defineAction({
  input: z.object({ id }),
  handler: (input, context) => asStaff(context, ({ actor }) => removeRecipient(actor, input.id)),
});
