import type { Desk } from './entry.ts';

/** The revision of the desk's page that is live. */
export async function liveRevision({ client, pageId }: Desk): Promise<number> {
  const { data } = await client.from('pages').select('published_revision_id').eq('id', pageId).single();
  if (!data?.published_revision_id) throw new Error('The page is not published');
  return data.published_revision_id;
}
