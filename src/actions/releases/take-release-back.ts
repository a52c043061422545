import { z } from 'zod';
import { type Result, fail } from '#domain/result.ts';
import {
  identifyReleaseBack,
  prepareReleaseBack,
  takeReleaseBack as takeBack,
} from '#changes/releases/take-release-back.ts';
import { overtaken } from '#server/editor/publishing/take-back.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { asEditorOfAll, gone } from './as-editor-of-all.ts';

/** Makes live again what was live before a release, as one. Its drafts stay in it. */
export const takeReleaseBack = defineAction({
  input: z.object({
    id,
    /** From its plan: nothing is put back where that would be something else. */
    seen: z.string().max(100).optional(),
  }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ session, actor, runtime }): Promise<Result<{ isLive: boolean }>> => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      if (input.seen !== undefined && identifyReleaseBack(work) !== input.seen) return fail('conflict', overtaken);
      return runtime.releases.writeTogether(() => takeBack(actor, work));
    }),
});
