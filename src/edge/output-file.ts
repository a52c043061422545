/**
 * The file, relative to the site's root, that serves a public path: pages are directory indexes, so any file server finds them.
 *
 * @example outputFile('/de/produkte'); // 'de/produkte/index.html'
 */
export function outputFile(path: string): string {
  const decoded = path.slice(1).split('/').map(decodeURIComponent).join('/');
  if (/\.(html|xml|txt|json|ics)$/.test(decoded) || decoded === '_redirects') return decoded;
  return decoded === '' ? 'index.html' : `${decoded}/index.html`;
}
