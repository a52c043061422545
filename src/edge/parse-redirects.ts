export type Redirects = ReadonlyMap<string, { to: string; status: number }>;

/**
 * Reads a `_redirects` file back, by path.
 *
 * @example parseRedirects('/old /new 301'); // Map { '/old' => { to: '/new', status: 301 } }
 */
export function parseRedirects(text: string): Redirects {
  const redirects = new Map<string, { to: string; status: number }>();
  for (const line of text.split('\n')) {
    const [from, to, status] = line.split(' ');
    if (from && to && status) redirects.set(from.replaceAll('%2A', '*'), { to, status: Number(status) });
  }
  return redirects;
}
