import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { sharedDays } from '#domain/addresses/shared-link.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import type { ReleaseLink } from '#view-model/releases.ts';

const shared = z.discriminatedUnion('status', [
  z.object({ status: z.literal('shared'), id: z.number(), expires_at: z.string() }),
  z.object({ status: z.literal('closed') }),
]);

/** For whom and how long a release is shared, and the hash of what opens the link. */
type Sharing = { days: (typeof sharedDays)[number]; forWhom: string; hash: string };

/** Notes a link by which a release is seen by people without an account. */
export async function shareRelease(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  release: number,
  { days, forWhom, hash }: Sharing,
): Promise<Result<{ id: number; expiresAt: string }>> {
  const made = await callFunction(service, 'share_release', shared, {
    p_actor: userId,
    p_release: release,
    p_hash: hash,
    p_days: days,
    p_for_whom: forWhom,
  });
  return made.status === 'shared'
    ? ok({ id: made.id, expiresAt: made.expires_at })
    : fail('conflict', 'This release is live, or is being published: everybody sees it.');
}

/** Ends a link before its time. */
export async function revokeLink(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  link: number,
): Promise<Result<object>> {
  return (await callFunction(service, 'revoke_release_link', z.boolean(), { p_actor: userId, p_link: link }))
    ? ok({})
    : fail('not-found', 'This link does not exist any more.');
}

const linkRow = z.object({
  id: z.number(),
  for_whom: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['open', 'expired', 'revoked']),
});

/** The links of a release, the newest first. What opens them is not stored. */
export async function listLinks(client: Client, release: number): Promise<ReleaseLink[]> {
  const rows = await callFunction(client, 'release_links_of', z.array(linkRow), { p_release: release });
  return rows.map(({ for_whom, created_by, created_at, expires_at, ...link }) => ({
    ...link,
    forWhom: for_whom,
    createdBy: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}
