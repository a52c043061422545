import type { RichText, RichTextMark, RichTextNode } from './rich-text.ts';

/** The marks that a translation is expected to have as well, as a sentence names them. */
const compared = { link: 'links', bold: 'bold text', italic: 'italic text', code: 'code' } as const;
type Compared = keyof typeof compared;

function isCompared(type: RichTextMark['type']): type is Compared {
  return Object.hasOwn(compared, type);
}

/** How many runs have each mark: texts beside each other that share it are one. */
function countMarks(nodes: readonly RichTextNode[], counts = new Map<Compared, number>()): Map<Compared, number> {
  let before: readonly string[] = [];
  for (const node of nodes) {
    const marks = node.type === 'text' ? (node.marks ?? []) : [];
    const keys = marks.map((mark) => JSON.stringify(mark));
    for (const [index, { type }] of marks.entries()) {
      if (isCompared(type) && !before.includes(keys[index] ?? '')) counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    before = keys;
    if ('content' in node && node.content) countMarks(node.content, counts);
  }
  return counts;
}

/**
 * Marks that a formatted text has less often than its source: a hint for a translator, who may know better.
 *
 * @returns a sentence for each kind of mark
 */
export function compareMarks(source: RichText, target: RichText): string[] {
  const [from, to] = [countMarks(source.content), countMarks(target.content)];
  return [...from].flatMap(([mark, count]) => {
    const own = to.get(mark) ?? 0;
    return own < count ? [`Places with ${compared[mark]}: ${count} in English, ${own} here.`] : [];
  });
}
