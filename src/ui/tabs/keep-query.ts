/**
 * The address of a page of the site with the query of the current one; parameters of the address itself take
 * precedence.
 */
export function keepQuery(href: string, search: string): string {
  const [, path = '', own = '', anchor = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const query = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value);
  return `${path}${query.size > 0 ? `?${query}` : ''}${anchor}`;
}
