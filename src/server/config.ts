import path from 'node:path';
import { z } from 'zod';
import { makeTable } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, siteIds } from '#domain/sites.ts';
import { localHosts, nameOfHost, readSiteHosts } from '#edge/site-hosts.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { type BucketAddress, readBucketAddresses } from '#publish/targets/bucket/bucket-address.ts';
import { type PurgeSettings, purgeVariables, readPurge } from './purge-settings.ts';
import { type TrustedProxies, readTrustedProxies } from './http/client-address.ts';
import { splitSecrets } from './http/is-secret.ts';

/** Where mail goes: out by SMTP; into a folder of this machine; or nowhere, where Supabase sends its own. */
export type MailSettings =
  | { by: 'smtp'; url: string; from: string }
  | { by: 'mailbox'; directory: string; from: string }
  | { by: 'none' };

/** Everything that the environment decides; `.env.example` explains each. */
export type Config = {
  supabase: { url: string; publishableKey: string; secretKey: string } | null;
  /** The database itself: beside `supabase` for the publisher, without it the one that the embedded Supabase works on. */
  databaseUrl: string | null;
  dataDirectory: string;
  outDirectory: string;
  /** Buckets of object storage in which the published sites are as well. */
  buckets: readonly BucketAddress[];
  host: string;
  port: number;
  /** Host name to site; names are compared without their port. */
  hosts: ReadonlyMap<string, SiteId>;
  /** The origin of each host of SITE_HOSTS. Hosts that are not here are this machine's, reached without TLS. */
  publicOrigins: ReadonlyMap<string, string>;
  origins: Origins;
  /** The host from which uploaded files are served, and nothing else; null where each site serves its own. */
  mediaHost: string | null;
  /** The proxies whose word counts on where a request comes from. */
  proxies: TrustedProxies;
  mail: MailSettings;
  /** The secret of `POST /_publish/wake`; null where that is disabled. */
  hookSecret: string | null;
  /** The secret by which probes elsewhere sign what they have seen; null where there are none. */
  probeSecret: string | null;
  /** Whether webhooks of forms may be sent to addresses inside of a private network. */
  allowPrivateWebhooks: boolean;
  /** The key that signs the tokens of forms; null for the one in the database. */
  formsSecret: string | null;
  /** How long uploaded files stay public after the last page that shows them is gone. */
  mediaRetentionHours: number;
  /** How often content is compared with what has been published. */
  reconcileMinutes: number;
  /** How long receipts and builds are on record, in days. */
  publishRetentionDays: number;
  /** How many days it can be seen what was public; 0 where that is not kept. */
  historyDays: number;
  /** How many receipts of each site are on record at most. */
  publishRetentionReceipts: number;
  /** How long a change may wait to be published before `/healthz` says so. */
  healthMaxWaitSeconds: number;
  /** What reads `/metrics` from another machine; null where only this one may. */
  metricsToken: string | null;
  /** Who is told when publishing fails, and when it is well again; null for a way that is not used. */
  alerts: { webhook: string | null; slack: string | null; email: string | null };
  /** The cache in front of the sites that is told of changes; null where there is none. */
  purge: PurgeSettings | null;
  /** Whether this server does what is done after pages are live: AVIF, compressed copies, media that nothing shows. */
  isUpkeepOn: boolean;
};

/** One, or the new and the old one while it is turned over. */
const secrets = z
  .string()
  .refine((value) => splitSecrets(value).every((secret) => secret.length >= 16) && splitSecrets(value).length > 0, {
    error: 'has to be 16 characters or longer',
  });

