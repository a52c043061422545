import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';
import { countCharacters } from '#schema/fields.ts';
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
    const length = measureLength(item.body);
    if (length.text > 0 && length.text + length.nodes <= bodyLimit) return [item];
    const body = richTextSchema.default(emptyDocument).safeParse(item.body);
    if (!body.success) return [item];
    if (isEmptyRichText(body.data)) return [{ ...item, body: makeDocument([paragraph(item.title)]) }];
    const [first, ...rest] = splitParts(body.data);
    return [
      { ...item, body: makeDocument(first ?? []) },
      ...rest.map((part) => ({ id: nextId(item.id, taken), title: item.title, body: makeDocument(part) })),
    ];
  });
  return { ...parsed.data, items };
}

/** The code units of a stored document's text, and its nodes: as plain text it is no longer than both together. */
function measureLength(node: unknown): { text: number; nodes: number } {
  const sum = { text: 0, nodes: 1 };
  if (!isRecord(node)) return sum;
  if (typeof node['text'] === 'string') sum.text += node['text'].trim().length;
  if (Array.isArray(node['content'])) {
    for (const child of node['content']) {
      const inner = measureLength(child);
      sum.text += inner.text;
      sum.nodes += inner.nodes;
    }
  }
  return sum;
}

const makeDocument = (content: RichTextNode[]): RichText => ({ type: 'doc', content });
/** The rest of a text, or as much as fits up to where a word ends. A word that is longer than an entry is cut. */
const pieces = new RegExp(`.{1,${bodyLimit}}$|.{0,${bodyLimit - 1}}[\\s。、，]|.{1,${bodyLimit}}`, 'gsu');
const paragraph = (text: string): RichTextNode => ({ type: 'paragraph', content: [{ type: 'text', text }] });
/** A block with the number of characters of its text. */
type Measured = { block: RichTextNode; size: number };
const measure = (block: RichTextNode): Measured => ({
  block,
  size: countCharacters(plainText(makeDocument([block]))),
});

/** The blocks of a document in as few parts as fit the limit. A block that is longer itself loses its form, not its words. */
function splitParts({ content }: RichText): RichTextNode[][] {
  const parts: { blocks: RichTextNode[]; size: number }[] = [];
  for (const { block, size } of content.map(measure).flatMap((one) => (one.size <= bodyLimit ? [one] : shorten(one)))) {
    const last = parts.at(-1);
    // As plain text a space is between two texts.
    const together = last && (last.size > 0 && size > 0 ? last.size + 1 + size : last.size + size);
    if (last && together !== undefined && together <= bodyLimit) {
      last.blocks.push(block);
      last.size = together;
    } else parts.push({ blocks: [block], size });
  }
  return parts.map(({ blocks }) => blocks);
}

/** The text of a block in paragraphs that fit the limit, parted between words. */
function shorten({ block }: Measured): Measured[] {
  const lines = plainText(makeDocument([block])).match(pieces) ?? [];
  return lines
    .map((line) => line.trim())
    .filter((text) => text !== '')
    .map((text) => ({ block: paragraph(text), size: countCharacters(text) }));
}

function nextId(id: string, taken: Set<string>): string {
  for (let number = 2; ; number += 1) {
    const next = `${id.slice(0, 34)}-${number}`;
    if (taken.has(next)) continue;
    taken.add(next);
    return next;
  }
}
