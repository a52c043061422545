import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { clipText } from '#domain/text/text.ts';
import { findCodeLanguage } from '#schema/code-languages.ts';
import type { RichText, RichTextMark, RichTextNode } from '#schema/rich-text.ts';

/** Markdown that says something which rich text cannot hold. */
export class UnsupportedMarkdown extends Error {
  override readonly name = 'UnsupportedMarkdown';
}

/**
 * Bold next to CJK characters. CommonMark closes no mark between a per cent sign or a bracket and a letter, and these scripts put
 * no space there: 利益率は**19%**を.
 */
const boldBesideCharacters = /^\*\*(?!\s)([^*\n]+)(?<!\s)\*\*(?=[\u3000-\u9fff\uac00-\ud7af\uff00-\uffef])/;
const markdownParser = new Marked({
  gfm: true,
  extensions: [
    {
      name: 'strong',
      level: 'inline',
      start: (source) => source.indexOf('**'),
      tokenizer(source) {
        const [raw, text] = boldBesideCharacters.exec(source) ?? [];
        if (raw === undefined || text === undefined) return undefined;
        return { type: 'strong', raw, text, tokens: this.lexer.inlineTokens(text) };
      },
    },
  ],
});

/**
 * Markdown as rich text: headings of level 2 to 4, lists, quotes, tables, rules, code blocks, bold, italic,
 * code and links.
 */
export function markdownToRichText(markdown: string): RichText {
  return { type: 'doc', content: blocks(markdownParser.lexer(markdown)) };
}

function blocks(tokens: readonly Token[]): RichTextNode[] {
  return tokens.flatMap(block);
}

/** Without extensions the lexer makes no tokens but its own. */
function known(token: Token): MarkedToken {
  return token as MarkedToken;
}

function block(input: Token): RichTextNode[] {
  const token = known(input);
  switch (token.type) {
    case 'space':
    case 'def':
      return [];
    case 'paragraph':
      return paragraph(token.tokens ?? []);
    case 'text':
      // The content of an item of a list without blank lines.
      return paragraph(token.tokens ?? [{ type: 'text', raw: token.raw, text: token.raw }]);
    case 'heading': {
      const { depth } = token;
      if (depth !== 2 && depth !== 3 && depth !== 4) {
        throw new UnsupportedMarkdown(`Headings are of level 2 to 4, and ${quote(token.raw)} is of level ${depth}`);
      }
      return [{ type: 'heading', attrs: { level: depth }, content: inline(token.tokens ?? [], []) }];
    }
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'blockquote':
      return [{ type: 'blockquote', content: blocks(token.tokens ?? []) }];
    case 'list': {
      const { ordered, items } = token;
      return [
        {
          type: ordered ? 'orderedList' : 'bulletList',
          content: items.map((item) => ({ type: 'listItem', content: blocks(item.tokens) })),
        },
      ];
    }
    case 'code':
      return [codeBlock(token)];
    case 'table':
      return [table(token)];
    default:
      throw new UnsupportedMarkdown(`Rich text cannot hold ${token.type}: ${quote(token.raw)}`);
  }
}

function paragraph(tokens: readonly Token[]): RichTextNode[] {
  const content = inline(tokens, []);
  return content.length > 0 ? [{ type: 'paragraph', content }] : [];
}

function codeBlock({ text, lang = '', raw }: Tokens.Code): RichTextNode {
  const language = findCodeLanguage(lang);
  if (language === null && lang !== '') {
    throw new UnsupportedMarkdown(`Code is not known in the language of ${quote(raw)}: leave it out, or name another`);
  }
  return { type: 'codeBlock', attrs: { language }, ...(text === '' ? {} : { content: [{ type: 'text', text }] }) };
}

function table({ header, rows }: Tokens.Table): RichTextNode {
  const row = (cells: readonly Tokens.TableCell[], type: 'tableHeader' | 'tableCell'): RichTextNode => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type, content: [{ type: 'paragraph', content: inline(cell.tokens, []) }] })),
  });
  return { type: 'table', content: [row(header, 'tableHeader'), ...rows.map((cells) => row(cells, 'tableCell'))] };
}

function textNode(text: string, marks: readonly RichTextMark[]): RichTextNode {
  return marks.length > 0 ? { type: 'text', text, marks: [...marks] } : { type: 'text', text };
}

function inline(tokens: readonly Token[], marks: readonly RichTextMark[]): RichTextNode[] {
  const nodes = tokens.flatMap((token) => inlineToken(token, marks));
  return joinTexts(nodes);
}

function inlineToken(input: Token, marks: readonly RichTextMark[]): RichTextNode[] {
  const token = known(input);
  switch (token.type) {
    case 'text':
    case 'escape': {
      if ('tokens' in token && token.tokens) return inline(token.tokens, marks);
      // A line break in the source is a space, as in HTML.
      const text = token.text.replace(/\s*\n\s*/g, ' ');
      return text === '' ? [] : [textNode(text, marks)];
    }
    case 'strong':
      return inline(token.tokens ?? [], [...marks, { type: 'bold' }]);
    case 'em':
      return inline(token.tokens ?? [], [...marks, { type: 'italic' }]);
    case 'codespan':
      return [textNode(token.text, [...marks, { type: 'code' }])];
    case 'br':
      return [{ type: 'hardBreak' }];
    case 'link': {
      const { href } = token;
      return inline(token.tokens ?? [], [...marks, { type: 'link', attrs: { href } }]);
    }
    default:
      throw new UnsupportedMarkdown(`Rich text cannot hold ${token.type}: ${quote(token.raw)}`);
  }
}

/** Neighbouring texts with the same marks are one text. */
function joinTexts(nodes: readonly RichTextNode[]): RichTextNode[] {
  const joined: RichTextNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (node.type === 'text' && last?.type === 'text' && JSON.stringify(last.marks) === JSON.stringify(node.marks)) {
      joined[joined.length - 1] = { ...last, text: last.text + node.text };
    } else {
      joined.push(node);
    }
  }
  return joined;
}

function quote(raw: string): string {
  return JSON.stringify(clipText(raw.trim().replace(/\s+/g, ' ')));
}
