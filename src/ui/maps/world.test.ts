import { geoEqualEarth } from 'd3-geo';
import { expect, it } from 'vitest';
import { mapWidth, projectPlace, projectionSettings } from './world.ts';

it('puts places where the outline of the land is drawn for', () => {
  const { rotation, scale, top } = projectionSettings;
  const drawn = geoEqualEarth()
    .rotate([rotation, 0])
    .scale(scale)
    .translate([mapWidth / 2, top]);
  for (let longitude = -180; longitude <= 180; longitude += 7.5) {
    for (let latitude = -60; latitude <= 80; latitude += 7.5) {
      const [x, y] = drawn([longitude, latitude]) ?? [];
      const place = projectPlace({ latitude, longitude });
      expect(place.x).toBeCloseTo(x ?? Number.NaN, 0);
      expect(place.y).toBeCloseTo(y ?? Number.NaN, 0);
    }
  }
});
