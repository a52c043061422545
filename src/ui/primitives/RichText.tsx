import type { ReactNode } from 'react';
import type { Translate } from '#view-model/view-props.ts';
import { type RichText as Document, type RichTextMark, type RichTextNode, isEmptyRichText } from '#schema/rich-text.ts';
import { codeBlock } from './code-block.tsx';
import { escapeHtml } from './escape-html.ts';
import { preventFigureBreaks } from './prevent-breaks.ts';
import type { Level } from './ModuleSection.tsx';
import './rich-text.css';

type RichTextProps = {
  document: Document;
  /** The level that the document's highest headings take, below the heading over the text. */
  level: Level;
  t: Translate;
  className?: string;
};

/** Formatted text of an editor. Empty documents leave nothing behind. */
export function RichText({ document, level, t, className = '' }: RichTextProps): ReactNode {
  if (isEmptyRichText(document)) return null;
  const html = blocks(document.content, { level, t, tableLabel: t('table.scroll'), above: [] });
  return (
    <div
      className={className === '' ? 'rich-text' : `rich-text ${className}`}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/*
 * Written as a string, not as React elements: text is the largest part of most pages. A document of
 * 4 KB takes 36 µs, as elements 133 µs, and with Tiptap's static renderer 4,100 µs.
 * Nothing reaches the output but the tags below and text that went through `escapeHtml` or the highlighter; links are checked by the schema
 * when they are saved, and again here, because a stored document may be older than the rule.
 */
type Options = {
  level: Level;
  t: Translate;
  tableLabel: string;
  /** Levels, as the editor chose them, of the headings above the current position. */
  above: number[];
};

const safeHref = /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)/i;

const markTags = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
} as const;

/** Code is for copying, so its characters are not changed. */
function readable({ text, marks = [] }: Extract<RichTextNode, { type: 'text' }>): string {
  return marks.some(({ type }) => type === 'code') ? text : preventFigureBreaks(text);
}

function marked(text: string, mark: RichTextMark): string {
  if (mark.type !== 'link') return `<${markTags[mark.type]}>${text}</${markTags[mark.type]}>`;
  if (!safeHref.test(mark.attrs.href)) return text;
  const blank = mark.attrs.target === '_blank' ? ' target="_blank" rel="noopener"' : '';
  return `<a href="${escapeHtml(mark.attrs.href)}"${blank}>${text}</a>`;
}

const blockTags = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  tableRow: 'tr',
} as const;

function spans(node: {
  attrs?: { colspan?: number | null | undefined; rowspan?: number | null | undefined } | undefined;
}): string {
  const columns = node.attrs?.colspan ?? 1;
  const rows = node.attrs?.rowspan ?? 1;
  return (columns > 1 ? ` colspan="${columns}"` : '') + (rows > 1 ? ` rowspan="${rows}"` : '');
}

function blocks(nodes: readonly RichTextNode[] | undefined, options: Options): string {
  let html = '';
  for (const node of nodes ?? []) html += block(node, options);
  return html;
}

function block(node: RichTextNode, options: Options): string {
  switch (node.type) {
    case 'text':
      return (node.marks ?? []).reduce(marked, escapeHtml(readable(node)));
    case 'hardBreak':
      return '<br>';
    case 'horizontalRule':
      return '<hr>';
    case 'codeBlock':
      return codeBlock(node, options.t);
    case 'heading': {
      // By its depth and not by its number: who starts with a small heading, or leaves one out, leaves no gap in the outline.
      const { above } = options;
      while ((above.at(-1) ?? 0) >= node.attrs.level) above.pop();
      const level = Math.min(options.level + above.length, 6);
      above.push(node.attrs.level);
      return `<h${level}>${blocks(node.content, options)}</h${level}>`;
    }
    case 'table':
      // A wide table scrolls in its own box, which the keyboard has to reach.
      return `<div class="rich-text__table" role="group" tabindex="0" aria-label="${escapeHtml(options.tableLabel)}"><table><tbody>${blocks(node.content, options)}</tbody></table></div>`;
    case 'tableHeader':
      return `<th${spans(node)}>${blocks(node.content, options)}</th>`;
    case 'tableCell':
      return `<td${spans(node)}>${blocks(node.content, options)}</td>`;
    case 'paragraph':
    case 'bulletList':
    case 'orderedList':
    case 'listItem':
    case 'blockquote':
    case 'tableRow':
      return `<${blockTags[node.type]}>${blocks(node.content, options)}</${blockTags[node.type]}>`;
  }
}
