import { z } from 'zod';
import { fail, ok } from '#domain/result.ts';
import { documents } from '#content/pickers/documents.ts';
import { files } from '#content/pickers/files.ts';
import type { Finder } from '#content/pickers/finder.ts';
import { images } from '#content/pickers/images.ts';
import { links } from '#content/pickers/links.ts';
import { pages } from '#content/pickers/pages.ts';
import { vectors } from '#content/pickers/vectors.ts';
import { videos } from '#content/pickers/videos.ts';
import { type KindName, notFound } from '#kinds/registry.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** One record by its id; the failure's message is '{Item} not found'. */
function findWith<T>(kind: KindName, finder: Pick<Finder<T>, 'findOne'>) {
  return defineAction({
    input: z.object({ id: z.int().positive() }),
    handler: ({ id }, context) =>
      asStaff(context, async ({ session }) => {
        const record = await finder.findOne(session.client, id);
        return record ? ok(record) : fail('not-found', notFound(kind));
      }),
  });
}

export const findImage = findWith('image', images);
export const findVector = findWith('vector', vectors);
export const findFile = findWith('file', files);
export const findDocument = findWith('document', documents);
export const findVideo = findWith('video', videos);
export const findLink = findWith('link', links);
export const findPage = findWith('page', pages);
