import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crowdedPlace, isInView, findMiddle } from './zoom.ts';

const size = { width: 1000, height: 440 };
const zooms = [1, 2, 4];
const place = fc.record({ x: fc.integer({ min: 0, max: 1000 }), y: fc.integer({ min: 0, max: 440 }) });

describe('a zoomed map', () => {
  it('always shows the place that it is about, and nothing beyond its edges', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...zooms), (point, zoom) => {
        const middle = findMiddle(point, size, zoom);
        expect(isInView(point, middle, size, zoom)).toBe(true);
        expect(middle.x - size.width / zoom / 2).toBeGreaterThanOrEqual(0);
        expect(middle.x + size.width / zoom / 2).toBeLessThanOrEqual(size.width);
        expect(middle.y - size.height / zoom / 2).toBeGreaterThanOrEqual(0);
        expect(middle.y + size.height / zoom / 2).toBeLessThanOrEqual(size.height);
      }),
    );
  });

  it('shows a place at every zoom while none is chosen, and the same one', () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 12 }), (places) => {
        const about = crowdedPlace(places, size, 4);
        expect(places).toContainEqual(about);
        for (const zoom of zooms) expect(isInView(about, findMiddle(about, size, zoom), size, zoom)).toBe(true);
      }),
    );
  });

  it('goes to where most places are, not to the middle of the world', () => {
    const [zurich, stuttgart, boston] = [
      { x: 490, y: 130 },
      { x: 495, y: 120 },
      { x: 250, y: 140 },
    ];
    expect(crowdedPlace([boston, zurich, stuttgart], size, 4)).toBe(zurich);
    expect(crowdedPlace([], size, 4)).toEqual({ x: 500, y: 220 });
  });
});
