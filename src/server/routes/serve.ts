import type { Server } from 'node:http';
import { type Http2Bindings, type HttpBindings, createAdaptorServer } from '@hono/node-server';
import type { EndpointName } from '#domain/addresses/find-endpoint.ts';
import { type AstroEndpointName, isAnsweredByAstro } from '#domain/addresses/endpoints.ts';
import { describeError } from '#domain/describe-error.ts';
import { type Result, ok } from '#domain/result.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import type { Call } from '#server/auth/call.ts';
import { hasSessionCookie, silenceRefusedSessions } from '#server/auth/session.ts';
import { hasSharedLink } from '#server/auth/shared-link.ts';
import { log, requestContext } from '#server/log.ts';
import { refusals } from '#server/auth/refusals.ts';
import { type Span, traced } from '#publish/trace.ts';
import { showArchived } from '#server/archive/show-archived.ts';
import { serveOldAsset } from '#server/archive/old-asset.ts';
import type { Runtime } from '#server/runtime.ts';
import { diskSentence, classifyUnwritable } from '#publish/targets/unwritable.ts';
import { text } from '#edge/answers.ts';
import { problemOfAddress } from '#edge/check-address.ts';
import { clientAddress, isTrustedPeer } from '#server/http/client-address.ts';
import { noSite } from '#edge/refusals.ts';
import { type Handlers, answerEndpoint, findDestination } from './dispatch.ts';
import { listen } from '#server/http/listen.ts';
import { answerMediaHost } from './media-host.ts';
import { answerOperation } from './operations.ts';
import { discardBody } from '#server/http/read-body.ts';
import { refuseConnection } from '#server/http/refuse-connection.ts';
import { requestId } from '#server/http/request-id.ts';
import { answerSearch } from './search.ts';
import { addSecurityHeaders } from '#edge/security-headers.ts';

type ServeOptions = {
  runtime: Runtime;
  version: string;
  /** Renders what no published file answers. */
  handleRequest: (request: Request, clientAddress: string) => Promise<Response>;
};

type RunningServer = { stop: () => Promise<void> };

/** Requests that are under way get this long when the server stops. */
const drainMilliseconds = 5000;

/** Serves the sites by host: published files, drafts, actions and the sign-in, in one process. */
export async function serve({ runtime, version, handleRequest }: ServeOptions): Promise<Result<RunningServer>> {
  const handlers: Handlers<Exclude<EndpointName, AstroEndpointName>> = {
    search: answerSearch,
    archive: showArchived,
    published: servePublished,
    media: async (call) => {
      const response = await servePublished(call);
      return mayBeDraft(response, call) ? handleRequest(call.request, call.address) : response;
    },
  };
  const respond = async (request: Request, address: string, answeredBy: (name: string) => void): Promise<Response> => {
    const problem = problemOfAddress(new URL(request.url));
    if (problem !== null) return text(400, problem);
    const incoming = { request, address, runtime };
    const destination = findDestination(incoming);
    if (!destination) return noSite();
    answeredBy(destination.kind === 'media-host' ? 'media' : destination.name);
    if (destination.kind === 'operation') return answerOperation(destination.name, incoming, version);
    if (destination.kind === 'media-host') return answerMediaHost(request, runtime);
    const { name, url } = destination;
    if (!isAnsweredByAstro(name)) return answerEndpoint(incoming, destination, handlers[name]);
    // Throws for invalid escapes, which Astro would answer with 500.
    decodeURIComponent(url.pathname);
    return traceAction(url, () => handleRequest(request, address));
  };

  // Without options for HTTP/2 it is a server of `node:http`.
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request: Request, bindings: HttpBindings | Http2Bindings) => {
      const peer = bindings.incoming.socket.remoteAddress ?? '';
      const { proxies } = runtime.config;
      const id = requestId(request.headers.get('x-request-id'), isTrustedPeer(peer, proxies));
      const began = performance.now();
      let endpoint = 'none';
      const response = await requestContext.run({ request: id }, async () => {
        try {
          const address = clientAddress(peer, request.headers.get('x-forwarded-for'), proxies);
          return await respond(request, address, (name) => {
            endpoint = name;
          });
        } catch (error) {
          return failure(error, id);
        }
      });
      // Reads the body of a refused request too: the server would otherwise close the connection during the upload.
      await discardBody(request);
      response.headers.set('x-request-id', id);
      addSecurityHeaders(response.headers);
      const { pathname } = new URL(request.url);
      const milliseconds = Math.round((performance.now() - began) * 10) / 10;
      runtime.metrics.observeRequest(endpoint, response.status, milliseconds);
      log.debug({ request: id, method: request.method, pathname, status: response.status, milliseconds }, 'request');
      return response;
    },
  }) as Server;
  server.headersTimeout = 20_000;
  // A picture of 10 MB over a slow line takes as long.
  server.requestTimeout = 120_000;
  server.on('clientError', refuseConnection);

  runtime.metrics.observeProcess();
  const { host, port } = runtime.config;
  const listening = await listen(server, host, port);
  if (!listening.ok) return listening;
  const speakAgain = silenceRefusedSessions();
  return ok({
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          speakAgain();
          resolve();
        });
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
      }),
  });
}

/** Traces an action from the click in the browser on; what is done for it elsewhere belongs to it by its name in the log. */
function traceAction({ pathname }: URL, answer: () => Promise<Response>): Promise<Response> {
  const [, action] = /^\/_actions\/(\w{1,60})$/.exec(pathname) ?? [];
  if (action === undefined) return answer();
  const request = requestContext.getStore()?.request;
  const measured = async (span: Span) => {
    const response = await answer();
    span.add({ status: response.status });
    return response;
  };
  return traced(`action ${action}`, { action }, measured, request === undefined ? {} : { as: request });
}

/** A picture that no published page shows yet is there for editors, and for whoever has opened the link of a release. */
function mayBeDraft({ status }: Response, { request, runtime }: Call): boolean {
  return status === 404 && (hasSessionCookie(request, runtime) || hasSharedLink(request));
}

/** A published file, with the headers by which the cache in front keeps it. */
async function servePublished({ site, request, url, runtime }: Call): Promise<Response> {
  const response = await runtime.files.serve(site, request);
  if (response.status === 404) return (await serveOldAsset(runtime, site, url.pathname)) ?? response;
  // A path without a page may get one at any time.
  const isPage = response.status === 200 || response.status === 304;
  const cached = isPage ? runtime.purger?.headers(site, canonicalPath(url.pathname) ?? url.pathname) : undefined;
  for (const [name, value] of Object.entries(cached ?? {})) response.headers.set(name, value);
  return response;
}

function failure(error: unknown, id: string): Response {
  if (error instanceof URIError || (error instanceof TypeError && error.message.includes('Invalid URL'))) {
    return text(400, 'This address cannot be read.');
  }
  const reason = describeError(error);
  if (error instanceof DatabaseUnavailable && error.refusal) {
    return text(error.refusal === 'forbidden' ? 403 : 401, refusals[error.refusal]);
  }
  if (error instanceof DatabaseUnavailable && error.isAway) {
    log.error({ code: error.code, reason }, 'The database did not answer a request');
    return text(503, error.sentence);
  }
  if (classifyUnwritable(error) === 'target') {
    log.error({ reason }, 'The disk did not take what a request writes');
    return text(507, diskSentence(error));
  }
  log.error({ reason, stack: error instanceof Error ? error.stack : undefined }, 'A request failed');
  return text(500, `Something went wrong. It has been logged under ${id}.`);
}
