import type { Server } from 'node:http';
import { type Http2Bindings, type HttpBindings, createAdaptorServer } from '@hono/node-server';
import { operations } from '#domain/addresses/endpoints.ts';
import { describeError } from '#domain/describe-error.ts';
import { type Result, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { text } from '#edge/answers.ts';
import { bucketFiles } from '#edge/bucket-files.ts';
import { createEdge } from '#edge/edge.ts';
import type { SiteFiles } from '#edge/site-files.ts';
import { S3Bucket } from '#publish/targets/bucket/s3-bucket.ts';
import { listen } from '#server/http/listen.ts';
import { StaticFiles } from '#server/http/static-files.ts';
import { log } from '#server/log.ts';
import type { EdgeSettings } from './edge-settings.ts';
import { forward } from './forward.ts';
import { readableBucket } from './readable-bucket.ts';

/** Requests that are under way get this long when the server stops. */
const drainMilliseconds = 5000;
/** A visitor waits for the bucket: what was published last is answered soon. */
const limits = { attempts: 2, timeoutMilliseconds: 5000, pauseMilliseconds: 50 };

/** Serves published sites without a database, on as many machines as there are: what the worker does at the edge of Cloudflare. */
export async function serveEdge(settings: EdgeSettings): Promise<Result<{ stop: () => Promise<void> }>> {
  const { hosts, mediaHost, nodeOrigin } = settings;
  const files = openFiles(settings.source);
  // Without options for HTTP/2 it is a server of `node:http`.
  const server = createAdaptorServer({
    overrideGlobalObjects: false,
    fetch: async (request: Request, bindings: HttpBindings | Http2Bindings) => {
      // Whether this process serves: while the Node server is away, balancers leave visitors here.
      if (new URL(request.url).pathname === operations.live.path) return text(200, 'This process serves requests.');
      const peer = bindings.incoming.socket.remoteAddress ?? '';
      const edge = createEdge({ hosts, mediaHost, files, forward: (asked) => forward(nodeOrigin, asked, peer) });
      try {
        return await edge(request);
      } catch (error) {
        log.error({ reason: describeError(error) }, 'A request failed at the edge');
        return text(503, 'This website cannot be read at the moment. Try again soon.', { 'retry-after': '30' });
      }
    },
  }) as Server;
  const listening = await listen(server, settings.host, settings.port);
  if (!listening.ok) return listening;
  return ok({
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), drainMilliseconds).unref();
      }),
  });
}

function openFiles(source: EdgeSettings['source']): (site: SiteId) => Promise<SiteFiles | null> {
  if ('bucket' in source) return bucketFiles(readableBucket(new S3Bucket(source.bucket, limits)));
  const files = new StaticFiles(source.directory);
  return async (site) => files.getFiles(site);
}
