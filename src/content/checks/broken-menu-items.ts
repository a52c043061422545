import { z } from 'zod';
import { readMenu } from '#kinds/menu/shapes.ts';
import { type Client, expectData } from '#content/clients/client.ts';

const menuRows = z.array(z.object({ id: z.number(), site_id: z.string(), name: z.string(), items: z.unknown() }));

/** The items of all menus that no page can show, as those from a time before the database refused them. */
export async function findBrokenMenuItems(
  client: Client,
): Promise<{ menu: number; site: string; name: string; path: string }[]> {
  const rows = await expectData('menus', client.from('menus').select('id, site_id, name, items').order('id'), menuRows);
  return rows.flatMap(({ id, site_id: site, name, items }) =>
    (Array.isArray(items) ? readMenu(items).broken : []).map(({ path }) => ({ menu: id, site, name, path })),
  );
}
