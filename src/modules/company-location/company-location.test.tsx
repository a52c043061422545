import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Image, Location } from '#view-model/resolved.ts';
import { context, headingLevels, image, layout, link, location, noHeading } from '#view-model/view-fixtures.ts';
import { companyLocation } from './schema.ts';
import { View } from './View.tsx';

const render = (place: Location, own: Image | null = null) =>
  markup(View, {
    id: 13,
    data: {
      ...layout,
      heading: noHeading,
      location: place,
      image: own,
      side: 'right',
      tag: 'Headquarters',
      link,
      linkTitle: 'Directions',
    },
    lists: {},
    slots: {},
    context,
  });

describe('COMPANY_LOCATION', () => {
  it('lays the address over the picture of the place', () => {
    const html = render(location(1));
    expect(html).toContain('data-module-id="13" data-module-type="COMPANY_LOCATION"');
    expect(html).toContain('floating--right');
    expect(html).toContain('Company at place 1');
    expect(html).toContain('Directions');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('says the name of the company once, though its address begins with it', () => {
    const html = render(location(1, { addressLines: ['Company at place 1', 'Long Street 1'] }));
    expect(html.match(/Company at place 1/g)).toHaveLength(1);
    expect(html).toContain('Long Street 1');
  });

  it('prefers its own picture, and needs none', () => {
    const own = { ...image, id: 8, url: '/media/8.webp', sources: [] };
    expect(render(location(1), own)).toContain('/media/8.webp');
    const html = render(location(1, { image: null }));
    expect(html).not.toContain('<img');
    expect(html).toContain('<address');
  });

  it('needs a location, and takes a tag of 50 characters', () => {
    expect(companyLocation.schema.safeParse({}).success).toBe(false);
    expect(companyLocation.schema.safeParse({ location: 1, tag: 'a'.repeat(50) }).success).toBe(true);
    expect(companyLocation.schema.safeParse({ location: 1, tag: 'a'.repeat(51) }).success).toBe(false);
  });
});
