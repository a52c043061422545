import { z } from 'zod';
import { linkTargets, linkTypes } from '#domain/addresses/new-link.ts';
import { capital, rowKinds, getKindNames } from '../registry.ts';
import { pageColumns, pageItem, pageRow } from '../page/picked.ts';
import { definePicked } from '../reading/picked.ts';

const kinds = { internal: 'Address', external: 'Website', download: 'Download', anchor: 'Place on the page' } as const;

const link = z
  .object({
    id: z.number(),
    text: z.string(),
    link_type: z.enum(linkTypes),
    target: z.enum(linkTargets).nullable(),
    url: z.string().nullable(),
    anchor_id: z.string().nullable(),
    row_kind: z.enum(rowKinds).nullable(),
    row_id: z.number().nullable(),
    documents: z.object({ id: z.number(), name: z.string() }).nullable(),
    pages: pageRow.nullable(),
  })
  .transform(({ link_type, anchor_id, pages, documents, row_kind, row_id, ...row }) => {
    const page = pages && pageItem(pages);
    const record = row_kind === null || row_id === null ? null : { kind: row_kind, id: row_id };
    const place = page?.url ?? row.url ?? documents?.name ?? null;
    const anchor = anchor_id ? `#${anchor_id.replace(/^#/, '')}` : '';
    return {
      ...row,
      linkType: link_type,
      anchorId: anchor_id,
      page,
      document: documents,
      /** The record with a page of its own that it leads to: its title is asked for beside the link. */
      record,
      /** What the target is, for people. */
      what: page ? 'Page' : record ? capital(getKindNames(record.kind).one) : kinds[link_type],
      /** The target, for people. Empty when it was deleted. */
      destination: place === null && link_type !== 'anchor' ? '' : `${place ?? ''}${anchor}`,
    };
  });

const columns = `id, text, link_type, target, url, anchor_id, row_kind, row_id, documents(id, name), pages(${pageColumns})`;

export const picked = definePicked({ columns, row: link });
