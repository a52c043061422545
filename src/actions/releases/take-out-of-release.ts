import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { takeOut } from '#changes/releases/change-release.ts';
import { asEditorOf } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';
import { id, item, listKinds } from './release-item.ts';

/** Takes a draft out of a release: it is dropped, it is published by itself from then on, or a page is worked on. */
export const takeOutOfRelease = defineAction({
  input: z.object({
    release: id,
    item,
    to: z.enum(['draft', 'nowhere', 'work']),
    /** The moment of what the person has seen of it in the release. */
    savedAt: exactMoment().optional(),
  }),
  handler: ({ release, item: one, to, savedAt }, context) =>
    asEditorOf(context, listKinds([one]), ({ actor }) => takeOut(actor, release, one, to, savedAt)),
});
