import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { KindName } from '#kinds/registry.ts';
import type { SavedView } from '#view-model/records.ts';

const viewRow = z.object({
  id: z.number(),
  name: z.string(),
  query: z.string(),
  is_shared: z.boolean(),
  owner_id: z.string(),
  staff: z.object({ name: z.string(), email: z.string() }).nullable(),
});

/** The saved views of a list that a person may use: the own ones first. */
export async function listViews(client: Client, userId: string, kind: KindName): Promise<SavedView[]> {
  const query = client
    .from('list_views')
    .select('id, name, query, is_shared, owner_id, staff(name, email)')
    .eq('kind', kind)
    .order('name')
    .limit(500);
  const rows = await expectData('list_views', query, z.array(viewRow));
  return rows
    .map(({ id, name, query: asked, is_shared: isShared, owner_id: owner, staff }): SavedView => ({
      id,
      name,
      query: asked,
      isShared,
      isOwn: owner === userId,
      by: owner === userId ? null : staff?.name || staff?.email || null,
    }))
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
}

type NewView = { kind: KindName; name: string; query: string; isShared: boolean };

/** Saves a view under a name; one of the same person and name is saved anew. */
export async function saveView(
  { service, userId }: Actor,
  { kind, name, query, isShared }: NewView,
): Promise<Result<{ id: number }>> {
  return ok({
    id: await callFunction(service, 'save_list_view', z.number(), {
      p_actor: userId,
      p_kind: kind,
      p_name: name,
      p_query: query,
      p_is_shared: isShared,
    }),
  });
}

/** Deletes a view of one's own or, for administrators, one that is shared. */
export async function deleteView({ service, userId }: Actor, id: number): Promise<Result<{ deleted: true }>> {
  const isDeleted = await callFunction(service, 'delete_list_view', z.boolean(), { p_actor: userId, p_id: id });
  return isDeleted ? ok({ deleted: true }) : fail('not-found', 'This view is not yours, or was deleted already.');
}
