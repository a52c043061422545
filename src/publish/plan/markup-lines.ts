import { readablePath } from '#domain/addresses/readable-path.ts';
import { englishNames, languageCodes, locales } from '#domain/locales.ts';
import { ownValue } from '#domain/objects.ts';
import { Parser } from 'htmlparser2';

/** What stands between two tags that begin or end a block, as people read it. */
export type Line = {
  place: 'head' | 'header' | 'content' | 'footer';
  /** The module that it is in, by its id; empty outside of modules. */
  module: string;
  /** What it is the value of, as the page says beside it; empty where it speaks for itself. */
  name: string;
  text: string;
  /** Where its links lead: told only where the words are the same. */
  leads: string;
  /** What it is, where it is a picture or another file: people know it by its words, and its address says nothing to them. */
  file: string | null;
};

/** Tags inside of a line. */
const inline = new Set(
  'a abbr b bdi br cite code data del em i ins kbd mark q s samp small span strong sub sup time u var wbr'.split(' '),
);
/** Those of them that are parts of a layout, with a gap between them that only the stylesheet knows. */
const parts = new Set(['a', 'small', 'span', 'time']);
/** Attributes whose values people see or hear, or that lead them somewhere. */
const readAttributes = ['alt', 'content', 'href', 'title', 'aria-label', 'placeholder'];
const unreadInputs = ['checkbox', 'hidden', 'radio'];
const fileNames: Readonly<Record<string, string>> = {
  img: 'picture',
  video: 'video',
  audio: 'recording',
  iframe: 'frame',
};
const gap = ' · ';
/** As many columns as a cell spans at most. */
const widest = 100;

/**
 * The lines of a page. Of what is not text, such as a picture or a description for search engines, they have the values that people
 * know it by. A value that says nothing by itself has the name that the page gives it: the row and the column of its table, the term
 * of its list, or else the words beside it.
 */
export function extractLines(html: string): Line[] {
  const reader = new LineReader();
  const parser = new Parser(reader);
  parser.write(html);
  parser.end();
  return withNames(reader.lines);
}

/** A line with what is known of it until the page is read. */
type ReadLine = Line & { isTerm: boolean };
type Table = {
  /** What each column is called. */
  columns: string[];
  /** The column after the cell that was read last. */
  column: number;
  /** What the row that is read is called. */
  row: string;
  isHead: boolean;
  /** Heads of the row that is read, before it is known whether there are values beside them. */
  heads: { column: number; words: string }[];
};
/** A head or a term, whose lines name others. */
type Naming = { scope: string; from: number };

class LineReader {
  readonly lines: ReadLine[] = [];
  #place: Line['place'] = 'head';
  #module = '';
  #text = '';
  #leads: string[] = [];
  /** The edges of parts since the last text. A link may begin and end within a sentence. */
  #edges = { closed: false, between: false, ofText: false };
  /** Within what is no text: scripts, styles. */
  #silent = 0;
  /** Within what is written as it stands. */
  #preformatted = 0;
  readonly #tables: Table[] = [];
  readonly #terms: string[] = [];
  #naming: Naming | null = null;
  #name = '';

