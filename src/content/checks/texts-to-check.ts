import { type RichText, type RichTextNode, richTextSchema } from '#schema/rich-text.ts';

/** A text of some data, with the short texts beside it that may name what it is about. */
export type CheckedText = { text: string; subject: string; path: readonly (string | number)[] };

/** Fields that say what the others beside them are about. */
const titles = new Set(['tag', 'title', 'name', 'subtitle', 'linkTitle']);

/** Every text of some data. Rich text is one text, with a line for each block. */
export function textsToCheck(data: unknown, path: CheckedText['path'] = [], above = ''): CheckedText[] {
  if (typeof data === 'string') return data === '' ? [] : [{ text: data, subject: above, path }];
  if (Array.isArray(data)) return data.flatMap((item: unknown, index) => textsToCheck(item, [...path, index], above));
  if (typeof data !== 'object' || data === null) return [];
  if ('type' in data && data.type === 'doc') {
    const parsed = richTextSchema.safeParse(data);
    return parsed.success ? [{ text: joinLines(parsed.data), subject: above, path }] : [];
  }
  const entries: [string, unknown][] = Object.entries(data);
  const own = entries.flatMap(([key, value]) => (titles.has(key) && typeof value === 'string' ? [value] : []));
  return entries.flatMap(([key, value]) => textsToCheck(value, [...path, key], own.join('\n')));
}

function joinLines(document: RichText): string {
  const collect = (nodes: readonly RichTextNode[]): string =>
    nodes
      .map((node) => {
        if (node.type === 'text') return node.text;
        if (node.type === 'hardBreak' || node.type === 'horizontalRule') return '\n';
        const inner = 'content' in node && node.content ? collect(node.content) : '';
        return `${inner}\n`;
      })
      .join('');
  return collect(document.content);
}
