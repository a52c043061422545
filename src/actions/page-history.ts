import { z } from 'zod';
import { listPageRevisions, restorePage } from '#changes/page-history.ts';
import { listDiscardedDrafts as listDiscarded } from '#content/drafts/discarded-drafts.ts';
import { discardedIdSchema } from '#domain/pages/discarded-id.ts';
import { locales } from '#domain/locales.ts';
import { ok } from '#domain/result.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { comparePage } from '#server/editor/publishing/compare-page.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();
const version = z.union([id, discardedIdSchema]);
const side = z.union([z.literal('draft'), version]);
const locale = z.enum(locales);
const field = z.string().min(1).max(100);

/** What was published of a page, the newest first. */
export const listPageVersions = defineAction({
  input: z.object({ pageId: id }),
  handler: ({ pageId }, context) =>
    asStaff(context, async ({ session }) => ok(await listPageRevisions(session.client, pageId))),
});

/** The drafts of a page that were thrown away in the last 30 days, the last one first. */
export const listDiscardedPages = defineAction({
  input: z.object({ pageId: id }),
  handler: ({ pageId }, context) =>
    asStaff(context, async ({ session }) => ok(await listDiscarded(session.client, { page: pageId }))),
});

/** What differs between two versions of a page, each its draft or a revision. */
export const comparePageVersions = defineAction({
  input: z.object({ pageId: id, before: side, after: side }),
  handler: ({ pageId, ...sides }, context) =>
    asStaff(context, ({ session }) => comparePage(session.client, pageId, sides)),
});

/** Brings a version of a page, or a part of it, into the draft. */
export const restorePageVersion = defineAction({
  input: z.object({
    pageId: id,
    revision: version,
    part: z.discriminatedUnion('what', [
      z.object({ what: z.literal('all') }),
      z.object({ what: z.literal('language'), locale }),
      z.object({ what: z.literal('module'), moduleId: id }),
      z.object({ what: z.literal('order') }),
      z.object({ what: z.literal('field'), moduleId: id.nullable(), locale, field }),
    ]),
    structureVersion: rowVersion,
    lastSave: z.int().nonnegative(),
  }),
  handler: (asked, context) => asStaff(context, ({ actor }) => restorePage(actor, asked)),
});
