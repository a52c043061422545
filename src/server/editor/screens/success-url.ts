import { ownAddress } from '#domain/forms/success-url.ts';
import { siteIds } from '#domain/sites.ts';
import type { Origins } from '#kinds/reading/context.ts';

/** Why visitors cannot be taken to an address after sending a form; null where they can. */
export function refuseSuccessUrl(url: unknown, origins: Origins): string | null {
  if (typeof url !== 'string' || url === '') return null;
  const own = ownAddress(
    url,
    siteIds.map((site) => origins[site]),
  );
  return own === null ? 'Visitors can be taken to pages of the own sites only. Enter a path such as /thanks' : null;
}
