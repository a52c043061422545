import { z } from 'zod';
import { getKeys } from '#domain/objects.ts';
import { quoteSpans } from '#domain/quotes/product-quotes.ts';
import { safeUrlMessage, safeUrlPattern } from '#domain/addresses/safe-url.ts';
import { isBlank } from '#domain/text/is-blank.ts';
import { type CodeLanguage, codeLanguages } from './code-languages.ts';

const longLink = 'The address of a link has at most 2000 characters';

/**
 * The rich text that content may hold: Tiptap's JSON, cut down to the nodes and marks that the renderer knows.
 * Anything else is refused when it is saved, so that a view never meets an unknown node.
 */
const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline', 'code', 'superscript', 'subscript']) }),
  z.strictObject({
    type: z.literal('link'),
    attrs: z.object({
      href: z.string().max(2000, longLink).regex(safeUrlPattern, safeUrlMessage),
      target: z.enum(['_blank', '_self']).nullish(),
    }),
  }),
]);

/** So many columns and rows a cell of a table spans at most. */
export const longestSpan = { columns: 20, rows: 200 } as const;
const cellAttributes = z
  .object({
    colspan: z.int().min(1).max(longestSpan.columns).nullish(),
    rowspan: z.int().min(1).max(longestSpan.rows).nullish(),
  })
  .optional();

/** In characters: far more than a reader would want, and little enough to be highlighted while a page is rendered. */
const longestCode = 20_000;
const longCode = `A code block has at most ${longestCode} characters. Offer longer code as a download.`;

export type RichTextMark = z.infer<typeof mark>;
export type RichTextNode =
  | { type: 'text'; text: string; marks?: RichTextMark[] | undefined }
  | { type: 'hardBreak' | 'horizontalRule' }
  | {
      type: 'codeBlock';
      attrs?: { language?: CodeLanguage | null | undefined } | undefined;
      content?: { type: 'text'; text: string }[] | undefined;
    }
  | { type: 'heading'; attrs: { level: 2 | 3 | 4 }; content?: RichTextNode[] | undefined }
  | {
      type: 'tableHeader' | 'tableCell';
      attrs?: z.infer<typeof cellAttributes>;
      content?: RichTextNode[] | undefined;
    }
  | {
      type: 'paragraph' | 'bulletList' | 'orderedList' | 'listItem' | 'blockquote' | 'table' | 'tableRow';
      content?: RichTextNode[] | undefined;
    };

/** A quote is one text, in the form of its beginning: parts in other forms would each be half a quote. */
function joinQuotes(nodes: RichTextNode[]): RichTextNode[] {
  const words = nodes.map((child) =>
    child.type === 'text' ? child.text : child.type === 'hardBreak' ? '\n' : '\uFFFC',
  );
  const whole = words.join('');
  const spans = quoteSpans(whole);
  if (spans.length === 0) return nodes;
  let to = 0;
  return nodes.flatMap((child, index): RichTextNode[] => {
    const from = to;
    to += words[index]?.length ?? 0;
    const before = spans.find((span) => span.from < from && span.to > from);
    const after = spans.find((span) => span.from >= from && span.from < to && span.to > to);
    if (!before && !after) return [child];
    const text = whole.slice(Math.min(before?.to ?? from, to), after?.to ?? to);
    return child.type === 'text' && text !== '' ? [{ ...child, text }] : [];
  });
}
const nodeList = () => z.array(node).overwrite(joinQuotes);

const node: z.ZodType<RichTextNode> = z.lazy(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: z.string().min(1), marks: z.array(mark).optional() }),
    z.object({ type: z.enum(['hardBreak', 'horizontalRule']) }),
    z.object({
      type: z.literal('heading'),
      attrs: z.object({ level: z.union([z.literal(2), z.literal(3), z.literal(4)]) }),
      content: nodeList().optional(),
    }),
    z.object({
      type: z.literal('codeBlock'),
      attrs: z.object({ language: z.enum(getKeys(codeLanguages)).nullish() }).optional(),
      content: z
        .array(z.strictObject({ type: z.literal('text'), text: z.string().min(1).max(longestCode, longCode) }))
        .max(1, 'A code block holds one text')
        .optional(),
    }),
    z.object({
      type: z.enum(['tableHeader', 'tableCell']),
      attrs: cellAttributes,
      content: nodeList().optional(),
    }),
    z.object({
      type: z.enum(['paragraph', 'bulletList', 'orderedList', 'listItem', 'blockquote', 'table', 'tableRow']),
      content: nodeList().optional(),
    }),
  ]),
);

export const richTextSchema = z.object({ type: z.literal('doc'), content: z.array(node) });
export type RichText = z.infer<typeof richTextSchema>;

export const emptyRichText: RichText = { type: 'doc', content: [] };

function hasText(nodes: readonly RichTextNode[]): boolean {
  return nodes.some((child) => {
    if (child.type === 'text') return !isBlank(child.text);
    return 'content' in child && child.content ? hasText(child.content) : child.type === 'horizontalRule';
  });
}

/** Whether a document says nothing: no text that a reader sees, and no rule. */
export function isEmptyRichText(document: RichText): boolean {
  return !hasText(document.content);
}

/** The text of a document without its form, blocks separated by a space: for descriptions, feeds and search. */
export function plainText(document: RichText): string {
  const collect = (children: readonly RichTextNode[]): string =>
    children
      .map((child) => {
        if (child.type === 'text') return child.text;
        if (child.type === 'hardBreak' || child.type === 'horizontalRule') return ' ';
        const inner = 'content' in child && child.content ? collect(child.content) : '';
        return `${inner} `;
      })
      .join('');
  const text = collect(document.content);
  // Mostly there is nothing to replace, and every text of every page is asked for.
  return (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, ' ') : text).trim();
}