const schema = z.object({
  SUPABASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(1).optional(),
  SUPABASE_SECRET_KEY: z.string().min(1).optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'has to be postgres://user:password@host:5432/database' })
    .optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  OUT_DIR: z.string().min(1).optional(),
  PUBLISH_BUCKETS: z.string().default(''),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(4321),
  SITE_HOSTS: z.string().default(''),
  MEDIA_HOST: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/i, 'has to be a host name: media.example.com')
    .optional(),
  TRUST_PROXY: z.string().default('0'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'has to be smtp://… or smtps://…' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/,
      'has to be an e-mail address, or a name with one: Ostrevo <web@example.com>',
    )
    .optional(),
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['allow', 'refuse'], 'has to be allow or refuse').default('refuse'),
  PUBLISH_HOOK_SECRET: secrets.optional(),
  PROBE_SECRET: secrets.optional(),
  MEDIA_RETENTION_HOURS: z.coerce.number().min(0).max(8760).default(24),
  RECONCILE_MINUTES: z.coerce.number().min(1).max(1440).default(60),
  PUBLISH_RETENTION_DAYS: z.coerce.number().int().min(1).max(3650).default(180),
  HISTORY_DAYS: z.coerce.number().int().min(0).max(3650).default(90),
  PUBLISH_RETENTION_RECEIPTS: z.coerce.number().int().min(100).max(1_000_000).default(10_000),
  HEALTH_MAX_WAIT_SECONDS: z.coerce.number().int().min(10).max(86_400).default(300),
  METRICS_TOKEN: secrets.optional(),
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'has to be https://…' }).optional(),
  ALERT_SLACK_URL: z.url({ protocol: /^https?$/, error: 'has to be https://…' }).optional(),
  ALERT_EMAIL: z.email('has to be an e-mail address').optional(),
  UPKEEP: z.enum(['on', 'off'], 'has to be on or off').default('on'),
  FORMS_SECRET: z.string().min(32, 'has to be 32 characters or longer').optional(),
  ...purgeVariables.shape,
});

/**
 * Reads the environment. Empty variables count as unset. The failure lists every variable that is wrong and says what it
 * has to be.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Result<Config> {
  const input = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse(input);
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
  const { DATA_DIR: data, OUT_DIR: out, SMTP_URL: smtp, MAIL_FROM: from } = parsed.data;
  const isOwnData = path.resolve(data) !== path.resolve('.data');
  if (smtp && !from) return fail('invalid', 'SMTP_URL needs MAIL_FROM: the address that mail is sent from.');
  if (parsed.data.ALERT_EMAIL && url && !smtp) {
    return fail('invalid', 'ALERT_EMAIL needs SMTP_URL: a Supabase sends no mail but its own.');
  }
  const hosts = readHosts(parsed.data.SITE_HOSTS, parsed.data.PORT);
  if (!hosts.ok) return hosts;
  const media = readMediaHost(parsed.data.MEDIA_HOST, hosts.value);
  if (!media.ok) return media;
  const buckets = readBucketAddresses(parsed.data.PUBLISH_BUCKETS);
  if (!buckets.ok) return buckets;
  const proxies = readTrustedProxies(parsed.data.TRUST_PROXY);
  if (!proxies.ok) return proxies;
  const purge = readPurge(parsed.data);
  if (!purge.ok) return purge;
  return ok({
    supabase: url && publishable && secret ? { url, publishableKey: publishable, secretKey: secret } : null,
    databaseUrl: parsed.data.DATABASE_URL ?? null,
    dataDirectory: path.resolve(data),
    // A copy with data of its own publishes to a place of its own.
    outDirectory: path.resolve(out ?? (isOwnData ? path.join(data, 'sites') : 'dist/sites')),
    buckets: buckets.value,
    host: parsed.data.HOST,
    port: parsed.data.PORT,
    ...hosts.value,
    ...media.value,
    proxies: proxies.value,
    mail: smtp && from ? { by: 'smtp', url: smtp, from } : url ? { by: 'none' } : localMail(data, from),
    hookSecret: parsed.data.PUBLISH_HOOK_SECRET ?? null,
    probeSecret: parsed.data.PROBE_SECRET ?? null,
    allowPrivateWebhooks: parsed.data.WEBHOOK_PRIVATE_ADDRESSES === 'allow',
    formsSecret: parsed.data.FORMS_SECRET ?? null,
    mediaRetentionHours: parsed.data.MEDIA_RETENTION_HOURS,
    reconcileMinutes: parsed.data.RECONCILE_MINUTES,
    publishRetentionDays: parsed.data.PUBLISH_RETENTION_DAYS,
    historyDays: parsed.data.HISTORY_DAYS,
    publishRetentionReceipts: parsed.data.PUBLISH_RETENTION_RECEIPTS,
    healthMaxWaitSeconds: parsed.data.HEALTH_MAX_WAIT_SECONDS,
    metricsToken: parsed.data.METRICS_TOKEN ?? null,
    alerts: {
      webhook: parsed.data.ALERT_WEBHOOK_URL ?? null,
      slack: parsed.data.ALERT_SLACK_URL ?? null,
      email: parsed.data.ALERT_EMAIL ?? null,
    },
    purge: purge.value,
    isUpkeepOn: parsed.data.UPKEEP === 'on',
  });
}

/** Beside the embedded database mail stays on this machine, where developers read it. */
function localMail(dataDirectory: string, from: string | undefined): MailSettings {
  return {
    by: 'mailbox',
    directory: path.resolve(dataDirectory, 'mailbox'),
    from: from ?? 'Ostrevo <web@ostrevo.example>',
  };
}

