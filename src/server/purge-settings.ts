import { z } from 'zod';
import { makeTable } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { bunny } from '#publish/purge/drivers/bunny.ts';
import { cloudflare } from '#publish/purge/drivers/cloudflare.ts';
import { cloudfront } from '#publish/purge/drivers/cloudfront.ts';
import { fastly } from '#publish/purge/drivers/fastly.ts';
import { netlify } from '#publish/purge/drivers/netlify.ts';
import { varnish } from '#publish/purge/drivers/varnish.ts';
import type { PublicHosts, PurgeDriver } from '#publish/purge/purge-driver.ts';
import type { PublicAddress } from '#publish/purge/read-public.ts';

/** The cache in front of the sites that is told of changes, and where the sites are read to see what visitors see. */
export type PurgeSettings = {
  makeDriver: (hosts: PublicHosts) => PurgeDriver;
  /** Where sites are read from instead of their own addresses. */
  readAt: Readonly<Partial<Record<SiteId, string>>>;
};

/** The variables of the environment; `.env.example` explains each. */
export const purgeVariables = z.object({
  PURGE: z
    .enum(['varnish', 'cloudflare', 'fastly', 'bunny', 'netlify', 'cloudfront'], {
      error: 'has to be varnish, cloudflare, fastly, bunny, netlify or cloudfront',
    })
    .optional(),
  PURGE_URL: z.string().min(1).optional(),
  PURGE_ZONE: z.string().min(1).optional(),
  PURGE_TOKEN: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  PUBLIC_ADDRESSES: z.string().default(''),
});
type Variables = z.infer<typeof purgeVariables>;

/** Reads them; null where no cache is told of anything. */
export function readPurge(variables: Variables): Result<PurgeSettings | null> {
  const { PURGE: by, PURGE_URL: url, PURGE_ZONE: zone, PURGE_TOKEN: token } = variables;
  if (by === undefined) return ok(null);
  const readAt = readAddresses(variables.PUBLIC_ADDRESSES);
  if (!readAt.ok) return readAt;
  const urls = (url ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim().replace(/\/$/, '')]));
  const wrong = urls.find((each) => !/^https?:\/\//.test(each) || !URL.canParse(each));
  if (wrong !== undefined)
    return fail('invalid', `PURGE_URL has ${JSON.stringify(wrong)}; each part is http://… or https://….`);
  const using = (makeDriver: PurgeSettings['makeDriver']) => ok({ makeDriver, readAt: readAt.value });
  if (by === 'varnish') {
    if (urls.length === 0)
      return fail(
        'invalid',
        'PURGE=varnish needs PURGE_URL: where each Varnish answers, such as http://10.0.0.7:6081.',
      );
    return using((hosts) => varnish({ urls, hosts }));
  }
  if (zone === undefined) return fail('invalid', `PURGE=${by} needs PURGE_ZONE: ${zoneNames[by]}.`);
  const at = urls[0] === undefined ? {} : { url: urls[0] };
  if (by === 'cloudfront') {
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: session = null } = variables;
    if (!id || !secret) return fail('invalid', 'PURGE=cloudfront needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
    return using(() => cloudfront({ distribution: zone, keys: { id, secret, session }, ...at }));
  }
  if (token === undefined)
    return fail('invalid', `PURGE=${by} needs PURGE_TOKEN: a token that may purge, and nothing else.`);
  switch (by) {
    case 'cloudflare':
      return using(() => cloudflare({ zone, token, ...at }));
    case 'fastly':
      return using(() => fastly({ service: zone, token, ...at }));
    case 'bunny':
      return using(() => bunny({ zone, token, ...at }));
    case 'netlify':
      return using(() => netlify({ site: zone, token, ...at }));
  }
}

const zoneNames = {
  cloudflare: 'the id of the zone',
  fastly: 'the id of the service',
  bunny: 'the id of the pull zone',
  netlify: 'the id of the site',
  cloudfront: 'the id of the distribution',
} as const;

/** Where each site is read from, under its own host name. */
export function publicAddresses(
  origins: Readonly<Record<SiteId, string>>,
  readAt: PurgeSettings['readAt'],
): Record<SiteId, PublicAddress> {
  return makeTable(siteIds, (site) => ({
    origin: readAt[site] ?? origins[site],
    host: new URL(origins[site]).host,
  }));
}

/** The public hosts, without their ports. */
export function publicHosts({ media, ...origins }: Origins): PublicHosts {
  return {
    ...makeTable(siteIds, (site) => new URL(origins[site]).hostname),
    ...(media === undefined ? {} : { media: new URL(media).hostname }),
  };
}

function readAddresses(value: string): Result<PurgeSettings['readAt']> {
  const found: Partial<Record<SiteId, string>> = {};
  for (const part of value.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))) {
    const [name, address = ''] = part.split('=');
    const site = siteIds.find((id) => id === name);
    if (!site || !/^https?:\/\/[^/]+$/.test(address) || !URL.canParse(address)) {
      return fail(
        'invalid',
        `PUBLIC_ADDRESSES has ${JSON.stringify(part)}; each part is <site>=https://<address>, with a site out of ${siteIds.join(', ')}.`,
      );
    }
    found[site] = address;
  }
  return ok(found);
}
