import path from 'node:path';

/**
 * What is shown in its place, by the ending of its name: pictures, and PDFs, which browsers show in a viewer of their own. Nothing
 * else that was uploaded is ever shown by a browser.
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

/** What is offered for saving under its own type; whatever is in neither list is bytes. */
const saved = new Map([
  ['.zip', 'application/zip'],
  ['.mp4', 'video/mp4'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]);

/** Under this policy a document runs nothing, loads nothing, and has no origin of its own. */
export const mediaPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * The headers of an uploaded file, which decide what a browser makes of it. They go by the name alone and by a list of what is
 * allowed: whatever the file contains, it runs nothing. A PDF has no policy, since browsers refuse to show one in a sandbox.
 *
 * @example mediaHeaders('page.html')['content-disposition']; // 'attachment'
 */
export function mediaHeaders(file: string): Record<string, string> {
  const ending = path.posix.extname(file).toLowerCase();
  const type = shown.get(ending);
  return {
    'content-type': type ?? saved.get(ending) ?? 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    // Pages of other sites of ours show them, and so does whoever shows a preview of a shared page.
    'cross-origin-resource-policy': 'cross-origin',
    ...(type === 'application/pdf' ? {} : { 'content-security-policy': mediaPolicy }),
    ...(type === undefined ? { 'content-disposition': 'attachment' } : {}),
  };
}
