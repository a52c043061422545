import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unprojectPlace } from './unproject-place.ts';
import { projectPlace } from './world.ts';

it('finds every place that people live at where it was drawn', () => {
  const place = fc.record({
    latitude: fc.double({ min: -56, max: 75, noNaN: true }),
    longitude: fc.double({ min: -168, max: 179, noNaN: true }),
  });
  fc.assert(
    fc.property(place, (drawn) => {
      const found = unprojectPlace(projectPlace(drawn));
      // A tenth of a point is up to a twelfth of a degree.
      expect(Math.abs((found?.latitude ?? 99) - drawn.latitude)).toBeLessThan(0.1);
      expect(Math.abs((found?.longitude ?? 999) - drawn.longitude)).toBeLessThan(0.15);
    }),
  );
});

it('finds nothing beside the world', () => {
  for (const point of [
    { x: 0, y: 20 },
    { x: 999, y: 10 },
    { x: 500, y: -400 },
    { x: 500, y: 900 },
  ])
    expect(unprojectPlace(point)).toBeNull();
});
