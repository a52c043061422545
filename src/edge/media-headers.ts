import { getExtension } from './content-type.ts';

/**
 * The types that are displayed inline, by extension: pictures, and PDFs, which browsers show in a viewer of their own. No other
 * upload is ever displayed by a browser.
 */
const shown = new Map([
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.svg', 'image/svg+xml'],
  ['.pdf', 'application/pdf'],
]);

/** The types of downloads; any other extension is `application/octet-stream`. */
const saved = new Map([
  ['.zip', 'application/zip'],
  ['.mp4', 'video/mp4'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]);

/** Under this policy a document runs no script, loads nothing but the pictures that are in it, and has an opaque origin. */
const mediaPolicy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

/**
 * The headers of an uploaded file, by its extension and an allow list: whatever the file contains, no script of it
 * runs. A PDF has no policy, since browsers refuse to show one in a sandbox.
 *
 * @example mediaHeaders('page.html')['content-disposition']; // 'attachment'
 */
export function mediaHeaders(file: string): Record<string, string> {
  const ending = getExtension(file).toLowerCase();
  const type = shown.get(ending);
  return {
    'content-type': type ?? saved.get(ending) ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Pages of our other sites embed them, and so do services that show previews of shared pages.
    'cross-origin-resource-policy': 'cross-origin',
    ...(type === 'application/pdf' ? {} : { 'content-security-policy': mediaPolicy }),
    ...(type === undefined ? { 'content-disposition': 'attachment' } : {}),
  };
}
