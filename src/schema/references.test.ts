import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { group, layoutFields, list, reference, references, requiredReference, select, text } from './fields.ts';
import { collectReferences, locateReferences, resolveReferences } from './references.ts';

const schema = z.object({
  ...layoutFields,
  title: text({ label: 'Title' }),
  image: requiredReference('image', { label: 'Image' }),
  link: reference('link', { label: 'Link' }),
  products: references('product', { label: 'Products' }),
  heading: group(z.object({ link: reference('link', { label: 'Link' }) }), { label: 'Heading' }),
  cards: list(z.object({ title: text({ label: 'Title' }), image: requiredReference('image', { label: 'Image' }) }), {
    label: 'Cards',
    itemLabel: 'card',
  }),
});
const data = {
  title: 'Not 7',
  image: 1,
  link: null,
  products: [4, 5],
  heading: { link: 6 },
  cards: [
    { title: '', image: 2 },
    { title: '', image: 1 },
  ],
};
const conditional = z.object({
  source: select({
    label: 'Source',
    options: { one: 'one', many: 'many' },
    default: 'one',
  }),
  image: requiredReference('image', { label: 'Image', when: { field: 'source', equals: ['one'] } }),
  box: group(z.object({ products: references('product', { label: 'Products' }) }), {
    label: 'Box',
    when: { field: 'source', equals: ['many'] },
  }),
});
const record = (kind: string, id: number) => ({ kind, id });

describe('the references of module data', () => {
  it('are found wherever the schema has them, in order', () => {
    const found = [
      record('image', 1),
      record('product', 4),
      record('product', 5),
      record('link', 6),
      record('image', 2),
      record('image', 1),
    ];
    expect(collectReferences(schema, data)).toEqual(found);
    expect(locateReferences(schema, data).map(({ kind, id }) => record(kind, id))).toEqual(found);
    expect(locateReferences(schema, data).map(({ path }) => path.join('.'))).toEqual([
      'image',
      'products.0',
      'products.1',
      'heading.link',
      'cards.0.image',
      'cards.1.image',
    ]);
  });

  it('are none in data that is not of the schema', () => {
    for (const odd of [null, 'x', [], { image: '1', products: {}, cards: [null], heading: 3 }])
      expect(collectReferences(schema, odd)).toEqual([]);
  });

  it('are replaced by their records, and nothing else is', () => {
    const before = structuredClone(data);
    expect(resolveReferences(schema, data, record)).toEqual({
      issues: [],
      data: {
        title: 'Not 7',
        image: record('image', 1),
        link: null,
        products: [record('product', 4), record('product', 5)],
        heading: { link: record('link', 6) },
        cards: [
          { title: '', image: record('image', 2) },
          { title: '', image: record('image', 1) },
        ],
      },
    });
    expect(data).toEqual(before);
  });

  it('are left out when their record is gone, and named when it has to be there', () => {
    const { data: resolved, issues } = resolveReferences(schema, data, (kind, id) =>
      id === 1 || id === 4 || id === 6 ? null : record(kind, id),
    );
    expect(resolved).toMatchObject({ image: null, products: [record('product', 5)], heading: { link: null } });
    expect(issues).toEqual([
      { path: ['image'], message: 'The image that was chosen here is deleted or not published' },
      { path: ['cards', 1, 'image'], message: 'The image that was chosen here is deleted or not published' },
    ]);
  });

  it('are none in hidden fields', () => {
    const hidden = { source: 'many', image: 1, box: { products: [4] } };
    expect(collectReferences(conditional, hidden)).toEqual([record('product', 4)]);
    expect(locateReferences(conditional, hidden)).toMatchObject([{ id: 4, path: ['box', 'products', 0] }]);
    expect(resolveReferences(conditional, hidden, record)).toEqual({
      issues: [],
      data: { source: 'many', image: null, box: { products: [record('product', 4)] } },
    });
    expect(resolveReferences(conditional, { ...hidden, source: 'one' }, () => null)).toMatchObject({
      issues: [{ path: ['image'] }],
      data: { image: null, box: { products: [] } },
    });
  });
});

describe('a link with a title beside it', () => {
  const titled = z.object({ link: reference('link', { label: 'Link' }), linkTitle: text({ label: 'Link title' }) });
  const button = z.object({ title: text({ label: 'Link title' }), link: reference('link', { label: 'Link' }) });
  const link = { text: 'Internal', href: '/there' };

  it('has no text of its own, so that pages do not change with it', () => {
    expect(resolveReferences(titled, { link: 1, linkTitle: 'Read on' }, () => link).data).toEqual({
      link: { text: '', href: '/there' },
      linkTitle: 'Read on',
    });
    expect(resolveReferences(button, { link: 1, title: 'Read on' }, () => link).data).toMatchObject({
      link: { text: '' },
    });
    expect(link.text).toBe('Internal');
  });

  it('is looked up as such, so that a page need not depend on the text', () => {
    const asked: boolean[] = [];
    const lookup = (_kind: string, _id: number, isTitled: boolean) => {
      asked.push(isTitled);
      return link;
    };
    resolveReferences(titled, { link: 1, linkTitle: 'Read on' }, lookup);
    resolveReferences(titled, { link: 1, linkTitle: '' }, lookup);
    resolveReferences(button, { link: 1, title: 'Read on' }, lookup);
    resolveReferences(z.object({ link: reference('link', { label: 'Link' }) }), { link: 1 }, lookup);
    expect(asked).toEqual([true, false, true, false]);
  });

  it('shows its own where the title is empty', () => {
    expect(resolveReferences(titled, { link: 1, linkTitle: '' }, () => link).data).toMatchObject({ link });
  });
});
