import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { askForBuild, findOutputs, readOutcome, republishOutputs } from '#content/publishing/publishing-state.ts';
import {
  type PublishingState,
  describePublishingState,
  getMachine,
} from '#server/editor/publishing/publishing-state.ts';
import { type Config, siteOfHost } from '#server/config.ts';
import { failureText } from '#server/editor/publishing/receipts.ts';
import { log } from '#server/log.ts';
import { rollbackSite } from '#server/publish/rollback.ts';
import { type RunningBuild, beginBuild, runningBuild } from '#server/publish/site-builds.ts';
import { asHolder } from './as-holder.ts';
import { type StaffContext, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const site = z.enum(siteIds);

/** What waits, runs and has failed in publishing. */
export const findPublishing = defineAction({
  handler: (_, context) =>
    asStaff(
      context,
      async ({ session, runtime }): Promise<Result<PublishingState & { building: RunningBuild | null }>> => {
        const state = await describePublishingState(runtime, session.client);
        return ok({ ...state, building: runningBuild(runtime) });
      },
    ),
});

/** What became of outputs that somebody wants once more. */
export type Republished = {
  /** How many there are. */
  asked: number;
  /** Why some of them cannot be rendered, each reason once. */
  failures: string[];
  /** Whether they wait: their site is paused or being built, or nothing can be published now. */
  waits: boolean;
};

/** Publishes outputs that have failed once more. */
export const retryOutputs = defineAction({
  input: z.object({ ids: z.array(z.int().positive()).min(1).max(100) }),
  handler: ({ ids }, context) => asStaff(context, (staff) => republish(staff, ids)),
});

/** Draws and writes the page at an address once more. */
export const rebuildPage = defineAction({
  input: z.object({ site, path: z.string().trim().min(1, 'This field is required').max(2000) }),
  handler: (asked, context) =>
    asStaff(context, async (staff) => {
      const place = parsePlace(staff.runtime.config, asked);
      const ids = place ? await findOutputs(staff.session.client, place.site, place.path) : [];
      if (ids.length === 0) {
        return fail('not-found', 'Nothing is published at this address. Copy it from the page, as visitors see it.');
      }
      return republish(staff, ids);
    }),
});

/** Has a site built anew, which also ends its pause after it was put back. */
export const buildSite = defineAction({
  input: z.object({ site }),
  handler: (asked, context) =>
    asHolder(context, 'run sites', async ({ actor, runtime }): Promise<Result<null>> => {
      const granted = await askForBuild(actor.service, actor.userId, asked.site);
      if (granted.status === 'busy') {
        return fail('conflict', `The site is being built already, on ${getMachine(granted.worker)}.`);
      }
      return beginBuild(runtime, asked.site, granted.by);
    }),
});

/** Puts a site back to the build before; nothing is published to it until it is built anew. */
export const rollBackSite = defineAction({
  input: z.object({ site, build: z.string().min(1).max(100) }),
  handler: (asked, context) =>
    asHolder(context, 'run sites', async ({ actor, runtime }): Promise<Result<{ isNoted: boolean }>> => {
      const done = await rollbackSite(runtime, asked.site, { userId: actor.userId }, asked.build);
      if (!done.ok) return done;
      log.warn(
        { site: asked.site, build: done.value.build, person: actor.userId },
        'A site was put back to an earlier build',
      );
      return ok({ isNoted: done.value.isNoted });
    }),
});

/** The site and the path of what people paste: a path of the chosen site, or a whole address, which says of which site it is. */
function parsePlace(config: Config, { site: chosen, path: address }: { site: SiteId; path: string }) {
  const whole = /^https?:/i.test(address) && URL.canParse(address) ? new URL(address) : null;
  const path = canonicalPath(whole ? whole.pathname : address.split(/[?#]/, 1).join(''));
  const found = whole ? siteOfHost(config, whole.host) : chosen;
  return found === null || path === null ? null : { site: found, path };
}

async function republish(
  { session, runtime, actor }: StaffContext,
  ids: readonly number[],
): Promise<Result<Republished>> {
  const asked = await republishOutputs(actor.service, actor.userId, ids);
  if (asked === 0) return fail('not-found', 'There is nothing to publish once more: it is gone since.');
  const drained = await runtime.publisher.publishForPeople().then(
    () => true,
    (error: unknown) => {
      const reason = describeError(error);
      log.warn({ reason }, 'What was asked for once more waits in the queue');
      return false;
    },
  );
  const state = await readOutcome(session.client, ids);
  return ok({
    asked,
    failures: [...new Set(state.failures.map((failure) => failureText(failure) ?? ''))],
    waits: !drained || state.waits,
  });
}
