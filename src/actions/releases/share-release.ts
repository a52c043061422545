import { z } from 'zod';
import { type Result, ok } from '#domain/result.ts';
import { sharedDays, sharedHref } from '#domain/addresses/shared-link.ts';
import type { SiteId } from '#domain/sites.ts';
import { shareRelease as share } from '#changes/releases/share-release.ts';
import { readRelease } from '#changes/releases/read-release.ts';
import { makeSecret, makeToken } from '#server/auth/shared-link.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { asEditorOfAll } from './as-editor-of-all.ts';
import { listSites } from './list-sites.ts';

type SharedRelease = { id: number; expiresAt: string; links: { site: SiteId; href: string }[] };

/** Makes a link by which people without an account see a release, for each site that it has pages of. It is shown this once. */
export const shareRelease = defineAction({
  input: z.object({
    id,
    days: z.union(
      sharedDays.map((days) => z.literal(days)),
      'Choose for how long',
    ),
    forWhom: z.string().trim().max(80, 'Use 80 characters at most').default(''),
  }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ actor, runtime, session }): Promise<Result<SharedRelease>> => {
      const { secret, hash } = makeSecret();
      const made = await share(actor, input.id, { days: input.days, forWhom: input.forWhom, hash });
      if (!made.ok) return made;
      const release = await readRelease(session.client, input.id);
      const token = makeToken(runtime.linkSecret, made.value.id, secret);
      const links = listSites(release?.pageItems ?? []).map((site) => ({
        site,
        href: sharedHref(runtime.config.origins[site], token),
      }));
      return ok({ ...made.value, links });
    }),
});
