import { getContentType } from './content-type.ts';
import { mediaHeaders } from './media-headers.ts';

export const revalidated = 'public, max-age=0, must-revalidate';
const immutable = 'public, max-age=31536000, immutable';

/** Whether a file is never another one under the same name: its name has its hash. */
export function isHashed(file: string): boolean {
  return file.startsWith('media/') || file.startsWith('_astro/');
}

/**
 * The headers of a published file by its name: what it is, and for how long it may be kept.
 *
 * @example fileHeaders('index.html')['cache-control']; // 'public, max-age=0, must-revalidate'
 */
export function fileHeaders(file: string): Record<string, string> & { 'content-type': string } {
  return {
    'content-type': getContentType(file),
    'cache-control': isHashed(file) ? immutable : revalidated,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(file.startsWith('media/') ? mediaHeaders(file) : {}),
  };
}
