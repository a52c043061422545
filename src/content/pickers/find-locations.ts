import { z } from 'zod';
import type { Client } from '#content/clients/client.ts';
import { type Found, readPage } from './get-finder.ts';

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
type MapLocation = z.output<typeof mapLocation>;

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
