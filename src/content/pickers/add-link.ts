import { z } from 'zod';
import { type NewLink, linkExists } from '#domain/addresses/new-link.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type DatabaseError, callOrRefuse } from '#content/clients/call-function.ts';
import { type Client, exactly, expectData } from '#content/clients/client.ts';
import type { PickedItem } from '#kinds/picked.ts';
import { anchorSpellings, links } from './find-links.ts';

/** The detail of the conflict when there is an equal link. */
type EqualLink = { existing: PickedItem<'link'> };

/**
 * Creates a link. When one with the same target exists, a second one is created only with `again`: the caller has been shown
 * the first.
 */
export async function addLink(
  { client, service, userId }: Actor,
  link: NewLink,
  again: boolean,
): Promise<Result<{ id: number }>> {
  const existing = again ? null : await findEqual(client, link);
  if (existing) {
    const detail: EqualLink = { existing };
    return { ok: false, failure: { code: 'conflict', message: linkExists, detail } };
  }
  const refuse = ({ code }: DatabaseError) => {
    // The page or the document was deleted concurrently.
    if (code === '23503') {
      const field = link.page === null ? 'document' : 'page';
      const message = link.page === null ? 'Document not found' : 'Page not found';
      return fail('invalid', message, [{ path: [field], message }]);
    }
    if (code !== '23514') return null;
    const message = 'This address cannot be linked to. Check it for mistakes.';
    return fail('invalid', message, [{ path: ['url'], message }]);
  };
  const added = await callOrRefuse(service, 'add_link', z.int(), refuse, {
    p_actor: userId,
    p_link: {
      text: link.text,
      link_type: link.linkType,
      target: link.target,
      url: link.url,
      page_id: link.page,
      document_id: link.document,
      anchor_id: link.anchorId,
    },
  });
  return added.ok ? ok({ id: added.value }) : added;
}

/** The first link that leads where this one does, whatever its text. */
async function findEqual(client: Client, link: NewLink): Promise<PickedItem<'link'> | null> {
  let query = client.from('links').select('id').eq('link_type', link.linkType).order('id').limit(1);
  query = link.url === null ? query.is('url', null) : query.filter('url', 'in', exactly(link.url));
  query = link.page === null ? query.is('page_id', null) : query.eq('page_id', link.page);
  query = link.document === null ? query.is('document_id', null) : query.eq('document_id', link.document);
  query =
    link.anchorId === null
      ? query.is('anchor_id', null)
      : query.filter('anchor_id', 'in', exactly(...anchorSpellings(link.anchorId)));
  const [row] = await expectData('links', query.is('row_id', null), z.array(z.object({ id: z.number() })));
  return row ? links.findOne(client, row.id) : null;
}
