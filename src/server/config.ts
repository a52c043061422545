import path from 'node:path';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import type { Origins } from '#content/context.ts';

/** Everything that the environment decides; `.env.example` explains each. */
export type Config = {
  supabase: { url: string; publishableKey: string; secretKey: string } | null;
  dataDirectory: string;
  outDirectory: string;
  host: string;
  port: number;
  /** Host name to site; names are compared without their port. */
  hosts: ReadonlyMap<string, SiteId>;
  origins: Origins;
  /** What `POST /_publish/wake` has to be sent; null where nobody wakes the publisher from outside. */
  hookSecret: string | null;
};

const schema = z.object({
  SUPABASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  SUPABASE_SECRET_KEY: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  OUT_DIR: z.string().min(1).default('dist/sites'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4321),
  SITE_HOSTS: z.string().default(''),
  PUBLISH_HOOK_SECRET: z.string().min(16, 'has to be 16 characters or longer').optional(),
});

/**
 * Reads the environment. Empty variables count as unset. The failure lists every variable that is wrong and says what it
 * has to be.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Result<Config> {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    return fail('invalid', `The environment is not valid. ${wrong.join('; ')}. See .env.example.`);
  }
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = parsed.data;
  if ((url || publishable || secret) && !(url && publishable && secret)) {
    return fail(
      'invalid',
      'SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and SUPABASE_SECRET_KEY go together: set all three, or none for the embedded database.',
    );
  }
  const hosts = readHosts(parsed.data.SITE_HOSTS, parsed.data.PORT);
  if (!hosts.ok) return hosts;
  return ok({
    supabase: url && publishable && secret ? { url, publishableKey: publishable, secretKey: secret } : null,
    dataDirectory: path.resolve(parsed.data.DATA_DIR),
    outDirectory: path.resolve(parsed.data.OUT_DIR),
    host: parsed.data.HOST,
    port: parsed.data.PORT,
    ...hosts.value,
    hookSecret: parsed.data.PUBLISH_HOOK_SECRET ?? null,
  });
}

const localHosts: Record<SiteId, string> = {
  main: 'localhost',
  developer: 'developer.localhost',
  automotive: 'automotive.localhost',
};

function readHosts(value: string, port: number): Result<{ hosts: Map<string, SiteId>; origins: Origins }> {
  const hosts = new Map<string, SiteId>();
  const origins: Record<SiteId, string> = {
    main: `http://${localHosts.main}:${port}`,
    developer: `http://${localHosts.developer}:${port}`,
    automotive: `http://${localHosts.automotive}:${port}`,
  };
  for (const site of siteIds) hosts.set(localHosts[site], site);
  hosts.set('127.0.0.1', 'main');
  for (const pair of value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [site, host, ...rest] = pair.split('=').map((part) => part.trim());
    const known = siteIds.find((id) => id === site);
    if (!known || !host || rest.length > 0 || !/^[a-z0-9.-]+(:\d+)?$/i.test(host)) {
      return fail(
        'invalid',
        `SITE_HOSTS has ${JSON.stringify(pair)}; each part is <site>=<host>, with a site out of ${siteIds.join(', ')}.`,
      );
    }
    hosts.set(host.toLowerCase().replace(/:\d+$/, ''), known);
    origins[known] = `https://${host.toLowerCase()}`;
  }
  return ok({ hosts, origins });
}

/** The site that a Host header asks for; null for a host that is none of ours. */
export function siteOfHost(config: Config, host: string | null | undefined): SiteId | null {
  const name = host?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  return (name && config.hosts.get(name)) || null;
}
