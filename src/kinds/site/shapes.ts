import { z } from 'zod';
import { socialNetworks } from '#domain/social-networks.ts';
import { imageRow } from '../image/shapes.ts';
import { linkLeadRow } from '../link/shapes.ts';
import { menuItemsRow } from '../menu/shapes.ts';
import { localeSchema, localized } from '../reading/localized-row.ts';
import { addresses } from '../page/shapes.ts';

/** The frame of every page of a site. */
export const globalsRow = z.object({
  locales: z.array(localeSchema),
  settings: z.object({
    og_image: z.number().nullish(),
    disallow: z.array(z.string()).default([]),
    social_links: z
      .array(
        z.object({
          network: z.enum(socialNetworks),
          url: z.url({ protocol: /^https?$/ }),
        }),
      )
      .default([]),
  }),
  localized: localized({
    title: z.string(),
    description: z.string(),
    tagline: z.string(),
    copyright: z.string(),
  }),
  og_image: imageRow.nullable(),
  menus: z.partialRecord(z.enum(['main', 'footer', 'legal']), menuItemsRow),
  links: z.record(z.string(), linkLeadRow.nullable()),
  routes: z.record(z.string(), addresses),
});
export type GlobalsRow = z.infer<typeof globalsRow>;
