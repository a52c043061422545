import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getKeys } from '#domain/objects.ts';
import { codeLanguages } from './code-languages.ts';
import { z } from 'zod';
import { safeUrlMessage } from '#domain/addresses/safe-url.ts';
import { registeredTypes, getDefinition } from '#modules/definitions.ts';
import {
  countCharacters,
  date,
  dateTime,
  fieldRegistry,
  itemId,
  list,
  longText,
  number,
  references,
  requiredReference,
  richText,
  text,
  url,
  video,
} from './fields.ts';
import { parseData } from '#modules/parse-data.ts';
import { type RichTextNode, isEmptyRichText, plainText, richTextSchema } from './rich-text.ts';

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe('a text field', () => {
  it('counts characters as a person does', () => {
    expect(countCharacters('Grüße')).toBe(5);
    expect(countCharacters('e\u0301')).toBe(1);
    expect(countCharacters('👩‍👩‍👧 湿度')).toBe(4);
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (ascii, any) => {
        expect(countCharacters(ascii)).toBeLessThanOrEqual(ascii.length);
        expect(countCharacters(any)).toBeLessThanOrEqual(any.length);
      }),
    );
  });

  it('has its limit and says it', () => {
    const field = text({ label: 'Title', max: 3 });
    expect(messages(field, '👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧')).toEqual([]);
    expect(messages(field, 'four')).toEqual(['Max. 3 characters']);
    expect(fieldRegistry.get(field)).toMatchObject({ label: 'Title', help: 'Max. 3 characters', max: 3 });
  });

  it('is empty unless it is required, and blank is not filled in', () => {
    expect(text({ label: 'Title' }).parse(undefined)).toBe('');
    for (const value of [undefined, '', ' \n', '\u200b'])
      expect(messages(longText({ label: 'Body', required: true }), value)).toEqual(['This field is required']);
  });
});

describe('other fields', () => {
  it('name a record by a positive whole number', () => {
    const field = requiredReference('image', { label: 'Image' });
    expect(messages(field, 7)).toEqual([]);
    for (const value of [undefined, null, '7', 0, -1, 1.5]) expect(messages(field, value).length).toBeGreaterThan(0);
    expect(messages(field, null)).toEqual(['This field is required']);
  });

  it('hold as many items as they may, and say so', () => {
    expect(messages(references('product', { label: 'Products', max: 1 }), [1, 2])).toEqual([
      'Reached the maximum of 1 items.',
    ]);
    const cards = list(z.object({}), { label: 'Cards', itemLabel: 'card', min: 1, minMessage: 'One, please' });
    expect(messages(cards, [])).toEqual(['One, please']);
  });

  it('need more than an empty paragraph where rich text is required', () => {
    const field = richText({ label: 'Body', required: true });
    for (const blank of ['  ', '\u200b\ufeff']) {
      const document = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: blank }] }] };
      expect(messages(field, document)).toEqual(['This field is required']);
    }
  });

  it('have ids that are valid in an attribute', () => {
    expect(messages(itemId(), 'item-1')).toEqual([]);
    for (const id of ['', 'Item', 'a b', '"><script>', 'x'.repeat(41)]) expect(messages(itemId(), id)).toHaveLength(1);
  });
});

describe('a number', () => {
  it('is whole and within its bounds', () => {
    const field = number({ label: 'Size', min: 1, max: 10, default: 1 });
    for (const value of [1, 5, 10, undefined]) expect(messages(field, value)).toEqual([]);
    expect(messages(field, 0)).toEqual(['The smallest value is 1']);
    expect(messages(field, 11)).toEqual(['The largest value is 10']);
    expect(messages(field, 1.5)).toEqual(['Enter a whole number']);
    expect(messages(field, null)).toEqual(['This field is required']);
    for (const value of ['5', Number.NaN]) expect(messages(field, value)).toEqual(['Enter a number']);
    expect(messages(field, Number.POSITIVE_INFINITY).length).toBeGreaterThan(0);
  });

  it('may have other steps, and may be left out', () => {
    const field = number({ label: 'Size', step: 0.1 });
    for (const value of [0.3, -1.7, 3, null]) expect(messages(field, value)).toEqual([]);
    expect(field.parse(undefined)).toBeNull();
    expect(messages(field, 0.25)).toEqual(['Enter a multiple of 0.1']);
  });
});

describe('days and moments', () => {
  it('exist, or are empty', () => {
    const day = date({ label: 'Day' });
    for (const value of ['', '2026-02-28', '2028-02-29', undefined]) expect(messages(day, value)).toEqual([]);
    for (const value of ['2026-02-29', '2026-13-01', '28.2.2026', '2026-2-8'])
      expect(messages(day, value)).toEqual(['Enter a day that exists']);
    const moment = dateTime({ label: 'From' });
    for (const value of ['', '2026-03-31T08:00:00Z', '2026-03-31T08:00:00.000Z'])
      expect(messages(moment, value)).toEqual([]);
    for (const value of ['2026-03-31', '2026-03-31T25:00:00Z', '2026-03-31T08:00:00+02:00'])
      expect(messages(moment, value)).toEqual(['Enter a day and a time that exist']);
    expect(messages(date({ label: 'Day', required: true }), '')).toEqual(['This field is required']);
  });
});

