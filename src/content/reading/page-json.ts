import { toJson } from '#domain/values/to-json.ts';
import type { PageContent } from './page-content.ts';

const texts = new WeakMap<PageContent, string>();

/**
 * All that a page is given to be rendered but its menus, as one text: pages with equal texts and menus look the same. Made once of each
 * content, from the texts of its parts, which are hashed one by one (`MarkupCache`).
 */
export function pageJson(content: PageContent): string {
  const known = texts.get(content);
  if (known !== undefined) return known;
  const { menus: _, ...frame } = content.frame;
  const modules = 'modules' in content ? content.modules : [];
  const own = JSON.stringify({ ...content, frame, modules: modules.length });
  const text = [own, ...modules.map(toJson)].join('\n');
  texts.set(content, text);
  return text;
}
