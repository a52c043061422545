import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';

/** Longer than the Node server takes a picture of 10 MB over a slow line. */
const timeout = 150_000;
/** What is said about one connection, and not about what is sent over it (RFC 9110, 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Asks the Node server with a request as it is, and answers as it does: not decoded, redirects not followed. Throws when it does not
 * answer.
 * @param origin such as `http://10.0.0.5:4321`
 * @param peer the address from which the request came, which `X-Forwarded-For` goes on with
 */
export function forward(origin: string, request: Request, peer: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = new URL(origin);
  const send = target.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = Object.fromEntries([...request.headers].filter(([name]) => !ofConnection.has(name)));
  const before = headers['x-forwarded-for'];
  headers['x-forwarded-for'] = before === undefined ? peer : `${before}, ${peer}`;
  return new Promise((resolve, reject) => {
    const asking = send(
      {
        hostname: target.hostname,
        port: target.port,
        path: `${pathname}${search}`,
        method: request.method,
        headers,
        timeout: timeout,
        signal: request.signal,
      },
      (answer) => resolve(toResponse(answer, request.method)),
    );
    asking.on('timeout', () => asking.destroy(new Error('The Node server does not answer')));
    asking.on('error', reject);
    if (!request.body) return void asking.end();
    Readable.from(request.body).on('error', reject).pipe(asking);
  });
}

function toResponse(answer: IncomingMessage, method: string): Response {
  const status = answer.statusCode ?? 502;
  const isEmpty = method === 'HEAD' || status === 204 || status === 304;
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : toBody(answer), { status, headers: toHeaders(answer.headers) });
}

function toBody(answer: IncomingMessage): ReadableStream<Uint8Array> {
  return Readable.toWeb(answer) as ReadableStream<Uint8Array>;
}

function toHeaders(headers: IncomingHttpHeaders): Headers {
  const forwarded = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ofConnection.has(name)) continue;
    // Cookies are several headers of one name.
    for (const each of [value].flat()) forwarded.append(name, each);
  }
  return forwarded;
}
