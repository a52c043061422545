import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Location } from '#view-model/resolved.ts';
import { context, headingLevels, layout, location, noHeading } from '#view-model/view-fixtures.ts';
import { officeMap } from './schema.ts';
import { View } from './View.tsx';

const render = (locations: Location[]) =>
  markup(View, {
    id: 14,
    data: { ...layout, heading: { ...noHeading, title: 'Offices' }, locations },
    lists: {},
    slots: {},
    context,
  });

describe('OFFICE_MAP', () => {
  it('links each mark to the entry of its place', () => {
    const html = render([location(1), location(2, { position: { latitude: 35.4, longitude: 139.6 } })]);
    expect(html).toContain('data-module-id="14" data-module-type="OFFICE_MAP"');
    expect(html).toContain('href="#module-14-place-1"');
    expect(html).toContain('id="module-14-place-1"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html).not.toContain('style=');
  });

  it('puts places where they are: Japan is east of Switzerland, Australia south of both', () => {
    const html = render([
      location(1),
      location(2, { position: { latitude: 35.4, longitude: 139.6 } }),
      location(3, { position: { latitude: -33.9, longitude: 151.2 } }),
    ]);
    const marks = [...html.matchAll(/place-map__mark" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, x, y]) => [
      Number(x),
      Number(y),
    ]);
    const [switzerland = [0, 0], japan = [0, 0], australia = [0, 0]] = marks;
    expect(switzerland[0]).toBeLessThan(japan[0] ?? 0);
    expect(japan[1]).toBeLessThan(australia[1] ?? 0);
    for (const [x = -1, y = -1] of marks) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(1000);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(440);
    }
  });

  it('lists a place that is not on the map', () => {
    const html = render([location(1, { position: null })]);
    expect(html).toContain('Place 1');
    expect(html).not.toContain('place-map__mark"');
  });

  it('weighs little', () => {
    expect(gzipSync(render([location(1)])).length).toBeLessThan(14 * 1024);
  });

  it('takes 40 places', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
    expect(officeMap.schema.safeParse({ locations: ids(40) }).success).toBe(true);
    expect(officeMap.schema.safeParse({ locations: ids(41) }).success).toBe(false);
  });
});
