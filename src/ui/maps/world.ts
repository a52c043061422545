import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import atlas from 'world-atlas/land-110m.json';

export type WorldMap = {
  width: number;
  height: number;
  /** The outline of all land but Antarctica, as path data. */
  land: string;
  /** Where a place is on the map; null where it is off it. */
  project: (position: { latitude: number; longitude: number }) => { x: number; y: number } | null;
};

const width = 1000;
const height = 440;
/** Turned a little, so that no continent is cut at the edge. */
const rotation = -11;

let drawn: WorldMap | null = null;

/** The world as a picture, drawn once in a process. */
export function drawWorld(): WorldMap {
  if (drawn) return drawn;
  const projection = geoEqualEarth()
    .rotate([rotation, 0])
    .scale(184)
    .translate([width / 2, 252])
    .clipExtent([
      [0, 0],
      [width, height],
    ]);
  const outline = geoPath(projection).digits(0)(feature(atlas, atlas.objects.land)) ?? '';
  drawn = {
    width,
    height,
    // Islands of a few pixels are specks on the picture.
    land: (outline.match(/M[^M]*/g) ?? []).filter((ring) => ring.length > 24).join(''),
    project: ({ latitude, longitude }) => {
      const point = projection([longitude, latitude]);
      return point ? { x: Math.round(point[0] * 10) / 10, y: Math.round(point[1] * 10) / 10 } : null;
    },
  };
  return drawn;
}