describe('addresses', () => {
  it('run nothing, and videos are those of the one platform', () => {
    const address = url({ label: 'URL', required: true });
    expect(messages(address, '/products')).toEqual([]);
    expect(messages(address, ' ')).toEqual(['This field is required']);
    expect(messages(address, 'javascript:alert(1)')).toEqual([safeUrlMessage]);
    const film = video({ label: 'Video' });
    for (const value of ['', 'abcdefghijk', 'https://youtu.be/abcdefghijk']) expect(messages(film, value)).toEqual([]);
    for (const value of ['abcdefghij', 'abcdefghijkl', 'https://vimeo.com/abcdefghijk'])
      expect(messages(film, value)).toEqual(['Enter the address of a YouTube video, or its id of 11 characters']);
  });
});

describe('stored data', () => {
  it('of a newer version is refused in words', () => {
    for (const type of registeredTypes) {
      const parsed = parseData(type, getDefinition(type).version + 1, {});
      expect(parsed).toMatchObject({
        ok: false,
        failure: { message: expect.stringContaining('Deploy the newer code') },
      });
    }
  });

  it('fails with a named issue for any value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...registeredTypes), fc.jsonValue(), (type, data) => {
        const parsed = parseData(type, getDefinition(type).version, data);
        if (!parsed.ok) expect(parsed.failure.issues?.length).toBeGreaterThan(0);
      }),
    );
  });

  it('of the first slider loses videos that were never shown, and nothing else', () => {
    const slide = (videoUrl: string) => ({ title: 'A', image: 1, videoUrl });
    const parsed = parseData('SLIDER', 1, { slides: [slide('anything'), slide('https://youtu.be/abcdefghijk')] });
    expect(parsed).toMatchObject({
      ok: true,
      value: { slides: [{ title: 'A', videoUrl: '' }, { videoUrl: 'https://youtu.be/abcdefghijk' }] },
    });
    expect(parseData('SLIDER', 2, { slides: [slide('anything')] }).ok).toBe(false);
  });

  it('has all its issues, each at its place', () => {
    const parsed = parseData('HERO', 1, { title: '', image: 'x', links: [{ title: 'L' }] });
    expect(parsed.ok ? [] : parsed.failure.issues?.map(({ path }) => path.join('.'))).toEqual([
      'title',
      'image',
      'links.0.link',
    ]);
  });
});

const leaf = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string({ minLength: 1 }) }),
  fc.constant({ type: 'hardBreak' as const }),
);
const block = fc.letrec<{ node: RichTextNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constantFrom('paragraph' as const, 'bulletList' as const, 'listItem' as const, 'blockquote' as const),
      content: fc.array(tie('node'), { maxLength: 4 }),
    }),
  ),
})).node;

describe('rich text', () => {
  it('says something in just the cases in which its plain text does', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 5 }), (content) => {
        const document = richTextSchema.parse({ type: 'doc', content });
        expect(isEmptyRichText(document)).toBe(plainText(document) === '');
        expect(plainText(document)).toBe(plainText(document).trim());
      }),
    );
  });

  it('holds code of known languages, without marks and of limited length', () => {
    const holds = (node: object) => richTextSchema.safeParse({ type: 'doc', content: [node] }).success;
    const code = (words: string, more: object = {}) => ({
      type: 'codeBlock',
      content: [{ type: 'text', text: words, ...more }],
    });
    for (const language of [...getKeys(codeLanguages), null, undefined]) {
      expect(holds({ ...code('x\n'), attrs: { language } })).toBe(true);
    }
    expect(holds({ type: 'codeBlock' })).toBe(true);
    expect(holds({ ...code('x'), attrs: { language: '"><script>' } })).toBe(false);
    expect(holds({ ...code('x'), attrs: { language: 'toString' } })).toBe(false);
    expect(holds(code('x', { marks: [{ type: 'bold' }] }))).toBe(false);
    expect(holds({ type: 'codeBlock', content: [...code('x').content, ...code('y').content] })).toBe(false);
    expect(holds({ type: 'codeBlock', content: [{ type: 'hardBreak' }] })).toBe(false);
    expect([20_000, 20_001].map((length) => holds(code('x'.repeat(length))))).toEqual([true, false]);
  });

  it('separates blocks in its plain text', () => {
    const paragraph = (words: string) => ({
      type: 'paragraph' as const,
      content: [{ type: 'text' as const, text: words }],
    });
    expect(plainText({ type: 'doc', content: [paragraph('One'), paragraph('two\n three')] })).toBe('One two three');
  });

  it.each(['https://example.com/', 'mailto:a@b.example', 'tel:+41', '/page', '#anchor'])('may link to %s', (href) => {
    expect(richTextSchema.safeParse(linked(href)).success).toBe(true);
  });

  it.each(['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//evil.example', 'page', ''])(
    'may not link to %j',
    (href) => {
      expect(richTextSchema.safeParse(linked(href)).success).toBe(false);
    },
  );

  it('holds no node or mark that the renderer does not know', () => {
    for (const node of [
      { type: 'iframe' },
      { type: 'heading', attrs: { level: 1 } },
      { type: 'text', text: '' },
      { type: 'text', text: 'a', marks: [{ type: 'blink' }] },
    ]) {
      expect(richTextSchema.safeParse({ type: 'doc', content: [node] }).success).toBe(false);
    }
  });
});

function linked(href: string) {
  return { type: 'doc', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href } }] }] };
}
