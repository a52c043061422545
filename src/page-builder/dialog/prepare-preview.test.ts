import { describe, expect, it } from 'vitest';
import { fail, ok } from '#domain/result.ts';
import { registeredTypes, getDefinition, shownTypes } from '#modules/definitions.ts';
import { fillSample } from '#server/editor/gallery/sample-data.ts';
import { image, link } from '#view-model/view-fixtures.ts';
import { fillIn, editorFields, shownFields } from '#schema/editor-fields.ts';
import { fieldAt } from '#schema/field-at.ts';
import { preparePreview } from './prepare-preview.ts';

const fieldsOf = (type: (typeof registeredTypes)[number]) => editorFields(getDefinition(type).schema);
const nothing = { record: () => undefined, list: () => undefined, quote: () => undefined };
const everything = {
  record: (kind: string, id: number) => (kind === 'image' ? { ...image, id } : { ...link, text: `Link ${id}` }),
  list: () => ({ list: 'articles' as const, items: [] }),
  quote: (text: string) =>
    text.includes('cx24') ? ok('60,000\u00a0ppm') : fail('invalid', 'There is no product “cx99”'),
};
type Known = Parameters<typeof preparePreview>[3];
const hero = (change: Record<string, unknown>) => fillIn(fieldsOf('HERO'), { title: 'T', image: 7, ...change });

describe('preparing a preview', () => {
  it('puts records in the place of their ids', () => {
    const prepared = preparePreview('HERO', fieldsOf('HERO'), hero({ links: [{ title: 'Go', link: 3 }] }), everything);
    expect(prepared).toMatchObject({
      status: 'ready',
      data: { title: 'T', image: { id: 7, url: image.url }, links: [{ title: 'Go', link: { href: link.href } }] },
    });
  });

  it('asks for what is not known yet, and only for that', () => {
    const known = {
      ...everything,
      record: (kind: string, id: number) => (kind === 'image' ? image : id === 1 ? link : undefined),
    };
    const values = hero({
      links: [
        { title: 'A', link: 1 },
        { title: 'B', link: 2 },
      ],
    });
    expect(preparePreview('HERO', fieldsOf('HERO'), values, known)).toEqual({
      status: 'loading',
      references: [{ kind: 'link', id: 2 }],
      lists: [],
      quotes: [],
    });
    const news = fillIn(fieldsOf('NEWS'), {});
    expect(preparePreview('NEWS', fieldsOf('NEWS'), news, nothing)).toMatchObject({
      status: 'loading',
      lists: [{ list: 'articles', category: 'newsroom', type: null, limit: 3 }],
    });
  });

  it('says which record has to be chosen, and where', () => {
    const prepare = (values: Record<string, unknown>) => preparePreview('HERO', fieldsOf('HERO'), values, everything);
    expect(prepare(hero({ image: null }))).toEqual({ status: 'incomplete', hints: ['Choose an image'] });
    expect(prepare(hero({ links: [{ title: 'Go', link: null }] }))).toEqual({
      status: 'incomplete',
      hints: ['Choose a link for Buttons › Button 1'],
    });
  });

  it('puts values of products in the place of their quotes, and says which there are not', () => {
    const prepare = (lead: string, known: Known = everything) =>
      preparePreview('HERO', fieldsOf('HERO'), hero({ lead }), known);
    const quote = '{{product:cx24 co2-range max}}';
    expect(prepare(`Up to ${quote}`)).toMatchObject({ data: { lead: 'Up to 60,000\u00a0ppm' } });
    expect(prepare(`Up to ${quote}`, { ...everything, quote: nothing.quote })).toMatchObject({
      status: 'loading',
      quotes: [quote],
    });
    expect(prepare('Up to {{product:cx99 range}}')).toEqual({
      status: 'incomplete',
      hints: ['There is no product “cx99”'],
    });
  });

  it('says that a record is gone', () => {
    const gone = { ...everything, record: () => null };
    expect(preparePreview('HERO', fieldsOf('HERO'), hero({}), gone)).toEqual({
      status: 'incomplete',
      hints: ['The image that was chosen here is deleted or not published. Choose another.'],
    });
  });

  it('shows what could not be saved', () => {
    const long = 'x'.repeat(500);
    const prepared = preparePreview('HERO', fieldsOf('HERO'), hero({ title: long, lead: '' }), everything);
    expect(prepared).toMatchObject({ status: 'ready', data: { title: long } });
    expect(preparePreview('HERO', fieldsOf('HERO'), hero({ title: '' }), everything).status).toBe('ready');
  });

  it.each(registeredTypes)('does not fail on a new %s', (type) => {
    const values = fillIn(fieldsOf(type), getDefinition(type).defaults);
    expect(['ready', 'incomplete', 'empty']).toContain(preparePreview(type, fieldsOf(type), values, everything).status);
  });

  it.each(shownTypes)('says what %s needs where it is made of items and has none', (type) => {
    const fields = fieldsOf(type);
    const chosen = fillSample(fields, {
      texts: 'usual',
      items: 1,
      pictures: 'app-',
      locale: 'en',
      pick: () => 1,
      start: 0,
    });
    const shown = shownFields(fields, chosen);
    const made = shown.filter(({ required, widget }) => required && (widget === 'list' || widget === 'references'));
    for (const { name } of made) {
      const prepared = preparePreview(type, fields, { ...chosen, [name]: [] }, everything);
      expect(prepared).toMatchObject({ status: 'empty', hint: expect.stringMatching(/^(Add|Choose) an? .+\.$/) });
    }
  });

  it('does not fail on data that never satisfied the schema', () => {
    const values = { ...hero({}), links: 'no list', cards: [null] };
    expect(() => preparePreview('HERO', fieldsOf('HERO'), values, everything)).not.toThrow();
  });
});

describe('finding a field by its path', () => {
  const fields = fieldsOf('HERO');

  it('names the way to it', () => {
    expect(fieldAt(fields, ['title'])?.labels).toEqual(['Title']);
    expect(fieldAt(fields, ['cards', 1, 'body'])?.labels).toEqual(['Cards', 'Card 2', 'Body']);
    expect(fieldAt(fields, ['cards', 0], { cards: [{ title: 'Fast' }] })?.labels).toEqual(['Cards', 'Card 1 “Fast”']);
    expect(fieldAt(fieldsOf('NEWS'), ['heading', 'lead'])?.labels).toEqual(['Heading', 'Lead']);
  });

  it('finds nothing where no field stands', () => {
    expect(fieldAt(fields, ['nothing'])).toBeNull();
    expect(fieldAt(fields, ['cards', 0, 'nothing'])).toBeNull();
    expect(fieldAt(fields, [])).toBeNull();
  });
});
