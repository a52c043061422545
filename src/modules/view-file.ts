import type { RegisteredType } from './definitions.ts';

/**
 * Where the view of a type is, as the globs of `mounts.ts` and `views.ts` name files.
 *
 * @example
 * toViewFile('TEXT_BLOCK') // './text-block/View.tsx'
 */
export function toViewFile(type: RegisteredType): string {
  return `./${type.toLowerCase().replaceAll('_', '-')}/View.tsx`;
}
