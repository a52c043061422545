/** The address of a page of the site with the query of the one that is left; what the address itself asks for stays (spec section 2). */
export function keepQuery(href: string, search: string): string {
  const [, path = '', own = '', anchor = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const query = new URLSearchParams(search);
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value);
  return `${path}${query.size > 0 ? `?${query}` : ''}${anchor}`;
}
