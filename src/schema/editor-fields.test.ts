import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { definitions, shownTypes, getDefinition } from '#modules/definitions.ts';
import { date, group, number, radio, url, video } from './fields.ts';
import {
  type EditorField,
  type Values,
  changedLabels,
  fillIn,
  editorFields,
  itemRecord,
  itemTitle,
  newItem,
  shownFields,
} from './editor-fields.ts';

function named(fields: readonly EditorField[], name: string): EditorField {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`no field ${name}`);
  return field;
}

function flat(fields: readonly EditorField[]): EditorField[] {
  return fields.flatMap((field) => [field, ...('fields' in field ? flat(field.fields) : [])]);
}

describe('editorFields', () => {
  const hero = editorFields(definitions.HERO.schema);

  it('has the fields of the schema in their order, with their hints', () => {
    expect(hero.map(({ name, widget }) => `${name}: ${widget}`)).toEqual([
      'spaceLayoutTop: radio',
      'spaceLayoutBottom: radio',
      'backgroundColor: colour',
      'tag: text',
      'title: text',
      'lead: long-text',
      'image: reference',
      'links: list',
      'cards: list',
    ]);
    expect(named(hero, 'title')).toMatchObject({
      label: 'Title',
      max: 100,
      help: 'Max. 100 characters',
      required: true,
      initial: '',
    });
    expect(named(hero, 'tag')).toMatchObject({ required: false });
    expect(named(hero, 'image')).toMatchObject({ kind: 'image', required: true, initial: null });
    expect(named(hero, 'spaceLayoutTop')).toMatchObject({ initial: 'md' });
    expect(named(hero, 'cards')).toMatchObject({ max: 3, itemLabel: 'card', required: false });
  });

  it('knows which lists need an item and which texts need words', () => {
    expect(named(editorFields(definitions.CARD_GROUP.schema), 'cards')).toMatchObject({ required: true, max: 4 });
    expect(named(editorFields(definitions.TEXT_BLOCK.schema), 'body')).toMatchObject({
      widget: 'rich-text',
      required: true,
    });
  });

  it('shows conditional fields only while their condition holds', () => {
    const news = editorFields(definitions.NEWS.schema);
    const shown = (values: object) => shownFields(news, { ...values }).map(({ name }) => name);
    expect(shown({ newsroomCategory: 'newsroom' })).toContain('newsroomType');
    expect(shown({ newsroomCategory: 'newsroom' })).not.toContain('careerType');
    expect(shown({ newsroomCategory: 'career' })).toContain('careerType');
    expect(shown({})).not.toContain('careerType');
  });

  it('has the bounds of numbers, and the empty value of every widget', () => {
    const fields = editorFields(
      z.object({
        size: number({ label: 'Size', min: 1, max: 5, step: 0.5, default: 2 }),
        count: number({ label: 'Count' }),
        day: date({ label: 'Day', required: true }),
        video: video({ label: 'Video' }),
        place: radio({ label: 'Place', options: { a: 'A' }, default: 'a' }),
        box: group(z.object({ url: url({ label: 'URL', required: true }) }), { label: 'Box' }),
      }),
    );
    expect(named(fields, 'size')).toMatchObject({ min: 1, max: 5, step: 0.5, initial: 2, help: 'From 1 to 5' });
    expect(named(fields, 'count')).toMatchObject({ min: null, step: 1, initial: null, required: false });
    expect(named(fields, 'day')).toMatchObject({ widget: 'date', initial: '', required: true });
    expect(named(fields, 'video')).toMatchObject({ initial: '', required: false });
    expect(fillIn(fields, {})).toEqual({ size: 2, count: null, day: '', video: '', place: 'a', box: { url: '' } });
  });

  it.each(shownTypes)('%s: every field of the schema is in the form, with a label', (type) => {
    const fields = flat(editorFields(getDefinition(type).schema));
    expect(fields.length).toBeGreaterThan(3);
    for (const field of fields) expect(field.label).not.toBe('');
  });
});

describe('fillIn', () => {
  it('preserves stored values and adds missing ones, in groups and items too', () => {
    const fields = editorFields(definitions.CARD_GROUP.schema);
    expect(fillIn(fields, { heading: { title: 'A' }, cards: [{ title: 'B' }] })).toEqual({
      spaceLayoutTop: 'md',
      spaceLayoutBottom: 'md',
      backgroundColor: 'White',
      heading: { title: 'A', lead: '', linkTitle: '', link: null },
      cards: [{ tag: '', title: 'B', body: '', image: null, link: null, linkTitle: '' }],
    });
  });

  it('is not misled by data of another shape', () => {
    const fields = editorFields(definitions.CARD_GROUP.schema);
    expect(fillIn(fields, null)['cards']).toEqual([]);
    expect(fillIn(fields, { cards: 'x', heading: [] })).toMatchObject({ cards: [], heading: { title: '' } });
  });
});

describe('newItem', () => {
  it('gives items with ids a new one that the schema accepts', () => {
    const items = named(editorFields(definitions.ACCORDION.schema), 'items');
    if (items.widget !== 'list') throw new Error('not a list');
    const made: Values[] = [];
    for (let index = 0; index < 50; index += 1) made.push(newItem(items.fields, made));
    expect(new Set(made.map((item) => item['id'])).size).toBe(50);
    const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'B' }] }] };
    const titled = made.map((item) => ({ ...item, title: 'A', body }));
    expect(definitions.ACCORDION.schema.safeParse({ items: titled }).success).toBe(true);
  });
});

describe('itemTitle and changedLabels', () => {
  const fields = editorFields(definitions.CARD_GROUP.schema);
  const cards = named(fields, 'cards');

  it('calls an item by its title, else by its first text', () => {
    if (cards.widget !== 'list') throw new Error('not a list');
    expect(itemTitle(cards.fields, { tag: 'New', title: ' Sensor ' })).toBe('Sensor');
    expect(itemTitle(cards.fields, { tag: 'New', title: '' })).toBe('New');
    expect(itemTitle(cards.fields, null)).toBe('');
  });

  it('finds the record of an item, but not its link', () => {
    if (cards.widget !== 'list') throw new Error('not a list');
    expect(itemRecord(cards.fields, { image: 7, link: 3 })).toEqual({ kind: 'image', id: 7 });
    expect(itemRecord(cards.fields, { image: null, link: 3 })).toBeNull();
  });

  it('names the fields that differ', () => {
    const before = fillIn(fields, {});
    expect(changedLabels(fields, before, fillIn(fields, { backgroundColor: 'Grey', cards: [{ title: 'A' }] }))).toEqual(
      ['Background', 'Cards'],
    );
    expect(changedLabels(fields, before, before)).toEqual([]);
  });
});
