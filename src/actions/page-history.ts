import { z } from 'zod';
import { listPageRevisions, restorePage } from '#content/page-history.ts';
import { locales } from '#domain/locales.ts';
import { ok } from '#domain/result.ts';
import { rowVersion } from '#domain/row-version.ts';
import { comparePage } from '#server/editor/compare-page.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const id = z.int().positive();
const side = z.union([z.literal('draft'), id]);
const locale = z.enum(locales);
const field = z.string().min(1).max(100);

/** What was published of a page, the newest first. */
export const listPageVersions = defineAction({
  input: z.object({ pageId: id }),
  handler: ({ pageId }, context) =>
    asStaff(context, async ({ session }) => ok(await listPageRevisions(session.client, pageId))),
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
    revision: id,
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
