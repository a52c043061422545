import { z } from 'zod';
import { fail, ok } from '#domain/result.ts';
import { links } from '#content/pickers/find-links.ts';
import { type Finder, getFinder } from '#content/pickers/get-finder.ts';
import type { PickedItem } from '#kinds/picked.ts';
import { type ReferenceKind, notFound } from '#kinds/registry.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

/** One record by its id; the failure's message is '{Item} not found'. */
function findWith<K extends ReferenceKind>(
  kind: K,
  { findOne }: Pick<Finder<PickedItem<K>>, 'findOne'> = getFinder(kind),
) {
  return defineAction({
    input: z.object({ id: z.int().positive() }),
    handler: ({ id }, context) =>
      asStaff(context, async ({ session }) => {
        const record = await findOne(session.client, id);
        return record ? ok(record) : fail('not-found', notFound(kind));
      }),
  });
}

export const findImage = findWith('image');
export const findVector = findWith('vector');
export const findFile = findWith('file');
export const findDocument = findWith('document');
export const findVideo = findWith('video');
export const findLink = findWith('link', links);
export const findPage = findWith('page');
