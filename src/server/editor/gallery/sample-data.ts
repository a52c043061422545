import { ownValue } from '#domain/objects.ts';
import type { Locale } from '#domain/locales.ts';
import { type ReferenceKind, pickedKind } from '#schema/field-meta.ts';
import { countCharacters } from '#schema/fields.ts';
import { type RichText, type RichTextNode, plainText } from '#schema/rich-text.ts';
import type { EditorField, Values } from '#schema/editor-fields.ts';
import { type SampleTexts, sampleCode, sampleFigures, getSampleTexts } from './sample-texts.ts';

/** The id of a record that suits a field; null where there is none. `index` tells the items of a list apart. */
export type PickRecord = (kind: ReferenceKind, index: number, suits: string) => number | null;

/** How far the fields of a sample are filled in. */
export type Filling = {
  locale: Locale;
  /** As people write, or as long as the limits allow. */
  texts: 'usual' | 'longest';
  /** Optional fields are left empty. */
  onlyRequired?: boolean;
  /** How many items lists have, as far as they may. */
  items: number;
  pick: PickRecord;
  /** Part of the names of the pictures that suit the type, e.g. `hero`. */
  pictures: string;
  /** The index at which the sample begins in the lists of texts and records, so that neighbouring types differ. */
  start: number;
};

/** Data that a person could have entered into these fields. */
export function fillSample(fields: readonly EditorField[], filling: Filling, index = 0): Values {
  const isPerson = fields.some(({ name }) => name === 'name') && fields.some(({ name }) => name === 'position');
  // The portrait at the same index as the person's name.
  const here = isPerson ? { ...filling, pictures: 'portrait' } : filling;
  return Object.fromEntries(fields.map((field) => [field.name, makeSample(field, here, index)]));
}

function makeSample(field: EditorField, filling: Filling, index: number): unknown {
  const isWanted = field.required || !filling.onlyRequired;
  switch (field.widget) {
    case 'text':
    case 'long-text':
      return isWanted ? textFor(field, filling, index) : '';
    case 'rich-text':
      return isWanted ? richTextFor(filling, field.max) : field.initial;
    case 'video':
      return isWanted && (field.required || index === 0) ? 'OstrWafer01' : '';
    case 'hidden':
      return `item-${index + 1}`;
    case 'reference':
      return isWanted ? pickFor(pickedKind(field), filling, index) : null;
    case 'references':
      return several(Math.min(filling.items, field.max ?? filling.items), (at) =>
        pickFor(pickedKind(field), filling, at),
      );
    case 'list': {
      const least = field.required ? 1 : 0;
      const count = filling.onlyRequired ? least : Math.min(filling.items, field.max ?? filling.items);
      const items = Array.from({ length: count }, (_, at) => fillSample(field.fields, filling, at));
      // A database may have no record of a kind that items cannot do without.
      return items.filter((item) => !field.fields.some((part) => isMissing(part, item)));
    }
    case 'group':
      return fillSample(field.fields, filling, index);
    default:
      return field.initial;
  }
}

function pickFor(kind: ReferenceKind, { pick, start, pictures, locale }: Filling, index: number): number | null {
  switch (kind) {
    case 'image':
      return pick(kind, start + index, pictures);
    case 'vector':
      return pick(kind, start + index, 'icon');
    // A form speaks one language.
    case 'form':
      return pick(kind, 0, locale === 'de' ? 'kontakt' : 'contact');
    default:
      return pick(kind, start + index, '');
  }
}

function isMissing(field: EditorField, item: Values): boolean {
  return field.widget === 'reference' && field.required && ownValue(item, field.name) === null;
}

/** Different records as far as there are any. */
function several(count: number, pick: (index: number) => number | null): number[] {
  const ids = Array.from({ length: count }, (_, index) => pick(index)).filter((id) => id !== null);
  return [...new Set(ids)];
}

type TextField = EditorField & { widget: 'text' | 'long-text' };

function textFor(field: TextField, { locale, texts, start }: Filling, at: number): string {
  const { name, widget, max } = field;
  const words = getSampleTexts(locale);
  const index = start + at;
  switch (name) {
    // Values that are not prose are the same in each language and length.
    case 'symbol':
      return 'OSTR';
    case 'field':
      return '';
    case 'phone':
      return '+41 55 000 14 00';
    case 'email':
      return 'applications@ostrevo.example';
  }
  const limit = max ?? (widget === 'text' ? 120 : 400);
  if (texts === 'longest') return limit <= 8 ? '±0.125 %' : longest(words, limit, index);
  if (widget === 'long-text') return sentences(words, Math.min(limit, 180), index);
  const list = limit <= 8 ? sampleFigures : words[pickList(field)];
  return cut(list[index % list.length] ?? '', limit).trimEnd();
}

