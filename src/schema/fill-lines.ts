import type { RichText, RichTextNode } from './rich-text.ts';

/**
 * A formatted text that says other lines: in the blocks of a given one where it has as many, as paragraphs else. Marks within lines are
 * left out, since nobody knows which words of another language they would be at.
 *
 * @example fillLines(heading and paragraph, ['Titel', 'Text']) // a heading and a paragraph
 */
export function fillLines(form: RichText, lines: readonly string[]): RichText {
  const words = (line: string): RichTextNode[] => (line === '' ? [] : [{ type: 'text', text: line }]);
  let next = 0;
  const fill = (nodes: readonly RichTextNode[]): RichTextNode[] =>
    nodes.map((node) => {
      if (node.type === 'paragraph' || node.type === 'heading') {
        const line = lines[next] ?? '';
        next += 1;
        return { ...node, content: words(line) };
      }
      return 'content' in node && node.type !== 'codeBlock' ? { ...node, content: fill(node.content ?? []) } : node;
    });
  const content = fill(form.content);
  if (next === lines.length) return { type: 'doc', content };
  return { type: 'doc', content: lines.map((line) => ({ type: 'paragraph', content: words(line) })) };
}
