import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import { readName } from '#content/drafts/drafts.ts';

/** A deletion of submissions: how many, when, why, and by whom; nothing of their content. */
const deletion = z.object({
  id: z.number(),
  reason: z.enum(['retention', 'erasure', 'staff']),
  submissions: z.number(),
  deleted_at: z.string(),
  deleted_by: z.string().nullable(),
});

export type Deletion = {
  id: number;
  reason: 'retention' | 'erasure' | 'staff';
  submissions: number;
  deletedAt: string;
  /** Null for deletions by the retention period, or by an account that no longer exists. */
  deletedBy: string | null;
};

/** The number of deletions shown; the table has all. */
const shown = 20;

/** The last deletions of a form's submissions, newest first. */
export async function readDeletions(client: Client, formId: number): Promise<Deletion[]> {
  const query = client
    .from('form_deletions')
    .select('id, reason, submissions, deleted_at, deleted_by')
    .eq('form_id', formId)
    .order('id', { ascending: false })
    .limit(shown);
  const rows = await expectData('form_deletions', query, z.array(deletion));
  const userIds = new Set(rows.flatMap(({ deleted_by: userId }) => userId ?? []));
  const names = new Map(
    await Promise.all([...userIds].map(async (userId) => [userId, (await readName(client, userId))?.name] as const)),
  );
  return rows.map(({ deleted_at: deletedAt, deleted_by: userId, ...row }) => ({
    ...row,
    deletedAt,
    deletedBy: (userId && names.get(userId)) ?? null,
  }));
}
