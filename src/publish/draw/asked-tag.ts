import type { SiteId } from '#domain/sites.ts';

/** The reason of an output that somebody wants to be drawn and written once more, whatever the index says of it. */
export const askedTag = 'asked';

/** The reason of an output that was found to be missing, or another one than was published, by whichever process compared it. */
export function reconciledTag(site: SiteId): string {
  return `reconciled:${site}`;
}
