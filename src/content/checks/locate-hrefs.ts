import { type RichText, type RichTextNode, richTextSchema } from '#schema/rich-text.ts';

/** A link inside rich text: its address, its text, and the path of its field with the number of the link in it. */
type LocatedHref = { href: string; text: string; path: readonly (string | number)[] };

/** Every link of the rich texts in a module's data. Neighbouring pieces of one link are one. */
export function locateHrefs(data: unknown, path: readonly (string | number)[] = []): LocatedHref[] {
  if (Array.isArray(data)) return data.flatMap((item, index) => locateHrefs(item, [...path, index]));
  if (typeof data !== 'object' || data === null) return [];
  if ('type' in data && data.type === 'doc') {
    const parsed = richTextSchema.safeParse(data);
    return parsed.success ? listHrefs(parsed.data).map((link, index) => ({ ...link, path: [...path, index] })) : [];
  }
  return Object.entries(data).flatMap(([name, item]) => locateHrefs(item, [...path, name]));
}

function getHref(node: RichTextNode): string | null {
  if (node.type !== 'text') return null;
  return node.marks?.flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : []))[0] ?? null;
}

function listHrefs(document: RichText): { href: string; text: string }[] {
  const links: { href: string; text: string }[] = [];
  const visit = (nodes: readonly RichTextNode[]): void => {
    let before: string | null = null;
    for (const node of nodes) {
      const href = getHref(node);
      const last = links.at(-1);
      if (node.type === 'text' && href !== null) {
        if (last && href === before) last.text += node.text;
        else links.push({ href, text: node.text });
      } else if ('content' in node && node.content) visit(node.content);
      before = href;
    }
  };
  visit(document.content);
  return links;
}
