import { z } from 'zod';
import { type Result, fail } from '#domain/result.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import type { Refused } from '#content/refusals/describe-refusal.ts';
import type { Client } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';

/** Pages that are locked, or that the site needs where they are. */
export const fixedPages = z.array(z.object({ id: z.number(), title: z.string().nullable() }));

/** A page that moves would take these along to other addresses. */
export function refuseFixedBelow(pages: z.output<typeof fixedPages>): Result<never> {
  const titles = pages.map(({ title, id }) => `“${title ?? id}”`).join(', ');
  return fail(
    'conflict',
    `${titles} ${pages.length === 1 ? 'is' : 'are'} below this page, and the address ${pages.length === 1 ? 'of it is' : 'of each is'} locked. Unlock ${pages.length === 1 ? 'it' : 'them'} first, or move ${pages.length === 1 ? 'it' : 'them'} elsewhere.`,
  );
}

/** Why a page does not get the names and the parent that it is to get. */
export const pageRefusals = [
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('no-parent') }),
  z.object({ status: z.literal('below-itself') }),
  z.object({ status: z.literal('fixed') }),
  z.object({
    status: z.literal('taken'),
    pages: z.array(z.object({ locale: localeSchema, page_id: z.number(), title: z.string() })),
  }),
  z.object({ status: z.literal('locked'), pages: fixedPages }),
] as const;

type PageRefusal = z.output<(typeof pageRefusals)[number]>;

export const taken = pageRefusals[4];

export const gone = 'This page does not exist any more. Somebody has deleted it; load the list again.';

export const noParent = fail('invalid', 'The page above does not exist any more. Choose another.', [
  { path: ['parentId'], message: 'This page does not exist any more. Choose another' },
]);

export function refusePage(refusal: PageRefusal): Result<never> {
  switch (refusal.status) {
    case 'not-found':
      return fail('not-found', gone);
    case 'no-parent':
      return noParent;
    case 'below-itself':
      return fail(
        'invalid',
        'A page cannot be below itself, or below a page that is below it. Choose another page above it.',
        [{ path: ['parentId'], message: 'A page cannot be below itself, or below a page that is below it' }],
      );
    case 'fixed':
      return fail('not-editable', 'The address of this page is fixed: the site needs it where it is.');
    case 'taken':
      return refuseTaken(refusal.pages);
    case 'locked':
      return refuseFixedBelow(refusal.pages);
  }
}

export function refuseTaken(pages: z.infer<typeof taken>['pages']): Result<never> {
  return fail(
    'invalid',
    'Another page has this address. Choose another.',
    pages.map(({ locale, title }) => ({
      path: ['locales', locale, 'path'],
      message: `The page “${title}” has this address. Choose another`,
    })),
  );
}

/** Two people may choose one address at the same moment: then the database refuses the second. */
export function refuseAddress(service: Client, error: Refused): Promise<Result<never> | null> {
  return refuseTakenAddress(service, error, (holder) => `Nothing was changed. ${holder}. Choose another address.`);
}
