import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { listDrafts as list } from '#content/records/list-drafts.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** The drafts of records that the person who asks has saved last. */
export const listDrafts = defineAction({
  input: z.object({}),
  handler: (_, context) => asStaff(context, async ({ actor }) => ok(await list(actor.client, actor.userId))),
});