function pickList({ name, label }: TextField): Exclude<keyof SampleTexts, 'space'> {
  switch (name) {
    case 'tag':
    case 'linkSummary':
      return 'tags';
    case 'linkTitle':
    case 'label':
      return 'buttons';
    case 'title':
      return label === 'Link title' ? 'buttons' : 'titles';
    case 'subtitle':
      return 'subtitles';
    case 'position':
      return 'positions';
    case 'filename':
      return 'filenames';
    case 'name':
      return label === 'Name' ? 'names' : 'subtitles';
    default:
      return 'titles';
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function cut(text: string, limit: number): string {
  return [...segmenter.segment(text)]
    .slice(0, limit)
    .map(({ segment }) => segment)
    .join('');
}

/** As many sentences as fit, one at least. */
function sentences(words: SampleTexts, limit: number, index: number): string {
  const { sentences: list, space } = words;
  let text = '';
  for (let at = 0; at < list.length; at += 1) {
    const longer = [text, list[(index + at) % list.length] ?? ''].filter(Boolean).join(space);
    if (longer.length > limit) break;
    text = longer;
  }
  return text === '' ? cut(list[index % list.length] ?? '', limit).trimEnd() : text;
}

/** A text of exactly `limit` characters, with the longest words first. */
function longest(words: SampleTexts, limit: number, index: number): string {
  const { longWords, sentences: list, space } = words;
  const rest = Array.from({ length: 60 }, (_, at) => list[(index + at) % list.length] ?? '');
  const text = cut([longWords[index % longWords.length] ?? '', ...rest].join(space), limit);
  return text.endsWith(' ') ? `${text.slice(0, -1)}.` : text;
}

const plain = (text: string): RichTextNode => ({ type: 'text', text });
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });

/** A document within a limit: all that belongs into one, or its first sentences. */
function richTextFor(filling: Filling, max: number | null): RichText {
  const whole = wholeText(filling);
  if (max === null || countCharacters(plainText(whole)) <= max) return whole;
  const words = getSampleTexts(filling.locale);
  const text = filling.texts === 'longest' ? longest(words, max, filling.start) : sentences(words, max, filling.start);
  return { type: 'doc', content: [paragraph(plain(text))] };
}

function wholeText({ locale, texts, onlyRequired }: Filling): RichText {
  const words = getSampleTexts(locale);
  const [first = '', second = '', third = '', fourth = ''] = words.sentences;
  const opening = paragraph(plain([first, second].join(words.space)));
  if (onlyRequired) return { type: 'doc', content: [opening] };
  const list: RichTextNode = {
    type: 'bulletList',
    content: words.subtitles.slice(0, 3).map((text) => ({ type: 'listItem', content: [paragraph(plain(text))] })),
  };
  const usual: RichTextNode[] = [
    opening,
    { type: 'heading', attrs: { level: 3 }, content: [plain(words.titles[1] ?? '')] },
    paragraph(plain(`${third}${words.space}`), {
      type: 'text',
      text: words.buttons[2] ?? '',
      marks: [{ type: 'link', attrs: { href: '/products' } }],
    }),
    list,
  ];
  if (texts === 'usual') return { type: 'doc', content: usual };
  const row = (cells: readonly string[], type: 'tableHeader' | 'tableCell'): RichTextNode => ({
    type: 'tableRow',
    content: cells.map((text) => ({ type, content: [paragraph(plain(text))] })),
  });
  const table: RichTextNode = {
    type: 'table',
    content: [
      row([...words.tags.slice(0, 3), words.longWords[0] ?? ''], 'tableHeader'),
      ...words.subtitles.slice(0, 3).map((text, at) => row([text, ...sampleFigures.slice(at, at + 3)], 'tableCell')),
    ],
  };
  const more = [first, second, third, fourth].join(words.space);
  return {
    type: 'doc',
    content: [
      ...usual,
      { type: 'heading', attrs: { level: 2 }, content: [plain(words.longWords.join(' '))] },
      paragraph(plain([more, more].join(words.space))),
      table,
      { type: 'blockquote', content: [paragraph(plain(fourth))] },
      { type: 'codeBlock', attrs: { language: 'c' }, content: [{ type: 'text', text: sampleCode }] },
      paragraph(plain(more)),
    ],
  };
}
