import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withLinkTexts } from './cross-field.ts';
import { list, reference, requiredMessage, text } from './fields.ts';
import * as shapes from './item-shapes.ts';

const linkTextsMessage = 'Title and description are required when a link is present';

/** For each shape: a valid item, the limits of its texts, and its required fields. */
type Expected = {
  shape: z.ZodType;
  item: Readonly<Record<string, unknown>>;
  limits: Readonly<Record<string, number>>;
  required: readonly string[];
};

const expected: Record<string, Expected> = {
  highlight: {
    shape: shapes.highlightItem,
    item: { title: '25', subtitle: 'years', image: 1 },
    limits: { title: 8, subtitle: 70, body: 100 },
    required: ['title', 'subtitle', 'image'],
  },
  'title/body': {
    shape: shapes.titleBodyItem,
    item: { title: 'A', body: 'B' },
    limits: { title: 250, body: 400 },
    required: ['title', 'body'],
  },
  'filename/file': {
    shape: shapes.fileItem,
    item: { filename: 'A', file: 1 },
    limits: { filename: 100 },
    required: ['filename', 'file'],
  },
  'filename/document': {
    shape: shapes.documentItem,
    item: { filename: 'A', document: 1 },
    limits: { filename: 100 },
    required: ['filename', 'document'],
  },
  'body/link title/link summary': {
    shape: shapes.linkSummaryItem,
    item: {},
    limits: { body: 100, linkTitle: 130, linkSummary: 60 },
    required: [],
  },
  'hero card': {
    shape: shapes.heroCardItem,
    item: { title: 'A', body: 'B', link: 1, linkTitle: 'C' },
    limits: { title: 60, body: 150, linkTitle: 50 },
    required: ['title', 'body', 'link', 'linkTitle'],
  },
  card: {
    shape: shapes.cardItem,
    item: { title: 'A' },
    limits: { tag: 50, title: 250, body: 600, linkTitle: 50 },
    required: ['title'],
  },
  'title/body/image': {
    shape: shapes.titleBodyImageItem,
    item: { title: 'A', image: 1 },
    limits: { body: 300 },
    required: ['title', 'image'],
  },
  slide: {
    shape: shapes.slideItem,
    item: { title: 'A', image: 1 },
    limits: { body: 300, linkTitle: 50 },
    required: ['title', 'image'],
  },
  'link-title': { shape: shapes.linkItem, item: { link: 1 }, limits: { linkTitle: 50 }, required: ['link'] },
  'link button': {
    shape: shapes.linkButtonItem,
    item: { title: 'A', link: 1 },
    limits: { title: 50 },
    required: ['title', 'link'],
  },
  'video teaser': {
    shape: shapes.videoTeaserItem,
    item: { title: 'A' },
    limits: { title: 100, linkTitle: 50 },
    required: ['title'],
  },
  'image with title and caption': {
    shape: shapes.captionedImageItem,
    item: { image: 1 },
    limits: { title: 60, caption: 130 },
    required: ['image'],
  },
  'image with link': { shape: shapes.linkedImageItem, item: { image: 1 }, limits: {}, required: ['image'] },
  'way to start': {
    shape: shapes.wayToStartItem,
    item: { title: 'A', image: 1 },
    limits: { title: 100, body: 100, linkTitle: 100 },
    required: ['title', 'image'],
  },
  'teaser card': {
    shape: shapes.teaserCardItem,
    item: { title: 'A', image: 1 },
    limits: { tag: 120, title: 100, body: 150, linkTitle: 100 },
    required: ['title', 'image'],
  },
  'evaluation category': {
    shape: shapes.evaluationCategoryItem,
    item: { title: 'A', description: 'B', link: 1 },
    limits: { title: 100, description: 200 },
    required: ['link'],
  },
  URL: { shape: shapes.urlItem, item: { url: '/a' }, limits: {}, required: ['url'] },
  location: { shape: shapes.locationItem, item: { location: 1 }, limits: {}, required: ['location'] },
  button: {
    shape: shapes.buttonItem,
    item: { id: 'a', label: 'A', action: 1 },
    limits: {},
    required: ['label', 'action'],
  },
};

const issues = (shape: z.ZodType, value: unknown) =>
  shape.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

