import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/land-110m.json' with { type: 'json' };
import { mapHeight, mapWidth, projectionSettings } from './world.ts';

/**
 * The outline of all land but Antarctica, as path data. The code bundle contains the outline and not the code that
 * draws it (src/astro/code-bundle-plugins.ts).
 */
function drawLand(): string {
  const { rotation, scale, top } = projectionSettings;
  const projection = geoEqualEarth()
    .rotate([rotation, 0])
    .scale(scale)
    .translate([mapWidth / 2, top])
    .clipExtent([
      [0, 0],
      [mapWidth, mapHeight],
    ]);
  const outline = geoPath(projection).digits(0)(feature(atlas, atlas.objects.land)) ?? '';
  // Islands of a few pixels are specks on the picture.
  return (outline.match(/M[^M]*/g) ?? [])
    .filter((ring) => ring.length > 24)
    .map(shorten)
    .join('');
}

/** A ring with every point as its distance from the one before, which takes half the characters. */
function shorten(ring: string): string {
  const points = ring
    .slice(1, -1)
    .split('L')
    .map((point) => point.split(',').map(Number));
  const steps = points.slice(1).map(([x = 0, y = 0], index) => {
    const [left = 0, top = 0] = points[index] ?? [];
    return `${x - left},${y - top}`;
  });
  return `M${points[0]?.join(',')}l${steps.join(' ').replaceAll(/[ ,]-/g, '-')}z`;
}

export const land = drawLand();