  onopentag(tag: string, attributes: Record<string, string>): void {
    if (tag === 'script' || tag === 'style') this.#silent += 1;
    if (this.#silent > 0) return;
    const values = listValues(tag, attributes);
    if (inline.has(tag)) {
      if (parts.has(tag) && this.#edges.closed) this.#edges.between = true;
      if (parts.has(tag) && tag !== 'a') this.#edges.ofText = true;
      if (tag === 'br') this.#text += ' ';
      this.#leads.push(...values);
      return;
    }
    this.#close();
    if (tag === 'pre') this.#preformatted += 1;
    this.#enter(tag, attributes);
    const file = ownValue(fileNames, tag) ?? null;
    const source = attributes['src'] ?? '';
    if (values.length === 0 && source === '') return;
    const isHead = this.#place === 'head';
    const text = (isHead ? values.map(readAddress) : values).join(gap) || `A ${file ?? 'file'}`;
    this.#add({ text, leads: source, file, name: isHead ? headName(tag, attributes) : this.#name });
  }

  ontext(text: string): void {
    if (this.#silent > 0) return;
    if (this.#isParted(text)) this.#text += gap;
    this.#text += text;
    this.#edges = { closed: false, between: false, ofText: false };
  }

  onclosetag(tag: string): void {
    if (tag === 'script' || tag === 'style') this.#silent -= 1;
    else if (this.#silent === 0 && inline.has(tag)) {
      if (parts.has(tag)) this.#edges.closed = true;
      if (parts.has(tag) && tag !== 'a') this.#edges.ofText = true;
    } else if (this.#silent === 0) {
      this.#close(tag === 'title' && this.#place === 'head' ? 'Title' : this.#name);
      this.#leave(tag);
    }
  }

  onend(): void {
    this.#close();
  }

  #enter(tag: string, attributes: Record<string, string>): void {
    if (tag === 'main') this.#place = 'content';
    if ((tag === 'body' || tag === 'header') && this.#place === 'head') this.#place = 'header';
    if (this.#place !== 'content') this.#module = '';
    else if (/^\d+$/.test(attributes['data-module-id'] ?? '')) this.#module = attributes['data-module-id'] ?? '';
    const table = this.#tables.at(-1);
    if (tag === 'table') this.#tables.push({ columns: [], column: 0, row: '', isHead: false, heads: [] });
    if (tag === 'dl') this.#terms.push('');
    if (tag === 'dt') this.#naming = { scope: '', from: this.lines.length };
    if (tag === 'dd') this.#name = this.#terms.at(-1) ?? '';
    if (!table) return;
    if (tag === 'thead') table.isHead = true;
    if (tag === 'tr') Object.assign(table, { column: 0, row: '', heads: [] });
    if (tag === 'th')
      this.#naming = { scope: table.isHead ? 'col' : (attributes['scope'] ?? ''), from: this.lines.length };
    if (tag === 'td') {
      const row = table.row || (table.heads[0]?.words ?? '');
      this.#name = [row, table.columns[table.column] ?? ''].filter(Boolean).join(', ');
    }
    if (tag === 'th' || tag === 'td') table.column += Math.min(Number(attributes['colspan']) || 1, widest);
  }

  #leave(tag: string): void {
    if (tag === 'main') this.#place = 'footer';
    if (this.#place !== 'content') this.#module = '';
    if (tag === 'pre') this.#preformatted -= 1;
    if (tag === 'table') this.#tables.pop();
    if (tag === 'dl') this.#terms.pop();
    if (tag === 'td' || tag === 'dd') this.#name = '';
    const table = this.#tables.at(-1);
    if (table && tag === 'thead') table.isHead = false;
    // A row of heads alone is the head of the table.
    if (table && tag === 'tr' && table.heads.length > 1 && table.heads.at(-1)?.column === table.column)
      for (const { column, words } of table.heads) table.columns[column - 1] = words;
    if ((tag !== 'th' && tag !== 'dt') || !this.#naming) return;
    const of = this.lines.slice(this.#naming.from);
    const words = of
      .filter(({ file }) => file === null)
      .map(({ text }) => text)
      .join(' ');
    if (tag === 'dt') {
      for (const line of of) line.isTerm = true;
      if (this.#terms.length > 0) this.#terms[this.#terms.length - 1] = words;
    } else if (table && this.#naming.scope === 'col') table.columns[table.column - 1] = words;
    else if (table && this.#naming.scope === 'row') table.row ||= words;
    else table?.heads.push({ column: table.column, words });
    this.#naming = null;
  }

  /** Whether what was read and what follows are parts of a line with no space between them. */
  #isParted(next: string): boolean {
    const before = this.#text.at(-1) ?? '';
    const { between, ofText } = this.#edges;
    if (this.#preformatted > 0 || before === '' || /\s/.test(before) || /^\s/.test(next)) return false;
    if (between) return !/[，、。]/.test(before);
    return ofText && /[\p{L}\p{N}]/u.test(before) && /^[\p{L}\p{N}]/u.test(next);
  }

  #close(name = this.#name): void {
    const text = this.#text.replaceAll(/\s+/g, ' ').trim();
    if (text !== '' || this.#leads.length > 0) this.#add({ text, leads: this.#leads.join(' '), file: null, name });
    this.#text = '';
    this.#leads = [];
    this.#edges = { closed: false, between: false, ofText: false };
  }

  #add(line: Pick<Line, 'text' | 'leads' | 'file' | 'name'>): void {
    this.lines.push({ place: this.#place, module: this.#module, isTerm: false, ...line });
  }
}

function listValues(tag: string, attributes: Record<string, string>): string[] {
  const value = tag === 'input' && !unreadInputs.includes(attributes['type'] ?? '') ? ['value'] : [];
  return [...readAttributes, ...value].map((name) => attributes[name]?.trim() ?? '').filter((text) => text !== '');
}

const headNames: Readonly<Record<string, string>> = {
  description: 'Description',
  robots: 'Search engines',
  canonical: 'Address for search engines',
  'og:title': 'Title when shared',
  'og:description': 'Description when shared',
  'og:image': 'Picture when shared',
  'og:image:alt': 'Text of the picture when shared',
  'og:url': 'Address when shared',
  'og:site_name': 'Name of the site',
};

/** An address of the head with the letters of its language. */
function readAddress(value: string): string {
  return /^(https?:\/)?\//.test(value) ? readablePath(value) : value;
}

/** What people call a field of the head, or else what machines do. */
function headName(tag: string, { name, property, rel, hreflang, type }: Record<string, string>): string {
  if (tag === 'link' && rel === 'alternate')
    return hreflang ? `Address in ${writtenLanguage(hreflang)}` : `Other form, ${type ?? ''}`;
  const machine = name ?? property ?? rel ?? '';
  return ownValue(headNames, machine) ?? machine;
}

function writtenLanguage(hreflang: string): string {
  const locale = locales.find((each) => languageCodes[each] === hreflang);
  return locale ? englishNames[locale] : hreflang === 'x-default' ? 'any other language' : hreflang;
}

/** A value without a letter in it has the words beside it for a name: of a term what is said of it, of others what stands before. */
function withNames(lines: readonly ReadLine[]): Line[] {
  return lines.map(({ isTerm, ...line }, index) => {
    if (line.name !== '' || line.place !== 'content' || line.file !== null || isNamed(line.text)) return line;
    const [before, after] = [lines[index - 1], lines[index + 1]];
    const beside = (isTerm ? [after, before] : [before, after]).find(
      (one) => one?.module === line.module && one.place === line.place && isNamed(one.text),
    );
    return { ...line, name: beside?.text ?? '' };
  });
}

function isNamed(text: string): boolean {
  return /\p{L}/u.test(text);
}