/** One character to a person, and more than one unit to a computer. */
const wide = { ASCII: 'x', astral: '𝛑', combining: 'e\u0301', family: '👩‍👩‍👧', flag: '🇨🇭', CJK: '温' };

it('has every shape of the file in this test', () => {
  const tested = new Set<unknown>(Object.values(expected).map(({ shape }) => shape));
  const exported = Object.entries(shapes).filter(([name]) => name.endsWith('Item'));
  expect(exported.filter(([, shape]) => !tested.has(shape)).map(([name]) => name)).toEqual([]);
});

describe.each(Object.entries(expected))('the item %s', (_, { shape, item, limits, required }) => {
  it('is valid with its required fields', () => {
    expect(issues(shape, item)).toEqual([]);
  });

  it.each(Object.entries(limits))('has a %s of %i characters at most, as a person counts', (name, max) => {
    for (const character of Object.values(wide)) {
      expect(issues(shape, { ...item, [name]: character.repeat(max) })).toEqual([]);
      expect(issues(shape, { ...item, [name]: character.repeat(max + 1) })).toEqual([
        `${name}: Max. ${max} characters`,
      ]);
    }
  });

  it('reports missing required fields', () => {
    for (const name of required) {
      const { [name]: _value, ...others } = item;
      const empty = typeof item[name] === 'string' ? ['', '  '] : [null];
      for (const value of empty)
        expect(issues(shape, { ...others, [name]: value })).toEqual([`${name}: ${requiredMessage}`]);
      expect(issues(shape, others)).toEqual([`${name}: ${requiredMessage}`]);
    }
  });

  it('needs nothing else', () => {
    const least = Object.fromEntries(required.map((name) => [name, item[name]]));
    const others = issues(shape, { ...item, ...least }).filter((issue) => !issue.includes(linkTextsMessage));
    expect(others).toEqual([]);
  });
});

describe('a link with title and description', () => {
  const shape = withLinkTexts(
    z.object({
      title: text({ label: 'Title', max: 100 }),
      description: text({ label: 'Description' }),
      link: reference('link', { label: 'Link' }),
    }),
  );

  it('needs both while it is there, each at its field', () => {
    const both = [`title: ${linkTextsMessage}`, `description: ${linkTextsMessage}`];
    expect(issues(shape, { link: 1 })).toEqual(both);
    expect(issues(shape, { link: 1, title: ' ', description: '' })).toEqual(both);
    expect(issues(shape, { link: 1, title: 'A' })).toEqual([`description: ${linkTextsMessage}`]);
    expect(issues(shape, {})).toEqual([]);
    expect(issues(shape, { link: null, title: 'A' })).toEqual([]);
  });

  it('is reported together with other problems', () => {
    expect(issues(shape, { link: 1, title: 'x'.repeat(101) })).toEqual([
      'title: Max. 100 characters',
      `description: ${linkTextsMessage}`,
    ]);
    expect(issues(shape, { link: 'x' })).toContain(`title: ${linkTextsMessage}`);
  });
});

describe('lists', () => {
  it.each(Object.entries(shapes.listMaxima))('of %s take %i', (_, max) => {
    const items = list(shapes.linkItem, { label: 'Items', itemLabel: 'item', max });
    const links = (count: number) => Array.from({ length: count }, () => ({ link: 1 }));
    expect(issues(items, links(max))).toEqual([]);
    expect(issues(items, links(max + 1))).toEqual([`: Reached the maximum of ${max} items.`]);
  });

  it('have fixed maxima', () => {
    expect(shapes.listMaxima).toEqual({ keyFigures: 3, cards: 4, images: 2, videos: 3 });
    expect(shapes.textMaxima).toEqual({ categoryTitle: 100, categoryDescription: 200, storyTeaserBody: 150 });
  });

  it('that need a card or a picture say so', () => {
    const cards = (minMessage: string) =>
      list(shapes.cardItem, { label: 'Cards', itemLabel: 'card', min: 1, minMessage, max: 4 });
    expect(issues(cards(shapes.listMessages.cards), [])).toEqual([': At least one card is required']);
    expect(issues(cards(shapes.listMessages.images), [])).toEqual([': This field is required']);
  });
});