type Hosts = Pick<Config, 'hosts' | 'publicOrigins' | 'origins'>;

function readHosts(value: string, port: number): Result<Hosts> {
  const hosts = new Map<string, SiteId>();
  const publicOrigins = new Map<string, string>();
  const origins = makeTable(siteIds, (site) => `http://${localHosts[site]}:${port}`);
  for (const site of siteIds) hosts.set(localHosts[site], site);
  hosts.set('127.0.0.1', 'main');
  const input = readSiteHosts(value);
  if (!input.ok) return input;
  for (const { site, name, origin } of input.value) {
    hosts.set(name, site);
    publicOrigins.set(name, origin);
    origins[site] = origin;
  }
  return ok({ hosts, publicOrigins, origins });
}

/** Uploaded files on a host of their own have an origin of their own: scripts in them could not act on a site. */
function readMediaHost(
  host: string | undefined,
  { hosts, origins }: Hosts,
): Result<Pick<Config, 'mediaHost' | 'origins'>> {
  if (host === undefined) return ok({ mediaHost: null, origins });
  if (!URL.canParse(`https://${host}`)) return fail('invalid', 'MEDIA_HOST is no host name.');
  const { hostname, origin } = new URL(`https://${host}`);
  if (hosts.has(hostname)) {
    return fail('invalid', `MEDIA_HOST is ${hostname}, which serves a site. It has to be a host of its own.`);
  }
  return ok({ mediaHost: hostname, origins: { ...origins, media: origin } });
}

type KnownHosts = Pick<Config, 'hosts' | 'publicOrigins'>;

/** The site that a Host header asks for; null for a host that is none of ours. */
export function siteOfHost(config: KnownHosts, host: string | null | undefined): SiteId | null {
  return config.hosts.get(nameOfHost(host)) ?? null;
}

/**
 * The origin that a page of this host has in a browser, by the configuration and by no header but the host itself: https for
 * the hosts of SITE_HOSTS, http for this machine's. Null for a host that is none of ours.
 */
export function originOfHost(config: KnownHosts, host: string | null | undefined): string | null {
  if (!host || !siteOfHost(config, host)) return null;
  const known = config.publicOrigins.get(nameOfHost(host));
  if (known) return known;
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).origin : null;
}

/** Whether cookies for this request may only travel over TLS. */
export function isSecureHost(config: KnownHosts, request: Request): boolean {
  return originOfHost(config, request.headers.get('host'))?.startsWith('https:') ?? false;
}
