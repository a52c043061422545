import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { siteHasLocale, siteIds } from '#domain/sites.ts';
import { networkNames, socialNetworks } from '#domain/social-networks.ts';
import { text, withMeta } from '#schema/fields.ts';
import {
  bookkeeping,
  email,
  hidden,
  localeSchema,
  localized,
  omittableReference,
  optionalText,
  orOmitted,
  webAddress,
} from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const socialLink = z.strictObject({
  network: withMeta(z.enum(socialNetworks), {
    label: 'Network',
    widget: 'select',
    options: socialNetworks.map((value) => ({ value, label: networkNames[value] })),
  }),
  url: webAddress({ label: 'Address' }),
});

const settings = z.strictObject({
  disallow: withMeta(z.array(z.string()).optional(), {
    label: 'Hidden from search engines',
    help: 'Paths that robots.txt keeps them from',
    widget: 'texts',
    itemLabel: 'path',
  }),
  routes: hidden(z.array(z.string()).optional(), 'Routes'),
  og_image: omittableReference('image', { label: 'Picture for social networks' }),
  social_links: withMeta(z.array(socialLink).optional(), {
    label: 'Social networks',
    widget: 'list',
    itemLabel: 'network',
  }),
  contact_email: orOmitted(email({ label: 'E-mail' })),
  phone: optionalText({ label: 'Telephone' }),
});

export const site = defineKind({
  kind: 'site',
  table: 'sites',
  label: 'id',
  id: hidden(z.enum(siteIds), 'Id'),
  quotesNothing: true,
  fields: {
    locales: withMeta(
      z
        .array(localeSchema)
        .refine((list) => list[0] === defaultLocale, 'The first locale of a site is en')
        .refine((list) => new Set(list).size === list.length, 'A locale is named twice'),
      { label: 'Languages', help: 'English comes first', widget: 'locales' },
    ),
    settings: withMeta(settings.default({}), { label: 'Settings', widget: 'group' }),
    localized: localized({
      title: text({ label: 'Title', required: true }),
      description: text({
        label: 'Description',
        required: true,
        help: 'For search engines, of pages without their own',
      }),
      tagline: optionalText({ label: 'Tagline' }),
      copyright: optionalText({ label: 'Copyright' }),
    }),
    ...bookkeeping,
  },
  check: ({ id, locales: ofSite }, issue) => {
    for (const [at, locale] of ofSite.entries()) {
      if (!siteHasLocale(id, locale)) issue(['locales', at], `The site ${id} is not offered in ${locale}`);
    }
  },
});
