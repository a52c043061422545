import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hiddenNames, withConditions } from './conditions.ts';
import { checkbox, date, group, list, number, requiredReference, richText, select, text, url } from './fields.ts';

const kind = select({
  label: 'Kind',
  options: { short: 'Short', long: 'Long' },
  default: 'short',
});
const when = { field: 'kind', equals: ['long'] };
const schema = withConditions(
  z.object({
    kind,
    title: text({ label: 'Title', max: 3, required: true, when }),
    image: requiredReference('image', { label: 'Image', when }),
    body: richText({ label: 'Body', required: true, when }),
    day: date({ label: 'Day', required: true, when }),
    size: number({ label: 'Size', min: 2, default: 3, when }),
    box: group(z.object({ url: url({ label: 'URL', required: true }) }), { label: 'Box', when }),
    items: list(z.object({ name: text({ label: 'Name', required: true }) }), {
      label: 'Items',
      itemLabel: 'item',
      min: 1,
      when,
    }),
    always: text({ label: 'Always', max: 3 }),
  }),
);
const issues = (value: unknown) => schema.safeParse(value).error?.issues.map(({ path }) => path.join('.')) ?? [];

describe('a hidden field', () => {
  it('is not required, of any type', () => {
    expect(schema.parse({ kind: 'short' })).toEqual({
      kind: 'short',
      title: '',
      image: null,
      body: { type: 'doc', content: [] },
      day: '',
      size: 3,
      box: { url: '' },
      items: [],
      always: '',
    });
  });

  it('is not validated, and invalid values are not stored', () => {
    const parsed = schema.parse({
      kind: 'short',
      title: 'much too long',
      image: 'none',
      day: 'x',
      size: 1,
      box: { url: 'javascript:alert(1)' },
      items: [{ name: '' }],
    });
    expect(parsed).toMatchObject({ title: '', image: null, day: '', size: 3, box: { url: '' }, items: [] });
  });

  it('retains a valid value', () => {
    expect(schema.parse({ kind: 'short', title: 'abc', image: 7, items: [{ name: 'A' }] })).toMatchObject({
      title: 'abc',
      image: 7,
      items: [{ name: 'A' }],
    });
  });

  it('hides nothing that is wrong elsewhere', () => {
    expect(issues({ kind: 'short', always: 'four' })).toEqual(['always']);
    expect(issues({ kind: 'medium', title: '' })).toContain('kind');
    expect(schema.safeParse('x').success).toBe(false);
  });

  it('is required and checked as soon as it is shown', () => {
    expect(issues({ kind: 'long' }).toSorted()).toEqual(['body', 'box.url', 'day', 'image', 'items', 'title']);
    expect(issues({ kind: 'long', title: 'four' })).toContain('title');
  });

  it('is one whose condition looks at a hidden field', () => {
    const conditions = new Map([
      ['b', { field: 'a', equals: [true] }],
      ['c', { field: 'b', equals: ['x'] }],
    ]);
    expect([...hiddenNames(conditions, { a: true, b: 'x' })]).toEqual([]);
    expect([...hiddenNames(conditions, { a: false, b: 'x' })]).toEqual(['b', 'c']);
    expect([...hiddenNames(conditions, { a: true, b: 'y' })]).toEqual(['c']);
  });

  it('can depend on a checkbox, in list items too', () => {
    const items = list(
      z.object({
        hasLink: checkbox({ label: 'Link', default: false }),
        url: url({ label: 'URL', required: true, when: { field: 'hasLink', equals: [true] } }),
      }),
      { label: 'Items', itemLabel: 'item' },
    );
    expect(items.safeParse([{}, { hasLink: true, url: '/a' }]).success).toBe(true);
    expect(items.safeParse([{}, { hasLink: true }]).error?.issues.map(({ path }) => path.join('.'))).toEqual(['1.url']);
  });
});
