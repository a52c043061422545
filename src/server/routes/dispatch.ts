import { type EndpointName, findEndpoint } from '#domain/addresses/find-endpoint.ts';
import { type OperationName, endpoints, operationAt, operations } from '#domain/addresses/endpoints.ts';
import { defaultLocale } from '#domain/locales.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import type { Call, Handler, Incoming } from '#server/auth/call.ts';
import { leadToSignIn } from '#server/auth/lead-to-sign-in.ts';
import { type Session, listCookies, readSession } from '#server/auth/session.ts';
import { type Config, originOfHost, siteOfHost } from '#server/config.ts';
import { log } from '#server/log.ts';
import { secured, text } from '#edge/answers.ts';
import { wrongMethod } from '#edge/refusals.ts';
import { isMediaHost } from './media-host.ts';
import { isSameOrigin } from './origin-check.ts';

export type Handlers<N extends EndpointName = EndpointName> = Readonly<Record<N, Handler>>;

/** The handler of a request, by the table of `src/domain/addresses/endpoints.ts`; null for an unknown host. */
type Destination =
  | { kind: 'operation'; name: OperationName }
  /** The host from which uploaded files are served, and nothing else. */
  | { kind: 'media-host' }
  | { kind: 'endpoint'; name: EndpointName; site: SiteId; url: URL }
  | null;

export function findDestination({ request, runtime: { config } }: Incoming): Destination {
  const url = new URL(request.url);
  const operation = operationAt(url.pathname);
  if (operation && isEnabled(operation, config)) return { kind: 'operation', name: operation };
  if (isMediaHost(config, request.headers.get('host'))) return { kind: 'media-host' };
  const site = siteOfHost(config, request.headers.get('host'));
  // A request line may name a host as well (RFC 9112, absolute form); it must not name another one.
  if (!site || siteOfHost(config, url.hostname) !== site) return null;
  return { kind: 'endpoint', name: findEndpoint(url, site), site, url };
}

/** Without its secret an operation that has one does not exist. */
function isEnabled(name: OperationName, { hookSecret, probeSecret }: Config): boolean {
  if (name === 'wake') return hookSecret !== null;
  return name !== 'probe' || probeSecret !== null;
}

/** Why an operation does not take a request; null when it does. */
export function refuseOperation(name: OperationName, { method }: Request): Response | null {
  return wrongMethod(operations[name].methods, method);
}

/**
 * Answers a request to a site by the handler of its endpoint, once the table's rules hold: its methods, the origin of what
 * changes something, and who may ask.
 */
export async function answerEndpoint(
  incoming: Incoming,
  { name, site, url }: Extract<Destination, { kind: 'endpoint' }>,
  handler: Handler,
): Promise<Response> {
  const { request, runtime } = incoming;
  const refused = wrongMethod(endpoints[name].methods, request.method) ?? foreignOrigin(incoming);
  if (refused) return refused;
  let read: Promise<Session> | null = null;
  const session = () => (read ??= readSession(request, runtime));
  const locale = splitLocale(site, url.pathname)?.locale ?? defaultLocale;
  const call: Call = { ...incoming, url, site, locale, session };
  const response = (await isAdmitted(name, call)) ? await handler(call) : leadToSignIn(call, await session());
  return read ? secured(response, listCookies(await session(), request, runtime)) : response;
}

function foreignOrigin({ request, runtime: { config } }: Incoming): Response | null {
  if (isSameOrigin(request, config)) return null;
  const expected = originOfHost(config, request.headers.get('host'));
  log.warn({ origin: request.headers.get('origin'), expected }, 'A request from another website was refused');
  return text(403, 'This request came from another website and was refused.');
}

async function isAdmitted(name: EndpointName, { session, runtime }: Call): Promise<boolean> {
  const { access } = endpoints[name];
  if (access === 'everyone') return true;
  if (access === 'staff-or-developer' && runtime.mode === 'development') return true;
  return (await session()).staff !== null;
}
