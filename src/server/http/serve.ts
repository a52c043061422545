import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { type Http2Bindings, type HttpBindings, createAdaptorServer } from '@hono/node-server';
import { isAdminPath } from '#domain/admin-paths.ts';
import { isFormPath } from '#domain/forms/form-address.ts';
import { type Result, ok } from '#domain/result.ts';
import { searchEndpoint } from '#domain/search.ts';
import { splitLocale } from '#domain/sites.ts';
import { DatabaseUnavailable } from '#content/client.ts';
import { problemOfAddress } from './check-address.ts';
import { clientAddress } from './client-address.ts';
import { siteOfHost } from '#server/config.ts';
import { galleryPath } from '#domain/gallery-path.ts';
import { health } from './health.ts';
import { listen } from './listen.ts';
import { isLoginPath } from '#server/auth/login-paths.ts';
import { log } from '#server/log.ts';
import { answerMediaHost, isMediaHost } from './media-host.ts';
import { discardBody } from './read-body.ts';
import { answerSearch, asksSearchPage } from './search.ts';
import type { Runtime } from '#server/runtime.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { hasSessionCookie, silenceRefusedSessions } from '#server/auth/session.ts';
import { uploadPath } from './uploads.ts';
import { wakePublisher } from './wake.ts';

export type ServeOptions = {
  runtime: Runtime;
  version: string;
  /** Renders what no published file answers. */
  handleRequest: (request: Request, clientAddress: string) => Promise<Response>;
};

export type RunningServer = { stop: () => Promise<void> };

/** A body larger than this is refused before anybody looks at it. */
const bodyLimit = 2 * 1024 * 1024;
/** Requests that are under way get this long when the server stops. */
const drainMilliseconds = 5000;

/** Serves the sites by host: published files, and drafts, actions and the sign-in by the same process. */
export async function serve({ runtime, version, handleRequest }: ServeOptions): Promise<Result<RunningServer>> {
  const respond = async (request: Request, address: string): Promise<Response> => {
    const url = new URL(request.url);
    const problem = problemOfAddress(url);
    if (problem !== null) return plain(400, problem);
    if (url.pathname === '/healthz') return health(runtime, version);
    // Like the line above for whoever operates the server, under whatever name it is reached inside.
    if (url.pathname === '/_publish/wake' && runtime.config.hookSecret !== null) {
      return wakePublisher(request, runtime.config.hookSecret, runtime.publisher);
    }
    if (isMediaHost(runtime.config, request.headers.get('host'))) return answerMediaHost(request, runtime.files);
    const site = siteOfHost(runtime.config, request.headers.get('host'));
    // A request line may name a host as well (RFC 9112, absolute form); it must not name another one.
    if (!site || siteOfHost(runtime.config, url.hostname) !== site) return plain(404, 'There is no site on this host.');
    if (url.pathname === searchEndpoint) return answerSearch(request, site, address, runtime);
    const isDynamic =
      url.pathname.startsWith('/_actions/') ||
      asksSearchPage(site, url) ||
      url.searchParams.get('draft') === 'true' ||
      url.pathname === '/dev/mailbox' ||
      url.pathname === galleryPath ||
      isAdminPath(url.pathname) ||
      isFormPath(url.pathname) ||
      isLoginPath(splitLocale(site, url.pathname)?.rest);
    if (isDynamic) {
      // Throws for invalid escapes, which Astro would answer with 500.
      decodeURIComponent(url.pathname);
      const length = Number(request.headers.get('content-length') ?? 0);
      if (length > bodyLimit && url.pathname !== uploadPath) {
        return plain(413, 'The request is larger than 2 MB.');
      }
      return handleRequest(request, address);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return plain(405, 'This address can only be read.', { allow: 'GET, HEAD' });
    }
    const response = await runtime.files.serve(site, request);
    // A picture that no published page shows yet is there for editors.
    const isDraftMedia =
      response.status === 404 && url.pathname.startsWith('/media/') && hasSessionCookie(request, runtime);
    return isDraftMedia ? handleRequest(request, address) : response;
  };

  // Without options for HTTP/2 it is a server of `node:http`.
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request: Request, bindings: HttpBindings | Http2Bindings) => {
      const id = randomUUID();
      const began = performance.now();
      let response: Response;
      try {
        const peer = bindings.incoming.socket.remoteAddress ?? '';
        const address = clientAddress(peer, request.headers.get('x-forwarded-for'), runtime.config.proxies);
        response = await respond(request, address);
      } catch (error) {
        response = failure(error, id);
      }
      // What is refused is read as well: the server closes a connection on which somebody is still sending.
      await discardBody(request);
      response.headers.set('x-request-id', id);
      addSecurityHeaders(response.headers);
      const { pathname } = new URL(request.url);
      const milliseconds = Math.round((performance.now() - began) * 10) / 10;
      log.debug({ id, method: request.method, pathname, status: response.status, milliseconds }, 'request');
      return response;
    },
  }) as Server;
  server.headersTimeout = 20_000;
  // A picture of 10 MB over a slow line takes as long.
  server.requestTimeout = 120_000;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });

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

function failure(error: unknown, id: string): Response {
  if (error instanceof URIError || (error instanceof TypeError && error.message.includes('Invalid URL'))) {
    return plain(400, 'This address cannot be read.');
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseUnavailable) {
    log.error({ id, code: error.code, reason }, 'The database did not answer a request');
    return plain(503, 'The content database cannot be reached. Nothing was changed; try again in a moment.');
  }
  log.error({ id, reason, stack: error instanceof Error ? error.stack : undefined }, 'A request failed');
  return plain(500, `Something went wrong. It has been logged under ${id}.`);
}

function plain(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  });
}
