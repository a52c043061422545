import { z } from 'zod';
import type { Client } from '../client.ts';
import { type Found, makeFinder, readPage } from './finder.ts';

const location = z
  .object({
    id: z.number(),
    name: z.string(),
    name_verbose: z.string(),
    address_lines: z.array(z.string()),
  })
  .transform(({ name_verbose, address_lines, ...row }) => ({
    ...row,
    nameVerbose: name_verbose,
    addressLines: address_lines,
  }));

export const locations = makeFinder('location', location, (client, ids) =>
  client.from('locations').select('id, name, name_verbose, address_lines').in('id', ids),
);

const locationName = z.object({ id: z.number(), name: z.string() });
type LocationName = z.output<typeof locationName>;

/** All places with nothing but their names, for a list that is chosen from without searching. */
export function findLocationNames(client: Client): Promise<Found<LocationName>> {
  const query = client.from('locations').select('id, name', { count: 'exact' }).order('name').order('id');
  return readPage('locations', query, locationName);
}

const mapLocation = z.object({
  id: z.number(),
  name: z.string(),
  country: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
});
export type MapLocation = z.output<typeof mapLocation>;

/** The places that have a point on a map, all of them. */
export function findMapLocations(client: Client): Promise<Found<MapLocation>> {
  const query = client
    .from('locations')
    .select('id, name, country, latitude, longitude', { count: 'exact' })
    .not('latitude', 'is', null)
    .order('name')
    .order('id');
  return readPage('locations', query, mapLocation);
}
