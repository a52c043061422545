import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { sharedDays } from '#domain/shared-link.ts';
import type { Actor } from '#content/actor.ts';
import { type Client, expectData } from '#content/client.ts';
import type { ReleaseLink } from '#view-model/releases.ts';

const shared = z.discriminatedUnion('status', [
  z.object({ status: z.literal('shared'), id: z.number(), expires_at: z.string() }),
  z.object({ status: z.literal('closed') }),
]);

/** For whom and how long a release is shared, and the hash of what opens the link. */
export type Sharing = { days: (typeof sharedDays)[number]; forWhom: string; hash: string };

/** Notes a link by which a release is seen by people without an account. */
export async function shareRelease(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  release: number,
  { days, forWhom, hash }: Sharing,
): Promise<Result<{ id: number; expiresAt: string }>> {
  const query = service.rpc('share_release', {
    p_actor: userId,
    p_release: release,
    p_hash: hash,
    p_days: days,
    p_for_whom: forWhom,
  });
  const made = await expectData('share_release', query, shared);
  return made.status === 'shared'
    ? ok({ id: made.id, expiresAt: made.expires_at })
    : fail('conflict', 'This release is live, or is being published: everybody sees it.');
}

/** Ends a link before its time. */
export async function revokeLink(
  { service, userId }: Pick<Actor, 'service' | 'userId'>,
  link: number,
): Promise<Result<object>> {
  const query = service.rpc('revoke_release_link', { p_actor: userId, p_link: link });
  return (await expectData('revoke_release_link', query, z.boolean()))
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
  const query = client.rpc('release_links_of', { p_release: release });
  const rows = await expectData('release_links_of', query, z.array(linkRow));
  return rows.map(({ for_whom, created_by, created_at, expires_at, ...link }) => ({
    ...link,
    forWhom: for_whom,
    createdBy: created_by,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
}
