import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { socialNetworks } from '#domain/social-networks.ts';
import { imageRow } from './image.ts';
import { linkRow } from './link.ts';
import { localeSchema, localized } from './localized.ts';
import { addresses } from './page.ts';

const labels = z.partialRecord(localeSchema, z.string());
export type MenuRow = {
  id: string;
  label: Partial<Record<Locale, string>>;
  description?: Partial<Record<Locale, string>> | null | undefined;
  link?: number | null | undefined;
  children?: MenuRow[] | undefined;
};
const menuRow: z.ZodType<MenuRow> = z.lazy(() =>
  z.object({
    id: z.string(),
    label: labels,
    description: labels.nullish(),
    link: z.number().nullish(),
    children: z.array(menuRow).optional(),
  }),
);

export const globalsRow = z.object({
  locales: z.array(localeSchema),
  settings: z.object({
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
  menus: z.partialRecord(z.enum(['main', 'footer', 'legal']), z.array(menuRow)),
  links: z.record(z.string(), linkRow.nullable()),
  routes: z.record(z.string(), addresses),
});
export type GlobalsRow = z.infer<typeof globalsRow>;
