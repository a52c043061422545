import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';
import { isWithin } from '#schema/fields.ts';
import { type RichText, type RichTextNode, isEmptyRichText, plainText, richTextSchema } from '#schema/rich-text.ts';
import { bodyLimit } from './body-limit.ts';

const firstVersion = z.looseObject({
  items: z.array(z.looseObject({ id: z.string(), title: z.string(), body: z.unknown().optional() })),
});
const emptyDocument: RichText = { type: 'doc', content: [] };

/**
 * Version 1 took texts of any length, and none: a text that is too long now goes on in entries of the same title, and an
 * entry without one, as that around modules alone, says its title.
 */
export function continueLongEntries(data: unknown): unknown {
  const parsed = firstVersion.safeParse(data);
  if (!parsed.success) return data;
  const taken = new Set(parsed.data.items.map(({ id }) => id));
  const items = parsed.data.items.flatMap((item) => {
    // Nearly all are short; the schema checks them in any case.
    const length = lengthOf(item.body);
    if (length.text > 0 && length.text + length.nodes <= bodyLimit) return [item];
    const body = richTextSchema.default(emptyDocument).safeParse(item.body);
    if (!body.success) return [item];
    if (isEmptyRichText(body.data)) return [{ ...item, body: documentOf([paragraph(item.title)]) }];
    const [first, ...rest] = partsOf(body.data);
    return [
      { ...item, body: documentOf(first ?? []) },
      ...rest.map((part) => ({ id: nextId(item.id, taken), title: item.title, body: documentOf(part) })),
    ];
  });
  return { ...parsed.data, items };
}

/** The code units of a stored document's text, and its nodes: as plain text it is no longer than both together. */
function lengthOf(node: unknown): { text: number; nodes: number } {
  const sum = { text: 0, nodes: 1 };
  if (!isRecord(node)) return sum;
  if (typeof node['text'] === 'string') sum.text += node['text'].trim().length;
  if (Array.isArray(node['content'])) {
    for (const child of node['content']) {
      const inner = lengthOf(child);
      sum.text += inner.text;
      sum.nodes += inner.nodes;
    }
  }
  return sum;
}

const documentOf = (content: RichTextNode[]): RichText => ({ type: 'doc', content });
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const fits = (content: RichTextNode[]) => isWithin(plainText(documentOf(content)), bodyLimit);

/** The blocks of a document in as few parts as fit the limit. A block that is longer itself loses its form, not its words. */
function partsOf({ content }: RichText): RichTextNode[][] {
  const parts: RichTextNode[][] = [[]];
  for (const block of content.flatMap((one) => (fits([one]) ? [one] : paragraphsOf(one)))) {
    const last = parts.at(-1) ?? [];
    if (fits([...last, block])) last.push(block);
    else parts.push([block]);
  }
  return parts.filter((part) => part.length > 0);
}

function paragraphsOf(block: RichTextNode): RichTextNode[] {
  const lines = [''];
  for (const word of plainText(documentOf([block])).split(/(?<=[\s。、，])/)) {
    // A word that is longer than an entry is cut.
    for (const piece of word.match(new RegExp(`.{1,${bodyLimit / 2}}`, 'gsu')) ?? []) {
      const longer = `${lines.at(-1)}${piece}`;
      if (isWithin(longer, bodyLimit)) lines[lines.length - 1] = longer;
      else lines.push(piece);
    }
  }
  return lines.filter((line) => line.trim() !== '').map((line) => paragraph(line.trim()));
}

function nextId(id: string, taken: Set<string>): string {
  for (let number = 2; ; number += 1) {
    const next = `${id.slice(0, 34)}-${number}`;
    if (taken.has(next)) continue;
    taken.add(next);
    return next;
  }
}
