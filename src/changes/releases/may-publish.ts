import { z } from 'zod';
import { type Grant, getGrants, may, roles } from '#domain/rights.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { StoredRelease } from './read-release.ts';

/** Whether somebody may edit everything that is in a release, and so may publish it. */
export function mayPublish(
  staff: { grants: readonly Grant[] },
  {
    pageItems,
    recordItems,
  }: {
    pageItems: readonly Pick<StoredRelease['pageItems'][number], 'site'>[];
    recordItems: readonly Pick<StoredRelease['recordItems'][number], 'kind'>[];
  },
): boolean {
  return (
    recordItems.every(({ kind }) => may(staff, 'edit', { kind })) &&
    // A page that was deleted is on no site.
    pageItems.every(({ site }) => may(staff, 'edit', site === null ? { kind: 'page' } : { kind: 'page', site }))
  );
}

const staffRow = z.object({ role: z.enum(roles), disabled_at: z.string().nullable() }).nullable();

/** What a member of the staff may do now; null for who is not on it any more. */
export async function readGrants(service: Client, userId: string): Promise<readonly Grant[] | null> {
  const query = service.from('staff').select('role, disabled_at').eq('user_id', userId).maybeSingle();
  const row = await expectData('staff', query, staffRow);
  return row?.disabled_at === null ? getGrants(row.role) : null;
}
