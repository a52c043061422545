import { z } from 'zod';
import { type Result, fail } from '#domain/result.ts';
import { prepareReleaseBack, takeReleaseBack as takeBack } from '#changes/releases/take-release-back.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { asEditorOfAll, gone } from './as-editor-of-all.ts';

/** Makes live again what was live before a release, as one. Its drafts stay in it. */
export const takeReleaseBack = defineAction({
  input: z.object({ id }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ session, actor, runtime }): Promise<Result<{ isLive: boolean }>> => {
      const work = await prepareReleaseBack(session.client, input.id);
      if (!work) return fail('not-found', gone);
      return runtime.releases.writeTogether(() => takeBack(actor, work));
    }),
});
