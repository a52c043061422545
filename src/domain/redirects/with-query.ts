/**
 * The target of a redirect with the query that a visitor came with, after its own one and before its fragment.
 *
 * @example withQuery('/new?from=old#prices', '?utm_source=mail') // '/new?from=old&utm_source=mail#prices'
 */
export function withQuery(target: string, search: string): string {
  if (search.length <= 1) return target;
  const at = target.indexOf('#');
  const [path, fragment] = at === -1 ? [target, ''] : [target.slice(0, at), target.slice(at)];
  return `${path}${path.includes('?') ? '&' : '?'}${search.slice(1)}${fragment}`;
}
