import type { ChosenContents } from '#changes/chosen-cells.ts';
import type { Client } from '#content/clients/client.ts';
import type { ProposedPage } from '#content/source/source.ts';
import { readDraftChanges } from '#publish/plan/plan.ts';

/** A page as links, menus and lists know it once some cells of its draft are published, with its contents then. */
export async function proposePage(
  service: Client,
  pageId: number,
  { contents, parent_id: parentId }: ChosenContents,
): Promise<ProposedPage | null> {
  const { page } = await readDraftChanges({ client: service, pageId, instead: { parentId, contents } });
  return page && { ...page, contents };
}
