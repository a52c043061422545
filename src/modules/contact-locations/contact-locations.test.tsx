import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Location } from '#view-model/resolved.ts';
import { context, headingLevels, layout, location, noHeading } from '#view-model/view-fixtures.ts';
import { contactLocations } from './schema.ts';
import { View } from './View.tsx';

const render = (places: Location[]) =>
  markup(View, {
    id: 12,
    data: {
      ...layout,
      heading: { ...noHeading, title: 'Contact' },
      locations: places.map((place) => ({ location: place })),
    },
    lists: {},
    slots: {},
    context,
  });

describe('CONTACT_LOCATIONS', () => {
  it('gives each place with its address, telephone and mail', () => {
    const html = render([location(1), location(2)]);
    expect(html).toContain('data-module-id="12" data-module-type="CONTACT_LOCATIONS"');
    expect(html.match(/<address/g)).toHaveLength(2);
    expect(html).toContain('href="tel:+41550001400"');
    expect(html).toContain('href="mailto:info@example.org"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
  });

  it('leaves out missing details', () => {
    const html = render([location(1, { phone: null, email: null, title: '' })]);
    expect(html).not.toContain('<a ');
    expect(html).not.toContain('contact-locations__text');
  });

  it('needs at least one location, and takes 24', () => {
    const places = (count: number) => ({ locations: Array.from({ length: count }, () => ({ location: 1 })) });
    expect(contactLocations.schema.safeParse(places(0)).success).toBe(false);
    expect(contactLocations.schema.safeParse(places(24)).success).toBe(true);
    expect(contactLocations.schema.safeParse(places(25)).success).toBe(false);
  });
});
