import type { Frame } from '#view-model/frame.ts';

/** What is open in the editor belongs to one page. */
const ofOnePage = /^(?:show_modal|module_\w+)$/;

/**
 * The address of a page of the site with the query of the current one; parameters of the address itself take
 * precedence.
 *
 * @example keepQuery('/de/suche#results', '?query=hx4'); // '/de/suche?query=hx4#results'
 */
export function keepQuery(href: string, search: string): string {
  const [, path = '', own = '', anchor = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? [];
  const query = new URLSearchParams(own);
  const named = new Set(query.keys());
  for (const [name, value] of new URLSearchParams(search)) {
    if (!named.has(name) && !ofOnePage.test(name)) query.append(name, value);
  }
  return `${path}${query.size > 0 ? `?${query}` : ''}${anchor}`;
}

/** The frame of a page that is made for a request: its languages and tabs lead on with the query, without a script. */
export function frameWithQuery(frame: Frame, search: string): Frame {
  const languages = frame.languages.map((language) => ({ ...language, href: keepQuery(language.href, search) }));
  return { ...frame, languages, query: search };
}
