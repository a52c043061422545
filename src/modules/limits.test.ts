import { describe, expect, it } from 'vitest';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import { layoutFields } from '#schema/fields.ts';
import { type RegisteredType, getDefinition, shownTypes } from './definitions.ts';

/** Whether a field is required, and how many characters or items it may have. */
type Limit = { required?: true; max?: number };
const needed = { required: true } as const;
const upTo = (max: number) => ({ max }) as const;

const highlight = { title: { ...needed, max: 8 }, subtitle: { ...needed, max: 70 }, body: upTo(100) };
const slide = { title: needed, body: upTo(300), image: needed, video: {}, videoUrl: {}, link: {}, linkTitle: upTo(50) };
const card = { tag: upTo(50), title: { ...needed, max: 250 }, body: upTo(600), link: {}, linkTitle: upTo(50) };
const block = { title: needed, body: upTo(300) };
const filename = { ...needed, max: 100 };
const spacings = ['none', 'sm', 'md', 'lg'];

/** The items of lists, as they were specified: the fields that they have, and no others. `many` is the maximum of items. */
const lists: Partial<Record<RegisteredType, Record<string, { many?: number; item: Record<string, Limit> }>>> = {
  HIGHLIGHTS: { highlights: { many: 12, item: { ...highlight, image: needed } } },
  KEY_FIGURES: { figures: { many: 3, item: highlight } },
  ACCORDION: { items: { item: { title: { ...needed, max: 250 }, body: { ...needed, max: 400 } } } },
  SOFTWARE_DOWNLOADS: {
    files: { item: { filename, file: needed } },
    documents: { item: { filename, document: needed } },
  },
  LINK_HERO: { links: { many: 8, item: { body: upTo(100), link: {}, linkTitle: upTo(130), linkSummary: upTo(60) } } },
  HERO: {
    cards: {
      many: 3,
      item: {
        title: { ...needed, max: 60 },
        body: { ...needed, max: 150 },
        link: needed,
        linkTitle: { ...needed, max: 50 },
      },
    },
  },
  CARD_GROUP: { cards: { many: 4, item: { ...card, image: {} } } },
  SLIDER: { slides: { many: 8, item: slide } },
  FULL_WIDTH_SLIDER: { slides: { many: 8, item: slide } },
  BENEFITS: {
    iconBlocks: { many: 6, item: { ...block, icon: needed } },
    imageBlocks: { many: 6, item: { ...block, image: needed } },
  },
  LINK_LIST: { links: { many: 24, item: { link: needed, linkTitle: upTo(50) } } },
  TAB: { tabs: { item: { link: needed, linkTitle: upTo(50) } } },
  VIDEO_GROUP: {
    videos: {
      many: 3,
      item: {
        image: {},
        video: {},
        videoUrl: {},
        title: { ...needed, max: 100 },
        body: {},
        link: {},
        linkTitle: upTo(50),
      },
    },
  },
  IMAGE_GROUP: { images: { many: 2, item: { image: needed, title: upTo(60), caption: upTo(130) } } },
  WAY_TO_START: {
    cards: {
      many: 6,
      item: { title: { ...needed, max: 100 }, body: upTo(100), image: needed, link: {}, linkTitle: upTo(100) },
    },
  },
  MEDIA_TEASER: {
    teasers: {
      item: {
        tag: upTo(120),
        title: { ...needed, max: 100 },
        body: upTo(150),
        image: needed,
        link: {},
        linkTitle: upTo(100),
      },
    },
  },
  EVALUATION_CATEGORIES: { categories: { item: { title: upTo(100), description: upTo(200), link: needed } } },
  PARTNERS: { partners: { item: { image: needed, link: {} } } },
  PRODUCT_DETAILS: { videos: { many: 3, item: { url: needed } } },
  CTA_BLOCK: { additionalButtons: { many: 3, item: { label: needed, action: needed } } },
  CONTACT_LOCATIONS: { locations: { many: 24, item: { location: needed } } },
};

function limitOf(field: EditorField): Limit {
  const max = 'max' in field && field.max !== null ? { max: field.max } : {};
  return { ...(field.required ? needed : {}), ...max };
}

const listed = Object.entries(lists).flatMap(([type, of]) =>
  Object.entries(of).map(([name, expected]) => ({ type: type as RegisteredType, name, ...expected })),
);

describe.each(listed)('$type.$name', ({ type, name, many, item }) => {
  it('has items with these fields and limits', () => {
    const field = editorFields(getDefinition(type).schema).find((one) => one.name === name);
    if (field?.widget !== 'list') throw new Error(`${type} has no list ${name}`);
    const shown = field.fields.filter(({ widget }) => widget !== 'hidden');
    expect(Object.fromEntries(shown.map((one) => [one.name, limitOf(one)]))).toEqual(item);
    expect(field.max).toBe(many ?? null);
  });
});

describe.each(shownTypes)('%s', (type) => {
  const { schema, defaults } = getDefinition(type);
  const fields = new Map(editorFields(schema).map((field) => [field.name, field]));

  it('has the medium space above and below unless an editor chooses another', () => {
    for (const name of ['spaceLayoutTop', 'spaceLayoutBottom'] as const) {
      const field = fields.get(name);
      expect(field?.initial).toBe('md');
      expect(field?.widget === 'radio' ? field.options.map(({ value }) => value) : []).toEqual(spacings);
      expect(layoutFields[name].parse(Reflect.get(defaults, name))).toBe('md');
    }
  });

  it('has one of the five grounds', () => {
    const field = fields.get('backgroundColor');
    const colours = ['White', 'Grey', 'Anthracite', 'Green', 'Orange'];
    expect(field?.widget === 'colour' ? field.options.map(({ value }) => value) : []).toEqual(colours);
  });
});
