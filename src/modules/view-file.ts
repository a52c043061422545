import type { CatalogType } from './catalog.ts';

/**
 * Where the view of a type is, as the globs of `mounts.ts` and `views.ts` name files.
 *
 * @example
 * viewFileOf('TEXT_BLOCK') // './text-block/View.tsx'
 */
export function viewFileOf(type: CatalogType): string {
  return `./${type.toLowerCase().replaceAll('_', '-')}/View.tsx`;
}
